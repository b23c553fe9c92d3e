// Places a photo of fabric on the quilt: its true size, where it begins, how it is turned, and its motif in each patch.

import { announce, el, mainButton, plainButton } from "./dom.js";
import { within } from "./photoplace.js";
import { photoOf, setPlace } from "./photos.js";
import { counted } from "./words.js";

const INCH = 25.4;
/** The step of the motif by keys, as a part of the photo. */
const STEP = 0.02;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const rounded = (number) => Math.round(number * 100) / 100;

/**
 * The dialog for the photo of a fabric on so many patches. `cell` is the edge of a cell in millimetres, or nothing if
 * that is not known; `repaint` shows the quilt anew.
 */
export function placePhoto(fabric, patches, { cell, isMetric, repaint }) {
  const unit = cell ? (isMetric ? ["cm", cell / 10] : ["in", cell / INCH]) : ["cells", 1];
  const change = async (changed) => {
    await setPlace(fabric, changed);
    repaint();
    sync();
  };
  const number = (id, label, key, [least, most]) => {
    const set = ({ currentTarget }) => {
      const typed = Number(currentTarget.value) / unit[1];
      change({ [key]: Math.min(Math.max(Number.isFinite(typed) ? typed : 0, least), most) });
    };
    const input = el("input", { type: "number", id, step: "any", onchange: set });
    const name = el("label", { for: id, class: "name" }, `${label}, ${unit[0]}`);
    return { key, input, element: el("div", { class: "field" }, name, input) };
  };
  const numbers = [
    number("photo-width", "Width of the photo", "width", [0.5, 60]),
    number("photo-x", "Move right", "x", [-60, 60]),
    number("photo-y", "Move down", "y", [-60, 60]),
  ];
  const mark = el("span", { class: "photo-motif", "aria-hidden": "true" });
  const picture = el("img", { src: photoOf(fabric).url, alt: "", draggable: false });
  const moveTo = (motif) => change({ motif: motif.map(within) });
  const onKey = (event) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const motif = photoOf(fabric).motif ?? [0.5, 0.5];
    moveTo(motif.map((part, axis) => part + step[axis] * STEP));
  };
  const onPoint = ({ clientX, clientY }) => {
    const box = picture.getBoundingClientRect();
    moveTo([(clientX - box.left) / box.width, (clientY - box.top) / box.height]);
  };
  const field = el(
    "div",
    {
      class: "photo-field",
      id: "photo-field",
      tabindex: "0",
      role: "application",
      "aria-label": "The motif: arrow keys move it on the photo",
      onkeydown: onKey,
      onclick: onPoint,
    },
    picture,
    mark,
  );
  const says = el("p", { class: "help", id: "photo-says" });
  const fussy = el("input", {
    type: "checkbox",
    id: "photo-fussy",
    onchange: ({ currentTarget }) => change({ motif: currentTarget.checked ? [0.5, 0.5] : null }),
  });
  const turn = async () => {
    await change({ turn: ((photoOf(fabric).turn ?? 0) + 1) % 4 });
    announce(`Turned by ${90 * photoOf(fabric).turn} degrees.`);
  };
  function sync() {
    const photo = photoOf(fabric);
    for (const { key, input } of numbers) {
      if (document.activeElement !== input) input.value = rounded((photo[key] ?? 0) * unit[1]);
      input.disabled = Boolean(photo.motif) && key !== "width";
    }
    fussy.checked = Boolean(photo.motif);
    mark.hidden = !photo.motif;
    const [x, y] = photo.motif ?? [0.5, 0.5];
    Object.assign(mark.style, { left: `${100 * x}%`, top: `${100 * y}%` });
    const size = [photo.width, photo.width * photo.ratio].map((side) => rounded(side * unit[1])).join(" × ");
    says.textContent = photo.motif
      ? `Each of the ${counted(patches, "patch", "patches")} is cut around the motif and may take a whole repeat, ` +
        `${size} ${unit[0]}: buy cloth for that. Files show the fabric as it is printed.`
      : "Point at the photo to choose a motif for the middle of each patch (fussy cut).";
  }
  const dialog = el(
    "dialog",
    { class: "page-view small-view photo-dialog", "aria-label": `The photo of ${fabric}` },
    el("h2", {}, `The photo of ${fabric}`),
    field,
    el("div", { class: "photo-numbers" }, ...numbers.map(({ element }) => element)),
    el("label", { class: "check", for: "photo-fussy" }, fussy, "The motif in the middle of each patch"),
    says,
    el(
      "div",
      { class: "row" },
      plainButton("Turn", turn, { id: "photo-turn" }),
      mainButton("Close", () => dialog.close(), { id: "photo-close" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  sync();
  dialog.showModal();
}
