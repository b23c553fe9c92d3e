// Holds the program in a worker, of the page or of node: a task comes in; reports and an answer go out.

import { ask, initSync, make, panicked, version } from "./piecework.js";

let memory = null;

/** What is wrong: the program says it as JSON; what breaks off otherwise ran out of memory, or broke a promise. */
function wrong(error) {
  if (typeof error === "string") return JSON.parse(error);
  const promise = panicked();
  if (!promise) return { broken: "memory", errors: [] };
  const message = `piecework ${version()} broke a promise of its own; please report it with this design: ${promise}`;
  return { broken: "promise", errors: [{ code: "E2315", message }] };
}

/** Makes a design; gives the answer, and the buffers that go with it. */
function made(design, send) {
  const result = make(design, (kind, text) => send({ kind, value: JSON.parse(text) }));
  const [files, pages, zip] = [result.files(), result.pages(), result.zip()];
  const answer = { summary: result.summary(), plan: result.plan(), words: result.words(), files, pages, zip };
  result.free();
  return [answer, [...files, ...pages, zip].filter(Boolean).map((bytes) => bytes.buffer)];
}

function take(data, send) {
  if (data.module) {
    memory = initSync({ module: data.module }).memory;
    return;
  }
  const held = () => memory.buffer.byteLength;
  try {
    const [answer, moved] = data.design ? made(data.design, send) : [ask(data.path, data.options, data.sent), []];
    send({ answer, memory: held() }, moved);
  } catch (error) {
    send({ ...wrong(error), memory: held() });
  }
}

/** Takes tasks from node, whose workers speak through a port. */
async function begin() {
  const { parentPort } = await import("node:worker_threads");
  parentPort.on("message", (data) => take(data, (message, moved) => parentPort.postMessage(message, moved)));
}

if (globalThis.postMessage) addEventListener("message", ({ data }) => take(data, postMessage));
else begin();
