// SPDX-License-Identifier: MIT
// The languages of the web app have the same keys and placeholders, and every plural form that the language
// needs.  The conformance suite checks the strings of the games.
//
//     node --test tests/webapp/lang.test.mjs

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../webapp/src/lang/", import.meta.url);
const LANGUAGES = ["de", "en", "pl", "pt", "zh-Hant"];

/* JSON.parse silently drops the first of two equal keys, so check for duplicates. */
function read(language) {
  const text = readFileSync(new URL(`${language}.json`, FOLDER), "utf8");
  const keys = [...text.matchAll(/^ {2}"((?:[^"\\]|\\.)*)":/gm)].map((match) => match[1]);
  assert.equal(new Set(keys).size, keys.length, `${language}: duplicate key`);
  const strings = JSON.parse(text);
  assert.equal(Object.keys(strings).length, keys.length, `${language}: expected one key per line`);
  return strings;
}

const present = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5));
const strings = Object.fromEntries(present.map((language) => [language, read(language)]));
const others = present.filter((language) => language !== "en");
const forms = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry));
const placeholders = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort();

test("there are five languages", () => {
  for (const language of LANGUAGES.filter((name) => name !== "en")) assert.ok(present.includes(language), language);
  for (const language of present) assert.ok(LANGUAGES.includes(language), `unexpected language ${language}`);
});

test("all languages have the same keys", () => {
  for (const language of others) {
    for (const reference of present) {
      for (const key of Object.keys(strings[reference]))
        assert.ok(key in strings[language], `${language} has no ${key}, but ${reference} has`);
    }
  }
  for (const language of others)
    for (const key of Object.keys(strings[language]))
      assert.ok(!strings.en || key in strings.en, `English has no ${key}, but ${language} has`);
});

test("no string is empty", () => {
  for (const language of present)
    for (const [key, entry] of Object.entries(strings[language]))
      for (const form of forms(entry)) assert.ok(form.trim() !== "", `${language}: ${key}`);
});

test("placeholders are the same in all languages", () => {
  const reference = strings.en ?? strings.de;
  for (const language of others)
    for (const [key, entry] of Object.entries(strings[language])) {
      if (reference[key] === undefined) continue;
      const wanted = placeholders(forms(reference[key]).at(-1));
      for (const form of forms(entry)) assert.deepEqual(placeholders(form), wanted, `${language}: ${key}`);
    }
});

test("each language has exactly its plural forms", () => {
  const reference = strings.en ?? strings.de;
  for (const language of present) {
    const rules = new Intl.PluralRules(language);
    const wanted = new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)).concat("other"));
    for (const [key, entry] of Object.entries(strings[language])) {
      assert.equal(typeof entry, typeof (reference[key] ?? ""), `${language}: ${key} has plural forms in one language only`);
      if (typeof entry !== "string")
        assert.deepEqual(new Set(Object.keys(entry)), wanted, `${language}: forms of ${key}`);
    }
  }
});
