// SPDX-License-Identifier: MIT
// The visible part of a board: zoom and pan, and screen coordinates.

import { LABELLED_CELLS_MAX } from "./background";
import { round, UNIT, type Point } from "./glyphs";
import type { Box, Layout } from "./layout";

const ZOOM_MAX = 6;

export class Camera {
  private view: Box;
  private listener: () => void = () => {};

  constructor(
    private readonly layout: Layout,
    private readonly svg: SVGSVGElement,
  ) {
    this.view = { ...layout.box };
    this.show();
  }

  onView(listener: () => void): void {
    this.listener = listener;
  }

  get zoom(): number {
    return this.layout.box.width / this.view.width;
  }

  /** The visible part as fractions of the board: left, top, width, height. */
  get window(): [number, number, number, number] {
    const { view, layout: { box } } = this;
    return [(view.x - box.x) / box.width, (view.y - box.y) / box.height, view.width / box.width, view.height / box.height];
  }

  /** Where the pieces of a player go when they leave the board. */
  home(isBelow: boolean): Point {
    const { x, y, width, height } = this.view;
    return { x: x + width / 2, y: isBelow ? y + height + UNIT : y - UNIT };
  }

  zoomBy(factor: number, about?: Point): void {
    const { view, layout: { box } } = this;
    const zoom = Math.min(ZOOM_MAX, Math.max(1, this.zoom * factor));
    const centre = about ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const scale = box.width / zoom / view.width;
    this.set(centre.x - (centre.x - view.x) * scale, centre.y - (centre.y - view.y) * scale, box.width / zoom);
  }

  panBy(dx: number, dy: number): void {
    this.set(this.view.x - dx, this.view.y - dy, this.view.width);
  }

  /** Centre the view on a point given as fractions of the board. */
  lookAt(x: number, y: number): void {
    const { view, layout: { box } } = this;
    this.set(box.x + x * box.width - view.width / 2, box.y + y * box.height - view.height / 2, view.width);
  }

  /** Pan, if need be, so that a cell is visible. */
  reveal(cell: number): void {
    if (this.zoom <= 1.01) return;
    const at = this.layout.at(cell);
    const { x, y, width, height } = this.view;
    const isSeen = Math.abs(at.x - x - width / 2) < 0.4 * width && Math.abs(at.y - y - height / 2) < 0.4 * height;
    if (!isSeen) this.set(at.x - width / 2, at.y - height / 2, width);
  }

  private set(x: number, y: number, width: number): void {
    const { box } = this.layout;
    const height = (width / box.width) * box.height;
    const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
    this.view = { x: within(x, box.x, box.x + box.width - width), y: within(y, box.y, box.y + box.height - height), width, height };
    this.show();
    this.listener();
  }

  private show(): void {
    const { x, y, width, height } = this.view;
    this.svg.setAttribute("viewBox", [x, y, width, height].map(round).join(" "));
    this.svg.classList.toggle("zoomed", this.zoom > 1.6 || this.layout.shape.cells.length <= LABELLED_CELLS_MAX);
    this.svg.classList.toggle("partial", this.zoom > 1.01);
  }

  /** Convert screen coordinates to board coordinates. */
  toBoard(x: number, y: number): Point {
    const matrix = this.svg.getScreenCTM();
    return matrix ? moved({ x, y }, matrix.inverse()) : { x: 0, y: 0 };
  }

  toScreen(cell: number): Point {
    const matrix = this.svg.getScreenCTM();
    const at = this.layout.at(cell);
    return matrix ? moved(at, matrix) : at;
  }

  /** The size of a board unit in screen pixels. */
  cellPixels(): number {
    return UNIT * (this.svg.getScreenCTM()?.a ?? 1);
  }
}

function moved(at: Point, matrix: DOMMatrix): Point {
  const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(matrix);
  return { x, y };
}
