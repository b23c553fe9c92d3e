// Pieces that fit the area of a board, so that a board that was drawn can be filled, and shapes to begin a board
// with.

import { counted } from "./words.js";

const cellsOf = (piece) => piece.rows.join("").split("#").length - 1;

/** The number of cells of each piece of a set; nothing if they differ. */
function sizeOf(set) {
  const sizes = new Set(set.pieces.map(cellsOf));
  return sizes.size === 1 ? [...sizes][0] : null;
}

/**
 * Pieces of one cell, so many of them: they fill what is left. Where cells differ, such as hexagons and
 * triangles, each has a piece of its own, as many as fit.
 */
function singles({ kinds }, count) {
  const different = kinds.filter(
    (kind, at) => kinds.findIndex((one) => one.corners.length === kind.corners.length) === at,
  );
  return different.map(({ text: [column, row] }, at) => ({
    name: at ? `single ${at + 1}` : "single",
    rows: [...Array(row).fill("."), `${".".repeat(column)}#`],
    count: different.length > 1 ? "any" : count,
  }));
}

/** Sizes of pieces that sew and cut well, the best first. */
const LIKED = [5, 4, 6, 3, 2, 7];

/** One of each is offered of sets of at least this many pieces: few pieces fill few shapes of their area. */
const VARIED = 12;

/**
 * Pieces for a board of this area on a lattice of the program, the best first: one of each of a set, as many
 * as fit of a set, or with single cells for what is left over. Each has `pieces` as a puzzle writes them, and `words`.
 */
export function fitting(sets, lattice, area) {
  const usual = sets.filter((set) => set.lattice === lattice.name && set.symmetry === "free" && sizeOf(set));
  const found = [];
  for (const set of usual) {
    const sum = set.pieces.reduce((all, piece) => all + cellsOf(piece), 0);
    if (set.pieces.length < VARIED || sum !== area) continue;
    found.push({ pieces: [{ set: set.name }], words: `the ${set.name}, one of each` });
  }
  const liked = LIKED.flatMap((size) => usual.filter((set) => sizeOf(set) === size).slice(0, 1));
  for (const set of liked) {
    if (area >= sizeOf(set) && area % sizeOf(set) === 0) {
      found.push({ pieces: [{ set: set.name, count: "any" }], words: `${set.name}, as many as fit` });
    }
  }
  for (const set of liked) {
    const left = area % sizeOf(set);
    if (area > sizeOf(set) && left) {
      const more = singles(lattice, left);
      const words = more.length > 1 ? "single cells" : counted(left, "single cell");
      found.push({ pieces: [{ set: set.name, count: "any" }, ...more], words: `${set.name} and ${words}` });
    }
  }
  if (!found.length && area) found.push({ pieces: singles(lattice, "any"), words: "single cells" });
  return found;
}

/** Two lobes above a point, with a notch that a dozen cells still show. */
const heart = (x, y) => {
  const aside = Math.abs(x - 0.5);
  const isLobe = Math.hypot(aside - 0.26, y - 0.28) <= 0.28;
  const isBody = y >= 0.28 && aside <= 0.54 - 0.54 * ((y - 0.28) / 0.74) ** 1.25;
  return (isLobe || isBody) && y >= 0.24 - 1.3 * aside;
};

/** Three tiers above a stem. */
const tree = (x, y) => {
  const [aside, tier] = [Math.abs(x - 0.5), Math.floor(y / 0.29)];
  return y >= 0.87 ? aside <= 0.1 : aside <= 0.04 + 0.1 * tier + 0.26 * (y / 0.29 - tier);
};

/** Shapes in a square from 0 to 1: whether a point is inside. */
export const SHAPES = {
  heart: ["Heart", heart],
  circle: ["Circle", (x, y) => Math.hypot(x - 0.5, y - 0.5) <= 0.5],
  ring: [
    "Wreath",
    (x, y) => {
      const far = Math.hypot(x - 0.5, y - 0.5);
      return far <= 0.5 && far >= 0.24;
    },
  ],
  diamond: ["Diamond", (x, y) => Math.abs(x - 0.5) + Math.abs(y - 0.5) <= 0.5],
  cross: ["Cross", (x, y) => Math.abs(x - 0.5) <= 0.17 || Math.abs(y - 0.5) <= 0.17],
  house: ["House", (x, y) => (y >= 0.4 ? Math.abs(x - 0.5) <= 0.42 : Math.abs(x - 0.5) <= y * 1.25)],
  tree: ["Tree", tree],
};

/** Which middles of cells are inside of a shape that fills the board; `middles` are points in cell edges. */
export function insideOf(name, middles) {
  const [left, top] = [0, 1].map((axis) => Math.min(...middles.map((point) => point[axis])) - 0.5);
  const [width, height] = [0, 1].map(
    (axis) => Math.max(...middles.map((point) => point[axis])) + 0.5 - [left, top][axis],
  );
  return middles.map(([x, y]) => SHAPES[name][1]((x - left) / width, (y - top) / height));
}
