// SPDX-License-Identifier: MIT
// The backend interface of the web app.  server.ts implements it with an HTTP server, local.ts with the
// engine in this browser.  The objects are those of docs/api.md.  No game-specific code.

export type Side = 0 | 1;

export interface GameInfo {
  game: string;
  title: string;
  summary: string;
  sides: [string, string];
  variants: string[];
}

export interface Cell {
  kind: string;
  label: string;
  at: [number, number];
  corners?: number[];
}

export interface SetupInfo {
  setup: string;
  game: string;
  title: string;
  sides: [string, string];
}

export interface Shape extends SetupInfo {
  cells: Cell[];
  lines: number[];
}

export type Mark = "last" | "covered" | "blocked" | "chain" | "fence" | "choice";

export interface Piece {
  glyph: string;
  side: Side | null;
  cell: number;
  cell2?: number;
  text?: string;
  faces?: number[]; // top, north, east, south, west
  marks?: Mark[];
}

export interface PanelItem {
  label: string;
  side: Side | null;
  value: string;
}

/** A position with its pieces.  The setup is left out if the request named it. */
export interface Position {
  position: string;
  side: Side | null;
  pieces: Piece[];
  panel: PanelItem[];
}

export interface Board extends Partial<SetupInfo>, Position {
  last?: number[]; // cells of the last move, if the table knows it
}

export interface StepChoice {
  step: string;
  text: string;
  touch: number[];
  label?: string;
  ends: boolean;
  gone?: number[];
  new?: Piece[];
}

export interface Choices extends Position {
  open: string;
  whole: boolean;
  steps: StepChoice[];
}

export interface IllegalReason {
  sentence: string;
  cells: number[];
}

export interface Move {
  turn: string;
  side: Side;
  clock?: number;
  comment?: string;
}

export interface Result {
  winner: Side | null;
  drawn: boolean;
  reason: string;
  sentence: string;
}

export type SeatKind = "human" | "open" | "engine";

export interface SeatInfo {
  name: string;
  clock?: number;
  kind?: SeatKind;
  level?: number;
  time?: number;
  waits?: boolean; // the seat is empty
  rematch?: boolean; // this player asked for a rematch
}

/** A player keeps the same seat even if the swap rule exchanges the sides.  `seats`, `running`, `draw`,
 * `back` and the tokens are indexed by seat, everything else by side.  `holders` maps side to seat. */
export interface Table extends SetupInfo, Position {
  turn: number;
  last: number[];
  seats: [SeatInfo, SeatInfo];
  holders?: [Side, Side]; // the seat of side 0 and of side 1
  running: Side | null;
  draw: Side | null;
  back: Side | null;
  result: Result | null;
  rematch?: string; // id of the rematch table
}

export interface WholeTable extends Table {
  id: string;
  version: number;
  spectators: number;
  moves: Move[];
}

export interface TableSummary extends SetupInfo {
  id: string;
  seats: [SeatInfo, SeatInfo];
  turn: number;
  side?: Side | null;
  position?: string;
  result: Result | null;
  spectators?: number;
  open?: boolean; // a seat is empty
  started?: number; // milliseconds since 1970
}

export type SeatRequest = { kind: "human" } | { kind: "open" } | { kind: "engine"; level?: number; time?: number };

export interface NewTable {
  setup: string;
  position?: string;
  record?: string;
  seats: [SeatRequest, SeatRequest];
  clock?: { main: number; increment: number };
  names?: [string, string];
}

export interface Created {
  table: string;
  tokens: [string | null, string | null];
  invitation: string | null;
}

export interface ReadRecord {
  setup: string;
  start: string;
  moves: Move[];
  tags: Record<string, string>;
  result: Result | string | null;
}

/** A tablebase result: the winner with best play (null: a draw), and the number of moves. */
export interface Known {
  winner: Side | null;
  turns?: number;
}

/** An evaluation for `side`.  `chance` is in percent; `win` is a forced win in N moves (negative: a loss). */
export interface Score {
  side?: Side | null;
  score?: number;
  chance?: number;
  win?: number;
  known?: Known;
}

export interface Hint {
  steps: string[];
  words: string;
  score?: Score;
  touch: number[];
}

export interface Thinking extends Score {
  depth?: number;
  words?: string;
}

export interface Seats {
  seats: [SeatInfo, SeatInfo];
  spectators: number;
}

export type TableEvent =
  | { kind: "table"; table: WholeTable }
  | { kind: "turn"; move: Move; table: Table }
  | { kind: "change"; table: Table & { moves?: Move[] } }
  | { kind: "thinking"; thinking: Thinking }
  | { kind: "seats"; seats: Seats }
  | { kind: "rematch"; table: string }
  | { kind: "lost" } // connection lost; the link retries
  | { kind: "back" } // connection restored
  | { kind: "gone"; error: string }; // the table does not exist

export type Action = "take-back" | "draw" | "resign" | "decline" | "leave" | "rematch";

export interface TableLink {
  on(listener: (event: TableEvent) => void): void;
  close(): void;
  turn(turn: number, steps: string[]): Promise<void>;
  act(action: Action): Promise<{ table?: string } | void>;
  join(invitation: string, name: string): Promise<{ side: number; token: string }>;
  hint(): Promise<Hint>;
  boardAt(turn: number): Promise<Board>;
  record(): Promise<string>;
  analysis(): Promise<Score[]>;
}

export interface Backend {
  readonly kind: "server" | "local";
  games(): Promise<GameInfo[]>;
  shape(setup: string): Promise<Shape>;
  board(setup: string, position?: string): Promise<Board>;
  /** Return the first setup in which the text is a valid position, or null. */
  setupOf(position: string): Promise<string | null>;
  choices(setup: string, position: string, steps: string[]): Promise<Choices>;
  reason(setup: string, position: string, steps: string[], cells: number[]): Promise<IllegalReason>;
  explain(setup: string, position: string, turn: string): Promise<IllegalReason>;
  read(text: string): Promise<ReadRecord>;
  rules(game: string, language: string): Promise<string>; // HTML
  puzzles(game: string): Promise<string>; // lines of text
  tables(before?: string): Promise<TableSummary[]>; // [] in local
  create(request: NewTable): Promise<Created>;
  open(table: string, token: string | null): TableLink;
}

/** A request that the backend rejected, with a message for users. */
export class BackendError extends Error {
  constructor(
    sentence: string,
    readonly status: number,
    readonly at?: number,
  ) {
    super(sentence);
  }
}
