// Says why the page does not start. It is a script of the old kind: browsers run it even if a host sends it as text.

(() => {
  const say = (place, words) => {
    if (place) place.textContent = words;
  };

  /** What keeps a script of the page from running. */
  async function causeOf(address) {
    if (location.protocol === "file:")
      return "It was opened as a file. A browser opens this page only from a web server.";
    const path = new URL(address).pathname;
    const response = await fetch(address, { cache: "no-cache" }).catch(() => null);
    if (!response) return `The host does not answer when it is asked for ${path}.`;
    if (!response.ok) return `The host lacks ${path} (status ${response.status}): not every file of the page is there.`;
    const type = response.headers.get("content-type") ?? "no type at all";
    if (/javascript/.test(type))
      return `The host changes ${path} on its way. Nothing may shorten the files of the page or add to them.`;
    return (
      `The host sends ${path} as ${type.split(";")[0]}. Browsers run it only as text/javascript: ` +
      "tell the host that this is the type of files that end in .js. With python3 on Windows, the registry decides; " +
      "docs/hosting.md of piecework has a command that does not ask it."
    );
  }

  const isParsed = new Promise((done) => addEventListener("DOMContentLoaded", done));
  const failed = async (cause, isKeeper = false) => {
    const words = await cause;
    await isParsed;
    const place = document.getElementById("starting") ?? document.querySelector("#act:empty");
    if (isKeeper) say(document.getElementById("kept"), `It is not kept on this device, and needs a network. ${words}`);
    else say(place, `The page does not start. ${words}`);
  };
  addEventListener(
    "error",
    ({ target, message }) => {
      if (target instanceof HTMLScriptElement) failed(causeOf(target.src), target.src.endsWith("/offline.js"));
      else if (message) failed(`This browser cannot run it: ${message}.`);
    },
    true,
  );
  if (!("noModule" in HTMLScriptElement.prototype)) failed("This browser is too old for it.");
})();
