// The prices of cloth, as the user knows them, and what the quilt costs with them. They stay in this browser.

import { bought, costs, readPrice } from "./cost.js";
import { announce, el } from "./dom.js";

const NAME = "prices";

let kept = null;
function prices() {
  try {
    kept ??= JSON.parse(localStorage.getItem(NAME) ?? "{}");
  } catch {
    kept = {};
  }
  return kept;
}

function keep(key, text) {
  prices()[key] = text;
  try {
    localStorage.setItem(NAME, JSON.stringify(prices()));
  } catch {
    /* They last as long as the page. */
  }
}

/** What a quilt costs; `changed` is called with a new price. */
export function priceList(yardage, changed) {
  // A price for a yard is none for a metre.
  const keyOf = (key) => `${key} ${yardage.sold_in}`;
  const lines = bought(yardage);
  const texts = Object.fromEntries(lines.map(({ key }) => [key, prices()[keyOf(key)] ?? ""]));
  const { lines: rows, total, missing } = costs(lines, texts);
  const set = (line) => (event) => {
    const text = event.currentTarget.value;
    keep(keyOf(line.key), text);
    const isWrong = text.trim() && !readPrice(text);
    const sum = costs(lines, { ...texts, [line.key]: text }).total;
    announce(isWrong ? "Write a price such as 11.50 or $11.50." : sum ? `All together ${sum}.` : "No price is set.");
    changed();
  };
  const field = (line) => {
    const id = `price-${line.key}`;
    const value = texts[line.key];
    const isWrong = Boolean(value.trim()) && !line.price;
    const input = el("input", {
      type: "text",
      id,
      value,
      inputMode: "decimal",
      autocomplete: "off",
      placeholder: "no price",
      "aria-invalid": isWrong ? "true" : null,
      onchange: set(line),
    });
    return el(
      "div",
      { class: "field price" },
      el("label", { for: id, class: "name" }, line.label),
      input,
      el("span", { class: "amount" }, `× ${line.amount}${line.cost ? ` = ${line.cost}` : ""}`),
    );
  };
  const without = total && missing.length ? `, without ${missing.join(" and ")}` : "";
  return el(
    "details",
    { class: "words", id: "cost" },
    el("summary", {}, total ? `Cost: ${total}${without}` : "What it costs"),
    rows.map(field),
    el("p", { class: "help" }, "Your own prices, such as 11.50 or $11.50. They stay in this browser."),
  );
}
