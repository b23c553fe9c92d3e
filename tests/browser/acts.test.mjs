// What a quilter does: paint, play the sewing, find what comes next, and lose nothing; at four sizes of window.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { SLOW, hasWindow, heard, inChromium, axe, designOf, openPage, shot, startBrowser, startStudio, notWebKit } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const SIZES = { 1440: [1440, 900], 1280: [1280, 720], 1024: [1024, 768], 390: [390, 844] };
const viewport = ([width, height]) => ({ viewport: { width, height } });
const address = (act, design) => `#${act}/j${Buffer.from(JSON.stringify(design)).toString("base64url")}`;
const FOUR = { piecework: 2, puzzle: "t-tetromino-4x4", quilt: {} };
const fillOf = (page, patch) => page.getAttribute(`#patch-${patch}`, "fill");
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};

/** Whether an element is in the window. */
const inSight = (page, selector) => page.$eval(selector, (element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight + 1;
});

for (const [name, size] of Object.entries(SIZES)) {
  test(`at ${name} px the quilt and the next step are in sight in Color and Make`, { skip: !hasWindow(size) && notWebKit, timeout: 2 * SLOW }, async () => {
    const page = await openPage(browser, `${studio.url}${address("color", FOUR)}`, viewport(size));
    await page.waitForSelector(".quilt .patches path");
    await page.click("#mode-paint");
    assert.ok(await inSight(page, ".quilt"), "the quilt");
    assert.ok(await inSight(page, "#next"), "the next step");
    assert.match(await page.textContent("#bar-size"), /^8 × 8 in$/);
    // Whatever is painted with, the quilt stays.
    await page.locator(".fabrics li").last().scrollIntoViewIfNeeded();
    if (size[0] < 720) assert.ok(await inSight(page, ".quilt"), "the quilt, scrolled");
    assert.ok(await inSight(page, "#next"), "the next step, scrolled");
    await shot(page, `paint-${name}`);
    // Away from the bars, which cover what is scrolled below them.
    await page.evaluate(() => document.querySelector("#room-crib")?.scrollIntoView({ block: "center" }));
    assert.deepEqual(await axe(page), []);
    await page.click("#next");
    await page.waitForSelector(".page-list li");
    assert.ok(await inSight(page, "#next") && await inSight(page, "#product-quilt + span"));
    await shot(page, `make-${name}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= size[0], `${width} px wide`);
    await done(page);
  });
}

/** The texts of elements. */
const texts = (page, selector) => page.locator(selector).allTextContents();

test("who cuts a puzzle sees the sheet, machines, wood and millimetres, and nothing of quilts", { skip: notWebKit, timeout: 2 * SLOW }, async () => {
  for (const size of [SIZES[1280], SIZES[390]]) {
    const page = await openPage(browser, studio.url, viewport(size));
    await page.click("text=A puzzle to cut");
    await page.waitForSelector("#cut-0");
    await page.waitForSelector(".machine");
    assert.equal(await page.textContent("#bar-size"), "80 × 80 mm");
    assert.equal(await page.textContent("#bar-rest"), "12 pieces · 1 sheet · about 3 min");
    // The picture is the sheet, in wood, with a ruler in millimetres; a tiling is nowhere.
    assert.equal(await page.locator(".quilt").count(), 0);
    assert.match(await page.getAttribute(".cut-stock", "fill"), /^#e8d2a6$/);
    assert.equal(await page.locator(".cut-pieces path").count(), 12);
    const areApart = () => page.$$eval(".cut-rulers .across", (all) => {
      const across = all.map((one) => one.getBoundingClientRect());
      return across.length > 1 && across.every(({ left }, at) => at === 0 || left > across[at - 1].right);
    });
    assert.ok(await areApart(), "numbers of the ruler are apart");
    assert.match((await texts(page, ".cut-rulers .across")).join(), /^0,(20,40|50)/);
    assert.match(await page.textContent(".sheets"), /^600 × 400 mm, wood, 3 % of it is used/);
    assert.ok(await inSight(page, ".cut-sheet"), "the sheet is in sight");
    await page.click("#sheet-whole");
    assert.match((await texts(page, ".cut-rulers .across")).join(), /^0,(50,100|100,200)/);
    assert.ok(await areApart(), "those of the whole sheet too");
    await page.click("#sheet-whole");
    assert.equal((await texts(page, ".product"))[0], "Cut files");
    assert.deepEqual(await texts(page, "#acts li:not([hidden])"), ["1Choose", "2Roll", "3Make", "4Take"]);
    await page.focus(".cut-sheet");
    await page.keyboard.press("Home");
    assert.match(await page.textContent("#sheet-line"), /^Piece 1, I, 50 × 10 mm; comes loose on sheet 1 with line \d+$/);
    const said = [];
    // Which piece is the first depends on the tiling: one of these goes to another.
    for (const key of ["ArrowLeft", "ArrowRight"]) await page.keyboard.press(key), said.push(await page.textContent("#sheet-line"));
    assert.ok(said.some((line) => /^Piece (?!1,)/.test(line)), `arrows walk from piece to piece: ${said}`);
    const cell = await page.$eval("#cut-cell", (field) => field.getBoundingClientRect().bottom);
    assert.ok(cell < size[1] - 60, `the cell edge within the first screen: ${cell}`);
    // Options are by task, in columns where there is room.
    assert.deepEqual(await texts(page, ".task h3"), ["Size", "Material", "How pieces fit", "With it", "Files"]);
    const lefts = await page.$$eval(".task", (all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size);
    assert.equal(lefts, size[0] > 1000 ? 2 : 1);
    const formats = () => page.$$eval("#cut-formats :checked", (boxes) => boxes.map((box) => box.value));
    assert.deepEqual(await formats(), ["svg", "dxf-r12", "dxf-r2000", "pdf"], "those that are made are ticked");
    // A machine by keyboard, with its own formats.
    await page.focus(".machine input");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("#cut-machine").value !== "generic");
    const machine = await page.inputValue("#cut-machine");
    assert.equal(await page.$eval(".machine :checked", (box) => box.value), machine);
    assert.deepEqual(await formats(), machine === "grbl" ? ["gcode"] : ["svg", "lbrn2"]);
    // A kerf that was measured.
    await page.click(".measure > summary");
    await page.fill("#kerf-measured", "60");
    await page.press("#kerf-measured", "Tab");
    assert.match(await page.textContent(".measure [role=status]"), /a little less/);
    await page.fill("#kerf-measured", "98,2");
    await page.press("#kerf-measured", "Tab");
    assert.equal(await page.textContent(".measure [role=status]"), "(100 − 98.2) / 10 = 0.18 mm");
    assert.equal(await page.inputValue("#cut-kerf"), "0.18mm");
    await page.waitForSelector("#cut-0");
    await page.waitForFunction(() => !document.querySelector(".facts .busy"));
    assert.deepEqual(await axe(page), []);
    await shot(page, `maker-${size[0]}`);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= size[0], `${width} px wide`);
    await done(page);
  }
});

test("a machine of one's own is typed once, kept in the browser, and part of the design", { skip: notWebKit, timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  const cut = async () => { await page.click("text=A puzzle to cut"); await page.waitForSelector("#cut-0"); await page.waitForSelector(".machine"); };
  await cut();
  await page.locator("#maker-own").click();
  await page.waitForSelector(".mine[open]");
  assert.deepEqual(await axe(page), []);
  await page.fill("#mine-title", "Old Faithful");
  await page.fill("#mine-width", "9");
  await page.click("#mine-use");
  assert.match(await page.textContent(".mine [role=alert]"), /The width of a bed is 10 to 5000 mm/);
  await page.fill("#mine-width", "300");
  await page.fill("#mine-height", "200");
  await page.fill("#mine-kerf", "0,15");
  await page.check("#mine-lbrn2");
  await shot(page, "mine");
  await page.click("#mine-use");
  await page.waitForFunction(() => document.querySelector(".sheets")?.textContent.startsWith("300 × 200 mm"));
  const { cut: made } = await designOf(page);
  assert.deepEqual([made.machine.title, made.machine.formats, made.kerf], ["Old Faithful", ["svg", "lbrn2"], "0.15mm"]);
  assert.equal(await page.$eval(".machine :checked", (box) => box.value), "own");
  // Another design in this browser has it at one click; who takes another machine and comes back loses nothing.
  await page.click("#home");
  await cut();
  await page.locator("#maker-own").click();
  await page.waitForFunction(() => document.querySelector(".sheets")?.textContent.startsWith("300 × 200 mm"));
  await page.selectOption("#cut-machine", "grbl");
  await page.waitForFunction(() => document.querySelector(".sheets")?.textContent.startsWith("400 × 400 mm"));
  await page.selectOption("#cut-machine", "own");
  await page.waitForFunction(() => document.querySelector(".sheets")?.textContent.startsWith("300 × 200 mm"));
  await page.click("#mine-change");
  await page.click("#mine-forget");
  await heard(page, "forgotten");
  assert.equal(await page.evaluate(() => localStorage.getItem("own machine")), null);
  await done(page);
});

test("a puzzle to cut has no act of colors, unless each color has sheets of its own", { skip: notWebKit, timeout: 2 * SLOW }, async () => {
  const plain = { piecework: 2, puzzle: "t-tetromino-4x4", cut: {} };
  const page = await openPage(browser, `${studio.url}${address("color", plain)}`);
  await page.waitForSelector(".cut-sheet");
  await page.click('[data-act="roll"]');
  await page.waitForSelector(".stage.wood .quilt");
  await page.click("#roll");
  await page.waitForSelector(".tile path");
  const fills = await page.$$eval(".tile .patches path", (all) => [...new Set(all.map((one) => one.getAttribute("fill")))].sort());
  assert.ok(fills.every((fill) => ["#e1c795", "#e8d2a6", "#eedbb6"].includes(fill)), fills.join());
  await page.click("#next");
  await page.waitForSelector(".cut-sheet");
  const inColors = { ...plain, cut: { by_fabric: true } };
  await page.goto(`${studio.url}${address("color", inColors)}`);
  await page.waitForSelector(".fabrics li");
  const words = await page.innerText("#act");
  assert.doesNotMatch(words, /yard|shelf|bed|photo/i);
  assert.match(words, /Each color is cut from sheets of its own/);
  await page.click('[data-act="make"]');
  await page.waitForSelector("#sheet-0");
  const color = () => page.getAttribute(".cut-stock", "fill");
  const first = await color();
  await page.click("#sheet-1");
  assert.notEqual(await color(), first, "each sheet has its own color");
  await page.waitForFunction(() => document.activeElement.id === "sheet-1");
  // Many sheets are chosen from a list.
  const many = { ...plain, puzzle: "pentomino-6x10", cut: { cell: "20mm", copies: 18, machine: "cricut" } };
  await page.goto(`${studio.url}${address("make", many)}`);
  await page.waitForSelector("#sheet-choice");
  assert.match(await page.textContent("#bar-rest"), /^18 sets · \d+ sheets · about \d+ min$/);
  const label = () => page.getAttribute(".cut-sheet", "aria-label");
  assert.match(await label(), /sheet 1 of/);
  await page.selectOption("#sheet-choice", "8");
  assert.match(await label(), /sheet 9 of/);
  await page.waitForFunction(() => document.activeElement.id === "sheet-choice");
  await done(page);
});

test("a message is not over the picture", { skip: notWebKit, timeout: 2 * SLOW }, async () => {
  const design = { piecework: 2, puzzle: "t-tetromino-4x4", cut: {} };
  for (const size of [...Object.values(SIZES), [844, 390]]) {
    for (const [act, made, picture] of [["make", design, ".cut-sheet"], ["make", FOUR, ".quilt"], ["color", FOUR, ".quilt"]]) {
      const page = await openPage(browser, `${studio.url}${address(act, made)}`, viewport(size));
      await page.waitForSelector("#live.seen");
      await page.waitForSelector(picture);
      const apart = await page.evaluate((selector) => {
        const [a, b] = [document.querySelector("#live"), document.querySelector(selector)].map((one) => one.getBoundingClientRect());
        return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      }, picture);
      assert.ok(apart, `${size} ${act} ${picture}`);
      await page.context().close();
    }
  }
});

test("on a phone held sideways the picture is in the first screen of Make", { skip: notWebKit, timeout: 2 * SLOW }, async () => {
  for (const size of [[844, 390], [667, 375]]) {
    for (const [made, picture] of [[{ ...FOUR }, ".quilt"], [{ piecework: 2, puzzle: "t-tetromino-4x4", cut: {} }, ".cut-sheet"]]) {
      const page = await openPage(browser, `${studio.url}${address("make", made)}`, viewport(size));
      await page.waitForSelector(picture);
      await page.waitForSelector(".player");
      assert.ok(await inSight(page, picture), `${size} ${picture}`);
      const { height } = await page.locator(picture).boundingBox();
      assert.ok(height > 0.45 * size[1], `${picture} is ${height} px high`);
      await shot(page, `sideways-${size[0]}${picture}`);
      await page.context().close();
    }
  }
});

test("what is made fills a large window and is first in a small one, and all pieces are in sight on a phone held sideways", { skip: notWebKit, timeout: 3 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("color", { piecework: 2, puzzle: "y-hexomino-23x24", quilt: {} })}`, { viewport: { width: 2560, height: 1440 } });
  await page.waitForSelector("#patch-1");
  const box = (selector) => page.locator(selector).first().boundingBox();
  assert.ok((await box(".stage .quilt")).height > 1000, "the quilt takes what height there is");
  await done(page);
  const parts = [{ made_puzzles: { board: "3x5", pieces: "pentominoes", kind: "given", count: 2 }, seed: 2 }];
  const book = await openPage(browser, `${studio.url}${address("make", { piecework: 2, book: { parts } })}`, { viewport: { width: 390, height: 844 } });
  const rect = (selector) => book.$eval(selector, (one) => one.getBoundingClientRect().toJSON());
  await book.waitForSelector(".page-list .sheet");
  const [pages, options] = [await rect(".page-list"), await rect(".panel")];
  assert.ok(pages.bottom < options.top && pages.bottom < 600, "pages are before the options");
  await book.setViewportSize({ width: 1440, height: 900 });
  assert.ok((await rect(".page-list .sheet")).height > 200, "pages are large where there is room");
  await done(book);
  const play = await openPage(browser, `${studio.url}#play/pentomino-6x10`, { viewport: { width: 844, height: 390 } });
  await play.click("#play-hint");
  await play.waitForSelector(".play-board .laid");
  const hidden = await play.$$eval(".play-pieces button", (all) => all.filter((one) => {
    const [piece, tray] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
    return piece.top < tray.top || piece.bottom > tray.bottom;
  }).length);
  assert.equal(hidden, 0, "no piece is below the edge");
  await done(play);
});

test("patches are painted by pointer and keys, alike ones are shown, a stroke is undone at once", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("color", FOUR)}`);
  await page.waitForSelector(".quilt .patches path");
  await page.click("#mode-paint");
  await page.click("#brush-2");
  const before = await fillOf(page, 1);
  const middle = async (patch) => {
    const { x, y, width, height } = await page.locator(`#patch-${patch}`).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...await middle(1));
  await page.mouse.down();
  await page.mouse.move(...await middle(2), { steps: 6 });
  await page.mouse.up();
  await heard(page, "patches are");
  await page.waitForFunction(() => new Set([1, 2].map((n) => document.querySelector(`#patch-${n}`).getAttribute("fill"))).size === 1);
  const painted = await fillOf(page, 1);
  assert.notEqual(painted, before);
  await page.waitForSelector("#alike-show");
  await page.click("#alike-show");
  assert.notEqual(await page.getAttribute(".alike .core", "d"), "");
  // Nothing else changed, and the design can be made.
  await page.click("#next");
  await page.waitForSelector(".page-list li");
  await page.click('[data-act="color"]');
  await page.waitForSelector('#mode-paint[aria-pressed="true"]');
  await page.focus(".quilt");
  await page.keyboard.press("Home");
  await page.click("#brush-4");
  await page.focus(".quilt");
  await page.keyboard.press("Space");
  await heard(page, "Patch 1 is");
  await page.waitForFunction((old) => document.querySelector("#patch-1").getAttribute("fill") !== old, painted);
  await page.waitForSelector('#undo[aria-disabled="false"]');
  await page.click("#undo");
  await page.waitForFunction((old) => document.querySelector("#patch-1").getAttribute("fill") === old, painted);
  await page.focus(".quilt");
  await page.keyboard.press("p");
  await heard(page, "You paint with");
  // A palette keeps the painting.
  await page.click("#palettes");
  await page.check("#palette-candy");
  await page.waitForFunction((old) => document.querySelector("#patch-1").getAttribute("fill") !== old, painted);
  assert.equal(await fillOf(page, 1), await fillOf(page, 2));
  assert.equal(await page.locator(".problem:not(#lost)").count(), 0);
  await done(page);
});

test("where copying is forbidden the link is shown selected", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("color", FOUR)}`);
  await page.waitForSelector(".quilt .patches path");
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("forbidden")); });
  await page.click("#copy");
  await page.waitForSelector("#copy-text");
  const selected = await page.$eval("#copy-text", (area) => area.value.slice(area.selectionStart, area.selectionEnd));
  assert.equal(selected, await page.url());
  await heard(page, "selected");
  await done(page);
});

test("messages are seen, and a refused number is said", { timeout: SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.click('[data-way="board"]');
  await page.waitForSelector(".board-grid polygon");
  await page.fill("#board-columns", "5000");
  await page.press("#board-columns", "Enter");
  await page.waitForSelector("#live.seen");
  assert.match(await page.textContent("#live"), /Columns goes from 1 to 100/);
  await done(page);
});

test("a message that knows a value that works offers it", { timeout: SLOW }, async () => {
  const design = { piecework: 2, puzzle: "t-tetromino-4x4", cut: { cell: "10mm", fillet: "9mm" } };
  const page = await openPage(browser, `${studio.url}${address("make", design)}`);
  await page.waitForSelector(".use-instead");
  await page.locator(".use-instead").first().click();
  await page.waitForSelector(".page-list li");
  await done(page);
});

test("the sewing is played large, for a phone at the machine", { skip: notWebKit, timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("make", FOUR)}`, viewport(SIZES[390]));
  await page.waitForSelector("#steps-large");
  await page.click("#steps-large");
  await page.waitForSelector(".propped[open]");
  assert.match(await page.textContent(".propped .step-place"), /^Step 1 of \d+$/);
  await page.click("#propped-next");
  assert.match(await page.textContent(".propped .step-place"), /^Step 2 of/);
  assert.ok(await inSight(page, "#propped-next"));
  assert.equal(await page.locator(".propped-picture .patches path.now").count() > 0, true);
  await shot(page, "propped-390");
  assert.deepEqual(await axe(page), []);
  await done(page);
});

test("the gallery has two dozen designs and filters; the first view asks little", { skip: inChromium, timeout: SLOW }, async () => {
  const page = await browser.newPage();
  let [requests, bytes] = [0, 0];
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  client.on("Network.requestWillBeSent", () => { requests += 1; });
  client.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await page.goto(studio.url);
  await page.waitForSelector("[data-design] svg");
  await page.waitForLoadState("networkidle");
  assert.ok(await page.locator("[data-design]").count() >= 24);
  assert.ok(requests <= 15 && bytes <= 201_000, `${requests} requests, ${bytes} bytes`);
  await page.selectOption("#gallery-kind", "baby");
  assert.ok(await page.locator("[data-design]").count() < 8);
  // The picture of a design that was not seen at first comes when it is.
  await page.locator("[data-design]").last().scrollIntoViewIfNeeded();
  await page.locator("[data-design]").last().locator("svg").waitFor();
  await page.click('[data-design="baby-l"]');
  await page.waitForSelector(".quilt .patches path");
  await page.context().close();
});

test("a large board opens", { timeout: 2 * SLOW }, async () => {
  const puzzle = {
    piecework: 1, name: "large", lattice: "square", region: { rectangle: [60, 80] }, pieces: [{ set: "pentominoes", count: "any" }],
  };
  const page = await openPage(browser, `${studio.url}${address("roll", { piecework: 2, puzzle, quilt: {} })}`);
  await page.waitForSelector(".quilt .patches path");
  await page.click('[data-act="choose"]');
  await page.waitForSelector(".board-grid polygon");
  assert.equal(await page.locator(".board-grid [role=gridcell]").count(), 4800);
  await done(page);
});

test("the quilt is shown in a room at its true size", { timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("color", FOUR)}`);
  await page.waitForSelector("#room-wall");
  await page.click("#room-twin");
  await page.waitForSelector(".room[open] svg svg");
  const [quilt, bed] = await Promise.all([".room svg svg", ".room-bed"].map((part) => page.getAttribute(part, "width")));
  assert.equal(Math.round((Number(quilt) / Number(bed)) * 965), 203);
  await done(page);
});

test("a quilt costs what the user pays, and the prices stay", { timeout: 2 * SLOW }, async () => {
  const design = { ...FOUR, quilt: { size: "crib", title: "Ann's \"crib\" quilt" } };
  const page = await openPage(browser, `${studio.url}${address("make", design)}`);
  await page.click("#cost summary");
  await page.fill("#price-fabric", "$10");
  await page.press("#price-fabric", "Tab");
  await heard(page, "All together $");
  assert.match(await page.textContent("#cost summary"), /^Cost: \$\d+\.\d\d, without backing and batting$/);
  assert.deepEqual(await axe(page), []);
  // The bar has the size with the border, as the pattern has.
  const finished = (await page.textContent(".notes")).match(/the quilt is ([\d /]+) in × ([\d /]+) in/);
  assert.equal(await page.textContent("#bar-size"), `${finished[1]} × ${finished[2]} in`);
  await page.fill("#price-fabric", "dear");
  await page.press("#price-fabric", "Tab");
  await heard(page, "Write a price such as");
  assert.equal(await page.getAttribute("#price-fabric", "aria-invalid"), "true");
  await page.fill("#price-fabric", "12,50 €");
  await page.press("#price-fabric", "Tab");
  await page.reload();
  await page.waitForSelector("#cost");
  assert.match(await page.textContent("#cost summary"), /^Cost: \d+,\d\d €/);
  await done(page);
});

test("a design goes into a frame on another page and into a QR code", { skip: notWebKit, timeout: 2 * SLOW }, async () => {
  const design = { ...FOUR, quilt: { title: "Ann's \"first\" <quilt>" } };
  const page = await openPage(browser, `${studio.url}${address("take", design)}`);
  await page.waitForSelector("#take-embed");
  const line = await page.inputValue("#take-embed");
  await page.click("#take-qr");
  await page.waitForSelector(".qr[open] svg path");
  assert.deepEqual(await axe(page), []);
  await shot(page, "qr");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement.id === "take-qr");
  // Another port is another origin.
  const blog = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<h1>Blog</h1>${line}`));
  await new Promise((listens) => blog.listen(0, "127.0.0.1", listens));
  const other = await browser.newPage();
  await other.goto(`http://127.0.0.1:${blog.address().port}/`);
  const frame = other.frameLocator("iframe");
  await frame.locator(".embedded .patches path").first().waitFor();
  assert.equal(await frame.locator(".embedded .patches path").count(), 4);
  assert.equal(await frame.locator("figcaption strong").textContent(), design.quilt.title);
  assert.equal(await other.getAttribute("iframe", "title"), design.quilt.title);
  await other.context().close();
  blog.close();
  await done(page);
});

test("the tiling in words is written when it is opened, and stays open under another palette", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("color", FOUR)}`);
  await page.waitForSelector("#tiling-words");
  assert.equal(await page.locator("#tiling-words td").count(), 0);
  await page.click("#tiling-words > summary");
  await page.waitForSelector("#tiling-words tbody tr:nth-child(4)");
  const fabric = () => page.textContent("#tiling-words tbody tr:first-child td:nth-of-type(2)");
  const before = await fabric();
  await page.check("#palette-candy");
  await page.waitForFunction((was) => document.querySelector("#tiling-words tbody tr td:nth-of-type(2)").textContent !== was, before);
  assert.ok(await page.$eval("#tiling-words", (details) => details.open));
  assert.deepEqual(await axe(page), []);
  await done(page);
});

test("designs are kept in the browser only if asked, and forgotten", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.waitForSelector("[data-design]");
  assert.equal(await page.locator(".recent").count(), 0);
  const titled = (title) => ({ ...FOUR, quilt: { title } });
  await page.goto(`${studio.url}${address("take", titled("Not kept"))}`);
  await page.waitForSelector("#take-zip");
  assert.ok(!(await page.isChecked("#recent")));
  await page.goto(`${studio.url}${address("take", titled("First"))}`);
  await page.waitForFunction(() => document.querySelector("#take-embed")?.value.includes("First"));
  await page.check("#recent");
  await heard(page, "Designs are kept");
  await page.goto(`${studio.url}${address("take", titled("Second"))}`);
  await page.waitForFunction(() => document.querySelector("#take-embed")?.value.includes("Second"));
  await page.waitForSelector("#take-zip");
  await page.click("#home");
  await page.waitForSelector(".recent");
  assert.deepEqual(await page.locator(".recent li").allTextContents(), ["Second", "First"]);
  await shot(page, "recent");
  assert.deepEqual(await axe(page), []);
  await page.click(".recent li:last-child a");
  await page.waitForFunction(() => document.querySelector("#take-embed")?.value.includes("First"));
  await page.click("#home");
  await page.click("#recent-forget");
  await heard(page, "No design is kept any more");
  assert.equal(await page.locator(".recent").count(), 0);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("recent"))), []);
  await done(page);
});

test("the share sheet of the system gets every file that it takes, named by the title", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.evaluate(() => {
    navigator.canShare = ({ files }) => files.every(({ type }) => ["application/pdf", "image/png"].includes(type));
    navigator.share = async ({ files, title }) => {
      if (!window.refused) {
        window.refused = true;
        throw new DOMException("too late", "NotAllowedError");
      }
      window.shared = { title, names: files.map(({ name }) => name), start: await files[0].slice(0, 5).text() };
    };
  });
  await page.evaluate((hash) => { location.hash = hash; }, address("take", { ...FOUR, quilt: { title: "Ann's quilt" } }));
  await page.waitForSelector("#take-share");
  assert.match(await page.textContent("#take-share"), /^Share \d+ of \d+ files$/);
  await page.click("#take-share");
  // A browser that waited too long for the files asks again.
  await heard(page, "press Share again");
  await page.click("#take-share");
  await page.waitForFunction(() => window.shared);
  const { title, names, start } = await page.evaluate(() => window.shared);
  assert.deepEqual({ title, start, first: names[0] }, { title: "Ann's quilt", start: "%PDF-", first: "Ann-s-quilt.pdf" });
  assert.ok(names.length > 1 && names.includes("Ann-s-quilt-templates.pdf"), names.join());
  assert.equal(await page.textContent("#take-share").then((text) => Number(/\d+/.exec(text)[0])), names.length);
  await done(page);
});

test("a link that no phone reads from a QR code says so in the place of the button", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("take", FOUR)}`);
  await page.waitForSelector("#take-qr");
  const rows = Array.from({ length: 32 }, () => "#".repeat(32));
  const pieces = [{ name: "T", rows: ["###", ".#."], count: "any" }];
  const long = { ...FOUR, puzzle: { piecework: 1, name: "long", lattice: "square", region: { rows }, pieces } };
  await page.goto(`${studio.url}${address("take", long)}`);
  await page.waitForSelector("#take-address");
  const { length } = await page.evaluate(() => location.href);
  assert.ok(length > 1273, String(length));
  assert.equal(await page.locator("#take-qr").count(), 0);
  assert.match(await page.textContent("#take-no-qr"), /^The link has \d{4} characters, and a QR code that a phone reads has at most 1273/);
  await done(page);
});

test("a shape on every lattice is filled at the first click", { timeout: 4 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.click('[data-way="board"]');
  const lattices = await page.$$eval("#board-lattice option", (all) => all.map((one) => one.value));
  assert.ok(lattices.length >= 8);
  const wide = await page.$eval(".board-stage", (stage) => stage.getBoundingClientRect().width);
  assert.ok(wide > 600, `the board has ${wide} px of 1280`);
  for (const lattice of lattices) {
    await page.selectOption("#board-lattice", lattice);
    await page.click("#board-shape-circle");
    await page.waitForSelector(".board-grid polygon.out");
    await page.waitForSelector(".answer .yes");
    // A live region is emptied before it speaks.
    await page.waitForFunction(() => /\S/.test(document.querySelector("#live").textContent));
  }
  await done(page);
});

test("in forced colors fabrics keep their colors", { skip: notWebKit, timeout: SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${address("color", FOUR)}`, { forcedColors: "active" });
  await page.waitForSelector(".quilt .patches path");
  await page.click("#mode-paint");
  const seen = await page.$$eval(".brush .swatch, .palette .swatch", (all) => new Set(all.map((one) => getComputedStyle(one).backgroundColor)).size);
  const patches = await page.$$eval(".quilt .patches path", (all) => new Set(all.map((one) => getComputedStyle(one).fill)).size);
  assert.ok(seen > 8 && patches > 1, `${seen} swatches, ${patches} fabrics`);
  // Axe compares the colors that were asked for, not those that the system puts in their place.
  assert.deepEqual((await axe(page)).filter((line) => !line.startsWith("color-contrast")), []);
  await shot(page, "forced-colors");
  await done(page);
});
