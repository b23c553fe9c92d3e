// A board of one's own: in one line, with words on its cells, with pieces that may be turned or flipped, repeated as blocks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SLOW, address, axe, designOf, hasWindow, heard, openPage, shot, startBrowser, startStudio, tabTo } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const SIZES = { phone: [390, 844], sideways: [844, 390], desktop: [1280, 800] };

async function shots(page, name) {
  for (const [size, [width, height]] of Object.entries(SIZES).filter(([, size]) => hasWindow(size))) {
    await page.setViewportSize({ width, height });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${name} at ${width}`);
    await shot(page, `board-${name}-${size}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

const puzzleOf = async (page, isIt) => {
  for (let tries = 0; ; tries += 1) {
    assert.ok(tries < 400, JSON.stringify(await designOf(page).catch(() => null)));
    const design = await designOf(page).catch(() => null);
    if (design?.puzzle && isIt(design.puzzle, design)) return design;
    await page.waitForTimeout(50);
  }
};

async function drawing(page) {
  await page.click("[data-way=board]");
  await page.waitForSelector(".board-grid polygon");
}

test("a board is typed in one line, and has words on its cells", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await drawing(page);
  await page.fill("#board-line", "nothing like it");
  await page.press("#board-line", "Enter");
  await page.waitForFunction(() => document.querySelector("#board-line-wrong").textContent.length > 10);
  await page.fill("#board-line", "hexagon 3");
  await page.press("#board-line", "Enter");
  await heard(page, "19 cells");
  assert.equal(await page.inputValue("#board-lattice"), "hex", "a hexagon is not on squares");
  await page.selectOption("#board-lattice", "square");
  await page.fill("#board-line", "5x4");
  await page.click("#board-line-go");
  await puzzleOf(page, ({ region }) => String(region.rectangle) === "5,4");
  // Words, by pointer and by keys.
  await page.selectOption("#board-on-the-board", "write");
  await page.fill("#board-words", "Mon, Tue, Wed");
  await page.click(".board-grid [aria-label^='row 1, column 1']");
  await puzzleOf(page, ({ region }) => JSON.stringify(region.labels) === '[["Mon",[0,0]]]');
  await tabTo(page, ".board-grid polygon");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await puzzleOf(page, ({ region }) => region.labels?.length === 2 && region.labels[1][0] === "Tue");
  await page.waitForSelector(".board-grid [aria-label^='Tue, row 1, column 2']");
  await page.keyboard.press("Delete");
  await puzzleOf(page, ({ region }) => region.labels?.length === 1);
  await page.click("#board-words-all");
  await puzzleOf(page, ({ region }) => JSON.stringify(region.labels?.map(([word]) => word)) === '["Mon","Tue","Wed"]');
  assert.deepEqual(await axe(page), []);
  await shots(page, "words");
  // A cell that goes takes its word with it.
  await page.selectOption("#board-on-the-board", "draw");
  await page.click(".board-grid [aria-label*='row 1, column 1']");
  await puzzleOf(page, ({ region }) => region.labels?.length === 2 && region.without?.length === 1);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a piece says whether it may be turned and flipped, and a board is repeated as blocks", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await drawing(page);
  await page.fill("#board-line", "4x4");
  await page.click("#board-line-go");
  await page.selectOption("#board-set", "");
  await page.click("#board-own summary");
  for (const place of ["row 1, column 1", "row 2, column 1", "row 3, column 1", "row 3, column 2"]) await page.click(`.piece-field [aria-label='${place}']`);
  assert.ok(await page.isChecked("#board-own-flipped"));
  await page.uncheck("#board-own-flipped");
  await page.uncheck("#board-own-turned");
  assert.ok(await page.isDisabled("#board-own-flipped"), "no piece is flipped and not turned");
  await page.check("#board-own-turned");
  await page.click("#board-own-add");
  await puzzleOf(page, ({ pieces }) => pieces.length === 1 && pieces[0].symmetry === "one-sided");
  await page.waitForSelector("#board-own-0-flipped");
  await page.check("#board-own-0-flipped");
  await puzzleOf(page, ({ pieces }) => pieces[0].symmetry === undefined);
  await page.click("#board-blocks summary");
  await page.fill("#quilt-blocks", "3x2");
  await page.press("#quilt-blocks", "Tab");
  await page.selectOption("#quilt-setting", "on-point");
  await page.selectOption("#quilt-turn_blocks", "second");
  const { quilt } = await puzzleOf(page, (_, design) => design.quilt?.turn_blocks === "second");
  assert.deepEqual(quilt, { blocks: "3x2", setting: "on-point", turn_blocks: "second" });
  await page.waitForFunction(() => document.querySelectorAll(".block-quilt .patches path").length > 20);
  assert.deepEqual(await axe(page), []);
  // The picture of the blocks stays in sight while the last of their options is reached.
  for (const [width, height] of [[1280, 720], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.waitForSelector(".block-quilt > svg");
    const last = page.locator("#board-blocks .field").last();
    for (const block of ["end", "start"]) {
      await last.evaluate((one, where) => one.querySelector("input, select").scrollIntoView({ block: where }), block);
      const [seen, over] = await page.evaluate(() => {
        const box = (one) => one.getBoundingClientRect();
        const picture = box(document.querySelector(".block-quilt > svg"));
        const field = box([...document.querySelectorAll("#board-blocks .field")].at(-1).querySelector("input, select"));
        return [picture.top >= 0 && picture.bottom <= innerHeight, field.top < picture.bottom];
      });
      assert.ok(seen && !over, `${width}x${height}, ${block}: ${seen} ${over}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator("#board-blocks").scrollIntoViewIfNeeded();
  await shots(page, "blocks");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a calendar's board is drawn with its words", { timeout: SLOW }, async () => {
  const puzzle = { piecework: 1, name: "W", lattice: "square", region: { words: [[null, "a", "b"], ["c", "", "d"]] }, pieces: [{ set: "pentominoes", only: ["P"] }] };
  const page = await openPage(browser, `${studio.url}${address("choose", { piecework: 2, puzzle, quilt: {} })}`);
  await page.waitForSelector(".board-grid [aria-label^='d, row 2, column 3']");
  await page.context().close();
});
