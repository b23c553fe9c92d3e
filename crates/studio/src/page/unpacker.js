// Unpacks the program of the page, compiles it, hands it over, and keeps it unpacked for the next visit.

import { Unpacker, initSync } from "./unpack.js";

/** How much of the packed program is unpacked at a time; the browser compiles it meanwhile. */
const PART = 1 << 16;

/** What broke off the unpacking: the stream would say it in words of its own. */
let broken = null;

function unpacked(packed) {
  const unpacker = new Unpacker();
  let at = 0;
  const next = () => {
    at += PART;
    return unpacker.take(packed.subarray(at - PART, at), at >= packed.length);
  };
  const pull = (out) => {
    try {
      let bytes = next();
      while (!bytes.length && at < packed.length) bytes = next();
      if (bytes.length) out.enqueue(bytes);
      if (at >= packed.length) out.close();
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  return new Response(new ReadableStream({ pull }), { headers: { "content-type": "application/wasm" } });
}

/** Keeps this version only. */
async function keep({ store, address }, program) {
  const cache = await caches.open(store);
  const others = (await cache.keys()).filter(({ url }) => url !== address);
  await Promise.all(others.map((other) => cache.delete(other)));
  await cache.put(address, program);
}

function wrong(error) {
  const cause = broken ?? error;
  const lacks = [WebAssembly.RuntimeError, RangeError].some((kind) => cause instanceof kind);
  if (lacks || cause === "memory" || /memory/i.test(error.message)) return { refused: "memory" };
  return { refused: cause.message ?? `it is ${cause}` };
}

addEventListener("message", async ({ data }) => {
  try {
    initSync({ module: data.unpacker });
    const program = unpacked(new Uint8Array(data.packed));
    const copy = program.clone();
    postMessage({ module: await WebAssembly.compileStreaming(program) });
    // A browser that keeps nothing unpacks it again.
    await keep(data.place, copy).catch(() => {});
  } catch (error) {
    postMessage(wrong(error));
  }
  close();
});
