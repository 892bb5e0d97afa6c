// SPDX-License-Identifier: MIT
// The writer of messages in the web app: the cases that src/core/message.c must pass too, translated terms,
// and the format of translations.
//
//     node --test tests/webapp/message.test.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fillIn, pluralForm, readStrings } from "../../webapp/src/message.mjs";

const CASES = JSON.parse(readFileSync(new URL("../message_cases.json", import.meta.url), "utf8"));

test("every case gives the expected text", () => {
  assert.ok(CASES.length >= 30);
  for (const { language, text, ruling, args, strings = {}, expected } of CASES) {
    const find = (key) => strings[key];
    assert.equal(fillIn(text, args, language, find) + (ruling ? ` (${ruling})` : ""), expected, `${language}: ${text}`);
  }
});

test("terms are translated, and may use the other arguments", () => {
  const strings = readStrings("white = Weiß\nno-piece = {loser} hat keinen Stein\nblack = Schwarz\n");
  const args = {
    winner: { side: 0, term: "white", text: "White" },
    loser: { side: 1, term: "black", text: "Black" },
    reason: { term: "no-piece", text: "{loser} has no piece" },
  };
  const find = (key) => strings.get(key);
  assert.equal(fillIn("{winner} gewinnt: {reason}", args, "de", find), "Weiß gewinnt: Schwarz hat keinen Stein");
});

test("a term that contains itself ends", () => {
  const args = { a: { term: "a", text: "({a})" } };
  assert.equal(fillIn("{a}", args, "en", () => undefined), "(())");
});

test("strings have comments, and the first of two equal keys counts", () => {
  const strings = readStrings("# comment = no\nvariant:4,4 = Basic = game\n\nvariant:4,4 = other\nempty\n");
  assert.deepEqual([...strings], [["variant:4,4", "Basic = game"]]);
});

test("plural forms agree with Intl.PluralRules", () => {
  const forms = { en: ["one", "other"], de: ["one", "other"], "pt-PT": ["one", "other"], pl: ["one", "few", "many"], "zh-Hant": ["other"] };
  for (const [language, names] of Object.entries(forms)) {
    const rules = new Intl.PluralRules(language);
    for (let n = 0; n < 1000; n++) assert.equal(names[pluralForm(language, n)], rules.select(n), `${language}: ${n}`);
  }
});
