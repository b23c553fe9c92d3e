// Outlines of patches as lists of points: what two of them share, and lightness of their colors.

/** The rings of a path that the program drew: `M0 0L10 0L10 10Z`. */
export const ringsOf = (path) =>
  path
    .split("M")
    .slice(1)
    .map((ring) =>
      ring
        .replace("Z", "")
        .split("L")
        .map((point) => point.trim().split(" ").map(Number)),
    );

/** The sides of a path: pairs of points. */
const sidesOf = (path) =>
  ringsOf(path).flatMap((ring) => ring.map((point, at) => [point, ring[(at + 1) % ring.length]]));

const NEAR = 0.02;

/** What two sides on one line share; nothing if that is a point or less. */
function overlap([a, b], [c, d]) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy);
  const aside = ([x, y]) => Math.abs((x - a[0]) * dy - (y - a[1]) * dx) / length;
  if (length < NEAR || aside(c) > NEAR || aside(d) > NEAR) return null;
  const along = ([x, y]) => ((x - a[0]) * dx + (y - a[1]) * dy) / length;
  const [from, to] = [along(c), along(d)].sort((p, q) => p - q);
  const [start, end] = [Math.max(from, 0), Math.min(to, length)];
  if (end - start < NEAR) return null;
  const at = (distance) => [a[0] + (dx * distance) / length, a[1] + (dy * distance) / length];
  return [at(start), at(end)];
}

/** The line along which two paths touch, as pairs of points. */
export function shared(first, second) {
  const others = sidesOf(second);
  return sidesOf(first).flatMap((side) => others.map((other) => overlap(side, other)).filter(Boolean));
}

const rounded = (number) => Math.round(number * 100) / 100;

/** Pairs of points as the text of a path. */
export const lineOf = (pairs) =>
  pairs.map((pair) => `M${pair.map((point) => point.map(rounded).join(" ")).join("L")}`).join("");

/** How light a color is, L* from 0 to 100. Source: CIE 15, with the luminance of sRGB (IEC 61966-2-1). */
export function lightness(rgb) {
  const linear = [1, 3, 5]
    .map((at) => parseInt(rgb.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance;
}

/** Which of these points lies best in a direction from one of them, by their numbers; none: the same. */
export function nearest(points, from, [dx, dy]) {
  const [x, y] = points[from];
  let best = from;
  let least = Infinity;
  points.forEach(([px, py], number) => {
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (number === from || along <= 0.1 || along + 2 * aside >= least) return;
    least = along + 2 * aside;
    best = number;
  });
  return best;
}
