// What the page says, and where it is heard and seen: calendars, boards that are played, dialogs, links, and large text.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SLOW, address, heard, inChromium, notWebKit, openPage, startBrowser, startStudio } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio(0, ["--class"]);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const PHONE = { viewport: { width: 390, height: 844 } };
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};
const open = (place, options) => openPage(browser, `${studio.url}${place}`, options);
async function playing(place, options) {
  const page = await open(`#play/${place}`, options);
  await page.waitForSelector(".play-board polygon[tabindex='0']");
  return page;
}
const laid = (page, wanted) => page.waitForFunction((count) => document.querySelectorAll(".play-board .laid").length === count, wanted);
const PENTOMINOES = "six-pentominoes-5x6";

test("calendars are made without a date, and from a tiling that was rolled", { timeout: 3 * SLOW }, async () => {
  for (const design of [{ puzzle: "calendar", cut: {} }, { puzzle: "calendar-hex", cut: {} }, { puzzle: "calendar", sheet: {} }]) {
    const page = await open(address("make", { piecework: 2, ...design }));
    await page.waitForSelector(".facts .figures, .page-list li");
    assert.equal(await page.locator(".problem:visible").count(), 0);
    await done(page);
  }
  const page = await open(address("roll", { piecework: 2, puzzle: "calendar-hex", quilt: {} }));
  await page.waitForSelector(".stage .quilt .patches path");
  // What is shown is of the day that is made.
  const { puzzle } = await (await page.request.post(`${studio.url}api/look`, { data: { piecework: 2, puzzle: "calendar-hex", quilt: {} } })).json();
  assert.equal(puzzle.open, "Jan 1");
  assert.match(await page.textContent(".stage .quilt"), /Jan/);
  await page.click("#roll");
  await page.waitForSelector("#roll + button", { state: "hidden" });
  await page.locator(".tile").nth(2).click();
  await heard(page, "This tiling is chosen");
  await page.waitForTimeout(1000);
  assert.equal(await page.locator(".problem:visible").count(), 0);
  assert.ok(await page.locator(".stage .quilt .patches path").count() > 5);
  await done(page);
});

test("after the last piece is taken off, a hint is given as before", { timeout: SLOW }, async () => {
  const page = await playing(PENTOMINOES);
  for (let times = 0; times < 2; times += 1) {
    await page.click("#play-hint");
    await laid(page, 5);
    await heard(page, "Hint: piece");
    const at = await page.$eval(".play-board [aria-label*='piece']", (cell) => [...document.querySelectorAll(".play-board [role=gridcell]")].indexOf(cell));
    await page.locator(".play-board [role=gridcell]").nth(at).focus();
    await page.keyboard.press("Delete");
    await laid(page, 0);
  }
  await page.click("#play-check");
  await heard(page, "Right so far");
  await done(page);
});

test("who plays is told that the pieces are only here while the server is away, and designers that the address has all", { skip: notWebKit, timeout: SLOW }, async () => {
  const page = await playing(PENTOMINOES);
  await page.click("#play-hint");
  await laid(page, 5);
  await page.route("**/api/**", (route) => route.abort());
  await page.click("#play-check");
  await page.waitForSelector("#lost:not([hidden])");
  assert.match(await page.textContent("#lost"), /Leave this page open: your pieces are only here/);
  await page.context().close();
});

test("a pupil is the same in every tab", { skip: notWebKit, timeout: SLOW }, async () => {
  const teacher = await openPage(browser, studio.teacher);
  const code = (await teacher.textContent("#class-shown")).replace(" ", "");
  const pupil = await open(`#class/${code}`);
  const name = await pupil.textContent("#class-name");
  const tab = await pupil.context().newPage();
  await tab.goto(`${studio.url}#class/${code}`);
  assert.equal(await tab.textContent("#class-name"), name);
  await teacher.waitForFunction(() => document.querySelector("#class-says").textContent.startsWith("1 pupil,"));
  const other = await teacher.context().newPage();
  await other.goto(`${studio.url}#class`);
  await other.waitForSelector("#class-code");
  // A solution that was shown is not put up.
  await tab.evaluate((place) => { location.hash = `#play/${place}`; }, PENTOMINOES);
  await tab.click("#play-more");
  await tab.click("#play-solve");
  await laid(tab, 30);
  await tab.click("#play-check");
  await heard(tab, "which was shown");
  assert.equal(await tab.locator("#play-put-up").count(), 0);
  await tab.goto(`${studio.url}#class/${code}`);
  await tab.click("#class-leave");
  await tab.waitForSelector("#class-code");
  assert.equal(await pupil.evaluate(() => localStorage.length), 0);
  await done(teacher);
  await done(pupil);
});

test("a solution that was shown stays one when the board is kept and the page is loaded again", { timeout: SLOW }, async () => {
  const page = await playing(PENTOMINOES);
  await page.click("#play-more");
  await page.check("#play-keep");
  // What is said while a dialog is open is in it, and above it.
  await page.waitForFunction(() => document.querySelector("dialog[open] > #live.seen")?.textContent.includes("Boards are kept"));
  await page.click("#play-solve");
  await laid(page, 30);
  await page.waitForFunction(() => document.querySelector("body > #live")?.textContent.includes("This is a solution"));
  await page.reload();
  await laid(page, 30);
  await heard(page, "which was shown");
  assert.doesNotMatch(await page.textContent("#play-line"), /Solved/);
  await done(page);
});

test("each step of the sewing is said while it is played large", { timeout: SLOW }, async () => {
  const page = await open(address("make", { piecework: 2, puzzle: "t-tetromino-4x4", quilt: {} }));
  await page.click("#steps-large");
  for (const press of [false, true]) {
    if (press) await page.click("#propped-next");
    const words = await page.textContent(".propped .step-words");
    await page.waitForFunction((wanted) => document.querySelector(".propped #live")?.textContent === wanted, words);
  }
  await done(page);
});

test("what a piece looks like, and what it covers, is said", { timeout: SLOW }, async () => {
  const page = await playing(PENTOMINOES);
  assert.match(await page.locator(".play-pieces button").first().textContent(), /: row 1, columns? \d/);
  await page.locator(".play-board polygon[tabindex='0']").focus();
  await page.keyboard.press("n");
  await heard(page, "is in your hand:");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("r");
  await page.waitForFunction(() => /way 2 of \d.*: (it covers row \d|a cell is off)/.test(document.querySelector("#live").textContent));
  for (const key of ["ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await page.waitForFunction(() => /^(it covers row \d|a cell is off)/.test(document.querySelector("#live").textContent));
  await done(page);
});

test("with large text the quilt has room, and nothing is wider than the window", { skip: inChromium, timeout: 2 * SLOW }, async () => {
  const quilt = { piecework: 2, puzzle: "t-tetromino-4x4", quilt: {} };
  for (const place of [address("color", quilt), address("roll", quilt), "#play/calendar/2026-11-26"]) {
    const page = await open(place);
    const client = await page.context().newCDPSession(page);
    await client.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    await page.waitForSelector(place.startsWith("#play") ? ".play-board polygon" : ".stage .quilt .patches path");
    for (const width of [390, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((one) => one.scrollWidth && one.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(one).position !== "fixed").map((one) => one.outerHTML.slice(0, 90)));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${place.slice(0, 9)} at ${width}: ${wide.slice(0, 4).join("\n")}`);
      if (place.startsWith("#play")) {
        assert.ok((await page.locator(".play-board svg").boundingBox()).height > 200, `the board at ${width}`);
        continue;
      }
      const { width: across } = await page.locator(".stage .quilt").boundingBox();
      assert.ok(across > width / 4, `${across} of ${width}`);
    }
    await done(page);
  }
});

test("on a phone it is in the first screen why nothing can be made", { skip: notWebKit, timeout: SLOW }, async () => {
  const page = await open(address("make", { piecework: 2, puzzle: "t-tetromino-4x4", cut: { cell: "10mm", fillet: "9mm" } }), PHONE);
  await page.waitForSelector(".problem >> visible=true");
  const { y } = await page.locator(".problem:visible").first().boundingBox();
  assert.ok(y < 844, String(y));
  await done(page);
});

test("an address that cannot be played says so, has no dead buttons, and leads on", { timeout: SLOW }, async () => {
  const page = await open("#play/calendar/2026-02-30");
  await heard(page, "This cannot be played.");
  for (const id of ["play-more", "play-check", "play-next", "play-today"]) assert.ok(!(await page.locator(`#${id}`).isVisible()), id);
  assert.ok(await page.locator("#play-choose").isVisible());
  await page.click("#play-instead");
  await page.waitForSelector(".play-board polygon[tabindex='0']");
  assert.ok(await page.locator("#play-check").isVisible());
  const later = Buffer.from(JSON.stringify({ piecework: 3, puzzle: PENTOMINOES })).toString("base64url");
  await page.evaluate((place) => { location.hash = place; }, `#play/j${later}`);
  await heard(page, "This cannot be played.");
  await done(page);
});

test("a link that only this computer reaches says so", { skip: notWebKit, timeout: SLOW }, async () => {
  const page = await open(address("take", { piecework: 2, puzzle: PENTOMINOES, sheet: {} }));
  await page.waitForSelector("#take-here");
  await page.click("[aria-label^='Copy: A link that opens']");
  await heard(page, "is copied. This server is on your own computer");
  await done(page);
});

test("a printed page has no room that pushes it onto the next", { skip: inChromium, timeout: SLOW }, async () => {
  const page = await open(address("make", { piecework: 2, puzzle: PENTOMINOES, sheet: {} }));
  await page.waitForSelector(".page-list li");
  await page.emulateMedia({ media: "print" });
  const room = () => [getComputedStyle(document.body).minHeight, getComputedStyle(document.querySelector(".headline")).marginTop];
  assert.deepEqual(await page.evaluate(room), ["0px", "0px"]);
  await done(page);
});

test("a piece from beside the board is held where the pointer took it", { timeout: SLOW }, async () => {
  const page = await playing(PENTOMINOES);
  const button = page.locator(".play-pieces button").first();
  const last = await button.locator("polygon").last().boundingBox();
  await page.mouse.move(last.x + last.width / 2, last.y + last.height / 2);
  await page.mouse.down();
  const cell = page.locator(".play-board [role=row]").nth(3).locator("[role=gridcell]").nth(3);
  const box = await cell.boundingBox();
  await page.mouse.move(box.x + box.width / 2 - 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector(".play-board .ghost");
  // The cell under the pointer is the last one of the piece too.
  const at = await page.$$eval(".play-board .ghost", (all) => all.map((one) => one.getAttribute("points")));
  const own = await cell.getAttribute("points");
  const place = (points) => points.split(" ").map(Number).filter((_, index) => index < 2).reverse();
  const inOrder = [...at].sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]);
  assert.equal(inOrder.at(-1), own);
  await page.mouse.up();
  await done(page);
});
