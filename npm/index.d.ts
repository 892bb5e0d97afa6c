// Types of @tessera/engine.  Objects that are not described here are those of docs/api.md.

/** A sentence as data; `text` is English.  A function of Tessera.language writes it in other languages. */
export interface Message {
  key: string;
  ruling?: string;
  args?: Record<string, unknown>;
  cells?: number[];
  text: string;
}

export interface Result {
  /** The side that has won, or null. */
  winner: 0 | 1 | null;
  drawn: boolean;
  reason: string;
  message: Message;
}

/** What a search found. */
export interface Thought {
  /** The best turn in notation, and its steps. */
  turn: string;
  steps: string[];
  /** For the side to move, in 1/100 of a clear advantage; 0 if `proved` says more. */
  score: number;
  /** The side that wins by force, or null. */
  proved: 0 | 1 | null;
  /** Turns of both sides until that win. */
  turns: number;
  depth: number;
  nodes: number;
}

/** The first limit that is reached ends the search; there must be one. */
export interface Limits {
  /** 1 to 10: the same strength on every machine. */
  level?: number;
  timeMs?: number;
  nodes?: number;
  /** Turns of lookahead. */
  depth?: number;
}

export interface Playouts {
  first: number;
  second: number;
  draws: number;
  unfinished: number;
  turns: number;
}

export interface Piece {
  glyph: string;
  side: 0 | 1 | null;
  cell: number;
  cell2?: number;
  text?: string;
  faces?: number[];
  colour?: string;
}

export interface Board {
  position: string;
  side: 0 | 1 | null;
  pieces: Piece[];
  regions: object[];
  panel: object[];
}

export interface Effect {
  kind: string;
  side: 0 | 1 | null;
  cells: number[];
  piece?: Piece;
  message?: Message;
}

export interface Choices extends Board {
  open: string;
  whole: boolean;
  steps: { step: string; text: string; touch: number[]; ends: boolean; effects: Effect[] }[];
}

export interface Cell {
  kind: string;
  label: string;
  at: [number, number];
  corners?: number[];
  side?: 0 | 1;
  colour?: string;
}

export interface Shape {
  setup: string;
  game: string;
  title: string;
  cells: Cell[];
  lines: number[];
}

/** A position; it never changes. */
export class Position {
  private constructor();
  readonly setup: string;
  /** The position in the notation of the game. */
  readonly text: string;
  /** The side to move; null if the game is over. */
  readonly side: 0 | 1 | null;
  /** False in the middle of a turn. */
  readonly beginsTurn: boolean;
  /** The legal steps, as opaque hexadecimal numbers. */
  readonly steps: readonly string[];
  readonly result: Result | null;
  play(turn: string): Position;
  step(...steps: (string | readonly string[])[]): Position;
  notation(...steps: (string | readonly string[])[]): string;
  choices(): Choices;
  board(): Board;
  explain(turn: string): Message | null;
  svg(): string;
  /** Blocks while it searches. */
  search(limits: Limits): Thought;
  playouts(count: number, seed?: number, turnLimit?: number): Playouts;
}

export class Tessera {
  private constructor();
  games(): { game: string; title: string; [member: string]: unknown }[];
  shape(setup: string): Shape;
  position(setup: string, text?: string | null): Position;
  read(text: string): { setup: string; start: string; moves: { turn: string; side: 0 | 1 }[]; record: string; [member: string]: unknown };
  language(game: string, code: string): Promise<(message: Message) => string>;
  call(name: string, ...given: (string | number | null)[]): unknown;
}

/** An invalid request; `status` is the HTTP status of docs/api.md, `at` the offset in the text. */
export class EngineError extends Error {
  readonly status: number;
  readonly at: number;
  readonly key?: string;
}

export function load(options?: { seed?: number; base?: string | URL }): Promise<Tessera>;
