// SPDX-License-Identifier: MIT
// Sentences of the engine, recognised by patterns and said in another language.  A pattern is the English sentence
// with names in braces for what changes; the number of a ruling behind it is kept as it is.

/** What may stand for a name; digits behind the name tell several of a kind apart. */
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

/** The names in a pattern or in its translation, in their order. */
export function namesIn(text) {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
}

function compiled(pattern) {
  const parts = pattern.split(/\{(\w+)\}/);
  const source = parts.map((part, i) => (i % 2 === 0 ? quoted(part) : `(${KINDS[kindOf(part)]})`));
  return new RegExp(`^${source.join("")}$`, "i");
}

/** A table of English patterns and their translations, made ready. */
export function prepare(table) {
  return Object.entries(table).map(([pattern, words]) => ({ matcher: compiled(pattern), names: namesIn(pattern), words }));
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

/** The sentence in the table's language, null where no pattern fits.  `word(kind, word)` translates single words and
 *  gives undefined where it knows none. */
export function translated(sentence, patterns, word) {
  const [, bare, ruling] = /^(.*?)((?: \(R\d+(?:\.\d+)?\))?)$/s.exec(sentence);
  for (const { matcher, names, words } of patterns) {
    const match = matcher.exec(bare);
    if (match === null) continue;
    const said = words.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = match[names.indexOf(name) + 1];
      return valueIn(name, value, word) ?? value;
    });
    return said + ruling;
  }
  return null;
}
