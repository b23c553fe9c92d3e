// A design as the end of an address, and back.

const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function through(stream, bytes) {
  const blob = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(blob).arrayBuffer());
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
  const plain = text[0] === "z" ? await through(new DecompressionStream("deflate-raw"), bytes) : bytes;
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(plain));
}
