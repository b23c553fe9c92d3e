// Plays steps: sewing, or cutting with the tool. By slider, buttons and keys, with every step in words.

import { announce, el } from "./dom.js";
import { shape } from "./lattice.js";
import { planInWords, planOf } from "./server.js";

/** The time between two steps while they are played, in milliseconds. */
const PAUSE = 700;

/** Buttons and a slider for `count` steps; `show(number)` shows the state after that many, `words(number)` says it. */
export function player({ id, label, count, show, words }) {
  let timer = 0;
  const line = el("p", { class: "under", id: `${id}-line` });
  const slider = el("input", { type: "range", id, min: 0, max: count, value: 0, "aria-describedby": `${id}-line`, oninput: () => go(Number(slider.value)) });
  const go = (number, speak = false) => {
    slider.value = number;
    show(number);
    const text = words(number);
    line.textContent = text;
    slider.setAttribute("aria-valuetext", text);
    if (speak) announce(text, { alone: true });
  };
  const halt = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const toggle = () => {
    if (timer) {
      halt();
      return;
    }
    play.textContent = "Pause";
    if (Number(slider.value) === count) go(0);
    timer = setInterval(() => {
      if (!slider.isConnected || Number(slider.value) >= count) halt();
      else go(Number(slider.value) + 1, true);
    }, PAUSE);
  };
  const step = (by) => {
    halt();
    go(Math.min(Math.max(Number(slider.value) + by, 0), count), true);
  };
  const play = el("button", { type: "button", id: `${id}-play`, onclick: toggle }, "Play");
  const back = el("button", { type: "button", onclick: () => step(-1), "aria-label": "Step back" }, "Back");
  const next = el("button", { type: "button", onclick: () => step(1), "aria-label": "Next step" }, "Next");
  go(0);
  return el("div", { class: "player" }, el("label", { for: id, class: "name" }, label), slider, el("div", { class: "row" }, back, play, next), line);
}

const capital = (text) => `${text.replace(/^./, (letter) => letter.toUpperCase())}${/[.!?]$/.test(text) ? "" : "."}`;

/** The lines of a plan in words that are sewing steps, in order. */
export const stepLines = (parts) => parts.flatMap(({ lines, steps }) => lines.slice(lines.length - steps));

/** All lines of a part of the plan, to read. */
function list({ title, lines }) {
  return el("details", { class: "words" }, el("summary", {}, capital(title).slice(0, -1)),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, el("ol", { class: "steps-list" }, lines.map((line) => el("li", {}, capital(line))))));
}

/** The patches of each sewing step: those that are sewn so far. */
function sewing(plan) {
  const assembly = plan.quilt.assembly?.steps;
  if (assembly) return assembly.map((step) => [...step.sewn_patches, ...step.added_patches]);
  if (plan.quilt.row_steps) return plan.quilt.row_steps.map((step) => step.patches);
  const patches = new Map((plan.rectangles ?? []).map((row) => [row.label, row.patch === null ? [] : [row.patch]]));
  return (plan.steps ?? []).map((step) => {
    const made = [...(patches.get(step.first) ?? []), ...(patches.get(step.second) ?? [])];
    patches.set(step.makes, made);
    return made;
  });
}

/** Plays the sewing on the picture of the quilt. */
function sewingPlayer(plan, parts, figure) {
  const steps = sewing(plan);
  const words = stepLines(parts);
  if (!steps.length || words.length < steps.length) return null;
  const show = (number) => {
    const { paths } = figure() ?? { paths: [] };
    const done = new Set(steps.slice(0, number).flat());
    const now = new Set(steps[number - 1] ?? []);
    paths.forEach((path, index) => {
      path.classList.toggle("later", number > 0 && !done.has(index + 1));
      path.classList.toggle("now", now.has(index + 1));
    });
  };
  const say = (number) => (number ? words[number - 1] : `${steps.length} steps. Play them, or move the slider.`);
  return player({ id: "steps", label: "Sewing, step by step", count: steps.length, show, words: say });
}

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
function text({ points, middles = [], closed }) {
  const sides = points.length - (closed ? 0 : 1);
  const side = (at) => stretch(points[at], middles[at], points[(at + 1) % points.length]);
  return `M${points[0].x} ${points[0].y}${Array.from({ length: sides }, (_, at) => side(at)).join("")}${closed ? "Z" : ""}`;
}

/** Plays how the tool runs on a sheet. */
function cutPlayer(sheet, index, part, released, [width, height]) {
  const lines = sheet.cuts.flatMap((cut) => cut.lines);
  const drawn = lines.map(text);
  const path = (name) => shape("path", { class: name, fill: "none" });
  const [later, travel, done, now] = ["cut-later", "cut-travel", "cut-done", "cut-now"].map(path);
  // A small design on a large sheet is shown large.
  const all = lines.flatMap((line) => line.points);
  const [left, right, top, bottom] = [["x", Math.min], ["x", Math.max], ["y", Math.min], ["y", Math.max]].map(([axis, of]) => of(...all.map((point) => point[axis])));
  const air = Math.max(right - left, bottom - top) / 12;
  const [x, y] = [Math.max(left - air, 0), Math.max(top - air, 0)];
  const view = [x, y, Math.min(right + air, width) - x, Math.min(bottom + air, height) - y];
  const tool = shape("circle", { class: "cut-tool", r: Math.max(view[2], view[3]) / 90 });
  const free = shape("g", { class: "cut-free" });
  const svg = shape("svg", { class: "cut-sheet", viewBox: view.join(" "), role: "img", "aria-label": `Sheet ${index + 1}, with the lines in cutting order` },
    shape("rect", { class: "cut-stock", width, height }), free, later, travel, done, now, tool);
  later.setAttribute("d", drawn.join(""));
  const end = (line) => (line.closed ? line.points[0] : line.points[line.points.length - 1]);
  const show = (number) => {
    done.setAttribute("d", drawn.slice(0, Math.max(number - 1, 0)).join(""));
    now.setAttribute("d", drawn[number - 1] ?? "");
    const at = number ? end(lines[number - 1]) : { x: 0, y: 0 };
    const before = number > 1 ? end(lines[number - 2]) : { x: 0, y: 0 };
    travel.setAttribute("d", number ? text({ points: [before, lines[number - 1].points[0]] }) : "");
    tool.setAttribute("cx", at.x);
    tool.setAttribute("cy", at.y);
    const pieces = released.filter((free) => free.sheet === index + 1 && free.step <= number).map((free) => free.piece);
    free.replaceChildren(...sheet.outlines.filter((one) => pieces.includes(one.piece)).flatMap((one) => one.rings.map((ring) => shape("path", { d: text(ring) }))));
  };
  const say = (number) => (number ? capital(part.lines[number - 1] ?? "") : capital(part.title));
  return [svg, player({ id: `cut-${index}`, label: `Cutting sheet ${index + 1}, line by line`, count: lines.length, show, words: say })];
}

/** The players of all sheets, one at a time. */
function cutPlayers(plan, parts) {
  const place = el("div", {});
  const open = (index) => place.replaceChildren(...cutPlayer(plan.sheets[index], index, parts[index], plan.summary.free, plan.summary.stock_mm), list(parts[index]));
  open(0);
  if (plan.sheets.length < 2) return [place];
  const input = el("select", { id: "cut-sheet", onchange: () => open(Number(input.value)) }, plan.sheets.map((sheet, index) => el("option", { value: index }, `${index + 1}: ${sheet.title}`)));
  return [el("div", { class: "field" }, el("label", { for: "cut-sheet", class: "name" }, "Sheet"), input), place];
}

/** What can be played of a result, and its plan in words. `figure` gives the picture of the quilt. */
export async function playable(result, figure) {
  const [[plan], [parts]] = await Promise.all([planOf(result), planInWords(result)]);
  if (!plan || !parts?.length) return { parts: [], elements: [] };
  const elements = plan.sheets ? cutPlayers(plan, parts) : [sewingPlayer(plan, parts, figure), ...parts.map(list)].filter(Boolean);
  return { plan, parts, elements };
}
