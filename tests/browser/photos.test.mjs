// Photos of fabric: moved, turned, scaled in inches, with a motif in each patch; and a shelf that this browser keeps.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SLOW, address, axe, designOf, hasWindow, notWebKit, openPage, shot, startBrowser, startStudio } from "./studio.mjs";

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
const quilt = (options) => address("color", { piecework: 2, puzzle: "t-tetromino-4x4", quilt: options });
const filled = (page, isIt) => page.waitForFunction(isIt);

async function shots(page, name) {
  for (const [size, [width, height]] of Object.entries(SIZES).filter(([, size]) => hasWindow(size))) {
    await page.setViewportSize({ width, height });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${name} at ${width}`);
    await shot(page, `photos-${name}-${size}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("a photo is scaled, moved, turned and cut around its motif", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${quilt({})}`);
  await page.waitForSelector("#fabric-0-photo", { state: "attached" });
  const photo = join(tmpdir(), "piecework-print.png");
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 180, height: 90 });
    const context = canvas.getContext("2d");
    for (let at = 0; at < 18; at += 1) {
      context.fillStyle = `hsl(${20 * at} 60% 60%)`;
      context.fillRect(10 * at, 0, 10, 90);
    }
    return canvas.toDataURL("image/png").split(",")[1];
  });
  writeFileSync(photo, Buffer.from(drawn, "base64"));
  await page.setInputFiles("#fabric-0-photo", photo);
  await page.click("#fabric-0-photo-place");
  await page.waitForSelector(".photo-dialog");
  const pattern = () => page.$eval("#photo-0", (one) => ["x", "y", "width", "height"].map((name) => Number(one.getAttribute(name))));
  const waitFor = (wanted) => page.waitForFunction((all) => String(["x", "y", "width", "height"].map((name) => Math.round(document.querySelector("#photo-0").getAttribute(name)))) === String(all), wanted);
  const [, , before] = await pattern();
  const inches = Number(await page.inputValue("#photo-width"));
  await page.fill("#photo-width", String(inches / 2));
  await page.press("#photo-width", "Tab");
  await waitFor([0, 0, before / 2, before / 4]);
  await page.fill("#photo-x", String(inches / 6));
  await page.press("#photo-x", "Tab");
  await waitFor([before / 6, 0, before / 2, before / 4]);
  await page.click("#photo-turn");
  await waitFor([before / 6, 0, before / 4, before / 2]);
  // Dragged on the quilt: 40 px to the right and 20 down, in cells of the quilt that is shown small.
  const small = await page.locator(".photo-quilt").boundingBox();
  const cell = await page.$eval(".photo-quilt", (svg) => svg.getScreenCTM().a * 10);
  const at = [small.x + small.width / 2, small.y + small.height / 2];
  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0] + 40, at[1] + 20, { steps: 4 });
  const [midway] = await pattern();
  await page.mouse.up();
  const side = (moved, repeat) => ((moved % repeat) + repeat) % repeat;
  const dragged = [side(before / 6 + (40 / cell) * 10, before / 4), side((20 / cell) * 10, before / 2)];
  await page.waitForFunction((wanted) => Math.abs(document.querySelector("#photo-0").getAttribute("x") - wanted) < 0.2, dragged[0]);
  const [x, y] = await pattern();
  assert.ok(Math.abs(x - dragged[0]) < 0.2 && Math.abs(y - dragged[1]) < 0.2 && Math.abs(midway - x) < 0.2, `${x} ${y}, ${dragged}`);
  assert.equal(await page.locator("[id^=motif-]").count(), 0);
  assert.equal(await page.inputValue("#photo-angle"), "90");
  await page.fill("#photo-angle", "105");
  await page.press("#photo-angle", "Tab");
  await filled(page, () => document.querySelector("#photo-0").getAttribute("patternTransform") === "rotate(15)");
  await page.click("#photo-field", { position: { x: 40, y: 40 } });
  await filled(page, () => document.querySelectorAll("[id^=motif-]").length > 1);
  assert.ok(await page.isChecked("#photo-fussy"));
  // The motif is dragged on the photo.
  const mark = () => page.$eval(".photo-motif", (one) => Number.parseFloat(one.style.left));
  const first = await mark();
  const box = await page.locator("#photo-field img").boundingBox();
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.75 * box.width, box.y + 40, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => Math.abs(Number.parseFloat(document.querySelector(".photo-motif").style.left) - 75) < 1);
  assert.notEqual(await mark(), first);
  await page.focus("#photo-field");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.textContent("#photo-says"), /2 patches is cut around the motif.*in: buy cloth/);
  assert.deepEqual(await axe(page), []);
  await shots(page, "place");
  await page.click("#photo-close");
  // A WebKit that is driven is a private window, which keeps no photos.
  if (!notWebKit) await page.reload();
  await filled(page, () => document.querySelector("[id^=motif-]") && document.querySelector("#patch-1"));
  await shots(page, "fussy");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("the shelf is kept, and gives palette and stash", { timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, `${studio.url}${quilt({ palette: "indigo" })}`);
  await page.click("#shelf");
  await page.click("#shelf-put");
  await page.waitForSelector("#shelf-0");
  await page.fill("#shelf-0", "2 yd");
  await page.press("#shelf-0", "Tab");
  await page.fill("#shelf-1", "2 yd");
  await page.press("#shelf-1", "Tab");
  await page.waitForSelector("#shelf-stash");
  assert.deepEqual(await axe(page), []);
  await shots(page, "shelf");
  await page.click("#shelf-close");
  await page.goto(`${studio.url}${quilt({})}`);
  await page.reload();
  await page.click("#shelf");
  assert.equal(await page.inputValue("#shelf-0"), "2 yd");
  await page.click("#shelf-stash");
  for (let tries = 0; ; tries += 1) {
    const { quilt: made } = (await designOf(page)) ?? {};
    if (made?.stash) {
      assert.equal(made.palette.title, "My shelf");
      assert.match(made.stash, /^.+=2 yd,.+=2 yd$/);
      break;
    }
    assert.ok(tries < 200);
    await page.waitForTimeout(50);
  }
  await page.waitForFunction(() => !document.querySelector(".act.color .problem"));
  // What no quilt has yet is typed.
  await page.click("#shelf");
  await page.click("#shelf-add");
  await page.waitForFunction(() => document.querySelector("#live").textContent.includes("Type what the fabric is called"));
  const count = await page.locator(".shelf li").count();
  await page.fill("#shelf-name", "Sage dots");
  await page.fill("#shelf-color", "#8fa382");
  await page.fill("#shelf-amount", "2 fat quarters");
  await page.press("#shelf-amount", "Enter");
  await page.waitForSelector(`#shelf-${count}`);
  assert.equal(await page.textContent(`label[for=shelf-${count}]`), "Sage dots");
  assert.equal(await page.inputValue(`#shelf-${count}`), "2 fat quarters");
  assert.deepEqual(await axe(page), []);
  await shots(page, "shelf-typed");
  await page.click("#shelf-use");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
  await page.click("#mode-paint");
  await page.waitForFunction(() => [...document.querySelectorAll(".brush-name")].some((one) => one.textContent.includes("Sage dots")));
  await page.click("#shelf");
  await page.click("#shelf-forget");
  assert.equal(await page.evaluate(() => localStorage.getItem("fabric shelf")), null);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
