// Every control of every act and mode can be hit in every window, and nothing is wider than the window.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SLOW, hasWindow, address, openPage, shot, startBrowser, startStudio } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

/** From 400 % zoom (WCAG 1.4.10), 200 % zoom and phones in both directions to a desk. */
const SIZES = [[320, 256], [640, 360], [667, 375], [390, 450], [720, 450], [320, 640], [390, 844], [1024, 768], [1280, 720], [1440, 900]].filter(hasWindow);
const USUAL = { width: 1280, height: 900 };

const PUZZLE = { piecework: 2, puzzle: "six-pentominoes-5x6" };
const BOOK = { piecework: 2, book: { parts: [{ made_puzzles: { board: "3x5", pieces: "pentominoes", count: 2 }, seed: 2 }], title: "Rainy days" } };
const act = (page, name) => page.click(`[data-act="${name}"]`);
const product = async (page, name) => { await page.click(`#product-${name}`); await page.waitForSelector(`#product-${name}:checked`); };
const close = (page) => page.keyboard.press("Escape");

/** Every act and mode, each after the one before. */
const MODES = {
  gallery: (page) => page.waitForSelector("[data-design] .art svg"),
  letters: (page) => page.click('[data-way="letters"]'),
  file: (page) => page.click('[data-way="file"]'),
  board: async (page) => { await page.click('[data-way="board"]'); await page.waitForSelector(".board-grid polygon"); },
  laying: async (page) => { await page.click("#board-fill"); await page.waitForSelector("[id^=board-piece-]"); await page.selectOption("#board-on-the-board", "lay"); await page.locator("[id^=board-take-]").first().click(); },
  roll: async (page, url) => { await page.goto(`${url}${address("roll", { ...PUZZLE, quilt: {} })}`); await page.click("#roll"); await page.waitForSelector(".tile"); await page.waitForSelector("#roll + button", { state: "hidden" }); },
  compare: async (page) => { for (const _ of [0, 1]) await page.locator('.star[aria-pressed="false"]').first().click(); await page.click("#compare"); await page.waitForSelector(".compare[open]"); },
  rule: async (page) => { await close(page); await act(page, "color"); await page.click("#mode-rule"); await page.dispatchEvent("#patch-2", "click"); await page.waitForSelector("#patch-fabric"); },
  room: async (page) => { await page.click("#room-wall"); await page.waitForSelector(".room[open]"); },
  paint: async (page) => { await close(page); await page.click("#mode-paint"); await page.waitForSelector(".brush"); },
  wrong: async (page, url) => { await page.goto(`${url}${address("color", { ...PUZZLE, quilt: { cell: "two inches" } })}`); await page.waitForSelector(".stage .problem"); },
  quilt: async (page, url) => { await page.goto(`${url}${address("make", { ...PUZZLE, quilt: {} })}`); await page.waitForSelector("#steps"); },
  pages: async (page) => { await page.click("#flip"); await page.waitForSelector(".page-view[open] img"); },
  propped: async (page) => { await close(page); await page.click("#steps-large"); await page.waitForSelector(".propped[open]"); },
  cut: async (page) => { await close(page); await product(page, "cut"); await page.waitForSelector("#cut-0"); },
  sheet: async (page) => { await product(page, "sheet"); await page.click("#play-open"); await page.waitForSelector(".playground polygon"); },
  solve: async (page) => { await product(page, "solve"); await page.waitForSelector(".facts .figures"); },
  order: async (page) => product(page, "order"),
  compared: async (page) => product(page, "compare"),
  book: async (page, url) => { await page.goto(`${url}${address("make", BOOK)}`); await page.click("#play-open"); await page.waitForSelector(".playground polygon"); },
  take: async (page, url) => { await page.goto(`${url}${address("take", { ...PUZZLE, quilt: {} })}`); await page.waitForSelector("#take-pdf"); },
  qr: async (page) => { await page.click("#take-qr"); await page.waitForSelector(".qr[open] svg path"); },
  embed: async (page) => { await close(page); await page.goto(/src="([^"]+)"/.exec(await page.inputValue("#take-embed"))[1]); await page.waitForSelector(".embedded svg"); },
};

/** The controls that a pointer does not hit at their middle once they are scrolled to, from either side. */
const missed = (page) => page.evaluate(() => {
  const all = (document.querySelector("dialog[open]") ?? document).querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0'], [role=gridcell]:nth-child(7n)");
  const seen = [...all].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && one.id !== "skip");
  const middle = (least, most, end) => (Math.max(least, 0) + Math.min(most, end)) / 2;
  return seen.flatMap((one) => {
    // What is not seen is hit by its label.
    const target = one.classList.contains("unseen") ? one.labels[0] : one;
    return ["start", "end", "nearest"].flatMap((block) => {
      target.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const hit = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
      const isHit = hit && (target.contains(hit) || [...(one.labels ?? [])].some((label) => label.contains(hit)));
      const name = (element) => (element ? `${element.tagName}#${element.id}.${element.getAttribute("class")}` : "nothing");
      return isHit ? [] : [`${name(one)} (${one.textContent.trim().slice(0, 20)}), ${block}: ${name(hit)}`];
    });
  });
});

test("every control of every act and mode can be hit in ten windows, and nothing is wider than the window", { timeout: 10 * SLOW }, async (context) => {
  const page = await openPage(browser, studio.url, { viewport: USUAL });
  const wrong = [];
  for (const [mode, prepare] of Object.entries(MODES)) {
    await prepare(page, studio.url);
    await page.$$eval("details", (all) => all.forEach((one) => { one.open = true; }));
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) wrong.push(`${mode}, ${width}x${height}: ${wide} px wide`);
      wrong.push(...(await missed(page)).map((one) => `${mode}, ${width}x${height}: ${one}`));
      if (process.env.SHOTS_OF_ALL) await page.evaluate(() => scrollTo(0, 0)), await shot(page, `${mode}-${width}x${height}`);
    }
    await page.setViewportSize(USUAL);
  }
  context.diagnostic(`${wrong.length} missed`);
  assert.deepEqual(wrong.slice(0, 40), []);
  await page.context().close();
});
