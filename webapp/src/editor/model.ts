// SPDX-License-Identifier: MIT
// The model of the board editor: pieces on cells, the side to move, and whether the backend accepts that as a
// position.  It knows no rules: the pieces to choose from and the reasons come from the backend.  No DOM.

import type { App } from "../app";
import type { Board, Piece, Shape, Side } from "../backend";
import { errorText, sentence } from "../words";

/** A piece of the palette on a cell; on two cells, if it connects them. */
export interface Placed {
  look: number; // index in the palette
  cell: number;
  cell2?: number | undefined;
}

export const ERASER = -1;

/** What distinguishes pieces besides their cells. */
function lookOf({ glyph, side, colour, text, faces, cell2 }: Piece): string {
  return JSON.stringify([glyph, side, colour, text, faces, cell2 !== undefined]);
}

export class EditorModel {
  shape: Shape | null = null;
  palette: Piece[] = [];
  placed: Placed[] = [];
  side: Side = 0;
  chosen = 0; // in the palette, or ERASER
  end: number | null = null; // the first cell of a piece that connects two
  board: Board | null = null; // null: there is no such position
  problem = ""; // why
  turned = false;
  private like = ""; // everything but the pieces comes from this position
  private asked = 0;
  private listener: () => void = () => {};

  constructor(
    private readonly app: App,
    readonly setup: string,
    private readonly position: string,
  ) {}

  onChange(listener: () => void): void {
    this.listener = listener;
  }

  async open(): Promise<void> {
    try {
      this.shape = await this.app.backend.shape(this.setup);
      await this.read(this.position);
    } catch (error) {
      this.problem = sentence(errorText(error));
      this.listener();
    }
  }

  /** Start again from a position; "" is the start of the variant. */
  async read(position: string): Promise<void> {
    const question = ++this.asked;
    try {
      const board = await this.app.backend.board(this.setup, position || undefined);
      const palette = await this.app.backend.palette(this.setup, board.position);
      if (question !== this.asked) return;
      const chosen = this.palette[this.chosen];
      this.palette = palette;
      this.chosen = this.chosen === ERASER ? ERASER : Math.max(0, chosen ? palette.findIndex((piece) => lookOf(piece) === lookOf(chosen)) : 0);
      this.like = board.position;
      this.board = board;
      this.side = board.side ?? 0;
      this.placed = board.pieces.flatMap((piece) => {
        const look = palette.findIndex((one) => lookOf(one) === lookOf(piece));
        return look < 0 ? [] : [{ look, cell: piece.cell, cell2: piece.cell2 }];
      });
      this.problem = "";
      this.end = null;
    } catch (error) {
      if (question === this.asked) this.problem = sentence(errorText(error, this.shape?.game));
    }
    this.listener();
  }

  /** The pieces as the board shows them. */
  get pieces(): Piece[] {
    if (this.board) return this.board.pieces;
    return this.placed.flatMap(({ look, cell, cell2 }) => {
      const piece = this.palette[look];
      return piece ? [{ ...piece, cell, ...(cell2 === undefined ? {} : { cell2 }) }] : [];
    });
  }

  choose(look: number): void {
    this.chosen = look;
    this.end = null;
    this.listener();
  }

  /** Use the chosen piece, or the eraser, on a cell. */
  use(cell: number): void {
    const piece = this.palette[this.chosen];
    if (!piece) {
      this.placed = this.placed.filter((one) => one.cell !== cell && one.cell2 !== cell);
    } else if (piece.cell2 !== undefined) {
      if (this.end === null || this.end === cell) {
        this.end = this.end === cell ? null : cell;
        this.listener();
        return;
      }
      const ends = [this.end, cell].sort((a, b) => a - b);
      const isSame = (one: Placed) => one.cell2 !== undefined && [one.cell, one.cell2].sort((a, b) => a - b).join() === ends.join();
      const wasThere = this.placed.some((one) => isSame(one) && one.look === this.chosen);
      this.placed = this.placed.filter((one) => !isSame(one));
      if (!wasThere) this.placed.push({ look: this.chosen, cell: this.end, cell2: cell });
      this.end = null;
    } else {
      const wasThere = this.placed.some((one) => one.cell === cell && one.look === this.chosen);
      this.placed = this.placed.filter((one) => one.cell2 !== undefined || one.cell !== cell);
      if (!wasThere) this.placed.push({ look: this.chosen, cell });
    }
    void this.check();
  }

  clear(): void {
    this.placed = [];
    void this.check();
  }

  setSide(side: Side): void {
    this.side = side;
    void this.check();
  }

  flip(): void {
    this.turned = !this.turned;
    this.listener();
  }

  /** Ask whether there is such a position. */
  private async check(): Promise<void> {
    const question = ++this.asked;
    this.board = null;
    this.listener();
    const pieces = this.placed.map(({ look, cell, cell2 }) => `${look}@${cell}${cell2 === undefined ? "" : `-${cell2}`}`).join(",");
    try {
      const board = await this.app.backend.arrange(this.setup, this.like, pieces, this.side);
      if (question !== this.asked) return;
      this.board = board;
      this.problem = "";
    } catch (error) {
      if (question !== this.asked) return;
      this.problem = sentence(errorText(error, this.shape?.game));
    }
    this.listener();
  }
}
