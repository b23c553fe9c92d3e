// Letters as cells of a board: of a quilt alphabet where they fit, else drawn large by the browser and sampled.

/**
 * The quilt alphabet, drawn by hand: strokes of one cell on five columns and seven rows, each letter of one
 * piece. A digit of base 32 is a row.
 */
const ALPHABET = {
  A: "erhvhhh", B: "uiivhhv", C: "vgggggv", D: "ujhhhju", E: "vgguggv", F: "vgguggg", G: "vggnhhv",
  H: "hhhvhhh", I: "e44444e", J: "1111hhv", K: "jimsmij", L: "ggggggv", M: "hrvlhhh", N: "hptnjhh",
  O: "vhhhhhv", P: "vhhvggg", Q: "vhhhjv1", R: "vhhvkmj", S: "vggv11v", T: "v444444", U: "hhhhhhv",
  V: "hhhhre4", W: "hhhllvr", X: "hre4erh", Y: "hre4444", Z: "v136cov", 0: "erhhhre", 1: "4c4444e",
  2: "v11vggv", 3: "v11f11v", 4: "hhhv111", 5: "vggv11v", 6: "vggvhhv", 7: "v136444", 8: "vhhvhhv",
  9: "vhhv11v", " ": "0000000",
};
const [WIDE, HIGH] = [5, 7];

/** Which points are inside of letters of the alphabet, as large as the board allows; null without one or room. */
export function alphabetLetters(letters, middles, [width, height]) {
  const glyphs = [...letters.toUpperCase()].map((letter) => ALPHABET[letter]);
  const columns = glyphs.length * (WIDE + 1) - 1;
  const scale = Math.floor(Math.min(width / columns, height / HIGH));
  if (scale < 1 || glyphs.includes(undefined)) return null;
  const [left, top] = [Math.floor((width - columns * scale) / 2), Math.floor((height - HIGH * scale) / 2)];
  return middles.map(([x, y]) => {
    const [column, row] = [Math.floor((x - left) / scale), Math.floor((y - top) / scale)];
    const digit = Number.parseInt(glyphs[Math.floor(column / (WIDE + 1))]?.[row] ?? "0", 32);
    return ((digit >> (WIDE - 1 - (column % (WIDE + 1)))) & 1) === 1 && column % (WIDE + 1) < WIDE;
  });
}

/** Pixels for a cell. */
const PIXELS = 12;

/** Which middles of cells are inside of letters that fill a board of this width and height, in cell edges. */
export async function insideLetters(letters, middles, [width, height]) {
  const known = alphabetLetters(letters, middles, [width, height]);
  if (known) return known;
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
