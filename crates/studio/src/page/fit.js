// Pieces that fit the area of a board, so that a board that was drawn can be filled, and shapes to begin a board
// with.

import { largest, least } from "./lattice.js";
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

/** Shapes that the program draws, and what their buttons say. */
export const SHAPES = {
  heart: "Heart",
  star: "Star",
  circle: "Circle",
  wreath: "Wreath",
  diamond: "Diamond",
  cross: "Cross",
  house: "House",
  tree: "Tree",
};

/**
 * A grid of squares over a board: how many columns and rows it has, and `inside` says which middles of cells are on a
 * drawing of that size. `parts` are the squares along a cell: one, or more for a finer outline.
 */
export function overlay(middles, parts = 1) {
  const [left, top] = [0, 1].map((axis) => least(middles.map((point) => point[axis])) - 0.5);
  const [width, height] = [0, 1].map(
    (axis) => largest(middles.map((point) => point[axis])) + 0.5 - [left, top][axis],
  );
  // A stroke of one square must hold a middle, also where every other row is moved by half a cell.
  const spread = Math.sqrt((width * height) / new Set(middles.map(String)).size);
  const side = (Math.abs(spread - 1) < 1e-6 ? 1 : Math.max(1, 1.1 * spread)) / parts;
  const [columns, rows] = [width, height].map((length) => Math.max(1, Math.floor(length / side + 1e-6)));
  const [across, down] = [(width - columns * side) / 2, (height - rows * side) / 2];
  const inside = (drawing) =>
    middles.map(([x, y]) => {
      const at = [Math.floor((x - left - across) / side), Math.floor((y - top - down) / side)];
      return drawing[at[1]]?.[at[0]] === "#";
    });
  return { columns, rows, inside };
}
