// SPDX-License-Identifier: MIT
// What the page asks for, whoever answers: a server (server.ts) or the engine in this browser
// (local.ts).  The objects are those of docs/api.md.  Nothing here knows a game.

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

/** What lies on the board: without the setup where it is clear from the question. */
export interface Position {
  position: string;
  side: Side | null;
  pieces: Piece[];
  panel: PanelItem[];
}

export interface Board extends Partial<SetupInfo>, Position {
  last?: number[]; // cells of the turn that led here, where a table knows it
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

export interface Refusal {
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
  waits?: boolean; // nobody sits there yet
  rematch?: boolean; // whoever sits there asked for one
}

/** Seats stay with the players, also where a rule lets them exchange their sides: `seats`, `running`,
 * `draw`, `back` and the tokens count seats, everything else counts sides; `holders` joins them. */
export interface Table extends SetupInfo, Position {
  turn: number;
  last: number[];
  seats: [SeatInfo, SeatInfo];
  holders?: [Side, Side]; // the seat of side 0 and of side 1
  running: Side | null;
  draw: Side | null;
  back: Side | null;
  result: Result | null;
  rematch?: string; // the table where it goes on
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
  open?: boolean; // a seat waits for somebody
  started?: number; // milliseconds since 1970
}

export type SeatWish = { kind: "human" } | { kind: "open" } | { kind: "engine"; level?: number; time?: number };

export interface NewTable {
  setup: string;
  position?: string;
  record?: string;
  seats: [SeatWish, SeatWish];
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

/** What a table of solved positions says: who wins with best play (null: a draw), and in how many turns. */
export interface Known {
  winner: Side | null;
  turns?: number;
}

/** For the side that is named; `chance` in percent; `win`: a forced win in so many turns (negative: a loss). */
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
  | { kind: "lost" } // the connection; it is tried again
  | { kind: "back" } // it is there again
  | { kind: "gone"; error: string }; // there is no such table

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
  /** The first setup in which a text is a position, or null. */
  setupOf(position: string): Promise<string | null>;
  choices(setup: string, position: string, steps: string[]): Promise<Choices>;
  refusal(setup: string, position: string, steps: string[], cells: number[]): Promise<Refusal>;
  explain(setup: string, position: string, turn: string): Promise<Refusal>;
  read(text: string): Promise<ReadRecord>;
  rules(game: string, language: string): Promise<string>; // HTML
  puzzles(game: string): Promise<string>; // lines of text
  tables(before?: string): Promise<TableSummary[]>; // [] in local
  create(wish: NewTable): Promise<Created>;
  open(table: string, token: string | null): TableLink;
}

/** What a backend refuses, in a sentence for people. */
export class Refused extends Error {
  constructor(
    sentence: string,
    readonly status: number,
    readonly at?: number,
  ) {
    super(sentence);
  }
}
