// Who somebody is in a class, and the way to its wall: a pupil in every tab of the browser, the teacher in one.

import { state } from "./design.js";
import { announce, el, plainButton, show } from "./dom.js";
import { askClass } from "./server.js";
import { plain, sentence } from "./words.js";

const KEY = "piecework class";

/** Whether an address is that of a class: its code may be in it, and the teacher's key. */
export const isClass = (hash) => /^#class(\/|$)/.test(hash);

/** The code as people read it aloud. */
export const spelled = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** What it is if the browser keeps nothing. */
let here = null;

/** Who somebody is in the class: its code, a name that was given, and a token; nothing if in none. */
export function whoIAm() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? "null") ?? here;
  } catch {
    return here;
  }
}

/** Goes into a class, or, without anybody, out of it. */
export function become(who) {
  const isOut = !who && !whoIAm()?.isTeacher;
  here = who;
  try {
    sessionStorage.removeItem(KEY);
    if (isOut) localStorage.removeItem(KEY);
    // One pupil in one browser; the key of the teacher is gone with the tab.
    if (who) (who.isTeacher ? sessionStorage : localStorage).setItem(KEY, JSON.stringify(who));
  } catch {
    /* A browser that keeps nothing: it lasts as long as the page. */
  }
}

/** Why something about the class did not work; whoever is in a class that is over leaves it. */
export function refused(error) {
  const [first] = error.errors ?? [{ message: error.message }];
  if (first.code === "E2322") become(null);
  return sentence(plain([first.message, first.hint].filter(Boolean).join(". ")));
}

/** Puts a solved board or a design on the wall; says whether it is there. */
export async function putUp(kind, design) {
  const { code, token } = whoIAm() ?? {};
  try {
    await askClass(`/${code}/works?kind=${kind}`, { method: "POST", token, design });
    announce("It is on the wall of your class.");
    return true;
  } catch (error) {
    announce(refused(error));
    return false;
  }
}

/** The link to the wall. */
export const wallLink = () => el("a", { class: "button", href: `./#class/${whoIAm().code}` }, "The wall");

/** The line above every act: of the class that somebody is in, or that there is one. */
export function classBar(view) {
  const element = el("aside", { class: "class-bar", "aria-label": "Class", hidden: true });
  const put = async ({ currentTarget: button }) => {
    button.disabled = true;
    await putUp("design", view.tiling ? { ...state.design, "x-found": view.tiling } : state.design);
    button.disabled = false;
    sync();
  };
  function sync() {
    const me = whoIAm();
    element.hidden = !view.inputs.class || (!me && state.act !== "choose");
    if (element.hidden) return;
    if (!me) {
      show(element, "A class meets on this server. ", el("a", { href: "./#class" }, "Enter its code"));
      return;
    }
    const isDrawn = state.act !== "choose" && view.look?.scene;
    show(
      element,
      el(
        "span",
        {},
        me.isTeacher ? "You are the teacher" : "You are ",
        me.isTeacher ? null : el("strong", {}, me.name),
      ),
      wallLink(),
      isDrawn ? plainButton("Put it up", put, { id: "put-up" }) : null,
    );
  }
  return { element, sync };
}
