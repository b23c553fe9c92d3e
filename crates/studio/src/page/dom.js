// Makes elements, speaks to screen readers, and waits for a pause.

import { hear } from "./handlers.js";
import { renew } from "./renew.js";

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

let spoken = 0;
let said = [];

/** Says something to those who listen to the page. `alone`: nothing that was said just before still matters. */
export function announce(text, { alone = false } = {}) {
  const live = document.getElementById("live");
  const now = performance.now();
  said = alone ? [] : said.filter((one) => now - one.at < TOGETHER && one.text !== text);
  said.push({ text, at: now });
  live.textContent = "";
  clearTimeout(spoken);
  spoken = setTimeout(() => { live.textContent = said.map(({ text: one }) => (/[.!?…]$/.test(one) || said.length === 1 ? one : `${one}.`)).join(" "); }, 60);
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
 * Shows these children. What is the same stays: the focus, what is open and what is typed, and screen readers do not repeat it.
 * Handlers get the element that stays from their event.
 */
export const show = (element, ...children) => renew(element, children.flat());

/** A number with its noun: `1 patch`, `2 patches`. */
export const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** Key words as people read them: `set_in_corners` is `set in corners`. */
export const spaced = (key) => key.replaceAll("_", " ");

/** What is wrong, as a list with places. */
export function problems(errors, title = "This cannot be made") {
  // A place in a file helps whoever wrote the file; a design was made on the page.
  const inFile = (error) => error.file && error.file !== "design";
  const items = errors.map((error) => el("li", {},
    inFile(error) && error.pointer ? [el("code", {}, error.pointer), " "] : null,
    plain(error.message),
    inFile(error) && error.line ? ` (line ${error.line}${error.column ? `, column ${error.column}` : ""})` : null,
    error.hint ? el("span", { class: "hint" }, ` ${plain(error.hint)}.`) : null));
  return el("div", { class: "problem", role: "group", "aria-label": title },
    el("strong", {}, title), el("ul", {}, items));
}

/** A message without its back-ticks. */
export const plain = (text) => text.replaceAll("`", "“").replace(/“([^“]*)“/g, "“$1”");
