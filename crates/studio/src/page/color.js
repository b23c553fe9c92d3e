// Color: paint patches, or let a rule decide which patch gets which fabric.

import { changeFabrics, option, product, state } from "./design.js";
import { announce, el, plainButton, show, swatch } from "./dom.js";
import { colorVisionChoice } from "./color_vision.js";
import { form } from "./controls.js";
import { USUAL, choosePalette, fabricsInUse, paletteFabrics, recolor } from "./fabrics.js";
import { isPainted, painting } from "./paint.js";
import { patchPanel } from "./patch.js";
import { patchTable } from "./picture.js";
import { stage } from "./stage.js";
import { wall } from "./wall.js";
import { plain } from "./words.js";

/** The product whose fabrics these are: quilts, cut files and puzzle pages have some. */
const colored = () => (["quilt", "cut", "sheet"].includes(product()) ? product() : "quilt");

const MODES = { paint: "Paint", rule: "By rule" };
/** How fabrics are given to patches, for the design of an origin. */
let mode = { name: null, origin: null };

/** Sets an option of the fabrics; nothing is the default. */
const set = (kind, key, value) =>
  changeFabrics(kind, (options) => {
    if (value === undefined) delete options[key];
    else options[key] = value;
  });

function modes(view) {
  const choose = (name) => {
    mode = { name, origin: state.origin };
    announce(name === "paint" ? "You paint now." : "A rule decides now.");
    view.set({});
  };
  const buttons = Object.entries(MODES).map(([name, label]) =>
    plainButton(label, () => choose(name), { id: `mode-${name}` }),
  );
  const element = el(
    "div",
    { class: "ways modes", role: "group", "aria-label": "How fabrics are given to patches" },
    buttons,
  );
  const sync = (isPaint) =>
    buttons.forEach((button, index) => {
      button.setAttribute("aria-pressed", String((index === 0) === isPaint));
    });
  return { element, sync };
}

function paletteCard(view, palette, kind) {
  const input = el("input", {
    type: "radio",
    name: "palette",
    value: palette.name,
    id: `palette-${palette.name}`,
    onchange: () => choosePalette(view, palette.name, kind),
  });
  const colors = el(
    "span",
    { class: "colors" },
    palette.fabrics.slice(0, 8).map((fabric) => swatch(fabric.rgb)),
  );
  const element = el(
    "label",
    { class: "palette", for: input.id },
    input,
    el("span", {}, palette.title || palette.name),
    colors,
  );
  return {
    element,
    sync: (chosen) => {
      input.checked = chosen === palette.name;
    },
  };
}

/** Palettes, and the options of the rule. */
function rulePanel(view, kind) {
  const rows = view.inputs.products
    .find((one) => one.name === kind)
    .rows.filter((row) => row.of_colors && row.key !== "palette");
  const options = form(kind, rows, view.inputs, (key, value) => set(kind, key, value));
  const cards = view.inputs.palettes.map((palette) => paletteCard(view, palette, kind));
  const wrong = el("p", { class: "wrong", hidden: true });
  const rules = el("div", {}, el("h3", { class: "part" }, "Which patch gets which"), options.element);
  const palettes = el(
    "div",
    { class: "palettes", role: "radiogroup", "aria-labelledby": "palettes", "data-key": "palette" },
    cards.map((card) => card.element),
  );
  const summary = el("summary", { id: "palettes", class: "part" }, "Palette");
  const all = el("details", { open: true }, summary, palettes);
  const element = el("div", {}, all, wrong, rules);
  const sync = (isPaint) => {
    // Who paints needs the swatches first; another palette is a step away.
    if (rules.hidden !== isPaint) all.open = !isPaint;
    rules.hidden = isPaint;
    for (const card of cards) card.sync(option("palette") ?? USUAL);
    options.sync(state.design?.[kind] ?? {}, view.errors);
    const error = view.errors.find(({ pointer }) => pointer?.startsWith(`/${kind}/palette`));
    wrong.hidden = !error;
    wrong.textContent = error ? plain(error.message) : "";
  };
  return { element, sync };
}

export function build(view) {
  const kind = colored();
  const isPaint = () => (mode.origin === state.origin ? mode.name === "paint" : isPainted(view.look?.scene));
  const switcher = modes(view);
  const rule = rulePanel(view, kind);
  const one = patchPanel(kind);
  const mine = el("div", { class: "mine" });
  const table = el("div", {});
  let middle = null;
  const figure = () => middle.figure();
  const paint = painting(view, kind, isPaint, figure);
  middle = stage(view, {
    brush: paint.brush,
    onPatch: (number) => one.choose(number, view.look.scene, paletteFabrics(view)),
  });
  // What is cut is no quilt for a bed.
  const room = kind === "cut" ? null : wall(view, figure);
  const panel = el("section", { class: "panel", "aria-label": "Fabrics" }, switcher.element, paint.panel, rule.element);
  const facts = el(
    "section",
    { class: "facts", "aria-label": "Fabrics in use" },
    paint.facts,
    one.element,
    mine,
    colorVisionChoice(() => figure()?.see()),
    room?.element ?? "",
    table,
  );

  // Names that the server does not know yet, by the names that are shown.
  const renames = new Map();
  let wasPaint = null;
  const alter = (shownName, rgb, asked) => {
    const name = renames.get(shownName) ?? shownName;
    const newName = asked ?? name;
    renames.set(shownName, newName);
    recolor(view, kind, name, rgb, newName);
    if (asked && asked !== name) announce(`${name} is called ${newName}.`);
  };
  const sync = () => {
    middle.sync();
    const scene = view.look?.scene;
    const on = isPaint();
    // The dots are those of the rule.
    if (on !== wasPaint && view.looked === state.design) figure()?.recolor(scene);
    wasPaint = on;
    switcher.sync(on);
    middle.element.classList.toggle("painting", on);
    [paint.panel.hidden, paint.facts.hidden, one.element.hidden] = [!on, !on, on];
    rule.sync(on);
    paint.sync();
    one.sync(scene, paletteFabrics(view));
    room?.sync();
    const repaint = () => {
      if (view.look?.scene) figure()?.recolor(view.look.scene);
      sync();
    };
    // Until the server has looked at a new name, the old one would be shown.
    if (view.looked === state.design || !scene || !mine.firstChild) {
      renames.clear();
      show(mine, ...(scene ? fabricsInUse(view, scene, alter, repaint) : []));
    }
    show(table, ...(scene ? [patchTable(scene, view.look.words)] : []));
  };
  return { parts: [middle.element, panel, facts], sync };
}
