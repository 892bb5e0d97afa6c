// SPDX-License-Identifier: MIT
// The strings of a game, as the web app should show them.

import { existsSync, readFileSync } from "node:fs";
import { fillIn, readStrings } from "../../../webapp/src/message.mjs";

const ROOT = new URL("../../../", import.meta.url);

/** Return the strings of a game and the common ones; none for English. */
export function readWords(game, language) {
  const strings = new Map();
  for (const folder of ["src/core", "src/play", `src/games/${game}`]) {
    const file = new URL(`${folder}/strings.${language}.txt`, ROOT);
    if (existsSync(file)) for (const [key, text] of readStrings(readFileSync(file, "utf8"))) strings.set(key, text);
  }
  const text = (key) => strings.get(key);
  return {
    text,
    sentence: (message) => fillIn(text(message.key), message.args, language, text) + (message.ruling ? ` (${message.ruling})` : ""),
  };
}
