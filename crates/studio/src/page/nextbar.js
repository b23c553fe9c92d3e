// The bar that stays at the lower edge: the size, what to buy, and the next step.

import { goTo, product, state } from "./design.js";
import { el, mainButton, show } from "./dom.js";
import { cloth, sides } from "./words.js";

/** The step after each act, and its name. */
const NEXT = {
  roll: ["color", () => "Choose the fabrics"],
  color: ["make", () => (product() === "quilt" ? "Make the pattern" : "Make it")],
  make: ["take", () => "Take it with you"],
};

/** The bar of an act; `view` is the store. */
export function nextBar(view) {
  const size = el("strong", { id: "bar-size" });
  const rest = el("span", { id: "bar-rest" });
  const step = el("span", {});
  const element = el(
    "section",
    { class: "next-bar", "aria-label": "Size and next step" },
    el("p", {}, size, " ", rest),
    step,
  );
  const sync = () => {
    const next = NEXT[state.act];
    element.hidden = !next || !state.design;
    if (element.hidden) return;
    const units = state.design.quilt?.units;
    const found = view.size();
    size.textContent = found ? sides(found, units) : "";
    const bought = view.result()?.made.at(0)?.summary?.quilt?.yardage?.total;
    const fabrics = view.look?.scene?.fabrics.length;
    const fabricWords = fabrics ? `${fabrics} ${fabrics === 1 ? "fabric" : "fabrics"}` : "";
    rest.textContent = bought ? `${cloth(bought, units)} for the patches` : fabricWords;
    show(
      step,
      mainButton(next[1](), () => goTo(next[0]), { id: "next" }),
    );
  };
  return { element, sync };
}
