// Color: the palette, who gets which fabric, and colors of one's own.

import { change, changeFabrics, goTo, option, product, state } from "./design.js";
import { announce, counted, el, plain, problems, show, swatch } from "./dom.js";
import { form } from "./controls.js";
import { patchPanel, renamed } from "./patch.js";
import { keepPhoto, photoOf, removePhoto, renamePhoto, setWidth } from "./photos.js";
import { patchTable } from "./picture.js";
import { sightChoice } from "./sight.js";
import { stage } from "./stage.js";

/** The product whose fabrics these are: quilts, cut files and puzzle pages have some. */
const colored = () => (["quilt", "cut", "sheet"].includes(product()) ? product() : "quilt");

/** Sets an option of the fabrics; nothing is the default. */
const set = (kind, key, value) => changeFabrics(kind, (options) => {
  if (value === undefined) delete options[key];
  else options[key] = value;
});

const own = () => {
  const palette = option("palette");
  return palette && typeof palette === "object" ? palette : null;
};

export function build(view) {
  const kind = colored();
  const rows = view.inputs.products.find((one) => one.name === kind).rows.filter((row) => row.of_colors && row.key !== "palette");
  const options = form(kind, rows, view.inputs, (key, value) => set(kind, key, value));
  const cards = view.inputs.palettes.map((palette) => paletteCard(palette, kind));
  const mine = el("div", { class: "mine" });
  const wrong = el("p", { class: "wrong", hidden: true });
  const one = patchPanel(kind);
  const middle = stage(view, { onPatch: (number) => one.choose(number, view.look.scene, paletteFabrics(view)) });
  const panel = el("section", { class: "panel", "aria-label": "Fabrics" },
    el("h2", { id: "palettes", class: "part" }, "Palette"),
    el("div", { class: "palettes", role: "radiogroup", "aria-labelledby": "palettes", "data-key": "palette" }, cards.map((card) => card.element)), wrong,
    el("h2", { class: "part" }, "Which patch gets which"), options.element);
  const facts = el("section", { class: "facts", "aria-label": "Fabrics in use" }, one.element, mine, sightChoice(() => middle.figure()?.see()));
  const table = el("div", {});
  facts.append(table, el("button", { type: "button", class: "main", onclick: () => goTo("make") }, "Make it"));

  // Names that the server does not know yet, by the names that are shown.
  const renames = new Map();
  /** Gives a fabric another color or another name; null is as it is. */
  const recolor = (shownName, rgb, asked) => {
    const name = renames.get(shownName) ?? shownName;
    const newName = asked ?? name;
    renames.set(shownName, newName);
    renamePhoto(name, newName);
    const fabrics = paletteFabrics(view).map((fabric) => (fabric.name === name ? { ...fabric, rgb: rgb ?? fabric.rgb, name: newName } : fabric));
    changeFabrics(kind, (options) => {
      options.palette = { piecework: 1, name: "mine", title: "My fabrics", fabrics };
      if (options.fabric_of) options.fabric_of = renamed(options.fabric_of, name, newName);
    });
  };
  const sync = () => {
    middle.sync();
    middle.figure()?.see();
    for (const card of cards) card.sync(option("palette") ?? "harvest");
    const values = state.design?.[kind] ?? {};
    options.sync(values, view.errors);
    const palette = view.errors.find((error) => error.pointer?.startsWith(`/${kind}/palette`));
    wrong.hidden = !palette;
    wrong.textContent = palette ? plain(palette.message) : "";
    const scene = view.look?.scene;
    const repaint = () => {
      middle.figure()?.look();
      sync();
    };
    const shown = scene ? fabricsInUse(scene, recolor, repaint) : [];
    one.sync(scene, paletteFabrics(view));
    // Until the server has looked at a new name, the old one would be shown.
    if (view.looked === state.design || !mine.firstChild) {
      renames.clear();
      show(mine, ...shown);
    }
    show(table, ...(scene ? [patchTable(scene, view.look.words)] : []));
  };
  return { parts: [panel, middle.element, facts], sync };
}

/** Every fabric of the palette, also those that no patch has. */
export function paletteFabrics(view) {
  return own()?.fabrics ?? view.inputs.palettes.find((palette) => palette.name === (option("palette") ?? "harvest")).fabrics;
}

function paletteCard(palette, kind) {
  const input = el("input", { type: "radio", name: "palette", value: palette.name, id: `palette-${palette.name}`, onchange: () => set(kind, "palette", palette.name === "harvest" ? undefined : palette.name) });
  const colors = el("span", { class: "colors" }, palette.fabrics.slice(0, 8).map((fabric) => swatch(fabric.rgb)));
  const element = el("label", { class: "palette", for: input.id }, input, el("span", {}, palette.title || palette.name), colors);
  return { element, sync: (chosen) => { input.checked = chosen === palette.name; } };
}

/** The photo of a fabric: chosen from one's own files, and how wide it is on the quilt. */
function photoFields(fabric, index, repaint) {
  const id = `fabric-${index}-photo`;
  const photo = photoOf(fabric.name);
  const file = el("input", { type: "file", id, accept: "image/*", class: "unseen", onchange: async ({ currentTarget }) => {
    try {
      await keepPhoto(fabric.name, currentTarget.files[0]);
      announce(`${fabric.name} is shown by your photo.`);
      repaint();
    } catch {
      announce("This file is no picture that the browser can read.");
    }
  } });
  const pick = el("label", { class: "button small-button", for: id }, photo ? "Other photo" : "Photo", el("span", { class: "unseen" }, ` of ${fabric.name}`));
  if (!photo) return el("div", { class: "photo" }, file, pick);
  const width = el("input", { type: "number", id: `${id}-width`, min: 1, max: 60, value: photo.width, "aria-label": `Width of the photo of ${fabric.name}, in cells`, onchange: async ({ currentTarget: { value } }) => {
    await setWidth(fabric.name, Math.min(Math.max(Number(value) || 1, 0.5), 60));
    repaint();
  } });
  const off = el("button", { type: "button", class: "quiet", "aria-label": `Remove the photo of ${fabric.name}`, onclick: async () => { await removePhoto(fabric.name); repaint(); } }, "Remove");
  return el("div", { class: "photo" }, file, pick, width, el("span", { class: "small" }, "cells wide"), off);
}

function fabricsInUse(scene, recolor, repaint) {
  const rows = scene.fabrics.map((fabric, index) => {
    const id = `fabric-${index}`;
    const color = el("input", { type: "color", id, value: fabric.rgb, "aria-label": `Color of ${fabric.name}`, onchange: ({ currentTarget }) => recolor(fabric.name, currentTarget.value, null) });
    const name = el("input", { type: "text", id: `${id}-name`, value: fabric.name, maxLength: 60, "aria-label": `Name of fabric ${index + 1}`, onchange: ({ currentTarget: { value } }) => recolor(fabric.name, null, value.trim() || fabric.name) });
    return el("li", {}, color, name, el("span", { class: "amount" }, counted(fabric.patches, "patch", "patches")), photoFields(fabric, index, repaint));
  });
  return [
    el("h3", {}, `${counted(scene.fabrics.length, "fabric")}${scene.fewest ? ", the fewest that do" : ""}`),
    el("ul", { class: "fabrics" }, rows),
    el("p", { class: "help" }, "Change a color or a name to match the fabric you have, or show a photo of it. Photos stay in this browser and are never sent."),
    scene.problem ? problems(scene.problem, "These fabrics do not fit") : null,
    own() ? el("button", { type: "button", class: "quiet", onclick: () => change((design) => { delete design[product()].palette; }) }, "Back to the usual palette") : null,
  ].filter(Boolean);
}
