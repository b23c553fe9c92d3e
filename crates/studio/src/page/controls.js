// Makes a control from each row of a table of options, so that nothing the program can do is missing here.

import { el, show } from "./dom.js";
import { isPending } from "./morph.js";
import { partsField } from "./parts.js";
import { isAbout, useInstead, wrongWords } from "./problems.js";
import { capital, plain, spaced } from "./words.js";

/** The names that a text may have, where it is one of a list. */
function listed(row, inputs) {
  if (row.lists.length) return row.lists.flatMap((name) => inputs[name]);
  if (row.kind.of === "machine") return inputs.machines.map((machine) => [machine.name, machine.title]);
  if (row.kind.of === "photo") return inputs.photos.map((name) => [name, name]);
  if (row.kind.of === "picture") return inputs.pictures.map((name) => [name, name]);
  if (row.kind.of === "palette") return inputs.palettes.map((palette) => [palette.name, palette.title || palette.name]);
  return null;
}

/** A select with a first entry for the default. */
function select(row, choices, id) {
  const entries = choices.map((choice) => (Array.isArray(choice) ? choice : [choice, choice]));
  const usual = row.default ?? "";
  const known = entries.some(([name]) => name === usual);
  const options = entries.map(([name, label]) => el("option", { value: name }, label));
  // A file of one's own is kept as it is.
  let mine;
  if (!known) options.unshift(el("option", { value: "" }, row.kind.is === "name" ? "the usual" : "not set"));
  const element = el("select", { id }, options);
  return {
    element,
    read: () => {
      if (element.value === "own" && mine) return mine;
      return element.value === usual || element.value === "" ? undefined : element.value;
    },
    write: (value) => {
      const own = value !== null && typeof value === "object";
      if (own) mine = value;
      if (own && !element.querySelector("[data-own]"))
        element.append(el("option", { value: "own", "data-own": "" }, "your own"));
      element.value = own ? "own" : (value ?? (known ? usual : ""));
    },
  };
}

function flag(row, id) {
  const element = el("input", { type: "checkbox", id });
  return {
    element,
    read: () => element.checked || undefined,
    write: (value) => {
      element.checked = value === true;
    },
  };
}

function whole(row, id) {
  const properties = {
    type: "number",
    id,
    min: row.least,
    step: 1,
    inputMode: "numeric",
    placeholder: row.default ?? "",
  };
  const element = el("input", row.most === null ? properties : { ...properties, max: row.most });
  const read = () => (element.value === "" || element.value === row.default ? undefined : Number(element.value));
  return {
    element,
    read,
    write: (value) => {
      element.value = value ?? "";
    },
  };
}

function text(row, id) {
  const element = el("input", {
    type: "text",
    id,
    placeholder: row.default ?? "",
    autocomplete: "off",
    spellcheck: false,
  });
  const typed = () => element.value.trim();
  const read = () => {
    if (own && typed() === own.name) return own;
    return typed() === "" || typed() === row.default ? undefined : typed();
  };
  // A file of one's own is shown by its name and kept as it is.
  let own;
  const isOwn = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const shown = (value) => (Array.isArray(value) ? value.join(", ") : isOwn(value) ? value.name : (value ?? ""));
  const list = row.kind.is === "list";
  const parts = () =>
    read()
      ?.split(",")
      .map((part) => part.trim())
      .filter(Boolean);
  return {
    element,
    read: list ? parts : read,
    write: (value) => {
      own = isOwn(value) ? value : undefined;
      element.value = shown(value);
    },
  };
}

function words(row, id) {
  const boxes = row.kind.of.words.map((word) => {
    const box = el("input", { type: "checkbox", value: word.name, id: `${id}-${word.name}` });
    return [box, el("label", { class: "check", for: box.id, title: word.about }, box, word.name)];
  });
  const element = el(
    "div",
    { class: "checks", role: "group", id },
    boxes.map(([, label]) => label),
  );
  // What is taken where nothing is chosen is ticked too.
  let usual = [];
  const read = () => {
    const on = boxes.filter(([box]) => box.checked).map(([box]) => box.value);
    return on.length && String([...on].sort()) !== String([...usual].sort()) ? on : undefined;
  };
  return {
    element,
    read,
    write: (value, now = []) => {
      usual = now;
      boxes.forEach(([box]) => {
        box.checked = (value ?? usual).includes(box.value);
      });
    },
  };
}

function widget(row, inputs, id) {
  const names = listed(row, inputs);
  if (names) return select(row, names, id);
  switch (row.kind.is) {
    case "flag":
      return flag(row, id);
    case "whole":
      return whole(row, id);
    case "word":
      return select(
        row,
        row.kind.words.map((word) => [word.name, spaced(word.name)]),
        id,
      );
    case "list":
      if (row.kind.of.of === "part") return partsField(inputs, id, control);
      return row.kind.of.is === "word" ? words(row, id) : text(row, id);
    default:
      return text(row, id);
  }
}

/** How long the help of an option may be before it is folded after its first sentence, in letters. */
const LONG = 130;

/** What an option is for: the first sentence, and the others of a long text folded below it. */
function helpOf(text, id) {
  const end = text.length > LONG ? text.search(/[.;] /) : -1;
  const first = el("p", { class: "help", id }, end < 0 ? text : text.slice(0, end));
  const rest = end < 0 ? null : capital(text.slice(end + 2));
  return [first, rest && el("details", { class: "rest" }, el("summary", {}, "More"), el("p", { class: "help" }, rest))];
}

const optionOf = ([value, title]) => el("option", { value }, title);

/** One option with its name, its help and a place for what is wrong with it. */
export function control(row, product, inputs, set) {
  const id = `${product}-${row.key}`;
  const made = widget(row, inputs, id);
  const wrong = el("p", { class: "wrong", id: `${id}-wrong`, hidden: true });
  const [about, rest] = helpOf(plain(row.about), `${id}-help`);
  // What the chosen word does is more to the point than what the option is for.
  const explain = () => {
    const word = row.kind.words?.find((one) => one.name === made.element.value);
    if (row.kind.is === "word") rest?.toggleAttribute("hidden", Boolean(word));
    if (row.kind.is === "word") about.textContent = word ? capital(plain(word.about)) : plain(row.about);
  };
  made.element.setAttribute("aria-describedby", `${about.id} ${wrong.id}`);
  made.element.addEventListener("change", () => {
    explain();
    set(row.key, made.read());
  });
  const isGroup = row.kind.is === "list" && (row.kind.of.is === "word" || row.kind.of.of === "part");
  const names = isGroup ? { id: `${id}-name`, class: "name" } : { for: id, class: "name" };
  const label = el(isGroup ? "span" : "label", names, row.label);
  if (isGroup) made.element.setAttribute("aria-labelledby", `${id}-name`);
  // Names that are offered, where other words may be typed too.
  const offered = row.kind.of === "material" ? inputs.materials : [];
  if (offered.length) made.element.setAttribute("list", `${id}-names`);
  const element = el(
    "div",
    { class: row.kind.is === "flag" ? "field flag" : "field", "data-key": row.key },
    row.kind.is === "flag" ? [made.element, label] : [label, made.element],
    offered.length ? el("datalist", { id: `${id}-names` }, offered.map(optionOf)) : null,
    about,
    rest,
    wrong,
  );
  const sync = (value, error, usual) => {
    // What somebody is typing is not part of the design yet, whatever arrives from the server meanwhile.
    const isOther = usual || JSON.stringify(made.read()) !== JSON.stringify(value);
    if (!isPending(made.element) && isOther) made.write(value, usual);
    explain();
    wrong.hidden = !error;
    show(wrong, ...(error ? [wrongWords(error), " ", useInstead(error, product)] : []));
    if (error) made.element.setAttribute("aria-invalid", "true");
    else made.element.removeAttribute("aria-invalid");
  };
  return { key: row.key, element, sync };
}

/** Opens all that an element is folded in. */
function unfold(element) {
  const fold = element.closest("details.more");
  if (!fold) return;
  fold.open = true;
  unfold(fold.parentElement);
}

/**
 * Controls for all rows of a product, without those of the act Color if it has them: the common ones, by `tasks` if
 * these are given (headings with their keys), then the others by their headings.
 */
export function form(product, rows, inputs, set, { colorsApart = false, tasks = null } = {}) {
  const wanted = rows.filter((row) => !(colorsApart && row.of_colors));
  const made = new Map(wanted.map((row) => [row.key, control(row, product, inputs, set)]));
  const spec = inputs.products.find((one) => one.name === product);
  const common =
    tasks?.flatMap(([, keys]) => keys) ?? (spec?.common ?? inputs.search_common).filter((key) => made.has(key));
  const rest = wanted.filter((row) => !common.includes(row.key));
  // Folded by what they are for, as far as there are several groups.
  const groups = [...grouped(rest)];
  const sections = groups.map(([group, members]) =>
    el(
      "details",
      { class: "more", open: groups.length === 1 },
      el("summary", {}, `${group ? plain(group).replace(/ \(with.*/, "") : "Others"} (${members.length})`),
      members.map((row) => made.get(row.key).element),
    ),
  );
  const more = rest.length
    ? el(
        "details",
        { class: "more" },
        el("summary", {}, `More options (${rest.length})`),
        el("div", { class: "groups" }, sections),
      )
    : null;
  const fieldsOf = (keys) => keys.map((key) => made.get(key).element);
  const task = ([title, keys]) => el("section", { class: "task" }, el("h3", {}, title), fieldsOf(keys));
  const head = tasks ? el("div", { class: "tasks" }, tasks.map(task)) : fieldsOf(common);
  const element = el("div", { class: "form" }, head, more);
  const sync = (values, errors = [], usual = {}) => {
    for (const [key, one] of made) {
      const error = errors.find((found) => isAbout(found, product, key));
      one.sync(values?.[key], error, usual[key]);
      if (error) unfold(one.element);
    }
  };
  /** Hides an option that has no effect. */
  const hide = (key, hidden) => {
    const { element: one } = made.get(key);
    one.hidden = hidden;
  };
  return { element, sync, hide };
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  return groups;
}
