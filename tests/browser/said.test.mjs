// What the page says and prints is true of the design that it shows.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SLOW, inChromium, address, openPage, shot, startBrowser, startStudio } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const FOUR = { piecework: 2, puzzle: "t-tetromino-4x4", quilt: {} };
const PAINTED = { ...FOUR, quilt: { fabric_of: ["1=Oat", "2=Rust", "3=Oat", "4=Rust"] } };
const ORDER = { board: "3x5", pieces: "pentominoes", count: 1 };
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};
const show = (page, act, design) => page.evaluate((hash) => { location.hash = hash; }, address(act, design));

test("a design that cannot be made has neither title nor picture nor files of the one before", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("make", FOUR)}`);
  await page.waitForSelector(".page-list li");
  const board = { piecework: 1, name: "Too small", lattice: "square", region: { rectangle: [3, 3] }, pieces: [{ name: "I", rows: ["####"], count: 9 }] };
  for (const act of ["roll", "color", "make", "take"]) {
    for (const [design, title] of [[{ ...FOUR, puzzle: "t-tetromino-4x5" }, "t-tetromino-4x5"], [{ piecework: 2, puzzle: board, quilt: {} }, "Too small"]]) {
      await show(page, act, FOUR);
      await page.waitForSelector(act === "take" ? ".take-picture .patches" : ".quilt .patches");
      await show(page, act, design);
      await page.waitForFunction((wanted) => document.querySelector("#act").textContent.includes("cannot be made") || document.querySelector("#act").textContent.includes("fit together") || document.querySelector(".headline h2")?.textContent === wanted, title);
      assert.equal(await page.locator(".patches path, .page-list li, .fabrics li").count(), 0, `${act}, ${title}`);
      if (act !== "take") assert.equal(await page.textContent(".headline h2"), title, act);
      assert.equal(await page.locator("#bar-size").textContent(), "", act);
    }
  }
  await done(page);
});

test("a wrong option keeps the picture of its own board", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("make", FOUR)}`);
  await page.waitForSelector(".page-list li");
  await page.fill("#quilt-cell", "two inches");
  await page.press("#quilt-cell", "Enter");
  await page.waitForSelector("#quilt-cell-wrong:not([hidden])");
  assert.equal(await page.locator(".quilt .patches path").count(), 4);
  // The files are those of the design before, and look like it.
  await page.waitForSelector(".pages.old");
  await done(page);
});

test("dots on patches are where their fabrics are chosen, and nowhere else", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("make", PAINTED)}`);
  await page.waitForSelector(".quilt .patches path");
  assert.equal(await page.locator(".pins circle").count(), 0);
  await page.click('[data-act="color"]');
  await page.click("#mode-rule");
  await page.waitForSelector(".pins circle");
  for (const act of ["roll", "make"]) {
    await page.click(`[data-act=${act}]`);
    await page.waitForSelector(".quilt .patches path");
    assert.equal(await page.locator(".pins circle").count(), 0, act);
  }
  await done(page);
});

/** What is printed, by what it is; everything else that has a size is in the way. */
const printed = (page) => page.evaluate(() => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height > 1;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  return {
    controls: all("button:not(.sheet), input, select, textarea, summary, label, nav, footer, .brush, .figures").map((one) => one.outerHTML.slice(0, 80)),
    pictures: all(".quilt .patches, .cut-sheet, .board-grid svg, .take-picture svg:not(.cut-sheet), .room > svg").length,
    dots: all(".pins circle, .cursor path").length,
    pages: all(".page-list img, .page-view[open] img").length,
  };
});

test("printing the page prints the quilt, the board or the pages of puzzles, and no control", { skip: inChromium, timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("color", PAINTED)}`, { colorScheme: "dark" });
  const print = async (wanted, name) => {
    await page.emulateMedia({ media: "print" });
    const { controls, dots, ...found } = await printed(page);
    assert.deepEqual({ controls, dots, ...found }, { controls: [], dots: 0, pictures: 0, pages: 0, ...wanted }, name);
    await shot(page, `print-${name}`);
    // The ink is dark in a dark window too.
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(37, 33, 27)", name);
    await page.emulateMedia({ media: "screen" });
  };
  await page.waitForSelector(".quilt .patches path");
  await page.click("#mode-rule");
  await page.dispatchEvent("#patch-2", "click");
  await print({ pictures: 1 }, "rule");
  await page.click("#mode-paint");
  await print({ pictures: 1 }, "paint");
  await page.click("#room-wall");
  await page.waitForSelector(".room[open]");
  await print({ pictures: 1 }, "room");
  await page.keyboard.press("Escape");
  await page.click('[data-act="roll"]');
  await page.waitForSelector(".quilt .patches path");
  await print({ pictures: 1 }, "roll");
  await page.click('[data-act="make"]');
  await page.waitForSelector("#steps");
  await print({ pictures: 1 }, "quilt");
  await page.click("#flip");
  await page.waitForSelector(".page-view[open] img");
  await print({ pages: 1 }, "flipped");
  await page.keyboard.press("Escape");
  await page.click("#product-sheet");
  await page.waitForSelector("#play-open");
  await print({ pages: await page.locator(".page-list img").count() }, "sheet");
  await page.click('[data-act="take"]');
  await page.waitForSelector("#take-pdf");
  await print({ pictures: 1 }, "take");
  // Of what is cut, the sheets are printed: the one that is shown, and all of them in Take.
  await show(page, "make", { piecework: 2, puzzle: "six-pentominoes-5x6", cut: { by_fabric: true } });
  await page.waitForSelector("#sheet-1");
  await print({ pictures: 1 }, "cut");
  const sheets = await page.locator(".sheets [id^=sheet-]:not(#sheet-whole)").count();
  await page.click('[data-act="take"]');
  await page.waitForSelector(".take-picture .cut-sheet");
  await print({ pictures: sheets }, "cut-take");
  await show(page, "make", { piecework: 2, book: { parts: [{ made_puzzles: ORDER, seed: 2 }] } });
  await page.waitForSelector("#play-open");
  await print({ pages: await page.locator(".page-list img").count() }, "book");
  await page.click('[data-act="choose"]');
  await page.click('[data-way="board"]');
  await page.waitForSelector(".board-grid polygon");
  await print({ pictures: 1 }, "board");
  await done(page);
});

test("pages are counted as their documents number them", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("make", FOUR)}`);
  await page.waitForSelector(".page-list li");
  const { id } = await (await page.request.post(`${studio.url}api/jobs`, { data: FOUR })).json();
  const { result } = await (await page.request.get(`${studio.url}api/jobs/${id}`)).json();
  const count = (name) => result.pages.filter((one) => one.name.includes(name)).length;
  const [booklet, templates] = [count("-page-"), count("-templates-")];
  const several = (number, words = "") => `${number} ${number === 1 ? "page" : "pages"}${words}`;
  assert.equal(await page.textContent(".pages h2"), `${several(booklet)}, ${several(templates, " of templates")}`);
  const facts = await page.$$eval(".facts .figures div", (all) => all.map((one) => [...one.children].map((part) => part.textContent).join(" ")));
  assert.ok(facts.includes(`${booklet} printed pages`), facts.join("; "));
  await page.click("#flip");
  await page.waitForSelector(`.page-view [role=status]:text("Page 1 of ${booklet}")`);
  await page.click('.page-view button:text("Previous")');
  await page.waitForSelector(`.page-view [role=status]:text("Templates, page ${templates} of ${templates}")`);
  await done(page);
});

test("no words of the program are on the page: kinds, file names of templates, profiles", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  const inputs = await (await page.request.get(`${studio.url}api/inputs`)).json();
  const kinds = inputs.products.find((one) => one.name === "made_puzzles").rows.find((row) => row.key === "kind").kind.words.map((word) => word.name);
  const parts = [...kinds.map((kind) => ({ made_puzzles: { ...ORDER, kind } })), "six-pentominoes-5x6", "t-tetromino-4x4"];
  // Only the words are asked for: not every order can be made.
  await show(page, "make", { piecework: 2, book: { parts } });
  await page.waitForFunction((count) => document.querySelectorAll(".parts li").length === count, parts.length);
  const words = await page.$$eval(".parts li", (all) => all.map((one) => one.firstChild.textContent));
  for (const line of words) assert.doesNotMatch(line, /kind|seed|subset|called|[a-z]-[a-z0-9]/, line);
  await show(page, "make", { ...FOUR, quilt: undefined, cut: { machine: "generic" } });
  await page.waitForSelector("#cut-0");
  const names = [...inputs.machines, ...inputs.templates].map((one) => one.name);
  const quoted = (await page.textContent("#act")).match(/“[^”]*”/g) ?? [];
  assert.deepEqual(quoted.filter((one) => names.includes(one.slice(1, -1))), []);
  await done(page);
});
