// What elements do when something happens, so that one element can take over from another.

const all = new WeakMap();

/** The handlers of an element by the type of their event. */
export function handlersOf(element) {
  if (!all.has(element)) all.set(element, new Map());
  return all.get(element);
}

const listening = new WeakMap();

/** Sets the one handler of an element for a type of event. */
export function hear(element, type, handler) {
  handlersOf(element).set(type, handler);
  if (!listening.has(element)) listening.set(element, new Set());
  if (listening.get(element).has(type)) return;
  listening.get(element).add(type);
  element.addEventListener(type, (event) => handlersOf(element).get(type)?.(event));
}
