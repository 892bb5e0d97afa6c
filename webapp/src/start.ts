// SPDX-License-Identifier: MIT
// From a wish to a table.

import type { App } from "./app";
import type { NewTable } from "./backend";
import { change, keepRights, settings, type PuzzleAt } from "./settings";

export const FAIR_LEVEL = 4;

/** What one click on Play means: the last wish for this game, or a fair opponent. */
export function quickWish(setup: string, game: string): NewTable {
  const last = settings.lastWish[game];
  if (last && !last.position && !last.record && last.seats.some((seat) => seat.kind === "engine")) return last;
  return { setup, seats: [{ kind: "human" }, { kind: "engine", level: FAIR_LEVEL }] };
}

export async function startTable(app: App, wish: NewTable, puzzle?: PuzzleAt): Promise<void> {
  const created = await app.backend.create(wish);
  keepRights(created.table, created.tokens, created.invitation, puzzle);
  change({ lastTable: created.table });
  app.go(`/table/${created.table}`);
}
