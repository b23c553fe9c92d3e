// Keeps the page for use without a network, says when a new version is there, and offers to install it.

const byId = (id) => document.getElementById(id);
let reloads = false;

/** Offers to change to the new version; what is on the page is in its address, and stays. */
function offer(worker) {
  byId("fresh").hidden = false;
  byId("fresh-now").onclick = () => {
    reloads = true;
    worker.postMessage("now");
  };
}

async function keep() {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (reloads) location.reload();
  });
  const registration = await navigator.serviceWorker.register("sw.js");
  const isNew = () => registration.waiting && navigator.serviceWorker.controller;
  if (isNew()) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker.addEventListener("statechange", () => {
      if (worker.state === "installed" && isNew()) offer(worker);
    });
  });
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
