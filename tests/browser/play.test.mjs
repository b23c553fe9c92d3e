// A book of puzzles in the studio: it is made, changed, and its puzzles are solved: by keys alone, by pointer, by touch.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SLOW, heard, inChromium, axe, openPage, shot, startBrowser, startStudio, tabTo } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const address = (act, design) => `#${act}/j${Buffer.from(JSON.stringify(design)).toString("base64url")}`;
const ORDER = { board: "3x5", pieces: "pentominoes", kind: "given", count: 2 };
const BOOK = { piecework: 2, book: { parts: [{ made_puzzles: ORDER, seed: 2 }, "t-tetromino-4x4"], title: "Rainy days" } };
const CLUES = { piecework: 2, book: { parts: [{ made_puzzles: { board: "5x4", pieces: "pentominoes", kind: "edges", count: 2 }, seed: 3 }] } };
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};

/** Opens a design in the act Make, and waits until it can be played. */
async function playing(design, options = {}) {
  const page = await openPage(browser, `${studio.url}${address("make", design)}`, options);
  await page.waitForSelector("#play-open");
  return page;
}

/** The pieces of a solution that are not given, one after another, as the program finds them. */
async function solution(page, puzzle) {
  const laid = [];
  for (;;) {
    const answer = await page.request.post(`${studio.url}api/play/judge`, { data: { piecework: 2, puzzle, "x-laid": laid } });
    const { state, rest } = await answer.json();
    if (state === "solved") return laid;
    assert.equal(state, "right");
    laid.push(rest[0]);
  }
}

/** The puzzle that is played, from the job that made the book. */
async function firstPuzzle(page, design) {
  const { id } = await (await page.request.post(`${studio.url}api/jobs`, { data: design })).json();
  for (;;) {
    const job = await (await page.request.get(`${studio.url}api/jobs/${id}`)).json();
    if (job.result) return job.result.made[0].summary.puzzles[0].puzzle;
    await page.waitForTimeout(50);
  }
}

const numbers = (text) => text.split(" ").map((one) => Number(one).toFixed(2)).join(" ");
const ghost = (page) => page.$$eval(".playground .ghost", (all) => all.map((one) => one.getAttribute("points")));
const focusedLabel = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? "");

/** Moves to a cell by arrow keys: row and column from 1. */
async function walkTo(page, row, column) {
  for (let presses = 0; presses < 60; presses += 1) {
    const [, y, x] = (await focusedLabel(page)).match(/row (\d+), column (\d+)/).map(Number);
    if (y === row && x === column) return;
    await page.keyboard.press(y < row ? "ArrowDown" : y > row ? "ArrowUp" : x < column ? "ArrowRight" : "ArrowLeft");
  }
  assert.fail(`row ${row}, column ${column} is not reached`);
}

/** Lays a piece by keys alone; the board has the focus. */
async function layByKeys(page, { piece, cells }, points) {
  const inHand = () => page.$eval(".play-pieces [aria-pressed=true]", (one) => one.id).catch(() => "");
  for (let presses = 0; (await inHand()) !== `play-take-${piece}`; presses += 1) {
    assert.ok(presses < 13, `piece ${piece} is not offered`);
    await page.keyboard.press("n");
    await page.waitForTimeout(30);
  }
  const wanted = cells.map(([x, y]) => numbers(points[`${x},${y}`])).sort().join("|");
  for (const [x, y] of cells) {
    await walkTo(page, y + 1, x + 1);
    for (let way = 0; way < 8; way += 1) {
      if ((await ghost(page)).map(numbers).sort().join("|") === wanted) {
        await page.keyboard.press(" ");
        await heard(page, `Piece ${piece} is laid`);
        return;
      }
      await page.keyboard.press(way === 3 ? "f" : "r");
      await page.waitForTimeout(20);
    }
  }
  assert.fail(`piece ${piece} cannot be laid by keys`);
}

test("a puzzle is solved by the keyboard alone, and the page says so", { timeout: 2 * SLOW }, async () => {
  const page = await playing(BOOK);
  const puzzle = await firstPuzzle(page, BOOK);
  const pieces = await solution(page, puzzle);
  assert.ok(pieces.length >= 2 && puzzle.placed.length >= 1, "some pieces are given, others are not");
  const board = await (await page.request.post(`${studio.url}api/play`, { data: { piecework: 2, puzzle } })).json();
  const points = Object.fromEntries(board.rows.flat().map(({ cell, points: all }) => [String(cell), all.join(" ")]));
  await tabTo(page, "#play-open");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".playground polygon[tabindex='0']");
  await tabTo(page, ".play-pieces button:not([disabled])");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "gridcell");
  await heard(page, "is in your hand");
  for (const one of pieces) await layByKeys(page, one, points);
  await heard(page, "Solved");
  assert.equal(await page.textContent("#play-line"), "Solved.");
  assert.deepEqual(await axe(page), []);
  await shot(page, "play-keys");
  // A given piece cannot be taken off, and another place is said to be taken.
  const [x, y] = puzzle.placed[0].cells?.[0] ?? [0, 0];
  await walkTo(page, y + 1, x + 1);
  assert.match(await focusedLabel(page), /given piece/);
  await done(page);
});

/** Drags a piece of the list onto a cell by its first way of lying. */
async function dragTo(page, name, place, pointer) {
  // By its first cell, by which it is then held.
  const from = await page.locator(`#play-take-${name} polygon`).first().boundingBox();
  await pointer.down(from.x + from.width / 2, from.y + from.height / 2);
  await page.waitForSelector(`#play-take-${name}[aria-pressed=true]`);
  const to = await page.locator(`.playground g[role=row] >> nth=${place[1]}`).locator("polygon").nth(place[0]).boundingBox();
  await pointer.move(to.x + to.width / 2, to.y + to.height / 2);
  await page.waitForSelector(".playground .ghost:not(.bad)");
  await pointer.up(to.x + to.width / 2, to.y + to.height / 2);
}

const TWO = { piecework: 1, name: "Two", lattice: "square", region: { rectangle: [4, 2] }, pieces: [{ name: "I", rows: ["####"], count: 2 }] };
const PAGES = { piecework: 2, puzzle: TWO, sheet: {} };

test("pieces are dragged onto the board by the mouse, and the time is taken", { timeout: SLOW }, async () => {
  const page = await playing(PAGES);
  await page.click("#play-open");
  await page.waitForSelector(".playground polygon[tabindex='0']");
  await page.check("#play-timed");
  const { mouse } = page;
  const pointer = { down: async (x, y) => { await mouse.move(x, y); await mouse.down(); }, move: (x, y) => mouse.move(x, y, { steps: 4 }), up: () => mouse.up() };
  await dragTo(page, "I", [0, 0], pointer);
  await page.waitForSelector(".playground .laid");
  await page.click("#play-check");
  await heard(page, "Right so far");
  await dragTo(page, "I", [0, 1], pointer);
  await heard(page, "Solved in 0:0");
  await page.click("#play-again");
  assert.equal(await page.$$eval(".playground .laid", (all) => all.length), 0);
  for (let hints = 0; hints < 2; hints += 1) {
    await page.click("#play-hint");
    await page.waitForFunction((count) => document.querySelectorAll(".playground .laid").length === count, 4 * (hints + 1));
  }
  await page.waitForFunction(() => document.querySelector("#play-line").textContent !== "");
  await done(page);
});

test("pieces are dragged by touch on a phone", { skip: inChromium, timeout: SLOW }, async () => {
  const page = await playing(PAGES, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.tap("#play-open");
  await page.waitForSelector(".playground polygon[tabindex='0']");
  await page.locator(".playground .board-grid").scrollIntoViewIfNeeded();
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const pointer = {
    down: (x, y) => touch("touchStart", [{ x, y }]),
    move: (x, y) => touch("touchMove", [{ x, y }]),
    up: () => touch("touchEnd", []),
  };
  await dragTo(page, "I", [0, 0], pointer);
  await dragTo(page, "I", [0, 1], pointer);
  await heard(page, "Solved");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it fits the phone");
  await shot(page, "play-phone");
  await done(page);
});

test("a wrong piece is named, and clues are on the board", { timeout: SLOW }, async () => {
  const page = await playing(CLUES);
  await page.click("#play-open");
  await page.waitForSelector(".playground .clue-edge", { state: "attached" });
  const labels = await page.$$eval(".playground polygon[aria-label]", (all) => all.map((one) => one.getAttribute("aria-label")));
  assert.ok(labels.some((label) => label.includes("an edge between it and row")), labels.join("; "));
  await page.click("#play-hint");
  await page.waitForSelector(".playground .laid");
  await heard(page, "Hint: piece");
  await shot(page, "play-clues");
  await done(page);
});

test("a book is made, changed and taken in the studio", { timeout: 2 * SLOW }, async () => {
  const page = await playing(BOOK);
  assert.equal(await page.textContent(".headline h2"), "Rainy days");
  const words = () => page.$$eval(".parts li", (all) => all.map((one) => one.firstChild.textContent));
  assert.deepEqual(await words(), [
    "2 puzzles with some pieces given, on 3 x 5, from pentominoes, series 2",
    "The puzzle T tetrominoes 4 x 4",
  ]);
  assert.equal(await page.isDisabled('[data-act="roll"]'), true);
  await page.click("#book-parts > details > summary >> nth=1");
  await page.selectOption("#book-parts-template", "hexiamond-6x6");
  await page.click("#book-parts-puzzle");
  await page.waitForFunction(() => document.querySelectorAll(".parts li").length === 3);
  await page.waitForFunction(() => !document.querySelector(".pages.old") && document.querySelector("#play-open"));
  await page.click("#book-parts > details > summary >> nth=0");
  await page.click("#book-parts-order");
  await page.waitForFunction(() => document.querySelectorAll(".parts li").length === 4);
  await page.waitForFunction(() => document.querySelectorAll("#play-open").length && !document.querySelector(".pages.old"));
  await page.waitForSelector(".facts .busy", { state: "detached" });
  assert.deepEqual(await axe(page), []);
  await shot(page, "book");
  await page.click("#product-sheet");
  await page.waitForSelector("#product-sheet:checked");
  await page.waitForSelector("#play-open");
  await page.click("#product-book");
  await page.waitForFunction(() => document.querySelectorAll(".parts li").length === 4);
  await page.click('[data-act="take"]');
  await page.waitForSelector("text=rainy-days-book.pdf", { state: "attached" });
  await done(page);
});
