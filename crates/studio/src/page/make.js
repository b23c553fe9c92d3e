// Make: a quilt, cut files or puzzle pages, with every option there is, and the result beside it.

import { change, product, setOption, state, subjectOf } from "./design.js";
import { announce, el, quietButton, scrolling, show, table } from "./dom.js";
import { form } from "./controls.js";
import { untilHandsOff } from "./hands.js";
import { pagePictures } from "./pages.js";
import { boardOf, boardOfParts, partsOf } from "./parts.js";
import { priceList } from "./prices.js";
import { problems } from "./problems.js";
import { makerFace, playable, played } from "./seldom.js";
import { materialOf } from "./sheetlook.js";
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
const NOTHING = { key: "", elements: [], words: () => "" };
/** The options of cut files that most people decide, by the task. */
const TASKS = {
  cut: [
    ["Size", ["cell", "copies", "stock"]],
    ["Material", ["material", "kerf"]],
    ["How pieces fit", ["lines", "fit", "knobs"]],
    ["With it", ["tray", "box", "job_sheet", "insert_card"]],
    ["Files", ["machine", "formats"]],
  ],
};
/** What each design was begun as: its tab is the first. */
const begun = new Map();

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
  if (!begun.has(state.origin)) begun.set(state.origin, kind);
  const first = begun.get(state.origin);
  const all = [first, ...Object.keys(NAMES).filter((name) => name !== first)];
  const made = all.filter((name) => name in NAMES && view.inputs.products.some((one) => one.name === name));
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

/** The formats that a machine reads; `usual` is the machine that is not named. */
function formatsOf(inputs, machine, usual) {
  if (machine && typeof machine === "object") return machine.formats ?? [];
  return inputs.machines.find(({ name }) => name === (machine ?? usual))?.formats ?? [];
}

export function build(view) {
  const kind = product();
  const isCut = kind === "cut";
  const spec = view.inputs.products.find((one) => one.name === kind);
  const colored = spec.rows.some((row) => row.key === "palette");
  const set = (key, value) => setOption(key, value, kind, spec.rows.find((row) => row.key === key)?.replaces);
  const options = form(kind, spec.rows, view.inputs, set, { colorsApart: colored, tasks: TASKS[kind] });
  const usualMachine = spec.rows.find(({ key }) => key === "machine")?.default;
  const formats = () => formatsOf(view.inputs, state.design?.cut?.machine, usualMachine);
  const material = () => {
    const { material: named, picture, formats: own } = state.design?.cut ?? {};
    return materialOf(named ?? (picture ? "paper" : undefined), own ?? formats());
  };
  const machines = el("section", { class: "machine-panel", "aria-label": "Machine" });
  let face = null;
  if (isCut) {
    makerFace(options.element, machines, view.inputs).then((made) => {
      face = made;
      face();
    });
  }
  const panel = el(
    "section",
    { class: "panel", "aria-label": "Options" },
    isCut ? null : el("p", { class: "help about" }, sentence(plain(spec.about))),
    options.element,
  );
  const pages = el("div", { class: "pages" });
  const steps = el("div", { class: "steps" });
  const noSheet = el("p", { class: "no-sheet" });
  const sheets = isCut ? el("div", {}, noSheet) : null;
  let known = NOTHING;
  const middle = stage(view, { below: [steps], own: sheets, words: (number) => known.words(number) });
  if (isCut) middle.element.append(pages);
  else middle.element.prepend(pages);
  const facts = el("section", { class: "facts", "aria-label": "What comes out" });
  let shown = null;
  let playing = null;
  /** Shows what there is to play, unless it is played already. Who has come to a step stays there. */
  const toPlay = ({ key, elements, picture }) => {
    if (key === playing) return;
    playing = key;
    const wasAtSheet = sheets?.contains(document.activeElement) && document.activeElement.id;
    sheets?.replaceChildren(...(picture ? [picture] : []));
    if (typeof wasAtSheet === "string") (document.getElementById(wasAtSheet) ?? sheets.querySelector("svg"))?.focus();
    const [slider, focused] = [steps.querySelector("input[type=range]"), document.activeElement.id];
    const isHere = steps.contains(document.activeElement);
    steps.replaceChildren(...elements);
    const next = slider && document.getElementById(slider.id);
    if (next?.max === slider?.max && slider?.value > 0) {
      next.value = slider.value;
      next.dispatchEvent(new Event("input"));
    }
    if (isHere && focused) document.getElementById(focused)?.focus();
  };
  const play = async (result) => {
    const asked = PLAYED.includes(kind) ? played(state.design, result) : playable(result, middle.figure, material());
    const found = await asked;
    await untilHandsOff();
    if (shown !== result) return;
    const key = `${view.seenAs} ${found.key}`;
    if (key !== playing) known = found;
    toPlay({ ...found, key });
  };
  const sync = () => {
    middle.sync();
    const wrong = view.make.errors ?? [];
    options.sync(state.design?.[kind], [...view.errors, ...wrong], isCut ? { formats: formats() } : {});
    face?.();
    const isWrong = Boolean(wrong.length || view.errors.length || view.search.answer);
    noSheet.textContent = isWrong ? "There is no sheet: this cannot be made." : "The sheet is being planned …";
    show(facts, ...resultWords(view));
    const { result } = view.make;
    if (shown !== result) {
      shown = result;
      pages.replaceChildren(...(result ? pagePictures(result, () => view.missing(result)) : []));
      if (result && [...PLAYED, "quilt", "cut"].includes(kind)) play(result);
      else if (!isCut) toPlay(NOTHING);
    }
    for (const one of [pages, sheets]) one?.classList.toggle("old", view.result() !== result);
  };
  const parts = [tabs(view, kind, spec.rows), isCut ? machines : null, middle.element, panel, facts];
  return { parts: parts.filter(Boolean), sync };
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
