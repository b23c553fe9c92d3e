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

/** The cells in rows of text, as columns and rows. */
export const marksOf = (rows) =>
  rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [[x, y]] : [])));

/** The cell of the program at a column and row of a text picture. */
export function cellOf(name, [column, row]) {
  const { kinds, slant } = known.get(name);
  const { kind, i, j } = periodOf(known.get(name), column, row);
  return [i * kinds.length + kind + slant * j, j];
}

/** Which of the cells of a piece is drawn at a mark of its rows of text; the first one without a mark. */
export function numberOf(name, rows, mark, cells) {
  const inOrder = (all) => [...all.keys()].sort((a, b) => all[a][1] - all[b][1] || all[a][0] - all[b][0]);
  const marks = marksOf(rows);
  const drawn = inOrder(marks.map((one) => cellOf(name, one)));
  return inOrder(cells)[Math.max(drawn.findIndex((at) => String(marks[at]) === String(mark)), 0)];
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

/** The middle of points, which are x and y alternately. */
export function middleOf(points) {
  const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return [0, 1].map((axis) => mean(points.filter((_, at) => at % 2 === axis)));
}

/**
 * The place that an arrow key moves to in rows of `middles`, where `isStop(x, y)`: the next one in its row, or the
 * nearest one in the next row. Of two that are equally near, odd rows take the right one: so Up, Up is straight up.
 */
export function toward(middles, [x, y], [right, down], isStop) {
  const stops = (row) => [...(middles[row]?.keys() ?? [])].filter((at) => isStop(at, row));
  if (right) return [stops(y).filter((at) => (at - x) * right > 0).at(right > 0 ? 0 : -1) ?? x, y];
  const far = (at, row) => {
    const [dx, dy] = [0, 1].map((axis) => middles[row][at][axis] - middles[y][x][axis]);
    return Math.abs(dx) + Math.abs(dy) / 100 + (y % 2 ? -1 : 1) * 1e-6 * dx;
  };
  for (let row = y + down; middles[row]; row += down) {
    const [nearest] = stops(row).sort((one, other) => far(one, row) - far(other, row));
    if (nearest !== undefined) return [nearest, row];
  }
  return [x, y];
}

/**
 * A grid of polygons, of which one is in the order of Tab and the arrow keys move. `rows` has lists of cells
 * with `points` and `label`; `onKey` gets every other key, and says whether it used it; `isStop(x, y)` says where
 * arrow keys stop.
 */
export function polygonGrid(rows, { label, view, isStop = () => true, onMove = () => {}, onKey }) {
  const middles = rows.map((row) => row.map(({ points }) => middleOf(points.split(/[ ,]/).map(Number))));
  const grid = { at: [0, 0], cells: [], middles, svg: null, focus };
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
  grid.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = grid.at;
    const step = STEPS[event.key];
    if (step) focus(...toward(middles, grid.at, step, isStop));
    else if (event.key === "Home") focus(0, y);
    else if (event.key === "End") focus(grid.cells[y].length - 1, y);
    else if (!onKey(event.key, x, y)) return;
    event.preventDefault();
  });
  return grid;
}
