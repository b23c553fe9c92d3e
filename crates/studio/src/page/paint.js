// Paint: pick a swatch, tap or drag over patches. Nothing is forbidden; what touches alike is shown.

import { changeFabrics, option } from "./design.js";
import { announce, el, plainButton, quietButton, show, swatch } from "./dom.js";
import { addFabric, paletteFabrics } from "./fabrics.js";
import { fixed } from "./patch.js";
import { afterStroke, alike, faint, strokeWords, written } from "./strokes.js";
import { counted } from "./words.js";

/** What is asked of fabrics by number or by stash would forbid what is painted. */
const LIMITS = ["fabrics", "most_fabrics", "stash"];

/** Whether a design is painted: every patch has a fabric of somebody's choice. */
export const isPainted = (scene) => Boolean(scene) && fixed().size >= scene.patches.length;

/** The brush, and its panel. `isOn()` says whether one paints; `figure()` is the picture. */
export function painting(view, kind, isOn, figure) {
  let name = null;
  let isShown = false;
  const panel = el("div", { class: "paint" });
  const facts = el("div", { class: "paint-facts" });
  const scene = () => view.look?.scene;
  const current = () => {
    const fabrics = paletteFabrics(view);
    return fabrics.find((fabric) => fabric.name === name) ?? fabrics[0];
  };
  const pickUp = (fabric) => {
    name = fabric;
    announce(`You paint with ${fabric}.`);
    view.set({});
  };
  const brush = {
    isOn,
    fill: () => current().rgb,
    done(stroke) {
      if (!scene()) return;
      const all = afterStroke(scene(), fixed(), stroke, current().name);
      announce(strokeWords(scene(), all, stroke, current().name));
      changeFabrics(kind, (options) => {
        LIMITS.forEach((key) => delete options[key]);
        options.fabric_of = written(all);
      });
    },
    pick: (patch) => pickUp(scene().fabrics[scene().patches[patch - 1].fabric].name),
  };
  const swatches = () =>
    paletteFabrics(view).map((fabric, index) => {
      const used = scene().fabrics.find((other) => other.name === fabric.name)?.patches ?? 0;
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: "brush",
            id: `brush-${index}`,
            "aria-pressed": String(fabric.name === current().name),
            onclick: () => pickUp(fabric.name),
          },
          swatch(fabric.rgb),
          el("span", { class: "brush-name" }, fabric.name),
          el(
            "span",
            { class: "amount" },
            String(used),
            el("span", { class: "unseen" }, used === 1 ? " patch" : " patches"),
          ),
        ),
      );
    });
  const more = () => {
    const add = ({ currentTarget: { value } }) => {
      name = addFabric(view, value, kind);
    };
    return el(
      "li",
      { class: "brush more-colors" },
      el("input", { type: "color", id: "brush-add", value: "#7d8f86", onchange: add }),
      el("label", { for: "brush-add" }, "Other color"),
    );
  };
  const free = () => {
    announce("The rule decides on all patches again.");
    changeFabrics(kind, (options) => {
      delete options.fabric_of;
    });
  };
  const sync = () => {
    figure()?.markAlike([]);
    if (!isOn() || !scene()) return;
    show(
      panel,
      el("ul", { class: "brushes", "aria-label": "Paint with" }, swatches(), more()),
      el("p", { class: "help" }, "Tap or drag over patches. By keys: arrows walk, Space paints, P picks a fabric up."),
      option("fabric_of") ? quietButton("Let the rule decide again", free, { id: "paint-free" }) : null,
    );
    const list = [...view.look.scene.patches.keys()].map((index) => scene().patches[index].fabric);
    const same = alike(scene(), (patch) => list[patch - 1]);
    const toggle = () => {
      isShown = !isShown;
      view.set({});
    };
    if (isShown) figure()?.markAlike(same);
    const pale = faint(scene()).map(({ fabrics: [first, second], times }) =>
      el("li", {}, `${first} beside ${second}, ${counted(times, "time")}`),
    );
    show(
      facts,
      el("h3", {}, "To look at"),
      el(
        "p",
        { id: "alike" },
        el("strong", {}, "Touching and alike: "),
        counted(same.length, "pair"),
        " ",
        same.length
          ? plainButton(isShown ? "Hide" : "Show", toggle, {
              id: "alike-show",
              class: "small-button",
              "aria-pressed": String(isShown),
            })
          : null,
      ),
      pale.length ? el("p", {}, el("strong", {}, "Little difference between light and dark:")) : null,
      pale.length ? el("ul", { class: "plain" }, pale) : null,
    );
  };
  return { brush, panel, facts, sync };
}
