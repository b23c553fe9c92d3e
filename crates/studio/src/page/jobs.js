// What is known of the design, and the jobs of the server that find it out: a look, a search, and making it.

import { isEmptyBoard, product, state, subjectOf } from "./design.js";
import { announce, later } from "./dom.js";
import { withPhotos } from "./fabrics.js";
import { handsOff } from "./hands.js";
import { photosKey } from "./photos.js";
import { keepGood, mended } from "./repair.js";
import { isKept, look, run } from "./server.js";
import { createStore } from "./store.js";
import { counted, millimetres, plain, sentence } from "./words.js";

/** How long after the last change a design is made, in milliseconds: in the acts that show it, and before. */
const SOON = 250;
const AHEAD = 1500;

const NO_SEARCH = { job: null, key: null, progress: null, answer: null, none: false };
const NOT_MADE = { result: null, errors: null, notes: [] };
/** What is known of no design. */
const NOT_SEEN = { look: null, looked: null, seenAs: null, tiling: null };

/** Everything that is known of the design, as a store; `inputs` is what the page is built from. */
export function createView(inputs) {
  /** Tilings that were found for boards, by board and search. */
  const found = new Map();
  /** Who waits for the files to be made again, and what was made again because its pages were missing. */
  let waiting = [];
  const remade = new Set();
  let round = 0;

  const values = {
    inputs,
    /**
     * What the server says of the design at a glance, the design that it is about, by what that is told from others,
     * and the tiling that was found for the board.
     */
    ...NOT_SEEN,
    errors: [],
    mended: null,
    search: { ...NO_SEARCH },
    /** The job that makes the product, its result, and the result that is made again as the server has lost it. */
    make: { job: null, key: null, progress: null, origin: null, again: null, ...NOT_MADE },
  };
  const view = createStore(values, handsOff);

  const keyOf = () => JSON.stringify([state.design, photosKey()]);
  /** What was made of this very design, if it is made. */
  view.result = () => (view.make.key === keyOf() && !view.make.job ? view.make.result : null);

  /** The finished size in millimetres: of the quilt with its border if it is made, or before that from the look. */
  view.size = () => {
    const made = view.result()?.made.at(0)?.summary.quilt?.yardage?.finished;
    return made?.map(millimetres) ?? view.look?.finished_mm ?? null;
  };

  /** Brings the view up to date with the design. */
  view.refresh = async () => {
    round += 1;
    const here = round;
    const { design, origin } = state;
    const made = `${origin} ${product()}`;
    const forget = (more = { ...NOT_SEEN, origin, errors: [], mended: null }) => {
      stopMake();
      view.patch("make", { origin: made, ...NOT_MADE });
      view.set(more);
    };
    if (view.origin !== origin) forget();
    else if (view.make.origin !== made) forget({});
    if (!design || isEmptyBoard(design)) {
      stopSearch();
      forget();
      return;
    }
    const seenAs = JSON.stringify([subjectOf(design), design.tilings]);
    const key = JSON.stringify([subjectOf(design), design.search]);
    if (view.search.key !== key) stopSearch();
    const tiling = design.tilings ? null : found.get(key);
    try {
      const seen = await look(tiling ? { ...design, "x-found": tiling } : design);
      if (here !== round) return;
      const errors = seen.option_errors ?? [];
      view.set({ look: seen, looked: design, seenAs, tiling: tiling ?? design.tilings?.[0] ?? null });
      view.set({ mended: null, errors });
      if (!errors.length) keepGood(design);
      if (!seen.scene && !seen.impossible && seen.puzzle) search(design, key);
      if (seen.impossible) view.patch("search", { answer: seen.impossible, none: true });
      else if (seen.scene) view.patch("search", { answer: null, none: false });
    } catch (error) {
      if (here !== round || error.name === "AbortError") return;
      const errors = error.errors ?? [{ message: error.message }];
      // The picture and the files of another board would be taken for those of this one.
      if (view.seenAs !== seenAs) forget();
      view.set({ errors, mended: mended(design, errors) });
      announce(sentence(plain(errors[0].message)));
    }
    if (here !== round) return;
    if (state.act === "make" || state.act === "take") makeSoon();
    else if (state.act === "color" && !inputs.public && product() === "quilt") makeAhead();
  };

  /** Looks for the first tiling of a board. */
  function search(design, key) {
    if (view.search.key === key) return;
    const sought = { ...subjectOf(design), solve: {} };
    // Of a calendar the day is shown that is made.
    const open = design.search?.open ?? view.look.puzzle.open ?? undefined;
    if (design.search || open) sought.search = { ...design.search, open };
    const over = (answer, none) => {
      view.patch("search", { job: null, answer, none });
      announce(sentence(plain(answer)));
    };
    view.patch("search", { ...NO_SEARCH, key });
    view.patch("search", {
      job: run(sought, {
        progress: (progress) => view.patch("search", { progress }),
        tiling: ({ tiling }) => {
          found.set(key, tiling);
        },
        done: ({ end }) => {
          if (found.has(key)) {
            view.patch("search", { job: null });
            announce("A tiling is found.");
            view.refresh();
          } else if (end === "no") over("No tiling exists: everything was searched.", true);
          else over("No tiling was found before the search was stopped.", false);
        },
        failed: ({ errors }) => over(errors[0].message, false),
      }),
    });
  }

  function stopSearch() {
    view.search.job?.stop();
    view.patch("search", NO_SEARCH);
  }

  /** Ends the search for the first tiling. */
  view.stopSearch = () => {
    view.search.job?.stop();
    view.patch("search", { job: null, progress: null, answer: "The search was stopped.", none: false });
  };

  const makeSoon = later(SOON, () => makeNow(["make", "take"]));
  const makeAhead = later(AHEAD, () => makeNow(["color", "make", "take"]));

  /** Makes the product of the design, in these acts. */
  function makeNow(acts) {
    const { design } = state;
    if (!design || view.errors.length || !view.look || !acts.includes(state.act)) {
      remadeTo(null);
      return;
    }
    const key = keyOf();
    if (view.make.key === key) return;
    stopMake();
    view.patch("make", { key, notes: [], progress: null, errors: null });
    const restarted = { text: "The server was started again, and so is this job …" };
    const say = (text) => {
      if (state.act !== "color") announce(text);
    };
    view.patch("make", {
      job: run(withPhotos(view, design), {
        progress: (progress) => view.patch("make", { progress }),
        doing: (progress) => view.patch("make", { progress }),
        note: (note) => {
          view.make.notes.push(note);
        },
        again: () => view.patch("make", { notes: [], progress: restarted }),
        done: (result, job) => {
          view.patch("make", { job: null, result: { ...result, id: job.id }, progress: null });
          remadeTo(view.make.result);
          say(result.files.length ? `Made: ${counted(result.files.length, "file")}.` : "Finished without files.");
        },
        failed: ({ errors }) => {
          view.patch("make", { job: null, errors, result: null, progress: null });
          remadeTo(null);
          say(`This cannot be made. ${sentence(plain(errors[0].message))}`);
        },
      }),
    });
  }

  /** Tells those who wait for the files what became of them. */
  function remadeTo(result) {
    const all = waiting;
    waiting = [];
    view.patch("make", { again: null });
    all.forEach((done) => done(result));
  }

  function stopMake() {
    if (view.make.job) remadeTo(null);
    view.make.job?.stop();
    view.patch("make", { job: null, key: null, progress: null });
  }

  /** Ends the job that makes the product. */
  view.stopMake = () => {
    stopMake();
    const errors = [{ message: "stopped; change an option to make it again" }];
    view.patch("make", { key: keyOf(), result: null, errors });
  };

  /** Makes the same again where the server no longer has its files; gives the result, or null. */
  view.remake = () =>
    new Promise((done) => {
      waiting.push(done);
      if (view.make.job) return;
      view.patch("make", { key: null, errors: null, again: view.make.result });
      announce("The server no longer has these files. They are made again.");
      makeNow(["make", "take"]);
    });

  /** Says that a page of a result could not be shown: if the server has lost it, it is made again, once. */
  view.missing = async (result) => {
    if (view.make.result !== result || remade.has(result.id)) return;
    remade.add(result.id);
    if (!(await isKept(result)) && view.make.result === result) await view.remake();
  };
  return view;
}
