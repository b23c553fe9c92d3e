// The middle of every act: the quilt, or the board while its first tiling is looked for.

import { product, setDesign, state } from "./design.js";
import { drawing, el, plainButton, quietButton, show } from "./dom.js";
import { picture } from "./picture.js";
import { playLink } from "./playlink.js";
import { problems } from "./problems.js";
import { counted, grouped, plain } from "./words.js";

const rounded = (number) => (number >= 10 ? Math.round(number) : Math.round(number * 10) / 10);

/** How a search goes, in words. */
export function progressWords(progress) {
  if (!progress) return "Waiting for a place …";
  if (progress.text) return progress.text;
  if (progress.before !== undefined)
    return progress.before ? `Waiting: ${counted(progress.before, "job")} before you.` : "You are next.";
  const share = progress.share ? `, about ${rounded(progress.share * 100)} % done` : "";
  const tilings = counted(Number(progress.tilings), "tiling");
  return `${grouped(progress.nodes)} steps, ${tilings} found, ${rounded(progress.seconds)} s${share}`;
}

/** What the board of a design is called in it, as far as that can be read. */
const namedIn = (design) => {
  const named = design?.puzzle?.name ?? design?.puzzle;
  return typeof named === "string" ? named : undefined;
};

/** What stays the same when only fabrics change: the shape of every patch. */
const shapeOf = (look) => look?.scene?.picture ?? look?.board ?? null;

/**
 * The stage: a heading, the picture, and whatever an act puts below it. `own` is a picture of the act in the place of
 * that of the tiling.
 */
export function stage(view, { onPatch, words, brush, own = null, below = [] } = {}) {
  const heading = el("h2", { tabindex: "-1" });
  const size = el("span", { class: "size" });
  const place = el("div", { class: "place" });
  const found = el("div", {});
  if (own) place.append(own, found);
  const play = playLink();
  const wrong = el("div", { class: "problems" });
  const element = el(
    "section",
    { class: "stage", "aria-label": "Design" },
    el("div", { class: "headline" }, heading, size, play.element),
    wrong,
    place,
    ...below,
  );
  let shown = null;
  let scene = null;
  let figure = null;
  const empty = (svg, name, board) => {
    const element = Object.assign(drawing(svg));
    element.classList.add("quilt");
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `${name}, the empty board: ${board}`);
    return el("figure", { class: "stage-figure" }, element, el("figcaption", {}));
  };
  const redraw = (look) => {
    const [before, hadFocus] = [figure?.at() ?? -1, place.contains(document.activeElement)];
    figure = look.scene ? picture(look.scene, look.puzzle.name, { onPatch, words, brush }) : null;
    place.replaceChildren(figure ?? empty(shown, look.puzzle.name, look.words?.board ?? ""));
    // Walking goes on where it was.
    if (figure && before >= 0 && before < figure.paths.length) figure.show(before + 1, false);
    if (figure && hadFocus) figure.svg.focus();
  };
  const sync = () => {
    play.sync();
    const { look, errors } = view;
    const puzzle = look?.puzzle;
    const title = state.design?.[product()]?.title ?? (product() === "book" ? "A book of puzzles" : undefined);
    heading.textContent = title ?? puzzle?.name ?? (errors.length ? (namedIn(state.design) ?? "A design") : "…");
    const pieces = look?.scene ? ` · ${counted(look.scene.patches.length, "piece")}` : "";
    size.textContent = puzzle ? `${counted(puzzle.cells, "cell")}${pieces}` : "";
    show(wrong, ...(errors.length ? [problems(errors, "This cannot be made", product()), mendButton(view)] : []));
    if (own) {
      show(found, look && !look.scene ? searching(view) : null);
      return;
    }
    const shape = shapeOf(look);
    if (shape && shape !== shown) {
      shown = shape;
      scene = look.scene;
      redraw(look);
    } else if (!shape && shown) {
      // A book has no board of its own, and neither has a design that cannot be read.
      [shown, figure] = [null, null];
      place.replaceChildren();
    } else if (figure && look.scene !== scene && view.looked === state.design) {
      // What was painted meanwhile is not painted over.
      scene = look.scene;
      figure.recolor(scene);
    }
    const caption = place.querySelector("figcaption");
    if (!look?.scene && caption) show(caption, searching(view));
  };
  return { element, sync, figure: () => figure };
}

/** Goes on with the nearest design that can be read. */
function mendButton({ mended }) {
  if (!mended) return null;
  const mend = () => setDesign(mended, { same: true });
  return el("p", {}, plainButton("Go on with the nearest design that works", mend, { id: "mend" }));
}

function searching(view) {
  const { search } = view;
  if (search.answer) return el("p", { class: "under no" }, el("strong", {}, "No tiling. "), plain(search.answer));
  if (!search.job) return el("p", { class: "under" }, "");
  return el(
    "p",
    { class: "under" },
    el("span", { class: "busy" }, progressWords(search.progress)),
    " ",
    quietButton("Stop", view.stopSearch),
  );
}
