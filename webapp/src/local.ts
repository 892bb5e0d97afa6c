// SPDX-License-Identifier: MIT
// The backend without a server: the engine runs in this browser, in two Workers.  One holds the tables and
// answers at once.  The other searches; to stop a search we terminate the Worker.  Games are stored in this
// browser as records, so they survive closing the page.

import { setupText } from "./app";
import { EVENTS } from "./events";
import type { Answer, Question, Start } from "../worker/engine";
import {
  BackendError,
  type Action,
  type Backend,
  type Board,
  type Choices,
  type ContentsGame,
  type Clock,
  type Created,
  type Explorer,
  type EngineLines,
  type GameInfo,
  type Hint,
  type Lesson,
  type NewTable,
  type ReadRecord,
  type Message,
  type Piece,
  type Review,
  type Score,
  type SeatRequest,
  type Shape,
  type Side,
  type Study,
  type StudyChange,
  type StudyEdit,
  type StudySource,
  type TableEvent,
  type TableFilter,
  type TableLink,
  type TableSummary,
  type WholeTable,
  type Verdict,
} from "./backend";
import { registerServiceWorker } from "./service";

const KEY = "tessera.tables";
const KEPT = 50; // games
const OPENED = 12; // below LOCAL_TABLES_MAX (16), since reading a record needs a table for a moment
const LINES_MS = 20_000; // of a search for principal variations
const TICK_MS = 1000; // at most, between two looks at a running clock
const PAUSE_MS = 250; // minimum delay before a computer move, so that the user can follow

type Given = (string | number | null | Uint8Array)[];

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
  const isSpare = document.querySelector('meta[name="tessera-spare-engine"]') !== null;
  const response = await fetch(place(isSpare ? "tessera-spare-engine" : "tessera-engine", "engine.wasm"));
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

/** Searches for analyses: positions in a Worker of its own, one at a time, and each review in another. */
class AnalysisSearch {
  private readonly worker: EngineWorker;
  private asked = 0;

  constructor(private readonly module: Promise<WebAssembly.Module>) {
    this.worker = new EngineWorker(module);
  }

  async review(record: string, report: (done: number, total: number) => void, signal: AbortSignal): Promise<Review> {
    const worker = new EngineWorker(this.module);
    const stop = () => worker.stop();
    signal.addEventListener("abort", stop);
    try {
      return await worker.call<Review>("review", [record], (progress) => {
        const { done, total } = progress as { done: number; total: number };
        report(done, total);
      });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener("abort", stop);
      worker.stop();
    }
  }

  lines(setup: string, position: string, count: number, report: (lines: EngineLines) => void, failed: (error: unknown) => void): () => void {
    const question = ++this.asked;
    const isLast = () => question === this.asked;
    const tell = (lines: EngineLines) => isLast() && report(lines);
    this.worker.stop();
    this.worker.call<EngineLines>("lines", [setup, position, count, LINES_MS], (lines) => tell(lines as EngineLines)).then(tell, (error) => isLast() && failed(error));
    return () => {
      if (isLast()) this.worker.stop();
      this.asked++;
    };
  }
}

let spare: AnalysisSearch | null = null;

/** The engine in this browser, for a page whose server is busy. */
export function spareEngine(): AnalysisSearch {
  return (spare ??= new AnalysisSearch(loadModule()));
}

interface Stored {
  id: string;
  text?: string; // as the module saves a table; absent in games of older versions, which have the rest
  tokens?: [string | null, string | null]; // of the seats; a rematch exchanges them
  started?: number; // milliseconds since 1970
  summary?: TableSummary; // its entry in lists
  seats?: [SeatRequest, SeatRequest];
  clock?: Clock | undefined;
  record?: string;
}

interface ModuleEvent {
  event: string;
  version: number; // 0: transient
  data: unknown;
}

interface Task {
  id: number;
  kind: "turn" | "hint" | "analysis";
  text: string;
}

interface Waiter {
  check(): Promise<boolean>; // true if the promise is settled
}

type Listener = (event: TableEvent) => void;

const TOKENS: [string, string] = ["0", "1"];

/** A seat as the module reads it. */
function seatText(seat: SeatRequest): string {
  if (seat.kind !== "engine") return "human";
  return seat.time ? `time ${seat.time}` : `level ${seat.level ?? 1}`;
}

function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readStored(): Stored[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? (value as Stored[]) : [];
  } catch {
    return [];
  }
}

/** Runs the searches that tables want, one at a time: moves before hints before analyses. */
class Searches {
  private readonly wanted = new Map<LocalTable, Task[]>();
  private running: { table: LocalTable; task: Task } | null = null;

  constructor(private readonly engine: EngineWorker) {}

  /** Let exactly these searches of a table run or wait. */
  match(table: LocalTable, tasks: Task[]): void {
    this.wanted.set(table, tasks);
    if (tasks.length === 0) this.wanted.delete(table);
    const { running } = this;
    const next = this.next();
    const isWanted = running !== null && (this.wanted.get(running.table) ?? []).some(({ id }) => id === running.task.id);
    if (running && (!isWanted || (running.task.kind === "analysis" && next?.task.kind !== "analysis"))) {
      this.running = null;
      this.engine.stop();
    }
    if (!this.running && next) void this.run(next.table, next.task);
  }

  private next(): { table: LocalTable; task: Task } | null {
    for (const kind of ["turn", "hint", "analysis"])
      for (const [table, tasks] of this.wanted) {
        const task = tasks.find((one) => one.kind === kind);
        if (task) return { table, task };
      }
    return null;
  }

  private async run(table: LocalTable, task: Task): Promise<void> {
    const mine = { table, task };
    this.running = mine;
    let reply: string | null = null;
    try {
      const began = performance.now();
      reply = await this.engine.call<string>("search", [task.text], (text) => void table.info(task.id, text as string));
      if (task.kind === "turn") await new Promise((go) => setTimeout(go, Math.max(0, PAUSE_MS - (performance.now() - began))));
    } catch (error) {
      if (this.running === mine) table.failed(error);
    }
    if (this.running !== mine) return; // stopped on purpose
    this.running = null;
    this.wanted.delete(table);
    await table.done(task.id, reply);
    const next = this.next();
    if (!this.running && next) void this.run(next.table, next.task);
  }
}

/** One table in this browser: carries requests to the module, and its events, tasks and storage. */
class LocalTable {
  private readonly listeners = new Set<Listener>();
  private readonly waiters = new Set<Waiter>();
  private timer = 0;
  private isBusy = false; // a search runs or waits
  private isShut = false;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly backend: Local,
    readonly stored: Stored,
    private readonly number: number,
  ) {}

  get isIdle(): boolean {
    return this.listeners.size === 0 && !this.isBusy;
  }

  whole(): Promise<WholeTable> {
    return this.call("table_whole");
  }

  async summary(): Promise<TableSummary> {
    const { started = Date.now() } = this.stored;
    return { ...(await this.call<TableSummary>("table_summary")), started, changed: Date.now() };
  }

  /** Call the listener with the table, then with its events, until the returned function is called. */
  listen(listener: Listener, seat: Side | null): () => void {
    const watch = (watches: number) => this.change("table_watch", [seat ?? -1, watches]);
    watch(1)
      .then(() => this.whole())
      .then(
        (table) => {
          listener({ kind: "table", table });
          this.listeners.add(listener);
        },
        (error: Error) => listener({ kind: "gone", error: error.message }),
      );
    return () => {
      this.listeners.delete(listener);
      watch(0).catch(() => {});
    };
  }

  turn(seat: Side, turn: number, steps: string[], announcement = ""): Promise<unknown> {
    return this.change("table_act", [seat, "turn", turn, steps.join(","), null, announcement]);
  }

  async act(seat: Side, action: string): Promise<{ table?: string }> {
    const reply = await this.change<{ table?: string; wants?: string }>("table_act", [seat, action, 0, null, null, null]);
    return reply.wants === "rematch" ? this.rematch() : reply;
  }

  async hint(seat: Side): Promise<Hint> {
    const found = this.wait(() => this.call<Hint | null>("table_hint"));
    await this.change("table_act", [seat, "hint", 0, null, null, null]).catch((error: Error) => {
      found.give(error);
    });
    return found.promise;
  }

  async analysis(): Promise<Score[]> {
    const found = this.wait(async () => {
      const { scores, done } = await this.call<{ scores: Score[]; done: boolean }>("table_analysis");
      return done ? scores : null;
    });
    await this.flush();
    return found.promise;
  }

  boardAt(turn: number): Promise<Board> {
    return this.call("table_board", [turn]);
  }

  record(): Promise<string> {
    return this.call("table_record");
  }

  async info(task: number, text: string): Promise<void> {
    await this.change("table_info", [task, text]).catch(() => {});
  }

  async done(task: number, text: string | null): Promise<void> {
    await this.change("table_done", [task, text]).catch(() => {});
  }

  failed(error: unknown): void {
    this.publish({ kind: "gone", error: error instanceof Error ? error.message : String(error) });
  }

  async close(): Promise<void> {
    this.isShut = true;
    clearTimeout(this.timer);
    this.backend.searches.match(this, []);
    await this.call("table_close");
  }

  async save(): Promise<void> {
    this.stored.text = await this.call<string>("table_save");
    this.stored.summary = await this.summary();
    this.backend.store();
  }

  private async rematch(): Promise<{ table: string }> {
    const id = newId();
    const { table } = await this.change<{ table: number }>("table_rematch", [id]);
    const [first, second] = this.stored.tokens ?? TOKENS;
    await this.backend.add({ id, tokens: [second, first], started: Date.now() }, table);
    return { table: id };
  }

  private call<T>(name: string, given: Given = []): Promise<T> {
    return this.backend.viewer.call<T>(name, [this.number, ...given]);
  }

  /** Call a function that changes the table, then let everything follow from its state. */
  private async change<T>(name: string, given: Given): Promise<T> {
    try {
      return await this.call<T>(name, given);
    } finally {
      await this.flush();
    }
  }

  /** Save the table, send its events, start its searches and its timer; one flush at a time. */
  flush(): Promise<void> {
    const flushed = this.queue.then(() => this.follow());
    this.queue = flushed.catch(() => {});
    return flushed;
  }

  private async follow(): Promise<void> {
    if (this.isShut) return;
    const next = await this.call<number | null>("table_tick");
    const events: ModuleEvent[] = [];
    for (let event; (event = await this.call<ModuleEvent | null>("table_event")) !== null; ) events.push(event);
    if (events.some(({ version }) => version > 0)) await this.save();
    const tasks: Task[] = [];
    for (let task; (task = await this.call<Task | null>("table_task", [tasks.length])) !== null; ) tasks.push(task);
    this.isBusy = tasks.some(({ kind }) => kind !== "analysis");
    this.backend.searches.match(this, tasks);
    for (const { event, data } of events) {
      const make = EVENTS[event];
      if (make) this.publish(make(data));
    }
    for (const waiter of [...this.waiters]) if (await waiter.check()) this.waiters.delete(waiter);
    clearTimeout(this.timer);
    if (next !== null && !this.isShut) this.timer = window.setTimeout(() => void this.flush(), Math.min(next, TICK_MS));
  }

  private publish(event: TableEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }

  /** A promise for what `look` finds after some flush. */
  private wait<T>(look: () => Promise<T | null>): { promise: Promise<T>; give(error: Error): void } {
    let give: (error: Error) => void = () => {};
    const promise = new Promise<T>((resolve, reject) => {
      const waiter: Waiter = {
        check: () =>
          look().then(
            (value) => {
              if (value !== null) resolve(value);
              return value !== null;
            },
            (error: Error) => {
              reject(error);
              return true;
            },
          ),
      };
      give = (error) => {
        this.waiters.delete(waiter);
        reject(error);
      };
      this.waiters.add(waiter);
    });
    promise.catch(() => {}); // reported by whoever awaits it
    return { promise, give: (error) => give(error) };
  }
}

class LocalLink implements TableLink {
  private unlisten: (() => void) | null = null;
  private closed = false;

  constructor(
    private readonly backend: Local,
    private readonly id: string,
    private readonly token: string | null,
  ) {}

  on(listener: Listener): void {
    this.backend.table(this.id).then(
      (table) => {
        if (!this.closed) this.unlisten = table.listen(listener, this.seatAt(table));
      },
      (error: Error) => listener({ kind: "gone", error: error.message }),
    );
  }

  close(): void {
    this.closed = true;
    this.unlisten?.();
  }

  private seatAt(table: LocalTable): Side | null {
    const seat = this.token === null ? -1 : (table.stored.tokens ?? TOKENS).indexOf(this.token);
    return seat === 0 || seat === 1 ? seat : null;
  }

  private async player(): Promise<[LocalTable, Side]> {
    const table = await this.backend.table(this.id);
    const seat = this.seatAt(table);
    if (seat === null) throw new BackendError("only a player of this game can do that", 403);
    return [table, seat];
  }

  async turn(turn: number, steps: string[], announcement?: string): Promise<void> {
    const [table, seat] = await this.player();
    await table.turn(seat, turn, steps, announcement);
  }

  async act(action: Action): Promise<{ table?: string } | void> {
    const [table, seat] = await this.player();
    return table.act(seat, action);
  }

  join(): Promise<{ side: number; token: string }> {
    return Promise.reject(new BackendError("joining a game needs a server", 409));
  }

  async hint(): Promise<Hint> {
    const [table, seat] = await this.player();
    return table.hint(seat);
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
  private readonly books = new Map<string, Promise<Uint8Array | null>>();
  private readonly stored = readStored();
  readonly searches: Searches;
  private readonly analyses: AnalysisSearch;

  constructor() {
    const module = loadModule();
    this.viewer = new EngineWorker(module);
    this.engine = new EngineWorker(module);
    this.searches = new Searches(this.engine);
    this.analyses = new AnalysisSearch(module);
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

  board(setup: string, position?: string, steps: readonly string[] = []): Promise<Board> {
    return this.viewer.call("board", [setup, position || null, steps.join(",")]);
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

  read(text: string): Promise<ReadRecord> {
    return this.viewer.call("read", [text]);
  }

  async contents(text: string): Promise<ContentsGame[]> {
    return (await this.viewer.call<{ games: ContentsGame[] }>("contents", [text])).games;
  }

  study(source: StudySource): Promise<Study> {
    const from = "text" in source ? [source.text, null, null] : [null, source.setup, source.position || null];
    return this.viewer.call("study", [...from, null, 0, null, null, null, null]);
  }

  editStudy(record: string, edit: StudyEdit): Promise<StudyChange> {
    const steps = edit.edit === "play" ? edit.steps.join(",") : null;
    const note = edit.edit === "note" ? [edit.mark, edit.comment] : [null, null];
    return this.viewer.call("study", [record, null, null, edit.edit, edit.node, steps, ...note, "changes"]);
  }

  palette(setup: string, position: string): Promise<Piece[]> {
    return this.viewer.call("palette", [setup, position]);
  }

  arrange(setup: string, position: string, pieces: string | null, side: Side): Promise<Board> {
    return this.viewer.call("arrange", [setup, position, pieces, side]);
  }

  lines(setup: string, position: string, count: number, report: (lines: EngineLines) => void, failed: (error: unknown) => void): () => void {
    return this.analyses.lines(setup, position, count, report, failed);
  }

  review(record: string, report: (done: number, total: number) => void, signal: AbortSignal): Promise<Review> {
    return this.analyses.review(record, report, signal);
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

  /** The book of a game is a static file next to the page; null if it has none. */
  private book(game: string): Promise<Uint8Array | null> {
    let book = this.books.get(game);
    if (!book) {
      book = fetch(`${game}.explorer.book`).then(async (file) => (file.ok ? new Uint8Array(await file.arrayBuffer()) : null));
      book.catch(() => this.books.delete(game)); // try again next time
      this.books.set(game, book);
    }
    return book;
  }

  async explorer(setup: string, position: string): Promise<Explorer> {
    return this.viewer.call("explorer", [setup, position, await this.book(setup.replace(/:.*/, ""))]);
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

  /** The games of this browser; there are no open challenges. */
  async tables({ list, game, opponents, before, limit = KEPT }: TableFilter = {}): Promise<TableSummary[]> {
    const all = await this.tablesById(this.stored.map(({ id }) => id));
    all.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
    const isWith = (table: TableSummary) => (table.seats.some((seat) => seat.kind === "engine") ? "engine" : "people");
    const found = all.filter(
      (table) => (!list || list === (table.result ? "over" : "live")) && (!game || game === table.game) && (!opponents || opponents === isWith(table)),
    );
    const from = before ? found.findIndex(({ id }) => id === before) + 1 : 0;
    return found.slice(from, from + limit);
  }

  async tablesById(ids: string[]): Promise<TableSummary[]> {
    const found: TableSummary[] = [];
    for (const id of ids) {
      const stored = this.stored.find((one) => one.id === id);
      // Games of older versions have no summary yet.
      const table = stored && !stored.summary ? await this.table(id).catch(() => null) : null;
      if (stored && table) stored.summary = await table.summary();
      if (stored?.summary) found.push(stored.summary);
    }
    return found;
  }

  accept(): Promise<{ side: number; token: string }> {
    return Promise.reject(new BackendError("joining a game needs a server", 409));
  }

  async remove(id: string): Promise<void> {
    await this.shut(id);
    const at = this.stored.findIndex((one) => one.id === id);
    if (at >= 0) this.stored.splice(at, 1);
    this.store();
  }

  async create(request: NewTable): Promise<Created> {
    await this.forgetOld();
    const seats = request.seats.map((seat) => (seat.kind === "open" ? { kind: "human" } : seat)) as [SeatRequest, SeatRequest];
    const token = (side: Side) => (seats[side].kind === "engine" ? null : TOKENS[side]);
    const tokens: [string | null, string | null] = [token(0), token(1)];
    const id = newId();
    await this.add({ id, tokens, started: Date.now() }, await this.newTable(id, request, seats));
    return { table: id, tokens, invitation: null };
  }

  private async newTable(id: string, { setup, position, record, names, clock }: Partial<NewTable>, seats: SeatRequest[]): Promise<number> {
    const texts = [id, setup ?? null, position || null, record || null, ...(names ?? ["", ""]), ...seats.map(seatText)];
    const { table } = await this.viewer.call<{ table: number }>("table_new", [...texts, clock?.main ?? 0, clock?.increment ?? 0, 0]);
    return table;
  }

  /** Keep a table that the module has opened. */
  async add(stored: Stored, number: number): Promise<void> {
    const table = new LocalTable(this, stored, number);
    this.opened.set(stored.id, Promise.resolve(table));
    this.stored.unshift(stored);
    await table.save();
    await table.flush();
  }

  open(table: string, token: string | null): TableLink {
    return new LocalLink(this, table, token);
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

  store(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
    } catch {
      // Storage is blocked or full; games still work until the page closes.
    }
  }

  private async reopen(id: string): Promise<LocalTable> {
    await this.makeRoom();
    const stored = this.stored.find((one) => one.id === id);
    if (!stored) throw new BackendError("this game is not stored in this browser", 404);
    const number =
      stored.text !== undefined
        ? (await this.viewer.call<{ table: number }>("table_load", [id, stored.text])).table
        : await this.newTable(id, { record: stored.record ?? "", ...(stored.clock ? { clock: stored.clock } : {}) }, stored.seats ?? []);
    const table = new LocalTable(this, stored, number);
    await table.flush();
    return table;
  }

  /** Forget the oldest games, finished ones first. */
  private async forgetOld(): Promise<void> {
    while (this.stored.length >= KEPT) {
      const oldest = [...this.stored].reverse();
      const old = oldest.find(({ summary }) => summary?.result) ?? oldest[0];
      if (old) await this.remove(old.id);
    }
    await this.makeRoom();
  }

  /** Close tables that nobody looks at until one more can be opened. */
  private async makeRoom(): Promise<void> {
    for (const [id, opened] of [...this.opened]) {
      if (this.opened.size <= OPENED) return;
      const table = await opened.catch(() => null);
      if (table === null || table.isIdle) await this.shut(id);
    }
  }

  private async shut(id: string): Promise<void> {
    const table = await this.opened.get(id)?.catch(() => null);
    this.opened.delete(id);
    await table?.close().catch(() => {});
  }
}
