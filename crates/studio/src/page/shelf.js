// A shelf of one's own fabrics, with how much there is of each: the browser keeps it if somebody asks for it.

import { changeFabrics } from "./design.js";
import { announce, el, mainButton, plainButton, quietButton, show } from "./dom.js";
import { keptList } from "./kept.js";
import { LONGEST_NAME, stashOf, withFabrics, withTyped } from "./shelflist.js";
import { counted } from "./words.js";

const { read, write } = keptList("fabric shelf");
const MOST = 64;

/** The dialog of the shelf; `fabrics` are those that the quilt has now, with `name` and `rgb`. */
export function openShelf(kind, fabrics) {
  let all = read() ?? [];
  const body = el("div", {});
  const keep = (next) => {
    all = next.slice(0, MOST);
    if (!write(all)) announce("This browser keeps nothing for this page.");
    draw();
  };
  const put = () => {
    keep(withFabrics(all, fabrics));
    announce(`${counted(all.length, "fabric")} on your shelf, kept in this browser.`);
  };
  const text = (id, placeholder, more = {}) =>
    el("input", { type: "text", id, placeholder, autocomplete: "off", ...more });
  const [name, amount] = [
    text("shelf-name", "Sage dots", { maxLength: LONGEST_NAME }),
    text("shelf-amount", "1 1/2 yd"),
  ];
  const color = el("input", { type: "color", id: "shelf-color", value: "#8fa382", "aria-label": "Color" });
  const add = () => {
    const next = withTyped(all, { name: name.value, rgb: color.value, amount: amount.value });
    if (!next || next.length > MOST) {
      announce(next ? `A shelf holds ${MOST} fabrics.` : "Type what the fabric is called.");
      name.focus();
      return;
    }
    keep(next);
    announce(`${next.at(-1).name} is on your shelf, kept in this browser.`);
    name.value = "";
    amount.value = "";
    name.focus();
  };
  const onEnter = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  const typed = el(
    "div",
    { class: "shelf-new", role: "group", "aria-label": "Another fabric", onkeydown: onEnter },
    color,
    el("div", { class: "field" }, el("label", { for: name.id, class: "name" }, "Another fabric"), name),
    el("div", { class: "field" }, el("label", { for: amount.id, class: "name" }, "How much"), amount),
    plainButton("Add it", add, { id: "shelf-add" }),
  );
  const forget = () => {
    all = [];
    write(null);
    draw();
    announce("Your shelf is empty, and nothing of it is kept.");
  };
  const use = (isStash) => () => {
    changeFabrics(kind, (options) => {
      const named = all.map(({ name, rgb }) => ({ name, rgb }));
      options.palette = { piecework: 1, name: "shelf", title: "My shelf", fabrics: named };
      delete options.fabric_of;
      if (isStash) options.stash = stashOf(all);
      else delete options.stash;
    });
    dialog.close();
    announce(isStash ? "The quilt stays within your stash now." : "The palette is your shelf now.");
  };
  const row = ({ name, rgb, amount = "" }, at) => {
    const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.backgroundColor = rgb;
    const set = ({ currentTarget: { value } }) =>
      keep(all.map((one, index) => (index === at ? { ...one, amount: value.trim() } : one)));
    return el(
      "li",
      {},
      swatch,
      el("label", { for: `shelf-${at}` }, name),
      el("input", { type: "text", id: `shelf-${at}`, value: amount, placeholder: "1 1/2 yd", onchange: set }),
      quietButton("Remove", () => keep(all.filter((_, index) => index !== at)), { "aria-label": `Remove ${name}` }),
    );
  };
  function draw() {
    const hasStash = stashOf(all) !== "";
    show(
      body,
      all.length
        ? el("ul", { class: "plain shelf" }, all.map(row))
        : el("p", {}, "The shelf is empty. Type what is in your cupboard, or put the fabrics of this quilt on it."),
      el(
        "p",
        { class: "help" },
        "Amounts are yards, metres, fat quarters, patches or cells: 1 1/2 yd, 2 fat quarters, 40. ",
        "Photos of these fabrics come along. This browser keeps the shelf until you empty it, and sends it nowhere.",
      ),
      el(
        "div",
        { class: "row" },
        plainButton("Put the fabrics of this quilt on it", put, { id: "shelf-put" }),
        all.length ? plainButton("Use them as palette", use(false), { id: "shelf-use" }) : null,
        hasStash ? plainButton("Stay within these amounts", use(true), { id: "shelf-stash" }) : null,
        all.length ? quietButton("Empty it", forget, { id: "shelf-forget" }) : null,
      ),
    );
  }
  const dialog = el(
    "dialog",
    { class: "page-view small-view", "aria-label": "My shelf" },
    el("h2", {}, "My shelf"),
    typed,
    body,
    el(
      "div",
      { class: "row" },
      mainButton("Close", () => dialog.close(), { id: "shelf-close" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  draw();
  dialog.showModal();
}
