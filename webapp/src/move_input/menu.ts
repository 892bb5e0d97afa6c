// SPDX-License-Identifier: MIT
// The menu of several steps with the same cells, beside the cell that was selected.

import type { Effect, StepChoice } from "../backend";
import type { BoardView } from "../board";
import { h, s } from "../dom";
import { told } from "../effects";
import { draw, round, UNIT, type Point } from "../board/glyphs";
import { t } from "../i18n";
import { messageText } from "../words";
import type { Entry, EntryMenu } from "./entry";

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class StepMenu implements EntryMenu {
  private element: HTMLElement | null = null;

  constructor(
    private readonly entry: Entry,
    private readonly board: BoardView,
    private readonly stage: HTMLElement,
  ) {}

  get isOpen(): boolean {
    return this.element !== null;
  }

  open(steps: readonly StepChoice[], cell: number, isModal: boolean): void {
    this.close();
    const menu = h("div", { class: "menu", role: "menu", "aria-label": t("table.choose") }, ...steps.map((step) => this.item(step)));
    menu.addEventListener("keydown", (event) => this.key(event));
    this.stage.append(menu);
    this.element = menu;
    this.place(menu, cell);
    if (isModal) (menu.firstElementChild as HTMLElement | null)?.focus();
  }

  close(): void {
    if (!this.element) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.remove();
    this.element = null;
    this.board.clearGhosts();
    if (hadFocus) this.board.focus(this.board.focused);
  }

  /** A step in the menu.  Ways of one piece differ in how it looks afterwards, so they are pictures. */
  private item(step: StepChoice): HTMLElement {
    const { game } = this.board.shape;
    const label = step.label ? messageText(game, step.label) : t("table.confirm", { turn: step.text });
    const show = () => this.board.preview(step.effects);
    const item = h("button", { type: "button", role: "menuitem", onclick: () => void this.entry.take(step), onpointerenter: show, onfocus: show });
    const result = step.effects.find(({ piece }) => piece && piece.cell2 === undefined);
    if (result && step.label) item.append(...pictures(result, this.board));
    const news = told(game, step.effects);
    if (result?.kind === "move" && step.label) {
      item.setAttribute("aria-label", [label, news].filter(Boolean).join(", "));
      item.title = label;
      item.classList.add("pictured");
    } else item.append(h("span", {}, label, news !== "" && h("small", {}, news)));
    return item;
  }

  private place(menu: HTMLElement, cell: number): void {
    const at = this.board.camera.toScreen(cell);
    const frame = this.stage.getBoundingClientRect();
    const size = menu.getBoundingClientRect();
    const x = Math.min(Math.max(at.x - frame.left - size.width / 2, 4), frame.width - size.width - 4);
    const away = this.board.camera.cellPixels() * 0.62 + 4;
    const below = at.y - frame.top + away;
    const y = below + size.height < frame.height ? below : at.y - frame.top - size.height - away;
    menu.style.left = `${Math.max(4, x)}px`;
    menu.style.top = `${Math.max(4, y)}px`;
  }

  private key(event: KeyboardEvent): void {
    const items = [...(this.element?.querySelectorAll("button") ?? [])];
    const now = items.indexOf(document.activeElement as HTMLButtonElement);
    const step = STEPS[event.key] ?? 0;
    if (step !== 0) items[(now + step + items.length) % items.length]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") this.entry.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The way that a piece takes, if it is long, and the piece as it looks after the step. */
function pictures({ kind, cells, piece }: Effect, board: BoardView): SVGElement[] {
  const frame = () => s("svg", { class: "board picture", viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  const list: SVGElement[] = [];
  if (kind === "move" && cells.length > 2) {
    const points = cells.map((cell) => board.layout.at(cell));
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const size = Math.max(UNIT, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    const middle = { x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2 };
    const at = (p: Point) => `${round(((p.x - middle.x) * 28) / size)} ${round(((p.y - middle.y) * 28) / size)}`;
    const way = frame();
    way.append(s("path", { class: "way", d: "M" + points.map(at).join("L") }), s("circle", { class: "wayend", r: 4.5, transform: `translate(${at(points[points.length - 1] ?? middle)})` }));
    list.push(way);
  }
  const result = frame();
  if (piece) result.append(draw(piece, board.layout));
  return [...list, result];
}
