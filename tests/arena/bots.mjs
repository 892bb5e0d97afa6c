// SPDX-License-Identifier: MIT
// bots.mjs TESSERA DOCUMENT - do what docs/bots.md says, and compare its tables with what the arena does.  Prints TAP.
//
// The C function of the document is checked as a bot; each starter that it names is created and checked; a bot that
// records what the arena writes shows that the tables of messages and replies are complete and right; and the list of
// forfeits is the one of the reports.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";

const [program, path] = process.argv.slice(2);
const tessera = resolve(program);
const text = readFileSync(path, "utf8");
const home = mkdtempSync(`${tmpdir()}/bots-`);
process.on("exit", () => rmSync(home, { recursive: true }));

let count = 0;
function result(name, right, details = "") {
  console.log(`${right ? "ok" : "not ok"} ${++count} - ${name}`);
  if (right) return;
  process.exitCode = 1;
  console.log(details.replace(/^/gm, "# "));
}

function run(...words) {
  const { status, stdout, stderr } = spawnSync(tessera, words, { cwd: home, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

function accepted(name, ...words) {
  const { status, output } = run("arena", "check", ...words);
  result(name, status === 0 && output.includes("This bot will be accepted."), output);
}

/* The text from a heading to the next one of the same depth. */
function section(heading) {
  const [, depth, rest] = new RegExp(`^(#+) ${heading}\\n([^]*)`, "m").exec(text);
  return rest.split(new RegExp(`^#{1,${depth.length}} `, "m"))[0];
}

/* The words in the first column of the table that follows `before`. */
function members(part, before) {
  const rows = part.slice(part.indexOf(before)).split("\n");
  const from = rows.findIndex((row) => row.startsWith("| ---")) + 1;
  const to = rows.findIndex((row, at) => at >= from && !row.startsWith("|"));
  return rows.slice(from, to).flatMap((row) => [...row.split("|")[1].matchAll(/`([^`]+)`/g)].map((word) => word[1]));
}

// The C function.
const code = /^ {4}#include "tessera_bot.h"\n[^]*?^ {4}}\n/m.exec(section("C function"))[0].replace(/^ {4}/gm, "");
writeFileSync(`${home}/simple.c`, code);
accepted("the C function of the document is a bot", "simple.c", "--game", "toy");

// The starters, from the table of languages.
const starters = [...section("Languages").matchAll(/`arena new ([^`]+)`/g)].map((match) => match[1]);
result("the table of languages names four starters", starters.length === 4, starters.join(" "));
for (const starter of starters) {
  const made = run("arena", "new", starter);
  result(`arena new ${starter}`, made.status === 0, made.output);
  accepted(`${starter} is accepted`, starter, "--game", "toy");
}
run("arena", "new", "strategy.c", "--kind", "files");
accepted("the strategy of the file-based contest is accepted", "strategy.c", "--game", "ponte:contest;size=10", "--games", "1");

// What the arena writes: a bot that copies it to stderr and asks for everything.
writeFileSync(`${home}/spy.py`, `import json, sys
def say(what):
    print(json.dumps(what), flush=True)
def ask(what):
    say(what)
    line = sys.stdin.readline()
    print("ANSWER", line, end="", file=sys.stderr)
    return json.loads(line)
for line in sys.stdin:
    print("ARENA", line, end="", file=sys.stderr)
    message = json.loads(line)
    if message["do"] == "game":
        say({"ready": True})
    elif message["do"] == "turn":
        ask({"ask": "look"})
        ask({"ask": "look", "after": "nonsense"})
        say({"turn": ask({"ask": "turns", "after": "", "max": 5000, "values": True})["turns"][0]})
`);
accepted("a bot that asks for everything is accepted", "spy.py", "--game", "toy", "--log", "log.txt", "--games", "1");
const lines = readFileSync(`${home}/log.txt`, "utf8").split("\n");
const seen = new Map();
for (const line of lines) {
  const [, who, object] = /^(ARENA|ANSWER) (.*)$/.exec(line) ?? [];
  if (!who) continue;
  const message = JSON.parse(object);
  const known = seen.get(message.do) ?? new Set();
  for (const key of Object.keys(message)) if (key !== "do") known.add(key);
  seen.set(message.do, known);
}
const messages = section("Messages of the arena"), queries = section("Queries");
const TABLES = [
  ["game", members(messages, "`game` starts"), ["game_ms", "increment_ms", "turn_cpu_ms", "game_cpu_ms"]],
  ["turn", members(messages, "`turn` asks"), []],
  ["turns", members(queries, "lists legal moves"), []],
  ["look", members(queries, "describes a position"), ["winner", "reason"]],
];
for (const [name, documented, optional] of TABLES) {
  const real = [...(seen.get(name) ?? [])];
  const missing = documented.filter((word) => !real.includes(word) && !optional.includes(word));
  const unknown = real.filter((word) => !documented.includes(word));
  result(`the members of '${name}' are those of the document`, real.length > 0 && missing.length === 0 && unknown.length === 0,
    `documented, not seen: ${missing}\nseen, not documented: ${unknown}`);
}
result("an invalid query gets an error with the reason", seen.get("error")?.has("why") ?? false);
result("the end of a game is announced", ["winner", "reason", "won"].every((word) => seen.get("end")?.has(word)));

// The forfeits are the columns of the ranking.
run("arena", "init", "c", "--game", "toy");
const header = run("arena", "report", "c", "--csv", "ranking").output.split("\r\n")[0];
const columns = [...header.matchAll(/lost_by_(\w+)/g)].map((match) => match[1]).sort();
const forfeits = members(section("Environment"), "| termination |").sort();
result("the forfeits are those of the reports", JSON.stringify(columns) === JSON.stringify(forfeits), `${columns}\n${forfeits}`);
console.log(`1..${count}`);
