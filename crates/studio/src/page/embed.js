// A design alone, in a frame on another page: its picture, its title, and the way to the studio.

import { decode, encode } from "./address.js";
import { product } from "./design.js";
import { el } from "./dom.js";
import { isPlayed } from "./playaddress.js";
import { problems } from "./problems.js";
import { colored } from "./picture.js";
import { playPage } from "./seldom.js";
import { EMBED_PAGE, look } from "./server.js";
import { sides } from "./words.js";

/** Where a page shows a design alone; the tiling goes with it, so that nothing is searched there. */
export async function embedAddress(design, tiling) {
  const { puzzle, search, ...rest } = design;
  // A tiling that leaves cells open is of another board.
  const own = search?.open ? rest : design;
  const shown = tiling && !design.tilings ? { ...own, tilings: [tiling] } : design;
  return new URL(`${EMBED_PAGE}#color/${await encode(shown)}`, location.href).href;
}

/** The line of HTML that shows a design on another page. */
export function embedCode(address, title) {
  const named = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${address}" title="${named}" width="480" height="520" loading="lazy"></iframe>`;
}

/** Shows the design of the address. */
async function show() {
  const place = document.getElementById("act");
  const { hash } = location;
  try {
    const design = await decode(hash.split("/")[1] ?? "");
    const seen = await look(design);
    if (hash !== location.hash) return;
    const title = design[product(design)]?.title ?? seen.puzzle?.name ?? "A design";
    if (!seen.scene) throw new Error("the link has no tiling; copy it again from the studio");
    const picture = colored(seen.scene);
    picture.removeAttribute("aria-hidden");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `${title}, ${seen.words.board}`);
    const size = seen.finished_mm ? ` · ${sides(seen.finished_mm, design.quilt?.units)}` : "";
    const link = { href: `./${hash}`, target: "_blank", rel: "noopener" };
    document.title = title;
    place.replaceChildren(
      el(
        "figure",
        { class: "embedded" },
        picture,
        el("figcaption", {}, el("strong", {}, title), size, " ", el("a", link, "Open in the studio")),
      ),
    );
  } catch (error) {
    place.replaceChildren(problems(error.errors ?? [{ message: error.message }], "This design cannot be shown"));
  }
}

/** Starts the page that shows a design alone, or plays it. */
export async function embed() {
  if (isPlayed(location.hash)) {
    await playPage();
    return;
  }
  addEventListener("hashchange", show);
  await show();
}
