// What a maker sees first: machines as pictures, the files that they read, and how a kerf is measured.

import { el } from "./dom.js";
import { shape } from "./lattice.js";

/** The machines that most people have: a name, what it is called here, and the lines of its picture, 48 by 32. */
const MACHINES = [
  ["lightburn", "CO₂ laser", "M5 12H43V27H5ZM9 12V5H39V12M13 20H35M24 8V11M24 15V18"],
  ["grbl", "Diode laser", "M6 4H42V28H6ZM6 11H42M20 7H28V15H20ZM24 15V22"],
  ["cricut", "Cutting machine", "M8 6H40V16H8ZM8 11H40M22 8H28V14H22ZM10 16L6 28H42L38 16"],
  ["shaper-origin", "Router", "M4 28H44M17 4H31V16H17ZM21 16V20H27V16M24 20V28M11 10H17M31 10H37"],
  ["3d-printer", "3D printer", "M7 3H41V29H7ZM7 9H41M21 7H27V12L24 15L21 12ZM17 25H31V29H17ZM19 21H29V25H19Z"],
];

/** The formats that a machine reads; `usual` is the machine that is not named. */
export function formatsOf(inputs, machine, usual) {
  if (machine && typeof machine === "object") return machine.formats ?? [];
  return inputs.machines.find(({ name }) => name === (machine ?? usual))?.formats ?? [];
}

/** A picture of lines. */
function lines(d, [width, height]) {
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  svg.append(shape("path", { d }));
  return svg;
}

/** Machines to choose from; the list below has all others. */
function machineCards(inputs, select) {
  const known = MACHINES.map((row) => [row, inputs.machines.find(({ name }) => name === row[0])]);
  const boxes = [];
  const cards = known.map(([[name, title, d], machine]) => {
    const box = el("input", {
      type: "radio",
      name: "maker-machine",
      value: name,
      onchange: () => {
        select.value = name;
        select.dispatchEvent(new Event("change"));
      },
    });
    boxes.push(box);
    const bed = el("span", { class: "small" }, `${Math.round(machine.width)} × ${Math.round(machine.height)} mm`);
    return el("label", { class: "machine" }, box, lines(d, [48, 32]), el("span", {}, title), bed);
  });
  const other = el("button", { type: "button", class: "quiet", onclick: () => select.focus() }, "Another, or mine");
  const group = el("div", { class: "machines", role: "radiogroup", "aria-label": "Cut with" }, cards);
  const sync = () => boxes.forEach((box) => (box.checked = box.value === select.value));
  return { element: el("div", {}, group, el("p", {}, other)), sync };
}

/** The side of the square of a test card, in mm. */
const SQUARE = 50;

/** How a kerf is measured, with a field for what was measured. */
function kerfHelp(input) {
  const answer = el("p", { class: "help", role: "status" });
  const measured = el("input", {
    type: "text",
    inputMode: "decimal",
    id: "kerf-measured",
    size: 6,
    autocomplete: "off",
    placeholder: "49.8",
    onchange: ({ currentTarget }) => {
      const kerf = Math.round((SQUARE - Number(currentTarget.value.replace(",", "."))) * 100) / 100;
      const isLikely = kerf >= 0 && kerf <= 3;
      answer.textContent = isLikely
        ? `${SQUARE} − ${currentTarget.value} = ${kerf} mm`
        : `A square that is drawn ${SQUARE} mm wide measures a little less, such as 49.8.`;
      if (!isLikely) return;
      input.value = `${kerf}mm`;
      input.dispatchEvent(new Event("change"));
    },
  });
  const picture = lines("M20 12H80V72H20ZM14 6H86V78H14ZM20 84V92M80 84V92M20 88H80", [100, 96]);
  return el(
    "details",
    { class: "measure" },
    el("summary", {}, "Measure it"),
    el(
      "div",
      { class: "measured" },
      picture,
      el(
        "p",
        { class: "help" },
        "Cut the test card (under More options) and measure its square. " +
          `What ${SQUARE} mm lacks went up in smoke, half on each side.`,
      ),
    ),
    el("label", { class: "name", for: measured.id }, "The square measures, in mm"),
    measured,
    answer,
  );
}

/** What is put around the controls of cut files. */
export function makerFace(form, inputs) {
  const field = (key) => form.querySelector(`[data-key="${key}"]`);
  const cards = machineCards(inputs, field("machine").querySelector("select"));
  field("machine").before(cards.element);
  field("kerf").append(kerfHelp(field("kerf").querySelector("input")));
  return cards.sync;
}
