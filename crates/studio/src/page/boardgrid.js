// The board as a grid: cells are taken out and put back, pieces are laid on it.

import { announce, el } from "./dom.js";
import { strokeTo, untilHandsOff } from "./hands.js";
import { latticeOf, middleOf, polygonGrid, shape, sizeOf } from "./lattice.js";
import { boardCells } from "./server.js";
import { watchTwist } from "./twist.js";
import { plain, sentence } from "./words.js";

const HELP = {
  draw: "Board. Arrow keys move, Space puts a cell in or takes it out.",
  write: "Board. Arrow keys move, Space writes the next word on a cell, Delete takes a word off.",
  lay:
    "Board. Arrow keys move the piece, Space lays it or picks one up, R turns, F flips, Delete takes a piece off, " +
    "Escape puts it back.",
  play:
    "Board. Arrow keys move the piece, N takes the next piece, R turns, F flips, Space lays it or picks one up, " +
    "Delete takes a piece off, Escape puts it back, H is a hint, C checks, U undoes.",
};

/** The cells that are changed with one, by the mirrors that are on. */
function images([x, y], mirror, [columns, rows]) {
  const over = { columns: [[columns - 1 - x, y]], rows: [[x, rows - 1 - y]], turn: [[columns - 1 - x, rows - 1 - y]] };
  return [[x, y], ...(mirror === "both" ? [...over.columns, ...over.rows, ...over.turn] : (over[mirror] ?? []))];
}

/**
 * The grid of a board. `board` has `puzzle`, `mirror`, `tool` (draw, write, lay or play), `hand`, `isOut(cell)`,
 * `setOut(cells, out)`, `write(cell, isOff)`, `commit()`, and `marks(pointsOf)` for what is above pieces. One that is
 * played has its cells in `rows`, `about(cell)` for what else there is to say of a cell, `wordOf(cell)`,
 * `under(pointsOf)` for what is below the pieces, `colorOf(name)`, `next()`, and `keys` for what more keys do.
 */
export function boardGrid(board) {
  const element = el("div", { class: "board-grid" });
  let rows = [];
  let places = new Map();
  /** The place of each polygon. */
  let drawn = new Map();
  let grid = null;
  let pen = null;
  let ghost = null;
  let marks = null;
  /** Whether a pointer is down, and where it was last. */
  let pressed = false;
  let before = null;
  let dragging = null;
  /** Where a piece was lifted, as long as the pointer has not left that place. */
  let lifted = null;
  /** Where the piece in the hand is held, in cell edges: by a pointer, or in the middle of a cell. */
  let aim = null;
  /** What the hand does, one thing after the other: of a piece that is taken, the program is asked first. */
  let doing = Promise.resolve();
  const inTurn = (step) => {
    doing = doing.then(step).catch(({ message }) => announce(sentence(plain(message))));
    return doing;
  };
  /** What the grid was laid out for, and when it is laid out for what the board is now. */
  let laidFor = null;
  let ready = Promise.resolve();
  const wanted = () =>
    JSON.stringify([board.puzzle.lattice, board.puzzle.region?.rectangle ?? board.puzzle.name, board.isTurned]);
  const isReady = () => laidFor === wanted();

  const isHand = () => ["lay", "play"].includes(board.tool);

  const cellAt = (x, y) => rows[y]?.[x]?.cell;
  const placeOf = (cell) => places.get(String(cell)) ?? null;
  const pointsOf = (cell) => {
    const place = placeOf(cell);
    return place ? rows[place[1]][place[0]].points.join(" ") : "";
  };
  const nameOf = (cell) => {
    const place = placeOf(cell);
    return place ? `row ${place[1] + 1}, column ${place[0] + 1}` : "off the board";
  };
  const isThere = (cell) => placeOf(cell) !== null;

  /** Brings a cell up to date: what it looks like, and its label for screen readers. */
  const paint = (x, y) => {
    const [cell, polygon] = [cellAt(x, y), grid.cells[y][x]];
    const [out, laid] = [board.isOut(cell), board.hand.at(cell)];
    polygon.classList.toggle("out", out);
    polygon.setAttribute("aria-selected", String(!out));
    polygon.setAttribute(
      "aria-label",
      [
        board.wordOf?.(cell),
        nameOf(cell),
        out ? (board.outWords ?? "out of the board") : null,
        laid ? `piece ${laid.piece}` : null,
        board.about?.(cell),
      ]
        .filter(Boolean)
        .join(", "),
    );
  };
  const paintAll = () => {
    grid.cells.forEach((row, y) => row.forEach((_, x) => paint(x, y)));
    grid.svg.setAttribute("aria-label", HELP[board.tool]);
    const inColor = (one) => {
      const polygons = one.cells.map((cell) => shape("polygon", { points: pointsOf(cell), class: "laid" }));
      const color = board.colorOf?.(one.piece);
      if (color) polygons.forEach(({ style }) => Object.assign(style, { fill: color, stroke: color }));
      return polygons;
    };
    const [below, above] = [board.under?.(pointsOf) ?? [], board.marks?.(pointsOf) ?? []];
    marks.replaceChildren(...below, ...board.hand.laid().flatMap(inColor), ...above);
    hover();
  };
  /** Whether the piece in the hand can be held over a cell, or the cell has another one to pick up. */
  const isStop = (x, y) => {
    const cell = cellAt(x, y);
    return !isHand() || board.hand.fits(cell) || (dragging === null && board.hand.at(cell) !== null);
  };
  /** A place, or the one that is nearest to a point of those where the piece in the hand can be held. */
  const stopFor = (place, [x, y]) => {
    if (isStop(...place)) return place;
    const far = ([column, row]) => Math.hypot(grid.middles[row][column][0] - x, grid.middles[row][column][1] - y);
    const able = [...drawn.values()].filter((one) => board.hand.fits(cellAt(...one)));
    return able.reduce((one, other) => (far(other) < far(one) ? other : one), able[0] ?? place);
  };
  /** Goes to a place, or to the nearest stop; the piece in the hand is held at a point. */
  const hold = (place, at, withFocus) => {
    grid.focus(...stopFor(place, at), withFocus);
    aim = at;
  };
  /** The cell in use, where a piece in the hand would be laid. */
  const inUse = () => {
    const stop = stopFor(grid.at, aim);
    if (stop !== grid.at) hold(stop, aim, element.contains(document.activeElement));
    return cellAt(...grid.at);
  };
  /** Shows the piece in the hand over the cell in use. */
  const hover = () => {
    const cell = inUse();
    const shown = isHand() && board.hand.piece && !board.hand.at(cell) ? board.hand.cellsOver(cell) : null;
    const bad = shown && board.hand.obstacle(shown);
    // Where the keys are is seen above the pieces too.
    const cursor = () => shape("polygon", { points: pointsOf(cell), class: "cursor-cell" });
    ghost.replaceChildren(
      ...(board.tool === "play" ? [cursor(), cursor()] : []),
      ...(shown ?? [])
        .filter(isThere)
        .map((cell) => shape("polygon", { points: pointsOf(cell), class: bad ? "ghost bad" : "ghost" })),
    );
  };

  const draw = (x, y, out) => {
    const all = images([x, y], board.mirror, board.puzzle.region.rectangle);
    board.setOut(
      all.map(([px, py]) => cellAt(px, py)),
      out,
    );
    all.forEach(([px, py]) => paint(px, py));
  };
  const layKey = async (key, x, y) => {
    const { hand } = board;
    const cell = cellAt(...stopFor([x, y], grid.middles[y][x]));
    if (["n", "N"].includes(key)) await board.next();
    else if (["r", "R", "f", "F"].includes(key)) {
      if (hand.piece) hand[key.toLowerCase() === "r" ? "turn" : "flip"]();
      else announce("Choose a piece to lay first.");
    } else if (key === "Delete" || key === "Backspace") hand.remove(cell);
    else if (key === "Escape") {
      hand.putBack();
    } else if (hand.at(cell) && !hand.isCarrying) await hand.pickUp(cell);
    else if (hand.piece) hand.lay(cell);
    else announce("Choose a piece to lay first.");
    paintAll();
  };
  const onKey = (key, x, y) => {
    const isUse = key === " " || key === "Enter";
    if (board.tool === "write") {
      const isOff = ["Delete", "Backspace"].includes(key);
      if ((!isUse && !isOff) || !isReady()) return false;
      board.write(cellAt(x, y), isOff);
      return true;
    }
    if (isHand()) {
      const isNext = board.next && ["n", "N"].includes(key);
      const own = board.keys?.[key.toLowerCase()];
      if (own) {
        inTurn(own);
        return true;
      }
      if (!isUse && !isNext && !["r", "R", "f", "F", "Delete", "Backspace", "Escape"].includes(key)) return false;
      inTurn(() => layKey(key, x, y));
      return true;
    }
    if (!isUse || !isReady()) return false;
    const out = !board.isOut(cellAt(x, y));
    draw(x, y, out);
    announce(`${nameOf(cellAt(x, y))} is ${out ? "out of" : "in"} the board.`, { quiet: true });
    board.commit();
    return true;
  };
  const onMove = (x, y) => {
    aim = grid.middles[y][x];
    hover();
    const cell = inUse();
    if (isHand() && board.hand.piece && !board.hand.at(cell)) announce(board.hand.overWords(cell), { quiet: true });
  };
  const under = ({ clientX, clientY }) =>
    isReady() ? (drawn.get(document.elementFromPoint(clientX, clientY)) ?? null) : null;
  /** Where a pointer is, in cell edges. */
  const pointOf = ({ clientX, clientY }) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(grid.svg.getScreenCTM().inverse());
    return [x, y];
  };
  /** Draws from where the pointer was to where it is. */
  const drawTo = (event) => {
    for (const place of strokeTo(event, before).map(under)) {
      if (place && board.isOut(cellAt(...place)) !== pen) draw(...place, pen);
    }
    before = event;
  };
  /** Takes a piece into the hand that lies on a place, or goes on with the one in the hand. */
  const press = async (place) => {
    dragging = board.hand.at(cellAt(...place)) ? "laid" : "new";
    lifted = dragging === "laid" ? String(place) : null;
    if (dragging === "laid") await board.hand.pickUp(cellAt(...place));
    paintAll();
  };
  /** Lays the piece in the hand; dropped beside the board, it is taken off. */
  const drop = (place, at) => {
    if (dragging === null) return;
    // A piece that is tapped stays in the hand until its new place is tapped.
    const isTapped = board.tool === "play" && lifted !== null && lifted === String(place);
    if (place && board.hand.piece && !isTapped) {
      if (!board.hand.lay(cellAt(...stopFor(place, at))) && dragging === "laid") board.hand.putBack();
    } else if (dragging === "laid" && !isTapped) {
      announce(`Piece ${board.hand.piece} is taken off the board.`);
      board.hand.forget();
    } else if (dragging === "brought") {
      // The click that would go to the board is lost with the button, which was drawn anew meanwhile.
      grid.focus(...grid.at);
    }
    dragging = null;
    paintAll();
  };

  /** A second finger turns what the first one holds. */
  const isSecond = ({ isPrimary }) => !isPrimary && isHand();
  watchTwist(
    () => element.isConnected && isHand() && Boolean(board.hand?.piece),
    (by) =>
      inTurn(() => {
        board.hand.turn(by);
        paintAll();
      }),
  );

  function pointers(svg) {
    svg.addEventListener("pointerdown", (event) => {
      const place = under(event);
      if (!place || isSecond(event)) return;
      event.preventDefault();
      hold(place, pointOf(event));
      if (board.tool === "write") {
        board.write(cellAt(...place), false);
        return;
      }
      pressed = true;
      if (board.tool === "draw") {
        [pen, before] = [!board.isOut(cellAt(...place)), null];
        drawTo(event);
      } else inTurn(() => press(place));
    });
    svg.addEventListener("pointermove", (event) => {
      if (isSecond(event)) return;
      if (pen !== null) {
        drawTo(event);
        return;
      }
      const place = isHand() ? under(event) : null;
      if (place && String(place) !== lifted) lifted = null;
      if (place && (pressed || event.pointerType === "mouse")) hold(place, pointOf(event), pressed);
    });
  }
  /** Follows a piece that is dragged from beside the board. */
  const follow = (event) => {
    if (dragging !== "brought" || isSecond(event)) return;
    const place = under(event);
    if (place) hold(place, pointOf(event), false);
  };
  const isOurs = () => element.isConnected && grid && pressed;
  const letGo = (ended) => {
    if (!isOurs()) return;
    pressed = false;
    if (pen === null) inTurn(ended);
    else {
      pen = null;
      board.commit();
    }
  };
  addEventListener("pointermove", (event) => element.isConnected && grid && follow(event));
  addEventListener("pointercancel", (event) => {
    if (isSecond(event)) return;
    letGo(() => {
      if (dragging === "laid") board.hand.putBack();
      dragging = null;
      paintAll();
    });
  });
  addEventListener("pointerup", (event) => {
    if (isSecond(event)) return;
    if (!isOurs()) return;
    const [place, at] = [under(event), pointOf(event)];
    letGo(() => drop(place, at));
  });

  /** The cells of the rectangle that is drawn on, row by row. */
  async function ofRectangle() {
    const { puzzle } = board;
    const [width, height] = puzzle.region.rectangle;
    const { cells } = await boardCells(puzzle.lattice, width, height);
    const across = width * latticeOf(puzzle.lattice).column;
    return Array.from({ length: height }, (_, y) => cells.slice(y * across, (y + 1) * across));
  }

  async function layOut() {
    const asked = wanted();
    const found = await (board.rows ?? ofRectangle().catch(({ message }) => message));
    await untilHandsOff();
    // Another grid was asked for meanwhile.
    if (asked !== wanted()) return;
    if (typeof found === "string") {
      element.replaceChildren(el("p", { class: "problem" }, sentence(plain(found))));
      return;
    }
    // A board that is turned has the cell in use elsewhere.
    const inUse = board.rows && grid ? cellAt(...grid.at) : null;
    rows = found;
    places = new Map(rows.flatMap((row, y) => row.map(({ cell }, x) => [String(cell), [x, y]])));
    laidFor = asked;
    const polygons = rows.map((row, y) =>
      row.map(({ points }, x) => ({ points: points.join(" "), label: `row ${y + 1}, column ${x + 1}` })),
    );
    const at = (inUse && placeOf(inUse)) ?? grid?.at ?? [0, 0];
    const hadFocus = element.contains(document.activeElement);
    const [right, bottom] = sizeOf(rows);
    grid = polygonGrid(polygons, {
      isStop,
      label: HELP[board.tool],
      view: `-0.1 -0.1 ${right + 0.2} ${bottom + 0.2}`,
      onMove,
      onKey,
    });
    marks = shape("g", { class: "marks", "aria-hidden": "true" });
    ghost = shape("g", { class: "marks", "aria-hidden": "true" });
    grid.svg.append(marks, ghost);
    drawn = new Map(grid.cells.flatMap((row, y) => row.map((polygon, x) => [polygon, [x, y]])));
    pointers(grid.svg);
    element.replaceChildren(grid.svg);
    grid.focus(...at, hadFocus);
    paintAll();
  }
  /** The cells with the middles of their columns, in cell edges: a shape has all kites of a hexagon, or none. */
  const middles = () => {
    const { column } = latticeOf(board.puzzle.lattice);
    const cells = rows.flat();
    const middle = (index) => {
      const from = index - (index % column);
      return middleOf(cells.slice(from, from + column).flatMap((one) => one.points));
    };
    return cells.map(({ cell }, index) => ({ cell, at: middle(index) }));
  };
  return {
    element,
    layOut: () => {
      if (isReady()) paintAll();
      else ready = layOut();
      return ready;
    },
    paintAll: () => isReady() && paintAll(),
    nameOf,
    isThere,
    inUse: () => (grid ? inUse() : null),
    inTurn,
    /** Drags a piece from beside the board; `take` takes it into the hand. */
    bring: (take) => {
      pressed = true;
      inTurn(async () => {
        dragging = "brought";
        await take();
      });
    },
    /** Goes to the cell in use, to lay a piece by keys. */
    enter: () => grid?.focus(...grid.at),
    /** Waits for the grid that was asked for last; gives its cells with their middles. */
    middles: async () => {
      await ready;
      return middles();
    },
  };
}
