// Choose: a gallery of finished designs, a board of one's own, letters, or a file.

import { encode, setDesign, state } from "./design.js";
import { el, plain, problems, show } from "./dom.js";
import { template as pictureOf } from "./server.js";
import { lastGood } from "./mend.js";
import { small } from "./picture.js";
import { boardEditor, toBoard } from "./board.js";

const WAYS = { gallery: "Gallery", board: "Draw a board", letters: "Type letters", file: "Open a file" };
const LETTERS = "AAAB\nACBB\nCCDB\nCDDD";

let way = null;

/** The picture of a template, once it is near the window. */
function card(template) {
  const art = el("div", { class: "art", "aria-hidden": "true" });
  const [about, count] = plain(template.about).split("; ");
  const link = el("a", { class: "card", href: "#", "data-template": template.name }, art,
    el("strong", {}, template.title), el("span", {}, about), count ? el("span", { class: "small" }, count) : null);
  const watch = new IntersectionObserver(async ([entry]) => {
    if (!entry.isIntersecting) return;
    watch.disconnect();
    const seen = await pictureOf(template.name);
    art.replaceChildren(small(seen.picture));
    link.href = `#roll/${await encode(designOf(template.name, seen.palette))}`;
  }, { rootMargin: "200px" });
  watch.observe(link);
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const seen = await pictureOf(template.name);
    setDesign(designOf(template.name, seen.palette), { act: "roll" });
  });
  return el("li", {}, link);
}

const designOf = (name, palette) => ({ piecework: 2, puzzle: name, quilt: palette === "harvest" ? {} : { palette } });

/** What comes out, in three pictures; each is a design to begin with. */
const MADE = [
  { title: "A quilt", words: "pattern, templates, what to buy, every seam", template: "y-hexomino-23x24", act: "color",
    design: { piecework: 2, puzzle: "y-hexomino-23x24", quilt: {} }, colors: [] },
  { title: "A puzzle to cut", words: "files for lasers, cutters and plotters", template: "pentomino-8x8-hole", act: "make",
    design: { piecework: 2, puzzle: "pentomino-8x8-hole", cut: { kerf: "0.2mm" } }, colors: ["#ead4ad", "#d9b37a", "#f2e3c8", "#c99d60", "#e0c08d"] },
  { title: "A book of puzzles", words: "boards, pieces and solutions to print", template: "hexiamond-6x6", act: "make",
    design: { piecework: 2, puzzles: ["pentomino-6x10", "hexiamond-6x6", "tetrahex-4x7"], sheet: { hints: 2 } }, colors: Array(12).fill("#ffffff") },
];

function made({ title, words, template, act, design, colors }) {
  const art = el("div", { class: "art", "aria-hidden": "true" });
  const link = el("a", { class: "card made", href: "#" }, art, el("strong", {}, title), el("span", {}, words));
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setDesign(structuredClone(design), { act });
  });
  pictureOf(template).then((seen) => art.replaceChildren(small(seen.picture, colors)));
  encode(design).then((text) => { link.href = `#${act}/${text}`; });
  return el("li", {}, link);
}

function gallery(view) {
  // The quilts first: they show best what this is for.
  const order = ["y-hexomino-23x24", "heptomino-21x26", "hexomino-15x15-less-3x5", "quilt-60x80"];
  const rank = (template) => (order.indexOf(template.name) + order.length + 1) % (order.length + 1);
  const templates = [...view.inputs.templates].sort((a, b) => rank(a) - rank(b));
  return el("div", {},
    el("p", { class: "lead" }, "Choose a puzzle that was solved, or draw your own. piecework finds the tiling and writes what you make it from."),
    el("ul", { class: "three", "aria-label": "What you can make" }, MADE.map(made)),
    el("h3", { id: "designs" }, "Designs to begin with"),
    el("ul", { class: "gallery", "aria-labelledby": "designs" }, templates.map(card)));
}

function letters(view) {
  const area = el("textarea", { id: "letters", rows: 10, spellcheck: false, value: LETTERS, "aria-describedby": "letters-help" });
  const lattice = el("select", { id: "letters-lattice" }, view.inputs.lattices.map(({ name, cells }) => el("option", { value: name }, cells)));
  const wrong = el("div", {});
  const read = async () => {
    const errors = await view.open("letters.txt", area.value, lattice.value);
    wrong.replaceChildren(...(errors ? [problems(errors, "These letters cannot be read")] : []));
  };
  return el("div", { class: "form narrow" },
    el("div", { class: "field" }, el("label", { for: "letters", class: "name" }, "A tiling in letters"), area,
      el("p", { class: "help", id: "letters-help" }, "Cells with the same letter that touch are one piece. A dot is a cell outside of the board.")),
    el("div", { class: "field" }, el("label", { for: "letters-lattice", class: "name" }, "Lattice"), lattice),
    el("button", { type: "button", class: "main", onclick: read }, "Use these letters"), wrong);
}

function file(view) {
  const wrong = el("div", {});
  const input = el("input", { type: "file", id: "file", onchange: async () => {
    const [chosen] = input.files;
    const errors = chosen ? await view.open(chosen.name, chosen) : null;
    wrong.replaceChildren(...(errors ? [problems(errors, `${chosen.name} cannot be opened`)] : []));
  } });
  return el("div", { class: "form narrow" },
    el("div", { class: "field" }, el("label", { for: "file", class: "name" }, "A file from your computer"), input,
      el("p", { class: "help" }, "Puzzle, tiling and design files, SVG, PDF, DXF and LightBurn files that piecework wrote, letter grids, and BurrTools files. You can also drop a file anywhere on this page.")),
    wrong);
}

export function build(view) {
  way ??= state.design && toBoard(state.design.puzzle) ? "board" : "gallery";
  const stage = el("section", { class: "stage", "aria-live": "off" });
  const heading = el("h2", { tabindex: "-1" });
  const broken = el("div", {});
  const body = el("div", {});
  const choices = el("div", { class: "ways", role: "group", "aria-label": "Ways to begin" });
  let editor = null;
  const headings = { gallery: "Tilings you can sew, cut and puzzle over", board: "Draw your own board", letters: "Type a tiling", file: "Open a file" };
  const go = (next) => {
    way = next;
    editor = null;
    heading.textContent = headings[way];
    const made = { gallery, letters, file }[way]?.(view);
    if (made) body.replaceChildren(made);
    else {
      editor = boardEditor(view);
      body.replaceChildren(editor.element);
    }
    for (const button of choices.children) button.setAttribute("aria-pressed", String(button.dataset.way === way));
    editor?.sync(view);
  };
  choices.append(...Object.entries(WAYS).map(([name, label]) => el("button", { type: "button", "data-way": name, onclick: () => go(name) }, label)));
  stage.append(choices, broken, heading, body);
  go(way);
  const sync = () => {
    const good = state.broken ? lastGood() : null;
    show(broken, ...(state.broken ? [problems([{ message: state.broken }], "The address cannot be read")] : []),
      ...(good ? [el("p", {}, el("button", { type: "button", id: "mend", onclick: () => setDesign(good, { act: "color" }) }, "Go on with the last design of this window"))] : []));
    editor?.sync(view);
  };
  return { parts: [stage], sync };
}
