// SPDX-License-Identifier: MIT
// The contest pages: the HTML report, replayed with the keyboard, and the live view of a running contest.
// Both are checked with axe-core.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Create a contest between two such players; its directory is deleted with the context. */
function contest(context, game, player) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tessera-contest-"));
  context.atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const arena = (...args) => execFileSync(context.tools.program, ["arena", ...args], { stdio: "pipe" });
  const place = path.join(folder, "evening");
  arena("init", place, "--game", game);
  for (const name of ["anna", "bert"]) arena("add", place, "--player", player, "--name", name);
  return { place, arena, page: path.join(folder, "page.html") };
}

async function axe(context, person) {
  await person.page.evaluate(context.tools.axe);
  const result = await person.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`);
}

const pieces = () => document.querySelectorAll("#board svg .piece").length;
const state = () => document.getElementById("state").textContent;

async function report(context, colorScheme) {
  const { place, arena, page } = contest(context, "gipf", "random,seed=3");
  // One worker, as games are numbered in the order in which they end.
  arena("run", place, "--workers", "1");
  arena("report", place, "--html", page);
  const person = await context.person("reader", { colorScheme });
  const asked = [];
  person.page.on("request", (request) => asked.push(request.url()));
  const address = pathToFileURL(page).href;
  await person.page.goto(`${address}#game-2`);
  await person.see("the second game", () => document.getElementById("title").textContent.startsWith("Game 2: bert \u2013 anna"));
  assert.equal(await person.page.evaluate(state), "Start");
  const atStart = await person.page.evaluate(pieces);
  await person.page.keyboard.press("ArrowRight");
  await person.see("the first move", () => /^Move 1 of \d+: /.test(document.getElementById("state").textContent));
  assert.ok((await person.page.evaluate(pieces)) > atStart, "expected more pieces and marks after the first move");
  await person.page.keyboard.press("ArrowLeft");
  assert.equal(await person.page.evaluate(pieces), atStart);
  await person.page.keyboard.press("End");
  await person.see("the last move", () => /^Move (\d+) of \1: /.test(document.getElementById("state").textContent));
  await person.page.selectOption("#who", { label: "anna" });
  await person.page.check("#odd");
  assert.equal(await person.page.locator("#list tr:visible").count(), 0, "expected that the rules decided every game");
  assert.deepEqual(await axe(context, person), []);
  assert.deepEqual(
    asked.filter((url) => url.split("#")[0] !== address),
    [],
    "expected no network requests",
  );
}

async function phone(context) {
  const { place, arena, page } = contest(context, "duell", "random");
  arena("run", place);
  arena("report", place, "--html", page);
  const person = await context.person("phone", { viewport: { width: 320, height: 700 }, isMobile: true, hasTouch: true });
  await person.page.goto(pathToFileURL(page).href);
  await person.see("a board", () => document.querySelector("#board svg .piece") !== null);
  const wide = await person.page.evaluate(() => document.scrollingElement.scrollWidth - 320);
  assert.ok(wide <= 0, `expected the page to fit into 320 pixels; it is ${wide} pixels wider`);
}

/** Serve a contest and return the address of its page. */
function show(context, place) {
  const child = spawn(context.tools.program, ["serve", "--contest", place, "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
  context.atEnd(() => child.kill("SIGKILL"));
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("the server exited unexpectedly")));
    child.stdout.on("data", (text) => resolve(/http:\S+/.exec(String(text))[0]));
  });
}

async function live(context) {
  const { place } = contest(context, "gipf", "max,time=1000");
  const person = await context.person("watcher");
  await person.page.goto(await show(context, place));
  await person.see("that no game is running", () => document.getElementById("status").textContent === "0 games finished; not running");
  const runner = spawn(context.tools.program, ["arena", "run", place], { stdio: "ignore" });
  const ended = new Promise((resolve) => runner.once("exit", resolve));
  context.atEnd(() => runner.kill("SIGKILL"));
  await person.see("boards of running games", () => document.querySelectorAll(".boards svg .piece").length > 0);
  await person.see("who plays", () => /anna.*bert|bert.*anna/s.test(document.querySelector(".boards figure").textContent));
  // Stop the players while axe-core runs, which needs the CPU.
  runner.kill("SIGSTOP");
  assert.deepEqual(await axe(context, person), []);
  runner.kill("SIGKILL");
  await ended;
  await person.see("that the contest has stopped", () => document.getElementById("status").textContent.endsWith("not running"));
  await person.see("no boards", () => document.querySelectorAll(".boards figure").length === 0);
}

export const tests = [
  ["the contest report is replayed with the keyboard in the light theme", (context) => report(context, "light")],
  ["the contest report is replayed with the keyboard in the dark theme", (context) => report(context, "dark")],
  ["the contest report fits on a phone", phone],
  ["the live page follows a running contest", live],
];
