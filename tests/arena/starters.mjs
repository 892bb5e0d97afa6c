// SPDX-License-Identifier: MIT
// starters.mjs TESSERA - the starter bots of sdk/starters are short, pass `arena check`, and beat random in all games.
// Boards are small and time limits long, because only their play is tested.  Seeds are fixed, so the games never
// change.  Prints TAP.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const TESSERA = process.argv[2];
const STARTERS = fileURLToPath(new URL("../../sdk/starters/", import.meta.url));
const LANGUAGES = ["c", "cpp", "py", "js"];
const GAMES = ["gipf:3,3,10,10", "ponte:contest;size=5", "diavolo:5", "alliances:4", "duell"];
const GAMES_EACH = 4; // against random
const POINTS_WANTED = 3; // of 4: a random player reaches this with probability 5/16, but not fifteen times in a row
const LINES = 50;

const folder = mkdtempSync(`${tmpdir()}/starters-`);
process.on("exit", () => rmSync(folder, { recursive: true }));
let count = 0;

function verdict(right, name, output = "") {
  console.log(`${right ? "ok" : "not ok"} ${++count} - ${name}`);
  if (!right) console.log(output.replace(/^/gm, "# "));
  if (!right) process.exitCode = 1;
}

function arena(...args) {
  const { status, stdout, stderr } = spawnSync(TESSERA, ["arena", ...args], { encoding: "utf8" });
  return { status, stdout, output: `tessera arena ${args.join(" ")}: ${status}\n${stdout}${stderr}` };
}

/* Create a gauntlet of random against all starters, with long time limits. */
function prepare(contest, game) {
  const steps = [arena("init", contest, "--game", game, "--format", "gauntlet")];
  const file = `${contest}/contest.toml`;
  const settings = { games: GAMES_EACH, turn_ms: 60000, start_ms: 60000, compile_ms: 60000 };
  let text = readFileSync(file, "utf8");
  for (const [name, value] of Object.entries(settings))
    text = text.replace(new RegExp(`^${name} = .*`, "m"), `${name} = ${value}`);
  writeFileSync(file, text);
  steps.push(arena("add", contest, "--player", "random"));
  for (const language of LANGUAGES)
    steps.push(arena("add", contest, `${STARTERS}starter.${language}`, "--name", `starter-${language}`));
  return steps;
}

for (const language of LANGUAGES) {
  const lines = readFileSync(`${STARTERS}starter.${language}`, "utf8").split("\n").length - 1;
  verdict(lines < LINES, `starter.${language} has ${lines} lines`);
}

GAMES.forEach((game, i) => {
  const contest = `${folder}/${i}`;
  const steps = prepare(contest, game);
  verdict(steps.every((step) => step.status === 0), `${game}: they take part`, steps.map((step) => step.output).join(""));

  const language = LANGUAGES[i % LANGUAGES.length];
  const check = arena("check", `${STARTERS}starter.${language}`, "--contest", contest, "--games", "1");
  verdict(check.status === 0 && check.stdout.endsWith("\nThis bot will be accepted.\n"),
    `${game}: starter.${language} will be accepted`, check.output);

  const run = arena("run", contest);
  const rows = arena("report", contest, "--csv", "ranking").stdout.split("\r\n");
  const columns = rows[0].split(",");
  const cell = (row, column) => row.split(",")[columns.indexOf(column)];
  for (const row of rows.slice(1).filter((text) => text.includes(",starter-"))) {
    const points = Number(cell(row, "points"));
    verdict(run.status === 0 && Number(cell(row, "games")) === GAMES_EACH && points >= POINTS_WANTED,
      `${game}: ${cell(row, "bot")} has ${points} of ${GAMES_EACH} points against random`, run.output);
  }
});
verdict(count === LANGUAGES.length + GAMES.length * (2 + LANGUAGES.length), "all starters were tested");
console.log(`1..${count}`);
