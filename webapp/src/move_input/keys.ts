// SPDX-License-Identifier: MIT
// The keyboard on the board: arrows move a cursor from cell to cell, names jump, Enter selects, Escape undoes.

import type { BoardView } from "../board";
import type { Point } from "../board/glyphs";
import type { CellInput } from "./entry";

const TYPING_MS = 2000;
const ARROWS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export class KeyInput {
  private typed = "";
  private typedAt = 0;

  constructor(
    private readonly entry: CellInput,
    private readonly board: BoardView,
    private readonly stage: HTMLElement,
  ) {
    board.svg.addEventListener("keydown", (event) => this.key(event));
    // On the stage, because an SVG element that listens for focus becomes a tab stop itself.
    stage.addEventListener("focusin", this.focused);
    document.addEventListener("keydown", this.escape);
  }

  private focused = (event: FocusEvent): void => {
    const target = event.target as SVGElement;
    const cell = this.board.svg.contains(target) ? Number(target.dataset.cell ?? -1) : -1;
    if (cell >= 0 && cell !== this.board.focused) this.board.focus(cell, false);
    if (cell >= 0) this.entry.hover(cell);
  };

  /** Escape also works if nothing has the focus, as for mouse users. */
  private escape = (event: KeyboardEvent): void => {
    if (!this.stage.isConnected) document.removeEventListener("keydown", this.escape);
    else if (event.key === "Escape" && document.activeElement === document.body) this.entry.back();
  };

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { board, entry } = this;
    const direction = ARROWS[event.key];
    const isTyped = /^[a-z0-9,]$/i.test(event.key);
    // While the board has the focus but no cell has, arrows to the sides step through the moves.
    const hasCursor = event.target !== board.svg;
    if (!isTyped) this.typed = ""; // any other key ends a name
    if (direction && !hasCursor && direction.y === 0) return;
    if (direction) board.focus(hasCursor ? board.layout.neighbour(board.focused, direction.x, direction.y) : board.focused);
    else if (event.key === "Enter" || event.key === " ") {
      if (hasCursor) entry.select(board.focused);
      else board.focus(board.focused);
    } else if (event.key === "Escape") {
      if (!entry.back()) return;
    } else if (event.key === "+" && entry.announcements.length > 0) entry.announceNext();
    else if (event.key === "+" || event.key === "-") board.camera.zoomBy(event.key === "+" ? 1.4 : 1 / 1.4);
    else if (isTyped) this.type(event.key, event.timeStamp);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private type(key: string, now: number): void {
    this.typed = now - this.typedAt < TYPING_MS ? this.typed + key : key;
    this.typedAt = now;
    let cell = this.board.layout.findLabel(this.typed);
    if (cell < 0) {
      this.typed = key;
      cell = this.board.layout.findLabel(key);
    }
    if (cell >= 0) this.board.focus(cell);
  }
}
