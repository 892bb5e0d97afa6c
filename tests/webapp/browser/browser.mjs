// SPDX-License-Identifier: MIT
// Chromium without a screen or a GPU, driven by the packages of webapp/package.json.

import { createRequire } from "node:module";
import path from "node:path";

const PROGRAM = process.env.TESSERA_CHROMIUM || "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const page = path.resolve(path.dirname(new URL(import.meta.url).pathname), "../../../webapp");
export const require = createRequire(path.join(page, "package.json"));

export function launch() {
  const { chromium } = require("playwright-core");
  return chromium.launch({ executablePath: PROGRAM, headless: true, args: FLAGS });
}
