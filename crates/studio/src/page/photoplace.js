// How a photo of fabric lies on the quilt: how wide it is, moved, turned by quarters, or with its motif in each patch.

const isAside = ({ turn = 0 }) => turn % 2 === 1;

/** How wide the photo is as it lies, in cells. */
export const shownWidth = (photo) => photo.width * (isAside(photo) ? photo.ratio : 1);

/** The tile that repeats, and the photo in it, for a cell of this edge. */
export function tileOf(photo, cell) {
  const [width, height] = [photo.width * cell, photo.width * cell * photo.ratio];
  const turned = [
    null,
    `translate(${height} 0) rotate(90)`,
    `translate(${width} ${height}) rotate(180)`,
    `translate(0 ${width}) rotate(270)`,
  ][photo.turn ?? 0];
  const [x, y] = [(photo.x ?? 0) * cell, (photo.y ?? 0) * cell];
  const tile = isAside(photo) ? { width: height, height: width } : { width, height };
  return { tile: { x, y, ...tile }, image: { width, height, ...(turned && { transform: turned }) } };
}

/** Where the tile begins so that the motif of the photo is at a point. */
export function motifAt(photo, cell, [x, y]) {
  const { image } = tileOf(photo, cell);
  const [across, down] = [photo.motif[0] * image.width, photo.motif[1] * image.height];
  const [left, top] = [
    [across, down],
    [image.height - down, across],
    [image.width - across, image.height - down],
    [down, image.width - across],
  ][photo.turn ?? 0];
  return { x: x - left, y: y - top };
}

/** The motif after a step, within the photo. */
export const within = (part) => Math.min(Math.max(part, 0), 1);
