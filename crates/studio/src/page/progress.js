// Boards that are half solved, kept by this browser if somebody asks for it.

import { announce, el } from "./dom.js";
import { keptList } from "./kept.js";

const MOST = 200;

/** The pieces on each board, by its address, the last first. */
const { read, write } = keptList("play progress");

/** The pieces that were laid on a board. */
export const keptBoard = (place) => read()?.find(([own]) => own === place)?.[1] ?? [];

/** Notes the pieces on a board, if somebody asked for it. */
export function keepBoard(place, placed) {
  const all = read();
  if (all) write([...(placed.length ? [[place, placed]] : []), ...all.filter(([own]) => own !== place)].slice(0, MOST));
}

/** Asks whether to keep boards, beginning with this one, whose pieces `laid()` has. */
export function keepBox(place, laid) {
  const change = ({ currentTarget: box }) => {
    const isKept = write(box.checked ? [] : null);
    if (!isKept) box.checked = false;
    else if (box.checked) keepBoard(place, laid());
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
