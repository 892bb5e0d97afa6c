// SPDX-License-Identifier: MIT
// The web app as static files, with the engine in a Worker; then without any server, from the cache of the
// service worker.

import assert from "node:assert/strict";
import { Files } from "./test_server.mjs";
import { answer } from "./lessons.mjs";
import { Player } from "./player.mjs";
import { readWords } from "./words.mjs";

/** Plays by what the page shows, since there is no server to query. */
export class LonePlayer extends Player {
  moves() {
    return this.page.locator(".movelist .move").allTextContents();
  }

  isOver() {
    return this.page.evaluate(() => [...document.querySelectorAll(".actions button")].some((button) => button.textContent === "New game"));
  }

  waitForTurn() {
    return this.person.see("the user's turn or the end of the game", () => {
      const isOver = [...document.querySelectorAll(".actions button")].some((button) => button.textContent === "New game");
      return isOver || document.querySelector(".stage.active") !== null;
    });
  }

  /** Select the first selectable cell until a move is played. */
  async anyTurn() {
    const before = (await this.moves()).length;
    for (let i = 0; i < 8; i++) {
      const cell = await this.page.evaluate(() => document.querySelector(".stage .cell.may")?.dataset.cell ?? null);
      if (cell === null)
        await this.page.locator(".actions button.primary").first().click(); // only a pass is left
      else await this.input.select(this, Number(cell));
      if ((await this.state()).menu) await this.page.locator(".menu button").first().click();
      await this.person.see(
        "the next step or move",
        (count) => document.querySelector(".stage.active") !== null || document.querySelectorAll(".movelist .move").length > count,
        before,
      );
      if ((await this.moves()).length > before) return;
    }
    throw new Error("expected a complete move after eight selections");
  }

  async playOut(turnsMax) {
    for (let turns = 0; turns < turnsMax; turns++) {
      await this.waitForTurn();
      if (await this.isOver()) return;
      await this.anyTurn();
    }
    throw new Error(`expected the game to end within ${turnsMax} moves`);
  }
}

async function offline(context) {
  const files = new Files(context.tools.offline);
  await files.open();
  context.atEnd(() => files.close());
  const player = new LonePlayer(files, await context.person("player"));
  await player.begin("diavolo:3");
  assert.equal(await player.person.has('meta[name="tessera-engine"]'), true, "expected a web app with the engine");
  await player.playOut(12);
  const whole = await player.moves();
  assert.ok(whole.length >= 2, "expected at least 2 moves");
  await player.person.see(
    "the evaluation graph",
    () => document.querySelector(".plot svg") !== null || document.querySelectorAll(".movelist .move").length < 2,
  );
  assert.deepEqual(files.missing, [], "expected that every requested file exists");

  // Start a game, stop the server and reload the page.
  await player.page.goto(`${files.url}#/`);
  await player.person.see("what a server would add", () => /hints come from the search only.*at most 10 seconds per move/.test(document.querySelector(".lobby")?.textContent ?? ""));
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
  assert.deepEqual(await player.moves(), begun, "expected the game from before the reload");
  await player.anyTurn();
  await player.waitForTurn();
  assert.ok((await player.moves()).length >= begun.length + 2, "expected a move and the computer's reply without a server");
  await player.page.goto(`${files.url}#/rules/gipf`);
  await player.page.reload();
  await player.person.see("the rules without a server", () => document.querySelector("article.rules")?.textContent.length > 500);
  await player.page.goto(`${files.url}#/puzzles/duell/2`);
  await player.person.see("a puzzle without a server", () => document.querySelector(".shown svg") !== null);
  await player.page.goto(`${files.url}#/lesson/gipf/2`);
  await answer(player.person, ["c7", "c6"]);
  await player.person.seesMessage("There is no row of four yet");
  await answer(player.person, ["a1", "b2"]);
  await player.person.seesMessage("Right. A row of four leaves the board");
  // Translations of the games are in the cache, too.
  await player.page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem("tessera.settings"));
    localStorage.setItem("tessera.settings", JSON.stringify({ ...settings, language: "de" }));
  });
  await player.page.goto(`${files.url}#/`);
  await player.page.reload();
  const summary = readWords("gipf", "de").text("summary");
  await player.person.see("the home screen in German", (wanted) => document.querySelector(".lobby")?.textContent.includes(wanted), summary);
}

/** Without a server too, a rematch begins at the position of the first game, with exchanged seats. */
async function rematch(context) {
  const files = new Files(context.tools.offline);
  await files.open();
  context.atEnd(() => files.close());
  const player = new LonePlayer(files, await context.person("player"));
  await player.begin("ponte:contest;size=4", { position: "3B/1B2/4/W1W1 w - 3 -" });
  await player.waitForTurn();
  const shown = () => player.page.evaluate(() => [...document.querySelectorAll(".stage .cell")].map((cell) => /(white|black) stone/i.exec(cell.getAttribute("aria-label"))?.[1] ?? ""));
  const start = await shown();
  assert.equal(start.filter(Boolean).length, 4, "expected the four stones of the position");
  await player.anyTurn();
  await player.waitForTurn();
  await player.press("Resign", ".actions");
  await player.press("Resign", ".asks");
  const before = player.id;
  await player.press("Rematch", ".end");
  await player.person.see("the rematch", (old) => /^#\/table\//.test(location.hash) && !location.hash.includes(old), before);
  await player.arrive();
  await player.person.see("the user with the other side", () => document.querySelector(".seat.bottom .who")?.textContent.startsWith("Black"));
  await player.waitForTurn();
  await player.page.getByRole("button", { name: "Go to the start", exact: true }).click();
  await player.seesMessage("Starting position.");
  assert.deepEqual(await shown(), start, "expected the position of the first game");
}

export const tests = [
  ["static files: a game in the Worker continues when the server is gone", offline],
  ["static files: a rematch begins at the same position", rematch],
];
