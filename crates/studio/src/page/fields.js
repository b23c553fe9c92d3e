// Fields of forms that are no options of the program: a label and its control.

import { announce, el } from "./dom.js";

const idOf = (prefix, label) =>
  `${prefix}-${label
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-")
    .replace(/-$/, "")}`;

/** Fields whose ids begin with a prefix. */
export const fields = (prefix) => ({
  number(label, value, set, { min = 1, max = 64 } = {}) {
    const id = idOf(prefix, label);
    const change = ({ currentTarget }) => {
      const typed = Number(currentTarget.value);
      const asked = Math.min(Math.max(Math.round(typed) || min, min), max);
      if (asked !== typed) announce(`${label} goes from ${min} to ${max}; it is ${asked} now.`);
      currentTarget.value = asked;
      set(asked);
    };
    const input = el("input", { type: "number", id, min, max, value, onchange: change });
    return el("div", { class: "field" }, el("label", { for: id, class: "name" }, label), input);
  },
  choice(label, entries, value, set) {
    const id = idOf(prefix, label);
    const input = el(
      "select",
      { id, onchange: ({ currentTarget }) => set(currentTarget.value) },
      entries.map(([name, text]) => el("option", { value: name, selected: name === value }, text)),
    );
    return el("div", { class: "field" }, el("label", { for: id, class: "name" }, label), input);
  },
  check(label, on, set) {
    const id = idOf(prefix, label);
    const change = ({ currentTarget }) => set(currentTarget.checked);
    const input = el("input", { type: "checkbox", id, checked: on, onchange: change });
    return el("div", { class: "field flag" }, input, el("label", { for: id, class: "name" }, label));
  },
});
