// Photos of one's own fabrics, as fills. They stay in this browser; only making a pattern sends small copies of them.

import { shape } from "./lattice.js";
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

/** Reads the photos that this browser keeps. Where it keeps none, there are none. */
export async function loadPhotos() {
  try {
    for (const entry of await inStore("readonly", (store) => store.getAll()))
      keep({ ...entry, jpeg: entry.jpeg ?? (await sent(entry.photo)) });
  } catch {
    /* A private window may forbid it; photos then last as long as the page. */
  }
}

/** The photo of a fabric: its address in this browser, and its width in cells. */
export const photoOf = (fabric) => kept.get(fabric) ?? null;

/** What tells these photos from others, for what was made with them. */
export const photosKey = () => [...kept].map(([fabric, { width, jpeg }]) => [fabric, width, jpeg?.slice(-64)]);

/** The copy that a pattern shows, in base64. */
async function sent(file) {
  const { photo } = await smaller(file, SENT, SENT_QUALITY);
  const bytes = new Uint8Array(await photo.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

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
  const entry = { fabric, ...copy, jpeg: await sent(file), width: kept.get(fabric)?.width ?? WIDTH };
  keep(entry);
  await inStore("readwrite", (store) => store.put(entry)).catch(() => {});
}

/** Says how wide the photo is on the quilt, in cells. */
export async function setWidth(fabric, width) {
  const { url, ...entry } = kept.get(fabric);
  keep({ ...entry, width });
  await inStore("readwrite", (store) => store.put({ ...entry, width })).catch(() => {});
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
  await inStore("readwrite", (store) => store.put({ ...entry, fabric: name })).catch(() => {});
}

/** Fills the patches of a picture with the photos of their fabrics. */
export function fillWithPhotos(svg, paths, scene) {
  svg.querySelector("defs.photos")?.remove();
  const patterns = scene.fabrics.map((fabric, index) => {
    const photo = photoOf(fabric.name);
    if (!photo) return null;
    const [width, height] = [photo.width * CELL, photo.width * CELL * photo.ratio];
    return shape(
      "pattern",
      { id: `photo-${index}`, patternUnits: "userSpaceOnUse", width, height },
      shape("image", { href: photo.url, width, height, preserveAspectRatio: "none" }),
    );
  });
  if (patterns.some(Boolean)) svg.prepend(shape("defs", { class: "photos" }, ...patterns.filter(Boolean)));
  paths.forEach((path, index) => {
    const { fabric } = scene.patches[index];
    path.setAttribute("fill", patterns[fabric] ? `url(#photo-${fabric})` : scene.fabrics[fabric].rgb);
  });
}
