// What each act is about is in sight and as large as its window allows.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SLOW, address, axe, hasWindow, openPage, shot, startBrowser, startStudio } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const PUZZLE = { piecework: 2, puzzle: "six-pentominoes-5x6", quilt: {} };
const SIZES = [[390, 844], [1024, 768], [1440, 900], [2560, 1440]].filter(hasWindow);
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};

/** The first element's box, and whether all of it is in the window. */
const seen = (page, selector) => page.$eval(selector, (one) => {
  const { top, bottom, width, height } = one.getBoundingClientRect();
  return { width, height, isInSight: top >= 0 && bottom <= innerHeight };
});

/** Looks at a page in every window, from its top. */
async function inWindows(page, look) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(100);
    await look(`${width}x${height}`, width, height);
  }
}

test("what was rolled is in sight below its picture", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("roll", PUZZLE)}`);
  await page.waitForSelector(".stage .quilt");
  await page.click("#roll");
  await page.waitForSelector(".tile");
  await page.waitForSelector("#roll + button", { state: "hidden" });
  await inWindows(page, async (name, _, height) => {
    assert.ok((await seen(page, ".tile")).isInSight, name);
    assert.ok((await seen(page, ".stage .quilt")).height > height / 4, name);
  });
  await done(page);
});

test("Take shows the picture as large as its room, and on a phone buttons for the thumb", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("take", PUZZLE)}`);
  await page.waitForSelector("#take-pdf");
  await page.waitForSelector(".take-picture svg");
  await inWindows(page, async (name, width) => {
    const [picture, button] = [await seen(page, ".take-picture svg"), await seen(page, "#take-pdf")];
    assert.ok(picture.isInSight && button.isInSight, name);
    assert.ok(picture.width >= (width > 2000 ? width / 3 : 200), `${name}: ${picture.width}`);
    if (width < 720) assert.ok(button.width > 0.9 * width, `${name}: ${button.width}`);
    await shot(page, `windows-take-${name}`);
  });
  assert.deepEqual(await axe(page), []);
  await done(page);
});

test("the button that fills a board is in sight when the board is drawn", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.click('[data-way="board"]');
  await page.waitForSelector(".board-grid polygon");
  await page.click("#board-shape-heart");
  await page.waitForSelector(".answer .yes");
  await inWindows(page, async (name) => assert.ok((await seen(page, "#board-go")).isInSight, name));
  await done(page);
});

test("a tiling in letters is drawn while it is typed", { timeout: SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.click('[data-way="letters"]');
  const cells = (count) => page.waitForFunction((wanted) => document.querySelectorAll(".letter-picture polygon").length === wanted, count);
  await cells(16);
  await page.fill("#letters", "AAB\nA.B");
  await cells(5);
  const colors = await page.$$eval(".letter-picture polygon", (all) => new Set(all.map((one) => one.style.fill)).size);
  assert.equal(colors, 2);
  await page.fill("#letters", "...");
  await cells(0);
  await done(page);
});
