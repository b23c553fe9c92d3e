// One patch: its fabric is chosen by hand, and the others may be rolled again.

import { changeFabrics, option, product } from "./design.js";
import { announce, el, plainButton, show } from "./dom.js";
import { chosen, written } from "./strokes.js";
import { counted } from "./words.js";

/** The patches whose fabric was chosen: number and name. */
export const fixed = () => chosen(option("fabric_of"));

/** Chooses the fabrics of patches; nothing lets the scheme decide. */
export function fix(choices, kind = product()) {
  changeFabrics(kind, (options) => {
    const all = fixed();
    for (const [patch, name] of choices) {
      if (name) all.set(patch, name);
      else all.delete(patch);
    }
    options.fabric_of = written(all);
    if (!options.fabric_of) delete options.fabric_of;
  });
}

/** Leaves out the fabrics of single patches: in another tiling the numbers are those of other patches. */
export function freePatches(design) {
  for (const options of Object.values(design)) if (options && typeof options === "object") delete options.fabric_of;
}

const roll = (kind) =>
  changeFabrics(kind, (options) => {
    options.shuffle = (options.shuffle ?? 0) + 1;
  });

/** The panel for the chosen patch. */
export function patchPanel(kind) {
  let patch = null;
  const element = el("div", { class: "patch-panel" });
  const chooser = (fabrics, now) => {
    const choose = ({ currentTarget: { value } }) => {
      announce(value ? `Patch ${patch} is ${value}.` : `The scheme decides on patch ${patch}.`);
      fix([[patch, value]], kind);
    };
    const names = ["", ...fabrics.map((fabric) => fabric.name)];
    const entries = names.map((name) =>
      el("option", { value: name, selected: name === now }, name || "as the scheme decides"),
    );
    return el(
      "div",
      { class: "field" },
      el("label", { for: "patch-fabric", class: "name" }, `Fabric of patch ${patch}`),
      el("select", { id: "patch-fabric", onchange: choose }, entries),
    );
  };
  const sync = (scene, fabrics) => {
    if (!scene) {
      show(element);
      return;
    }
    if (patch > scene.patches.length) patch = null;
    const byHand = fixed();
    const lock = () =>
      fix(
        scene.patches.map((one, index) => [index + 1, scene.fabrics[one.fabric].name]),
        kind,
      );
    const free = () =>
      fix(
        [...byHand.keys()].map((one) => [one, ""]),
        kind,
      );
    const again = () => {
      announce("The other patches get other fabrics.");
      roll(kind);
    };
    show(
      element,
      el("h3", {}, "One patch"),
      patch === null
        ? el("p", { class: "help" }, "Click a patch, or press Enter on it, to choose its fabric.")
        : chooser(fabrics, byHand.get(patch) ?? ""),
      byHand.size
        ? el(
            "p",
            { class: "help" },
            `${counted(byHand.size, "patch", "patches")} with a fabric of your choice, marked by a dot.`,
          )
        : null,
      el(
        "div",
        { class: "row" },
        plainButton(byHand.size ? "Roll the others" : "Roll the fabrics", again, { id: "patch-roll" }),
        byHand.size < scene.patches.length ? plainButton("Fix all as they are", lock, { id: "patch-lock" }) : null,
        byHand.size ? plainButton(`Free all (${byHand.size})`, free, { id: "patch-free" }) : null,
      ),
    );
  };
  return {
    element,
    sync,
    choose(number, scene, fabrics) {
      patch = number;
      sync(scene, fabrics);
      element.querySelector("#patch-fabric").focus({ preventScroll: true });
    },
  };
}
