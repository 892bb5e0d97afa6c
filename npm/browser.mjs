// SPDX-License-Identifier: MIT
// Loads the package over the network, for browsers.  engine.wasm and strings/ are next to this file, or
// below `base`.

import { Tessera } from "./tessera.mjs";

export { EngineError, Position, Tessera } from "./tessera.mjs";

async function get(name, base) {
  const response = await fetch(new URL(name, base));
  if (!response.ok) throw new Error(`cannot load ${response.url}: status ${response.status}`);
  return response;
}

/** Start an engine.  Each has its own memory; use one per Worker. */
export async function load({ seed = 1, base = import.meta.url } = {}) {
  const bytes = await (await get("engine.wasm", base)).arrayBuffer();
  return Tessera.start(await WebAssembly.compile(bytes), async (name) => (await get(name, base)).text(), seed);
}
