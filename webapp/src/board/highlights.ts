// SPDX-License-Identifier: MIT
// Highlights: selectable and selected cells, offending ones, hints, the last move, what left the board, the
// words of a check.

import type { Effect, Piece } from "../backend";
import { s } from "../dom";
import { pieceOn } from "../effects";
import { defText } from "../words";
import { label, placeOf } from "./background";
import { colourClass, outline, round, trace, UNIT, type Point } from "./glyphs";
import type { Layout } from "./layout";
import type { Shown } from "./pieces";
import { through } from "./regions";

export interface Lights {
  targets?: Iterable<number>; // cells that may be selected next
  strong?: boolean; // draw the targets larger
  passing?: ReadonlySet<number>; // targets on the path but not at its end
  chosen?: readonly number[]; // cells selected so far
  offending?: readonly number[];
  hint?: readonly number[];
  arrows?: readonly [number, number][]; // from a dot to the spot it leads to
}

export function drawLights(layout: Layout, lights: Lights, pieces: readonly Piece[]): SVGElement[] {
  const pointed = new Set((lights.arrows ?? []).map(([from]) => from));
  const targets = [...new Set(lights.targets ?? [])].filter((cell) => !pointed.has(cell));
  const isStrong = (cell: number) => (lights.strong ?? false) && !lights.passing?.has(cell);
  return [
    ...(lights.offending ?? []).map((cell) => spotlight(layout, cell, "offending", 0.92)),
    ...(lights.hint ?? []).map((cell) => spotlight(layout, cell, "hint", 0.8)),
    ...(lights.chosen ?? []).map((cell) => spotlight(layout, cell, "chosen", 0.92)),
    ...(lights.arrows ?? []).map(([from, to]) => arrow(layout, from, to)),
    ...targets.map((cell) => target(layout, cell, isStrong(cell), pieceOn(pieces, cell) >= 0)),
  ];
}

function spotlight(layout: Layout, index: number, name: string, inset: number): SVGElement {
  const cell = layout.cell(index);
  const transform = placeOf(layout, index);
  if (cell.corners) return s("polygon", { class: `light ${name}`, points: outline(cell, inset, layout.turned), transform });
  return s("circle", { class: `light ${name}`, r: (cell.kind === "field" ? 0.46 : 0.22) * UNIT, transform });
}

function target(layout: Layout, index: number, strong: boolean, isOccupied: boolean): SVGElement {
  const cell = layout.cell(index);
  const transform = placeOf(layout, index);
  if (isOccupied && cell.corners) return s("polygon", { class: "target ring", points: outline(cell, 0.95, layout.turned), transform });
  if (isOccupied) return s("circle", { class: "target ring", r: 0.45 * UNIT, transform });
  const small = cell.corners?.length === 8 ? 0.075 : 0.055;
  const radius = cell.kind === "point" ? 0.12 : strong ? 0.15 : small;
  return s("circle", { class: strong ? "target strong" : "target", r: radius * UNIT, transform });
}

/** Draw a usable dot as an arrow. */
function arrow(layout: Layout, from: number, to: number): SVGElement {
  const a = layout.at(from);
  const b = layout.at(to);
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return s("path", { class: "target arrow", d: "M15.5 0L6.5 -4.6V4.6Z", transform: `${placeOf(layout, from)} rotate(${round(angle)})` });
}

/** Moves that the engine suggests: arrows for pieces that move or enter, rings for what is placed. */
export function drawSuggestions(layout: Layout, moves: readonly (readonly number[])[], pieces: readonly Piece[]): SVGElement[] {
  return moves.flatMap((cells, rank) => {
    const [first, last] = [cells[0], cells[cells.length - 1]];
    if (first === undefined || last === undefined) return [];
    const name = `suggestion rank${rank}`;
    const moves = first !== last && (pieceOn(pieces, first) >= 0 || layout.cell(first).kind !== "field");
    if (!moves) return [...new Set(cells)].map((cell) => s("circle", { class: name, r: 0.34 * UNIT, transform: placeOf(layout, cell) }));
    const [a, b] = [layout.at(first), layout.at(last)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const head = 0.28 * UNIT;
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const d = `M0 0H${round(length - head)}M${round(length)} 0l${round(-head)} ${round(-0.7 * head)}v${round(1.4 * head)}Z`;
    return [s("path", { class: name, d, transform: `translate(${round(a.x)} ${round(a.y)}) rotate(${round(angle)})` })];
  });
}

/** The last move: its cells, the path of a piece, and the outlines of the pieces that left. */
export function lastMove(layout: Layout, { pieces, last, lastEffects }: Shown): SVGElement[] {
  const list = [...new Set(last ?? [])].map((cell) => spotlight(layout, cell, "last", 0.98));
  for (const { kind, cells } of lastEffects ?? [])
    if (kind === "move" && cells.length > 2) list.push(s("path", { class: "lastpath", d: through(cells, layout) }));
  return [...list, ...traces(layout, lastEffects ?? [], (cell) => pieceOn(pieces, cell) < 0)];
}

/** The outlines of pieces that leave; captured ones are crossed out. */
export function traces(layout: Layout, effects: readonly Effect[], isWanted: (cell: number) => boolean = () => true): SVGElement[] {
  const list: SVGElement[] = [];
  for (const { kind, cells, side } of effects) {
    if (kind !== "return" && kind !== "capture") continue;
    for (const cell of cells.filter(isWanted)) {
      const names = ["left", kind, colourClass(side === null ? undefined : layout.colours[side])].join(" ");
      const group = s("g", { class: names, transform: placeOf(layout, cell) }, trace(layout.cell(cell), layout.turned));
      if (kind === "capture") group.append(s("path", { class: "cross", d: "M-5-5L5 5M5-5L-5 5" }));
      list.push(group);
    }
  }
  return list;
}

/** The words of a check, at the piece that is in danger. */
export function badge(layout: Layout, { pieces, regions, lastEffects }: Shown): SVGElement[] {
  const region = regions?.find((one) => one.kind === "danger");
  const news = lastEffects?.find((effect) => effect.kind === "check");
  const subject = news?.subject ?? region?.subject;
  const cell = news?.cells[0] ?? region?.cells[0];
  if (!subject || cell === undefined) return [];
  const at = layout.at(cell);
  const text = defText(layout.shape.game, subject);
  const half = text.length * 4.2 + 6;
  // Beside the piece, where the words hide the fewest pieces and stay on the board.
  const places = [[0, -0.8], [0, 0.8], [0.6, 0], [-0.6, 0]].map(([dx = 0, dy = 0]) => ({
    x: at.x + dx * UNIT + Math.sign(dx) * half,
    y: at.y + dy * UNIT,
  }));
  const hidden = ({ x, y }: Point) => {
    const { box } = layout;
    if (x - half < box.x || x + half > box.x + box.width || y < box.y || y > box.y + box.height) return Infinity;
    const isUnder = (p: Point) => Math.abs(p.x - x) < half + 0.3 * UNIT && Math.abs(p.y - y) < 0.5 * UNIT;
    return pieces.filter((piece) => piece.glyph !== "mark" && isUnder(layout.at(piece.cell))).length;
  };
  const [place = at] = places.sort((a, b) => hidden(a) - hidden(b));
  return [label("badge", text, place.x, place.y)];
}

/** The marks of a covered or blocked cell. */
export function cellMarks(layout: Layout, piece: Piece, id: string): SVGElement[] {
  const cell = layout.cell(piece.cell);
  const transform = placeOf(layout, piece.cell);
  return (piece.marks ?? []).map((mark) =>
    cell.corners
      ? s("polygon", { class: `hatch ${mark}`, points: outline(cell, 0.94, layout.turned), transform, fill: `url(#${id}-hatch)` })
      : s("circle", { class: `taken ${mark}`, r: 0.13 * UNIT, transform }),
  );
}
