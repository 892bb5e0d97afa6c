// SPDX-License-Identifier: MIT
// Test the web app in a real browser:  node run.mjs [--list] PROGRAM OFFLINE_DIR EXTRA_DIR PICTURE_DIR [NAME...]
//
// PROGRAM is tessera with the web app inside, OFFLINE_DIR what `make webapp` built, EXTRA_DIR the same with
// the games of tests/games in its engine.  Screenshots of failures go to PICTURE_DIR.  With NAMEs, only tests
// whose names contain one of them.  All tests share one browser; each has its own server and browser contexts.
// Up to four tests run at once, since they mostly wait.  Tests that measure run last, one at a time.
// The last line is `N passed, N failed`.

import { mkdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { launch, require } from "./browser.mjs";
import { TestContext } from "./test_context.mjs";
import { tests as games } from "./games.mjs";
import { tests as moments } from "./moments.mjs";
import { tests as people } from "./people.mjs";
import { tests as lobby } from "./lobby.mjs";
import { tests as records } from "./records.mjs";
import { tests as screen } from "./screen.mjs";
import { tests as explorer } from "./explorer.mjs";
import { tests as lessons } from "./lessons.mjs";
import { tests as offline } from "./offline.mjs";
import { tests as study } from "./study.mjs";
import { tests as extra } from "./extra.mjs";
import { tests as hosting } from "./hosting.mjs";
import { tests as looks } from "./looks.mjs";
import { tests as contests } from "./contests.mjs";

const TESTS = [...games, ...moments, ...people, ...lobby, ...screen, ...records, ...lessons, ...explorer, ...offline, ...study, ...extra, ...looks, ...hosting, ...contests];
const TEST_MS = 300_000;
const AT_ONCE = Math.min(4, os.availableParallelism?.() ?? os.cpus().length);

function within(work, ms) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`expected the test to end within ${ms / 1000} s`)), ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function runTest([name, body], tools) {
  const context = new TestContext(tools);
  const began = performance.now();
  let failure = null;
  try {
    await within(body(context), TEST_MS);
    context.check();
  } catch (error) {
    failure = error;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const report = [`${failure ? "FAILED" : "ok"}: ${name} (${seconds} s)`, ...(failure ? await reasons(failure, name, context) : []), ...context.figures];
  await context.close().catch((error) => report.push(`at the end of '${name}': ${error.message}`));
  console.log(report.join("\n  "));
  return failure === null;
}

async function reasons(failure, name, context) {
  const places = (failure.stack ?? "").split("\n").filter((line) => line.includes("tests/webapp/browser"));
  const others = context.people.flatMap((person) => person.errors);
  const pictures = await context.shots(name);
  return [
    failure.message,
    ...places.slice(0, 3).map((line) => line.trim()),
    ...others.slice(0, 5),
    ...pictures.map((file) => `picture: ${file}`),
  ];
}

/** Run the tests, `lanes` at a time, and return how many passed. */
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
  const args = process.argv.slice(2);
  if (args[0] === "--list") {
    for (const [name] of TESTS) console.log(name);
    return 0;
  }
  const [program, folder, extraFolder, pictures, ...wanted] = args;
  if (!pictures) {
    console.error("run.mjs: missing argument; usage: run.mjs [--list] PROGRAM OFFLINE_DIR EXTRA_DIR PICTURE_DIR [NAME...]");
    return 2;
  }
  mkdirSync(pictures, { recursive: true });
  const browser = await launch();
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const tools = { browser, program: path.resolve(program), offline: path.resolve(folder), extra: path.resolve(extraFolder), shots: pictures, axe };
  const chosen = TESTS.filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
  const measures = ([, , { alone = false } = {}]) => alone;
  const together = chosen.filter((test) => !measures(test));
  const passed = (await runAll(together, AT_ONCE, tools)) + (await runAll(chosen.filter(measures), 1, tools));
  await browser.close();
  console.log(`${passed} passed, ${chosen.length - passed} failed`);
  return passed === chosen.length && passed > 0 ? 0 : 1;
}

process.exit(await main());
