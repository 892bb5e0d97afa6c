// SPDX-License-Identifier: MIT
// The model of the game screen: what the user sees and may do.  Events of the table and intents of the user go
// in, state and the names of the parts that changed come out.  No DOM; the tests run in Node.

import type { App } from "../app";
import type { Action, Hint, Move, Seats, Shape, Side, StepChoice, Table, TableEvent, TableLink, WholeTable } from "../backend";
import { t } from "../i18n";
import { change, keepPuzzle, keepRights, onChange, rightsAt, settings } from "../settings";
import { errorText, isNetworkError, messageText, sentence } from "../words";
import { TableFacts, type Offer, type Tokens } from "./facts";

const ANALYSIS_WAIT_MS = 3000;

/** What changed.  board: there is one, or it was flipped; table: seats, moves, offers, result; view: the position on the board; status: the message;
 * input: what the user can do with the move being entered; prompts: questions, hints, tips; score: evaluations;
 * time: clocks and countdowns; study: the tree of an analysis; lines: what the engine thinks of its position; ended: the game is over just now; gone: there is no such table. */
export type Part = "board" | "table" | "view" | "status" | "input" | "prompts" | "score" | "time" | "ended" | "gone" | "settings" | "study" | "lines";
export type Parts = ReadonlySet<Part>;

/** A part of the screen: an element, and what to do when the model has changed. */
export interface Component {
  element: HTMLElement;
  update(parts: Parts): void;
  close?(): void; // the screen goes away
}

/** True if one of these parts has changed. */
export function has(parts: Parts, ...names: Part[]): boolean {
  return names.some((name) => parts.has(name));
}

/** Enters moves step by step (move_input.ts). */
export interface MoveEntry {
  readonly isActive: boolean;
  take(step: StepChoice): Promise<void>;
  takeAll(steps: readonly string[], notation: string): Promise<void>;
  back(): boolean;
  announce(index: number): void;
}

export interface Question {
  text: string;
  yes: string;
  answer(value: boolean): void;
}

const ACCEPT: Record<Offer, Action> = { draw: "draw", back: "take-back", rematch: "rematch" };

export class TableModel extends TableFacts {
  readonly takesFocus = true;
  message: { text: string; isError: boolean; retry: (() => void) | null } = { text: t("app.loading"), isError: false, retry: null };
  shape: Shape | null = null;
  entry: MoveEntry | null = null;
  question: Question | null = null;
  options: readonly StepChoice[] = []; // steps without cells
  announcement = -1; // index of what the user announces with this move
  hint: Hint | null = null;
  tip = 0; // number of the tip shown; 0: none
  isEndShown = false; // the banner with the result
  isAnalysing = false;

  private readonly links: [TableLink | null, TableLink | null] = [null, null];
  private readonly link: TableLink;
  private boardTurn = -1; // number of moves that the board shows
  private sentTurn: number | null = null; // number of the move that this screen has sent
  private unsent: (() => void) | null = null; // sends a move again that did not reach the server
  private hasPreview = false;
  private isClosed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<(parts: Parts) => void>();
  private readonly stopListening: () => void;

  constructor(app: App, id: string, invitation: string | null, now: () => number = () => performance.now()) {
    super(app, id, invitation, now);
    for (const seat of [0, 1] as const) {
      const token = this.tokens[seat];
      if (token) this.links[seat] = app.backend.open(id, token);
    }
    this.link = this.links[0] ?? this.links[1] ?? app.backend.open(id, null);
    this.stopListening = onChange(() => this.changed("settings"));
  }

  /** Start to receive events. */
  open(): void {
    this.link.on((event) => this.onEvent(event));
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.stopListening();
    this.link.close();
    for (const link of this.links) if (link !== this.link) link?.close();
  }

  onChange(listener: (parts: Parts) => void): void {
    this.listeners.add(listener);
  }

  private changed(...parts: Part[]): void {
    if (this.isClosed) return;
    const set = new Set(parts);
    for (const listener of this.listeners) listener(set);
  }

  /** Time passes: clocks and countdowns change. */
  tick(): void {
    const { table } = this;
    if (!table || table.result !== null) return;
    if (table.running !== null || table.claim || table.seats.some((seat) => seat.here === false)) this.changed("time");
  }

  // --- events ---

  private onEvent(event: TableEvent): void {
    if (this.isClosed) return;
    if (event.kind === "table") this.tableReceived(event.table);
    else if (event.kind === "turn") this.turnPlayed(event.move, event.table);
    else if (event.kind === "change") this.tableChanged(event.table);
    else if (event.kind === "thinking") {
      this.score = event.thinking;
      this.changed("score");
    } else if (event.kind === "seats") this.seatsChanged(event.seats);
    else if (event.kind === "rematch") this.toRematch(event.table);
    else if (event.kind === "lost") this.say(t("app.unreachable"));
    else if (event.kind === "back") {
      this.app.announce(t("app.again"));
      this.sayStatus();
    } else if (event.kind === "gone") {
      this.forget();
      this.app.announce(t("table.gone"));
      this.changed("gone");
    }
  }

  /** Players and spectators come and go. */
  private seatsChanged(seats: Seats): void {
    const before = this.table;
    if (!before) return;
    this.receivedAt = this.now();
    this.table = { ...before, ...seats };
    for (const seat of [0, 1] as const)
      if (before.seats[seat].here && this.presence(seat) !== "") this.app.announce(`${this.name(this.sideOf(seat))}: ${t("table.presence.reconnecting")}`);
    this.changed("table", "time");
  }

  private tableReceived(table: WholeTable): void {
    const before = this.table;
    const wasPast = this.past;
    this.accept({ ...table, moves: table.moves ?? [] });
    if (!before) void this.load(table);
    if (!before && !settings.tipsSeen[table.game] && this.mine.length > 0 && table.turn < 4 && !this.puzzle && this.tips.length > 0) this.tip = 1;
    const isSame = before !== null && before.turn === table.turn && before.position === table.position && !!before.result === !!table.result;
    // After a reconnect, keep a move that the user has started to enter, and send one that did not arrive.
    if (isSame && (this.canGoBack || wasPast !== null || this.unsent)) this.changed("table");
    else {
      this.past = null;
      this.showNow(before !== null);
    }
    this.sayStatus();
    if (isSame) this.unsent?.();
    this.unsent = null;
  }

  /** Fetch the board. */
  private async load(table: WholeTable): Promise<void> {
    this.turned = table.facing && this.mine.length === 1 && this.isMySeat(1);
    try {
      this.shape = await this.app.backend.shape(table.setup);
      this.redraw();
    } catch (error) {
      this.fail(error, () => void this.load(table));
    }
  }

  flip(): void {
    this.turned = !this.turned;
    this.redraw();
  }

  /** Draw the board again, without animation. */
  private redraw(): void {
    if (this.view) this.view = { ...this.view, effects: [], wasEntered: false };
    this.changed("board");
  }

  private turnPlayed(move: Move, table: Table): void {
    if (!this.table) return;
    this.accept({ ...this.table, ...table, moves: [...this.table.moves.slice(0, table.turn - 1), move] });
    // Screen readers read the status line, which tells the result, by themselves.
    const isOwn = this.isMine(move.side) && !this.isAlone;
    const played = isOwn ? "" : t("table.played", { side: this.name(move.side), turn: move.turn });
    const text = [played, this.newsOf(move)].filter(Boolean).join(" ");
    if (text !== "") this.app.announce(text);
    if (this.past === null) this.showNow(true);
    else this.changed("table");
    this.sayStatus();
  }

  private tableChanged(table: Table & { moves?: Move[] }): void {
    const before = this.table;
    if (!before) return;
    this.accept({ ...before, ...table, moves: table.moves ?? before.moves.slice(0, table.turn) });
    const isSame = before.position === table.position && before.turn === table.turn && !!before.result === !!table.result;
    if (!isSame && this.past === null) this.showNow(true);
    else this.changed("table");
    if (!isSame) this.sayStatus();
  }

  private accept(table: WholeTable): void {
    const before = this.table;
    this.receivedAt = this.now();
    this.table = table;
    this.hint = null;
    if (table.result === null) this.scores = null;
    this.isEndShown = table.result !== null && (this.isEndShown || (before !== null && before.result === null));
    if (table.result) this.forget();
    if (before && !before.result && table.result) this.changed("ended");
    if (table.declined && table.declined.what === "rematch") this.wantsRematch = false;
    if (!before?.declined && this.refusal !== "") this.app.announce(this.refusal);
    void this.checkPuzzle();
  }

  /** This game cannot be continued any more. */
  private forget(): void {
    if (settings.lastTable === this.id) change({ lastTable: "" });
  }

  // --- what the board shows ---

  private showNow(animate: boolean): void {
    const { table } = this;
    if (!table) return;
    const isNext = this.boardTurn === table.turn - 1;
    this.boardTurn = table.turn;
    this.view = { position: table, effects: (animate && isNext && table.lastEffects) || [], wasEntered: isNext && this.sentTurn === table.turn - 1 };
    this.sentTurn = null;
    this.endInput();
    this.changed("table", "view");
    if (table.result !== null) void this.analyse();
  }

  /** Show the position after `turn` moves. */
  async lookAt(turn: number): Promise<void> {
    const { table } = this;
    if (!table || turn < 0) return;
    if (turn >= table.moves.length) {
      if (this.past === null) return;
      this.past = null;
      this.showNow(true);
      this.sayStatus();
      return;
    }
    this.past = turn;
    try {
      const board = await this.link.boardAt(turn);
      if (this.past !== turn || this.isClosed) return;
      this.view = { position: board, effects: (this.boardTurn === turn - 1 && board.lastEffects) || [], wasEntered: false };
      this.boardTurn = turn;
      this.endInput();
      this.say(turn === 0 ? t("table.start") : t("table.past", { n: turn }));
      this.changed("table", "view");
    } catch (error) {
      this.fail(error, () => void this.lookAt(turn));
    }
  }

  // --- messages ---

  say(text: string, isError = false): void {
    this.show(isError ? sentence(text) : text, isError, null);
  }

  private show(text: string, isError: boolean, retry: (() => void) | null): void {
    this.message = { text, isError, retry };
    this.hasPreview = false;
    this.changed("status");
  }

  sayStatus(): void {
    this.say(this.status);
  }

  /** Show an error.  A request that did not reach the server can be repeated. */
  fail(error: unknown, retry: () => void): void {
    const again = () => {
      this.sayStatus();
      retry();
    };
    this.show(sentence(errorText(error)), true, isNetworkError(error) ? again : null);
  }

  /** What a selection did or would do; "" clears it. */
  preview(text: string): void {
    if (this.message.isError || this.past !== null || (text === "" && !this.hasPreview)) return;
    this.say(text || this.status);
    this.hasPreview = text !== "";
  }

  /** Ask a question; a later one replaces it. */
  ask(text: string, yes: string): Promise<boolean> {
    this.question?.answer(false);
    return new Promise((resolve) => {
      const answer = (value: boolean) => {
        this.question = null;
        this.changed("prompts");
        resolve(value);
      };
      this.question = { text, yes, answer };
      this.changed("prompts");
    });
  }

  // --- moves ---

  private endInput(): void {
    this.options = [];
    this.canGoBack = false;
    this.announcement = -1;
  }

  /** Move input reports its state. */
  inputChanged(options: readonly StepChoice[], canGoBack: boolean): void {
    this.options = options;
    this.canGoBack = canGoBack;
    this.changed("input");
  }

  announced(index: number): void {
    this.announcement = index;
    this.changed("input");
  }

  /** Play a complete move.  Return false if it was not played. */
  async playTurn(steps: string[], notation: string, announcement: string): Promise<boolean> {
    const { table } = this;
    if (!table || table.side === null) return false;
    if (settings.confirm && !(await this.ask(t("table.confirm.ask", { turn: notation }), t("table.confirm", { turn: notation })))) return false;
    this.sentTurn = table.turn;
    try {
      await this.linkOf(this.seatOf(table.side)).turn(table.turn, steps, announcement || undefined);
      this.nextTip();
      return true;
    } catch (error) {
      if (isNetworkError(error)) {
        return new Promise((resolve) => {
          this.unsent = () => {
            this.unsent = null;
            resolve(this.playTurn(steps, notation, announcement));
          };
          this.fail(error, () => this.unsent?.());
        });
      }
      this.sentTurn = null;
      // The reason in the user's language, if the rules are the reason.
      const why = await this.app.backend.explain(table.setup, table.position, notation).catch(() => ({}));
      this.say(messageText(table.game, why) || errorText(error), true);
      return false;
    }
  }

  // --- actions ---

  /** The link that acts for this seat. */
  private linkOf(seat: Side): TableLink {
    return this.links[seat] ?? this.link;
  }

  /** The seat that acts: the one to move, else the user's only seat. */
  private seatFor(action: Action): Side {
    const side = this.table?.side ?? null;
    if (!this.isAlone || side === null) return this.mine[0] ?? 0;
    const moving = this.seatOf(side);
    return action === "take-back" ? ((1 - moving) as Side) : moving;
  }

  async act(action: Action, seat: Side = this.seatFor(action)): Promise<{ table?: string } | void> {
    try {
      return await this.linkOf(seat).act(action);
    } catch (error) {
      this.fail(error, () => void this.act(action, seat));
    }
  }

  async resign(): Promise<void> {
    if (await this.ask(t("table.resign.sure"), t("table.resign"))) await this.act("resign");
  }

  async leave(): Promise<void> {
    if (!(await this.ask(t("table.leave.sure"), t("table.leave")))) return;
    await this.act("leave");
    this.app.go("/");
  }

  async rematch(): Promise<void> {
    const next = this.table?.rematch;
    if (next) return this.toRematch(next);
    this.wantsRematch = true;
    this.changed("prompts");
    let answer = await this.act("rematch");
    if (this.isAlone && !answer?.table) answer = await this.act("rematch", 1);
    if (answer?.table) this.toRematch(answer.table);
  }

  private toRematch(table: string): void {
    // The rematch swaps the seats.  The old tokens stay valid unless the reply brought new ones.
    if (this.mine.length > 0 && !rightsAt(table)) keepRights(table, [this.tokens[1], this.tokens[0]], null);
    this.app.go(`/table/${table}`);
  }

  async getHint(): Promise<void> {
    const { table } = this;
    if (!table || table.side === null) return;
    this.say(t("table.hint.thinking"));
    try {
      const hint = await this.linkOf(this.seatOf(table.side)).hint();
      if (this.table?.turn !== table.turn || this.isClosed) return;
      this.hint = hint;
      if (hint.score) this.score = { side: table.side, ...hint.score };
      this.say(this.hintText(hint));
      this.changed("prompts", "score");
    } catch (error) {
      this.fail(error, () => void this.getHint());
    }
  }

  reply(offer: Offer, seat: Side, accepts: boolean): void {
    if (accepts && offer === "rematch") void this.rematch();
    else void this.act(accepts ? ACCEPT[offer] : "decline", (1 - seat) as Side);
  }

  // --- invitations ---

  async join(name: string): Promise<void> {
    try {
      change({ name, nameAsked: true });
      const seat = await (this.invitation === null ? this.app.backend.accept(this.id, name) : this.link.join(this.invitation, name));
      const tokens: Tokens = [null, null];
      tokens[seat.side === 1 ? 1 : 0] = seat.token;
      keepRights(this.id, tokens, null);
      this.app.go(`/table/${this.id}`);
    } catch (error) {
      this.fail(error, () => void this.join(name));
    }
  }

  // --- tips ---

  /** Show the next tip, as after each move of the user; after the last one they are not shown again. */
  nextTip(): void {
    if (this.tip === 0) return;
    this.tip++;
    if (this.tip > this.tips.length) this.closeTips();
    else this.changed("prompts");
  }

  closeTips(): void {
    this.tip = 0;
    change({ tipsSeen: { ...settings.tipsSeen, [this.table?.game ?? ""]: true } });
    this.changed("prompts");
  }

  // --- puzzles ---

  /** Compare the position after the first move with the solution, so the order of steps does not matter. */
  private async checkPuzzle(): Promise<void> {
    const turn = this.table?.moves[0]?.turn ?? "";
    if (!this.puzzle?.after || turn === this.checkedTurn) return;
    this.checkedTurn = turn;
    this.isRight = null;
    if (turn === "") return;
    const board = await this.link.boardAt(1).catch(() => null);
    if (board === null || this.checkedTurn !== turn || this.isClosed) return;
    this.isRight = board.position === this.puzzle.after;
    if (this.isRight) keepPuzzle(this.puzzle);
    this.app.announce(this.puzzleText);
    this.changed("prompts");
  }

  // --- evaluation ---

  /** Fetch the evaluations of a finished game, again until they are complete. */
  private async analyse(): Promise<void> {
    const { table } = this;
    if (!table || this.isAnalysing || this.scores || table.moves.length < 2) return;
    this.isAnalysing = true;
    this.changed("score");
    const scores = await this.link.analysis().catch(() => []);
    this.isAnalysing = false;
    if (this.isClosed || !this.table?.result) return;
    this.scores = scores;
    this.changed("score");
    if (scores.length === 0 || scores.length >= table.moves.length) return;
    this.timer = setTimeout(() => {
      this.scores = null;
      void this.analyse();
    }, ANALYSIS_WAIT_MS);
  }

  // --- the end ---

  closeEnd(): void {
    this.isEndShown = false;
    this.changed("table");
  }

  record(): Promise<string> {
    return this.link.record();
  }
}
