// SPDX-License-Identifier: MIT
// The contest pages: the HTML report, replayed with the keyboard, the live view of a running contest, and the
// pages on which students submit bots.  All are checked with axe-core.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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

/** Islands are drawn below the points and pieces of the board, and disappear at the start. */
async function regions(context) {
  const { place, arena, page } = contest(context, "ponte:contest", "random,seed=3");
  arena("run", place, "--workers", "1");
  arena("report", place, "--html", page);
  const person = await context.person("reader");
  await person.page.goto(`${pathToFileURL(page).href}#game-1-end`);
  await person.see("islands below the pieces", () => document.querySelectorAll("#board .regions .land").length > 4);
  assert.equal(await person.page.locator("#board .regions ~ g .land").count(), 0, "expected no island above the pieces");
  await person.press("Start");
  await person.see("an empty board", () => document.querySelectorAll("#board .land, #board .piece").length === 0);
}

/** A laptop's window is wide enough for the ranking of bots with long names and forfeits. */
async function laptop(context) {
  const { place, arena, page } = contest(context, "gipf", "random");
  for (const [i, title] of ["Wilhelmine von Habsburg-Lothringen 2", "A bot with a long name", "c"].entries())
    arena("add", place, "--player", `random,seed=${i}`, "--name", `bot-number-${i}`, "--title", title);
  arena("run", place);
  arena("report", place, "--html", page);
  const person = await context.person("laptop", { viewport: { width: 1280, height: 800 } });
  await person.page.goto(pathToFileURL(page).href);
  await person.see("a ranking", () => document.querySelectorAll("#ranking tbody tr").length === 5);
  const scrolled = await person.page.evaluate(() =>
    [document.scrollingElement, ...document.querySelectorAll(".wide")].map((box) => box.scrollWidth - box.clientWidth));
  assert.ok(scrolled.every((pixels) => pixels <= 0), `expected no horizontal scrollbar at 1280 pixels: ${scrolled}`);
}

/** Finished games are replayed from the live page. */
async function replayed(context) {
  const { place, arena } = contest(context, "gipf", "random");
  arena("run", place, "--workers", "1");
  const person = await context.person("late watcher");
  await person.page.goto(await show(context, place));
  await person.see("the finished games", () => document.querySelectorAll("#latest a").length === 2);
  await person.page.click("#latest a >> nth=0");
  await person.see("the replay", () => document.getElementById("title")?.textContent.startsWith("Game 2: "));
  await person.page.keyboard.press("ArrowRight");
  await person.see("the first move", () => /^Move 1 of \d+: /.test(document.getElementById("state").textContent));
}

/** Serve a contest and return the address of its page. */
function show(context, place, ...options) {
  const child = spawn(context.tools.program, ["serve", "--contest", place, "--listen", "127.0.0.1:0", ...options], { stdio: ["ignore", "pipe", "ignore"] });
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

const STARTER = readFileSync(new URL("../../../sdk/starters/starter.py", import.meta.url), "utf8");

/** Serve a contest that takes submissions; returns the links of two students and of the organiser. */
async function handIn(context) {
  const { place, arena } = contest(context, "gipf:3,3,8,8", "random");
  const url = await show(context, place, "--submissions");
  const printed = String(arena("students", place, "Anna M\u00fcller", "Bert", "--organiser", "--url", url));
  const [organiser, anna, bert] = printed.match(/http\S+/g);
  return { arena, place, url, organiser, anna, bert };
}

/** Choose a file on the page of a student and submit it. */
async function submit(person, name, text) {
  await person.page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await person.press("Submit");
}

const shows = (person, what, text) => person.see(what, (wanted) => document.querySelector("main").textContent.includes(wanted), text);

/** A student submits a bot that fails and one that does not, and follows its games. */
async function student(context) {
  const { place, arena, anna, url } = await handIn(context);
  const person = await context.person("anna");
  await person.page.goto(anna);
  await shows(person, "that submissions are open", "Submissions are accepted.");
  await submit(person, "my first b\u00f6t.py", STARTER.replace("turn=choose()", 'turn="</pre><img src=x>"'));
  await shows(person, "that it is stored", "Submission 1 is stored");
  await person.see("that it is rejected, and why", () => {
    const card = document.getElementById("submission-1");
    return card?.textContent.includes("rejected") && card.querySelector("details[open] pre").textContent.includes("FAIL  game 1");
  });
  assert.equal(await person.page.locator("main img").count(), 0, "expected no element from the output of a bot");
  assert.match(await person.page.locator("#submission-1 code").innerText(), /^my-first-.*t\.py$/);
  await submit(person, "anna.c", "int bot_turn(void) { return nothing; }");
  await person.see("the output of the compiler", () => document.querySelector("#submission-2 pre")?.textContent.includes("nothing"));
  await submit(person, "anna.py", STARTER);
  await shows(person, "that the bot takes part", "Submission 3 takes part");
  await submit(person, "large.py", "#".repeat((1 << 20) + 1));
  await shows(person, "that the file is too large", "The file is larger than 1024 KiB.");
  assert.deepEqual(await axe(context, person), []);
  arena("run", place, "--workers", "1");
  await person.see("the games", () => document.querySelectorAll("#games tbody tr").length === 4);
  assert.ok(!(await person.page.locator("main").innerText()).includes("bert"), "expected that opponents are hidden");
  await person.page.click("#games tbody a >> nth=0");
  await person.see("the replay", () => /^Game \d+: .*opponent/.test(document.getElementById("title")?.textContent ?? ""));
  await person.page.keyboard.press("ArrowRight");
  await person.see("the first move", () => /^Move 1 of \d+: /.test(document.getElementById("state").textContent));
  assert.deepEqual(await axe(context, person), []);
  await person.page.click("nav a");
  await person.page.click("#games tbody a >> text=review >> nth=0");
  await person.press("Review this game");
  await shows(person, "the review", "chance of your bot");
  assert.deepEqual(await axe(context, person), []);
  await person.page.goto(url);
  await shows(person, "that the standings are hidden", "The organiser has not published them yet.");
}

/** A student submits a bot with a browser that runs no scripts. */
async function scriptless(context) {
  const { anna, organiser } = await handIn(context);
  const { page } = await context.person("anna", { javaScriptEnabled: false });
  const text = () => page.locator("main").innerText();
  await page.goto(anna);
  await page.setInputFiles("#file", { name: "anna.c", mimeType: "text/plain", buffer: Buffer.from("int bot_turn(void) { return nothing; }") });
  await page.selectOption("#kind", "c");
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await page.waitForSelector("h1 >> text=Done");
  assert.match(await text(), /Submission 1 is stored and waits for its check\./);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.waitForSelector("#submission-1");
  const boss = await context.person("organiser");
  await boss.page.goto(organiser);
  await boss.page.click("#students a >> text=1");
  await boss.see("the report of the check", () => document.querySelector("#submission-1 pre")?.textContent.includes("nothing"));
  assert.deepEqual(await axe(context, boss), []);
  await page.reload();
  assert.match(await text(), /rejected/);
}

/** The organiser controls the submissions with a browser that runs no scripts. */
async function organiseScriptless(context) {
  const { place, arena, organiser, anna } = await handIn(context);
  arena("run", place, "--workers", "1");
  const { page } = await context.person("organiser", { javaScriptEnabled: false });
  await page.goto(organiser);
  const press = async (button, sentence) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.waitForSelector("h1 >> text=Done");
    assert.equal(await page.locator("#answer").innerText(), sentence);
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await page.waitForSelector("#forms");
  };
  await page.fill("textarea", "Welcome <b>all</b>\nof you");
  await press("Announce", "Announced.");
  await page.fill("[name=game]", "1");
  await page.fill("#forms [type=text]", "power cut");
  await press("Declare void", "Game 1 is void; the next run plays it again.");
  await page.fill("[data-time]", "2099-12-31T20:00");
  await press("Set the deadline", "The deadline is set.");
  await press("Close submissions", "Submissions are closed.");
  await press("Open submissions", "Students can submit now.");
  const student = await context.person("anna", { javaScriptEnabled: false });
  await student.page.goto(anna);
  const text = await student.page.locator("main").innerText();
  assert.match(text, /Submissions are accepted until 2099-12-31 20:00 UTC\./);
  assert.match(text, /Welcome <b>all<\/b>\s+of you/);
}

/** The organiser announces, sets a deadline, declares a game void, publishes and closes. */
async function organise(context) {
  const { place, arena, organiser, anna, url } = await handIn(context);
  const boss = await context.person("organiser", { colorScheme: "dark" });
  const person = await context.person("anna", { viewport: { width: 320, height: 700 }, isMobile: true, hasTouch: true });
  arena("run", place, "--workers", "1");
  await boss.page.goto(organiser);
  await person.page.goto(anna);
  await boss.page.fill("textarea", "Welcome <b>all</b>\nof you");
  await boss.press("Announce");
  await shows(person, "the announcement", "Welcome <b>all</b>\nof you");
  await boss.page.fill("[name=game]", "1");
  await boss.page.fill("#forms [type=text]", "power cut");
  await boss.press("Declare void");
  await shows(boss, "that the game is void", "Game 1 is void; the next run plays it again.");
  await boss.page.fill("[data-time]", "2099-12-31T20:00");
  await boss.press("Set the deadline");
  await person.see("the deadline, in local time", () => /31 Dec(ember)? 2099,? (at )?20:00/.test(document.getElementById("status").textContent));
  const wide = await person.page.evaluate(() => document.scrollingElement.scrollWidth - 320);
  assert.ok(wide <= 0, `expected the page to fit into 320 pixels; it is ${wide} pixels wider`);
  assert.deepEqual(await axe(context, boss), []);
  await boss.press("Publish the standings");
  await boss.see("that they are public", () => document.querySelector("[data-action=hide]") !== null);
  await boss.press("Close submissions");
  await person.see("that submissions are closed", () => document.querySelector("#status .badge").textContent === "closed");
  person.expectErrors(/409/);
  await submit(person, "anna.py", STARTER);
  await shows(person, "that it is too late", "Submissions are closed.");
  assert.deepEqual(await axe(context, person), []);
  await boss.page.click("text=Live view");
  await boss.see("the ranking", () => document.querySelectorAll("#ranking tr").length === 2);
  await person.page.goto(url);
  await person.see("the published ranking", () => document.querySelectorAll("#ranking tr").length === 2);
}

export const tests = [
  ["the contest report is replayed with the keyboard in the light theme", (context) => report(context, "light")],
  ["the contest report is replayed with the keyboard in the dark theme", (context) => report(context, "dark")],
  ["the contest report draws islands", regions],
  ["the contest report fits on a phone", phone],
  ["the contest report fits on a laptop", laptop],
  ["the live page replays finished games", replayed],
  ["the live page follows a running contest", live],
  ["a student submits bots and follows their games", student],
  ["a student submits a bot without scripts", scriptless],
  ["an organiser controls the submissions", organise],
  ["an organiser controls the submissions without scripts", organiseScriptless],
];
