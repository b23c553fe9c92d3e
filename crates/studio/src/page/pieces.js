// The pieces of a board: a set, single ones of it, how many of each, and pieces of one's own.

import { el, show } from "./dom.js";
import { fields } from "./fields.js";
import { columnsFor, cornersOf, isCell, pieceIcon, polygonGrid, rowsFor, trimmed, viewOf } from "./lattice.js";

const { choice, number } = fields("board");
/** Cells across and down of the field that a piece is drawn on. */
const FIELD = [7, 5];

/** Whether a piece may be turned, and flipped: no lattice has pieces that are flipped and not turned. */
function freedom(id, symmetry, set) {
  const [canTurn, canFlip] = [symmetry !== "fixed", (symmetry ?? "free") === "free"];
  const box = (name, words, on, disabled, become) =>
    el(
      "label",
      { class: "check", for: `${id}-${name}` },
      el("input", {
        type: "checkbox",
        id: `${id}-${name}`,
        checked: on,
        disabled,
        onchange: ({ currentTarget }) => set(become(currentTarget.checked)),
      }),
      words,
    );
  return el(
    "div",
    { class: "checks" },
    box("turned", "May be turned", canTurn, false, (on) => (on ? "one-sided" : "fixed")),
    box("flipped", "May be flipped", canFlip, !canTurn, (on) => (on ? "free" : "one-sided")),
  );
}

/** Writes how free a piece is; turned and flipped is usual. */
const setFreedom = (piece, symmetry, usual = "free") => {
  if (symmetry === usual) delete piece.symmetry;
  else piece.symmetry = symmetry;
};

const setOf = (puzzle) => puzzle.pieces.find((piece) => piece.set) ?? null;

/** The controls for the pieces. `board` has `puzzle`, `sets` and `alter(change)`. */
export function pieceControls(board) {
  const { puzzle } = board;
  const sets = board.sets.filter((set) => set.lattice === puzzle.lattice);
  const chosen = setOf(puzzle);
  const set = sets.find((one) => one.name === chosen?.set);
  const changeSet = (change) =>
    board.alter((one) => {
      const own = one.pieces.filter((piece) => !piece.set);
      const next = { set: chosen?.set ?? sets[0].name, ...chosen };
      change(next);
      one.pieces = next.set ? [next, ...own] : own;
    });
  const which = choice(
    "Set",
    [["", "only pieces of my own"], ...sets.map((one) => [one.name, `${one.name} (${one.pieces.length})`])],
    chosen?.set ?? "",
    (name) =>
      changeSet((next) => {
        next.set = name;
        delete next.only;
        delete next.symmetry;
      }),
  );
  return [
    which,
    ...(set
      ? [
          pieceToggles(set, chosen, puzzle.lattice, changeSet),
          freedom("board-set", chosen.symmetry ?? set.symmetry, (symmetry) =>
            changeSet((next) => setFreedom(next, symmetry, set.symmetry)),
          ),
          countChoice(chosen, changeSet),
        ]
      : []),
    ownPieces(board),
  ];
}

function pieceToggles(set, chosen, lattice, changeSet) {
  const on = new Set(chosen.only ?? set.pieces.map((piece) => piece.name));
  const toggle = (name) =>
    changeSet((next) => {
      if (on.has(name)) on.delete(name);
      else on.add(name);
      const only = set.pieces.map((piece) => piece.name).filter((one) => on.has(one));
      if (only.length === set.pieces.length || only.length === 0) delete next.only;
      else next.only = only;
    });
  return el(
    "div",
    { class: "toggles", role: "group", "aria-label": "Pieces of the set" },
    set.pieces.map((piece) =>
      el(
        "button",
        {
          type: "button",
          id: `board-piece-${piece.name}`,
          "aria-pressed": String(on.has(piece.name)),
          "aria-label": `piece ${piece.name}`,
          onclick: () => toggle(piece.name),
        },
        pieceIcon(piece.rows, lattice),
      ),
    ),
  );
}

/** The kinds of count to choose from: one, any, exactly, or from one number to another. */
const kindOf = (count) => {
  if (count === "any") return "any";
  if (typeof count === "object") return "range";
  return (count ?? 1) === 1 ? "one" : "exactly";
};

function countChoice(chosen, changeSet) {
  const kind = kindOf(chosen.count);
  const fresh = { any: "any", exactly: 2, range: { min: 1, max: 2 } };
  const how = choice(
    "How many of each",
    [
      ["one", "one"],
      ["any", "as many as fit"],
      ["exactly", "exactly …"],
      ["range", "from … to …"],
    ],
    kind,
    (value) =>
      changeSet((next) => {
        if (fresh[value]) next.count = fresh[value];
        else delete next.count;
      }),
  );
  const most = { min: 0, max: 65536 };
  if (kind === "exactly")
    return el(
      "div",
      { class: "pair" },
      how,
      number(
        "Copies",
        Number(chosen.count),
        (value) =>
          changeSet((next) => {
            next.count = value;
          }),
        { ...most, min: 1 },
      ),
    );
  if (kind !== "range") return how;
  const limit = (label, end) =>
    number(
      label,
      chosen.count[end],
      (value) =>
        changeSet((next) => {
          const count = { ...next.count, [end]: value };
          next.count = { min: Math.min(count.min, count.max), max: Math.max(count.min, count.max, 1) };
        }),
      most,
    );
  return el("div", {}, how, el("div", { class: "pair" }, limit("At least", "min"), limit("At most", "max")));
}

/** A field on which a piece is drawn by pointer or keys; `onChange` gets its rows. */
function pieceField(lattice, onChange) {
  const [width, height] = [columnsFor(lattice, FIELD[0]), rowsFor(lattice, FIELD[1])];
  const on = new Set();
  const places = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => x).filter((x) => isCell(lattice, x, y)),
  );
  const corners = places.flatMap((row, y) => row.flatMap((x) => cornersOf(lattice, x, y)));
  const rows = () => {
    const text = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => {
        if (on.has(`${x},${y}`)) return "#";
        return isCell(lattice, x, y) ? "." : " ";
      }).join(""),
    );
    return trimmed(lattice, text);
  };
  const set = (column, y, isOn) => {
    const place = `${places[y][column]},${y}`;
    if (isOn) on.add(place);
    else on.delete(place);
    grid.cells[y][column].setAttribute("aria-selected", String(isOn));
    grid.cells[y][column].classList.toggle("on", isOn);
    onChange(on.size ? rows() : []);
  };
  const isOn = (column, y) => on.has(`${places[y][column]},${y}`);
  const grid = polygonGrid(
    places.map((row, y) =>
      row.map((x, column) => ({
        points: cornersOf(lattice, x, y)
          .map((corner) => corner.join(","))
          .join(" "),
        label: `row ${y + 1}, column ${column + 1}`,
      })),
    ),
    {
      label: "Draw the piece. Arrow keys move, Space sets a cell.",
      view: viewOf(corners, 0.05),
      onKey: (key, column, y) => {
        if (key !== " " && key !== "Enter") return false;
        set(column, y, !isOn(column, y));
        return true;
      },
    },
  );
  grid.cells.flat().forEach((cell) => cell.setAttribute("aria-selected", "false"));
  let pen = null;
  const under = (event) => {
    const polygon = document.elementFromPoint(event.clientX, event.clientY);
    const y = grid.cells.findIndex((row) => row.includes(polygon));
    return y < 0 ? null : [grid.cells[y].indexOf(polygon), y];
  };
  grid.svg.addEventListener("pointerdown", (event) => {
    const place = under(event);
    if (!place) return;
    event.preventDefault();
    pen = !isOn(...place);
    set(...place, pen);
    grid.focus(...place);
  });
  grid.svg.addEventListener("pointermove", (event) => {
    const place = pen === null ? null : under(event);
    if (place && isOn(...place) !== pen) set(...place, pen);
  });
  addEventListener("pointerup", () => {
    pen = null;
  });
  return el("div", { class: "piece-field" }, grid.svg);
}

function ownPieces(board) {
  const { puzzle } = board;
  const own = puzzle.pieces.filter((piece) => !piece.set);
  let drawn = [];
  let free = "free";
  const freed = el("div", {});
  const showFreedom = () =>
    show(
      freed,
      freedom("board-own", free, (symmetry) => {
        free = symmetry;
        showFreedom();
      }),
    );
  showFreedom();
  const add = el(
    "button",
    { type: "button", id: "board-own-add", disabled: true, onclick: () => addPiece() },
    "Add the piece",
  );
  const field = pieceField(puzzle.lattice, (rows) => {
    drawn = rows;
    add.disabled = rows.length === 0;
  });
  const name = el("input", { type: "text", id: "board-own-name", value: `P${own.length + 1}`, maxLength: 60 });
  const count = el("input", { type: "number", id: "board-own-count", min: 0, max: 65536, value: 0 });
  const addPiece = () => {
    const copies = Number(count.value);
    const piece = {
      name: name.value.trim() || `P${own.length + 1}`,
      rows: drawn,
      count: copies > 0 ? copies : "any",
    };
    setFreedom(piece, free);
    board.alter((one) => one.pieces.push(piece));
  };
  const remove = (gone) =>
    board.alter((one) => {
      one.pieces = one.pieces.filter((other) => other.name !== gone.name);
      const placed = (one.placed ?? []).filter((other) => other.piece !== gone.name);
      if (placed.length) one.placed = placed;
      else delete one.placed;
    });
  const become = (changed, symmetry) =>
    board.alter((one) => {
      setFreedom(
        one.pieces.find((other) => other.name === changed.name),
        symmetry,
      );
      delete one.placed;
    });
  const list = own.map((piece, at) =>
    el(
      "li",
      {},
      pieceIcon(piece.rows ?? ["#"], puzzle.lattice),
      ` ${piece.name}, ${piece.count === "any" ? "as many as fit" : JSON.stringify(piece.count ?? 1)} `,
      el("button", { type: "button", class: "quiet", onclick: () => remove(piece) }, `Remove ${piece.name}`),
      freedom(`board-own-${at}`, piece.symmetry, (symmetry) => become(piece, symmetry)),
    ),
  );
  return el(
    "details",
    { class: "more", id: "board-own", open: own.length > 0, "data-same": JSON.stringify([puzzle.lattice, own]) },
    el("summary", {}, "A piece of my own"),
    own.length ? el("ul", { class: "own" }, list) : "",
    field,
    el(
      "div",
      { class: "pair" },
      el("div", { class: "field" }, el("label", { for: "board-own-name", class: "name" }, "Name"), name),
      el(
        "div",
        { class: "field" },
        el("label", { for: "board-own-count", class: "name" }, "Copies; 0: as many as fit"),
        count,
      ),
    ),
    freed,
    add,
  );
}
