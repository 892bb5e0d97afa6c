// SPDX-License-Identifier: MIT
// Registers the service worker (worker/sw.ts), with which browsers install the web app.

/** Failure is harmless: the web app then needs a network. */
export function registerServiceWorker(): void {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => {});
}
