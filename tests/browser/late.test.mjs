// What arrives late changes nothing that somebody is doing: drawing, dragging, painting, typing, playing; at the speed of
// a machine, with every answer held back until the hand is in the middle of something.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { address, designOf, heard, openPage, SLOW, startBrowser, startStudio } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};

/** Holds answers back until they are let go. */
async function holdBack(page, pattern) {
  const held = [];
  await page.route(pattern, async (route) => {
    const response = await route.fetch().catch(() => null);
    await new Promise((go) => held.push(go));
    if (response) await route.fulfill({ response }).catch(() => {});
  });
  return {
    /** Lets everything go that has come by now, at least one answer, and waits until the page has it. */
    async letGo() {
      for (let waits = 0; !held.length && waits < 200; waits += 1) await page.waitForTimeout(50);
      held.splice(0).forEach((go) => go());
      await page.waitForTimeout(300);
    },
    async end() {
      held.splice(0).forEach((go) => go());
      await page.unroute(pattern);
      held.splice(0).forEach((go) => go());
    },
  };
}

const middleOf = async (page, selector) => {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  return [x + width / 2, y + height / 2];
};

/** An empty board of 16 x 12, and where the middles of its cells are. */
async function emptyBoard() {
  const page = await openPage(browser, studio.url);
  await page.click('[data-way="board"]');
  await page.waitForSelector(".board-grid polygon");
  const at = (x, y) => middleOf(page, `.board-grid g[role=row]:nth-of-type(${y + 1}) polygon:nth-of-type(${x + 1})`);
  const corners = [await at(0, 0), await at(15, 11)];
  const cell = (x, y) => [0, 1].map((axis) => corners[0][axis] + ((corners[1][axis] - corners[0][axis]) * [x / 15, y / 11][axis]));
  const inside = () => page.locator(".board-grid [role=gridcell]:not(.out)").count();
  return { page, cell, inside };
}

const areaOf = ({ region: { rectangle: [width, height], without = [] } }) => width * height - without.length;

test("quick strokes on a board draw every cell", { timeout: SLOW }, async () => {
  const { page, cell, inside } = await emptyBoard();
  for (let y = 0; y < 6; y += 1) {
    await page.mouse.move(...cell(2, y));
    await page.mouse.down();
    await page.mouse.move(...cell(9, y));
    await page.mouse.up();
  }
  await page.waitForSelector(".answer .yes");
  assert.equal(await inside(), 48);
  assert.equal(areaOf((await designOf(page)).puzzle), 48);
  await done(page);
});

test("an answer that arrives in the middle of a stroke on a board takes no cell away", { timeout: SLOW }, async () => {
  const { page, cell, inside } = await emptyBoard();
  const looks = await holdBack(page, "**/api/look");
  await page.mouse.move(...cell(2, 2));
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(...cell(2, 3));
  await page.mouse.down();
  await page.mouse.move(...cell(5, 3));
  await looks.letGo();
  assert.equal(await inside(), 5);
  await page.mouse.move(...cell(8, 3));
  await page.mouse.up();
  await looks.end();
  await page.waitForSelector(".answer .yes");
  assert.equal(await inside(), 8);
  assert.equal(areaOf((await designOf(page)).puzzle), 8);
  await done(page);
});

test("quick strokes paint every patch, and an answer in the middle of one paints nothing over", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("color", { piecework: 2, puzzle: "domino-8x8", quilt: {} })}`);
  await page.waitForSelector(".quilt .patches path");
  await page.click("#mode-paint");
  await page.click("#brush-3");
  const name = await page.textContent("#brush-3 .brush-name");
  const rgb = await page.$eval("#brush-3 .swatch", (one) => one.style.backgroundColor);
  const { x, y, width, height } = await page.locator(".quilt .patches").boundingBox();
  const row = (at) => y + (height * (at + 0.5)) / 8;
  const looks = await holdBack(page, "**/api/look");
  const painted = () => page.$$eval(".quilt .patches path", (all, wanted) => all.filter((one) => {
    const probe = document.createElement("i");
    probe.style.color = one.getAttribute("fill");
    return probe.style.color === wanted;
  }).length, rgb);
  for (let at = 0; at < 4; at += 1) {
    await page.mouse.move(x + 4, row(at));
    await page.mouse.down();
    await page.mouse.move(x + width - 4, row(at));
    await page.mouse.up();
  }
  const half = await painted();
  await page.mouse.move(x + 4, row(4));
  await page.mouse.down();
  await page.mouse.move(x + width / 2, row(4));
  const before = await painted();
  await looks.letGo();
  assert.ok(before > half && (await painted()) === before, `${half}, ${before}, ${await painted()}`);
  await page.mouse.move(x + width - 4, row(4));
  await page.mouse.up();
  await looks.letGo();
  for (let at = 5; at < 8; at += 1) {
    await page.mouse.move(x + 4, row(at));
    await page.mouse.down();
    await page.mouse.move(x + width - 4, row(at));
    await page.mouse.up();
  }
  assert.equal(await painted(), 32);
  await looks.end();
  await page.waitForFunction(() => [...document.querySelectorAll(".brush .amount")].some((one) => one.textContent.startsWith("32")));
  assert.equal(await painted(), 32);
  const { fabric_of: choices } = (await designOf(page)).quilt;
  assert.deepEqual(choices.map((one) => one.split("=")[1]), Array(32).fill(name));
  await done(page);
});

test("a piece that is dragged quickly lies where it was dropped, however late the program says how it turns", { timeout: SLOW }, async () => {
  const puzzle = { piecework: 1, name: "Two", lattice: "square", region: { rectangle: [8, 4] }, pieces: [{ set: "tetrominoes", count: "any" }], placed: [{ piece: "I", cells: [[0, 0], [1, 0], [2, 0], [3, 0]] }] };
  const page = await openPage(browser, `${studio.url}${address("choose", { piecework: 2, puzzle, quilt: {} })}`);
  await page.waitForSelector(".board-grid polygon");
  await page.selectOption("#board-on-the-board", "lay");
  await page.waitForSelector(".answer .yes");
  const turns = await holdBack(page, "**/api/orientations*");
  await page.mouse.move(...await middleOf(page, '.board-grid [aria-label^="row 1, column 1,"]'));
  await page.mouse.down();
  await page.mouse.move(...await middleOf(page, '.board-grid [aria-label="row 3, column 3"]'), { steps: 3 });
  await page.mouse.up();
  await turns.letGo();
  await turns.end();
  await page.waitForSelector('[aria-label="row 3, column 3, piece I"]');
  const laid = await page.$$eval(".board-grid [aria-label*='piece I']", (all) => all.map((one) => one.getAttribute("aria-label")));
  assert.deepEqual(laid, [3, 4, 5, 6].map((column) => `row 3, column ${column}, piece I`));
  await page.waitForSelector(".answer .yes");
  assert.deepEqual((await designOf(page)).puzzle.placed.length, 1);
  await done(page);
});

test("of two designs that are chosen one after the other the second is shown, even if it comes first", { timeout: SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.waitForSelector('[data-template="domino-8x8"]');
  const first = await holdBack(page, "**/api/templates/domino-8x8");
  await page.evaluate(() => ["domino-8x8", "t-tetromino-4x4"].forEach((name) => document.querySelector(`[data-template="${name}"]`).click()));
  await page.waitForSelector(".quilt .patches");
  await first.letGo();
  await first.end();
  await page.waitForTimeout(300);
  assert.equal((await designOf(page)).puzzle, "t-tetromino-4x4");
  await done(page);
});

test("who has come to a step of the sewing stays there when the pattern is made again", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("make", { piecework: 2, puzzle: "six-pentominoes-5x6", quilt: {} })}`);
  await page.waitForSelector("#steps");
  await page.evaluate(() => { document.querySelector("#steps").isFirst = true; });
  const jobs = await holdBack(page, "**/api/jobs/*/plan");
  await page.fill("#quilt-border", "3in");
  await page.press("#quilt-border", "Enter");
  await page.focus("#steps");
  for (let at = 0; at < 3; at += 1) await page.keyboard.press("ArrowRight");
  await jobs.letGo();
  await jobs.end();
  await page.waitForFunction(() => !document.querySelector(".pages.old") && !document.querySelector("#steps").isFirst);
  assert.equal(await page.inputValue("#steps"), "3");
  assert.equal(await page.evaluate(() => document.activeElement.id), "steps");
  await done(page);
});

test("boxes that are filled at once, without a pause, keep what is typed", { timeout: SLOW }, async () => {
  const { page } = await emptyBoard();
  const looks = await holdBack(page, "**/api/look");
  await page.click("#board-fill");
  await page.focus("#board-columns");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("12");
  await page.keyboard.press("Tab");
  await page.keyboard.type("8");
  await page.keyboard.press("Tab");
  await page.focus("#board-name");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("For An");
  await looks.letGo();
  await page.keyboard.type("na");
  await page.keyboard.press("Enter");
  await looks.end();
  await page.waitForSelector(".answer .yes");
  const { puzzle } = await designOf(page);
  assert.deepEqual([puzzle.name, puzzle.region.rectangle], ["For Anna", [12, 8]]);
  await done(page);
});

test("an empty board is a state of its own: no words of the board before, and undo brings it back", { timeout: SLOW }, async () => {
  const { page, inside } = await emptyBoard();
  await page.click("#board-shape-heart");
  await page.waitForSelector(".answer .yes");
  const cells = await inside();
  await page.click("#board-clear");
  await heard(page, "Empty: 0 cells");
  await page.waitForFunction(() => !document.querySelector(".answer .yes"));
  assert.match(await page.textContent(".answer"), /^Draw cells/);
  assert.match(await page.textContent(".board-stage .under"), /^0 cells/);
  for (const act of ["roll", "color", "make", "take"]) assert.ok(await page.isDisabled(`[data-act=${act}]`), act);
  await page.reload();
  await page.waitForSelector(".board-grid polygon");
  assert.equal(await inside(), 0);
  await page.click("#undo");
  await page.waitForSelector(".answer .yes");
  assert.equal(await inside(), cells);
  await page.click("#undo");
  await page.waitForFunction(() => !document.querySelector(".board-grid [role=gridcell]:not(.out)"));
  assert.match(await page.textContent(".answer"), /^Draw cells/);
  await done(page);
});

test("fewer rows or columns say what they cut off, and undo brings it back", { timeout: SLOW }, async () => {
  const { page, cell, inside } = await emptyBoard();
  await page.mouse.move(...cell(3, 2));
  await page.mouse.down();
  await page.mouse.move(...cell(14, 2));
  await page.mouse.up();
  await page.waitForSelector(".answer .yes");
  await page.fill("#board-columns", "10");
  await page.press("#board-columns", "Enter");
  await heard(page, "5 cells were cut off. Undo brings everything back.");
  await page.waitForFunction(() => document.querySelectorAll(".board-grid [role=gridcell]:not(.out)").length === 7);
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll(".board-grid [role=gridcell]:not(.out)").length === 12);
  await page.fill("#board-rows", "2");
  await page.press("#board-rows", "Enter");
  await heard(page, "12 cells were cut off");
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll(".board-grid [role=gridcell]:not(.out)").length === 12);
  await page.selectOption("#board-lattice", { index: 1 });
  await heard(page, "The board is full again, without what you drew. Undo brings everything back.");
  assert.equal(await inside() > 12, true);
  await done(page);
});
