// Two fingers that turn, wherever they are on the page.

/** How far two fingers turn for one step, in radians; chosen by trial. */
const STEP = Math.PI / 6;

/** The steps from one angle to another by the shorter way, and what is left over. */
export function stepsBetween(from, to) {
  const full = 2 * Math.PI;
  const turned = ((((to - from + Math.PI) % full) + full) % full) - Math.PI;
  const steps = Math.trunc(turned / STEP);
  return { steps, from: from + steps * STEP };
}

/** Calls `turn(1)` for each step clockwise, `turn(-1)` for each one back, as long as `isOn()`. */
export function watchTwist(isOn, turn) {
  const fingers = new Map();
  let from = null;
  const angle = () => {
    const [one, other] = [...fingers.values()];
    return Math.atan2(other.clientY - one.clientY, other.clientX - one.clientX);
  };
  const put = (event) => {
    if (event.pointerType === "touch") fingers.set(event.pointerId, event);
  };
  const off = ({ pointerId }) => {
    fingers.delete(pointerId);
    from = null;
  };
  addEventListener("pointerdown", (event) => {
    put(event);
    from = fingers.size === 2 && isOn() ? angle() : null;
  });
  addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    put(event);
    if (from === null || fingers.size !== 2) return;
    const { steps, from: next } = stepsBetween(from, angle());
    from = next;
    for (let at = 0; at < Math.abs(steps); at += 1) turn(Math.sign(steps));
  });
  addEventListener("pointerup", off);
  addEventListener("pointercancel", off);
}
