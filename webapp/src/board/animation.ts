// SPDX-License-Identifier: MIT
// Shows effects one after the other on the pieces of a board: pieces slide along their paths, dice tip over
// their edges, completed groups glow, pieces that leave fly to a player.

import type { Effect, Piece } from "../backend";
import { s } from "../dom";
import { groups, pieceOn } from "../effects";
import { colourClass, draw, outline, round, tipped, UNIT, type Places, type Point } from "./glyphs";
import { through } from "./regions";
import { pace } from "../settings";
import { play as playSound } from "../sound";

const MOVE_MS = 260;
const TIP_MS = 110; // per square
const LEAVE_MS = 300;
const GLOW_MS = 380;
const STAGGER_MS = 70;

/** A piece on the board and its drawing. */
export interface Item {
  piece: Piece;
  element: SVGGElement;
  isAnimated?: boolean;
}

/** What an animation needs of a board. */
export interface Scene extends Places {
  items: Item[];
  pieceLayer: SVGGElement;
  bridgeLayer: SVGGElement;
  effectLayer: SVGGElement; // above the pieces
  home(side: number): Point; // where the pieces of a player go
}

const at = (p: Point) => `translate(${round(p.x)}px, ${round(p.y)}px)`;

export class Animation {
  private readonly running = new Set<globalThis.Animation>();
  private readonly layer = s("g", {});
  private isSkipped = false;

  constructor(private readonly scene: Scene) {
    scene.effectLayer.append(this.layer);
  }

  /** Show the remaining effects at once. */
  skip(): void {
    this.isSkipped = true;
    for (const one of this.running) one.finish();
  }

  /** Animate until all effects have been shown.  `scene.items` is then as the effects leave it, unless the
   * animation was skipped. */
  async run(effects: readonly Effect[]): Promise<void> {
    for (const group of groups(effects)) {
      if (this.isSkipped) break;
      this.show(group);
      await this.settled();
    }
    this.layer.remove();
  }

  private async settled(): Promise<void> {
    while (this.running.size > 0) {
      const [one] = this.running;
      await one?.finished.catch(() => {});
      if (one) this.running.delete(one);
    }
  }

  private start(element: Element, frames: Keyframe[], ms: number, delay = 0, easing = "ease-in-out"): void {
    this.running.add(element.animate(frames, { duration: ms * pace(), delay: delay * pace(), easing, fill: "both" }));
  }

  private show(group: readonly Effect[]): void {
    const [first] = group;
    if (!first) return;
    const mover = group.find((effect) => effect.kind === "move" || effect.kind === "enter");
    const isRoll = mover?.piece?.faces !== undefined;
    if (!isRoll) playSound((mover ?? first).kind);
    else for (let i = 1; i < mover.cells.length; i++) playSound("tip", (TIP_MS * pace() * i) / 1000);
    if (isRoll && first.kind === "capture") playSound("capture", this.duration(mover) / 1000);
    const wait = mover?.kind === "move" ? this.duration(mover) * 0.7 : 0;
    for (const [i, effect] of group.entries()) {
      if (effect.kind === "place") this.place(effect);
      else if (effect.kind === "enter" || effect.kind === "move") this.move(effect);
      else if (effect.kind === "change") this.change(effect);
      else if (effect.kind === "return" || effect.kind === "capture") this.leave(effect, mover ? wait : i * STAGGER_MS);
      else if (effect.kind === "form" || effect.kind === "check") this.glow(effect);
      else if (effect.kind === "win") this.line(effect);
    }
  }

  private add(piece: Piece): SVGGElement {
    const element = draw(piece, this.scene);
    (piece.cell2 === undefined ? this.scene.pieceLayer : this.scene.bridgeLayer).append(element);
    element.setAttribute("transform", `translate(${round(this.scene.at(piece.cell).x)} ${round(this.scene.at(piece.cell).y)})`);
    this.scene.items.push({ piece, element, isAnimated: true });
    return element;
  }

  private take(cell: number, glyph?: string): Item | undefined {
    const index = pieceOn(this.scene.items.map((item) => item.piece), cell, glyph);
    return index < 0 ? undefined : this.scene.items.splice(index, 1)[0];
  }

  private place({ piece }: Effect): void {
    if (!piece) return;
    const p = at(this.scene.at(piece.cell));
    const element = this.add(piece);
    if (piece.cell2 === undefined)
      this.start(element, [{ transform: `${p} scale(1.35)`, opacity: 0 }, { transform: `${p} scale(1)`, opacity: 1 }], MOVE_MS, 0, "ease-out");
    else this.start(element, [{ opacity: 0 }, { opacity: 1 }], MOVE_MS);
  }

  private change({ piece, cells }: Effect): void {
    if (!piece) return;
    const old = this.take(cells[0] ?? piece.cell, piece.glyph)?.element;
    const element = this.add(piece);
    const p = at(this.scene.at(piece.cell));
    if (old) {
      this.start(old, [{ transform: `${p} scale(1, 1)` }, { transform: `${p} scale(0, 1)` }], MOVE_MS / 2, 0, "ease-in");
      this.start(element, [{ transform: `${p} scale(0, 1)` }, { transform: `${p} scale(1, 1)` }], MOVE_MS / 2, MOVE_MS / 2, "ease-out");
      this.removeLater(old);
    }
  }

  private removeLater(element: Element): void {
    const [motion] = element.getAnimations().slice(-1);
    if (!motion) element.remove();
    else motion.finished.then(() => element.remove(), () => element.remove());
  }

  private duration(effect: Effect): number {
    return effect.piece?.faces ? TIP_MS * (effect.cells.length - 1) : MOVE_MS * Math.min(2, 1 + (effect.cells.length - 2) / 4);
  }

  private move(effect: Effect): void {
    const { piece, cells, kind } = effect;
    if (!piece) return;
    const old = kind === "move" ? this.take(cells[0] ?? -1, piece.glyph) : undefined;
    old?.element.remove();
    const element = this.add(piece);
    if (piece.faces && old?.piece.faces) this.roll(old.piece, element, cells);
    else this.start(element, cells.map((cell) => ({ transform: at(this.scene.at(cell)) })), this.duration(effect));
  }

  /** A die tips over the edge between two squares: seen from above, its top face narrows while the face
   * behind it widens, and both move on. */
  private roll(from: Piece, element: SVGGElement, path: readonly number[]): void {
    const { scene } = this;
    this.start(element, [{ opacity: 0 }, { opacity: 0, offset: 0.999 }, { opacity: 1 }], TIP_MS * (path.length - 1), 0, "linear");
    let die: Piece = from;
    for (let i = 1; i < path.length; i++) {
      const [a, b] = [path[i - 1] ?? 0, path[i] ?? 0];
      const [before, after] = [scene.cell(a).at, scene.cell(b).at];
      const next: Piece = { ...die, cell: b, faces: tipped(die.faces ?? [], after[0] - before[0], after[1] - before[1]) };
      for (const [piece, isNew] of [[die, false], [next, true]] as const) {
        const ghost = draw(piece, scene);
        ghost.setAttribute("opacity", "0");
        this.layer.append(ghost);
        const motion = ghost.animate(tipFrames(scene.at(a), scene.at(b), isNew), { duration: TIP_MS * pace(), delay: TIP_MS * pace() * (i - 1) });
        motion.onfinish = () => ghost.remove();
        this.running.add(motion);
      }
      die = next;
    }
  }

  /** Pieces leave one after another: a returned piece flies to its owner, a captured one to the opponent. */
  private leave({ kind, cells, side }: Effect, delay: number): void {
    for (const [i, cell] of cells.entries()) {
      const item = this.take(cell);
      if (!item) continue;
      const owner = item.piece.side ?? side;
      const from = this.scene.at(cell);
      item.element.parentNode?.append(item.element);
      const goal = this.scene.home(kind === "return" ? (owner ?? 0) : 1 - (owner ?? 0));
      const share = kind === "return" ? 1 : 0.45;
      const to = { x: from.x + (goal.x - from.x) * share, y: from.y + (goal.y - from.y) * share };
      const scale = kind === "return" ? 0.7 : 0.5;
      this.start(
        item.element,
        [
          { transform: `${at(from)} scale(1)`, opacity: 1 },
          { opacity: kind === "return" ? 1 : 0.6, offset: 0.6 },
          { transform: `${at(to)} scale(${scale})`, opacity: 0 },
        ],
        LEAVE_MS,
        delay + i * STAGGER_MS,
        "ease-in",
      );
      this.removeLater(item.element);
    }
  }

  private glow({ cells, kind, side }: Effect): void {
    const { scene } = this;
    for (const index of kind === "check" ? cells.slice(0, 1) : cells) {
      const cell = scene.cell(index);
      const p = scene.at(index);
      const transform = `translate(${round(p.x)} ${round(p.y)})`;
      const name = `glow ${kind} ${colourClass(side === null ? "" : scene.colours[side])}`;
      const light = cell.corners
        ? s("polygon", { class: name, points: outline(cell, 0.97, scene.turned), transform })
        : s("circle", { class: name, r: 0.47 * UNIT, transform });
      this.layer.append(light);
      this.start(light, [{ opacity: 0 }, { opacity: 1, offset: 0.35 }, { opacity: 0 }], GLOW_MS, 0, "ease-out");
    }
  }

  private line({ cells, subject, side }: Effect): void {
    const { scene } = this;
    const colour = colourClass(subject?.key) || colourClass(side === null ? "" : scene.colours[side]);
    const path = s("path", { class: `drawing ${colour}`, d: through(cells, scene), pathLength: 1 });
    this.layer.append(path);
    this.start(path, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], GLOW_MS * 1.6, 0, "linear");
  }
}

const TIP_PARTS = 6;

/** The motion of a face from one square to the next.  The die turns about the edge between the squares;
 * at angle w the old top is cos w wide and the new one sin w, side by side. */
function tipFrames(a: Point, b: Point, isNew: boolean): Keyframe[] {
  const [dx, dy] = [(b.x - a.x) / UNIT, (b.y - a.y) / UNIT];
  const frames: Keyframe[] = [];
  for (let i = 0; i <= TIP_PARTS; i++) {
    const angle = (Math.PI / 2) * (i / TIP_PARTS);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const width = Math.max(0.001, isNew ? sin : cos);
    // Distance of the face's middle from the edge, in the direction of the roll.
    const middle = (isNew ? sin / 2 - cos : sin - cos / 2) + 0.5;
    const scale = Math.abs(dx) > Math.abs(dy) ? `scale(${width.toFixed(3)}, 1)` : `scale(1, ${width.toFixed(3)})`;
    frames.push({ transform: `${at({ x: a.x + dx * middle * UNIT, y: a.y + dy * middle * UNIT })} ${scale}`, opacity: 1 });
  }
  return frames;
}
