// Take: everything in one file, single files, the design, its address, and the command that does the same.

import { goTo, isPlainCut, product, settled, state } from "./design.js";
import { announce, copyText, drawing, el, mainButton, plainButton, show, table } from "./dom.js";
import { embedAddress, embedCode } from "./embed.js";
import { resultWords } from "./make.js";
import { colored, small } from "./picture.js";
import { addressToPlay } from "./playlink.js";
import { keepQuestion, remember } from "./recent.js";
import { sheetPictures } from "./seldom.js";
import { EMBED_PAGE, blobAt, fileUrl, isKept, qrCode, zipUrl } from "./server.js";
import { hereWords, sharedFiles, typeOf } from "./sharing.js";
import { WOODS, materialOf } from "./sheetlook.js";
import { bytes, grouped, plain, sentence } from "./words.js";

const KINDS = {
  pdf: "to print",
  svg: "drawing",
  png: "picture",
  csv: "table",
  json: "data",
  jsonl: "tilings",
  dxf: "drawing for CAD and cutters",
  plt: "for plotters",
  lbrn2: "for LightBurn",
  dst: "for embroidery",
  exp: "for embroidery",
  md: "text",
  txt: "text",
};

export function build(view) {
  const heading = el("h2", { tabindex: "-1" }, "Take it with you");
  const main = el("div", { class: "take-main" });
  const list = el("div", {});
  const picture = el("div", { class: "take-picture", "aria-hidden": "true" });
  const more = el("div", { class: "take-more" });
  const stage = el("section", { class: "stage", "aria-label": "Files" }, heading, main, list);
  const facts = el("section", { class: "facts", "aria-label": "What comes out" });
  let shown = null;
  const sync = async () => {
    const { again } = view.make;
    const result = view.result() ?? again;
    const job = result ? null : view.make.job;
    show(facts, ...resultWords(view));
    const key = `${result?.id} ${job !== null} ${again !== null} ${view.look?.command} ${JSON.stringify(state.design)}`;
    if (key === shown) return;
    shown = key;
    const isWrong = view.make.errors || view.errors.length;
    const none = el("p", {}, "There are no files: the design cannot be made.");
    show(main, ...(isWrong ? [none] : downloads(result, job, view)));
    show(picture, ...(view.look?.scene ? [tilingOf(view.look.scene)] : []));
    if (result && product() === "cut") await showSheets(result, picture, () => key === shown);
    show(list, ...(result?.files.length ? [fileTable(result, view)] : []));
    await settled();
    const embedded = await embedAddress(state.design, view.tiling);
    const played = product() === "quilt" ? null : await addressToPlay(state.design);
    // Something else is shown by now.
    if (key !== shown || state.act !== "take") return;
    if (result) remember(titleOf(), location.hash);
    show(more, ...others(view, embedded, played));
  };
  return { parts: [stage, picture, facts, more], sync };
}

/** The tiling, in wood where it has no fabrics. */
const tilingOf = (scene) => (isPlainCut() ? small(scene.picture, WOODS) : colored(scene));

/** Shows the sheets of a result, unless something else is shown by then; without a plan the tiling stays. */
async function showSheets(result, place, isWanted) {
  const machine = state.design.cut.machine;
  const formats = state.design.cut.formats ?? machine?.formats;
  const pictures = await sheetPictures(result, materialOf(state.design.cut.material, formats)).catch(() => []);
  if (isWanted() && pictures.length) place.replaceChildren(...pictures);
}

/** A link to a file, whose address `at` gives. If its result is lost, it is made again, and then taken. */
function taken(at, name, result, view, properties, ...children) {
  const take = async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const now = (await isKept(result)) ? result : await view.remake();
    if (!now) return;
    const link = el("a", { href: at(now), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    if (now !== result) announce(`The files are made again. ${name} is yours.`);
  };
  return el("a", { ...properties, href: at(result), download: name, onclick: take }, ...children);
}

const fileAt =
  ({ name }) =>
  (result) =>
    fileUrl(result, name);

/** The title of the design, or the name of its board. */
function titleOf() {
  const { design } = state;
  const title = Object.values(design)
    .map((part) => part?.title)
    .find(Boolean);
  return String(title ?? design.puzzle?.name ?? design.puzzle ?? "piecework");
}

/** What files are named by: the title in letters that every system takes. */
function stemOf() {
  return (
    titleOf()
      .normalize("NFC")
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "piecework"
  );
}

/** A button that hands files, by what they are `named`, to the share sheet: printers, mail and chats of a phone. */
function shareButton(result, named, view) {
  const canShare = (files) => Boolean(navigator.canShare?.({ files }));
  const all = result.files.map((file) => ({ name: named.get(file.name) ?? file.name, of: file.name }));
  const chosen = sharedFiles(all, canShare);
  if (!chosen.length) return null;
  let ready = null;
  const share = async () => {
    const now = ready || (await isKept(result)) ? result : await view.remake();
    if (!now) return;
    const blobs = ready ? [] : await Promise.all(chosen.map(({ of }) => blobAt(fileUrl(now, of))));
    if (blobs.some((blob) => !blob)) return;
    ready ??= blobs.map((blob, at) => new File([blob], chosen[at].name, { type: typeOf(chosen[at].name) }));
    try {
      await navigator.share({ files: ready, title: titleOf() });
    } catch (error) {
      // Whoever closes the sheet has said so. A browser that waited too long for the files asks for another press.
      if (error.name === "NotAllowedError") announce("The files are ready: press Share again.");
    }
  };
  const count = chosen.length < all.length ? `${chosen.length} of ${all.length}` : String(all.length);
  return plainButton(all.length > 1 ? `Share ${count} files` : "Share", share, { id: "take-share" });
}

function downloads(result, job, view) {
  if (job || !result) return [el("p", { class: "busy" }, "The files are being made …")];
  if (!result.files.length)
    return [el("p", {}, "There are no files yet."), mainButton("Make something", () => goTo("make"))];
  const pdf = result.files.filter((file) => file.name.endsWith(".pdf"));
  // `quilt.pdf` and `quilt-templates.pdf`: the second is named by what it adds.
  const stem = pdf[0]?.name.slice(0, -4) ?? "";
  const added = (name) => (name.startsWith(stem) ? name.slice(stem.length, -4) : name.slice(0, -4));
  const what = (name) => added(name).replaceAll("-", " ").trim();
  const named = new Map();
  for (const { name } of pdf)
    named.set(name, `${[stemOf(), what(name)].filter(Boolean).join("-").replaceAll(" ", "-")}.pdf`);
  const printed = pdf.slice(0, 3).map((file, index) => {
    const look = index === 0 ? { class: "button main", id: "take-pdf" } : { class: "button" };
    const saved = named.get(file.name);
    const of = what(file.name) ? ` of ${what(file.name)}` : "";
    return taken(fileAt(file), saved, result, view, look, `PDF${of}, ${bytes(file.bytes)}`);
  });
  const drawn = result.files.find((file) => file.name.endsWith(".png"));
  const pictured = { class: "button", id: "take-picture" };
  const zip = { class: pdf.length ? "button" : "button main", id: "take-zip" };
  if (drawn) named.set(drawn.name, `${stemOf()}.png`);
  return [
    ...printed,
    shareButton(result, named, view),
    drawn ? taken(fileAt(drawn), `${stemOf()}.png`, result, view, pictured, `Picture, ${bytes(drawn.bytes)}`) : null,
    taken(zipUrl, `${stemOf()}.zip`, result, view, zip, `Everything as ZIP, ${result.files.length} files`),
    view.make.again
      ? el("p", { class: "busy", id: "take-again" }, "The server no longer has these files. They are made again …")
      : null,
  ];
}

function fileTable(result, view) {
  const rows = result.files.map((file) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, taken(fileAt(file), file.name, result, view, {}, file.name)),
      el("td", {}, KINDS[file.name.split(".").pop()] ?? ""),
      el("td", { class: "number" }, bytes(file.bytes)),
    ),
  );
  return el(
    "details",
    { class: "words" },
    el("summary", {}, `Single files (${result.files.length})`),
    table(["File", "What it is", "Size"], rows),
  );
}

/** Shows a link as a QR code, to scan or to print on a label. */
async function showQr(link) {
  let picture = null;
  try {
    picture = await qrCode(link);
  } catch (error) {
    const { message, hint } = error.errors?.[0] ?? error;
    announce(
      [message, hint]
        .filter(Boolean)
        .map((text) => sentence(plain(text)))
        .join(" "),
    );
    return;
  }
  const svg = drawing(picture);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "QR code of the link");
  const file = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  const dialog = el(
    "dialog",
    { class: "page-view small-view qr", "aria-label": "The link as a QR code" },
    svg,
    hereWords() ? el("p", {}, hereWords()) : null,
    el(
      "div",
      { class: "row" },
      el("a", { class: "button", href: file, download: `${stemOf()}-qr.svg` }, "Save it"),
      mainButton("Close", () => dialog.close()),
    ),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    URL.revokeObjectURL(file);
    document.getElementById("take-qr")?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Why a link has no QR code. */
const tooLong = ({ length }, most) =>
  `The link has ${grouped(length)} characters, and a QR code that a phone reads has at most ${grouped(most)}: ` +
  "send the link or the design file.";

const whole = (address) => new URL(address, location.href).href;

function others(view, embedded, played) {
  const text = JSON.stringify(view.look?.design ?? state.design, null, 2);
  const file = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  const field = (id, label, value, what) =>
    el(
      "div",
      { class: "field" },
      el("label", { for: id, class: "name" }, label),
      el(
        "div",
        { class: "copied" },
        el("input", { type: "text", id, readOnly: true, value }),
        plainButton("Copy", () => copyText(value, what), { "aria-label": `Copy: ${label}` }),
      ),
    );
  const link = played ? whole(played) : location.href;
  const words = played ? "Show the link to play as a QR code" : "Show it as a QR code";
  const { qr_most: most } = view.inputs;
  const qr =
    link.length > most
      ? el("p", { class: "help", id: "take-no-qr" }, tooLong(link, most))
      : el(
          "p",
          {},
          plainButton(words, () => showQr(link), { id: "take-qr" }),
        );
  const toPlay = () => [
    el("h3", {}, "To play"),
    field("take-play", "A link that opens the puzzle and nothing else", link, "The link to play"),
    hereWords() ? el("p", { class: "help", id: "take-here" }, hereWords()) : null,
    field(
      "take-frame",
      "On a web page: to play in a frame",
      embedCode(whole(EMBED_PAGE + played), titleOf()),
      "The line of HTML",
    ),
    qr,
  ];
  return [
    ...(played ? toPlay() : []),
    el("h3", {}, "The design itself"),
    el(
      "p",
      { class: "help" },
      "The address of this page is the design: bookmark it or send it. Every SVG, PDF, DXF and ",
      "LightBurn file carries the design too. Drop one on this page to go on from there.",
    ),
    field("take-address", "Address", location.href, "The address"),
    keepQuestion(titleOf(), location.hash),
    played ? null : qr,
    view.look?.scene
      ? field("take-embed", "On a web page: the quilt in a frame", embedCode(embedded, titleOf()), "The line of HTML")
      : null,
    field("take-command", "The same on the command line", view.look?.command ?? "", "The command"),
    el(
      "p",
      {},
      el("a", { class: "button", href: file, download: `${stemOf()}.json`, id: "take-design" }, "Design file"),
    ),
  ];
}
