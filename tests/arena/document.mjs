// SPDX-License-Identifier: MIT
// document.mjs TESSERA DOCUMENT [--write] - run the commands of docs/contest.md and compare their output.  Prints TAP.
//
// The test runs the blocks "```console" in a shell, in order, in an empty home directory where ~/tessera is this
// project.  After a line "$ COMMAND", the lines up to the next command must be printed; "..." stands for any lines, or
// for the rest of a line.  Numbers and the width of gaps may differ, because they depend on the machine.  A command may
// fail only if "FAIL" or "tessera:" is expected.  --write replaces the expected output by the real one: review the diff.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [tessera, path, mode] = process.argv.slice(2);
const home = mkdtempSync(`${tmpdir()}/document-`);
process.on("exit", () => rmSync(home, { recursive: true }));
mkdirSync(`${home}/bin`);
symlinkSync(resolve(tessera), `${home}/bin/tessera`);
symlinkSync(fileURLToPath(new URL("../..", import.meta.url)), `${home}/tessera`);
const env = { ...process.env, HOME: home, PATH: `${home}/bin:${process.env.PATH}`, LC_ALL: "C.UTF-8" };

/* Wait until a run in the background has started before the next command. */
const WAIT = 'for i in $(seq 300); do grep -qs "running (process" "$HOME/seen" && break; sleep 0.1; ' +
  'tessera arena report "$DIR" >"$HOME/seen" 2>&1; done; rm -f "$HOME/seen"';

function type(command) {
  const background = /^nohup tessera arena run (\S+).*&$/.exec(command);
  const script = background ? `${command}\n${WAIT}` : command;
  const { status, stdout } = spawnSync("sh", ["-c", `exec 2>&1\n${script}`],
    { cwd: home, env: { ...env, DIR: background?.[1] }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  // Without a terminal, `run` prints its progress every 30 seconds.
  const lines = stdout.split("\n").filter((line) => !/^(round \d+, )?\d+ (of \d+ )?games, \d+ playing/.test(line));
  while (lines.at(-1) === "") lines.pop();
  return { status, lines: lines.map((line) => line.trimEnd()) };
}

const same = (line) => line.replace(/[-+]?\d+(\.\d+)?/g, "0").replace(/\s+/g, " ").trim();

function fits(expected, lines) {
  if (expected.length === 0) return lines.length === 0;
  const [first, ...others] = expected;
  if (first === "...") return lines.some((_, i) => fits(others, lines.slice(i))) || others.length === 0;
  if (lines.length === 0) return false;
  const right = first.endsWith("...") ? same(lines[0]).startsWith(same(first.slice(0, -3))) : same(first) === same(lines[0]);
  return right && fits(others, lines.slice(1));
}

/* Return the commands of the document with their expected output. */
function commandsOf(text) {
  const commands = [];
  let inside = false;
  text.split("\n").forEach((line, at) => {
    if (line.startsWith("```")) inside = line === "```console";
    else if (inside && line.startsWith("$ ")) commands.push({ command: line.slice(2), expected: [], at: at + 1 });
    else if (inside) commands.at(-1).expected.push(line);
  });
  return commands;
}

const text = readFileSync(path, "utf8");
const commands = commandsOf(text);
const printed = text.split("\n");
let count = 0;
for (const one of commands) {
  while (one.expected.at(-1) === "") one.expected.pop();
  const { status, lines } = type(one.command);
  const mayFail = one.expected.some((line) => /^FAIL |^tessera: /.test(line));
  const right = fits(one.expected, lines) && (status !== 0) === mayFail;
  console.log(`${right ? "ok" : "not ok"} ${++count} - line ${one.at}: ${one.command.replaceAll("#", "\\#")}`);
  if (right) continue;
  process.exitCode = 1;
  console.log([`exit status ${status}; it printed`, ...lines].join("\n").replace(/^/gm, "# "));
  one.instead = lines;
}
console.log(`1..${count}`);
if (count === 0) process.exitCode = 1;
if (mode === "--write") {
  for (const { at, expected, instead } of commands.reverse())
    if (instead) printed.splice(at, expected.length, ...instead);
  writeFileSync(path, printed.join("\n"));
}
