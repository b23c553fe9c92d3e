// One puzzle on its board: pieces are laid by pointer, touch or keys, checked against every solution, and hinted.

import { boardGrid } from "./boardgrid.js";
import { announce, el } from "./dom.js";
import { marksOf, middleOf, pieceIcon, shape } from "./lattice.js";
import { hand } from "./laying.js";
import { playJudge } from "./server.js";
import { isBetterTurned, turned } from "./turned.js";
import { counted, shapeWords } from "./words.js";

/** Colors of pieces: each is told from its neighbors by its edge too. */
const COLORS = [
  ...["#e3b7a0", "#a9c4b4", "#e9d8a6", "#b7c3dd", "#d9b8cf"],
  ...["#c9d6a3", "#f0c38e", "#b5d4d8", "#d8c7b0", "#cbb9e0"],
];
const GIVEN = "#8a8174";
/** Cap heights of the font, in its size. */
const CAPS = 0.72;

/** What is laid on an empty board: always the same list, by which it is seen that nothing changed. */
const NOTHING = Object.freeze([]);

const key = String;

/** A time in minutes and seconds. */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

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

/** The edges of pieces on a board whose cells have these points. */
function outlines(pieces, points) {
  const sides = new Map();
  pieces.forEach(({ cells }, number) =>
    cells.forEach((cell) => {
      for (const [id, ends] of sidesOf(points.get(key(cell)) ?? [])) {
        if (sides.get(id)?.number === number) sides.delete(id);
        else sides.set(id, { number, ends });
      }
    }),
  );
  return [...sides.values()].map(({ ends: [x1, y1, x2, y2] }) => shape("line", { x1, y1, x2, y2, class: "edge" }));
}

/** The clues of a puzzle, and the words on its cells, as marks. */
const clueMarks = ({ clues }) =>
  clues.map(({ words, at, room, line: ends }) => {
    if (ends) return shape("line", { x1: ends[0], y1: ends[1], x2: ends[2], y2: ends[3], class: "clue-edge" });
    const size = Math.min(0.9 * room, 0.5);
    return shape("text", { x: at[0], y: at[1] + 0.36 * size, class: "clue", "font-size": size }, words);
  });
const wordMarks = ({ labels, open }) =>
  labels.map(({ cell, words, at: [x, y], height }) => {
    const name = open.some((one) => key(one) === key(cell)) ? "cell-word open" : "cell-word";
    return shape("text", { x, y: y + height / 2, class: name, "font-size": height / CAPS }, words);
  });

/** The length by which cells of all lattices are shown equally large. */
function scaleOf(points) {
  const cross = (at) => {
    const next = (at + 2) % points.length;
    return points[at] * points[next + 1] - points[next] * points[at + 1];
  };
  const area = points.reduce((sum, _, at) => sum + (at % 2 ? 0 : cross(at)), 0) / 2;
  return 1 / Math.sqrt(Math.abs(area));
}

/** The name of a piece, in the cell nearest to its middle; `cells` are the points of its cells. */
function nameMark(name, cells) {
  const middles = cells.map(middleOf);
  const [x, y] = middleOf(middles.flat());
  const far = middles.map(([ax, ay]) => Math.hypot(ax - x, ay - y));
  const [tx, ty] = middles[far.indexOf(Math.min(...far))];
  const size = Math.min(0.5, 1.2 / name.length);
  return shape("text", { x: tx, y: ty + (size * CAPS) / 2, class: "piece-name", "font-size": size }, name);
}

/** What is told of a cell, in words. */
function aboutCell(known, cell, nameOf) {
  const given = known.placed.find((one) => one.cells.some((other) => key(other) === key(cell)));
  const words = known.clues.flatMap((clue) => {
    if (clue.words && key(clue.cell) === key(cell)) return [`clue ${clue.words}`];
    const at = clue.cells?.findIndex((one) => key(one) === key(cell)) ?? -1;
    return at < 0 ? [] : [`an edge between it and ${nameOf(clue.cells[1 - at])}`];
  });
  return [given ? `given piece ${given.piece}` : null, ...words].filter(Boolean).join(", ");
}

/** The time that a puzzle takes, from the first piece that is laid; shown if somebody asks for it. */
function stopwatch() {
  const element = el("span", { class: "play-time", id: "play-time" });
  const box = el("input", { type: "checkbox", id: "play-timed", onchange: () => tick() });
  let [began, took] = [0, null];
  const seconds = () => took ?? (began ? (performance.now() - began) / 1000 : 0);
  function tick() {
    element.textContent = box.checked ? clock(seconds()) : "";
    if (box.checked && began && took === null && element.isConnected) setTimeout(tick, 1000);
  }
  return {
    parts: [el("label", { class: "check", for: "play-timed" }, box, "Time me"), element],
    begin: () => {
      if (began) return;
      began = performance.now();
      tick();
    },
    end: () => {
      took ??= seconds();
      tick();
      return box.checked ? ` in ${clock(took)}` : "";
    },
    took: () => took,
    reset: () => {
      [began, took] = [0, null];
      tick();
    },
  };
}

/** Which cell of the picture in a button is nearest to the pointer. */
function nearestCell({ currentTarget, clientX, clientY }) {
  const far = [...currentTarget.querySelectorAll("polygon")].map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return Math.hypot(clientX - x - width / 2, clientY - y - height / 2);
  });
  return far.indexOf(Math.min(...far));
}

/** The pieces beside the board, each a button that takes one into the hand. */
function pieceButtons(known, { left, inHand, take, drag, colorOf, seen }) {
  const element = el("div", { class: "toggles play-pieces", role: "group", "aria-label": "Pieces" });
  const scale = scaleOf(known.rows[0][0].points);
  const button = (piece) => {
    const rest = left(piece);
    const words = rest === Infinity ? "" : `, ${rest} left`;
    const properties = {
      type: "button",
      id: `play-take-${piece.name}`,
      disabled: rest < 1,
      "aria-pressed": String(inHand() === piece.name),
      onclick: () => take(piece.name),
      onpointerdown: (event) => drag(event, piece.name),
    };
    const icon = pieceIcon(seen(piece), known.lattice);
    // All pieces are shown in one scale.
    const { width, height } = icon.viewBox.baseVal;
    const shown = (length) => `calc(${(length * scale).toFixed(2)} * var(--shrink, 1) * var(--unit))`;
    Object.assign(icon.style, { width: shown(width), height: shown(height) });
    icon.style.fill = colorOf(piece.name);
    icon.append(
      nameMark(
        piece.name,
        [...icon.children].map((cell) => cell.getAttribute("points").split(/[ ,]/).map(Number)),
      ),
    );
    const isMany = rest > 1 && rest !== Infinity;
    return el(
      "button",
      properties,
      icon,
      el("span", { class: "unseen" }, `take piece ${piece.name}${words}: ${shapeWords(piece.rows)}`),
      isMany ? el("span", { class: "rest", "aria-hidden": "true" }, String(rest)) : null,
    );
  };
  /** All in sight without a scroll bar, where they need not be much smaller for that. */
  const fit = () => {
    const fits = (share) => {
      element.style.setProperty("--shrink", share);
      return element.scrollHeight <= element.clientHeight + 1;
    };
    // Beside a board they take what room there is; below it that room is the board's.
    const larger = getComputedStyle(element).flexGrow === "1" ? [1.6, 1.4, 1.2] : [];
    if (![...larger, 1, 0.9, 0.8, 0.7, 0.6].some(fits)) fits(1);
  };
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(element);
  const draw = () => {
    const focused = document.activeElement?.id;
    element.replaceChildren(...known.pieces.map(button));
    fit();
    if (focused?.startsWith("play-take-")) document.getElementById(focused)?.focus();
  };
  return { element, draw };
}

/**
 * One puzzle on its board: `known` is what the program says of it, `keys` has what more keys do on the board, and
 * `changed(placed, isShown)` hears of every change, `solved(placed)` of a whole solution that was not shown.
 */
export function gameOf(
  design,
  known,
  { keys = {}, changed = () => {}, timed = () => {}, solved: whenSolved = () => {}, room = () => null } = {},
) {
  /** The board as it is seen: turned where its cells are larger then. */
  let view = known;
  const line = el("p", { class: "play-line", id: "play-line" });
  const watch = stopwatch();
  const colors = new Map(known.pieces.map(({ name }, at) => [name, COLORS[at % COLORS.length]]));
  const pointsIn = ({ rows }) => new Map(rows.flat().map(({ cell, points: all }) => [key(cell), all]));
  let points = pointsIn(known);
  const words = new Map(known.labels.map((label) => [key(label.cell), label.words]));
  let past = [];
  let solved = false;
  /** Whether somebody helped: a time is then not that of the player. */
  let isHelped = false;
  /** Whether a whole solution was shown: what is laid then is not solved by the player. */
  let isShown = false;

  const board = {
    tool: "play",
    isTurned: false,
    sets: [],
    rows: known.rows,
    puzzle: { name: known.name, lattice: known.lattice, pieces: known.pieces, placed: [] },
    isOut: (cell) => known.open.some((one) => key(one) === key(cell)),
    outWords: "stays open",
    commit() {},
    given: (cell) => known.placed.find((one) => one.cells.some((other) => key(other) === key(cell))) ?? null,
    colorOf: (name) => colors.get(name),
    wordOf: (cell) => words.get(key(cell)),
    about: (cell) => aboutCell(known, cell, nameOf),
    under: () => wordMarks(known),
    marks: (pointsOf) => [
      ...givenMarks(pointsOf),
      ...outlines([...known.placed, ...laid()], points),
      ...[...known.placed, ...laid()].map((one) =>
        nameMark(
          one.piece,
          one.cells.map((cell) => points.get(key(cell))),
        ),
      ),
      ...clueMarks(view),
    ],
    alter(change) {
      past.push(laid());
      change(board.puzzle);
      laidOrTaken();
    },
    next,
    keys: { h: hint, c: () => check(), u: undo, ...keys },
  };
  board.hand = hand(board);
  const grid = boardGrid(board);
  const nameOf = (cell) => words.get(key(cell)) ?? grid.nameOf(cell);
  Object.assign(board, { nameOf, isThere: grid.isThere, inUse: grid.inUse });

  const laid = () => board.puzzle.placed ?? NOTHING;
  const used = (names) => [...known.placed, ...laid()].filter((one) => names.includes(one.piece)).length;
  // Of several pieces of which each copy shows one, all are counted.
  const left = ({ most, one_of }) => (most === null ? Infinity : most - used(one_of));
  const cells = known.rows.flat().length - known.open.length;
  const uncovered = () => cells - [...known.placed, ...laid()].flatMap((one) => one.cells).length;
  const places = (piece) => piece.cells.map(nameOf).join(words.size ? ", " : "; ");
  const givenMarks = (pointsOf) =>
    known.placed.flatMap((one) =>
      one.cells.map((cell) => {
        const polygon = shape("polygon", { points: pointsOf(cell), class: "laid" });
        Object.assign(polygon.style, { fill: GIVEN, stroke: GIVEN });
        return polygon;
      }),
    );
  const buttons = pieceButtons(known, {
    left,
    inHand: () => board.hand.piece,
    take: (name) => grid.inTurn(() => take(name)),
    drag(event, name) {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      event.currentTarget.releasePointerCapture?.(event.pointerId);
      const { rows, seen = null } = view.pieces.find((one) => one.name === name);
      const at = marksOf(seen ?? rows)[nearestCell(event)];
      // A board that is turned shows its pieces turned.
      const by = at && seen ? [at[1], rows.length - 1 - at[0]] : at;
      grid.bring(() => take(name, by));
    },
    colorOf: (name) => colors.get(name),
    seen: ({ name, rows }) => view.pieces.find((one) => one.name === name)?.seen ?? rows,
  });

  /** Turns the board if its cells are larger in the room that it has, or back. */
  function settle() {
    const place = room();
    const isTurned = place !== null && isBetterTurned(known, place);
    if (isTurned === board.isTurned) return false;
    view = isTurned ? turned(known) : known;
    points = pointsIn(view);
    Object.assign(board, { isTurned, rows: view.rows });
    return true;
  }
  /** Takes a piece into the hand: dragged by a mark of its rows, or to go to the board, where keys move it. */
  async function take(name, dragged = null) {
    board.hand.forget();
    await board.hand.take(name, dragged);
    buttons.draw();
    grid.paintAll();
    if (dragged === null) grid.enter();
    const over = grid.inUse();
    announce(`Piece ${name} is in your hand: ${board.hand.overWords(over)}.`, { quiet: true });
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

  function laidOrTaken(isOwn = true) {
    if (laid().length) watch.begin();
    const held = known.pieces.find(({ name }) => name === board.hand.piece);
    if (held && left(held) < 1) board.hand.take(null);
    solved = false;
    buttons.draw();
    say("");
    changed(laid(), isShown);
    // Room to spare may stay empty.
    if (isOwn && uncovered() <= known.spare) check(true);
  }
  const say = (text, spoken = text) => {
    const count = uncovered();
    line.textContent = text || (count ? `${counted(count, "cell")} to cover.` : "");
    line.classList.toggle("good", solved);
    if (text) announce(spoken, { quiet: !solved });
  };

  /** Says whether what is on the board is right; `quiet`: only if it is solved or the board is full. */
  async function check(quiet = false) {
    const before = laid();
    const { state, piece } = await playJudge(design, before);
    // More was laid meanwhile.
    if (before !== laid()) return;
    if (state === "solved" && isShown) say("This is a solution, which was shown.");
    else if (state === "solved") {
      solved = true;
      say(`Solved${watch.end()}.`);
      whenSolved(before);
      if (!isHelped) timed(watch.took());
      isHelped = true;
    } else if (state === "wrong") {
      const wrong = () => `Not solved: piece ${piece.piece} at ${nameOf(piece.cells[0])} is in the wrong place.`;
      say(piece ? wrong() : "This cannot be completed.");
    } else if (quiet) return;
    else if (state === "right") say("Right so far.");
    else if (state === "impossible") say("This puzzle has no solution.");
    else say("It is not known whether this can be completed: the search takes too long.");
  }
  /** Puts pieces on the board in one step. */
  async function become(placed, text, spoken, isOwn = true) {
    past.push(laid());
    board.puzzle.placed = placed;
    board.hand.forget();
    await board.hand.take(null);
    laidOrTaken(isOwn);
    grid.paintAll();
    say(text, spoken);
  }
  async function hint() {
    const before = laid();
    const { state, rest } = await playJudge(design, before);
    if (before !== laid()) return;
    if (state !== "right" || !rest.length) await check();
    else {
      isHelped = true;
      const words = `Hint: piece ${rest[0].piece} is laid`;
      await become([...before, rest[0]], `${words}.`, `${words} at ${places(rest[0])}.`);
    }
  }
  /** Lays a whole solution, with the pieces that are laid if they are right. */
  async function solve() {
    const before = laid();
    let placed = before;
    let { state, rest } = await playJudge(design, placed);
    const isWrong = state === "wrong";
    if (isWrong) {
      placed = [];
      ({ state, rest } = await playJudge(design, placed));
    }
    if (before !== laid()) return;
    if (state !== "right") await check();
    else {
      [isHelped, isShown] = [true, true];
      const all = rest.map((piece) => `${piece.piece} at ${places(piece)}`).join("; ");
      const words = isWrong ? "This is a solution; it begins another way" : "This is a solution";
      await become([...placed, ...rest], `${words}.`, `${words}: ${all}.`, false);
    }
  }
  async function undo() {
    if (!past.length) {
      announce("There is nothing to undo.");
      return;
    }
    const before = past.pop();
    await become(before, "Undone.");
    past.pop();
  }
  async function again() {
    [isHelped, isShown] = [false, false];
    await become([], "All pieces are off the board.");
    past = [];
    watch.reset();
  }
  /** Turns or flips the piece in the hand by a button: there are no keys on a phone. */
  function inHand(how) {
    if (!board.hand.piece) announce("Take a piece first.");
    else {
      board.hand[how]();
      grid.paintAll();
    }
  }
  return {
    known,
    pieces: buttons.element,
    grid: grid.element,
    line,
    timing: watch.parts,
    check: () => check(),
    hint,
    solve,
    undo,
    again,
    turn: () => inHand("turn"),
    flip: () => inHand("flip"),
    laid,
    isShown: () => isShown,
    /** Goes to the board. */
    enter: grid.enter,
    /** Begins, with pieces that were laid before, by the player or as a solution that was shown. */
    start({ placed = [], isShown: wasShown = false } = {}) {
      board.puzzle.placed = placed;
      isShown = wasShown;
      // What was laid before took time too.
      isHelped = placed.length > 0;
      buttons.draw();
      say("");
      if (placed.length && uncovered() <= known.spare) check(true);
      settle();
      buttons.draw();
      return grid.layOut();
    },
    /** Lies as the room that the board has by now asks for. */
    settle() {
      if (!settle()) return;
      buttons.draw();
      grid.layOut();
    },
  };
}
