// SPDX-License-Identifier: MIT
// Translates messages of the engine by patterns.  A pattern is the English message with placeholders in
// braces for the variable parts.  The number of a ruling at the end is kept.

/** What each kind of placeholder matches.  Trailing digits distinguish placeholders of one kind. */
const KINDS = {
  cell: "\\S+?",
  colour: "white|black|red|orange|purple|green",
  its: "its|a",
  land: "lands?",
  list: ".+?",
  n: "\\d+",
  name: ".*?",
  side: "White|Black|Red",
  squares: "squares?",
  turn: "\\S+?",
};

const kindOf = (name) => name.replace(/\d+$/, "");
const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\\/-]/g, "\\$&");

/** Return the placeholder names of a pattern or translation, in order. */
export function namesIn(text) {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
}

function compiled(pattern) {
  const parts = pattern.split(/\{(\w+)\}/);
  const source = parts.map((part, i) => (i % 2 === 0 ? quoted(part) : `(${KINDS[kindOf(part)]})`));
  return new RegExp(`^${source.join("")}$`, "i");
}

/** Compile an object of English patterns and their translations. */
export function prepare(table) {
  return Object.entries(table).map(([pattern, text]) => ({ matcher: compiled(pattern), names: namesIn(pattern), text }));
}

function valueIn(name, value, word) {
  switch (kindOf(name)) {
    case "side":
      return word("side", value.toLowerCase());
    case "colour":
      return word("label", value.toLowerCase()) ?? word("side", value.toLowerCase());
    case "list":
      return value
        .replace(/ and others$/, " …")
        .replace(/ (and|or) /g, (whole, joint) => ` ${word("value", joint) ?? joint} `);
    default:
      return value;
  }
}

/** Return the translated sentence, or null if no pattern matches.  `word(kind, word)` translates single
 *  words and returns undefined for unknown ones. */
export function translated(sentence, patterns, word) {
  const [, bare, ruling] = /^(.*?)((?: \(R\d+(?:\.\d+)?\))?)$/s.exec(sentence);
  for (const { matcher, names, text } of patterns) {
    const match = matcher.exec(bare);
    if (match === null) continue;
    const result = text.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = match[names.indexOf(name) + 1];
      return valueIn(name, value, word) ?? value;
    });
    return result + ruling;
  }
  return null;
}
