// Cells of every lattice as polygons, pieces as small pictures, and grids of cells that are walked by keys.

const SVG = "http://www.w3.org/2000/svg";

/** An element of SVG with its attributes. */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** What the program knows of each lattice, by name: see `lattice_value` in `inputs.rs`. */
const known = new Map();

/** Takes the lattices of the program in. */
export const knowLattices = (lattices) => lattices.forEach((lattice) => known.set(lattice.name, lattice));

export const latticeOf = (name) => known.get(name);

/** How many cells a board has that is a rectangle without some cells; nothing for other boards. */
export function areaOf({ lattice, region }) {
  const { rectangle, without } = region ?? {};
  if (!rectangle || !known.has(lattice)) return undefined;
  return rectangle[0] * rectangle[1] * known.get(lattice).column - (without?.length ?? 0);
}

const modulo = (number, by) => ((number % by) + by) % by;

/** The cell at a column and row of a text picture: its kind and its periods across and down; none between cells. */
function periodOf({ kinds, steps: [across, down] }, column, row) {
  for (const [kind, { text }] of kinds.entries()) {
    const j = (row - text[1]) / down.text[1];
    const i = (column - text[0] - down.text[0] * j) / across.text[0];
    if (Number.isInteger(i) && Number.isInteger(j)) return { kind, i, j };
  }
  return null;
}

/** Whether a text picture has a cell at a column and row. */
export const isCell = (name, column, row) => periodOf(known.get(name), column, row) !== null;

/** The corners of the cell at a column and row of a text picture, in edges of a cell. */
export function cornersOf(name, column, row) {
  const {
    kinds,
    steps: [across, down],
    scale,
  } = known.get(name);
  const { kind, i, j } = periodOf(known.get(name), column, row);
  const moved = (corner, axis) => corner[axis] + i * across.corner[axis] + j * down.corner[axis];
  return kinds[kind].corners.map((corner) => [0, 1].map((axis) => moved(corner, axis) * scale[axis]));
}

/** Whether moving cells by a step maps the lattice onto itself: a triangle that points up stays one. */
export function isTranslation(name, [x, y]) {
  const { kinds, slant } = known.get(name);
  return modulo(x + slant * y, kinds.length) === 0;
}

/** Rows of text without the empty rows and columns around a piece: the same cells as before. */
export function trimmed(name, rows) {
  const used = rows.flatMap((row, y) => (row.includes("#") ? [y] : []));
  if (!used.length) return [];
  // The picture must begin where cells are as at its old beginning: at the start of a period.
  const {
    steps: [across, down],
  } = known.get(name);
  const periods = Math.floor(used[0] / down.text[1]);
  const top = periods * down.text[1];
  const kept = rows.slice(top, used.at(-1) + 1);
  let left = Math.min(...kept.map((row) => row.indexOf("#")).filter((x) => x >= 0));
  while (modulo(left - down.text[0] * periods, across.text[0])) left -= 1;
  const end = Math.max(...kept.map((row) => row.lastIndexOf("#"))) + 1;
  return kept.map((row) => " ".repeat(Math.max(-left, 0)) + row.padEnd(end, ".").slice(Math.max(left, 0), end));
}

/** Columns of a text picture that a field of so many periods across takes. */
export const columnsFor = (name, cells) => cells * known.get(name).steps[0].text[0];

/** Rows of a text picture that a field of so many periods down takes. */
export const rowsFor = (name, periods) => periods * known.get(name).steps[1].text[1];

/** The least and the largest of numbers: of more than a function takes as its arguments. */
export const least = (numbers) => numbers.reduce((one, other) => Math.min(one, other));
export const largest = (numbers) => numbers.reduce((one, other) => Math.max(one, other));

/** The box of a board whose rows have cells with points: its width and its height, in edges of a cell. */
export const sizeOf = (rows) =>
  [0, 1].map((axis) =>
    rows.flat().reduce((far, { points }) => Math.max(far, ...points.filter((_, index) => index % 2 === axis)), 0),
  );

/** The box around points, with some air, as the view of an SVG. */
export function viewOf(points, air = 0.2) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [least(xs), least(ys)];
  return [left - air, top - air, largest(xs) - left + 2 * air, largest(ys) - top + 2 * air].join(" ");
}

/** The cells of a piece as a small picture. */
export function pieceIcon(rows, lattice) {
  const points = [];
  const cells = rows.flatMap((row, y) =>
    [...row].flatMap((mark, x) => {
      if (mark !== "#") return [];
      const corners = cornersOf(lattice, x, y);
      points.push(...corners);
      return [shape("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") })];
    }),
  );
  return shape(
    "svg",
    {
      "aria-hidden": "true",
      viewBox: viewOf(
        points.length
          ? points
          : [
              [0, 0],
              [1, 1],
            ],
      ),
    },
    ...cells,
  );
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A grid of polygons, of which one is in the order of Tab and the arrow keys move. `rows` has lists of cells
 * with `points` and `label`; `onKey` gets every other key, and says whether it used it. `middles` has for rows of
 * several lengths how far to the right each cell is, so that Up and Down go to the nearest one.
 */
export function polygonGrid(rows, { label, view, middles = null, onMove = () => {}, onKey }) {
  const grid = { at: [0, 0], cells: [], svg: null, focus };
  const groups = rows.map((row) => {
    const cells = row.map((cell) =>
      shape("polygon", { points: cell.points, role: "gridcell", tabindex: "-1", "aria-label": cell.label }),
    );
    grid.cells.push(cells);
    return shape("g", { role: "row" }, ...cells);
  });
  grid.svg = shape(
    "svg",
    { role: "grid", "aria-label": label, "aria-multiselectable": "true", viewBox: view },
    ...groups,
  );
  const cellAt = ([x, y]) => grid.cells[y]?.[x];
  cellAt(grid.at)?.setAttribute("tabindex", "0");

  function focus(x, y, withFocus = true) {
    const next = [
      Math.min(Math.max(x, 0), grid.cells[Math.max(Math.min(y, grid.cells.length - 1), 0)].length - 1),
      Math.min(Math.max(y, 0), grid.cells.length - 1),
    ];
    cellAt(grid.at)?.setAttribute("tabindex", "-1");
    grid.at = next;
    cellAt(next).setAttribute("tabindex", "0");
    if (withFocus) cellAt(next).focus();
    onMove(...next);
  }
  const nearest = (x, y, to) => {
    if (!middles?.[to]) return x;
    const far = middles[to].map((middle) => Math.abs(middle - middles[y][x]));
    return far.indexOf(Math.min(...far));
  };
  grid.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = grid.at;
    const step = STEPS[event.key];
    if (step) focus(step[1] ? nearest(x, y, y + step[1]) : x + step[0], y + step[1]);
    else if (event.key === "Home") focus(0, y);
    else if (event.key === "End") focus(grid.cells[y].length - 1, y);
    else if (!onKey(event.key, x, y)) return;
    event.preventDefault();
  });
  return grid;
}
