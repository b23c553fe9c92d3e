// A board as the block of a quilt: how often it is repeated, how it is turned, and whether it lies on point.

import { control } from "./controls.js";
import { product, setOption, state } from "./design.js";
import { el, show } from "./dom.js";
import { colored } from "./picture.js";
import { isAbout } from "./problems.js";

/** The controls of the options about blocks, from their rows, and the quilt that they make. */
export function blockControls(view) {
  const { rows } = view.inputs.products.find(({ name }) => name === "quilt");
  const { group } = rows.find(({ key }) => key === "blocks");
  const set = (key, value) => setOption(key, value, "quilt", rows.find((row) => row.key === key).replaces);
  const all = rows.filter((row) => row.group === group).map((row) => control(row, "quilt", view.inputs, set));
  const picture = el("figure", { class: "block-quilt" });
  const element = el(
    "details",
    { class: "more", id: "board-blocks" },
    el("summary", {}, "Repeat it as blocks of a quilt"),
    picture,
    all.map((one) => one.element),
  );
  let shown = null;
  const sync = ({ look, errors }) => {
    const quilt = state.design?.quilt;
    element.hidden = !quilt || product() !== "quilt";
    for (const one of all) {
      one.sync(
        quilt?.[one.key],
        errors.find((found) => isAbout(found, "quilt", one.key)),
      );
    }
    const scene = quilt?.blocks && !errors.length ? look?.scene : null;
    if (scene === shown) return;
    shown = scene;
    show(
      picture,
      ...(scene ? [colored(scene), el("figcaption", { class: "small" }, "The quilt of these blocks")] : []),
    );
  };
  return { element, sync };
}
