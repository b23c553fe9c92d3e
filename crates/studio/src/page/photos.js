// Photos of one's own fabrics, as fills. They stay in this browser; only making a pattern sends small copies of them.

import { shape } from "./lattice.js";
import { motifAt, shownWidth, tileOf } from "./photoplace.js";
import { isWhole } from "./prints.js";

/** The longest side of a kept photo, in pixels. */
const LONGEST = 1024;
/** The longest side of the copy that a pattern shows, in pixels, and how well it is kept: many fit in one request. */
const [SENT, SENT_QUALITY] = [256, 0.7];
/** How wide a photo is on the quilt, in cells, unless somebody says otherwise. */
const WIDTH = 6;
/** The edge of a cell in pictures. */
export const CELL = 10;

const kept = new Map();

function database() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("piecework", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("photos", { keyPath: "fabric" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function inStore(mode, act) {
  const base = await database();
  return new Promise((done, failed) => {
    const asked = act(base.transaction("photos", mode).objectStore("photos"));
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  }).finally(() => base.close());
}

function keep(entry) {
  const old = kept.get(entry.fabric);
  if (old) URL.revokeObjectURL(old.url);
  kept.set(entry.fabric, { ...entry, url: URL.createObjectURL(entry.photo) });
}

/** Keeps a photo for later as bytes: a private window of WebKit keeps no files. */
async function write(entry) {
  const photo = await entry.photo.arrayBuffer();
  await inStore("readwrite", (store) => store.put({ ...entry, photo })).catch(() => {});
}

/** Reads the photos that this browser keeps. Where it keeps none, there are none. */
export async function loadPhotos() {
  try {
    for (const read of await inStore("readonly", (store) => store.getAll())) {
      const entry = { ...read, photo: new Blob([read.photo], { type: "image/jpeg" }) };
      keep(entry.jpeg && entry.printed ? entry : await withCopy(entry));
    }
  } catch {
    /* A private window may forbid it; photos then last as long as the page. */
  }
}

/** The photo of a fabric: its address in this browser, its width in cells, and how it lies. */
export const photoOf = (fabric) => kept.get(fabric) ?? null;

/** What tells these photos from others, for what was made with them. */
export const photosKey = () =>
  [...kept].map(([fabric, { printed, angle, jpeg }]) => [fabric, printed, angle, jpeg?.slice(-64)]);

/** The copy that a pattern shows, in base64, as the photo lies: turned, and moved round. */
async function sent(entry) {
  const { photo } = await smaller(entry.photo, SENT, SENT_QUALITY);
  const bytes = new Uint8Array(await (await asItLies(photo, entry)).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** A photo turned and moved; what goes out at one side comes in at the other. */
async function asItLies(photo, entry) {
  if (!entry.turn && !entry.x && !entry.y) return photo;
  const image = await createImageBitmap(photo);
  const { tile, image: drawn } = tileOf({ ...entry, width: 1, x: 0, y: 0 }, image.width);
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(tile.width)), Math.max(1, Math.round(tile.height)));
  const pen = canvas.getContext("2d");
  const part = (moved, side) => ((((moved / entry.width) * image.width) % side) + side) % side;
  const [x, y] = [part(entry.x ?? 0, tile.width), part(entry.y ?? 0, tile.height)];
  for (const [left, top] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map(([i, j]) => [x - i * tile.width, y - j * tile.height])) {
    pen.save();
    pen.translate(left, top);
    pen.transform(...matrixOf(entry.turn ?? 0, drawn));
    pen.drawImage(image, 0, 0, drawn.width, drawn.height);
    pen.restore();
  }
  return canvas.convertToBlob({ type: "image/jpeg", quality: SENT_QUALITY });
}

/** A turn by quarters as a matrix, back into the tile. */
const matrixOf = (turn, { width, height }) =>
  [
    [1, 0, 0, 1, 0, 0],
    [0, 1, -1, 0, height, 0],
    [-1, 0, 0, -1, width, height],
    [0, -1, 1, 0, 0, width],
  ][turn];

/** A photo with the copy that a pattern shows, and how wide that is on the quilt, in cells. */
const withCopy = async (entry) => ({ ...entry, jpeg: await sent(entry), printed: shownWidth(entry) });

/** A smaller copy, as a file. */
async function smaller(file, longest, quality) {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const photo = await canvas.convertToBlob({ type: "image/jpeg", quality });
  return { photo, ratio: canvas.height / canvas.width };
}

/** Keeps a photo of a fabric; one that is cut off is refused. */
export async function keepPhoto(fabric, file) {
  const whole = isWhole(new Uint8Array(await file.arrayBuffer()));
  if (!whole) throw new RangeError("is cut off. Copy or download it again.");
  const copy = await smaller(file, LONGEST, 0.85);
  const entry = await withCopy({ fabric, ...copy, width: kept.get(fabric)?.width ?? WIDTH });
  keep(entry);
  await write(entry);
}

/** Says how a photo lies: `width`, `x`, `y` in cells, `turn` and `angle`, `motif` as parts of its sides or null. */
export async function setPlace(fabric, place) {
  const { url, ...entry } = kept.get(fabric);
  const next = await withCopy({ ...entry, ...place });
  keep(next);
  await write(next);
}

export async function removePhoto(fabric) {
  const photo = kept.get(fabric);
  if (!photo) return;
  URL.revokeObjectURL(photo.url);
  kept.delete(fabric);
  await inStore("readwrite", (store) => store.delete(fabric)).catch(() => {});
}

/** The photo of a fabric under its new name. */
export async function renamePhoto(fabric, name) {
  const photo = kept.get(fabric);
  if (!photo || fabric === name) return;
  const { url, ...entry } = photo;
  kept.delete(fabric);
  kept.set(name, { ...entry, fabric: name, url });
  await inStore("readwrite", (store) => store.delete(fabric)).catch(() => {});
  await write({ ...entry, fabric: name });
}

/** Fills the patches of a picture with the photos of their fabrics. */
export function fillWithPhotos(svg, paths, scene) {
  svg.querySelector("defs.photos")?.remove();
  const photos = scene.fabrics.map(({ name }) => photoOf(name));
  const patterns = photos.flatMap((photo, index) => {
    if (!photo) return [];
    const { tile, image } = tileOf(photo, CELL);
    const units = { id: `photo-${index}`, patternUnits: "userSpaceOnUse" };
    const picture = shape("image", { href: photo.url, preserveAspectRatio: "none", ...image });
    return [shape("pattern", { ...units, ...tile }, picture)];
  });
  const fills = scene.patches.map(({ fabric, at }, index) => {
    if (!photos[fabric]) return scene.fabrics[fabric].rgb;
    if (!photos[fabric].motif) return `url(#photo-${fabric})`;
    // The same pattern from another place, for each patch its own.
    const id = `motif-${index}`;
    patterns.push(shape("pattern", { id, href: `#photo-${fabric}`, ...motifAt(photos[fabric], CELL, at) }));
    return `url(#${id})`;
  });
  if (patterns.length) svg.prepend(shape("defs", { class: "photos" }, ...patterns));
  paths.forEach((path, index) => path.setAttribute("fill", fills[index]));
}
