// The design in the address: read, changed, written. Back and forward are undo and redo.

import { decode, encode } from "./address.js";
import { areaOf } from "./lattice.js";

export const ACTS = ["choose", "roll", "color", "make", "take"];

/**
 * What the page shows: the act, and the design, or null before one is chosen. `origin` says which design this
 * is: changing it keeps the origin, opening another one does not. What an act remembers of a design, it
 * remembers for its origin.
 */
export const state = { act: "choose", design: null, broken: null, origin: "" };

let origins = 0;
const newOrigin = () => {
  origins += 1;
  return `${Date.now()} ${origins}`;
};

let products = [];
const listeners = [];

export const onChange = (listener) => listeners.push(listener);
const tell = (why) => listeners.forEach((listener) => listener(why));

/** Says which keys are products. */
export const knowProducts = (names) => {
  products = names;
};

let current = "";

/** A number that outlives a reload, where the browser allows that. */
const kept = {
  read() {
    try {
      return Number(sessionStorage.getItem("last step") ?? 0);
    } catch {
      return 0;
    }
  },
  write(number) {
    try {
      sessionStorage.setItem("last step", String(number));
    } catch {
      /* It only dims a button. */
    }
  },
};

/** Where the page is among its own steps, and the last of them: Undo must not leave the page. */
export const steps = { at: history.state?.step ?? 0, last: Math.max(history.state?.step ?? 0, kept.read()) };

function stepTo(at, last) {
  Object.assign(steps, { at, last });
  kept.write(last);
}

/** Counts changes of the design, so that an address that is read late is told from one that is still wanted. */
let changes = 0;

/** The design that the end of an address says, or null and what is wrong. */
async function read(text) {
  if (!text) return [null, null];
  try {
    const design = await decode(text);
    if (typeof design === "object" && design !== null && !Array.isArray(design)) return [design, null];
  } catch (error) {
    if (error.isTooLarge) return [null, error.message];
  }
  return [null, "The address does not hold a whole design. It may have been cut off when it was copied."];
}

/** An address that is being read, or null. */
let reading = null;

/** Reads the address. */
export async function readAddress() {
  const hash = location.hash.slice(1);
  stepTo(history.state?.step ?? 0, steps.last);
  // A new address is told twice; a design keeps its origin.
  const origin = history.state?.origin ?? (hash === current ? state.origin : newOrigin());
  if (hash === current && hash !== "") {
    if (!reading) state.origin = origin;
    return;
  }
  const [act, text] = hash.split("/");
  current = hash;
  changes += 1;
  const here = changes;
  reading = read(text);
  const [design, broken] = await reading;
  // Another address was read or written meanwhile.
  if (here !== changes) return;
  reading = null;
  Object.assign(state, { design, broken, origin, act: ACTS.includes(act) && !broken ? act : "choose" });
  if (!state.design || isEmptyBoard()) state.act = "choose";
  if (!hasAct(state.act)) state.act = "make";
  tell("address");
}

let writing = Promise.resolve();

/** Writes the design to the address, as a new step unless `replace` is said. */
function writeAddress(replace) {
  const { act, design, origin } = state;
  writing = writing.then(async () => {
    const hash = design ? `${act}/${await encode(design)}` : act;
    if (hash === current) return;
    current = hash;
    if (replace) {
      history.replaceState({ step: steps.at, origin }, "", `#${hash}`);
    } else {
      stepTo(steps.at + 1, steps.at + 1);
      history.pushState({ step: steps.at, origin }, "", `#${hash}`);
    }
    tell("step");
  });
  return writing;
}

/** Waits until the address says what the page shows. */
export const settled = () => writing;

/** Replaces the design; `same`: by a version of itself. */
export function setDesign(design, { act = state.act, replace = false, same = false } = {}) {
  changes += 1;
  reading = null;
  if (!same) state.origin = newOrigin();
  state.design = design;
  state.act = act;
  state.broken = null;
  writeAddress(replace);
  tell("design");
}

/** Changes a copy of the design. */
export function change(alter, options = {}) {
  const copy = structuredClone(state.design);
  alter(copy);
  setDesign(copy, { ...options, same: true });
}

/** Goes to another act; to Make in the place of one that a design does not have. */
export function goTo(asked) {
  const act = hasAct(asked) ? asked : "make";
  if (reading) {
    reading.then(() => setTimeout(goTo, 0, asked));
    return;
  }
  if (act === state.act || ((!state.design || isEmptyBoard()) && act !== "choose")) return;
  state.act = act;
  writeAddress(false);
  tell("act");
}

/** What the design makes: the first product in it. */
export const product = (design = state.design) => products.find((name) => design && name in design) ?? "quilt";

/** Whether a design has no puzzle of its own: a book holds its puzzles, and some are made to order. */
export const isBoardless = (design = state.design) =>
  Boolean(design) && !["puzzle", "puzzles", "tilings", "region"].some((key) => key in design);

/** Whether pieces are cut from one material: they have no fabrics. */
export const isPlainCut = (design = state.design) =>
  Boolean(design?.cut) && product(design) === "cut" && !design.cut.by_fabric && !design.cut.inlay;

/** Whether a design has an act: what has no board is not rolled or colored, and one material has no colors. */
export const hasAct = (act, design = state.design) =>
  !(isBoardless(design) && ["roll", "color"].includes(act)) && !(isPlainCut(design) && act === "color");

/** Whether the board of a design has no cells yet: nothing can be asked of it. */
export const isEmptyBoard = (design = state.design) => Boolean(design?.puzzle) && areaOf(design.puzzle) === 0;

/** An option of the product; nothing if it has its default. */
export const option = (key, design = state.design) => design?.[product(design)]?.[key];

/** Sets an option of the product, and unsets those that it decides; nothing is the default. */
export function setOption(key, value, group = product(), replaces = []) {
  change((design) => {
    design[group] ??= {};
    if (value === undefined) delete design[group][key];
    else {
      for (const other of replaces) delete design[group][other];
      design[group][key] = value;
    }
    if (group === "search" && Object.keys(design.search).length === 0) delete design.search;
  });
}

/** Changes what a product says about fabrics. Cut files have fabrics only where each has a sheet of its own. */
export function changeFabrics(group, alter) {
  change((design) => {
    design[group] ??= {};
    alter(design[group]);
    if (group === "cut") design.cut.by_fabric = true;
  });
}

/** What is searched: the board and how, without what is made of it. */
export function subjectOf(design) {
  const kept = ["piecework", "puzzle", "puzzles", "files"];
  return Object.fromEntries(kept.filter((key) => key in design).map((key) => [key, design[key]]));
}
