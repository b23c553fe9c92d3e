// A machine of one's own, from what somebody types: a machine file as the program reads it, and its kerf.

/** The longest side of a bed and the largest kerf that the program takes, in mm. */
const MOST_SIDE = 5000;
const MOST_KERF = 10;

/** How far from the edge of its bed it cuts nothing, in mm, as lasers of ours. */
const MARGIN = 5;

const number = (text) => (String(text).trim() === "" ? NaN : Number(String(text).replace(",", ".")));

/** The machine and its kerf, or what is `wrong` and `at` which of the fields. */
export function ownMachine({ title, width, height, kerf, tool, formats }) {
  const sides = { width: number(width), height: number(height) };
  for (const [at, side] of Object.entries(sides))
    if (!(side >= 10 && side <= MOST_SIDE)) return { at, wrong: `The ${at} of a bed is 10 to ${MOST_SIDE} mm.` };
  const own = number(kerf);
  const isKnown = String(kerf).trim() !== "";
  if (isKnown && !(own >= 0 && own <= MOST_KERF)) return { at: "kerf", wrong: `A kerf is 0 to ${MOST_KERF} mm.` };
  if (!formats.length) return { at: "formats", wrong: "Choose at least one kind of file." };
  const called = title.trim() || "My machine";
  const machine = { piecework: 1, name: "mine", title: called, width_mm: sides.width, height_mm: sides.height };
  const rest = { margin_mm: MARGIN, formats, tool: { kind: tool }, source: "typed by its owner" };
  return { machine: { ...machine, ...rest }, kerf: isKnown ? own : null };
}
