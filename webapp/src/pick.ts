// SPDX-License-Identifier: MIT
// Chooses the backend: the engine in this browser if the build includes it, else the HTTP server.

import type { Backend } from "./backend";
import { Server } from "./server";
import { registerServiceWorker } from "./service";

export async function pickBackend(): Promise<Backend> {
  // A build with an engine names its file in a meta element.  Probing for a server instead would log an
  // error in every visitor's console.
  const hasEngine = document.querySelector('meta[name="tessera-engine"]') !== null;
  if (hasEngine) return new (await import("./local")).Local();
  registerServiceWorker();
  return new Server();
}
