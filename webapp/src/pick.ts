// SPDX-License-Identifier: MIT
// Chooses the backend: the engine in this browser if the build includes it, else the HTTP server.

import type { Backend } from "./backend";
import { Server } from "./server";

/** Load local.ts.  The import path is a template so that the web app also builds without that file. */
async function local(end: string): Promise<Backend> {
  const module = (await import(`./loca${end}.ts`)) as { Local: new () => Backend };
  return new module.Local();
}

export async function pickBackend(): Promise<Backend> {
  // A build with an engine names its file in a meta element.  Probing for a server instead would log an
  // error in every visitor's console.
  const hasEngine = document.querySelector('meta[name="tessera-engine"]') !== null;
  return hasEngine ? local("l") : new Server();
}
