// Nothing that is typed, chosen or made is lost: while jobs run, between designs, and when the server starts again.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { designOf, openPage, saved, SLOW, startBrowser, startStudio } from "./studio.mjs";

/** How slowly a person types who looks for each key, in milliseconds. */
const KEY = 250;

let studio, browser;

before(async () => {
  studio = await startStudio();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const pattern = (page) => page.waitForSelector(".quilt .patches");
const act = (page, name) => page.click(`[data-act="${name}"]`);
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};

/** A page with a small design in the act Make. */
async function making(product = "quilt") {
  const page = await openPage(browser, studio.url);
  await page.click('[data-template="t-tetromino-4x4"]');
  await pattern(page);
  await act(page, "make");
  await page.click(`#product-${product}`);
  await page.waitForSelector(`#product-${product}:checked`);
  return page;
}

/** The command that makes the design, once it is made. */
async function command(page) {
  await act(page, "take");
  await page.waitForSelector("#take-zip");
  await page.waitForFunction(() => document.querySelector("#take-command")?.value);
  return page.inputValue("#take-command");
}

test("two boxes are filled one after the other by a slow typist", { timeout: 2 * SLOW }, async () => {
  const page = await making();
  await page.focus("#quilt-cell");
  await page.keyboard.type("2.5in", { delay: KEY });
  await page.keyboard.press("Tab");
  await page.focus("#quilt-border");
  await page.keyboard.type("3inx5in", { delay: KEY });
  await page.keyboard.press("Tab");
  assert.equal(await page.inputValue("#quilt-border"), "3inx5in");
  assert.match(await command(page), /--cell '2 1\/2in' --border 3inx(5in|127mm)/);
  await done(page);
});

test("a size for a bed takes the place of blocks and border, as on the command line", { timeout: SLOW }, async () => {
  const page = await making();
  await page.$$eval(".panel details", (all) => all.forEach((one) => { one.open = true; }));
  for (const [key, value] of [["blocks", "2x2"], ["border", "3in"]]) {
    await page.fill(`#quilt-${key}`, value);
    await page.press(`#quilt-${key}`, "Tab");
  }
  await page.selectOption("#quilt-size", "lap");
  await page.waitForFunction(() => ["blocks", "border"].every((key) => document.querySelector(`#quilt-${key}`).value === ""));
  await page.fill("#quilt-border", "2in");
  await page.press("#quilt-border", "Tab");
  assert.match(await command(page), /--size lap/);
  const { blocks, border, size } = (await designOf(page)).quilt;
  assert.deepEqual({ blocks, border, size }, { blocks: undefined, border: "2in", size: "lap" });
  await done(page);
});

for (const product of ["quilt", "cut", "sheet"]) {
  test(`typing slowly in every box of ${product} while jobs run loses no key`, { timeout: 8 * SLOW }, async () => {
    const page = await making(product);
    await page.$$eval(".panel details", (all) => all.forEach((one) => { one.open = true; }));
    const boxes = await page.$$eval(".panel .form input[type=text], .panel .form input[type=number]", (all) => all.map((one) => [one.id, one.type]));
    assert.ok(boxes.length > 4, `${boxes.length} boxes`);
    const lost = [];
    for (const [index, [id, type]] of boxes.entries()) {
      // Another box is changed first, so that looks arrive and a job runs while this one is filled.
      const other = boxes[(index + 1) % boxes.length][0];
      await page.evaluate(([name, on]) => {
        const box = document.getElementById(name);
        box.value = on ? "7" : "";
        box.dispatchEvent(new Event("change", { bubbles: true }));
      }, [other, index % 2 === 0]);
      await page.focus(`#${id}`);
      await page.keyboard.press("ControlOrMeta+A");
      const typed = type === "number" ? "1234" : "1in+";
      await page.keyboard.type(typed, { delay: KEY });
      const found = await page.inputValue(`#${id}`);
      if (found !== typed || await focused(page) !== id) lost.push(`${id}: ${found}`);
      await page.evaluate((name) => {
        const box = document.getElementById(name);
        box.value = "";
        box.dispatchEvent(new Event("change", { bubbles: true }));
      }, id);
    }
    assert.deepEqual(lost, []);
    await done(page);
  });
}

test("a design does not get the title or the patches of the one before", { timeout: 2 * SLOW }, async () => {
  const page = await making();
  await page.$$eval(".panel details", (all) => all.forEach((one) => { one.open = true; }));
  await page.fill("#quilt-title", "For Anna");
  await page.press("#quilt-title", "Enter");
  await act(page, "color");
  await page.waitForSelector(".fabrics li");
  await page.dispatchEvent("#patch-2", "click");
  await page.selectOption("#patch-fabric", { index: 4 });
  await page.waitForSelector(".pins circle");
  await act(page, "make");
  await page.click("#product-cut");
  await page.waitForSelector("#product-cut:checked");
  await page.waitForFunction(() => document.activeElement.id === "product-cut");
  // The same design gets them back.
  await page.click("#product-quilt");
  await page.waitForSelector("#product-quilt:checked");
  assert.equal(await page.inputValue("#quilt-title"), "For Anna");
  assert.match(await command(page), /For Anna.*--fabric-of/);
  await act(page, "make");
  await page.click("#product-cut");
  await page.waitForSelector("#product-cut:checked");
  // Another one does not.
  await act(page, "choose");
  await page.click('[data-way="gallery"]');
  await page.click('[data-template="domino-8x8"]');
  await pattern(page);
  await act(page, "make");
  await page.click("#product-cut");
  await page.waitForSelector("#product-cut:checked");
  await page.click("#product-quilt");
  await page.waitForSelector("#product-quilt:checked");
  assert.equal(await page.inputValue("#quilt-title"), "");
  assert.doesNotMatch(await command(page), /Anna|fabric-of/);
  await done(page);
});

test("patches of another tiling are not pinned when a product is chosen again", { timeout: 2 * SLOW }, async () => {
  const page = await making();
  await act(page, "color");
  await page.waitForSelector(".fabrics li");
  await page.dispatchEvent("#patch-2", "click");
  await page.selectOption("#patch-fabric", { index: 4 });
  await page.waitForSelector(".pins circle");
  await act(page, "make");
  await page.click("#product-sheet");
  await page.waitForSelector("#product-sheet:checked");
  await act(page, "roll");
  await page.click("#roll");
  await page.waitForSelector(".tile");
  await page.locator(".tile").last().click();
  await page.waitForSelector('.tile[aria-pressed="true"]');
  await act(page, "make");
  await page.click("#product-quilt");
  await page.waitForSelector("#product-quilt:checked");
  assert.doesNotMatch(JSON.stringify(await designOf(page)), /fabric_of/);
  await done(page);
});

test("the focus stays where it is when a fabric gets a name and a board its columns", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, studio.url);
  await page.click('[data-template="t-tetromino-4x4"]');
  await pattern(page);
  await act(page, "color");
  await page.waitForSelector("#fabric-1-name");
  const color = await page.inputValue("#fabric-0");
  await page.focus("#fabric-0-name");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Oat linen", { delay: 60 });
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "fabric-0-photo");
  await page.focus("#fabric-1-name");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Moss", { delay: KEY });
  await page.keyboard.press("Enter");
  await page.keyboard.type(" green", { delay: KEY });
  assert.equal(await focused(page), "fabric-1-name");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelector(".patches")?.ownerSVGElement && document.querySelector("#fabric-1-name").value === "Moss green");
  await page.waitForTimeout(600);
  assert.deepEqual([await page.inputValue("#fabric-0-name"), await page.inputValue("#fabric-1-name"), await page.inputValue("#fabric-0")], ["Oat linen", "Moss green", color]);
  assert.equal(await focused(page), "fabric-1-photo");
  await act(page, "choose");
  await page.click('[data-way="board"]');
  await page.waitForSelector(".board-grid polygon");
  await page.focus("#board-columns");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("12", { delay: KEY });
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "board-rows");
  await page.keyboard.type("8", { delay: KEY });
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "board-rows");
  await page.waitForFunction(() => document.querySelectorAll(".board-grid polygon").length >= 96);
  assert.deepEqual([await page.inputValue("#board-columns"), await page.inputValue("#board-rows")], ["12", "8"]);
  await page.focus("#board-use-pieces-about-equally-often");
  await page.keyboard.press("Space");
  await page.waitForSelector("#board-greatest-difference");
  assert.equal(await focused(page), "board-use-pieces-about-equally-often");
  await done(page);
});

test("undo by keys reaches a box that has the focus and holds nothing new", { timeout: SLOW }, async () => {
  const page = await making();
  await page.fill("#quilt-cell", "3in");
  await page.press("#quilt-cell", "Enter");
  await page.waitForSelector('#undo[aria-disabled="false"]');
  await page.evaluate(() => new Promise((left) => { addEventListener("popstate", () => setTimeout(left), { once: true }); history.back(); }));
  await page.waitForFunction(() => document.querySelector("#quilt-cell").value !== "3in");
  await done(page);
});

test("after the server was started again, Take makes the files again and says so", { timeout: 2 * SLOW }, async () => {
  const first = await startStudio();
  const page = await openPage(browser, first.url);
  await page.click('[data-template="t-tetromino-4x4"]');
  await pattern(page);
  await act(page, "take");
  await page.waitForSelector("#take-pdf");
  await first.stop();
  const second = await startStudio(new URL(first.url).port);
  await page.focus("#take-pdf");
  const pdf = await saved(page, () => page.keyboard.press("Enter"));
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  await page.waitForFunction(() => document.querySelector("#live").textContent.includes("made again"));
  assert.equal(await focused(page), "take-pdf");
  const zip = await saved(page, () => page.click("#take-zip"));
  assert.equal(zip.subarray(0, 2).toString(), "PK");
  await second.stop();
  await done(page);
});
