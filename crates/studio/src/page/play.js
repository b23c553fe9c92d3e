// What there is to play below the pages of puzzles: a choice of puzzles, and one of them on its board.

import { el, mainButton, plainButton } from "./dom.js";
import { gameOf } from "./game.js";
import { playBoard } from "./server.js";
import { plain, sentence } from "./words.js";

/** The puzzles of a design that was made, each as a design of its own. */
export function puzzlesOf(design, result) {
  const made = result?.made.at(0)?.summary.puzzles ?? [];
  // A design of a later format is not played as if it were of this one: the program says so.
  const { piecework = 2 } = design;
  if (made.some((one) => one?.puzzle)) {
    return made.map(({ name, difficulty, puzzle }) => ({ name, difficulty, design: { piecework, puzzle } }));
  }
  const one = (entry) => (typeof entry === "string" ? { puzzle: entry } : entry);
  const { puzzle, tilings, puzzles, search } = design;
  const all = puzzles?.map(one) ?? [tilings ? { puzzle, tilings } : { puzzle }];
  const open = search?.open ? { search: { open: search.open } } : {};
  return all.map((subject, at) => ({
    name: typeof made[at] === "string" ? made[at] : "",
    design: { piecework, ...subject, ...open },
  }));
}

/** What there is to play below the pages: nothing is asked of the program before a person wants to. */
export function playground(puzzles) {
  const element = el("section", { class: "playground", "aria-label": "Play" });
  const place = el("div", {});
  const name = ({ name: words, difficulty }, at) =>
    `${at + 1}  ${plain(words)}${difficulty ? `, difficulty ${difficulty}` : ""}`;
  const select = el(
    "select",
    { id: "play-puzzle", onchange: () => begin(Number(select.value)) },
    puzzles.map((one, at) => el("option", { value: at }, name(one, at))),
  );
  const begin = async (at) => {
    try {
      const known = await playBoard(puzzles[at].design);
      // Another puzzle was chosen meanwhile.
      if (at !== Number(select.value)) return;
      const game = gameOf(puzzles[at].design, known);
      place.replaceChildren(...partsOf(game));
      game.start();
    } catch (error) {
      place.replaceChildren(el("p", { class: "problem" }, sentence(plain(error.message))));
    }
  };
  const open = () => {
    element.replaceChildren(
      el("h3", {}, "Play"),
      el("div", { class: "field" }, el("label", { for: "play-puzzle", class: "name" }, "Puzzle"), select),
      place,
    );
    begin(0);
  };
  element.append(mainButton(puzzles.length > 1 ? "Play these puzzles" : "Play this puzzle", open, { id: "play-open" }));
  return element;
}

/** The same for what was made of a design: the puzzles, and a key that tells them from others. */
export function played(design, result) {
  const puzzles = puzzlesOf(design, result);
  return { key: JSON.stringify(puzzles), words: () => "", elements: puzzles.length ? [playground(puzzles)] : [] };
}

/** How to play. */
export const HOW = [
  "Drag pieces onto the board, or tap a piece, then its place. By keys: N takes the next piece, arrow keys move it, ",
  "R turns and F flips it, Space lays it or picks one up, Delete takes it off; H is a hint, C checks, U undoes.",
];

/** A game with its buttons, one below the other. */
const partsOf = (game) => [
  el("p", { class: "help" }, HOW),
  game.pieces,
  game.grid,
  game.line,
  el(
    "div",
    { class: "row" },
    plainButton("Check", game.check, { id: "play-check" }),
    plainButton("Hint", game.hint, { id: "play-hint" }),
    plainButton("Turn", game.turn, { id: "play-turn" }),
    plainButton("Flip", game.flip, { id: "play-flip" }),
    plainButton("Undo", game.undo, { id: "play-undo" }),
    plainButton("Start again", game.again, { id: "play-again" }),
    game.timing,
  ),
];
