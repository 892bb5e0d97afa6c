// SPDX-License-Identifier: MIT
// Translates messages of the engine, mostly reasons why a move is illegal.  Each language has a list of
// patterns; a message without a matching pattern stays English.  Loaded only if the language is not English.

import de from "./sentences/de.json";
import pl from "./sentences/pl.json";
import pt from "./sentences/pt.json";
import zhHant from "./sentences/zh-Hant.json";
import { type Pattern, prepare, translated } from "./patterns.mjs";
import { hasString, term } from "./i18n";

const TABLES: Record<string, Record<string, string>> = { de, pl, pt, "zh-Hant": zhHant };
const prepared = new Map<string, readonly Pattern[]>();

function patternsOf(language: string): readonly Pattern[] {
  let patterns = prepared.get(language);
  if (patterns === undefined) {
    patterns = prepare(TABLES[language] ?? {});
    prepared.set(language, patterns);
  }
  return patterns;
}

const word = (kind: string, text: string): string | undefined => (hasString(`${kind}.${text}`) ? term(kind, text) : undefined);

/** Translate a message of the engine; return it unchanged if no pattern matches. */
export function translate(sentence: string, language: string): string {
  return translated(sentence, patternsOf(language), word) ?? sentence;
}
