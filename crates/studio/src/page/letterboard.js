// Letters as cells of a board: drawn large by the browser, then sampled where the middles of cells are.

/** Pixels for a cell. */
const PIXELS = 12;

/** Which middles of cells are inside of letters that fill a board of this width and height, in cell edges. */
export async function insideLetters(letters, middles, [width, height]) {
  await document.fonts.load("bold 40px 'Piecework Sans'");
  const canvas = new OffscreenCanvas(Math.ceil(width * PIXELS), Math.ceil(height * PIXELS));
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.font = "bold 200px 'Piecework Sans', sans-serif";
  const size = pen.measureText(letters);
  const [left, top] = [size.actualBoundingBoxLeft, size.actualBoundingBoxAscent];
  const [wide, high] = [left + size.actualBoundingBoxRight, top + size.actualBoundingBoxDescent];
  const scale = Math.min(canvas.width / wide, canvas.height / high);
  pen.setTransform(scale, 0, 0, scale, (canvas.width - wide * scale) / 2, (canvas.height - high * scale) / 2);
  pen.fillText(letters, left, top);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return middles.map(([x, y]) => {
    const at = Math.floor(y * PIXELS) * canvas.width + Math.floor(x * PIXELS);
    return (data[4 * at + 3] ?? 0) > 127;
  });
}
