// What a whole board begins with: a line, a shape, letters; and the words on its cells.

import { setWord, typedWords } from "./boardwords.js";
import { announce, el, plainButton, quietButton } from "./dom.js";
import { SHAPES, overlay } from "./fit.js";
import { latticeOf } from "./lattice.js";
import { boardInLine, shapeIn } from "./server.js";
import { counted, plain, sentence } from "./words.js";

/**
 * What a whole board begins with: nothing, everything, a shape, letters. `middles()` are those of its cells,
 * with the cells.
 */
export function beginnings(board, middles, redraw) {
  // `choose` says for each middle whether its cell is in the board.
  const become = async (words, choose) => {
    const all = await middles();
    const before = JSON.stringify(board.puzzle);
    const inside = await choose(all.map(({ at }) => at));
    // Somebody went on drawing while letters were set.
    if (before !== JSON.stringify(board.puzzle)) return;
    const out = all.filter((_, index) => !inside[index]).map(({ cell }) => cell);
    board.alter((one) => {
      delete one.placed;
      delete one.region.without;
      board.setOut(out, true);
    });
    redraw();
    announce(`${words} ${counted(board.area(), "cell")}.`);
  };
  // Outlines are finer than cells that are not square; letters are of whole cells.
  const parts = () => (latticeOf(board.puzzle.lattice).rectilinear ? 1 : 4);
  const drawn = async (text, points, parts) => {
    const { columns, rows, inside } = overlay(points, parts);
    return inside((await shapeIn(text, columns, rows)).rows);
  };
  const shapes = Object.entries(SHAPES).map(([name, label]) =>
    plainButton(label, () => become(`${label}:`, (points) => drawn(name, points, parts())), {
      id: `board-shape-${name}`,
      class: "small-button",
    }),
  );
  const letters = el("input", {
    type: "text",
    id: "board-letters",
    maxLength: 40,
    size: 8,
    value: "AM",
    autocomplete: "off",
    "aria-describedby": "board-letters-wrong",
  });
  const wrong = el("p", { class: "wrong", id: "board-letters-wrong", role: "status" });
  const write = async () => {
    const text = letters.value.trim() || "A";
    wrong.textContent = "";
    try {
      await become(`${text}:`, (points) => drawn(`letters:${text}`, points));
    } catch (error) {
      wrong.textContent = inWords(error);
    }
  };
  return [
    el(
      "div",
      { class: "row" },
      plainButton("Clear", () => become("Empty:", () => []), { id: "board-clear" }),
      plainButton("Fill all", () => become("Full:", (points) => points.map(() => true)), { id: "board-fill" }),
    ),
    el("div", { class: "row shapes", role: "group", "aria-label": "Begin with a shape" }, shapes),
    el(
      "div",
      { class: "row", "data-same": "letters" },
      el("label", { for: "board-letters", class: "small" }, "Letters"),
      letters,
      plainButton("Draw them", write, { id: "board-write", class: "small-button" }),
    ),
    wrong,
  ];
}

/** What is wrong with what was typed. */
function inWords(error) {
  const [first] = error.errors ?? [{ message: error.message }];
  return sentence(plain([first.message, first.hint].filter(Boolean).join(". ")));
}

/** A board in one line, as `--board` takes it on the command line. */
export function lineField(board) {
  const wrong = el("p", { class: "wrong", id: "board-line-wrong", role: "status" });
  const go = async (event) => {
    event.preventDefault();
    try {
      const drawn = await boardInLine(line.value.trim() || line.placeholder, board.puzzle.lattice);
      const isOther = drawn.lattice !== board.puzzle.lattice;
      wrong.textContent = "";
      board.alter((one) => {
        Object.assign(one, { lattice: drawn.lattice, region: drawn.region });
        delete one.placed;
        if (!isOther) return;
        board.follows = true;
        board.hand.take(null);
      }, true);
      announce(`${drawn.name}: ${counted(board.area(), "cell")}.`);
    } catch (error) {
      wrong.textContent = inWords(error);
    }
  };
  const line = el("input", {
    type: "text",
    id: "board-line",
    placeholder: "10x6",
    autocomplete: "off",
    spellcheck: false,
    "aria-describedby": "board-line-help board-line-wrong",
  });
  return el(
    "form",
    { class: "field", "data-same": "line", onsubmit: go },
    el("label", { for: "board-line", class: "name" }, "In one line"),
    el("div", { class: "row" }, line, el("button", { type: "submit", id: "board-line-go" }, "Draw it")),
    el(
      "p",
      { class: "help", id: "board-line-help" },
      "A size such as 10x6, heart, “diamond 8”, “hexagon 4”, letters:ANNA, a figure.",
    ),
    wrong,
  );
}

/** The words that are written on cells. */
export function wordTools(board, redraw) {
  const hear = ({ currentTarget: { value } }) => {
    [board.text, board.words] = [value, typedWords(value)];
  };
  const input = el("input", {
    type: "text",
    id: "board-words",
    value: board.text,
    autocomplete: "off",
    "aria-describedby": "board-words-help",
    oninput: hear,
  });
  const inOrder = async () => {
    const cells = (await board.middles()).map(({ cell }) => cell).filter((cell) => !board.isOut(cell));
    const words = typedWords(board.text).slice(0, cells.length);
    if (!words.length) announce("Type the words first.");
    else {
      board.alter((one) => words.forEach((word, at) => setWord(one.region, cells[at], word)));
      announce(`${counted(words.length, "word")} written.`);
    }
    redraw();
  };
  const off = () =>
    board.alter((one) => {
      delete one.region.labels;
    });
  return [
    el(
      "div",
      { class: "field", "data-same": "words" },
      el("label", { for: "board-words", class: "name" }, "Words"),
      input,
      el(
        "p",
        { class: "help", id: "board-words-help" },
        "Type words, parted by blanks or commas, then tap a cell for each: the first goes to the first cell.",
      ),
    ),
    el(
      "div",
      { class: "row" },
      plainButton("Write all, row by row", inOrder, { id: "board-words-all", class: "small-button" }),
      board.puzzle.region.labels ? quietButton("Take all off", off, { id: "board-words-off" }) : null,
    ),
  ];
}
