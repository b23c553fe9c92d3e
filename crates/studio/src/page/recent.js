// The last designs that were made, kept by this browser if somebody asks for it.

import { announce, el } from "./dom.js";

const NAME = "recent designs";
const MOST = 10;

/** The designs, the last first; nothing if nobody asked to keep them. */
function read() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "null");
  } catch {
    return null;
  }
}

function write(all) {
  try {
    if (all) localStorage.setItem(NAME, JSON.stringify(all));
    else localStorage.removeItem(NAME);
  } catch {
    /* This browser keeps nothing. */
  }
}

/** Notes a design that was made; `title` is what it is called, `place` the end of its address. */
export function remember(title, place) {
  const all = read();
  if (all) write([{ title, place }, ...all.filter((one) => one.place !== place)].slice(0, MOST));
}

/** Asks whether to keep the last designs, and lists them. */
export function recentDesigns() {
  const list = el("ul", {});
  const redraw = () => {
    const links = (read() ?? []).map(({ title, place }) => el("li", {}, el("a", { href: place }, title)));
    list.replaceChildren(...links);
  };
  const change = (event) => {
    const isAsked = event.currentTarget.checked;
    write(isAsked ? [] : null);
    redraw();
    announce(isAsked ? "The next designs are kept in this browser." : "No design is kept any more.");
  };
  const box = el("input", { type: "checkbox", id: "recent", checked: read() !== null, onchange: change });
  redraw();
  return el(
    "div",
    { class: "recent" },
    el(
      "div",
      { class: "field flag" },
      box,
      el("label", { for: "recent", class: "name" }, `Keep the last ${MOST} designs that I take in this browser`),
    ),
    list,
  );
}
