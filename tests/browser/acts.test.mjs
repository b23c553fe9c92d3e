// What a quilter does: paint, play the sewing, find what comes next, and lose nothing; at four sizes of window.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { SLOW, inChromium, axe, openPage, shot, startBrowser, startStudio } from "./studio.mjs";

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
const heard = (page, words) => page.waitForFunction((wanted) => document.querySelector("#live").textContent.includes(wanted), words);
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
  test(`at ${name} px the quilt and the next step are in sight in Color and Make`, { timeout: 2 * SLOW }, async () => {
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

test("who cuts a puzzle sees machines, wood and millimetres", { timeout: 2 * SLOW }, async () => {
  for (const size of [SIZES[1280], SIZES[390]]) {
    const page = await openPage(browser, studio.url, viewport(size));
    await page.click("text=A puzzle to cut");
    await page.waitForSelector("#cut-0");
    assert.equal(await page.textContent("#bar-size"), "80 × 80 mm");
    assert.equal(await page.textContent("#bar-rest"), "12 pieces");
    const fill = await page.$eval("#patch-1", (patch) => getComputedStyle(patch).fill);
    const cell = await page.$eval("#cut-cell", (field) => field.getBoundingClientRect().bottom);
    assert.ok(cell < size[1] - 60, `the cell edge within the first screen: ${cell}`);
    assert.match(fill, /^rgb\(2[23]\d, (19|20|21)\d, 1[4-8]\d\)$/, "birch");
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
    await page.click(".measure summary");
    await page.fill("#kerf-measured", "60");
    await page.press("#kerf-measured", "Tab");
    assert.match(await page.textContent(".measure [role=status]"), /a little less/);
    await page.fill("#kerf-measured", "49,82");
    await page.press("#kerf-measured", "Tab");
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
  assert.equal(selected, page.url());
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

test("the sewing is played large, for a phone at the machine", { timeout: SLOW }, async () => {
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

test("a design goes into a frame on another page and into a QR code", { timeout: 2 * SLOW }, async () => {
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

test("the share sheet of the system gets the PDF, named by the title", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.addInitScript(() => {
    navigator.canShare = ({ files }) => files.every(({ type }) => type === "application/pdf");
    navigator.share = async ({ files: [file], title }) => {
      window.shared = { title, name: file.name, start: await file.slice(0, 5).text() };
    };
  });
  await page.goto(`${studio.url}${address("take", { ...FOUR, quilt: { title: "Ann's quilt" } })}`);
  await page.reload();
  await page.click("#take-share");
  await page.waitForFunction(() => window.shared);
  const shared = await page.evaluate(() => window.shared);
  assert.deepEqual(shared, { title: "Ann's quilt", name: "Ann-s-quilt.pdf", start: "%PDF-" });
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

test("in forced colors fabrics keep their colors", { timeout: SLOW }, async () => {
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
