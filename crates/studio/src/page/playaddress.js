// The address of a page that only plays: the puzzles, and which of them, and the cells that stay open.

import { decode, encode } from "./address.js";

const ACT = "play";

/** Whether an address is one that only plays. */
export const isPlayed = (hash) => hash.slice(1).split("/")[0] === ACT;

/** What there is to play of a design: its puzzles, without what is made of them; null if it has none. */
export function toPlay(design) {
  const { piecework = 2, book, made_puzzles: order, puzzle, puzzles, tilings } = design;
  const { open, ...search } = design.search ?? {};
  const searched = Object.keys(search).length ? { search } : {};
  if (book) return { piecework, book: { parts: book.parts, ...(book.title && { title: book.title }) }, ...searched };
  if (order) return { piecework, ...(puzzle && { puzzle }), made_puzzles: order, ...searched };
  if (puzzles) return { piecework, puzzles };
  if (puzzle) return { piecework, puzzle };
  return tilings ? { piecework, tilings } : null;
}

/** Puzzles that the program has are written by their names. */
const isNamed = ({ piecework, puzzle, ...more }) =>
  piecework === 2 && typeof puzzle === "string" && !Object.keys(more).length;

const sayable = (text) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%20", "+");

/** The address: `number` is which puzzle, from 1, where there are several; `open` the cells that stay open. */
export async function playAddress(design, { number = null, open = null } = {}) {
  const place = isNamed(design) ? design.puzzle : await encode(design);
  return `#${[ACT, sayable(place), number, open && sayable(open)].filter(Boolean).join("/")}`;
}

/** Whether a design has several puzzles, one of which is played at a time. */
export const isSeveral = (design) => ["book", "made_puzzles", "puzzles"].some((key) => key in design);

/** What an address says; `names` are the puzzles that the program has. */
export async function readPlayed(hash, names) {
  const [, place = "", ...more] = hash
    .slice(1)
    .split("/")
    .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
  const design = names.includes(place) ? { piecework: 2, puzzle: place } : await decode(place);
  if (typeof design !== "object" || design === null || Array.isArray(design)) throw new Error("no design");
  const number = isSeveral(design) ? Math.max(Number(more.shift() ?? 1) || 1, 1) : null;
  return { design, number, open: more[0] || null };
}
