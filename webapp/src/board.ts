// SPDX-License-Identifier: MIT
// Draws the board from view data: background, cells, lines, points, coordinates, regions, pieces and
// highlights.  It maps pointer positions to cells.  What a selection means is up to move_input.ts.

import { Animation, type Item, type Scene } from "./animation";
import type { Cell, Effect, Piece, Position, Region, Shape, Side } from "./backend";
import { s } from "./dom";
import { applied, isThing, pieceOn } from "./effects";
import { colourClass, draw, outline, round, sign, tipped, trace, UNIT, type Point } from "./glyphs";
import { drawRegions, through } from "./regions";
import { isMoving, pace } from "./settings";
import { play as playSound } from "./sound";
import { t } from "./i18n";
import { defText, pieceName } from "./words";

const PAUSE_MS = 140; // between the animations of two moves
const LABELLED_CELLS_MAX = 170;
const ZOOM_MAX = 6;
const LARGE_BOARD = 200; // cells; on larger boards the wheel zooms

export interface BoardOptions {
  still?: boolean; // a static picture without input
  named?: boolean; // a static picture with coordinates
  turned?: boolean; // flipped
  bottom?: () => Side; // the side of the player at the bottom
  label?: string;
}

export interface Lights {
  targets?: Iterable<number>; // cells that may be selected next
  strong?: boolean; // draw the targets larger
  passing?: ReadonlySet<number>; // targets on the path but not at its end
  chosen?: readonly number[]; // cells selected so far
  offending?: readonly number[];
  hint?: readonly number[];
  arrows?: readonly [number, number][]; // from a dot to the spot it leads to
}

/** A position that the board shows after the effects that lead to it. */
interface Scheduled {
  position: Shown;
  effects: readonly Effect[];
}

/** The parts of a position that the board draws. */
export type Shown = Pick<Position, "pieces" | "regions" | "last" | "lastEffects">;

let boards = 0;

export class BoardView implements Scene {
  readonly svg: SVGSVGElement;
  readonly turned: boolean;
  readonly colours: readonly string[];
  items: Item[] = [];
  private readonly cellElements: SVGGElement[] = [];
  private readonly id = `b${++boards}`;
  private readonly layer: Record<"under" | "regions" | "marks" | "pieces" | "bridges" | "above" | "over" | "cells" | "ghosts" | "effects", SVGGElement>;
  private readonly box: { x: number; y: number; width: number; height: number };
  private view: { x: number; y: number; width: number; height: number };
  private readonly innerNames = new Map<number, SVGElement>(); // labels that a piece on the cell would cover
  private position: Shown = { pieces: [] };
  private schedule: Scheduled[] = [];
  private animation: Animation | null = null;
  private current = 0; // the cell with the keyboard focus
  private viewListener: () => void = () => {};

  constructor(
    readonly shape: Shape,
    private readonly options: BoardOptions = {},
  ) {
    this.turned = options.turned ?? false;
    this.colours = shape.colours;
    this.box = this.measure();
    this.view = { ...this.box };
    const layer = (name: string) => s("g", { class: `layer-${name}`, "aria-hidden": "true" });
    this.layer = {
      regions: layer("regions"),
      under: layer("under"),
      marks: layer("marks"),
      pieces: layer("pieces"),
      bridges: layer("bridges"),
      above: layer("above"),
      effects: layer("effects"),
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
    const { regions, under, marks, pieces, bridges, above, effects, over, ghosts } = this.layer;
    this.svg.append(this.definitions(), this.ground(), regions, this.details(), under, marks, pieces, bridges, above, effects, over, ghosts);
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

  /** True if there are points beside the areas, which have labels of their own. */
  get hasPoints(): boolean {
    return this.shape.cells.some((cell) => cell.kind === "point");
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
    group.append(this.lines());
    return group;
  }

  /** What land does not cover. */
  private details(): SVGElement {
    return s("g", { class: "layer-details", "aria-hidden": "true" }, ...this.points(), ...this.names());
  }

  private place(index: number): string {
    const at = this.at(index);
    return `translate(${round(at.x)} ${round(at.y)})`;
  }

  private area(index: number, cell: Cell): SVGElement {
    const isEdge = cell.kind === "edge";
    const even = cell.corners?.length === 8 && (Math.round(cell.at[0]) + Math.round(cell.at[1])) % 2 === 0;
    const owner = cell.side === undefined || cell.side === null ? undefined : this.colours[cell.side];
    const colour = cell.colour ?? owner;
    const names = ["area", `kind-${cell.kind}`, even ? "even" : "", colourClass(colour)];
    const group = s("g", { class: names.filter(Boolean).join(" "), transform: this.place(index) });
    group.append(s("polygon", { points: outline(cell, 1, this.turned) }));
    if (isEdge) group.append(...sign(colour, 0.09));
    if (cell.kind === "goal")
      for (const inset of [0.82, 0.6]) group.append(s("polygon", { class: "goalsign", points: outline(cell, inset, this.turned) }));
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
        const name = this.label(isCrowded ? "inner crowded" : "inner", cell.label, at.x, at.y + this.labelDrop(cell));
        this.innerNames.set(index, name);
        list.push(name);
      } else if (cell.kind === "point") {
        list.push(this.label(isCrowded ? "inner of-point crowded" : "inner of-point", cell.label, at.x, at.y));
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

  get pieceLayer(): SVGGElement {
    return this.layer.pieces;
  }

  get bridgeLayer(): SVGGElement {
    return this.layer.bridges;
  }

  get effectLayer(): SVGGElement {
    return this.layer.effects;
  }

  /** Where the pieces of a player go when they leave the board. */
  home(side: number): Point {
    const { x, y, width, height } = this.view;
    const isBelow = side === (this.options.bottom?.() ?? 0);
    return { x: x + width / 2, y: isBelow ? y + height + UNIT : y - UNIT };
  }

  /** Show a position.  The effects that lead to it are animated after those already under way; without
   * effects the position appears at once. */
  show(position: Shown, effects: readonly Effect[] = []): void {
    const [first] = effects;
    if (!first || !isMoving() || document.hidden || !this.svg.isConnected) {
      if (first) playSound(first.kind);
      this.finish();
      this.draw(position);
      return;
    }
    this.schedule.push({ position, effects });
    if (!this.animation) void this.animate();
  }

  /** Correct the position that the animation under way leads to; without one show it at once. */
  settle(position: Shown): void {
    const last = this.schedule[this.schedule.length - 1];
    if (last) last.position = position;
    else this.draw(position);
  }

  /** End all animations and show the last position. */
  finish(): void {
    const last = this.schedule[this.schedule.length - 1];
    this.schedule = [];
    this.animation?.skip();
    this.animation = null;
    this.svg.classList.remove("animating");
    if (last) this.draw(last.position);
  }

  private async animate(): Promise<void> {
    this.svg.classList.add("animating");
    for (let [next] = this.schedule; next; [next] = this.schedule) {
      this.clearGhosts();
      this.layer.under.replaceChildren();
      this.layer.above.replaceChildren();
      for (const band of this.layer.regions.querySelectorAll(".choice")) band.remove();
      this.animation = new Animation(this);
      await this.animation.run(next.effects);
      if (this.schedule.length > 1) await new Promise((done) => setTimeout(done, PAUSE_MS * pace()));
      if (this.schedule[0] !== next) return; // finish() was called
      this.schedule.shift();
      this.draw(next.position);
    }
    this.animation = null;
    this.svg.classList.remove("animating");
  }

  private draw(position: Shown): void {
    this.position = position;
    this.clearGhosts();
    this.items = [];
    const marks: SVGElement[] = [];
    const pieces: SVGElement[] = [];
    const bridges: SVGElement[] = [];
    for (const piece of position.pieces) {
      marks.push(...this.cellMarks(piece));
      if (!isThing(piece)) continue;
      const element = draw(piece, this);
      element.setAttribute("transform", this.place(piece.cell));
      (piece.cell2 === undefined ? pieces : bridges).push(element);
      this.items.push({ piece, element });
    }
    const { below, above } = drawRegions(position.regions ?? [], position.pieces, this);
    this.layer.regions.replaceChildren(...below);
    this.layer.above.replaceChildren(...above, ...this.badge(position));
    const taken = new Set(position.pieces.filter(isThing).map((piece) => piece.cell));
    for (const [cell, name] of this.innerNames) name.classList.toggle("taken", taken.has(cell));
    this.layer.marks.replaceChildren(...marks);
    this.layer.pieces.replaceChildren(...pieces);
    this.layer.bridges.replaceChildren(...bridges);
    this.layer.under.replaceChildren(...this.lastMove(position));
    this.describe();
  }

  /** The last move: its cells, the path of a piece, and the outlines of the pieces that left. */
  private lastMove({ pieces, last, lastEffects }: Shown): SVGElement[] {
    const list = [...new Set(last ?? [])].map((cell) => this.spotlight(cell, "last", 0.98));
    for (const { kind, cells } of lastEffects ?? [])
      if (kind === "move" && cells.length > 2) list.push(s("path", { class: "lastpath", d: through(cells, this) }));
    return [...list, ...this.traces(lastEffects ?? [], (cell) => pieceOn(pieces, cell) < 0)];
  }

  /** The outlines of pieces that leave; captured ones are crossed out. */
  private traces(effects: readonly Effect[], isWanted: (cell: number) => boolean = () => true): SVGElement[] {
    const list: SVGElement[] = [];
    for (const { kind, cells, side } of effects) {
      if (kind !== "return" && kind !== "capture") continue;
      for (const cell of cells.filter(isWanted)) {
        const names = ["left", kind, colourClass(side === null ? undefined : this.colours[side])].join(" ");
        const group = s("g", { class: names, transform: this.place(cell) }, trace(this.cell(cell), this.turned));
        if (kind === "capture") group.append(s("path", { class: "cross", d: "M-5-5L5 5M5-5L-5 5" }));
        list.push(group);
      }
    }
    return list;
  }

  /** The words of a check, at the piece that is in danger. */
  private badge({ regions, lastEffects }: Shown): SVGElement[] {
    const region = regions?.find((one) => one.kind === "danger");
    const news = lastEffects?.find((effect) => effect.kind === "check");
    const subject = news?.subject ?? region?.subject;
    const cell = news?.cells[0] ?? region?.cells[0];
    if (!subject || cell === undefined) return [];
    const at = this.at(cell);
    const text = defText(this.shape.game, subject);
    const half = text.length * 4.2 + 6;
    // Beside the piece, where the words hide the fewest pieces and stay on the board.
    const places = [[0, -0.8], [0, 0.8], [0.6, 0], [-0.6, 0]].map(([dx = 0, dy = 0]) => ({
      x: at.x + dx * UNIT + Math.sign(dx) * half,
      y: at.y + dy * UNIT,
    }));
    const hidden = ({ x, y }: Point) => {
      const { box } = this;
      if (x - half < box.x || x + half > box.x + box.width || y < box.y || y > box.y + box.height) return Infinity;
      const isUnder = (p: Point) => Math.abs(p.x - x) < half + 0.3 * UNIT && Math.abs(p.y - y) < 0.5 * UNIT;
      return this.items.filter(({ piece }) => isUnder(this.at(piece.cell))).length;
    };
    const [place = at] = places.sort((a, b) => hidden(a) - hidden(b));
    return [this.label("badge", text, place.x, place.y)];
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

  // --- highlights: targets, last move, offending cells ---

  light(lights: Lights): void {
    const over: SVGElement[] = [];
    for (const cell of lights.offending ?? []) over.push(this.spotlight(cell, "offending", 0.92));
    for (const cell of lights.hint ?? []) over.push(this.spotlight(cell, "hint", 0.8));
    for (const cell of lights.chosen ?? []) over.push(this.spotlight(cell, "chosen", 0.92));
    const targets = new Set(lights.targets ?? []);
    for (const [from, to] of lights.arrows ?? []) over.push(this.arrow(from, to));
    const pointed = new Set((lights.arrows ?? []).map((arrow) => arrow[0]));
    for (const cell of targets) if (!pointed.has(cell)) over.push(this.target(cell, (lights.strong ?? false) && !lights.passing?.has(cell)));
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
    const occupied = pieceOn(this.position.pieces, index) >= 0;
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
    for (const { element } of this.items) element.classList.remove("fading");
  }

  /** Preview a step: what leaves fades, what comes is translucent. */
  preview(effects: readonly Effect[]): void {
    this.clearGhosts();
    const { pieces } = this.position;
    const after = applied(pieces, effects);
    const isKept = new Set(after);
    const isOld = new Set(pieces);
    for (const { piece, element } of this.items) if (!isKept.has(piece)) element.classList.add("fading");
    for (const effect of effects) if (effect.kind === "move" && effect.cells.length > 2) this.ghostPath(effect.cells);
    for (const piece of after) if (!isOld.has(piece) && isThing(piece)) this.ghost(piece, "ghost");
    this.layer.ghosts.append(...this.traces(effects));
  }

  private ghost(piece: Piece, name: string): SVGGElement {
    const element = draw(piece, this);
    element.setAttribute("transform", this.place(piece.cell));
    element.classList.add(name);
    this.layer.ghosts.append(element);
    return element;
  }

  private ghostPath(cells: readonly number[]): void {
    this.layer.ghosts.append(s("path", { class: "path", d: through(cells, this) }));
  }

  /** Show the piece of the first cell moved along each of the paths, with the number of squares left. */
  carry(paths: readonly (readonly number[])[], left: number | null): void {
    this.clearGhosts();
    for (const path of paths) this.carryAlong(path, paths.length === 1);
    const [path] = paths;
    if (left === null || !path) return;
    const at = this.at(path[path.length - 1] ?? 0);
    const counter = s("g", { class: "counter", transform: `translate(${round(at.x + 17)} ${round(at.y - 17)})` });
    counter.append(s("circle", { r: 8.5 }), s("text", { dy: ".35em" }, String(left)));
    this.layer.ghosts.append(counter);
  }

  private carryAlong(path: readonly number[], isOnly: boolean): void {
    const first = this.items.find(({ piece }) => piece.cell === path[0] && piece.cell2 === undefined);
    if (!first || path.length < 2) return;
    let { piece } = first;
    for (let i = 1; i < path.length; i++) {
      const a = this.cell(path[i - 1] ?? 0).at;
      const b = this.cell(path[i] ?? 0).at;
      piece = { ...piece, cell: path[i] ?? 0 };
      if (piece.faces) piece.faces = tipped(piece.faces, b[0] - a[0], b[1] - a[1]);
      // Several paths end on one square, so show the piece half way there.
      if (!isOnly && i === path.length - 2) this.ghost(piece, "ghost");
    }
    first.element.classList.add("fading");
    this.ghostPath(path);
    if (isOnly) this.tip(this.ghost(piece, "carried"), path);
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
        if (distance >= 0.5 || distance >= nearest) continue;
        const reach = cell.kind === "point" ? (may(index) ? 0.27 : 0.12) : 0.5;
        if (distance < reach) {
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
    for (const piece of this.position.pieces) {
      for (const text of this.pieceLabels(piece)) add(piece.cell, text);
      if (piece.cell2 !== undefined) for (const text of this.pieceLabels(piece, piece.cell)) add(piece.cell2, text);
    }
    const last = new Set(this.position.last ?? []);
    const offending = new Set(lights.offending ?? []);
    const chosen = new Set(lights.chosen ?? []);
    const parts = new Map<number, string[]>();
    for (const region of this.position.regions ?? [])
      for (const cell of regionCells(region)) parts.set(cell, [...(parts.get(cell) ?? []), ...regionLabel(this.shape.game, region)]);
    for (const [index, element] of this.cellElements.entries()) {
      const cell = this.cell(index);
      if (!this.isSelectable(cell)) continue;
      const label = [[cell.name ? defText(this.shape.game, cell.name) : "", cell.label].filter(Boolean).join(" ")];
      label.push(...(on.get(index) ?? [t("cell.empty")]), ...(parts.get(index) ?? []));
      if (last.has(index)) label.push(t("cell.last"));
      if (chosen.has(index)) label.push(t("cell.chosen"));
      if (offending.has(index)) label.push(t("cell.offending"));
      if (targets.has(index)) label.push(t("cell.may"));
      const text = label.join(", ");
      if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
    }
  }

  private pieceLabels(piece: Piece, other = piece.cell2): string[] {
    const name = isThing(piece) ? pieceName(this.shape, piece) : "";
    const whole = other !== undefined ? t("cell.other", { piece: name, cell: this.cell(other).label }) : name;
    return [whole, ...(piece.marks ?? []).map((mark) => t(`mark.${mark}`))];
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

/** Of a danger only the first cell is in danger. */
function regionCells({ kind, cells }: Region): number[] {
  return kind === "danger" ? cells.slice(0, 1) : cells;
}

function regionLabel(game: string, { kind, subject, value }: Region): string[] {
  if (!subject || kind === "choice") return [];
  return [value ? `${defText(game, subject)} ${value}` : defText(game, subject)];
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
