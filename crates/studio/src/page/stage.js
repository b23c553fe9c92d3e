// The middle of every act: the quilt, or the board while its first tiling is looked for.

import { setDesign, state } from "./design.js";
import { counted, drawing, el, plain, problems, show } from "./dom.js";
import { picture } from "./picture.js";

const rounded = (number) => (number >= 10 ? Math.round(number) : Math.round(number * 10) / 10);

/** How a search goes, in words. */
export function progressWords(progress) {
  if (!progress) return "Waiting for a place …";
  if (progress.text) return progress.text;
  const steps = new Intl.NumberFormat("en").format(progress.nodes);
  const share = progress.share ? `, about ${rounded(progress.share * 100)} % done` : "";
  return `${steps} steps, ${counted(Number(progress.tilings), "tiling")} found, ${rounded(progress.seconds)} s${share}`;
}

/** The stage: a heading, the picture, and whatever an act puts below it. */
export function stage(view, { onPatch, words, below = [] } = {}) {
  const heading = el("h2", { tabindex: "-1" });
  const size = el("span", { class: "size" });
  const place = el("div", { class: "place" });
  const wrong = el("div", {});
  const element = el("section", { class: "stage", "aria-label": "Design" }, el("div", { class: "headline" }, heading, size), wrong, place, ...below);
  let shown = null;
  let figure = null;
  const sync = () => {
    const { look, errors, search } = view;
    const puzzle = look?.puzzle;
    heading.textContent = puzzle?.name ?? (state.design ? "…" : "");
    size.textContent = puzzle ? `${counted(puzzle.cells, "cell")}${look.scene ? ` · ${counted(look.scene.patches.length, "piece")}` : ""}` : "";
    show(wrong, ...(errors.length ? [problems(errors), mendButton(view)] : []));
    const svg = look?.scene?.picture ?? look?.board;
    if (svg && svg !== shown) {
      shown = svg;
      const [before, hadFocus] = [figure?.at() ?? -1, place.contains(document.activeElement)];
      figure = look.scene ? picture(look.scene, puzzle.name, { onPatch, words }) : null;
      place.replaceChildren(figure ?? el("figure", { class: "stage-figure" }, Object.assign(drawing(svg)), el("figcaption", {})));
      // Walking goes on where it was.
      if (figure && before >= 0 && before < figure.paths.length) figure.show(before + 1, false);
      if (figure && hadFocus) place.querySelector(".quilt").focus();
      if (!figure) {
        const empty = place.querySelector("svg");
        empty.classList.add("quilt");
        empty.setAttribute("role", "img");
        empty.setAttribute("aria-label", `${puzzle.name}, the empty board: ${look.words?.board ?? ""}`);
      }
    }
    const caption = place.querySelector("figcaption");
    if (!look?.scene && caption) show(caption, searching(view));
  };
  return { element, sync, figure: () => figure };
}

/** Goes on with the nearest design that can be read. */
function mendButton({ mended }) {
  if (!mended) return null;
  return el("p", {}, el("button", { type: "button", id: "mend", onclick: () => setDesign(mended, { same: true }) }, "Go on with the nearest design that works"));
}

function searching(view) {
  const { search } = view;
  if (search.answer) return el("p", { class: "under no" }, el("strong", {}, "No tiling. "), plain(search.answer));
  if (!search.job) return el("p", { class: "under" }, "");
  return el("p", { class: "under" }, el("span", { class: "busy" }, progressWords(search.progress)), " ",
    el("button", { type: "button", class: "quiet", onclick: view.stopSearch }, "Stop"));
}
