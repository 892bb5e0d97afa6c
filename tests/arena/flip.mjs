// SPDX-License-Identifier: MIT
// flip.mjs TESSERA [FLIPS] [SEED] - `arena verify` finds every flipped bit of a contest database.  Prints TAP.
//
// 1. A sealed database: any flipped bit of games.db and of the seal is found.
// 2. A database with a WAL, whose run was killed: a flipped bit of games.db or of the WAL is found, or it changes no
//    stored value (it was in a part of a file that SQLite does not use).

import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const tessera = resolve(process.argv[2]);
const flips = Number(process.argv[3] ?? 120);
let state = BigInt(process.argv[4] ?? 1);
const folder = mkdtempSync(`${tmpdir()}/flip-`);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function result(name, right, details = []) {
  console.log(`${right ? "ok" : "not ok"} ${++count} - ${name}`);
  if (right) return;
  process.exitCode = 1;
  for (const line of details) console.log(`# ${line}`);
}

function random(limit) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(limit));
}

const arena = (...words) => spawnSync(tessera, ["arena", ...words], { encoding: "utf8" });

function make(name, games) {
  arena("init", `${folder}/${name}`, "--game", "gipf:3,3,8,8");
  for (const player of ["random", "greedy", "random,seed=7"])
    arena("add", `${folder}/${name}`, "--player", player, "--name", player.replace(/\W/g, "-"));
  const file = `${folder}/${name}/contest.toml`;
  writeFileSync(file, readFileSync(file, "utf8").replace("games = 2 ", `games = ${games} `).replace("openings = 0", "openings = 2"));
}

/* Flip one bit of a file. */
function flip(path, bit) {
  const bytes = readFileSync(path);
  bytes[bit >> 3] ^= 1 << (bit & 7);
  writeFileSync(path, bytes);
}

/* Everything that is stored, as text; "" if it cannot be read. */
function stored(name) {
  const run = spawnSync(tessera, ["arena", "report", `${folder}/${name}`, "--records", "-"], { encoding: "utf8" });
  const more = arena("report", `${folder}/${name}`, "--json");
  return run.status === 0 && more.status === 0 ? run.stdout + more.stdout : "";
}

make("calm", 6);
const calm = arena("run", `${folder}/calm`);
result("the contest is played", calm.status === 0, [calm.stderr]);
const fine = arena("verify", `${folder}/calm`);
result("verify accepts it", fine.status === 0 && fine.stdout.includes("No problem found."), [fine.stdout, fine.stderr]);
result("it is sealed, without a WAL", !existsSync(`${folder}/calm/.arena/games.db-wal`) ||
  statSync(`${folder}/calm/.arena/games.db-wal`).size === 0);

const missed = [], crashed = [];
for (let i = 0; i < flips; i++) {
  rmSync(`${folder}/bad`, { recursive: true, force: true });
  cpSync(`${folder}/calm`, `${folder}/bad`, { recursive: true });
  const file = i % 10 === 9 ? "seal" : "games.db"; // every tenth flip is in the seal
  const path = `${folder}/bad/.arena/${file}`;
  const bit = random(statSync(path).size * 8);
  flip(path, bit);
  const verdict = arena("verify", `${folder}/bad`);
  if (verdict.signal !== null || verdict.status > 2) crashed.push(`${file} bit ${bit}: ${verdict.signal} ${verdict.stderr}`);
  else if (verdict.status === 0) missed.push(`${file} bit ${bit}`);
  else if (i < 3 && arena("run", `${folder}/bad`).status === 0) missed.push(`run continues with ${file} bit ${bit}`);
}
result(`all of ${flips} flipped bits are found`, missed.length === 0, missed);
result("none crashes the program", crashed.length === 0, crashed);

// A run that is killed leaves a WAL.  A kill between a commit and the update of the seal leaves an entry that the seal
// does not know; then kill another run.
const wal = `${folder}/killed/.arena/games.db-wal`;
const games = () => Number(/(\d+) games/.exec(arena("report", `${folder}/killed`).stdout)?.[1] ?? 0);
let open;
for (let tries = 0; tries < 10; tries++) {
  rmSync(`${folder}/killed`, { recursive: true, force: true });
  make("killed", 2000);
  const child = spawn(tessera, ["arena", "run", `${folder}/killed`], { stdio: "ignore" });
  const ended = new Promise((done) => child.on("exit", done));
  while (child.exitCode === null && !(existsSync(wal) && statSync(wal).size > 200000)) await pause(2); // a few games
  child.kill("SIGKILL");
  await ended;
  open = arena("verify", `${folder}/killed`);
  const sealed = Number(/entries (\d+)/.exec(readFileSync(`${folder}/killed/.arena/seal`, "utf8"))[1]);
  if (sealed === Number(/it has (\d+) entries/.exec(open.stdout)?.[1]) && games() > 5) break;
}
result("the killed run left a WAL", existsSync(wal) && statSync(wal).size > 0);
result("verify accepts it and says that it is not sealed", open.status === 0 && open.stdout.includes("is not sealed"),
  [open.stdout, open.stderr]);

const before = stored("killed");
const unnoticed = [], broken = [];
let found = 0;
for (let i = 0; i < flips / 3; i++) {
  rmSync(`${folder}/bad`, { recursive: true, force: true });
  cpSync(`${folder}/killed`, `${folder}/bad`, { recursive: true });
  const file = i % 2 === 0 ? "games.db-wal" : "games.db";
  const path = `${folder}/bad/.arena/${file}`;
  const bit = random(statSync(path).size * 8);
  flip(path, bit);
  rmSync(`${folder}/bad/.arena/games.db-shm`, { force: true });
  const verdict = arena("verify", `${folder}/bad`);
  if (verdict.signal !== null || verdict.status > 2) broken.push(`${file} bit ${bit}: ${verdict.signal}`);
  else if (verdict.status !== 0) found++;
  else if (stored("bad") !== before) unnoticed.push(`${file} bit ${bit}`);
}
result("in a killed contest, no flipped bit changes a value unnoticed", unnoticed.length === 0, unnoticed);
result(`many of them are found (${found} of ${Math.ceil(flips / 3)})`, found >= flips / 12 - 1);
result("none crashes the program there", broken.length === 0, broken);

const again = arena("resume", `${folder}/killed`, "--games", "4");
const sealed = arena("verify", `${folder}/killed`);
result("resume plays on and seals it", again.status === 0 && sealed.status === 0 && !sealed.stdout.includes("not sealed"),
  [again.stderr, sealed.stdout, sealed.stderr]);
console.log(`1..${count}`);
