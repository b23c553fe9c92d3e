// The last designs that were made, kept by this browser if somebody asks for it.

import { announce, el, plainButton } from "./dom.js";
import { keptList } from "./kept.js";

const MOST = 10;
const FORGOTTEN = "No design is kept any more.";

/** The designs, the last first. */
const { read, write } = keptList("recent designs");

/** Notes a design that was made; `title` is what it is called, `place` the end of its address. */
export function remember(title, place) {
  const all = read();
  if (all) write([{ title, place }, ...all.filter((one) => one.place !== place)].slice(0, MOST));
}

/** Asks whether to keep the last designs, beginning with this one. */
export function keepQuestion(title, place) {
  const change = (event) => {
    const box = event.currentTarget;
    const isKept = write(box.checked ? [{ title, place }] : null);
    if (!isKept) box.checked = false;
    const kept = box.checked ? "Designs are kept in this browser, beginning with this one." : FORGOTTEN;
    announce(isKept ? kept : "This browser keeps nothing for this page.");
  };
  return el(
    "div",
    { class: "field flag" },
    el("input", { type: "checkbox", id: "recent", checked: read() !== null, onchange: change }),
    el("label", { for: "recent", class: "name" }, `Keep the last ${MOST} designs that I take in this browser`),
  );
}

/** The designs that are kept, the last first; nothing if there are none. */
export function recentDesigns() {
  const all = read() ?? [];
  if (!all.length) return null;
  const forget = (event) => {
    write(null);
    event.currentTarget.closest("section").remove();
    document.querySelector("#act h2")?.focus();
    announce(FORGOTTEN);
  };
  return el(
    "section",
    { class: "recent", "aria-labelledby": "recent-designs" },
    el("h3", { id: "recent-designs" }, "Your last designs"),
    el(
      "ul",
      { class: "row" },
      all.map(({ title, place }) => el("li", {}, el("a", { class: "button", href: place }, title))),
    ),
    plainButton("Forget them", forget, { id: "recent-forget" }),
  );
}
