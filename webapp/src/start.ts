// SPDX-License-Identifier: MIT
// Creates tables and opens them.

import type { App } from "./app";
import type { NewTable } from "./backend";
import { change, keepRights, settings, type PuzzleAt } from "./settings";

export const FAIR_LEVEL = 5;

/** The table that the Play button creates: the last settings for this game, or a medium opponent. */
export function quickRequest(setup: string, game: string): NewTable {
  const last = settings.lastWish[game];
  const names = (seats: NewTable["seats"]) => (settings.name ? { names: seats.map((seat) => (seat.kind === "human" ? settings.name : "")) as [string, string] } : {});
  if (last && !last.position && !last.record && last.seats.some((seat) => seat.kind === "engine")) return { ...last, ...names(last.seats) };
  const seats: NewTable["seats"] = [{ kind: "human" }, { kind: "engine", level: FAIR_LEVEL }];
  return { setup, seats, ...names(seats) };
}

export async function startTable(app: App, request: NewTable, puzzle?: PuzzleAt): Promise<void> {
  const created = await app.backend.create(request);
  keepRights(created.table, created.tokens, created.invitation, puzzle);
  change({ lastTable: created.table });
  void app.mine.refresh().catch(() => {});
  app.go(`/table/${created.table}`);
}
