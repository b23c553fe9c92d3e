// The list of fabrics on a shelf, and what the program is told of their amounts.

/** A shelf with these fabrics too: those that are on it keep their amounts, and get the colors of now. */
export function withFabrics(shelf, fabrics) {
  const known = new Map(shelf.map((one) => [one.name, one]));
  for (const { name, rgb } of fabrics) known.set(name, { ...known.get(name), name, rgb });
  return [...known.values()];
}

/** The amounts as a list for the option of a stash; a fabric without an amount is not in it. */
export const stashOf = (shelf) =>
  shelf
    .filter(({ amount }) => amount)
    .map(({ name, amount }) => `${name}=${amount.replaceAll(",", ".")}`)
    .join(",");
