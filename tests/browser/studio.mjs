// Starts the program and a browser for the tests.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { chromium, firefox } from "playwright-core";
import { startWebKit } from "./webkit.mjs";

export const SLOW = 120_000;

/** A studio on a port of its own, or on this one; with `--class` among what is `asked` it has an address for the teacher. */
export async function startStudio(port = 0, asked = []) {
  const args = ["studio", "--no-open", "--quiet", "--listen", `127.0.0.1:${port}`, ...asked];
  const child = spawn(process.env.PIECEWORK, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = [];
  await new Promise((done) => createInterface(child.stdout).on("line", (line) => lines.push(line) > asked.length && done()));
  const [url, teacher] = lines;
  const ended = new Promise((done) => child.once("exit", done));
  const stop = () => { child.kill("SIGINT"); return ended; };
  return { url, teacher, stop, pause: () => child.kill("SIGSTOP"), resume: () => child.kill("SIGCONT") };
}

/** A reverse proxy that serves a studio below a path of its own, and nothing else; gives the address of that path. */
export async function startProxy(target, path) {
  const server = createServer((asked, answer) => {
    if (!asked.url.startsWith(path)) {
      answer.writeHead(404).end();
      return;
    }
    const below = new URL(asked.url.slice(path.length), target);
    const passed = request(below, { method: asked.method, headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode, given.headers);
      given.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const stop = () => { server.close(); server.closeAllConnections(); };
  return { url: `http://127.0.0.1:${server.address().port}${path}`, stop };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

/**
 * A server that knows the files of a folder and nothing else. It may lack one, change one, send scripts as another type,
 * have a new version of the page, or be away, as without a network.
 */
export async function startFiles(folder) {
  const files = { lacks: null, changes: null, scripts: TYPES[".js"], isNew: false, isAway: false };
  const server = createServer((asked, answer) => {
    if (files.isAway) {
      asked.socket.destroy();
      return;
    }
    const path = new URL(asked.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    try {
      let bytes = readFileSync(join(folder, path));
      if (path === files.lacks) throw new Error(path);
      if (path === files.changes) bytes = `${bytes}\n`;
      if (files.isNew && path === "/sw.js") bytes = String(bytes).replace('VERSION = "', 'VERSION = "new-');
      const type = extname(path) === ".js" ? files.scripts : TYPES[extname(path)];
      answer.writeHead(200, { "content-type": type ?? "application/octet-stream" }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  files.url = `http://localhost:${server.address().port}/`;
  files.stop = () => { server.close(); server.closeAllConnections(); };
  return files;
}

/** The part of an address that shows a design in an act. */
export const address = (act, design) => `#${act}/j${Buffer.from(JSON.stringify(design)).toString("base64url")}`;

/** Firefox or WebKit, if it is the browser; Playwright speaks to Firefox as WebDriver BiDi says, and to WebKit not at all. */
const { FIREFOX, WEBKIT } = process.env;

/** What to say of a test that needs what only Chromium answers: fingers, media, what it asks of the network. */
export const inChromium = FIREFOX || WEBKIT ? "this is asked of Chromium" : false;

/** What to say of a test that needs what nothing tells of WebKit: what it saves, copies or asks of the network. */
export const notWebKit = WEBKIT ? "this cannot be asked of WebKit" : false;

/** Whether the browser has windows of this width: GTK's WebKit has none below 450 px. */
export const hasWindow = ([width]) => !WEBKIT || width >= 450;

/** Where Firefox and WebKit save what is downloaded. */
const saves = (FIREFOX || WEBKIT) && mkdtempSync(join(tmpdir(), "piecework-saved-"));

/** A browser without anything that asks the network. */
export const startBrowser = () => WEBKIT ? startWebKit(WEBKIT, saves) : FIREFOX
  ? firefox.launch({ channel: "moz-firefox", executablePath: FIREFOX, downloadsPath: saves, firefoxUserPrefs: { "ui.prefersReducedMotion": 1 } })
  : chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

/** A page that fails the test on any error of its own. */
export async function openPage(browser, url, options = {}) {
  if (WEBKIT) {
    const page = await browser.newPage(url, options);
    page.setDefaultTimeout(SLOW);
    await page.goto(url);
    return page;
  }
  const media = FIREFOX ? {} : { reducedMotion: "reduce" };
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...media, ...options });
  if (!FIREFOX) await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin });
  const page = await context.newPage();
  page.setDefaultTimeout(SLOW);
  page.wrong = [];
  // A picture of the page is taken with a style of Playwright's own, which the page refuses.
  page.on("pageerror", (error) => String(error).includes("blocked an inline style") || page.wrong.push(String(error)));
  // The browser itself logs every answer that refuses, and what is on its way when a page is left.
  page.on("console", (message) => message.type() === "error" && !/status of|Fetch API cannot load/.test(message.text()) && page.wrong.push(message.text()));
  await page.goto(url);
  return page;
}

/** The bytes of the file that an action saves. */
export async function saved(page, action) {
  if (!saves) {
    const [download] = await Promise.all([page.waitForEvent("download"), action()]);
    return readFileSync(await download.path());
  }
  // Nothing tells of what is saved from memory, so a whole file is waited for.
  const before = readdirSync(saves);
  await action();
  for (;;) {
    const name = readdirSync(saves).find((name) => !before.includes(name) && !/^\.|\.(part|wkdownload)$/.test(name));
    const bytes = name && readFileSync(join(saves, name));
    if (bytes?.length && ![".part", ".wkdownload"].some((end) => existsSync(join(saves, name + end)))) return bytes;
    await page.waitForTimeout(50);
  }
}

/** What axe finds, one line each. In Firefox it stays in the page: the blank one that it opens elsewhere is not always answered. */
export async function axe(page) {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const violations = WEBKIT ? await page.axe(tags) : (await new AxeBuilder({ page }).withTags(tags).setLegacyMode(Boolean(FIREFOX)).analyze()).violations;
  return violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

export async function shot(page, name) {
  mkdirSync(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
}

/** Waits until the page has said this. */
export const heard = (page, words) =>
  page.waitForFunction((wanted) => document.querySelector("#live")?.textContent.includes(wanted), words);

/** Presses Tab, or Shift+Tab, until the element that has the focus matches; by keyboard is the only way. */
export async function tabTo(page, selector, key = "Tab", most = 400) {
  for (let presses = 0; presses < most; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} is not reached by ${most} presses of ${key}`);
}

/** The design that the address of a page holds. */
export async function designOf(page) {
  const { decode } = await import(pathToFileURL(`${process.env.PAGE}/address.js`).href);
  const [, text] = (await page.evaluate(() => location.hash)).split("/");
  return text ? decode(text) : null;
}
