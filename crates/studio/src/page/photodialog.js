// Places a photo of fabric on the quilt: its true size, where it begins, how it is turned, and its motif in each patch.

import { announce, el, mainButton, plainButton } from "./dom.js";
import { degreesOf, dragged, turnOf, within } from "./photoplace.js";
import { CELL, photoOf, setPlace } from "./photos.js";
import { counted } from "./words.js";

const INCH = 25.4;
/** The step of the motif by keys, as a part of the photo. */
const STEP = 0.02;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const rounded = (number) => Math.round(number * 100) / 100;

/** A drag by the main pointer: `begin` may refuse it, `move` and `end` get the event and where it began. */
function onDrag(element, { begin = () => true, move, end }) {
  let from = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || !begin(event)) return;
    event.preventDefault();
    from = event;
    element.setPointerCapture(event.pointerId);
    move(event, from);
  });
  element.addEventListener("pointermove", (event) => from && event.isPrimary && move(event, from));
  element.addEventListener("pointerup", (event) => {
    if (from && event.isPrimary) end(event, from);
    from = null;
  });
  element.addEventListener("pointercancel", () => (from = null));
}

/** The quilt, small, on which the photo is dragged. Its patterns are those of the quilt of the page. */
function quiltToDrag(fabric, index, change) {
  const copy = document.querySelector(".stage .quilt")?.cloneNode(true);
  if (!copy) return null;
  copy.querySelectorAll("defs, .cursor, .pins, .seam, .alike, .numbers").forEach((one) => one.remove());
  copy.querySelectorAll("[id]").forEach((one) => one.removeAttribute("id"));
  ["tabindex", "role", "aria-label", "aria-roledescription"].forEach((name) => copy.removeAttribute(name));
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("class", "photo-quilt");
  const moved = (event, from) => {
    const scale = copy.getScreenCTM().a * CELL;
    return dragged(photoOf(fabric), [(event.clientX - from.clientX) / scale, (event.clientY - from.clientY) / scale]);
  };
  onDrag(copy, {
    // With its motif in each patch, the photo begins anew in each.
    begin: () => !photoOf(fabric).motif,
    move: (event, from) => {
      const pattern = document.getElementById(`photo-${index}`);
      for (const [axis, to] of Object.entries(moved(event, from))) pattern?.setAttribute(axis, to * CELL);
    },
    end: (event, from) => change(moved(event, from)),
  });
  return copy;
}

/**
 * The dialog for the photo of a fabric, the fabric `index` of the quilt, on so many patches. `cell` is the edge of one
 * in millimetres, or nothing if that is not known; `repaint` shows the quilt anew.
 */
export function placePhoto(fabric, patches, { index, cell, isMetric, repaint }) {
  const unit = cell ? (isMetric ? ["cm", cell / 10] : ["in", cell / INCH]) : ["cells", 1];
  const change = async (changed) => {
    await setPlace(fabric, changed);
    repaint();
    sync();
  };
  const field = (id, label, step, set) => {
    const typed = ({ currentTarget }) => set(Number(currentTarget.value) || 0);
    const input = el("input", { type: "number", id, step, onchange: typed });
    return { input, element: el("div", { class: "field" }, el("label", { for: id, class: "name" }, label), input) };
  };
  const number = (id, label, key, [least, most]) => {
    const set = (typed) => change({ [key]: Math.min(Math.max(typed / unit[1], least), most) });
    return { key, ...field(id, `${label}, ${unit[0]}`, "any", set) };
  };
  const numbers = [
    number("photo-width", "Width of the photo", "width", [0.5, 60]),
    number("photo-x", "Move right", "x", [-60, 60]),
    number("photo-y", "Move down", "y", [-60, 60]),
  ];
  const angle = field("photo-angle", "Turned, degrees", 1, (degrees) => change(turnOf(degrees)));
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
  const partAt = ({ clientX, clientY }) => {
    const box = picture.getBoundingClientRect();
    return [(clientX - box.left) / box.width, (clientY - box.top) / box.height].map(within);
  };
  const showMark = ([x, y]) => Object.assign(mark.style, { left: `${100 * x}%`, top: `${100 * y}%` });
  const photoField = el(
    "div",
    {
      class: "photo-field",
      id: "photo-field",
      tabindex: "0",
      role: "application",
      "aria-label": "The motif: arrow keys move it on the photo",
      onkeydown: onKey,
    },
    picture,
    mark,
  );
  onDrag(photoField, {
    move: (event) => {
      mark.hidden = false;
      showMark(partAt(event));
    },
    end: (event) => moveTo(partAt(event)),
  });
  const quilt = quiltToDrag(fabric, index, change);
  const says = el("p", { class: "help", id: "photo-says" });
  const fussy = el("input", {
    type: "checkbox",
    id: "photo-fussy",
    onchange: ({ currentTarget }) => change({ motif: currentTarget.checked ? [0.5, 0.5] : null }),
  });
  const turn = async () => {
    await change(turnOf(degreesOf(photoOf(fabric)) + 90));
    announce(`Turned by ${degreesOf(photoOf(fabric))} degrees.`);
  };
  function sync() {
    const photo = photoOf(fabric);
    for (const { key, input } of numbers) {
      if (document.activeElement !== input) input.value = rounded((photo[key] ?? 0) * unit[1]);
      input.disabled = Boolean(photo.motif) && key !== "width";
    }
    if (document.activeElement !== angle.input) angle.input.value = degreesOf(photo);
    fussy.checked = Boolean(photo.motif);
    mark.hidden = !photo.motif;
    showMark(photo.motif ?? [0.5, 0.5]);
    quilt?.classList.toggle("held", Boolean(photo.motif));
    const paths = document.querySelectorAll(".stage .quilt .patches path");
    quilt
      ?.querySelectorAll(".patches path")
      .forEach((path, at) => path.setAttribute("fill", paths[at].getAttribute("fill")));
    const size = [photo.width, photo.width * photo.ratio].map((side) => rounded(side * unit[1])).join(" × ");
    says.textContent = photo.motif
      ? `Each of the ${counted(patches, "patch", "patches")} is cut around the motif and may take a whole repeat, ` +
        `${size} ${unit[0]}: buy cloth for that. Files show the fabric as it is printed.`
      : "Drag the quilt to move the photo on it. Point at the photo to choose a motif for the middle of each patch " +
        "(fussy cut).";
  }
  const dialog = el(
    "dialog",
    { class: "page-view small-view photo-dialog", "aria-label": `The photo of ${fabric}` },
    el("h2", {}, `The photo of ${fabric}`),
    el("div", { class: "photo-both" }, photoField, quilt),
    el("div", { class: "photo-numbers" }, ...[...numbers, angle].map(({ element }) => element)),
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
