// SPDX-License-Identifier: MIT
// The user's own games that are not over: whose turn it is, and in how many somebody waits for the user.

import type { Backend, Side, TableSummary, WholeTable } from "./backend";
import { allRights, finishRights, rightsAt } from "./settings";

const POLL_MS = 10_000;
const HIDDEN_POLL_MS = 60_000; // in a background tab, and only if somebody may be waiting

/** Call `action` now and then: often while the page is visible, and at once when it becomes visible. */
export function poll(action: () => Promise<void>, isWorthwhile: () => boolean = () => false): () => void {
  let timer = 0;
  let last = -Infinity;
  let stopped = false;
  const look = async () => {
    clearTimeout(timer);
    const since = performance.now() - last;
    if (!document.hidden || (isWorthwhile() && since >= HIDDEN_POLL_MS)) {
      last = performance.now();
      await action().catch(() => {}); // the next time may be better
    }
    if (!stopped) timer = window.setTimeout(() => void look(), POLL_MS);
  };
  const shown = () => {
    if (!document.hidden) void look();
  };
  document.addEventListener("visibilitychange", shown);
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", shown);
  };
}

/** The seats of this user at a table. */
export function mySeats(id: string): Side[] {
  const tokens = rightsAt(id)?.tokens ?? [null, null];
  return ([0, 1] as Side[]).filter((seat) => tokens[seat]);
}

/** The seat that plays `side`'s moves is known from `running`; older summaries name only the side. */
export function seatToMove(table: TableSummary): Side | null {
  if (table.result || table.open) return null;
  return table.running !== undefined ? table.running : (table.side ?? null);
}

export function isMyTurn(table: TableSummary): boolean {
  const seats = mySeats(table.id);
  const seat = seatToMove(table);
  return seats.length === 1 && seat !== null && seats.includes(seat);
}

/** True if a person waits for this user's move. */
export function isAwaited(table: TableSummary): boolean {
  return isMyTurn(table) && table.seats.every((seat) => seat.kind === "human");
}

/** True if another person plays, or may still come. */
export function hasOpponent(table: TableSummary): boolean {
  return mySeats(table.id).length === 1 && table.seats.every((seat) => seat.kind !== "engine");
}

function order(a: TableSummary, b: TableSummary): number {
  const rank = (table: TableSummary) => (isAwaited(table) ? 0 : hasOpponent(table) ? 1 : 2);
  return rank(a) - rank(b) || (b.changed ?? 0) - (a.changed ?? 0);
}

export class MyGames {
  /** Current games; those in which somebody waits for the user come first. */
  games: TableSummary[] = [];
  private readonly listeners = new Set<() => void>();
  private seen = "";

  constructor(private readonly backend: Backend) {}

  start(): void {
    poll(
      () => this.refresh(),
      () => this.games.some(hasOpponent),
    );
  }

  get awaited(): number {
    return this.games.filter(isAwaited).length;
  }

  /** Call `listener` after each change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Take over what an open table screen knows already. */
  note(table: WholeTable): void {
    const known = this.games.find(({ id }) => id === table.id);
    if (!known) return;
    const { seats, turn, side, position, result, holders } = table;
    const open = seats.some((seat) => seat.waits);
    const running = result || open || side === null ? null : (holders?.[side] ?? side);
    this.take(this.games.map((one) => (one === known ? { ...one, seats, turn, side, position, result, open, running } : one)));
  }

  async refresh(): Promise<void> {
    this.take(await this.load());
  }

  private take(tables: TableSummary[]): void {
    for (const table of tables) if (table.result) finishRights(table.id);
    this.games = tables.filter((table) => !table.result).sort(order);
    const now = JSON.stringify(this.games);
    if (now === this.seen) return;
    this.seen = now;
    for (const listener of [...this.listeners]) listener();
  }

  private load(): Promise<TableSummary[]> {
    if (this.backend.kind === "local") return this.backend.tables({ list: "live" });
    const ids = allRights()
      .filter(({ rights }) => !rights.over && !rights.puzzle)
      .map(({ table }) => table);
    return ids.length > 0 ? this.backend.tablesById(ids) : Promise.resolve([]);
  }
}
