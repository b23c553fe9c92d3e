// Take: everything in one file, single files, the design, its address, and the command that does the same.

import { goTo, settled, state } from "./design.js";
import { announce, el, show } from "./dom.js";
import { resultWords } from "./make.js";
import { fileUrl, isKept, zipUrl } from "./server.js";

const size = (bytes) => (bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1e3))} kB`);
const KINDS = { pdf: "to print", svg: "drawing", png: "picture", csv: "table", json: "data", jsonl: "tilings", dxf: "drawing for CAD and cutters", plt: "for plotters", lbrn2: "for LightBurn", dst: "for embroidery", exp: "for embroidery", md: "text" };

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} is copied.`);
  } catch {
    announce("The browser does not allow copying. Select the text and copy it.");
  }
}

export function build(view) {
  const heading = el("h2", { tabindex: "-1" }, "Take it with you");
  const main = el("div", { class: "take-main" });
  const list = el("div", {});
  const more = el("div", { class: "take-more" });
  const stage = el("section", { class: "stage", "aria-label": "Files" }, heading, main, list);
  const facts = el("section", { class: "facts", "aria-label": "Figures" });
  let shown = null;
  const sync = async () => {
    const { again } = view.make;
    const result = view.result() ?? again;
    const job = result ? null : view.make.job;
    show(facts, ...resultWords(view));
    const key = `${result?.id} ${job !== null} ${again !== null} ${view.look?.command} ${JSON.stringify(state.design)}`;
    if (key === shown) return;
    shown = key;
    show(main, ...(view.make.errors || view.errors.length ? [el("p", {}, "There are no files: the design cannot be made.")] : downloads(result, job, view)));
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
    const now = await isKept(result) ? result : await view.remake();
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

function downloads(result, job, view) {
  if (job || !result) return [el("p", { class: "busy" }, "The files are being made …")];
  if (!result.files.length) return [el("p", {}, "There are no files yet."), el("button", { type: "button", class: "main", onclick: () => goTo("make") }, "Make something")];
  const pdf = result.files.filter((file) => file.name.endsWith(".pdf"));
  const zip = `${(state.design.puzzle?.name ?? state.design.puzzle ?? "piecework").replaceAll(/[^A-Za-z0-9]+/g, "-")}.zip`;
  // `quilt.pdf` and `quilt-templates.pdf`: the second is named by what it adds.
  const stem = pdf[0]?.name.slice(0, -4) ?? "";
  const what = (name) => (name.startsWith(stem) ? name.slice(stem.length, -4) : name.slice(0, -4)).replaceAll("-", " ").trim();
  return [
    ...pdf.slice(0, 3).map((file, index) => taken(fileUrl(result, file.name), file.name, result, view, { class: index === 0 ? "button main" : "button", id: index === 0 ? "take-pdf" : undefined }, `PDF${what(file.name) ? ` of ${what(file.name)}` : ""}, ${size(file.bytes)}`)),
    taken(zipUrl(result), zip, result, view, { class: pdf.length ? "button" : "button main", id: "take-zip" }, `Everything as ZIP, ${result.files.length} files`),
    view.make.again ? el("p", { class: "busy", id: "take-again" }, "The server no longer has these files. They are made again …") : null,
  ];
}

function fileTable(result, view) {
  const rows = result.files.map((file) => el("tr", {},
    el("th", { scope: "row" }, taken(fileUrl(result, file.name), file.name, result, view, {}, file.name)),
    el("td", {}, KINDS[file.name.split(".").pop()] ?? ""), el("td", { class: "number" }, size(file.bytes))));
  return el("details", { class: "words" }, el("summary", {}, `Single files (${result.files.length})`),
    el("table", {}, el("thead", {}, el("tr", {}, ["File", "What it is", "Size"].map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, rows)));
}

function others(view) {
  const text = JSON.stringify(view.look?.design ?? state.design, null, 2);
  const file = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  const command = view.look?.command ?? "";
  const address = location.href;
  const field = (id, label, value, what) => el("div", { class: "field" }, el("label", { for: id, class: "name" }, label),
    el("div", { class: "copied" }, el("input", { type: "text", id, readOnly: true, value }), el("button", { type: "button", onclick: () => copy(value, what), "aria-label": `Copy: ${label}` }, "Copy")));
  return [
    el("h3", {}, "The design itself"),
    el("p", { class: "help" }, "The address of this page is the design: bookmark it or send it. Every SVG, PDF, DXF and LightBurn file carries the design too. Drop one on this page to go on from there."),
    field("take-address", "Address", address, "The address"),
    field("take-command", "The same on the command line", command, "The command"),
    el("p", {}, el("a", { class: "button", href: file, download: "design.json", id: "take-design" }, "Design file")),
  ];
}
