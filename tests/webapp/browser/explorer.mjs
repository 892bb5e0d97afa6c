// SPDX-License-Identifier: MIT
// The analysis screen's opening explorer and review.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Files } from "./test_server.mjs";

const GAMES = ["gipf", "ponte", "diavolo", "alliances", "duell"];

/** Open the explorer at the start of a game, play its first move, and expect what follows. */
async function follow(person, url, game) {
  const { page } = person;
  await page.goto(`${url}#/analysis/${game}`);
  await page.getByText("Opening explorer", { exact: true }).click();
  await person.see(`moves of ${game}`, () => document.querySelectorAll(".explorer tbody tr").length > 0);
  const first = await page.locator(".explorer tbody tr").first().innerText();
  assert.match(first, /^\S.*\t\d+\t.*\d+ %/s, first);
  const shares = await page.locator(".explorer .shares").first().getAttribute("aria-label");
  assert.match(shares, /^won \d+ %, drawn \d+ %, lost \d+ %$/);
  const move = await page.locator(".explorer tbody button").first().textContent();
  await page.locator(".explorer tbody button").first().click();
  await person.see("the move in the tree", (text) => [...document.querySelectorAll(".side button")].some((one) => one.textContent === text && !one.closest(".explorer")), move);
  await person.see("other moves", (text) => !document.querySelector(".explorer").innerText.startsWith(text), first);
}

async function explorerOfEveryGame(context) {
  const server = await context.server();
  const person = await context.person("student");
  for (const game of GAMES) await follow(person, server.url, game);
  await person.page.goto(`${server.url}#/analysis?setup=gipf:standard`);
  await person.page.getByText("Opening explorer", { exact: true }).click();
  await person.see("that there is no book", () => document.querySelector(".explorer")?.textContent.includes("no book for this variant"));
}

async function explorerWithoutServer(context) {
  const files = new Files(context.tools.offline);
  await files.open();
  context.atEnd(() => files.close());
  const person = await context.person("student");
  await follow(person, files.url, "ponte");
}

const BLUNDER = `[Game "duell"]
1. A1-b5
2. C8-b7
3. D1-i2
4. F8-g3
result *
`;

/** What `tessera review --json` says about a game. */
function reviewOf(program, record) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "tessera-review-")), "game.txt");
  writeFileSync(file, record);
  const review = JSON.parse(execFileSync(program, ["review", file, "--json"], { encoding: "utf8" }));
  rmSync(path.dirname(file), { recursive: true });
  return review;
}

/** Review a game on the page, and expect the numbers of `tessera review`. */
async function reviewOnPage(person, url, record, review) {
  const { page } = person;
  await page.goto(`${url}#/analysis?text=${encodeURIComponent(record)}`);
  await page.locator("summary", { hasText: "Review" }).click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await person.see("the accuracy of both sides", () => (document.querySelector(".review")?.textContent.match(/accuracy \d+ %/g) ?? []).length === 2);
  assert.equal(await page.locator(".review progress").count(), 0);
  const percent = (chance) => Math.round(100 * chance);
  const summaries = review.players.map(({ name, accuracy, inaccuracy, mistake, blunder }) => `${name}: accuracy ${percent(accuracy)} %, inaccuracies ${inaccuracy}, mistakes ${mistake}, blunders ${blunder}`);
  assert.deepEqual(await page.locator(".review > p").allTextContents(), summaries);
  const bad = review.moves.filter((move) => move.class !== "good");
  assert.ok(bad.length > 0, "expected a bad move in the game");
  const moments = bad.map(({ number, move, before, after }) => `${number}. ${move}: from ${percent(before)} % to ${percent(after)} %`);
  assert.deepEqual(await page.locator(".moments li > button:first-of-type").allTextContents(), moments);
  await person.see("the marks", (count) => document.querySelectorAll(".tree .mark").length === count, bad.length);
  return bad;
}

/** The page, the HTTP API and `tessera review` agree; the better line becomes a variation. */
async function review(context) {
  const server = await context.server();
  const person = await context.person("student");
  const { page } = person;
  const expected = reviewOf(context.tools.program, BLUNDER);
  const { review: id } = await server.post("api/reviews", { text: BLUNDER });
  let shown;
  do shown = await server.get(`api/reviews/${id}`);
  while (!shown.review);
  assert.deepEqual(shown.review, expected);
  const [first] = await reviewOnPage(person, server.url, BLUNDER, expected);
  await page.getByRole("button", { name: "Show better move" }).first().click();
  await person.see("the better line", (line) => document.querySelector(".moments li")?.textContent.includes(line), `Better: ${first.line.join(" ")}`);
  await person.see("it in the tree", (turns) => document.querySelector(".tree .variation")?.textContent.includes(turns[0]), first.line);
  await person.see("its first move", (turn) => document.querySelector(".tree .variation .shown")?.textContent === turn, first.best);
  // A review that does not end shows its progress and can be stopped.
  await page.route("**/api/reviews/*", (route) => route.fulfill({ json: { done: 1, total: 3, review: null } }));
  await page.getByRole("button", { name: "Review the game" }).click();
  await person.see("the progress", () => document.querySelector(".review")?.textContent.includes("1 of 3 positions") && document.querySelector(".review progress")?.value === 1);
  const cancelled = page.waitForRequest(/api\/reviews\/\w+\/cancel$/);
  await page.getByRole("button", { name: "Stop" }).click();
  await cancelled;
  await person.see("the offer to review again", () => document.querySelector(".review .primary") !== null && document.querySelector(".review progress") === null);
  await page.keyboard.press("Home");
  await page.getByText("Opening explorer", { exact: true }).click();
  await person.see("moves", () => document.querySelectorAll(".explorer tbody tr").length > 0);
  await page.evaluate(context.tools.axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
}

/** The engine in the browser finds the same. */
async function reviewWithoutServer(context) {
  const files = new Files(context.tools.offline);
  await files.open();
  context.atEnd(() => files.close());
  const person = await context.person("student");
  await reviewOnPage(person, files.url, BLUNDER, reviewOf(context.tools.program, BLUNDER));
}

export const tests = [
  ["explorer: the moves of every game can be followed", explorerOfEveryGame],
  ["explorer: the book is there without a server", explorerWithoutServer],
  ["review: page, server and command line find the same", review],
  ["review: the engine in the browser finds the same", reviewWithoutServer],
];
