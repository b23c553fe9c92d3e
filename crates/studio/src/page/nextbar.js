// The bar that stays at the lower edge: the size, what to buy, and the next step.

import { goTo, isPlainCut, product, state } from "./design.js";
import { el, mainButton, show } from "./dom.js";
import { cloth, counted, sides, sidesOfSheet } from "./words.js";

/** The step after each act, and its name. */
const NEXT = {
  roll: ["color", () => (product() === "quilt" ? "Choose the fabrics" : "Choose the colors")],
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
    const next = isPlainCut() && state.act === "roll" ? ["make", () => "Cut it"] : NEXT[state.act];
    element.hidden = !next || !state.design;
    if (element.hidden) return;
    const units = state.design.quilt?.units;
    const found = view.size();
    const isQuilt = product() === "quilt";
    const inBar = (both) => (isQuilt ? sides(both, units) : sidesOfSheet(both, state.design.cut?.units));
    size.textContent = found ? inBar(found) : "";
    const bought = view.result()?.made.at(0)?.summary?.quilt?.yardage?.total;
    const scene = view.look?.scene;
    const parts = isQuilt ? [scene?.fabrics, "fabric"] : [scene?.patches, "piece"];
    const made = scene ? counted(parts[0].length, parts[1]) : "";
    const summary = view.result()?.made.at(0)?.summary;
    const minutes = summary?.seconds ? `about ${Math.ceil(summary.seconds / 60)} min` : "";
    const sheets = summary?.cut ? counted(summary.cut.sheets, "sheet") : "";
    const sets = state.design.cut?.copies > 1 ? counted(state.design.cut.copies, "set") : null;
    const pieces = sets ?? (summary?.cut ? counted(summary.cut.pieces, "piece") : made);
    const all = [pieces, sheets, minutes].filter(Boolean);
    rest.textContent = bought ? `${cloth(bought, units)} for the patches` : all.join(" · ");
    show(
      step,
      mainButton(next[1](), () => goTo(next[0]), { id: "next" }),
    );
  };
  return { element, sync };
}
