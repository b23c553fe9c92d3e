// Tilings that somebody liked: starred, kept by this browser, and compared side by side.

import { el, mainButton, plainButton } from "./dom.js";
import { small } from "./picture.js";
import { counted } from "./words.js";

const NAME = "starred tilings";
/** The most starred tilings that are kept, over all boards. */
const MOST = 60;

/** What a tiling is known by: turned and mirrored ones are the same. */
export const keyOf = (one) => one.key ?? JSON.stringify(one.tiling.placements);

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
};
const write = (all) => {
  try {
    localStorage.setItem(NAME, JSON.stringify(all.slice(-MOST)));
  } catch {
    /* They last as long as the page. */
  }
};
let all = null;
const kept = () => {
  all ??= read();
  return all;
};

/** The starred tilings of a board. */
export const starred = (board) =>
  kept()
    .filter((one) => one.board === board)
    .map((one) => one.rolled);

export const isStarred = (one) => kept().some((other) => keyOf(other.rolled) === keyOf(one));

/** Stars a tiling, or takes its star. */
export function star(board, one) {
  if (isStarred(one)) all = kept().filter((other) => keyOf(other.rolled) !== keyOf(one));
  else all.push({ board, rolled: one });
  write(all);
}

/** The starred tilings side by side. `figures` has the words of each figure. */
export function comparison(tilings, { figures, colors, choose }) {
  const dialog = el("dialog", { class: "page-view compare", "aria-label": "Starred tilings compared" });
  const use = (one) => {
    dialog.close();
    choose(one);
  };
  const cards = tilings.map((one, index) =>
    el(
      "li",
      {},
      small(one.picture, colors()),
      el("h3", {}, `Tiling ${index + 1}`),
      el(
        "ul",
        { class: "plain" },
        figures(one).map((words) => el("li", {}, words)),
      ),
      mainButton(`Use tiling ${index + 1}`, () => use(one)),
    ),
  );
  dialog.append(
    el(
      "div",
      { class: "row" },
      el("h2", {}, `${counted(tilings.length, "starred tiling")} side by side`),
      plainButton("Close", () => dialog.close()),
    ),
    el("ul", { class: "side-by-side" }, cards),
  );
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}
