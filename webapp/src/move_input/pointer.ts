// SPDX-License-Identifier: MIT
// Mouse, pen and fingers: clicks select cells, drags follow paths or pan, the wheel and two fingers zoom.

import type { BoardView } from "../board";
import type { Point } from "../board/glyphs";
import type { CellInput } from "./entry";

const CLICK_REACH = 8; // pixels that a click may move
const FINGER_CELL = 20; // pixels; a tap on smaller cells zooms in instead of selecting
const FINGER_ZOOM = 38;

interface Drag {
  pointer: number;
  cell: number;
  start: Point;
  last: Point;
  moved: boolean;
  pans: boolean;
}

export class PointerInput {
  private drag: Drag | null = null;
  private readonly fingers = new Map<number, Point>();

  constructor(
    private readonly entry: CellInput,
    private readonly board: BoardView,
  ) {
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.cancel(event));
    svg.addEventListener("pointerleave", () => this.hover(-1));
    svg.addEventListener("click", (event) => this.click(event));
    // A second button of the mouse is no pointerdown.
    svg.addEventListener("mousedown", (event) => event.button === 2 && (event.buttons & 1) !== 0 && entry.announceNext());
    svg.addEventListener("contextmenu", (event) => entry.announcements.length > 0 && event.preventDefault());
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  private cellAt(event: PointerEvent): number {
    return this.board.layout.hit(this.board.camera.toBoard(event.clientX, event.clientY), this.entry.maySelect);
  }

  private hover(cell: number): void {
    if (this.drag?.moved) return;
    this.board.svg.classList.toggle("pointing", cell >= 0 && this.entry.isActive && this.entry.maySelect(cell));
    this.entry.hover(cell);
  }

  /** Assistive technology clicks on a cell without a pointer.  Pointers never hit a cell, only the drawing. */
  private click(event: MouseEvent): void {
    const cell = (event.target as Element).closest<SVGElement>(".cell")?.dataset.cell;
    if (cell === undefined) return;
    this.board.finish();
    this.board.focus(Number(cell), false);
    this.entry.select(Number(cell));
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = { x: event.clientX, y: event.clientY };
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) {
      this.drag = null;
      this.entry.release();
      return;
    }
    this.board.finish();
    const cell = this.cellAt(event);
    this.drag = { pointer: event.pointerId, cell, start: at, last: at, moved: false, pans: !this.entry.canDrag(cell) };
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
    const { drag } = this;
    if (!drag || drag.pointer !== event.pointerId) {
      if (event.pointerType === "mouse") this.hover(this.cellAt(event));
      return;
    }
    if (drag.pans) this.pan(drag, at);
    else this.follow(drag, at);
    drag.last = at;
  }

  private pan(drag: Drag, at: Point): void {
    if (Math.hypot(at.x - drag.start.x, at.y - drag.start.y) > CLICK_REACH) drag.moved = true;
    if (!drag.moved || this.board.camera.zoom <= 1.01) return;
    const a = this.board.camera.toBoard(drag.last.x, drag.last.y);
    const b = this.board.camera.toBoard(at.x, at.y);
    this.board.camera.panBy(b.x - a.x, b.y - a.y);
  }

  private pinch(pointer: number, before: Point, at: Point): void {
    const other = [...this.fingers].find(([id]) => id !== pointer)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(at.x - other.x, at.y - other.y);
    this.fingers.set(pointer, at);
    if (was > 0) this.board.camera.zoomBy(is / was, this.board.camera.toBoard((at.x + other.x) / 2, (at.y + other.y) / 2));
    const a = this.board.camera.toBoard(before.x, before.y);
    const b = this.board.camera.toBoard(at.x, at.y);
    this.board.camera.panBy((b.x - a.x) / 2, (b.y - a.y) / 2);
  }

  /** Follow a pointer from cell to cell; between two events it may have crossed several. */
  private follow(drag: Drag, end: Point): void {
    const from = this.board.camera.toBoard(drag.last.x, drag.last.y);
    const to = this.board.camera.toBoard(end.x, end.y);
    const parts = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 8));
    for (let i = 1; i <= parts; i++) {
      const at = { x: from.x + ((to.x - from.x) * i) / parts, y: from.y + ((to.y - from.y) * i) / parts };
      const cell = this.board.layout.hit(at, this.entry.maySelect);
      if (cell < 0 || (!drag.moved && cell === drag.cell)) continue;
      if (!drag.moved) this.entry.grab(drag.cell);
      drag.moved = true;
      this.entry.follow(cell);
    }
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    const { drag } = this;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.drag = null;
    const cell = this.cellAt(event);
    if (drag.moved) {
      if (!drag.pans) this.entry.drop(cell);
      return;
    }
    const size = this.board.camera.cellPixels();
    if (event.pointerType !== "mouse" && size < FINGER_CELL) {
      this.board.camera.zoomBy(FINGER_ZOOM / size, this.board.camera.toBoard(event.clientX, event.clientY));
      return;
    }
    const wandered = Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y);
    if (drag.cell < 0 || (cell !== drag.cell && wandered >= CLICK_REACH)) return;
    this.board.focus(drag.cell, false);
    this.entry.select(drag.cell);
  }

  private cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.drag?.pointer !== event.pointerId) return;
    const { pans } = this.drag;
    this.drag = null;
    if (!pans) this.entry.release();
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !this.board.layout.isLarge) return;
    event.preventDefault();
    this.board.camera.zoomBy(Math.exp(-event.deltaY / 400), this.board.camera.toBoard(event.clientX, event.clientY));
  }
}
