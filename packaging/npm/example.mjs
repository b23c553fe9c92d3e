// Makes a quilt pattern and writes all its files as a ZIP: node example.mjs

import { writeFile } from "node:fs/promises";
import { make } from "piecework";

const design = { piecework: 2, puzzle: "pentomino-6x10", quilt: { title: "Twelve pieces", palette: "indigo" } };
const { files, zip } = await make(design, { onProgress: ({ text }) => text && console.log(text) });
await writeFile("quilt.zip", zip);
console.log(`quilt.zip: ${files.map(({ name }) => name).join(", ")}`);
