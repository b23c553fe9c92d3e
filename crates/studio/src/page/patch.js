// One patch: its fabric is chosen by hand, and the others may be rolled again.

import { changeFabrics, option, product } from "./design.js";
import { announce, counted, el, show } from "./dom.js";

const FORM = /^\s*(\d+)\s*=\s*(.*?)\s*$/;

/** The patches whose fabric was chosen: number and name. */
export const fixed = () => new Map((option("fabric_of") ?? []).map((text) => FORM.exec(text)).filter(Boolean).map(([, patch, name]) => [Number(patch), name]));

/** Chooses fabrics for patches; nothing lets the scheme decide. */
export function fix(choices, kind = product()) {
  changeFabrics(kind, (options) => {
    const all = fixed();
    for (const [patch, name] of choices) {
      if (name) all.set(patch, name);
      else all.delete(patch);
    }
    const list = [...all].sort((a, b) => a[0] - b[0]).map(([patch, name]) => `${patch}=${name}`);
    if (list.length) options.fabric_of = list;
    else delete options.fabric_of;
  });
}

/** Leaves out the fabrics of single patches: in another tiling the numbers are those of other patches. */
export function freePatches(design) {
  for (const options of Object.values(design)) if (options && typeof options === "object") delete options.fabric_of;
}

/** The same with a fabric under its new name. */
export const renamed = (list, from, to) => list?.map((text) => {
  const [, patch, name] = FORM.exec(text) ?? [];
  return name === from ? `${patch}=${to}` : text;
});

const roll = (kind) => changeFabrics(kind, (options) => { options.shuffle = (options.shuffle ?? 0) + 1; });

/** The panel for the chosen patch. `fabrics` are those of the palette. */
export function patchPanel(kind) {
  let chosen = null;
  const element = el("div", { class: "patch-panel" });
  const sync = (scene, fabrics) => {
    if (!scene) {
      show(element);
      return;
    }
    if (chosen > scene.patches.length) chosen = null;
    const byHand = fixed();
    const parts = [el("h3", {}, "One patch")];
    if (chosen === null) parts.push(el("p", { class: "help" }, "Click a patch, or press Enter on it, to choose its fabric."));
    else {
      const now = byHand.get(chosen) ?? "";
      const input = el("select", { id: "patch-fabric", onchange: ({ currentTarget: { value } }) => {
        announce(value ? `Patch ${chosen} is ${value}.` : `The scheme decides on patch ${chosen}.`);
        fix([[chosen, value]], kind);
      } }, el("option", { value: "", selected: now === "" }, "as the scheme decides"), fabrics.map((fabric) => el("option", { value: fabric.name, selected: fabric.name === now }, fabric.name)));
      parts.push(el("div", { class: "field" }, el("label", { for: "patch-fabric", class: "name" }, `Fabric of patch ${chosen}`), input));
    }
    const lock = () => fix(scene.patches.map((patch, index) => [index + 1, scene.fabrics[patch.fabric].name]), kind);
    const row = [
      el("button", { type: "button", id: "patch-roll", onclick: () => { announce("The other patches get other fabrics."); roll(kind); } }, byHand.size ? "Roll the others" : "Roll the fabrics"),
      byHand.size < scene.patches.length ? el("button", { type: "button", id: "patch-lock", onclick: lock }, "Fix all as they are") : null,
      byHand.size ? el("button", { type: "button", id: "patch-free", onclick: () => fix([...byHand.keys()].map((patch) => [patch, ""]), kind) }, `Free all (${byHand.size})`) : null,
    ];
    if (byHand.size) parts.push(el("p", { class: "help" }, `${counted(byHand.size, "patch", "patches")} with a fabric of your choice, marked by a dot.`));
    parts.push(el("div", { class: "row" }, row.filter(Boolean)));
    show(element, ...parts);
  };
  return {
    element, sync,
    choose(number, scene, fabrics) {
      chosen = number;
      sync(scene, fabrics);
      element.querySelector("#patch-fabric").focus();
    },
  };
}
