// The pages as they will be printed or cut: small, and one by one to flip through.

import { drawing, el } from "./dom.js";
import { fileUrl, pageUrl, textAt } from "./server.js";

/** A page; lines for machines are drawn so that they can be seen. */
function pageArt(url, name, alt, onMissing) {
  if (!/-cut-\d+.*\.svg$/.test(name)) return el("img", { src: url, alt, loading: "lazy", onerror: onMissing });
  const art = el("span", { class: "line-art", role: alt ? "img" : undefined, "aria-label": alt || undefined });
  textAt(url).then((text) => {
    if (!text) return;
    // What a style says, the attributes say too, and the page allows no styles from elsewhere.
    const svg = drawing(text.replace(/ style="[^"]*"/g, ""));
    svg.querySelectorAll("metadata, desc").forEach((part) => part.remove());
    svg.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
    svg.setAttribute("aria-hidden", "true");
    art.replaceChildren(svg);
  });
  return art;
}

/** The words that a drawing has for those who do not see it. */
async function wordsOf(url) {
  const text = await textAt(url);
  const words = /<desc>([\s\S]*?)<\/desc>/.exec(text)?.[1].replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&") ?? "";
  return words.replace(/^Made with piecework\..*? mm\.\s*/, "");
}

/** The dialog in which pages are flipped, by buttons and arrow keys. */
function viewer(pages, url, onMissing) {
  const dialog = el("dialog", { class: "page-view", "aria-label": "Page" });
  let at = 0;
  const open = (index) => {
    at = (index + pages.length) % pages.length;
    const { name, title } = pages[at];
    const words = el("p", { class: "unseen" });
    dialog.replaceChildren(
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => open(at - 1) }, "Previous"), el("span", { role: "status" }, `${at + 1} of ${pages.length}: ${title}`),
        el("button", { type: "button", onclick: () => open(at + 1) }, "Next"), el("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Close")),
      pageArt(url(name), name, `Page ${at + 1}, ${title}`, onMissing), words);
    wordsOf(url(name)).then((text) => { words.textContent = text; });
    if (!dialog.open) dialog.showModal();
    dialog.querySelectorAll("button")[1].focus();
  };
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    open(at + step);
  });
  return { dialog, open };
}

/** The pages of a result; a click shows one large. `onMissing` is called where one cannot be had. */
export function pagePictures(result, onMissing) {
  const laid = result.pages ?? [];
  const files = result.files.filter((file) => file.name.endsWith(".svg")).map((file) => ({ name: file.name, title: file.name }));
  const pages = laid.length ? laid : files;
  if (!pages.length) return result.made.map((made) => made.text).filter(Boolean).map((text) => el("pre", { tabindex: "0" }, text));
  const url = (name) => (laid.length ? pageUrl : fileUrl)(result, name);
  const { dialog, open } = viewer(pages, url, onMissing);
  const list = pages.map(({ name, title }, index) => el("li", {}, el("button", { type: "button", class: "sheet", "aria-label": `Show page ${index + 1}, ${title}`, onclick: () => open(index) },
    pageArt(url(name), name, "", onMissing))));
  const head = el("div", { class: "row" }, el("h3", {}, pages.length === 1 ? "1 page" : `${pages.length} pages`), el("button", { type: "button", id: "flip", onclick: () => open(0) }, "Flip through"));
  return [head, el("ul", { class: "page-list" }, list), dialog];
}
