// A page without a server on hosts that lack files, change them or send them as text: it says what is wrong. Its program is a
// stand-in, because nothing is made here.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { SLOW, openPage, startBrowser, startFiles } from "./studio.mjs";

let folder, files, browser;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "piecework-"));
  const [, version] = /(\S+)$/.exec(String(execFileSync(process.env.PIECEWORK, ["--version"])).trim());
  const parts = { "piecework.wasm": `piecework-page-version:${version}:`, "piecework.js": "export {};\n", "unpack.wasm": "", "unpack.js": "export {};\n" };
  for (const [name, text] of Object.entries(parts)) writeFileSync(join(folder, name), text);
  const site = join(folder, "site");
  execFileSync(process.env.PIECEWORK, ["studio", "--export", site, "--module", folder, "--quiet"], { stdio: "ignore" });
  files = await startFiles(site);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  files?.stop();
  if (folder) rmSync(folder, { recursive: true });
});

const kept = (page, words) => page.waitForFunction((wanted) => document.getElementById("kept").textContent.includes(wanted), words);

test("a page that cannot be kept says so, and why", { timeout: 2 * SLOW }, async () => {
  for (const [wrong, words] of [
    [{}, "without a network"],
    [{ lacks: "/page/bold.ttf" }, "needs a network: the host lacks page/bold.ttf (status 404)"],
    [{ changes: "/index.html" }, "needs a network: the host changes the page itself on its way"],
    [{ changes: "/page/worker.js" }, "needs a network: the host changes page/worker.js on its way"],
    [{ lacks: "/sw.js" }, "needs a network: "],
    [{ lacks: "/page/offline.js" }, "needs a network. The host lacks /page/offline.js (status 404)"],
  ]) {
    Object.assign(files, { lacks: null, changes: null }, wrong);
    const page = await openPage(browser, files.url);
    await kept(page, words).catch((error) => assert.fail(`${JSON.stringify(wrong)}: ${error}`));
    await page.context().close();
  }
  Object.assign(files, { lacks: null, changes: null });
  const full = await openPage(browser, `${files.url}page/icon.svg`);
  const client = await full.context().newCDPSession(full);
  await client.send("Storage.overrideQuotaForOrigin", { origin: new URL(files.url).origin, quotaSize: 1000 });
  await full.goto(files.url);
  await kept(full, "needs a network: this browser has no room for it");
  await full.context().close();
  const none = await openPage(browser, `${files.url}page/icon.svg`);
  await none.addInitScript(() => Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined }));
  await none.goto(files.url);
  await kept(none, "needs a network: this browser or window keeps nothing");
  await none.context().close();
});

test("a page that does not start says why", { timeout: SLOW }, async () => {
  for (const [wrong, words] of [
    [{ scripts: "text/plain" }, "sends /page/studio.js as text/plain"],
    [{ lacks: "/page/studio.js" }, "lacks /page/studio.js (status 404)"],
    [{ changes: "/page/studio.js" }, "changes /page/studio.js on its way"],
  ]) {
    for (const name of ["", "embed.html"]) {
      Object.assign(files, { lacks: null, changes: null, scripts: "text/javascript" }, wrong);
      const page = await openPage(browser, `${files.url}${name}`);
      await page.waitForFunction((wanted) => document.getElementById("act").textContent.includes(wanted), words);
      await page.context().close();
    }
  }
  // Where even that is forbidden, the words that are written name every cause.
  const page = await openPage(browser, `${files.url}`, { javaScriptEnabled: false });
  assert.match(await page.textContent("#starting"), /as a file.*changes its\s+scripts.*another type than text\/javascript.*too old/s);
  await page.context().close();
  Object.assign(files, { lacks: null, changes: null, scripts: "text/javascript" });
});
