// SPDX-License-Identifier: MIT
// The page without a network.  The build writes the list of files and a version made of their contents
// into this file.  A version is fetched whole before it is used, and the older one stays until no page
// that runs it is open: a page never gets files of two versions.

declare const FILES: string[];
declare const VERSION: string;

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

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const wanted = request.mode === "navigate" ? new URL("index.html", scope.registration.scope).href : request;
  return (await cache.match(wanted, { ignoreVary: true })) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(fetchAll()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const ours = request.url.startsWith(scope.registration.scope);
  const asksServer = ours && request.url.slice(scope.registration.scope.length).startsWith("api/");
  if (request.method === "GET" && ours && !asksServer) event.respondWith(kept(request));
});
