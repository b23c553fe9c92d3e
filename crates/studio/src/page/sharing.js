// Which files the share sheet of a system takes: each system has kinds and a number that it refuses.

/** What files are called on the web, by their ends. */
const TYPES = {
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  csv: "text/csv",
  txt: "text/plain",
  md: "text/markdown",
  json: "application/json",
  dxf: "image/vnd.dxf",
};
/** What people send first, where not all can be sent. */
const FIRST = ["pdf", "png", "svg"];

const endOf = (name) => name.split(".").pop();
const rank = ({ name }) => (FIRST.includes(endOf(name)) ? FIRST.indexOf(endOf(name)) : FIRST.length);

/** The type of a file, by its name. */
export const typeOf = (name) => TYPES[endOf(name)] ?? "application/octet-stream";

/**
 * As many of these files as can be shared together, the most wanted first: `canShare` says that of a list of files,
 * which are empty here.
 */
export function sharedFiles(files, canShare) {
  const probe = ({ name }) => new File([""], name, { type: typeOf(name) });
  const chosen = [];
  for (const file of [...files].sort((a, b) => rank(a) - rank(b)))
    if (canShare([...chosen, file].map(probe))) chosen.push(file);
  return chosen;
}

/** What to know of a link of a server that only this computer reaches; nothing of other servers. */
export const hereWords = () =>
  ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)
    ? "This server is on your own computer. Other devices reach the link only if they run the studio too."
    : "";
