// Moves the definitions of schemas inside the schema of designs to its top, where every reader of schemas finds them.

import { readFileSync } from "node:fs";

const schema = JSON.parse(readFileSync(0, "utf8"));
const all = {};

/** A copy in which references lead to the top; `names` is what the definitions around it are called there. */
function flat(value, names) {
  if (Array.isArray(value)) return value.map((part) => flat(part, names));
  if (typeof value !== "object" || value === null) return value;
  const inner = { ...names };
  if (value.$defs) {
    for (const name of Object.keys(value.$defs)) inner[name] = name in all ? `${value.title ?? "inner"}_${name}` : name;
    for (const name of Object.keys(value.$defs)) all[inner[name]] = true;
    for (const [name, part] of Object.entries(value.$defs)) all[inner[name]] = flat(part, inner);
  }
  const parts = Object.entries(value).filter(([key]) => !["$defs", "$id", "$schema"].includes(key));
  return Object.fromEntries(
    parts.map(([key, part]) => {
      const name = key === "$ref" && /^#\/\$defs\/([^/]+)$/.exec(part)?.[1];
      return [key, name ? `#/$defs/${inner[name] ?? name}` : flat(part, inner)];
    }),
  );
}

const { title, ...rest } = flat(schema, {});
console.log(JSON.stringify({ title: "Design", ...rest, $defs: all }));
