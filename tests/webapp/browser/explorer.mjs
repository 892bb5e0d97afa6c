// SPDX-License-Identifier: MIT
// The analysis screen's opening explorer and review.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
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
  let shown = await server.get(`api/reviews/${id}`);
  for (; !shown.review; shown = await server.get(`api/reviews/${id}`)) await setTimeout(200);
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

/** Let the page of a server have the engine, as a build with -Dwebapp=with-engine does. */
async function addSpareEngine(page, url, folder) {
  const names = readdirSync(folder).filter((name) => /^engine-.*\.(wasm|js)$/.test(name));
  const metas = names.map((name) => `<meta name="${name.endsWith(".js") ? "tessera-worker" : "tessera-spare-engine"}" content="${name}">`);
  await page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("</head>", `${metas.join("")}</head>`) });
  });
  for (const name of names) {
    const contentType = name.endsWith(".js") ? "text/javascript" : "application/wasm";
    await page.route(`${url}${name}`, (route) => route.fulfill({ body: readFileSync(path.join(folder, name)), contentType }));
  }
}

/** If the server is busy, the engine in the browser searches and reviews. */
async function takeOver(context) {
  const server = await context.server();
  // A service worker would fetch the engine past the routes of this test.
  const person = await context.person("student", { settings: { engine: true, lines: 2, motion: "off" }, serviceWorkers: "block" });
  const { page } = person;
  const busy = [];
  person.expectErrors(/503/);
  await addSpareEngine(page, server.url, context.tools.offline);
  await page.route(/\/api\/(lines\?|reviews$)/, (route) => {
    busy.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 503, json: { error: "busy" } });
  });
  await reviewOnPage(person, server.url, BLUNDER, reviewOf(context.tools.program, BLUNDER));
  await person.see("two variations of the engine", () => document.querySelectorAll(".lines li").length === 2);
  assert.deepEqual([...new Set(busy)].sort(), ["/api/lines", "/api/reviews"]);
}

export const tests = [
  ["explorer: the moves of every game can be followed", explorerOfEveryGame],
  ["explorer: the book is there without a server", explorerWithoutServer],
  ["review: page, server and command line find the same", review],
  ["review: the engine in the browser finds the same", reviewWithoutServer],
  ["analysis: the engine in the browser takes over when the server is busy", takeOver],
];
