// SPDX-License-Identifier: MIT
// Loads the package from its files, for Node.

import { readFile } from "node:fs/promises";
import { Tessera } from "./tessera.mjs";

export { EngineError, Position, Tessera } from "./tessera.mjs";

const file = (name, encoding) => readFile(new URL(name, import.meta.url), encoding);

/** Start an engine.  Each has its own memory; use one per thread. */
export async function load({ seed = 1 } = {}) {
  return Tessera.start(await WebAssembly.compile(await file("engine.wasm")), (name) => file(name, "utf8"), seed);
}
