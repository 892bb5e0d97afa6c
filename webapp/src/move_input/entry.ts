// SPDX-License-Identifier: MIT
// Enters a move: the cells that the user selects so far, and the steps they stand for (resolve.ts).  A step is
// taken when exactly one matches.  For an illegal selection it asks the backend for the reason.  No DOM.

import type { Backend, Cell, Choices, Effect, Position, Shape, StepChoice } from "../backend";
import type { Lights } from "../board/highlights";
import type { Shown } from "../board/pieces";
import { applied, told } from "../effects";
import { t } from "../i18n";
import { play as playSound } from "../sound";
import { messageText } from "../words";
import { has, Resolver, unique, type Candidate } from "./resolve";

export interface MoveInputHost {
  /** Play a complete move.  Returns false if it was not played; move input then starts again. */
  turn(steps: string[], notation: string, announcement: string): Promise<boolean>;
  /** Show a message about an attempt; "" clears it. */
  message(sentence: string): void;
  /** Show what the hovered step would do; "" clears it. */
  preview(sentence: string): void;
  /** A request failed; `retry` repeats it. */
  failed(error: unknown, retry: () => void): void;
  /** Steps without cells to select, and whether a step or selection can be undone. */
  options(steps: StepChoice[], canGoBack: boolean): void;
  /** Show what the player announces with this move: the index of the announcement, or -1. */
  announced(index: number): void;
}

/** What it needs of a board. */
export interface EntryBoard {
  readonly shape: Shape;
  readonly layout: { cell(cell: number): Cell };
  show(position: Shown, effects?: readonly Effect[]): void;
  settle(position: Shown): void;
  light(lights: Lights): void;
  preview(effects: readonly Effect[]): void;
  carry(paths: readonly (readonly number[])[], left: number | null): void;
  clearGhosts(): void;
}

/** The menu of several steps with the same cells. */
export interface EntryMenu {
  readonly isOpen: boolean;
  open(steps: readonly StepChoice[], cell: number, isModal: boolean): void;
  close(): void;
}

/** What pointers and keys need of it; a board editor has another one. */
export type CellInput = Pick<
  Entry,
  "announcements" | "announceNext" | "back" | "canDrag" | "drop" | "follow" | "grab" | "hover" | "isActive" | "maySelect" | "release" | "select"
>;

export class Entry {
  activity: (isActive: boolean) => void = () => {}; // called when input starts and stops
  menu: EntryMenu = { isOpen: false, open() {}, close() {} };
  private selected: number[] = [];
  private setup = "";
  private start: Position | null = null;
  private steps: string[] = [];
  private effects: Effect[][] = []; // of these steps
  private choices: Choices | null = null;
  private resolver = new Resolver([]);
  private between: number[][] = []; // a drag can have come either of these ways
  private named: StepChoice | null = null; // a removal that the next selection of the same piece confirms
  private offending: number[] = [];
  private hasMessage = false; // the host shows a message about the last attempt
  private hintCells: readonly number[] = [];
  private hovered = -1;
  private asked = 0; // number of the newest request; replies to older ones are dropped
  private busy = false;
  private announcement = -1; // index of what the player announces with this move
  private wasUnderWay = false; // the board shows a step of this move

  constructor(
    private readonly backend: Pick<Backend, "choices" | "reason">,
    private readonly board: EntryBoard,
    private readonly host: MoveInputHost,
  ) {}

  // --- start and stop ---

  /** Start entering a move for this position, which the board shows, after some milliseconds. */
  async begin(setup: string, position: Position, delay = 0): Promise<void> {
    this.reset();
    this.setup = setup;
    this.start = position;
    this.light();
    const question = this.asked;
    if (delay > 0) await new Promise((done) => setTimeout(done, delay));
    if (question === this.asked) await this.fetch([], []);
  }

  /** Stop move input: it is not the user's turn, or the game is over. */
  rest(): void {
    this.reset();
    this.light();
    this.host.options([], false);
  }

  get isActive(): boolean {
    return this.choices !== null && !this.busy;
  }

  get isUnderWay(): boolean {
    return this.choices !== null && (this.steps.length > 0 || this.selected.length > 0);
  }

  hint(cells: readonly number[]): void {
    this.hintCells = cells;
    this.light();
  }

  private reset(): void {
    this.asked++;
    this.steps = [];
    this.effects = [];
    this.choices = null;
    this.resolver = new Resolver([]);
    this.selectOnly([]);
    this.named = null;
    this.offending = [];
    this.hintCells = [];
    this.busy = false;
    this.wasUnderWay = false;
    this.announce(-1);
    this.menu.close();
    this.board.clearGhosts();
  }

  private selectOnly(cells: number[]): void {
    this.selected = cells;
    this.between = [];
  }

  private async fetch(steps: string[], effects: Effect[][]): Promise<void> {
    const question = ++this.asked;
    const isOn = steps.length > this.steps.length;
    try {
      const choices = await this.backend.choices(this.setup, this.start?.position ?? "", steps);
      if (question !== this.asked) return;
      this.steps = steps;
      this.effects = effects;
      this.choices = choices;
      this.resolver = new Resolver(choices.steps);
      this.selectOnly([]);
      this.named = null;
      this.busy = false;
      const position = steps.length > 0 ? { ...choices, lastEffects: effects.flat() } : (this.start ?? choices);
      if (isOn) this.board.settle(position);
      else if (steps.length > 0 || this.wasUnderWay) this.board.show(position);
      this.wasUnderWay = steps.length > 0;
      this.light();
      this.offer();
      this.host.preview(this.prompt());
    } catch (error) {
      if (question !== this.asked) return;
      this.busy = false;
      this.light();
      this.host.failed(error, () => void this.fetch(steps, effects));
    }
  }

  private offer(): void {
    const free = (this.choices?.steps ?? []).filter((step) => step.touch.length === 0);
    this.host.options(free, this.isUnderWay);
  }

  // --- matching steps ---

  private matching(prefix: readonly number[]): Candidate[] {
    return this.resolver.matching(prefix);
  }

  private isNext(cell: number): boolean {
    return this.resolver.isNext(this.selected, cell);
  }

  private endingOn(cell: number): Candidate[] {
    return this.resolver.ending(this.selected, cell);
  }

  maySelect = (cell: number): boolean =>
    this.isNext(cell) || this.matching([cell]).length > 0 || this.endingOn(cell).length > 0 || this.resolver.standing(cell).length > 0;

  /** Show what a step does that one of its cells stands for, and wait for confirmation. */
  private name(step: StepChoice): void {
    this.named = step;
    this.selectOnly([]);
    playSound("select");
    this.light();
    this.offer();
    this.hovered = -1;
    this.showNamed();
  }

  /** Tell the user how to continue a move that has already begun. */
  private prompt(): string {
    if (this.choices?.steps.some((step) => has(step, "any-cell"))) return t("table.choose.what");
    return this.steps.length > 0 && this.choices ? t("table.continue", { turn: `${this.choices.open}…` }) : "";
  }

  private showNamed(): void {
    if (!this.named) return;
    this.board.preview(this.named.effects);
    this.host.preview(t("table.choose.again", { leaving: told(this.board.shape.game, this.named.effects) }));
  }

  /** Select a cell, as a click or the Enter key does. */
  select(cell: number): void {
    if (!this.isActive || cell < 0) return;
    this.menu.close();
    this.clearMessage();
    const standing = this.resolver.standing(cell);
    const named = this.named;
    this.named = null;
    if (standing.length > 0) {
      const [only] = standing;
      if (named && standing.includes(named)) void this.take(named);
      else if (only && standing.length === 1) this.name(only);
      else this.openMenu(standing, cell);
      return;
    }
    const length = this.selected.length;
    const ending = this.endingOn(cell);
    if (this.isNext(cell)) this.extend(cell);
    else if (length > 0 && this.selected[length - 1] === cell) this.retreat();
    else if (length > 1 && this.selected[length - 2] === cell) this.retreat();
    else if (ending.length > 0) this.choose(ending, cell);
    else if (this.matching([cell]).length > 0) {
      this.selectOnly([]);
      this.extend(cell);
    } else void this.explainIllegal([...this.selected, cell]);
  }

  private extend(cell: number): void {
    this.selectOnly([...this.selected, cell]);
    playSound("select");
    this.settle();
  }

  private retreat(): void {
    this.selectOnly(this.selected.slice(0, -1));
    this.settle(false);
  }

  /** Take the step if exactly one matches; else show what may follow. */
  private settle(plays = true): void {
    const matches = this.matching(this.selected);
    const exact = this.resolver.exact(this.selected);
    const steps = unique(matches);
    const isDecided = steps.length === 1 && this.selected.length >= 2 && !has(steps[0] as StepChoice, "full-path");
    if (plays && this.selected.length > 0 && (isDecided || (exact.length > 0 && exact.length === matches.length))) {
      this.choose(matches, this.selected[this.selected.length - 1] ?? 0);
      return;
    }
    this.showCarried();
    this.light();
    this.offer();
    if (plays && exact.length > 0) this.menu.open(unique(exact), this.selected[this.selected.length - 1] ?? 0, false);
  }

  /** Show the piece that the user moves along its path, or along both paths that a drag can mean. */
  private showCarried(): void {
    const isPath = this.selected.length > 0 && this.matching(this.selected).some(({ step }) => has(step, "full-path"));
    if (!isPath) this.board.clearGhosts();
    else this.board.carry(this.between.length > 0 ? this.between : [this.selected], this.left());
  }

  /** The number of cells still to select, or null if the candidates differ. */
  private left(): number | null {
    const [way = this.selected] = this.between;
    const lengths = new Set(this.matching(way).map((candidate) => candidate.touch.length - way.length));
    return lengths.size === 1 ? ([...lengths][0] ?? null) : null;
  }

  private choose(candidates: Candidate[], cell: number): void {
    const steps = unique(candidates);
    if (steps.length === 1 && steps[0]) void this.take(steps[0]);
    else this.openMenu(steps, cell);
  }

  private openMenu(steps: readonly StepChoice[], cell: number): void {
    this.menu.open(steps, cell, true);
    this.light();
  }

  /** Take a step: show it at once, then fetch the choices for the rest of the move. */
  async take(step: StepChoice): Promise<void> {
    const choices = this.choices;
    if (!choices) return;
    this.menu.close();
    this.clearMessage();
    this.busy = true;
    this.selectOnly([]);
    this.named = null;
    this.hintCells = [];
    const steps = [...this.steps, step.step];
    const effects = [...this.effects, step.effects];
    const position = {
      pieces: applied(choices.pieces, step.effects),
      regions: (choices.regions ?? []).filter(({ kind }) => kind !== "choice" && kind !== "danger"),
      last: step.ends ? step.touch : [],
      lastEffects: effects.flat(),
    };
    this.board.show(position, step.effects);
    this.light();
    if (!step.ends) {
      await this.fetch(steps, effects);
      return;
    }
    this.choices = null;
    this.resolver = new Resolver([]);
    this.light();
    this.host.options([], false);
    const question = this.asked;
    this.wasUnderWay = true;
    const suffix = this.announcements[this.announcement]?.suffix ?? "";
    const isPlayed = await this.host.turn(steps, choices.open + step.text + suffix, suffix);
    this.announce(-1);
    if (!isPlayed && question === this.asked) await this.fetch(this.steps, this.effects);
  }

  /** Take the steps of a hint, one after the other, and announce what its notation ends with. */
  async takeAll(steps: readonly string[], notation: string): Promise<void> {
    const lengths = this.announcements.map(({ suffix }) => (notation.endsWith(suffix) ? suffix.length : 0));
    this.announce(Math.max(0, ...lengths) > 0 ? lengths.indexOf(Math.max(...lengths)) : -1);
    for (const wanted of steps) {
      const step = this.choices?.steps.find((choice) => choice.step === wanted);
      if (!step) return;
      await this.take(step);
    }
  }

  /** Undo the last selection or the last step.  Returns false if there is nothing to undo. */
  back(): boolean {
    this.clearMessage();
    if (this.named) {
      this.named = null;
      this.selectOnly([]);
      this.host.preview(this.prompt());
      this.settle(false);
      return true;
    }
    if (this.menu.isOpen) {
      this.menu.close();
      this.selectOnly(this.selected.slice(0, -1));
      this.settle(false);
      return true;
    }
    if (this.selected.length > 0) {
      this.retreat();
      return true;
    }
    if (this.steps.length > 0 && !this.busy) {
      void this.fetch(this.steps.slice(0, -1), this.effects.slice(0, -1));
      return true;
    }
    return false;
  }

  private showMessage(sentence: string): void {
    this.hasMessage = true;
    this.host.message(sentence);
  }

  private async explainIllegal(cells: number[]): Promise<void> {
    const question = this.asked;
    this.hasMessage = true;
    playSound("illegal");
    try {
      const reason = await this.backend.reason(this.setup, this.start?.position ?? "", this.steps, cells);
      if (question !== this.asked) return;
      this.offending = reason.cells?.length ? reason.cells : cells.slice(-1);
      this.showMessage(messageText(this.board.shape.game, reason) || t("table.illegal"));
    } catch {
      this.offending = cells.slice(-1);
      this.showMessage(t("table.illegal"));
    }
    this.light();
  }

  private clearMessage(): void {
    if (!this.hasMessage) return;
    this.hasMessage = false;
    this.offending = [];
    this.host.message("");
    this.light();
  }

  // --- announcements ---

  get announcements(): { suffix: string }[] {
    return this.board.shape.announcements;
  }

  /** Announce something with this move; -1: nothing. */
  announce(index: number): void {
    if (index === this.announcement) return;
    this.announcement = index;
    this.host.announced(index);
  }

  announceNext(): void {
    if (!this.isActive || this.announcements.length === 0) return;
    this.announce(this.announcement + 1 < this.announcements.length ? this.announcement + 1 : -1);
  }

  // --- drags ---

  /** True if a drag can begin on this cell, or continue a selection. */
  canDrag(cell: number): boolean {
    return this.isActive && (this.matching([cell]).some(({ touch }) => touch.length > 1) || (this.selected.length > 0 && this.selected[this.selected.length - 1] === cell));
  }

  /** Begin a drag on this cell. */
  grab(cell: number): void {
    this.clearMessage();
    if (this.selected[this.selected.length - 1] !== cell) this.selectOnly([cell]);
  }

  /** Drop the selection, as when a second finger begins to zoom. */
  release(): void {
    this.selectOnly([]);
    this.settle(false);
  }

  /** Follow a drag to this cell. */
  follow(cell: number): void {
    if (!this.goTo(cell)) return;
    playSound("select");
    this.settle(false);
  }

  /** Continue a drag on this cell: one cell back or on, or along the shortest way there, if need be from the
   * start.  Two ways stay open until the pointer decides between them.  False if nothing changes. */
  private goTo(cell: number): boolean {
    const { selected } = this;
    const length = selected.length;
    if (cell === (this.between[0] ?? selected).slice(-1)[0]) return false;
    if (cell === selected[length - 1]) this.between = [];
    else if (length > 1 && cell === selected[length - 2]) this.selectOnly(selected.slice(0, -1));
    else {
      const onward = this.resolver.ways(selected, cell);
      const ways = onward.length > 0 ? onward : this.resolver.ways(selected.slice(0, 1), cell);
      const [only] = ways;
      if (!only || ways.length > 2) return false;
      this.selectOnly(ways.length === 1 ? only : onward.length > 0 ? selected : selected.slice(0, 1));
      if (ways.length === 2) this.between = ways;
    }
    return true;
  }

  /** End a drag: take a complete step, otherwise cancel. */
  drop(cell: number): void {
    const ways = this.between.length > 0 ? this.between : [this.selected];
    const exact = ways.flatMap((way) => this.resolver.exact(way));
    const ending = this.endingOn(cell);
    const lastSelected = ways[0]?.slice(-1)[0] ?? 0;
    if (exact.length > 0 && (cell === lastSelected || cell < 0)) {
      this.choose(exact, lastSelected);
      return;
    }
    if (cell !== lastSelected && ending.length > 0) {
      this.choose(ending, cell);
      return;
    }
    const left = this.left();
    const isShort = (ways[0]?.length ?? 0) > 1 && (cell === lastSelected || cell < 0);
    const attempt = [...this.selected, cell];
    this.release();
    if (isShort) this.showMessage(left === null ? t("table.illegal") : t("table.short", { left: t("table.steps.left", { n: left }) }));
    else if (cell >= 0 && cell !== lastSelected) void this.explainIllegal(attempt);
  }

  // --- lights ---

  private light(): void {
    const lights: Lights = { offending: this.offending, hint: this.hintCells };
    if (this.choices && !this.busy) {
      lights.chosen = this.named ? this.named.touch : this.selected;
      const targets = this.resolver.next(this.selected);
      const arrows: [number, number][] = [];
      const passing = new Set<number>();
      const final = new Set<number>();
      for (const candidate of this.matching(this.selected)) {
        const next = candidate.touch[this.selected.length];
        const end = candidate.touch[candidate.touch.length - 1] ?? 0;
        if (next !== undefined && next !== end) passing.add(next);
        final.add(end);
        if (this.selected.length > 0 && candidate.touch.length > 2) targets.add(end);
        const [from = -1, to = -1] = candidate.touch;
        if (this.selected.length <= 1 && this.board.layout.cell(from).kind === "dot") arrows.push([from, to]);
      }
      lights.targets = targets;
      lights.arrows = arrows;
      lights.passing = new Set([...passing].filter((cell) => !final.has(cell)));
      lights.strong = this.selected.length > 0;
    }
    this.board.light(lights);
    this.activity(this.isActive);
  }

  /** Preview what selecting this cell would do, if exactly one step matches. */
  hover(cell: number): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    if (!this.isActive || this.menu.isOpen) return;
    const wouldBe = this.isNext(cell) ? this.matching([...this.selected, cell]) : this.endingOn(cell);
    const standing = this.resolver.standing(cell);
    const steps = standing.length > 0 ? standing : unique(wouldBe);
    const isExact = standing.length > 0 || wouldBe.every((candidate) => candidate.touch.length === this.selected.length + 1) || this.selected.length >= 1;
    if (cell >= 0 && steps.length === 1 && steps[0] && isExact) {
      if (steps[0] === this.named) return this.showNamed();
      this.board.preview(steps[0].effects);
      this.host.preview(told(this.board.shape.game, steps[0].effects));
      return;
    }
    if (this.named) return this.showNamed();
    const ending = this.endingOn(cell);
    if (ending.length > 1 && !this.isNext(cell)) this.board.carry(ending.map(({ touch }) => touch), null);
    else this.showCarried();
    this.host.preview(this.prompt());
  }
}
