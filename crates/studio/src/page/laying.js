// Pieces that are laid on the board by hand: by pointer, or by keys.

import { announce } from "./dom.js";
import { isTranslation, numberOf } from "./lattice.js";
import { orientations } from "./server.js";

const known = new Map();

/** Every way to turn and flip a piece: its cells, and whether it is flipped. */
async function turnsOf(piece, lattice) {
  const symmetry = piece.symmetry ?? "free";
  const asked = JSON.stringify([lattice, piece.rows, symmetry]);
  if (!known.has(asked)) known.set(asked, (await orientations(lattice, piece.rows, symmetry)).orientations);
  return known.get(asked);
}

const key = ([x, y]) => `${x},${y}`;

/** The pieces of a puzzle one by one, with their cells. */
export function piecesOf(puzzle, sets) {
  return puzzle.pieces.flatMap((piece) => {
    if (!piece.set) return [piece];
    const set = sets.find((one) => one.name === piece.set && one.lattice === puzzle.lattice);
    const symmetry = piece.symmetry ?? set?.symmetry ?? "free";
    return (set?.pieces ?? [])
      .filter((one) => !piece.only || piece.only.includes(one.name))
      .map((one) => ({ ...one, symmetry }));
  });
}

/**
 * The piece in the hand: which, how it is turned, and by which of its cells it is held. `board` has `puzzle`,
 * `isOut(cell)`, `alter(change)` and `sets`.
 */
export function hand(board) {
  let piece = null;
  let turns = [];
  let turn = 0;
  let held = 0;
  let origin = null;
  let takes = 0;

  const laid = () => board.puzzle.placed ?? [];
  const at = (cell) => laid().find((one) => one.cells.some((other) => key(other) === key(cell))) ?? null;
  const setLaid = (placed) =>
    board.alter((puzzle) => {
      if (placed.length) puzzle.placed = placed;
      else delete puzzle.placed;
    });

  /** How far the piece is moved that is held over a cell by one of its cells. */
  const stepTo = (cell, way, by) => [0, 1].map((axis) => cell[axis] - turns[way].cells[by][axis]);
  /** Whether a piece in the hand can be held over a cell: a triangle that points up is never one that points down. */
  const fits = (cell, way = turn, by = held) =>
    !piece || isTranslation(board.puzzle.lattice, stepTo(cell, way, by));
  /** The cells under the piece if it is held over a cell, or none where it cannot be moved to. */
  const cellsOver = (cell, way = turn, by = held) => {
    if (!piece || !cell || !fits(cell, way, by)) return null;
    const [dx, dy] = stepTo(cell, way, by);
    return turns[way].cells.map(([x, y]) => [x + dx, y + dy]);
  };
  /** Why the piece cannot lie there; nothing if it can. */
  const obstacle = (cells) => {
    const off = cells.find((cell) => !board.isThere(cell));
    if (off) return "a cell is off the board";
    const out = cells.find((cell) => board.isOut(cell));
    if (out) return `${board.nameOf(out)} ${board.outWords ?? "is out of the board"}`;
    const given = cells.map((cell) => board.given?.(cell)).find(Boolean);
    if (given) return `piece ${given.piece} is given there`;
    const taken = cells.map(at).find(Boolean);
    return taken ? `piece ${taken.piece} lies there` : null;
  };

  /** Takes a piece, held by the cell at a mark of its rows, or by its first one. */
  async function take(name, mark = null) {
    takes += 1;
    const here = takes;
    const next = name ? (piecesOf(board.puzzle, board.sets).find((one) => one.name === name) ?? null) : null;
    const ways = next ? await turnsOf(next, board.puzzle.lattice) : [];
    // Another piece was taken meanwhile.
    if (here !== takes) return;
    [piece, turns, turn, held] = [next, ways, 0, 0];
    if (piece) held = numberOf(board.puzzle.lattice, piece.rows, mark, ways[0].cells);
  }

  /** Which cells the piece covers if it is held over a cell, or why it cannot lie there. */
  const overWords = (cell) => {
    const cells = cellsOver(cell);
    if (!cells) return "it does not fit there";
    return obstacle(cells) ?? `it covers ${cells.map(board.nameOf).join("; ")}`;
  };

  /** Holds the piece in another way. */
  const become = (index) => {
    turn = index;
    held = 0;
    const way = `way ${turn + 1} of ${turns.length}${turns[turn].flipped ? ", flipped" : ""}`;
    announce(`Piece ${piece.name}, ${way}: ${overWords(board.inUse())}.`);
  };

  return {
    laid,
    at,
    fits,
    cellsOver,
    obstacle,
    overWords,
    take,
    get piece() {
      return piece?.name ?? null;
    },
    /** Turns clockwise to the next way on this side of the piece; with -1 the other way round. */
    turn(by = 1) {
      const side = turns.flatMap((way, index) => (way.flipped === turns[turn].flipped ? [index] : []));
      if (side.length < 2) announce(`Piece ${piece.name} looks the same turned.`);
      become(side[(side.indexOf(turn) + by + side.length) % side.length]);
    },
    /** Shows the other side of the piece. */
    flip() {
      const [here, there] = [false, true].map((other) =>
        turns.flatMap((way, index) => ((way.flipped !== turns[turn].flipped) === other ? [index] : [])),
      );
      if (there.length) become(there[here.indexOf(turn) % there.length]);
      else announce(`Piece ${piece.name} has no other side: turn it instead.`);
    },
    /** Lays the piece; says why not where that cannot be. */
    lay(cell) {
      const cells = cellsOver(cell);
      const why = cells ? obstacle(cells) : "it does not fit there";
      if (why) {
        announce(`Piece ${piece.name} cannot lie here: ${why}.`);
        return false;
      }
      // The last of its kind is out of the hand once it is laid.
      const { name } = piece;
      setLaid([...laid(), { piece: name, cells }]);
      // A line of words would hide a board that is played.
      const quiet = board.tool === "play";
      announce(`Piece ${name} is laid: ${cells.map(board.nameOf).join("; ")}.`, { quiet });
      origin = null;
      return true;
    },
    /** Picks up the piece on a cell, held by that cell. */
    async pickUp(cell) {
      const one = at(cell);
      if (!one) return false;
      await take(one.piece);
      const named = (cells) => cells?.map(key).sort().join(" ");
      const ways = turns.flatMap(({ cells }, way) => cells.map((_, by) => [way, by]));
      const isSame = ([way, by]) => named(cellsOver(cell, way, by)) === named(one.cells);
      [turn, held] = ways.find(isSame) ?? [0, 0];
      origin = one;
      setLaid(laid().filter((other) => other !== one));
      announce(`Piece ${one.piece} is in your hand.`);
      return true;
    },
    /** Puts a piece that was picked up back where it was. */
    putBack() {
      if (!origin) return;
      setLaid([...laid(), origin]);
      announce(`Piece ${origin.piece} is back where it was.`);
      origin = null;
    },
    remove(cell) {
      const one = at(cell);
      if (!one) return false;
      setLaid(laid().filter((other) => other !== one));
      announce(`Piece ${one.piece} is taken off the board.`);
      return true;
    },
    forget() {
      origin = null;
    },
    get isCarrying() {
      return origin !== null;
    },
  };
}
