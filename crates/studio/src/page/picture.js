// The tiling as a picture that can be walked through and painted, patch by patch, by pointer, keys and ear.

import { announce, drawing, el, scrolling, show, table } from "./dom.js";
import { strokeTo } from "./hands.js";
import { shape } from "./lattice.js";
import { lineOf, nearest, shared } from "./outline.js";
import { fillWithPhotos } from "./photos.js";
import { seen } from "./color_vision.js";
import { capital, counted } from "./words.js";

const middle = (path) => {
  const box = path.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Lines over all patches, so that no neighbor covers them: a halo and a core with the same path. */
function lines(name) {
  const paths = ["halo", "core"].map((kind) => shape("path", { class: kind }));
  const group = shape("g", { class: name, "aria-hidden": "true" }, ...paths);
  return { group, draw: (path) => paths.forEach((one) => one.setAttribute("d", path)) };
}

/** What a stroke of the brush does to a picture while it is drawn. */
function strokes(svg, paths, brush) {
  let stroke = null;
  let before = null;
  const under = ({ clientX, clientY }) => paths.indexOf(document.elementFromPoint(clientX, clientY));
  const touch = (number) => {
    if (number < 0 || stroke.has(number + 1)) return;
    stroke.add(number + 1);
    paths[number].setAttribute("fill", brush.fill());
  };
  const end = () => {
    if (!stroke) return;
    const done = stroke;
    stroke = null;
    if (done.size) brush.done(done);
  };
  svg.addEventListener("pointerdown", (event) => {
    if (!brush.isOn() || event.button !== 0 || !event.isPrimary) return;
    const number = under(event);
    if (number < 0) return;
    [stroke, before] = [new Set(), event];
    svg.setPointerCapture(event.pointerId);
    touch(number);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!stroke || !event.isPrimary) return;
    strokeTo(event, before).map(under).forEach(touch);
    before = event;
  });
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", end);
}

/**
 * The picture of a scene, with a line below that says where you are. `onPatch` is called with the number of a
 * patch that was chosen; `words` may add what an act knows of a patch; `brush` paints: `isOn()`, `fill()`,
 * `done(stroke)`, `pick(number)`.
 */
export function picture(scene, title, { onPatch, words = () => "", brush = null } = {}) {
  const svg = drawing(scene.picture);
  const paths = [...svg.querySelectorAll(".patches path")];
  const line = el("p", { class: "under", id: "patch-line" }, "Point at a patch, or walk with the arrow keys.");
  svg.setAttribute("role", "application");
  svg.setAttribute("aria-roledescription", "quilt");
  svg.setAttribute("tabindex", "0");
  svg.setAttribute(
    "aria-label",
    `${title}: ${counted(paths.length, "patch", "patches")}. Arrow keys walk from patch to patch.${
      brush ? " Space paints, P picks up the fabric." : ""
    }`,
  );
  svg.classList.add("quilt");
  const [alike, seam, cursor] = ["alike", "seam", "cursor"].map(lines);
  const [pins, numbers] = [
    shape("g", { class: "pins", "aria-hidden": "true" }),
    shape("g", { class: "numbers", "aria-hidden": "true" }),
  ];
  svg.append(numbers, pins, alike.group, seam.group, cursor.group);
  const unit = Math.min(Math.max(svg.viewBox.baseVal.width / 90, 0.7), 2.2);
  let at = -1;
  const show = (number, speak) => {
    if (number < 0) return;
    at = number;
    cursor.draw(paths[at].getAttribute("d"));
    const patch = scene.patches[at];
    const isChosen = patch.fixed && onPatch && !brush?.isOn();
    const text = [capital(patch.words), isChosen ? "you chose its fabric" : null, words(at + 1)]
      .filter(Boolean)
      .join("; ");
    line.textContent = text;
    if (speak) announce(text, { quiet: true });
  };
  svg.addEventListener("pointermove", (event) => {
    const number = paths.indexOf(event.target);
    if (number !== at) show(number, false);
  });
  const use = () => (brush?.isOn() ? brush.done(new Set([at + 1])) : onPatch?.(at + 1));
  svg.addEventListener("keydown", (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS[key]) show(at < 0 ? 0 : nearest(paths.map(middle), at, ARROWS[key]), true);
    else if (key === "Home" || key === "End") show(key === "Home" ? 0 : paths.length - 1, true);
    else if ((key === "Enter" || key === " ") && at >= 0) use();
    else if (key.toLowerCase() === "p" && brush && at >= 0) brush.pick(at + 1);
    else return;
    event.preventDefault();
  });
  svg.addEventListener("click", (event) => {
    const number = paths.indexOf(event.target);
    if (number < 0) return;
    show(number, false);
    if (!brush?.isOn()) onPatch?.(number + 1);
  });
  if (brush) strokes(svg, paths, brush);
  const figure = el("figure", { class: "stage-figure" }, svg, el("figcaption", {}, line));
  const outline = (number) => paths[number - 1].getAttribute("d");
  const labels = (wanted, make) => wanted.map((index) => make(...scene.patches[index].at, index));
  /** Brings the picture up to date with a scene of the same tiling. */
  const recolor = (next) => {
    scene = next;
    fillWithPhotos(svg, paths, scene);
    seen(svg);
    // Where no fabric is chosen, dots would be taken for a part of the quilt.
    const fixed = !onPatch || brush?.isOn() ? [] : scene.patches.flatMap(({ fixed: is }, index) => (is ? [index] : []));
    pins.replaceChildren(...labels(fixed, (cx, cy) => shape("circle", { cx, cy, r: unit })));
    if (at >= 0) show(at, false);
  };
  recolor(scene);
  return Object.assign(figure, {
    paths,
    recolor,
    svg,
    show: (number, speak = true) => show(number - 1, speak),
    see: () => seen(svg),
    at: () => at,
    /** Shows what is sewn so far, what is sewn on now, and the seams between these pairs of patches. */
    mark({ done = null, now = [], pairs = [] }) {
      paths.forEach((path, index) => {
        path.classList.toggle("later", done !== null && !done.has(index + 1));
        path.classList.toggle("now", now.includes(index + 1));
      });
      seam.draw(lineOf(pairs.flatMap(([a, b]) => shared(outline(a), outline(b)))));
    },
    /** Shows where these pairs of patches touch. */
    markAlike(pairs) {
      alike.draw(lineOf(pairs.flatMap(([a, b]) => shared(outline(a), outline(b)))));
    },
    /** Writes numbers on patches: all, or none. */
    number(isOn) {
      const size = Math.max(2.4, Math.min(5, svg.viewBox.baseVal.width / 60));
      numbers.replaceChildren(
        ...(isOn
          ? labels([...paths.keys()], (x, y, index) => {
              const text = shape("text", {
                x,
                y,
                "font-size": size,
                "text-anchor": "middle",
                "dominant-baseline": "central",
              });
              text.textContent = String(index + 1);
              return text;
            })
          : []),
      );
    },
  });
}

/** A small picture in the colors of a scene's fabrics, or of a palette. */
export function small(text, colors = []) {
  const svg = drawing(text);
  svg.setAttribute("aria-hidden", "true");
  for (const path of svg.querySelectorAll(".patches path")) {
    path.removeAttribute("id");
    const color = colors[Number(path.dataset.fabric) % colors.length];
    if (color) path.setAttribute("fill", color);
  }
  return svg;
}

/** The small picture of a scene in its own colors. */
export function colored(scene) {
  const svg = small(scene.picture);
  svg.querySelectorAll(".patches path").forEach((path, index) => {
    path.setAttribute("fill", scene.fabrics[scene.patches[index].fabric].rgb);
  });
  return svg;
}

const span = ([from, to]) => (from === to ? String(from) : `${from}–${to}`);

/** The patches as a table. */
function tableOf(scene) {
  const rows = scene.patches.map((patch, index) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, String(index + 1)),
      [
        patch.piece,
        scene.fabrics[patch.fabric]?.name ?? "",
        span(patch.columns),
        span(patch.rows),
        patch.touches.join(", "),
      ].map((text) => el("td", {}, text)),
    ),
  );
  const heads = ["Patch", "Piece", "Fabric", "Columns", "Rows", "Touches"];
  return scrolling("Table of patches", table(heads, rows, "Every patch in reading order"));
}

/** The tiling for those who read: its words are made when somebody opens them, for large quilts have many. */
export function patchTable(scene, words = null) {
  const said = () => [
    el("summary", {}, "The tiling in words"),
    words?.board ? el("p", { class: "help" }, capital(`${words.board}.`)) : null,
    words?.rows
      ? el(
          "details",
          {},
          el("summary", {}, "Row by row"),
          scrolling(
            "Rows",
            el(
              "ul",
              { class: "steps-list plain" },
              words.rows.map((row) => el("li", {}, row)),
            ),
          ),
        )
      : null,
    tableOf(scene),
  ];
  const isOpen = document.getElementById("tiling-words")?.open;
  const ontoggle = ({ currentTarget }) => currentTarget.open && show(currentTarget, ...said());
  const shown = isOpen ? said() : el("summary", {}, "The tiling in words");
  return el("details", { class: "words", id: "tiling-words", ontoggle }, shown);
}
