#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// amalgamate.mjs OUT MAIN SOURCE... - one self-contained C file from some of our sources.
//
// The sources are given lowest first, as paths in src/.  OUT begins with the file MAIN, which has
// comments and #define lines, and ends with a function main that calls the entry point named there.
// Our includes are resolved, those of the C library come first.  Only what the entry point needs is
// taken: functions, types, constants and macros, each with its comment, under the name of its file.
// Static names that two sources share get the name of their source as a prefix.
//
// This is not a C parser.  It knows how this project writes C: one definition at a time at the top
// level, conditions only on macros, and macros that paste a prefix (NAME(x) is prefix_##x), which it
// expands.  What it gets wrong does not compile or does not link, and a test compiles the result.
import {readFileSync, writeFileSync, mkdirSync} from "node:fs";
import {dirname, join, basename} from "node:path";
import {fileURLToPath} from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const SRC = join(ROOT, "src");
const KEYWORDS = new Set(("auto break case char const continue default do double else enum extern float for " +
  "goto if inline int long register return short signed sizeof static struct switch typedef union unsigned " +
  "void volatile while _Atomic _Bool _Static_assert bool").split(" "));

function fail(message) {
  console.error(`amalgamate: ${message}`);
  process.exit(1);
}

// --- tokens ---

// Comments, strings, identifiers, numbers, white space, other single characters.
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_]\w*|\d[\w.]*|\s+|->|[^]/g;
const tokens = text => text.match(TOKEN) ?? [];
const isName = token => /^[A-Za-z_]/.test(token);
const isBlank = token => /^(\s|\/\*|\/\/)/.test(token);

// The names that a text refers to, without members: `a.b` and `.b = c` refer to a and c.
function references(text) {
  const found = new Set();
  let before = "";
  for (const token of tokens(text)) {
    if (isBlank(token)) continue;
    if (isName(token) && !KEYWORDS.has(token) && before !== "." && before !== "->") found.add(token);
    before = token;
  }
  return found;
}

// --- top-level items ---

// The names that a definition or declaration introduces.
function definedNames(code) {
  const names = [];
  const list = tokens(code.replace(/__attribute__\s*\(\(.*?\)\)\s*(?=;|\{|$)/gs, "")).filter(t => !isBlank(t));
  const tag = list.findIndex(t => t === "struct" || t === "union" || t === "enum");
  const brace = list.indexOf("{");
  const isType = tag >= 0 && (list[tag + 1] === "{" || list[tag + 2] === "{" || list[tag + 2] === ";");
  if (isType && isName(list[tag + 1])) names.push(list[tag + 1]);
  if (isType && list[tag] === "enum")
    names.push(...enumNames(code));
  if (list[0] === "typedef") {
    const last = list.length - 2; // before the semicolon
    if (list[last] === ")") names.push(list[list.indexOf("(") - 1]);
    else names.push(list[last] === "]" ? list[list.lastIndexOf("[") - 1] : list[last]);
  } else if (!isType || (brace < 0 && list[tag + 2] !== ";")) {
    const end = list.findIndex(t => t === "(" || t === "=" || t === "[" || t === ";");
    if (end > 0) names.push(list[end - 1]);
  }
  return names.filter(name => isName(name) && !KEYWORDS.has(name));
}

// The constants of an enumeration; in a list macro (X) those that it pastes together are not known by
// name, so its prefix stands for all of them.
function enumNames(code) {
  const body = code.slice(code.indexOf("{") + 1, code.lastIndexOf("}")).replace(/\/\*[\s\S]*?\*\//g, "");
  const pasted = [...body.matchAll(/#define X\([^)]*\)\s+(\w+_)##/g)].map(match => `${match[1]}*`);
  const plain = body.replace(/^\s*#.*$/gm, "").split(",").map(part => part.trim().match(/^(\w+)/)?.[1]);
  return [...pasted, ...plain.filter(name => name !== undefined)];
}

const isFunction = code => !/^\s*(typedef|struct|union|enum)\b[^(]*\{/.test(code) && /\)\s*$/.test(
  code.slice(0, code.indexOf("{")).replace(/\/\*[\s\S]*?\*\//g, "")) && !code.slice(0, code.indexOf("{")).includes("=");

// The names of the parameters of a function, which are no references to anything else of that name.
function parameters(code) {
  const head = code.slice(0, code.indexOf("{"));
  return head.slice(head.indexOf("(") + 1).split(",").map(part => part.match(/(\w+)[^\w]*$/)?.[1]);
}

const linesOf = path => readFileSync(join(SRC, path), "utf8").split("\n");

class Reader {
  constructor() {
    this.items = [];
    this.includes = new Set();
    this.seen = new Set(); // headers
  }

  // One source with what it includes.  `unit` is the name of the .c file, or null in a header.
  read(path, unit, state) {
    const lines = linesOf(path);
    const conditions = []; // true, false, or "skip" inside a false one
    let comment = "", code = "", depth = 0, isHeader = true, inComment = false, continued = "";
    const active = () => conditions.every(value => value === true);

    const finish = () => {
      const isLocal = unit !== null && /^\s*(static|typedef|enum|struct|union)\b[^;]/.test(code);
      this.items.push({path, unit, comment, code, names: definedNames(code), isLocal});
      comment = code = "";
    };
    const endComment = () => { // a comment by itself: the header of the file, or a heading
      if (comment !== "") this.items.push({path, unit, heading: true, isHeader, code: "", comment, names: []});
      comment = "";
      isHeader = false;
    };
    for (let [at, line] of lines.entries()) {
      const initialiser = depth > 0 && line.match(/^#include "(.*\.inc)"/);
      if (initialiser) { // a part of the definition: its lines come next
        lines.splice(at + 1, 0, ...linesOf(initialiser[1]));
        continue;
      }
      if (continued !== "") { line = `${continued}\n${line}`; continued = ""; }
      if (!inComment && /^\s*#/.test(line)) {
        if (line.endsWith("\\")) { continued = line; continue; }
        if (isHeader) endComment();
        const taken = this.directive(line, path, unit, state, conditions, active, depth, comment);
        if (taken === "comment") comment = "";
        if (taken !== "keep") continue;
      }
      if (!active()) continue;
      if (code === "" && !inComment && line.trim() === "") { endComment(); continue; }
      if (code === "" && (inComment || /^\s*(\/\*|\/\/)/.test(line))) {
        inComment = line.lastIndexOf("*/") < line.lastIndexOf("/*") || (inComment && !line.includes("*/"));
        comment += `${line}\n`;
        continue;
      }
      line = this.expand(line, state);
      code += `${line}\n`;
      for (const token of tokens(line)) {
        if ("{([".includes(token)) depth++;
        else if ("})]".includes(token)) depth--;
      }
      inComment = code.lastIndexOf("*/") < code.lastIndexOf("/*");
      if (depth === 0 && !inComment && (/;\s*(\/\*.*\*\/\s*)?$/.test(code) || (/\}\s*$/.test(code) && isFunction(code)))) finish();
    }
    endComment();
    if (code !== "" || conditions.length > 0) fail(`${path}: the end of the file comes too early`);
  }

  // Macros of the form NAME(x) prefix_##x, NAME(x) NULL, or NAME OTHER.
  expand(line, state) {
    for (const [name, body] of state.pasting)
      line = body.isAlias ? line.replace(new RegExp(`\\b${name}\\b`, "g"), body.text)
        : line.replace(new RegExp(`\\b${name}\\((\\w+)\\)`, "g"), (_, x) => body.text.replace("##", x));
    return line;
  }

  directive(line, path, unit, state, conditions, active, depth, comment) {
    const [, word, rest] = line.match(/^\s*#\s*(\w+)\s*([\s\S]*)$/);
    const name = rest.match(/^\w*/)[0];
    if (word === "ifdef" || word === "ifndef") {
      conditions.push(active() ? state.macros.has(name) === (word === "ifdef") : "skip");
    } else if (word === "else") {
      const last = conditions.pop();
      conditions.push(last === "skip" ? last : !last);
    } else if (word === "endif") {
      conditions.pop();
    } else if (!active()) {
      return "drop";
    } else if (word === "include") {
      this.include(rest, unit, state);
    } else if (depth > 0) {
      return "keep"; // a list macro within a definition
    } else if (word === "undef") {
      state.macros.delete(name);
    } else if (word === "define") {
      state.macros.add(name);
      const pasting = rest.match(/^\w+\((\w+)\)\s+(?:(\w+)##\1|(NULL))\s*$/);
      const alias = rest.match(/^\w+\s+([A-Za-z_]\w*)\s*$/);
      if (pasting !== null) state.pasting.set(name, {text: pasting[3] ?? `${pasting[2]}##`});
      else if (alias !== null) state.pasting.set(name, {isAlias: true, text: alias[1]});
      else if (rest.trim() !== name || !name.endsWith("_H"))
        this.items.push({path, unit, comment, code: `${this.expand(line, state)}\n`, names: [name], isLocal: unit !== null, isMacro: true});
      return "comment";
    } else {
      fail(`${path}: cannot handle #${word}`);
    }
    return "drop";
  }

  include(rest, unit, state) {
    if (rest.startsWith("<")) {
      this.includes.add(rest.trim());
      return;
    }
    const path = rest.match(/^"(.*)"/)[1];
    if (path.endsWith(".inc")) {
      this.read(path, unit, state);
    } else if (!this.seen.has(path)) {
      this.seen.add(path);
      this.read(path, null, this.global);
    }
  }

  source(path) {
    const own = {macros: new Set(this.global.macros), pasting: new Map(this.global.pasting)};
    this.read(path, basename(path, ".c"), own);
  }
}

// --- what the entry point needs ---

const isVisible = (item, unit) => item.unit === unit || !item.isLocal;

function mark(items, entry) {
  const byName = new Map();
  for (const item of items)
    for (const name of item.names) {
      if (!byName.has(name)) byName.set(name, []);
      byName.get(name).push(item);
    }
  const prefixes = [...byName.keys()].filter(name => name.endsWith("*"));
  const queue = [];
  const need = (name, unit) => {
    const keys = [name, ...prefixes.filter(prefix => name.startsWith(prefix.slice(0, -1)))];
    for (const item of keys.flatMap(key => byName.get(key) ?? []))
      if (!item.needed && isVisible(item, unit)) {
        item.needed = true;
        queue.push(item);
      }
  };
  need(entry, null);
  while (queue.length > 0) {
    const item = queue.pop();
    const own = isFunction(item.code) ? parameters(item.code) : [];
    for (const name of references(item.code))
      if (!own.includes(name)) need(name, item.unit);
  }
}

// Rename the local names of a unit that another unit or a header also has.
function rename(items) {
  const units = new Map(); // name -> set of units
  for (const item of items)
    for (const name of item.names) {
      if (!units.has(name)) units.set(name, new Set());
      units.get(name).add(item.isLocal ? item.unit : null);
    }
  const map = new Map(); // unit -> name -> new name
  for (const item of items)
    for (const name of item.names)
      if (item.isLocal && isShared(units.get(name), item.unit)) {
        if (!map.has(item.unit)) map.set(item.unit, new Map());
        const prefix = /^[A-Z_0-9]+$/.test(name) ? item.unit.toUpperCase() : item.unit;
        map.get(item.unit).set(name, `${prefix}_${name}`);
      }
  for (const item of items)
    if (map.has(item.unit)) item.code = replaceNames(item.code, map.get(item.unit));
}

const isShared = (units, unit) => [...units].some(other => other !== unit);

function replaceNames(code, names) {
  let before = "";
  return tokens(code).map(token => {
    const member = before === "." || before === "->";
    if (!isBlank(token)) before = token;
    return isName(token) && !member ? names.get(token) ?? token : token;
  }).join("");
}

// --- the file ---

// A heading stays if something stays between it and the next heading of the same file.
function keep(items) {
  return items.filter((item, index) => {
    if (!item.heading) return item.needed;
    if (item.isHeader) return false; // written before the first item of the file
    for (let i = index + 1; i < items.length && items[i].path === item.path && !items[i].heading; i++)
      if (items[i].needed) return true;
    return false;
  });
}

const plainHeader = comment => comment.replace(/^\/\* SPDX-License-Identifier: \S+ \*\/\n/, "")
  .replace(/^\/\* SPDX-License-Identifier: \S+\n \*\n/, "/*\n").replace(/^\/\*\n \*/, "/*");

function write(items, headers, includes, mainText, entry) {
  const rule = "=".repeat(92);
  let out = mainText, path = null;
  out += [...includes].sort().map(name => `#include ${name}\n`).join("");
  for (const item of items) {
    if (item.path !== path) out += `\n/* ${rule}\n * ${item.path}\n * ${rule} */\n\n`;
    path = item.path;
    if (headers.has(path)) out += `${plainHeader(headers.get(path))}\n`;
    headers.delete(path);
    out += `${item.comment}${item.code}${item.isMacro ? "" : "\n"}`;
  }
  out = out.replace(/\n{3,}/g, "\n\n");
  return `${out}\n/* ${rule} */\n\nint main(int argc, char **argv)\n{\n    return ${entry}(argc, argv, stdin, stdout, stderr);\n}\n`;
}

const [out, main, ...sources] = process.argv.slice(2);
if (sources.length === 0) fail("usage: amalgamate.mjs OUT MAIN SOURCE...");
const mainText = readFileSync(main, "utf8");
const entry = mainText.match(/entry point: (\w+)/)?.[1] ?? fail(`${main} names no entry point`);
const reader = new Reader();
reader.global = {macros: new Set(), pasting: new Map()};
for (const name of mainText.matchAll(/^#define (BROWSER_MODULE)\b/gm)) reader.global.macros.add(name[1]);
for (const source of sources) reader.source(source);
mark(reader.items, entry);
const needed = reader.items.filter(item => item.needed);
if (needed.length === 0) fail(`none of the sources defines ${entry}`);
rename(needed);
mkdirSync(dirname(out), {recursive: true});
const headers = new Map(reader.items.filter(item => item.isHeader).map(item => [item.path, item.comment]));
writeFileSync(out, write(keep(reader.items), headers, reader.includes, mainText, entry));
