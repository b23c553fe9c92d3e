// A board of one's own: cells drawn by pointer or keys, pieces, counts, rules, and pieces that are laid by hand.

import { goTo, setDesign, state } from "./design.js";
import { counted, el, plain, problems, show } from "./dom.js";
import { boardGrid } from "./boardgrid.js";
import { fields } from "./fields.js";
import { hand, piecesOf } from "./laying.js";
import { latticeOf, pieceIcon } from "./lattice.js";
import { freePatches } from "./patch.js";
import { pieceControls } from "./pieces.js";

const START = {
  piecework: 1, name: "My board", lattice: "square", region: { rectangle: [10, 6] }, pieces: [{ set: "pentominoes" }],
};
const MIRRORS = { none: "none", columns: "left and right", rows: "top and bottom", both: "both", turn: "half a turn" };

const { check, choice, number } = fields("board");
const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** A puzzle as this editor draws it, or null where it cannot. */
export function toBoard(puzzle) {
  if (!puzzle || typeof puzzle !== "object") return null;
  const { region } = puzzle;
  if ((puzzle.placed ?? []).some((one) => !one.cells)) return null;
  if (region?.rectangle) return puzzle;
  if (!region?.rows || !latticeOf(puzzle.lattice)?.rectilinear) return null;
  const columns = Math.max(...region.rows.map((row) => row.length));
  const without = [];
  region.rows.forEach((row, y) => {
    for (let x = 0; x < columns; x += 1) if (row[x] !== "#") without.push([x, y]);
  });
  const rectangle = [columns, region.rows.length];
  return columns > 64 || rectangle[1] > 64 ? null : { ...puzzle, region: without.length ? { rectangle, without } : { rectangle } };
}

/** The same puzzle with pieces that are all of one set named by that set. */
function withSets(puzzle, sets) {
  const { pieces } = puzzle;
  if (pieces.some((piece) => piece.set)) return puzzle;
  const counts = new Set(pieces.map((piece) => JSON.stringify(piece.count ?? 1)));
  const isOf = (set) => pieces.every((piece) => set.pieces.some((one) => one.name === piece.name && JSON.stringify(one.rows) === JSON.stringify(piece.rows)));
  const usual = counts.size === 1 && pieces.every((piece) => (piece.symmetry ?? "free") === "free");
  const set = usual ? sets.find((one) => one.lattice === puzzle.lattice && !one.name.startsWith("one-sided") && isOf(one)) : null;
  if (!set) return puzzle;
  const named = { set: set.name };
  if (pieces.length < set.pieces.length) named.only = pieces.map((piece) => piece.name);
  if (pieces[0].count !== undefined && pieces[0].count !== 1) named.count = pieces[0].count;
  return { ...puzzle, pieces: [named] };
}

/** Keeps a puzzle in the design. */
function commit(puzzle) {
  const kept = state.design ? { ...state.design } : { quilt: {} };
  for (const gone of ["tilings", "puzzles", "files"]) delete kept[gone];
  const next = structuredClone({ ...kept, piecework: 2, puzzle });
  freePatches(next);
  setDesign(next, { same: Boolean(state.design) });
}

/** The board that is edited: its puzzle, and how it is changed. */
function model(view, redraw) {
  const board = {
    puzzle: withSets(structuredClone(toBoard(state.design?.puzzle) ?? toBoard(view.look?.puzzle?.file) ?? START), view.inputs.sets),
    sets: view.inputs.sets, mirror: "none", tool: "draw",
    isOut: (cell) => (board.puzzle.region.without ?? []).some((other) => same(other, cell)),
    setOut(cells, out) {
      const { region } = board.puzzle;
      const without = (region.without ?? []).filter((other) => !cells.some((cell) => same(cell, other)));
      if (out) without.push(...cells.filter((cell, index) => cells.findIndex((other) => same(other, cell)) === index));
      if (without.length) region.without = without;
      else delete region.without;
    },
    commit: () => commit(board.puzzle),
    /** Changes the puzzle; `fresh`: its grid is another. */
    alter(change, fresh = false) {
      change(board.puzzle);
      board.commit();
      redraw(fresh);
    },
  };
  board.hand = hand(board);
  return board;
}

function boardFields(board) {
  const [columns, rows] = board.puzzle.region.rectangle;
  const resize = (width, height) => board.alter((one) => {
    const without = (one.region.without ?? []).filter(([x, y]) => latticeOf(one.lattice).rectilinear && x < width && y < height);
    one.region = without.length ? { rectangle: [width, height], without } : { rectangle: [width, height] };
    delete one.placed;
  }, true);
  const lattices = [...new Set(board.sets.map((set) => set.lattice))];
  const become = (lattice) => board.alter((one) => {
    one.lattice = lattice;
    one.region = { rectangle: one.region.rectangle };
    one.pieces = [{ set: board.sets.find((other) => other.lattice === lattice).name, count: "any" }];
    delete one.placed;
    board.hand.take(null);
  }, true);
  return [
    choice("Lattice", lattices.map((name) => [name, latticeOf(name).cells]), board.puzzle.lattice, become),
    el("div", { class: "pair" }, number("Columns", columns, (value) => resize(value, rows)), number("Rows", rows, (value) => resize(columns, value))),
  ];
}

/** Draw cells, or lay pieces. */
function tools(board, redraw) {
  const options = [["draw", "take cells out, put them back"], ["lay", "lay pieces, drag them"]];
  const tool = choice("On the board", options, board.tool, (value) => {
    board.tool = value;
    redraw();
  });
  if (board.tool === "draw") {
    const mirror = latticeOf(board.puzzle.lattice).rectilinear ? choice("Mirror while drawing", Object.entries(MIRRORS), board.mirror, (value) => { board.mirror = value; }) : "";
    return [tool, mirror];
  }
  const pieces = piecesOf(board.puzzle, board.sets);
  const take = async (name) => {
    await board.hand.take(name);
    redraw();
  };
  const buttons = pieces.map((piece) => el("button", {
    type: "button", id: `board-take-${piece.name}`, "aria-pressed": String(board.hand.piece === piece.name), "aria-label": `lay piece ${piece.name}`, onclick: () => take(piece.name),
  }, pieceIcon(piece.rows ?? ["#"], board.puzzle.lattice)));
  const laid = board.hand.laid();
  const off = () => board.alter((one) => { delete one.placed; });
  return [tool, el("p", { class: "help" }, "Choose a piece, then a place on the board. R turns it, F flips it; a laid piece can be dragged, beside the board to take it off."),
    el("div", { class: "toggles", role: "group", "aria-label": "Piece to lay" }, buttons),
    laid.length ? el("p", {}, `Laid: ${laid.map((one) => one.piece).join(", ")}. `, el("button", { type: "button", class: "quiet", onclick: off }, "Take all off")) : ""];
}

function rules(board) {
  const { puzzle } = board;
  const set = (key, value) => board.alter((one) => {
    if (value === undefined) delete one[key];
    else one[key] = value;
  });
  const untouchable = (on) => board.alter((one) => {
    delete one.equal_pieces;
    delete one.gaps;
    if (on) one.contact = "forbidden";
    else delete one.contact;
  });
  const balanced = puzzle.balance !== undefined;
  return [
    check("Copies of one piece stay apart", puzzle.equal_pieces === "apart", (on) => set("equal_pieces", on ? "apart" : undefined)),
    check("Pieces may not touch, not even at corners", puzzle.contact === "forbidden", untouchable),
    check("Use pieces about equally often", balanced, (on) => set("balance", on ? 1 : undefined)),
    balanced ? number("Greatest difference", puzzle.balance, (value) => set("balance", value), { min: 0, max: 65536 }) : "",
    number("Cells that may stay empty", puzzle.gaps ?? 0, (value) => set("gaps", value || undefined), { min: 0, max: 65536 }),
  ];
}

function titleField(board) {
  const rename = ({ currentTarget: { value } }) => board.alter((one) => { one.name = value.trim() || "My board"; });
  const input = el("input", { type: "text", id: "board-name", maxLength: 200, value: board.puzzle.name, onchange: rename });
  return el("div", { class: "field" }, el("label", { for: "board-name", class: "name" }, "Title"), input);
}

export function boardEditor(view) {
  const panel = el("div", { class: "form" });
  const figure = el("p", { class: "under" });
  const answer = el("div", { class: "answer", role: "status" });
  const redraw = (fresh = false) => {
    controls();
    if (fresh) grid.layOut();
    else grid.paintAll();
  };
  const board = model(view, redraw);
  const grid = boardGrid(board);
  Object.assign(board, { nameOf: grid.nameOf, isThere: grid.isThere });

  function controls() {
    show(panel, el("h3", {}, "Board"), ...boardFields(board), ...tools(board, redraw),
      el("h3", {}, "Pieces"), ...pieceControls(board), el("h3", {}, "Rules"), ...rules(board), titleField(board));
  }
  controls();
  grid.layOut();
  const fill = () => {
    if (!state.design?.puzzle || typeof state.design.puzzle === "string") board.commit();
    goTo("roll");
  };
  const element = el("div", { class: "board-editor" }, panel, el("div", { class: "board-stage" }, grid.element, figure, answer,
    el("button", { type: "button", class: "main", id: "board-go", onclick: fill }, "Fill this board")));
  const sync = ({ look, errors, search }) => {
    const own = toBoard(state.design?.puzzle);
    if (own && JSON.stringify(own) !== JSON.stringify(board.puzzle)) {
      board.puzzle = structuredClone(own);
      redraw(true);
    }
    const [columns, rows] = board.puzzle.region.rectangle;
    figure.textContent = look?.words?.board && state.design ? look.words.board : counted(columns * rows * latticeOf(board.puzzle.lattice).column - (board.puzzle.region.without?.length ?? 0), "cell");
    show(answer, word(look, errors, search));
  };
  return { element, sync };
}

/** Whether the board can be filled, as far as that is known. */
function word(look, errors, search) {
  if (!state.design) return el("p", {}, "Click cells to take them out of the board.");
  if (errors.length) return problems(errors, "This board cannot be used");
  if (search.answer) return el("p", { class: "no" }, el("strong", {}, "Impossible. "), plain(search.answer));
  if (look?.scene) return el("p", { class: "yes" }, el("strong", {}, "Possible. "), "A tiling is found.");
  return el("p", {}, search.job ? "Looking for a tiling …" : "");
}
