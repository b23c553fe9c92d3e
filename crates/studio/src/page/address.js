// A design as the end of an address, and back.

/** JSON that is equal for equal values, whatever the order of their keys. */
function equalText(value) {
  const inOrder = ([one], [other]) => (one < other ? -1 : 1);
  const isObject = (value) => value && typeof value === "object" && !Array.isArray(value);
  return JSON.stringify(value, (_, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(inOrder)) : value,
  );
}

const toText = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** The largest design that an address holds, unpacked, in bytes: as large as a request may be. */
const MOST = 16 << 20;

/** The most cells of its tilings: as many as are painted by hand, and more. */
const MOST_CELLS = 1 << 20;

function tooLarge(what) {
  const message = `The address holds a design of ${what}, which is too large for the studio.`;
  return Object.assign(new Error(message), { isTooLarge: true });
}

/** Cells as steps from the one before: the numbers of a tiling repeat themselves then. */
function steps(cells) {
  let before = [0, 0];
  return cells.flatMap(([x, y]) => {
    const step = [x - before[0], y - before[1]];
    before = [x, y];
    return step;
  });
}

function walked(steps) {
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, at) => [(x += steps[2 * at]), (y += steps[2 * at + 1])]);
}

/** A tiling by the kinds of its pieces, as they lie: which kind is next, and where its first cell is. */
function shortTiling({ placements, gaps, ...rest }) {
  const kinds = new Map();
  const which = placements.map(({ cells, piece }) => {
    const kind = JSON.stringify([piece, ...steps(cells).slice(2)]);
    if (!kinds.has(kind)) kinds.set(kind, kinds.size);
    return kinds.get(kind);
  });
  const at = steps(placements.map(({ cells }) => cells[0]));
  const all = [...kinds.keys()].map((kind) => JSON.parse(kind));
  return { ...rest, short: [all, which, at, steps(gaps ?? [])] };
}

function longTiling({ short, ...rest }, count) {
  const [kinds, which, at, gaps] = short;
  const placements = walked(at).map(([x, y], index) => {
    const [piece, ...more] = kinds[which[index]];
    if ((count.cells += 1 + more.length / 2) > MOST_CELLS) throw tooLarge(`more than ${MOST_CELLS} cells`);
    return { cells: walked([x, y, ...more]), piece };
  });
  return { ...rest, placements, gaps: walked(gaps) };
}

/** Fabrics patch by patch, as names and which of them; other lists are left as they are. */
function shortFabrics(list) {
  if (!list.every((row, index) => row.startsWith?.(`${index + 1}=`))) return list;
  const names = list.map((row) => row.slice(row.indexOf("=") + 1));
  const all = [...new Set(names)];
  return { all, of: names.map((name) => all.indexOf(name)) };
}

function longFabrics(list, count) {
  if (Array.isArray(list)) return list;
  return list.of.map((name, index) => {
    const row = `${index + 1}=${list.all[name]}`;
    if ((count.letters += row.length) > MOST) throw tooLarge(`more than ${MOST >> 20} MB`);
    return row;
  });
}

/** A design with its tilings and its lists of fabrics changed. */
function changed(design, tiling, fabrics) {
  const product = (value) => (value?.fabric_of ? { ...value, fabric_of: fabrics(value.fabric_of) } : value);
  const made = Object.fromEntries(Object.entries(design).map(([key, value]) => [key, product(value)]));
  return Array.isArray(made.tilings) ? { ...made, tilings: made.tilings.map(tiling) } : made;
}

const isDrawn = ({ placements }) => Array.isArray(placements) && placements.every(({ cells }) => cells?.length);
const short = (tiling) => (isDrawn(tiling) ? shortTiling(tiling) : tiling);
const shortened = (design) => changed(design, short, shortFabrics);

function lengthened(design) {
  const count = { cells: 0, letters: 0 };
  const tiling = (tiling) => (tiling.short ? longTiling(tiling, count) : tiling);
  return changed(design, tiling, (fabrics) => longFabrics(fabrics, count));
}

async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    parts.push(value);
    length += value.length;
    if (length <= most) continue;
    await reader.cancel();
    throw tooLarge(`more than ${most >> 20} MB`);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A design as the end of an address: compact JSON, packed if that is shorter; `y` has short tilings. */
export async function encode(design) {
  const text = JSON.stringify(design);
  const bytes = new TextEncoder().encode(text);
  const usual = `j${chunked(bytes)}`;
  if (bytes.length < 200 || !("CompressionStream" in globalThis)) return usual;
  const packed = async (bytes) => chunked(await through(new CompressionStream("deflate-raw"), bytes));
  const brief = JSON.stringify(shortened(design));
  // What does not come back as it was is not shortened.
  const isSafe = brief.length < text.length && equalText(lengthened(JSON.parse(brief))) === equalText(design);
  const all = [usual, `z${await packed(bytes)}`];
  if (isSafe) all.push(`y${await packed(new TextEncoder().encode(brief))}`);
  return all.reduce((least, next) => (next.length < least.length ? next : least));
}

function chunked(bytes) {
  // A function takes only so many arguments; three bytes are four letters, so parts of a multiple of three join.
  let text = "";
  for (let at = 0; at < bytes.length; at += 30000) text += toText(bytes.subarray(at, at + 30000));
  return text;
}

/** The design that the end of an address says. */
export async function decode(text) {
  const bytes = toBytes(text.slice(1));
  const plain = text[0] === "j" ? bytes : await through(new DecompressionStream("deflate-raw"), bytes, MOST);
  const design = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
  return text[0] === "y" ? lengthened(design) : design;
}
