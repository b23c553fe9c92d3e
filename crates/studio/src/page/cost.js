// What a quilt costs, from the user's own prices.

import { counted, inches } from "./words.js";

/** A price as somebody writes it, such as `$11.50` or `11,50 €`: its number, and what is written around it. */
export function readPrice(text) {
  const found = /^([^\d.,]*)(\d+)(?:[.,](\d{1,2}))?([^\d.,]*)$/.exec(text.trim());
  if (!found) return null;
  const [, before, whole, cents = "", after] = found;
  return { number: Number(`${whole}.${cents.padEnd(2, "0")}`), before, after, comma: text.includes(",") };
}

/** A sum as the user writes prices. */
function written(number, { before, after, comma }) {
  const text = number.toFixed(2);
  return `${before}${comma ? text.replace(".", ",") : text}${after}`;
}

const length = (bought, units) => (units === "metric" ? bought?.metres : bought?.yards) ?? 0;
const amount = (number, units) => (units === "metric" ? `${Math.round(number * 10) / 10} m` : `${inches(number)} yd`);

/** What is bought for a quilt: the name under which its price is kept, what the price is for, and how much of it. */
export function bought(yardage) {
  const units = yardage.sold_in;
  const each = units === "metric" ? "a metre" : "a yard";
  const { total, packages } = yardage;
  const cut = packages ? 0 : length(total, units);
  const fabric = cut + length(yardage.border?.bought, units) + length(yardage.binding?.bought, units);
  const backing = length(yardage.backing?.bought, units);
  return [
    { key: "fabric", label: `Fabric, ${each}`, number: fabric, amount: amount(fabric, units) },
    { key: "quarter", label: "A fat quarter", number: total.fat_quarters, amount: String(total.fat_quarters) },
    {
      key: "package",
      label: "A package of pre-cuts",
      number: packages?.packages ?? 0,
      amount: counted(packages?.packages ?? 0, "package"),
    },
    { key: "backing", label: `Backing, ${each}`, number: backing, amount: amount(backing, units) },
    { key: "batting", label: "Batting, all of it", number: yardage.batting ? 1 : 0, amount: "1" },
  ].filter((one) => one.number > 0);
}

/** What a line costs, and what all lines cost together, in words; `prices` has texts by the keys of lines. */
export function costs(lines, prices) {
  const read = lines.map((line) => ({ ...line, price: readPrice(prices[line.key] ?? "") }));
  const priced = read.filter((line) => line.price);
  // A currency that is written once is meant everywhere.
  const style = (priced.find(({ price }) => price.before || price.after) ?? priced[0])?.price;
  // Cents are rounded once for each line, as on a bill.
  const cost = (line) => Math.round(line.number * line.price.number * 100) / 100;
  const sum = priced.reduce((all, line) => all + cost(line), 0);
  return {
    lines: read.map((line) => ({ ...line, cost: line.price ? written(cost(line), style) : null })),
    total: style ? written(sum, style) : null,
    missing: read.filter((line) => !line.price).map((line) => line.label.split(",")[0].toLowerCase()),
  };
}
