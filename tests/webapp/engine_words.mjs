// SPDX-License-Identifier: MIT
// engine_words.mjs PROGRAM - check that everything the engine sends to the web app is translated.  PROGRAM
// plays random games and prints the terms and messages (engine_words.c).  Every label, reason and side needs
// a translation; of the reasons why a move is illegal, at least SHARE in every language.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

import { namesIn, prepare, translated } from "../../webapp/src/patterns.mjs";

const SHARE = 0.95;
const SEEDS = ["1", "2", "3"];
const LANGUAGES = ["de", "pt", "pl", "zh-Hant"];
/* Placeholders that only English grammar needs. */
const GRAMMAR = ["its", "land", "squares"];
/* The unlisted game, which the web app does not show. */
const HIDDEN = ["toy"];

const ROOT = new URL("../../", import.meta.url);
const faults = [];
const fault = (sentence) => faults.includes(sentence) || faults.push(sentence);
const json = (path) => JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));

/* --- Collect what the engine sends: by playing, and from the sources --- */

const collected = { side: new Set(), reason: new Set(), panel: new Set(), label: new Set(), value: new Set(), variant: new Set() };
const reasons = [];
for (const seed of SEEDS) {
  const lines = execFileSync(process.argv[2], [seed], { encoding: "utf8", maxBuffer: 1 << 28 }).split("\n");
  for (const line of lines.filter((text) => text !== "")) {
    const row = JSON.parse(line);
    if (row.kind === "refusal") {
      if (row.refusal.sentence !== "") reasons.push(row.refusal.sentence);
    } else collected[row.kind].add(row.word);
  }
}
for (const game of readdirSync(new URL("src/games/", ROOT), { withFileTypes: true })) {
  if (!game.isDirectory() || HIDDEN.includes(game.name)) continue;
  const folder = new URL(`src/games/${game.name}/`, ROOT);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".c"))) {
    const source = readFileSync(new URL(file, folder), "utf8");
    for (const match of source.matchAll(/panel_add\(\s*\w+,\s*[^,]+,\s*"([^"]+)"/g)) collected.panel.add(match[1]);
  }
}
for (const [kind, terms] of Object.entries(collected)) if (terms.size === 0) fault(`nothing was collected for ${kind}`);
if (reasons.length < 1000) fault(`only ${reasons.length} reasons were collected`);

/* --- Check each language --- */

/* As the web app does it: look up the complete value, or word by word. */
function isKnownValue(strings, value) {
  if (`value.${value}` in strings) return true;
  return value.split(/(\b[a-z]+\b)/i).every((part) => !/^[a-z]+$/i.test(part) || `label.${part}` in strings || `value.${part}` in strings);
}

/* A pattern and its translation have the same placeholders. */
function checkTable(language, table, english) {
  for (const [pattern, translation] of Object.entries(table)) {
    const wanted = namesIn(pattern).filter((name) => !GRAMMAR.includes(name));
    if (wanted.slice().sort().join() !== namesIn(translation).sort().join()) fault(`${language}: placeholders differ in: ${pattern}`);
  }
  if (Object.keys(table).join("\n") !== english) fault(`${language}: the patterns are not those of ${LANGUAGES[0]}`);
}

const english = Object.keys(json(`webapp/src/sentences/${LANGUAGES[0]}.json`)).join("\n");
for (const language of LANGUAGES) {
  const strings = json(`webapp/src/lang/${language}.json`);
  const table = json(`webapp/src/sentences/${language}.json`);
  for (const kind of ["side", "reason", "panel", "label", "variant"])
    for (const word of collected[kind]) if (!(`${kind}.${word}` in strings)) fault(`${language} has no ${kind}.${word}`);
  for (const value of collected.value) if (!isKnownValue(strings, value)) fault(`${language} has no value.${value}`);

  checkTable(language, table, english);
  const patterns = prepare(table);
  const unknown = reasons.filter((sentence) => translated(sentence, patterns, (kind, word) => strings[`${kind}.${word}`]) === null);
  const share = 1 - unknown.length / reasons.length;
  console.log(`${language}: ${(100 * share).toFixed(2)} % of ${reasons.length} reasons`);
  for (const sentence of new Set(unknown.slice(0, 5))) console.log(`  no translation: ${sentence}`);
  if (share < SHARE) fault(`${language}: too few reasons are translated`);
}

for (const text of faults) console.log(`FAULT ${text}`);
process.exit(faults.length === 0 ? 0 : 1);
