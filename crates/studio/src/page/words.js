// Numbers, lengths and messages as people read them.

/** A number with its noun: `1 patch`, `2 patches`. */
export const counted = (number, one, many = `${one}s`) => `${grouped(number)} ${number === 1 ? one : many}`;

/** A whole number with its thousands apart: `12 988 816`. */
export const grouped = (number) =>
  String(number).replace(/\B(?=(?:\d{3})+(?!\d))/g, (_, at, all) => (all.length > 4 ? "\u202f" : ""));

/** Key words as people read them: `set_in_corners` is `set in corners`. */
export const spaced = (key) => key.replaceAll(/[_-]/g, " ");

export const capital = (text) => text.replace(/^./, (letter) => letter.toUpperCase());

/** A text that ends like a sentence. */
export const sentence = (text) => `${capital(text)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** What each option is called on the page, by its name on the command line. */
const labels = new Map();

/** Takes the labels of the program's options in. */
export function knowOptions(rows) {
  for (const { key, label } of rows) labels.set(`--${key.replaceAll("_", "-")}`, label);
}

/**
 * A message of the program for people: an option by its label on the page, with the value it is given, and no
 * back-ticks.
 */
export const plain = (text) =>
  text
    .replace(/, also typed as `?--[a-z-]+`?/g, "")
    // Puzzles are told apart by fingerprints, which say nothing to people.
    .replace(/of puzzle `[\da-f]{16}`, not of `[\da-f]{16}`/g, "of another puzzle")
    .replace(/`?(--[a-z][a-z-]*)(?:[ =]([A-Za-z0-9.-]+))?`?/g, (whole, flag, value) => {
      if (!labels.has(flag)) return whole.replaceAll("`", "");
      // After the name of an option, a word is its value only inside of back-ticks or of brackets.
      const isValue = value !== undefined && (whole.startsWith("`") ? whole.endsWith("`") : /[-\d]/.test(value));
      const rest = value === undefined || isValue ? "" : ` ${value}`;
      return `“${labels.get(flag)}${isValue ? `: ${spaced(value)}` : ""}”${rest}`;
    })
    .replace(/`([^`]*)`/g, "“$1”")
    .replaceAll("`", "");

/** A number of inches with a fraction to 1/16, as rulers have them. */
export function inches(number) {
  const sixteenths = Math.round(number * 16);
  const [whole, rest] = [Math.floor(sixteenths / 16), sixteenths % 16];
  if (!rest) return String(whole);
  const by = [8, 4, 2, 1].find((one) => rest % one === 0);
  return `${whole ? `${whole} ` : ""}${rest / by}/${16 / by}`;
}

/** A length in inches; yards where it is long. */
export const inInches = (mm) => (mm > 5000 ? `${inches(Math.round(mm / 114.3) / 8)} yd` : `${inches(mm / 25.4)} in`);

/** A length in millimetres, or metres where it is long. */
export const inMetric = (mm) => (mm >= 1000 ? `${Math.round(mm / 10) / 100} m` : `${Math.round(mm * 10) / 10} mm`);

/** A length of the program, such as `74 1/2 in` or `610 mm`, in millimetres. */
export function millimetres(text) {
  const [, whole = 0, over = 0, under = 1, unit] = /^([\d.]+(?!\/|\d))?(?: ?(\d+)\/(\d+))? (mm|in)$/.exec(text);
  return (Number(whole) + over / under) * (unit === "in" ? 25.4 : 1);
}

/** Lengths in the units of a design. */
export const lengths = (units) => (units === "metric" ? inMetric : inInches);

/** Two sides in the units of a design: `48 × 46 in`. */
export function sides([width, height], units) {
  if (units === "metric") return `${Math.round(width / 10)} × ${Math.round(height / 10)} cm`;
  return `${inches(width / 25.4)} × ${inches(height / 25.4)} in`;
}

/** Two sides of what is cut from sheets: in millimetres, or in inches where these are asked for. */
export function sidesOfSheet([width, height], units) {
  return units === "imperial" ? sides([width, height], units) : `${Math.round(width)} × ${Math.round(height)} mm`;
}

/** An amount of cloth as it is bought. */
export function cloth({ yards, metres, fat_quarters: quarters }, units) {
  if (units === "metric") return `${metres} m`;
  const length = yards ? `${inches(yards)} yd` : "";
  const extra = quarters ? counted(quarters, "fat quarter") : "";
  return [length, extra].filter(Boolean).join(" and ");
}

/**
 * Pages as each document numbers them, by the names of their files: `x-page-02.svg` is page 2 of a booklet,
 * `x-templates-01.svg` page 1 of the templates. Each page has `at` and `count`, and what it is `of` beside the booklet.
 */
export function numbered(names) {
  const documentOf = (name) => /([a-z]+)-?\d*\.svg$/.exec(name)?.[1];
  const isBooklet = names.some((name) => documentOf(name) === "page");
  const own = (name) => (isBooklet ? documentOf(name) : "page");
  const counts = new Map();
  const pages = names.map((name) => {
    counts.set(own(name), (counts.get(own(name)) ?? 0) + 1);
    return { of: own(name) === "page" ? null : own(name), at: counts.get(own(name)) };
  });
  return pages.map((page) => ({ ...page, count: counts.get(page.of ?? "page") }));
}

/** How many pages each document has: `22 pages, 3 pages of templates`. */
export const pagesOf = (names) =>
  numbered(names)
    .filter(({ at }) => at === 1)
    .map(({ of, count }) => [String(count), `${count === 1 ? "page" : "pages"}${of ? ` of ${of}` : ""}`]);

/** A size of a file. */
export const bytes = (number) =>
  number >= 1e6 ? `${(number / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(number / 1e3))} kB`;

/** The shape of a piece, of rows of text, in words: which columns of each row it has. */
export function shapeWords(rows) {
  const columns = rows.map((row) => [...row].flatMap((mark, x) => (mark === "#" ? [x + 1] : [])));
  const words = columns.map((all, y) => `row ${y + 1}, ${all.length === 1 ? "column" : "columns"} ${all.join(", ")}`);
  return words.filter((_, y) => columns[y].length).join("; ");
}
