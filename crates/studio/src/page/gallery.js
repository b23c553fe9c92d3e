// The gallery without the page: what its designs are for, how much practice they take, and which pass the filters.

/** From the least practice to the most. */
const LEVELS = ["beginner", "confident beginner", "intermediate", "advanced"];

/** What the designs are for, each once, in their order. */
export const kinds = (designs) => [...new Set(designs.map(({ kind }) => kind))];

/** The levels that designs have, the easiest first. */
export const levels = (designs) => LEVELS.filter((level) => designs.some((design) => design.level === level));

/** The designs of a kind and level; an empty word is any. */
export const filtered = (designs, { kind, level }) =>
  designs.filter((design) => (!kind || design.kind === kind) && (!level || design.level === level));
