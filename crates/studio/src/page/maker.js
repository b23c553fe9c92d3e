// What a maker sees first: machines as pictures, a machine of one's own, and how a kerf is measured.

import { change, state } from "./design.js";
import { announce, el, mainButton, plainButton, quietButton } from "./dom.js";
import { keptList } from "./kept.js";
import { shape } from "./lattice.js";
import { ownMachine } from "./minelist.js";
import { kerfOfStrips } from "./sheetlook.js";

/** The machines that most people have: a name, what it is called here, and the lines of its picture, 48 by 32. */
const MACHINES = [
  ["lightburn", "CO₂ laser", "M5 12H43V27H5ZM9 12V5H39V12M13 20H35M24 8V11M24 15V18"],
  ["grbl", "Diode laser", "M6 4H42V28H6ZM6 11H42M20 7H28V15H20ZM24 15V22"],
  ["cricut", "Cutting machine", "M8 6H40V16H8ZM8 11H40M22 8H28V14H22ZM10 16L6 28H42L38 16"],
  ["shaper-origin", "Router", "M4 28H44M17 4H31V16H17ZM21 16V20H27V16M24 20V28M11 10H17M31 10H37"],
  ["3d-printer", "3D printer", "M7 3H41V29H7ZM7 9H41M21 7H27V12L24 15L21 12ZM17 25H31V29H17ZM19 21H29V25H19Z"],
];
/** The picture of a machine of one's own: a bed, a tool over it, and a heart. */
const MINE = "M6 8H42V28H6ZM24 23L18 17C15 13 21 10 24 14C27 10 33 13 30 17ZM12 4H36";
const OWN = "own";

/** The machine of one's own that this browser keeps, and the kerf that was measured on it. */
const kept = keptList("own machine");

/** A picture of lines. */
function lines(d, [width, height]) {
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  svg.append(shape("path", { d }));
  return svg;
}

const sizeOf = (width, height) => `${Math.round(width)} × ${Math.round(height)} mm`;

/** Chooses a machine of one's own, with the kerf that was measured on it. */
function choose({ machine, kerf }) {
  change((design) => {
    design.cut.machine = machine;
    if (kerf === null) delete design.cut.kerf;
    else design.cut.kerf = `${kerf}mm`;
  });
  announce(`${machine.title}, ${sizeOf(machine.width_mm, machine.height_mm)}.`);
}

const labeled = (id, label, input, help) =>
  el(
    "div",
    { class: "field" },
    el("label", { for: id, class: "name" }, label),
    input,
    help ? el("p", { class: "help" }, help) : null,
  );

/** The dialog that says what a machine of one's own is like; `now` is what is known of it. */
function askMine(inputs, now, done) {
  const text = (id, value, more = {}) => el("input", { type: "text", id, value, autocomplete: "off", ...more });
  const mm = (id, value) => text(id, value, { inputMode: "decimal" });
  const { machine, kerf } = now ?? {};
  const name = text("mine-title", machine?.title ?? "My laser", { maxLength: 60 });
  const [width, height] = [mm("mine-width", machine?.width_mm ?? 400), mm("mine-height", machine?.height_mm ?? 300)];
  const measured = mm("mine-kerf", kerf ?? "");
  const tools = { beam: "a beam or a bit", blade: "a knife that is dragged" };
  const entries = Object.entries(tools).map(([value, label]) =>
    el("option", { value, selected: value === machine?.tool.kind }, label),
  );
  const tool = el("select", { id: "mine-tool" }, entries);
  const boxes = inputs.formats.map((format) => {
    const checked = (machine?.formats ?? ["svg"]).includes(format.name);
    return [
      el("input", { type: "checkbox", id: `mine-${format.name}`, value: format.name, checked }),
      el("label", { class: "check", for: `mine-${format.name}`, title: format.about }, format.name),
    ];
  });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const use = () => {
    const formats = boxes.filter(([box]) => box.checked).map(([box]) => box.value);
    const typed = { title: name.value, width: width.value, height: height.value, kerf: measured.value };
    const own = ownMachine({ ...typed, tool: tool.value, formats });
    wrong.textContent = own.wrong ?? "";
    if (own.wrong) {
      dialog.querySelector(`#mine-${own.at}`)?.focus();
      return;
    }
    const isKept = kept.write(own);
    dialog.close();
    done(own);
    if (!isKept) announce("This browser keeps nothing for this page. The design holds your machine.");
  };
  const forget = () => {
    kept.write(null);
    dialog.close();
    done(null);
    announce("Your machine is forgotten.");
  };
  const dialog = el(
    "dialog",
    { class: "page-view small-view mine", "aria-label": "My machine" },
    el("h2", {}, "My machine"),
    labeled("mine-title", "What you call it", name),
    el(
      "div",
      { class: "pair" },
      labeled("mine-width", "Width of the bed, in mm", width),
      labeled("mine-height", "Height of the bed, in mm", height),
    ),
    el(
      "div",
      { class: "pair" },
      labeled("mine-tool", "It cuts with", tool),
      labeled("mine-kerf", "Kerf, in mm", measured, "Leave it empty if you have not measured it."),
    ),
    el(
      "div",
      { class: "field", role: "group", "aria-label": "Files that it reads", id: "mine-formats", tabindex: "-1" },
      el("span", { class: "name" }, "Files that it reads"),
      el(
        "div",
        { class: "checks" },
        boxes.map(([box, label]) => el("span", { class: "check" }, box, label)),
      ),
    ),
    el("p", { class: "help" }, "This browser keeps it until you forget it. A link to your design holds it, too."),
    wrong,
    el(
      "div",
      { class: "row" },
      mainButton("Cut with it", use, { id: "mine-use" }),
      plainButton("Close", () => dialog.close()),
      now ? quietButton("Forget it", forget, { id: "mine-forget" }) : null,
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** A card for a machine: a radio button, a picture, what it is called, and its bed. */
function card(value, title, d, bed, onchange) {
  const box = el("input", { type: "radio", name: "maker-machine", value, id: `maker-${value}`, onchange });
  const [name, size] = [el("span", {}, title), el("span", { class: "small" }, bed)];
  return { box, name, size, element: el("label", { class: "machine" }, box, lines(d, [48, 32]), name, size) };
}

/** Machines to choose from; the list below has all others. */
function machineCards(inputs, select) {
  const known = MACHINES.map(([name, title, d]) => {
    const machine = inputs.machines.find((one) => one.name === name);
    return card(name, title, d, sizeOf(machine.width, machine.height), () => {
      select.value = name;
      select.dispatchEvent(new Event("change"));
    });
  });
  // The machine of the design, if it is nobody else's, or the one that is kept.
  const own = () => {
    const machine = state.design?.cut?.machine;
    const kerf = Number.parseFloat(state.design?.cut?.kerf);
    return typeof machine === "object" ? { machine, kerf: Number.isFinite(kerf) ? kerf : null } : kept.read();
  };
  const ask = () => askMine(inputs, own(), (made) => (made ? choose(made) : sync()));
  const mine = card(OWN, "Mine", MINE, "", () => {
    const before = own();
    if (before) choose(before);
    else ask();
    sync();
  });
  // A click on the card that is chosen already opens what it is like.
  mine.element.addEventListener("click", ({ target }) => {
    if (target === mine.box && mine.wasChosen && !own()) ask();
  });
  const alter = plainButton("My machine", ask, { id: "mine-change", class: "small-button" });
  const all = [...known, mine];
  const group = el(
    "div",
    { class: "machines", role: "radiogroup", "aria-label": "Cut with" },
    all.map(({ element }) => element),
  );
  function sync() {
    all.forEach(({ box }) => (box.checked = box.value === select.value));
    mine.wasChosen = mine.box.checked;
    const { machine } = own() ?? {};
    mine.name.textContent = machine?.title ?? "Mine";
    mine.size.textContent = machine ? sizeOf(machine.width_mm, machine.height_mm) : "your bed and kerf";
  }
  return { elements: [group, el("p", {}, alter)], sync };
}

/** The strips that tell a kerf: how wide each is drawn, how many, and how high, in mm. */
const [STRIP, COUNT, HIGH] = [10, 10, 30];

/** The strips as a file to cut: a frame, and the lines between them, each once. */
const stripFile = () => {
  const [width, margin] = [STRIP * COUNT, 5];
  const between = Array.from({ length: COUNT - 1 }, (_, at) => `M${STRIP * (at + 1)} 0V${HIGH}`).join("");
  const [w, h] = [width + 2 * margin, HIGH + 2 * margin];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}mm" height="${h}mm" ` +
    `viewBox="${-margin} ${-margin} ${w} ${h}">` +
    `<path d="${between}M0 0H${width}V${HIGH}H0Z" fill="none" stroke="#ff0000" stroke-width="0.1"/></svg>\n`
  );
};

/** How a kerf is measured, in three pictures: ten strips are cut, pushed together, and measured at once. */
function kerfPicture() {
  const svg = shape("svg", { viewBox: "0 0 168 160", class: "kerf-picture", role: "img" });
  svg.setAttribute(
    "aria-label",
    "Ten strips, drawn 10 mm wide each, are 100 mm together. Pushed together after cutting they measure 98.0 mm. " +
      "The gap of 2.0 mm by ten cuts is a kerf of 0.20 mm.",
  );
  const text = (x, y, words, kind = "") => {
    const element = shape("text", { x, y, class: kind });
    element.textContent = words;
    return element;
  };
  const strips = (x, y, step, kind) =>
    Array.from({ length: COUNT }, (_, at) =>
      shape("rect", { x: x + at * step, y, width: step, height: 22, class: kind }),
    );
  svg.append(
    text(6, 13, "1  Cut ten strips of 10 mm"),
    ...strips(12, 20, 14, "strip"),
    text(82, 53, "100 mm", "number"),
    text(6, 71, "2  Push them together"),
    ...strips(12, 78, 13, "strip"),
    shape("path", { class: "jaws", d: "M12 74V108M142 74V108M12 106H142" }),
    shape("path", { class: "gap", d: "M142 89H152M152 74V108M145 86L142 89L145 92M149 86L152 89L149 92" }),
    text(77, 118, "98.0 mm", "number"),
    text(147, 118, "gap 2.0", "number gap-words"),
    text(6, 137, "3  Kerf = gap / cuts"),
    text(16, 152, "(100 − 98.0) / 10 = 0.20 mm", "sum"),
  );
  return svg;
}

/** How a kerf is measured, with a field for what was measured. */
function kerfHelp(input) {
  const answer = el("p", { class: "help", role: "status" });
  const whole = STRIP * COUNT;
  const take = ({ currentTarget }) => {
    const measured = Number(currentTarget.value.replace(",", "."));
    const kerf = kerfOfStrips(STRIP, COUNT, measured);
    answer.textContent =
      kerf === null
        ? `Ten strips of ${STRIP} mm measure a little less than ${whole} mm, such as 98.0.`
        : `(${whole} − ${measured}) / ${COUNT} = ${kerf} mm`;
    if (kerf === null) return;
    input.value = `${kerf}mm`;
    input.dispatchEvent(new Event("change"));
  };
  const measured = el("input", {
    type: "text",
    inputMode: "decimal",
    id: "kerf-measured",
    autocomplete: "off",
    placeholder: "98.0",
    onchange: take,
  });
  const href = `data:image/svg+xml,${encodeURIComponent(stripFile())}`;
  return el(
    "details",
    { class: "measure" },
    el("summary", {}, "Measure it"),
    kerfPicture(),
    el("p", {}, el("a", { class: "button small-button", href, download: "kerf-strips.svg" }, "The strips as SVG")),
    el("label", { class: "name", for: measured.id }, "All ten measure, in mm"),
    measured,
    answer,
  );
}

/** What is put around the controls of cut files: machines go to `place`, and so does the list of all of them. */
export function makerFace(form, place, inputs) {
  const field = (key) => form.querySelector(`[data-key="${key}"]`);
  const machine = field("machine");
  const cards = machineCards(inputs, machine.querySelector("select"));
  place.append(...cards.elements, machine);
  field("kerf").append(kerfHelp(field("kerf").querySelector("input")));
  return cards.sync;
}
