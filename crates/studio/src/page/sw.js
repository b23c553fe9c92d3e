// Keeps one version of the page whole, for use without a network. The list is written with the page.

const VERSION = "@version@";
const FILES = /* @files@ */ {};
const OURS = `piecework ${registration.scope} `;
const NAME = OURS + VERSION;

/** What keeps a file from being kept as it was written. */
async function whyNot(path) {
  const name = path === "./" ? "the page itself" : path;
  const response = await fetch(path, { cache: "no-cache" }).catch(() => null);
  if (!response) return `the host does not answer when it is asked for ${name}`;
  return response.ok ? `the host changes ${name} on its way` : `the host lacks ${name} (status ${response.status})`;
}

/** A file as it was written, or nothing at all. What a host redirected may not be a page otherwise. */
async function fetched(path, integrity) {
  const response = await fetch(new Request(path, { integrity, cache: "no-cache" })).catch(() => null);
  if (!response?.ok) throw new Error(await whyNot(path));
  return new Response(await response.blob(), { headers: response.headers });
}

async function keep() {
  const cache = await caches.open(NAME);
  const put = async ([path, integrity]) => cache.put(path, await fetched(path, integrity));
  await Promise.all(Object.entries(FILES).map(put));
}

/** Keeps every file. Where that fails, the pages hear why, and what is there of the version goes. */
async function install() {
  try {
    await keep();
  } catch (error) {
    const why = error.name === "QuotaExceededError" ? "this browser has no room for it" : error.message;
    const pages = await clients.matchAll({ includeUncontrolled: true, type: "window" });
    pages.forEach((page) => page.postMessage({ why }));
    await caches.delete(NAME);
    throw error;
  }
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== NAME).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  if (event.data === "now") event.waitUntil(skipWaiting());
});
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope))
    event.respondWith(answer(event.request));
});
