// SPDX-License-Identifier: MIT
// The backend that needs no server: the engine in this browser, in two Workers.  One keeps the tables
// and answers at once; the other thinks, and is ended where nobody wants its thought any more.  Tables
// are kept in this browser as records, so that a game goes on after the page was closed.

import { setupText } from "./app";
import type { Answer, Question, Start } from "../worker/engine";
import {
  Refused,
  type Action,
  type Backend,
  type Board,
  type Choices,
  type Created,
  type GameInfo,
  type Hint,
  type Move,
  type NewTable,
  type ReadRecord,
  type Refusal,
  type Score,
  type SeatInfo,
  type SeatWish,
  type Shape,
  type Side,
  type Table,
  type TableEvent,
  type TableLink,
  type TableSummary,
  type Thinking,
  type WholeTable,
} from "./backend";

const KEY = "tessera.tables";
const KEPT = 12; // tables; the module has room for a few more
const HINT_MS = 1500;
const EVALUATE_NODES = 3000; // for each point of the plot
const TICK_MS = 200;
const PAUSE_MS = 250; // before an engine's turn is shown, so that the eye can follow

type Given = (string | number | null)[];

interface Waiting {
  take(value: unknown): void;
  fail(error: Error): void;
  hear?: ((thought: unknown) => void) | undefined;
}

/** The build writes the names of both files, which change with what is in them, into the page. */
function place(name: string, usual: string): URL {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return new URL(named || usual, document.baseURI);
}

async function loadModule(): Promise<WebAssembly.Module> {
  const response = await fetch(place("tessera-engine", "engine.wasm"));
  if (!response.ok) throw new Refused(`the engine could not be loaded (${response.status})`, response.status);
  // compileStreaming wants the right type from the host, and not every host of files knows it.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** From the second visit on nothing is fetched; a page that is no files of a folder does without. */
function workWithoutNetwork(): void {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => {});
}

/** A Worker with the engine in it. */
class Thinker {
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  private worker: Worker | null = null;

  constructor(private readonly module: Promise<WebAssembly.Module>) {}

  ask<T>(call: string, given: Given = [], hear?: (thought: unknown) => void): Promise<T> {
    const id = this.next++;
    return new Promise<T>((take, fail) => {
      this.waiting.set(id, { take: take as (value: unknown) => void, fail, hear });
      this.started().then(
        (worker) => this.waiting.has(id) && worker.postMessage({ id, call, given } satisfies Question),
        (error: Error) => this.failed(error),
      );
    });
  }

  /** End it with all it is about; it starts again with the next question. */
  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.failed(new Refused("stopped", 503));
  }

  private async started(): Promise<Worker> {
    const module = await this.module;
    if (!this.worker) {
      const worker = new Worker(place("tessera-worker", "worker.js"), { type: "module" });
      worker.onmessage = ({ data }: MessageEvent<Answer>) => this.heard(data);
      worker.onerror = (event) => this.failed(new Error(event.message || "the engine has stopped"));
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
      worker.postMessage({ module, seed } satisfies Start);
      this.worker = worker;
    }
    return this.worker;
  }

  private heard(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if ("thought" in answer) {
      waiting.hear?.(answer.thought);
      return;
    }
    this.waiting.delete(answer.id);
    if ("error" in answer) waiting.fail(new Refused(answer.error, answer.status, answer.at));
    else waiting.take(answer.answer);
  }

  private failed(error: Error): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { fail } of all) fail(error);
  }
}

interface Stored {
  id: string;
  seats: [SeatWish, SeatWish];
  clock?: { main: number; increment: number } | undefined;
  record: string;
  setup: string;
}

type HeldTable = Table & { holders?: [Side, Side] };

interface Whole {
  table: HeldTable;
  moves: Move[];
  start: string;
  tags: Record<string, string>;
}

type Notice = (event: TableEvent) => void;

function readStored(): Stored[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? (value as Stored[]) : [];
  } catch {
    return [];
  }
}

/** One table of this browser. */
class LocalTable {
  private readonly listeners = new Set<Notice>();
  private version = 0;
  private timer = 0;
  private thinkingAt = -1; // the turn that an engine thinks about

  constructor(
    private readonly house: Local,
    readonly stored: Stored,
    private readonly number: number,
  ) {}

  async whole(): Promise<WholeTable> {
    const { table, moves } = await this.house.desk.ask<Whole>("table_whole", [this.number]);
    return { ...this.dressed(table), id: this.stored.id, version: this.version, spectators: 0, moves };
  }

  listen(listener: Notice): () => void {
    this.listeners.add(listener);
    this.whole().then(
      (table) => {
        listener({ kind: "table", table });
        this.goOn(table);
      },
      (error: Error) => listener({ kind: "gone", error: error.message }),
    );
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.rest();
    };
  }

  async turn(turn: number, steps: string[]): Promise<void> {
    await this.house.desk.ask("table_turn", [this.number, turn, steps.join(",")]);
    const table = await this.kept();
    const move = table.moves[table.moves.length - 1];
    if (move) this.tell({ kind: "turn", move, table });
    this.goOn(table);
  }

  async back(seat: Side): Promise<void> {
    const other = this.stored.seats[seat === 0 ? 1 : 0];
    this.enough();
    await this.house.desk.ask("table_back", [this.number, other.kind === "engine" ? seat : -1]);
    await this.changed();
  }

  async resign(seat: Side): Promise<void> {
    this.enough();
    await this.house.desk.ask("table_resign", [this.number, seat]);
    await this.changed();
  }

  /** Two people at one screen agree by one of them saying so; an engine plays on. */
  async draw(): Promise<void> {
    if (this.stored.seats.some((seat) => seat.kind === "engine")) throw new Refused("the engine plays on", 409);
    await this.house.desk.ask("table_draw", [this.number]);
    await this.changed();
  }

  hint(): Promise<Hint> {
    return this.think([0, HINT_MS, 0]);
  }

  boardAt(turn: number): Promise<Board> {
    return this.house.desk.ask("table_board", [this.number, turn]);
  }

  record(): Promise<string> {
    return this.house.desk.ask("table_record", [this.number]);
  }

  async analysis(): Promise<Score[]> {
    const { turn } = await this.whole();
    return this.house.atThinker(await this.record(), async (thinker, table) => {
      const scores: Score[] = [];
      for (let i = 0; i < turn; i++) scores.push(await thinker.ask<Score>("evaluate", [table, i, EVALUATE_NODES]));
      return scores;
    });
  }

  async close(): Promise<void> {
    this.rest();
    this.enough();
    await this.house.desk.ask("table_close", [this.number]);
  }

  /** What the session does not know about its seats. */
  private dressed(table: HeldTable): HeldTable {
    const dress = (seat: SeatInfo, wish: SeatWish): SeatInfo =>
      wish.kind === "engine"
        ? { ...seat, kind: "engine", ...(wish.time ? { time: wish.time } : { level: wish.level ?? 1 }) }
        : { ...seat, kind: "human" };
    return { ...table, seats: [dress(table.seats[0], this.stored.seats[0]), dress(table.seats[1], this.stored.seats[1])] };
  }

  private tell(event: TableEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }

  private async changed(): Promise<void> {
    const table = await this.kept();
    this.tell({ kind: "change", table });
    this.goOn(table);
  }

  private async kept(): Promise<WholeTable> {
    this.version++;
    this.stored.record = await this.record();
    this.house.keep();
    return this.whole();
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  private enough(): void {
    if (this.thinkingAt >= 0) this.house.thinker.stop();
    this.thinkingAt = -1;
  }

  /** Whose turn it is decides what happens next: an engine thinks, a clock is watched. */
  private goOn(table: HeldTable): void {
    this.rest();
    if (table.result || table.side === null || this.listeners.size === 0) return;
    const wish = this.stored.seats[table.holders?.[table.side] ?? table.side];
    if (wish.kind === "engine" && this.thinkingAt < 0) void this.engineTurn(table.turn, wish);
    if (this.stored.clock) this.timer = window.setTimeout(() => void this.tick(), TICK_MS);
  }

  private async tick(): Promise<void> {
    const table = await this.whole();
    if (table.result) {
      this.enough();
      await this.changed();
    } else if (this.listeners.size > 0) {
      this.timer = window.setTimeout(() => void this.tick(), TICK_MS);
    }
  }

  private async engineTurn(turn: number, wish: { level?: number; time?: number }): Promise<void> {
    this.thinkingAt = turn;
    try {
      const began = performance.now();
      const hint = await this.think([wish.time ? 0 : (wish.level ?? 1), wish.time ?? 0, 0]);
      await new Promise((go) => setTimeout(go, Math.max(0, PAUSE_MS - (performance.now() - began))));
      if (this.thinkingAt !== turn) return;
      this.thinkingAt = -1;
      await this.turn(turn, hint.steps);
    } catch (error) {
      if (this.thinkingAt !== turn) return; // stopped: whoever did so goes on
      this.thinkingAt = -1;
      this.tell({ kind: "gone", error: error instanceof Error ? error.message : String(error) });
    }
  }

  private async think(limits: [number, number, number]): Promise<Hint> {
    const hear = (thought: unknown) => this.tell({ kind: "thinking", thinking: thought as Thinking });
    return this.house.atThinker(await this.record(), (thinker, table) =>
      thinker.ask<Hint>("think", [table, ...limits], hear),
    );
  }
}

class LocalLink implements TableLink {
  private unlisten: (() => void) | null = null;
  private closed = false;

  constructor(
    private readonly house: Local,
    private readonly id: string,
    private readonly seat: Side | null,
  ) {}

  on(listener: Notice): void {
    this.house.table(this.id).then(
      (table) => {
        if (!this.closed) this.unlisten = table.listen(listener);
      },
      (error: Error) => listener({ kind: "gone", error: error.message }),
    );
  }

  close(): void {
    this.closed = true;
    this.unlisten?.();
  }

  async turn(turn: number, steps: string[]): Promise<void> {
    return (await this.house.table(this.id)).turn(turn, steps);
  }

  async act(action: Action): Promise<{ table?: string } | void> {
    const table = await this.house.table(this.id);
    if (action === "rematch") return this.house.rematch(table);
    if (this.seat === null) throw new Refused("only who sits at the table may do that", 403);
    if (action === "take-back") return table.back(this.seat);
    if (action === "resign") return table.resign(this.seat);
    if (action === "draw") return table.draw();
  }

  join(): Promise<{ side: number; token: string }> {
    return Promise.reject(new Refused("nobody can come to a table without a server", 409));
  }

  async hint(): Promise<Hint> {
    return (await this.house.table(this.id)).hint();
  }

  async boardAt(turn: number): Promise<Board> {
    return (await this.house.table(this.id)).boardAt(turn);
  }

  async record(): Promise<string> {
    return (await this.house.table(this.id)).record();
  }

  async analysis(): Promise<Score[]> {
    return (await this.house.table(this.id)).analysis();
  }
}

export class Local implements Backend {
  readonly kind = "local";
  readonly desk: Thinker;
  readonly thinker: Thinker;
  private readonly opened = new Map<string, Promise<LocalTable>>();
  private readonly shapes = new Map<string, Promise<Shape>>();
  private readonly stored = readStored();
  private queue: Promise<unknown> = Promise.resolve();

  constructor() {
    const module = loadModule();
    this.desk = new Thinker(module);
    this.thinker = new Thinker(module);
    workWithoutNetwork();
  }

  games(): Promise<GameInfo[]> {
    return this.desk.ask("games");
  }

  shape(setup: string): Promise<Shape> {
    let shape = this.shapes.get(setup);
    if (!shape) {
      shape = this.desk.ask<Shape>("shape", [setup]);
      shape.catch(() => this.shapes.delete(setup));
      this.shapes.set(setup, shape);
    }
    return shape;
  }

  async setupOf(position: string): Promise<string | null> {
    for (const { game, variants } of await this.games())
      for (const variant of variants) {
        const setup = setupText(game, variant);
        const isPosition = await this.board(setup, position).then(() => true, () => false);
        if (isPosition) return setup;
      }
    return null;
  }

  board(setup: string, position?: string): Promise<Board> {
    return this.desk.ask("board", [setup, position || null]);
  }

  choices(setup: string, position: string, steps: string[]): Promise<Choices> {
    return this.desk.ask("choices", [setup, position, steps.join(",")]);
  }

  refusal(setup: string, position: string, steps: string[], cells: number[]): Promise<Refusal> {
    return this.desk.ask("refusal", [setup, position, steps.join(","), cells.join(",")]);
  }

  explain(setup: string, position: string, turn: string): Promise<Refusal> {
    return this.desk.ask("explain", [setup, position, turn]);
  }

  async read(text: string): Promise<ReadRecord> {
    const { table } = await this.desk.ask<{ table: number }>("table_read", [text, 0, 0]);
    try {
      const whole = await this.desk.ask<Whole>("table_whole", [table]);
      const { setup, result } = whole.table;
      return { setup, start: whole.start, moves: whole.moves, tags: whole.tags, result };
    } finally {
      await this.desk.ask("table_close", [table]);
    }
  }

  /** The text is a file beside the page; in English where there is no other. */
  async rules(game: string, language: string): Promise<string> {
    let text = await fetch(`${game}.${language}.md`);
    if (!text.ok) text = await fetch(`${game}.en.md`);
    if (!text.ok) throw new Refused("there is no text about this game", text.status);
    return this.desk.ask("rules", [await text.text()]);
  }

  /** The set is a file beside the page, too. */
  async puzzles(game: string): Promise<string> {
    const text = await fetch(`${game}.puzzles.txt`);
    if (!text.ok) throw new Refused("there are no puzzles for this game", text.status);
    return text.text();
  }

  tables(): Promise<TableSummary[]> {
    return Promise.resolve([]);
  }

  async create(wish: NewTable): Promise<Created> {
    const { main = 0, increment = 0 } = wish.clock ?? {};
    const [first, second] = wish.names ?? ["", ""];
    await this.forgetOld();
    const { table: number } = await (wish.record
      ? this.desk.ask<{ table: number }>("table_read", [wish.record, main, increment])
      : this.desk.ask<{ table: number }>("table_new", [wish.setup, wish.position || null, first, second, main, increment]));
    const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const seats = wish.seats.map((seat) => (seat.kind === "open" ? { kind: "human" } : seat)) as [SeatWish, SeatWish];
    const stored: Stored = { id, seats, clock: wish.clock, record: "", setup: wish.setup };
    const table = new LocalTable(this, stored, number);
    stored.record = await table.record();
    this.opened.set(id, Promise.resolve(table));
    this.stored.unshift(stored);
    this.keep();
    const token = (side: Side) => (seats[side].kind === "engine" ? null : String(side));
    return { table: id, tokens: [token(0), token(1)], invitation: null };
  }

  open(table: string, token: string | null): TableLink {
    return new LocalLink(this, table, token === "0" ? 0 : token === "1" ? 1 : null);
  }

  /** The table of an id, from its record where it was kept since another visit. */
  table(id: string): Promise<LocalTable> {
    let table = this.opened.get(id);
    if (!table) {
      table = this.reopen(id);
      table.catch(() => this.opened.delete(id));
      this.opened.set(id, table);
    }
    return table;
  }

  /** The same again with the seats exchanged. */
  async rematch(table: LocalTable): Promise<{ table: string }> {
    const { seats, clock, setup } = table.stored;
    const named = (await table.whole()).seats;
    const created = await this.create({
      setup,
      seats: [seats[1], seats[0]],
      names: [named[1].name, named[0].name],
      ...(clock ? { clock } : {}),
    });
    return { table: created.table };
  }

  /** One thought after another, each about a record of its own. */
  atThinker<T>(record: string, use: (thinker: Thinker, table: number) => Promise<T>): Promise<T> {
    const result = this.queue.then(async () => {
      const { table } = await this.thinker.ask<{ table: number }>("table_read", [record, 0, 0]);
      try {
        return await use(this.thinker, table);
      } finally {
        await this.thinker.ask("table_close", [table]).catch(() => {});
      }
    });
    this.queue = result.catch(() => {});
    return result;
  }

  keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  private async reopen(id: string): Promise<LocalTable> {
    const stored = this.stored.find((one) => one.id === id);
    if (!stored) throw new Refused("there is no such table in this browser", 404);
    const { main = 0, increment = 0 } = stored.clock ?? {};
    const { table } = await this.desk.ask<{ table: number }>("table_read", [stored.record, main, increment]);
    return new LocalTable(this, stored, table);
  }

  private async forgetOld(): Promise<void> {
    for (const old of this.stored.splice(KEPT - 1)) {
      const table = await this.opened.get(old.id)?.catch(() => null);
      this.opened.delete(old.id);
      await table?.close().catch(() => {});
    }
  }
}
