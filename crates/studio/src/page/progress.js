// Boards that are half solved, and times of those that were, kept by this browser if somebody asks for it.

import { announce, el } from "./dom.js";
import { keptList } from "./kept.js";
import { csvOf, withTime } from "./times.js";
import { counted } from "./words.js";

const MOST = 200;

/** The pieces on each board, by its address, the last first. */
const { read, write } = keptList("play progress");

/** The pieces that were laid on a board, and whether a solution was shown there. */
export function keptBoard(place) {
  const [, placed = [], isShown = false] = read()?.find(([own]) => own === place) ?? [];
  return { placed, isShown };
}

/** Notes the pieces on a board, if somebody asked for it. */
export function keepBoard(place, placed, isShown) {
  const others = read()?.filter(([own]) => own !== place);
  const own = placed.length ? [[place, placed, ...(isShown ? [true] : [])]] : [];
  if (others) write([...own, ...others].slice(0, MOST));
}

/** Asks whether to keep boards, beginning with this one, that of a game. */
export function keepBox(place, game) {
  const change = ({ currentTarget: box }) => {
    const isKept = write(box.checked ? [] : null);
    if (!isKept) box.checked = false;
    else if (box.checked) keepBoard(place, game.laid(), game.isShown());
    const words = box.checked ? "Boards are kept in this browser." : "No board is kept any more.";
    announce(isKept ? words : "This browser keeps nothing for this page.");
  };
  return el(
    "label",
    { class: "check", for: "play-keep" },
    el("input", { type: "checkbox", id: "play-keep", checked: read() !== null, onchange: change }),
    "Keep my boards in this browser",
  );
}

/** The times of solved puzzles, the last first. */
const times = keptList("play times");

/** Notes how long a puzzle took without help, if somebody asked for it. */
export function noteTime(design, seconds) {
  const all = times.read();
  if (all) times.write(withTime(all, design, seconds));
}

/** Asks whether to record times, and saves those that were as a file. */
export function timesParts() {
  const save = el("a", { class: "button", id: "play-save-times", download: "times.csv", href: "#" });
  save.addEventListener("click", () => {
    save.href = URL.createObjectURL(new Blob([csvOf(times.read() ?? [])], { type: "text/csv" }));
  });
  const draw = () => {
    const count = times.read()?.length ?? 0;
    save.textContent = `Save ${counted(count, "time")}`;
    save.hidden = !count;
  };
  const change = ({ currentTarget: box }) => {
    const isKept = times.write(box.checked ? [] : null);
    if (!isKept) box.checked = false;
    const said = box.checked ? "Times are recorded in this browser, and nowhere else." : "No time is kept any more.";
    announce(isKept ? said : "This browser keeps nothing for this page.");
    draw();
  };
  draw();
  const box = el("input", { type: "checkbox", id: "play-record", checked: times.read() !== null, onchange: change });
  return [el("label", { class: "check", for: "play-record" }, box, "Record my times in this browser"), save];
}
