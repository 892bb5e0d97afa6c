// SPDX-License-Identifier: MIT
// The backend without a server: the engine runs in this browser, in two Workers.  One holds the tables and
// answers at once.  The other searches; to stop a search we terminate the Worker.  Games are stored in this
// browser as records, so they survive closing the page.

import { setupText } from "./app";
import type { Answer, Question, Start } from "../worker/engine";
import {
  BackendError,
  type Action,
  type Backend,
  type Board,
  type Choices,
  type Created,
  type GameInfo,
  type Hint,
  type Lesson,
  type Move,
  type NewTable,
  type ReadRecord,
  type Message,
  type Score,
  type SeatInfo,
  type SeatRequest,
  type Shape,
  type Side,
  type Table,
  type TableEvent,
  type TableLink,
  type TableSummary,
  type Thinking,
  type WholeTable,
  type Verdict,
} from "./backend";
import { registerServiceWorker } from "./service";

const KEY = "tessera.tables";
const KEPT = 12; // tables; below LOCAL_TABLES_MAX (16), since reading a record needs a table for a moment
const HINT_MS = 1500;
const EVALUATE_NODES = 3000; // for each point of the plot
const TICK_MS = 200;
const PAUSE_MS = 250; // minimum delay before a computer move, so that the user can follow

type Given = (string | number | null)[];

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  report?: ((progress: unknown) => void) | undefined;
}

/** The URL of a file whose name contains a content hash; the build writes the name into a meta element. */
function place(name: string, usual: string): URL {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return new URL(named || usual, document.baseURI);
}

async function loadModule(): Promise<WebAssembly.Module> {
  const response = await fetch(place("tessera-engine", "engine.wasm"));
  if (!response.ok) throw new BackendError(`cannot load the engine (HTTP ${response.status})`, response.status);
  // compileStreaming requires the MIME type application/wasm, which not every static host sends.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** A Worker that runs the engine. */
class EngineWorker {
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  private worker: Worker | null = null;

  constructor(private readonly module: Promise<WebAssembly.Module>) {}

  call<T>(name: string, given: Given = [], report?: (progress: unknown) => void): Promise<T> {
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, report });
      this.started().then(
        (worker) => this.waiting.has(id) && worker.postMessage({ id, call: name, given } satisfies Question),
        (error: Error) => this.failed(error),
      );
    });
  }

  /** Terminate the Worker and reject all pending calls.  The next call starts a new one. */
  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    this.failed(new BackendError("stopped", 503));
  }

  private async started(): Promise<Worker> {
    const module = await this.module;
    if (!this.worker) {
      const worker = new Worker(place("tessera-worker", "worker.js"), { type: "module" });
      worker.onmessage = ({ data }: MessageEvent<Answer>) => this.received(data);
      worker.onerror = (event) => this.failed(new Error(event.message || "the engine stopped unexpectedly; reload the page"));
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
      worker.postMessage({ module, seed } satisfies Start);
      this.worker = worker;
    }
    return this.worker;
  }

  private received(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if ("progress" in answer) {
      waiting.report?.(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    if ("error" in answer) waiting.reject(new BackendError(answer.error, answer.status, answer.at, answer.key));
    else waiting.resolve(answer.answer);
  }

  private failed(error: Error): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(error);
  }
}

interface Stored {
  id: string;
  seats: [SeatRequest, SeatRequest];
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

type Listener = (event: TableEvent) => void;

function readStored(): Stored[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? (value as Stored[]) : [];
  } catch {
    return [];
  }
}

/** One table in this browser. */
class LocalTable {
  private readonly listeners = new Set<Listener>();
  private version = 0;
  private timer = 0;
  private thinkingAt = -1; // the turn that an engine thinks about

  constructor(
    private readonly backend: Local,
    readonly stored: Stored,
    private readonly number: number,
  ) {}

  async whole(): Promise<WholeTable> {
    const { table, moves } = await this.backend.viewer.call<Whole>("table_whole", [this.number]);
    return { ...this.withSeats(table), id: this.stored.id, version: this.version, spectators: 0, moves };
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    this.whole().then(
      (table) => {
        listener({ kind: "table", table });
        this.proceed(table);
      },
      (error: Error) => listener({ kind: "gone", error: error.message }),
    );
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stopTimer();
    };
  }

  async turn(turn: number, steps: string[], announcement = ""): Promise<void> {
    await this.backend.viewer.call("table_turn", [this.number, turn, steps.join(","), announcement]);
    await this.played();
  }

  private async played(): Promise<void> {
    const table = await this.save();
    const move = table.moves[table.moves.length - 1];
    if (move) this.publish({ kind: "turn", move, table });
    this.proceed(table);
  }

  async back(seat: Side): Promise<void> {
    const other = this.stored.seats[seat === 0 ? 1 : 0];
    this.stopSearch();
    await this.backend.viewer.call("table_back", [this.number, other.kind === "engine" ? seat : -1]);
    await this.changed();
  }

  async resign(seat: Side): Promise<void> {
    this.stopSearch();
    await this.backend.viewer.call("table_resign", [this.number, seat]);
    await this.changed();
  }

  /** Two people at one screen agree with one click.  The computer never accepts a draw. */
  async draw(): Promise<void> {
    if (this.stored.seats.some((seat) => seat.kind === "engine")) throw new BackendError("the computer does not accept draws", 409, undefined, "computer-draw");
    await this.backend.viewer.call("table_draw", [this.number]);
    await this.changed();
  }

  hint(): Promise<Hint> {
    return this.think([0, HINT_MS, 0]);
  }

  boardAt(turn: number): Promise<Board> {
    return this.backend.viewer.call("table_board", [this.number, turn]);
  }

  record(): Promise<string> {
    return this.backend.viewer.call("table_record", [this.number]);
  }

  async analysis(): Promise<Score[]> {
    const { turn } = await this.whole();
    return this.backend.withEngine(await this.record(), async (engine, table) => {
      const scores: Score[] = [];
      for (let i = 0; i < turn; i++) scores.push(await engine.call<Score>("evaluate", [table, i, EVALUATE_NODES]));
      return scores;
    });
  }

  async close(): Promise<void> {
    this.stopTimer();
    this.stopSearch();
    await this.backend.viewer.call("table_close", [this.number]);
  }

  /** Add the kind and strength of each player, which the session does not store. */
  private withSeats(table: HeldTable): HeldTable {
    const describe = (seat: SeatInfo, request: SeatRequest): SeatInfo =>
      request.kind === "engine"
        ? { ...seat, kind: "engine", ...(request.time ? { time: request.time } : { level: request.level ?? 1 }) }
        : { ...seat, kind: "human" };
    return { ...table, seats: [describe(table.seats[0], this.stored.seats[0]), describe(table.seats[1], this.stored.seats[1])] };
  }

  private publish(event: TableEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }

  private async changed(): Promise<void> {
    const table = await this.save();
    this.publish({ kind: "change", table });
    this.proceed(table);
  }

  private async save(): Promise<WholeTable> {
    this.version++;
    this.stored.record = await this.record();
    this.backend.store();
    return this.whole();
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  private stopSearch(): void {
    if (this.thinkingAt >= 0) this.backend.engine.stop();
    this.thinkingAt = -1;
  }

  /** Start the computer's search if it is to move, and the timer if there is a clock. */
  private proceed(table: HeldTable): void {
    this.stopTimer();
    if (table.result || table.side === null || this.listeners.size === 0) return;
    const request = this.stored.seats[table.holders?.[table.side] ?? table.side];
    if (request.kind === "engine" && this.thinkingAt < 0) void this.engineTurn(table.turn, request);
    if (this.stored.clock) this.timer = window.setTimeout(() => void this.tick(), TICK_MS);
  }

  private async tick(): Promise<void> {
    const table = await this.whole();
    if (table.result) {
      this.stopSearch();
      await this.changed();
    } else if (this.listeners.size > 0) {
      this.timer = window.setTimeout(() => void this.tick(), TICK_MS);
    }
  }

  private async engineTurn(turn: number, request: { level?: number; time?: number }): Promise<void> {
    this.thinkingAt = turn;
    try {
      const began = performance.now();
      const hint = await this.think([request.time ? 0 : (request.level ?? 1), request.time ?? 0, 0]);
      await new Promise((go) => setTimeout(go, Math.max(0, PAUSE_MS - (performance.now() - began))));
      if (this.thinkingAt !== turn) return;
      this.thinkingAt = -1;
      await this.backend.viewer.call("table_play", [this.number, turn, hint.words]);
      await this.played();
    } catch (error) {
      if (this.thinkingAt !== turn) return; // stopped on purpose
      this.thinkingAt = -1;
      this.publish({ kind: "gone", error: error instanceof Error ? error.message : String(error) });
    }
  }

  private async think(limits: [number, number, number]): Promise<Hint> {
    const report = (progress: unknown) => this.publish({ kind: "thinking", thinking: progress as Thinking });
    return this.backend.withEngine(await this.record(), (engine, table) =>
      engine.call<Hint>("think", [table, ...limits], report),
    );
  }
}

class LocalLink implements TableLink {
  private unlisten: (() => void) | null = null;
  private closed = false;

  constructor(
    private readonly backend: Local,
    private readonly id: string,
    private readonly seat: Side | null,
  ) {}

  on(listener: Listener): void {
    this.backend.table(this.id).then(
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

  async turn(turn: number, steps: string[], announcement?: string): Promise<void> {
    return (await this.backend.table(this.id)).turn(turn, steps, announcement);
  }

  async act(action: Action): Promise<{ table?: string } | void> {
    const table = await this.backend.table(this.id);
    if (action === "rematch") return this.backend.rematch(table);
    if (this.seat === null) throw new BackendError("only a player of this game can do that", 403);
    if (action === "take-back") return table.back(this.seat);
    if (action === "resign") return table.resign(this.seat);
    if (action === "draw") return table.draw();
  }

  join(): Promise<{ side: number; token: string }> {
    return Promise.reject(new BackendError("joining a game needs a server", 409));
  }

  async hint(): Promise<Hint> {
    return (await this.backend.table(this.id)).hint();
  }

  async boardAt(turn: number): Promise<Board> {
    return (await this.backend.table(this.id)).boardAt(turn);
  }

  async record(): Promise<string> {
    return (await this.backend.table(this.id)).record();
  }

  async analysis(): Promise<Score[]> {
    return (await this.backend.table(this.id)).analysis();
  }
}

export class Local implements Backend {
  readonly kind = "local";
  readonly viewer: EngineWorker;
  readonly engine: EngineWorker;
  private readonly opened = new Map<string, Promise<LocalTable>>();
  private readonly shapes = new Map<string, Promise<Shape>>();
  private readonly stored = readStored();
  private queue: Promise<unknown> = Promise.resolve();

  constructor() {
    const module = loadModule();
    this.viewer = new EngineWorker(module);
    this.engine = new EngineWorker(module);
    registerServiceWorker();
  }

  games(): Promise<GameInfo[]> {
    return this.viewer.call("games");
  }

  shape(setup: string): Promise<Shape> {
    let shape = this.shapes.get(setup);
    if (!shape) {
      shape = this.viewer.call<Shape>("shape", [setup]);
      shape.catch(() => this.shapes.delete(setup));
      this.shapes.set(setup, shape);
    }
    return shape;
  }

  async setupOf(position: string): Promise<string | null> {
    for (const { game, variants } of await this.games())
      for (const { variant } of variants) {
        const setup = setupText(game, variant);
        const isPosition = await this.board(setup, position).then(() => true, () => false);
        if (isPosition) return setup;
      }
    return null;
  }

  board(setup: string, position?: string): Promise<Board> {
    return this.viewer.call("board", [setup, position || null]);
  }

  choices(setup: string, position: string, steps: string[]): Promise<Choices> {
    return this.viewer.call("choices", [setup, position, steps.join(",")]);
  }

  reason(setup: string, position: string, steps: string[], cells: number[]): Promise<Partial<Message>> {
    return this.viewer.call("refusal", [setup, position, steps.join(","), cells.join(",")]);
  }

  explain(setup: string, position: string, turn: string): Promise<Partial<Message>> {
    return this.viewer.call("explain", [setup, position, turn]);
  }

  async read(text: string): Promise<ReadRecord> {
    const { table } = await this.viewer.call<{ table: number }>("table_read", [text, 0, 0]);
    try {
      const whole = await this.viewer.call<Whole>("table_whole", [table]);
      const { setup, result } = whole.table;
      return { setup, start: whole.start, moves: whole.moves, tags: whole.tags, result };
    } finally {
      await this.viewer.call("table_close", [table]);
    }
  }

  /** Strings are static files next to the page. */
  async strings(language: string, game: string): Promise<string> {
    const text = await fetch(`${game || "common"}.strings.${language}.txt`);
    if (!text.ok) throw new BackendError("there is no translation of this game", text.status);
    return text.text();
  }

  /** The guide is a static file next to the page; fall back to English. */
  async rules(game: string, language: string): Promise<string> {
    let text = await fetch(`${game}.guide.${language}.html`);
    if (!text.ok) text = await fetch(`${game}.guide.en.html`);
    if (!text.ok) throw new BackendError("there is no how-to-play guide for this game", text.status);
    return this.viewer.call("rules", [await text.text()]);
  }

  /** The puzzle set is a static file next to the page. */
  async puzzles(game: string): Promise<string> {
    const text = await fetch(`${game}.puzzles.txt`);
    if (!text.ok) throw new BackendError("there are no puzzles for this game", text.status);
    return text.text();
  }

  /** The text of a lesson is a static file next to the page. */
  private async lessonText(game: string): Promise<string> {
    const text = await fetch(`${game}.lesson.txt`);
    if (!text.ok) throw new BackendError("there is no lesson for this game", text.status);
    return text.text();
  }

  async lesson(game: string): Promise<Lesson> {
    return this.viewer.call("lesson", [game, await this.lessonText(game)]);
  }

  async answer(game: string, task: number, steps: string[]): Promise<Verdict> {
    return this.viewer.call("answer", [game, await this.lessonText(game), task, steps.join(",")]);
  }

  tables(): Promise<TableSummary[]> {
    return Promise.resolve([]);
  }

  async create(request: NewTable): Promise<Created> {
    const { main = 0, increment = 0 } = request.clock ?? {};
    const [first, second] = request.names ?? ["", ""];
    await this.forgetOld();
    const { table: number } = await (request.record
      ? this.viewer.call<{ table: number }>("table_read", [request.record, main, increment])
      : this.viewer.call<{ table: number }>("table_new", [request.setup, request.position || null, first, second, main, increment]));
    const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const seats = request.seats.map((seat) => (seat.kind === "open" ? { kind: "human" } : seat)) as [SeatRequest, SeatRequest];
    const stored: Stored = { id, seats, clock: request.clock, record: "", setup: request.setup };
    const table = new LocalTable(this, stored, number);
    stored.record = await table.record();
    this.opened.set(id, Promise.resolve(table));
    this.stored.unshift(stored);
    this.store();
    const token = (side: Side) => (seats[side].kind === "engine" ? null : String(side));
    return { table: id, tokens: [token(0), token(1)], invitation: null };
  }

  open(table: string, token: string | null): TableLink {
    return new LocalLink(this, table, token === "0" ? 0 : token === "1" ? 1 : null);
  }

  /** Return an open table, or reopen it from its stored record. */
  table(id: string): Promise<LocalTable> {
    let table = this.opened.get(id);
    if (!table) {
      table = this.reopen(id);
      table.catch(() => this.opened.delete(id));
      this.opened.set(id, table);
    }
    return table;
  }

  /** Create a table with the same settings and swapped seats. */
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

  /** Run searches one at a time, each on its own copy of the game. */
  withEngine<T>(record: string, use: (engine: EngineWorker, table: number) => Promise<T>): Promise<T> {
    const result = this.queue.then(async () => {
      const { table } = await this.engine.call<{ table: number }>("table_read", [record, 0, 0]);
      try {
        return await use(this.engine, table);
      } finally {
        await this.engine.call("table_close", [table]).catch(() => {});
      }
    });
    this.queue = result.catch(() => {});
    return result;
  }

  store(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
    } catch {
      // Storage is blocked or full; games still work until the page closes.
    }
  }

  private async reopen(id: string): Promise<LocalTable> {
    const stored = this.stored.find((one) => one.id === id);
    if (!stored) throw new BackendError("this game is not stored in this browser", 404);
    const { main = 0, increment = 0 } = stored.clock ?? {};
    const { table } = await this.viewer.call<{ table: number }>("table_read", [stored.record, main, increment]);
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
