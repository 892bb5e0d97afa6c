// SPDX-License-Identifier: MIT
// What the moves of a game lost, from the engine's evaluation of its positions.  The classes and the accuracy
// are those of src/play/review.c.

import type { EngineLine, Side, StudyNode } from "../backend";
import { chanceOfFirst } from "../plot";

/** The classes of bad moves, the worst first, with the least loss of winning chances in per cent. */
export const CLASSES = [
  { name: "blunder", loss: 20, mark: "??" },
  { name: "mistake", loss: 10, mark: "?" },
  { name: "inaccuracy", loss: 5, mark: "?!" },
] as const;

export type LossClass = (typeof CLASSES)[number];

/** A move that lost winning chances. */
export interface Moment {
  index: number; // of the move in the line, from 1
  side: Side;
  before: number; // winning chances of the side in per cent
  after: number;
  best: EngineLine;
  kind: LossClass;
}

export interface Losses {
  moments: Moment[];
  accuracy: (number | null)[]; // of each side in per cent; null without moves
}

/** The chance of the first side at the end of a game, in per cent; null if it is not over. */
function endChance(node: StudyNode): number | null {
  if (node.next !== null) return null;
  const winner = node.result?.winner;
  return winner === 0 ? 100 : winner === 1 ? 0 : 50;
}

/** Compare the moves of a line with what the engine found before and after each; `found` has the best line of
 * every position, null where there is none. */
export function lossesOf(nodes: readonly StudyNode[], found: readonly (EngineLine | null)[]): Losses {
  const chances = nodes.map((node, i) => endChance(node) ?? (found[i] ? chanceOfFirst(found[i]) : null));
  const moments: Moment[] = [];
  const [sums, counts] = [
    [0, 0],
    [0, 0],
  ];
  for (let index = 1; index < nodes.length; index++) {
    const [node, best, first, second] = [nodes[index], found[index - 1], chances[index - 1], chances[index]];
    // If the same side moves again, the players may have exchanged sides: that is not a loss.
    if (!node || node.side === undefined || !best || first == null || second == null || node.next === node.side) continue;
    const ofSide = (chance: number) => (node.side === 1 ? 100 - chance : chance);
    const [before, after] = [ofSide(first), ofSide(second)];
    const loss = node.steps?.join() === best.steps.join() ? 0 : Math.max(0, before - after);
    const kind = CLASSES.find((one) => loss >= one.loss);
    sums[node.side] = (sums[node.side] ?? 0) + 100 - Math.min(100, (100 * loss) / CLASSES[0].loss);
    counts[node.side] = (counts[node.side] ?? 0) + 1;
    if (kind) moments.push({ index, side: node.side, before, after, best, kind });
  }
  return { moments, accuracy: sums.map((sum, side) => (counts[side] ? sum / counts[side] : null)) };
}
