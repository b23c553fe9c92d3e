// Roll: several tilings of the board as pictures; one is chosen.

import { change, goTo, state, subjectOf } from "./design.js";
import { announce, counted, el, plain, problems } from "./dom.js";
import { paletteFabrics } from "./color.js";
import { form } from "./controls.js";
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
const cellsOf = (tiling) => JSON.stringify(tiling.placements);

export function build(view) {
  if (rolledFor !== boardKey()) rolled = [];
  let job = null;
  const strip = el("div", { class: "strip", role: "radiogroup", "aria-label": "Tilings" });
  const status = el("p", { class: "help", role: "status" });
  const total = el("p", { class: "figure-line", role: "status" });

  const colors = () => paletteFabrics(view).map((fabric) => fabric.rgb);
  const draw = () => {
    const sorted = sort === "none" ? rolled : [...rolled].sort((a, b) => a.figures[sort] - b.figures[sort]);
    const chosen = view.tiling ? cellsOf(view.tiling) : "";
    const at = Math.max(sorted.findIndex((one) => cellsOf(one.tiling) === chosen), 0);
    strip.replaceChildren(...sorted.map((one, index) => {
      const on = cellsOf(one.tiling) === chosen;
      const key = sort === "none" ? "set_in_corners" : sort;
      const caption = counted(one.figures[key], ...FIGURES[key]);
      return el("button", {
        type: "button", class: "tile", role: "radio", "aria-checked": String(on), tabIndex: index === at ? 0 : -1,
        "aria-label": `Tiling ${index + 1}: ${Object.entries(FIGURES).map(([name, words]) => counted(one.figures[name], ...words)).join(", ")}`,
        onclick: () => choose(one), onkeydown: (event) => walk(event, index, sorted),
      }, small(one.picture, colors()), el("span", {}, caption));
    }));
    strip.hidden = sorted.length === 0;
  };
  const walk = (event, index, sorted) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (index + step + sorted.length) % sorted.length;
    choose(sorted[next]);
    draw();
    strip.children[next]?.focus();
  };
  const choose = (one) => {
    change((design) => { design.tilings = [one.tiling]; });
    announce("This tiling is chosen.");
  };

  const add = (one) => {
    if (rolled.some((other) => cellsOf(other.tiling) === cellsOf(one.tiling))) return false;
    rolled.push(one);
    draw();
    return true;
  };
  const finish = (text) => {
    job = null;
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
      tiling: (one) => { fresh = add(one); },
      done: () => oneByOne(tries - 1, fresh ? 0 : misses + 1),
      failed: ({ errors }) => finish(plain(errors[0].message)),
    });
  };
  const roll = () => {
    job?.stop();
    if (rolledFor !== boardKey()) rolled = [];
    rolledFor = boardKey();
    stopButton.hidden = false;
    seed += 1;
    let got = 0;
    let note = "";
    const search = { ...state.design.search, seed, time_limit: PATIENCE };
    job = run({ ...subjectOf(state.design), search, solve: { sample: WANTED } }, {
      progress: (progress) => { status.textContent = progressWords(progress); },
      tiling: (one) => { got += Number(add(one)); },
      note: ({ text }) => { note ||= text; },
      done: ({ end }) => {
        if (got === 0 && end === "stopped") oneByOne(6, 0);
        else finish(`${counted(rolled.length, "tiling")}. ${note ? `${plain(note).replace(/^./, (c) => c.toUpperCase())}.` : ""}`);
      },
      failed: ({ errors }) => finish(plain(errors[0].message)),
    });
    status.textContent = "Rolling …";
  };
  const count = () => {
    total.textContent = "Counting …";
    run({ ...subjectOf(state.design), search: { ...state.design.search, time_limit: "20s" }, solve: { count: true } }, {
      done: ({ made, end }) => { total.textContent = `${plain(made[0]?.text.split("\n")[0] ?? "")}${end === "stopped" ? " or more: the count was stopped" : ""}.`; },
      failed: ({ errors }) => { total.textContent = plain(errors[0].message); },
    });
  };

  const stopButton = el("button", { type: "button", hidden: true, onclick: () => { job?.stop(); finish("Stopped."); } }, "Stop");
  const sorter = el("select", { id: "roll-sort", onchange: () => { sort = sorter.value; draw(); } },
    Object.entries(SORTS).map(([name, label]) => el("option", { value: name, selected: name === sort }, label)));
  const options = form("search", view.inputs.search, view.inputs, (key, value) => {
    change((design) => {
      design.search ??= {};
      if (value === undefined) delete design.search[key];
      else design.search[key] = value;
      if (Object.keys(design.search).length === 0) delete design.search;
      // Another search may find another tiling, unless the board is known by this tiling alone.
      if (design.puzzle) delete design.tilings;
    });
  });
  const panel = el("section", { class: "panel", "aria-label": "Roll" },
    el("p", { class: "intro" }, "One board has many tilings. Roll some, and keep the one you like."),
    el("div", { class: "row" }, el("button", { type: "button", class: "main", id: "roll", onclick: roll }, "Roll twelve"), stopButton),
    status,
    el("div", { class: "field" }, el("label", { for: "roll-sort", class: "name" }, "Sort by"), sorter),
    el("div", { class: "row" }, el("button", { type: "button", onclick: count }, "Count all tilings")), total,
    el("details", { class: "more" }, el("summary", {}, "How to search"), options.element));
  const middle = stage(view, { below: [strip] });
  const facts = el("section", { class: "facts", "aria-label": "Facts" });
  const next = el("button", { type: "button", class: "main", onclick: () => goTo("color") }, "Choose the fabrics");
  const book = el("p", { class: "help", hidden: true }, "A book holds several boards. Choose one of them to roll its tilings.");
  panel.prepend(book);
  const sync = () => {
    // A book finds the tilings of its boards itself.
    const isBook = Boolean(state.design?.puzzles);
    book.hidden = !isBook;
    panel.querySelector("#roll").disabled = isBook;
    middle.sync();
    options.sync(state.design?.search, view.errors);
    facts.replaceChildren(...factsOf(view), next);
    draw();
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
    patchTable(scene),
  ].filter(Boolean);
}

