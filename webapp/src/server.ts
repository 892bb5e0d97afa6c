// SPDX-License-Identifier: MIT
// The backend that uses an HTTP server, as described in docs/api.md.

import {
  BackendError,
  type Action,
  type Backend,
  type Board,
  type Choices,
  type ContentsGame,
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
  type Verdict,
} from "./backend";
import { EVENTS } from "./events";

const RECONNECT_MS = 1500;
const LINES_MS = [200, 600, 1500, 4000]; // of the searches of one position
const REVIEW_MS = 400; // between two questions for the progress of a review
const UNREACHABLE = 0; // instead of an HTTP status: there was no reply; trying again may help
const IDS_MAX = 32; // in one request

function query(path: string, values: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== "") search.set(name, value);
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  let sentence = `${response.status} ${response.statusText}`;
  let body: { error?: string; at?: number; key?: string } = {};
  try {
    body = (await response.json()) as typeof body;
    if (body.error) sentence = body.error;
  } catch {
    // The body has no message; report the status line.
  }
  throw new BackendError(sentence, response.status, body.at, body.key);
}

/** fetch, with an error that people understand if the server does not answer. */
async function request(path: string, options: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, options);
  } catch {
    throw new BackendError("the server does not answer; check your connection and try again", UNREACHABLE, undefined, "unreachable");
  }
}

async function get<T>(path: string, values: Record<string, string | undefined> = {}, signal: AbortSignal | null = null): Promise<T> {
  const response = await request(query(path, values), { headers: { Accept: "application/json" }, signal });
  return (await (await checked(response)).json()) as T;
}

async function getText(path: string, values: Record<string, string | undefined> = {}): Promise<string> {
  return (await checked(await request(query(path, values)))).text();
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await (await checked(response)).text();
  return (text === "" ? {} : JSON.parse(text)) as T;
}

/** True if the engine in this browser should do what the server is too busy for. */
function canTakeOver(error: unknown): boolean {
  const isBusy = error instanceof BackendError && [409, 429, 503].includes(error.status);
  return isBusy && document.querySelector('meta[name="tessera-spare-engine"]') !== null;
}

class ServerLink implements TableLink {
  private readonly path: string;
  private source: EventSource | null = null;
  private listener: (event: TableEvent) => void = () => {};
  private timer = 0;
  private lost = false;
  private closed = false;

  constructor(
    table: string,
    private token: string | null,
  ) {
    this.path = `api/tables/${encodeURIComponent(table)}`;
  }

  on(listener: (event: TableEvent) => void): void {
    this.listener = listener;
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.source?.close();
  }

  async turn(turn: number, steps: string[], announcement?: string): Promise<void> {
    await post(`${this.path}/turn`, { token: this.token, turn, steps, announcement });
  }

  async act(action: Action): Promise<{ table?: string } | void> {
    return post(`${this.path}/${action}`, { token: this.token });
  }

  async join(invitation: string, name: string): Promise<{ side: number; token: string }> {
    const seat = await post<{ side: number; token: string }>(`${this.path}/join`, { invitation, name });
    this.token = seat.token;
    this.source?.close();
    this.connect();
    return seat;
  }

  hint(): Promise<Hint> {
    return post(`${this.path}/hint`, { token: this.token });
  }

  boardAt(turn: number): Promise<Board> {
    return get(`${this.path}/board`, { turn: String(turn) });
  }

  record(): Promise<string> {
    return getText(`${this.path}/record`);
  }

  analysis(): Promise<Score[]> {
    return get(`${this.path}/analysis`);
  }

  private connect(): void {
    if (this.closed) return;
    const source = new EventSource(query(`${this.path}/events`, { token: this.token ?? undefined }));
    this.source = source;
    for (const [name, make] of Object.entries(EVENTS))
      source.addEventListener(name, (event) => this.listener(make(JSON.parse((event as MessageEvent<string>).data))));
    source.onopen = () => {
      if (this.lost) this.listener({ kind: "back" });
      this.lost = false;
    };
    source.onerror = () => this.failed(source);
  }

  /** The browser reconnects by itself, except after an HTTP error.  In that case find out why. */
  private failed(source: EventSource): void {
    if (!this.lost) this.listener({ kind: "lost" });
    this.lost = true;
    if (source.readyState !== EventSource.CLOSED || this.closed) return;
    source.close();
    this.timer = window.setTimeout(() => void this.again(), RECONNECT_MS);
  }

  private async again(): Promise<void> {
    try {
      await get(this.path);
    } catch (error) {
      if (error instanceof BackendError && error.status === 404) {
        this.listener({ kind: "gone", error: error.message });
        return;
      }
    }
    this.connect();
  }
}

export class Server implements Backend {
  readonly kind = "server";
  private readonly shapes = new Map<string, Promise<Shape>>();

  games(): Promise<GameInfo[]> {
    return get("api/games");
  }

  shape(setup: string): Promise<Shape> {
    let shape = this.shapes.get(setup);
    if (!shape) {
      shape = get<Shape>("api/shape", { setup });
      shape.catch(() => this.shapes.delete(setup));
      this.shapes.set(setup, shape);
    }
    return shape;
  }

  async setupOf(position: string): Promise<string | null> {
    return (await get<{ setup: string | null }>("api/setup", { position })).setup;
  }

  board(setup: string, position?: string, steps: readonly string[] = []): Promise<Board> {
    return get("api/board", { setup, position, steps: steps.join(",") });
  }

  choices(setup: string, position: string, steps: string[]): Promise<Choices> {
    return get("api/choices", { setup, position, steps: steps.join(",") });
  }

  reason(setup: string, position: string, steps: string[], cells: number[]): Promise<Partial<Message>> {
    return get("api/refusal", { setup, position, steps: steps.join(","), cells: cells.join(",") });
  }

  explain(setup: string, position: string, turn: string): Promise<Partial<Message>> {
    return get("api/explain", { setup, position, turn });
  }

  read(text: string): Promise<ReadRecord> {
    return post("api/read", { text });
  }

  async contents(text: string): Promise<ContentsGame[]> {
    return (await post<{ games: ContentsGame[] }>("api/contents", { text })).games;
  }

  study(source: StudySource): Promise<Study> {
    return post("api/study", source);
  }

  editStudy(record: string, edit: StudyEdit): Promise<StudyChange> {
    return post("api/study", { text: record, ...edit, ...(edit.edit === "play" ? { steps: edit.steps.join(",") } : {}), reply: "changes" });
  }

  async share(record: string, stored?: { study: string; key: string }): Promise<{ study: string; key: string }> {
    if (!stored) return post("api/studies", { text: record });
    await post(`api/studies/${encodeURIComponent(stored.study)}`, { text: record, token: stored.key });
    return stored;
  }

  shared(study: string): Promise<string> {
    return getText(`api/studies/${encodeURIComponent(study)}`);
  }

  palette(setup: string, position: string): Promise<Piece[]> {
    return get("api/palette", { setup, position });
  }

  arrange(setup: string, position: string, pieces: string | null, side: Side): Promise<Board> {
    return post("api/arrange", { setup, position, pieces, side });
  }

  /** Ask again and again with more time.  If the server is busy, the engine in this browser takes over. */
  lines(setup: string, position: string, count: number, report: (lines: EngineLines) => void, failed: (error: unknown) => void): () => void {
    const abort = new AbortController();
    let stop = () => abort.abort();
    const ask = async () => {
      for (const time of LINES_MS) report(await get<EngineLines>("api/lines", { setup, position, lines: String(count), time: String(time) }, abort.signal));
    };
    const takeOver = async (error: unknown) => {
      if (abort.signal.aborted) return;
      if (!canTakeOver(error)) return failed(error);
      const { spareEngine } = await import("./local");
      if (!abort.signal.aborted) stop = spareEngine().lines(setup, position, count, report, failed);
    };
    ask().catch(takeOver).catch(failed);
    return () => {
      abort.abort();
      stop();
    };
  }

  /** A job of the server.  If it is busy, the engine in this browser takes over. */
  async review(record: string, report: (done: number, total: number) => void, signal: AbortSignal): Promise<Review> {
    try {
      return await this.reviewByServer(record, report, signal);
    } catch (error) {
      if (!canTakeOver(error)) throw error;
      const { spareEngine } = await import("./local");
      return spareEngine().review(record, report, signal);
    }
  }

  private async reviewByServer(record: string, report: (done: number, total: number) => void, signal: AbortSignal): Promise<Review> {
    const { review: id } = await post<{ review: string }>("api/reviews", { text: record });
    for (;;) {
      if (signal.aborted) {
        await post(`api/reviews/${id}/cancel`, {}).catch(() => {}); // else it expires
        throw signal.reason;
      }
      const { done, total, review } = await get<{ done: number; total: number; review: Review | null }>(`api/reviews/${id}`);
      if (review) return review;
      report(done, total);
      await new Promise<void>((go) => {
        signal.addEventListener("abort", () => go(), { once: true });
        setTimeout(go, REVIEW_MS);
      });
    }
  }

  strings(language: string, game: string): Promise<string> {
    return getText("api/strings", { language, game });
  }

  rules(game: string, language: string): Promise<string> {
    return getText("api/rules", { game, language });
  }

  puzzles(game: string): Promise<string> {
    return getText("api/puzzles", { game });
  }

  explorer(setup: string, position: string): Promise<Explorer> {
    return get("api/explorer", { setup, position });
  }

  lesson(game: string): Promise<Lesson> {
    return get("api/lesson", { game });
  }

  answer(game: string, task: number, steps: string[]): Promise<Verdict> {
    return get("api/answer", { game, task: String(task), steps: steps.join(",") });
  }

  tables({ list, game, opponents, before, limit }: TableFilter = {}): Promise<TableSummary[]> {
    return get("api/tables", { list, game, opponents, before, limit: limit === undefined ? undefined : String(limit) });
  }

  async tablesById(ids: string[]): Promise<TableSummary[]> {
    const found: TableSummary[] = [];
    for (let i = 0; i < ids.length; i += IDS_MAX) found.push(...(await get<TableSummary[]>("api/tables", { ids: ids.slice(i, i + IDS_MAX).join(",") })));
    return found;
  }

  accept(table: string, name: string): Promise<{ side: number; token: string }> {
    return post(`api/tables/${encodeURIComponent(table)}/accept`, { name });
  }

  create(request: NewTable): Promise<Created> {
    return post("api/tables", request);
  }

  open(table: string, token: string | null): TableLink {
    return new ServerLink(table, token);
  }
}
