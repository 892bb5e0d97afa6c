// SPDX-License-Identifier: MIT
// Every game from its beginning, or from a position near its end, to its result: against a seated
// engine, once with the mouse and once with the keyboard alone.

import assert from "node:assert/strict";
import { Player, anyStep, theseTurns } from "./player.mjs";

const ENGINE = { kind: "engine", level: 1 };
const HUMAN = { kind: "human" };

// Whatever the other king does, it is too far away: the white one is on E8 with its third step, and in
// the second position, turned round, the black one on E1.
const WHITE_RUNS = { position: "9/9/9/4,wK,4/9/1,w31,7/8,bK/9 w 0 1", turns: ["B3-a5", "E5-E6", "E6-E7", "E7-E8"] };
const BLACK_RUNS = { position: "9/8,wK/1,b31,7/9/4,bK,4/9/9/9 w 0 1", turns: ["B6-a4", "E4-E3", "E3-E2", "E2-E1"] };

const GAMES = [
  { title: "GIPF", setup: "gipf:3,3,6,6", hand: "drags" },
  { title: "Ponte del Diavolo", setup: "ponte:contest;size=4", hand: "clicks" },
  { title: "DiavoloPP", setup: "diavolo:3", hand: "clicks" },
  { title: "Alliances", setup: "alliances:4", hand: "clicks" },
  { title: "Duell", setup: "duell", hand: "drags", first: WHITE_RUNS, second: BLACK_RUNS },
];

async function playWhole(room, { setup, hand, position, turns, seats, seed }) {
  const person = await room.person("player");
  const player = new Player(await room.house(), person, hand);
  await player.begin(setup, { seats, ...(position ? { position } : {}) });
  const table = await player.playOut(turns ? theseTurns(turns) : anyStep(seed));
  assert.ok(table.moves.length >= 4, `expected a game of some turns, got ${table.moves.length}`);
  assert.ok(
    table.seats.some((seat) => seat.kind === "engine"),
    "expected an engine at the table",
  );
  await person.see("a way to another game", () =>
    [...document.querySelectorAll(".actions button")].some((button) => button.textContent === "Rematch"),
  );
  await person.see("the plot of the evaluation", () => document.querySelector(".plot canvas") !== null);
  if (hand === "keys") assert.ok(player.arrows > 0, "expected the arrow keys to lead from cell to cell");
  if (turns) assert.equal(table.result.reason, "king-square", "expected the king to reach the other king square");
}

export const tests = GAMES.flatMap(({ title, setup, hand, first = {}, second = {} }, i) => [
  [
    `${title}: a whole game by ${hand} against the engine`,
    (room) => playWhole(room, { setup, hand, ...first, seats: [HUMAN, ENGINE], seed: 11 + i }),
  ],
  [
    `${title}: a whole game by keyboard alone against the engine`,
    (room) => playWhole(room, { setup, hand: "keys", ...second, seats: [ENGINE, HUMAN], seed: 31 + i }),
  ],
]);
