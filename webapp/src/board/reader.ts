// SPDX-License-Identifier: MIT
// The cells for keyboards and screen readers: one tab stop, and a label that says what is on a cell and what
// it can do.

import type { Piece, Region } from "../backend";
import { s } from "../dom";
import { isThing } from "../effects";
import { t } from "../i18n";
import { defText, pieceName } from "../words";
import { placeOf } from "./background";
import { outline, UNIT } from "./glyphs";
import type { Lights } from "./highlights";
import { isSelectable, type Layout } from "./layout";
import type { Shown } from "./pieces";

export class Reader {
  readonly element = s("g", { class: "layer-cells" });
  focused: number; // the cell with the keyboard focus
  private readonly cells = new Map<number, SVGGElement>();
  private lights: Lights = {};
  private targets: ReadonlySet<number> = new Set();

  constructor(
    private readonly layout: Layout,
    id: string,
  ) {
    for (const [index, cell] of layout.shape.cells.entries()) {
      if (!isSelectable(cell)) continue;
      const mark = cell.corners
        ? s("polygon", { class: "focus", points: outline(cell, 0.93, layout.turned) })
        : s("circle", { class: "focus", r: (cell.kind === "point" ? 0.2 : 0.42) * UNIT });
      const element = s("g", { class: "cell", role: "button", tabindex: "-1", id: `${id}-c${index}`, "data-cell": index, transform: placeOf(layout, index) }, mark);
      this.cells.set(index, element);
      this.element.append(element);
    }
    const { x, y } = layout.middle;
    this.focused = layout.nearest((place) => Math.hypot(place.x - x, place.y - y));
    this.cells.get(this.focused)?.setAttribute("tabindex", "0");
  }

  /** Make this cell the tab stop, and give it the focus if `takes`. */
  focus(cell: number, takes: boolean): void {
    const element = this.cells.get(cell);
    if (!element) return;
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = cell;
    element.setAttribute("tabindex", "0");
    if (takes) element.focus({ preventScroll: true });
  }

  light(lights: Lights): void {
    this.lights = lights;
    this.targets = new Set(lights.targets ?? []);
    for (const [index, element] of this.cells) element.classList.toggle("may", this.targets.has(index));
  }

  /** Update the label of each cell: name, content and state. */
  describe(position: Shown): void {
    const { shape } = this.layout;
    const on = new Map<number, string[]>();
    const parts = new Map<number, string[]>();
    const add = (map: typeof on, cell: number, texts: string[]) => map.set(cell, [...(map.get(cell) ?? []), ...texts.filter(Boolean)]);
    for (const piece of position.pieces) {
      add(on, piece.cell, this.pieceLabels(piece, piece.cell2));
      if (piece.cell2 !== undefined) add(on, piece.cell2, this.pieceLabels(piece, piece.cell));
    }
    for (const region of position.regions ?? []) for (const cell of regionCells(region)) add(parts, cell, regionLabel(shape.game, region));
    const states: [ReadonlySet<number>, string][] = [
      [new Set(position.last ?? []), t("cell.last")],
      [new Set(this.lights.chosen ?? []), t("cell.chosen")],
      [new Set(this.lights.offending ?? []), t("cell.offending")],
      [this.targets, t("cell.may")],
    ];
    for (const [index, element] of this.cells) {
      const cell = this.layout.cell(index);
      const name = [cell.name ? defText(shape.game, cell.name) : "", cell.label].filter(Boolean).join(" ");
      const content = on.get(index) ?? [];
      const text = [name, ...(content.length > 0 ? content : [t("cell.empty")]), ...(parts.get(index) ?? []), ...states.filter(([cells]) => cells.has(index)).map(([, word]) => word)].join(", ");
      if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
    }
  }

  /** A piece and the marks of its cell; of a bridge also where it leads. */
  private pieceLabels(piece: Piece, other: number | undefined): string[] {
    const name = isThing(piece) ? pieceName(this.layout.shape, piece) : "";
    const whole = other !== undefined ? t("cell.other", { piece: name, cell: this.layout.cell(other).label }) : name;
    return [whole, ...(piece.marks ?? []).map((mark) => t(`mark.${mark}`))];
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
