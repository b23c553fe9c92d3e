// Makes a control from each row of a table of options, so that nothing the program can do is missing here.

import { el, plain, spaced } from "./dom.js";
import { isPending } from "./renew.js";

/** Options that the act Color has; everything else of a product is in the act Make. */
export const COLOR_KEYS = ["palette", "color", "fabrics", "most_fabrics", "stash", "fabric_of", "shuffle", "exchange", "contrast", "differ"];

/** What most people decide, product by product; the rest is under More options. */
const COMMON = {
  quilt: ["method", "size", "cell", "border", "units", "paper"],
  cut: ["machine", "cell", "kerf", "lines", "fit", "formats"],
  sheet: ["paper", "solutions", "hints", "look", "punch_out"],
  solve: ["first", "count", "sample", "distinct"],
  order: ["pieces", "max_area"],
  compare: ["engines", "seeds", "time_limit"],
  search: ["seed", "engine", "time_limit"],
};

/** Words for people, where the key alone would not do. */
const NAMES = {
  wof: "Width of fabric (WOF)", backing_wof: "Width of backing fabric", cutting: "Cutting layouts", color: "Fabric scheme", differ: "Patches that must differ",
  fabrics: "Number of fabrics", most_fabrics: "At most this many fabrics", contrast: "Greatest contrast", fabric_of: "Fabric of single patches", shuffle: "Shuffle", exchange: "Swap fabrics by half a turn",
  stash: "My stash", size: "Size for a bed", cell: "Cell edge", seam: "Seam allowance", where: "Only tilings with", distinct: "One of each kind",
  sort: "Sort by", pick: "Keep the first", no_gaps: "Prune empty areas", nodes: "Search steps", no_recipe: "Leave out the design",
  no_assembly: "Leave out the assembly diagram", no_labels: "Leave out numbers", no_letters: "Leave out letters", fit: "Clearance",
  by_fabric: "One sheet for each fabric", by_piece: "One file for each piece", lines: "Cut lines", block: "Rectangles in a block", y_seams: "Y-seams allowed",
  first: "Number of tilings", look: "Drawn", mirror: "Mirror images", per_page: "Solutions on a page", raw: "Turned and flipped ones too",
};

export const nameOf = (row) => NAMES[row.key] ?? spaced(row.key).replace(/^./, (letter) => letter.toUpperCase());

/** The help text without the options of the command line in it. */
const inWords = (text) => plain(text).replace(/--([a-z-]+)/g, (_, flag) => `“${nameOf({ key: flag.replaceAll("-", "_") })}”`);
const help = (row) => inWords(row.about);

/** The names that a text may have, where it is one of a list. */
function listed(row, product, inputs) {
  if (row.key === "paper") return product === "quilt" ? [...inputs.papers, ...inputs.rolls] : inputs.papers;
  if (row.key === "size" && product === "quilt") return inputs.beds;
  if (row.kind.of === "machine") return inputs.machines.map((machine) => [machine.name, machine.title]);
  if (row.kind.of === "palette") return inputs.palettes.map((palette) => [palette.name, palette.title || palette.name]);
  return null;
}

/** A select with a first entry for the default. */
function select(row, choices, id) {
  const entries = choices.map((choice) => (Array.isArray(choice) ? choice : [choice, choice]));
  const usual = row.default ?? "";
  const known = entries.some(([name]) => name === usual);
  const options = entries.map(([name, label]) => el("option", { value: name }, label));
  if (!known) options.unshift(el("option", { value: "" }, row.kind.is === "name" ? "the usual" : "not set"));
  const element = el("select", { id }, options);
  return {
    element,
    read: () => (element.value === usual || element.value === "" ? undefined : element.value),
    write: (value) => {
      const own = value !== null && typeof value === "object";
      if (own && !element.querySelector("[data-own]")) element.append(el("option", { value: "own", "data-own": "" }, "your own"));
      element.value = own ? "own" : (value ?? (known ? usual : ""));
    },
  };
}

function flag(row, id) {
  const element = el("input", { type: "checkbox", id });
  return { element, read: () => element.checked || undefined, write: (value) => { element.checked = value === true; } };
}

function whole(row, id) {
  const properties = { type: "number", id, min: row.least, step: 1, inputMode: "numeric", placeholder: row.default ?? "" };
  const element = el("input", row.most === null ? properties : { ...properties, max: row.most });
  const read = () => (element.value === "" || element.value === row.default ? undefined : Number(element.value));
  return { element, read, write: (value) => { element.value = value ?? ""; } };
}

function text(row, id) {
  const element = el("input", { type: "text", id, placeholder: row.default ?? "", autocomplete: "off", spellcheck: false });
  const read = () => (element.value.trim() === "" || element.value.trim() === row.default ? undefined : element.value.trim());
  const shown = (value) => (Array.isArray(value) ? value.join(", ") : (value ?? ""));
  const list = row.kind.is === "list";
  const parts = () => read()?.split(",").map((part) => part.trim()).filter(Boolean);
  return { element, read: list ? parts : read, write: (value) => { element.value = shown(value); } };
}

function words(row, id) {
  const boxes = row.kind.of.words.map((word) => {
    const box = el("input", { type: "checkbox", value: word.name, id: `${id}-${word.name}` });
    return [box, el("label", { class: "check", for: box.id, title: word.about }, box, word.name)];
  });
  const element = el("div", { class: "checks", role: "group", id }, boxes.map(([, label]) => label));
  const read = () => {
    const on = boxes.filter(([box]) => box.checked).map(([box]) => box.value);
    return on.length ? on : undefined;
  };
  return { element, read, write: (value) => boxes.forEach(([box]) => { box.checked = (value ?? []).includes(box.value); }) };
}

function widget(row, product, inputs, id) {
  const names = listed(row, product, inputs);
  if (names) return select(row, names, id);
  switch (row.kind.is) {
    case "flag": return flag(row, id);
    case "whole": return whole(row, id);
    case "word": return select(row, row.kind.words.map((word) => [word.name, spaced(word.name).replaceAll("-", " ")]), id);
    case "list": return row.kind.of.is === "word" ? words(row, id) : text(row, id);
    default: return text(row, id);
  }
}

/** One option with its name, its help and a place for what is wrong with it. */
export function control(row, product, inputs, set) {
  const id = `${product}-${row.key}`;
  const made = widget(row, product, inputs, id);
  const wrong = el("p", { class: "wrong", id: `${id}-wrong`, hidden: true });
  const about = el("p", { class: "help", id: `${id}-help` }, help(row));
  // What the chosen word does is more to the point than what the option is for.
  const explain = () => {
    const word = row.kind.words?.find((one) => one.name === made.element.value);
    if (row.kind.is === "word") about.textContent = word ? inWords(word.about).replace(/^./, (letter) => letter.toUpperCase()) : help(row);
  };
  made.element.setAttribute("aria-describedby", `${about.id} ${wrong.id}`);
  made.element.addEventListener("change", () => { explain(); set(row.key, made.read()); });
  const isGroup = row.kind.is === "list" && row.kind.of.is === "word";
  const label = el(isGroup ? "span" : "label", isGroup ? { id: `${id}-name`, class: "name" } : { for: id, class: "name" }, nameOf(row));
  if (isGroup) made.element.setAttribute("aria-labelledby", `${id}-name`);
  const element = el("div", { class: row.kind.is === "flag" ? "field flag" : "field", "data-key": row.key },
    row.kind.is === "flag" ? [made.element, label] : [label, made.element], about, wrong);
  const sync = (value, error) => {
    // What somebody is typing is not part of the design yet, whatever arrives from the server meanwhile.
    if (!isPending(made.element) && JSON.stringify(made.read()) !== JSON.stringify(value)) made.write(value);
    explain();
    wrong.hidden = !error;
    wrong.textContent = error ? `${plain(error.message)}${error.hint ? `. ${plain(error.hint)}` : ""}` : "";
    if (error) made.element.setAttribute("aria-invalid", "true");
    else made.element.removeAttribute("aria-invalid");
  };
  return { key: row.key, element, sync };
}

/** Controls for all rows of a product but some: the common ones, then the others by their headings. */
export function form(product, rows, inputs, set, without = []) {
  const wanted = rows.filter((row) => !without.includes(row.key));
  const made = new Map(wanted.map((row) => [row.key, control(row, product, inputs, set)]));
  const common = COMMON[product].filter((key) => made.has(key));
  const rest = wanted.filter((row) => !common.includes(row.key));
  const groups = Map.groupBy ? Map.groupBy(rest, (row) => row.group) : grouped(rest);
  const sections = [...groups].map(([group, members]) => el("fieldset", {},
    el("legend", {}, group ? plain(group).replace(/--\S+ ?/g, "").replace(/ \(with.*/, "") : "Others"), members.map((row) => made.get(row.key).element)));
  const more = rest.length
    ? el("details", { class: "more" }, el("summary", {}, `More options (${rest.length})`), sections)
    : null;
  const element = el("div", { class: "form" }, common.map((key) => made.get(key).element), more);
  const sync = (values, errors = []) => {
    for (const [key, one] of made) {
      const error = errors.find((found) => found.pointer === `/${product}/${key}` || found.pointer?.startsWith(`/${product}/${key}/`)
        || (!found.pointer && found.message.includes(`--${key.replaceAll("_", "-")}\``)));
      one.sync(values?.[key], error);
      if (error && more?.contains(one.element)) more.open = true;
    }
  };
  return { element, sync };
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return groups;
}
