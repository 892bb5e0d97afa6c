// SPDX-License-Identifier: MIT
// The page as a folder of files, against the engine in the browser's own Worker; then without any
// server, from what the service worker kept.

import assert from "node:assert/strict";
import { Files } from "./test_server.mjs";
import { Player } from "./player.mjs";

/** Plays by what the page itself shows: there is no server to ask. */
class LonePlayer extends Player {
  moves() {
    return this.page.locator(".movelist .move").allTextContents();
  }

  isOver() {
    return this.page.evaluate(() => [...document.querySelectorAll(".actions button")].some((button) => button.textContent === "New game"));
  }

  waitForTurn() {
    return this.person.see("this person's turn or the end of the game", () => {
      const isOver = [...document.querySelectorAll(".actions button")].some((button) => button.textContent === "New game");
      return isOver || document.querySelector(".stage.active") !== null;
    });
  }

  /** Touch the first cells that may be touched until a turn is played. */
  async anyTurn() {
    const before = (await this.moves()).length;
    for (let i = 0; i < 8; i++) {
      const cell = await this.page.evaluate(() => document.querySelector(".stage .cell.may")?.dataset.cell ?? null);
      if (cell === null)
        await this.page.locator(".actions button.primary").first().click(); // only a pass is left
      else await this.hand.touch(this, Number(cell));
      if ((await this.state()).menu) await this.page.locator(".menu button").first().click();
      await this.person.see(
        "the next step or turn",
        (count) => document.querySelector(".stage.active") !== null || document.querySelectorAll(".movelist .move").length > count,
        before,
      );
      if ((await this.moves()).length > before) return;
    }
    throw new Error("expected a whole turn after eight touches");
  }

  async playOut(turnsMax) {
    for (let turns = 0; turns < turnsMax; turns++) {
      await this.waitForTurn();
      if (await this.isOver()) return;
      await this.anyTurn();
    }
    throw new Error(`expected the game to end within ${turnsMax} turns`);
  }
}

async function offline(room) {
  const files = new Files(room.tools.offline);
  await files.open();
  room.atEnd(() => files.close());
  const player = new LonePlayer(files, await room.person("player"));
  await player.begin("diavolo:3");
  assert.equal(await player.person.has('meta[name="tessera-engine"]'), true, "expected the page that was built with the engine");
  await player.playOut(12);
  const whole = await player.moves();
  assert.ok(whole.length >= 2, "expected a game of some turns");
  await player.person.see(
    "the plot of the evaluation",
    () => document.querySelector(".plot canvas") !== null || document.querySelectorAll(".movelist .move").length < 2,
  );
  assert.deepEqual(files.missing, [], "expected that everything the page asks for is in the folder");

  // Now for good without a server: a game begun, then the server gone, and the page loaded again.
  await player.page.goto(`${files.url}#/`);
  await player.person.see("what only a server has", () => document.querySelector(".lobby")?.textContent.includes("hints come from the search alone"));
  await player.begin("alliances:4");
  await player.waitForTurn();
  await player.anyTurn();
  await player.waitForTurn();
  const begun = await player.moves();
  await player.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await files.close();
  await player.page.reload();
  await player.arrive();
  await player.waitForTurn();
  assert.deepEqual(await player.moves(), begun, "expected the game that was begun");
  await player.anyTurn();
  await player.waitForTurn();
  assert.ok((await player.moves()).length >= begun.length + 2, "expected a turn and the engine's answer without a server");
  await player.page.goto(`${files.url}#/rules/gipf`);
  await player.page.reload();
  await player.person.see("the rules without a server", () => document.querySelector("article.rules")?.textContent.length > 500);
  await player.page.goto(`${files.url}#/puzzles/duell/2`);
  await player.person.see("a puzzle without a server", () => document.querySelector(".shown svg") !== null);
}

export const tests = [["the folder of files plays in the Worker, and goes on when its server is gone", offline]];
