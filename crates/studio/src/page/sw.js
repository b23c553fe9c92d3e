// Keeps one version of the page whole, for use without a network. The list is written with the page.

const VERSION = "@version@";
const FILES = /* @files@ */ {};
const OURS = `piecework ${registration.scope} `;
const NAME = OURS + VERSION;

/** A file as it was written, or nothing at all. What a host redirected may not be a page otherwise. */
async function fetched(path, integrity) {
  const response = await fetch(new Request(path, { integrity, cache: "no-cache" }));
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return new Response(await response.blob(), { headers: response.headers });
}

async function install() {
  const cache = await caches.open(NAME);
  const put = async ([path, integrity]) => cache.put(path, await fetched(path, integrity));
  await Promise.all(Object.entries(FILES).map(put));
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
