// SPDX-License-Identifier: MIT
// What never changes on a board: areas, lines, points and coordinates.

import type { Cell } from "../backend";
import { s } from "../dom";
import { colourClass, outline, round, sign, UNIT } from "./glyphs";
import type { Layout } from "./layout";

export const LABELLED_CELLS_MAX = 170;

/** The transformation that moves a drawing to a cell. */
export function placeOf(layout: Layout, cell: number): string {
  const { x, y } = layout.at(cell);
  return `translate(${round(x)} ${round(y)})`;
}

export function label(name: string, text: string, x: number, y: number): SVGElement {
  return s("text", { class: `label ${name}`, x: round(x), y: round(y), dy: ".35em" }, text);
}

export function definitions(id: string): SVGElement {
  const line = s("path", { class: "hatchline", d: "M0 0V7" });
  return s("defs", {}, s("pattern", { id: `${id}-hatch`, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, line));
}

/** What land covers. */
export function ground(layout: Layout): SVGElement {
  const group = s("g", { class: "layer-ground", "aria-hidden": "true" });
  for (const [index, cell] of layout.shape.cells.entries()) if (cell.corners) group.append(area(layout, index, cell));
  group.append(lines(layout));
  return group;
}

/** What land does not cover.  `inner` collects the labels that a piece on the cell would cover. */
export function details(layout: Layout, inner: Map<number, SVGElement>): SVGElement {
  const names = layout.hasRimLabels ? rimNames(layout) : cellNames(layout, inner);
  return s("g", { class: "layer-details", "aria-hidden": "true" }, ...points(layout), ...names);
}

function area(layout: Layout, index: number, cell: Cell): SVGElement {
  const even = cell.corners?.length === 8 && (Math.round(cell.at[0]) + Math.round(cell.at[1])) % 2 === 0;
  const owner = cell.side === undefined || cell.side === null ? undefined : layout.colours[cell.side];
  const colour = cell.colour ?? owner;
  const names = ["area", `kind-${cell.kind}`, even ? "even" : "", colourClass(colour)];
  const group = s("g", { class: names.filter(Boolean).join(" "), transform: placeOf(layout, index) });
  group.append(s("polygon", { points: outline(cell, 1, layout.turned) }));
  if (cell.kind === "edge") group.append(...sign(colour, 0.09));
  if (cell.kind === "goal")
    for (const inset of [0.82, 0.6]) group.append(s("polygon", { class: "goalsign", points: outline(cell, inset, layout.turned) }));
  return group;
}

function lines(layout: Layout): SVGElement {
  let d = "";
  const { lines } = layout.shape;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const from = layout.at(lines[i] ?? 0);
    const to = layout.at(lines[i + 1] ?? 0);
    d += `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
  }
  return s("path", { class: "line", d: d || "M0 0" });
}

function points(layout: Layout): SVGElement[] {
  return layout.shape.cells.flatMap((cell, index) => {
    if (cell.corners) return [];
    const { x, y } = layout.at(index);
    return s("circle", { class: `point kind-${cell.kind}`, cx: round(x), cy: round(y), r: (cell.kind === "dot" ? 0.1 : 0.075) * UNIT });
  });
}

function cellNames(layout: Layout, inner: Map<number, SVGElement>): SVGElement[] {
  const list: SVGElement[] = [];
  const { middle } = layout;
  const isCrowded = layout.shape.cells.length > LABELLED_CELLS_MAX;
  for (const [index, cell] of layout.shape.cells.entries()) {
    const at = layout.at(index);
    if (cell.kind === "dot") {
      const [dx, dy] = [at.x - middle.x, at.y - middle.y];
      const away = Math.hypot(dx, dy) || 1;
      list.push(label("rim", cell.label, at.x + (0.42 * UNIT * dx) / away, at.y + (0.42 * UNIT * dy) / away));
    } else if (cell.corners && cell.kind !== "edge") {
      const name = label(isCrowded ? "inner crowded" : "inner", cell.label, at.x, at.y + labelDrop(layout, cell));
      inner.set(index, name);
      list.push(name);
    } else if (cell.kind === "point") list.push(label(isCrowded ? "inner of-point crowded" : "inner of-point", cell.label, at.x, at.y));
  }
  return list;
}

/** The offset of the label from the centre of its cell: below it, or above it in a triangle that points
 * down. */
function labelDrop(layout: Layout, cell: Cell): number {
  const corners = layout.corners(cell);
  const middle = corners.reduce((sum, p) => sum + p.y, 0) / Math.max(corners.length, 1);
  if (corners.length !== 3) return 0.33 * UNIT;
  const below = corners.filter((p) => p.y > middle).length;
  return (below === 2 ? 0.17 : -0.17) * UNIT;
}

function rimNames(layout: Layout): SVGElement[] {
  const { box } = layout;
  const columns = new Map<string, number>();
  const rows = new Map<string, number>();
  for (const [index, cell] of layout.shape.cells.entries()) {
    const parts = /^([a-z]+)(\d+)$/i.exec(cell.label);
    if (!parts) continue;
    columns.set(parts[1] ?? "", layout.at(index).x);
    rows.set(parts[2] ?? "", layout.at(index).y);
  }
  return [
    ...[...columns].map(([name, x]) => label("rim", name, x, box.y + box.height - 0.25 * UNIT)),
    ...[...rows].map(([name, y]) => label("rim", name, box.x + 0.25 * UNIT, y)),
  ];
}
