// A board of squares that is turned by a quarter, for a window that is high while the board is wide, or the reverse.

import { sizeOf } from "./lattice.js";

/** Cells of this size are large enough as they are, in pixels; and how much larger smaller ones must become. */
const [LARGE, GAIN] = [64, 1.15];

/**
 * Whether a board is better turned in a place of this size, in pixels: where its cells are small for a finger, and
 * would be larger. Words are read as they are on the wood, so a board with words stays.
 */
export function isBetterTurned({ lattice, labels, rows }, { width, height }) {
  if (lattice !== "square" || labels.length || !width || !height) return false;
  const [across, down] = sizeOf(rows);
  const cell = Math.min(width / across, height / down);
  return cell < LARGE && Math.min(width / down, height / across) > GAIN * cell;
}

/** What the program says of a board, turned clockwise by a quarter: its cells stay, and only their places change. */
export function turned(known) {
  const [, high] = sizeOf(known.rows);
  const turnAll = (points) =>
    points.map((_, index) => (index % 2 === 0 ? high - points[index + 1] : points[index - 1]));
  const columns = new Map();
  for (const one of known.rows.flat()) {
    const [column] = one.cell;
    columns.set(column, [{ ...one, points: turnAll(one.points) }, ...(columns.get(column) ?? [])]);
  }
  const clues = known.clues.map((clue) => ({
    ...clue,
    ...(clue.at && { at: turnAll(clue.at) }),
    ...(clue.line && { line: turnAll(clue.line) }),
  }));
  const rows = [...columns].sort(([one], [other]) => one - other).map(([, row]) => row);
  return { ...known, rows, clues, pieces: known.pieces.map((piece) => ({ ...piece, seen: turnedRows(piece.rows) })) };
}

/** A piece as rows of text, turned clockwise by a quarter. */
function turnedRows(rows) {
  const width = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, x) =>
    rows
      .map((row) => row[x] ?? ".")
      .reverse()
      .join(""),
  );
}
