// State in one place: parts change it, and whoever subscribes hears of it once, however much was changed.

/**
 * A store with these values. Its listeners run after the work that changed something, with the store; `when` may let
 * them wait longer.
 */
export function createStore(values, when = (tell) => tell()) {
  const listeners = new Set();
  let isWaiting = false;
  const tell = () => {
    isWaiting = false;
    for (const listener of [...listeners]) listener(store);
  };
  const changed = () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => when(tell));
  };
  const store = {
    ...values,
    /** Replaces values. */
    set(changes) {
      Object.assign(store, changes);
      changed();
    },
    /** Replaces values of one part, such as `search`. */
    patch(part, changes) {
      Object.assign(store[part], changes);
      changed();
    },
    /** Calls a listener after each change; gives back what ends that. */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;
}
