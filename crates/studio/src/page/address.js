// A design as the end of an address, and back.

const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** The largest design that an address holds, unpacked, in bytes: as large as a request may be. */
const MOST = 16 << 20;

async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    parts.push(value);
    length += value.length;
    if (length <= most) continue;
    await reader.cancel();
    const message = `The address holds a design of more than ${most >> 20} MB, which is too large for the studio.`;
    throw Object.assign(new Error(message), { isTooLarge: true });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A design as the end of an address: compact JSON, packed if that is shorter. */
export async function encode(design) {
  const bytes = new TextEncoder().encode(JSON.stringify(design));
  const usual = `j${chunked(bytes)}`;
  if (bytes.length < 200 || !("CompressionStream" in globalThis)) return usual;
  const packed = `z${chunked(await through(new CompressionStream("deflate-raw"), bytes))}`;
  return packed.length < usual.length ? packed : usual;
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
  const plain = text[0] === "z" ? await through(new DecompressionStream("deflate-raw"), bytes, MOST) : bytes;
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
}
