// Plays puzzles: pieces are laid on the board by pointer, touch or keys, checked against every solution, and hinted.

import { boardGrid } from "./boardgrid.js";
import { announce, el, mainButton, plainButton } from "./dom.js";
import { pieceIcon, shape } from "./lattice.js";
import { hand } from "./laying.js";
import { playBoard, playJudge } from "./server.js";
import { counted, plain, sentence } from "./words.js";

/** Colors of pieces: each is told from its neighbors by its edge too. */
const COLORS = [
  ...["#e3b7a0", "#a9c4b4", "#e9d8a6", "#b7c3dd", "#d9b8cf"],
  ...["#c9d6a3", "#f0c38e", "#b5d4d8", "#d8c7b0", "#cbb9e0"],
];
const GIVEN = "#8a8174";

const key = String;

/** The puzzles of a design that was made, each as a design of its own. */
export function puzzlesOf(design, result) {
  const made = result.made.at(0)?.summary.puzzles ?? [];
  if (made.some((one) => one?.puzzle)) {
    return made.map(({ name, difficulty, puzzle }) => ({ name, difficulty, design: { piecework: 2, puzzle } }));
  }
  const one = (entry) => (typeof entry === "string" ? { puzzle: entry } : entry);
  const { puzzle, tilings, puzzles } = design;
  const all = puzzles?.map(one) ?? [tilings ? { puzzle, tilings } : { puzzle }];
  return all.map((subject, at) => ({
    name: typeof made[at] === "string" ? made[at] : "",
    design: { piecework: 2, ...subject },
  }));
}

/** A time in minutes and seconds. */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

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
      place.replaceChildren(...game.parts);
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

/** One puzzle on its board. */
function gameOf(design, known) {
  const line = el("p", { class: "play-line", id: "play-line" });
  const pieces = el("div", { class: "toggles play-pieces", role: "group", "aria-label": "Pieces" });
  const time = el("span", { class: "play-time", id: "play-time" });
  let began = 0;
  let solved = false;
  const timed = el("input", { type: "checkbox", id: "play-timed", onchange: () => tick() });
  const colors = new Map(known.pieces.map(({ name }, at) => [name, COLORS[at % COLORS.length]]));

  const board = {
    tool: "play",
    sets: [],
    rows: known.rows,
    puzzle: { name: known.name, lattice: known.lattice, pieces: known.pieces, placed: [] },
    isOut: () => false,
    commit() {},
    given: (cell) => known.placed.find((one) => one.cells.some((other) => key(other) === key(cell))) ?? null,
    colorOf: (name) => colors.get(name),
    about: (cell) => aboutCell(cell),
    marks: (pointsOf) => [...givenMarks(pointsOf), ...outlines(), ...clueMarks()],
    alter(change) {
      change(board.puzzle);
      laidOrTaken();
    },
    next,
  };
  board.hand = hand(board);
  const grid = boardGrid(board);
  Object.assign(board, { nameOf: grid.nameOf, isThere: grid.isThere });

  const laid = () => board.puzzle.placed ?? [];
  const used = (name) => [...known.placed, ...laid()].filter((one) => one.piece === name).length;
  const left = ({ name, most }) => (most === null ? Infinity : most - used(name));
  const covered = () => [...known.placed, ...laid()].flatMap(({ cells }) => cells);
  const open = () => known.rows.flat().length - covered().length;

  /** What is told of a cell, in words. */
  function aboutCell(cell) {
    const words = known.clues.flatMap((clue) => {
      if (clue.words && key(clue.cell) === key(cell)) return [`clue ${clue.words}`];
      const at = clue.cells?.findIndex((one) => key(one) === key(cell)) ?? -1;
      return at < 0 ? [] : [`an edge between it and ${grid.nameOf(clue.cells[1 - at])}`];
    });
    const given = board.given(cell);
    return [given ? `given piece ${given.piece}` : null, ...words].filter(Boolean).join(", ");
  }
  const givenMarks = (pointsOf) =>
    known.placed.flatMap(({ cells }) =>
      cells.map((cell) => {
        const polygon = shape("polygon", { points: pointsOf(cell), class: "laid" });
        Object.assign(polygon.style, { fill: GIVEN, stroke: GIVEN });
        return polygon;
      }),
    );
  /** The edges of pieces on the board. */
  const outlines = () => {
    const sides = new Map();
    [...known.placed, ...laid()].forEach(({ cells }, number) =>
      cells.forEach((cell) => {
        for (const [id, ends] of sidesOf(points.get(key(cell)) ?? [])) {
          const known = sides.get(id);
          if (known?.number === number) sides.delete(id);
          else sides.set(id, { number, ends });
        }
      }),
    );
    return [...sides.values()].map(({ ends: [x1, y1, x2, y2] }) => shape("line", { x1, y1, x2, y2, class: "edge" }));
  };
  const points = new Map(known.rows.flat().map(({ cell, points: all }) => [key(cell), all]));
  const clueMarks = () =>
    known.clues.map(({ words, at, room, line: ends }) => {
      if (ends) return shape("line", { x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], class: "clue-edge" });
      const size = Math.min(0.9 * room, 0.5);
      return shape("text", { x: at[0], y: at[1] + 0.36 * size, class: "clue", "font-size": size }, words);
    });

  function drawPieces() {
    const button = (piece) => {
      const rest = left(piece);
      const words = rest === Infinity ? "" : `, ${rest} left`;
      const properties = {
        type: "button",
        id: `play-take-${piece.name}`,
        disabled: rest < 1,
        "aria-pressed": String(board.hand.piece === piece.name),
        "aria-label": `take piece ${piece.name}${words}`,
        onclick: () => grid.inTurn(() => take(piece.name)),
        onpointerdown: (event) => drag(event, piece.name),
      };
      const icon = pieceIcon(piece.rows, known.lattice);
      icon.style.fill = colors.get(piece.name);
      return el("button", properties, icon, rest > 1 && rest !== Infinity ? el("span", {}, String(rest)) : null);
    };
    const focused = document.activeElement?.id;
    pieces.replaceChildren(...known.pieces.map(button));
    if (focused?.startsWith("play-take-")) document.getElementById(focused)?.focus();
  }

  /** Takes a piece into the hand, and goes to the board, where keys move it. */
  async function take(name, isDragged = false) {
    await board.hand.take(name);
    drawPieces();
    grid.paintAll();
    if (!isDragged) grid.enter();
    announce(`Piece ${name} is in your hand.`, { quiet: true });
  }
  function drag(event, name) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    event.currentTarget.releasePointerCapture?.(event.pointerId);
    grid.bring(() => take(name, true));
  }
  /** Takes the next piece that is left. */
  async function next() {
    const able = known.pieces.filter((piece) => left(piece) > 0);
    if (!able.length) {
      announce("All pieces are on the board.");
      return;
    }
    const at = able.findIndex(({ name }) => name === board.hand.piece);
    await take(able[(at + 1) % able.length].name);
  }

  function laidOrTaken() {
    if (!began && laid().length) {
      began = performance.now();
      tick();
    }
    const held = known.pieces.find(({ name }) => name === board.hand.piece);
    if (held && left(held) < 1) board.hand.take(null);
    drawPieces();
    say("");
    // Room to spare may stay empty.
    if (open() <= known.spare) check(true);
  }

  const say = (words) => {
    const count = open();
    line.textContent = words || (count ? `${counted(count, "cell")} to cover.` : "");
    if (words) announce(words, { quiet: !solved });
  };
  function tick() {
    const seconds = began ? (performance.now() - began) / 1000 : 0;
    time.textContent = timed.checked ? clock(seconds) : "";
    if (timed.checked && began && !solved && time.isConnected) setTimeout(tick, 1000);
  }

  /** Says whether what is on the board is right; `quiet`: only if it is solved or the board is full. */
  async function check(quiet = false) {
    const before = laid();
    const { state, piece } = await playJudge(design, before);
    // More was laid meanwhile.
    if (before !== laid()) return;
    if (state === "solved") {
      const after = timed.checked ? ` in ${clock((performance.now() - began) / 1000)}` : "";
      solved = true;
      say(`Solved${after}.`);
    } else if (state === "wrong") {
      const wrong = () => `Not solved: piece ${piece.piece} at ${grid.nameOf(piece.cells[0])} is in the wrong place.`;
      say(piece ? wrong() : "This cannot be completed.");
    } else if (quiet) return;
    else if (state === "right") say("Right so far.");
    else if (state === "impossible") say("This puzzle has no solution.");
    else say("It is not known whether this can be completed: the search takes too long.");
  }
  async function hint() {
    const before = laid();
    const { state, next: piece } = await playJudge(design, before);
    if (before !== laid()) return;
    if (state !== "right" || !piece) {
      await check();
      return;
    }
    board.puzzle.placed = [...laid(), piece];
    await board.hand.take(null);
    laidOrTaken();
    grid.paintAll();
    say(`Hint: piece ${piece.piece} is laid at ${piece.cells.map(grid.nameOf).join("; ")}.`);
  }
  async function again() {
    board.puzzle.placed = [];
    began = 0;
    solved = false;
    await board.hand.take(null);
    drawPieces();
    grid.paintAll();
    tick();
    say("All pieces are off the board.");
  }

  const help = [
    "Drag pieces onto the board. By keys: N takes the next piece, arrow keys move it, R turns and F flips it, ",
    "Space lays it or picks one up, Delete takes it off.",
  ];
  const parts = [
    el("p", { class: "help" }, help),
    pieces,
    grid.element,
    line,
    el(
      "div",
      { class: "row" },
      plainButton("Check", () => check(), { id: "play-check" }),
      plainButton("Hint", hint, { id: "play-hint" }),
      plainButton("Turn", () => inHand("turn"), { id: "play-turn" }),
      plainButton("Flip", () => inHand("flip"), { id: "play-flip" }),
      plainButton("Start again", again, { id: "play-again" }),
      el("label", { class: "check", for: "play-timed" }, timed, "Time me"),
      time,
    ),
  ];
  /** Turns or flips the piece in the hand by a button: there are no keys on a phone. */
  function inHand(how) {
    if (!board.hand.piece) announce("Take a piece first.");
    else {
      board.hand[how]();
      grid.paintAll();
    }
  }
  const start = () => {
    drawPieces();
    grid.layOut();
    say("");
  };
  return { parts, start };
}

/** The sides of a polygon, each with a name that is the same from both sides of it. */
function sidesOf(points) {
  const count = points.length / 2;
  return Array.from({ length: count }, (_, at) => {
    const next = (at + 1) % count;
    const ends = [points[2 * at], points[2 * at + 1], points[2 * next], points[2 * next + 1]];
    const named = [ends.slice(0, 2), ends.slice(2)].map((end) => end.map((one) => one.toFixed(2)).join(" "));
    return [named.sort().join(" "), ends];
  });
}
