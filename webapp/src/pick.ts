// SPDX-License-Identifier: MIT
// Who answers: the engine in this browser if the page was built with it, else the page's server.

import type { Backend } from "./backend";
import { Server } from "./server";

/** local.ts beside this file; a pattern instead of a name, so that the page builds without it, too. */
async function local(end: string): Promise<Backend> {
  const module = (await import(`./loca${end}.ts`)) as { Local: new () => Backend };
  return new module.Local();
}

export async function pickBackend(): Promise<Backend> {
  // The build names the engine's file in the page.  Nobody is asked then: there is no server, and a
  // question without an answer would be an error in the console of every visitor.
  const hasEngine = document.querySelector('meta[name="tessera-engine"]') !== null;
  return hasEngine ? local("l") : new Server();
}
