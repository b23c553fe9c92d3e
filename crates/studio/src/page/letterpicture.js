// A tiling that is typed in letters, as a picture beside them.

import { cornersOf, isCell, shape, viewOf } from "./lattice.js";

const COLORS = ["#e3b7a0", "#a9c4b4", "#e9d8a6", "#b7c3dd", "#d9b8cf", "#c9d6a3", "#f0c38e", "#b5d4d8", "#cbb9e0"];
/** More letters than that are drawn when they are used. */
const MOST = 6000;

/** The cells of letters, each in the color of its letter; nothing where letters are not on cells of the lattice. */
export function letterPicture(text, lattice) {
  const cells = text
    .split("\n")
    .flatMap((row, y) => [...row].flatMap((letter, x) => (letter === "." || !letter.trim() ? [] : [{ letter, x, y }])));
  if (!cells.length || cells.length > MOST || !cells.every(({ x, y }) => isCell(lattice, x, y))) return null;
  const names = [...new Set(cells.map(({ letter }) => letter))];
  const points = [];
  const polygons = cells.map(({ letter, x, y }) => {
    const corners = cornersOf(lattice, x, y);
    points.push(...corners);
    const polygon = shape("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") });
    polygon.style.fill = COLORS[names.indexOf(letter) % COLORS.length];
    return polygon;
  });
  return shape("svg", { class: "letter-picture", "aria-hidden": "true", viewBox: viewOf(points) }, ...polygons);
}
