// Cells as the page draws them, against those of the program, for every lattice.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startStudio } from "./studio.mjs";

const { columnsFor, cornersOf, isCell, knowLattices, trimmed } = await import(`${process.env.PAGE}/lattice.js`);
let studio, lattices;

const ask = async (path, query) => (await fetch(`${studio.url}api/${path}?${new URLSearchParams(query)}`)).json();

before(async () => {
  studio = await startStudio();
  ({ lattices } = await ask("inputs", {}));
  knowLattices(lattices);
});
after(() => studio?.stop());

test("a piece that is drawn anywhere stays the piece that was drawn", async () => {
  for (const { name } of lattices) {
    const width = columnsFor(name, 5);
    const places = [0, 1, 2, 3].flatMap((y) => Array.from({ length: width }, (_, x) => [x, y])).filter(([x, y]) => isCell(name, x, y));
    const picture = (cells) => [0, 1, 2, 3].map((y) => Array.from({ length: width }, (_, x) => (cells.some((cell) => cell[0] === x && cell[1] === y) ? "#" : " ")).join(""));
    for (const first of places) {
      // The cell and the two that are drawn nearest to it.
      const center = ([x, y]) => cornersOf(name, x, y).reduce(([a, b], [c, d], _, { length }) => [a + c / length, b + d / length], [0, 0]);
      const distance = (place) => Math.hypot(center(place)[0] - center(first)[0], center(place)[1] - center(first)[1]);
      const rows = picture([...places].sort((a, b) => distance(a) - distance(b)).slice(0, 3));
      const asked = async (text) => JSON.stringify(await ask("orientations", { lattice: name, rows: text.join("|"), symmetry: "fixed" }));
      assert.equal(await asked(trimmed(name, rows)), await asked(rows), `${name}\n${rows.join("\n")}`);
    }
  }
});
