// How a photo of fabric lies on the quilt: how wide it is, moved, turned, or with its motif in each patch.
//
// Quarters of a turn (`turn`) are in the tile; degrees beyond them (`angle`) turn all tiles about the quilt's corner.

const isAside = ({ turn = 0 }) => turn % 2 === 1;

/** Degrees from 0 to 359 of a photo, and a photo's turn for any degrees. */
export const degreesOf = ({ turn = 0, angle = 0 }) => 90 * turn + angle;
export function turnOf(degrees) {
  const all = ((Math.round(degrees) % 360) + 360) % 360;
  return { turn: Math.floor(all / 90), angle: all % 90 };
}

/** A point of the quilt on the photo, before that was turned beyond quarters. */
function back({ angle = 0 }, [x, y]) {
  const [sin, cos] = [Math.sin, Math.cos].map((of) => of((angle * Math.PI) / 180));
  return [x * cos + y * sin, y * cos - x * sin];
}

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
  if (photo.angle) tile.patternTransform = `rotate(${photo.angle})`;
  return { tile: { x, y, ...tile }, image: { width, height, ...(turned && { transform: turned }) } };
}

/** Where the tile begins so that the motif of the photo is at a point. */
export function motifAt(photo, cell, at) {
  const { image } = tileOf(photo, cell);
  const [x, y] = back(photo, at);
  const [across, down] = [photo.motif[0] * image.width, photo.motif[1] * image.height];
  const [left, top] = [
    [across, down],
    [image.height - down, across],
    [image.width - across, image.height - down],
    [down, image.width - across],
  ][photo.turn ?? 0];
  return { x: x - left, y: y - top };
}

/**
 * Where a photo begins after it was dragged by so many cells, within one repeat: what goes out at one side comes in at
 * the other.
 */
export function dragged(photo, moved) {
  const { tile } = tileOf(photo, 1);
  const [right, down] = back(photo, moved);
  const wrapped = (to, side) => Math.round((((to % side) + side) % side) * 1000) / 1000;
  return { x: wrapped((photo.x ?? 0) + right, tile.width), y: wrapped((photo.y ?? 0) + down, tile.height) };
}

/** The motif after a step, within the photo. */
export const within = (part) => Math.min(Math.max(part, 0), 1);
