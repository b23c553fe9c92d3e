// Tilings that somebody liked: starred, kept by this browser, and compared side by side.

import { counted, el } from "./dom.js";
import { small } from "./picture.js";

const NAME = "starred tilings";
/** The most starred tilings that are kept, over all boards. */
const MOST = 60;

export const cellsOf = (tiling) => JSON.stringify(tiling.placements);

const read = () => {
  try { return JSON.parse(localStorage.getItem(NAME) ?? "[]"); } catch { return []; }
};
const write = (all) => {
  try { localStorage.setItem(NAME, JSON.stringify(all.slice(-MOST))); } catch { /* They last as long as the page. */ }
};
let all = read();

/** The starred tilings of a board. */
export const starred = (board) => all.filter((one) => one.board === board).map((one) => one.rolled);

export const isStarred = (one) => all.some((other) => cellsOf(other.rolled.tiling) === cellsOf(one.tiling));

/** Stars a tiling, or takes its star. */
export function star(board, one) {
  if (isStarred(one)) all = all.filter((other) => cellsOf(other.rolled.tiling) !== cellsOf(one.tiling));
  else all.push({ board, rolled: one });
  write(all);
}

/** The starred tilings side by side, with their figures. `figures` has the words of each. */
export function comparison(tilings, { figures, colors, choose }) {
  const dialog = el("dialog", { class: "page-view compare", "aria-label": "Starred tilings compared" });
  const cards = tilings.map((one, index) => el("li", {},
    small(one.picture, colors()),
    el("h3", {}, `Tiling ${index + 1}`),
    el("ul", { class: "plain" }, Object.entries(figures).map(([key, words]) => el("li", {}, counted(one.figures[key], ...words)))),
    el("button", { type: "button", class: "main", onclick: () => { dialog.close(); choose(one); } }, `Use tiling ${index + 1}`)));
  dialog.append(el("div", { class: "row" }, el("h2", {}, `${counted(tilings.length, "starred tiling")} side by side`), el("button", { type: "button", onclick: () => dialog.close() }, "Close")),
    el("ul", { class: "side-by-side" }, cards));
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}
