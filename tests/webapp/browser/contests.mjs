// SPDX-License-Identifier: MIT
// The pages of a contest: the report in a file, replayed by keyboard, and the live view of a contest that
// runs; both for every eye.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** A folder with a contest of two such players, gone with the room. */
function contest(room, game, player) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tessera-contest-"));
  room.atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const arena = (...words) => execFileSync(room.tools.program, ["arena", ...words], { stdio: "pipe" });
  const place = path.join(folder, "evening");
  arena("init", place, "--game", game);
  for (const name of ["anna", "bert"]) arena("add", place, "--player", player, "--name", name);
  return { place, arena, page: path.join(folder, "page.html") };
}

async function axe(room, person) {
  await person.page.evaluate(room.tools.axe);
  const result = await person.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`);
}

const pieces = () => document.querySelectorAll("#board svg .piece").length;
const state = () => document.getElementById("state").textContent;

async function report(room, colorScheme) {
  const { place, arena, page } = contest(room, "gipf", "random,seed=3");
  // One at a time: games are numbered in the order in which they end.
  arena("run", place, "--workers", "1");
  arena("report", place, "--html", page);
  const person = await room.person("reader", { colorScheme });
  const asked = [];
  person.page.on("request", (request) => asked.push(request.url()));
  const address = pathToFileURL(page).href;
  await person.page.goto(`${address}#game-2`);
  await person.see("the second game", () => document.getElementById("title").textContent.startsWith("Game 2: bert \u2013 anna"));
  assert.equal(await person.page.evaluate(state), "Start");
  const atStart = await person.page.evaluate(pieces);
  await person.page.keyboard.press("ArrowRight");
  await person.see("the first turn", () => /^Turn 1 of \d+: /.test(document.getElementById("state").textContent));
  assert.ok((await person.page.evaluate(pieces)) > atStart, "expected a piece and marks to come with the first turn");
  await person.page.keyboard.press("ArrowLeft");
  assert.equal(await person.page.evaluate(pieces), atStart);
  await person.page.keyboard.press("End");
  await person.see("the last turn", () => /^Turn (\d+) of \1: /.test(document.getElementById("state").textContent));
  await person.page.selectOption("#who", { label: "anna" });
  await person.page.check("#odd");
  assert.equal(await person.page.locator("#list tr:visible").count(), 0, "expected no game that the rules did not decide");
  assert.deepEqual(await axe(room, person), []);
  assert.deepEqual(
    asked.filter((url) => url.split("#")[0] !== address),
    [],
    "expected the page to ask nobody for anything",
  );
}

async function phone(room) {
  const { place, arena, page } = contest(room, "duell", "random");
  arena("run", place);
  arena("report", place, "--html", page);
  const person = await room.person("phone", { viewport: { width: 320, height: 700 }, isMobile: true, hasTouch: true });
  await person.page.goto(pathToFileURL(page).href);
  await person.see("a board", () => document.querySelector("#board svg .piece") !== null);
  const wide = await person.page.evaluate(() => document.scrollingElement.scrollWidth - 320);
  assert.ok(wide <= 0, `expected the page to fit into 320 pixels; it is ${wide} wider`);
}

/** The address at which a contest is shown. */
function show(room, place) {
  const child = spawn(room.tools.program, ["serve", "--contest", place, "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "ignore"] });
  room.atEnd(() => child.kill("SIGKILL"));
  return new Promise((take, fail) => {
    child.once("exit", () => fail(new Error("expected the server to stay")));
    child.stdout.on("data", (text) => take(/http:\S+/.exec(String(text))[0]));
  });
}

async function live(room) {
  const { place } = contest(room, "gipf", "max,time=1000");
  const person = await room.person("watcher");
  await person.page.goto(await show(room, place));
  await person.see("that nobody plays", () => document.getElementById("status").textContent === "0 games finished; not running");
  const runner = spawn(room.tools.program, ["arena", "run", place], { stdio: "ignore" });
  const ended = new Promise((take) => runner.once("exit", take));
  room.atEnd(() => runner.kill("SIGKILL"));
  await person.see("boards of running games", () => document.querySelectorAll(".boards svg .piece").length > 0);
  await person.see("who plays", () => /anna.*bert|bert.*anna/s.test(document.querySelector(".boards figure").textContent));
  // The players hold their breath while axe-core, which wants the processor for itself, looks on.
  runner.kill("SIGSTOP");
  assert.deepEqual(await axe(room, person), []);
  runner.kill("SIGKILL");
  await ended;
  await person.see("that it runs no more", () => document.getElementById("status").textContent.endsWith("not running"));
  await person.see("no boards", () => document.querySelectorAll(".boards figure").length === 0);
}

export const tests = [
  ["a contest's page is replayed by keyboard, light", (room) => report(room, "light")],
  ["a contest's page is replayed by keyboard, dark", (room) => report(room, "dark")],
  ["a contest's page fits on a phone", phone],
  ["a running contest is watched", live],
];
