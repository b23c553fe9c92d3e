// What is wrong with a design, with what would work in its place.

import { setDesign, state } from "./design.js";
import { announce, el, plainButton } from "./dom.js";
import { at } from "./repair.js";
import { plain, sentence } from "./words.js";

/** A value of the program as people write it: `3.5mm` is `3.5 mm`. */
const written = (value) => value.replace(/^([\d. /]+)(mm|cm|in|yd)$/, "$1 $2");

/** Whether an error is about this option. */
export const isAbout = (error, product, key) =>
  error.pointer === `/${product}/${key}` ||
  (error.pointer?.startsWith(`/${product}/${key}/`) ?? false) ||
  error.option === key;

/** A button that puts a value that works in the place of a wrong one; nothing if none is known. */
export function useInstead(error, product) {
  const value = error.works ?? error.meant;
  const pointer = error.works ? `/${product}/${error.option}` : error.pointer;
  if (value === undefined || !pointer || !state.design) return null;
  const use = () => {
    announce(`${written(value)} is used.`);
    setDesign(at(state.design, pointer, value), { same: true });
  };
  return plainButton(`Use ${written(value)}`, use, { class: "small-button use-instead" });
}

/** An error as a sentence, with what to do about it. */
export const wrongWords = (error) =>
  [plain(error.message), error.hint ? plain(error.hint) : null].filter(Boolean).map(sentence).join(" ");

/** Says what fails that nobody answers for. */
export const watchFailures = () =>
  addEventListener("unhandledrejection", ({ reason }) =>
    announce(`This did not work: ${sentence(plain(String(reason?.message ?? reason)))}`),
  );

/** What is wrong, as a list with places. */
export function problems(errors, title = "This cannot be made", product = null) {
  // A place in a file helps whoever wrote the file; a design was made on the page.
  const inFile = (error) => error.file && error.file !== "design";
  const items = errors.map((error) =>
    el(
      "li",
      {},
      inFile(error) && error.pointer ? [el("code", {}, error.pointer), " "] : null,
      sentence(plain(error.message)),
      inFile(error) && error.line ? ` (line ${error.line}${error.column ? `, column ${error.column}` : ""})` : null,
      error.hint ? el("span", { class: "hint" }, ` ${sentence(plain(error.hint))}`) : null,
      product ? useInstead(error, product) : null,
    ),
  );
  return el(
    "div",
    { class: "problem", role: "group", "aria-label": title },
    el("strong", {}, title),
    el("ul", {}, items),
  );
}
