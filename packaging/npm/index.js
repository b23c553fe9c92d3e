// piecework for JavaScript: makes designs in a worker, in browsers and in node.

const isNode = globalThis.process?.versions?.node !== undefined;
const here = (name) => new URL(name, import.meta.url);

let module = null;

/** The program, compiled once for all workers. */
function program() {
  const load = async () => {
    if (!isNode) return WebAssembly.compileStreaming(fetch(here("./piecework.wasm")));
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(here("./piecework.wasm")));
  };
  module ??= load().catch((error) => {
    module = null;
    throw error;
  });
  return module;
}

/** A worker of this place, with what is heard from it. */
async function worker(hear, fail) {
  if (!isNode) {
    const one = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    one.onmessage = ({ data }) => hear(data);
    one.onerror = (event) => fail(new Error(event.message));
    return one;
  }
  const threads = await import("node:worker_threads");
  const one = new threads.Worker(here("./worker.js"));
  one.on("message", hear);
  one.on("error", fail);
  return one;
}

/** Why a design cannot be made; `errors` has each reason with its place. */
export class PieceworkError extends Error {
  constructor(errors) {
    super(errors.map(({ message, hint }) => [message, hint].filter(Boolean).join("; ")).join("\n"));
    this.name = "PieceworkError";
    this.errors = errors;
  }
}

const FULL = { message: "there is not enough memory for this design", hint: "make it with the program piecework" };

/** Makes a design. The types say what goes in and what comes out. */
export async function make(design, { onProgress, onNote, signal } = {}) {
  signal?.throwIfAborted();
  const compiled = await program();
  let one = null;
  let stop = null;
  try {
    return await new Promise((done, refused) => {
      const tilings = [];
      const hear = (message) => {
        if (message.kind === "tiling") tilings.push(message.value.tiling);
        else if (message.kind === "note") onNote?.(message.value);
        else if (message.kind) onProgress?.(message.value);
        else if (message.broken === "memory") refused(new PieceworkError([FULL]));
        else if (message.errors) refused(new PieceworkError(message.errors));
        else done(result(message.answer, tilings));
      };
      stop = () => refused(signal.reason);
      signal?.addEventListener("abort", stop);
      worker(hear, refused).then((begun) => {
        one = begun;
        one.postMessage({ module: compiled });
        one.postMessage({ design: new TextEncoder().encode(JSON.stringify(design)) });
        // It was stopped before it began.
        if (signal?.aborted) one.terminate();
      }, refused);
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    one?.terminate();
  }
}

function result({ summary, plan, words, files, zip }, tilings) {
  const { end, made, files: named } = JSON.parse(summary);
  const all = named.map(({ name }, at) => ({ name, bytes: files[at] }));
  return { end, made, files: all, zip, plan: JSON.parse(plan), words: JSON.parse(words), tilings };
}
