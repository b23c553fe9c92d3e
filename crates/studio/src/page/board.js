// A board of one's own: cells drawn by pointer or keys, pieces, counts, rules, and pieces that are laid by hand.

import { goTo, setDesign, state } from "./design.js";
import { announce, el, mainButton, plainButton, quietButton, show } from "./dom.js";
import { blockControls } from "./blocks.js";
import { boardGrid } from "./boardgrid.js";
import { beginnings, lineField, wordTools } from "./boardtools.js";
import { fromWords, keepWords, setWord, wordAt } from "./boardwords.js";
import { fields } from "./fields.js";
import { fitting } from "./fit.js";
import { hand, piecesOf } from "./laying.js";
import { areaOf, latticeOf, pieceIcon, shape } from "./lattice.js";
import { freePatches } from "./patch.js";
import { pieceControls } from "./pieces.js";
import { problems } from "./problems.js";
import { counted, plain, sentence } from "./words.js";

/** An empty grid to draw on. */
const [WIDE, HIGH] = [16, 12];
const START = {
  piecework: 1,
  name: "My board",
  lattice: "square",
  region: {
    rectangle: [WIDE, HIGH],
    without: Array.from({ length: WIDE * HIGH }, (_, at) => [at % WIDE, Math.floor(at / WIDE)]),
  },
  pieces: [{ set: "pentominoes", count: "any" }],
};
const MIRRORS = { none: "none", columns: "left and right", rows: "top and bottom", both: "both", turn: "half a turn" };

const { check, choice, number } = fields("board");

/** A puzzle as this editor draws it, or null where it cannot. */
export function toBoard(puzzle, most = 100) {
  if (!puzzle || typeof puzzle !== "object") return null;
  const { region } = puzzle;
  if ((puzzle.placed ?? []).some((one) => !one.cells)) return null;
  if (region?.words) return toBoard({ ...puzzle, region: fromWords(region) }, most);
  if (region?.rectangle) return Math.max(...region.rectangle) > most ? null : puzzle;
  if (!region?.rows || !latticeOf(puzzle.lattice)?.rectilinear) return null;
  const columns = Math.max(...region.rows.map((row) => row.length));
  const without = [];
  region.rows.forEach((row, y) => {
    for (let x = 0; x < columns; x += 1) if (row[x] !== "#") without.push([x, y]);
  });
  const rectangle = [columns, region.rows.length];
  const { labels } = region;
  return columns > most || rectangle[1] > most
    ? null
    : { ...puzzle, region: { rectangle, ...(without.length && { without }), ...(labels && { labels }) } };
}

/** The same puzzle with pieces that are all of one set named by that set. */
function withSets(puzzle, sets) {
  const { pieces } = puzzle;
  if (pieces.some((piece) => piece.set)) return puzzle;
  const counts = new Set(pieces.map((piece) => JSON.stringify(piece.count ?? 1)));
  const isSame = (piece, one) => one.name === piece.name && JSON.stringify(one.rows) === JSON.stringify(piece.rows);
  const isOf = (set) => pieces.every((piece) => set.pieces.some((one) => isSame(piece, one)));
  const usual = counts.size === 1 && pieces.every((piece) => (piece.symmetry ?? "free") === "free");
  const set = usual ? sets.find((one) => one.lattice === puzzle.lattice && one.symmetry === "free" && isOf(one)) : null;
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

/** The words on cells, each in the middle of its own. */
function wordMarks({ labels }, pointsOf) {
  return (labels ?? []).map(([word, cell]) => {
    const points = pointsOf(cell).split(" ").map(Number);
    const mean = (axis) => points.filter((_, at) => at % 2 === axis).reduce((a, b) => a + b, 0) / (points.length / 2);
    const size = Math.min(0.42, 1.2 / word.length) * (points.length === 6 ? 0.6 : 1);
    const place = { x: mean(0), y: mean(1) + 0.36 * size };
    return points.length > 1 ? shape("text", { ...place, class: "cell-word", "font-size": size }, word) : "";
  });
}

/** The board that is edited: its puzzle, and how it is changed. */
function model(view, redraw) {
  const most = view.inputs.board_most;
  const own = toBoard(state.design?.puzzle, most) ?? toBoard(view.look?.puzzle?.file, most);
  let outs = { of: undefined, all: new Set() };
  const board = {
    puzzle: withSets(structuredClone(own ?? START), view.inputs.sets),
    sets: view.inputs.sets,
    most,
    mirror: "none",
    tool: "draw",
    /** Whether the pieces follow the area: until somebody chooses others. */
    follows: !own,
    isOut(cell) {
      const { without } = board.puzzle.region;
      if (outs.of !== without) outs = { of: without, all: new Set((without ?? []).map(String)) };
      return outs.all.has(String(cell));
    },
    area: () => areaOf(board.puzzle),
    /** The pieces that fit the area best; those of an empty board stay. */
    fitted: () => fitting(board.sets, latticeOf(board.puzzle.lattice), board.area())[0]?.pieces ?? board.puzzle.pieces,
    /** Whether the pieces are those that fit the area. */
    isFitted: () => JSON.stringify(board.puzzle.pieces) === JSON.stringify(board.fitted()),
    setOut(cells, out) {
      const { region } = board.puzzle;
      const changed = new Set(cells.map(String));
      const without = (region.without ?? []).filter((other) => !changed.has(String(other)));
      if (out) changed.forEach((cell) => without.push(cell.split(",").map(Number)));
      if (without.length) region.without = without;
      else delete region.without;
      if (out) keepWords(region, (cell) => !changed.has(String(cell)));
    },
    /** What is typed, and its words in the order in which they are written, one on each cell. */
    text: "",
    words: [],
    wordOf: (cell) => wordAt(board.puzzle.region, cell),
    /** Writes the next word on a cell, or takes its word off. */
    write(cell, isOff) {
      const word = isOff ? null : board.words[0];
      if (board.isOut(cell) || (!isOff && !word)) {
        announce(isOff || word ? "This cell is out of the board." : "Type the words first.");
        return;
      }
      if (word) board.words.push(board.words.shift());
      board.alter((one) => setWord(one.region, cell, word));
      announce(`${board.nameOf(cell)}: ${word ?? "no word"}.`, { quiet: true });
    },
    marks: (pointsOf) => wordMarks(board.puzzle.region, pointsOf),
    /** Keeps the board in the design. */
    commit() {
      if (board.follows) board.puzzle.pieces = board.fitted();
      commit(board.puzzle);
      view.set({});
    },
    /** Changes the puzzle; `fresh`: its grid is another. */
    alter(change, fresh = false) {
      const pieces = JSON.stringify(board.puzzle.pieces);
      change(board.puzzle);
      if (!fresh && JSON.stringify(board.puzzle.pieces) !== pieces) board.follows = false;
      board.commit();
      redraw(fresh);
    },
  };
  board.follows ||= board.isFitted();
  board.hand = hand(board);
  return board;
}

/**
 * Changes what the board is drawn on, and says what of it is gone. `keeps`: what still has a place stays as it is; null
 * for another lattice, which has other cells.
 */
function alterGround(board, keeps, change) {
  const [before, { region, placed }] = [board.area(), board.puzzle];
  board.alter(change, true);
  const lost = keeps === null ? 0 : before - board.area();
  const isAnew = !keeps && region.without?.length;
  const words = [
    isAnew ? "The board is full again, without what you drew." : null,
    lost > 0 && !isAnew ? `${counted(lost, "cell")} ${lost === 1 ? "was" : "were"} cut off.` : null,
    placed?.length ? "The laid pieces are taken off." : null,
  ].filter(Boolean);
  if (words.length) announce(`${words.join(" ")} Undo brings everything back.`);
}

function boardFields(board) {
  const [columns, rows] = board.puzzle.region.rectangle;
  const { rectilinear } = latticeOf(board.puzzle.lattice);
  const resize = (width, height) =>
    alterGround(board, rectilinear, (one) => {
      const isWhole = !one.region.without?.length || !rectilinear;
      const without = isWhole ? [] : one.region.without.filter(([x, y]) => x < width && y < height);
      // A grid that was drawn on gets more places to draw on.
      for (let at = 0; !isWhole && at < width * height; at += 1) {
        const [x, y] = [at % width, Math.floor(at / width)];
        if (x >= columns || y >= rows) without.push([x, y]);
      }
      const { labels } = one.region;
      one.region = { rectangle: [width, height], ...(without.length && { without }), ...(labels && { labels }) };
      const across = width * latticeOf(one.lattice).column;
      keepWords(one.region, ([x, y]) => rectilinear && x < across && y < height);
      delete one.placed;
    });
  const lattices = [...new Set(board.sets.map((set) => set.lattice))];
  const become = (lattice) =>
    alterGround(board, null, (one) => {
      one.lattice = lattice;
      one.region = { rectangle: one.region.rectangle };
      board.follows = true;
      delete one.placed;
      board.hand.take(null);
    });
  return [
    lineField(board),
    choice(
      "Lattice",
      lattices.map((name) => [name, latticeOf(name).cells]),
      board.puzzle.lattice,
      become,
    ),
    el(
      "div",
      { class: "pair" },
      number("Columns", columns, (value) => resize(value, rows), { max: board.most }),
      number("Rows", rows, (value) => resize(columns, value), { max: board.most }),
    ),
  ];
}

/** Draw cells, write words, or lay pieces. */
function tools(board, redraw) {
  const options = [
    ["draw", "draw cells"],
    ["write", "write words on cells"],
    ["lay", "lay pieces, drag them"],
  ];
  const tool = choice("On the board", options, board.tool, (value) => {
    board.tool = value;
    redraw();
  });
  if (board.tool === "draw") {
    const reflect = (value) => {
      board.mirror = value;
    };
    const canMirror = latticeOf(board.puzzle.lattice).rectilinear;
    const mirror = canMirror ? choice("Mirror while drawing", Object.entries(MIRRORS), board.mirror, reflect) : "";
    return [tool, mirror, ...beginnings(board, board.middles, redraw)];
  }
  if (board.tool === "write") return [tool, ...wordTools(board, redraw)];
  const pieces = piecesOf(board.puzzle, board.sets);
  const take = async (name) => {
    await board.hand.take(name);
    redraw();
  };
  const buttons = pieces.map((piece) =>
    el(
      "button",
      {
        type: "button",
        id: `board-take-${piece.name}`,
        "aria-pressed": String(board.hand.piece === piece.name),
        "aria-label": `lay piece ${piece.name}`,
        onclick: () => take(piece.name),
      },
      pieceIcon(piece.rows ?? ["#"], board.puzzle.lattice),
    ),
  );
  const laid = board.hand.laid();
  const off = () =>
    board.alter((one) => {
      delete one.placed;
    });
  return [
    tool,
    el(
      "p",
      { class: "help" },
      "Choose a piece, then a place on the board. R turns it, F flips it; a laid piece can be dragged, ",
      "beside the board to take it off.",
    ),
    el("div", { class: "toggles", role: "group", "aria-label": "Piece to lay" }, buttons),
    laid.length
      ? el("p", {}, `Laid: ${laid.map((one) => one.piece).join(", ")}. `, quietButton("Take all off", off))
      : "",
  ];
}

function rules(board) {
  const { puzzle } = board;
  const set = (key, value) =>
    board.alter((one) => {
      if (value === undefined) delete one[key];
      else one[key] = value;
    });
  const untouchable = (on) =>
    board.alter((one) => {
      delete one.equal_pieces;
      delete one.gaps;
      if (on) one.contact = "forbidden";
      else delete one.contact;
    });
  const balanced = puzzle.balance !== undefined;
  return [
    check("Copies of one piece stay apart", puzzle.equal_pieces === "apart", (on) =>
      set("equal_pieces", on ? "apart" : undefined),
    ),
    check("Pieces may not touch, not even at corners", puzzle.contact === "forbidden", untouchable),
    check("Use pieces about equally often", balanced, (on) => set("balance", on ? 1 : undefined)),
    balanced
      ? number("Greatest difference", puzzle.balance, (value) => set("balance", value), { min: 0, max: 65536 })
      : "",
    number("Cells that may stay empty", puzzle.gaps ?? 0, (value) => set("gaps", value || undefined), {
      min: 0,
      max: 65536,
    }),
  ];
}

function titleField(board) {
  const rename = ({ currentTarget: { value } }) =>
    board.alter((one) => {
      one.name = value.trim() || "My board";
    });
  const input = el("input", {
    type: "text",
    id: "board-name",
    maxLength: 200,
    value: board.puzzle.name,
    onchange: rename,
  });
  return el("div", { class: "field" }, el("label", { for: "board-name", class: "name" }, "Title"), input);
}

export function boardEditor(view) {
  const panel = el("div", {});
  const figure = el("p", { class: "under" });
  const answer = el("div", { class: "answer", role: "status" });
  const redraw = (fresh = false) => {
    controls();
    if (fresh) grid.layOut();
    else grid.paintAll();
  };
  const board = model(view, redraw);
  const grid = boardGrid(board);
  Object.assign(board, { nameOf: grid.nameOf, isThere: grid.isThere, inUse: grid.inUse });

  function controls() {
    show(
      panel,
      el("h3", {}, "Board"),
      ...boardFields(board),
      ...tools(board, redraw),
      el("h3", {}, "Pieces"),
      ...pieceControls(board),
      el("h3", {}, "Rules"),
      ...rules(board),
      titleField(board),
    );
  }
  Object.assign(board, { middles: grid.middles });
  controls();
  grid.layOut();
  const fill = () => {
    if (!board.area()) {
      announce("The board has no cells yet. Draw some, or begin with a shape.");
      return;
    }
    if (!state.design?.puzzle || typeof state.design.puzzle === "string") board.commit();
    goTo("roll");
  };
  const blocks = blockControls(view);
  const element = el(
    "div",
    { class: "board-editor" },
    el(
      "div",
      { class: "board-stage" },
      grid.element,
      answer,
      mainButton("Fill this board", fill, { id: "board-go" }),
      figure,
    ),
    el("div", { class: "form" }, panel, blocks.element),
  );
  const sync = (now) => {
    const { look, errors, search } = now;
    blocks.sync(now);
    const own = state.design ? toBoard(state.design.puzzle, board.most) : START;
    if (own && JSON.stringify(own) !== JSON.stringify(board.puzzle)) {
      board.puzzle = structuredClone(own);
      board.follows = board.isFitted();
      redraw(true);
    }
    const area = board.area();
    const { cells, rectilinear } = latticeOf(board.puzzle.lattice);
    // Rows of other lattices are long to read; what the picture is made of is enough.
    const isKnown = look?.words?.board && state.design && area && rectilinear;
    figure.textContent = isKnown ? look.words.board : `${counted(area, "cell")}: ${cells}`;
    show(answer, ...word(board, look, errors, search));
  };
  return { element, sync };
}

/** Buttons for pieces that fit the area, where those of the board do not. */
function suggestions(board) {
  const use = ({ pieces, words }) => {
    board.alter((one) => {
      one.pieces = structuredClone(pieces);
    });
    board.follows = true;
    announce(`The pieces are ${words}.`);
  };
  const fits = fitting(board.sets, latticeOf(board.puzzle.lattice), board.area()).slice(0, 3);
  return el(
    "div",
    { class: "ways", role: "group", "aria-label": "Pieces that fit the area" },
    fits.map((fit, index) =>
      plainButton(`Use ${fit.words}`, () => use(fit), { id: `board-fit-${index}`, class: "small-button" }),
    ),
  );
}

/** Whether the board can be filled, as far as that is known. */
function word(board, look, errors, search) {
  if (!board.area()) return [el("p", {}, "Draw cells with finger, mouse or keys, or begin with a shape.")];
  if (!state.design) return [el("p", {}, "")];
  if (errors.length) return [problems(errors, "This board cannot be used"), suggestions(board)];
  if (search.answer) {
    const head = el("strong", {}, search.none ? "Impossible. " : "Not known. ");
    return [el("p", { class: "no" }, head, sentence(plain(search.answer))), suggestions(board)];
  }
  if (look?.scene) return [el("p", { class: "yes" }, el("strong", {}, "Possible. "), "A tiling is found.")];
  return [el("p", {}, search.job ? "Looking for a tiling …" : "")];
}
