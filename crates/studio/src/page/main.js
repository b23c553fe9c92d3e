// Starts the studio: reads the address, shows the act, and keeps the picture and the figures up to date.

import { ACTS, goTo, knowProducts, onChange, product, readAddress, setDesign, settled, state, steps, subjectOf } from "./design.js";
import { announce, counted, el, later, problems } from "./dom.js";
import { knowLattices } from "./lattice.js";
import { watchTyping } from "./renew.js";
import { Refused, inputs, isKept, look, openFile, run } from "./server.js";
import { loadPhotos } from "./photos.js";
import { keepGood, mended } from "./mend.js";
import * as choose from "./choose.js";
import * as roll from "./roll.js";
import * as color from "./color.js";
import * as make from "./make.js";
import * as take from "./take.js";

const MODULES = { choose, roll, color, make, take };
const TITLES = { choose: "Choose", roll: "Roll", color: "Color", make: "Make", take: "Take" };

/** Everything that is known of the design; acts read it. */
const view = {
  inputs: null,
  /** What the server says of the design at a glance. */
  look: null,
  errors: [],
  /** The design that `look` is about. */
  looked: null,
  /** The tiling that was found for the board, and how the search goes. */
  tiling: null,
  search: { job: null, key: null, progress: null, answer: null },
  /** The job that makes the product, its result, and the result that is made again because the server has lost it. */
  make: { job: null, key: null, progress: null, notes: [], result: null, errors: null, origin: null, again: null },
  open,
  /** Makes the same again where the server no longer has its files; gives the result, or null. */
  remake: () => new Promise((done) => {
    waiting.push(done);
    if (view.make.job) return;
    Object.assign(view.make, { key: null, errors: null, again: view.make.result });
    announce("The server no longer has these files. They are made again.");
    makeNow();
  }),
  /** Says that a page of a result could not be shown: if the server has lost it, it is made again, once. */
  missing: async (result) => {
    if (view.make.result !== result || remade.has(result.id)) return;
    remade.add(result.id);
    if (!await isKept(result) && view.make.result === result) await view.remake();
  },
  /** Ends the job that makes the product. */
  stopMake: () => {
    stopMake();
    Object.assign(view.make, { key: JSON.stringify(state.design), result: null, errors: [{ message: "stopped; change an option to make it again" }] });
    built.sync(view);
  },
  /** What was made of this very design, if it is made. */
  result: () => (view.make.key === JSON.stringify(state.design) && !view.make.job ? view.make.result : null),
  /** Ends the search for the first tiling. */
  stopSearch: () => {
    view.search.job?.stop();
    Object.assign(view.search, { job: null, progress: null, answer: "The search was stopped." });
    built.sync(view);
  },
};

const found = new Map();
/** Who waits for the files to be made again, and what was made again because its pages were missing. */
let waiting = [];
const remade = new Set();
let shown = null;
let built = null;

function header() {
  const list = document.getElementById("acts");
  list.replaceChildren(...ACTS.map((act, index) => {
    const button = el("button", { type: "button", onclick: () => goTo(act), "data-act": act },
      el("span", { class: "number", "aria-hidden": "true" }, String(index + 1)), TITLES[act]);
    return el("li", {}, button);
  }));
  document.getElementById("undo").addEventListener("click", () => steps.at > 0 && history.back());
  document.getElementById("redo").addEventListener("click", () => steps.at < steps.last && history.forward());
  document.getElementById("copy").addEventListener("click", async () => {
    await settled();
    try {
      await navigator.clipboard.writeText(location.href);
      announce("The link is copied. It holds the whole design.");
    } catch {
      announce("The browser does not allow copying. Copy the address of the page instead.");
    }
  });
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("acts-main").focus();
  });
  document.getElementById("home").addEventListener("click", (event) => {
    event.preventDefault();
    setDesign(null, { act: "choose" });
  });
}

function drop() {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) open(file.name, file);
  });
}

/** Opens a file: a puzzle, tilings, a design, or anything that piecework wrote. */
async function open(name, content, lattice) {
  try {
    const opened = await openFile(name, content, lattice);
    const design = opened.design;
    const makes = view.inputs.products.some((one) => one.name in design);
    setDesign(makes ? design : { ...design, quilt: {} }, { act: opened.scene ? "color" : "roll" });
    announce(`${opened.puzzle?.name ?? name} is open.${opened.note ? ` ${opened.note}.` : ""}`);
    return null;
  } catch (error) {
    const errors = error instanceof Refused ? error.errors : [{ message: String(error) }];
    view.errors = errors;
    built?.sync(view);
    announce(`${name} cannot be opened. ${errors[0].message}`);
    return errors;
  }
}

/** Says whether there is something to undo or redo. The buttons stay where the focus may be. */
function showSteps() {
  document.getElementById("undo").setAttribute("aria-disabled", String(steps.at === 0));
  document.getElementById("redo").setAttribute("aria-disabled", String(steps.at >= steps.last));
}

/** Shows the act of the address. */
function show() {
  showSteps();
  const place = document.getElementById("act");
  // Another design is not shown with what was opened or chosen in the one before; boards are drawn while they become designs.
  const own = state.act === "choose" ? "" : state.origin;
  const key = `${state.act} ${state.act === "make" ? product() : ""} ${own}`;
  for (const button of document.querySelectorAll("#acts button")) {
    const here = button.dataset.act === state.act;
    button.disabled = !state.design && button.dataset.act !== "choose";
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  if (key !== shown) {
    const first = shown === null;
    const moved = shown?.split(" ")[0] !== state.act;
    const focused = document.activeElement?.id;
    shown = key;
    built = MODULES[state.act].build(view);
    place.className = `act ${state.act}`;
    place.replaceChildren(...built.parts);
    document.title = `${TITLES[state.act]} · piecework studio`;
    if (!first && moved) {
      place.querySelector("h2[tabindex]")?.focus();
      scrollTo(0, 0);
    } else if (focused) document.getElementById(focused)?.focus();
  }
  built.sync(view);
}

let round = 0;

/** Brings the view up to date with the design. */
async function refresh() {
  round += 1;
  const here = round;
  show();
  const { design } = state;
  if (view.make.origin !== state.origin) Object.assign(view.make, { origin: state.origin, result: null, errors: null, notes: [] });
  if (!design) {
    stopSearch();
    stopMake();
    Object.assign(view, { look: null, looked: null, errors: [], tiling: null });
    built.sync(view);
    return;
  }
  const key = JSON.stringify([subjectOf(design), design.search]);
  if (view.search.key !== key) stopSearch();
  const tiling = design.tilings ? null : found.get(key);
  try {
    const asked = tiling ? { ...design, "x-found": tiling } : design;
    const seen = await look(asked);
    if (here !== round) return;
    Object.assign(view, { look: seen, looked: design });
    view.tiling = tiling ?? design.tilings?.[0] ?? null;
    view.mended = null;
    view.errors = seen.option_errors ?? [];
    if (!view.errors.length) keepGood(design);
    if (!seen.scene && !seen.impossible && seen.puzzle) search(design, key);
    if (seen.impossible) view.search.answer = seen.impossible;
    else if (seen.scene) view.search.answer = null;
  } catch (error) {
    if (here !== round || error.name === "AbortError") return;
    view.errors = error.errors ?? [{ message: error.message }];
    view.mended = mended(design, view.errors);
  }
  if (here !== round) return;
  built.sync(view);
  if (state.act === "make" || state.act === "take") makeSoon();
}

/** Looks for the first tiling of a board. */
function search(design, key) {
  if (view.search.key === key) return;
  const sought = { ...subjectOf(design), solve: {} };
  if (design.search) sought.search = design.search;
  Object.assign(view.search, { key, progress: null, answer: null });
  view.search.job = run(sought, {
    progress: (progress) => { view.search.progress = progress; built.sync(view); },
    tiling: ({ tiling }) => { found.set(key, tiling); },
    done: (result) => {
      view.search.job = null;
      if (found.has(key)) {
        announce("A tiling is found.");
        refresh();
        return;
      }
      view.search.answer = result.end === "no" ? "No tiling exists: everything was searched." : "No tiling was found before the search was stopped.";
      announce(view.search.answer);
      built.sync(view);
    },
    failed: ({ errors }) => {
      view.search.job = null;
      view.search.answer = errors[0].message;
      built.sync(view);
    },
  });
}

function stopSearch() {
  view.search.job?.stop();
  Object.assign(view.search, { job: null, key: null, progress: null, answer: null });
}

const makeSoon = later(250, makeNow);

/** Makes the product of the design. */
function makeNow() {
  const { design } = state;
  if (!design || view.errors.length || !view.look || (state.act !== "make" && state.act !== "take")) {
    remadeTo(null);
    return;
  }
  const key = JSON.stringify(design);
  if (view.make.key === key) return;
  stopMake();
  Object.assign(view.make, { key, notes: [], progress: null, errors: null });
  view.make.job = run(design, {
    progress: (progress) => { view.make.progress = progress; built.sync(view); },
    doing: ({ text }) => { view.make.progress = { text }; built.sync(view); },
    note: (note) => { view.make.notes.push(note); },
    again: () => { Object.assign(view.make, { notes: [], progress: { text: "The server was started again, and so is this job …" } }); built.sync(view); },
    done: (result, job) => {
      Object.assign(view.make, { job: null, result: { ...result, id: job.id }, progress: null });
      remadeTo(view.make.result);
      announce(`${result.files.length ? `Made: ${counted(result.files.length, "file")}.` : "Finished without files."}`);
      built.sync(view);
    },
    failed: ({ errors }) => {
      Object.assign(view.make, { job: null, errors, result: null, progress: null });
      remadeTo(null);
      announce(`This cannot be made. ${errors[0].message}`);
      built.sync(view);
    },
  });
  built.sync(view);
}

/** Tells those who wait for the files what became of them. */
function remadeTo(result) {
  const all = waiting;
  waiting = [];
  view.make.again = null;
  all.forEach((done) => done(result));
}

function stopMake() {
  if (view.make.job) remadeTo(null);
  view.make.job?.stop();
  Object.assign(view.make, { job: null, key: null, progress: null });
}

async function start() {
  [view.inputs] = await Promise.all([inputs(), loadPhotos()]);
  knowLattices(view.inputs.lattices);
  knowProducts(view.inputs.products.map((one) => one.name));
  header();
  if (view.inputs.public) {
    document.querySelector("main").append(el("p", { class: "public" }, "This server is shared: large boards and long searches are stopped early. The program ", el("code", {}, "piecework"), " on your own computer has no such limits."));
  }
  drop();
  watchTyping(() => built?.sync(view));
  onChange((why) => (why === "step" ? showSteps() : refresh()));
  addEventListener("popstate", readAddress);
  addEventListener("hashchange", readAddress);
  await readAddress();
}

start().catch((error) => {
  document.getElementById("act").replaceChildren(problems([{ message: String(error) }], "The studio cannot start"));
});

