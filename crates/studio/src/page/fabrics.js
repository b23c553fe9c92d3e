// The fabrics of a design: those of its palette or of one's own, with other names, other colors and photos.

import { change, changeFabrics, option, product, state } from "./design.js";
import { announce, el, plainButton, quietButton } from "./dom.js";
import { CELL, keepPhoto, photoOf, removePhoto, renamePhoto } from "./photos.js";
import { withPrints } from "./prints.js";
import { problems } from "./problems.js";
import { openShelf, placePhoto } from "./seldom.js";
import { renamed } from "./strokes.js";
import { counted } from "./words.js";

/** The palette that is used where none is chosen. */
export const USUAL = "harvest";

const own = () => {
  const palette = option("palette");
  return palette && typeof palette === "object" ? palette : null;
};

/** Every fabric of the palette, also those that no patch has. */
export function paletteFabrics(view) {
  const named = (name) => view.inputs.palettes.find((palette) => palette.name === name);
  return own()?.fabrics ?? (named(option("palette") ?? USUAL) ?? named(USUAL)).fabrics;
}

/** The edge of a cell of the quilt in millimetres, once it is known. */
function cellOf({ look }) {
  if (!look?.scene || !look.finished_mm) return null;
  // The picture has a margin of 1 on either side.
  const cells = (/viewBox="[-\d.]+ [-\d.]+ ([\d.]+)/.exec(look.scene.picture)?.[1] - 2) / CELL;
  return look.finished_mm[0] / cells;
}

/** The design as it is made: its palette has the photos of its fabrics. */
export function withPhotos(view, design) {
  const cell = cellOf(view);
  if (!design.quilt || !cell) return design;
  const fabrics = withPrints(paletteFabrics(view), photoOf, cell);
  if (!fabrics) return design;
  const palette = own() ?? { piecework: 1, name: "mine", title: "My fabrics" };
  return { ...design, quilt: { ...design.quilt, palette: { ...palette, fabrics } } };
}

/** Chooses a palette. Patches that were painted get the fabric in the same place of it. */
export function choosePalette(view, name, kind) {
  const before = paletteFabrics(view).map((fabric) => fabric.name);
  const after = view.inputs.palettes.find((palette) => palette.name === name).fabrics;
  changeFabrics(kind, (options) => {
    if (name === USUAL) delete options.palette;
    else options.palette = name;
    if (!options.fabric_of) return;
    options.fabric_of = renamed(options.fabric_of, (old) => after[before.indexOf(old) % after.length]?.name);
    if (!options.fabric_of) delete options.fabric_of;
  });
  announce(`The palette is ${view.inputs.palettes.find((palette) => palette.name === name).title || name}.`);
}

const keepOwn = (options, fabrics) => {
  options.palette = { piecework: 1, name: "mine", title: "My fabrics", fabrics };
};

/** Adds a fabric with a color; gives its name. */
export function addFabric(view, rgb, kind) {
  const fabrics = paletteFabrics(view);
  const isTaken = (name) => fabrics.some((fabric) => fabric.name === name);
  let number = fabrics.length + 1;
  while (isTaken(`Fabric ${number}`)) number += 1;
  const name = `Fabric ${number}`;
  changeFabrics(kind, (options) => keepOwn(options, [...fabrics, { name, rgb }]));
  announce(`${name} is added.`);
  return name;
}

/** Gives a fabric another color or another name; null is as it is. */
export function recolor(view, kind, name, rgb, newName) {
  renamePhoto(name, newName);
  const changed = (fabric) => (fabric.name === name ? { ...fabric, rgb: rgb ?? fabric.rgb, name: newName } : fabric);
  const fabrics = paletteFabrics(view).map(changed);
  changeFabrics(kind, (options) => {
    keepOwn(options, fabrics);
    if (options.fabric_of) options.fabric_of = renamed(options.fabric_of, (old) => (old === name ? newName : old));
  });
}

/** The photo of a fabric: chosen from one's own files, and how it lies on the quilt. */
function photoFields(view, fabric, index, repaint) {
  const id = `fabric-${index}-photo`;
  const photo = photoOf(fabric.name);
  const take = async ({ currentTarget }) => {
    const [chosen] = currentTarget.files;
    try {
      await keepPhoto(fabric.name, chosen);
      announce(`${fabric.name} is shown by your photo.`);
      repaint();
    } catch (error) {
      const why = "is not a picture that this browser can read. Save it as JPEG or PNG.";
      announce(`${chosen?.name ?? "This file"} ${error instanceof RangeError ? error.message : why}`);
    }
  };
  const file = el("input", { type: "file", id, accept: "image/*", class: "unseen", onchange: take });
  const pick = el(
    "label",
    { class: "button small-button", for: id },
    photo ? "Other photo" : "Photo",
    el("span", { class: "unseen" }, ` of ${fabric.name}`),
  );
  if (!photo) return el("div", { class: "photo" }, file, pick);
  const place = () => {
    const isMetric = state.design.quilt?.units === "metric";
    placePhoto(fabric.name, fabric.patches, { index, cell: cellOf(view), isMetric, repaint });
  };
  const remove = async () => {
    await removePhoto(fabric.name);
    announce(`The photo of ${fabric.name} is removed.`);
    repaint();
  };
  const placed = plainButton("Place it", place, {
    id: `${id}-place`,
    class: "small-button",
    "aria-label": `Place the photo of ${fabric.name}`,
  });
  const off = quietButton("Remove", remove, { "aria-label": `Remove the photo of ${fabric.name}` });
  return el("div", { class: "photo" }, file, pick, placed, off);
}

/**
 * The fabrics that patches have, with what can be changed of them. `change(name, rgb, newName)`: null is as it
 * is.
 */
export function fabricsInUse(view, scene, alter, repaint) {
  const isCut = product() === "cut";
  const rows = scene.fabrics.map((fabric, index) => {
    const id = `fabric-${index}`;
    const color = el("input", {
      type: "color",
      id,
      value: fabric.rgb,
      "aria-label": `Color of ${fabric.name}`,
      onchange: ({ currentTarget }) => alter(fabric.name, currentTarget.value, null),
    });
    const name = el("input", {
      type: "text",
      id: `${id}-name`,
      value: fabric.name,
      maxLength: 60,
      "aria-label": `Name of fabric ${index + 1}`,
      onchange: ({ currentTarget: { value } }) => alter(fabric.name, null, value.trim() || fabric.name),
    });
    return el(
      "li",
      {},
      color,
      name,
      el(
        "span",
        { class: "amount" },
        isCut ? counted(fabric.patches, "piece") : counted(fabric.patches, "patch", "patches"),
      ),
      isCut ? null : photoFields(view, fabric, index, repaint),
    );
  });
  const back = () =>
    change((design) => {
      const options = design[product()];
      delete options.palette;
      delete options.fabric_of;
    });
  return [
    el(
      "h3",
      {},
      `${counted(scene.fabrics.length, isCut ? "color" : "fabric")}${scene.fewest ? ", the fewest that do" : ""}`,
    ),
    el("ul", { class: "fabrics" }, rows),
    el(
      "p",
      { class: "help" },
      isCut
        ? "Each color is cut from sheets of its own: another wood, felt or paint. Name it as you like."
        : "Change a color or a name to match the fabric you have, or show a photo of it. Photos stay in " +
            "this browser; only making the pattern sends small copies of them, so that it shows them.",
    ),
    isCut
      ? null
      : plainButton("My shelf of fabrics", () => openShelf(product(), scene.fabrics), {
          id: "shelf",
          class: "small-button",
        }),
    scene.problem ? problems(scene.problem, "These fabrics do not fit", product()) : null,
    own() ? plainButton("Back to the usual palette", back, { class: "quiet" }) : null,
  ].filter(Boolean);
}
