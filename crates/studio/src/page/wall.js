// The quilt in a room at its true size: on a wall, or on a bed.

import { el, plainButton, show } from "./dom.js";
import { shape } from "./lattice.js";
import { sides } from "./words.js";
import { state } from "./design.js";

/**
 * Rooms, in millimetres: what is in them, and where the quilt is. Beds are mattresses of the usual North
 * American sizes.
 */
const ROOMS = {
  wall: { name: "On a wall" },
  crib: { name: "On a crib", bed: [711, 1321] },
  twin: { name: "On a twin bed", bed: [965, 1905] },
  queen: { name: "On a queen bed", bed: [1524, 2032] },
  king: { name: "On a king bed", bed: [1930, 2032] },
};
/** A person, to see how large it is. */
const PERSON = 1680;

const box = (class_, x, y, width, height, more = {}) => shape("rect", { class: class_, x, y, width, height, ...more });

/** The quilt as a nested picture with this width and height. */
function quiltAt(svg, x, y, width, height) {
  const copy = svg.cloneNode(true);
  copy.querySelectorAll(".cursor, .pins, .seam, .alike, .numbers").forEach((one) => one.remove());
  copy.querySelectorAll("[id]").forEach((one) => one.removeAttribute("id"));
  ["tabindex", "role", "aria-label", "aria-roledescription", "class"].forEach((name) => copy.removeAttribute(name));
  Object.entries({ x, y, width, height, preserveAspectRatio: "none" }).forEach(([name, value]) =>
    copy.setAttribute(name, value),
  );
  return copy;
}

/** A wall with a sideboard and a person beside the quilt. */
function onWall(svg, [width, height]) {
  const room = [Math.max(3200, width + 1800), Math.max(2600, height + 1000)];
  const person = [room[0] - 450, room[1] - 120 - PERSON];
  return shape(
    "svg",
    { viewBox: `0 0 ${room.join(" ")}`, role: "img" },
    box("room-wall", 0, 0, room[0], room[1]),
    box("room-floor", 0, room[1] - 120, room[0], 120),
    shape("circle", { class: "room-person", cx: person[0], cy: person[1] + 120, r: 120 }),
    shape("path", {
      class: "room-person",
      d: `M${person[0] - 230} ${room[1] - 120}L${person[0] - 190} ${person[1] + 330}Q${person[0]} ${
        person[1] + 220
      } ${person[0] + 190} ${person[1] + 330}L${person[0] + 230} ${room[1] - 120}Z`,
    }),
    box("room-shadow", (room[0] - 900 - width) / 2 + 25, 225, width, height),
    quiltAt(svg, (room[0] - 900 - width) / 2, 200, width, height),
  );
}

/** A bed from above, with the quilt in its middle and pillows over it. */
function onBed(svg, [width, height], [wide, long]) {
  const room = [Math.max(wide, width) + 700, Math.max(long, height) + 600];
  const [x, y] = [(room[0] - wide) / 2, 250];
  const top = Math.max(y + long - height + Math.max(0, (height - long) / 2), y);
  return shape(
    "svg",
    { viewBox: `0 0 ${room.join(" ")}`, role: "img" },
    box("room-floor", 0, 0, room[0], room[1]),
    box("room-board", x - 40, y - 90, wide + 80, 90, { rx: 30 }),
    box("room-bed", x, y, wide, long, { rx: 50 }),
    box("room-shadow", (room[0] - width) / 2 + 15, top + 20, width, height),
    quiltAt(svg, (room[0] - width) / 2, top, width, height),
    ...(wide > 1200 ? [0.06, 0.53] : [0.15]).map((at) =>
      box("room-pillow", x + wide * at, y + 40, wide * (wide > 1200 ? 0.41 : 0.7), 380, { rx: 90 }),
    ),
  );
}

/** The choice of rooms; `figure()` is the picture of the quilt. */
export function wall(view, figure) {
  const element = el("div", { class: "field rooms" });
  const open = (name) => {
    const size = view.size();
    const words = `${ROOMS[name].name}, ${sides(size, state.design.quilt?.units)}`;
    const drawn = ROOMS[name].bed ? onBed(figure().svg, size, ROOMS[name].bed) : onWall(figure().svg, size);
    drawn.setAttribute("aria-label", `The quilt: ${words}`);
    const dialog = el(
      "dialog",
      { class: "page-view room", "aria-label": words },
      el(
        "div",
        { class: "row" },
        el("strong", {}, words),
        plainButton("Close", () => dialog.close()),
      ),
      drawn,
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };
  const sync = () => {
    if (!view.size() || !view.look?.scene) {
      show(element);
      return;
    }
    show(
      element,
      el("span", { class: "name", id: "rooms" }, "See it at true size"),
      el(
        "div",
        { class: "ways", role: "group", "aria-labelledby": "rooms" },
        Object.entries(ROOMS).map(([name, room]) =>
          plainButton(room.name, () => open(name), { id: `room-${name}`, class: "small-button" }),
        ),
      ),
    );
  };
  return { element, sync };
}
