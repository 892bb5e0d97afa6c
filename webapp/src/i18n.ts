// SPDX-License-Identifier: MIT
// The page's words in the reader's language.  A key names a sentence; where a number decides its
// form the value is a table of plural forms.  Words that come from the engine (names of sides,
// labels of the panel) are looked up by themselves and shown as they are where nobody knows them.

import en from "./lang/en.json";

type Entry = string | Record<string, string>;
type Words = Record<string, Entry>;
export type Values = Record<string, string | number>;

/** In the order in which a person chooses among them. */
export const LANGUAGES: Record<string, string> = {
  en: "English",
  de: "Deutsch",
  pt: "Português",
  pl: "Polski",
  "zh-Hant": "繁體中文",
};

const ENGLISH = en as Words;
let words: Words = ENGLISH;
let code = "en";
let plurals = new Intl.PluralRules("en");

export function language(): string {
  return code;
}

/** The language among ours that the browser's owner likes best. */
export function wishedLanguage(): string {
  for (const wish of navigator.languages ?? [navigator.language]) {
    const lower = wish.toLowerCase();
    if (lower.startsWith("zh")) return "zh-Hant";
    const found = Object.keys(LANGUAGES).find((l) => lower === l || lower.startsWith(l + "-"));
    if (found) return found;
  }
  return "en";
}

/** From now on speak this language; English where its words cannot be loaded. */
export async function speak(wanted: string): Promise<void> {
  code = wanted in LANGUAGES ? wanted : "en";
  words = ENGLISH;
  if (code !== "en") {
    try {
      words = (await import(`./lang/${code}.json`)).default as Words;
      await loadTranslator("s");
    } catch {
      code = "en";
    }
  }
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(code) : value;
  });
}

function form(entry: Entry, values: Values): string {
  if (typeof entry === "string") return entry;
  return entry[plurals.select(Number(values.n ?? 0))] ?? entry.other ?? "";
}

function find(key: string): Entry | undefined {
  return words[key] ?? ENGLISH[key];
}

/** The sentence of a key. */
export function t(key: string, values: Values = {}): string {
  const entry = find(key);
  return entry === undefined ? key : filled(form(entry, values), values);
}

/** A word of the engine in the reader's language; `known` if nobody has translated it. */
export function say(kind: string, word: string, known = word): string {
  const entry = find(`${kind}.${word}`);
  return entry === undefined ? known : form(entry, {});
}

export function hasWord(key: string): boolean {
  return find(key) !== undefined;
}

export function sideName(sides: readonly string[], side: number): string {
  return say("side", sides[side] ?? "", sides[side] ?? "");
}

/** Does the reader see English?  Then sentences of the engine are shown as they are. */
export function isEnglish(): boolean {
  return code === "en";
}

type Translator = (sentence: string, language: string) => string;
let translator: Translator = (sentence) => sentence;

/** Whole sentences of the engine are put into other languages by patterns, in refusals.ts beside this
 * file; a pattern instead of its name, so that the page builds without it, too. */
async function loadTranslator(end: string): Promise<void> {
  try {
    const module = (await import(`./refusal${end}.ts`)) as { translate: Translator };
    translator = module.translate;
  } catch {
    // English sentences are better than none.
  }
}

export function engineSentence(sentence: string): string {
  return isEnglish() ? sentence : translator(sentence, code);
}
