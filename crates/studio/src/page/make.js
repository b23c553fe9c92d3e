// Make: a quilt, cut files or puzzle pages, with every option there is, and the result beside it.

import { change, goTo, product, setOption, state, subjectOf } from "./design.js";
import { announce, el, plain, problems, show, spaced } from "./dom.js";
import { form } from "./controls.js";
import { pagePictures } from "./pages.js";
import { playable, stepLines } from "./player.js";
import { progressWords, stage } from "./stage.js";

const NAMES = {
  quilt: "Quilt pattern", cut: "Cut files", sheet: "Puzzle pages", solve: "Tilings as text", order: "Smallest rectangle", compare: "Race of engines",
};
/** What each product of a design was when another was chosen, so that going back loses nothing; by the origin of the design. */
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
    design[name] = structuredClone(before?.options) ?? carried(old, name, rows);
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
  return Object.fromEntries(rows.filter(({ of_colors, key }) => of_colors && key in options && key !== "differ").map(({ key }) => [key, options[key]]));
}

export function build(view) {
  const kind = product();
  const spec = view.inputs.products.find((one) => one.name === kind);
  const colored = spec.rows.some((row) => row.key === "palette");
  const options = form(kind, spec.rows, view.inputs, (key, value) => setOption(key, value, kind), colored);
  const radio = (name) => {
    const input = el("input", { type: "radio", name: "product", value: name, id: `product-${name}`, checked: name === kind, onchange: () => become(name, spec.rows) });
    return el("label", { class: "product", for: input.id }, input, el("span", {}, NAMES[name] ?? name));
  };
  const names = Object.keys(NAMES).filter((name) => view.inputs.products.some((one) => one.name === name));
  const panel = el("section", { class: "panel", "aria-label": "Options" },
    el("h2", { id: "products", class: "part" }, "What to make"),
    el("div", { class: "products", role: "radiogroup", "aria-labelledby": "products" }, names.map(radio)),
    el("p", { class: "help about" }, plain(spec.about), "."),
    options.element);
  const pages = el("div", { class: "pages" });
  const steps = el("div", { class: "steps" });
  let played = { parts: [], elements: [] };
  const middle = stage(view, { below: [steps, pages], words: (number) => planned(played, number) });
  const facts = el("section", { class: "facts", "aria-label": "Figures" });
  const figures = el("div", {});
  facts.append(figures, el("button", { type: "button", class: "main", onclick: () => goTo("take") }, "Take it with you"));
  let shown = null;
  const play = async (result) => {
    const found = await playable(result, middle.figure).catch(() => played);
    if (shown !== result) return;
    played = found;
    steps.replaceChildren(...played.elements);
  };
  const sync = () => {
    middle.sync();
    const wrong = view.make.errors ?? [];
    options.sync(state.design?.[kind], [...view.errors, ...wrong]);
    show(figures, ...resultWords(view));
    const { result } = view.make;
    if (shown !== result) {
      shown = result;
      pages.replaceChildren(...(result ? pagePictures(result, () => view.missing(result)) : []));
      played = { parts: [], elements: [] };
      steps.replaceChildren();
      if (result && ["quilt", "cut"].includes(kind)) play(result);
    }
    pages.classList.toggle("old", view.make.job !== null);
  };
  return { parts: [panel, middle.element, facts], sync };
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
  if (marks?.set_in_corners?.length) lines.push(`set-in corners ${marks.set_in_corners.map((one) => one.number ?? one).join(", ")}`);
  const steps = plan.quilt.assembly?.steps ?? [];
  const at = steps.findIndex((step) => step.added_patches.includes(number) || (step.step === 1 && step.sewn_patches.includes(number)));
  if (at >= 0) lines.push(stepLines(parts)[at]);
  const rectangles = (plan.rectangles ?? []).filter((row) => row.patch === number);
  if (rectangles.length) lines.push(`cut as ${rectangles.map((row) => `${row.label} (${row.cut_width} x ${row.cut_height})`).join(", ")}`);
  return lines.join("; ");
}

/** What comes out, in figures. */
export function resultWords(view) {
  const { job, progress, errors, notes } = view.make;
  const result = view.result();
  if (view.errors.length) return [el("p", { class: "no" }, "Nothing is made until the options fit together.")];
  if (job) return [el("p", { class: "busy" }, progressWords(progress)), el("button", { type: "button", class: "quiet", onclick: () => { view.stopMake(); announce("Stopped."); } }, "Stop")];
  if (errors) return [problems(errors)];
  if (!result) return [el("p", { class: "busy" }, "Waiting …")];
  const warnings = notes.filter((note) => note.kind === "warning");
  const others = notes.filter((note) => note.kind === "information");
  const end = { no: "The answer is no: there is nothing to make this from.", stopped: "Stopped by a limit; what was found is kept." }[result.end];
  return [
    end ? el("p", { class: "no" }, end) : null,
    ...result.made.flatMap((made) => madeWords(made)),
    warnings.length ? el("div", { class: "warning" }, el("strong", {}, "Please note"), el("ul", {}, warnings.map((note) => el("li", {}, plain(note.text))))) : null,
    others.length ? el("h3", {}, product() === "quilt" ? "To buy, and more" : "Good to know") : null,
    others.length ? el("ul", { class: "plain notes" }, others.map((note) => el("li", {}, plain(note.text)))) : null,
  ].filter(Boolean);
}

const tenth = (number) => Math.round(number * 10) / 10;
const inches = (mm) => (mm > 5000 ? `${tenth(mm / 914.4)} yd` : `${tenth(mm / 25.4)} in`);
const metric = (mm) => (mm >= 1000 ? `${Math.round(mm / 10) / 100} m` : `${Math.round(mm * 10) / 10} mm`);

/** The figures of cut files and puzzle pages, in the order in which they are shown. */
const FIGURES = {
  pieces: "pieces", sheets: "sheets", cut_length_mm: "of cuts", run_length_mm: "with lead-ins and overcuts", pen_downs: "cuts",
  travel_mm: "of travel between cuts", gap_mm: "between pieces", solutions: "solutions", pages: "printed pages",
};

/** Words for a number of things: without their plural for one. */
const counted = (value, words) => (value === 1 ? words.replace(/(?<=ch)es$|s$/, "") : words);

function madeWords({ summary, text }) {
  const lines = [];
  const add = (value, words) => { if (value !== undefined && value !== null) lines.push([String(value), counted(value, words)]); };
  const { quilt, cut, sheet } = summary;
  if (quilt) {
    const length = state.design?.quilt?.units === "metric" ? metric : inches;
    add(quilt.finished_mm?.map(length).join(" × "), "finished");
    add(quilt.patches, "patches");
    add(quilt.assembly?.steps.length ?? quilt.row_steps?.length ?? quilt.straight?.steps, "sewing steps");
    add(length(quilt.seam_length_mm), "of seams");
    add(quilt.set_in_corners, "Y-seams");
    add(quilt.pages, "printed pages");
  }
  for (const part of [cut, sheet]) {
    for (const [key, words] of Object.entries(FIGURES)) {
      const value = part?.[key];
      const isSaid = key === "run_length_mm" && value === part?.cut_length_mm;
      if (value && !isSaid) add(key.endsWith("_mm") ? metric(value) : value, words);
    }
  }
  const figures = lines.length ? el("dl", { class: "figures" }, lines.map(([number, words]) => el("div", {}, el("dt", {}, number), el("dd", {}, words)))) : null;
  return [el("h3", {}, "Figures"), figures, quilt?.methods ? methods(quilt.methods) : null, !quilt && !cut && !sheet && text ? el("p", {}, plain(text.split("\n")[0])) : null].filter(Boolean);
}

const METHODS = { pieces: "Pieces", seams: "Seams", set_in_corners: "Y-seams", partial_seams: "Partial seams" };

/** The construction methods side by side. */
function methods({ rows, no_straight_seams: reason }) {
  if (!rows?.length) return null;
  const cells = (row) => Object.keys(METHODS).map((key) => el("td", { class: "number" }, String(row[key])));
  const body = rows.map((row) => el("tr", { class: row.chosen ? "chosen" : "" },
    el("th", { scope: "row" }, spaced(row.method).replaceAll("-", " "), row.chosen ? el("span", { class: "unseen" }, " (chosen)") : null), cells(row)));
  return el("details", { class: "words" }, el("summary", {}, "Construction methods compared"),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Construction methods" },
      el("table", {}, el("thead", {}, el("tr", {}, ["Method", ...Object.values(METHODS)].map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, body))),
    reason ? el("p", { class: "help" }, plain(reason)) : null);
}
