// What a sheet looks like before anything is drawn: its material, the part that is shown, its rulers, and its pieces.

/** What a material looks like, by the first word of its name: what it is called, its color, whether it has a grain. */
const MATERIALS = {
  birch: { words: "birch", fill: "#e8d2a6", isWood: true },
  basswood: { words: "basswood", fill: "#eddcb8", isWood: true },
  mdf: { words: "MDF", fill: "#c9a877" },
  acrylic: { words: "acrylic", fill: "#d5e4ea" },
  cardboard: { words: "cardboard", fill: "#d2b48c" },
  mat: { words: "mat board", fill: "#f1ede4" },
  cardstock: { words: "cardstock", fill: "#f7f3e9" },
  paper: { words: "paper", fill: "#fdfaf4" },
  filament: { words: "filament", fill: "#cfd3d6" },
  cloth: { words: "cloth", fill: "#eee9e0" },
};
/** What is shown where nobody has said a material. */
const USUAL = { ...MATERIALS.birch, words: "wood" };
/** What files of these formats are made of where no material is chosen. */
const OF_FORMATS = { stl: "filament", "3mf": "filament", dst: "cloth", exp: "cloth", pes: "cloth", jef: "cloth" };

/** What a cut is made of, as far as it is said: by the name of its material, or by the formats of its files. */
export function materialOf(material, formats = []) {
  const named = String(material?.name ?? material ?? "").toLowerCase();
  const known = Object.keys(MATERIALS).find((name) => named.startsWith(name));
  return MATERIALS[known ?? (named ? undefined : OF_FORMATS[formats[0]])] ?? USUAL;
}

/** A color for each piece of a tiling in one material: a little lighter and darker from piece to piece. */
export const WOODS = ["#e8d2a6", "#eedbb6", "#e1c795"];

/** The same with left and right exchanged, for a sheet of this width. */
export const mirrored = (sheet, width) =>
  JSON.parse(JSON.stringify(sheet), (_, value) =>
    typeof value?.x === "number" && typeof value.y === "number" ? { x: width - value.x, y: value.y } : value,
  );

/** How much of a sheet must be used, as a part of its area, so that all of it is shown at first. */
const MUCH = 0.2;

/** The part of a sheet that lines take, with some air: its left, top, width and height. */
export function partOf(lines, [width, height]) {
  const points = lines.flatMap((line) => line.points);
  if (!points.length) return [0, 0, width, height];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const ends = (all) => [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
  const [[left, right], [top, bottom]] = [ends(xs), ends(ys)];
  const air = Math.max(right - left, bottom - top) / 10;
  const [x, y] = [left - air < air ? 0 : left - air, top - air < air ? 0 : top - air];
  return [x, y, Math.min(right + air, width) - x, Math.min(bottom + air, height) - y];
}

/** Whether a part of a sheet is so small that it is shown by itself at first. */
export const isSmall = ([, , wide, high], [width, height]) => wide * high < MUCH * width * height;

/** The steps of rulers, in mm: between numbers. */
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000];

/**
 * The marks of a ruler from a place on, each with `at` and `isNumbered`: numbers are at least this far apart, and at
 * most a dozen.
 */
export function marks(from, length, apart = 0) {
  const step = STEPS.find((one) => one >= apart && length / one <= 12) ?? STEPS.at(-1);
  const least = step / 5;
  const [first, last] = [Math.ceil(from / least - 1e-9), Math.floor((from + length) / least + 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    at: (first + index) * least,
    isNumbered: (first + index) % 5 === 0,
  }));
}

/**
 * The pieces on a sheet, in their order: by outlines if there are any, otherwise by their numbers, of those that have
 * `sizes`; a test card has other numbers.
 */
export function piecesOn({ outlines, labels }, sizes) {
  const known = new Set(sizes.flatMap(({ pieces }) => pieces));
  const middle = (rings) => {
    const { points } = rings[0];
    const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    return { x: mean("x"), y: mean("y") };
  };
  const numbered = labels.map(({ words, at }) => ({ piece: Number.parseInt(words, 10), at, rings: null }));
  const outlined = outlines.map(({ piece, rings }) => ({ piece, at: middle(rings), rings }));
  const all = outlined.length ? outlined : numbered.filter(({ piece }) => known.has(piece));
  return all.sort((a, b) => a.piece - b.piece);
}

/** What is known of a piece: its name and size, and when it comes loose. */
export function pieceWords(piece, { sizes = [], free = [] }) {
  const size = sizes.find(({ pieces }) => pieces.includes(piece));
  const rounded = (mm) => Math.round(mm * 10) / 10;
  const loose = free.find((one) => one.piece === piece);
  return [
    `Piece ${piece}${size ? `, ${size.name}, ${rounded(size.width_mm)} × ${rounded(size.height_mm)} mm` : ""}`,
    loose ? `comes loose on sheet ${loose.sheet} with line ${loose.step}` : "held by tabs",
  ].join("; ");
}

/** The widest kerf that anybody measures, in mm, chosen by eye: the bit of a router. */
const WIDEST = 3.2;

/** The kerf in mm that strips tell: `cut` is how wide each is drawn, `measured` how wide all are, pushed together. */
export function kerfOfStrips(cut, count, measured) {
  const kerf = Math.round(((cut * count - measured) / count) * 1000) / 1000;
  return kerf >= 0 && kerf <= WIDEST ? kerf : null;
}
