// Times of solved puzzles as a table, which `piecework puzzle --calibrate` reads.

/** The most times that a browser keeps. */
const MOST = 1000;

/** A field of a table, in quotes. */
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

/** The puzzle of a design, a name or a whole puzzle, if it is played as it is and not with cells left open. */
export const timedPuzzle = ({ puzzle, search }) => (search?.open ? null : (puzzle ?? null));

/** Times with one more, the last first: each is its seconds and its puzzle. */
export function withTime(times, design, seconds) {
  const puzzle = timedPuzzle(design);
  return puzzle ? [[Math.round(10 * seconds) / 10, puzzle], ...times].slice(0, MOST) : times;
}

/** The table, the first time first. */
export function csvOf(times) {
  const rows = [...times].reverse().map(([seconds, puzzle]) => `${seconds},${quoted(JSON.stringify(puzzle))}`);
  return ["seconds,puzzle", ...rows, ""].join("\n");
}
