// What rolled tilings are compared and sorted by, without the page.

import { counted } from "./words.js";

/** The figures of a tiling, with their nouns and what is best: the least or the most. */
const FIGURES = {
  straight_rectangles: {
    words: ["rectangle by straight seams", "rectangles by straight seams"],
    sort: "fewest rectangles by straight seams",
  },
  set_in_corners: { words: ["Y-seam", "Y-seams"], sort: "fewest Y-seams" },
  crossings: { words: ["crossing", "crossings"], sort: "fewest crossings" },
  fault_lines: { words: ["fault line", "fault lines"], sort: "fewest fault lines" },
  symmetries: { words: ["symmetry", "symmetries"], sort: "most symmetry", isMost: true },
  uneven: {
    words: ["copy more of one piece than of another", "copies more of one piece than of another"],
    sort: "pieces used most evenly",
  },
};

const known = (one, key) => one.figures[key] !== null && one.figures[key] !== undefined;

/** The figures in which tilings differ: only these are worth sorting by. */
export const varying = (tilings) =>
  Object.keys(FIGURES).filter(
    (key) => tilings.every((one) => known(one, key)) && new Set(tilings.map((one) => one.figures[key])).size > 1,
  );

/** What to sort by, and its name. */
export const sortsFor = (tilings) => [["", "as found"], ...varying(tilings).map((key) => [key, FIGURES[key].sort])];

/** Tilings in the order of a figure, the best first; those that are equal stay as they were. */
export function sorted(tilings, key) {
  if (!FIGURES[key]) return tilings;
  const sign = FIGURES[key].isMost ? -1 : 1;
  return [...tilings].sort((a, b) => sign * (a.figures[key] - b.figures[key]));
}

/** A figure of a tiling in words. */
export const figureWords = (one, key) => counted(one.figures[key], ...FIGURES[key].words);

/** All figures of a tiling that are known, in words. */
export const allWords = (one) =>
  Object.keys(FIGURES)
    .filter((key) => known(one, key))
    .map((key) => figureWords(one, key));

/** How many tilings there are, in words; numbers are those of the program. */
export function totalWords({ raw, up_to_symmetry: apart, complete }) {
  const more = complete === false ? " or more: the count was stopped" : "";
  if (apart === undefined || apart === null || String(apart) === String(raw))
    return `${counted(raw, "tiling")}${more}.`;
  return `${counted(raw, "tiling")}${more}; ${counted(apart, "one", "ones")} if turned and mirrored ones count once.`;
}

/** What a roll found, in words. `total` is how many there are, where that is known. */
export function rollWords(shown, got, total) {
  if (!shown) return "No tiling was found in the time.";
  const here = `${counted(shown, "different tiling")} here`;
  const folded = got > shown ? " (turned and mirrored ones count once)" : "";
  return total ? `${here}${folded}, of ${counted(total, "tiling")} in all.` : `${here}${folded}.`;
}
