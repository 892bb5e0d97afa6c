// SPDX-License-Identifier: MIT
// Complete games against the computer, once with the mouse and once with the keyboard alone.  Duell starts
// from a position near the end.

import assert from "node:assert/strict";
import { Player, anyStep, theseTurns } from "./player.mjs";

const ENGINE = { kind: "engine", level: 1 };
const HUMAN = { kind: "human" };

// The other king is too far away to stop the winner: White's king reaches E8 with its third step.  The
// second position is the same with colours reversed, and Black's king reaches E1.
const WHITE_RUNS = { position: "9/9/9/4,wK,4/9/1,w31,7/8,bK/9 w 0 1", turns: ["B3-a5", "E5-E6", "E6-E7", "E7-E8"] };
const BLACK_RUNS = { position: "9/8,wK/1,b31,7/9/4,bK,4/9/9/9 w 0 1", turns: ["B6-a4", "E4-E3", "E3-E2", "E2-E1"] };

const GAMES = [
  { title: "GIPF", setup: "gipf:3,3,6,6", input: "drags" },
  { title: "Ponte del Diavolo", setup: "ponte:contest;size=4", input: "clicks" },
  { title: "DiavoloPP", setup: "diavolo:3", input: "clicks" },
  { title: "Alliances", setup: "alliances:4", input: "clicks" },
  { title: "Duell", setup: "duell", input: "drags", first: WHITE_RUNS, second: BLACK_RUNS },
];

async function playWhole(context, { setup, input, position, turns, seats, seed }) {
  const person = await context.person("player");
  const player = new Player(await context.server(), person, input);
  await player.begin(setup, { seats, ...(position ? { position } : {}) });
  const table = await player.playOut(turns ? theseTurns(turns) : anyStep(seed));
  assert.ok(table.moves.length >= 4, `expected at least 4 moves, got ${table.moves.length}`);
  assert.ok(
    table.seats.some((seat) => seat.kind === "engine"),
    "expected a computer player",
  );
  await person.see("the button Rematch", () =>
    [...document.querySelectorAll(".actions button")].some((button) => button.textContent === "Rematch"),
  );
  await person.see("the evaluation graph", () => document.querySelector(".plot svg") !== null);
  if (input === "keys") assert.ok(player.arrows > 0, "expected the arrow keys to move the focus");
  if (turns) assert.equal(table.result.reason, "king-square", "expected the king to reach the far king square");
}

export const tests = GAMES.flatMap(({ title, setup, input, first = {}, second = {} }, i) => [
  [
    `${title}: complete game against the computer with ${input}`,
    (context) => playWhole(context, { setup, input, ...first, seats: [HUMAN, ENGINE], seed: 11 + i }),
  ],
  [
    `${title}: complete game against the computer with the keyboard alone`,
    (context) => playWhole(context, { setup, input: "keys", ...second, seats: [ENGINE, HUMAN], seed: 31 + i }),
  ],
]);
