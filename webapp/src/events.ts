// SPDX-License-Identifier: MIT
// The events of a table as docs/api.md names them, for both backends.

import type { Move, Seats, Table, TableEvent, Thinking, WholeTable } from "./backend";

/** One maker per name of an event. */
export const EVENTS: Record<string, (data: unknown) => TableEvent> = {
  table: (data) => ({ kind: "table", table: data as WholeTable }),
  turn: (data) => ({ kind: "turn", ...(data as { move: Move; table: Table }) }),
  change: (data) => ({ kind: "change", table: data as Table }),
  thinking: (data) => ({ kind: "thinking", thinking: data as Thinking }),
  seats: (data) => ({ kind: "seats", seats: data as Seats }),
  rematch: (data) => ({ kind: "rematch", table: (data as { table: string }).table }),
};
