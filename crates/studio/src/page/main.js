// Starts the studio: reads the address, shows the act, and keeps what is shown up to date.

import {
  ACTS,
  goTo,
  hasAct,
  isEmptyBoard,
  isPlainCut,
  knowProducts,
  onChange,
  product,
  readAddress,
  setDesign,
  settled,
  state,
  steps,
} from "./design.js";
import { announce, copyText, el } from "./dom.js";
import { embed } from "./embed.js";
import { untilHandsOff, watchHands } from "./hands.js";
import { createView } from "./jobs.js";
import { classBar, isClass } from "./inclass.js";
import { knowLattices } from "./lattice.js";
import { watchTyping } from "./morph.js";
import { nextBar } from "./nextbar.js";
import { loadPhotos } from "./photos.js";
import { isPlayed } from "./playaddress.js";
import { problems, watchFailures } from "./problems.js";
import { classPage, playPage } from "./seldom.js";
import { inputs, openFile } from "./server.js";
import { knowOptions, plain, sentence } from "./words.js";
import * as choose from "./choose.js";
import * as roll from "./roll.js";
import * as color from "./color.js";
import * as make from "./make.js";
import * as take from "./take.js";

const MODULES = { choose, roll, color, make, take };
const TITLES = { choose: "Choose", roll: "Roll", color: "Color", make: "Make", take: "Take" };
const byId = (id) => document.getElementById(id);

let view = null;
let bar = null;
let shown = null;
let built = null;
let opens = 0;

function header() {
  byId("acts").replaceChildren(
    ...ACTS.map((act) => {
      const button = el(
        "button",
        { type: "button", onclick: () => goTo(act), "data-act": act },
        el("span", { class: "number", "aria-hidden": "true" }),
        TITLES[act],
      );
      return el("li", {}, button);
    }),
  );
  const walk = (isThere, go, words) => {
    if (!isThere) return;
    announce(words);
    go();
  };
  byId("undo").addEventListener("click", () => walk(steps.at > 0, () => history.back(), "Undone."));
  byId("redo").addEventListener("click", () => walk(steps.at < steps.last, () => history.forward(), "Done again."));
  byId("copy").addEventListener("click", async () => {
    await settled();
    copyText(location.href, "The link, which holds the whole design,");
  });
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("acts-main").focus();
  });
  byId("home").addEventListener("click", (event) => {
    event.preventDefault();
    setDesign(null, { act: "choose" });
  });
}

function drop() {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) open(file.name, file);
  });
}

/** Opens a file: a puzzle, tilings, a design, or anything that piecework wrote. */
async function open(name, content, lattice) {
  try {
    opens += 1;
    const here = opens;
    const opened = await openFile(name, content, lattice);
    await untilHandsOff();
    // Another file was opened meanwhile.
    if (here !== opens) return null;
    const design = opened.design;
    const makes = view.inputs.products.some((one) => one.name in design);
    // A book has no tiling of its own to roll or color.
    const act = opened.scene ? "color" : opened.puzzle ? "roll" : "make";
    setDesign(makes ? design : { ...design, quilt: {} }, { act });
    announce(`${opened.puzzle?.name ?? name} is open.${opened.note ? ` ${opened.note}.` : ""}`);
    return null;
  } catch (error) {
    const errors = error.errors ?? [{ message: String(error) }];
    view.set({ errors });
    announce(`${name} cannot be opened. ${sentence(plain(errors[0].message))}`);
    return errors;
  }
}

/** Says whether there is something to undo or redo. The buttons stay where the focus may be. */
function showSteps() {
  byId("undo").setAttribute("aria-disabled", String(steps.at === 0));
  byId("redo").setAttribute("aria-disabled", String(steps.at >= steps.last));
}

/** Shows the act of the address. */
function show() {
  showSteps();
  const place = byId("act");
  // Another design is not shown with what was opened or chosen in the one before; boards are drawn while they become
  // designs.
  const own = state.act === "choose" ? "" : state.origin;
  const key = `${state.act} ${state.act === "make" ? product() : ""} ${own}`;
  let number = 0;
  for (const button of document.querySelectorAll("#acts button")) {
    const here = button.dataset.act === state.act;
    const hasNothing = !state.design || isEmptyBoard();
    button.disabled = !hasAct(button.dataset.act) || (hasNothing && button.dataset.act !== "choose");
    button.parentElement.hidden = button.dataset.act === "color" && isPlainCut();
    number += button.parentElement.hidden ? 0 : 1;
    button.querySelector(".number").textContent = String(number);
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
  if (key === shown) return;
  const first = shown === null;
  const moved = shown?.split(" ")[0] !== state.act;
  const focused = document.activeElement?.id;
  shown = key;
  built = MODULES[state.act].build(view);
  // Of puzzles, the pages are printed.
  const isPaged = state.act === "make" && ["sheet", "book"].includes(product());
  const isCut = state.act === "make" && product() === "cut";
  place.className = `act ${state.act}${isPaged ? " paged" : ""}${isCut ? " cut" : ""}`;
  place.replaceChildren(...built.parts);
  built.sync(view);
  document.title = `${TITLES[state.act]} · piecework studio`;
  if (!first && moved) {
    place.querySelector("h2[tabindex]")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  } else if (focused) byId(focused)?.focus();
}

/** A link to the page that needs no server, with the design that is open here. */
function onDevice() {
  const onclick = ({ currentTarget }) => (currentTarget.href = `./device/${location.hash}`);
  return el("a", { href: "./device/", onclick }, "the page that computes on your device");
}

async function start() {
  const [known] = await Promise.all([inputs(), loadPhotos()]);
  knowLattices(known.lattices);
  knowOptions([...known.search, ...known.products.flatMap((one) => one.rows)]);
  knowProducts(known.products.map((one) => one.name));
  view = createView(known);
  view.open = open;
  bar = nextBar(view);
  byId("acts-main").after(bar.element);
  const inClass = classBar(view);
  byId("acts-main").before(inClass.element);
  view.subscribe(() => {
    built?.sync(view);
    bar.sync();
    inClass.sync();
  });
  header();
  if (known.public) {
    byId("acts-main").append(
      el(
        "p",
        { class: "public" },
        "This server is shared: large boards and long searches are stopped early. The program ",
        el("code", {}, "piecework"),
        " on your own computer has no such limits",
        ...(known.device ? [", and neither has ", onDevice()] : []),
        ".",
      ),
    );
  }
  drop();
  watchFailures();
  // Pictures that were not scrolled to yet are printed too.
  addEventListener("beforeprint", () =>
    document.querySelectorAll("img").forEach((img) => img.setAttribute("loading", "eager")),
  );
  watchHands();
  watchTyping(() => view.set({}));
  onChange((why) => {
    if (why === "step") {
      showSteps();
      return;
    }
    show();
    view.set({});
    view.refresh();
  });
  // A link to play, or to a wall, leads out of the studio.
  const read = () => (isPlayed(location.hash) || isClass(location.hash) ? location.reload() : readAddress());
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  await readAddress();
}

const isIn = (isIt) => isIt(location.hash);
const begin = document.body.classList.contains("embed")
  ? embed
  : isIn(isPlayed)
    ? playPage
    : isIn(isClass)
      ? classPage
      : start;
begin().catch((error) => {
  byId("act").replaceChildren(problems([{ message: String(error) }], "The studio cannot start"));
});
