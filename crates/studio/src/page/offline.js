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

async function keep() {
  if (!navigator.serviceWorker) return;
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
  await navigator.serviceWorker.ready;
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

keep().catch(() => {
  byId("kept").textContent = "This browser does not keep it: it needs a network.";
});
