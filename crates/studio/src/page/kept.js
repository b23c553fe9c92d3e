// What this browser keeps if somebody asks for it, as a list by its name.

/** A list that is kept under a name: `read()` gives nothing if nobody asked to keep it, `write(null)` forgets it. */
export const keptList = (name) => ({
  read() {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null");
    } catch {
      return null;
    }
  },
  /** Says whether the browser keeps it. */
  write(all) {
    try {
      if (all) localStorage.setItem(name, JSON.stringify(all));
      else localStorage.removeItem(name);
      return true;
    } catch {
      return false;
    }
  },
});
