// Make: a quilt, cut files or puzzle pages, with every option there is, and the result beside it.

import { change, product, setOption, state, subjectOf } from "./design.js";
import { announce, el, quietButton, scrolling, show, table } from "./dom.js";
import { form } from "./controls.js";
import { untilHandsOff } from "./hands.js";
import { formatsOf, makerFace } from "./maker.js";
import { pagePictures } from "./pages.js";
import { boardOf, boardOfParts, partsOf } from "./parts.js";
import { playground, puzzlesOf } from "./play.js";
import { playable, stepLines } from "./player.js";
import { priceList } from "./prices.js";
import { problems } from "./problems.js";
import { progressWords, stage } from "./stage.js";
import { counted, lengths, pagesOf, plain, sentence, spaced } from "./words.js";

const NAMES = {
  quilt: "Quilt pattern",
  cut: "Cut files",
  sheet: "Puzzle pages",
  book: "Book of puzzles",
  solve: "Tilings as text",
  order: "Smallest rectangle",
  compare: "Race of engines",
};
const PLAYED = ["sheet", "book", "made_puzzles"];
const NOTHING_TO_PLAY = { parts: [], elements: [] };

/**
 * What each product of a design was when another was chosen, so that going back loses nothing; by the origin of
 * the design.
 */
const kept = new Map();

/** What the numbers of patches depend on. */
const tilingKey = () => JSON.stringify([subjectOf(state.design), state.design.tilings, state.design.search]);

function become(name, rows) {
  const old = product();
  if (old === name) return;
  if (!kept.has(state.origin)) kept.set(state.origin, new Map());
  const own = kept.get(state.origin);
  own.set(old, { options: state.design[old], tiling: tilingKey() });
  const before = own.get(name);
  const other = before?.tiling !== tilingKey();
  change((design) => {
    delete design[old];
    if (name === "book") {
      own.set("board", boardOf(design));
      for (const key of ["puzzle", "puzzles", "tilings", "files"]) delete design[key];
    } else if (old === "book") {
      const board = own.get("board") ?? boardOfParts(own.get("book").options.parts);
      Object.assign(design, structuredClone(board));
    }
    design[name] = structuredClone(before?.options) ?? carried(old, name, rows);
    if (name === "book") design.book.parts ??= partsOf(own.get("board"));
    // In another tiling the numbers are those of other patches.
    if (before && other) delete design[name].fabric_of;
    // Not every product obeys every search option.
    if (name === "compare") delete design.search;
  });
}

/** Options that mean the same in both. */
function carried(old, name, rows) {
  // Cut files have fabrics only where each has a sheet of its own, which is asked for apart.
  const colored = ["quilt", "sheet"];
  if (!colored.includes(old) || !colored.includes(name)) return {};
  const options = state.design[old] ?? {};
  const isShared = ({ of_colors: ofColors, key }) => ofColors && key in options && key !== "differ";
  return Object.fromEntries(rows.filter(isShared).map(({ key }) => [key, options[key]]));
}

/** What can be made, as tabs over everything else. */
function tabs(view, kind, rows) {
  const made = Object.keys(NAMES).filter((name) => view.inputs.products.some((one) => one.name === name));
  return el(
    "div",
    { class: "products", role: "radiogroup", "aria-label": "What to make" },
    made.map((name) => {
      const id = `product-${name}`;
      const input = el("input", {
        type: "radio",
        name: "product",
        value: name,
        id,
        checked: name === kind,
        onchange: () => become(name, rows),
      });
      return el("label", { class: "product", for: id }, input, el("span", {}, NAMES[name]));
    }),
  );
}

export function build(view) {
  const kind = product();
  const spec = view.inputs.products.find((one) => one.name === kind);
  const colored = spec.rows.some((row) => row.key === "palette");
  const set = (key, value) => setOption(key, value, kind, spec.rows.find((row) => row.key === key)?.replaces);
  const options = form(kind, spec.rows, view.inputs, set, colored);
  const face = kind === "cut" ? makerFace(options.element, view.inputs) : null;
  const usualMachine = spec.rows.find(({ key }) => key === "machine")?.default;
  const usual = () => (face ? { formats: formatsOf(view.inputs, state.design?.cut?.machine, usualMachine) } : {});
  const panel = el(
    "section",
    { class: "panel", "aria-label": "Options" },
    el("p", { class: "help about" }, sentence(plain(spec.about))),
    options.element,
  );
  const pages = el("div", { class: "pages" });
  const steps = el("div", { class: "steps" });
  let played = NOTHING_TO_PLAY;
  const middle = stage(view, { below: [steps], words: (number) => planned(played, number) });
  middle.element.prepend(pages);
  const facts = el("section", { class: "facts", "aria-label": "What comes out" });
  let shown = null;
  let playing = null;
  /** Shows what there is to play, unless it is played already. Who has come to a step stays there. */
  const toPlay = (key, make) => {
    if (key === playing) return;
    playing = key;
    const [slider, focused] = [steps.querySelector("input[type=range]"), document.activeElement.id];
    const isHere = steps.contains(document.activeElement);
    steps.replaceChildren(...make());
    const next = slider && document.getElementById(slider.id);
    if (next?.max === slider?.max && slider?.value > 0) {
      next.value = slider.value;
      next.dispatchEvent(new Event("input"));
    }
    if (isHere && focused) document.getElementById(focused)?.focus();
  };
  const play = async (result) => {
    const found = await playable(result, middle.figure).catch(() => NOTHING_TO_PLAY);
    await untilHandsOff();
    if (shown !== result) return;
    const { plan, parts } = found;
    const key = JSON.stringify([view.seenAs, plan, parts]);
    if (key !== playing) played = found;
    toPlay(key, () => found.elements);
  };
  const sync = () => {
    middle.sync();
    middle.element.classList.toggle("wood", isWood());
    const wrong = view.make.errors ?? [];
    options.sync(state.design?.[kind], [...view.errors, ...wrong], usual());
    face?.();
    show(facts, ...resultWords(view));
    const { result } = view.make;
    if (shown !== result) {
      shown = result;
      pages.replaceChildren(...(result ? pagePictures(result, () => view.missing(result)) : []));
      const puzzles = result && PLAYED.includes(kind) ? puzzlesOf(state.design, result) : [];
      if (result && ["quilt", "cut"].includes(kind)) play(result);
      else toPlay(JSON.stringify(puzzles), () => (puzzles.length ? [playground(puzzles)] : []));
    }
    pages.classList.toggle("old", view.result() !== result);
  };
  return { parts: [tabs(view, kind, spec.rows), middle.element, panel, facts], sync };
}

/** Whether pieces have no fabrics: they are shown in wood then. */
function isWood() {
  const { cut } = state.design ?? {};
  return Boolean(cut && !cut.by_fabric && !cut.picture && !cut.photo);
}

/** What the plan says of a patch: its template, and when it is sewn on or comes loose. */
function planned({ plan, parts }, number) {
  if (!plan) return "";
  if (plan.summary) {
    const free = plan.summary.free.find((one) => one.piece === number);
    return free ? `comes loose on sheet ${free.sheet} with line ${free.step}` : "held by tabs";
  }
  const lines = [];
  const template = plan.quilt.templates.find((one) => one.name === plan.patches[number - 1]?.piece);
  if (template) lines.push(`template ${template.name}`);
  const marks = plan.quilt.match_marks?.[number - 1];
  if (marks?.set_in?.length) lines.push(`Y-seams at corners ${marks.set_in.map(([, corner]) => corner).join(", ")}`);
  const steps = plan.quilt.assembly?.steps ?? [];
  const isFirst = (step) => step.step === 1 && step.sewn_patches.includes(number);
  const at = steps.findIndex((step) => step.added_patches.includes(number) || isFirst(step));
  if (at >= 0) lines.push(stepLines(parts)[at]);
  const rectangles = (plan.rectangles ?? []).filter((row) => row.patch === number);
  const cut = (row) => `${row.label} (${row.cut_width} × ${row.cut_height})`;
  if (rectangles.length) lines.push(`cut as ${rectangles.map(cut).join(", ")}`);
  return lines.join("; ");
}

/** What comes out, in figures. */
export function resultWords(view) {
  const { job, progress, errors, notes } = view.make;
  const result = view.result();
  const stop = () => {
    view.stopMake();
    announce("Stopped.");
  };
  if (view.errors.length) return [el("p", { class: "no" }, "Nothing is made until the options fit together.")];
  if (job) return [el("p", { class: "busy" }, progressWords(progress)), quietButton("Stop", stop)];
  if (errors) return [problems(errors, "This cannot be made", product())];
  if (!result) return [el("p", { class: "busy" }, "Waiting …")];
  const warnings = notes.filter((note) => note.kind === "warning");
  const others = notes.filter((note) => note.kind === "information");
  const list = (all) => all.map((note) => el("li", {}, sentence(plain(note.text))));
  const ends = {
    no: "The answer is no: there is nothing to make this from.",
    stopped: "Stopped by a limit; what was found is kept.",
  };
  const end = ends[result.end];
  return [
    end ? el("p", { class: "no" }, end) : null,
    ...result.made.flatMap((made) => madeWords(made, view)),
    warnings.length
      ? el("div", { class: "warning" }, el("strong", {}, "Please note"), el("ul", {}, list(warnings)))
      : null,
    others.length ? el("h3", {}, product() === "quilt" ? "To buy, and more" : "Good to know") : null,
    others.length ? el("ul", { class: "plain notes" }, list(others)) : null,
  ].filter(Boolean);
}

/**
 * The figures of cut files and puzzle pages, in the order in which they are shown: lengths, and numbers with
 * their nouns.
 */
const FIGURES = {
  pieces: ["piece", "pieces"],
  sheets: ["sheet", "sheets"],
  cut_length_mm: "of cuts",
  run_length_mm: "with lead-ins and overcuts",
  pen_downs: ["cut", "cuts"],
  travel_mm: "of travel between cuts",
  gap_mm: "between pieces",
  puzzles: ["puzzle", "puzzles"],
  solutions: ["solution", "solutions"],
  pages: ["printed page", "printed pages"],
};

/** A number and its noun, apart: for a table of figures. */
const figure = (number, one, many = `${one}s`) => [String(number), number === 1 ? one : many];

/** The figures of a quilt. */
function quiltFigures(quilt, pages) {
  const length = lengths(state.design?.quilt?.units);
  const steps = quilt.assembly?.steps.length ?? quilt.row_steps?.length ?? quilt.straight?.steps;
  return [
    figure(quilt.patches, "patch", "patches"),
    steps ? figure(steps, "sewing step") : null,
    [length(quilt.seam_length_mm), "of seams"],
    quilt.set_in_corners ? figure(quilt.set_in_corners, "Y-seam") : null,
    ...pagesOf((pages ?? []).map(({ name }) => name)).map(([number, words]) => [number, `printed ${words}`]),
  ];
}

function partFigures(part) {
  const isKnown = ([key]) => part[key] && !(key === "run_length_mm" && part.run_length_mm === part.cut_length_mm);
  const unit = lengths("metric");
  return Object.entries(FIGURES)
    .filter(isKnown)
    .map(([key, words]) => (typeof words === "string" ? [unit(part[key]), words] : figure(part[key], ...words)));
}

function madeWords({ summary }, view) {
  const { quilt, cut, sheet, book } = summary;
  const parts = [cut, sheet, book].filter(Boolean);
  const lines = [...(quilt ? quiltFigures(quilt, view.result()?.pages) : []), ...parts.flatMap(partFigures)].filter(
    Boolean,
  );
  if (!lines.length && summary.raw !== undefined) lines.push(figure(summary.raw, "tiling"));
  if (!lines.length && summary.found !== undefined) lines.push(figure(summary.found, "tiling"));
  const list = lines.map(([number, words]) => el("div", {}, el("dt", {}, number), el("dd", {}, words)));
  return [
    lines.length ? el("h3", {}, "Figures") : null,
    lines.length ? el("dl", { class: "figures" }, list) : null,
    quilt?.methods ? methods(quilt.methods) : null,
    quilt?.yardage ? priceList(quilt.yardage, () => view.set({})) : null,
  ].filter(Boolean);
}

const METHODS = { pieces: "Pieces", seams: "Seams", set_in_corners: "Y-seams", partial_seams: "Partial seams" };

/** The construction methods side by side. */
function methods({ rows, no_straight_seams: reason }) {
  if (!rows?.length) return null;
  const cells = (row) => Object.keys(METHODS).map((key) => el("td", { class: "number" }, String(row[key])));
  const head = (row) =>
    el("th", { scope: "row" }, spaced(row.method), row.chosen ? el("span", { class: "unseen" }, " (chosen)") : null);
  const body = rows.map((row) => el("tr", { class: row.chosen ? "chosen" : "" }, head(row), cells(row)));
  return el(
    "details",
    { class: "words" },
    el("summary", {}, "Construction methods compared"),
    scrolling("Construction methods", table(["Method", ...Object.values(METHODS)], body)),
    reason ? el("p", { class: "help" }, sentence(plain(reason))) : null,
  );
}
