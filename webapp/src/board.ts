// SPDX-License-Identifier: MIT
// A board, drawn from view data.  One view over its parts: layout, background, regions, pieces, highlights,
// camera, and the cells for keyboards and screen readers.  What a selection means is up to move input.

import type { Effect, Shape, Side } from "./backend";
import { definitions, details, ground } from "./board/background";
import { Camera } from "./board/camera";
import { badge, cellMarks, drawLights, drawSuggestions, lastMove, type Lights } from "./board/highlights";
import { Layout } from "./board/layout";
import { layer, Pieces, type Shown } from "./board/pieces";
import { Reader } from "./board/reader";
import { drawRegions } from "./board/regions";
import { s } from "./dom";
import { isThing } from "./effects";
import { t } from "./i18n";

export interface BoardOptions {
  still?: boolean; // a static picture without input
  named?: boolean; // a static picture with coordinates
  turned?: boolean; // flipped
  bottom?: () => Side; // the side of the player at the bottom
  label?: string;
}

let boards = 0;

export class BoardView {
  readonly svg: SVGSVGElement;
  private readonly id = `b${++boards}`;
  readonly layout: Layout;
  readonly camera: Camera;
  private readonly pieces: Pieces;
  private readonly reader: Reader | null;
  private readonly innerNames = new Map<number, SVGElement>(); // labels that a piece on the cell would cover
  private readonly layer = { regions: layer("regions"), under: layer("under"), marks: layer("marks"), above: layer("above"), over: layer("over"), suggested: layer("suggested") };

  constructor(
    readonly shape: Shape,
    options: BoardOptions = {},
  ) {
    this.layout = new Layout(shape, options.turned ?? false, !options.still || !!options.named);
    this.svg = s("svg", {
      class: options.still && !options.named ? "board still" : "board",
      role: options.still ? "img" : "group",
      tabindex: options.still ? null : "-1",
      "aria-label": options.label ?? t("table.board"),
      preserveAspectRatio: "xMidYMid meet",
    });
    this.camera = new Camera(this.layout, this.svg);
    const home = (side: number) => this.camera.home(side === (options.bottom?.() ?? 0));
    this.pieces = new Pieces(this.layout, this.svg, home, (position) => this.draw(position), () => this.clear());
    this.reader = options.still ? null : new Reader(this.layout, this.id);
    const { regions, under, marks, above, over, suggested } = this.layer;
    const { pieceLayer, bridgeLayer, effectLayer, ghostLayer } = this.pieces;
    this.svg.append(definitions(this.id), ground(this.layout), regions, details(this.layout, this.innerNames), under, marks, pieceLayer, bridgeLayer, above, effectLayer, suggested, over, ghostLayer);
    if (this.reader) this.svg.append(this.reader.element);
  }

  // --- positions ---

  /** Draw everything of a position except its pieces. */
  private draw(position: Shown): void {
    const { layout, layer } = this;
    const { below, above } = drawRegions(position.regions ?? [], position.pieces, layout);
    layer.regions.replaceChildren(...below);
    layer.above.replaceChildren(...above, ...badge(layout, position));
    layer.marks.replaceChildren(...position.pieces.flatMap((piece) => cellMarks(layout, piece, this.id)));
    layer.under.replaceChildren(...lastMove(layout, position));
    const taken = new Set(position.pieces.filter(isThing).map((piece) => piece.cell));
    for (const [cell, name] of this.innerNames) name.classList.toggle("taken", taken.has(cell));
    this.reader?.describe(position);
  }

  /** Remove what belongs to the position before an animation. */
  private clear(): void {
    this.layer.under.replaceChildren();
    this.layer.above.replaceChildren();
    for (const band of this.layer.regions.querySelectorAll(".choice")) band.remove();
  }

  /** Show a position, after the effects that lead to it. */
  show(position: Shown, effects: readonly Effect[] = []): void {
    this.pieces.show(position, effects);
  }

  /** Correct the position that the animation under way leads to. */
  settle(position: Shown): void {
    this.pieces.settle(position);
  }

  /** End all animations. */
  finish(): void {
    this.pieces.finish();
  }

  light(lights: Lights): void {
    this.layer.over.replaceChildren(...drawLights(this.layout, lights, this.pieces.position.pieces));
    this.reader?.light(lights);
    this.reader?.describe(this.pieces.position);
  }

  /** Draw moves that the engine suggests, best first. */
  suggest(moves: readonly (readonly number[])[]): void {
    this.layer.suggested.replaceChildren(...drawSuggestions(this.layout, moves, this.pieces.position.pieces));
  }

  /** Preview a step. */
  preview(effects: readonly Effect[]): void {
    this.pieces.preview(effects);
  }

  /** Preview a piece on its way, with the number of squares left. */
  carry(paths: readonly (readonly number[])[], left: number | null): void {
    this.pieces.carry(paths, left);
  }

  clearGhosts(): void {
    this.pieces.clearGhosts();
  }

  /** Move the keyboard cursor to a cell, and the focus if `takes`. */
  focus(cell: number, takes = true): void {
    this.reader?.focus(cell, takes);
    if (cell >= 0) this.camera.reveal(cell);
  }

  /** The cell of the keyboard cursor. */
  get focused(): number {
    return this.reader?.focused ?? -1;
  }
}
