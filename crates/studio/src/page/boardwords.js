// Words on the cells of a board, such as the days of a calendar.

const key = String;

/** The words that somebody types: parted by commas, or by blanks where there are none. */
export const typedWords = (text) =>
  text
    .split(text.includes(",") ? "," : /\s+/)
    .map((word) => word.trim())
    .filter(Boolean);

/** The word of a cell, or nothing. */
export const wordAt = ({ labels }, cell) => labels?.find(([, other]) => key(other) === key(cell))?.[0] ?? null;

/** Puts a word on a cell of a region, or takes it off without one. */
export function setWord(region, cell, word) {
  const labels = (region.labels ?? []).filter(([, other]) => key(other) !== key(cell));
  if (word) labels.push([word, cell]);
  if (labels.length) region.labels = labels;
  else delete region.labels;
}

/** Leaves only the words of cells that `isIn` says are still there. */
export function keepWords(region, isIn) {
  const labels = (region.labels ?? []).filter(([, cell]) => isIn(cell));
  if (labels.length) region.labels = labels;
  else delete region.labels;
}

/** A board that is drawn by its words as a rectangle with cells taken out. */
export function fromWords({ words }) {
  const width = Math.max(...words.map((row) => row.length));
  const cells = words.flatMap((row, y) => Array.from({ length: width }, (_, x) => [row[x] ?? null, [x, y]]));
  const without = cells.filter(([word]) => word === null).map(([, cell]) => cell);
  const labels = cells.filter(([word]) => word);
  return {
    rectangle: [width, words.length],
    ...(without.length && { without }),
    ...(labels.length && { labels }),
  };
}
