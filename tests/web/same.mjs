// Compares what the module makes with what the program writes, byte for byte: every template as a quilt, a cut and a
// sheet, and every design of the gallery; each core takes its share of them.
//
//   node tests/web/same.mjs PROGRAM MODULE [PART OF A NAME]

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

if (isMainThread) {
  const shares = availableParallelism();
  const run = (share) => new Promise((done, failed) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { argv: process.argv.slice(2), workerData: { share, shares } });
    worker.once("message", done).once("error", failed);
  });
  const [same, files, none, large, differ] = (await Promise.all([...Array(shares).keys()].map(run))).reduce((sums, counts) => sums.map((sum, at) => sum + counts[at]));
  console.log(`${same} designs with ${files} files are the same; ${none} have no files, ${large} are too large for a page`);
  process.exit(differ || !same ? 1 : 0);
}

const [program, folder, part = ""] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(join(folder, "piecework.wasm")));
const { initSync, ask, make } = await import(pathToFileURL(resolve(folder, "piecework.js")));
initSync({ module });
const known = (path) => JSON.parse(ask(path, "{}", new Uint8Array()));
const rest = known("gallery/rest");
const designs = known("gallery").designs.map(({ name, design }) => [name, design ?? rest[name].design]);
for (const { name } of known("inputs").templates) {
  // Searches that take minutes even in the program are its own tests' business.
  const base = { piecework: 2, puzzle: name, search: { nodes: 300000 } };
  designs.push([`${name} quilt`, { ...base, quilt: {} }]);
  designs.push([`${name} cut`, { ...base, cut: { formats: ["svg", "dxf-r12", "dxf-r2000", "pdf", "hpgl", "lbrn2", "gcode"] } }]);
  designs.push([`${name} sheet`, { ...base, sheet: {} }]);
}

/** What the program writes for a design: its files, or nothing if it refuses. */
async function written(design) {
  const place = mkdtempSync(join(tmpdir(), "piecework-same-"));
  try {
    writeFileSync(join(place, "design.json"), JSON.stringify(design));
    const args = ["make", join(place, "design.json"), "--quiet", "-o", join(place, "made")];
    await promisify(execFile)(program, args).catch(() => {});
    const names = (() => { try { return readdirSync(join(place, "made")); } catch { return []; } })();
    return new Map(names.map((name) => [name, readFileSync(join(place, "made", name))]));
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** What the module makes: its files, none if it refuses, or nothing if a page has not the memory. */
function made(design) {
  try {
    const result = make(new TextEncoder().encode(JSON.stringify(design)), () => {});
    const files = result.files();
    const { files: names } = JSON.parse(result.summary());
    result.free();
    return new Map(names.map(({ name }, at) => [name, Buffer.from(files[at])]));
  } catch (error) {
    if (typeof error !== "string") throw error;
    if (error.includes("E2317")) return null;
    return new Map();
  }
}

let [same, files, none, large, differ] = [0, 0, 0, 0, 0];
// EACH=3 FIRST=1 takes each third design, from the second on.
const [each, first] = [Number(process.env.EACH ?? 1), Number(process.env.FIRST ?? 0)];
const chosen = designs.filter(([name], at) => name.includes(part) && at % each === first % each);
for (const [name, design] of chosen.filter((_, at) => at % workerData.shares === workerData.share)) {
  const began = performance.now();
  const ours = made(design);
  const took = performance.now() - began;
  if (!ours) {
    large += 1;
    continue;
  }
  const theirs = await written(design);
  const wrong = [...new Set([...ours.keys(), ...theirs.keys()])].filter((file) => !ours.get(file)?.equals(theirs.get(file) ?? Buffer.alloc(0)));
  if (wrong.length) console.log(`${name}: ${wrong.join(", ")}`);
  differ += wrong.length;
  files += ours.size;
  if (!ours.size) none += 1;
  else if (!wrong.length) same += 1;
  if (process.env.TIMES) console.log(`${name}: ${Math.round(took)} ms, ${ours.size} files`);
}
parentPort.postMessage([same, files, none, large, differ]);
