// Answers without a server: workers hold the program. It stands in for `server.js` and exports the same.

/** A question that was refused, with the reasons. */
class Refused extends Error {
  constructor(errors) {
    super(errors[0]?.message ?? "refused");
    this.errors = errors;
  }
}

const FULL = {
  message: "the browser does not give this page enough memory for this design",
  hint: "make it with the program on your own computer: Take has the command",
};
const SMALL = "the browser does not give this page enough memory for the program";
const OLD = "this browser is too old to make designs by itself; a newer one is needed, or the program";

/** How many designs are made at the same time: each worker has its own memory. */
const MAKERS = Math.min(2, navigator.hardwareConcurrency ?? 1);
/** A worker that took more memory than this is ended after its work, because it never gives any back. */
const LARGE = 192 << 20;
/** How many results are kept. */
const KEPT = 12;

/** Where a page shows a design alone. */
export const EMBED_PAGE = "embed.html";

let module = null;

/** Where the browser keeps the program unpacked, if it keeps anything; `hash` is its version. */
const placeOf = (hash) => ({
  store: `piecework program ${new URL(".", location)}`,
  address: new URL(`page/piecework.wasm?${hash}`, location).href,
});

/** The program from an earlier visit, compiled; nothing if there is none. */
async function known(place) {
  try {
    const cache = await caches.open(place.store);
    return await WebAssembly.compileStreaming(await cache.match(place.address));
  } catch {
    return null;
  }
}

/** A file that has this hash. */
async function fetched(path, integrity) {
  const response = await fetch(path, { integrity });
  if (!response.ok) throw new Refused([{ message: `the program cannot be had: status ${response.status}` }]);
  return response.arrayBuffer();
}

/** The program, unpacked and compiled by a worker, which keeps it in its place and ends. */
async function unpacked(hash, place) {
  const worker = new Worker("page/unpacker.js", { type: "module", name: "unpacker" });
  const answer = new Promise((done, refused) => {
    worker.addEventListener("message", ({ data }) => done(data));
    worker.addEventListener("error", ({ message }) => refused(new Error(message ?? "its unpacker does not start")));
  });
  try {
    const { content } = document.querySelector("meta[name=unpacker]");
    const files = await Promise.all([fetched("page/piecework.bin", hash), fetched("page/unpack.wasm", content)]);
    const [packed, unpacker] = files;
    worker.postMessage({ packed, unpacker, place }, files);
    const { module, refused } = await answer;
    if (module) return module;
    throw refused === "memory" ? new Refused([{ ...FULL, message: SMALL }]) : new Error(refused);
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** The program, fetched and compiled once for all workers. */
function program() {
  const load = async () => {
    // Addresses need the first of them; and browsers without it know no modules in workers.
    if (!globalThis.DecompressionStream || !WebAssembly.compileStreaming) throw new Refused([{ message: OLD }]);
    const { content } = document.querySelector("meta[name=program]");
    const place = placeOf(content);
    return (await known(place)) ?? unpacked(content, place);
  };
  module ??= load().catch((error) => {
    module = null;
    throw error.errors ? error : new Refused([{ message: `the program cannot be had: ${error.message}` }]);
  });
  return module;
}

/** A worker that holds the program and does one thing at a time. */
class Hand {
  #worker = null;
  #heard = null;
  #turn = 0;

  /** Does one thing; `hear` takes what is reported meanwhile. Gives the answer. */
  async do(task, hear = () => {}) {
    this.#turn += 1;
    const turn = this.#turn;
    const compiled = await program();
    // It was stopped before it began.
    if (turn !== this.#turn) return new Promise(() => {});
    if (!this.#worker) {
      this.#worker = new Worker("page/worker.js", { type: "module", name: "piecework" });
      this.#worker.addEventListener("message", ({ data }) => this.#heard?.(data));
      this.#worker.addEventListener("error", (event) => this.#heard?.({ errors: [{ message: event.message }] }));
      this.#worker.postMessage({ module: compiled });
    }
    return new Promise((done, refused) => {
      this.#heard = (message) => {
        if (message.kind) {
          hear(message.kind, message.value);
          return;
        }
        this.#heard = null;
        // After a break the memory of the worker is in no order that anybody knows.
        if (message.broken || !("memory" in message) || message.memory > LARGE) this.end();
        if (message.broken === "memory") refused(new Refused([FULL]));
        else if (message.errors) refused(new Refused(message.errors));
        else done(message.answer);
      };
      this.#worker.postMessage(task);
    });
  }

  /** Stops what it does. */
  end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#heard = null;
    this.#turn += 1;
  }
}

const asker = new Hand();
let asked = Promise.resolve();

/** Asks one thing after another; `isWanted` says whether the answer is still of use when its turn comes. */
function question(path, options = {}, sent = "", isWanted = () => true) {
  const turn = asked.then(async () => {
    if (!isWanted()) throw new DOMException("asked anew", "AbortError");
    return JSON.parse(await asker.do({ path, options: JSON.stringify(options), sent: await bytesOf(sent) }));
  });
  asked = turn.catch(() => {});
  return turn;
}

const bytesOf = async (content) => new Uint8Array(await new Response(content).arrayBuffer());

/** What never changes was answered when the page was written. */
async function written(name) {
  const response = await fetch(`answers/${name}.json`);
  if (!response.ok) throw new Refused([{ message: `answers/${name}.json cannot be had: status ${response.status}` }]);
  return response.json();
}

/** What the page is built from: templates, palettes, the rows of every option. */
export async function inputs() {
  const known = await written("inputs");
  // While somebody looks around, the program arrives.
  program().catch(() => {});
  return known;
}

/** The finished designs to begin with, in a few words; the first with their pictures. */
export const gallery = () => written("gallery");

/** What the other designs are and their pictures, by name. */
export const galleryRest = () => written("rest");

let templates = null;

/** A template with its first tiling as a picture. */
export async function template(name) {
  templates ??= written("templates");
  return (await templates)[name];
}

/** The cells of an empty board as polygons. */
export const boardCells = (lattice, columns, rows) =>
  question("board", { lattice, columns: String(columns), rows: String(rows) });

/** A board that is named in one line, such as `heart 12`, as it is drawn. */
export const boardInLine = (board, lattice) => question("board/line", { board, lattice });

/** A shape such as `heart`, or `letters:ANNA`, as large as it fits: rows of `#` and `.`. */
export const shapeIn = (shape, columns, rows) =>
  question("board/shape", { shape, columns: String(columns), rows: String(rows) });

/** Every way to turn and flip a piece, as lists of cells. */
export const orientations = (lattice, rows, symmetry) =>
  question("orientations", { lattice, rows: rows.join("|"), symmetry });

let looks = 0;

/** What can be said of a design at once; only the last of several questions is answered. */
export async function look(design) {
  looks += 1;
  const here = looks;
  const isWanted = () => here === looks;
  const answer = await question("look", {}, JSON.stringify(design), isWanted);
  if (!isWanted()) throw new DOMException("asked anew", "AbortError");
  return answer;
}

/** The board, pieces and clues of a puzzle; and what there is to say of the pieces that are laid on it. */
export const playBoard = (design) => question("play", {}, JSON.stringify(design));
export const playJudge = (design, laid) => question("play/judge", {}, JSON.stringify({ ...design, "x-laid": laid }));

/** A link as a QR code: an SVG. */
export const qrCode = async (text) => (await question("qr", {}, text)).picture;

/** The design in a file. */
export const openFile = (name, content, lattice) => question("open", lattice ? { name, lattice } : { name }, content);

/** Results by their numbers, the oldest first. */
const kept = new Map();
/** The files behind the addresses that are given out. */
const blobs = new Map();
let numbers = 0;

const TYPES = {
  svg: "image/svg+xml",
  pdf: "application/pdf",
  png: "image/png",
  json: "application/json",
  zip: "application/zip",
};

function addressOf(name, bytes) {
  const blob = new Blob([bytes], { type: TYPES[name.split(".").pop()] ?? "application/octet-stream" });
  const url = URL.createObjectURL(blob);
  blobs.set(url, blob);
  return url;
}

/** Keeps a result, and forgets the oldest. */
function keep(design, reports, { summary, plan, words, files, pages, zip }) {
  numbers += 1;
  const addresses = (named, all) => new Map((named ?? []).map(({ name }, at) => [name, addressOf(name, all[at])]));
  const result = {
    design,
    reports,
    summary: JSON.parse(summary),
    plan,
    words,
    zip: zip && addressOf("all.zip", zip),
  };
  result.files = addresses(result.summary.files, files);
  result.pages = addresses(result.summary.pages, pages);
  kept.set(numbers, result);
  for (const [number, old] of [...kept].slice(0, -KEPT)) {
    for (const url of [...old.files.values(), ...old.pages.values(), old.zip].filter(Boolean)) {
      URL.revokeObjectURL(url);
      blobs.delete(url);
    }
    kept.delete(number);
  }
  return numbers;
}

/** Everything that was decided, one plan for each product, and the same in words. */
export const planOf = async ({ id }) => JSON.parse(kept.get(id).plan);
export const planInWords = async ({ id }) => JSON.parse(kept.get(id).words);

/** Where a file, a page to look at, or everything of a result is. */
export const fileUrl = ({ id }, name) => kept.get(id)?.files.get(name) ?? "";
export const pageUrl = ({ id }, name) => kept.get(id)?.pages.get(name) ?? "";
export const zipUrl = ({ id }) => kept.get(id)?.zip ?? "";

/** The text of a file or page; nothing if it cannot be had. */
export const textAt = async (url) => (await blobs.get(url)?.text()) ?? "";

/** A file to hand on; nothing if it cannot be had. */
export const blobAt = async (url) => blobs.get(url) ?? null;

/** A class meets on a server. */
export const askClass = () =>
  Promise.reject(new Refused([{ message: "a class needs a server, which this page lacks" }]));
export const workPicture = () => "";

/** Whether the files of a result are still there. */
export const isKept = async ({ id }) => kept.has(id);

const makers = [];
const line = [];

/** Begins what waits, as long as a maker is free. */
function begin() {
  while (line.length) {
    let maker = makers.find((one) => !one.job);
    if (!maker && makers.length < MAKERS) {
      maker = { hand: new Hand(), job: null };
      makers.push(maker);
    }
    if (!maker) break;
    make(maker, line.shift());
  }
  line.forEach(({ job, on }, before) => {
    if (!job.over) on.progress?.({ before }, job);
  });
}

async function make(maker, { text, job, on }) {
  maker.job = job;
  const reports = [];
  const hear = (kind, value) => {
    if (kind !== "progress") reports.push([kind, value]);
    if (!job.over) on[kind]?.(value, job);
  };
  let [kind, value] = [];
  try {
    const made = await maker.hand.do({ design: await bytesOf(text) }, hear);
    job.id = keep(text, reports, made);
    [kind, value] = ["done", kept.get(job.id).summary];
  } catch (error) {
    [kind, value] = ["failed", { errors: error.errors ?? [{ message: error.message }] }];
  }
  // Whoever stopped the job has freed the maker already.
  if (maker.job === job) maker.job = null;
  if (!job.over) {
    job.over = true;
    on[kind]?.(value, job);
  }
  begin();
}

/**
 * Makes a design. `on` has a function for each kind of event that is wanted: progress, note, doing, tiling, done,
 * failed. Gives back a job that can be stopped: its worker is ended.
 */
export function run(design, on) {
  const text = JSON.stringify(design);
  const job = { id: null, over: false, stop };
  function stop() {
    job.over = true;
    const waits = line.findIndex((one) => one.job === job);
    if (waits >= 0) line.splice(waits, 1);
    const maker = makers.find((one) => one.job === job);
    if (!maker) return;
    maker.hand.end();
    maker.job = null;
    begin();
  }
  const [number, known] = [...kept].find(([, result]) => result.design === text && isWhole(result)) ?? [];
  if (!known) {
    line.push({ text, job, on });
    begin();
    return job;
  }
  job.id = number;
  queueMicrotask(() => {
    for (const [kind, value] of [...known.reports, ["done", known.summary]]) {
      if (job.over) return;
      if (kind === "done") job.over = true;
      on[kind]?.(value, job);
    }
  });
  return job;
}

/** Whether a result is the only one that there can be. */
const isWhole = ({ summary }) => summary.end !== "stopped";
