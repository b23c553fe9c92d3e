// What the program is told of photos of fabrics, so that the files show them at true size.

/** The least and the most width of a photo that the program takes, in millimetres. */
const [LEAST, MOST] = [10, 2000];

/** Fabrics of a palette with the photos of them; `cell` is the edge of a cell in millimetres. None: null. */
export function withPrints(fabrics, photoOf, cell) {
  const photos = fabrics.map((fabric) => photoOf(fabric.name));
  if (!photos.some((photo) => photo?.jpeg)) return null;
  return fabrics.map((fabric, index) => {
    const photo = photos[index];
    if (!photo?.jpeg) return fabric;
    const width = Math.min(Math.max(Math.round((photo.printed ?? photo.width) * cell * 10) / 10, LEAST), MOST);
    const turned = photo.angle ? { turn: photo.angle } : {};
    return { ...fabric, photo: { jpeg: photo.jpeg }, width: `${width}mm`, ...turned };
  });
}

/** Whether the bytes of a picture are all there, as far as its end tells: browsers fill what is missing with gray. */
export function isWhole(bytes) {
  const is = (at, ...wanted) => wanted.every((byte, index) => bytes[at + index] === byte);
  const [end, view] = [bytes.length, new DataView(bytes.buffer, bytes.byteOffset)];
  if (is(0, 0x89, 0x50, 0x4e, 0x47)) {
    for (let at = 8; at + 12 <= end; at += 12 + view.getUint32(at)) if (is(at + 4, 0x49, 0x45, 0x4e, 0x44)) return true;
    return false;
  }
  if (is(0, 0x47, 0x49, 0x46)) return bytes[end - 1] === 0x3b;
  if (is(0, 0x52, 0x49, 0x46, 0x46)) return end >= 8 + view.getUint32(4, true);
  if (!is(0, 0xff, 0xd8)) return true;
  for (let at = 2; at + 1 < end; ) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker < 2 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) at += 1;
    else if (marker === 0xd9) return true;
    else at += 2 + bytes[at + 2] * 256 + bytes[at + 3];
  }
  return false;
}
