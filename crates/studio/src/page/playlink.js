// The way from the studio to the page that only plays.

import { isEmptyBoard, product, state } from "./design.js";
import { el } from "./dom.js";
import { playAddress, toPlay } from "./playaddress.js";

/** The address that plays a design, or null if nobody would: a quilt is played only while its tiling is rolled. */
export async function addressToPlay(design) {
  const asked = design && !isEmptyBoard(design) && toPlay(design);
  return asked ? playAddress(asked, { open: design.search?.open }) : null;
}

/** A link that plays the design; `sync` brings it up to date. */
export function playLink() {
  const element = el("a", { class: "button small-button", id: "play-page", hidden: true }, "Play");
  let shown = null;
  const sync = async () => {
    const { design, act } = state;
    const isWanted = design && (act === "roll" || product(design) !== "quilt");
    const key = JSON.stringify([isWanted, design]);
    if (key === shown) return;
    shown = key;
    const address = isWanted ? await addressToPlay(design) : null;
    // Another design is shown by now.
    if (key !== shown) return;
    element.hidden = !address;
    if (address) element.href = address;
  };
  return { element, sync };
}
