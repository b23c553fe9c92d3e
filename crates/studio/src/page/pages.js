// The pages as they will be printed or cut: small, and one by one to flip through.

import { drawing, el, mainButton, plainButton } from "./dom.js";
import { fileUrl, pageUrl, textAt } from "./server.js";
import { capital, numbered, pagesOf } from "./words.js";

/** A drawing without styles: the page allows none from elsewhere, and what they say, the attributes say too. */
const unstyled = (text) => text.replace(/ style="[^"]*"/g, "");

/** A page; lines for machines are drawn so that they can be seen. */
function pageArt(url, { forMachine }, alt, onMissing) {
  if (!forMachine) return el("img", { src: url, alt, loading: "lazy", onerror: onMissing });
  const art = el("span", { class: "line-art", role: alt ? "img" : undefined, "aria-label": alt || undefined });
  textAt(url).then((text) => {
    if (!text) return;
    const svg = drawing(unstyled(text));
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
  return new DOMParser().parseFromString(unstyled(text), "image/svg+xml").querySelector("desc")?.textContent ?? "";
}

/** The dialog in which pages are flipped, by buttons and arrow keys. */
function viewer(pages, url, onMissing) {
  const dialog = el("dialog", { class: "page-view", "aria-label": "Page" });
  const numbers = numbered(pages.map(({ name }) => name));
  const placeOf = ({ of, at, count }) => `${of ? `${capital(of)}, page ` : "Page "}${at} of ${count}`;
  let at = 0;
  const open = (index) => {
    at = (index + pages.length) % pages.length;
    const page = pages[at];
    const { name, title } = page;
    const words = el("p", { class: "unseen" });
    dialog.replaceChildren(
      el(
        "div",
        { class: "row" },
        plainButton("Previous", () => open(at - 1)),
        el("span", { role: "status" }, `${placeOf(numbers[at])}: ${title}`),
        plainButton("Next", () => open(at + 1)),
        mainButton("Close", () => dialog.close()),
      ),
      pageArt(url(name), page, `Page ${at + 1}, ${title}`, onMissing),
      words,
    );
    wordsOf(url(name)).then((text) => {
      words.textContent = text;
    });
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
  const drawn = result.files.filter((file) => file.name.endsWith(".svg"));
  // Lines for a machine are hairlines: they have no pages that are laid out to be looked at.
  const pages = laid.length
    ? laid
    : drawn.map(({ name }) => ({ name, title: name, forMachine: isForMachine(result, name) }));
  if (!pages.length) {
    return result.made
      .map((made) => made.text)
      .filter(Boolean)
      .map((text) => el("pre", { tabindex: "0" }, text));
  }
  const url = (name) => (laid.length ? pageUrl : fileUrl)(result, name);
  const { dialog, open } = viewer(pages, url, onMissing);
  const list = pages.map((page, index) =>
    el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "sheet",
          "aria-label": `Show page ${index + 1}, ${page.title}`,
          onclick: () => open(index),
        },
        pageArt(url(page.name), page, "", onMissing),
      ),
    ),
  );
  const head = el(
    "div",
    { class: "row" },
    el(
      "h2",
      { class: "part" },
      pagesOf(pages.map(({ name }) => name))
        .map((words) => words.join(" "))
        .join(", "),
    ),
    plainButton("Flip through", () => open(0), { id: "flip" }),
  );
  return [head, el("ul", { class: "page-list", tabindex: "0", "aria-label": "Pages" }, list), dialog];
}

const isForMachine = (result, name) => result.files.some((file) => file.name === name && file.machine);
