// The tiling as a picture that can be walked through, patch by patch, by pointer, keys and ear.

import { announce, counted, drawing, el } from "./dom.js";
import { shape } from "./lattice.js";
import { fillWithPhotos } from "./photos.js";
import { seen } from "./sight.js";

const middle = (path) => {
  const box = path.getBBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** The patch that lies best in a direction. */
function towards(paths, from, [dx, dy]) {
  const [x, y] = middle(paths[from]);
  let best = from, least = Infinity;
  paths.forEach((path, number) => {
    if (number === from) return;
    const [px, py] = middle(path);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (along > 0.1 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = number;
    }
  });
  return best;
}

const capital = (text) => text.replace(/^./, (letter) => letter.toUpperCase());

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The picture of a scene, with a line below that says where you are. `onPatch` is called with the number of a patch that was
 * chosen; `words` may add what an act knows of a patch.
 */
export function picture(scene, title, { onPatch, words = () => "" } = {}) {
  const svg = drawing(scene.picture);
  const paths = [...svg.querySelectorAll(".patches path")];
  const line = el("p", { class: "under", id: "patch-line" }, "Point at a patch, or walk with the arrow keys.");
  svg.setAttribute("role", "application");
  svg.setAttribute("aria-roledescription", "quilt");
  svg.setAttribute("aria-label", `${title}: ${counted(paths.length, "patch", "patches")}. Arrow keys walk from patch to patch.`);
  svg.setAttribute("tabindex", "0");
  svg.classList.add("quilt");
  // On top of all patches, so that no neighbor covers its line.
  const cursor = document.createElementNS(svg.namespaceURI, "g");
  const [halo, core] = ["halo", "core"].map((name) => {
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.setAttribute("class", name);
    return path;
  });
  cursor.setAttribute("class", "cursor");
  cursor.append(halo, core);
  svg.append(cursor);
  const pin = Math.min(Math.max(svg.viewBox.baseVal.width / 90, 0.7), 2.2);
  svg.append(shape("g", { class: "pins", "aria-hidden": "true" }, ...paths.flatMap((_, index) => {
    if (!scene.patches[index].fixed) return [];
    const [x, y] = scene.patches[index].at;
    return [shape("circle", { cx: x, cy: y, r: pin })];
  })));
  let at = -1;
  const show = (number, speak) => {
    if (number === at || number < 0) return;
    at = number;
    for (const path of [halo, core]) path.setAttribute("d", paths[at].getAttribute("d"));
    const patch = scene.patches[at];
    const text = [capital(patch.words), patch.fixed ? "you chose its fabric" : null, words(at + 1)].filter(Boolean).join("; ");
    line.textContent = text;
    if (speak) announce(text, { alone: true });
  };
  svg.addEventListener("pointermove", (event) => show(paths.indexOf(event.target), false));
  svg.addEventListener("keydown", (event) => {
    if (ARROWS[event.key]) {
      event.preventDefault();
      show(at < 0 ? 0 : towards(paths, at, ARROWS[event.key]), true);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      show(event.key === "Home" ? 0 : paths.length - 1, true);
    } else if ((event.key === "Enter" || event.key === " ") && at >= 0 && onPatch) {
      event.preventDefault();
      onPatch(at + 1);
    }
  });
  svg.addEventListener("click", (event) => {
    const number = paths.indexOf(event.target);
    if (number < 0) return;
    show(number, false);
    onPatch?.(number + 1);
  });
  const figure = el("figure", { class: "stage-figure" }, svg, el("figcaption", {}, line));
  const look = () => fillWithPhotos(svg, paths, scene);
  look();
  return Object.assign(figure, { show: (number, speak = true) => show(number - 1, speak), paths, look, see: () => seen(svg), at: () => at });
}

/** A small picture in the colors of a scene's fabrics, or of a palette. */
export function small(text, colors = []) {
  const svg = drawing(text);
  svg.setAttribute("aria-hidden", "true");
  for (const path of svg.querySelectorAll(".patches path")) {
    path.removeAttribute("id");
    const color = colors[Number(path.dataset.fabric)];
    if (color) path.setAttribute("fill", color);
  }
  return svg;
}

/** The patches as a table, for those who read. */
export function patchTable(scene, words = null) {
  const rows = scene.patches.map((patch, index) => el("tr", {},
    el("th", { scope: "row" }, String(index + 1)),
    el("td", {}, patch.piece),
    el("td", {}, scene.fabrics[patch.fabric]?.name ?? ""),
    el("td", {}, patch.columns[0] === patch.columns[1] ? String(patch.columns[0]) : `${patch.columns[0]}–${patch.columns[1]}`),
    el("td", {}, patch.rows[0] === patch.rows[1] ? String(patch.rows[0]) : `${patch.rows[0]}–${patch.rows[1]}`),
    el("td", {}, patch.touches.join(", "))));
  const heads = ["Patch", "Piece", "Fabric", "Columns", "Rows", "Touches"].map((head) => el("th", { scope: "col" }, head));
  return el("details", { class: "words" }, el("summary", {}, "The tiling in words"),
    words?.board ? el("p", { class: "help" }, capital(`${words.board}.`)) : null,
    words?.rows ? el("details", {}, el("summary", {}, "Row by row"), el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rows" }, el("ol", { class: "steps-list" }, words.rows.map((row) => el("li", {}, row.replace(/^row \d+: /, "")))))) : null,
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of patches" },
      el("table", {}, el("caption", { class: "unseen" }, "Every patch in reading order"),
        el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows))));
}
