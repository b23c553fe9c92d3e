// Roll: several tilings of the board as pictures; one is chosen.

import { change, goTo, state, subjectOf } from "./design.js";
import { announce, counted, el, plain, problems, show } from "./dom.js";
import { paletteFabrics } from "./color.js";
import { freePatches } from "./patch.js";
import { form } from "./controls.js";
import { cellsOf, comparison, isStarred, star, starred } from "./compare.js";
import { patchTable, small } from "./picture.js";
import { run } from "./server.js";
import { progressWords, stage } from "./stage.js";

const FIGURES = { set_in_corners: ["Y-seam", "Y-seams"], crossings: ["crossing", "crossings"], fault_lines: ["fault line", "fault lines"] };
const SORTS = { none: "as found", set_in_corners: "fewest Y-seams", crossings: "fewest crossings", fault_lines: "fewest fault lines" };
const WANTED = 12;
/** How long sampling may take before single searches take over. */
const PATIENCE = "6s";

let rolled = [];
let rolledFor = null;
let sort = "none";
let seed = 1;

const boardKey = () => JSON.stringify(subjectOf(state.design ?? {}));

/** Turns the strip into the tilings that were rolled, and keeps it so. */
function tileStrip(view, compareButton) {
  const element = el("ul", { class: "strip", "aria-label": "Tilings" });
  let expected = 0;
  const colors = () => paletteFabrics(view).map((fabric) => fabric.rgb);
  const sorted = () => (sort === "none" ? rolled : [...rolled].sort((a, b) => a.figures[sort] - b.figures[sort]));
  const choose = (one) => {
    change((design) => {
      design.tilings = [one.tiling];
      freePatches(design);
    });
    announce("This tiling is chosen.");
  };
  const like = (one, index) => {
    star(boardKey(), one);
    announce(isStarred(one) ? `Tiling ${index + 1} has a star.` : `Tiling ${index + 1} has no star.`);
    draw();
    element.children[index]?.querySelector(".star").focus();
  };
  const walk = (event, index) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = sorted();
    const next = (index + step + all.length) % all.length;
    choose(all[next]);
    draw();
    element.children[next]?.querySelector(".tile").focus();
  };
  const slot = (one, index, chosen) => {
    const key = sort === "none" ? "set_in_corners" : sort;
    const liked = isStarred(one);
    const tile = el("button", {
      type: "button", class: "tile", "aria-pressed": String(cellsOf(one.tiling) === chosen),
      "aria-label": `Tiling ${index + 1}: ${Object.entries(FIGURES).map(([name, words]) => counted(one.figures[name], ...words)).join(", ")}`,
      onclick: () => choose(one), onkeydown: (event) => walk(event, index),
    }, small(one.picture, colors()), el("span", {}, counted(one.figures[key], ...FIGURES[key])));
    return el("li", { class: "slot" }, tile, el("button", { type: "button", class: "star", "aria-pressed": String(liked), "aria-label": `Star tiling ${index + 1}`, onclick: () => like(one, index) }, liked ? "★" : "☆"));
  };
  const draw = () => {
    const chosen = view.tiling ? cellsOf(view.tiling) : "";
    const tiles = sorted().map((one, index) => slot(one, index, chosen));
    // Tilings that are still looked for have their places already.
    const empty = Array.from({ length: Math.max(expected - tiles.length, 0) }, () => el("li", { class: "slot waiting", "aria-hidden": "true" }));
    show(element, ...tiles, ...empty);
    element.hidden = tiles.length + empty.length === 0;
    const count = rolled.filter(isStarred).length;
    compareButton.disabled = count < 2;
    compareButton.textContent = count < 2 ? "Star two to compare" : `Compare ${count} starred`;
  };
  const compare = () => {
    const dialog = comparison(sorted().filter(isStarred), { figures: FIGURES, colors, choose });
    element.after(dialog);
    dialog.showModal();
  };
  return {
    element, draw, compare,
    /** Leaves room for as many tilings. */
    expect(count) {
      expected = count;
      draw();
    },
    add(one) {
      if (rolled.some((other) => cellsOf(other.tiling) === cellsOf(one.tiling))) return false;
      rolled.push(one);
      draw();
      return true;
    },
  };
}

/** Rolls and counts; `strip` shows what is found. */
function roller(strip, status, stopButton) {
  let job = null;
  const finish = (text) => {
    job = null;
    strip.expect(0);
    stopButton.hidden = true;
    status.textContent = text;
    announce(text);
  };
  /** One search after the other, each from another seed, where the tilings cannot be counted in time. */
  const oneByOne = (tries, misses) => {
    if (tries === 0 || misses > 2) {
      finish(rolled.length ? `${counted(rolled.length, "tiling")}.${misses > 2 ? " The search finds these again and again." : ""}` : "No tiling was found in the time.");
      return;
    }
    seed += 1;
    let fresh = false;
    job = run({ ...subjectOf(state.design), search: { ...state.design.search, seed, time_limit: "20s" }, solve: {} }, {
      progress: (progress) => { status.textContent = progressWords(progress); },
      tiling: (one) => { fresh = strip.add(one); },
      done: () => oneByOne(tries - 1, fresh ? 0 : misses + 1),
      failed: ({ errors }) => finish(plain(errors[0].message)),
    });
  };
  const roll = () => {
    job?.stop();
    if (rolledFor !== boardKey()) rolled = starred(boardKey());
    rolledFor = boardKey();
    stopButton.hidden = false;
    strip.expect(rolled.length + WANTED);
    seed += 1;
    let got = 0;
    let note = "";
    const search = { ...state.design.search, seed, time_limit: PATIENCE };
    job = run({ ...subjectOf(state.design), search, solve: { sample: WANTED } }, {
      progress: (progress) => { status.textContent = progressWords(progress); },
      tiling: (one) => { got += Number(strip.add(one)); },
      note: ({ text }) => { note ||= text; },
      done: ({ end }) => {
        if (got === 0 && end === "stopped") oneByOne(6, 0);
        else finish(`${counted(rolled.length, "tiling")}. ${note ? `${plain(note).replace(/^./, (c) => c.toUpperCase())}.` : ""}`);
      },
      failed: ({ errors }) => finish(plain(errors[0].message)),
    });
    status.textContent = "Rolling …";
  };
  const stop = () => {
    job?.stop();
    finish("Stopped.");
  };
  return { roll, stop };
}

/** Counts all tilings of the board. */
function count(total) {
  total.textContent = "Counting …";
  run({ ...subjectOf(state.design), search: { ...state.design.search, time_limit: "20s" }, solve: { count: true } }, {
    done: ({ made, end }) => { total.textContent = `${plain(made[0]?.text.split("\n")[0] ?? "")}${end === "stopped" ? " or more: the count was stopped" : ""}.`; },
    failed: ({ errors }) => { total.textContent = plain(errors[0].message); },
  });
}

/** Changes how tilings are searched. */
function setSearch(key, value) {
  change((design) => {
    design.search ??= {};
    if (value === undefined) delete design.search[key];
    else design.search[key] = value;
    if (Object.keys(design.search).length === 0) delete design.search;
    // Another search may find another tiling, unless the board is known by this tiling alone.
    if (design.puzzle) delete design.tilings;
  });
}

export function build(view) {
  if (rolledFor !== boardKey()) rolled = starred(boardKey());
  rolledFor = boardKey();
  const status = el("p", { class: "help" });
  const total = el("p", { class: "figure-line", role: "status" });
  const compareButton = el("button", { type: "button", id: "compare", disabled: true, onclick: () => strip.compare() }, "Star two to compare");
  const stopButton = el("button", { type: "button", hidden: true, onclick: () => rolls.stop() }, "Stop");
  const strip = tileStrip(view, compareButton);
  const rolls = roller(strip, status, stopButton);
  const sorter = el("select", { id: "roll-sort", onchange: () => { sort = sorter.value; strip.draw(); } },
    Object.entries(SORTS).map(([name, label]) => el("option", { value: name, selected: name === sort }, label)));
  const options = form("search", view.inputs.search, view.inputs, setSearch);
  const rollButton = el("button", { type: "button", class: "main", id: "roll", onclick: rolls.roll }, "Roll twelve");
  const said = el("div", {});
  const next = el("button", { type: "button", class: "main", onclick: () => goTo("color") }, "Choose the fabrics");
  const facts = el("section", { class: "facts", "aria-label": "Facts" }, said, next);
  const book = el("p", { class: "help", hidden: true }, "A book holds several boards. Choose one of them to roll its tilings.");
  const panel = el("section", { class: "panel", "aria-label": "Roll" }, book,
    el("p", { class: "intro" }, "One board has many tilings. Roll some, star the good ones, and keep the one you like."),
    el("div", { class: "row" }, rollButton, stopButton),
    status,
    el("div", { class: "field" }, el("label", { for: "roll-sort", class: "name" }, "Sort by"), sorter),
    el("div", { class: "row" }, compareButton),
    el("div", { class: "row" }, el("button", { type: "button", onclick: () => count(total) }, "Count all tilings")), total,
    el("details", { class: "more" }, el("summary", {}, "How to search"), options.element));
  const middle = stage(view, { below: [strip.element] });
  const sync = () => {
    // A book finds the tilings of its boards itself.
    const isBook = Boolean(state.design?.puzzles);
    book.hidden = !isBook;
    rollButton.disabled = isBook;
    middle.sync();
    options.sync(state.design?.search, view.errors);
    show(said, ...factsOf(view));
    strip.draw();
  };
  return { parts: [panel, middle.element, facts], sync };
}

/** What can be said of the tiling. */
function factsOf({ look }) {
  if (!look?.scene) return [el("h3", {}, "Pieces"), el("ul", { class: "plain" }, (look?.puzzle?.pieces ?? []).slice(0, 60).map((piece) => el("li", {}, `${piece.name}: ${counted(piece.cells, "cell")}`)))];
  const { figures, scene } = look;
  const lines = [
    [figures.set_in_corners, "Y-seams: a patch set into a corner"],
    [figures.crossings, "crossings: four patches meet in a point"],
    [figures.fault_lines, "fault lines: straight from side to side"],
    [figures.symmetries - 1, "ways to turn or flip it onto itself"],
  ];
  return [
    el("h3", {}, "This tiling"),
    el("dl", { class: "figures" }, lines.map(([number, words]) => el("div", {}, el("dt", {}, String(number)), el("dd", {}, words)))),
    scene.problem ? problems(scene.problem, "The fabrics of the design do not fit") : null,
    patchTable(scene, look.words),
  ].filter(Boolean);
}

