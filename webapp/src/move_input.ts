// SPDX-License-Identifier: MIT
// Move input, the same for all games.  Each legal step lists the cells to select, in order.  Clicks, drags,
// touches and keys select cells until exactly one step matches.  For an illegal selection it asks the
// backend for the reason.

import type { Backend, Choices, Piece, StepChoice } from "./backend";
import { type BoardView, type Lights } from "./board";
import { h, s } from "./dom";
import { draw, isThing, type Point } from "./glyphs";
import { play as playSound } from "./sound";
import { engineSentence, term, sideName, t } from "./i18n";

const CLICK_REACH = 8; // pixels that a click may move
const TYPING_MS = 900;
const FINGER_CELL = 20; // pixels; a tap on smaller cells zooms in instead of selecting
const FINGER_ZOOM = 38;

export interface MoveInputHost {
  /** Play a complete move.  Returns false if it was not played; move input then starts again. */
  turn(steps: string[], notation: string): Promise<boolean>;
  /** Show a message about an attempt; "" clears it. */
  message(sentence: string): void;
  /** Show what the hovered step would do; "" clears it. */
  preview(sentence: string): void;
  failed(error: unknown): void;
  /** Steps without cells to select, and whether a step or selection can be undone. */
  options(steps: StepChoice[], canGoBack: boolean): void;
}

interface Candidate {
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

export class MoveInput {
  private setup = "";
  private position = "";
  private steps: string[] = [];
  private choices: Choices | null = null;
  private candidates: Candidate[] = [];
  private selected: number[] = [];
  private named: StepChoice | null = null; // a removal that the next selection of the same piece confirms
  private offending: number[] = [];
  private hasMessage = false; // the host shows a message about the last attempt
  private last: readonly number[] = [];
  private hintCells: readonly number[] = [];
  private drag: Drag | null = null;
  private readonly fingers = new Map<number, Point>();
  private hovered = -1;
  private menu: HTMLElement | null = null;
  private typed = "";
  private typedAt = 0;
  private asked = 0; // number of the newest request; replies to older ones are dropped
  private busy = false;

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
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.key(event));
    // On the stage, because an SVG element that listens for focus becomes a tab stop itself.
    stage.addEventListener("focusin", this.focused);
    document.addEventListener("keydown", this.escape);
  }

  // --- start and stop ---

  /** Start entering a move for this position. */
  async begin(setup: string, position: string, last: readonly number[]): Promise<void> {
    this.reset();
    this.setup = setup;
    this.position = position;
    this.last = last;
    this.light();
    await this.fetch([]);
  }

  /** Stop move input: it is not the user's turn, or the game is over. */
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
    return this.choices !== null && (this.steps.length > 0 || this.selected.length > 0);
  }

  hint(cells: readonly number[]): void {
    this.hintCells = cells;
    this.light();
  }

  private reset(): void {
    this.asked++;
    this.steps = [];
    this.choices = null;
    this.candidates = [];
    this.selected = [];
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
      this.candidates = candidatesOf(choices, this.board);
      this.selected = [];
      this.named = null;
      this.busy = false;
      this.board.show(choices);
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
    return this.candidates.filter((candidate) => prefix.every((cell, i) => candidate.touch[i] === cell));
  }

  private isNext(cell: number): boolean {
    return this.candidates.some((candidate) => candidate.touch[this.selected.length] === cell && startsWith(candidate.touch, this.selected));
  }

  /** The candidates that end on this cell, for a user who selects the end directly. */
  private endingOn(cell: number): Candidate[] {
    if (this.selected.length === 0) return [];
    return this.matching(this.selected).filter((candidate) => candidate.touch[candidate.touch.length - 1] === cell);
  }

  private maySelect = (cell: number): boolean =>
    this.isNext(cell) || this.candidates.some((candidate) => candidate.touch[0] === cell) || this.endingOn(cell).length > 0 || this.taking(cell).length > 0;

  /** The steps that remove the piece on this cell, if the step is a choice of removals. */
  private taking(cell: number): StepChoice[] {
    const pieces = this.choices?.pieces ?? [];
    const index = pieces.findIndex((piece) => piece.cell === cell && piece.marks?.includes("choice"));
    return index < 0 ? [] : (this.choices?.steps ?? []).filter((step) => step.gone?.includes(index));
  }

  /** Announce a removal and what it does, and wait for confirmation. */
  private name(step: StepChoice, cell: number): void {
    this.named = step;
    this.selected = this.isNext(cell) ? [cell] : [];
    playSound("select");
    this.light();
    this.offer();
    this.hovered = -1;
    this.showNamed();
  }

  /** Tell the user how to continue a move that has already begun. */
  private prompt(): string {
    if (this.choices?.pieces.some((piece) => piece.marks?.includes("choice"))) return t("table.choose.what");
    return this.steps.length > 0 && this.choices ? t("table.continue", { turn: `${this.choices.open}…` }) : "";
  }

  private showNamed(): void {
    if (!this.named || !this.choices) return;
    this.board.preview(this.named, this.choices.pieces);
    this.host.preview(t("table.choose.again", { leaving: this.leaving(this.named) }));
  }

  private namedCells(): number[] {
    return (this.named?.gone ?? []).map((index) => this.choices?.pieces[index]?.cell ?? -1);
  }

  /** Select a cell, as a click or the Enter key does. */
  select(cell: number): void {
    if (!this.isActive || cell < 0) return;
    this.closeMenu();
    this.clearMessage();
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
    const length = this.selected.length;
    const ending = this.endingOn(cell);
    if (this.isNext(cell)) this.extend(cell);
    else if (length > 0 && this.selected[length - 1] === cell) this.retreat();
    else if (length > 1 && this.selected[length - 2] === cell) this.retreat();
    else if (ending.length > 0) this.choose(ending, cell);
    else if (this.matching([cell]).length > 0) {
      this.selected = [];
      this.extend(cell);
    } else void this.explainIllegal([...this.selected, cell]);
  }

  private extend(cell: number): void {
    this.selected = [...this.selected, cell];
    playSound("select");
    this.settle();
  }

  private retreat(): void {
    this.selected = this.selected.slice(0, -1);
    this.settle(false);
  }

  /** Take the step if exactly one matches; else show what may follow. */
  private settle(plays = true): void {
    const matches = this.matching(this.selected);
    const exact = matches.filter((candidate) => candidate.touch.length === this.selected.length);
    // A die rolls only when its path is complete or its end is selected, even if one step matches earlier.
    const isDecided = unique(matches).length === 1 && this.selected.length >= 2 && !this.carried()?.faces;
    if (plays && this.selected.length > 0 && (isDecided || (exact.length > 0 && exact.length === matches.length))) {
      this.choose(matches, this.selected[this.selected.length - 1] ?? 0);
      return;
    }
    this.showCarried();
    this.light();
    this.offer();
    if (plays && exact.length > 0) this.openMenu(exact, this.selected[this.selected.length - 1] ?? 0, false);
  }

  private carried(): Piece | undefined {
    return this.choices?.pieces.find((piece) => piece.cell === this.selected[0] && isThing(piece));
  }

  private showCarried(): void {
    if (this.carried()?.faces && this.selected.length > 0) this.board.carry(this.selected, this.left());
    else this.board.clearGhosts();
  }

  /** The number of cells still to select, or null if the candidates differ. */
  private left(): number | null {
    const lengths = new Set(this.matching(this.selected).map((candidate) => candidate.touch.length - this.selected.length));
    return lengths.size === 1 ? ([...lengths][0] ?? null) : null;
  }

  private choose(candidates: Candidate[], cell: number): void {
    const steps = unique(candidates);
    if (steps.length === 1 && steps[0]) void this.take(steps[0]);
    else this.openMenu(candidates, cell, true);
  }

  /** Take a step: show it at once, then fetch the choices for the rest of the move. */
  async take(step: StepChoice): Promise<void> {
    const choices = this.choices;
    if (!choices) return;
    this.closeMenu();
    this.clearMessage();
    this.busy = true;
    this.selected = [];
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
    this.candidates = [];
    this.last = [...step.touch];
    this.light();
    this.host.options([], false);
    const question = this.asked;
    const isPlayed = await this.host.turn(steps, choices.open + step.text);
    if (!isPlayed && question === this.asked) await this.fetch(this.steps);
  }

  /** Take the steps of a hint, one after the other. */
  async takeAll(steps: readonly string[]): Promise<void> {
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
      this.selected = [];
      this.host.preview(this.prompt());
      this.settle(false);
      return true;
    }
    if (this.menu) {
      this.closeMenu();
      this.selected = this.selected.slice(0, -1);
      this.settle(false);
      return true;
    }
    if (this.selected.length > 0) {
      this.retreat();
      return true;
    }
    if (this.steps.length > 0 && !this.busy) {
      void this.fetch(this.steps.slice(0, -1));
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
      const reason = await this.backend.reason(this.setup, this.position, this.steps, cells);
      if (question !== this.asked) return;
      this.offending = reason.cells?.length ? reason.cells : cells.slice(-1);
      this.showMessage(reason.text ? engineSentence(reason.text) : this.why(cells));
    } catch {
      this.offending = cells.slice(-1);
      this.showMessage(t("table.illegal"));
    }
    this.light();
  }

  /** Explain an invalid selection for which the rules give no reason. */
  private why(cells: readonly number[]): string {
    const last = cells[cells.length - 1] ?? 0;
    const cell = this.board.cell(last).label;
    const on = this.choices?.pieces.find((piece) => piece.cell === last && isThing(piece));
    if (on && on.side !== null && on.side !== this.choices?.side)
      return t("table.illegal.other", { cell, side: sideName(this.board.shape.sides, on.side) });
    return t(!on && cells.length === 1 ? "table.illegal.empty" : "table.illegal.cell", { cell });
  }

  private clearMessage(): void {
    if (!this.hasMessage) return;
    this.hasMessage = false;
    this.offending = [];
    this.host.message("");
    this.light();
  }

  // --- lights ---

  private light(): void {
    const lights: Lights = { last: this.steps.length > 0 ? [] : this.last, offending: this.offending, hint: this.hintCells };
    if (this.choices && !this.busy) {
      lights.chosen = this.named ? this.namedCells() : this.selected;
      const targets = new Set<number>();
      const arrows: [number, number][] = [];
      const passing = new Set<number>();
      const final = new Set<number>();
      for (const candidate of this.matching(this.selected)) {
        const next = candidate.touch[this.selected.length];
        const end = candidate.touch[candidate.touch.length - 1] ?? 0;
        if (next !== undefined) targets.add(next);
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
    const choices = this.choices;
    const wouldBe = this.isNext(cell) ? this.matching([...this.selected, cell]) : this.endingOn(cell);
    const taking = this.taking(cell);
    const steps = taking.length > 0 ? taking : unique(wouldBe);
    const isExact = taking.length > 0 || wouldBe.every((candidate) => candidate.touch.length === this.selected.length + 1) || this.selected.length >= 1;
    if (cell >= 0 && choices && steps.length === 1 && steps[0] && isExact) {
      if (steps[0] === this.named) return this.showNamed();
      this.board.preview(steps[0], choices.pieces);
      this.host.preview(this.leaving(steps[0]));
      return;
    }
    if (this.named) return this.showNamed();
    this.showCarried();
    this.host.preview(this.prompt());
  }

  /** Describe what a step removes from the board, for example "Black 3, White 1". */
  private leaving(step: StepChoice): string {
    const counts = new Map<number, number>();
    const count = (piece: Piece | undefined, by: number) => {
      if (piece && isThing(piece) && piece.side !== null) counts.set(piece.side, (counts.get(piece.side) ?? 0) + by);
    };
    const on = (cell: number | undefined) => this.choices?.pieces.some((piece) => piece.cell === cell && isThing(piece));
    // If the first cell is empty, the step adds a new piece, which does not offset a removed one.
    const mover = this.choices?.side ?? null;
    if (mover !== null && step.touch.length > 0 && !on(step.touch[0])) counts.set(mover, 1);
    for (const index of step.gone ?? []) count(this.choices?.pieces[index], 1);
    for (const piece of step.new ?? []) count(piece, -1);
    const list = [...counts].filter(([, n]) => n > 0).sort().map(([side, n]) => `${sideName(this.board.shape.sides, side)} ${n}`);
    return list.length > 0 ? t("table.leaving", { list: list.join(", ") }) : "";
  }

  // --- menu for several steps with the same cells ---

  private openMenu(candidates: Candidate[], cell: number, isModal: boolean): void {
    this.closeMenu();
    const menu = h("div", { class: "menu", role: "menu", "aria-label": t("table.choose") });
    for (const step of unique(candidates)) menu.append(this.menuItem(step));
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
    const label = step.label ? term("label", step.label.text) : step.text;
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
    item.append(h("span", {}, step.label ? label : t("table.confirm", { turn: label }), leaving !== "" && h("small", {}, leaving)));
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
      this.selected = [];
      this.settle(false);
      return;
    }
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
      if (this.selected[this.selected.length - 1] !== drag.cell) this.selected = [drag.cell];
    }
    const length = this.selected.length;
    if (cell === this.selected[length - 1]) return;
    if (length > 1 && cell === this.selected[length - 2]) this.selected = this.selected.slice(0, -1);
    else if (this.isNext(cell)) this.selected = [...this.selected, cell];
    else return;
    playSound("select");
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
        this.select(drag.cell);
      }
      return;
    }
    if (!drag.pans) this.drop(cell);
  }

  /** End a drag: take a complete step, otherwise cancel. */
  private drop(cell: number): void {
    const exact = this.matching(this.selected).filter((candidate) => candidate.touch.length === this.selected.length);
    const ending = this.endingOn(cell);
    const lastSelected = this.selected[this.selected.length - 1] ?? 0;
    if (exact.length > 0 && (cell === lastSelected || cell < 0)) {
      this.choose(exact, lastSelected);
      return;
    }
    if (cell !== lastSelected && ending.length > 0) {
      this.choose(ending, cell);
      return;
    }
    const left = this.left();
    const isShort = this.selected.length > 1 && (cell === lastSelected || cell < 0);
    const attempt = [...this.selected, cell];
    this.selected = [];
    this.settle(false);
    if (isShort) this.showMessage(left === null ? t("table.illegal") : t("table.short", { left: t("table.steps.left", { n: left }) }));
    else if (cell >= 0 && cell !== lastSelected) void this.explainIllegal(attempt);
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.drag?.pointer !== event.pointerId) return;
    this.drag = null;
    this.selected = [];
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

function unique(candidates: readonly Candidate[]): StepChoice[] {
  return [...new Set(candidates.map((candidate) => candidate.step))];
}

/** Return all selection orders.  The two ends of a bridge or a row may be selected in either order: they
 * are cells of one kind that are both occupied or both empty.  A die has a fixed start and end. */
function candidatesOf(choices: Choices, board: BoardView): Candidate[] {
  const on = new Map<number, Piece>();
  for (const piece of choices.pieces) if (isThing(piece)) on.set(piece.cell, piece);
  const firsts = new Set(choices.steps.map((step) => step.touch.slice(0, 2).join()));
  const candidates: Candidate[] = [];
  for (const step of choices.steps) {
    const [a, b, ...rest] = step.touch;
    if (step.touch.length > 0) candidates.push({ step, touch: step.touch });
    if (a === undefined || b === undefined || firsts.has(`${b},${a}`)) continue;
    const one = on.get(a);
    const other = on.get(b);
    const isPair = board.cell(a).kind === board.cell(b).kind && (one === undefined) === (other === undefined);
    if (isPair && !one?.faces && one?.glyph !== "king") candidates.push({ step, touch: [b, a, ...rest] });
  }
  return candidates;
}

function picture(piece: Piece, board: BoardView): SVGElement {
  const svg = s("svg", { class: "board picture", viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  svg.append(draw({ ...piece, marks: [] }, board, board.shape.sides));
  return svg;
}
