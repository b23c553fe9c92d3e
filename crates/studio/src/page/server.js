// Talks to the server: one design goes in; progress, plan and files come out.

import { announce } from "./dom.js";

/** A request that was refused, with the reasons. */
class Refused extends Error {
  constructor(errors) {
    super(errors[0]?.message ?? "refused");
    this.errors = errors;
  }
}

/** Where a page shows a design alone. */
export const EMBED_PAGE = "embed";

/** Where what somebody made is while the server is away: a design is in the address, pieces on a board are not. */
function keptWhere() {
  const { classList } = document.body;
  if (classList.contains("in-class")) return "The page goes on when the server is back.";
  if (classList.contains("playing") || document.querySelector(".play-pieces"))
    return "Leave this page open: your pieces are only here. It goes on when the server is back.";
  return "What you made is safe in the address; the page goes on when the server is back.";
}

const lost = (gone) => {
  const notice = document.getElementById("lost");
  if (gone && notice.hidden) {
    notice.textContent = `The server does not answer. ${keptWhere()}`;
    notice.hidden = false;
    // Behind a dialog it is neither seen nor heard.
    if (document.querySelector("dialog[open]")) announce(notice.textContent);
  } else if (!gone && !notice.hidden) {
    notice.hidden = true;
    announce("The server is back.");
  }
};

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function answer(path, options = {}) {
  for (let tries = 0; ; tries += 1) {
    let response;
    try {
      response = await fetch(path, options);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      lost(true);
      await wait(Math.min(1000 * 2 ** tries, 8000));
      continue;
    }
    lost(false);
    if (response.status === 503 && tries < 20) {
      await wait(1000 * Number(response.headers.get("retry-after") ?? 2));
      continue;
    }
    const value = await response.json();
    if (!response.ok) throw new Refused(value.errors ?? [{ message: `status ${response.status}` }]);
    return value;
  }
}

/** What the page is built from: templates, palettes, the rows of every option. */
export const inputs = () => answer("api/inputs");

/** The finished designs to begin with, in a few words; the first with their pictures. */
export const gallery = () => answer("api/gallery");

/** What the other designs are and their pictures, by name. */
export const galleryRest = () => answer("api/gallery/rest");

/** A template with its first tiling as a picture. */
export const template = (name) => answer(`api/templates/${name}`);

/** The cells of an empty board as polygons. */
export const boardCells = (lattice, columns, rows) =>
  answer(`api/board?${new URLSearchParams({ lattice, columns, rows })}`);

/** A board that is named in one line, such as `heart 12`, as it is drawn. */
export const boardInLine = (board, lattice) => answer(`api/board/line?${new URLSearchParams({ board, lattice })}`);

/** A shape such as `heart`, or `letters:ANNA`, as large as it fits: rows of `#` and `.`. */
export const shapeIn = (shape, columns, rows) =>
  answer(`api/board/shape?${new URLSearchParams({ shape, columns, rows })}`);

/** Every way to turn and flip a piece, as lists of cells. */
export const orientations = (lattice, rows, symmetry) =>
  answer(`api/orientations?${new URLSearchParams({ lattice, rows: rows.join("|"), symmetry })}`);

/** Everything that was decided, one plan for each product, and the same in words. */
export const planOf = ({ id }) => answer(`api/jobs/${id}/plan`);
export const planInWords = ({ id }) => answer(`api/jobs/${id}/words`);

/** Where a file, a page to look at, or everything of a result is. */
export const fileUrl = ({ id }, name) => `api/jobs/${id}/files/${encodeURIComponent(name)}`;
export const pageUrl = ({ id }, name) => `api/jobs/${id}/pages/${encodeURIComponent(name)}`;
export const zipUrl = ({ id }) => `api/jobs/${id}/all.zip`;

/** The text of a file or page; nothing if it cannot be had. */
export const textAt = (url) =>
  fetch(url)
    .then((response) => response.text())
    .catch(() => "");

/** A file to hand on; nothing if it cannot be had. */
export const blobAt = (url) =>
  fetch(url)
    .then((response) => (response.ok ? response.blob() : null))
    .catch(() => null);

/** Whether the server still has the files of a result. It waits for a server that is away. */
export async function isKept({ id }) {
  try {
    const job = await answer(`api/jobs/${id}`);
    return job.stage === "over" && Boolean(job.result);
  } catch {
    return false;
  }
}

const json = (value, signal) => ({
  method: "POST",
  body: JSON.stringify(value),
  headers: { "content-type": "application/json" },
  signal,
});

let looking = null;

/** What can be said of a design at once; only the last of several questions is answered. */
export function look(design) {
  looking?.abort();
  looking = new AbortController();
  return answer("api/look", json(design, looking.signal));
}

/** The board, pieces and clues of a puzzle; and what there is to say of the pieces that are laid on it. */
export const playBoard = (design) => answer("api/play", json(design));
export const playJudge = (design, laid) => answer("api/play/judge", json({ ...design, "x-laid": laid }));

/** A link as a QR code: an SVG. */
export const qrCode = async (text) => (await answer("api/qr", { method: "POST", body: text })).picture;

/** Asks the class of this server, at `path` below it. `token` is a pupil's or the teacher's; a `design` is put up. */
export function askClass(path, { method = "GET", token, design } = {}) {
  const headers = { "content-type": "application/json", ...(token && { "x-class": token }) };
  return answer(`api/class${path}`, { method, headers, body: design && JSON.stringify(design) });
}

/** Where the picture of a work on the wall of a class is. */
export const workPicture = (code, id) => `api/class/${code}/works/${id}/picture`;

/** The design in a file. */
export function openFile(name, content, lattice) {
  const asked = new URLSearchParams(lattice ? { name, lattice } : { name });
  return answer(`api/open?${asked}`, { method: "POST", body: content });
}

const KINDS = ["progress", "note", "doing", "tiling", "done", "failed"];

/**
 * Makes a design. `on` has a function for each kind of event that is wanted: progress, note, doing, tiling,
 * done, failed, and `again` for a job that begins anew because the server has forgotten it. Gives back a job
 * that can be stopped.
 */
export function run(design, on) {
  return start(design, on, 0);
}

/** A busy server is asked again, a few times. */
function start(design, on, tries) {
  const job = { id: null, over: false, events: null, stop };
  const finish = (kind, value) => {
    if (job.over) return;
    job.events?.close();
    const isForgotten = kind === "forgotten" && tries < 20;
    if (isForgotten || (kind === "failed" && tries < 20 && value.errors?.[0]?.code === "E2308")) {
      wait(isForgotten ? 300 : 3000).then(() => {
        if (job.over) return;
        if (isForgotten) on.again?.();
        const next = start(design, on, tries + 1);
        job.stop = () => {
          job.over = true;
          next.stop();
        };
      });
      return;
    }
    job.over = true;
    on[kind === "forgotten" ? "failed" : kind]?.(value, job);
  };
  function stop() {
    job.over = true;
    job.events?.close();
    if (job.id) fetch(`api/jobs/${job.id}`, { method: "DELETE" }).catch(() => {});
  }
  answer("api/jobs", json(design)).then(
    (posted) => {
      if (job.over) {
        fetch(`api/jobs/${posted.id}`, { method: "DELETE" }).catch(() => {});
        return;
      }
      job.id = posted.id;
      listen(job, on, finish);
    },
    (error) => finish("failed", { errors: error.errors ?? [{ message: error.message }] }),
  );
  return job;
}

function listen(job, on, finish) {
  job.events = new EventSource(`api/jobs/${job.id}/events`);
  for (const kind of KINDS) {
    job.events.addEventListener(kind, (event) => {
      lost(false);
      const value = JSON.parse(event.data);
      if (kind === "done" || kind === "failed") finish(kind, value);
      else if (!job.over) on[kind]?.(value, job);
    });
  }
  job.events.addEventListener("error", () => {
    if (job.over) return;
    if (job.events.readyState === EventSource.CLOSED) {
      finish("forgotten", { errors: [{ message: "the server no longer knows this job", hint: "try again" }] });
    } else {
      lost(true);
    }
  });
}
