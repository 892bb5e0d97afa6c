// SPDX-License-Identifier: MIT
// The web app serves every game and knows none: no name and no term of a game is in it, in any language, and
// nothing parses English sentences.
//
//     node --test tests/webapp/vocabulary.test.mjs

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../../", import.meta.url);
const read = (name) => readFileSync(new URL(name, ROOT), "utf8");
const list = (name) => readdirSync(new URL(name, ROOT));
/** All files in a directory and below. */
const tree = (folder) => list(folder).flatMap((name) => (statSync(new URL(folder + name, ROOT)).isDirectory() ? tree(`${folder}${name}/`) : [folder + name]));

/** Folders with a catalogue of messages; two games share one of them. */
const GAMES = list("src/games/").filter((name) => existsSync(new URL(`src/games/${name}/${name}_messages.h`, ROOT)) && name !== "toy");
const LANGUAGES = ["de", "pl", "pt", "zh-Hant"];

/** Keys whose texts are a game's own nouns: names of pieces, cells and regions, labels of the panel. */
const TERMS = /^((piece|cell|panel)-.*|island|sandbank|network|chain|fence|row)$/;

/** Words in these texts that every game may use: the core speaks of reserves and of the faces of a die. */
const GENERAL = new Set(
  `reserve Vorrat zapas rezerwa rezerwy reserva north east south west
  board captures capture colour colours double edge first last left lost move moves opening piece pieces point points second seat side
  sides single square turn turns with wins without white black red orange purple green blue
  Brett Farben gewinnt letzter letzte mit oben oben ohne Punkt Punkte Rand Scheibe Schlagen Seite Stein Zug Zugs
  Orange Violett Grün Weiß Schwarz Platz verloren verlorene übrige Norden Osten Süden Westen
  bez czarnych białych gra góra lewo pion pionek plansza planszy pole punkt punkty ruch strona miejsce ostatni ostatnia
  pomarańczowy fioletowy zielony przez północ wschód południe zachód zostało
  casa com jogada lugar peça perdidas ponto pontos sem captura capturas tabuleiro lado última norte este oeste topo laranja roxo verde`.toLowerCase().split(/\s+/),
);

/** Names of glyphs and kinds of regions (src/core/shape.h), which the code that draws them needs. */
const DRAWN = ["stone", "stack", "land", "disc", "bridge", "die", "king", "mark", "network"];

const wordsIn = (text) => text.replace(/\{[^}]*\}/g, " ").match(/[\p{L}]{4,}|[\p{Script=Han}]{2,}/gu) ?? [];

function english(game) {
  const rows = read(`src/games/${game}/${game}_messages.h`).matchAll(/X\(\w+,\s*"([^"]*)",\s*"[^"]*",[\s\\]*"([^"]*)"/g);
  return [...rows].map(([, key, text]) => [key, text]);
}

function translated(game, language) {
  const file = `src/games/${game}/strings.${language}.txt`;
  const rows = (existsSync(new URL(file, ROOT)) ? read(file) : "").matchAll(/^([^#=\n]+) = (.*)$/gm);
  return [...rows].map(([, key, text]) => [key, text]);
}

/** Return the terms of all games: a map from the word to where it comes from. */
function terms(language) {
  const found = new Map();
  for (const game of GAMES)
    for (const [key, text] of language === "en" ? english(game) : translated(game, language))
      if (TERMS.test(key)) for (const word of wordsIn(text)) if (!GENERAL.has(word.toLowerCase())) found.set(word, `${game}: ${key}`);
  return found;
}

const contains = (text, word) => new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, "iu").test(text);
const sources = [
  ...tree("webapp/src/").filter((name) => /\.(ts|mjs|mts|css|html)$/.test(name)),
  ...list("webapp/worker/").filter((name) => /\.(ts|mjs|mts)$/.test(name)).map((name) => `webapp/worker/${name}`),
];
const strings = list("webapp/src/lang/").map((name) => `webapp/src/lang/${name}`);
const withoutComments = (text) => text.replace(/\/\*.*?\*\//gs, "").replace(/(^|\s)\/\/.*$/gm, "");

test("the test knows the games and their terms", () => {
  assert.ok(GAMES.length >= 5, GAMES.join());
  for (const language of ["en", ...LANGUAGES]) assert.ok(terms(language).size > 15, `${language}: ${[...terms(language).keys()]}`);
});

test("no file of the web app names a game", () => {
  for (const file of [...sources, ...strings])
    for (const game of GAMES) assert.ok(!contains(read(file), game), `${file} names ${game}`);
});

test("no string of the web app uses a game's term", () => {
  for (const language of ["en", ...LANGUAGES]) {
    const values = Object.values(JSON.parse(read(`webapp/src/lang/${language}.json`))).map((entry) => JSON.stringify(entry)).join("\n");
    for (const [word, origin] of terms(language)) assert.ok(!contains(values, word), `${language}.json uses '${word}' (${origin})`);
  }
});

test("no code of the web app uses a game's term", () => {
  for (const file of sources) {
    const text = withoutComments(read(file));
    for (const [word, origin] of terms("en"))
      if (!DRAWN.includes(word.replace(/s$/, ""))) assert.ok(!contains(text, word), `${file} uses '${word}' (${origin})`);
  }
});

test("no module that parsed English sentences is left", () => {
  for (const name of ["refusals.ts", "patterns.mjs", "patterns.d.mts", "sentences"])
    assert.ok(!existsSync(new URL(`webapp/src/${name}`, ROOT)), `webapp/src/${name}`);
  for (const name of ["engine_words.c", "engine_words.mjs"]) assert.ok(!existsSync(new URL(`tests/webapp/${name}`, ROOT)), name);
  const deleted = /engineSentence|resultWords|say_numbers|words_by_example|outcome_say|PREVIEW_PIECES_MAX/;
  for (const file of [...sources, "src/play/view_json.c", "src/play/session.c"]) assert.doesNotMatch(read(file), deleted, file);
});
