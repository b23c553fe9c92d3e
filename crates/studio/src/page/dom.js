// Makes elements, says what changed, and waits for a pause.

import { hear, renew } from "./morph.js";
import { hereWords } from "./sharing.js";

/** An element: `el("a", { href: "#", class: "x", onclick }, "text", child)`. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) hear(element, name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name in element && !name.startsWith("aria") && name !== "list" && name !== "form") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const button =
  (kind) =>
  (label, onclick, properties = {}) =>
    el(
      "button",
      {
        type: "button",
        class: kind,
        onclick,
        ...properties,
      },
      label,
    );

/** A button that one uses all the time, the one that goes on, and one that is seldom used. */
export const plainButton = button(undefined);
export const mainButton = button("main");
export const quietButton = button("quiet");

/** An SVG that piecework drew, as an element. */
export function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  return svg;
}

/** A color square. */
export function swatch(rgb) {
  const square = el("span", { class: "swatch", "aria-hidden": "true" });
  square.style.backgroundColor = rgb;
  return square;
}

/** How long two messages belong together, in milliseconds: the second does not take the place of the first. */
const TOGETHER = 900;
/** How long a message is seen, in milliseconds. */
const SEEN = 6000;

let timers = [];
let said = [];
let line = null;

/** The line of messages: in the dialog that is open, as what is behind it is neither heard nor seen. */
function lineOfMessages() {
  line ??= document.getElementById("live");
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const place = dialog ?? document.body;
  if (line.parentElement !== place) {
    place.append(line);
    dialog?.addEventListener("close", () => document.body.append(line), { once: true });
  }
  return line;
}

/**
 * Says something in the one line of messages, which is seen for a while and heard by screen readers. `quiet`: it
 * is on the page already, so it is only heard, and takes the place of what was said before.
 */
export function announce(text, { quiet = false } = {}) {
  const live = lineOfMessages();
  const now = performance.now();
  said = quiet ? [] : said.filter((one) => now - one.at < TOGETHER && one.text !== text);
  said.push({ text, at: now });
  live.textContent = "";
  timers.forEach(clearTimeout);
  const words = said.map(({ text: one }) => (/[.!?…]$/.test(one) || said.length === 1 ? one : `${one}.`)).join(" ");
  timers = [
    setTimeout(() => {
      live.textContent = words;
      live.classList.toggle("seen", !quiet);
    }, 60),
    setTimeout(() => live.classList.remove("seen"), SEEN),
  ];
}

/** A function that runs after the last call of a series. */
export function later(milliseconds, action) {
  let waiting = 0;
  return (...args) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => action(...args), milliseconds);
  };
}

/**
 * Shows these children. What is the same stays: the focus, what is open and what is typed, and screen readers do
 * not repeat it. Handlers get the element that stays from their event.
 */
export const show = (element, ...children) => renew(element, children.flat());

/** A region that scrolls, and that keys reach. */
export const scrolling = (label, ...children) =>
  el(
    "div",
    {
      class: "scroll",
      tabindex: "0",
      role: "region",
      "aria-label": label,
    },
    ...children,
  );

/** A table with heads of columns. */
export const table = (heads, rows, caption = null) =>
  el(
    "table",
    {},
    caption ? el("caption", { class: "unseen" }, caption) : null,
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        heads.map((head) => el("th", { scope: "col" }, head)),
      ),
    ),
    el("tbody", {}, rows),
  );

/** Copies a text; where the browser forbids that, shows it selected, so that it can be copied by hand. */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    const here = text.includes(location.origin) ? hereWords() : "";
    announce([`${what} is copied.`, here].filter(Boolean).join(" "));
  } catch {
    const area = el("textarea", { id: "copy-text", readOnly: true, rows: 5, "aria-label": what });
    area.value = text;
    const dialog = el(
      "dialog",
      { class: "page-view small-view", "aria-label": what },
      el("p", {}, `This browser does not let the page copy. ${what} is selected: press Ctrl+C, or ⌘C on a Mac.`),
      area,
      el(
        "div",
        { class: "row" },
        mainButton("Close", () => dialog.close()),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    area.select();
    announce(`${what} is shown selected.`);
  }
}
