// The parts of a book: puzzles made to order, and puzzles; each can be taken out, and others added.

import { announce, el, plainButton } from "./dom.js";
import { counted, plain } from "./words.js";

/** The options of an order that decide its puzzles. */
const ORDER = ["board", "pieces", "kind", "difficulty", "count", "unique"];
/** A first order, so that one button adds puzzles. */
const FIRST = { board: "5x4", pieces: "pentominoes", count: 4, unique: true };

/** What puzzles of each kind give. */
const GIVES = {
  subset: "to fill with some of the pieces",
  given: "with some pieces given",
  letters: "with some letters given",
  numbers: "with some numbers given",
  edges: "with some edges given",
  tray: "with room to spare",
  silhouette: "of shapes to fill",
  calendar: "for every date",
};

/** A part in words; `titles` has what puzzles are called, by their names. */
export function partWords(part, titles = new Map()) {
  const named = (own) => (typeof own === "string" ? (titles.get(own) ?? own) : (own?.name ?? "a board of your own"));
  if (typeof part === "string") return `The puzzle ${named(part)}`;
  const order = part.made_puzzles;
  if (!order) return `The puzzle ${named(part.puzzle ?? part.tilings?.[0]?.puzzle ?? part.files)}`;
  const own = order.board ?? part.puzzle;
  const board = typeof own === "string" ? own.replace(/^(\d+)x(\d+)$/, "$1 x $2") : own;
  const kind = order.kind ?? "subset";
  return [
    `${counted(order.count ?? 1, "puzzle")} ${GIVES[kind] ?? `called ${kind}`}`,
    board ? `on ${named(board)}` : null,
    order.pieces ? `from ${order.pieces}` : null,
    order.difficulty ? `difficulty ${order.difficulty}` : null,
    `series ${part.seed ?? 0}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** What a design is about, whatever it makes. */
export function boardOf(design) {
  const kept = ["puzzle", "puzzles", "tilings", "files"];
  return Object.fromEntries(kept.filter((key) => key in design).map((key) => [key, design[key]]));
}

/** The parts of a book about the same as a design. */
export function partsOf({ puzzles, ...subject }) {
  if (puzzles) return structuredClone(puzzles);
  const isName = Object.keys(subject).length === 1 && typeof subject.puzzle === "string";
  return [isName ? subject.puzzle : structuredClone(subject)];
}

/** What a design is about that goes on from a book: its first puzzle. */
export function boardOfParts(parts = []) {
  const part = parts.find((one) => typeof one === "string" || !one.made_puzzles);
  if (!part) return { puzzle: "pentomino-6x10" };
  return typeof part === "string" ? { puzzle: part } : structuredClone(part);
}

/** The field of the parts; `control` makes the controls of an order. */
export function partsField(inputs, id, control) {
  let parts = [];
  let order = { ...FIRST };
  const list = el("ol", { class: "parts" });
  const element = el("div", { role: "group", id });
  const become = (next, words) => {
    parts = next;
    draw();
    element.dispatchEvent(new Event("change"));
    announce(words);
  };
  const titles = new Map(inputs.templates.map(({ name, title }) => [name, title]));
  const wordsOf = (part) => plain(partWords(part, titles));
  const row = (part, index) => {
    const words = wordsOf(part);
    const without = () => become(parts.toSpliced(index, 1), `Taken out: ${words}.`);
    const button = plainButton("Take out", without, { class: "small-button", "aria-label": `Take out: ${words}` });
    return el("li", {}, words, " ", button);
  };
  const draw = () => list.replaceChildren(...parts.map(row));
  const rows = inputs.products.find((one) => one.name === "made_puzzles")?.rows ?? [];
  const fields = ORDER.map((key) => rows.find((one) => one.key === key)).map((one) =>
    control(one, "order", inputs, (key, value) => {
      if (value === undefined) delete order[key];
      else order[key] = value;
    }),
  );
  fields.forEach((field) => field.sync(order[field.key]));
  const seed = () => parts.filter((part) => part.made_puzzles).length + 1;
  const addOrder = () => {
    const part = { made_puzzles: { ...order }, seed: seed() };
    become([...parts, part], `Added: ${wordsOf(part)}.`);
  };
  const template = el(
    "select",
    { id: `${id}-template` },
    inputs.templates.map(({ name, title }) => el("option", { value: name }, title)),
  );
  const addTemplate = () => become([...parts, template.value], `Added: ${wordsOf(template.value)}.`);
  // What is chosen here becomes part of the book by its button.
  const apart = { class: "more", onchange: (event) => event.stopPropagation() };
  element.append(
    list,
    el(
      "details",
      apart,
      el("summary", {}, "Add puzzles made to order"),
      fields.map((field) => field.element),
      plainButton("Add these puzzles", addOrder, { id: `${id}-order` }),
    ),
    el(
      "details",
      apart,
      el("summary", {}, "Add a puzzle"),
      el("div", { class: "field" }, el("label", { for: template.id, class: "name" }, "Puzzle"), template),
      plainButton("Add this puzzle", addTemplate, { id: `${id}-puzzle` }),
    ),
  );
  return {
    element,
    read: () => (parts.length ? parts : undefined),
    write: (value) => {
      parts = value ?? [];
      draw();
    },
  };
}
