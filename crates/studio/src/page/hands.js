// One rule for whatever arrives late: while a hand is on the page, it waits. What is being typed is kept by `morph.js`.

/** Pointers that are pressed. */
const pressed = new Set();
let waiting = [];

/** Runs what has waited, unless a hand is back already. */
function goOn() {
  if (pressed.size) return;
  const all = waiting;
  waiting = [];
  all.forEach((then) => then());
}

/** Runs something that arrived: at once, or when all hands are off. */
export function handsOff(then) {
  if (pressed.size) waiting.push(then);
  else then();
}

/** The same to wait for. */
export const untilHandsOff = () => new Promise((done) => handsOff(done));

/** Watches the hands on the page. */
export function watchHands() {
  const hear = (type, heard) => addEventListener(type, heard, true);
  // What a press does is done before anything else comes: its click, and the end of its stroke.
  const off = ({ pointerId }) => pressed.delete(pointerId) && setTimeout(goOn);
  hear("pointerdown", (event) => {
    // The list of a select takes the end of the press away.
    if (!(event.target instanceof Element && event.target.closest("select"))) pressed.add(event.pointerId);
  });
  hear("pointerup", off);
  hear("pointercancel", off);
  // It ended where the page does not hear of it.
  hear("pointermove", (event) => event.buttons === 0 && off(event));
  addEventListener("blur", () => {
    pressed.clear();
    goOn();
  });
}

/** How far apart the places are that a stroke touches, in pixels. */
const STEP = 4;

/** The places that a pointer touched since the one before: a quick hand skips what is between. */
export function strokeTo(event, before) {
  const moved = event.getCoalescedEvents?.() ?? [];
  const ends = [before, ...moved, event].filter(Boolean);
  return ends.flatMap((end, index) => {
    const from = ends[index - 1] ?? end;
    const [dx, dy] = [end.clientX - from.clientX, end.clientY - from.clientY];
    const steps = Math.max(Math.ceil(Math.hypot(dx, dy) / STEP), 1);
    return Array.from({ length: steps }, (_, at) => ({
      clientX: from.clientX + (dx * (at + 1)) / steps,
      clientY: from.clientY + (dy * (at + 1)) / steps,
    }));
  });
}
