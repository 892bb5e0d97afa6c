// SPDX-License-Identifier: MIT
// Draws the board from view data: background, cells, lines, points, coordinates, pieces and highlights.
// It maps pointer positions to cells.  What a selection means is up to move_input.ts.

import type { Cell, Piece, Position, Shape, StepChoice } from "./backend";
import { s } from "./dom";
import { draw, identity, isThing, looks, outline, round, sign, tipped, tone, UNIT, type Places, type Point } from "./glyphs";
import { isMoving } from "./settings";
import { term, sideName, t } from "./i18n";

const MOVE_MS = 220;
const LABELLED_CELLS_MAX = 170;
const ZOOM_MAX = 6;
const LARGE_BOARD = 200; // cells; on larger boards the wheel zooms

export interface BoardOptions {
  still?: boolean; // a static picture without input
  named?: boolean; // a static picture with coordinates
  turned?: boolean; // flipped
  label?: string;
}

export interface Lights {
  targets?: Iterable<number>; // cells that may be selected next
  strong?: boolean; // draw the targets larger
  passing?: ReadonlySet<number>; // targets on the path but not at its end
  chosen?: readonly number[]; // cells selected so far
  last?: readonly number[];
  offending?: readonly number[];
  hint?: readonly number[];
  arrows?: readonly [number, number][]; // from a dot to the spot it leads to
}

let boards = 0;

export class BoardView implements Places {
  readonly svg: SVGSVGElement;
  readonly turned: boolean;
  private readonly cellElements: SVGGElement[] = [];
  private readonly id = `b${++boards}`;
  private readonly layer: Record<"under" | "marks" | "pieces" | "bridges" | "over" | "cells" | "ghosts", SVGGElement>;
  private readonly box: { x: number; y: number; width: number; height: number };
  private view: { x: number; y: number; width: number; height: number };
  private shown = new Map<string, SVGGElement>();
  private pieces: Piece[] = [];
  private current = 0; // the cell with the keyboard focus
  private viewListener: () => void = () => {};

  constructor(
    readonly shape: Shape,
    private readonly options: BoardOptions = {},
  ) {
    this.turned = options.turned ?? false;
    this.box = this.measure();
    this.view = { ...this.box };
    const layer = (name: string) => s("g", { class: `layer-${name}`, "aria-hidden": "true" });
    this.layer = {
      under: layer("under"),
      marks: layer("marks"),
      pieces: layer("pieces"),
      bridges: layer("bridges"),
      over: layer("over"),
      ghosts: layer("ghosts"),
      cells: s("g", { class: "layer-cells" }),
    };
    this.svg = s("svg", {
      class: options.still && !options.named ? "board still" : "board",
      role: options.still ? "img" : "group",
      "aria-label": options.label ?? t("table.board"),
      preserveAspectRatio: "xMidYMid meet",
      focusable: "false",
    });
    this.showView();
    this.svg.append(this.definitions(), this.ground(), this.layer.under, this.layer.marks);
    this.svg.append(this.layer.pieces, this.layer.bridges, this.layer.over, this.layer.ghosts);
    if (!options.still) {
      this.addCells();
      this.svg.append(this.layer.cells);
    }
  }

  // --- geometry ---

  at(cell: number): Point {
    const found = this.shape.cells[cell];
    const sign = this.turned ? -UNIT : UNIT;
    return found ? { x: found.at[0] * sign, y: found.at[1] * sign } : { x: 0, y: 0 };
  }

  cell(cell: number): Cell {
    return this.shape.cells[cell] ?? { kind: "field", label: "", at: [0, 0] };
  }

  private corners(cell: Cell): Point[] {
    const list: Point[] = [];
    const sign = this.turned ? -UNIT : UNIT;
    const flat = cell.corners ?? [];
    for (let i = 0; i + 1 < flat.length; i += 2) list.push({ x: (flat[i] ?? 0) * sign, y: (flat[i + 1] ?? 0) * sign });
    return list;
  }

  private isSelectable(cell: Cell): boolean {
    return cell.kind !== "edge";
  }

  private measure(): { x: number; y: number; width: number; height: number } {
    let low = { x: Infinity, y: Infinity };
    let high = { x: -Infinity, y: -Infinity };
    let hasDots = false;
    for (const [index, cell] of this.shape.cells.entries()) {
      if (!cell.corners && cell.kind === "dot") hasDots = true;
      for (const p of cell.corners ? this.corners(cell) : [this.at(index)]) {
        low = { x: Math.min(low.x, p.x), y: Math.min(low.y, p.y) };
        high = { x: Math.max(high.x, p.x), y: Math.max(high.y, p.y) };
      }
    }
    // Coordinates along the rim are at the left and at the bottom.
    const margin = (hasDots ? 0.7 : this.hasRimLabels() ? 0.12 : 0.3) * UNIT;
    const rim = this.hasRimLabels() && (!this.options.still || this.options.named) ? 0.38 * UNIT : 0;
    return {
      x: low.x - margin - rim,
      y: low.y - margin,
      width: high.x - low.x + 2 * margin + rim,
      height: high.y - low.y + 2 * margin + rim,
    };
  }

  /** True if coordinates go along the rim, as on a chessboard. */
  private hasRimLabels(): boolean {
    return this.shape.cells.every((cell) => cell.corners?.length === 8 && /^[a-z]+\d+$/i.test(cell.label));
  }

  get ratio(): number {
    return this.box.width / this.box.height;
  }

  get wholeBox(): string {
    const { x, y, width, height } = this.box;
    return [x, y, width, height].map(round).join(" ");
  }

  get isLarge(): boolean {
    return this.shape.cells.length > LARGE_BOARD;
  }

  // --- static parts, drawn once ---

  private definitions(): SVGElement {
    return s(
      "defs",
      {},
      s(
        "pattern",
        { id: `${this.id}-hatch`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("path", { class: "hatchline", d: "M0 0V7" }),
      ),
    );
  }

  private ground(): SVGElement {
    const group = s("g", { class: "layer-ground", "aria-hidden": "true" });
    for (const [index, cell] of this.shape.cells.entries()) if (cell.corners) group.append(this.area(index, cell));
    group.append(this.lines(), ...this.points(), ...this.names());
    return group;
  }

  private place(index: number): string {
    const at = this.at(index);
    return `translate(${round(at.x)} ${round(at.y)})`;
  }

  private area(index: number, cell: Cell): SVGElement {
    const isEdge = cell.kind === "edge";
    const even = cell.corners?.length === 8 && (Math.round(cell.at[0]) + Math.round(cell.at[1])) % 2 === 0;
    const names = ["area", `kind-${cell.kind}`, even ? "even" : "", isEdge ? tone(cell.label) : ""];
    const group = s("g", { class: names.filter(Boolean).join(" "), transform: this.place(index) });
    group.append(s("polygon", { points: outline(cell, 1, this.turned) }));
    if (isEdge && tone(cell.label)) group.append(this.edgeSign(cell));
    if (cell.kind === "goal")
      for (const inset of [0.82, 0.6]) group.append(s("polygon", { class: "goalsign", points: outline(cell, inset, this.turned) }));
    return group;
  }

  private edgeSign(cell: Cell): SVGElement {
    const mark = sign(cell.label, 0.09);
    const group = s("g", { class: "edgesign" }, mark);
    return group;
  }

  private lines(): SVGElement {
    let d = "";
    const lines = this.shape.lines;
    for (let i = 0; i + 1 < lines.length; i += 2) {
      const from = this.at(lines[i] ?? 0);
      const to = this.at(lines[i + 1] ?? 0);
      d += `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
    }
    return s("path", { class: "line", d: d || "M0 0" });
  }

  private points(): SVGElement[] {
    const list: SVGElement[] = [];
    for (const [index, cell] of this.shape.cells.entries()) {
      if (cell.corners) continue;
      const at = this.at(index);
      const radius = cell.kind === "dot" ? 0.1 : 0.075;
      list.push(s("circle", { class: `point kind-${cell.kind}`, cx: round(at.x), cy: round(at.y), r: radius * UNIT }));
    }
    return list;
  }

  private label(name: string, text: string, x: number, y: number): SVGElement {
    return s("text", { class: `label ${name}`, x: round(x), y: round(y), dy: ".35em" }, text);
  }

  private names(): SVGElement[] {
    const list: SVGElement[] = [];
    const box = this.box;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    if (this.hasRimLabels()) return this.rimNames();
    const isCrowded = this.shape.cells.length > LABELLED_CELLS_MAX;
    for (const [index, cell] of this.shape.cells.entries()) {
      const at = this.at(index);
      if (cell.kind === "dot") {
        const dx = at.x - middle.x;
        const dy = at.y - middle.y;
        const away = Math.hypot(dx, dy) || 1;
        list.push(this.label("rim", cell.label, at.x + (0.42 * UNIT * dx) / away, at.y + (0.42 * UNIT * dy) / away));
      } else if (cell.corners && cell.kind !== "edge") {
        list.push(this.label(isCrowded ? "inner crowded" : "inner", cell.label, at.x, at.y + this.labelDrop(cell)));
      }
    }
    return list;
  }

  /** The offset of the label from the centre of its cell: below it, or above it in a triangle that points
   * down. */
  private labelDrop(cell: Cell): number {
    const corners = this.corners(cell);
    const middle = corners.reduce((sum, p) => sum + p.y, 0) / Math.max(corners.length, 1);
    if (corners.length !== 3) return 0.33 * UNIT;
    const below = corners.filter((p) => p.y > middle).length;
    return (below === 2 ? 0.17 : -0.17) * UNIT;
  }

  private rimNames(): SVGElement[] {
    const list: SVGElement[] = [];
    const box = this.box;
    const columns = new Map<string, number>();
    const rows = new Map<string, number>();
    for (const [index, cell] of this.shape.cells.entries()) {
      const parts = /^([a-z]+)(\d+)$/i.exec(cell.label);
      if (!parts) continue;
      columns.set(parts[1] ?? "", this.at(index).x);
      rows.set(parts[2] ?? "", this.at(index).y);
    }
    for (const [name, x] of columns) list.push(this.label("rim", name, x, box.y + box.height - 0.25 * UNIT));
    for (const [name, y] of rows) list.push(this.label("rim", name, box.x + 0.25 * UNIT, y));
    return list;
  }

  // --- pieces ---

  /** Show the pieces of a position and animate the change.  `path` lists the cells of the last move. */
  show(position: Position, path: readonly number[] = [], animate = true): void {
    const before = this.shown;
    const old = this.pieces;
    const fresh: { piece: Piece; element: SVGGElement }[] = [];
    this.shown = new Map();
    this.pieces = position.pieces;
    this.clearGhosts();
    this.layer.marks.replaceChildren();
    for (const piece of position.pieces) {
      if (!isThing(piece)) {
        this.layer.marks.append(...this.cellMarks(piece));
        continue;
      }
      this.layer.marks.append(...this.cellMarks(piece));
      const key = identity(piece);
      const element = draw(piece, this, this.shape.sides);
      element.setAttribute("transform", this.place(piece.cell));
      const kept = before.get(key);
      if (kept) {
        kept.replaceWith(element);
        before.delete(key);
      } else {
        (piece.glyph === "bridge" ? this.layer.bridges : this.layer.pieces).append(element);
        fresh.push({ piece, element });
      }
      this.shown.set(key, element);
    }
    this.layer.marks.append(...this.chains());
    const left = old.filter((piece) => before.has(identity(piece)));
    if (animate && isMoving() && old.length + left.length > 0) this.animate(fresh, left, old, path, before);
    for (const element of before.values()) if (!element.dataset.leaving) element.remove();
    this.describe();
  }

  /** Draw lines between adjacent pieces of the winning chain or fence. */
  private chains(): SVGElement[] {
    const list: SVGElement[] = [];
    for (const mark of ["chain", "fence"] as const) {
      const part = this.pieces.filter((piece) => piece.glyph !== "bridge" && piece.marks?.includes(mark));
      let d = "";
      for (const [i, one] of part.entries())
        for (const other of part.slice(i + 1)) {
          const a = this.at(one.cell);
          const b = this.at(other.cell);
          if (Math.hypot(a.x - b.x, a.y - b.y) < 1.05 * UNIT) d += `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`;
        }
      if (d) list.push(s("path", { class: `chainline ${mark}`, d }));
    }
    return list;
  }

  private cellMarks(piece: Piece): SVGElement[] {
    const list: SVGElement[] = [];
    const cell = this.cell(piece.cell);
    for (const mark of piece.marks ?? []) {
      if (mark !== "covered" && mark !== "blocked") continue;
      if (cell.corners)
        list.push(
          s("polygon", {
            class: `hatch ${mark}`,
            points: outline(cell, 0.94, this.turned),
            transform: this.place(piece.cell),
            fill: `url(#${this.id}-hatch)`,
          }),
        );
      else list.push(s("circle", { class: `taken ${mark}`, r: 0.13 * UNIT, transform: this.place(piece.cell) }));
    }
    return list;
  }

  private animate(
    fresh: { piece: Piece; element: SVGGElement }[],
    left: Piece[],
    old: readonly Piece[],
    path: readonly number[],
    before: Map<string, SVGGElement>,
  ): void {
    const pushed = this.pushAlong(path, old);
    const gone = left.filter((piece) => !pushed.has(piece.cell));
    for (const { piece, element } of fresh) {
      if (pushed.has(piece.cell)) continue;
      const from = this.comesFrom(piece, gone, path);
      if (from) {
        gone.splice(gone.indexOf(from), 1);
        if (piece.faces && path.length > 1 && path[0] === from.cell) this.roll(piece, from, element, path);
        else this.slide(element, this.at(from.cell), this.at(piece.cell));
      } else {
        element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVE_MS, easing: "ease-out" });
      }
    }
    for (const piece of gone) {
      const element = before.get(identity(piece));
      if (!element) continue;
      element.dataset.leaving = "yes";
      const fade = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: MOVE_MS, easing: "ease-in" });
      fade.onfinish = () => element.remove();
      fade.oncancel = () => element.remove();
    }
  }

  /** Animate a push: the new piece enters from a dot, and the pieces before it slide by one.  Return the
   * cells of the pieces that moved. */
  private pushAlong(path: readonly number[], old: readonly Piece[]): Set<number> {
    const moved = new Set<number>();
    const [dot, first] = path;
    if (dot === undefined || first === undefined || this.cell(dot).kind !== "dot") return moved;
    const a = this.at(dot);
    const b = this.at(first);
    const cells = [dot, first];
    const isTaken = (cell: number) => old.some((piece) => piece.cell === cell && isThing(piece));
    for (let last = first; isTaken(last) && cells.length < 40; last = cells[cells.length - 1] ?? last) {
      const from = this.at(last);
      const next = this.cellNear({ x: from.x + b.x - a.x, y: from.y + b.y - a.y });
      if (next < 0 || this.cell(next).kind === "dot") break;
      cells.push(next);
    }
    for (let i = 1; i < cells.length; i++) {
      const cell = cells[i] ?? 0;
      const piece = this.pieces.find((one) => one.cell === cell && isThing(one));
      const element = piece && this.shown.get(identity(piece));
      if (!element) continue;
      this.slide(element, this.at(cells[i - 1] ?? 0), this.at(cell));
      moved.add(cell);
    }
    return moved;
  }

  private cellNear(at: Point): number {
    return this.shape.cells.findIndex((_, i) => Math.hypot(this.at(i).x - at.x, this.at(i).y - at.y) < 0.1 * UNIT);
  }

  /** Return the removed piece that most likely became this one: it looks the same and was near, or it is
   * the die that moved along `path`. */
  private comesFrom(piece: Piece, gone: readonly Piece[], path: readonly number[]): Piece | null {
    let best: Piece | null = null;
    let nearest = Infinity;
    if (piece.glyph === "bridge") return null;
    for (const other of gone) {
      const onWay = path[0] === other.cell && path[path.length - 1] === piece.cell;
      const alike = piece.faces ? other.glyph === piece.glyph && other.side === piece.side : looks(other) === looks(piece);
      if (!alike || (piece.faces && !onWay)) continue;
      const a = this.at(other.cell);
      const b = this.at(piece.cell);
      const distance = Math.hypot(a.x - b.x, a.y - b.y);
      if (distance < nearest && (onWay || distance < 1.6 * UNIT)) {
        nearest = distance;
        best = other;
      }
    }
    return best;
  }

  private slide(element: SVGGElement, from: Point, to: Point): void {
    element.parentNode?.append(element);
    element.animate(
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
      { duration: MOVE_MS, easing: "ease-in-out" },
    );
  }

  /** Animate a rolling die: one ghost per square of its path, one after the other. */
  private roll(piece: Piece, from: Piece, element: SVGGElement, path: readonly number[]): void {
    const each = Math.min(90, 270 / (path.length - 1));
    let faces = from.faces ?? [];
    element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: each * (path.length - 1) });
    for (let i = 1; i < path.length; i++) {
      const a = this.cell(path[i - 1] ?? 0).at;
      const b = this.cell(path[i] ?? 0).at;
      faces = tipped(faces, b[0] - a[0], b[1] - a[1]);
      const ghost = draw({ ...piece, faces, cell: path[i] ?? 0 }, this, this.shape.sides);
      ghost.setAttribute("transform", this.place(path[i - 1] ?? 0));
      ghost.setAttribute("opacity", "0");
      this.layer.ghosts.append(ghost);
      const start = this.at(path[i - 1] ?? 0);
      const end = this.at(path[i] ?? 0);
      const motion = ghost.animate(
        [
          { transform: `translate(${start.x}px, ${start.y}px)`, opacity: 1 },
          { transform: `translate(${end.x}px, ${end.y}px)`, opacity: 1 },
        ],
        { duration: each, delay: each * (i - 1), easing: "ease-in-out" },
      );
      motion.onfinish = () => ghost.remove();
    }
  }

  // --- highlights: targets, last move, offending cells ---

  light(lights: Lights): void {
    const under: SVGElement[] = [];
    const over: SVGElement[] = [];
    for (const cell of new Set(lights.last ?? [])) under.push(this.spotlight(cell, "last", 0.98));
    for (const cell of lights.offending ?? []) over.push(this.spotlight(cell, "offending", 0.92));
    for (const cell of lights.hint ?? []) over.push(this.spotlight(cell, "hint", 0.8));
    for (const cell of lights.chosen ?? []) over.push(this.spotlight(cell, "chosen", 0.92));
    const targets = new Set(lights.targets ?? []);
    for (const [from, to] of lights.arrows ?? []) over.push(this.arrow(from, to));
    const pointed = new Set((lights.arrows ?? []).map((arrow) => arrow[0]));
    for (const cell of targets) if (!pointed.has(cell)) over.push(this.target(cell, (lights.strong ?? false) && !lights.passing?.has(cell)));
    this.layer.under.replaceChildren(...under);
    this.layer.over.replaceChildren(...over);
    for (const [index, element] of this.cellElements.entries())
      element.classList.toggle("may", targets.has(index));
    this.describe(targets, lights);
  }

  private spotlight(index: number, name: string, inset: number): SVGElement {
    const cell = this.cell(index);
    const transform = this.place(index);
    if (cell.corners) return s("polygon", { class: `light ${name}`, points: outline(cell, inset, this.turned), transform });
    const radius = (cell.kind === "field" ? 0.46 : 0.22) * UNIT;
    return s("circle", { class: `light ${name}`, r: radius, transform });
  }

  private target(index: number, strong: boolean): SVGElement {
    const cell = this.cell(index);
    const occupied = this.pieces.some((piece) => piece.cell === index && isThing(piece) && piece.glyph !== "bridge");
    const transform = this.place(index);
    if (occupied && cell.corners)
      return s("polygon", { class: "target ring", points: outline(cell, 0.95, this.turned), transform });
    if (occupied) return s("circle", { class: "target ring", r: 0.45 * UNIT, transform });
    const small = cell.corners?.length === 8 ? 0.075 : 0.055;
    const radius = cell.kind === "point" ? 0.12 : strong ? 0.15 : small;
    return s("circle", { class: strong ? "target strong" : "target", r: radius * UNIT, transform });
  }

  /** Draw a usable dot as an arrow. */
  private arrow(from: number, to: number): SVGElement {
    const a = this.at(from);
    const b = this.at(to);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const transform = `${this.place(from)} rotate(${round(angle)})`;
    return s("path", { class: "target arrow", d: "M15.5 0L6.5 -4.6V4.6Z", transform });
  }

  // --- previews ---

  clearGhosts(): void {
    this.layer.ghosts.replaceChildren();
    for (const element of this.shown.values()) element.classList.remove("fading");
  }

  /** Preview a step: removed pieces fade, new pieces are translucent. */
  preview(step: StepChoice, pieces: readonly Piece[]): void {
    this.clearGhosts();
    for (const index of step.gone ?? []) {
      const piece = pieces[index];
      if (piece) this.shown.get(identity(piece))?.classList.add("fading");
    }
    for (const piece of step.new ?? []) {
      if (!isThing(piece)) continue;
      const ghost = draw({ ...piece, marks: [] }, this, this.shape.sides);
      ghost.setAttribute("transform", this.place(piece.cell));
      ghost.classList.add("ghost");
      this.layer.ghosts.append(ghost);
    }
  }

  /** Show the piece of the first cell moved along the path, with the number of squares left. */
  carry(path: readonly number[], left: number | null): void {
    this.clearGhosts();
    const first = this.pieces.find((piece) => piece.cell === path[0] && isThing(piece));
    if (!first) return;
    let piece = first;
    for (let i = 1; i < path.length; i++) {
      const a = this.cell(path[i - 1] ?? 0).at;
      const b = this.cell(path[i] ?? 0).at;
      const cell = path[i] ?? 0;
      piece = { ...piece, cell };
      if (piece.faces) piece.faces = tipped(piece.faces, b[0] - a[0], b[1] - a[1]);
    }
    if (path.length > 1) {
      this.shown.get(identity(first))?.classList.add("fading");
      const points = path.map((cell) => this.at(cell));
      this.layer.ghosts.append(
        s("path", { class: "path", d: "M" + points.map((p) => `${round(p.x)} ${round(p.y)}`).join("L") }),
      );
      const ghost = draw({ ...piece, marks: [] }, this, this.shape.sides);
      ghost.setAttribute("transform", this.place(piece.cell));
      ghost.classList.add("carried");
      this.layer.ghosts.append(ghost);
      this.tip(ghost, path);
    }
    if (left !== null) {
      const at = this.at(path[path.length - 1] ?? 0);
      const counter = s("g", { class: "counter", transform: `translate(${round(at.x + 17)} ${round(at.y - 17)})` });
      counter.append(s("circle", { r: 8.5 }), s("text", { dy: ".35em" }, String(left)));
      this.layer.ghosts.append(counter);
    }
  }

  private tip(ghost: SVGGElement, path: readonly number[]): void {
    if (!isMoving()) return;
    const from = this.at(path[path.length - 2] ?? 0);
    const to = this.at(path[path.length - 1] ?? 0);
    ghost.animate(
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
      { duration: 90, easing: "ease-out" },
    );
  }

  // --- pointers ---

  /** Convert screen coordinates to board coordinates. */
  toBoard(x: number, y: number): Point {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  toScreen(cell: number): Point {
    const matrix = this.svg.getScreenCTM();
    const at = this.at(cell);
    if (!matrix) return at;
    const point = new DOMPoint(at.x, at.y).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }

  /** The size of a board unit in screen pixels. */
  cellPixels(): number {
    return UNIT * (this.svg.getScreenCTM()?.a ?? 1);
  }

  /** Return the cell at a point, or -1.  Points win over areas, and selectable points have a larger hit
   * radius. */
  hit(at: Point, may: (cell: number) => boolean): number {
    let best = -1;
    let nearest = Infinity;
    let area = -1;
    for (const [index, cell] of this.shape.cells.entries()) {
      if (!this.isSelectable(cell)) continue;
      const place = this.at(index);
      const distance = Math.hypot(place.x - at.x, place.y - at.y) / UNIT;
      if (cell.corners) {
        if (distance < 1 && inside(at, this.corners(cell))) area = index;
      } else {
        const reach = cell.kind === "point" ? (may(index) ? 0.27 : 0.12) : 0.5;
        if (distance < reach && distance < nearest) {
          nearest = distance;
          best = index;
        }
      }
    }
    return best >= 0 ? best : area;
  }

  // --- keyboard and screen readers ---

  private addCells(): void {
    for (const [index, cell] of this.shape.cells.entries()) {
      const isCell = this.isSelectable(cell);
      const element = s("g", { class: "cell", transform: this.place(index) });
      if (isCell) {
        element.setAttribute("role", "button");
        element.setAttribute("tabindex", "-1");
        element.id = `${this.id}-c${index}`;
        element.dataset.cell = String(index);
        element.append(
          cell.corners
            ? s("polygon", { class: "focus", points: outline(cell, 0.93, this.turned) })
            : s("circle", { class: "focus", r: (cell.kind === "point" ? 0.2 : 0.42) * UNIT }),
        );
      }
      this.cellElements.push(element);
      if (isCell) this.layer.cells.append(element);
    }
    this.current = this.middleCell();
    this.cellElements[this.current]?.setAttribute("tabindex", "0");
  }

  private middleCell(): number {
    const middle = { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
    return this.nearest((place) => Math.hypot(place.x - middle.x, place.y - middle.y));
  }

  private nearest(measure: (place: Point, index: number) => number): number {
    let best = -1;
    let least = Infinity;
    for (const [index, cell] of this.shape.cells.entries()) {
      if (!this.isSelectable(cell)) continue;
      const value = measure(this.at(index), index);
      if (value < least) {
        least = value;
        best = index;
      }
    }
    return best;
  }

  get focused(): number {
    return this.current;
  }

  focus(cell: number, take = true): void {
    if (cell < 0 || !this.cellElements[cell]) return;
    this.cellElements[this.current]?.setAttribute("tabindex", "-1");
    this.current = cell;
    const element = this.cellElements[cell];
    element?.setAttribute("tabindex", "0");
    if (take) element?.focus({ preventScroll: true });
    this.reveal(cell);
  }

  /** Return the nearest cell in a direction; sideways distance counts double. */
  neighbour(from: number, dx: number, dy: number): number {
    const start = this.at(from);
    const found = this.nearest((place, index) => {
      if (index === from) return Infinity;
      const ahead = (place.x - start.x) * dx + (place.y - start.y) * dy;
      const aside = Math.abs((place.x - start.x) * dy - (place.y - start.y) * dx);
      if (ahead < 0.2 * UNIT || aside > 1.8 * ahead) return Infinity;
      return ahead + 2 * aside;
    });
    return found < 0 ? from : found;
  }

  findLabel(start: string): number {
    const wanted = start.toLowerCase();
    const exact = this.shape.cells.findIndex((c) => this.isSelectable(c) && c.label.toLowerCase() === wanted);
    if (exact >= 0) return exact;
    return this.shape.cells.findIndex((c) => this.isSelectable(c) && c.label.toLowerCase().startsWith(wanted));
  }

  private lastTargets: Set<number> = new Set();
  private lastLights: Lights = {};

  /** Update the label of each cell for screen readers: name, content and state. */
  private describe(targets: Set<number> = this.lastTargets, lights: Lights = this.lastLights): void {
    this.lastTargets = targets;
    this.lastLights = lights;
    if (this.options.still) return;
    const on = new Map<number, string[]>();
    const add = (cell: number, text: string) => {
      if (text) on.set(cell, [...(on.get(cell) ?? []), text]);
    };
    for (const piece of this.pieces) {
      for (const text of this.pieceLabels(piece)) add(piece.cell, text);
      if (piece.glyph === "bridge" && piece.cell2 !== undefined) add(piece.cell2, this.bridgeLabel(piece, piece.cell));
    }
    const last = new Set(lights.last ?? []);
    const offending = new Set(lights.offending ?? []);
    const chosen = new Set(lights.chosen ?? []);
    for (const [index, element] of this.cellElements.entries()) {
      const cell = this.cell(index);
      if (!this.isSelectable(cell)) continue;
      const parts = [[term("kind", cell.kind), cell.label].filter(Boolean).join(" ")];
      parts.push(...(on.get(index) ?? [t("cell.empty")]));
      if (last.has(index)) parts.push(t("cell.last"));
      if (chosen.has(index)) parts.push(t("cell.chosen"));
      if (offending.has(index)) parts.push(t("cell.offending"));
      if (targets.has(index)) parts.push(t("cell.may"));
      const label = parts.join(", ");
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    }
  }

  private bridgeLabel(piece: Piece, other: number): string {
    return t("cell.bridge", {
      side: piece.side === null ? "" : sideName(this.shape.sides, piece.side),
      cell: this.cell(other).label,
    });
  }

  private pieceLabels(piece: Piece): string[] {
    if (piece.glyph === "bridge" && piece.cell2 !== undefined) return [this.bridgeLabel(piece, piece.cell2)];
    const [top = 0, north = 0, east = 0, south = 0, west = 0] = piece.faces ?? [];
    const side = piece.side === null ? "" : sideName(this.shape.sides, piece.side);
    const text = term("text", piece.text ?? "");
    const name = term("piece", piece.glyph, piece.glyph)
      .replace("{side}", side)
      .replace("{text}", text)
      .replace("{top}", String(top))
      .replace("{north}", String(north))
      .replace("{east}", String(east))
      .replace("{south}", String(south))
      .replace("{west}", String(west));
    return [isThing(piece) ? name : "", ...(piece.marks ?? []).map((mark) => term("mark", mark))];
  }

  // --- zoom and pan ---

  onView(listener: () => void): void {
    this.viewListener = listener;
  }

  get zoom(): number {
    return this.box.width / this.view.width;
  }

  /** The visible part as fractions of the board: left, top, width, height. */
  get window(): [number, number, number, number] {
    const { box, view } = this;
    return [
      (view.x - box.x) / box.width,
      (view.y - box.y) / box.height,
      view.width / box.width,
      view.height / box.height,
    ];
  }

  zoomBy(factor: number, about?: Point): void {
    const zoom = Math.min(ZOOM_MAX, Math.max(1, this.zoom * factor));
    const centre = about ?? { x: this.view.x + this.view.width / 2, y: this.view.y + this.view.height / 2 };
    const scale = this.box.width / zoom / this.view.width;
    this.setView(
      centre.x - (centre.x - this.view.x) * scale,
      centre.y - (centre.y - this.view.y) * scale,
      this.box.width / zoom,
    );
  }

  panBy(dx: number, dy: number): void {
    this.setView(this.view.x - dx, this.view.y - dy, this.view.width);
  }

  /** The position of a cell as fractions of the board. */
  share(cell: number): [number, number] {
    const at = this.at(cell);
    return [(at.x - this.box.x) / this.box.width, (at.y - this.box.y) / this.box.height];
  }

  /** Centre the view on a point given as fractions of the board. */
  lookAt(x: number, y: number): void {
    const { box, view } = this;
    this.setView(box.x + x * box.width - view.width / 2, box.y + y * box.height - view.height / 2, view.width);
  }

  private setView(x: number, y: number, width: number): void {
    const height = (width / this.box.width) * this.box.height;
    this.view = {
      x: Math.min(Math.max(x, this.box.x), this.box.x + this.box.width - width),
      y: Math.min(Math.max(y, this.box.y), this.box.y + this.box.height - height),
      width,
      height,
    };
    this.showView();
    this.viewListener();
  }

  private showView(): void {
    const { x, y, width, height } = this.view;
    this.svg.setAttribute("viewBox", [x, y, width, height].map(round).join(" "));
    this.svg.classList.toggle("zoomed", this.zoom > 1.6 || this.shape.cells.length <= LABELLED_CELLS_MAX);
  }

  private reveal(cell: number): void {
    if (this.zoom <= 1.01) return;
    const at = this.at(cell);
    const { x, y, width, height } = this.view;
    const inset = 0.1;
    const isSeen =
      at.x > x + inset * width && at.x < x + (1 - inset) * width && at.y > y + inset * height && at.y < y + (1 - inset) * height;
    if (!isSeen) this.setView(at.x - width / 2, at.y - height / 2, width);
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
