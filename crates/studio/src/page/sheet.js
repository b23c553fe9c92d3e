// The sheet that will be cut, as a picture: its material, every line, rulers in millimetres, and its pieces.

import { announce, el, plainButton } from "./dom.js";
import { shape } from "./lattice.js";
import { nearest } from "./outline.js";
import { isSmall, marks, mirrored, partOf, pieceWords, piecesOn } from "./sheetlook.js";

/** How wide a ruler is on the screen, in pixels. */
const RULER = 34;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** From one point to another: straight, or by the arc through `middle`. */
function stretch(from, middle, to) {
  if (!middle) return `L${to.x} ${to.y}`;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const chord = Math.hypot(dx, dy);
  // The tangent of a quarter of the sweep, positive for counter-clockwise.
  const bulge = (2 * (dx * (middle.y - from.y) - dy * (middle.x - from.x))) / chord ** 2;
  const radius = (chord * (1 + bulge ** 2)) / (4 * Math.abs(bulge));
  return `A${radius} ${radius} 0 ${Number(Math.abs(bulge) > 1)} ${Number(bulge < 0)} ${to.x} ${to.y}`;
}

/** A line of a plan as the text of a path. */
export function pathOf({ points, middles = [], closed }) {
  const sides = points.length - (closed ? 0 : 1);
  const side = (at) => stretch(points[at], middles[at], points[(at + 1) % points.length]);
  const all = Array.from({ length: sides }, (_, at) => side(at)).join("");
  return `M${points[0].x} ${points[0].y}${all}${closed ? "Z" : ""}`;
}

const path = (name, lines = []) => shape("path", { class: name, fill: "none", d: lines.map(pathOf).join("") });

/** The grain of wood, as a pattern. */
const grain = () =>
  shape(
    "pattern",
    { id: "grain", width: 90, height: 26, patternUnits: "userSpaceOnUse" },
    shape("path", {
      class: "cut-grain",
      d: "M0 4C20 1 40 7 90 4M0 11C30 15 60 8 90 11M0 19C25 16 70 23 90 19M0 24C40 22 50 26 90 24",
    }),
  );

/** How far apart the numbers of rulers are at least, in pixels: one beside the other, and one below the other. */
const [BESIDE, BELOW] = [34, 20];

/** Rulers above and on the left of a part of the sheet; `pixel` is as long as one on the screen. */
function rulers([x, y, width, height], pixel) {
  const thick = RULER * pixel;
  const line = [];
  const texts = [];
  const add = (isAcross, { at, isNumbered }) => {
    const long = thick * (isNumbered ? 0.35 : 0.18);
    line.push(isAcross ? `M${at} ${y}v${-long}` : `M${x} ${at}h${-long}`);
    if (!isNumbered) return;
    const place = isAcross ? { x: at, y: y - thick * 0.5 } : { x: x - thick * 0.45, y: at };
    const text = shape("text", { ...place, class: isAcross ? "across" : "down" });
    text.textContent = String(at);
    texts.push(text);
  };
  marks(x, width, BESIDE * pixel).forEach((mark) => add(true, mark));
  marks(y, height, BELOW * pixel).forEach((mark) => add(false, mark));
  return shape("g", { class: "cut-rulers" }, shape("path", { d: line.join("") }), ...texts);
}

/** The numbers on pieces, or whatever words are engraved. */
const words = (labels) =>
  labels.map(({ words: text, at, height_mm: height }) => {
    const element = shape("text", { ...at, "font-size": height * 1.4 });
    element.textContent = text;
    return element;
  });

/** What the stock and the pieces on a sheet are filled with. */
function colorsOf(plan, pieces, material) {
  const fabrics = plan.fabrics && pieces.map(({ piece }) => plan.fabrics.fabrics[plan.fabrics.fabric_of[piece - 1]]);
  const color = fabrics?.find(Boolean)?.color;
  return { fill: color ?? material.fill, isWood: !color && material.isWood };
}

/** Walking from piece to piece by keys and pointer, with what is known of each below the picture. */
function walking(svg, pieces, summary, line) {
  const targets = pieces.map(({ piece, rings, at }) =>
    rings
      ? shape("path", { class: "cut-piece", d: rings.map(pathOf).join(""), "data-piece": piece })
      : shape("circle", { class: "cut-piece", cx: at.x, cy: at.y, r: 4, "data-piece": piece }),
  );
  const cursor = ["halo", "core"].map((name) => shape("path", { class: name }));
  let here = -1;
  const show = (index, isSaid) => {
    here = index;
    const { piece, rings, at } = pieces[index];
    const ring = `M${at.x - 4} ${at.y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`;
    cursor.forEach((one) => one.setAttribute("d", rings ? rings.map(pathOf).join("") : ring));
    line.textContent = pieceWords(piece, summary);
    if (isSaid) announce(line.textContent, { quiet: true });
  };
  svg.addEventListener("pointermove", ({ target }) => {
    const index = targets.indexOf(target);
    if (index >= 0 && index !== here) show(index, false);
  });
  svg.addEventListener("keydown", (event) => {
    const { key } = event;
    if (!pieces.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const points = pieces.map(({ at }) => [at.x, at.y]);
    if (ARROWS[key]) show(here < 0 ? 0 : nearest(points, here, ARROWS[key]), true);
    else if (key === "Home" || key === "End") show(key === "Home" ? 0 : pieces.length - 1, true);
    else return;
    event.preventDefault();
  });
  return [shape("g", { class: "cut-pieces" }, ...targets), shape("g", { class: "cursor" }, ...cursor)];
}

/** A sheet of a plan with left and right as they are cut, and its size. */
export function sheetOf(plan, index) {
  const size = plan.sheets[index].size_mm ?? plan.summary.stock_mm;
  const sheet = plan.mirrored ? mirrored(plan.sheets[index], size[0]) : plan.sheets[index];
  return { sheet, size, lines: sheet.cuts.flatMap((cut) => cut.lines) };
}

/** Calls `fit` with the size of a pixel in units of a picture when its box changes, or when its result is called. */
function onScale(svg, fit) {
  const look = () => {
    const { width, height } = svg.getBoundingClientRect();
    const { width: wide, height: high } = svg.viewBox.baseVal;
    if (width && height) fit(Math.max(wide / width, high / height));
  };
  new ResizeObserver(() => requestAnimationFrame(look)).observe(svg);
  return look;
}

/**
 * The picture of a sheet. `parts` are elements that are drawn over its lines; `isWhole` shows all of the sheet. Gives
 * the SVG, the line below it, and `show(isWhole)`.
 */
export function sheetPicture(plan, index, { material, parts = [], isWhole = true }) {
  const { sheet, size, lines } = sheetOf(plan, index);
  const pieces = piecesOn(sheet, plan.summary.sizes ?? []);
  const { fill, isWood } = colorsOf(plan, pieces, material);
  const line = el("p", { class: "under", id: "sheet-line" }, "Point at a piece, or walk with the arrow keys.");
  const [stock, grained] = ["cut-stock", "cut-wood"].map((name) => shape("rect", { class: name }));
  stock.setAttribute("fill", fill);
  grained.setAttribute("fill", isWood ? "url(#grain)" : "none");
  const ruler = shape("g", { "aria-hidden": "true" });
  const svg = shape("svg", { class: "cut-sheet", role: "application", tabindex: "0", "aria-roledescription": "sheet" });
  const title = `${sheet.title}: ${size.join(" × ")} mm, ${pieces.length ? `${pieces.length} pieces` : "cut lines"}.`;
  svg.setAttribute("aria-label", `${title}${pieces.length ? " Arrow keys walk from piece to piece." : ""}`);
  const [targets, cursor] = walking(svg, pieces, plan.summary, line);
  if (!pieces.length) line.textContent = "";
  const { scores = [], seams = [], engravings = [], pockets = [], crosses = [] } = sheet;
  svg.append(
    shape("defs", {}, grain()),
    stock,
    grained,
    targets,
    path("cut-engraved", [...scores, ...seams.flat(), ...engravings.flat()]),
    shape("g", { class: "cut-words" }, ...words(sheet.labels)),
    path("cut-later", [...lines, ...pockets, ...crosses]),
    ...parts,
    cursor,
    ruler,
  );
  let shown = null;
  let pixel = 0;
  const frame = () => {
    const [x, y, width, height] = shown;
    const thick = RULER * pixel;
    svg.setAttribute("viewBox", [x - thick, y - thick, width + 1.5 * thick, height + 1.3 * thick].join(" "));
    svg.style.setProperty("--px", String(pixel));
    ruler.replaceChildren(rulers(shown, pixel));
  };
  const show = (whole) => {
    shown = whole ? [0, 0, ...size] : partOf(lines, size);
    const [x, y, width, height] = shown;
    for (const rect of [stock, grained])
      Object.entries({ x, y, width, height }).forEach(([name, value]) => rect.setAttribute(name, value));
    stock.classList.toggle("torn", !whole);
    pixel = Math.max(width, height) / 600;
    frame();
    look();
  };
  // The rulers take a part of the picture themselves, so a small change of scale is left alone.
  const look = onScale(svg, (now) => {
    if (Math.abs(now / pixel - 1) < 0.04) return;
    pixel = now;
    frame();
  });
  show(isWhole);
  return { svg, line, show };
}

/** Whether the sheet is shown by the part that is cut, until somebody asks for all of it. */
export const isPart = (plan, index) => {
  const { size, lines } = sheetOf(plan, index);
  return isSmall(partOf(lines, size), size);
};

/** Which sheet of which plan is shown, and whether all of it if anybody said so: for as long as the page is open. */
const chosen = { of: "", index: 0, isWhole: null };
/** More sheets than this are chosen from a list. */
const MANY = 8;

/** The way to another sheet: buttons, or a list if there are many; `open(index)` shows one. */
function sheetChoice(plan, index, open) {
  if (plan.sheets.length < 2) return [];
  const name = (at) => `Sheet ${at + 1}`;
  const go = (at, id) => {
    open(at);
    document.getElementById(id)?.focus();
  };
  if (plan.sheets.length <= MANY) {
    return plan.sheets.map(({ title }, at) => {
      const id = `sheet-${at}`;
      const state = { "aria-pressed": String(at === index), "aria-label": title };
      return plainButton(name(at), () => go(at, id), { id, class: "small-button", ...state });
    });
  }
  const entries = plan.sheets.map((_, at) => el("option", { value: at, selected: at === index }, name(at)));
  const id = "sheet-choice";
  const onchange = ({ currentTarget }) => go(Number(currentTarget.value), id);
  return [el("select", { id, "aria-label": "Sheet", onchange }, entries)];
}

/** The size of a sheet, what it is of, and how much of it is used. */
function sheetWords(plan, index, material) {
  const { size } = sheetOf(plan, index);
  const use = plan.summary.on_sheets?.[index]?.utilisation ?? null;
  const sides = size.map((mm) => Math.round(mm * 10) / 10).join(" × ");
  return `${sides} mm, ${material.words}${use === null ? "" : `, ${Math.round(use * 100)} % of it is used`}`;
}

/**
 * The sheets of a plan, one at a time, with buttons to choose one. `layers()` gives what is drawn over a sheet, and
 * `opened` is called with the number of the sheet that is shown, from 0.
 */
export function sheetStage(plan, { material, layers = () => [], opened = () => {} }) {
  const place = el("figure", { class: "stage-figure" });
  const bar = el("div", { class: "row sheets", role: "group", "aria-label": "Sheets" });
  const element = el("div", { class: "sheet-stage" }, bar, place);
  const open = (index) => {
    Object.assign(chosen, { of: plan.title, index });
    const small = isPart(plan, index);
    const isWhole = () => chosen.isWhole ?? !small;
    const picture = sheetPicture(plan, index, { material, parts: layers(index), isWhole: isWhole() });
    const turn = ({ currentTarget }) => {
      chosen.isWhole = !isWhole();
      picture.show(isWhole());
      currentTarget.setAttribute("aria-pressed", String(isWhole()));
    };
    const pressed = { class: "small-button", "aria-pressed": String(isWhole()) };
    const all = plainButton("Whole sheet", turn, { id: "sheet-whole", hidden: !small, ...pressed });
    const words = el("span", { class: "small" }, sheetWords(plan, index, material));
    bar.replaceChildren(...sheetChoice(plan, index, open), words, all);
    place.replaceChildren(picture.svg, el("figcaption", {}, picture.line));
    opened(index, picture);
  };
  const first = chosen.of === plan.title ? Math.min(chosen.index, plan.sheets.length - 1) : 0;
  return { element, open: () => open(first) };
}
