// The page that only plays: from an address to solved by keys alone, days and links, touch, and every window.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import jsQR from "jsqr";
import { SLOW, hasWindow, heard, inChromium, axe, openPage, shot, startBrowser, startFiles, startStudio, tabTo, notWebKit } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const SIZES = [[320, 568], [568, 320], [768, 1024], [1280, 800], [2560, 1440], [320, 256]].filter(hasWindow);
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};
const encoded = (design) => `j${Buffer.from(JSON.stringify(design)).toString("base64url")}`;

/** Opens an address that plays, and waits for its board. */
async function playing(place, options = {}, url = studio.url) {
  const page = await openPage(browser, `${url}#play/${place}`, options);
  await page.waitForSelector(".play-board polygon[tabindex='0']");
  return page;
}

const openCells = (page) => page.$$eval(".play-board [role=gridcell].out", (all) => all.map((one) => one.getAttribute("aria-label")));
const shownPuzzle = (page, title) => page.waitForFunction((wanted) => document.querySelector("#play-about")?.textContent.includes(wanted), title);

/** Lays a piece by keys alone, by what the page says of cells: `places` are the words of the cells that it covers. */
async function layByWords(page, name, places) {
  const label = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? "");
  const inHand = () => page.$$eval(".play-pieces [aria-pressed=true]", (all) => all.map((one) => one.id)[0] ?? "");
  for (let presses = 0; (await inHand()) !== `play-take-${name}`; presses += 1) {
    assert.ok(presses < 13, `piece ${name} is not offered`);
    await page.keyboard.press("n");
    await page.waitForTimeout(40);
  }
  const rowOf = new Map(await page.$$eval(".play-board [role=gridcell]", (all) => all.map((one) => {
    const [word, place] = one.getAttribute("aria-label").split(", row ");
    return [word, place.match(/\d+/g).slice(0, 2).map(Number)];
  })));
  const wanted = [...places].sort().join(" ");
  const covers = () => page.evaluate(() => {
    const words = new Map([...document.querySelectorAll(".play-board [role=gridcell]")].map((one) => [one.getAttribute("points"), one.getAttribute("aria-label").split(",")[0]]));
    return [...document.querySelectorAll(".play-board .ghost")].map((one) => words.get(one.getAttribute("points"))).sort().join(" ");
  });
  for (const place of places) {
    const [row, column] = rowOf.get(place);
    for (let presses = 0; !(await label()).startsWith(`${place},`); presses += 1) {
      assert.ok(presses < 40, `${place} is not reached from ${await label()}`);
      const [, y, x] = (await label()).match(/row (\d+), column (\d+)/).map(Number);
      await page.keyboard.press(y < row ? "ArrowDown" : y > row ? "ArrowUp" : x < column ? "ArrowRight" : "ArrowLeft");
    }
    for (let way = 0; way < 8; way += 1) {
      if ((await covers()) === wanted) {
        await page.keyboard.press("Enter");
        await heard(page, `Piece ${name} is laid`);
        return;
      }
      await page.keyboard.press(way === 3 ? "f" : "r");
      await page.waitForTimeout(20);
    }
  }
  assert.fail(`piece ${name} cannot be laid at ${places}`);
}

/** The pieces of a solution with the words that they cover, as the program finds them. */
async function solution(page, design) {
  const post = async (path, data) => (await page.request.post(`${studio.url}api/${path}`, { data })).json();
  const { rest } = await post("play/judge", { ...design, "x-laid": [] });
  const { labels } = await post("play", design);
  const word = (cell) => labels.find((one) => String(one.cell) === String(cell)).words;
  return rest.map(({ piece, cells }) => [piece, cells.map(word)]);
}

test("a calendar is played from an address to solved by the keyboard alone", { timeout: 2 * SLOW }, async () => {
  const page = await playing("calendar/2026-11-27");
  assert.equal(await page.$$eval(".bar, .acts, .panel, [role=tab]", (all) => all.filter((one) => one.checkVisibility()).length), 0, "no tabs, no options");
  assert.match(await page.textContent("#play-about"), /Friday, 27 November 2026: cells Nov and 27 stay open\./);
  assert.deepEqual(await openCells(page), ["Nov, row 2, column 5, stays open", "27, row 6, column 3, stays open"]);
  await page.waitForFunction(() => document.querySelector("#play-about").textContent.includes("135 solutions"));
  assert.deepEqual(await axe(page), []);
  const pieces = await solution(page, { piecework: 2, puzzle: "calendar", search: { open: "2026-11-27" } });
  await tabTo(page, ".play-board [role=gridcell]");
  for (const [name, places] of pieces) await layByWords(page, name, places);
  await heard(page, "Solved");
  assert.equal(await page.textContent("#play-line"), "Solved.");
  assert.deepEqual(await axe(page), []);
  await shot(page, "playpage-solved");
  // Taken back, and solved by hints.
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelector("#play-line").textContent.includes("Undone"));
  await page.keyboard.press("h");
  await page.waitForFunction(() => document.querySelector("#play-line").textContent === "Solved.");
  await done(page);
});

test("days are walked by buttons, keys and the date, and the address says which", { timeout: SLOW }, async () => {
  const page = await playing("calendar/2026-12-31");
  await tabTo(page, "#play-next");
  assert.equal(await page.getAttribute("#play-next", "aria-label"), "Next day");
  await page.keyboard.press("Enter");
  await shownPuzzle(page, "1 January 2027: cells Jan and 1 stay open");
  assert.match(await page.url(), /#play\/calendar\/2027-01-01$/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "play-next", "the focus stays");
  await heard(page, "cells Jan and 1 stay open");
  await page.goBack();
  await shownPuzzle(page, "31 December 2026");
  await page.focus(".play-board [role=gridcell][tabindex='0']");
  await page.keyboard.press("PageUp");
  await shownPuzzle(page, "30 December 2026");
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "gridcell");
  await page.fill("#play-date", "2028-02-29");
  await shownPuzzle(page, "Tuesday, 29 February 2028: cells Feb and 29 stay open");
  assert.match(await page.url(), /#play\/calendar\/2028-02-29$/);
  await page.click("#play-today");
  await shownPuzzle(page, "Today, ");
  await done(page);
});

test("without a date a calendar is that of today where the reader is, and a link that is sent has the date", { skip: notWebKit, timeout: SLOW }, async () => {
  for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const page = await playing("calendar-hex", { timezoneId });
    const day = await page.evaluate(() => [["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"][new Date().getMonth()], new Date().getDate()]);
    await shownPuzzle(page, `: cells ${day[0]} and ${day[1]} stay open`);
    await page.click("#play-more");
    await page.click("#play-copy");
    await heard(page, "is copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#play\/calendar-hex\/\d{4}-\d\d-\d\d$/);
    const other = await openPage(browser, link, { timezoneId: "Europe/Berlin" });
    await shownPuzzle(other, `: cells ${day[0]} and ${day[1]} stay open`);
    await done(other);
    await done(page);
  }
});

const DOORS = {
  piecework: 1, name: "Doors", lattice: "square", region: { words: [["a", "b", "c"], ["1", "2", "3"]] },
  pieces: [{ set: "dominoes", count: 2 }], never: [["b", "2"]],
  classes: [{ name: "letters", words: ["a", "b", "c"] }, { name: "numbers", words: ["1", "2", "3"] }],
};

test("classes that are no date are chosen from lists, and choices that never are open are left out", { timeout: SLOW }, async () => {
  const page = await playing(encoded({ piecework: 2, puzzle: DOORS }));
  await shownPuzzle(page, "Cells a and 1 stay open.");
  await page.click("#play-previous");
  await shownPuzzle(page, "Cells c and 3 stay open.");
  assert.match(await page.url(), /\/c,3$/);
  await page.selectOption("#play-open-0-0", { label: "b" });
  await shownPuzzle(page, "Cells b and 3 stay open.");
  await page.click("#play-previous");
  await shownPuzzle(page, "Cells b and 1 stay open.");
  assert.deepEqual(await axe(page), []);
  await page.selectOption("#play-open-1-0", { label: "2" });
  await page.waitForSelector(".play-board .problem");
  await page.goBack();
  await shownPuzzle(page, "Cells b and 1 stay open.");
  await done(page);
});

const TWO = { piecework: 1, name: "Two", lattice: "square", region: { rectangle: [4, 2] }, pieces: [{ name: "I", rows: ["####"], count: 2 }] };
const THREE = { piecework: 2, puzzles: [{ puzzle: TWO }, { puzzle: { ...TWO, name: "Three" } }, "t-tetromino-4x4"] };

test("a book is played puzzle by puzzle, in a frame, and boards are kept where they are asked to be", { timeout: 2 * SLOW }, async () => {
  const book = { piecework: 2, book: { parts: [{ made_puzzles: { board: "3x5", pieces: "pentominoes", kind: "given", count: 2 }, seed: 2 }, "t-tetromino-4x4"] } };
  const page = await playing(`${encoded(book)}/2`);
  assert.equal(await page.textContent("#play-title"), "Puzzle 2 of 3");
  await page.click("#play-next");
  await page.waitForFunction(() => document.querySelector("#play-title").textContent === "Puzzle 3 of 3");
  assert.equal(await page.getAttribute("#play-next", "aria-disabled"), "true");
  await page.click("#play-more");
  await page.check("#play-keep");
  assert.deepEqual(await axe(page), []);
  await page.click("#play-close");
  await page.click("#play-hint");
  await page.waitForSelector(".play-board .laid");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".play-board .laid").length === 4);
  await page.click("#play-more");
  await page.click("#play-solve");
  await page.waitForFunction(() => document.querySelectorAll(".play-board .laid").length === 16);
  assert.equal(await page.textContent("#play-line"), "This is a solution.");
  const frame = await openPage(browser, `${studio.url}embed#play/${encoded(THREE)}/3`);
  await frame.waitForSelector(".play-board polygon[tabindex='0']");
  assert.equal(await frame.textContent("#play-title"), "Puzzle 3 of 3");
  assert.deepEqual(await axe(frame), []);
  await done(frame);
  await done(page);
});

test("pieces are tapped, dragged and turned with two fingers", { skip: inChromium, timeout: SLOW }, async () => {
  const page = await playing(encoded({ piecework: 2, puzzle: { ...TWO, region: { rectangle: [4, 4] }, pieces: [{ name: "I", rows: ["####"], count: 4 }] } }), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const at = async (x, y) => { const box = await page.locator(".play-board g[role=row]").nth(y).locator("polygon").nth(x).boundingBox(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; };
  const laid = (count) => page.waitForFunction((wanted) => document.querySelectorAll(".play-board .laid").length === wanted, count);
  await page.tap("#play-take-I");
  await page.waitForSelector("#play-take-I[aria-pressed=true]");
  const tap = async (x, y) => { const place = await at(x, y); await page.touchscreen.tap(place.x, place.y); };
  await tap(0, 0);
  await laid(4);
  // A piece that is tapped is in the hand, and laid where the next tap is.
  await tap(0, 0);
  await laid(0);
  await page.waitForSelector(".play-board .ghost");
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const before = await page.$$eval(".play-board .ghost", (all) => all.map((one) => one.getAttribute("points")).join());
  // One finger holds the piece, the other goes a quarter around it.
  const [held, far] = [await at(0, 0), 120];
  const second = (angle) => ({ x: held.x + far * Math.cos(angle), y: held.y + far * Math.sin(angle), id: 1 });
  await touch("touchStart", [{ ...held, id: 0 }]);
  await touch("touchStart", [{ ...held, id: 0 }, second(0)]);
  for (let part = 1; part <= 4; part += 1) await touch("touchMove", [{ ...held, id: 0 }, second((part * Math.PI) / 16)]);
  await page.waitForFunction((old) => [...document.querySelectorAll(".play-board .ghost")].map((one) => one.getAttribute("points")).join() !== old, before);
  await touch("touchEnd", [{ ...held, id: 0 }]);
  await touch("touchEnd", []);
  await laid(4);
  await shot(page, "playpage-touch");
  await done(page);
});

/** The controls whose middle is hidden by something else. */
const missed = (page) => page.evaluate(() => [...document.querySelectorAll(".play-page button, .play-page input, .play-page select")]
  .filter((one) => one.checkVisibility() && !one.disabled)
  .flatMap((one) => {
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit && one.contains(hit) ? [] : [one.id];
  }));

test("boards fit every window, and every control is hit", { timeout: 2 * SLOW }, async () => {
  const places = { calendar: "calendar/2026-11-28", hex: "calendar-hex/2026-11-28", pentominoes: "pentomino-6x10", several: `${encoded(THREE)}/2`, choice: encoded({ piecework: 2, puzzle: DOORS }) };
  for (const [name, place] of Object.entries(places)) {
    const page = await playing(place);
    for (const [width, height] of SIZES.filter(hasWindow)) {
      await page.setViewportSize({ width, height });
      const [wide, high] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
      assert.ok(wide <= width, `${name}, ${width}x${height}: ${wide} px wide`);
      assert.ok(high <= Math.max(height, 480), `${name}, ${width}x${height}: ${high} px high`);
      assert.deepEqual(await missed(page), [], `${name}, ${width}x${height}`);
      const cell = await page.locator(".play-board [role=gridcell]").first().boundingBox();
      assert.ok(Math.min(cell.width, cell.height) >= (width < 400 && height < 568 ? 12 : 18), `${name}, ${width}x${height}: cells of ${cell.width} px`);
      if (process.env.SHOTS_OF_ALL) await page.evaluate(() => scrollTo(0, 0)), await shot(page, `playpage-${name}-${width}x${height}`);
    }
    await done(page);
  }
});

test("a board that lies across is turned in a high window, and stays as it is in others", { timeout: SLOW }, async () => {
  const page = await playing("pentomino-6x10", { viewport: { width: 480, height: 1000 } });
  const lies = (isHigh) => page.waitForFunction((high) => document.querySelectorAll(".play-board [role=row]").length === (high ? 10 : 6), isHigh);
  const cell = () => page.locator(".play-board [role=gridcell]").first().boundingBox();
  const icon = () => page.locator("#play-take-I svg").boundingBox();
  await lies(true);
  assert.ok((await cell()).width > 58, "ten cells beside each other have 46 px");
  assert.ok((await icon()).height > (await icon()).width, "pieces are turned with the board");
  // Clockwise is clockwise, and arrow keys go where they point.
  const [x, y] = await page.locator("#play-take-L").boundingBox().then((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  // Of a slow press, whose button is drawn anew while it is down.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForSelector("#play-take-L[aria-pressed=true]");
  await page.mouse.up();
  const ghost = () => page.$$eval(".play-board .ghost", (all) => all.map((one) => [one.getBBox().x, one.getBBox().y].map(Math.round)));
  await page.waitForSelector(".play-board .ghost");
  const [before] = await ghost();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await soon(page, async () => assert.deepEqual((await ghost())[0], [before[0] + 1, before[1] + 1]));
  await page.keyboard.press("Escape");
  await page.click("#play-hint");
  await page.waitForSelector(".play-board .laid");
  const named = () => page.$$eval(".play-board [role=gridcell]", (all) => all.filter((one) => one.getAttribute("aria-label").includes("piece")).length);
  const count = await named();
  await shot(page, "playpage-turned");
  assert.deepEqual(await axe(page), []);
  await page.setViewportSize({ width: 1000, height: 480 });
  await lies(false);
  assert.equal(await named(), count, "what was laid stays");
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.waitForTimeout(300);
  await lies(false);
  await done(page);
  const words = await playing("calendar/2026-11-27", { viewport: { width: 480, height: 1000 } });
  assert.equal(await words.locator(".play-board [role=row]").count(), 6, "words are read as they are on the wood");
  await done(words);
});

const SETS = {
  hex: [[8, 7], "tetrahexes"], triangle: [[14, 7], "hexiamonds"], rhombille: [[6, 5], "tetrarhombs"], tetrakis: [[6, 5], "tetraboloes"],
  kite: [[6, 6], "hexakites"], trihexagonal: [[6, 5], "tetratrihexes"], kisrhombille: [[5, 5], "grid hexadrafters"],
};

/** Polygons with their middles, and how they lie, by which cells are told apart that are the same moved. */
const polygons = async (page, selector) => (await page.$$eval(selector, (all) => all.map((one) => one.getAttribute("points")))).map((text) => {
  const numbers = text.split(/[ ,]/).map(Number);
  const corners = numbers.flatMap((x, at) => (at % 2 ? [] : [[x, numbers[at + 1]]]));
  const middle = [0, 1].map((axis) => corners.reduce((sum, one) => sum + one[axis], 0) / corners.length);
  return { middle, kind: corners.map((one) => one.map((length, axis) => Math.round(49.3 * (length - middle[axis])) + 0)).sort().join(" ") };
});
const apart = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
const sorted = (all) => [...all].sort((one, other) => Math.sign(Math.round(100 * (one.middle[1] - other.middle[1]))) || one.middle[0] - other.middle[0]);
/** Checks again until it is so. */
async function soon(page, check) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await check();
    } catch (error) {
      if (tries > 60) throw error;
    }
    await page.waitForTimeout(50);
  }
}

for (const [lattice, [rectangle, set]] of Object.entries(SETS)) test(`on ${lattice} a piece is where the pointer holds it, and goes where arrow keys point`, { timeout: SLOW }, async () => {
  const page = await playing(encoded({ piecework: 2, puzzle: { piecework: 1, name: "Any", lattice, region: { rectangle }, pieces: [{ set, count: "any" }] } }));
  const cells = await polygons(page, ".play-board [role=gridcell]");
  const center = [0, 1].map((axis) => cells.reduce((sum, one) => sum + one.middle[axis], 0) / cells.length);
  const inner = cells.filter(({ middle }) => apart(middle, center) < 1.2);
  const ghost = async () => sorted(await polygons(page, ".play-board .ghost"));
  /** A place on the screen for one in cell edges, in whole pixels, and that place again in cell edges. */
  const place = (at) => page.$eval(".play-board svg", (svg, [x, y]) => {
    const matrix = svg.getScreenCTM();
    const seen = new DOMPoint(x, y).matrixTransform(matrix);
    const pixel = [seen.x, seen.y].map(Math.round);
    const back = new DOMPoint(...pixel).matrixTransform(matrix.inverse());
    return { pixel, at: [back.x, back.y] };
  }, at);
  const icons = page.locator(".play-pieces button");
  for (const number of [0, 2]) {
    const name = (await icons.nth(number).getAttribute("id")).replace("play-take-", "");
    const own = `#play-take-${name} polygon`;
    const piece = await polygons(page, own);
    for (const held of [piece.length - 1, 1]) {
      const box = await page.locator(own).nth(held).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.waitForSelector(`#play-take-${name}[aria-pressed=true]`);
      const order = sorted(piece).indexOf(piece[held]);
      for (const { middle } of inner) {
        const { pixel, at } = await place([middle[0] + 0.07, middle[1] - 0.05]);
        await page.mouse.move(...pixel);
        await soon(page, async () => {
          const shown = await ghost();
          assert.deepEqual(shown.map(({ kind }) => kind), sorted(piece).map(({ kind }) => kind), `${name} lies as in its picture`);
          const [far, least] = [apart(shown[order].middle, at), Math.min(...cells.filter(({ kind }) => kind === piece[held].kind).map((one) => apart(one.middle, at)))];
          assert.ok(far < least + 0.01, `${name} by ${held}: ${far} from the pointer, not ${least}`);
        });
      }
      // Let go beside the board, it stays in the hand.
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.up();
    }
    // Arrow keys move it straight, and back.
    const { pixel } = await place(center);
    await page.mouse.move(...pixel);
    await soon(page, async () => assert.equal((await ghost()).length, piece.length));
    const before = await ghost();
    for (const [key, x, y] of [["ArrowRight", 1, 0], ["ArrowLeft", -1, 0], ["ArrowDown", 0, 1], ["ArrowUp", 0, -1]]) {
      const from = await ghost();
      for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press(key);
      await soon(page, async () => {
        const [dx, dy] = (await ghost())[0].middle.map((length, axis) => length - from[0].middle[axis]);
        assert.ok(dx * x + dy * y > 0.5 && Math.abs(dx * y - dy * x) < 0.01, `${key} twice: ${dx}, ${dy}`);
      });
    }
    assert.deepEqual(await ghost(), before, "it is back");
    await page.keyboard.press("Space");
    await heard(page, `Piece ${name} is laid`);
    assert.deepEqual(sorted(await polygons(page, ".play-board .laid")), before);
    await shot(page, `playpage-${lattice}-${number}`);
    // Picked up by its last cell it lies as it lay, and follows.
    const grip = before.at(-1).middle;
    const from = await place(grip);
    await page.mouse.move(...from.pixel);
    await page.mouse.down();
    await page.waitForFunction(() => document.querySelectorAll(".play-board .laid").length === 0);
    const next = cells.filter(({ kind, middle }) => kind === before.at(-1).kind && apart(middle, grip) > 0.1).sort((one, other) => apart(one.middle, grip) - apart(other.middle, grip))[0].middle;
    await page.mouse.move(...(await place(next)).pixel);
    await page.mouse.up();
    await soon(page, async () => {
      const laid = sorted(await polygons(page, ".play-board .laid"));
      assert.deepEqual(laid.map(({ kind }) => kind), before.map(({ kind }) => kind));
      assert.ok(laid.length && apart(laid.at(-1).middle, next) < 0.01, "the cell that was grabbed is under the pointer");
    });
    // What was laid, picked up and laid again is undone.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("u");
  }
  await done(page);
});

test("the studio leads to the page that plays, with the cells that stay open", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}#roll/${encoded({ piecework: 2, puzzle: "calendar", quilt: {} })}`);
  await page.waitForSelector(".stage .quilt");
  await page.fill("#search-open", "26 Nov");
  await page.press("#search-open", "Tab");
  await page.waitForFunction(() => document.querySelector(".headline h2").textContent === "A calendar, Nov 26");
  await page.waitForFunction(() => document.querySelector("#play-page")?.getAttribute("href")?.endsWith("26+Nov"));
  await page.click("#play-page");
  await page.waitForSelector(".play-board polygon[tabindex='0']");
  await shownPuzzle(page, "cells Nov and 26 stay open");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".headline h2")?.textContent === "A calendar, Nov 26");
  await page.goto(`${studio.url}#take/${encoded({ piecework: 2, puzzle: "calendar", search: { open: "2026-11-26" }, sheet: {} })}`);
  await page.waitForSelector("#take-play");
  assert.match(await page.inputValue("#take-play"), /#play\/calendar\/2026-11-26$/);
  assert.match(await page.inputValue("#take-frame"), /embed#play\/calendar\/2026-11-26"/);
  await done(page);
});

test("a broken address says so", { timeout: SLOW }, async () => {
  for (const [place, words] of [["jabc", "cut off"], ["calendar/2026-02-30", "never"], ["calendar/Nox", "Nox"]]) {
    const page = await openPage(browser, `${studio.url}#play/${place}`);
    await page.waitForSelector(".play-board .problem");
    assert.match(await page.textContent(".play-board .problem"), new RegExp(words), place);
    assert.deepEqual(await axe(page), []);
    await done(page);
  }
});

test("the page without a server plays a calendar of today, without a network", { timeout: 3 * SLOW, skip: process.env.SITE ? false : "target/web is not built" }, async () => {
  const site = await startFiles(process.env.SITE);
  const page = await playing("calendar", {}, site.url);
  await shownPuzzle(page, "Today, ");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => caches.keys().then((keys) => keys.length > 0));
  await page.waitForTimeout(1000);
  site.isAway = true;
  await page.reload();
  await page.waitForSelector(".play-board polygon[tabindex='0']");
  await page.click("#play-next");
  await page.waitForFunction(() => !document.querySelector("#play-about").textContent.startsWith("Today"));
  await page.click("#play-hint");
  await page.waitForSelector(".play-board .laid");
  assert.deepEqual(await axe(page), []);
  site.stop();
  await done(page);
});

test("the address that the program writes for a puzzle of one's own is played", { timeout: SLOW }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "piecework-own-"));
  try {
    writeFileSync(join(folder, "own.txt"), "AABB\nACCB\nDCCE\nDDEE\n");
    const args = ["cut", "own.txt", "--insert-card", "--play-at", studio.url, "-o", "made"];
    const { stderr } = spawnSync(process.env.PIECEWORK, args, { cwd: folder, encoding: "utf8" });
    const [, place] = stderr.match(/to play it: \S*#play\/(\S+)/) ?? assert.fail(stderr);
    const page = await playing(place);
    assert.equal(await page.locator(".play-board [role=gridcell]").count(), 16);
    assert.equal(await page.locator(".play-pieces button").count(), 2, "four corners and a square");
    await done(page);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const pdftoppm = spawnSync("pdftoppm", ["-v"]).error ? "pdftoppm is not installed" : false;

/** The text of the code on a page that was drawn in gray (PGM). */
function codeOn(bytes) {
  const [head, width, height] = bytes.subarray(0, 40).toString("latin1").match(/^P5\s+(\d+)\s+(\d+)\s+255\s/);
  const gray = bytes.subarray(head.length);
  const pixels = new Uint8ClampedArray(4 * width * height).map((_, at) => (at % 4 === 3 ? 255 : gray[at >> 2]));
  return jsQR(pixels, Number(width), Number(height))?.data;
}

test("a code is read from a printed page of a book, and its puzzle is solved", { skip: pdftoppm, timeout: 2 * SLOW }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "piecework-book-"));
  try {
    // Of two codes on a page, the reader finds one.
    const parts = [{ made_puzzles: { board: "5x4", pieces: "pentominoes", count: 1 }, seed: 3 }, "t-tetromino-4x4"];
    writeFileSync(join(folder, "book.json"), JSON.stringify({ piecework: 2, book: { title: "One", parts, play_at: studio.url } }));
    spawnSync(process.env.PIECEWORK, ["make", "book.json", "--quiet", "-o", "made"], { cwd: folder });
    spawnSync("pdftoppm", ["-gray", "-r", "200", "made/one-book.pdf", "page"], { cwd: folder });
    const links = readdirSync(folder).filter((name) => name.endsWith(".pgm")).map((name) => codeOn(readFileSync(join(folder, name)))).filter(Boolean);
    assert.equal(links.length, 1, links.join());
    assert.ok([`${studio.url}#play/z`, `${studio.url}#play/t-tetromino-4x4`].some((start) => links[0].startsWith(start)), links[0]);
    const page = await openPage(browser, links[0]);
    await page.waitForSelector(".play-board polygon[tabindex='0']");
    assert.equal(await page.locator(".play-board [role=gridcell]").count(), links[0].includes("#play/z") ? 20 : 16);
    for (let laid = 0; (await page.textContent("#play-line")) !== "Solved."; ) {
      await page.click("#play-hint");
      await page.waitForFunction((before) => document.querySelectorAll(".play-board .laid").length > before || document.querySelector("#play-line").textContent === "Solved.", laid);
      laid = await page.locator(".play-board .laid").count();
      await page.waitForTimeout(200);
    }
    await done(page);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
