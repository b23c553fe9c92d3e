// The page without a server: from a plain static server, with the network cut after the first load, byte for byte.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { SLOW, axe, openPage, shot, startBrowser } from "./studio.mjs";

const SITE = process.env.SITE;
const skip = SITE ? false : "no module for the page: packaging/build-web";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

/** A server that knows files and nothing else. */
async function startFiles(folder) {
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    try {
      answer.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(readFileSync(join(folder, path)));
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => { server.close(); server.closeAllConnections(); };
  return { url: `http://localhost:${server.address().port}/`, stop };
}

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

const address = (act, design) => `#${act}/j${Buffer.from(JSON.stringify(design)).toString("base64url")}`;
const isKept = (page) => page.waitForFunction(() => document.getElementById("kept").textContent.includes("without a network"));
const done = async (page) => {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
};

/** What the program writes for a design, by name. */
function written(design) {
  const folder = mkdtempSync(join(tmpdir(), "piecework-"));
  try {
    execFileSync(process.env.PIECEWORK, ["make", "-", "--quiet", "-o", folder], { input: JSON.stringify(design) });
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the page makes of a design, by name. */
async function made(page, design) {
  await page.evaluate((hash) => { location.hash = hash; }, address("take", design));
  await page.waitForSelector("#take-zip", { timeout: SLOW });
  const links = await page.$$eval(".take table a", (all) => all.map((link) => [link.textContent, link.href]));
  const bytes = {};
  for (const [name, url] of links) {
    // The page itself may not fetch what it made; the test does it from outside.
    bytes[name] = Buffer.from(await page.evaluate(async (wanted) => {
      const link = document.querySelector(`a[href="${wanted}"]`);
      return link && globalThis.taken(wanted);
    }, url), "base64");
  }
  return bytes;
}

test("from the gallery to a PDF in three clicks, with the network cut after the first load", { skip, timeout: 3 * SLOW }, async () => {
  const page = await openPage(browser, files.url);
  await isKept(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector(".gallery img, .gallery svg");
  await shot(page, "export-choose");
  assert.deepEqual(await axe(page), []);
  await page.locator(".gallery a, .gallery button").first().click();
  await page.waitForSelector(".quilt .patches path");
  await page.click("#acts [data-act=take]");
  await page.waitForSelector("#take-pdf", { timeout: SLOW });
  await shot(page, "export-take");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#take-pdf")]);
  const pdf = readFileSync(await download.path());
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  await done(page);
});
