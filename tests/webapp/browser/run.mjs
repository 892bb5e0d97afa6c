// SPDX-License-Identifier: MIT
// The page in a real browser:  node run.mjs [--list] PROGRAM OFFLINE_FOLDER PICTURE_FOLDER [WORD...]
//
// PROGRAM is tessera with the page inside, OFFLINE_FOLDER what `make webapp` built; pictures of failures
// go to PICTURE_FOLDER.  With WORDs, only the tests whose names have one of them.  One browser for all
// tests, a server and fresh contexts for each; as many at once as there are cores, for most of the time
// a test waits.  Tests that measure come last, each alone.  The last line is `N passed, N failed`.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { Room } from "./test_context.mjs";
import { tests as games } from "./games.mjs";
import { tests as moments } from "./moments.mjs";
import { tests as people } from "./people.mjs";
import { tests as records } from "./records.mjs";
import { tests as offline } from "./offline.mjs";
import { tests as looks } from "./looks.mjs";
import { tests as contests } from "./contests.mjs";

const TESTS = [...games, ...moments, ...people, ...records, ...offline, ...looks, ...contests];
const TEST_MS = 180_000;
const AT_ONCE = Math.min(4, os.availableParallelism?.() ?? os.cpus().length);
const BROWSER = process.env.TESSERA_CHROMIUM || "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const page = path.resolve(path.dirname(new URL(import.meta.url).pathname), "../../../webapp");
const require = createRequire(path.join(page, "package.json"));

function within(work, ms) {
  let timer;
  const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error(`expected the test to end within ${ms / 1000} s`)), ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function runTest([name, body], tools) {
  const room = new Room(tools);
  const began = performance.now();
  let failure = null;
  try {
    await within(body(room), TEST_MS);
    room.check();
  } catch (error) {
    failure = error;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const report = [`${failure ? "FAILED" : "ok"}: ${name} (${seconds} s)`, ...(failure ? await reasons(failure, name, room) : []), ...room.figures];
  await room.close().catch((error) => report.push(`at the end of '${name}': ${error.message}`));
  console.log(report.join("\n  "));
  return failure === null;
}

async function reasons(failure, name, room) {
  const places = (failure.stack ?? "").split("\n").filter((line) => line.includes("tests/webapp/browser"));
  const others = room.people.flatMap((person) => person.errors);
  const pictures = await room.shots(name);
  return [
    failure.message,
    ...places.slice(0, 3).map((line) => line.trim()),
    ...others.slice(0, 5),
    ...pictures.map((file) => `picture: ${file}`),
  ];
}

/** How many of the tests pass, so many of them at once. */
async function runAll(tests, lanes, tools) {
  const waiting = [...tests];
  let passed = 0;
  const lane = async () => {
    for (let test; (test = waiting.shift()); ) if (await runTest(test, tools)) passed++;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return passed;
}

async function main() {
  const words = process.argv.slice(2);
  if (words[0] === "--list") {
    for (const [name] of TESTS) console.log(name);
    return 0;
  }
  const [program, folder, pictures, ...wanted] = words;
  if (!pictures) {
    console.error("run.mjs: expected PROGRAM OFFLINE_FOLDER PICTURE_FOLDER [WORD...]");
    return 2;
  }
  mkdirSync(pictures, { recursive: true });
  const { chromium } = require("playwright-core");
  const browser = await chromium.launch({ executablePath: BROWSER, headless: true, args: FLAGS });
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const tools = { browser, program: path.resolve(program), offline: path.resolve(folder), shots: pictures, axe };
  const chosen = TESTS.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  const measures = ([, , { alone = false } = {}]) => alone;
  const together = chosen.filter((test) => !measures(test));
  const passed = (await runAll(together, AT_ONCE, tools)) + (await runAll(chosen.filter(measures), 1, tools));
  await browser.close();
  console.log(`${passed} passed, ${chosen.length - passed} failed`);
  return passed === chosen.length && passed > 0 ? 0 : 1;
}

process.exit(await main());
