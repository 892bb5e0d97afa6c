// SPDX-License-Identifier: MIT
// What follows from the state of a table and the seats of the user: names, clocks, offers, texts, and what the
// user may do.  Nothing changes here; model.ts has the changes.  No DOM.

import { gameTitle, playerLabel, type App } from "../app";
import type { Board, Def, Effect, Hint, Move, Position, Score, Side, WholeTable } from "../backend";
import { t } from "../i18n";
import { rightsAt, settings, type PuzzleAt } from "../settings";
import { knownText, messageText, resultText, sentence, sideName } from "../words";

const RECONNECTING_MS = 15_000; // a player who is away for less may be reloading the page

/** What the board shows, and how: after these effects, or at once if the user entered the move here. */
export interface View {
  position: Board;
  effects: readonly Effect[];
  wasEntered: boolean;
}

export type Tokens = [string | null, string | null];
export type Offer = "draw" | "back" | "rematch";

export class TableFacts {
  table: WholeTable | null = null;
  view: View | null = null;
  past: number | null = null; // number of the move being viewed; null: the current position
  turned = false; // the board is flipped
  canGoBack = false; // a step or selection of the move being entered can be undone
  score: Score | null = null;
  scores: readonly Score[] | null = null; // of a finished game, after each move
  isRight: boolean | null = null; // the answer to the puzzle
  readonly puzzle: PuzzleAt | undefined;
  protected readonly tokens: Tokens;
  protected receivedAt = 0;
  protected checkedTurn = ""; // the first move when the answer to the puzzle was last checked
  protected wantsRematch = false;

  /** `now` returns milliseconds. */
  constructor(
    readonly app: App,
    readonly id: string,
    readonly invitation: string | null,
    protected readonly now: () => number,
  ) {
    const rights = rightsAt(id);
    this.tokens = rights?.tokens ?? [null, null];
    this.puzzle = rights?.puzzle;
  }

  // --- seats and sides ---

  /** The user's seats.  Seats are not sides: the swap rule exchanges sides. */
  get mine(): Side[] {
    return ([0, 1] as const).filter((seat) => this.tokens[seat] !== null);
  }

  seatOf(side: Side): Side {
    return this.table?.holders?.[side] ?? side;
  }

  sideOf(seat: Side): Side {
    return this.seatOf(0) === seat ? 0 : 1;
  }

  isMine(side: Side | null): side is Side {
    return side !== null && this.isMySeat(this.seatOf(side));
  }

  isMySeat(seat: Side): boolean {
    return this.tokens[seat] !== null;
  }

  /** The user has both seats. */
  get isAlone(): boolean {
    return this.mine.length === 2;
  }

  /** The opponent is, or will be, another person. */
  get isShared(): boolean {
    return !!this.table?.seats.some((seat, place) => this.tokens[place] === null && seat.kind !== "engine");
  }

  /** Hints and evaluations are allowed.  A server that does not say so allows them. */
  get allowsHints(): boolean {
    return this.table?.hints ?? true;
  }

  get hasEvaluation(): boolean {
    return settings.evaluation && this.allowsHints;
  }

  /** The seat that anyone may take, if there is one. */
  get openSeat(): Side | undefined {
    return ([0, 1] as const).find((seat) => this.table?.seats[seat].kind === "open");
  }

  get info(): WholeTable | null {
    return this.table;
  }

  name(side: number): string {
    return this.table ? sideName(this.table, side) : "";
  }

  /** The seat whose player is shown below the board: the user's. */
  get bottomSeat(): Side {
    return this.turned || (this.mine.includes(1) && !this.isAlone) ? 1 : 0;
  }

  get bottomSide(): Side {
    return this.sideOf(this.bottomSeat);
  }

  get heading(): string {
    const { table } = this;
    if (!table) return t("app.loading");
    const player = (seat: Side) => playerLabel(table, this.sideOf(seat), table.seats[seat], this.isMySeat(seat) && !this.isAlone);
    return t("table.heading", { game: gameTitle(table), first: player(0), second: player(1) });
  }

  /** The title of the browser tab: it says whose turn it is. */
  get title(): string {
    const { table, heading } = this;
    if (!table) return heading;
    if (table.result || table.side === null) return `${t("table.over")} ${heading}`;
    if (this.isMine(table.side) && !this.isAlone) return `● ${t("table.yourturn")} ${heading}`;
    return `${t("table.turnof", { side: this.name(table.side) })} ${heading}`;
  }

  // --- time ---

  /** Milliseconds since the server sent the table. */
  protected get elapsed(): number {
    return this.now() - this.receivedAt;
  }

  /** Milliseconds left on the clock of a seat, or undefined. */
  clock(seat: Side): number | undefined {
    const { table } = this;
    const left = table?.seats[seat].clock;
    if (!table || left === undefined) return undefined;
    return Math.max(0, left - (table.running === seat && table.result === null ? this.elapsed : 0));
  }

  /** Whether the player of a seat is connected: "" if so, or if it does not matter. */
  presence(seat: Side): "" | "reconnecting" | "left" {
    const info = this.table?.seats[seat];
    if (!info || info.here !== false || this.isMySeat(seat) || this.table?.result) return "";
    return (info.away ?? 0) + this.elapsed < RECONNECTING_MS ? "reconnecting" : "left";
  }

  /** Milliseconds until the user may claim the win because the opponent left; null: not at all. */
  get claimIn(): number | null {
    const { table } = this;
    if (!table?.claim || table.result || !this.isMySeat(table.claim.seat) || this.isAlone) return null;
    return Math.max(0, table.claim.in - this.elapsed);
  }

  // --- moves ---

  /** The user enters moves now. */
  get isEntering(): boolean {
    return this.past === null && this.table?.result === null && this.isMine(this.table.side);
  }

  /** Where the user enters a move now. */
  get entering(): { setup: string; position: Position } | null {
    return this.isEntering && this.table ? { setup: this.table.setup, position: this.table } : null;
  }

  /** The position that the board shows, while no move is being entered. */
  get position(): string {
    return this.view?.position.position ?? "";
  }

  /** The number of moves after which the game is shown. */
  get shownTurn(): number {
    return this.past ?? this.table?.moves.length ?? 0;
  }

  /** What a move did, in words. */
  newsOf(move: Move): string {
    return (move.news ?? []).map((one) => sentence(messageText(this.table?.game ?? "", one))).join("; ");
  }

  /** A move of the user can be taken back; proposed, if the opponent must agree. */
  get canTakeBack(): boolean {
    const { table } = this;
    if (!table || this.mine.length === 0 || this.canGoBack) return false;
    if (table.result) return !["resign", "agreement", "time", "abandoned"].includes(table.result.reason);
    return table.moves.some((move) => this.isMine(move.side));
  }

  /** The user may offer a draw to the opponent: a person, or the computer, which answers with its next move. */
  get canOfferDraw(): boolean {
    const { table } = this;
    return !!table && this.mine.length === 1 && table.draw === null && (this.isShared || table.turn > 0);
  }

  get canHint(): boolean {
    return this.allowsHints && this.isEntering;
  }

  // --- texts ---

  get status(): string {
    const { table } = this;
    if (!table) return "";
    if (table.result) return resultText(table.game, table.result);
    if (table.side === null) return t("table.over");
    const side = this.name(table.side);
    if (this.isAlone) return t("table.turnof", { side });
    if (this.isMine(table.side)) return t("table.yourturn.side", { side });
    if (table.seats[this.seatOf(table.side)].kind === "engine") return t("table.thinking", { side });
    return t("table.turnof", { side }) + (this.mine.length === 0 ? ` ${t("table.watching")}` : "");
  }

  /** Whether the user won; "" for those who have both seats or none. */
  get verdict(): string {
    const result = this.table?.result;
    if (!result || this.mine.length !== 1 || (result.winner === null && !result.drawn)) return "";
    return t(result.winner === null ? "table.end.draw" : this.isMine(result.winner) ? "table.end.won" : "table.end.lost");
  }

  get puzzleText(): string {
    if (this.isRight === null) return t("puzzles.question", { side: this.name(this.isMine(0) ? 0 : 1) });
    return t(this.isRight ? "puzzles.right" : "puzzles.wrong", { turn: this.checkedTurn });
  }

  /** The score to show: in a finished game, the analysis of the move being viewed. */
  get shownScore(): Score | null {
    return this.table?.result && this.scores?.length ? (this.scores[this.shownTurn - 1] ?? null) : this.score;
  }

  knownText(score: Score): string {
    return this.table ? knownText(this.table, score) : "";
  }

  hintText({ words, score }: Hint): string {
    return [t("table.hint.is", { turn: words }), score ? this.knownText(score) : ""].filter(Boolean).join(" · ");
  }

  // --- offers ---

  /** The open offers, each with the seat that made it. */
  get offers(): [Offer, Side][] {
    const { table } = this;
    if (!table) return [];
    const list: [Offer, Side | null][] = table.result ? [] : [["draw", table.draw], ["back", table.back]];
    if (table.result && !table.rematch) for (const seat of [0, 1] as const) if (table.seats[seat].rematch || (this.wantsRematch && this.mine[0] === seat)) list.push(["rematch", seat]);
    return list.filter((offer): offer is [Offer, Side] => offer[1] !== null);
  }

  /** The user made this offer, and the opponent has to reply. */
  isOwnOffer(seat: Side): boolean {
    return this.isMySeat(seat) && !this.isAlone;
  }

  /** That the opponent refused an offer of the user; "" if not. */
  get refusal(): string {
    const declined = this.table?.declined;
    return declined && this.isOwnOffer((1 - declined.by) as Side) ? t(`table.${declined.what}.declined`) : "";
  }

  // --- invitations and tips ---

  /** What the host can send to the player of the open seat. */
  get ownInvitation(): string | null {
    return this.table?.result || this.openSeat === undefined ? null : (rightsAt(this.id)?.invitation ?? null);
  }

  get canJoin(): boolean {
    return (this.invitation !== null || this.table?.listed === true) && this.mine.length === 0 && this.openSeat !== undefined;
  }

  get tips(): readonly Def[] {
    return this.app.games.find((one) => one.game === this.table?.game)?.tips ?? [];
  }
}
