// SPDX-License-Identifier: MIT
// The backend interface of the web app.  server.ts implements it with an HTTP server, local.ts with the
// engine in this browser.  The objects are those of docs/api.md.  No game-specific code.

export type Side = 0 | 1;

/** A text of a game: its key in the game's translations, and the English. */
export interface Def {
  key: string;
  text: string;
}

export type Argument =
  | number // a count
  | string // the same in every language: notation, or the user's input
  | { term: string; text: string; side?: Side } // another text of the game; may use the other arguments
  | { text: string; cell?: number; cells?: number[] };

/** A sentence of a game: a definition with arguments.  `text` is the English sentence. */
export interface Message extends Def {
  ruling?: string;
  args?: Record<string, Argument>;
  cells?: number[]; // offending cells, or cells to show
}

export interface GameInfo {
  game: string;
  title: string;
  summary: string;
  sides: [string, string];
  sideNames: [Def, Def];
  colours: [string, string];
  facing: boolean;
  variants: { variant: string; name: Def | null }[];
  tips: Def[];
  languages: string[]; // besides English
  lesson: boolean; // the game has one
}

export interface Cell {
  kind: string;
  label: string;
  name?: Def; // what to call it beyond its label
  side?: Side | null; // its owner
  colour?: string;
  at: [number, number];
  corners?: number[];
}

export interface SetupInfo {
  setup: string;
  game: string;
  title: string;
  sides: [string, string];
  sideNames: [Def, Def];
  colours: [string, string]; // of the two sides
  facing: boolean; // the players sit opposite each other
}

export interface Shape extends SetupInfo {
  cells: Cell[];
  lines: number[];
  announcements: { suffix: string; label: Def }[]; // what a player may announce with a move
}

export type Mark = "covered" | "blocked";

export interface Piece {
  glyph: string;
  side: Side | null;
  cell: number;
  cell2?: number;
  text?: string;
  faces?: number[]; // top, north, east, south, west
  marks?: Mark[];
  colour?: string; // if it is not that of its side
  name?: Def;
}

export type RegionKind = "area" | "network" | "path" | "choice" | "danger";

/** Cells that belong together in a position. */
export interface Region {
  kind: RegionKind;
  side: Side | null;
  colour?: string; // if it is not that of its side
  subject?: Def;
  value?: number; // written on it
  minor?: boolean; // drawn weaker than others of its kind
  cells: number[];
}

export type EffectKind =
  | "place" // a piece appears: its cell, or the two cells of a bridge
  | "enter" // a piece enters over a dot: the dot, the field
  | "move" // a piece moves: its path, first and last cell included
  | "change" // the piece on a cell becomes another one in place
  | "return" // the pieces on these cells return to their owner's reserve
  | "capture" // the pieces on these cells are lost to their owner
  | "form" // these cells now form something
  | "win" // a part of the game is won
  | "check" // the king, then its attackers
  | "swap-sides"
  | "pass";

/** What a step does.  The first six kinds, applied in order, turn the pieces before into those after. */
export interface Effect {
  kind: EffectKind;
  side: Side | null;
  cells: number[];
  piece?: Piece; // first four kinds: as it looks afterwards
  subject?: Def;
  message?: Message; // if people should be told in words
}

export interface PanelItem {
  label: Def;
  side: Side | null;
  value: Message;
}

/** A position with its pieces.  The setup is left out if the request named it. */
export interface Position {
  position: string;
  side: Side | null;
  pieces: Piece[];
  panel: PanelItem[];
  regions?: Region[];
  last?: number[]; // cells of the last move, if the table knows it
  lastEffects?: Effect[];
}

export interface Board extends Partial<SetupInfo>, Position {}

export interface StepChoice {
  step: string;
  text: string;
  touch: number[];
  /** any-order: the first two cells in either order; any-cell: any one cell stands for all of them, after
   * confirmation; full-path: the player selects every cell. */
  flags?: ("any-order" | "any-cell" | "full-path")[];
  label?: Message;
  ends: boolean;
  effects: Effect[];
}

export interface Choices extends Position {
  open: string;
  whole: boolean;
  steps: StepChoice[];
}

export interface Move {
  turn: string;
  side: Side;
  clock?: number;
  comment?: string;
  news?: Message[]; // what the move did, if people should be told in words
}

export interface Result {
  winner: Side | null;
  drawn: boolean;
  reason: string;
  message: Message;
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
  here?: boolean; // a person on a server: a client with this seat is connected
  away?: number; // milliseconds since the last one left; absent if one is here
}

/** What the opponent refused, until the next action. */
export interface Declined {
  what: "draw" | "back" | "rematch";
  by: Side; // a seat
}

/** The opponent of `seat` is away; after `in` more milliseconds it may claim the win. */
export interface Claim {
  seat: Side;
  in: number;
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
  hints?: boolean; // hints and evaluations are allowed now
  casual?: boolean; // they are allowed although two people play
  clock?: Clock | null;
  listed?: boolean; // an open challenge
  claim?: Claim | null;
  declined?: Declined | null;
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
  holders?: [Side, Side]; // the seat of side 0 and of side 1
  result: Result | null;
  spectators?: number;
  open?: boolean; // a seat is empty
  started?: number; // milliseconds since 1970
  clock?: Clock | null;
  hints?: boolean;
  casual?: boolean;
  listed?: boolean; // an open challenge: anyone may take the open seat
  running?: Side | null; // the seat whose turn it is; null if nobody's
  changed?: number; // milliseconds since 1970
}

/** A time control: milliseconds per side and per move. */
export interface Clock {
  main: number;
  increment: number;
}

/** Which tables to list, newest first, or those that changed last first if there is a `list`. */
export interface TableFilter {
  list?: "open" | "live" | "over";
  game?: string | undefined;
  opponents?: "people" | "engine" | undefined;
  before?: string | undefined; // the id of the last table that is known
  limit?: number;
}

export type SeatRequest = { kind: "human" } | { kind: "open" } | { kind: "engine"; level?: number; time?: number };

export interface NewTable {
  setup: string;
  position?: string;
  record?: string;
  seats: [SeatRequest, SeatRequest];
  clock?: Clock;
  names?: [string, string];
  hints?: boolean; // a casual game: hints and evaluations are allowed although two people play
  listed?: boolean; // an open challenge; needs an open seat
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

/** A principal variation, for the side to move. */
export interface EngineLine extends Score {
  turns: string[];
  steps: string[]; // of the first move
  touch: number[]; // the cells of the first move
}

/** What the engine thinks of a position. */
export interface EngineLines {
  depth: number;
  lines: EngineLine[];
  known?: Known;
}

/** A move of a reviewed game.  Chances are those of its player, from 0 to 1. */
export interface ReviewMove {
  number: number; // from 1
  player: Side; // 0 had the first move of the game
  move: string;
  before: number;
  after: number;
  loss: number;
  class: "good" | "inaccuracy" | "mistake" | "blunder";
  best: string;
  proved: boolean; // `before` is not an estimate
  proof_moves: number | null; // of both sides, until the end
  line: string[]; // the best move and what could follow
  steps: string[][]; // the same
}

export interface Review {
  players: { name: string; accuracy: number | null; inaccuracy: number; mistake: number; blunder: number }[];
  moves: ReviewMove[];
}

/** A game of a text that may have several, or why it cannot be read. */
export type ContentsGame = { setup: string; game: string; tags: Record<string, string>; turns: number; record: string } | { error: string };

/** A move of a study, or its start. */
export interface StudyNode {
  parent: number; // -1: the start
  turn?: string;
  side?: Side; // that played it
  steps?: string[];
  position: string; // after it
  next: Side | null; // to move; null: the game is over
  main?: boolean; // on the main line
  clock?: number;
  mark?: string;
  comment?: string;
  comments?: string[];
  result?: Result;
}

/** A tree of moves, in the order of its record. */
export interface Study extends SetupInfo {
  tags: Record<string, string>;
  nodes: StudyNode[];
  node: number; // the one to look at
  record: string;
}

/** What an edit changes: `removed` nodes from `from` are replaced.  The nodes behind them keep their parents, whose
 * numbers change with the places. */
export interface StudyChange {
  tags: Record<string, string>;
  from: number;
  removed: number;
  nodes: StudyNode[];
  node: number; // the one to look at
  record: { from: number; removed: number; text: string }; // likewise, in characters
}

export type StudySource = { text: string } | { setup: string; position?: string };

export type StudyEdit =
  | { edit: "play"; node: number; steps: string[] }
  | { edit: "cut" | "promote"; node: number }
  | { edit: "note"; node: number; mark: string; comment: string };

/** The goal or a task of a lesson. */
export interface LessonTask {
  setup: string;
  text: Def;
  board: Board;
}

export interface Lesson {
  game: string;
  goal: LessonTask;
  tasks: LessonTask[];
}

/** Whether an answer is right, and why, if the lesson says so. */
export interface Verdict {
  right: boolean;
  text?: Def;
}

export interface Seats {
  seats: [SeatInfo, SeatInfo];
  spectators: number;
  claim?: Claim | null;
}

export type TableEvent =
  | { kind: "table"; table: WholeTable }
  | { kind: "turn"; move: Move; table: Table; effects?: Effect[] }
  | { kind: "change"; table: Table & { moves?: Move[] } }
  | { kind: "thinking"; thinking: Thinking }
  | { kind: "seats"; seats: Seats }
  | { kind: "rematch"; table: string }
  | { kind: "lost" } // connection lost; the link retries
  | { kind: "back" } // connection restored
  | { kind: "gone"; error: string }; // the table does not exist

export type Action = "take-back" | "draw" | "resign" | "decline" | "leave" | "rematch" | "claim";

export interface TableLink {
  on(listener: (event: TableEvent) => void): void;
  close(): void;
  /** `announcement`: the suffix that the player announced, in a variant with announcements. */
  turn(turn: number, steps: string[], announcement?: string): Promise<void>;
  act(action: Action): Promise<{ table?: string } | void>;
  join(invitation: string, name: string): Promise<{ side: number; token: string }>;
  hint(): Promise<Hint>;
  boardAt(turn: number): Promise<Board>;
  record(): Promise<string>;
  analysis(): Promise<Score[]>;
}

/** A move that was played in a position; the figures are those of the player to move. */
export interface ExplorerMove {
  move: string;
  steps: string[];
  games: number;
  wins: number;
  draws: number;
  losses: number;
  rating: number | null;
  chance: number | null; // 0 to 1
  sample: string | null;
}

export interface Explorer {
  book: string | null; // its setup; null: there is none for this variant
  games: number;
  moves: ExplorerMove[];
}

export interface Backend {
  readonly kind: "server" | "local";
  games(): Promise<GameInfo[]>;
  shape(setup: string): Promise<Shape>;
  /** With steps, which are one complete move: the board after it. */
  board(setup: string, position?: string, steps?: readonly string[]): Promise<Board>;
  /** Return the first setup in which the text is a valid position, or null. */
  setupOf(position: string): Promise<string | null>;
  choices(setup: string, position: string, steps: string[]): Promise<Choices>;
  /** Why no legal step begins with these cells; empty if one does. */
  reason(setup: string, position: string, steps: string[], cells: number[]): Promise<Partial<Message>>;
  explain(setup: string, position: string, turn: string): Promise<Partial<Message>>;
  read(text: string): Promise<ReadRecord>;
  /** The games of a text that may have several. */
  contents(text: string): Promise<ContentsGame[]>;
  /** Read a study.  The backend keeps nothing. */
  study(source: StudySource): Promise<Study>;
  /** Edit the study with this record, and return what that changes. */
  editStudy(record: string, edit: StudyEdit): Promise<StudyChange>;
  /** Store a study on the server, or change one that is stored there; a local backend has none. */
  share?(record: string, stored?: { study: string; key: string }): Promise<{ study: string; key: string }>;
  /** The record of a stored study. */
  shared?(study: string): Promise<string>;
  /** The pieces that the board editor offers for a position. */
  palette(setup: string, position: string): Promise<Piece[]>;
  /** The position with another side to move and other pieces, such as "3@12,7@5-9": numbers of its palette on
   * cells; null: the same pieces. */
  arrange(setup: string, position: string, pieces: string | null, side: Side): Promise<Board>;
  /** Search a position for principal variations; `report` gets better ones as the search proceeds.  Returns a
   * function that stops it. */
  lines(setup: string, position: string, count: number, report: (lines: EngineLines) => void, failed: (error: unknown) => void): () => void;
  /** Review the main line of a game: the numbers of `tessera review --json`.  `report` gets the number of
   * positions that are done, and of all.  Rejects with an AbortError when the signal aborts. */
  review(record: string, report: (done: number, total: number) => void, signal: AbortSignal): Promise<Review>;
  /** Return the lines "key = text" of a game in a language; of the common strings for "". */
  strings(language: string, game: string): Promise<string>;
  rules(game: string, language: string): Promise<string>; // HTML
  puzzles(game: string): Promise<string>; // lines of text
  /** The moves that were played in a position. */
  explorer(setup: string, position: string): Promise<Explorer>;
  lesson(game: string): Promise<Lesson>;
  /** Judge a complete move as the answer to a task of the lesson, counted from 1. */
  answer(game: string, task: number, steps: string[]): Promise<Verdict>;
  tables(filter?: TableFilter): Promise<TableSummary[]>;
  /** The tables with these ids; unknown ones are left out. */
  tablesById(ids: string[]): Promise<TableSummary[]>;
  /** Take the open seat of an open challenge. */
  accept(table: string, name: string): Promise<{ side: number; token: string }>;
  /** Delete a game that is stored in this browser. */
  remove?(table: string): Promise<void>;
  create(request: NewTable): Promise<Created>;
  open(table: string, token: string | null): TableLink;
}

/** A request that the backend rejected, with a message for users. */
export class BackendError extends Error {
  constructor(
    sentence: string,
    readonly status: number,
    readonly at?: number,
    readonly key?: string, // of its translation, among the common strings
  ) {
    super(sentence);
  }
}
