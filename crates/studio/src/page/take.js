// Take: everything in one file, single files, the design, its address, and the command that does the same.

import { goTo, settled, state } from "./design.js";
import { announce, copyText, el, mainButton, plainButton, show, table } from "./dom.js";
import { resultWords } from "./make.js";
import { small } from "./picture.js";
import { fileUrl, isKept, zipUrl } from "./server.js";
import { bytes } from "./words.js";

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
    show(picture, ...(view.look?.scene ? [small(view.look.scene.picture, [])] : []));
    fill(picture, view.look?.scene);
    show(list, ...(result?.files.length ? [fileTable(result, view)] : []));
    await settled();
    show(more, ...others(view));
  };
  return { parts: [stage, facts, more], sync };
}

/** A link to a file. If the server has lost the files, they are made again, and then taken. */
function taken(url, name, result, view, properties, ...children) {
  const take = async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const now = (await isKept(result)) ? result : await view.remake();
    if (!now) return;
    // The number of a job is a hash of its design, so that the address is the same.
    const link = el("a", { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    if (now !== result) announce(`The files are made again. ${name} is yours.`);
  };
  return el("a", { ...properties, href: url, download: name, onclick: take }, ...children);
}

/** Colors the small picture as the scene does. */
function fill(picture, scene) {
  picture.querySelectorAll(".patches path").forEach((path, index) => {
    path.setAttribute("fill", scene.fabrics[scene.patches[index].fabric].rgb);
  });
}

/** What files are named by: the title of the design, in letters that every system takes. */
function stemOf() {
  const { design } = state;
  const title = Object.values(design)
    .map((part) => part?.title)
    .find(Boolean);
  const name = title ?? design.puzzle?.name ?? design.puzzle ?? "piecework";
  return (
    String(name)
      .normalize("NFC")
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, "") || "piecework"
  );
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
    return taken(fileUrl(result, file.name), saved, result, view, look, `PDF${of}, ${bytes(file.bytes)}`);
  });
  const zip = { class: pdf.length ? "button" : "button main", id: "take-zip" };
  return [
    ...printed,
    taken(zipUrl(result), `${stemOf()}.zip`, result, view, zip, `Everything as ZIP, ${result.files.length} files`),
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
      el("th", { scope: "row" }, taken(fileUrl(result, file.name), file.name, result, view, {}, file.name)),
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

function others(view) {
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
  return [
    el("h3", {}, "The design itself"),
    el(
      "p",
      { class: "help" },
      "The address of this page is the design: bookmark it or send it. Every SVG, PDF, DXF and ",
      "LightBurn file carries the design too. Drop one on this page to go on from there.",
    ),
    field("take-address", "Address", location.href, "The address"),
    field("take-command", "The same on the command line", view.look?.command ?? "", "The command"),
    el(
      "p",
      {},
      el("a", { class: "button", href: file, download: `${stemOf()}.json`, id: "take-design" }, "Design file"),
    ),
  ];
}
