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
    const width = Math.min(Math.max(Math.round(photo.width * cell * 10) / 10, LEAST), MOST);
    return { ...fabric, photo: { jpeg: photo.jpeg }, width: `${width}mm` };
  });
}
