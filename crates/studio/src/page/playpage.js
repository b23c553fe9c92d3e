// The page that only plays: one puzzle over the whole window, the next and the one before, and nothing else.

import { encode } from "./address.js";
import { chosenIn, dateIn, dateOf, dateWords, isDate, isDated, shifted, stepped } from "./days.js";
import { announce, copyText, el, mainButton, plainButton, show } from "./dom.js";
import { gameOf } from "./game.js";
import { watchHands } from "./hands.js";
import { knowLattices } from "./lattice.js";
import { watchTyping } from "./morph.js";
import { HOW, puzzlesOf } from "./play.js";
import { putUp, wallLink, whoIAm } from "./inclass.js";
import { isPlayed, isSeveral, playAddress, readPlayed } from "./playaddress.js";
import { problems, watchFailures, wrongWords } from "./problems.js";
import { keptBoard, keepBoard, keepBox, noteTime, timesParts } from "./progress.js";
import { inputs, playBoard, run } from "./server.js";
import { progressWords } from "./stage.js";
import { capital, counted, knowOptions, plain } from "./words.js";

/** The time for counting the solutions of a day, and how long a day is looked at before they are counted. */
const COUNTING = { search: "2s", wait: 300 };

const key = String;

let names = [];
let shell = null;
/** What is played: the puzzle, its board, and where it is among others. */
let played = null;
let shows = 0;
let counting = null;

/** The puzzles of a design that has several, once they are made. */
const made = new Map();

function puzzlesIn(design) {
  if (!isSeveral(design)) return Promise.resolve(puzzlesOf(design, null));
  if (design.puzzles) return Promise.resolve(puzzlesOf(design, null));
  const asked = JSON.stringify(design);
  if (!made.has(asked)) {
    const making = new Promise((done, refused) => {
      run(design, {
        progress: (progress) => shell.wait(progressWords(progress)),
        done: (result) => done(puzzlesOf(design, result)),
        failed: ({ errors }) => refused(Object.assign(new Error(errors[0].message), { errors })),
      });
    });
    making.catch(() => made.delete(asked));
    made.set(asked, making);
  }
  return made.get(asked);
}

/** The design of a puzzle with the cells that stay open. */
const opening = (design, open) => (open ? { ...design, search: { open } } : design);

/** The board of a puzzle; of a calendar at its date, which is today's if none is asked for. */
async function boardOf(design, asked) {
  let open = asked === "today" ? dateOf() : (asked ?? design.search?.open ?? null);
  let known = await playBoard(opening(design, open));
  const dated = isDated(known.classes);
  if (dated && !open) {
    open = dateOf();
    known = await playBoard(opening(design, open));
  }
  const date = dated ? (isDate(open) ? open : dateIn(known, dateOf())) : null;
  return { design: opening(design, open), known, date };
}

/** The word of a cell, or nothing. */
const wordIn = (known, cell) => known.labels.find((label) => key(label.cell) === key(cell))?.words;

/** Which cells stay open, in words. */
function openWords({ known, date }) {
  if (!known.open.length) return "";
  const words = known.open.map((cell) => wordIn(known, cell) ?? "one without a word");
  const all =
    words.length > 1 ? `cells ${words.slice(0, -1).join(", ")} and ${words.at(-1)} stay` : `cell ${words[0]} stays`;
  const day = date ? `${date === dateOf() ? "Today, " : ""}${dateWords(date)}: ` : "";
  return capital(`${day}${all} open.`);
}

/** Goes to another puzzle, date or choice. */
async function go(to, { replace = false } = {}) {
  const { design, number, open } = { ...played.asked, ...to };
  const address = await playAddress(design, { number, open });
  if (address === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  await play();
}

/** The step to the next puzzle, day or choice, or the one before; nothing if there is none. */
function step(by) {
  const { asked, count, known, date } = played;
  if (count > 1) {
    const number = asked.number + by;
    return number >= 1 && number <= count ? { number, open: null } : null;
  }
  if (date) return { open: shifted(date, by) };
  const single = known.classes.length && known.classes.every(({ open }) => open === 1);
  if (!single) return null;
  return { open: sayable(stepped(known, chosenIn(known.classes, known.open), by)) };
}

/** A choice of cells as words; nothing if a cell has none. */
function sayable(chosen) {
  const { known } = played;
  const words = chosen.flatMap((all, at) => all.map((one) => wordIn(known, known.classes[at].cells[one])));
  return words.every(Boolean) ? words.join(",") : null;
}

const walk = (by) => {
  if (!played) return null;
  const to = step(by);
  if (to) return go(to);
  announce(by > 0 ? "This is the last one." : "This is the first one.");
  return null;
};

/** The control of a date. */
function dateControl() {
  const change = ({ currentTarget: { value } }) => {
    // While a year is typed, it is one of long ago.
    if (isDate(value) && value > "1000") go({ open: value }, { replace: true });
  };
  return [
    el("label", { for: "play-date", class: "unseen" }, "Date"),
    el("input", { type: "date", id: "play-date", value: played.date, onchange: change }),
  ];
}

/** A list for each cell that stays open. */
function choiceControls() {
  const { known } = played;
  const chosen = chosenIn(known.classes, known.open);
  return known.classes.flatMap(({ name, cells }, at) =>
    chosen[at].map((one, place) => {
      const id = `play-open-${at}-${place}`;
      const change = ({ currentTarget }) => {
        const next = structuredClone(chosen);
        next[at][place] = Number(currentTarget.value);
        go({ open: sayable(next) });
      };
      const options = cells.map((cell, index) =>
        el("option", { value: index, selected: index === one }, wordIn(known, cell) ?? String(index + 1)),
      );
      return el(
        "span",
        { class: "play-list" },
        el("label", { for: id, class: "small" }, capital(plain(name))),
        el("select", { id, onchange: change }, options),
      );
    }),
  );
}

/** Counts the solutions of a day, where that is known soon. */
function countSolutions(here) {
  counting?.stop();
  counting = null;
  if (!played.known.classes.length) return;
  const { design } = played;
  const done = ({ made: [one], end }) => {
    if (here !== shows || end === "stopped" || one?.summary.raw === undefined) return;
    shell.count.textContent = ` ${counted(Number(one.summary.raw), "solution")}.`;
  };
  setTimeout(() => {
    if (here !== shows) return;
    const search = { ...design.search, time_limit: COUNTING.search };
    counting = run({ ...design, search, solve: { count: true } }, { done });
  }, COUNTING.wait);
}

/** What the window holds: its parts stay while puzzles come and go. */
function createShell() {
  const doing = (name) => () => played?.game[name]();
  const title = el("h1", { id: "play-title", tabindex: "-1" });
  const choice = el("div", { class: "play-choice" });
  const [day, count] = [el("span", {}), el("span", {})];
  const today = plainButton("Today", () => go({ open: dateOf() }), { id: "play-today", class: "quiet" });
  const about = el("p", { class: "play-about", id: "play-about" }, day, count, " ", today);
  const [grid, side] = [el("div", { class: "play-board" }), el("div", { class: "play-side" })];
  const [previous, next] = [
    plainButton("‹", () => walk(-1), { id: "play-previous", class: "play-step" }),
    plainButton("›", () => walk(1), { id: "play-next", class: "play-step" }),
  ];
  const time = el("span", { class: "play-clock" });
  const more = plainButton("More", () => moreDialog(), { id: "play-more" });
  const foot = el(
    "div",
    { class: "play-foot", role: "group", "aria-label": "What to do" },
    plainButton("Turn", doing("turn"), { id: "play-turn" }),
    plainButton("Flip", doing("flip"), { id: "play-flip" }),
    plainButton("Undo", doing("undo"), { id: "play-undo" }),
    plainButton("Hint", doing("hint"), { id: "play-hint" }),
    mainButton("Check", doing("check"), { id: "play-check" }),
  );
  const head = el(
    "header",
    { class: "play-head" },
    el("div", { class: "play-steps" }, previous, title, next),
    choice,
    about,
    el("div", { class: "play-corner" }, time, more),
  );
  const element = el("div", { class: "play-page" }, head, grid, side, foot);
  const wait = (words) => {
    grid.replaceChildren(el("p", { class: "busy" }, words));
    side.replaceChildren();
  };
  return { element, title, choice, about, day, count, today, grid, side, foot, previous, next, more, time, wait };
}

/** What is seldom wanted. */
function moreDialog() {
  const { game, asked, design } = played;
  const [timed, time] = game.timing;
  const dialog = el("dialog", { class: "page-view small-view play-more", "aria-label": "More" });
  const closing = (then) => () => {
    dialog.close();
    then();
  };
  const copy = async () => {
    const { number } = asked;
    const open = played.date ?? asked.open;
    const address = await playAddress(asked.design, { number, open });
    copyText(new URL(`./${address}`, location.href).href, "The link to this puzzle");
  };
  const studio = el(
    "a",
    { class: "button", target: "_blank", rel: "noopener", id: "play-studio" },
    "Open in the studio",
  );
  const inStudio = isSeveral(asked.design) ? asked.design : { sheet: {}, ...design };
  encode(inStudio).then((text) => {
    studio.href = `./#make/${text}`;
  });
  dialog.append(
    el(
      "div",
      { class: "row" },
      plainButton("Show a solution", closing(game.solve), { id: "play-solve" }),
      plainButton("Start again", closing(game.again), { id: "play-again" }),
      plainButton("Copy the link", copy, { id: "play-copy" }),
      studio,
      whoIAm() ? wallLink() : null,
    ),
    el("div", { class: "checks" }, timed, keepBox(played.place, game), timesParts()),
    el("h2", {}, "How to play"),
    el("p", {}, HOW, " Page Up and Page Down go to the one before and after. Two fingers turn the piece in the hand."),
    el(
      "div",
      { class: "row" },
      mainButton("Close", () => dialog.close(), { id: "play-close" }),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    shell.time.replaceChildren(time);
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows the puzzle that the address says. */
async function play() {
  shows += 1;
  const here = shows;
  const hadBoard = shell.grid.contains(document.activeElement);
  let asked = null;
  try {
    asked = await readPlayed(location.hash, names).catch(() => {
      throw new Error("The address does not hold a whole puzzle. It may have been cut off when it was copied.");
    });
    const all = await puzzlesIn(asked.design);
    if (asked.number) asked.number = Math.min(asked.number, all.length);
    const one = all[(asked.number ?? 1) - 1];
    if (!one) throw new Error("There is no puzzle to play.");
    const found = await boardOf(one.design, asked.open);
    if (here !== shows) return;
    const place = await playAddress(asked.design, { number: asked.number, open: found.date ?? asked.open });
    played = { ...found, asked, place, count: all.length, name: one.name };
    fill(hadBoard);
    countSolutions(here);
  } catch (error) {
    if (here !== shows) return;
    played = null;
    counting?.stop();
    shell.title.textContent = "A puzzle";
    shell.element.classList.add("broken");
    shell.side.replaceChildren();
    const errors = error.errors ?? [{ message: error.message }];
    shell.grid.replaceChildren(problems(errors, "This cannot be played"), await otherWays(asked));
    announce(`This cannot be played. ${wrongWords(errors[0])}`, { quiet: true });
  }
}

/** Where to go from an address that cannot be played: to the same puzzle without its date or choice, or to others. */
async function otherWays(asked) {
  const again = asked?.open ? await playAddress(asked.design, { number: asked.number }) : null;
  const words = isDate(asked?.open) ? "Today's puzzle" : "The puzzle as it begins";
  return el(
    "div",
    { class: "row" },
    again && el("a", { class: "button main", href: again, id: "play-instead" }, words),
    el("a", { class: "button", href: "./", id: "play-choose" }, "Choose a puzzle"),
  );
}

/** What a pupil does with a solved board. */
function toTheWall(design, placed) {
  const put = async ({ currentTarget: button }) => {
    button.disabled = true;
    button.disabled = await putUp("solved", { ...design, "x-laid": placed });
  };
  return [mainButton("Put it on the wall", put, { id: "play-put-up" }), wallLink()];
}

/** Fills the window with what is played. */
function fill(withFocus) {
  const { design, known, date, asked, count, place } = played;
  const game = gameOf(design, known, {
    keys: { pageup: () => walk(-1), pagedown: () => walk(1) },
    changed(placed, isShown) {
      wall.replaceChildren();
      keepBoard(place, placed, isShown);
    },
    solved: (placed) => whoIAm() && wall.replaceChildren(...toTheWall(design, placed)),
    timed: (seconds) => noteTime(design, seconds),
    room: () => shell.grid.getBoundingClientRect(),
  });
  played.game = game;
  const wall = el("div", { class: "row play-wall" });
  const name = plain(known.name);
  shell.title.textContent = count > 1 ? `Puzzle ${asked.number} of ${count}` : name;
  document.title = `${count > 1 ? `${shell.title.textContent}, ` : ""}${name}`;
  const what = date && count === 1 ? "day" : known.classes.length && count === 1 ? "choice" : "puzzle";
  [
    [shell.previous, "Previous", -1],
    [shell.next, "Next", 1],
  ].forEach(([button, words, by]) => {
    button.setAttribute("aria-label", `${words} ${what}`);
    button.hidden = !step(-1) && !step(1);
    button.setAttribute("aria-disabled", String(!step(by)));
  });
  show(shell.choice, ...(date ? dateControl() : choiceControls()));
  shell.day.textContent = openWords(played);
  shell.count.textContent = "";
  shell.about.hidden = !known.open.length;
  shell.today.hidden = !date || date === dateOf();
  shell.time.replaceChildren();
  shell.element.classList.remove("broken");
  shell.grid.replaceChildren(game.grid);
  shell.side.replaceChildren(game.pieces, game.line, wall);
  game.start(keptBoard(place)).then(() => withFocus && game.enter());
  announce([count > 1 ? shell.title.textContent : name, shell.day.textContent].filter(Boolean).join(". "), {
    quiet: true,
  });
}

/** Starts the page. */
export async function playPage() {
  const known = await inputs();
  knowLattices(known.lattices);
  knowOptions([...known.search, ...known.products.flatMap((one) => one.rows)]);
  names = known.templates.map((one) => one.name);
  document.body.classList.add("playing");
  shell = createShell();
  document.getElementById("act").replaceChildren(shell.element);
  // Once for each size of the window: how a board lies changes the room that its pieces leave to it.
  const sizeNow = () => `${innerWidth} ${innerHeight}`;
  let settledFor = sizeNow();
  const settle = () => {
    if (settledFor === sizeNow()) return;
    settledFor = sizeNow();
    played?.game?.settle();
  };
  new ResizeObserver(() => requestAnimationFrame(settle)).observe(shell.grid);
  watchFailures();
  watchHands();
  watchTyping(() => {});
  const read = () => (isPlayed(location.hash) ? play() : location.reload());
  addEventListener("popstate", read);
  await play();
}
