// Measures how much CPU time the module takes in node, on one thread, and the program for the same.
//
//   node tests/web/times.mjs PROGRAM MODULE
//
// Prints a table in seconds: of the module its third run, when it is compiled completely; of the program the median of three
// with its start. The module also draws the pages and up to 60 tilings for a page to show; the program does not.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [program, folder] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(join(folder, "piecework.wasm")));
const { initSync, make } = await import(pathToFileURL(resolve(folder, "piecework.js")));
initSync({ module });

const DESIGNS = {
  "`untouchable-11`, first tiling": { puzzle: "untouchable-11", solve: { first: 1 } },
  "`pentomino-6x10`, all tilings": { puzzle: "pentomino-6x10", solve: { all: true } },
  "`y-hexomino-23x24`, first tiling": { puzzle: "y-hexomino-23x24", solve: { first: 1 } },
  "`pentomino-8x8-hole`, counted": { puzzle: "pentomino-8x8-hole", solve: { count: true } },
  "`pentomino-6x10` as a quilt, all files": { puzzle: "pentomino-6x10", quilt: {} },
  "`y-hexomino-23x24` as a quilt, all files": { puzzle: "y-hexomino-23x24", quilt: {} },
  "`hexiamond-6x6` as cut files": { puzzle: "hexiamond-6x6", cut: {} },
};

function ofModule(text) {
  const began = process.cpuUsage();
  make(new TextEncoder().encode(text), () => {}).free();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

/** User and system time of a process, as the shell says them. */
function ofProgram(design, out) {
  const script = 'TIMEFORMAT="%U %S"; time "$0" make "$1" --quiet --force -o "$2" >/dev/null 2>&1';
  const said = execFileSync("bash", ["-c", `{ ${script}; } 2>&1`, resolve(program), design, out], { encoding: "utf8" });
  return said.trim().split(" ").reduce((sum, seconds) => sum + Number(seconds), 0);
}

const place = mkdtempSync(join(tmpdir(), "piecework-times-"));
console.log("| | module | program | |\n| --- | ---: | ---: | ---: |");
for (const [name, design] of Object.entries(DESIGNS)) {
  // The module has one thread.
  const text = JSON.stringify({ piecework: 2, ...design, search: { threads: 1 } });
  const file = join(place, "design.json");
  writeFileSync(file, text);
  const inside = [1, 2, 3].map(() => ofModule(text)).at(-1);
  const outside = [1, 2, 3].map(() => ofProgram(file, join(place, "made"))).sort((a, b) => a - b)[1];
  console.log(`| ${name} | ${inside.toFixed(2)} | ${outside.toFixed(2)} | ${(inside / outside).toFixed(1)} times |`);
}
rmSync(place, { recursive: true });
