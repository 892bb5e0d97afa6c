// SPDX-License-Identifier: MIT
// The analysis screen's opening explorer and review.

import assert from "node:assert/strict";
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

const BLUNDER = `[Game "gipf"]
1. e1-e2
2. e9-e8
result *
`;

/** Review a short game; what the engine finds depends on the machine, so expect only the form. */
async function review(context) {
  const server = await context.server();
  const person = await context.person("student");
  const { page } = person;
  await page.goto(`${server.url}#/analysis?text=${encodeURIComponent(BLUNDER)}`);
  await page.locator("summary", { hasText: "Review" }).click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await person.see("the accuracy of both sides", () => (document.querySelector(".review")?.textContent.match(/accuracy \d+ %/g) ?? []).length === 2);
  assert.equal(await page.locator(".review progress").count(), 0);
  await page.getByText("Opening explorer", { exact: true }).click();
  await person.see("moves", () => document.querySelectorAll(".explorer tbody tr").length > 0);
  await page.evaluate(context.tools.axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
}

export const tests = [
  ["explorer: the moves of every game can be followed", explorerOfEveryGame],
  ["explorer: the book is there without a server", explorerWithoutServer],
  ["review: every position is searched, and both sides get their accuracy", review],
];
