// SPDX-License-Identifier: MIT
// Bundles a TypeScript file of the web app for Node, with Debian's esbuild, and imports it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Import files of webapp/src as one module.  What is bundled twice does not share its state. */
export async function load(...names) {
  const source = fileURLToPath(new URL("../../webapp/src/", import.meta.url));
  const folder = mkdtempSync(path.join(os.tmpdir(), "tessera-bundle-"));
  const output = path.join(folder, "bundle.mjs");
  const input = names.map((name) => `export * from ${JSON.stringify(path.join(source, name))};`).join("\n");
  try {
    const done = spawnSync("esbuild", ["--bundle", "--format=esm", "--platform=node", "--target=es2021", `--outfile=${output}`, "--log-level=warning", "--loader=ts"], {
      input,
      encoding: "utf8",
    });
    if (done.error || done.status !== 0) throw new Error(`esbuild failed: ${done.error?.message ?? done.stderr}`);
    return await import(pathToFileURL(output).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
