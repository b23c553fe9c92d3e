// Roll: several tilings of the board as pictures; one is chosen.

import { change, isPlainCut, product, state, subjectOf } from "./design.js";
import { announce, el, mainButton, plainButton, show } from "./dom.js";
import { form } from "./controls.js";
import { handsOff } from "./hands.js";
import { paletteFabrics } from "./fabrics.js";
import { freePatches } from "./patch.js";
import { patchTable, small } from "./picture.js";
import { problems } from "./problems.js";
import { allWords, figureWords, rollWords, sorted, sortsFor, totalWords, varying } from "./rolls.js";
import { run } from "./server.js";
import { WOODS } from "./sheetlook.js";
import { progressWords, stage } from "./stage.js";
import { comparison, isStarred, keyOf, star, starred } from "./starred.js";
import { counted, plain, sentence } from "./words.js";

const WANTED = 12;
/** How long sampling may take before single searches take over. */
const PATIENCE = "6s";

let rolled = [];
let rolledFor = null;
let sort = "";
let seed = 1;
let counting = null;

const boardKey = () => JSON.stringify([subjectOf(state.design ?? {}), state.design?.search?.open]);

/** Turns the strip into the tilings that were rolled, and keeps it so. */
function tileStrip(view, compareButton) {
  const element = el("ul", { class: "strip", "aria-label": "Tilings" });
  let expected = 0;
  const colors = () => (isPlainCut() ? WOODS : paletteFabrics(view).map((fabric) => fabric.rgb));
  const inOrder = () => sorted(rolled, sort);
  const choose = (one) => {
    change((design) => {
      if (design.search?.open) {
        // The tiling is one of the board without the cells that stay open.
        design.puzzle = view.look.puzzle.file;
        delete design.search.open;
        if (!Object.keys(design.search).length) delete design.search;
      }
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
    const all = inOrder();
    const next = (index + step + all.length) % all.length;
    choose(all[next]);
    draw();
    element.children[next]?.querySelector(".tile").focus();
  };
  const slot = (one, index, chosen, key) => {
    const liked = isStarred(one);
    const tile = el(
      "button",
      {
        type: "button",
        class: "tile",
        "aria-pressed": String(JSON.stringify(one.tiling.placements) === chosen),
        "aria-label": `Tiling ${index + 1}: ${allWords(one).join(", ")}`,
        onclick: () => choose(one),
        onkeydown: (event) => walk(event, index),
      },
      small(one.picture, colors()),
      el("span", {}, key ? figureWords(one, key) : `Tiling ${index + 1}`),
    );
    const heart = plainButton(liked ? "★" : "☆", () => like(one, index), {
      class: "star",
      "aria-pressed": String(liked),
      "aria-label": `Star tiling ${index + 1}`,
    });
    return el("li", { class: "slot" }, tile, heart);
  };
  const draw = () => {
    const chosen = view.tiling ? JSON.stringify(view.tiling.placements) : "";
    const key = sort || varying(rolled)[0];
    const tiles = inOrder().map((one, index) => slot(one, index, chosen, key));
    // Tilings that are still looked for have their places already.
    const empty = Array.from({ length: Math.max(expected - tiles.length, 0) }, () =>
      el("li", { class: "slot waiting", "aria-hidden": "true" }),
    );
    show(element, ...tiles, ...empty);
    element.hidden = tiles.length + empty.length === 0;
    const count = rolled.filter(isStarred).length;
    compareButton.disabled = count < 2;
    compareButton.textContent = count < 2 ? "Star two to compare" : `Compare ${count} starred`;
  };
  const compare = () => {
    const dialog = comparison(inOrder().filter(isStarred), { figures: allWords, colors, choose });
    element.after(dialog);
    dialog.showModal();
  };
  return {
    element,
    draw,
    compare,
    /** Leaves room for as many tilings. */
    expect(count) {
      expected = count;
      handsOff(draw);
    },
    add(one) {
      if (rolled.some((other) => keyOf(other) === keyOf(one))) return false;
      rolled.push(one);
      // A tile does not move from under the hand.
      handsOff(draw);
      return true;
    },
  };
}

/** Rolls; `strip` shows what is found. */
function roller(strip, status, stopButton, onEnd) {
  let job = null;
  const finish = (text) => {
    job = null;
    strip.expect(0);
    stopButton.hidden = true;
    status.textContent = text;
    announce(text);
    onEnd();
  };
  const failed = ({ errors }) => finish(sentence(plain(errors[0].message)));
  const progress = (now) => {
    status.textContent = progressWords(now);
  };
  /** One search after the other, each from another seed, where the tilings cannot be counted in time. */
  const oneByOne = (tries, misses, got) => {
    if (tries === 0 || misses > 2) {
      finish(
        rollWords(rolled.length, got, null) +
          (misses > 2 && rolled.length ? " The search finds these again and again." : ""),
      );
      return;
    }
    seed += 1;
    let fresh = false;
    job = run(
      { ...subjectOf(state.design), search: { ...state.design.search, seed, time_limit: "20s" }, solve: {} },
      {
        progress,
        failed,
        tiling: (one) => {
          fresh = strip.add(one);
        },
        done: () => oneByOne(tries - 1, fresh ? 0 : misses + 1, got + 1),
      },
    );
  };
  const roll = () => {
    job?.stop();
    keepStarred();
    stopButton.hidden = false;
    strip.expect(rolled.length + WANTED);
    seed += 1;
    let got = 0;
    const search = { ...state.design.search, seed, time_limit: PATIENCE };
    job = run(
      { ...subjectOf(state.design), search, solve: { sample: WANTED } },
      {
        progress,
        failed,
        tiling: (one) => {
          got += 1;
          strip.add(one);
        },
        done: ({ end, made }) => {
          if (got === 0 && end === "stopped") oneByOne(6, 0, 0);
          else finish(rollWords(rolled.length, got, made[0]?.summary.total));
        },
      },
    );
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
  counting?.stop();
  total.textContent = "Counting …";
  counting = run(
    { ...subjectOf(state.design), search: { ...state.design.search, time_limit: "20s" }, solve: { count: true } },
    {
      progress: (progress) => {
        total.textContent = `Counting … ${progressWords(progress)}`;
      },
      done: ({ made, end }) => {
        total.textContent = made[0] ? totalWords({ ...made[0].summary, complete: end !== "stopped" }) : "Stopped.";
      },
      failed: ({ errors }) => {
        total.textContent = sentence(plain(errors[0].message));
      },
    },
  );
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

/** Forgets what was rolled for another board. */
function keepStarred() {
  if (rolledFor !== boardKey()) rolled = starred(boardKey());
  rolledFor = boardKey();
}

export function build(view) {
  keepStarred();
  const status = el("p", { class: "help", id: "roll-status" });
  const total = el("p", { class: "figure-line", role: "status", id: "roll-total" });
  const compareButton = plainButton("Star two to compare", () => strip.compare(), { id: "compare", disabled: true });
  const stopButton = plainButton("Stop", () => rolls.stop(), { hidden: true });
  const strip = tileStrip(view, compareButton);
  const sorter = el("select", {
    id: "roll-sort",
    onchange: ({ currentTarget }) => {
      sort = currentTarget.value;
      strip.draw();
    },
  });
  /** Only what differs among the tilings is worth sorting by. */
  const offerSorts = () => {
    const sorts = sortsFor(rolled);
    if (!sorts.some(([key]) => key === sort)) sort = "";
    show(sorter, ...sorts.map(([key, label]) => el("option", { value: key, selected: key === sort }, label)));
    sorter.disabled = sorts.length < 2;
  };
  const rolls = roller(strip, status, stopButton, offerSorts);
  const options = form("search", view.inputs.search, view.inputs, setSearch);
  const searching = el("details", { class: "more" }, el("summary", {}, "How to search"), options.element);
  let isOffered = false;
  /** Of a calendar one chooses the date first. */
  const offerOpen = () => {
    const isWanted = Boolean(view.look?.puzzle?.has_classes || state.design?.search?.open);
    options.hide("open", !isWanted);
    if (isWanted && !isOffered) searching.open = true;
    isOffered = isWanted;
  };
  const rollButton = mainButton("Roll twelve", rolls.roll, { id: "roll" });
  const said = el("div", {});
  const facts = el("section", { class: "facts", "aria-label": "Facts" }, said);
  const book = el(
    "p",
    { class: "help", hidden: true },
    "A book holds several boards. Choose one of them to roll its tilings.",
  );
  const panel = el(
    "section",
    { class: "panel", "aria-label": "Roll" },
    book,
    el(
      "p",
      { class: "intro" },
      "One board has many tilings. Roll some, star the good ones, and keep the one you like.",
    ),
    el("div", { class: "row" }, rollButton, stopButton),
    status,
    el("div", { class: "field" }, el("label", { for: "roll-sort", class: "name" }, "Sort by"), sorter),
    el("div", { class: "row" }, compareButton),
    el(
      "div",
      { class: "row" },
      plainButton("Count all tilings", () => count(total), { id: "count" }),
    ),
    total,
    searching,
  );
  const middle = stage(view, { below: [strip.element] });
  offerSorts();
  const sync = () => {
    // A book finds the tilings of its boards itself.
    const isBook = Boolean(state.design?.puzzles);
    book.hidden = !isBook;
    rollButton.disabled = isBook;
    middle.sync();
    middle.element.classList.toggle("wood", isPlainCut());
    options.sync(state.design?.search, view.errors);
    offerOpen();
    show(said, ...factsOf(view));
    strip.draw();
  };
  return { parts: [middle.element, panel, facts], sync };
}

/** What can be said of the tiling. */
function factsOf({ look }) {
  if (!look?.scene) {
    const pieces = (look?.puzzle?.pieces ?? []).slice(0, 60);
    return [
      el("h3", {}, "Pieces"),
      el(
        "ul",
        { class: "plain" },
        pieces.map((piece) => el("li", {}, `${piece.name}: ${counted(piece.cells, "cell")}`)),
      ),
    ];
  }
  const { figures, scene } = look;
  const isSewn = product() === "quilt";
  const lines = [
    isSewn && [figures.set_in_corners, "Y-seams: a patch set into a corner"],
    isSewn && [figures.straight_rectangles, "rectangles, if sewn by straight seams"],
    [figures.crossings, "crossings: four patches meet in a point"],
    [figures.fault_lines, "fault lines: straight from side to side"],
    [figures.symmetries - 1, "ways to turn or flip it onto itself"],
  ].filter((line) => line && line[0] !== null && line[0] !== undefined);
  return [
    el("h3", {}, "This tiling"),
    el(
      "dl",
      { class: "figures" },
      lines.map(([number, words]) => el("div", {}, el("dt", {}, String(number)), el("dd", {}, words))),
    ),
    scene.problem ? problems(scene.problem, "The fabrics of the design do not fit") : null,
    patchTable(scene, look.words),
  ].filter(Boolean);
}
