// Color: the palette, who gets which fabric, and colors of one's own.

import { change, goTo, option, product, setOption, state } from "./design.js";
import { announce, counted, el, plain, problems, swatch } from "./dom.js";
import { COLOR_KEYS, form } from "./controls.js";
import { patchTable } from "./picture.js";
import { stage } from "./stage.js";

/** The product whose fabrics these are: quilts, cut files and puzzle pages have some. */
const colored = () => (["quilt", "cut", "sheet"].includes(product()) ? product() : "quilt");

const own = () => {
  const palette = option("palette");
  return palette && typeof palette === "object" ? palette : null;
};

export function build(view) {
  const kind = colored();
  const rows = view.inputs.products.find((one) => one.name === kind).rows.filter((row) => COLOR_KEYS.includes(row.key) && row.key !== "palette");
  const options = form(kind, rows, view.inputs, (key, value) => setOption(key, value, kind));
  const cards = view.inputs.palettes.map((palette) => paletteCard(palette, kind));
  const mine = el("div", { class: "mine" });
  const wrong = el("p", { class: "wrong", hidden: true });
  const panel = el("section", { class: "panel", "aria-label": "Fabrics" },
    el("h2", { id: "palettes", class: "part" }, "Palette"),
    el("div", { class: "palettes", role: "radiogroup", "aria-labelledby": "palettes", "data-key": "palette" }, cards.map((card) => card.element)), wrong,
    el("h2", { class: "part" }, "Which patch gets which"), options.element);
  const middle = stage(view, { onPatch: (number) => editFabric(number) });
  const facts = el("section", { class: "facts", "aria-label": "Fabrics in use" }, mine);
  const table = el("div", {});
  facts.append(table, el("button", { type: "button", class: "main", onclick: () => goTo("make") }, "Make it"));

  function editFabric(number) {
    const fabric = view.look.scene.patches[number - 1].fabric;
    const input = mine.querySelectorAll("input[type=color]")[fabric];
    input?.focus();
    announce(`${view.look.scene.fabrics[fabric].name}: change its color here.`);
  }
  const recolor = (name, rgb, newName = name) => {
    const fabrics = paletteFabrics(view).map((fabric) => (fabric.name === name ? { ...fabric, rgb, name: newName } : fabric));
    setOption("palette", { piecework: 1, name: "mine", title: "My fabrics", fabrics }, kind);
  };
  const sync = () => {
    middle.sync();
    for (const card of cards) card.sync(option("palette") ?? "harvest");
    const values = state.design?.[kind] ?? {};
    options.sync(values, view.errors);
    const palette = view.errors.find((error) => error.pointer?.startsWith(`/${kind}/palette`));
    wrong.hidden = !palette;
    wrong.textContent = palette ? plain(palette.message) : "";
    const scene = view.look?.scene;
    const focused = document.activeElement?.id;
    const shown = scene ? fabricsInUse(scene, recolor) : [];
    // A color being chosen must not be taken away.
    if (!mine.contains(document.activeElement) || document.activeElement.type !== "color") mine.replaceChildren(...shown);
    if (focused?.startsWith("fabric-")) document.getElementById(focused)?.focus();
    table.replaceChildren(...(scene ? [patchTable(scene)] : []));
  };
  return { parts: [panel, middle.element, facts], sync };
}

/** Every fabric of the palette, also those that no patch has. */
export function paletteFabrics(view) {
  return own()?.fabrics ?? view.inputs.palettes.find((palette) => palette.name === (option("palette") ?? "harvest")).fabrics;
}

function paletteCard(palette, kind) {
  const input = el("input", { type: "radio", name: "palette", value: palette.name, id: `palette-${palette.name}`, onchange: () => setOption("palette", palette.name === "harvest" ? undefined : palette.name, kind) });
  const colors = el("span", { class: "colors" }, palette.fabrics.slice(0, 8).map((fabric) => swatch(fabric.rgb)));
  const element = el("label", { class: "palette", for: input.id }, input, el("span", {}, palette.title || palette.name), colors);
  return { element, sync: (chosen) => { input.checked = chosen === palette.name; } };
}

function fabricsInUse(scene, recolor) {
  const rows = scene.fabrics.map((fabric, index) => {
    const id = `fabric-${index}`;
    const color = el("input", { type: "color", id, value: fabric.rgb, "aria-label": `Color of ${fabric.name}`, onchange: () => recolor(fabric.name, color.value) });
    const name = el("input", { type: "text", id: `${id}-name`, value: fabric.name, maxLength: 60, "aria-label": `Name of fabric ${index + 1}`, onchange: () => recolor(fabric.name, fabric.rgb, name.value.trim() || fabric.name) });
    return el("li", {}, color, name, el("span", { class: "amount" }, counted(fabric.patches, "patch", "patches")));
  });
  return [
    el("h3", {}, `${counted(scene.fabrics.length, "fabric")}${scene.fewest ? ", the fewest that do" : ""}`),
    el("ul", { class: "fabrics" }, rows),
    el("p", { class: "help" }, "Change a color or a name to match the fabric you have. Click a patch to find its fabric."),
    scene.problem ? problems(scene.problem, "These fabrics do not fit") : null,
    own() ? el("button", { type: "button", class: "quiet", onclick: () => change((design) => { delete design[product()].palette; }) }, "Back to the usual palette") : null,
  ].filter(Boolean);
}
