// SPDX-License-Identifier: MIT
// The pieces of a position: draws them, animates the effects that lead to it, and previews steps.

import type { Effect, Piece, Position } from "../backend";
import { s, setChildren } from "../dom";
import { applied, isThing } from "../effects";
import { isMoving, pace } from "../settings";
import { play as playSound } from "../sound";
import { Animation, type Item, type Scene } from "./animation";
import { placeOf } from "./background";
import { draw, round, tipped } from "./glyphs";
import { traces } from "./highlights";
import type { Layout } from "./layout";
import { through } from "./regions";

const PAUSE_MS = 140; // between the animations of two moves

/** The parts of a position that the board draws. */
export type Shown = Pick<Position, "pieces" | "regions" | "last" | "lastEffects">;

/** A position that the board shows after the effects that lead to it. */
interface Scheduled {
  position: Shown;
  effects: readonly Effect[];
}

export class Pieces {
  items: Item[] = [];
  position: Shown = { pieces: [] };
  readonly pieceLayer = layer("pieces");
  readonly bridgeLayer = layer("bridges");
  readonly effectLayer = layer("effects");
  readonly ghostLayer = layer("ghosts");
  private schedule: Scheduled[] = [];
  private animation: Animation | null = null;

  /** `drawn` draws everything else of a position, `clear` removes what an animation would hide. */
  constructor(
    private readonly layout: Layout,
    private readonly svg: SVGSVGElement,
    private readonly home: Scene["home"],
    private readonly drawn: (position: Shown) => void,
    private readonly clear: () => void,
  ) {}

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
    const { layout, pieceLayer, bridgeLayer, effectLayer, home } = this;
    for (let [next] = this.schedule; next; [next] = this.schedule) {
      this.clearGhosts();
      this.clear();
      const scene = { items: this.items, pieceLayer, bridgeLayer, effectLayer, home, turned: layout.turned, colours: layout.colours };
      this.animation = new Animation({ ...scene, at: (cell) => layout.at(cell), cell: (cell) => layout.cell(cell) });
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
    // Most pieces stay where they are.  An animation leaves its last frame on the drawing, so those are made again.
    const old = new Map(this.items.filter(({ isAnimated }) => !isAnimated).map(({ piece, element }) => [JSON.stringify(piece), element]));
    this.items = position.pieces.filter(isThing).map((piece) => {
      const key = JSON.stringify(piece);
      const element = old.get(key) ?? this.piece(piece);
      old.delete(key);
      return { piece, element };
    });
    const isBridge = ({ piece }: Item) => piece.cell2 !== undefined;
    setChildren(this.pieceLayer, this.items.filter((item) => !isBridge(item)).map(({ element }) => element));
    setChildren(this.bridgeLayer, this.items.filter(isBridge).map(({ element }) => element));
    this.drawn(position);
  }

  private piece(piece: Piece): SVGGElement {
    const element = draw(piece, this.layout);
    element.setAttribute("transform", placeOf(this.layout, piece.cell));
    return element;
  }

  // --- previews ---

  clearGhosts(): void {
    this.ghostLayer.replaceChildren();
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
    this.ghostLayer.append(...traces(this.layout, effects));
  }

  private ghost(piece: Piece, name: string): SVGGElement {
    const element = this.piece(piece);
    element.classList.add(name);
    this.ghostLayer.append(element);
    return element;
  }

  private ghostPath(cells: readonly number[]): void {
    this.ghostLayer.append(s("path", { class: "path", d: through(cells, this.layout) }));
  }

  /** Show the piece of the first cell moved along each of the paths, with the number of squares left. */
  carry(paths: readonly (readonly number[])[], left: number | null): void {
    this.clearGhosts();
    for (const path of paths) this.carryAlong(path, paths.length === 1);
    const [path] = paths;
    if (left === null || !path) return;
    const at = this.layout.at(path[path.length - 1] ?? 0);
    const counter = s("g", { class: "counter", transform: `translate(${round(at.x + 17)} ${round(at.y - 17)})` });
    counter.append(s("circle", { r: 8.5 }), s("text", { dy: ".35em" }, String(left)));
    this.ghostLayer.append(counter);
  }

  private carryAlong(path: readonly number[], isOnly: boolean): void {
    const first = this.items.find(({ piece }) => piece.cell === path[0] && piece.cell2 === undefined);
    if (!first || path.length < 2) return;
    let { piece } = first;
    for (let i = 1; i < path.length; i++) {
      const a = this.layout.cell(path[i - 1] ?? 0).at;
      const b = this.layout.cell(path[i] ?? 0).at;
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
    const [from, to] = path.slice(-2).map((cell) => this.layout.at(cell));
    if (!from || !to) return;
    ghost.animate(
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
      { duration: 90, easing: "ease-out" },
    );
  }
}

export function layer(name: string): SVGGElement {
  return s("g", { class: `layer-${name}`, "aria-hidden": "true" });
}
