// SPDX-License-Identifier: MIT
// One hand for all games.  It knows the steps that may be taken next, each with the cells to touch in
// order; clicks, drags, fingers and keys touch cells until only one step is meant.  What it may not do
// it asks about.

import type { Backend, Choices, Piece, StepChoice } from "./backend";
import { type BoardView, type Lights } from "./board";
import { h, s } from "./dom";
import { draw, isThing, type Point } from "./glyphs";
import { play as playSound } from "./sound";
import { engineSentence, say, sideName, t } from "./i18n";

const CLICK_REACH = 8; // pixels that a click may wander
const TYPING_MS = 900;
const FINGER_CELL = 20; // pixels of a cell below which a finger cannot mean one; it zooms instead
const FINGER_ZOOM = 38;

export interface HandHost {
  /** A whole turn is meant.  False if it was not played, so that the hand begins again. */
  turn(steps: string[], words: string): Promise<boolean>;
  /** Something to say about an attempt; "" takes it away. */
  tell(sentence: string): void;
  /** What a step would do, while it is looked at; "" takes it away. */
  foretell(sentence: string): void;
  failed(error: unknown): void;
  /** Steps that touch nothing, and whether a step or touch can be taken back. */
  options(steps: StepChoice[], canGoBack: boolean): void;
}

interface Way {
  step: StepChoice;
  touch: number[];
}

interface Drag {
  pointer: number;
  cell: number;
  start: Point;
  last: Point;
  moved: boolean;
  pans: boolean;
}

export class Hand {
  private setup = "";
  private position = "";
  private steps: string[] = [];
  private choices: Choices | null = null;
  private ways: Way[] = [];
  private touched: number[] = [];
  private named: StepChoice | null = null; // meant by something that it takes away; once more confirms it
  private offending: number[] = [];
  private told = false; // the table says something about the last attempt
  private last: readonly number[] = [];
  private hintCells: readonly number[] = [];
  private drag: Drag | null = null;
  private readonly fingers = new Map<number, Point>();
  private hovered = -1;
  private menu: HTMLElement | null = null;
  private typed = "";
  private typedAt = 0;
  private asked = 0; // the newest question; answers to older ones are dropped
  private busy = false;

  constructor(
    private readonly backend: Backend,
    private readonly board: BoardView,
    private readonly stage: HTMLElement,
    private readonly host: HandHost,
  ) {
    const svg = board.svg;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.cancel(event));
    svg.addEventListener("pointerleave", () => this.hover(-1));
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.key(event));
    // On the stage: a drawing that listens for focus becomes a stop of the Tab key itself.
    stage.addEventListener("focusin", this.focused);
    document.addEventListener("keydown", this.escape);
  }

  // --- whose turn it is ---

  /** From here on it is this hand's turn. */
  async begin(setup: string, position: string, last: readonly number[]): Promise<void> {
    this.reset();
    this.setup = setup;
    this.position = position;
    this.last = last;
    this.light();
    await this.fetch([]);
  }

  /** It is not, or the game is over. */
  rest(last: readonly number[]): void {
    this.reset();
    this.last = last;
    this.light();
    this.host.options([], false);
  }

  get isActive(): boolean {
    return this.choices !== null && !this.busy;
  }

  get isUnderWay(): boolean {
    return this.choices !== null && (this.steps.length > 0 || this.touched.length > 0);
  }

  hint(cells: readonly number[]): void {
    this.hintCells = cells;
    this.light();
  }

  private reset(): void {
    this.asked++;
    this.steps = [];
    this.choices = null;
    this.ways = [];
    this.touched = [];
    this.named = null;
    this.offending = [];
    this.hintCells = [];
    this.drag = null;
    this.busy = false;
    this.closeMenu();
    this.board.clearGhosts();
  }

  private async fetch(steps: string[]): Promise<void> {
    const question = ++this.asked;
    try {
      const choices = await this.backend.choices(this.setup, this.position, steps);
      if (question !== this.asked) return;
      this.steps = steps;
      this.choices = choices;
      this.ways = waysOf(choices, this.board);
      this.touched = [];
      this.named = null;
      this.busy = false;
      this.board.show(choices);
      this.light();
      this.offer();
      this.host.foretell(this.prompt());
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

  // --- what is meant ---

  private meant(prefix: readonly number[]): Way[] {
    return this.ways.filter((way) => prefix.every((cell, i) => way.touch[i] === cell));
  }

  private isNext(cell: number): boolean {
    return this.ways.some((way) => way.touch[this.touched.length] === cell && startsWith(way.touch, this.touched));
  }

  /** The steps that end on this cell, for a hand that goes straight to the end. */
  private endingOn(cell: number): Way[] {
    if (this.touched.length === 0) return [];
    return this.meant(this.touched).filter((way) => way.touch[way.touch.length - 1] === cell);
  }

  private mayTouch = (cell: number): boolean =>
    this.isNext(cell) || this.ways.some((way) => way.touch[0] === cell) || this.endingOn(cell).length > 0 || this.taking(cell).length > 0;

  /** The steps that take away what lies here, where that is what there is to choose. */
  private taking(cell: number): StepChoice[] {
    const pieces = this.choices?.pieces ?? [];
    const index = pieces.findIndex((piece) => piece.cell === cell && piece.marks?.includes("choice"));
    return index < 0 ? [] : (this.choices?.steps ?? []).filter((step) => step.gone?.includes(index));
  }

  /** Say which step is meant and what it does, before it is done. */
  private name(step: StepChoice, cell: number): void {
    this.named = step;
    this.touched = this.isNext(cell) ? [cell] : [];
    playSound("touch");
    this.light();
    this.offer();
    this.hovered = -1;
    this.showNamed();
  }

  /** What there is to do, where it is not the beginning of a turn. */
  private prompt(): string {
    if (this.choices?.pieces.some((piece) => piece.marks?.includes("choice"))) return t("table.choose.what");
    return this.steps.length > 0 && this.choices ? t("table.goon", { turn: `${this.choices.open}…` }) : "";
  }

  private showNamed(): void {
    if (!this.named || !this.choices) return;
    this.board.preview(this.named, this.choices.pieces);
    this.host.foretell(t("table.choose.again", { leaving: this.leaving(this.named) }));
  }

  private namedCells(): number[] {
    return (this.named?.gone ?? []).map((index) => this.choices?.pieces[index]?.cell ?? -1);
  }

  /** Touch one cell, as a click or the Enter key does. */
  touch(cell: number): void {
    if (!this.isActive || cell < 0) return;
    this.closeMenu();
    this.forgive();
    const taking = this.taking(cell);
    const named = this.named;
    this.named = null;
    if (taking.length > 0) {
      const [only] = taking;
      if (named && taking.includes(named)) void this.take(named);
      else if (only && taking.length === 1) this.name(only, cell);
      else this.openMenu(taking.map((step) => ({ step, touch: step.touch })), cell, true);
      return;
    }
    const length = this.touched.length;
    const ending = this.endingOn(cell);
    if (this.isNext(cell)) this.extend(cell);
    else if (length > 0 && this.touched[length - 1] === cell) this.retreat();
    else if (length > 1 && this.touched[length - 2] === cell) this.retreat();
    else if (ending.length > 0) this.choose(ending, cell);
    else if (this.meant([cell]).length > 0) {
      this.touched = [];
      this.extend(cell);
    } else void this.refuse([...this.touched, cell]);
  }

  private extend(cell: number): void {
    this.touched = [...this.touched, cell];
    playSound("touch");
    this.settle();
  }

  private retreat(): void {
    this.touched = this.touched.slice(0, -1);
    this.settle(false);
  }

  /** Play what can only be meant; else show what may follow. */
  private settle(plays = true): void {
    const meant = this.meant(this.touched);
    const exact = meant.filter((way) => way.touch.length === this.touched.length);
    // A way is gone to its end, or its end is touched: a die shall not run ahead of the hand.
    const isDecided = unique(meant).length === 1 && this.touched.length >= 2 && !this.carried()?.faces;
    if (plays && this.touched.length > 0 && (isDecided || (exact.length > 0 && exact.length === meant.length))) {
      this.choose(meant, this.touched[this.touched.length - 1] ?? 0);
      return;
    }
    this.showCarried();
    this.light();
    this.offer();
    if (plays && exact.length > 0) this.openMenu(exact, this.touched[this.touched.length - 1] ?? 0, false);
  }

  private carried(): Piece | undefined {
    return this.choices?.pieces.find((piece) => piece.cell === this.touched[0] && isThing(piece));
  }

  private showCarried(): void {
    if (this.carried()?.faces && this.touched.length > 0) this.board.carry(this.touched, this.left());
    else this.board.clearGhosts();
  }

  /** Cells that are still to be touched, where that is clear. */
  private left(): number | null {
    const lengths = new Set(this.meant(this.touched).map((way) => way.touch.length - this.touched.length));
    return lengths.size === 1 ? ([...lengths][0] ?? null) : null;
  }

  private choose(ways: Way[], cell: number): void {
    const steps = unique(ways);
    if (steps.length === 1 && steps[0]) void this.take(steps[0]);
    else this.openMenu(ways, cell, true);
  }

  /** Take a step: the board shows it at once, then the rest of the turn is asked for. */
  async take(step: StepChoice): Promise<void> {
    const choices = this.choices;
    if (!choices) return;
    this.closeMenu();
    this.forgive();
    this.busy = true;
    this.touched = [];
    this.named = null;
    this.hintCells = [];
    const steps = [...this.steps, step.step];
    const gone = new Set(step.gone ?? []);
    if (step.gone)
      this.board.show({ ...choices, pieces: [...choices.pieces.filter((_, i) => !gone.has(i)), ...(step.new ?? [])] }, step.touch);
    playSound(step.gone && step.gone.length > 1 ? "slide" : "put");
    this.light();
    if (!step.ends) {
      await this.fetch(steps);
      return;
    }
    this.choices = null;
    this.ways = [];
    this.last = [...step.touch];
    this.light();
    this.host.options([], false);
    const question = this.asked;
    const isPlayed = await this.host.turn(steps, choices.open + step.text);
    if (!isPlayed && question === this.asked) await this.fetch(this.steps);
  }

  /** Take steps one after the other, as a hint gives them. */
  async takeAll(steps: readonly string[]): Promise<void> {
    for (const wanted of steps) {
      const step = this.choices?.steps.find((choice) => choice.step === wanted);
      if (!step) return;
      await this.take(step);
    }
  }

  /** Take back the last touch, or the last step. */
  back(): boolean {
    this.forgive();
    if (this.named) {
      this.named = null;
      this.touched = [];
      this.host.foretell(this.prompt());
      this.settle(false);
      return true;
    }
    if (this.menu) {
      this.closeMenu();
      this.touched = this.touched.slice(0, -1);
      this.settle(false);
      return true;
    }
    if (this.touched.length > 0) {
      this.retreat();
      return true;
    }
    if (this.steps.length > 0 && !this.busy) {
      void this.fetch(this.steps.slice(0, -1));
      return true;
    }
    return false;
  }

  private tell(sentence: string): void {
    this.told = true;
    this.host.tell(sentence);
  }

  private async refuse(cells: number[]): Promise<void> {
    const question = this.asked;
    this.told = true;
    playSound("refuse");
    try {
      const refusal = await this.backend.refusal(this.setup, this.position, this.steps, cells);
      if (question !== this.asked) return;
      this.offending = refusal.cells.length > 0 ? refusal.cells : cells.slice(-1);
      this.tell(refusal.sentence ? engineSentence(refusal.sentence) : this.why(cells));
    } catch {
      this.offending = cells.slice(-1);
      this.tell(t("table.refused"));
    }
    this.light();
  }

  /** Where the rules have nothing to say about a touch: what there is to see. */
  private why(cells: readonly number[]): string {
    const last = cells[cells.length - 1] ?? 0;
    const cell = this.board.cell(last).label;
    const on = this.choices?.pieces.find((piece) => piece.cell === last && isThing(piece));
    if (on && on.side !== null && on.side !== this.choices?.side)
      return t("table.refused.other", { cell, side: sideName(this.board.shape.sides, on.side) });
    return t(!on && cells.length === 1 ? "table.refused.empty" : "table.refused.cell", { cell });
  }

  private forgive(): void {
    if (!this.told) return;
    this.told = false;
    this.offending = [];
    this.host.tell("");
    this.light();
  }

  // --- lights ---

  private light(): void {
    const lights: Lights = { last: this.steps.length > 0 ? [] : this.last, offending: this.offending, hint: this.hintCells };
    if (this.choices && !this.busy) {
      lights.chosen = this.named ? this.namedCells() : this.touched;
      const targets = new Set<number>();
      const arrows: [number, number][] = [];
      const passing = new Set<number>();
      const final = new Set<number>();
      for (const way of this.meant(this.touched)) {
        const next = way.touch[this.touched.length];
        const end = way.touch[way.touch.length - 1] ?? 0;
        if (next !== undefined) targets.add(next);
        if (next !== undefined && next !== end) passing.add(next);
        final.add(end);
        if (this.touched.length > 0 && way.touch.length > 2) targets.add(end);
        const [from = -1, to = -1] = way.touch;
        if (this.touched.length <= 1 && this.board.cell(from).kind === "dot") arrows.push([from, to]);
      }
      lights.targets = targets;
      lights.arrows = arrows;
      lights.passing = new Set([...passing].filter((cell) => !final.has(cell)));
      lights.strong = this.touched.length > 0;
    }
    this.board.light(lights);
    this.stage.classList.toggle("active", this.isActive);
  }

  /** What a touch of this cell would do, if that is one thing. */
  private hover(cell: number): void {
    if (cell === this.hovered || this.drag?.moved) return;
    this.hovered = cell;
    this.board.svg.classList.toggle("pointing", cell >= 0 && this.isActive && this.mayTouch(cell));
    if (!this.isActive || this.menu) return;
    const choices = this.choices;
    const wouldBe = this.isNext(cell) ? this.meant([...this.touched, cell]) : this.endingOn(cell);
    const taking = this.taking(cell);
    const steps = taking.length > 0 ? taking : unique(wouldBe);
    const isExact = taking.length > 0 || wouldBe.every((way) => way.touch.length === this.touched.length + 1) || this.touched.length >= 1;
    if (cell >= 0 && choices && steps.length === 1 && steps[0] && isExact) {
      if (steps[0] === this.named) return this.showNamed();
      this.board.preview(steps[0], choices.pieces);
      this.host.foretell(this.leaving(steps[0]));
      return;
    }
    if (this.named) return this.showNamed();
    this.showCarried();
    this.host.foretell(this.prompt());
  }

  /** What leaves the board, told before it is done: "Black 3, White 1". */
  private leaving(step: StepChoice): string {
    const counts = new Map<number, number>();
    const count = (piece: Piece | undefined, by: number) => {
      if (piece && isThing(piece) && piece.side !== null) counts.set(piece.side, (counts.get(piece.side) ?? 0) + by);
    };
    const on = (cell: number | undefined) => this.choices?.pieces.some((piece) => piece.cell === cell && isThing(piece));
    // Whoever touches an empty place first brings a piece in: it does not make up for one that goes.
    const mover = this.choices?.side ?? null;
    if (mover !== null && step.touch.length > 0 && !on(step.touch[0])) counts.set(mover, 1);
    for (const index of step.gone ?? []) count(this.choices?.pieces[index], 1);
    for (const piece of step.new ?? []) count(piece, -1);
    const list = [...counts].filter(([, n]) => n > 0).sort().map(([side, n]) => `${sideName(this.board.shape.sides, side)} ${n}`);
    return list.length > 0 ? t("table.leaving", { list: list.join(", ") }) : "";
  }

  // --- menus: the same cells, different steps ---

  private openMenu(ways: Way[], cell: number, isModal: boolean): void {
    this.closeMenu();
    const menu = h("div", { class: "menu", role: "menu", "aria-label": t("table.choose") });
    for (const step of unique(ways)) menu.append(this.menuItem(step));
    menu.addEventListener("keydown", (event) => this.menuKey(event));
    this.stage.append(menu);
    this.menu = menu;
    this.placeMenu(menu, cell);
    if (isModal) {
      this.light();
      (menu.firstElementChild as HTMLElement | null)?.focus();
    }
  }

  private menuItem(step: StepChoice): HTMLElement {
    const words = step.label ? say("label", step.label) : step.text;
    const item = h("button", {
      type: "button",
      role: "menuitem",
      onclick: () => void this.take(step),
      onpointerenter: () => this.choices && this.board.preview(step, this.choices.pieces),
      onfocus: () => this.choices && this.board.preview(step, this.choices.pieces),
    });
    const piece = (step.new ?? []).find((one) => isThing(one) && one.glyph !== "bridge");
    if (piece && step.label) item.append(picture(piece, this.board));
    const leaving = this.leaving(step);
    item.append(h("span", {}, step.label ? words : t("table.confirm", { turn: words }), leaving !== "" && h("small", {}, leaving)));
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
    return this.board.hit(this.board.toBoard(event.clientX, event.clientY), this.mayTouch);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = { x: event.clientX, y: event.clientY };
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) {
      this.drag = null;
      this.touched = [];
      this.settle(false);
      return;
    }
    const cell = this.cellAt(event);
    const begins = this.meant([cell]).some((way) => way.touch.length > 1);
    const goesOn = this.touched.length > 0 && this.touched[this.touched.length - 1] === cell;
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
      this.follows(drag, this.board.hit(at, this.mayTouch));
    }
  }

  private follows(drag: Drag, cell: number): void {
    if (cell < 0) return;
    if (!drag.moved) {
      if (cell === drag.cell) return;
      drag.moved = true;
      this.forgive();
      if (this.touched[this.touched.length - 1] !== drag.cell) this.touched = [drag.cell];
    }
    const length = this.touched.length;
    if (cell === this.touched[length - 1]) return;
    if (length > 1 && cell === this.touched[length - 2]) this.touched = this.touched.slice(0, -1);
    else if (this.isNext(cell)) this.touched = [...this.touched, cell];
    else return;
    playSound("touch");
    this.settle(false);
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
        this.touch(drag.cell);
      }
      return;
    }
    if (!drag.pans) this.drop(cell);
  }

  /** The end of a drag: a step that is complete is taken, any other is as if it had not been begun. */
  private drop(cell: number): void {
    const exact = this.meant(this.touched).filter((way) => way.touch.length === this.touched.length);
    const ending = this.endingOn(cell);
    const lastTouched = this.touched[this.touched.length - 1] ?? 0;
    if (exact.length > 0 && (cell === lastTouched || cell < 0)) {
      this.choose(exact, lastTouched);
      return;
    }
    if (cell !== lastTouched && ending.length > 0) {
      this.choose(ending, cell);
      return;
    }
    const left = this.left();
    const isShort = this.touched.length > 1 && (cell === lastTouched || cell < 0);
    const attempt = [...this.touched, cell];
    this.touched = [];
    this.settle(false);
    if (isShort) this.tell(left === null ? t("table.refused") : t("table.short", { left: t("table.steps.left", { n: left }) }));
    else if (cell >= 0 && cell !== lastTouched) void this.refuse(attempt);
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.drag?.pointer !== event.pointerId) return;
    this.drag = null;
    this.touched = [];
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

  /** Who plays with the mouse has the focus nowhere, and takes back with Escape all the same. */
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
    const way = arrows[event.key];
    const isTyped = /^[a-z0-9,]$/i.test(event.key);
    if (!isTyped) this.typed = ""; // any other key ends a name
    if (way) this.board.focus(this.board.neighbour(this.board.focused, way.x, way.y));
    else if (event.key === "Enter" || event.key === " ") this.touch(this.board.focused);
    else if (event.key === "Escape") {
      if (!this.back()) return;
    } else if (event.key === "+" || event.key === "-") this.board.zoomBy(event.key === "+" ? 1.4 : 1 / 1.4);
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

function startsWith(touch: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((cell, i) => touch[i] === cell);
}

function unique(ways: readonly Way[]): StepChoice[] {
  return [...new Set(ways.map((way) => way.step))];
}

/** Two ends of one thing may be touched in either order: cells of one kind that both carry a piece
 * or both carry none.  A die has a beginning and an end. */
function waysOf(choices: Choices, board: BoardView): Way[] {
  const on = new Map<number, Piece>();
  for (const piece of choices.pieces) if (isThing(piece)) on.set(piece.cell, piece);
  const firsts = new Set(choices.steps.map((step) => step.touch.slice(0, 2).join()));
  const ways: Way[] = [];
  for (const step of choices.steps) {
    const [a, b, ...rest] = step.touch;
    if (step.touch.length > 0) ways.push({ step, touch: step.touch });
    if (a === undefined || b === undefined || firsts.has(`${b},${a}`)) continue;
    const one = on.get(a);
    const other = on.get(b);
    const isPair = board.cell(a).kind === board.cell(b).kind && (one === undefined) === (other === undefined);
    if (isPair && !one?.faces && one?.glyph !== "king") ways.push({ step, touch: [b, a, ...rest] });
  }
  return ways;
}

function picture(piece: Piece, board: BoardView): SVGElement {
  const svg = s("svg", { class: "board picture", viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  svg.append(draw({ ...piece, marks: [] }, board, board.shape.sides));
  return svg;
}
