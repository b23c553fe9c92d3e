// Plays steps: sewing, or cutting with the tool. By slider, buttons and keys, with every step in words, and
// large for a phone.

import { announce, el, mainButton, plainButton, scrolling } from "./dom.js";
import { shape } from "./lattice.js";
import { planInWords, planOf } from "./server.js";
import { isPart, pathOf, sheetOf, sheetPicture, sheetStage } from "./sheet.js";
import { partOf } from "./sheetlook.js";
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
  const place = el("p", { class: "step-place" });
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
  announce(text.textContent, { quiet: true });
  // A phone that sleeps between two seams is no help; where it cannot be kept awake, it sleeps.
  navigator.wakeLock?.request("screen").then(
    (lock) => dialog.addEventListener("close", () => lock.release()),
    () => {},
  );
}

/** The lines of a plan in words that are sewing steps, in order. */
const stepLines = (parts) => parts.flatMap(({ lines, steps }) => lines.slice(lines.length - steps));

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

/** Numbers where lines begin, of those that are cut or being cut. */
function lineNumbers(lines, number, size) {
  return lines.slice(0, number).map(({ points: [{ x, y }] }, index) => {
    const text = shape("text", { x, y, "font-size": size, class: index === number - 1 ? "now" : undefined });
    text.textContent = String(index + 1);
    return text;
  });
}

/** Plays how the tool runs on a sheet: what is drawn over it, and the player once its picture is there. */
function cutPlayer(plan, index, part) {
  const { sheet, size, lines } = sheetOf(plan, index);
  const drawn = lines.map(pathOf);
  const path = (name) => shape("path", { class: name, fill: "none" });
  const [travel, done, now] = ["cut-travel", "cut-done", "cut-now"].map(path);
  const view = partOf(lines, size);
  const unit = Math.max(view[2], view[3]);
  const tool = shape("circle", { class: "cut-tool", r: 0 });
  const [free, numbers] = ["cut-free", "numbers"].map((name) => shape("g", { class: name }));
  const layers = [free, travel, done, now, numbers, tool];
  const end = (line) => (line.closed ? line.points[0] : line.points[line.points.length - 1]);
  const show = (picture) => (number) => {
    picture.svg.classList.toggle("playing", number > 0);
    done.setAttribute("d", drawn.slice(0, Math.max(number - 1, 0)).join(""));
    now.setAttribute("d", drawn[number - 1] ?? "");
    const at = number ? end(lines[number - 1]) : { x: 0, y: 0 };
    const before = number > 1 ? end(lines[number - 2]) : { x: 0, y: 0 };
    travel.setAttribute("d", number ? pathOf({ points: [before, lines[number - 1].points[0]] }) : "");
    Object.entries({ cx: at.x, cy: at.y, r: number ? unit / 90 : 0 }).forEach(([key, value]) =>
      tool.setAttribute(key, value),
    );
    numbers.replaceChildren(...lineNumbers(lines, number, unit / 40));
    const released = plan.summary.free.filter((one) => one.sheet === index + 1 && one.step <= number);
    const pieces = released.map((one) => one.piece);
    const rings = sheet.outlines.filter((one) => pieces.includes(one.piece)).flatMap((one) => one.rings);
    free.replaceChildren(...rings.map((ring) => shape("path", { d: pathOf(ring) })));
  };
  const say = (number) => sentence(number ? (part.lines[number - 1] ?? "") : part.title);
  const play = (picture) =>
    player({
      id: `cut-${index}`,
      label: `Cutting sheet ${index + 1}, line by line`,
      count: lines.length,
      show: show(picture),
      words: say,
      picture: () => picture.svg,
      done: "Cut",
    });
  return { layers, play };
}

/** The sheets of a plan as pictures, and below them the player of the one that is shown. */
function cutting(plan, parts, material) {
  const below = el("div", {});
  let playing = null;
  const layers = (index) => {
    playing = cutPlayer(plan, index, parts[index]);
    return playing.layers;
  };
  const opened = (index, picture) => below.replaceChildren(playing.play(picture), list(parts[index]));
  const stage = sheetStage(plan, { material, layers, opened });
  stage.open();
  return { picture: stage.element, elements: [below] };
}

/** What the plan of a quilt says of a patch: its template, and when it is sewn on. */
function patchWords({ quilt, patches, rectangles = [] }, parts, number) {
  const said = [];
  const template = quilt.templates.find((one) => one.name === patches[number - 1]?.piece);
  if (template) said.push(`template ${template.name}`);
  const marks = quilt.match_marks?.[number - 1];
  if (marks?.set_in?.length) said.push(`Y-seams at corners ${marks.set_in.map(([, corner]) => corner).join(", ")}`);
  const steps = quilt.assembly?.steps ?? [];
  const isFirst = (step) => step.step === 1 && step.sewn_patches.includes(number);
  const at = steps.findIndex((step) => step.added_patches.includes(number) || isFirst(step));
  if (at >= 0) said.push(stepLines(parts)[at]);
  const rows = rectangles.filter((row) => row.patch === number);
  const cut = (row) => `${row.label} (${row.cut_width} × ${row.cut_height})`;
  if (rows.length) said.push(`cut as ${rows.map(cut).join(", ")}`);
  return said.join("; ");
}

/**
 * What can be played of a result: `elements`, what is said of a patch, and of sheets their `picture`. `figure` gives
 * the picture of the quilt, and `material` is what sheets are of.
 */
export async function playable(result, figure, material) {
  // A result that the server has lost meanwhile has nothing to play.
  const [[plan], [parts]] = await Promise.all([planOf(result), planInWords(result)]).catch(() => [[], []]);
  if (!plan || !parts?.length) return { key: null, elements: [], words: () => "" };
  const key = JSON.stringify([plan, parts, material]);
  if (plan.sheets) return { key, words: () => "", ...cutting(plan, parts, material) };
  const elements = [sewingPlayer(plan, parts, figure), ...parts.map(list)].filter(Boolean);
  return { key, elements, words: (number) => patchWords(plan, parts, number) };
}

/** A picture of every sheet of a result, to look at. */
export async function sheetPictures(result, material) {
  const [plan] = await planOf(result);
  return (plan?.sheets ?? []).map((_, index) => {
    const { svg } = sheetPicture(plan, index, { material, isWhole: !isPart(plan, index) });
    ["tabindex", "role", "aria-label", "aria-roledescription"].forEach((name) => svg.removeAttribute(name));
    return svg;
  });
}
