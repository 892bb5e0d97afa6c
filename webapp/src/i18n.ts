// SPDX-License-Identifier: MIT
// Localisation: the strings of the web app itself in the user's language.  A value is a string, or an object
// of plural forms that `n` selects.  For what games say, see words.ts.

import en from "./lang/en.json";

type Entry = string | Record<string, string>;
type Strings = Record<string, Entry>;
export type Values = Record<string, string | number>;

/** In the order of the settings menu. */
export const LANGUAGES: Record<string, string> = {
  en: "English",
  de: "Deutsch",
  pt: "Português",
  pl: "Polski",
  "zh-Hant": "繁體中文",
};

const ENGLISH = en as Strings;
/** The other languages, each loaded when it is needed. */
const OTHERS: Record<string, () => Promise<{ default: Strings }>> = {
  de: () => import("./lang/de.json"),
  pt: () => import("./lang/pt.json"),
  pl: () => import("./lang/pl.json"),
  "zh-Hant": () => import("./lang/zh-Hant.json"),
};
let strings: Strings = ENGLISH;
let code = "en";
let plurals = new Intl.PluralRules("en");
let place = "en"; // the language with the region that the browser prefers, for dates and numbers

export function language(): string {
  return code;
}

/** Return the locale of dates and numbers: "en-GB" if the language is English and the browser prefers that. */
export function locale(): string {
  return place;
}

function findLocale(): string {
  const kind = (tag: string) => {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  };
  return globalThis.navigator?.languages?.find((tag) => kind(tag) === kind(code)) ?? code;
}

/** Return the first of the browser's preferred languages that we support. */
export function preferredLanguage(): string {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const lower = wanted.toLowerCase();
    if (lower.startsWith("zh")) return "zh-Hant";
    const found = Object.keys(LANGUAGES).find((l) => lower === l || lower.startsWith(l + "-"));
    if (found) return found;
  }
  return "en";
}

/** Switch to a language; fall back to English if its strings cannot be loaded. */
export async function setLanguage(wanted: string): Promise<void> {
  code = "en";
  strings = ENGLISH;
  try {
    const found = await OTHERS[wanted]?.();
    if (found) [code, strings] = [wanted, found.default];
  } catch {
    // The strings could not be loaded.
  }
  plurals = new Intl.PluralRules(code);
  place = findLocale();
  document.documentElement.lang = code;
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(place) : value;
  });
}

function form(entry: Entry, values: Values): string {
  if (typeof entry === "string") return entry;
  return entry[plurals.select(Number(values.n ?? 0))] ?? entry.other ?? "";
}

function find(key: string): Entry | undefined {
  return strings[key] ?? ENGLISH[key];
}

/** Return the string of a key with its placeholders filled in. */
export function t(key: string, values: Values = {}): string {
  const entry = find(key);
  return entry === undefined ? key : filled(form(entry, values), values);
}
