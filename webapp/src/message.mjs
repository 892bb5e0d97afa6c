// SPDX-License-Identifier: MIT
// Writes messages as src/core/message.c does; tests/message_cases.json has the cases for both.  It is
// JavaScript so that tests can import it without a build.

const TERM_DEPTH_MAX = 2; // a term may contain a term, but not itself

/** Read lines "key = text"; lines that begin with # are comments. */
export function readStrings(text) {
  const lines = text.split("\n").filter((line) => !line.startsWith("#") && line.includes(" = "));
  return new Map(lines.reverse().map((line) => [line.slice(0, line.indexOf(" = ")), line.slice(line.indexOf(" = ") + 3)]));
}

/** Return the plural form, from 0, for a number in a language. */
export function pluralForm(language, number) {
  const n = Math.abs(number);
  if (language.startsWith("zh") || n === 1) return 0;
  if (language !== "pl") return 1;
  return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2;
}

/** Fill in the placeholders of a text.  `find(key)` returns a translation, or undefined. */
export function fillIn(template, args, language, find, depth = 0) {
  return template.replace(/\{([^{}:]*)(?::([^{}]*))?\}/g, (_, name, forms) => {
    const arg = args[name];
    if (arg === undefined) return `{${name}}`;
    if (forms !== undefined) return forms.split("|").slice(0, pluralForm(language, Number(arg)) + 1).at(-1);
    if (typeof arg !== "object") return String(arg);
    if (arg.term === undefined) return arg.text;
    const translated = find(arg.term);
    return depth < TERM_DEPTH_MAX ? fillIn(translated ?? arg.text, args, translated ? language : "en", find, depth + 1) : "";
  });
}
