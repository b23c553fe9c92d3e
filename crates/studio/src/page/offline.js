// Keeps the page for use without a network, says when a new version is there, and offers to install it.

const byId = (id) => document.getElementById(id);
/** Whether this tab asked for the new version: known also to the page after a reload. */
const WANTED = "piecework wants the new version";
/** How long to wait for the new version, in milliseconds, before the page lets go of the old one. */
const PATIENCE = 2000;

/** Offers to change to the new version; what is on the page is in its address, and stays. */
function offer(worker) {
  byId("fresh").hidden = false;
  byId("fresh-now").onclick = () => {
    sessionStorage.setItem(WANTED, "yes");
    worker.postMessage("now");
    // In Chromium the old version sometimes does not rest as long as the page is there.
    setTimeout(() => location.reload(), PATIENCE);
  };
}

/** What the service worker says of why it cannot keep the page, before or after it gave up. */
let why = null;

const notKept = (words) => {
  byId("kept").textContent = `It is not kept on this device, and needs a network: ${words.replace(/\.$/, "")}.`;
};

/** Waits until the page is kept; a first version that cannot be kept is heard of here alone. */
function isKept({ active, installing }) {
  const failed = new Promise((_, refuse) => {
    const look = () => installing.state === "redundant" && refuse(new Error("this browser gave it up"));
    if (active || !installing) return;
    installing.addEventListener("statechange", look);
    look();
  });
  return Promise.race([navigator.serviceWorker.ready, failed]);
}

async function keep() {
  if (!navigator.serviceWorker) {
    throw new Error(
      isSecureContext ? "this browser or window keeps nothing" : "browsers keep only pages from an address with https",
    );
  }
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    why = data.why;
    if (!navigator.serviceWorker.controller) notKept(why);
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!sessionStorage.getItem(WANTED)) return;
    sessionStorage.removeItem(WANTED);
    location.reload();
  });
  const registration = await navigator.serviceWorker.register("sw.js");
  const isNew = () => registration.waiting && navigator.serviceWorker.controller;
  if (isNew()) offer(registration.waiting);
  const watch = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && isNew()) offer(worker);
    });
  };
  registration.addEventListener("updatefound", watch);
  // It may have been found before anybody listened.
  watch();
  await isKept(registration);
  byId("kept").textContent = "It is kept on this device now: it works without a network.";
}

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  const button = byId("install");
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    event.prompt();
  };
});

keep().catch(({ message }) => notKept(why ?? message));
