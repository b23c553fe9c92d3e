// The wall of a class: a code lets pupils in, and what they solved and designed is seen by all. It is gone at the end.

import { encode } from "./address.js";
import { announce, copyText, drawing, el, mainButton, plainButton, quietButton, show } from "./dom.js";
import { become, isClass, refused, spelled, whoIAm } from "./inclass.js";
import { watchTyping } from "./morph.js";
import { isPlayed, playAddress } from "./playaddress.js";
import { watchFailures } from "./problems.js";
import { askClass, qrCode, workPicture } from "./server.js";
import { counted } from "./words.js";

/** How often the wall is asked for, in milliseconds. */
const EVERY = 3000;

const TEACHER = "Teacher";
const KINDS = { solved: "Solved", design: "Design" };

let shell = null;
let timer = 0;
let version = null;
let works = null;

/** The address that lets pupils in. */
const linkTo = (code) => new URL(`./#class/${code}`, location.href).href;

/** The parts of the page that stay. */
function createShell() {
  const [head, says, wall] = [
    el("div", { class: "class-head" }),
    el("p", { class: "lead", id: "class-says" }),
    el("ul", { class: "class-wall plain", "aria-label": "The wall" }),
  ];
  const element = el("div", { class: "class-page" }, head, says, wall);
  return { element, head, says, wall };
}

/** Asks for the code, and says why if there was one that is wrong. */
function askForCode(why = "") {
  clearTimeout(timer);
  [works, version] = [null, null];
  const go = (event) => {
    event.preventDefault();
    const code = code_.value.replaceAll(/[^a-z\d]/gi, "").toLowerCase();
    if (code) enter(code);
    else code_.focus();
  };
  const code_ = el("input", {
    type: "text",
    id: "class-code",
    autocomplete: "off",
    spellcheck: false,
    maxLength: 12,
    "aria-describedby": "class-says",
  });
  code_.setAttribute("autocapitalize", "none");
  shell.head.replaceChildren(
    el("h1", { tabindex: "-1" }, "Enter the class"),
    el(
      "form",
      { class: "class-form", onsubmit: go },
      el("label", { for: "class-code", class: "name" }, "Code of the class"),
      el("div", { class: "row" }, code_, el("button", { type: "submit", class: "main", id: "class-enter" }, "Enter")),
    ),
    el("p", { class: "help" }, "Your teacher has the code. You are given a name, and nothing is asked of you."),
  );
  shell.says.textContent = why;
  shell.wall.replaceChildren();
  if (why) announce(why, { quiet: true });
}

/** Goes in by a code. */
async function enter(code) {
  try {
    const { name, token, code: own } = await askClass(`/${encodeURIComponent(code)}/pupils`, { method: "POST" });
    become({ code: own, name, token });
    history.replaceState(null, "", `#class/${own}`);
    showClass();
    announce(`You are in. Your name here is ${name}.`);
  } catch (error) {
    askForCode(refused(error));
  }
}

/** The teacher's page of the class that is open, by the key. */
async function teach(token) {
  try {
    const { code } = await askClass("", { token });
    become({ code, name: TEACHER, token, isTeacher: true });
    // The key is not for the wall that it is shown on.
    history.replaceState(null, "", `#class/${code}`);
    showClass();
  } catch (error) {
    askForCode(refused(error));
  }
}

/** Begins a new class, or ends the one that is open, after a question. */
function askTwice(words, yes, method) {
  const act = async () => {
    dialog.close();
    try {
      const { code } = await askClass("", { method, token: whoIAm().token });
      become({ ...whoIAm(), code });
      history.replaceState(null, "", `#class/${code}`);
      [works, version] = [null, null];
      showClass();
      announce(code ? "A new class has begun." : "The class is over, and its wall is empty.");
    } catch (error) {
      announce(refused(error));
    }
  };
  const dialog = el(
    "dialog",
    { class: "page-view small-view", "aria-label": yes },
    el("p", {}, words),
    el(
      "div",
      { class: "row" },
      mainButton(yes, act, { id: "class-yes" }),
      plainButton("Go on as it is", () => dialog.close()),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const GONE = "Everything on the wall is then gone, and pupils need a new code.";

/** What the teacher has: the code to show, the link, and the end. */
function teacherParts(code) {
  const begin = plainButton("Begin a new class", () => askTwice(GONE, "Begin a new class", "POST"), {
    id: "class-new",
  });
  if (!code) return [el("p", {}, "The class is over. Nothing of it was kept."), el("div", { class: "row" }, begin)];
  const qr = el("div", { class: "class-qr" });
  qrCode(linkTo(code)).then(
    (picture) => {
      const svg = drawing(picture);
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", "QR code of the link for pupils");
      qr.replaceChildren(svg);
    },
    () => qr.remove(),
  );
  return [
    el(
      "div",
      { class: "class-invite" },
      qr,
      el(
        "div",
        {},
        el("p", { class: "class-code", id: "class-shown" }, spelled(code)),
        el("p", { class: "help" }, "Pupils open ", el("code", {}, linkTo(code)), " or scan the picture."),
        el(
          "div",
          { class: "row" },
          plainButton("Copy the link", () => copyText(linkTo(code), "The link for pupils"), { id: "class-copy" }),
          begin,
          quietButton("End the class", () => askTwice(GONE, "End the class", "DELETE"), { id: "class-end" }),
        ),
      ),
    ),
  ];
}

/** Shows the class that somebody is in. */
function showClass() {
  const { code, name, isTeacher } = whoIAm();
  const leave = () => {
    become(null);
    history.replaceState(null, "", "#class");
    askForCode();
    shell.head.querySelector("h1").focus();
  };
  shell.head.replaceChildren(
    el("h1", { tabindex: "-1" }, "The wall of the class"),
    ...(isTeacher
      ? teacherParts(code)
      : [el("p", {}, "Your name here is ", el("strong", { id: "class-name" }, name), ", and nobody knows another.")]),
    el(
      "div",
      { class: "row" },
      el("a", { class: "button main", href: "./", id: "class-studio" }, "Play or design something"),
      isTeacher ? null : quietButton("Leave", leave, { id: "class-leave" }),
    ),
  );
  shell.says.textContent = "";
  shell.wall.replaceChildren();
  if (code) follow();
}

/** Opens a work: a solved board is played from its beginning, a design opens in the studio. */
async function open({ id, kind }) {
  const { code } = whoIAm();
  try {
    const design = await askClass(`/${code}/works/${id}`);
    const { search, ...rest } = design;
    const address =
      kind === "solved"
        ? await playAddress(search?.open ? rest : design, { open: search?.open })
        : `#color/${await encode(design)}`;
    location.hash = address;
  } catch (error) {
    announce(refused(error));
  }
}

async function takeDown({ id, by }) {
  const { code, token } = whoIAm();
  try {
    await askClass(`/${code}/works/${id}`, { method: "DELETE", token });
    await look();
    announce(`The work of ${by} is taken down.`);
    shell.head.querySelector("h1").focus();
  } catch (error) {
    announce(refused(error));
  }
}

/** A work on the wall; the picture is drawn by the server, and shown as a picture, so that nothing in it acts. */
function workItem(work) {
  const { code, name, isTeacher } = whoIAm();
  const { id, by, kind, words } = work;
  const isOwn = by === name;
  const what = kind === "solved" ? "Play it" : "Open it";
  return el(
    "li",
    { id: `work-${id}`, class: isOwn ? "own" : "" },
    el("img", { src: workPicture(code, id), alt: `${KINDS[kind]} by ${by}: ${words}`, loading: "lazy" }),
    el("p", {}, el("strong", {}, isOwn && !isTeacher ? `${by} (you)` : by), el("span", { class: "kind" }, KINDS[kind])),
    el("p", { class: "small" }, words),
    el(
      "div",
      { class: "row" },
      plainButton(what, () => open(work), { id: `open-${id}`, class: "small-button", "aria-label": `${what}: ${by}` }),
      isTeacher || isOwn
        ? quietButton("Take down", () => takeDown(work), { id: `down-${id}`, "aria-label": `Take down: ${by}` })
        : null,
    ),
  );
}

/** What is new on the wall, in words. */
function newWords(before) {
  const known = new Set(before.map(({ id }) => id));
  const added = works.filter(({ id }) => !known.has(id));
  if (added.length === 1) return `${added[0].by} put something up: ${KINDS[added[0].kind]}, ${added[0].words}.`;
  return added.length ? `${counted(added.length, "work")} more on the wall.` : "";
}

/** Asks what is on the wall, and shows it if it changed. The teacher's works are first, then the newest. */
async function look() {
  const me = whoIAm();
  const found = await askClass(`/${me.code}${version === null ? "" : `?version=${version}`}`);
  if (me.code !== whoIAm()?.code || !found.works) return;
  const before = works;
  ({ version, works } = found);
  const newest = [...works].reverse();
  const ordered = [...newest.filter(({ by }) => by === TEACHER), ...newest.filter(({ by }) => by !== TEACHER)];
  show(shell.wall, ...ordered.map(workItem));
  const count = `${counted(found.pupils, "pupil")}, ${counted(works.length, "work")} on the wall.`;
  shell.says.textContent = works.length
    ? count
    : `${count} Solve a puzzle or roll a design, and put it up: there is a button for it.`;
  const said = before && newWords(before);
  if (said) announce(said, { quiet: true });
}

/** Follows the wall as long as the class goes on. */
async function follow() {
  clearTimeout(timer);
  try {
    if (!document.hidden) await look();
    timer = setTimeout(follow, EVERY);
  } catch (error) {
    if (whoIAm()?.isTeacher) await teach(whoIAm().token);
    else {
      const why = refused(error);
      become(null);
      askForCode(why);
    }
  }
}

/** Starts the page of a class. */
export async function classPage() {
  document.body.classList.add("playing", "in-class");
  document.title = "The wall of the class · piecework";
  shell = createShell();
  document.getElementById("act").replaceChildren(shell.element);
  watchFailures();
  watchTyping(() => {});
  const read = () => {
    if (!isClass(location.hash) || isPlayed(location.hash)) location.reload();
    else begin();
  };
  const begin = async () => {
    const [, code = "", key = ""] = location.hash.slice(1).split("/").map(decodeURIComponent);
    const me = whoIAm();
    if (key) await teach(key);
    else if (me && (!code || me.code === code)) showClass();
    else if (code) await enter(code);
    else askForCode();
  };
  addEventListener("popstate", read);
  addEventListener("hashchange", read);
  document.addEventListener("visibilitychange", () => !document.hidden && works && follow());
  await begin();
}
