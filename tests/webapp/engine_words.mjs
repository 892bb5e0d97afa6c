// SPDX-License-Identifier: MIT
// engine_words.mjs PROGRAM - are the words that the engine sends to the page translated?  PROGRAM plays random games
// and prints the words (engine_words.c).  A new label, reason or side without translation fails; of the refusals
// at least SHARE must be known in every language.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

import { namesIn, prepare, translated } from "../../webapp/src/patterns.mjs";

const SHARE = 0.95;
const SEEDS = ["1", "2", "3"];
const LANGUAGES = ["de", "pt", "pl", "zh-Hant"];
/* Names that serve English grammar alone. */
const GRAMMAR = ["its", "land", "squares"];
/* The game that is in no list, and so on no page. */
const HIDDEN = ["toy"];

const ROOT = new URL("../../", import.meta.url);
const faults = [];
const complain = (sentence) => faults.includes(sentence) || faults.push(sentence);
const json = (path) => JSON.parse(readFileSync(new URL(path, ROOT), "utf8"));

/* --- What the engine says: by playing, and from the sources --- */

const said = { side: new Set(), reason: new Set(), panel: new Set(), label: new Set(), value: new Set(), variant: new Set() };
const refusals = [];
for (const seed of SEEDS) {
  const lines = execFileSync(process.argv[2], [seed], { encoding: "utf8", maxBuffer: 1 << 28 }).split("\n");
  for (const line of lines.filter((text) => text !== "")) {
    const row = JSON.parse(line);
    if (row.kind === "refusal") {
      if (row.refusal.sentence !== "") refusals.push(row.refusal.sentence);
    } else said[row.kind].add(row.word);
  }
}
for (const game of readdirSync(new URL("src/games/", ROOT), { withFileTypes: true })) {
  if (!game.isDirectory() || HIDDEN.includes(game.name)) continue;
  const folder = new URL(`src/games/${game.name}/`, ROOT);
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".c"))) {
    const source = readFileSync(new URL(file, folder), "utf8");
    for (const match of source.matchAll(/panel_add\(\s*\w+,\s*[^,]+,\s*"([^"]+)"/g)) said.panel.add(match[1]);
  }
}
for (const [kind, words] of Object.entries(said)) if (words.size === 0) complain(`nothing was collected of ${kind}`);
if (refusals.length < 1000) complain(`only ${refusals.length} refusals were collected`);

/* --- Is it known in each language? --- */

/* As the page does it: the value as a whole, or word by word. */
function isKnownValue(words, value) {
  if (`value.${value}` in words) return true;
  return value.split(/(\b[a-z]+\b)/i).every((part) => !/^[a-z]+$/i.test(part) || `label.${part}` in words || `value.${part}` in words);
}

/* A pattern and its translation speak of the same things. */
function checkTable(language, table, english) {
  for (const [pattern, words] of Object.entries(table)) {
    const wanted = namesIn(pattern).filter((name) => !GRAMMAR.includes(name));
    if (wanted.slice().sort().join() !== namesIn(words).sort().join()) complain(`${language}: names differ in: ${pattern}`);
  }
  if (Object.keys(table).join("\n") !== english) complain(`${language}: the patterns are not those of ${LANGUAGES[0]}`);
}

const english = Object.keys(json(`webapp/src/sentences/${LANGUAGES[0]}.json`)).join("\n");
for (const language of LANGUAGES) {
  const words = json(`webapp/src/lang/${language}.json`);
  const table = json(`webapp/src/sentences/${language}.json`);
  for (const kind of ["side", "reason", "panel", "label", "variant"])
    for (const word of said[kind]) if (!(`${kind}.${word}` in words)) complain(`${language} lacks ${kind}.${word}`);
  for (const value of said.value) if (!isKnownValue(words, value)) complain(`${language} lacks value.${value}`);

  checkTable(language, table, english);
  const patterns = prepare(table);
  const unknown = refusals.filter((sentence) => translated(sentence, patterns, (kind, word) => words[`${kind}.${word}`]) === null);
  const share = 1 - unknown.length / refusals.length;
  console.log(`${language}: ${(100 * share).toFixed(2)} % of ${refusals.length} refusals`);
  for (const sentence of new Set(unknown.slice(0, 5))) console.log(`  not known: ${sentence}`);
  if (share < SHARE) complain(`${language}: too few refusals are translated`);
}

for (const fault of faults) console.log(`FAULT ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
