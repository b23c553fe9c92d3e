// The quilt as others see it: without color, or with one of the three color deficiencies.

import { el } from "./dom.js";
import { shape } from "./lattice.js";

// Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of color
// vision deficiency", IEEE Transactions on Visualization and Computer Graphics 15, 2009; at full severity. Gray
// is the luminance of sRGB.
const SIGHTS = {
  protanopia: [
    "without red cones (protanopia)",
    [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    "without green cones (deuteranopia)",
    [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    "without blue cones (tritanopia)",
    [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  ],
  gray: [
    "without color, to compare light and dark",
    [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
  ],
};

let sight = "";

/** Shows a picture as the chosen sight does. */
export function seen(svg) {
  svg.querySelector("#sight")?.remove();
  const patches = svg.querySelector(".patches");
  patches?.removeAttribute("filter");
  if (!sight) return;
  const [r, g, b] = [0, 3, 6].map((at) => SIGHTS[sight][1].slice(at, at + 3));
  const values = [r, g, b]
    .map((row) => `${row.join(" ")} 0 0`)
    .concat("0 0 0 1 0")
    .join(" ");
  svg.prepend(
    shape(
      "filter",
      { id: "sight", "color-interpolation-filters": "linearRGB" },
      shape("feColorMatrix", { type: "matrix", values }),
    ),
  );
  patches?.setAttribute("filter", "url(#sight)");
}

/** The choice of sights; `onChange` is called when another is chosen. */
export function colorVisionChoice(onChange) {
  const choose = ({ currentTarget }) => {
    sight = currentTarget.value;
    onChange();
  };
  const entries = [["", ["as it is"]], ...Object.entries(SIGHTS)];
  const input = el(
    "select",
    { id: "sight-choice", onchange: choose },
    entries.map(([name, [words]]) => el("option", { value: name, selected: sight === name }, words)),
  );
  return el(
    "div",
    { class: "field sight" },
    el("label", { for: "sight-choice", class: "name" }, "Show the quilt"),
    input,
  );
}
