// Dates and other choices of the cells of a puzzle that stay open.

const MONTHS = 12;
const DAYS = 31;
const WEEKDAYS = 7;

/** Whether classes are those of a date: months and days, and perhaps weekdays; one cell of each stays open. */
export function isDated(classes) {
  const sizes = classes.map(({ open, cells }) => (open === 1 ? cells.length : 0));
  const isPart = (size) => [MONTHS, DAYS, WEEKDAYS].includes(size);
  return sizes.includes(MONTHS) && sizes.includes(DAYS) && sizes.every(isPart) && new Set(sizes).size === sizes.length;
}

/** Whether a text is a date that exists, such as `2026-11-27`. */
export function isDate(text) {
  if (!/^\d{4}-\d\d-\d\d$/.test(text ?? "")) return false;
  const time = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The date of a moment where the reader is. */
export function dateOf(now = new Date()) {
  const parts = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return [String(now.getFullYear()).padStart(4, "0"), ...parts].join("-");
}

/** The date N days later. */
export const shifted = (date, days) =>
  new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A date in words: `Friday, 27 November 2026`. */
export const dateWords = (date) =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" })
    .format(new Date(`${date}T00:00Z`))
    .replace(/^(\w+) /, "$1, ");

const key = String;

/** Which cells of each class are open, as indices. */
export const chosenIn = (classes, open) =>
  classes.map(({ cells }) => cells.flatMap((cell, at) => (open.some((one) => key(one) === key(cell)) ? [at] : [])));

/** The next choice of one cell of each class, or the one before, that may be open; the last class moves first. */
export function stepped({ classes, never }, chosen, by) {
  const sizes = classes.map(({ cells }) => cells.length);
  const ways = sizes.reduce((product, size) => product * size, 1);
  const cellsOf = (all) => all.map(([at], index) => key(classes[index].cells[at]));
  const isRefused = (all) => never.some((cells) => cells.every((cell) => cellsOf(all).includes(key(cell))));
  let number = chosen.reduce((sum, [at], index) => sum * sizes[index] + at, 0);
  for (let tries = 0; tries < ways; tries += 1) {
    number = (number + by + ways) % ways;
    let rest = number;
    const all = [...sizes].reverse().map((size) => {
      const at = rest % size;
      rest = (rest - at) / size;
      return [at];
    });
    all.reverse();
    if (!isRefused(all)) return all;
  }
  return chosen;
}

/** The date of open cells in the year of another date. */
export function dateIn({ classes, open }, other) {
  const chosen = chosenIn(classes, open);
  const at = (size) => String(chosen[classes.findIndex(({ cells }) => cells.length === size)][0] + 1).padStart(2, "0");
  return `${other.slice(0, 4)}-${at(MONTHS)}-${at(DAYS)}`;
}
