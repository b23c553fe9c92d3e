// The list of fabrics on a shelf, and what the program is told of their amounts.

/** A shelf with these fabrics too: those that are on it keep their amounts, and get the colors of now. */
export function withFabrics(shelf, fabrics) {
  const known = new Map(shelf.map((one) => [one.name, one]));
  for (const { name, rgb } of fabrics) known.set(name, { ...known.get(name), name, rgb });
  return [...known.values()];
}

/** How long the name of a fabric may be, in letters. */
export const LONGEST_NAME = 60;

/** A shelf with a fabric that somebody types; commas and equals signs would divide the list of amounts. */
export function withTyped(shelf, { name, rgb, amount }) {
  const named = name.replaceAll(/[,=]+/g, " ").replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
  if (!named) return null;
  const typed = amount.trim();
  const all = withFabrics(shelf, [{ name: named, rgb }]);
  return all.map((one) => (one.name === named && typed ? { ...one, amount: typed } : one));
}

/** The amounts as a list for the option of a stash; a fabric without an amount is not in it. */
export const stashOf = (shelf) =>
  shelf
    .filter(({ amount }) => amount)
    .map(({ name, amount }) => `${name}=${amount.replaceAll(",", ".")}`)
    .join(",");
