// Cells of every lattice as polygons, pieces as small pictures, and grids of cells that are walked by keys.

const SVG = "http://www.w3.org/2000/svg";
const HALF = Math.sqrt(3) / 2;

/** An element of SVG with its attributes. */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The corners of the cell at a column and row of a text picture. */
export function cornersOf(lattice, x, y) {
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

/** Whether a text picture has a cell at a column and row. */
export const isCell = (lattice, x, y) => lattice !== "hex" || (x + y) % 2 === 0;

/** The box around points, with some air, as the view of an SVG. */
export function viewOf(points, air = 0.2) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left - air, top - air, Math.max(...xs) - left + 2 * air, Math.max(...ys) - top + 2 * air].join(" ");
}

/** The cells of a piece as a small picture. */
export function pieceIcon(rows, lattice) {
  const points = [];
  const cells = rows.flatMap((row, y) => [...row].flatMap((mark, x) => {
    if (mark !== "#") return [];
    const corners = cornersOf(lattice, x, y);
    points.push(...corners);
    return [shape("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") })];
  }));
  return shape("svg", { "aria-hidden": "true", viewBox: viewOf(points.length ? points : [[0, 0], [1, 1]]) }, ...cells);
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A grid of polygons, of which one is in the order of Tab and the arrow keys move. `rows` has lists of cells with `points` and
 * `label`; `onKey` gets every other key, and says whether it used it.
 */
export function polygonGrid(rows, { label, view, onMove = () => {}, onKey }) {
  const grid = { at: [0, 0], cells: [], svg: null, focus };
  const groups = rows.map((row) => {
    const cells = row.map((cell) => shape("polygon", { points: cell.points, role: "gridcell", tabindex: "-1", "aria-label": cell.label }));
    grid.cells.push(cells);
    return shape("g", { role: "row" }, ...cells);
  });
  grid.svg = shape("svg", { role: "grid", "aria-label": label, "aria-multiselectable": "true", viewBox: view }, ...groups);
  const cellAt = ([x, y]) => grid.cells[y]?.[x];
  cellAt(grid.at)?.setAttribute("tabindex", "0");

  function focus(x, y, withFocus = true) {
    const next = [Math.min(Math.max(x, 0), grid.cells[Math.max(Math.min(y, grid.cells.length - 1), 0)].length - 1), Math.min(Math.max(y, 0), grid.cells.length - 1)];
    cellAt(grid.at)?.setAttribute("tabindex", "-1");
    grid.at = next;
    cellAt(next).setAttribute("tabindex", "0");
    if (withFocus) cellAt(next).focus();
    onMove(...next);
  }
  grid.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = grid.at;
    const step = STEPS[event.key];
    if (step) focus(x + step[0], y + step[1]);
    else if (event.key === "Home") focus(0, y);
    else if (event.key === "End") focus(grid.cells[y].length - 1, y);
    else if (!onKey(event.key, x, y)) return;
    event.preventDefault();
  });
  return grid;
}
