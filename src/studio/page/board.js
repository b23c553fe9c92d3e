// A board of one's own: cells drawn by pointer or keys, pieces, counts and rules.

import { goTo, setDesign, state } from "./design.js";
import { announce, counted, el, plain, problems } from "./dom.js";
import { get } from "./server.js";

const SVG = "http://www.w3.org/2000/svg";
const START = {
  piecework: 1, name: "My board", lattice: "square", region: { rectangle: [10, 6] }, pieces: [{ set: "pentominoes" }],
};
const MIRRORS = { none: "none", columns: "left and right", rows: "top and bottom", both: "both", turn: "half a turn" };

/** A puzzle as this editor draws it, or null where it cannot. */
export function toBoard(puzzle) {
  if (!puzzle || typeof puzzle !== "object" || puzzle.placed) return null;
  const { region } = puzzle;
  if (region?.rectangle) return puzzle;
  if (!region?.rows || puzzle.lattice !== "square") return null;
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
  const plain = counts.size === 1 && pieces.every((piece) => (piece.symmetry ?? "free") === "free");
  const set = plain ? sets.find((one) => one.lattice === puzzle.lattice && !one.name.startsWith("one-sided") && isOf(one)) : null;
  if (!set) return puzzle;
  const named = { set: set.name };
  if (pieces.length < set.pieces.length) named.only = pieces.map((piece) => piece.name);
  if (pieces[0].count !== undefined && pieces[0].count !== 1) named.count = pieces[0].count;
  return { ...puzzle, pieces: [named] };
}

const same = (a, b) => a[0] === b[0] && a[1] === b[1];

const HALF = Math.sqrt(3) / 2;

/** The corners of the cell at a column and row of a text picture. */
function cornersOf(lattice, x, y) {
  if (lattice === "hex") {
    // Every second column is a cell, and each row is moved by one.
    return [[0, -1], [HALF, -0.5], [HALF, 0.5], [0, 1], [-HALF, 0.5], [-HALF, -0.5]].map(([dx, dy]) => [x * HALF + dx, y * 1.5 + dy]);
  }
  if (lattice === "triangle") {
    const [top, bottom] = [y * HALF, (y + 1) * HALF];
    return (x + y) % 2 === 0
      ? [[x / 2, bottom], [x / 2 + 0.5, top], [x / 2 + 1, bottom]]
      : [[x / 2, top], [x / 2 + 1, top], [x / 2 + 0.5, bottom]];
  }
  return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
}

/** The cells of a piece as a small picture. */
function pieceIcon(rows, lattice) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  const points = [];
  rows.forEach((row, y) => [...row].forEach((mark, x) => {
    if (mark !== "#") return;
    const cell = document.createElementNS(SVG, "polygon");
    const corners = cornersOf(lattice, x, y);
    cell.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
    points.push(...corners);
    svg.append(cell);
  }));
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  svg.setAttribute("viewBox", [left - 0.2, top - 0.2, Math.max(...xs) - left + 0.4, Math.max(...ys) - top + 0.4].join(" "));
  return svg;
}

export function boardEditor(view) {
  let puzzle = withSets(structuredClone(toBoard(state.design?.puzzle) ?? toBoard(view.look?.puzzle?.file) ?? START), view.inputs.sets);
  let cells = [];
  let paths = [];
  let mirror = "none";
  let at = 0;
  let pen = null;

  const commit = () => {
    const kept = state.design ? { ...state.design } : { quilt: {} };
    delete kept.tilings;
    delete kept.puzzles;
    delete kept.files;
    setDesign({ ...kept, piecework: 2, puzzle: structuredClone(puzzle) });
  };

  const isOut = (cell) => (puzzle.region.without ?? []).some((other) => same(other, cell));
  const setCell = (index, on) => {
    for (const one of images(index)) {
      const { cell } = cells[one];
      const without = (puzzle.region.without ?? []).filter((other) => !same(other, cell));
      if (!on) without.push(cell);
      if (without.length) puzzle.region.without = without;
      else delete puzzle.region.without;
      paint(one);
    }
  };
  const images = (index) => {
    const [columns, rows] = puzzle.region.rectangle;
    const [x, y] = [index % columns, Math.floor(index / columns)];
    const image = (px, py) => py * columns + px;
    const over = { columns: [[columns - 1 - x, y]], rows: [[x, rows - 1 - y]], turn: [[columns - 1 - x, rows - 1 - y]] };
    const others = mirror === "both" ? [...over.columns, ...over.rows, ...over.turn] : (over[mirror] ?? []);
    return [...new Set([index, ...others.map(([px, py]) => image(px, py))])];
  };
  const paint = (index) => {
    const out = isOut(cells[index].cell);
    paths[index].classList.toggle("out", out);
    paths[index].setAttribute("aria-selected", String(!out));
  };

  const grid = el("div", { class: "board-grid" });
  const figure = el("p", { class: "under" });

  async function layOut() {
    const [columns, rows] = puzzle.region.rectangle;
    const asked = new URLSearchParams({ lattice: puzzle.lattice, columns, rows });
    ({ cells } = await get(`api/board?${asked}`));
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("role", "grid");
    svg.setAttribute("aria-label", "Board. Arrow keys move, Space takes a cell out or puts it back.");
    svg.setAttribute("aria-multiselectable", "true");
    const xs = cells.flatMap((cell) => cell.points.filter((_, index) => index % 2 === 0));
    const ys = cells.flatMap((cell) => cell.points.filter((_, index) => index % 2 === 1));
    const [width, height] = [Math.max(...xs), Math.max(...ys)];
    svg.setAttribute("viewBox", `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`);
    paths = [];
    for (let row = 0; row < rows; row += 1) {
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("role", "row");
      for (let column = 0; column < columns; column += 1) {
        const cell = document.createElementNS(SVG, "polygon");
        const { points } = cells[row * columns + column];
        cell.setAttribute("points", points.join(" "));
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("tabindex", "-1");
        cell.setAttribute("aria-label", `row ${row + 1}, column ${column + 1}`);
        paths.push(cell);
        group.append(cell);
      }
      svg.append(group);
    }
    at = Math.min(at, paths.length - 1);
    paths[at].setAttribute("tabindex", "0");
    paths.forEach((_, index) => paint(index));
    svg.addEventListener("keydown", keys);
    svg.addEventListener("pointerdown", (event) => {
      const index = paths.indexOf(event.target);
      if (index < 0) return;
      event.preventDefault();
      pen = isOut(cells[index].cell);
      setCell(index, pen);
      focusCell(index);
    });
    svg.addEventListener("pointermove", (event) => {
      if (pen === null) return;
      const index = paths.indexOf(document.elementFromPoint(event.clientX, event.clientY));
      if (index >= 0 && isOut(cells[index].cell) === pen) setCell(index, pen);
    });
    grid.replaceChildren(svg);
  }
  addEventListener("pointerup", () => {
    if (pen === null || !grid.isConnected) return;
    pen = null;
    commit();
  });

  const focusCell = (index) => {
    paths[at].setAttribute("tabindex", "-1");
    at = index;
    paths[at].setAttribute("tabindex", "0");
    paths[at].focus();
  };
  const keys = (event) => {
    const [columns, rows] = puzzle.region.rectangle;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-x, 0], End: [columns - 1 - x, 0] };
    if (steps[event.key]) {
      event.preventDefault();
      const [dx, dy] = steps[event.key];
      const [nx, ny] = [Math.min(Math.max(x + dx, 0), columns - 1), Math.min(Math.max(y + dy, 0), rows - 1)];
      focusCell(ny * columns + nx);
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      setCell(at, isOut(cells[at].cell));
      announce(isOut(cells[at].cell) ? "out of the board" : "in the board");
      commit();
    }
  };

  const number = (label, value, set, { min = 1, max = 64 } = {}) => {
    const id = `board-${label.toLowerCase().replaceAll(" ", "-")}`;
    const input = el("input", { type: "number", id, min, max, value, onchange: () => set(Math.min(Math.max(Math.round(Number(input.value)) || min, min), max)) });
    return el("div", { class: "field" }, el("label", { for: id, class: "name" }, label), input);
  };
  const choice = (label, entries, value, set) => {
    const id = `board-${label.toLowerCase().replaceAll(" ", "-")}`;
    const input = el("select", { id, onchange: () => set(input.value) }, entries.map(([name, text]) => el("option", { value: name, selected: name === value }, text)));
    return el("div", { class: "field" }, el("label", { for: id, class: "name" }, label), input);
  };
  const check = (label, on, set) => {
    const id = `board-${label.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
    const input = el("input", { type: "checkbox", id, checked: on, onchange: () => set(input.checked) });
    return el("div", { class: "field flag" }, input, el("label", { for: id, class: "name" }, label));
  };

  const alter = (change, fresh) => {
    change(puzzle);
    commit();
    if (fresh) layOut();
    controls();
  };
  const resize = (columns, rows) => alter((one) => {
    const without = (one.region.without ?? []).filter(([x, y]) => one.lattice !== "square" ? false : x < columns && y < rows);
    one.region = without.length ? { rectangle: [columns, rows], without } : { rectangle: [columns, rows] };
  }, true);

  const panel = el("div", { class: "form" });
  const answer = el("div", { class: "answer", role: "status" });

  function setOf() {
    return puzzle.pieces.find((piece) => piece.set) ?? null;
  }

  function controls() {
    const focused = document.activeElement?.id;
    const [columns, rows] = puzzle.region.rectangle;
    const sets = view.inputs.sets.filter((set) => set.lattice === puzzle.lattice);
    const chosen = setOf();
    const set = sets.find((one) => one.name === chosen?.set);
    const changeSet = (change) => alter((one) => {
      const own = one.pieces.filter((piece) => !piece.set);
      const next = { set: chosen?.set ?? sets[0].name, ...chosen };
      change(next);
      one.pieces = next.set ? [next, ...own] : own;
    });
    panel.replaceChildren(
      el("h3", {}, "Board"),
      choice("Lattice", view.inputs.lattices.map((name) => [name, { square: "squares", hex: "hexagons", triangle: "triangles" }[name] ?? name]), puzzle.lattice, (lattice) => alter((one) => {
        one.lattice = lattice;
        one.region = { rectangle: one.region.rectangle };
        one.pieces = [{ set: view.inputs.sets.find((other) => other.lattice === lattice).name, count: "any" }];
      }, true)),
      el("div", { class: "pair" }, number("Columns", columns, (value) => resize(value, rows)), number("Rows", rows, (value) => resize(columns, value))),
      puzzle.lattice === "square" ? choice("Mirror while drawing", Object.entries(MIRRORS), mirror, (value) => { mirror = value; }) : "",
      el("h3", {}, "Pieces"),
      choice("Set", [["", "only pieces of my own"], ...sets.map((one) => [one.name, `${one.name} (${one.pieces.length})`])], chosen?.set ?? "", (name) => changeSet((next) => {
        next.set = name;
        delete next.only;
      })),
      ...(set ? [pieceToggles(set, chosen, changeSet), countChoice(chosen, changeSet)] : []),
      ownPieces(),
      el("h3", {}, "Rules"),
      check("Copies of one piece stay apart", puzzle.equal_pieces === "apart", (on) => alter((one) => {
        if (on) one.equal_pieces = "apart";
        else delete one.equal_pieces;
      })),
      check("Pieces may not touch, not even at corners", puzzle.contact === "forbidden", (on) => alter((one) => {
        delete one.equal_pieces;
        delete one.gaps;
        if (on) one.contact = "forbidden";
        else delete one.contact;
      })),
      number("Cells that may stay empty", puzzle.gaps ?? 0, (value) => alter((one) => {
        if (value) one.gaps = value;
        else delete one.gaps;
      }), { min: 0, max: 65536 }),
      named());
    if (focused?.startsWith("board-")) document.getElementById(focused)?.focus();
  }

  function named() {
    const input = el("input", { type: "text", id: "board-name", maxLength: 200, value: puzzle.name, onchange: () => alter((one) => { one.name = input.value.trim() || "My board"; }) });
    return el("div", { class: "field" }, el("label", { for: "board-name", class: "name" }, "Title"), input);
  }

  function pieceToggles(set, chosen, changeSet) {
    const on = new Set(chosen.only ?? set.pieces.map((piece) => piece.name));
    const toggle = (name) => changeSet((next) => {
      if (on.has(name)) on.delete(name);
      else on.add(name);
      const only = set.pieces.map((piece) => piece.name).filter((one) => on.has(one));
      if (only.length === set.pieces.length || only.length === 0) delete next.only;
      else next.only = only;
    });
    return el("div", { class: "toggles", role: "group", "aria-label": "Pieces of the set" }, set.pieces.map((piece) => el("button", {
      type: "button", id: `board-piece-${piece.name}`, "aria-pressed": String(on.has(piece.name)), "aria-label": `piece ${piece.name}`, onclick: () => toggle(piece.name),
    }, pieceIcon(piece.rows, puzzle.lattice))));
  }

  function countChoice(chosen, changeSet) {
    const kind = chosen.count === "any" ? "any" : (chosen.count ?? 1) === 1 ? "one" : "exactly";
    const how = choice("How many of each", [["one", "one"], ["any", "as many as fit"], ["exactly", "exactly …"]], kind, (value) => changeSet((next) => {
      if (value === "any") next.count = "any";
      else if (value === "exactly") next.count = 2;
      else delete next.count;
    }));
    if (kind !== "exactly") return how;
    return el("div", { class: "pair" }, how, number("Copies", Number(chosen.count), (value) => changeSet((next) => { next.count = value; }), { min: 1, max: 65536 }));
  }

  function ownPieces() {
    const own = puzzle.pieces.filter((piece) => !piece.set);
    const area = el("textarea", { id: "board-own", rows: 4, placeholder: "##.\n.##", spellcheck: false });
    const name = el("input", { type: "text", id: "board-own-name", value: `P${own.length + 1}`, maxLength: 60 });
    const count = el("input", { type: "number", id: "board-own-count", min: 0, max: 65536, value: 0 });
    const add = () => {
      const rows = area.value.split("\n").map((row) => row.trimEnd().replace(/[^#. ]/g, "#")).filter((row) => row.trim());
      if (!rows.length) return;
      const width = Math.max(...rows.map((row) => row.length));
      const copies = Number(count.value);
      alter((one) => one.pieces.push({ name: name.value.trim() || `P${own.length + 1}`, rows: rows.map((row) => row.padEnd(width, ".")), count: copies > 0 ? copies : "any" }));
    };
    const list = own.map((piece) => el("li", {}, pieceIcon(piece.rows ?? ["#"], puzzle.lattice), ` ${piece.name}, ${piece.count === "any" ? "as many as fit" : piece.count ?? 1} `,
      el("button", { type: "button", class: "quiet", onclick: () => alter((one) => { one.pieces = one.pieces.filter((other) => other.name !== piece.name); }) }, `Remove ${piece.name}`)));
    return el("details", { class: "more", open: own.length > 0 }, el("summary", {}, "A piece of my own"),
      own.length ? el("ul", { class: "own" }, list) : "",
      el("div", { class: "field" }, el("label", { for: "board-own", class: "name" }, "Its cells"), area, el("p", { class: "help" }, "A row of text for each row of cells: # is a cell, a dot is none.")),
      el("div", { class: "pair" }, el("div", { class: "field" }, el("label", { for: "board-own-name", class: "name" }, "Name"), name),
        el("div", { class: "field" }, el("label", { for: "board-own-count", class: "name" }, "Copies; 0: as many as fit"), count)),
      el("button", { type: "button", onclick: add }, "Add the piece"));
  }

  controls();
  layOut();
  const element = el("div", { class: "board-editor" }, panel, el("div", { class: "board-stage" }, grid, figure, answer,
    el("button", { type: "button", class: "main", id: "board-go", onclick: () => { if (!state.design?.puzzle || state.design.puzzle !== puzzle) commit(); goTo("roll"); } }, "Fill this board")));

  const sync = ({ look, errors, search }) => {
    const own = toBoard(state.design?.puzzle);
    if (own && JSON.stringify(own) !== JSON.stringify(puzzle)) {
      puzzle = structuredClone(own);
      controls();
      layOut();
    }
    const [columns, rows] = puzzle.region.rectangle;
    const count = columns * rows - (puzzle.region.without?.length ?? 0);
    figure.textContent = counted(count, "cell");
    answer.replaceChildren(word(look, errors, search));
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
