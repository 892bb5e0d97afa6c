// SPDX-License-Identifier: MIT
// The service worker: serves the web app from a cache, without a network.  The build inserts the list of
// files and a hash of their contents as the version.  A new version is used only after all its files are
// cached and no open page uses the old one, so a page never mixes files of two versions.
//
// If a server is needed to play, the page itself comes from the network as long as there is one: a new page
// names new files.

declare const FILES: string[];
declare const VERSION: string;
declare const NEEDS_SERVER: boolean;

const scope = self as unknown as ServiceWorkerGlobalScope;
const FAMILY = "tessera-";
const CACHE = FAMILY + VERSION;

async function fetchAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(FAMILY) && name !== CACHE) await caches.delete(name);
  await scope.clients.claim();
}

/** Return the path below the scope, without query and fragment. */
function placeOf(request: Request): string {
  return request.url.slice(scope.registration.scope.length).split(/[?#]/)[0] ?? "";
}

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const isPage = request.mode === "navigate" && ["", "index.html"].includes(placeOf(request));
  const wanted = isPage ? new URL("index.html", scope.registration.scope).href : request;
  const match = () => cache.match(wanted, { ignoreVary: true });
  if (isPage && NEEDS_SERVER) return fetch(request).catch(async () => (await match()) ?? Response.error());
  return (await match()) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(fetchAll()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const ours = request.url.startsWith(scope.registration.scope);
  const asksServer = ours && placeOf(request).startsWith("api/");
  if (request.method === "GET" && ours && !asksServer) event.respondWith(kept(request));
});
