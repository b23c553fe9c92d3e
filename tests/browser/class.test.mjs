// A class: the teacher shows a code, pupils come in, solved boards and designs are on one wall, and at the end all is gone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { SLOW, address, axe, hasWindow, heard, openPage, shot, startBrowser, startStudio } from "./studio.mjs";

let studio, browser;

before(async () => {
  studio = await startStudio(0, ["--class"]);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const SIZES = { phone: [390, 844], sideways: [844, 390], desktop: [1280, 800], zoomed: [320, 256] };
const done = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
};

/** Nothing is beside the window, at any size. */
async function fits(page, name) {
  for (const [size, [width, height]] of Object.entries(SIZES).filter(([, size]) => hasWindow(size))) {
    await page.setViewportSize({ width, height });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${name} at ${width}`);
    await shot(page, `class-${name}-${size}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(await axe(page), []);
}

test("pupils come in by the code, put up what they solved and designed, and the teacher ends it", { timeout: 4 * SLOW }, async () => {
  const teacher = await openPage(browser, studio.teacher);
  await teacher.waitForSelector("#class-shown");
  assert.ok(!(await teacher.evaluate(() => location.hash)).includes(studio.teacher.split("/").pop()), "the key is not shown");
  const code = (await teacher.textContent("#class-shown")).replace(" ", "");
  const link = await teacher.textContent(".class-invite code");
  assert.equal(link, `${studio.url}#class/${code}`);
  await teacher.waitForSelector(".class-qr svg");
  await fits(teacher, "teacher");

  // By hand, once with a code that is wrong.
  const pupil = await openPage(browser, `${studio.url}#class`);
  await fits(pupil, "code");
  await pupil.fill("#class-code", "zzz zzz");
  await pupil.press("#class-code", "Enter");
  await pupil.waitForFunction(() => document.querySelector("#class-says").textContent.includes("no class with this code"));
  await pupil.fill("#class-code", `${code.slice(0, 3).toUpperCase()} ${code.slice(3)}`);
  await pupil.click("#class-enter");
  const name = await pupil.textContent("#class-name");
  await teacher.waitForFunction(() => document.querySelector("#class-says").textContent.startsWith("1 pupil,"));

  // A solved board.
  await pupil.evaluate(() => { location.hash = "#play/t-tetromino-4x4"; });
  await pupil.waitForSelector(".play-board polygon[tabindex='0']");
  assert.equal(await pupil.locator("#play-put-up").count(), 0);
  for (let hints = 0; hints < 4; hints += 1) {
    const laid = await pupil.locator(".play-board .laid").count();
    await pupil.click("#play-hint");
    await pupil.waitForFunction((before) => document.querySelectorAll(".play-board .laid").length > before, laid);
  }
  await pupil.waitForSelector("#play-put-up");
  await fits(pupil, "solved");
  await pupil.click("#play-put-up");
  await heard(pupil, "It is on the wall");
  await pupil.click(".play-wall a");
  await pupil.waitForSelector(".class-wall .own");
  assert.match(await pupil.textContent(".class-wall .own"), new RegExp(`${name} \\(you\\).*Solved.*4 pieces, 16 cells`));

  // A design of another pupil, by the link.
  const other = await openPage(browser, link);
  await other.waitForSelector("#class-name");
  await other.evaluate((hash) => { location.hash = hash; }, address("color", { piecework: 2, puzzle: "domino-8x8", quilt: { title: "<b>rude</b>", palette: "indigo" } }));
  await other.waitForSelector("#put-up");
  await fits(other, "bar");
  await other.click("#put-up");
  await heard(other, "It is on the wall");
  await teacher.waitForFunction(() => document.querySelectorAll(".class-wall li").length === 2);
  assert.ok(!(await teacher.textContent(".class-wall")).includes("rude"), "nothing that a pupil wrote");
  await teacher.waitForFunction(() => [...document.querySelectorAll(".class-wall img")].every((one) => one.complete && one.naturalWidth > 0));
  await fits(teacher, "wall");

  // What the other one designed opens; what is one's own can be taken down.
  await pupil.waitForFunction(() => document.querySelectorAll(".class-wall li").length === 2);
  assert.equal(await pupil.locator(".class-wall [id^=down-]").count(), 1);
  await pupil.click(".class-wall li:not(.own) [id^=open-]");
  await pupil.waitForSelector(".quilt .patches path");
  await pupil.goBack();
  await pupil.waitForSelector(".class-wall .own");
  await pupil.click("[id^=down-]");
  await heard(pupil, "is taken down");
  await teacher.waitForFunction(() => document.querySelectorAll(".class-wall li").length === 1);

  // The end.
  await teacher.click("#class-end");
  await teacher.click("#class-yes");
  await heard(teacher, "The class is over");
  assert.equal(await teacher.locator(".class-wall li").count(), 0);
  await pupil.waitForFunction(() => document.querySelector("#class-says").textContent.includes("may be over"));
  await teacher.click("#class-new");
  await teacher.click("#class-yes");
  await heard(teacher, "A new class has begun");
  assert.notEqual((await teacher.textContent("#class-shown")).replace(" ", ""), code);
  await done(teacher, pupil, other);
});
