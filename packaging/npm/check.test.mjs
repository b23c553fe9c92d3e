// What whoever uses the package relies on: files, reasons, and the end of a search.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PieceworkError, make } from "piecework";

const quilt = { piecework: 2, puzzle: "t-tetromino-4x4", quilt: {} };

test("a design becomes files, a plan and words, and a search tilings", async () => {
  const made = await make(quilt);
  assert.ok(made.files.some(({ name, bytes }) => name.endsWith(".pdf") && Buffer.from(bytes).toString("latin1", 0, 5) === "%PDF-"));
  assert.equal(made.end, "done");
  assert.ok(made.plan.length === 1 && made.words.length === 1);
  const solved = await make({ piecework: 2, puzzle: "t-tetromino-4x4", solve: { all: true } });
  assert.ok(solved.tilings.length > 0);
});

test("a design that is wrong is refused with its places", async () => {
  const refused = make({ ...quilt, quilt: { cell: "wide" } });
  await assert.rejects(refused, (error) => error instanceof PieceworkError && error.errors[0].pointer === "/quilt/cell");
});

test("a signal ends a search that would take years", async () => {
  const search = { piecework: 2, puzzle: "quilt-60x80", solve: { count: true } };
  const controller = new AbortController();
  // It is stopped as soon as it says how far it is.
  const stopped = make(search, { signal: controller.signal, onProgress: () => controller.abort() });
  await assert.rejects(stopped, { name: "AbortError" });
  await assert.rejects(make(quilt, { signal: AbortSignal.abort() }), { name: "AbortError" });
});
