// SPDX-License-Identifier: MIT
// Why something cannot be played: sentences of the engine in the reader's language.  Each language has a table of
// patterns; what no pattern fits stays English.  Loaded only by those who do not read English.

import de from "./sentences/de.json";
import pl from "./sentences/pl.json";
import pt from "./sentences/pt.json";
import zhHant from "./sentences/zh-Hant.json";
import { type Pattern, prepare, translated } from "./patterns.mjs";
import { hasWord, say } from "./i18n";

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

const word = (kind: string, text: string): string | undefined => (hasWord(`${kind}.${text}`) ? say(kind, text) : undefined);

/** The engine's sentence in this language, or as it is. */
export function translate(sentence: string, language: string): string {
  return translated(sentence, patternsOf(language), word) ?? sentence;
}
