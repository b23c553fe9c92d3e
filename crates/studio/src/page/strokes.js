// Painting without the page: who has which fabric, what touches alike, and what a stroke changes.

import { lightness } from "./outline.js";

/** A patch and its fabric, as a design writes it: `12=Rust`. */
const FORM = /^\s*(\d+)\s*=\s*(.*?)\s*$/;

/** The patches whose fabric was chosen: their numbers and the names of their fabrics. */
export const chosen = (list) =>
  new Map(
    (list ?? [])
      .map((text) => FORM.exec(text))
      .filter(Boolean)
      .map(([, patch, name]) => [Number(patch), name]),
  );

/** The same as a design writes it; nothing if none is chosen. */
export function written(choices) {
  const list = [...choices].sort((a, b) => a[0] - b[0]).map(([patch, name]) => `${patch}=${name}`);
  return list.length ? list : undefined;
}

/** The same with fabrics under other names; `names` gives the new name of an old one, or nothing to drop it. */
export const renamed = (list, names) =>
  written(new Map([...chosen(list)].map(([patch, name]) => [patch, names(name)]).filter(([, name]) => name)));

/**
 * Every patch of a scene with its fabric, after a stroke with a brush over some of them. `already` has what was
 * chosen before, which the scene may not show yet.
 */
export function afterStroke(scene, already, stroke, brush) {
  const all = new Map(scene.patches.map(({ fabric }, index) => [index + 1, scene.fabrics[fabric].name]));
  already.forEach((name, patch) => {
    if (all.has(patch)) all.set(patch, name);
  });
  stroke.forEach((patch) => all.set(patch, brush));
  return all;
}

/** Pairs of patches that touch, each once. */
const pairs = (scene) =>
  scene.patches.flatMap(({ touches }, index) =>
    touches.filter((other) => other > index + 1).map((other) => [index + 1, other]),
  );

/** Pairs of patches that touch and have the same fabric, by `nameOf` a number. */
export const alike = (scene, nameOf) => pairs(scene).filter(([a, b]) => nameOf(a) === nameOf(b));

/** The least difference in lightness that is easy to see: L* from 0 to 100. */
export const EASY = 15;

/** Pairs of fabrics that touch and differ little in lightness, with how often they touch; the most frequent first. */
export function faint(scene) {
  const found = new Map();
  for (const [a, b] of pairs(scene)) {
    const [first, second] = [a, b].map((patch) => scene.patches[patch - 1].fabric).sort((p, q) => p - q);
    if (first === second) continue;
    const [light, dark] = [first, second].map((fabric) => lightness(scene.fabrics[fabric].rgb));
    if (Math.abs(light - dark) >= EASY) continue;
    const key = `${first} ${second}`;
    const fabrics = [first, second].map((one) => scene.fabrics[one].name);
    found.set(key, { fabrics, times: (found.get(key)?.times ?? 0) + 1 });
  }
  return [...found.values()].sort((a, b) => b.times - a.times);
}

/** What is said of patches that were painted; `all` has every patch with its fabric. */
export function strokeWords(scene, all, stroke, brush) {
  const last = [...stroke].at(-1);
  const start = stroke.size === 1 ? `Patch ${last} is ${brush} now.` : `${stroke.size} patches are ${brush} now.`;
  const same = scene.patches[last - 1].touches.filter((other) => all.get(other) === brush);
  if (!same.length) return start;
  const who = stroke.size === 1 ? "It" : `Patch ${last}`;
  return `${start} ${who} touches ${same.length === 1 ? "patch" : "patches"} ${same.join(", ")}, also ${brush}.`;
}
