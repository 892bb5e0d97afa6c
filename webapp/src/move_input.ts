// SPDX-License-Identifier: MIT
// Move input, the same for all games.  Clicks, drags, touches and keys select cells until exactly one step
// matches (resolve.ts).  For an illegal selection it asks the backend for the reason.

import type { Backend, Choices, Effect, Position, StepChoice } from "./backend";
import { type BoardView, type Lights } from "./board";
import { h, s } from "./dom";
import { applied, told } from "./effects";
import { draw, round, UNIT, type Point } from "./glyphs";
import { has, Resolver, unique, type Candidate } from "./resolve";
import { play as playSound } from "./sound";
import { t } from "./i18n";
import { messageText } from "./words";

const CLICK_REACH = 8; // pixels that a click may move
const TYPING_MS = 900;
const FINGER_CELL = 20; // pixels; a tap on smaller cells zooms in instead of selecting
const FINGER_ZOOM = 38;

export interface MoveInputHost {
  /** Play a complete move.  Returns false if it was not played; move input then starts again. */
  turn(steps: string[], notation: string, announcement: string): Promise<boolean>;
  /** Show a message about an attempt; "" clears it. */
  message(sentence: string): void;
  /** Show what the hovered step would do; "" clears it. */
  preview(sentence: string): void;
  failed(error: unknown): void;
  /** Steps without cells to select, and whether a step or selection can be undone. */
  options(steps: StepChoice[], canGoBack: boolean): void;
  /** Show what the player announces with this move: the index of the announcement, or -1. */
  announced(index: number): void;
}

interface Drag {
  pointer: number;
  cell: number;
  start: Point;
  last: Point;
  moved: boolean;
  pans: boolean;
}

export class MoveInput {
  private setup = "";
  private start: Position | null = null;
  private steps: string[] = [];
  private effects: Effect[][] = []; // of these steps
  private choices: Choices | null = null;
  private resolver = new Resolver([]);
  private selected: number[] = [];
  private between: number[][] = []; // a drag can have come either of these ways
  private named: StepChoice | null = null; // a removal that the next selection of the same piece confirms
  private offending: number[] = [];
  private hasMessage = false; // the host shows a message about the last attempt
  private hintCells: readonly number[] = [];
  private drag: Drag | null = null;
  private readonly fingers = new Map<number, Point>();
  private hovered = -1;
  private menu: HTMLElement | null = null;
  private typed = "";
  private typedAt = 0;
  private asked = 0; // number of the newest request; replies to older ones are dropped
  private busy = false;
  private announcement = -1; // index of what the player announces with this move
  private wasUnderWay = false; // the board shows a step of this move

  constructor(
    private readonly backend: Backend,
    private readonly board: BoardView,
    private readonly stage: HTMLElement,
    private readonly host: MoveInputHost,
  ) {
    const svg = board.svg;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.cancel(event));
    svg.addEventListener("pointerleave", () => this.hover(-1));
    // A second button of the mouse is no pointerdown.
    svg.addEventListener("mousedown", (event) => this.secondButton(event));
    svg.addEventListener("contextmenu", (event) => this.announcements.length > 0 && event.preventDefault());
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.key(event));
    // On the stage, because an SVG element that listens for focus becomes a tab stop itself.
    stage.addEventListener("focusin", this.focused);
    document.addEventListener("keydown", this.escape);
  }

  // --- start and stop ---

  /** Start entering a move for this position, which the board shows. */
  async begin(setup: string, position: Position): Promise<void> {
    this.reset();
    this.setup = setup;
    this.start = position;
    this.light();
    await this.fetch([], []);
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
    this.drag = null;
    this.busy = false;
    this.wasUnderWay = false;
    this.announce(-1);
    this.closeMenu();
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
      this.host.failed(error);
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

  private maySelect = (cell: number): boolean =>
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
    this.closeMenu();
    this.clearMessage();
    const standing = this.resolver.standing(cell);
    const named = this.named;
    this.named = null;
    if (standing.length > 0) {
      const [only] = standing;
      if (named && standing.includes(named)) void this.take(named);
      else if (only && standing.length === 1) this.name(only);
      else this.openMenu(standing, cell, true);
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
    if (plays && exact.length > 0) this.openMenu(unique(exact), this.selected[this.selected.length - 1] ?? 0, false);
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
    else this.openMenu(steps, cell, true);
  }

  /** Take a step: show it at once, then fetch the choices for the rest of the move. */
  async take(step: StepChoice): Promise<void> {
    const choices = this.choices;
    if (!choices) return;
    this.closeMenu();
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
    if (this.menu) {
      this.closeMenu();
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

  private get announcements(): { suffix: string }[] {
    return this.board.shape.announcements;
  }

  /** Announce something with this move; -1: nothing. */
  announce(index: number): void {
    if (index === this.announcement) return;
    this.announcement = index;
    this.host.announced(index);
  }

  private announceNext(): void {
    if (!this.isActive || this.announcements.length === 0) return;
    this.announce(this.announcement + 1 < this.announcements.length ? this.announcement + 1 : -1);
  }

  private secondButton(event: MouseEvent): void {
    if (event.button === 2 && (event.buttons & 1) !== 0) this.announceNext();
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
        if (this.selected.length <= 1 && this.board.cell(from).kind === "dot") arrows.push([from, to]);
      }
      lights.targets = targets;
      lights.arrows = arrows;
      lights.passing = new Set([...passing].filter((cell) => !final.has(cell)));
      lights.strong = this.selected.length > 0;
    }
    this.board.light(lights);
    this.stage.classList.toggle("active", this.isActive);
  }

  /** Preview what selecting this cell would do, if exactly one step matches. */
  private hover(cell: number): void {
    if (cell === this.hovered || this.drag?.moved) return;
    this.hovered = cell;
    this.board.svg.classList.toggle("pointing", cell >= 0 && this.isActive && this.maySelect(cell));
    if (!this.isActive || this.menu) return;
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

  // --- menu for several steps with the same cells ---

  private openMenu(steps: readonly StepChoice[], cell: number, isModal: boolean): void {
    this.closeMenu();
    const menu = h("div", { class: "menu", role: "menu", "aria-label": t("table.choose") });
    for (const step of steps) menu.append(this.menuItem(step));
    menu.addEventListener("keydown", (event) => this.menuKey(event));
    this.stage.append(menu);
    this.menu = menu;
    this.placeMenu(menu, cell);
    if (isModal) {
      this.light();
      (menu.firstElementChild as HTMLElement | null)?.focus();
    }
  }

  /** A step in the menu.  Ways of one piece differ in how it looks afterwards, so they are pictures. */
  private menuItem(step: StepChoice): HTMLElement {
    const label = step.label ? messageText(this.board.shape.game, step.label) : t("table.confirm", { turn: step.text });
    const show = () => this.board.preview(step.effects);
    const item = h("button", { type: "button", role: "menuitem", onclick: () => void this.take(step), onpointerenter: show, onfocus: show });
    const result = step.effects.find(({ piece }) => piece && piece.cell2 === undefined);
    if (result && step.label) item.append(picture(result, this.board));
    const news = told(this.board.shape.game, step.effects);
    if (result?.kind === "move" && step.label) {
      item.setAttribute("aria-label", [label, news].filter(Boolean).join(", "));
      item.title = label;
      item.classList.add("pictured");
    } else item.append(h("span", {}, label, news !== "" && h("small", {}, news)));
    return item;
  }

  private placeMenu(menu: HTMLElement, cell: number): void {
    const at = this.board.toScreen(cell);
    const frame = this.stage.getBoundingClientRect();
    const size = menu.getBoundingClientRect();
    const x = Math.min(Math.max(at.x - frame.left - size.width / 2, 4), frame.width - size.width - 4);
    const away = this.board.cellPixels() * 0.62 + 4;
    const below = at.y - frame.top + away;
    const y = below + size.height < frame.height ? below : at.y - frame.top - size.height - away;
    menu.style.left = `${Math.max(4, x)}px`;
    menu.style.top = `${Math.max(4, y)}px`;
  }

  private menuKey(event: KeyboardEvent): void {
    const items = [...(this.menu?.querySelectorAll("button") ?? [])];
    const now = items.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key] ?? 0;
    if (step !== 0) items[(now + step + items.length) % items.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") this.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private closeMenu(): void {
    if (!this.menu) return;
    const hadFocus = this.menu.contains(document.activeElement);
    this.menu.remove();
    this.menu = null;
    this.board.clearGhosts();
    if (hadFocus) this.board.focus(this.board.focused);
  }

  // --- pointers ---

  private cellAt(event: PointerEvent): number {
    return this.board.hit(this.board.toBoard(event.clientX, event.clientY), this.maySelect);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = { x: event.clientX, y: event.clientY };
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) {
      this.drag = null;
      this.selectOnly([]);
      this.settle(false);
      return;
    }
    this.board.finish();
    const cell = this.cellAt(event);
    const begins = this.matching([cell]).some((candidate) => candidate.touch.length > 1);
    const goesOn = this.selected.length > 0 && this.selected[this.selected.length - 1] === cell;
    const pans = !(this.isActive && (begins || goesOn));
    this.drag = { pointer: event.pointerId, cell, start: at, last: at, moved: false, pans };
    this.board.svg.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const at = { x: event.clientX, y: event.clientY };
    const before = this.fingers.get(event.pointerId);
    if (this.fingers.size === 2 && before) {
      this.pinch(event.pointerId, before, at);
      return;
    }
    if (before) this.fingers.set(event.pointerId, at);
    const drag = this.drag;
    if (!drag || drag.pointer !== event.pointerId) {
      if (event.pointerType === "mouse") this.hover(this.cellAt(event));
      return;
    }
    const distance = Math.hypot(at.x - drag.start.x, at.y - drag.start.y);
    if (drag.pans) this.pan(drag, at, distance);
    else this.follow(drag, event);
    drag.last = at;
  }

  private pan(drag: Drag, at: Point, distance: number): void {
    if (distance > CLICK_REACH) drag.moved = true;
    if (!drag.moved || this.board.zoom <= 1.01) return;
    const a = this.board.toBoard(drag.last.x, drag.last.y);
    const b = this.board.toBoard(at.x, at.y);
    this.board.panBy(b.x - a.x, b.y - a.y);
  }

  private pinch(pointer: number, before: Point, at: Point): void {
    const other = [...this.fingers].find(([id]) => id !== pointer)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(at.x - other.x, at.y - other.y);
    this.fingers.set(pointer, at);
    if (was > 0) this.board.zoomBy(is / was, this.board.toBoard((at.x + other.x) / 2, (at.y + other.y) / 2));
    const a = this.board.toBoard(before.x, before.y);
    const b = this.board.toBoard(at.x, at.y);
    this.board.panBy((b.x - a.x) / 2, (b.y - a.y) / 2);
  }

  /** Follow a pointer from cell to cell; between two events it may have crossed several. */
  private follow(drag: Drag, event: PointerEvent): void {
    const from = this.board.toBoard(drag.last.x, drag.last.y);
    const to = this.board.toBoard(event.clientX, event.clientY);
    const parts = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 8));
    for (let i = 1; i <= parts; i++) {
      const at = { x: from.x + ((to.x - from.x) * i) / parts, y: from.y + ((to.y - from.y) * i) / parts };
      this.follows(drag, this.board.hit(at, this.maySelect));
    }
  }

  private follows(drag: Drag, cell: number): void {
    if (cell < 0) return;
    if (!drag.moved) {
      if (cell === drag.cell) return;
      drag.moved = true;
      this.clearMessage();
      if (this.selected[this.selected.length - 1] !== drag.cell) this.selectOnly([drag.cell]);
    }
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

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    const drag = this.drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.drag = null;
    const cell = this.cellAt(event);
    if (!drag.moved) {
      const size = this.board.cellPixels();
      if (event.pointerType !== "mouse" && size < FINGER_CELL) {
        this.board.zoomBy(FINGER_ZOOM / size, this.board.toBoard(event.clientX, event.clientY));
        return;
      }
      const wandered = Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y);
      if (drag.cell >= 0 && (cell === drag.cell || wandered < CLICK_REACH)) {
        this.board.focus(drag.cell, false);
        this.select(drag.cell);
      }
      return;
    }
    if (!drag.pans) this.drop(cell);
  }

  /** End a drag: take a complete step, otherwise cancel. */
  private drop(cell: number): void {
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
    this.selectOnly([]);
    this.settle(false);
    if (isShort) this.showMessage(left === null ? t("table.illegal") : t("table.short", { left: t("table.steps.left", { n: left }) }));
    else if (cell >= 0 && cell !== lastSelected) void this.explainIllegal(attempt);
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.drag?.pointer !== event.pointerId) return;
    this.drag = null;
    this.selectOnly([]);
    this.settle(false);
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !this.board.isLarge) return;
    event.preventDefault();
    this.board.zoomBy(Math.exp(-event.deltaY / 400), this.board.toBoard(event.clientX, event.clientY));
  }

  // --- keys ---

  private focused = (event: FocusEvent): void => {
    const target = event.target as SVGElement;
    const cell = this.board.svg.contains(target) ? Number(target.dataset.cell ?? -1) : -1;
    if (cell >= 0 && cell !== this.board.focused) this.board.focus(cell, false);
    if (cell >= 0) this.hover(cell);
  };

  /** Escape also works if nothing has the focus, as for mouse users. */
  private escape = (event: KeyboardEvent): void => {
    if (!this.stage.isConnected) document.removeEventListener("keydown", this.escape);
    else if (event.key === "Escape" && document.activeElement === document.body) this.back();
  };

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrows: Record<string, Point> = {
      ArrowUp: { x: 0, y: -1 },
      ArrowDown: { x: 0, y: 1 },
      ArrowLeft: { x: -1, y: 0 },
      ArrowRight: { x: 1, y: 0 },
    };
    const direction = arrows[event.key];
    const isTyped = /^[a-z0-9,]$/i.test(event.key);
    if (!isTyped) this.typed = ""; // any other key ends a name
    if (direction) this.board.focus(this.board.neighbour(this.board.focused, direction.x, direction.y));
    else if (event.key === "Enter" || event.key === " ") this.select(this.board.focused);
    else if (event.key === "Escape") {
      if (!this.back()) return;
    } else if (event.key === "+" && this.announcements.length > 0) this.announceNext();
    else if (event.key === "+" || event.key === "-") this.board.zoomBy(event.key === "+" ? 1.4 : 1 / 1.4);
    else if (isTyped) this.type(event.key, event.timeStamp);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private type(key: string, now: number): void {
    this.typed = now - this.typedAt < TYPING_MS ? this.typed + key : key;
    this.typedAt = now;
    let cell = this.board.findLabel(this.typed);
    if (cell < 0) {
      this.typed = key;
      cell = this.board.findLabel(key);
    }
    if (cell >= 0) this.board.focus(cell);
  }
}

/** A piece as it looks after a step, and the way it takes. */
function picture({ kind, cells, piece }: Effect, board: BoardView): DocumentFragment {
  const parts = document.createDocumentFragment();
  const svg = s("svg", { class: "board picture", viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  if (kind === "move" && cells.length > 2) {
    const points = cells.map((cell) => board.at(cell));
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const size = Math.max(UNIT, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    const middle = { x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2 };
    const at = (p: Point) => `${round(((p.x - middle.x) * 28) / size)} ${round(((p.y - middle.y) * 28) / size)}`;
    const end = points[points.length - 1] ?? middle;
    const way = s("svg", { class: "board picture", viewBox: "-20 -20 40 40", "aria-hidden": "true" });
    way.append(s("path", { class: "way", d: "M" + points.map(at).join("L") }), s("circle", { class: "wayend", r: 4.5, transform: `translate(${at(end)})` }));
    parts.append(way);
  }
  if (piece) svg.append(draw(piece, board));
  parts.append(svg);
  return parts;
}
