// SPDX-License-Identifier: MIT
// The review of a game, without a browser: what moves lost, with the classes of `tessera review`.
//
//     node --test tests/webapp/review.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

globalThis.localStorage = { getItem: () => null, setItem: () => {} };
const { lossesOf } = await load("analysis/losses.ts");

/** A line of moves "a", "b", ...; sides take turns.  The last node may end the game. */
function line(moves, end) {
  const nodes = [{ parent: -1, position: "", next: 0 }];
  for (const [i, turn] of [...moves].entries()) nodes.push({ parent: i, turn, side: i % 2, steps: [turn], position: "", next: (i + 1) % 2 });
  if (end) Object.assign(nodes.at(-1), { next: null, result: end });
  return nodes;
}

/** The best move of each position, and the chance of the side to move in per cent. */
const found = (...list) => list.map((one, i) => one && { steps: [one[0]], turns: [one[0]], touch: [], side: i % 2, chance: one[1] });

test("a move loses what the chances of its side drop by", () => {
  const { moments, accuracy } = lossesOf(line("abcd"), found(["x", 60], ["x", 45], ["x", 50], ["x", 70], ["x", 35]));
  // a: 60 -> 55, b: 45 -> 50, c: 50 -> 30, d: 70 -> 65
  assert.deepEqual(moments.map(({ index, side, before, after, kind }) => [index, side, before, after, kind.name]), [
    [1, 0, 60, 55, "inaccuracy"],
    [3, 0, 50, 30, "blunder"],
    [4, 1, 70, 65, "inaccuracy"],
  ]);
  assert.deepEqual(accuracy, [37.5, 87.5]);
});

test("the best move loses nothing, whatever the search says later", () => {
  const { moments, accuracy } = lossesOf(line("a"), found(["a", 80], ["x", 90]));
  assert.deepEqual([moments, accuracy], [[], [100, null]]);
});

test("the result counts at the end of a game", () => {
  const lost = lossesOf(line("ab", { winner: 1, drawn: false }), found(["a", 50], ["x", 90], null));
  assert.deepEqual(lost.moments, []);
  const drawn = lossesOf(line("ab", { winner: null, drawn: true }), found(["a", 50], ["x", 62], null));
  assert.deepEqual(drawn.moments.map(({ index, kind }) => [index, kind.mark]), [[2, "?"]]);
});

test("positions without an evaluation and exchanged sides are left out", () => {
  const nodes = line("ab");
  nodes[2].next = 1; // the side that moved moves again
  assert.deepEqual(lossesOf(nodes, [null, ...found(["x", 90], ["x", 10])]).accuracy, [null, null]);
});
