// Brings what is shown up to date in place: the focus, the caret and what is being typed stay where they are.

const handlers = new WeakMap();
const listening = new WeakMap();

/** What an element does when something happens, by the type of the event; one element can take over from another. */
function handlersOf(element) {
  if (!handlers.has(element)) handlers.set(element, new Map());
  return handlers.get(element);
}

/** Sets the one handler of an element for a type of event. */
export function hear(element, type, handler) {
  handlersOf(element).set(type, handler);
  if (!listening.has(element)) listening.set(element, new Set());
  if (listening.get(element).has(type)) return;
  listening.get(element).add(type);
  element.addEventListener(type, (event) => handlersOf(element).get(type)?.(event));
}

/** Controls with something typed that is not part of the design yet. */
const pending = new WeakSet();

/** Whether somebody is typing in a control, or in one inside of it. */
export const isPending = (element) =>
  pending.has(element) || [...element.querySelectorAll("input, textarea, select")].some((one) => pending.has(one));

/** Watches what is typed; `onLeft` is called when a control is left without a change. */
export function watchTyping(onLeft) {
  document.addEventListener("input", ({ target }) => pending.add(target), true);
  document.addEventListener("change", ({ target }) => pending.delete(target), true);
  // A text that was changed back is left without a change.
  document.addEventListener(
    "focusout",
    ({ target }) => {
      if (pending.delete(target)) setTimeout(onLeft);
    },
    true,
  );
}

const SVG = "http://www.w3.org/2000/svg";

/** What a node is known by: its id, or the first id inside. */
const keyOf = (node) => node.id || node.querySelector?.("[id]")?.id || "";

const alike = (old, next) => old.nodeName === next.nodeName && old.type === next.type && keyOf(old) === keyOf(next);

/** Replaces a node; what has the focus gets it back by its id, or what is first in its place. */
function replace(old, next) {
  const focused = old.contains(document.activeElement) ? document.activeElement.id : null;
  old.replaceWith(next);
  if (focused === null) return;
  const again = focused ? document.getElementById(focused) : null;
  (again && !again.disabled ? again : next.querySelector?.("summary, button, input, select"))?.focus();
}

function attributes(old, next) {
  for (const { name } of [...old.attributes]) {
    // Whether details are open is up to the person.
    if (name !== "open" && !next.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name === "open" || old.getAttribute(name) === value) continue;
    // A style is no attribute that the policy of the page allows to set.
    if (name === "style") old.style.cssText = value;
    else old.setAttribute(name, value);
  }
}

/** The state of a control, unless somebody is typing in it. */
function values(old, next) {
  if (pending.has(old) || old.type === "file") return;
  if ("checked" in old && old.checked !== next.checked) old.checked = next.checked;
  if (["INPUT", "SELECT", "TEXTAREA"].includes(old.nodeName) && old.value !== next.value) old.value = next.value;
}

/** Makes a node equal to another of its kind. */
function update(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  // What keeps a state of its own says what it was made from, and is made anew when that is another.
  const [was, is] = [old.dataset.same, next.dataset.same];
  if (was !== undefined && was === is) return;
  if (is !== undefined || old.namespaceURI === SVG) {
    if (is !== undefined || !old.isEqualNode(next)) replace(old, next);
    return;
  }
  attributes(old, next);
  for (const type of handlersOf(old).keys()) if (!handlersOf(next).has(type)) handlersOf(old).delete(type);
  for (const [type, handler] of handlersOf(next)) hear(old, type, handler);
  renew(old, [...next.childNodes]);
  values(old, next);
}

/** Gives an element these children; those that it has already stay, and are made equal to the new ones. */
export function renew(element, children) {
  const isThere = (child) => child !== null && child !== undefined && child !== false && child !== "";
  const [old, next] = [[...element.childNodes], children.filter(isThere)];
  let at = 0;
  for (const child of next.map((one) => (one instanceof Node ? one : document.createTextNode(String(one))))) {
    const place = old.findIndex((one, index) => index >= at && (keyOf(child) || index === at) && alike(one, child));
    if (place < 0) {
      element.insertBefore(child, old[at] ?? null);
      continue;
    }
    old.slice(at, place).forEach((gone) => gone.remove());
    at = place + 1;
    update(old[place], child);
  }
  old.slice(at).forEach((gone) => gone.remove());
}
