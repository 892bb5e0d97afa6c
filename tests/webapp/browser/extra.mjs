// SPDX-License-Identifier: MIT
// Games of tests/games in an unchanged web app: nothing in it names them, only its engine contains them.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { LonePlayer } from "./offline.mjs";
import { Files } from "./test_server.mjs";

const GAMES = readdirSync(new URL("../../games", import.meta.url));
const SIDE = 5; // a small board, which each of them has

async function extraGame(context, game) {
  const files = new Files(context.tools.extra);
  await files.open();
  context.atEnd(() => files.close());
  const player = new LonePlayer(files, await context.person("player"));
  await player.page.goto(`${files.url}#/`);
  await player.person.see("the card of the game", (name) => document.querySelector(`.gamecard a[href*="${name}"]`) !== null, game);
  assert.equal(await player.person.has(`.gamecard a[href="#/lesson/${game}"]`), false, "expected no link to a lesson that does not exist");
  await player.begin(`${game}:${SIDE}`);
  await player.playOut(SIDE * SIDE);
  assert.ok((await player.moves()).length >= SIDE, `expected at least ${SIDE} moves`);
  await player.page.goto(`${files.url}#/rules/${game}`);
  await player.person.see("its rules", () => document.querySelector("article.rules")?.textContent.length > 300);
  assert.deepEqual(files.missing, [], "expected that every requested file exists");
}

export const tests = GAMES.map((game) => [`an extra game in an unchanged web app: ${game}`, (context) => extraGame(context, game)]);
