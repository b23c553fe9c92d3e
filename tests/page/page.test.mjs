// The modules of the page that need no browser: `node --test tests/page`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

const from = (name) => import(new URL(`../../crates/studio/src/page/${name}`, import.meta.url));
const [store, words, strokes, rolls, fit, outline, address, repair, gallery, cost, prints, hands, days, playaddress, twist, times, boardwords, photoplace, shelflist, sheetlook, minelist, sharing, turns, lattice] = await Promise.all(
  ["store.js", "words.js", "strokes.js", "rolls.js", "fit.js", "outline.js", "address.js", "repair.js", "gallery.js", "cost.js", "prints.js", "hands.js", "days.js", "playaddress.js", "twist.js", "times.js", "boardwords.js", "photoplace.js", "shelflist.js", "sheetlook.js", "minelist.js", "sharing.js", "turned.js", "lattice.js"].map(from),
);

test("a store tells once after several changes, and not whoever has left", async () => {
  const view = store.createStore({ a: 1, search: { job: null, steps: 0 } });
  const heard = [];
  const leave = view.subscribe(({ a, search }) => heard.push([a, search.steps]));
  view.set({ a: 2 });
  view.patch("search", { steps: 5 });
  assert.deepEqual(heard, []);
  await null;
  assert.deepEqual(heard, [[2, 5]]);
  assert.equal(view.search.job, null);
  leave();
  view.set({ a: 3 });
  await null;
  assert.equal(heard.length, 1);
});

test("lengths of the program are read", () => {
  for (const [text, mm] of [["65 in", 1651], ["74 1/2 in", 1892.3], ["1/2 in", 12.7], ["610 mm", 610], ["12.5 mm", 12.5], ["17 15/16 in", 455.6125]]) {
    assert.ok(Math.abs(words.millimetres(text) - mm) < 1e-9, `${text}: ${words.millimetres(text)}`);
  }
});

test("lengths are written as on rulers", () => {
  for (const [number, text] of [[2, "2"], [0.5, "1/2"], [3.75, "3 3/4"], [9.525 / 25.4, "3/8"], [47.9999, "48"], [1 / 16, "1/16"]]) {
    assert.equal(words.inches(number), text);
  }
  assert.equal(words.inInches(9.524999999999999), "3/8 in");
  assert.equal(words.inMetric(9.524999999999999), "9.5 mm");
  assert.equal(words.sides([1219.2, 1168.4]), "48 × 46 in");
  assert.equal(words.sides([1219.2, 1168.4], "metric"), "122 × 117 cm");
  assert.equal(words.cloth({ yards: 3.75, metres: 3.5, fat_quarters: 1 }), "3 3/4 yd and 1 fat quarter");
  assert.equal(words.grouped(12988816), "12\u202f988\u202f816");
});

test("messages name options by their labels, with their values", () => {
  words.knowOptions([{ key: "method", label: "Construction method" }, { key: "paper", label: "Paper" }]);
  assert.equal(words.plain("straight seams need none (--method straight-seams)"), "straight seams need none (“Construction method: straight seams”)");
  assert.equal(words.plain("leave out `--paper`, or `--method epp`"), "leave out “Paper”, or “Construction method: epp”");
  assert.equal(words.plain("use a larger --paper or none"), "use a larger “Paper” or none");
  assert.equal(words.plain("`3in` is not known"), "“3in” is not known");
});

const scene = {
  fabrics: [{ name: "Oat", rgb: "#f1e7ce" }, { name: "Rust", rgb: "#a94620" }, { name: "Straw", rgb: "#e8dcc0" }],
  patches: [
    { fabric: 0, touches: [2, 3] }, { fabric: 1, touches: [1, 3] }, { fabric: 2, touches: [1, 2] },
  ],
};

test("a stroke keeps what was painted before, also what is not shown yet", () => {
  const all = strokes.afterStroke(scene, new Map([[2, "Straw"], [9, "Oat"]]), new Set([1]), "Rust");
  assert.deepEqual([...all], [[1, "Rust"], [2, "Straw"], [3, "Straw"]]);
  assert.deepEqual(strokes.written(all), ["1=Rust", "2=Straw", "3=Straw"]);
  assert.deepEqual([...strokes.chosen(["12=Slate blue", " 3 = Oat "])], [[12, "Slate blue"], [3, "Oat"]]);
  assert.deepEqual(strokes.renamed(["1=Oat", "2=Rust"], (name) => (name === "Oat" ? "Linen" : undefined)), ["1=Linen"]);
});

test("what touches alike is found, and what differs little in lightness", () => {
  const names = ["Oat", "Oat", "Rust"];
  assert.deepEqual(strokes.alike(scene, (patch) => names[patch - 1]), [[1, 2]]);
  assert.deepEqual(strokes.faint(scene), [{ fabrics: ["Oat", "Straw"], times: 1 }]);
  const all = new Map([[1, "Oat"], [2, "Oat"], [3, "Straw"]]);
  assert.equal(strokes.strokeWords(scene, all, new Set([2]), "Oat"), "Patch 2 is Oat now. It touches patch 1, also Oat.");
  assert.equal(strokes.strokeWords(scene, all, new Set([3]), "Straw"), "Patch 3 is Straw now.");
});

const tiling = (figures) => ({ figures: { set_in_corners: 4, crossings: 0, fault_lines: 1, symmetries: 1, straight_rectangles: null, uneven: 0, ...figures } });

test("tilings are sorted only by what varies", () => {
  const all = [tiling({ crossings: 2, symmetries: 1 }), tiling({ crossings: 1, symmetries: 4 }), tiling({ crossings: 3, symmetries: 2 })];
  assert.deepEqual(rolls.varying(all), ["crossings", "symmetries"]);
  assert.deepEqual(rolls.sorted(all, "crossings").map((one) => one.figures.crossings), [1, 2, 3]);
  assert.deepEqual(rolls.sorted(all, "symmetries").map((one) => one.figures.symmetries), [4, 2, 1]);
  assert.equal(rolls.totalWords({ raw: 9356, up_to_symmetry: 2339 }), "9356 tilings; 2339 ones if turned and mirrored ones count once.");
  assert.equal(rolls.rollWords(5, 12, 20), "5 different tilings here (turned and mirrored ones count once), of 20 tilings in all.");
});

test("pieces fit every area that can be drawn", () => {
  const set = (name, size, count) => ({
    name, lattice: "square", symmetry: "free", pieces: Array.from({ length: count }, (_, at) => ({ name: String(at), rows: ["#".repeat(size)] })),
  });
  const sets = [set("dominoes", 2, 1), set("tetrominoes", 4, 5), set("pentominoes", 5, 12)];
  const corners = (count) => Array.from({ length: count }, () => [0, 0]);
  const square = { name: "square", kinds: [{ text: [0, 0], corners: corners(4) }] };
  for (let area = 1; area <= 200; area += 1) {
    const [best] = fit.fitting(sets, square, area);
    const cells = best.pieces.reduce((sum, piece) => sum + (piece.set || piece.count === "any" ? 0 : piece.count), 0);
    const size = sets.find((one) => one.name === best.pieces[0].set)?.pieces[0].rows[0].length ?? 1;
    assert.equal((area - cells) % size, 0, `${area}: ${best.words}`);
  }
  assert.deepEqual(fit.fitting(sets, square, 60)[0], { pieces: [{ set: "pentominoes" }], words: "the pentominoes, one of each" });
  // A cell that is no corner of the picture, and cells of two kinds.
  const two = { name: "square", kinds: [{ text: [1, 1], corners: corners(6) }, { text: [0, 0], corners: corners(3) }] };
  assert.deepEqual(fit.fitting(sets, two, 61)[0], {
    pieces: [
      { set: "pentominoes", count: "any" }, { name: "single", rows: [".", ".#"], count: "any" }, { name: "single 2", rows: ["#"], count: "any" },
    ],
    words: "pentominoes and single cells",
  });
});

test("two outlines share the line along which they touch", () => {
  const [left, right] = ["M0 0L10 0L10 30L0 30Z", "M10 10L20 10L20 50L10 50Z"];
  assert.equal(outline.lineOf(outline.shared(left, right)), "M10 10L10 30");
  assert.equal(outline.lineOf(outline.shared(left, "M10 30L20 30L20 40L10 40Z")), "");
  assert.ok(Math.abs(outline.lightness("#ffffff") - 100) < 0.01 && outline.lightness("#000000") === 0);
});

test("a design is an address and back", async () => {
  for (const design of [{ piecework: 2, puzzle: "domino-8x8", quilt: {} }, { title: "Ünï ♥", many: Array(500).fill("12=Rust") }]) {
    const text = await address.encode(design);
    assert.match(text, /^[jz][A-Za-z0-9_-]+$/);
    assert.deepEqual(await address.decode(text), design);
  }
});

test("tilings and fabrics are short in an address", async () => {
  const cells = (at) => [[at % 20, 2 * Math.floor(at / 20)], [at % 20, 2 * Math.floor(at / 20) + 1]];
  const placements = Array.from({ length: 200 }, (_, at) => ({ cells: cells(at), piece: "I" }));
  const fabrics = placements.map((_, at) => `${at + 1}=${["Oat", "Rust", "Teal = blue"][(at * at) % 3]}`);
  const tiling = { gaps: [[20, 0], [20, 7]], lattice: "square", name: "rows", piecework: 1, placements };
  const design = { piecework: 2, puzzle: "domino-20x20", quilt: { cell: "2in", fabric_of: fabrics }, tilings: [tiling, tiling] };
  const text = await address.encode(design);
  assert.match(text, /^y[A-Za-z0-9_-]{1,400}$/);
  assert.deepEqual(await address.decode(text), design);
  // What the short form does not hold stays as it is.
  const others = [
    { ...design, quilt: { fabric_of: ["F=Oat", ...fabrics] } },
    { ...design, tilings: [{ ...tiling, placements: placements.map((placed) => ({ ...placed, turned: 1 })) }] },
    { ...design, tilings: [{ ...tiling, placements: [{ cells: [], piece: "I" }, ...placements] }] },
    { ...design, tilings: [{ lattice: "square", placements }] },
  ];
  for (const other of others) assert.deepEqual(await address.decode(await address.encode(other)), other);
  const pack = (design) => `y${deflateRawSync(JSON.stringify(design)).toString("base64url")}`;
  const many = (length) => Array(length).fill(0);
  const bombs = [
    { tilings: [{ short: [[["I", ...many(2e5)]], many(100), many(200), []] }] },
    { quilt: { fabric_of: { all: ["a".repeat(1e5)], of: many(1e5) } } },
  ];
  for (const bomb of bombs) await assert.rejects(address.decode(pack(bomb)), { isTooLarge: true });
});

test("an address that unpacks to very much is refused while it is unpacked", async (context) => {
  const bomb = deflateRawSync(Buffer.alloc(300 << 20, 32));
  const Whole = globalThis.DecompressionStream;
  let unpacked = 0;
  context.after(() => { globalThis.DecompressionStream = Whole; });
  globalThis.DecompressionStream = function (format) {
    const { readable, writable } = new Whole(format);
    const transform = (part, out) => { unpacked += part.length; out.enqueue(part); };
    return { writable, readable: readable.pipeThrough(new TransformStream({ transform })) };
  };
  await assert.rejects(address.decode(`z${bomb.toString("base64url")}`), { isTooLarge: true, message: /more than 16 MB/ });
  assert.ok(unpacked < 20 << 20, `${unpacked} bytes`);
});

test("what arrives waits until all hands are off, and is told once", async () => {
  const heard = {};
  globalThis.addEventListener = (type, then) => { heard[type] = then; };
  globalThis.Element = class {};
  hands.watchHands();
  delete globalThis.addEventListener;
  const press = (type, pointerId, more) => heard[type]({ pointerId, target: null, ...more });
  const view = store.createStore({ a: 1 }, hands.handsOff);
  const told = [];
  view.subscribe(({ a }) => told.push(a));
  const later = () => new Promise((done) => setTimeout(done, 5));
  press("pointerdown", 1);
  press("pointerdown", 2);
  view.set({ a: 2 });
  view.set({ a: 3 });
  press("pointerup", 1);
  await later();
  assert.deepEqual(told, []);
  // A hand that is back at once goes on.
  press("pointerup", 2);
  press("pointerdown", 2);
  await later();
  assert.deepEqual(told, []);
  // It was let go where the page did not hear of it.
  press("pointermove", 2, { buttons: 0 });
  await later();
  assert.deepEqual(told, [3]);
  view.set({ a: 4 });
  await null;
  assert.deepEqual(told, [3, 4]);
});

test("a quick stroke touches what is between", () => {
  const at = (clientX, clientY) => ({ clientX, clientY });
  const places = hands.strokeTo({ ...at(100, 50), getCoalescedEvents: () => [at(0, 50)] }, at(0, 0));
  const steps = places.slice(1).map((place, index) => Math.hypot(place.clientX - places[index].clientX, place.clientY - places[index].clientY));
  assert.ok(Math.max(...steps) <= 4 && places.some(({ clientX, clientY }) => clientX === 0 && clientY === 50));
  assert.deepEqual(places.at(-1), at(100, 50));
  assert.deepEqual(hands.strokeTo(at(5, 6), null), [at(5, 6)]);
});

test("pages are numbered as their documents number them", () => {
  const names = ["x-page-1.svg", "x-page-2.svg", "x-templates-1.svg"];
  assert.deepEqual(words.numbered(names), [{ of: null, at: 1, count: 2 }, { of: null, at: 2, count: 2 }, { of: "templates", at: 1, count: 1 }]);
  assert.deepEqual(words.pagesOf(names), [["2", "pages"], ["1", "page of templates"]]);
  assert.deepEqual(words.pagesOf(["x-puzzle-01.svg", "x-solution-01.svg"]), [["2", "pages"]]);
});

test("what stays while the page scrolls asks for the height of the window, and what scrolls is positioned", async () => {
  const css = (await readFile(new URL("../../crates/studio/src/page/studio.css", import.meta.url), "utf8")).replaceAll(/\/\*.*?\*\//gs, "");
  // Rules, with the query that they are in.
  const queries = [...css.matchAll(/@media ([^{]+)\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)].map(([whole, query, rules]) => ({ whole, query, rules }));
  const outside = queries.reduce((text, { whole }) => text.replace(whole, ""), css);
  const all = [{ query: "", rules: outside }, ...queries].flatMap(({ query, rules }) => [...rules.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({ query, selector: selector.trim(), body })));
  assert.ok(all.length > 200 && queries.length > 6, `${all.length} rules, ${queries.length} queries`);
  for (const { query, selector, body } of all) {
    if (/position:\s*(sticky|fixed)/.test(body) && !body.includes("pointer-events: none")) assert.match(query, /min-height/, selector);
    if (/overflow(-[xy])?:\s*(auto|scroll)/.test(body)) assert.match(body, /position:/, selector);
  }
});

test("the nearest design is found by places and values alone", () => {
  const design = { piecework: 2, puzzle: "domino-8x8", quilt: { cell: "two inches", palette: "jewl" } };
  const errors = [{ pointer: "/quilt/cell" }, { pointer: "/quilt/palette", meant: "jewel" }];
  assert.deepEqual(repair.mended(design, errors), { piecework: 2, puzzle: "domino-8x8", quilt: { palette: "jewel" } });
  assert.deepEqual(repair.at({ cut: {} }, "/cut/cell", "12mm"), { cut: { cell: "12mm" } });
});

test("filters of the gallery", () => {
  const designs = [{ kind: "baby", level: "beginner" }, { kind: "bed", level: "advanced" }, { kind: "baby", level: "advanced" }];
  assert.deepEqual(gallery.kinds(designs), ["baby", "bed"]);
  assert.deepEqual(gallery.levels(designs), ["beginner", "advanced"]);
  assert.equal(gallery.filtered(designs, { kind: "baby", level: "" }).length, 2);
});

test("a quilt costs what its lines cost at the user's prices", () => {
  assert.deepEqual(cost.readPrice(" $11.5 "), { number: 11.5, before: "$", after: "", comma: false });
  assert.deepEqual(cost.readPrice("12,90 €"), { number: 12.9, before: "", after: " €", comma: true });
  for (const wrong of ["", "cheap", "1.234.5", "11.555", "-3.5.1"]) assert.equal(cost.readPrice(wrong), null, wrong);
  const length = (yards, metres) => ({ bought: { yards, metres } });
  const yardage = {
    sold_in: "imperial", total: { yards: 5.375, metres: 5, fat_quarters: 2 }, border: length(0.375, 0.4), binding: length(0.625, 0.6),
    backing: length(3.5, 3.2), batting: ["70 in", "55 in"],
  };
  const lines = cost.bought(yardage);
  assert.deepEqual(lines.map(({ key, amount }) => [key, amount]), [["fabric", "6 3/8 yd"], ["quarter", "2"], ["backing", "3 1/2 yd"], ["batting", "1"]]);
  const { total, missing, lines: priced } = cost.costs(lines, { fabric: "11.50", batting: "$39", quarter: "none" });
  assert.deepEqual([total, missing], ["$112.31", ["a fat quarter", "backing"]]);
  assert.deepEqual(priced.map((line) => line.cost), ["$73.31", null, null, "$39.00"]);
  assert.equal(cost.costs(lines, {}).total, null);
  const packed = { ...yardage, sold_in: "metric", packages: { packages: 2 }, border: null };
  assert.deepEqual(cost.bought(packed).map(({ amount }) => amount), ["0.6 m", "2", "2 packages", "3.2 m", "1"]);
});

test("photos of fabrics go to the program at their width on the quilt", () => {
  const fabrics = [{ name: "Rust", rgb: "#b7410e" }, { name: "Oat", rgb: "#e8dcc0" }];
  assert.equal(prints.withPrints(fabrics, () => null, 50.8), null);
  assert.equal(prints.withPrints(fabrics, () => ({ width: 6 }), 50.8), null);
  const photoOf = (name) => (name === "Oat" ? { jpeg: "abc", width: 4 } : null);
  const [rust, oat] = prints.withPrints(fabrics, photoOf, 50.8);
  assert.deepEqual([rust, oat], [fabrics[0], { ...fabrics[1], photo: { jpeg: "abc" }, width: "203.2mm" }]);
  assert.equal(prints.withPrints(fabrics, () => ({ jpeg: "a", width: 60 }), 50.8)[0].width, "2000mm");
});

test("a picture that is cut off is not whole, wherever it ends", () => {
  const jpeg = readFileSync(new URL("../../crates/draw/src/color/turned.jpg", import.meta.url));
  const png = readFileSync(new URL("../../docs/pictures/gallery/cat.png", import.meta.url));
  const gif = Buffer.from("GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;", "latin1");
  const webp = Buffer.from("RIFF\x0c\0\0\0WEBPVP8 \0\0\0\0", "latin1");
  for (const whole of [jpeg, png, gif, webp]) {
    assert.ok(prints.isWhole(whole));
    for (let tenth = 1; tenth < 10; tenth += 1) {
      const end = Math.max(8, Math.floor((whole.length * tenth) / 10));
      assert.ok(!prints.isWhole(whole.subarray(0, end)), `${whole.length}: ${end}`);
    }
    assert.ok(!prints.isWhole(whole.subarray(0, whole.length - 1)));
  }
  assert.ok(prints.isWhole(Buffer.from("<svg/>")), "what is of another kind is left to the browser");
});

/** A class of so many cells in a row, `open` of which stay open. */
const classOf = (name, size, y, open = 1) => ({ name, open, cells: Array.from({ length: size }, (_, x) => [x, y]) });

test("classes are those of a date if they are months, days and perhaps weekdays", () => {
  const [months, daysOf, week] = [classOf("months", 12, 0), classOf("days", 31, 1), classOf("weekdays", 7, 2)];
  assert.ok(days.isDated([months, daysOf]) && days.isDated([week, daysOf, months]));
  assert.ok(![[], [months], [months, week], [months, daysOf, classOf("jokers", 3, 3)], [months, months, daysOf], [classOf("months", 12, 0, 2), daysOf]].some(days.isDated));
  const open = [[30, 1], [11, 0]];
  assert.deepEqual(days.chosenIn([months, daysOf], open), [[11], [30]]);
  assert.equal(days.dateIn({ classes: [daysOf, months], open }, "2026-02-03"), "2026-12-31");
});

test("days follow each other over months, leap years and changes of the clock", () => {
  for (const [date, by, other] of [["2026-12-31", 1, "2027-01-01"], ["2028-02-28", 1, "2028-02-29"], ["2026-03-01", -1, "2026-02-28"], ["2026-03-29", 1, "2026-03-30"], ["2026-10-25", -1, "2026-10-24"]]) {
    assert.equal(days.shifted(date, by), other);
  }
  for (const wrong of ["2026-02-30", "2026-13-01", "26-1-1", "today", "", null, "2026-00-10"]) assert.ok(!days.isDate(wrong), String(wrong));
  assert.ok(days.isDate("2028-02-29"));
  assert.equal(days.dateOf(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
  assert.equal(days.dateWords("2026-11-27"), "Friday, 27 November 2026");
});

test("choices follow each other through all that may be open, and back", () => {
  const known = { classes: [classOf("a", 3, 0), classOf("b", 2, 1)], never: [[[1, 0], [1, 1]]] };
  const walk = (by) => {
    const all = [[[0], [0]]];
    for (let at = 0; at < 5; at += 1) all.push(days.stepped(known, all.at(-1), by));
    return all.map(([[a], [b]]) => `${a}${b}`).join(" ");
  };
  assert.equal(walk(1), "00 01 10 20 21 00");
  assert.equal(walk(-1), "00 21 20 10 01 00");
});

test("an address that plays holds the puzzle, which of several, and what stays open", async () => {
  const names = ["calendar", "jail"];
  const written = async (design, more) => {
    const hash = await playaddress.playAddress(design, more);
    assert.ok(playaddress.isPlayed(hash));
    return [hash, await playaddress.readPlayed(hash, names)];
  };
  const calendar = { piecework: 2, puzzle: "calendar" };
  for (const [open, end] of [["2026-11-27", "/2026-11-27"], ["26 Nov", "/26+Nov"], ["Mär,3", "/M%C3%A4r,3"], [null, ""]]) {
    const [hash, read] = await written(calendar, { open });
    assert.equal(hash, `#play/calendar${end}`);
    assert.deepEqual(read, { design: calendar, number: null, open });
  }
  const book = { piecework: 2, book: { parts: ["calendar", "jail"] } };
  const [, read] = await written(book, { number: 2, open: "today" });
  assert.deepEqual(read, { design: book, number: 2, open: "today" });
  assert.deepEqual((await playaddress.readPlayed(await playaddress.playAddress(book), names)).number, 1);
  await assert.rejects(playaddress.readPlayed("#play/jabc", names));
  assert.ok(!playaddress.isPlayed("#player/x") && !playaddress.isPlayed(""));
});

test("links to play hold puzzles, which the page writes in the form that the program prints", async () => {
  const { readdirSync, readFileSync } = await import("node:fs");
  const folder = new URL("../../templates/puzzles/", import.meta.url);
  for (const name of readdirSync(folder)) {
    const design = { piecework: 2, puzzle: JSON.parse(readFileSync(new URL(name, folder), "utf8")) };
    const link = await playaddress.playAddress(design);
    assert.match(link, /^#play\/[zj]/, name);
    assert.deepEqual((await playaddress.readPlayed(link, [])).design, design);
  }
});

test("of a design is played what it is about, and nothing of what is made of it", () => {
  const puzzle = "calendar";
  assert.deepEqual(playaddress.toPlay({ piecework: 2, puzzle, tilings: [{}], search: { open: "26 Nov" }, quilt: { cell: "2in" } }), { piecework: 2, puzzle });
  assert.deepEqual(playaddress.toPlay({ piecework: 2, book: { parts: ["a"], title: "T", paper: "a5" }, search: { seed: 3 } }), { piecework: 2, book: { parts: ["a"], title: "T" }, search: { seed: 3 } });
  assert.equal(playaddress.toPlay({ piecework: 2, quilt: {} }), null);
});

test("two fingers turn by steps, and what is left of a step is kept", () => {
  const step = Math.PI / 6;
  assert.equal(twist.stepsBetween(0, 0.4).steps, 0);
  const { steps, from } = twist.stepsBetween(0, 2.5 * step);
  assert.ok(steps === 2 && Math.abs(from - 2 * step) < 1e-9);
  assert.equal(twist.stepsBetween(Math.PI - 0.1, -Math.PI + 0.5).steps, 1, "over the end of the circle");
  assert.equal(twist.stepsBetween(0.1, -0.5).steps, -1);
});

const grid = (width, height) => Array.from({ length: width * height }, (_, at) => [(at % width) + 0.5, Math.floor(at / width) + 0.5]);
const rowsOf = (inside, width) => Array.from({ length: inside.length / width }, (_, row) => inside.slice(row * width, (row + 1) * width).map((is) => (is ? "#" : ".")).join(""));

test("a drawing lies on the squares of a board as it is, and on other cells where their middles are", () => {
  const { columns, rows, inside } = fit.overlay(grid(12, 10));
  assert.deepEqual([columns, rows], [12, 10]);
  const drawing = Array.from({ length: 10 }, (_, y) => (y % 2 ? "#..........#" : "............"));
  assert.deepEqual(rowsOf(inside(drawing), 12), drawing);
  const hexagons = Array.from({ length: 80 }, (_, at) => [Math.sqrt(3) * ((at % 10) + 0.5 + (Math.floor(at / 10) % 2) / 2), 1 + 1.5 * Math.floor(at / 10)]);
  const over = fit.overlay(hexagons);
  assert.ok(over.columns >= 8 && over.columns <= 11 && over.rows >= 6 && over.rows <= 8, `${over.columns} x ${over.rows}`);
  for (let column = 0; column < over.columns; column += 1) {
    const stroke = Array(over.rows).fill(".".repeat(column) + "#");
    const middles = over.inside(stroke).flatMap((is, at) => (is ? [Math.floor(at / 10)] : []));
    const across = new Set(middles);
    assert.ok(across.size >= over.rows && Math.max(...across) - Math.min(...across) + 1 === across.size, `a stroke of one square is not torn: ${column} ${middles}`);
  }
  assert.ok(fit.overlay(hexagons, 4).columns > 3 * over.columns);
});

test("times are a table of seconds and puzzles, and what was left open is not in it", () => {
  const hidden = { name: 'say "go"', pieces: [1, 2] };
  let all = times.withTime([], { puzzle: "pentomino-6x10" }, 61.26);
  all = times.withTime(all, { puzzle: hidden }, 5);
  assert.equal(times.withTime(all, { puzzle: "calendar", search: { open: "3 May" } }, 9), all);
  assert.equal(times.withTime(all, { board: "5x4" }, 9), all);
  const lines = times.csvOf(all).split("\n");
  assert.deepEqual(lines.slice(0, 2), ["seconds,puzzle", '61.3,"""pentomino-6x10"""']);
  assert.equal(JSON.parse(lines[2].slice(3, -1).replaceAll('""', '"')).name, hidden.name);
  let many = [];
  for (let at = 0; at < 1200; at += 1) many = times.withTime(many, { puzzle: "calendar" }, at);
  assert.deepEqual([many.length, many[0][0]], [1000, 1199]);
});

test("words are typed with blanks or commas, and go with the cells that they are on", () => {
  assert.deepEqual(boardwords.typedWords(" Mon  Tue\nWed "), ["Mon", "Tue", "Wed"]);
  assert.deepEqual(boardwords.typedWords("New Year, , Day 2"), ["New Year", "Day 2"]);
  const region = { rectangle: [3, 1] };
  boardwords.setWord(region, [1, 0], "a");
  boardwords.setWord(region, [2, 0], "b");
  boardwords.setWord(region, [1, 0], "c");
  assert.deepEqual(region.labels, [["b", [2, 0]], ["c", [1, 0]]]);
  assert.equal(boardwords.wordAt(region, [1, 0]), "c");
  boardwords.keepWords(region, ([x]) => x < 2);
  assert.deepEqual(region.labels, [["c", [1, 0]]]);
  boardwords.setWord(region, [1, 0], null);
  assert.deepEqual(region, { rectangle: [3, 1] });
  const drawn = boardwords.fromWords({ words: [[null, "Jan"], ["", "1", "2"]] });
  assert.deepEqual(drawn, { rectangle: [3, 2], without: [[0, 0], [2, 0]], labels: [["Jan", [1, 0]], ["1", [1, 1]], ["2", [2, 1]]] });
});

test("a photo is turned in its tile, and its motif is where a patch is", () => {
  const photo = { width: 6, ratio: 0.5, x: 1, y: 2, turn: 0, motif: [0.25, 0.5] };
  assert.deepEqual(photoplace.tileOf(photo, 10), { tile: { x: 10, y: 20, width: 60, height: 30 }, image: { width: 60, height: 30 } });
  assert.equal(photoplace.shownWidth({ ...photo, turn: 1 }), 3);
  // Where the matrix of each turn puts the motif, it is at the point that is asked for.
  const places = [[15, 15], [15, 15], [45, 15], [15, 45]];
  places.forEach(([left, top], turn) => {
    const { tile, image } = photoplace.tileOf({ ...photo, turn }, 10);
    assert.deepEqual([tile.width, tile.height], turn % 2 ? [30, 60] : [60, 30]);
    assert.equal(Boolean(image.transform), turn > 0);
    assert.deepEqual(photoplace.motifAt({ ...photo, turn }, 10, [100, 200]), { x: 100 - left, y: 200 - top }, `turn ${turn}`);
  });
  assert.deepEqual([photoplace.within(-0.1), photoplace.within(1.4), photoplace.within(0.3)], [0, 1, 0.3]);
  const [oat] = prints.withPrints([{ name: "Oat" }], () => ({ jpeg: "a", width: 4, printed: 2 }), 50.8);
  assert.equal(oat.width, "101.6mm", "the program is told the width as the photo lies");
});

test("a photo is turned by any degrees, and its motif and what is dragged go with the hand", () => {
  assert.deepEqual([-1, 100, 360, 89.6].map((degrees) => photoplace.turnOf(degrees)), [
    { turn: 3, angle: 89 }, { turn: 1, angle: 10 }, { turn: 0, angle: 0 }, { turn: 1, angle: 0 }]);
  const photo = { width: 6, ratio: 0.5, motif: [0.25, 0.5], ...photoplace.turnOf(120) };
  assert.equal(photoplace.degreesOf(photo), 120);
  assert.equal(photoplace.tileOf(photo, 10).tile.patternTransform, "rotate(30)");
  const on = (x, y) => [x * Math.cos(Math.PI / 6) - y * Math.sin(Math.PI / 6), x * Math.sin(Math.PI / 6) + y * Math.cos(Math.PI / 6)];
  const { x, y } = photoplace.motifAt(photo, 10, [100, 200]);
  on(x + 15, y + 15).forEach((place, axis) => assert.ok(Math.abs(place - [100, 200][axis]) < 1e-9, "the motif is in the middle"));
  assert.deepEqual(photoplace.dragged(photo, on(2, 1)), { x: 2, y: 1 });
  const [oat] = prints.withPrints([{ name: "Oat" }], () => ({ jpeg: "a", ...photo }), 50.8);
  assert.equal(oat.turn, 30, "the copy is turned by quarters already");
});

test("a photo is dragged by cells, and begins within one repeat", () => {
  const photo = { width: 6, ratio: 0.5, x: 1, y: 2, turn: 0 };
  assert.deepEqual(photoplace.dragged(photo, [2, 0.5]), { x: 3, y: 2.5 });
  assert.deepEqual(photoplace.dragged(photo, [-2, 2]), { x: 5, y: 1 });
  assert.deepEqual(photoplace.dragged({ ...photo, turn: 1 }, [-2, 2]), { x: 2, y: 4 });
  assert.deepEqual(photoplace.dragged({ width: 6, ratio: 0.5 }, [6, 3]), { x: 0, y: 0 });
});

test("a fabric is typed onto a shelf, and typed again it is changed", () => {
  const shelf = shelflist.withTyped([], { name: " Sage, =dots ", rgb: "#8fa382", amount: " 2 yd" });
  assert.deepEqual(shelf, [{ name: "Sage dots", rgb: "#8fa382", amount: "2 yd" }]);
  assert.deepEqual(shelflist.withTyped(shelf, { name: "Sage dots", rgb: "#000000", amount: "" }), [{ name: "Sage dots", rgb: "#000000", amount: "2 yd" }]);
  assert.equal(shelflist.withTyped(shelf, { name: " ,", rgb: "#000000", amount: "1" }), null);
  assert.equal(shelflist.withTyped([], { name: "x".repeat(99), rgb: "#000000", amount: "" })[0].name.length, shelflist.LONGEST_NAME);
});

test("a shelf keeps amounts, and says them as a stash", () => {
  const shelf = shelflist.withFabrics([{ name: "Oat", rgb: "#ffffff", amount: "1 1/2 yd" }], [{ name: "Oat", rgb: "#f1e7ce", patches: 3 }, { name: "Rust", rgb: "#a94620" }]);
  assert.deepEqual(shelf, [{ name: "Oat", rgb: "#f1e7ce", amount: "1 1/2 yd" }, { name: "Rust", rgb: "#a94620" }]);
  assert.equal(shelflist.stashOf(shelf), "Oat=1 1/2 yd");
  assert.equal(shelflist.stashOf([{ name: "A", amount: "0,5 m" }, { name: "B", amount: "40" }]), "A=0.5 m,B=40");
});

test("a sheet looks like its material, or like what its machine takes", () => {
  const of = (...asked) => sheetlook.materialOf(...asked).words;
  assert.deepEqual([of("birch-3mm"), of("mdf-6mm"), of({ name: "acrylic-3mm" }), of("3 mm cherry")], ["birch", "MDF", "acrylic", "wood"]);
  assert.deepEqual([of(undefined, ["svg"]), of(undefined, ["stl"]), of(undefined, ["dst", "exp"]), of("mdf-3mm", ["dst"])], ["wood", "filament", "cloth", "MDF"]);
  assert.ok(sheetlook.materialOf("birch-3mm").isWood && !sheetlook.materialOf("mdf-3mm").isWood);
});

test("a small design is shown by its part of the sheet, with rulers that begin at its corner", () => {
  const line = (...points) => ({ points: points.map(([x, y]) => ({ x, y })), closed: true });
  const near = [line([5, 5], [75, 5], [75, 155], [5, 155])];
  assert.deepEqual(sheetlook.partOf(near, [600, 400]), [0, 0, 90, 170]);
  assert.deepEqual(sheetlook.partOf([line([300, 200], [400, 250])], [600, 400]), [290, 190, 120, 70]);
  assert.deepEqual(sheetlook.partOf([], [600, 400]), [0, 0, 600, 400]);
  assert.deepEqual(sheetlook.partOf([line([590, 390], [600, 400])], [600, 400]).map(Math.round), [589, 389, 11, 11]);
  assert.equal(sheetlook.isSmall([0, 0, 90, 170], [600, 400]), true);
  assert.equal(sheetlook.isSmall([0, 0, 400, 170], [600, 400]), false);
  const numbers = (...asked) => sheetlook.marks(...asked).filter(({ isNumbered }) => isNumbered).map(({ at }) => at);
  assert.deepEqual(numbers(0, 600), Array.from({ length: 13 }, (_, at) => 50 * at));
  assert.deepEqual(numbers(290, 120), [290, 300, 310, 320, 330, 340, 350, 360, 370, 380, 390, 400, 410]);
  assert.deepEqual(numbers(0, 600, 160), [0, 200, 400, 600]);
  assert.deepEqual(sheetlook.marks(0, 10).map(({ at }) => at), Array.from({ length: 11 }, (_, at) => at));
});

test("the pieces of a sheet are known by outline or by number, and what is known of them is said", () => {
  const ring = (x) => [{ points: [{ x, y: 0 }, { x: x + 10, y: 0 }, { x: x + 10, y: 10 }, { x, y: 10 }], closed: true }];
  const outlined = sheetlook.piecesOn({ outlines: [{ piece: 2, rings: ring(20) }, { piece: 1, rings: ring(0) }], labels: [] }, []);
  assert.deepEqual(outlined.map(({ piece, at }) => [piece, at.x, at.y]), [[1, 5, 5], [2, 25, 5]]);
  const labels = [{ words: "3", at: { x: 1, y: 2 } }, { words: "Anna", at: { x: 0, y: 0 } }, { words: "50", at: { x: 0, y: 0 } }];
  assert.deepEqual(sheetlook.piecesOn({ outlines: [], labels }, [{ pieces: [1, 3] }]).map(({ piece, rings }) => [piece, rings]), [[3, null]]);
  const summary = { sizes: [{ name: "V", pieces: [12], width_mm: 30.04, height_mm: 30 }], free: [{ piece: 12, sheet: 1, step: 4 }] };
  assert.equal(sheetlook.pieceWords(12, summary), "Piece 12, V, 30 × 30 mm; comes loose on sheet 1 with line 4");
  assert.equal(sheetlook.pieceWords(7, summary), "Piece 7; held by tabs");
  const turned = sheetlook.mirrored({ cuts: [{ lines: [{ points: [{ x: 5, y: 7 }], middles: [null, { x: 1, y: 2 }] }] }] }, 100);
  assert.deepEqual(turned, { cuts: [{ lines: [{ points: [{ x: 95, y: 7 }], middles: [null, { x: 99, y: 2 }] }] }] });
});

test("ten strips tell the kerf", () => {
  assert.equal(sheetlook.kerfOfStrips(10, 10, 98), 0.2);
  assert.equal(sheetlook.kerfOfStrips(10, 10, 98.25), 0.175);
  assert.deepEqual([101, 40, Number.NaN].map((all) => sheetlook.kerfOfStrips(10, 10, all)), [null, null, null]);
});

test("a machine of one's own is a machine file, or says which field is wrong", () => {
  const typed = { title: " Old Faithful ", width: "300", height: "200,5", kerf: "0,18", tool: "beam", formats: ["svg", "lbrn2"] };
  assert.deepEqual(minelist.ownMachine(typed), {
    machine: {
      piecework: 1, name: "mine", title: "Old Faithful", width_mm: 300, height_mm: 200.5, margin_mm: 5, formats: ["svg", "lbrn2"],
      tool: { kind: "beam" }, source: "typed by its owner",
    },
    kerf: 0.18,
  });
  assert.equal(minelist.ownMachine({ ...typed, kerf: " " }).kerf, null);
  assert.equal(minelist.ownMachine({ ...typed, title: "" }).machine.title, "My machine");
  for (const [at, value] of [["width", ""], ["width", "9"], ["width", "5001"], ["kerf", "11"], ["height", "x"], ["kerf", "-1"], ["kerf", "wide"], ["formats", []]]) {
    const wrong = minelist.ownMachine({ ...typed, [at]: value });
    assert.ok(wrong.at === at && wrong.wrong && !wrong.machine, `${at} ${value}`);
  }
});

test("keys walk to the point that lies best in a direction", () => {
  const points = [[0, 0], [10, 0], [0, 10], [11, 9]];
  assert.deepEqual([[1, 0], [0, 1], [-1, 0]].map((way) => outline.nearest(points, 0, way)), [1, 2, 0]);
  assert.equal(outline.nearest(points, 3, [0, -1]), 1);
});

test("as many files are shared as a system takes, those that people send first", () => {
  const files = ["x-cut.dxf", "x-1.svg", "x.gcode", "x.png", "x.pdf", "x-2.svg"].map((name) => ({ name }));
  const names = (canShare) => sharing.sharedFiles(files, canShare).map(({ name }) => name);
  assert.deepEqual(names(() => true), ["x.pdf", "x.png", "x-1.svg", "x-2.svg", "x-cut.dxf", "x.gcode"]);
  assert.deepEqual(names(() => false), []);
  const known = (all) => all.every(({ type }) => ["application/pdf", "image/png", "image/svg+xml"].includes(type));
  assert.deepEqual(names(known), ["x.pdf", "x.png", "x-1.svg", "x-2.svg"]);
  assert.deepEqual(names((all) => known(all) && all.length < 3), ["x.pdf", "x.png"]);
  assert.deepEqual([sharing.typeOf("a.b.svg"), sharing.typeOf("a.gcode")], ["image/svg+xml", "application/octet-stream"]);
});

test("a board of squares that lies across is turned where that makes its cells larger", () => {
  const { isBetterTurned, turned } = turns;
  const square = ([x, y]) => ({ cell: [x, y], points: [x, y, x + 1, y, x + 1, y + 1, x, y + 1] });
  // Three cells above, and one below the last of them.
  const known = {
    lattice: "square", labels: [], rows: [[[0, 0], [1, 0], [2, 0]].map(square), [square([2, 1])]],
    clues: [{ words: "3", cell: [2, 1], at: [2.5, 1.5] }, { cells: [[0, 0], [1, 0]], line: [1, 0, 1, 1] }],
    pieces: [{ name: "L", rows: ["###", "#"] }],
  };
  const place = (width, height) => ({ width, height });
  assert.ok(isBetterTurned(known, place(90, 180)));
  assert.ok(!isBetterTurned(known, place(180, 90)), "it lies as the room does");
  assert.ok(!isBetterTurned(known, place(300, 600)), "its cells are large");
  assert.ok(!isBetterTurned({ ...known, lattice: "hex" }, place(90, 180)));
  assert.ok(!isBetterTurned({ ...known, labels: [{}] }, place(90, 180)), "words stay as they are");
  const seen = turned(known);
  assert.deepEqual(seen.rows.map((row) => row.map(({ cell }) => cell)), [[[0, 0]], [[1, 0]], [[2, 1], [2, 0]]]);
  assert.deepEqual(seen.rows[2][0].points, [1, 2, 1, 3, 0, 3, 0, 2], "a quarter clockwise");
  assert.deepEqual([seen.clues[0].at, seen.clues[1].line], [[0.5, 2.5], [2, 1, 1, 1]]);
  assert.deepEqual(seen.pieces[0].seen, ["##", ".#", ".#"]);
});

test("arrow keys go to the next place in the row, or the nearest one in the next row where a piece can be held", () => {
  const hexagons = [0, 1, 2, 3].map((y) => [0, 1, 2, 3].map((x) => [x + (y % 2) / 2, 0.87 * y]));
  const walk = (middles, from, steps, isStop = () => true) => steps.reduce((at, step) => lattice.toward(middles, at, step, isStop), from);
  const [right, left, down, up] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  assert.deepEqual(walk(hexagons, [2, 0], [down, down]), [2, 2], "straight down");
  assert.deepEqual(walk(hexagons, [1, 3], [up, up]), [1, 1]);
  assert.deepEqual(walk(hexagons, [1, 1], [up, down]), [1, 1], "and back");
  assert.deepEqual(walk(hexagons, [3, 0], [right, up]), [3, 0], "no further than the board");
  // Triangles that point up, of which every other cell in a row is one.
  const triangles = [0, 1, 2].map((y) => [0, 1, 2, 3, 4, 5].map((x) => [x / 2, y + ((x + y) % 2) / 3]));
  const isUp = (x, y) => (x + y) % 2 === 0;
  assert.deepEqual(walk(triangles, [2, 0], [right], isUp), [4, 0]);
  assert.deepEqual(walk(triangles, [2, 0], [left, left], isUp), [0, 0]);
  assert.deepEqual(walk(triangles, [2, 0], [down, down], isUp), [2, 2]);
  assert.deepEqual(walk([hexagons[0], [[9, 1]], hexagons[2]], [1, 0], [down, down]), [3, 2], "a row of one cell is not passed over");
  assert.deepEqual(walk(hexagons, [1, 0], [down], (_, y) => y !== 1), [1, 2], "a row without a place is");
});

test("boxes are around more points than a function takes as its arguments", () => {
  const rows = Array.from({ length: 200 }, (_, y) => Array.from({ length: 200 }, (_, x) => ({ points: [x, y, x + 1, y, x + 1, y + 1, x, y + 1] })));
  assert.deepEqual(lattice.sizeOf(rows), [200, 200]);
  const points = rows.flat().flatMap(({ points: [x, y] }) => Array.from({ length: 8 }, () => [x, y]));
  assert.equal(lattice.viewOf(points, 1), "-1 -1 201 201");
  assert.ok(fit.overlay(points).columns > 100);
});

test("puzzles are told apart without fingerprints, and shapes are said in words", () => {
  const text = "the tiling is of puzzle `032ffcd4ed06abfc`, not of `ceaea824939f2bf8`";
  assert.equal(words.plain(text), "the tiling is of another puzzle");
  assert.equal(words.shapeWords(["##.", ".##", "...", ".#."]), "row 1, columns 1, 2; row 2, columns 2, 3; row 4, column 2");
});

test("what is played keeps the format of its design", () => {
  const later = { piecework: 3, puzzle: "six-pentominoes-5x6" };
  assert.deepEqual(playaddress.toPlay(later), later);
  assert.equal(playaddress.toPlay({ puzzle: "six-pentominoes-5x6" }).piecework, 2);
});
