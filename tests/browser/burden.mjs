// Measures what one's own server keeps in memory, how soon a palette is shown, and how soon pupils' rolls come beside heavy jobs.
//
//   tests/browser/run target/release/piecework    # once: fetches Playwright
//   PIECEWORK=target/release/piecework CHROMIUM=chromium node target/browser/burden.mjs [memory] [palettes] [rolls]
//
// Linux only: memory is VmRSS of the program. Machines are noisy: run it several times.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { address, openPage, startBrowser } from "./studio.mjs";

const DESIGNS = 20;
const CHANGES = 30;
const [PUPILS, ROLLS, HEAVY] = [30, 3, 6];
const PALETTES = ["jewel", "indigo", "candy", "harvest"];

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const at = (all, share) => Math.round([...all].sort((a, b) => a - b)[Math.ceil(all.length * share) - 1]);

/** The program on a port of its own, with its memory in MB. */
async function start(...asked) {
  const child = spawn(process.env.PIECEWORK, ["studio", "--no-open", "--quiet", "--listen", "127.0.0.1:0", ...asked]);
  const url = await new Promise((done) => createInterface(child.stdout).once("line", done));
  const memory = () => Math.round(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`))[1] / 1024);
  return { url, memory, stop: () => child.kill("SIGINT") };
}

/** Makes a design: how it ended, after how many milliseconds, and its number. */
async function make(url, design) {
  const began = performance.now();
  const answer = await fetch(`${url}api/jobs`, { method: "POST", body: JSON.stringify({ piecework: 2, ...design }) });
  const { id } = await answer.json();
  if (answer.status !== 202) return { end: answer.status, took: performance.now() - began };
  const events = await (await fetch(`${url}api/jobs/${id}/events`)).text();
  return { id, end: events.includes("event: failed") ? "failed" : "done", took: performance.now() - began };
}

async function memory() {
  const { url, memory, stop } = await start();
  const shown = await (await fetch(`${url}api/gallery`)).json();
  const rest = Object.values(await (await fetch(`${url}api/gallery/rest`)).json());
  const [before, ends] = [memory(), {}];
  let most = before;
  const rows = [...shown.designs, ...rest].filter(({ design }) => design).slice(0, DESIGNS);
  for (const { design } of rows) {
    const { id, end } = await make(url, design);
    ends[end] = (ends[end] ?? 0) + 1;
    if (id) await (await fetch(`${url}api/jobs/${id}/all.zip`)).arrayBuffer();
    most = Math.max(most, memory());
  }
  const after = memory();
  await wait(60_000);
  console.log(`${rows.length} designs, ${JSON.stringify(ends)}: ${before} MB before, at most ${most}, ${after} after, ${memory()} a minute later`);
  stop();
}

/** How long it takes until the quilt of a template is shown in another palette. */
async function palettes(template) {
  const { url, stop } = await start();
  const browser = await startBrowser();
  const page = await openPage(browser, `${url}${address("color", { piecework: 2, puzzle: template, quilt: {} })}`);
  await page.waitForSelector("#patch-1");
  const times = [];
  for (let change = 0; change < CHANGES; change += 1) {
    await wait(400);
    times.push(await page.evaluate((name) => new Promise((shown) => {
      const fill = () => document.querySelector("#patch-1")?.getAttribute("fill");
      const [began, before] = [performance.now(), fill()];
      const look = () => (fill() && fill() !== before ? shown(performance.now() - began) : requestAnimationFrame(look));
      document.getElementById(`palette-${name}`).click();
      requestAnimationFrame(look);
    }), PALETTES[change % PALETTES.length]));
  }
  console.log(`another palette, ${template}: half within ${at(times, 0.5)} ms, 90 % within ${at(times, 0.9)}, all within ${at(times, 1)}`);
  await browser.close();
  stop();
}

/** Pupils roll while long searches and large quilts are asked for. */
async function rolls(...asked) {
  const { url, memory, stop } = await start(...asked);
  const heavy = Array.from({ length: HEAVY }, (_, seed) => make(url, seed % 2
    ? { puzzle: "quilt-60x80", search: { seed }, quilt: {} }
    : { puzzle: "thirteen-pieces-8x8", search: { engine: "brute-force", seed }, solve: { count: true } }).catch(() => {}));
  await wait(2000);
  const times = [];
  await Promise.all(Array.from({ length: PUPILS }, async (_, pupil) => {
    for (let roll = 0; roll < ROLLS; roll += 1) {
      const search = { seed: pupil * ROLLS + roll, time_limit: "6s" };
      const { end, took } = await make(url, { puzzle: "six-pentominoes-5x6", search, solve: { sample: 12 } });
      times.push(end === "done" ? took : Infinity);
    }
  }));
  console.log(`${times.length} rolls of ${PUPILS} pupils beside ${HEAVY} heavy jobs, ${asked.join(" ") || "own server"}: half within ${at(times, 0.5)} ms, 90 % within ${at(times, 0.9)}, all within ${at(times, 1)}; ${memory()} MB`);
  stop();
  await Promise.all(heavy);
}

const wanted = process.argv.slice(2);
const isWanted = (name) => !wanted.length || wanted.includes(name);
if (isWanted("palettes")) for (const template of ["y-hexomino-23x24", "quilt-60x80"]) await palettes(template);
if (isWanted("rolls")) for (const asked of [["--public"], []]) await rolls(...asked);
if (isWanted("memory")) await memory();
