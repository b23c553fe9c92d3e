// Measures how long the addresses of designs are: node tests/page/lengths.mjs [TILINGS.jsonl]
//
// Of the gallery's designs with tilings, and of the first tiling of a file, painted in eight fabrics, row by row: packed alone
// (the letter z), and with short tilings and fabrics (the letter y), which the page writes if that is shorter.

import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

import { decode, encode } from "../../crates/studio/src/page/address.js";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The length of a design that is packed alone. */
const packed = (design) => 1 + deflateRawSync(JSON.stringify(design)).toString("base64url").length;

/** A quilt of a tiling: a patch has the fabric of the band that it begins in. */
function painted(record) {
  const { puzzle, ...tiling } = JSON.parse(record);
  const fabrics = tiling.placements.map(({ cells: [[, y]] }, at) => `${at + 1}=fabric ${1 + (Math.floor(y / 5) % 8)}`);
  return { piecework: 2, tilings: [{ ...tiling, puzzle }], quilt: { fabric_of: fabrics } };
}

const gallery = JSON.parse(read("../../templates/gallery.json"));
const designs = ["stars", "hats", "cat"].map((name) => [name, gallery.find((one) => one.name === name).design]);
const [file] = process.argv.slice(2);
if (file) designs.push([`painted ${file}`, painted(readFileSync(file, "utf8").split("\n")[0])]);
for (const [name, design] of designs) {
  const address = await encode(design);
  if (JSON.stringify(await decode(address)).length !== JSON.stringify(design).length) throw new Error(`${name} is changed`);
  console.log(`${name}: ${packed(design)} as z, ${address.length} as ${address[0]}`);
}
