// SPDX-License-Identifier: MIT
// Draws regions, the cells that belong together: an area is land with a shore, a network a tint with its
// value, a path a ribbon, a choice a glowing band, a danger arrows at the first cell.

import type { Piece, Region } from "./backend";
import { s } from "./dom";
import { colourClass, round, UNIT, type Places, type Point } from "./glyphs";

/** The layers of a board: below the pieces, and above them. */
export interface Drawn {
  below: SVGElement[];
  above: SVGElement[];
}

const ADJACENT = 1.25; // board units; cells without corners that are closer are joined

function corners(cell: number, places: Places): Point[] {
  const flat = places.cell(cell).corners ?? [];
  const sign = places.turned ? -UNIT : UNIT;
  const list: Point[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) list.push({ x: round((flat[i] ?? 0) * sign), y: round((flat[i + 1] ?? 0) * sign) });
  return list;
}

const key = (p: Point) => `${p.x},${p.y}`;

/** The outlines of cells taken together: all edges that only one of them has, joined to closed loops. */
function loops(cells: readonly number[], places: Places): Point[][] {
  const edges = new Map<string, [Point, Point]>();
  for (const cell of cells) {
    const list = corners(cell, places);
    for (const [i, from] of list.entries()) {
      const to = list[(i + 1) % list.length] ?? from;
      const name = [key(from), key(to)].sort().join(" ");
      if (!edges.delete(name)) edges.set(name, [from, to]);
    }
  }
  const found: Point[][] = [];
  while (edges.size > 0) {
    const loop: Point[] = [];
    let [[name, [at]]] = edges as unknown as [[string, [Point, Point]]];
    for (let edge = edges.get(name); edge; ) {
      edges.delete(name);
      loop.push(at);
      at = key(edge[0]) === key(at) ? edge[1] : edge[0];
      const next = [...edges].find(([, ends]) => ends.some((end) => key(end) === key(at)));
      [name, edge] = next ?? ["", undefined];
    }
    found.push(loop);
  }
  return found;
}

/** A closed path with round corners. */
function coast(loop: readonly Point[], radius: number): string {
  let d = "";
  const at = (i: number) => loop[(i + loop.length) % loop.length] ?? { x: 0, y: 0 };
  const toward = (a: Point, b: Point) => {
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const share = Math.min(radius, length / 2) / length;
    return `${round(a.x + (b.x - a.x) * share)} ${round(a.y + (b.y - a.y) * share)}`;
  };
  for (let i = 0; i < loop.length; i++)
    d += `${i === 0 ? "M" : "L"}${toward(at(i), at(i - 1))}Q${at(i).x} ${at(i).y} ${toward(at(i), at(i + 1))}`;
  return `${d}Z`;
}

/** Lines that join each cell to the nearby ones; a cell alone is a dot. */
function web(cells: readonly number[], places: Places): string {
  let d = "";
  for (const [i, cell] of cells.entries()) {
    const a = places.at(cell);
    d += `M${round(a.x)} ${round(a.y)}h.01`;
    for (const other of cells.slice(i + 1)) {
      const b = places.at(other);
      if (Math.hypot(a.x - b.x, a.y - b.y) < ADJACENT * UNIT) d += `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`;
    }
  }
  return d;
}

export function through(cells: readonly number[], places: Places): string {
  return "M" + cells.map((cell) => places.at(cell)).map((p) => `${round(p.x)} ${round(p.y)}`).join("L") + (cells.length === 1 ? "h.01" : "");
}

function colourOf(region: Region, places: Places): string {
  return region.colour ?? (region.side === null ? "" : (places.colours[region.side] ?? ""));
}

/** The cells with corners as one outline, the others as a web. */
function shapeOf(region: Region, places: Places): { area: string; thread: string } {
  const areas = region.cells.filter((cell) => places.cell(cell).corners);
  const points = region.cells.filter((cell) => !places.cell(cell).corners);
  return { area: loops(areas, places).map((loop) => coast(loop, 0.2 * UNIT)).join(""), thread: web(points, places) };
}

function area(region: Region, places: Places, drawn: Drawn): void {
  const { area, thread } = shapeOf(region, places);
  const names = ["land", region.minor ? "minor" : "", colourClass(colourOf(region, places))].join(" ");
  const group = s("g", { class: names });
  if (thread) group.append(s("path", { class: "thread", d: thread }));
  if (area) group.append(s("path", { class: "shore", d: area }), s("path", { class: "sand", d: area }));
  drawn.below.push(group);
  if (region.value) drawn.above.push(worth(region, places));
}

function network(region: Region, places: Places, pieces: readonly Piece[], drawn: Drawn): void {
  const { area, thread } = shapeOf(region, places);
  const cells = new Set(region.cells);
  let d = thread;
  for (const piece of pieces)
    if (piece.cell2 !== undefined && (cells.has(piece.cell) || cells.has(piece.cell2)) && piece.side === region.side)
      d += through([piece.cell, piece.cell2], places);
  const group = s("g", { class: `net ${colourClass(colourOf(region, places))}` });
  if (d) group.append(s("path", { class: "link", d }));
  if (area) group.append(s("path", { class: "tint", d: area }));
  drawn.below.push(group);
  if (region.value) drawn.above.push(worth(region, places));
}

/** The value of a region, at the corner of its topmost cell that is farthest up and to the right. */
function worth(region: Region, places: Places): SVGElement {
  let best: Point | null = null;
  for (const cell of region.cells)
    for (const p of places.cell(cell).corners ? corners(cell, places) : [places.at(cell)])
      if (!best || p.y - p.x / 4 < best.y - best.x / 4 - 0.1) best = p;
  const group = s("g", { class: `worth ${colourClass(colourOf(region, places))}`, transform: `translate(${round(best?.x ?? 0)} ${round(best?.y ?? 0)})` });
  group.append(s("circle", { class: "body", r: 0.2 * UNIT }), s("text", { class: "on", dy: ".35em" }, String(region.value)));
  return group;
}

function path(region: Region, places: Places, drawn: Drawn): void {
  const d = through(region.cells, places);
  drawn.below.push(s("g", { class: `ribbon ${colourClass(colourOf(region, places))}` }, s("path", { class: "hem", d }), s("path", { class: "silk", d })));
}

function choice(region: Region, places: Places, drawn: Drawn): void {
  const d = through(region.cells, places);
  drawn.below.push(s("g", { class: "choice" }, s("path", { class: "hem", d }), s("path", { class: "silk", d })));
}

function danger(region: Region, places: Places, drawn: Drawn): void {
  const [king = 0, ...attackers] = region.cells;
  const at = places.at(king);
  const ring = (cell: number, name: string) => {
    const p = places.at(cell);
    return s("circle", { class: `threat ${name}`, cx: round(p.x), cy: round(p.y), r: 0.52 * UNIT });
  };
  for (const cell of attackers) {
    const from = places.at(cell);
    const length = Math.hypot(at.x - from.x, at.y - from.y) || 1;
    const [dx, dy] = [(at.x - from.x) / length, (at.y - from.y) / length];
    const start = { x: from.x + dx * 0.5 * UNIT, y: from.y + dy * 0.5 * UNIT };
    const end = { x: at.x - dx * 0.62 * UNIT, y: at.y - dy * 0.62 * UNIT };
    const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
    drawn.above.push(
      ring(cell, "attacker"),
      ...(length > 1.3 * UNIT ? [s("path", { class: "threat line", d: `M${round(start.x)} ${round(start.y)}L${round(end.x)} ${round(end.y)}` })] : []),
      s("path", { class: "threat tip", d: "M5 0L-6 -6V6Z", transform: `translate(${round(end.x)} ${round(end.y)}) rotate(${round(angle)})` }),
    );
  }
  drawn.above.push(ring(king, "king"));
}

export function drawRegions(regions: readonly Region[], pieces: readonly Piece[], places: Places): Drawn {
  const drawn: Drawn = { below: [], above: [] };
  const order = ["network", "area", "path", "choice", "danger"];
  for (const region of [...regions].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
    if (region.cells.length === 0) continue;
    if (region.kind === "area") area(region, places, drawn);
    else if (region.kind === "network") network(region, places, pieces, drawn);
    else if (region.kind === "path") path(region, places, drawn);
    else if (region.kind === "choice") choice(region, places, drawn);
    else danger(region, places, drawn);
  }
  return drawn;
}
