// Take: everything in one file, single files, the design, its address, and the command that does the same.

import { goTo, product, settled, state } from "./design.js";
import { announce, copyText, drawing, el, mainButton, plainButton, show, table } from "./dom.js";
import { embedAddress, embedCode } from "./embed.js";
import { resultWords } from "./make.js";
import { colored } from "./picture.js";
import { addressToPlay } from "./playlink.js";
import { keepQuestion, remember } from "./recent.js";
import { EMBED_PAGE, blobAt, fileUrl, isKept, qrCode, zipUrl } from "./server.js";
import { bytes, plain, sentence } from "./words.js";

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
  const stage = el("section", { class: "stage", "aria-label": "Files" }, heading, picture, main, list);
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
    show(picture, ...(view.look?.scene ? [colored(view.look.scene)] : []));
    show(list, ...(result?.files.length ? [fileTable(result, view)] : []));
    await settled();
    const embedded = await embedAddress(state.design, view.tiling);
    const played = product() === "quilt" ? null : await addressToPlay(state.design);
    // Something else is shown by now.
    if (key !== shown || state.act !== "take") return;
    if (result) remember(titleOf(), location.hash);
    show(more, ...others(view, embedded, played));
  };
  return { parts: [stage, facts, more], sync };
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

/** Whether the system has a share sheet that takes such a file. */
function isShared(name, type) {
  const probe = new File([""], name, { type });
  return Boolean(navigator.canShare?.({ files: [probe] }));
}

/** A button that hands a file to the system's share sheet: printers, mail and chats of a phone. */
function shareButton(file, name, type, result) {
  if (!isShared(name, type)) return null;
  const share = async () => {
    const blob = await blobAt(fileUrl(result, file.name));
    if (!blob) return;
    const files = [new File([blob], name, { type })];
    // Whoever closes the sheet has said what he wants.
    await navigator.share({ files, title: titleOf() }).catch(() => {});
  };
  return plainButton("Share", share, { id: "take-share" });
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
  const printed = pdf.slice(0, 3).map((file, index) => {
    const look = index === 0 ? { class: "button main", id: "take-pdf" } : { class: "button" };
    const saved = `${[stemOf(), what(file.name)].filter(Boolean).join("-").replaceAll(" ", "-")}.pdf`;
    const of = what(file.name) ? ` of ${what(file.name)}` : "";
    return taken(fileAt(file), saved, result, view, look, `PDF${of}, ${bytes(file.bytes)}`);
  });
  const drawn = result.files.find((file) => file.name.endsWith(".png"));
  const pictured = { class: "button", id: "take-picture" };
  const zip = { class: pdf.length ? "button" : "button main", id: "take-zip" };
  const shared = pdf[0] ?? drawn;
  const type = pdf[0] ? "application/pdf" : "image/png";
  return [
    ...printed,
    shared ? shareButton(shared, `${stemOf()}.${pdf[0] ? "pdf" : "png"}`, type, result) : null,
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

const isHere = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

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
    isHere()
      ? el(
          "p",
          {},
          "This server is on your own computer. Other devices reach the link only if they run the studio too.",
        )
      : null,
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
  const qr = el(
    "p",
    {},
    plainButton(words, () => showQr(link), { id: "take-qr" }),
  );
  const toPlay = () => [
    el("h3", {}, "To play"),
    field("take-play", "A link that opens the puzzle and nothing else", link, "The link to play"),
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
