// SPDX-License-Identifier: MIT
// Where the cells of a board are: their places, outlines and neighbours, and the cell at a point.  No DOM.

import type { Cell, Shape } from "../backend";
import { UNIT, type Places, type Point } from "./glyphs";

const LARGE_BOARD = 200; // cells; on larger boards the wheel zooms

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** True if the user can select this cell. */
export function isSelectable(cell: Cell): boolean {
  return cell.kind !== "edge";
}

export class Layout implements Places {
  readonly colours: readonly string[];
  readonly box: Box;
  /** Coordinates go along the rim, as on a chessboard. */
  readonly hasRimLabels: boolean;

  constructor(
    readonly shape: Shape,
    readonly turned: boolean,
    hasNames: boolean,
  ) {
    this.colours = shape.colours;
    this.hasRimLabels = shape.cells.every((cell) => cell.corners?.length === 8 && /^[a-z]+\d+$/i.test(cell.label));
    this.box = this.measure(hasNames);
  }

  at(cell: number): Point {
    const [x, y] = this.cell(cell).at;
    const sign = this.turned ? -UNIT : UNIT;
    return { x: x * sign, y: y * sign };
  }

  cell(cell: number): Cell {
    return this.shape.cells[cell] ?? { kind: "field", label: "", at: [0, 0] };
  }

  corners(cell: Cell): Point[] {
    const list: Point[] = [];
    const sign = this.turned ? -UNIT : UNIT;
    const flat = cell.corners ?? [];
    for (let i = 0; i + 1 < flat.length; i += 2) list.push({ x: (flat[i] ?? 0) * sign, y: (flat[i + 1] ?? 0) * sign });
    return list;
  }

  private measure(hasNames: boolean): Box {
    const points = this.shape.cells.flatMap((cell, index) => (cell.corners ? this.corners(cell) : [this.at(index)]));
    const hasDots = this.shape.cells.some((cell) => !cell.corners && cell.kind === "dot");
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const span = (list: number[]) => list.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [Infinity, -Infinity] as const);
    const [[left, right], [top, bottom]] = [span(xs), span(ys)];
    // Coordinates along the rim are at the left and at the bottom.
    const margin = (hasDots ? 0.7 : this.hasRimLabels ? 0.12 : 0.3) * UNIT;
    const rim = this.hasRimLabels && hasNames ? 0.38 * UNIT : 0;
    return { x: left - margin - rim, y: top - margin, width: right - left + 2 * margin + rim, height: bottom - top + 2 * margin + rim };
  }

  get ratio(): number {
    return this.box.width / this.box.height;
  }

  /** True if there are points beside the areas, which have labels of their own. */
  get hasPoints(): boolean {
    return this.shape.cells.some((cell) => cell.kind === "point");
  }

  get isLarge(): boolean {
    return this.shape.cells.length > LARGE_BOARD;
  }

  get middle(): Point {
    const { x, y, width, height } = this.box;
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** The position of a cell as fractions of the board. */
  share(cell: number): [number, number] {
    const { box } = this;
    const at = this.at(cell);
    return [(at.x - box.x) / box.width, (at.y - box.y) / box.height];
  }

  // --- finding cells ---

  /** Return the cell at a point, or -1.  Points win over areas, and selectable points have a larger hit
   * radius. */
  hit(at: Point, may: (cell: number) => boolean): number {
    let best = -1;
    let nearest = Infinity;
    let area = -1;
    for (const [index, cell] of this.shape.cells.entries()) {
      if (!isSelectable(cell)) continue;
      const place = this.at(index);
      const distance = Math.hypot(place.x - at.x, place.y - at.y) / UNIT;
      if (cell.corners) {
        if (distance < 1 && inside(at, this.corners(cell))) area = index;
        continue;
      }
      if (distance >= 0.5 || distance >= nearest) continue;
      const reach = cell.kind === "point" ? (may(index) ? 0.27 : 0.12) : 0.5;
      if (distance < reach) [nearest, best] = [distance, index];
    }
    return best >= 0 ? best : area;
  }

  /** Return the selectable cell for which the measure is least, or -1 if it is infinite for all. */
  nearest(measure: (place: Point, index: number) => number): number {
    let best = -1;
    let least = Infinity;
    for (const [index, cell] of this.shape.cells.entries()) {
      const value = isSelectable(cell) ? measure(this.at(index), index) : Infinity;
      if (value < least) [least, best] = [value, index];
    }
    return best;
  }

  /** Return the nearest cell in a direction; sideways distance counts double. */
  neighbour(from: number, dx: number, dy: number): number {
    const start = this.at(from);
    const found = this.nearest((place, index) => {
      if (index === from) return Infinity;
      const ahead = (place.x - start.x) * dx + (place.y - start.y) * dy;
      const aside = Math.abs((place.x - start.x) * dy - (place.y - start.y) * dx);
      return ahead < 0.2 * UNIT || aside > 1.8 * ahead ? Infinity : ahead + 2 * aside;
    });
    return found < 0 ? from : found;
  }

  /** Return the cell with this label, else the first whose label starts with it, else -1. */
  findLabel(start: string): number {
    const wanted = start.toLowerCase();
    const find = (fits: (label: string) => boolean) => this.shape.cells.findIndex((cell) => isSelectable(cell) && fits(cell.label.toLowerCase()));
    const exact = find((label) => label === wanted);
    return exact >= 0 ? exact : find((label) => label.startsWith(wanted));
  }
}

function inside(at: Point, corners: readonly Point[]): boolean {
  let sign = 0;
  for (let i = 0; i < corners.length; i++) {
    const a = corners[i];
    const b = corners[(i + 1) % corners.length];
    if (!a || !b) return false;
    const cross = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
    if (cross === 0) continue;
    if (sign === 0) sign = Math.sign(cross);
    else if (Math.sign(cross) !== sign) return false;
  }
  return true;
}
