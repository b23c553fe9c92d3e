// Measures how long the page takes without a server and with one: first pictures, and another palette.
//
//   tests/browser/run target/release/piecework    # once: fetches Playwright and writes the page without a server
//   SITE=target/browser/site PIECEWORK=target/release/piecework CHROMIUM=chromium node target/browser/times.mjs
//
// Prints medians in milliseconds, of pages that take turns, because machines are noisy.

import { address, openPage, startBrowser, startFiles, startStudio } from "./studio.mjs";

const TURNS = 7;
const PALETTES = ["jewel", "indigo", "candy", "harvest"];
const QUILT = { piecework: 2, puzzle: "pentomino-6x10", quilt: {} };

const median = (all) => Math.round([...all].sort((a, b) => a - b)[all.length >> 1]);

/** How long a page takes from being asked for until an element is there. */
async function shown(page, url, selector) {
  const began = performance.now();
  await page.goto(url);
  await page.waitForSelector(selector);
  return performance.now() - began;
}

/** First and later visits of a page, by a browser that knows nothing. */
async function visits(browser, url, selector) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const first = await shown(await context.newPage(), url, selector);
  const page = await context.newPage();
  await page.waitForTimeout(1500);
  const again = await shown(page, url, selector);
  await context.close();
  return [first, again];
}

/** How long it takes until the quilt is shown in another palette. */
async function palettes(browser, url) {
  const page = await openPage(browser, `${url}${address("color", QUILT)}`);
  await page.waitForSelector("#patch-1");
  await page.click("#palettes");
  const times = [];
  for (const palette of [...PALETTES, ...PALETTES]) {
    await page.waitForTimeout(3000);
    times.push(await page.evaluate((name) => new Promise((done) => {
      const fills = () => [...document.querySelectorAll(".quilt .patches path")].map((one) => one.getAttribute("fill")).join();
      const [began, before] = [performance.now(), fills()];
      const look = () => (fills() && fills() !== before ? done(performance.now() - began) : requestAnimationFrame(look));
      document.getElementById(`palette-${name}`).click();
      requestAnimationFrame(look);
    }), palette));
  }
  await page.context().close();
  return median(times);
}

const [studio, files, browser] = await Promise.all([startStudio(), startFiles(process.env.SITE), startBrowser()]);
const places = { "without a server": files.url, server: studio.url };
const rows = { "gallery, first visit": {}, "gallery, again": {}, "a quilt by its address, first visit": {}, "a quilt by its address, again": {}, "another palette": {} };
for (let turn = 0; turn < TURNS; turn += 1) {
  for (const [place, url] of Object.entries(places)) {
    const gallery = await visits(browser, url, ".gallery img, .gallery svg");
    const quilt = await visits(browser, `${url}${address("color", QUILT)}`, "#patch-1");
    [...gallery, ...quilt].forEach((time, at) => (Object.values(rows)[at][place] ??= []).push(time));
  }
}
for (const [place, url] of Object.entries(places)) rows["another palette"][place] = [await palettes(browser, url)];
for (const [row, columns] of Object.entries(rows)) console.log(`${row}: ${Object.entries(columns).map(([place, all]) => `${median(all)} ms ${place}`).join(", ")}`);
await Promise.all([browser.close(), studio.stop(), files.stop()]);
