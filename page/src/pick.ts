// SPDX-License-Identifier: MIT
// Who answers: a server if there is one, else the engine in this browser.

import type { Backend } from "./backend";
import { Server } from "./server";

/** local.ts beside this file; a pattern instead of a name, so that the page builds without it, too. */
async function local(end: string): Promise<Backend> {
  const module = (await import(`./loca${end}.ts`)) as { Local: new () => Backend };
  return new module.Local();
}

export async function pickBackend(): Promise<Backend> {
  const server = new Server();
  try {
    await server.games();
    return server;
  } catch (reason) {
    try {
      return await local("l");
    } catch {
      throw reason;
    }
  }
}
