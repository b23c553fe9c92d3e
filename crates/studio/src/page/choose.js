// Choose: a gallery of finished designs, a board of one's own, letters, or a file.

import { encode } from "./address.js";
import { setDesign, state } from "./design.js";
import { announce, el, mainButton, plainButton, show } from "./dom.js";
import { untilHandsOff } from "./hands.js";
import { problems } from "./problems.js";
import { gallery as galleryOf, galleryRest, template as pictureOf } from "./server.js";
import { recentDesigns } from "./recent.js";
import { lastGood } from "./repair.js";
import { small } from "./picture.js";
import { boardEditor, toBoard } from "./board.js";
import { filtered, kinds, levels } from "./gallery.js";
import { letterPicture } from "./seldom.js";
import { capital, counted, plain } from "./words.js";

const WAYS = { gallery: "Gallery", board: "Draw a board", letters: "Type letters", file: "Open a file" };
const LETTERS = "AAAB\nACBB\nCCDB\nCDDD";

let way = null;

let opened = 0;

/** Opens what `begin` gives, a design and the act that it begins with, unless in a window of its own. */
const opening = (begin) => async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  opened += 1;
  const [here, card] = [opened, event.currentTarget];
  const { design, act } = await begin();
  await untilHandsOff();
  // Something else was chosen meanwhile.
  if (here !== opened || !card.isConnected) return;
  setDesign(structuredClone(design), { act });
};

/** Does something once, when an element comes near the window. */
function near(element, then) {
  const watch = new IntersectionObserver(
    ([entry]) => {
      if (!entry.isIntersecting) return;
      watch.disconnect();
      then();
    },
    { rootMargin: "200px" },
  );
  watch.observe(element);
}

/** A puzzle, with its picture once it is near the window. */
function puzzleCard(template) {
  const art = el("div", { class: "art", "aria-hidden": "true" });
  const [about, count] = template.about;
  const design = async () => designOf(template.name, (await pictureOf(template.name)).palette);
  const link = el(
    "a",
    {
      class: "card",
      href: "#",
      "data-template": template.name,
      onclick: opening(async () => ({ design: await design(), act: "roll" })),
    },
    art,
    el("strong", {}, template.title),
    el("span", {}, plain(about)),
    count ? el("span", { class: "small" }, plain(count)) : null,
  );
  near(link, async () => {
    const seen = await pictureOf(template.name);
    art.replaceChildren(small(seen.picture));
    link.href = `#roll/${await encode(designOf(template.name, seen.palette))}`;
  });
  return el("li", {}, link);
}

const designOf = (name, palette) => ({ piecework: 2, puzzle: name, quilt: palette === "harvest" ? {} : { palette } });

let rest = null;

/** What a design of the gallery is, and its picture: those further down come together when the first is seen. */
async function wholeOf(entry) {
  const { design, picture } = entry.design ? entry : (await (rest ??= galleryRest()))[entry.name];
  return { design, picture, act: design.quilt ? "color" : "make" };
}

/** A finished design of the gallery. */
function designCard(entry) {
  const { name, title, about, level, time, size } = entry;
  const art = el("div", { class: "art", "aria-hidden": "true" });
  const link = el(
    "a",
    { class: "card", href: "#", "data-design": name, onclick: opening(() => wholeOf(entry)) },
    art,
    el("strong", {}, title),
    el("span", {}, about),
    el("span", { class: "small" }, `${size} · ${level} · ${time}`),
  );
  const fill = async () => {
    const { design, picture, act } = await wholeOf(entry);
    art.replaceChildren(small(picture));
    link.href = `#${act}/${await encode(design)}`;
  };
  if (entry.design) fill();
  else near(link, fill);
  return el("li", {}, link);
}

/** What comes out, in three pictures; each is a design to begin with. */
const MADE = [
  {
    title: "A quilt",
    words: "pattern, templates, what to buy, every seam",
    of: "y-hexomino",
    act: "color",
    design: { piecework: 2, puzzle: "y-hexomino-23x24", quilt: {} },
    colors: [],
  },
  {
    title: "A puzzle to cut",
    words: "files for lasers, cutters and plotters",
    of: "pillow",
    act: "make",
    design: { piecework: 2, puzzle: "pentomino-8x8-hole", cut: { kerf: "0.2mm" } },
    colors: ["#ead4ad", "#d9b37a", "#f2e3c8", "#c99d60", "#e0c08d"],
  },
  {
    title: "A book of puzzles",
    words: "boards, pieces and solutions to print",
    of: "rhombus",
    act: "make",
    design: {
      piecework: 2,
      book: {
        parts: [
          { made_puzzles: { board: "5x4", count: 4, pieces: "pentominoes", unique: true }, seed: 1 },
          { made_puzzles: { board: "3x5", count: 2, kind: "given", pieces: "pentominoes" }, seed: 2 },
          "hexiamond-6x6",
        ],
        title: "Rainy days",
      },
    },
    colors: Array(12).fill("#ffffff"),
  },
];

function made({ title, words, of, act, design, colors }, designs) {
  const picture = designs.find(({ name }) => name === of)?.picture;
  const art = el("div", { class: "art", "aria-hidden": "true" }, picture ? small(picture, colors) : null);
  const link = el(
    "a",
    { class: "card made", href: "#", onclick: opening(async () => ({ design, act })) },
    art,
    el("strong", {}, title),
    el("span", {}, words),
  );
  encode(design).then((text) => {
    link.href = `#${act}/${text}`;
  });
  return el("li", {}, link);
}

/** The designs of the gallery that pass the filters. */
const wanted = { kind: "", level: "" };

function filters(designs, redraw) {
  const choice = (id, label, key, all) => {
    const change = ({ currentTarget }) => {
      wanted[key] = currentTarget.value;
      redraw();
      announce(`${counted(filtered(designs, wanted).length, "design")}.`);
    };
    const entries = [["", "all"], ...all.map((one) => [one, one])];
    return el(
      "div",
      { class: "field" },
      el("label", { for: id, class: "name" }, label),
      el(
        "select",
        { id, onchange: change },
        entries.map(([value, text]) => el("option", { value, selected: value === wanted[key] }, capital(text))),
      ),
    );
  };
  return el(
    "div",
    { class: "filters" },
    choice("gallery-kind", "What for", "kind", kinds(designs)),
    choice("gallery-level", "How much practice", "level", levels(designs)),
  );
}

function gallery(view) {
  const three = el("ul", { class: "three", "aria-label": "What you can make" });
  const choices = el("div", {});
  const list = el("ul", { class: "gallery", "aria-labelledby": "designs" });
  // Below the designs, so that their pictures are asked for only by who comes there.
  const puzzles = el("ul", { class: "gallery", "aria-labelledby": "puzzles" });
  const fill = ({ designs }) => {
    const redraw = () => list.replaceChildren(...filtered(designs, wanted).map(designCard));
    three.replaceChildren(...MADE.map((one) => made(one, designs)));
    choices.replaceChildren(filters(designs, redraw));
    redraw();
    puzzles.replaceChildren(...view.inputs.templates.map(puzzleCard));
  };
  galleryOf().then(fill, (error) =>
    three.replaceChildren(el("li", {}, problems(error.errors ?? [error], "The gallery cannot be had"))),
  );
  return el(
    "div",
    {},
    el(
      "p",
      { class: "lead" },
      "Choose a finished design, or draw your own board. piecework finds the tiling and writes what you ",
      "make it from.",
    ),
    three,
    recentDesigns(),
    el("h3", { id: "designs" }, "Quilts to begin with"),
    choices,
    list,
    el("h3", { id: "puzzles", class: "puzzles" }, "Puzzles that were solved"),
    puzzles,
  );
}

function letters(view) {
  const area = el("textarea", {
    id: "letters",
    rows: 10,
    spellcheck: false,
    value: LETTERS,
    "aria-describedby": "letters-help",
  });
  const cells = view.inputs.lattices.map((one) => el("option", { value: one.name }, one.cells));
  const lattice = el("select", { id: "letters-lattice" }, cells);
  const wrong = el("div", {});
  const picture = el("div", { class: "letters-seen" });
  const draw = async () => {
    const [text, name] = [area.value, lattice.value];
    const drawn = await letterPicture(text, name);
    if (text === area.value && name === lattice.value) show(picture, ...[drawn].filter(Boolean));
  };
  for (const one of [area, lattice]) one.addEventListener("input", draw);
  draw();
  const read = async () => {
    const errors = await view.open("letters.txt", area.value, lattice.value);
    wrong.replaceChildren(...(errors ? [problems(errors, "These letters cannot be read")] : []));
  };
  const form = el(
    "div",
    { class: "form narrow" },
    el(
      "div",
      { class: "field" },
      el("label", { for: "letters", class: "name" }, "A tiling in letters"),
      area,
      el(
        "p",
        { class: "help", id: "letters-help" },
        "Cells with the same letter that touch are one piece. A dot is a cell outside of the board.",
      ),
    ),
    el("div", { class: "field" }, el("label", { for: "letters-lattice", class: "name" }, "Lattice"), lattice),
    mainButton("Use these letters", read),
    wrong,
  );
  return el("div", { class: "letters-both" }, form, picture);
}

function file(view) {
  const wrong = el("div", {});
  const input = el("input", {
    type: "file",
    id: "file",
    onchange: async () => {
      const [chosen] = input.files;
      const errors = chosen ? await view.open(chosen.name, chosen) : null;
      wrong.replaceChildren(...(errors ? [problems(errors, `${chosen.name} cannot be opened`)] : []));
    },
  });
  return el(
    "div",
    { class: "form narrow" },
    el(
      "div",
      { class: "field" },
      el("label", { for: "file", class: "name" }, "A file from your computer"),
      input,
      el(
        "p",
        { class: "help" },
        "Puzzle, tiling and design files, SVG, PDF, DXF and LightBurn files that piecework wrote, ",
        "letter grids, and BurrTools files. You can also drop a file anywhere on this page.",
      ),
    ),
    wrong,
  );
}

export function build(view) {
  way ??= state.design && toBoard(state.design.puzzle) ? "board" : "gallery";
  const stage = el("section", { class: "stage", "aria-live": "off" });
  const heading = el("h2", { tabindex: "-1" });
  const broken = el("div", {});
  const body = el("div", {});
  const choices = el("div", { class: "ways", role: "group", "aria-label": "Ways to begin" });
  let editor = null;
  const headings = {
    gallery: "Tilings you can sew, cut and puzzle over",
    board: "Draw your own board",
    letters: "Type a tiling",
    file: "Open a file",
  };
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
  choices.append(
    ...Object.entries(WAYS).map(([name, label]) => plainButton(label, () => go(name), { "data-way": name })),
  );
  stage.append(choices, broken, heading, body);
  go(way);
  const sync = () => {
    const good = state.broken ? lastGood() : null;
    const goOn = () => setDesign(good, { act: "color" });
    show(
      broken,
      state.broken ? problems([{ message: state.broken }], "The address cannot be read") : null,
      good ? el("p", {}, plainButton("Go on with the last design of this window", goOn, { id: "mend" })) : null,
    );
    editor?.sync(view);
  };
  return { parts: [stage], sync };
}
