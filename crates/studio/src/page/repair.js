// The nearest good design to one that is wrong: without what is wrong, or the last one that worked.

const NAME = "last good design";

/** Remembers a design that worked. */
export function keepGood(design) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(design));
  } catch {
    /* Then there is nothing to go back to. */
  }
}

/** The last design that worked in this window, or null. */
export function lastGood() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME));
  } catch {
    return null;
  }
}

/** A copy of a design in which the value at a JSON pointer is another, or is left out. */
export function at(design, pointer, value) {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const copy = structuredClone(design);
  let place = copy;
  for (const key of keys.slice(0, -1)) {
    if (value !== undefined && place[key] === undefined) place[key] = {};
    place = place[key];
    if (typeof place !== "object" || place === null) return design;
  }
  const last = keys[keys.length - 1];
  if (value !== undefined) place[last] = value;
  else if (Array.isArray(place)) place.splice(Number(last), 1);
  else delete place[last];
  return copy;
}

/**
 * The design with the names that were probably meant, and without what cannot be read; null where nothing is
 * left of it.
 */
export function mended(design, errors) {
  let copy = design;
  for (const error of [...errors].reverse()) {
    if (!error.pointer || error.pointer === "/") continue;
    const { meant } = error;
    // A key that is wrong goes with its value; a name that is wrong is replaced.
    const isName =
      meant !== undefined &&
      error.pointer.split("/").pop() !== meant &&
      typeof valueAt(copy, error.pointer) === "string";
    copy = at(copy, error.pointer, isName ? meant : undefined);
  }
  if (copy === design || JSON.stringify(copy) === JSON.stringify(design)) return null;
  return copy.puzzle || copy.puzzles || copy.tilings ? copy : null;
}

const valueAt = (design, pointer) =>
  pointer
    .split("/")
    .slice(1)
    .reduce((place, key) => place?.[key], design);
