// SPDX-License-Identifier: MIT
// The backend that uses an HTTP server, as described in docs/api.md.

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
  type NewTable,
  type ReadRecord,
  type Message,
  type Score,
  type Seats,
  type Shape,
  type Table,
  type TableEvent,
  type TableLink,
  type TableSummary,
  type Thinking,
  type Move,
  type WholeTable,
  type Verdict,
} from "./backend";

const RECONNECT_MS = 1500;

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

async function get<T>(path: string, values: Record<string, string | undefined> = {}): Promise<T> {
  const response = await fetch(query(path, values), { headers: { Accept: "application/json" } });
  return (await (await checked(response)).json()) as T;
}

async function getText(path: string, values: Record<string, string | undefined> = {}): Promise<string> {
  return (await checked(await fetch(query(path, values)))).text();
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await (await checked(response)).text();
  return (text === "" ? {} : JSON.parse(text)) as T;
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
    const on = (name: string, make: (data: unknown) => TableEvent) =>
      source.addEventListener(name, (event) => this.listener(make(JSON.parse((event as MessageEvent<string>).data))));
    on("table", (data) => ({ kind: "table", table: data as WholeTable }));
    on("turn", (data) => ({ kind: "turn", ...(data as { move: Move; table: Table }) }));
    on("change", (data) => ({ kind: "change", table: data as Table }));
    on("thinking", (data) => ({ kind: "thinking", thinking: data as Thinking }));
    on("seats", (data) => ({ kind: "seats", seats: data as Seats }));
    on("rematch", (data) => ({ kind: "rematch", table: (data as { table: string }).table }));
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

  board(setup: string, position?: string): Promise<Board> {
    return get("api/board", { setup, position });
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

  strings(language: string, game: string): Promise<string> {
    return getText("api/strings", { language, game });
  }

  rules(game: string, language: string): Promise<string> {
    return getText("api/rules", { game, language });
  }

  puzzles(game: string): Promise<string> {
    return getText("api/puzzles", { game });
  }

  lesson(game: string): Promise<Lesson> {
    return get("api/lesson", { game });
  }

  answer(game: string, task: number, steps: string[]): Promise<Verdict> {
    return get("api/answer", { game, task: String(task), steps: steps.join(",") });
  }

  tables(before?: string): Promise<TableSummary[]> {
    return get("api/tables", { before });
  }

  create(request: NewTable): Promise<Created> {
    return post("api/tables", request);
  }

  open(table: string, token: string | null): TableLink {
    return new ServerLink(table, token);
  }
}
