// Plays steps: sewing, or cutting with the tool. By slider, buttons and keys, with every step in words, and
// large for a phone.

import { announce, el, mainButton, plainButton, scrolling } from "./dom.js";
import { shape } from "./lattice.js";
import { planInWords, planOf } from "./server.js";
import { sentence } from "./words.js";

/** The time between two steps while they are played, in milliseconds, by how fast. */
const SPEEDS = [
  ["slow", 2400],
  ["usual", 1200],
  ["fast", 400],
];

let speed = 1200;

/**
 * Buttons and a slider for `count` steps; `show(number)` shows the state after that many, `words(number)` says
 * it, and `picture()` is what is shown large beside the words. `done` is what a step is called that is done.
 */
export function player({ id, label, count, show, words, picture, done }) {
  let timer = 0;
  let at = 0;
  const line = el("p", { class: "step-words", id: `${id}-line` });
  const slider = el("input", {
    type: "range",
    id,
    min: 0,
    max: count,
    value: 0,
    "aria-describedby": `${id}-line`,
    oninput: () => go(Number(slider.value)),
  });
  const place = el("p", { class: "step-place" });
  const go = (number, speak = false) => {
    at = Math.min(Math.max(number, 0), count);
    slider.value = at;
    show(at);
    const text = words(at);
    line.textContent = text;
    place.textContent = at ? `Step ${at} of ${count}` : `${count} ${count === 1 ? "step" : "steps"}`;
    slider.setAttribute("aria-valuetext", text);
    if (speak) announce(text, { quiet: true });
  };
  const halt = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  };
  const start = () => {
    timer = setInterval(() => {
      if (!slider.isConnected || at >= count) halt();
      else go(at + 1, true);
    }, speed);
  };
  const toggle = () => {
    if (timer) {
      halt();
      return;
    }
    play.textContent = "Pause";
    if (at === count) go(0);
    start();
  };
  const step = (by) => {
    halt();
    go(at + by, true);
  };
  const changeSpeed = ({ currentTarget }) => {
    speed = Number(currentTarget.value);
    if (!timer) return;
    clearInterval(timer);
    start();
  };
  const play = plainButton("Play", toggle, { id: `${id}-play` });
  const buttons = [
    plainButton("Back", () => step(-1), { "aria-label": "Step back" }),
    play,
    plainButton("Next", () => step(1), { "aria-label": "Next step" }),
  ];
  const fast = el(
    "select",
    { id: `${id}-speed`, onchange: changeSpeed },
    SPEEDS.map(([name, time]) => el("option", { value: time, selected: time === speed }, name)),
  );
  const large = plainButton(
    "Large, for a phone at the machine",
    () => prop({ label, count, words, picture, go, now: () => at, done }),
    {
      id: `${id}-large`,
    },
  );
  go(0);
  return el(
    "div",
    { class: "player" },
    el("label", { for: id, class: "name" }, label),
    place,
    line,
    slider,
    el("div", { class: "row" }, buttons, el("label", { for: `${id}-speed`, class: "small" }, "Speed"), fast, large),
  );
}

/**
 * The player over the whole window, propped at the machine: the picture, one step in large words, and two
 * buttons.
 */
function prop({ label, count, words, picture, go, now, done }) {
  const dialog = el("dialog", { class: "propped", "aria-label": label });
  const place = el("p", { class: "step-place", role: "status" });
  const text = el("p", { class: "step-words" });
  const view = el("div", { class: "propped-picture", "aria-hidden": "true" });
  const move = (by) => {
    go(now() + by, true);
    draw();
  };
  const draw = () => {
    place.textContent = `Step ${now()} of ${count}`;
    text.textContent = words(now());
    const copy = picture()?.cloneNode(true);
    copy?.querySelectorAll("[id]").forEach((one) => one.removeAttribute("id"));
    ["tabindex", "role", "id"].forEach((name) => copy?.removeAttribute(name));
    view.replaceChildren(...(copy ? [copy] : []));
    back.disabled = now() === 0;
    next.disabled = now() === count;
  };
  const back = plainButton("◀", () => move(-1), { "aria-label": "Step back" });
  const next = mainButton(`${done} ▶`, () => move(1), { id: "propped-next" });
  dialog.append(
    el(
      "div",
      { class: "propped-head" },
      el("strong", {}, label),
      place,
      plainButton("Close", () => dialog.close(), { id: "propped-close" }),
    ),
    view,
    text,
    el("div", { class: "propped-buttons" }, back, next),
  );
  dialog.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(by);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  if (now() === 0) go(1);
  draw();
  dialog.showModal();
  next.focus();
  // A phone that sleeps between two seams is no help; where it cannot be kept awake, it sleeps.
  navigator.wakeLock?.request("screen").then(
    (lock) => dialog.addEventListener("close", () => lock.release()),
    () => {},
  );
}

/** The lines of a plan in words that are sewing steps, in order. */
export const stepLines = (parts) => parts.flatMap(({ lines, steps }) => lines.slice(lines.length - steps));

/** All lines of a part of the plan, to read. */
const list = ({ title, lines }) =>
  el(
    "details",
    { class: "words" },
    el("summary", {}, sentence(title).slice(0, -1)),
    scrolling(
      title,
      el(
        "ol",
        { class: "steps-list" },
        lines.map((line) => el("li", {}, sentence(line))),
      ),
    ),
  );

/** What is sewn in each step: the patches so far, those that are new, and the pairs of patches along the seam. */
export function sewing(plan) {
  const assembly = plan.quilt.assembly?.steps;
  if (assembly) {
    return assembly.map(({ sewn_patches: sewn, added_patches: added, seams }) => ({
      patches: [...sewn, ...added],
      added,
      pairs: seams.map((seam) => [seam.sewn, seam.added]),
    }));
  }
  const product = (first, second) => first.flatMap((a) => second.map((b) => [a, b])).filter(([a, b]) => a !== b);
  if (plan.quilt.row_steps) return plan.quilt.row_steps.map(({ patches }) => ({ patches, added: patches, pairs: [] }));
  const made = new Map((plan.rectangles ?? []).map((row) => [row.label, row.patch === null ? [] : [row.patch]]));
  return (plan.steps ?? []).map((step) => {
    const [first, second] = [step.first, step.second].map((label) => made.get(label) ?? []);
    made.set(step.makes, [...first, ...second]);
    return { patches: [...first, ...second], added: second, pairs: product(first, second) };
  });
}

/** Plays the sewing on the picture of the quilt. */
function sewingPlayer(plan, parts, figure) {
  const steps = sewing(plan);
  const words = stepLines(parts);
  if (!steps.length || words.length < steps.length) return null;
  const show = (number) => {
    const picture = figure();
    const done = number ? new Set(steps.slice(0, number).flatMap((step) => step.patches)) : null;
    const { added = [], pairs = [] } = steps[number - 1] ?? {};
    picture?.mark({ done, now: added, pairs });
    picture?.number(number > 0);
  };
  const say = (number) =>
    number ? sentence(words[number - 1]) : "Play the steps, or move the slider. New patches are marked.";
  return player({
    id: "steps",
    label: "Sewing, step by step",
    count: steps.length,
    show,
    words: say,
    picture: () => figure()?.svg,
    done: "Sewn",
  });
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
export function pathOf({ points, middles = [], closed }) {
  const sides = points.length - (closed ? 0 : 1);
  const side = (at) => stretch(points[at], middles[at], points[(at + 1) % points.length]);
  const all = Array.from({ length: sides }, (_, at) => side(at)).join("");
  return `M${points[0].x} ${points[0].y}${all}${closed ? "Z" : ""}`;
}

/** The part of a sheet that lines take, with some air: a small design on a large sheet is shown large. */
function viewOf(lines, [width, height]) {
  const all = lines.flatMap((line) => line.points);
  const ends = [
    ["x", Math.min],
    ["x", Math.max],
    ["y", Math.min],
    ["y", Math.max],
  ];
  const [left, right, top, bottom] = ends.map(([axis, of]) => of(...all.map((point) => point[axis])));
  const air = Math.max(right - left, bottom - top) / 12;
  const [x, y] = [Math.max(left - air, 0), Math.max(top - air, 0)];
  return [x, y, Math.min(right + air, width) - x, Math.min(bottom + air, height) - y];
}

/** Numbers where lines begin, of those that are cut or being cut. */
function lineNumbers(lines, number, size) {
  return lines.slice(0, number).map(({ points: [{ x, y }] }, index) => {
    const text = shape("text", { x, y, "font-size": size, class: index === number - 1 ? "now" : undefined });
    text.textContent = String(index + 1);
    return text;
  });
}

/** Plays how the tool runs on a sheet. */
function cutPlayer(sheet, index, part, released, [width, height]) {
  const lines = sheet.cuts.flatMap((cut) => cut.lines);
  const drawn = lines.map(pathOf);
  const path = (name) => shape("path", { class: name, fill: "none" });
  const [later, travel, done, now] = ["cut-later", "cut-travel", "cut-done", "cut-now"].map(path);
  const view = viewOf(lines, [width, height]);
  const unit = Math.max(view[2], view[3]);
  const tool = shape("circle", { class: "cut-tool", r: unit / 90 });
  const [free, numbers] = ["cut-free", "numbers"].map((name) => shape("g", { class: name }));
  const svg = shape(
    "svg",
    {
      class: "cut-sheet",
      viewBox: view.join(" "),
      role: "img",
      "aria-label": `Sheet ${index + 1}, with the lines in cutting order`,
    },
    shape("rect", { class: "cut-stock", width, height }),
    free,
    later,
    travel,
    done,
    now,
    numbers,
    tool,
  );
  later.setAttribute("d", drawn.join(""));
  const end = (line) => (line.closed ? line.points[0] : line.points[line.points.length - 1]);
  const show = (number) => {
    done.setAttribute("d", drawn.slice(0, Math.max(number - 1, 0)).join(""));
    now.setAttribute("d", drawn[number - 1] ?? "");
    const at = number ? end(lines[number - 1]) : { x: 0, y: 0 };
    const before = number > 1 ? end(lines[number - 2]) : { x: 0, y: 0 };
    travel.setAttribute("d", number ? pathOf({ points: [before, lines[number - 1].points[0]] }) : "");
    tool.setAttribute("cx", at.x);
    tool.setAttribute("cy", at.y);
    numbers.replaceChildren(...lineNumbers(lines, number, unit / 40));
    const pieces = released.filter((one) => one.sheet === index + 1 && one.step <= number).map((one) => one.piece);
    const rings = sheet.outlines.filter((one) => pieces.includes(one.piece)).flatMap((one) => one.rings);
    free.replaceChildren(...rings.map((ring) => shape("path", { d: pathOf(ring) })));
  };
  const say = (number) => sentence(number ? (part.lines[number - 1] ?? "") : part.title);
  return [
    svg,
    player({
      id: `cut-${index}`,
      label: `Cutting sheet ${index + 1}, line by line`,
      count: lines.length,
      show,
      words: say,
      picture: () => svg,
      done: "Cut",
    }),
  ];
}

/** The players of all sheets, one at a time. */
function cutPlayers(plan, parts) {
  const place = el("div", {});
  const open = (index) => {
    const { free, stock_mm } = plan.summary;
    const stock = plan.sheets[index].size_mm ?? stock_mm;
    place.replaceChildren(...cutPlayer(plan.sheets[index], index, parts[index], free, stock), list(parts[index]));
  };
  open(0);
  if (plan.sheets.length < 2) return [place];
  const entries = plan.sheets.map((sheet, index) => el("option", { value: index }, `${index + 1}: ${sheet.title}`));
  const input = el("select", { id: "cut-sheet", onchange: () => open(Number(input.value)) }, entries);
  return [el("div", { class: "field" }, el("label", { for: "cut-sheet", class: "name" }, "Sheet"), input), place];
}

/** What can be played of a result, and its plan in words. `figure` gives the picture of the quilt. */
export async function playable(result, figure) {
  const [[plan], [parts]] = await Promise.all([planOf(result), planInWords(result)]);
  if (!plan || !parts?.length) return { parts: [], elements: [] };
  const elements = plan.sheets
    ? cutPlayers(plan, parts)
    : [sewingPlayer(plan, parts, figure), ...parts.map(list)].filter(Boolean);
  return { plan, parts, elements };
}
