// SPDX-License-Identifier: MIT
// The game screen: the board and everything around it while a game is played, watched or replayed.

import { gameTitle, nothingHere, playerLabel, variantTitle, type App, type Screen } from "./app";
import type { Action, Board, Hint, Known, Move, Result, Score, Side, StepChoice, Table, TableEvent, TableLink, Thinking, WholeTable } from "./backend";
import { BoardView } from "./board";
import { button, copy, h, keepFocus, save, setText } from "./dom";
import { colourClass, sidePicture } from "./glyphs";
import { MoveInput } from "./move_input";
import { zoomTools } from "./overview";
import { panel } from "./panel";
import { change, keepPuzzle, keepRights, onChange, rightsAt, settings, type PuzzleAt } from "./settings";
import { play as playSound } from "./sound";
import { t } from "./i18n";
import { defText, errorText, messageText, sentence, sideName } from "./words";

const TICK_MS = 200;
const ANALYSIS_WAIT_MS = 3000;

/** Return the address of the web app: the one that the operator made public, or the one in use. */
function pageUrl(): string {
  const known = document.querySelector<HTMLMetaElement>('meta[name="tessera-url"]')?.content;
  return known || (location.href.split("#")[0] ?? "");
}

export function tableScreen(app: App, id: string, invitation: string | null): Screen {
  const screen = new TableScreen(app, id, invitation);
  return screen;
}

class TableScreen implements Screen {
  readonly element = h("main", { class: "table", id: "main" });
  title = t("app.loading");
  private table: WholeTable | null = null;
  private board: BoardView | null = null;
  private moveInput: MoveInput | null = null;
  private turned = false;
  private tokens: [string | null, string | null] = [null, null];
  private links: [TableLink | null, TableLink | null] = [null, null];
  private link: TableLink;
  private past: number | null = null; // number of the move being viewed; null: the current position
  private boardTurn = -1; // number of moves that the board shows
  private sentTurn: number | null = null; // number of the move that this screen has sent
  private receivedAt = 0;
  private options: StepChoice[] = [];
  private canGoBack = false;
  private shownHint: Hint | null = null;
  private score: Score | null = null;
  private scores: readonly Score[] = []; // of a finished game, after each move
  private tip = 0;
  private wantsRematch = false;
  private plotted = false;
  private markPlot: (turn: number) => void = () => {};
  private hasPreview = false;
  private joinBox: HTMLElement | null = null; // created once, because the user may be typing in it
  private readonly puzzle: PuzzleAt | undefined;
  private checkedTurn = ""; // the first move when the puzzle solution was last checked
  private isRight: boolean | null = null;
  private closed = false;
  private readonly timer: number;
  private readonly stopListening: () => void;

  private readonly stage = h("div", { class: "stage" });
  private readonly announced = h("div", { class: "announced", role: "status", hidden: true });
  private readonly seats = [0, 1].map((side) => h("section", { class: `seat seat-${side}` }));
  private readonly message = h("div", { class: "message", role: "status", "aria-live": "polite" });
  private readonly asks = h("div", { class: "asks" });
  private readonly actions = h("div", { class: "actions" });
  private readonly score_ = h("section", { class: "score" });
  private readonly moves = h("section", { class: "moves" });
  private readonly more = h("details", { class: "more" });
  private readonly bar = h("div", { class: "eval", role: "img" });
  private readonly plotBox = h("section", { class: "plot" });
  private readonly plotText = h("p", { class: "quiet known" });

  constructor(
    private readonly app: App,
    private readonly id: string,
    private readonly invitation: string | null,
  ) {
    const rights = rightsAt(id);
    if (rights) this.tokens = rights.tokens;
    this.puzzle = rights?.puzzle;
    for (const side of [0, 1] as const) {
      const token = this.tokens[side];
      if (token) this.links[side] = app.backend.open(id, token);
    }
    this.link = this.links[0] ?? this.links[1] ?? app.backend.open(id, null);
    this.link.on((event) => this.onEvent(event));
    setText(this.message, t("app.loading"));
    this.element.append(this.stage, this.message);
    this.moves.addEventListener("keydown", (event) => this.stepKey(event));
    this.timer = window.setInterval(() => this.tick(), TICK_MS);
    this.stopListening = onChange(() => this.draw());
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    this.stopListening();
    this.link.close();
    for (const link of this.links) if (link !== this.link) link?.close();
  }

  // --- seats and sides ---

  /** The user's seats.  Seats are not sides: the swap rule exchanges sides. */
  private get mine(): Side[] {
    return ([0, 1] as const).filter((seat) => this.tokens[seat] !== null);
  }

  private seatOf(side: Side): Side {
    return this.table?.holders?.[side] ?? side;
  }

  private sideOf(seat: Side): Side {
    return this.seatOf(0) === seat ? 0 : 1;
  }

  private isMine(side: Side | null): side is Side {
    return side !== null && this.tokens[this.seatOf(side)] !== null;
  }

  /** The link that acts for this seat. */
  private linkOf(seat: Side): TableLink {
    return this.links[seat] ?? this.link;
  }

  private get isAlone(): boolean {
    return this.mine.length === 2;
  }

  private name(side: number): string {
    return this.table ? sideName(this.table, side) : "";
  }

  // --- events ---

  private onEvent(event: TableEvent): void {
    if (this.closed) return;
    switch (event.kind) {
      case "table":
        void this.tableReceived(event.table);
        break;
      case "turn":
        this.turnPlayed(event.move, event.table);
        break;
      case "change":
        this.changed(event.table);
        break;
      case "thinking":
        this.searchReported(event.thinking);
        break;
      case "seats":
        if (this.table) {
          this.table = { ...this.table, ...event.seats };
          this.draw();
        }
        break;
      case "rematch":
        void this.toRematch(event.table);
        break;
      case "lost":
        this.showMessage(t("app.unreachable"));
        break;
      case "back":
        this.app.announce(t("app.again"));
        this.showStatus();
        break;
      case "gone":
        if (settings.lastTable === this.id) change({ lastTable: "" });
        this.app.announce(t("table.gone"));
        this.element.className = "page";
        this.element.replaceChildren(...nothingHere(t("table.gone"), t("table.gone.why")));
        break;
    }
  }

  private async tableReceived(table: WholeTable): Promise<void> {
    const isFirst = this.board === null;
    const before = this.table;
    this.receivedAt = performance.now();
    this.table = { ...table, moves: table.moves ?? [] };
    if (isFirst) {
      try {
        this.turned = table.facing && this.mine.length === 1 && this.mine[0] === 1;
        await this.build();
      } catch (error) {
        this.showMessage(t("app.failed", { why: errorText(error) }));
        return;
      }
      if (!settings.tipsSeen[table.game] && this.mine.length > 0 && table.turn < 4 && !this.puzzle && this.hasTips(table.game)) this.tip = 1;
    }
    const isSame = before !== null && before.turn === table.turn && before.position === table.position && !!before.result === !!table.result;
    // After a reconnect, keep a move that the user has started to enter.
    if (isSame && (this.moveInput?.isUnderWay || this.past !== null)) this.draw();
    else {
      this.past = null;
      this.showNow(!isFirst);
    }
    this.showStatus();
  }

  private turnPlayed(move: Move, table: Table): void {
    if (!this.table) return;
    const moves = [...this.table.moves.slice(0, table.turn - 1), move];
    this.accept({ ...this.table, ...table, moves });
    if (table.result) playSound("end");
    this.announceMove(move);
    if (this.past === null) this.showNow(true);
    else this.draw();
    this.showStatus();
  }

  /** What a move did, in words. */
  private newsOf(move: Move): string {
    return (move.news ?? []).map((one) => sentence(messageText(this.table?.game ?? "", one))).join("; ");
  }

  /** Tell screen readers what was played and what happened.  The status line, also a live region, tells
   * them the result. */
  private announceMove(move: Move): void {
    const isOwn = this.isMine(move.side) && !this.isAlone;
    const played = isOwn ? "" : t("table.played", { side: this.name(move.side), turn: move.turn });
    const text = [played, this.newsOf(move)].filter(Boolean).join(" ");
    if (text !== "") this.app.announce(text);
  }

  private changed(table: Table & { moves?: Move[] }): void {
    if (!this.table) return;
    const before = this.table;
    const moves = table.moves ?? before.moves.slice(0, table.turn);
    this.accept({ ...before, ...table, moves });
    const isSame = before.position === table.position && before.turn === table.turn && !!before.result === !!table.result;
    if (!isSame && this.past === null) this.showNow(true);
    else this.draw();
    if (!isSame) this.showStatus();
    if (table.result && !before.result) playSound("end");
  }

  private accept(table: WholeTable): void {
    this.receivedAt = performance.now();
    this.table = table;
    this.shownHint = null;
    if (table.result === null) this.plotted = false;
    if (table.result === null) this.scores = [];
  }

  private searchReported(thinking: Thinking): void {
    this.score = thinking;
    this.drawBar();
  }

  private async toRematch(table: string): Promise<void> {
    if (this.mine.length === 0) {
      this.app.go(`/table/${table}`);
      return;
    }
    // The rematch swaps the seats.  The old tokens stay valid unless the reply brought new ones.
    if (!rightsAt(table)) keepRights(table, [this.tokens[1], this.tokens[0]], null);
    this.app.go(`/table/${table}`);
  }

  // --- the board ---

  private async build(): Promise<void> {
    const table = this.table;
    if (!table) return;
    const shape = await this.app.backend.shape(table.setup);
    const player = (seat: Side) => playerLabel(table, this.sideOf(seat), table.seats[seat], this.tokens[seat] !== null && !this.isAlone);
    this.title = t("table.heading", { game: gameTitle(table), first: player(0), second: player(1) });
    const isTopFirst = this.turned || (this.mine.includes(1) && !this.isAlone);
    this.board = new BoardView(shape, { turned: this.turned, bottom: () => this.sideOf(isTopFirst ? 1 : 0), label: `${t("table.board")}. ${t("table.board.help")}` });
    this.stage.replaceChildren(this.board.svg, zoomTools(this.board), this.announced);
    this.moveInput = new MoveInput(this.app.backend, this.board, this.stage, {
      turn: (steps, notation, announcement) => this.playTurn(steps, notation, announcement),
      announced: (index) => this.showAnnounced(index),
      message: (sentence) => this.showMessage(sentence === "" ? this.statusText() : sentence, sentence !== ""),
      preview: (sentence) => {
        if (this.message.classList.contains("error") || this.past !== null) return;
        if (sentence !== "" || this.hasPreview) this.showMessage(sentence || this.statusText());
        this.hasPreview = sentence !== "";
      },
      failed: (error) => this.showMessage(t("app.failed", { why: errorText(error) }), true),
      options: (steps, canGoBack) => {
        this.options = steps;
        this.canGoBack = canGoBack;
        this.drawActions();
      },
    });
    const top = this.seats[isTopFirst ? 0 : 1];
    const bottom = this.seats.find((seat) => seat !== top);
    top?.classList.add("top");
    top?.classList.remove("bottom");
    bottom?.classList.add("bottom");
    bottom?.classList.remove("top");
    const heading = h("h1", { class: "away" }, this.title);
    this.element.classList.toggle("has-eval", settings.evaluation);
    this.element.replaceChildren(heading);
    if (top && bottom)
      this.element.append(top, this.bar, this.stage, bottom, this.message, this.asks, this.actions, this.score_, this.moves, this.plotBox, this.more);
  }

  private showNow(animate: boolean): void {
    const table = this.table;
    if (!table || !this.board || !this.moveInput) return;
    const isNext = this.boardTurn === table.turn - 1;
    this.boardTurn = table.turn;
    if (isNext && this.sentTurn === table.turn - 1) this.board.settle(table); // its steps were shown as they were entered
    else this.board.show(table, animate && isNext ? table.lastEffects : []);
    this.sentTurn = null;
    this.options = [];
    this.canGoBack = false;
    if (table.result === null && this.isMine(table.side)) void this.moveInput.begin(table.setup, table);
    else this.moveInput.rest();
    this.draw();
    if (table.result !== null) void this.drawPlot();
  }

  private async playTurn(steps: string[], notation: string, announcement: string): Promise<boolean> {
    const table = this.table;
    if (!table || table.side === null) return false;
    if (settings.confirm && !(await this.confirmed(notation))) return false;
    this.sentTurn = table.turn;
    try {
      await this.linkOf(this.seatOf(table.side)).turn(table.turn, steps, announcement || undefined);
      this.nextTip(table.game);
      return true;
    } catch (error) {
      this.sentTurn = null;
      // The reason in the user's language, if the rules are the reason.
      const why = await this.app.backend.explain(table.setup, table.position, notation).catch(() => ({}));
      this.showMessage(sentence(messageText(table.game, why)) || errorText(error), true);
      return false;
    }
  }

  /** Show what the user announces with the move that is being entered. */
  private showAnnounced(index: number): void {
    const label = this.board?.shape.announcements[index]?.label;
    this.announced.hidden = !label;
    setText(this.announced, label && this.table ? defText(this.table.game, label) : "");
    this.drawActions();
  }

  private announceButtons(table: WholeTable): Node[] {
    const list = this.isMine(table.side) && this.moveInput?.isActive ? (this.board?.shape.announcements ?? []) : [];
    return list.map(({ label }, index) => {
      const text = defText(table.game, label);
      const isChosen = this.announced.textContent === text;
      return button(text, () => this.moveInput?.announce(isChosen ? -1 : index), { "aria-pressed": isChosen ? "true" : "false" });
    });
  }

  private confirmed(notation: string): Promise<boolean> {
    return this.ask(t("table.confirm.ask", { turn: notation }), t("table.confirm", { turn: notation }), t("app.cancel"));
  }

  /** Ask a yes/no question in the area of the offers. */
  private ask(question: string, yes: string, no: string): Promise<boolean> {
    return new Promise((answer) => {
      const close = (value: boolean) => {
        box.remove();
        answer(value);
      };
      const accept = button(yes, () => close(true), { class: "primary" });
      const box = h("div", { class: "ask question", role: "group", "aria-label": question }, h("p", {}, question), accept, button(no, () => close(false)));
      this.asks.prepend(box);
      accept.focus();
    });
  }

  // --- messages ---

  private showMessage(text: string, isError = false): void {
    setText(this.message, isError ? sentence(text) : text);
    this.message.classList.toggle("error", isError);
  }

  private showStatus(): void {
    this.showMessage(this.statusText());
  }

  private statusText(): string {
    const table = this.table;
    if (!table) return "";
    if (table.result) return resultText(table.game, table.result);
    if (table.side === null) return t("table.over");
    const side = this.name(table.side);
    if (this.isAlone) return t("table.turnof", { side });
    if (this.isMine(table.side)) return t("table.yourturn.side", { side });
    if (table.seats[this.seatOf(table.side)].kind === "engine") return t("table.thinking", { side });
    return t("table.turnof", { side }) + (this.mine.length === 0 ? ` ${t("table.watching")}` : "");
  }

  // --- around the board ---

  private draw(): void {
    const table = this.table;
    if (!table || !this.board) return;
    this.element.classList.toggle("has-eval", settings.evaluation);
    // A finished game cannot be continued.
    if (table.result && settings.lastTable === this.id) change({ lastTable: "" });
    // The title shows in the browser tab that it is the user's turn.
    const isMyTurn = table.result === null && this.isMine(table.side) && !this.isAlone;
    document.title = `${isMyTurn ? "● " : ""}${this.title} – ${t("app.title")}`;
    this.drawSeats();
    this.drawBar();
    void this.checkPuzzle();
    if (this.past === null) this.score_.replaceChildren(h("h2", {}, t("table.panel")), panel(table.panel, table));
    this.drawMoves();
    this.drawActions();
    this.drawAsks();
    this.drawMore();
  }

  private drawSeats(): void {
    const table = this.table;
    if (!table) return;
    for (const place of [0, 1] as const) {
      const seat = table.seats[place];
      const side = this.sideOf(place);
      const element = this.seats[place];
      if (!element) continue;
      const who: string[] = [];
      if (this.tokens[place] !== null && !this.isAlone) who.push(t("table.you"));
      if (seat.kind === "open") who.push(t("table.seat.open"));
      if (seat.kind === "engine" && seat.level) who.push(t("table.engine.level", { n: seat.level }));
      if (seat.kind === "engine" && seat.time) who.push(t("table.engine.time", { seconds: seat.time / 1000 }));
      const isName = seat.name !== "" && seat.name !== table.sides[side] && (seat.kind !== "engine" || who.length === 0);
      element.classList.toggle("moving", table.result === null && table.side === side);
      element.replaceChildren(
        sidePicture(table.colours, side),
        h("span", { class: "who" }, h("strong", {}, this.name(side)), isName && ` ${seat.name}`, who.length > 0 && h("small", {}, ` ${who.join(", ")}`)),
        h("span", { class: "clock", role: "timer", "aria-label": t("table.clock.of", { side: this.name(side) }), "aria-live": "off" }),
      );
    }
    this.tick();
  }

  private tick(): void {
    const table = this.table;
    if (!table) return;
    for (const side of [0, 1] as const) {
      const clock = this.seats[side]?.querySelector(".clock");
      const left = table.seats[side].clock;
      if (!clock) continue;
      if (left === undefined) {
        clock.toggleAttribute("hidden", true);
        continue;
      }
      const spent = table.running === side && table.result === null ? performance.now() - this.receivedAt : 0;
      const now = Math.max(0, left - spent);
      clock.toggleAttribute("hidden", false);
      clock.classList.toggle("low", now < 20_000);
      setText(clock, clockText(now));
    }
  }

  /** The score to show: in a finished game, the analysis of the move being viewed. */
  private scoreShown(): Score | null {
    if (!this.table?.result || this.scores.length === 0) return this.score;
    return this.scores[(this.past ?? this.table.moves.length) - 1] ?? null;
  }

  private drawBar(): void {
    const table = this.table;
    const score = this.scoreShown();
    if (!table) return;
    let chance = score?.chance ?? (score?.win !== undefined ? (score.win > 0 ? 100 : 0) : null);
    if (chance !== null && score?.side === 1) chance = 100 - chance;
    const share = chance ?? 50;
    let fill = this.bar.firstElementChild as HTMLElement | null;
    if (!fill) {
      fill = h("div");
      this.bar.append(fill);
    }
    fill.style.setProperty("--share", `${share}%`);
    fill.className = colourClass(table.colours[0]);
    const isTurned = this.seats[this.seatOf(1)]?.classList.contains("bottom") ?? false;
    this.bar.className = `eval ${colourClass(table.colours[1])} turn-${isTurned ? 1 : 0}`;
    const text = score === null || chance === null ? t("table.eval") : this.scoreText(score, share);
    this.bar.setAttribute("aria-label", text);
    this.bar.title = text;
    const known = this.table?.result ? score?.known : undefined;
    setText(this.plotText, known ? this.knownText(known) : "");
    this.markPlot(this.past ?? table.moves.length);
  }

  private scoreText(score: Score, share: number): string {
    if (score.known) return this.knownText(score.known);
    if (score.win === undefined) return t("table.eval.text", { side: this.name(0), percent: Math.round(share) });
    const side = score.side ?? 0;
    const winner = score.win > 0 ? side : 1 - side;
    return t("table.eval.win", { side: this.name(winner), n: Math.abs(score.win) });
  }

  /** For example "White wins in 17 moves (tablebase)". */
  private knownText(known: Known): string {
    if (known.winner === null) return t("table.known.draw");
    return t("table.known.win", { side: this.name(known.winner), n: known.turns ?? 0 });
  }

  private drawMoves(): void {
    const table = this.table;
    if (!table) return;
    const now = this.past ?? table.moves.length;
    const list = h("ol", { class: "movelist", tabindex: "0", "aria-label": t("table.moves") });
    for (const [index, move] of table.moves.entries()) {
      const isShown = index + 1 === now;
      const item = button(move.turn, () => void this.lookAt(index + 1), {
        class: `move s${move.side}${isShown ? " shown" : ""}`,
        "aria-current": isShown ? "step" : null,
        title: move.comment ?? null,
      });
      const news = this.newsOf(move);
      list.append(h("li", {}, h("span", { class: "number" }, `${index + 1}`), item, news !== "" && h("small", { class: "news" }, news)));
    }
    const steps = h(
      "div",
      { class: "steps" },
      this.stepButton("«", "table.step.first", 0, now > 0),
      this.stepButton("‹", "table.step.back", now - 1, now > 0),
      this.stepButton("›", "table.step.on", now + 1, now < table.moves.length),
      this.stepButton("»", "table.step.last", table.moves.length, now < table.moves.length),
    );
    const heading = h("h2", {}, t("table.moves"));
    const body = table.moves.length > 0 ? list : h("p", { class: "quiet" }, t("table.moves.none"));
    keepFocus(this.moves, () => this.moves.replaceChildren(heading, body, table.moves.length > 0 ? steps : ""));
    const shown = list.querySelector(".shown");
    if (shown instanceof HTMLElement) list.scrollTop = shown.offsetTop - list.clientHeight / 2;
  }

  private stepButton(sign: string, key: string, turn: number, isPossible: boolean): HTMLElement {
    return button(sign, () => void this.lookAt(turn), { "aria-label": t(key), title: t(key), disabled: !isPossible });
  }

  private stepKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const now = this.past ?? this.table?.moves.length ?? 0;
    if (step === undefined || now + step > (this.table?.moves.length ?? 0)) return;
    event.preventDefault();
    void this.lookAt(now + step);
  }

  /** Show the position after `turn` moves. */
  private async lookAt(turn: number): Promise<void> {
    const table = this.table;
    if (!table || !this.board || !this.moveInput || turn < 0) return;
    if (turn >= table.moves.length) {
      this.past = null;
      this.showNow(true);
      this.showStatus();
      return;
    }
    this.past = turn;
    try {
      const board: Board = await this.link.boardAt(turn);
      if (this.past !== turn) return;
      this.moveInput.rest();
      this.board.show(board, this.boardTurn === turn - 1 ? board.lastEffects : []);
      this.boardTurn = turn;
      this.score_.replaceChildren(h("h2", {}, t("table.panel")), panel(board.panel, table));
      this.showMessage(turn === 0 ? t("table.start") : t("table.past", { n: turn }));
      this.draw();
    } catch (error) {
      this.showMessage(t("app.failed", { why: errorText(error) }), true);
    }
  }

  // --- actions: only those that are possible now ---

  private drawActions(): void {
    const table = this.table;
    if (!table) return;
    const list: Node[] = [];
    if (this.past !== null) list.push(button(t("table.now"), () => void this.lookAt(table.moves.length), { class: "primary" }));
    else if (table.result !== null) list.push(...this.endActions());
    else list.push(...this.playActions(table));
    keepFocus(this.actions, () => this.actions.replaceChildren(...list));
  }

  private playActions(table: WholeTable): Node[] {
    const list: Node[] = [];
    for (const step of this.options)
      list.push(button(step.label ? messageText(table.game, step.label) : step.text, () => void this.moveInput?.take(step), { class: "primary" }));
    list.push(...this.announceButtons(table));
    if (this.canGoBack) list.push(button(t("table.undo.step"), () => this.moveInput?.back()));
    if (this.mine.length === 0) return list;
    const isPersonal = this.isAlone || !table.seats.some((seat, place) => this.tokens[place] === null && seat.kind !== "engine");
    const takeback = t(isPersonal ? "table.undo" : "table.undo.propose");
    if (table.moves.some((move) => this.isMine(move.side)) && !this.canGoBack) list.push(button(takeback, () => void this.act("take-back")));
    if (this.isMine(table.side)) list.push(button(t("table.hint"), () => void this.hint()));
    if (!isPersonal && table.draw === null) list.push(button(t("table.draw"), () => void this.act("draw")));
    list.push(button(t("table.resign"), () => void this.resign()));
    return list;
  }

  private endActions(): Node[] {
    const list: Node[] = [];
    const next = this.table?.rematch;
    if (this.mine.length > 0) {
      list.push(button(t("table.rematch"), () => void (next ? this.toRematch(next) : this.rematch()), { class: "primary" }));
      if (this.table?.result && !["resign", "agreement", "time", "abandoned"].includes(this.table.result.reason))
        list.push(button(t("table.undo"), () => void this.act("take-back")));
    }
    list.push(button(t("table.again"), () => this.app.go(`/new/${this.table?.game ?? ""}`)));
    return list;
  }

  /** Act for the given seat, else for the seat to move, else for the user's only seat. */
  private async act(action: Action, forSeat?: Side): Promise<{ table?: string } | void> {
    const table = this.table;
    if (!table) return;
    const moving = table.side === null ? null : this.seatOf(table.side);
    let seat = forSeat ?? this.mine[0] ?? 0;
    if (forSeat === undefined && this.isAlone && moving !== null)
      seat = action === "take-back" ? ((1 - moving) as Side) : moving;
    try {
      return await this.linkOf(seat).act(action);
    } catch (error) {
      this.showMessage(errorText(error), true);
    }
  }

  private async resign(): Promise<void> {
    if (await this.ask(t("table.resign.sure"), t("table.resign"), t("app.cancel"))) await this.act("resign");
  }

  private async leave(): Promise<void> {
    if (!(await this.ask(t("table.leave.sure"), t("table.leave"), t("app.cancel")))) return;
    await this.act("leave");
    this.app.go("/");
  }

  private async rematch(): Promise<void> {
    this.wantsRematch = true;
    this.drawAsks();
    let answer = await this.act("rematch");
    if (this.isAlone && !answer?.table) answer = await this.act("rematch", 1);
    if (answer?.table) await this.toRematch(answer.table);
  }

  private async hint(): Promise<void> {
    const table = this.table;
    if (!table || table.side === null) return;
    this.showMessage(t("table.hint.thinking"));
    try {
      const hint = await this.linkOf(this.seatOf(table.side)).hint();
      if (this.table?.turn !== table.turn || this.closed) return;
      this.shownHint = hint;
      this.showMessage(this.hintText(hint));
      this.moveInput?.hint(hint.touch);
      if (hint.score) this.score = { side: table.side, ...hint.score };
      this.draw();
    } catch (error) {
      this.showMessage(errorText(error), true);
    }
  }

  private hintText(hint: Hint): string {
    const text = t("table.hint.is", { turn: hint.words });
    return hint.score?.known ? `${text} · ${this.knownText(hint.score.known)}` : text;
  }

  // --- offers, invitations, tips ---

  private drawAsks(): void {
    const table = this.table;
    if (!table) return;
    const cards: Node[] = [];
    for (const [key, seat] of [["draw", table.draw], ["back", table.back]] as const) {
      if (seat === null || table.result) continue;
      if (this.tokens[seat] !== null && !this.isAlone) cards.push(card(t(`table.${key}.waiting`)));
      else if (this.mine.length > 0) cards.push(this.offer(key, seat));
    }
    if (this.puzzle) cards.push(this.puzzleCard(this.puzzle, table));
    if (this.shownHint && this.shownHint.steps.length > 0) {
      const { steps, words } = this.shownHint;
      cards.push(card(this.hintText(this.shownHint), button(t("table.hint.play"), () => void this.moveInput?.takeAll(steps, words))));
    }
    if (this.wantsRematch && table.result) cards.push(card(t("table.rematch.waiting")));
    if (this.invitation && this.mine.length === 0 && table.seats.some((seat) => seat.kind === "open"))
      cards.push((this.joinBox ??= this.joinCard(this.invitation)));
    const inviteCard = this.inviteCard();
    if (inviteCard) cards.push(inviteCard);
    if (this.tip > 0 && table.result === null) cards.push(this.tipCard(table.game));
    const questions = [...this.asks.querySelectorAll(".question")];
    keepFocus(this.asks, () => this.asks.replaceChildren(...questions, ...cards));
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
    if (board === null || this.checkedTurn !== turn || this.closed) return;
    this.isRight = board.position === this.puzzle.after;
    if (this.isRight) keepPuzzle(this.puzzle);
    this.app.announce(this.puzzleText());
    this.drawAsks();
  }

  private puzzleText(): string {
    if (this.isRight === null) return t("puzzles.question", { side: this.name(this.isMine(0) ? 0 : 1) });
    return t(this.isRight ? "puzzles.right" : "puzzles.wrong", { turn: this.checkedTurn });
  }

  private puzzleCard({ game, number }: PuzzleAt, table: WholeTable): HTMLElement {
    const link = (to: number, key: string) => h("a", { class: "button", href: `#/puzzles/${game}/${to}` }, t(key));
    return card(
      this.puzzleText(),
      this.isRight === false && table.result === null && button(t("table.undo"), () => void this.act("take-back"), { class: "primary" }),
      this.isRight === true && link(number + 1, "puzzles.next"),
      link(number, "puzzles.back"),
    );
  }

  private offer(key: "draw" | "back", seat: Side): HTMLElement {
    const other = (1 - seat) as Side;
    return card(
      t(`table.${key}.asked`, { side: this.name(this.sideOf(seat)) }),
      button(t("table.accept"), () => void this.act(key === "draw" ? "draw" : "take-back", other), { class: "primary" }),
      button(t("table.decline"), () => void this.act("decline", other)),
    );
  }

  private inviteCard(): HTMLElement | null {
    const table = this.table;
    const invitation = rightsAt(this.id)?.invitation;
    if (!table || !invitation || table.result) return null;
    const open = ([0, 1] as const).find((seat) => table.seats[seat].kind === "open");
    if (open === undefined) return null;
    const url = `${pageUrl()}#/table/${this.id}?invite=${invitation}`;
    const field = h("input", { type: "text", readonly: true, value: url, "aria-label": t("table.invite") });
    return card(t("table.invite.text", { side: this.name(this.sideOf(open)) }), field, button(t("table.invite.copy"), () => void this.copied(url)));
  }

  private joinCard(invitation: string): HTMLElement {
    const table = this.table;
    const name = h("input", { type: "text", maxlength: 20, value: settings.name, "aria-label": t("new.name"), placeholder: t("new.name") });
    const join = async () => {
      try {
        change({ name: name.value.trim() });
        const seat = await this.link.join(invitation, name.value.trim() || t("new.you"));
        const tokens: [string | null, string | null] = [null, null];
        tokens[seat.side === 1 ? 1 : 0] = seat.token;
        keepRights(this.id, tokens, null);
        this.app.go(`/table/${this.id}`);
      } catch (error) {
        this.showMessage(errorText(error), true);
      }
    };
    const open = table ? ([0, 1] as const).find((side) => table.seats[side].kind === "open") : undefined;
    return card(
      t("table.join.heading", { game: table ? gameTitle(table) : "" }),
      name,
      button(t("table.join", { side: open === undefined ? "" : this.name(this.sideOf(open)) }), () => void join(), { class: "primary" }),
    );
  }

  private hasTips(game: string): boolean {
    return this.app.games.some((one) => one.game === game && one.tips.length > 0);
  }

  private tipCard(game: string): HTMLElement {
    const tips = this.app.games.find((one) => one.game === game)?.tips ?? [];
    const tip = tips[this.tip - 1];
    return card(
      `${this.tip}/${tips.length} ${tip ? defText(game, tip) : ""}`,
      this.tip < tips.length && button(t("tip.next"), () => this.nextTip(game)),
      button(t("tip.never"), () => this.closeTips(game)),
    );
  }

  /** Show the next tip, as after each move of the user; after the last one they are not shown again. */
  private nextTip(game: string): void {
    if (this.tip === 0) return;
    this.tip++;
    if (this.tip > (this.app.games.find((one) => one.game === game)?.tips.length ?? 0)) this.closeTips(game);
    else this.drawAsks();
  }

  private closeTips(game: string): void {
    this.tip = 0;
    change({ tipsSeen: { ...settings.tipsSeen, [game]: true } });
    this.drawAsks();
  }

  private async copied(text: string): Promise<void> {
    if (await copy(text)) this.showMessage(t("app.copied"));
  }

  // --- export and more ---

  private drawMore(): void {
    const table = this.table;
    if (!table) return;
    const name = `${table.game}-${this.id}-${this.past ?? table.turn}`;
    const base = pageUrl();
    const link = () => `${base}#/position?setup=${encodeURIComponent(table.setup)}&position=${encodeURIComponent(table.position)}`;
    const list = h(
      "div",
      { class: "morelist" },
      button(t("table.export.record"), () => void this.link.record().then((text) => save(`${name}.txt`, "text/plain", text), (e) => this.showMessage(errorText(e), true))),
      button(t("table.export.position"), () => void this.copied(table.position)),
      button(t("table.export.link"), () => void this.copied(link())),
      button(t("table.export.svg"), () => void import("./picture").then((p) => this.board && p.saveSvg(this.board, name))),
      button(t("table.export.png"), () => void import("./picture").then((p) => this.board && p.savePng(this.board, name))),
      button(t("table.flip"), () => void this.flip()),
      this.board?.hasPoints && button(t("table.labels.points"), () => change({ labels: settings.labels === "all" ? "on" : "all" }), { "aria-pressed": settings.labels === "all" ? "true" : "false" }),
      button(t("table.eval.show"), () => change({ evaluation: !settings.evaluation }), { "aria-pressed": settings.evaluation ? "true" : "false" }),
      this.app.backend.kind === "server" && button(t("table.watch.copy"), () => void this.copied(`${base}#/table/${this.id}`)),
    );
    const isShared = table.seats.some((seat, place) => this.tokens[place] === null && seat.kind !== "engine");
    if (this.mine.length > 0 && isShared && !table.result) list.append(button(t("table.leave"), () => void this.leave()));
    const about = h("p", { class: "quiet" }, `${gameTitle(table)}: ${variantTitle(this.app.games, table.setup)}`);
    const rules = h("a", { href: `#/rules/${table.game}` }, t("nav.rules"));
    const watching = table.spectators > 0 && h("p", { class: "quiet" }, t("table.spectators", { n: table.spectators }));
    keepFocus(this.more, () => this.more.replaceChildren(h("summary", {}, t("table.more")), list, about, watching || "", rules));
  }

  private async flip(): Promise<void> {
    this.turned = !this.turned;
    await this.build();
    this.showNow(false);
  }

  private async drawPlot(): Promise<void> {
    const table = this.table;
    if (!table || this.plotted || table.moves.length < 2) return;
    this.plotted = true;
    this.plotBox.replaceChildren(h("h2", {}, t("table.plot")), h("p", { class: "quiet" }, t("table.plot.wait")));
    try {
      const [scores, { plot }] = await Promise.all([this.link.analysis(), import("./plot")]);
      if (this.closed || this.table?.result === null) return;
      const where = h("div", { class: "chart" });
      this.scores = scores;
      if (scores.length > 1) {
        this.plotBox.replaceChildren(h("h2", {}, t("table.plot")), where, this.plotText);
        this.markPlot = plot(where, scores, table, (turn) => void this.lookAt(turn));
      }
      this.drawBar();
      if (scores.length < table.moves.length) setTimeout(() => this.replot(), ANALYSIS_WAIT_MS);
    } catch {
      this.plotBox.replaceChildren();
    }
  }

  private replot(): void {
    if (this.closed || !this.table?.result) return;
    this.plotted = false;
    void this.drawPlot();
  }
}

function card(text: string, ...parts: (Node | false)[]): HTMLElement {
  return h("div", { class: "ask" }, h("p", {}, text), ...parts);
}

function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (ms < 10_000) return `0:0${(ms / 1000).toFixed(1)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The result as a sentence: winner, reason and numbers. */
export function resultText(game: string, result: Result): string {
  return sentence(messageText(game, result.message) || result.reason); // an entry of an old list has no message
}
