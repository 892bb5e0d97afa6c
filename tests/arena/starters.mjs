// SPDX-License-Identifier: MIT
// starters.mjs TESSERA - the starter bots of sdk/starters, as a student would get to know them: short, accepted by
// `arena check`, and better than random in all games.  Small boards, and time without end: what is tested is how they
// play.  Seeds are fixed, so the same games are played every time.  Prints TAP.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const TESSERA = process.argv[2];
const STARTERS = fileURLToPath(new URL("../../sdk/starters/", import.meta.url));
const LANGUAGES = ["c", "py", "js"];
const GAMES = ["gipf:3,3,10,10", "ponte:contest;size=5", "diavolo:5", "alliances:4", "duell"];
const GAMES_EACH = 4; // against random
const POINTS_WANTED = 3; // of them: a coin would get there in 5 of 16 cases, but not fifteen times in a row
const LINES = 50;

const folder = mkdtempSync(`${tmpdir()}/starters-`);
process.on("exit", () => rmSync(folder, { recursive: true }));
let count = 0;

function verdict(right, name, said = "") {
  console.log(`${right ? "ok" : "not ok"} ${++count} - ${name}`);
  if (!right) console.log(said.replace(/^/gm, "# "));
  if (!right) process.exitCode = 1;
}

function arena(...words) {
  const { status, stdout, stderr } = spawnSync(TESSERA, ["arena", ...words], { encoding: "utf8" });
  return { status, stdout, said: `tessera arena ${words.join(" ")}: ${status}\n${stdout}${stderr}` };
}

/* Random against all starters, and nobody in a hurry. */
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
  verdict(steps.every((step) => step.status === 0), `${game}: they take part`, steps.map((step) => step.said).join(""));

  const language = LANGUAGES[i % LANGUAGES.length];
  const check = arena("check", `${STARTERS}starter.${language}`, "--contest", contest, "--games", "1");
  verdict(check.status === 0 && check.stdout.endsWith("\nThis bot will be accepted.\n"),
    `${game}: starter.${language} will be accepted`, check.said);

  const run = arena("run", contest);
  const rows = arena("report", contest, "--csv", "ranking").stdout.split("\r\n");
  const columns = rows[0].split(",");
  const cell = (row, column) => row.split(",")[columns.indexOf(column)];
  for (const row of rows.slice(1).filter((text) => text.includes(",starter-"))) {
    const points = Number(cell(row, "points"));
    verdict(run.status === 0 && Number(cell(row, "games")) === GAMES_EACH && points >= POINTS_WANTED,
      `${game}: ${cell(row, "bot")} has ${points} of ${GAMES_EACH} points against random`, run.said);
  }
});
verdict(count === LANGUAGES.length + GAMES.length * (2 + LANGUAGES.length), "nobody was left out");
console.log(`1..${count}`);
