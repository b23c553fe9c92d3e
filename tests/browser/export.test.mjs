// The page without a server: from a plain static server, with the network cut after the first load, byte for byte.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SLOW, address, axe, inChromium, notWebKit, openPage, saved, shot, startBrowser, startFiles } from "./studio.mjs";

const SITE = process.env.SITE;
const skip = SITE ? false : "no module for the page: packaging/build-web";

let files, browser;

before(async () => {
  if (skip) return;
  files = await startFiles(SITE);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  files?.stop();
});

const isKept = (page) => page.waitForFunction(() => document.getElementById("kept").textContent.includes("without a network"));
/** The program that is kept unpacked, by its address, if it is: the page does not wait for that. */
const programKept = (page) => page.evaluate(async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("piecework program "));
  const kept = name ? await (await caches.open(name)).keys() : [];
  return kept.length === 1 && await caches.match(kept[0]) ? kept[0].url : null;
});
const untilKept = async (page, is) => {
  let kept;
  while (!is(kept = await programKept(page))) await page.waitForTimeout(100);
  return kept;
};
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};

/** What the program writes for a design, by name. */
function written(design) {
  const folder = mkdtempSync(join(tmpdir(), "piecework-"));
  try {
    writeFileSync(join(folder, "design.json"), JSON.stringify(design));
    const out = join(folder, "made");
    execFileSync(process.env.PIECEWORK, ["make", join(folder, "design.json"), "--quiet", "-o", out], { stdio: "ignore" });
    return readdirSync(out).map((name) => [name, readFileSync(join(out, name))]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Shows a design in an act, without loading the page again. */
const show = (page, act, design) => page.evaluate((hash) => { location.hash = hash; }, address(act, design));

test("from the gallery to a PDF in three clicks, with the network cut after the first load", { skip, timeout: 3 * SLOW }, async () => {
  const page = await openPage(browser, files.url);
  await isKept(page);
  files.isAway = true;
  await page.reload();
  await page.waitForSelector(".gallery svg");
  await shot(page, "export-choose");
  assert.deepEqual(await axe(page), []);
  await page.locator(".gallery a").first().click();
  await page.waitForSelector(".quilt .patches path");
  await page.click("#acts [data-act=take]");
  await page.waitForSelector("#take-pdf", { timeout: SLOW });
  await shot(page, "export-take");
  const pdf = await saved(page, () => page.click("#take-pdf"));
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  files.isAway = false;
  await done(page);
});

test("every file is the one that the program writes, byte for byte", { skip: skip || notWebKit, timeout: 3 * SLOW }, async () => {
  // Few enough files for Chromium, which lets a page save about twenty.
  const formats = ["svg", "dxf-r2000", "pdf", "lbrn2"];
  const designs = [
    { piecework: 2, puzzle: "pentomino-6x10", quilt: { palette: "indigo" } },
    { piecework: 2, puzzle: "hexiamond-6x6", cut: { kerf: "0.2mm", tray: true, formats } },
    { piecework: 2, puzzles: ["pentomino-6x10", "tetrahex-4x7"], sheet: { hints: 2 } },
  ];
  for (const design of designs) {
    const page = await openPage(browser, files.url);
    const expected = written(design);
    assert.ok(expected.length > 1);
    await show(page, "take", design);
    const link = (name) => page.locator(".take details a", { hasText: new RegExp(`^${name.replaceAll(".", "\\.")}$`) });
    await link(expected[0][0]).waitFor({ state: "attached" });
    await page.$eval(".take details", (details) => { details.open = true; });
    assert.equal(await page.locator(".take details table a").count(), expected.length);
    for (const [name, bytes] of expected) {
      assert.ok((await saved(page, () => link(name).click())).equals(bytes), name);
    }
    await done(page);
  }
});

/** What the worker of the page makes of a design, in this browser: the digests of its files by name, or what is wrong. */
const madeInPage = (page, program, design) => page.evaluate(async ([program, text]) => {
  window.program ??= await WebAssembly.compileStreaming(await caches.match(program));
  const worker = new Worker("page/worker.js", { type: "module" });
  const { answer, errors } = await new Promise((done) => {
    worker.onmessage = ({ data }) => data.kind || done(data);
    worker.postMessage({ module: window.program });
    worker.postMessage({ design: new TextEncoder().encode(text) });
  });
  worker.terminate();
  if (errors) return errors[0].code;
  const digest = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const names = JSON.parse(answer.summary).files.map(({ name }) => name);
  return Object.fromEntries(await Promise.all(names.map(async (name, at) => [name, await digest(answer.files[at])])));
}, [program, JSON.stringify(design)]);

test("each third template and ten designs are made as the program makes them, byte for byte", { skip: skip || inChromium, timeout: 10 * SLOW }, async () => {
  const answer = async (name) => (await fetch(`${files.url}answers/${name}.json`)).json();
  const [inputs, gallery, rest] = await Promise.all(["inputs", "gallery", "rest"].map(answer));
  // Searches that take minutes even in the program are its own tests' business.
  const products = [{ quilt: {} }, { cut: { formats: ["svg", "dxf-r12", "dxf-r2000", "pdf", "hpgl", "lbrn2", "gcode"] } }, { sheet: {} }];
  const ofTemplate = ({ name }, at) => ({ piecework: 2, puzzle: name, search: { nodes: 300000 }, ...products[at % 3] });
  const ofGallery = ({ name, design }) => design ?? rest[name].design;
  const page = await openPage(browser, files.url);
  await isKept(page);
  const program = await untilKept(page, Boolean);
  let compared = 0;
  // tests/web/run compares all of them, in the same engine without its browser.
  const templates = inputs.templates.map(ofTemplate).filter((_, at) => at % 9 < 3);
  for (const design of [...templates, ...gallery.designs.filter((_, at) => at % 5 === 0).map(ofGallery)]) {
    let expected = [];
    try {
      expected = written(design);
    } catch {
      // What the program refuses, the page refuses.
    }
    const made = await madeInPage(page, program, design);
    // A design that is too large for a page is no difference.
    if (made === "E2317") continue;
    const digests = expected.map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]);
    assert.deepEqual(typeof made === "string" ? {} : made, Object.fromEntries(digests), JSON.stringify(design).slice(0, 100));
    compared += digests.length;
  }
  assert.ok(compared > 60, `${compared} files`);
  await done(page);
});

test("the program is unpacked on the first visit only, and no other version of it is kept", { skip: skip || notWebKit, timeout: 2 * SLOW }, async () => {
  const page = await openPage(browser, files.url);
  await page.evaluate(async () => (await caches.open(`piecework program ${location.href}`)).put("page/piecework.wasm?old", new Response("old")));
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  const version = await page.$eval("meta[name=program]", (meta) => meta.content);
  await untilKept(page, (kept) => kept?.endsWith(`?${version}`));
  await isKept(page);
  asked.length = 0;
  await page.reload();
  await show(page, "make", { piecework: 2, puzzle: "t-tetromino-4x4", quilt: {} });
  await page.waitForSelector(".quilt .patches path");
  assert.ok(asked.includes("/page/worker.js"), asked.join(" "));
  assert.deepEqual(asked.filter((path) => /unpack|piecework\.bin/.test(path)), []);
  await done(page);
});

test("a page whose program cannot be had says so", { skip: skip || notWebKit, timeout: SLOW }, async () => {
  for (const name of ["piecework.bin", "unpack.wasm", "unpacker.js"]) {
    files.lacks = `/page/${name}`;
    const page = await openPage(browser, files.url);
    await show(page, "make", { piecework: 2, puzzle: "t-tetromino-4x4", quilt: {} });
    await page.locator(".problem", { hasText: "the program cannot be had" }).first().waitFor();
    await page.context().close();
  }
  files.lacks = null;
});

test("a search is stopped by ending its worker, and the next design is made", { skip: skip || notWebKit, timeout: 3 * SLOW }, async () => {
  const page = await openPage(browser, files.url);
  await show(page, "make", { piecework: 2, puzzle: "quilt-60x80", solve: { all: true } });
  // One worker answers, and one makes.
  await page.waitForFunction(() => document.querySelector("#act").textContent.includes("search"));
  while (page.workers().length < 2) await page.waitForEvent("worker");
  const ended = Promise.race(page.workers().map((worker) => worker.waitForEvent("close")));
  await show(page, "take", { piecework: 2, puzzle: "t-tetromino-4x4", cut: {} });
  await page.waitForSelector("#take-zip");
  await ended;
  await done(page);
});

test("a design that is too large for a page is refused with the command that makes it", { skip: skip || notWebKit, timeout: SLOW }, async () => {
  const page = await openPage(browser, files.url);
  await show(page, "make", { piecework: 2, puzzle: "quilt-60x80", sheet: { solutions: 200 } });
  const problem = page.locator(".problem", { hasText: "piecework sheet quilt-60x80" });
  await problem.waitFor();
  assert.match(await problem.textContent(), /MiB/);
  await done(page);
});

test("a new version is offered, and taken when asked for", { skip, timeout: SLOW }, async () => {
  const page = await openPage(browser, files.url);
  await isKept(page);
  await page.reload();
  assert.ok(await page.isHidden("#fresh"));
  files.isNew = true;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.waitForSelector("#fresh:not([hidden])");
  assert.deepEqual(await axe(page), []);
  await page.evaluate(() => { window.isOld = true; });
  await page.click("#fresh-now");
  const isOnly = async () => {
    const names = window.isOld ? [] : await caches.keys();
    return names.some((name) => name.includes(" new-")) && names.every((name) => name.includes(" new-") || name.startsWith("piecework program "));
  };
  // Between two pages there is nobody to ask.
  for (let tries = 0; !(await page.evaluate(isOnly).catch(() => false)); tries += 1) {
    assert.ok(tries < 400, "the old version stays");
    await page.waitForTimeout(100);
  }
  files.isNew = false;
  await done(page);
});
