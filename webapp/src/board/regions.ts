// SPDX-License-Identifier: MIT
// Draws regions, the cells that belong together: an area is land with a shore, a network a tint with its
// value, a path a ribbon, a choice a glowing band, a danger arrows at the first cell.

import type { Piece, Region } from "../backend";
import { s } from "../dom";
import { colourClass, outline, round, UNIT, type Places, type Point } from "./glyphs";

/** The layers of a board: below the pieces, and above them. */
export interface Drawn {
  below: SVGElement[];
  above: SVGElement[];
}

const ADJACENT = 1.25; // board units; cells without corners that are closer are joined

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The outlines of cells.  Drawn twice they make one shape: first all with a wide stroke, the shore, then
 * all filled with land, which leaves only the outer half of the strokes. */
function patches(cells: readonly number[], places: Places): string {
  let d = "";
  for (const index of cells) {
    const { x, y } = places.at(index);
    const corners = outline(places.cell(index), 1, places.turned).split(" ").map((corner) => corner.split(",").map(Number));
    d += `M${corners.map(([dx = 0, dy = 0]) => `${round(x + dx)} ${round(y + dy)}`).join("L")}Z`;
  }
  return d;
}

/** Lines that join each cell to the nearby ones; a cell alone is a dot. */
function web(cells: readonly number[], places: Places): string {
  let d = "";
  for (const [i, cell] of cells.entries()) {
    const a = places.at(cell);
    d += `M${round(a.x)} ${round(a.y)}h.01`;
    for (const other of cells.slice(i + 1)) if (distance(a, places.at(other)) < ADJACENT * UNIT) d += through([cell, other], places);
  }
  return d;
}

export function through(cells: readonly number[], places: Places): string {
  return "M" + cells.map((cell) => places.at(cell)).map((p) => `${round(p.x)} ${round(p.y)}`).join("L") + (cells.length === 1 ? "h.01" : "");
}

function colourOf(region: Region, places: Places): string {
  return region.colour ?? (region.side === null ? "" : (places.colours[region.side] ?? ""));
}

/** The cells with corners as patches, the others as a web. */
function shapeOf(region: Region, places: Places): { area: string; thread: string } {
  const hasCorners = (cell: number) => places.cell(cell).corners !== undefined;
  return {
    area: patches(region.cells.filter(hasCorners), places),
    thread: web(region.cells.filter((cell) => !hasCorners(cell)), places),
  };
}

function area(region: Region, places: Places, drawn: Drawn): void {
  const { area, thread } = shapeOf(region, places);
  const group = s("g", { class: region.minor ? "land minor" : "land" });
  for (const part of ["shore", "sand"]) {
    if (thread) group.append(s("path", { class: `${part} thread`, d: thread }));
    if (area) group.append(s("path", { class: part, d: area }));
  }
  drawn.below.push(group);
  if (region.value) drawn.above.push(worth(region, places));
}

/** A tint around the cells and along what joins them. */
function network(region: Region, places: Places, pieces: readonly Piece[], drawn: Drawn): void {
  const { area, thread } = shapeOf(region, places);
  const cells = new Set(region.cells);
  let d = thread;
  for (const piece of pieces)
    if (piece.cell2 !== undefined && cells.has(piece.cell) && cells.has(piece.cell2)) d += through([piece.cell, piece.cell2], places);
  const group = s("g", { class: `net ${colourClass(colourOf(region, places))}` });
  if (d) group.append(s("path", { class: "link", d }));
  if (area) group.append(s("path", { class: "tint", d: area }));
  drawn.below.push(group);
  if (region.value) drawn.above.push(worth(region, places));
}

/** The value of a region, on its topmost cell. */
function worth(region: Region, places: Places): SVGElement {
  const height = (cell: number) => places.at(cell).y - places.at(cell).x / 8;
  const top = region.cells.reduce((best, cell) => (height(cell) < height(best) ? cell : best), region.cells[0] ?? 0);
  const at = places.at(top);
  const shift = (places.cell(top).corners?.length === 6 ? 0 : 0.34) * UNIT; // there is no space beside a triangle's centre
  const transform = `translate(${round(at.x + shift)} ${round(at.y - shift)})`;
  const group = s("g", { class: `worth ${colourClass(colourOf(region, places))}`, transform });
  group.append(s("circle", { class: "body", r: 0.17 * UNIT }), s("text", { class: "on", dy: ".35em" }, String(region.value)));
  return group;
}

/** A ribbon; later ones are narrower, so that none hides another.  One cell alone gets a narrow frame, which
 * no piece hides. */
function path(region: Region, number: number, places: Places, drawn: Drawn): void {
  const isFrame = region.cells.length === 1 && places.cell(region.cells[0] ?? 0).corners !== undefined;
  const d = isFrame ? patches(region.cells, places) : through(region.cells, places);
  const index = isFrame ? 2 : number;
  const names = ["ribbon", `n${Math.min(index, 2)}`, colourClass(colourOf(region, places))].join(" ");
  drawn.below.push(s("g", { class: names }, s("path", { class: "hem", d }), s("path", { class: "silk", d })));
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
  let paths = 0;
  const order = ["area", "network", "path", "choice", "danger"];
  for (const region of [...regions].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
    if (region.cells.length === 0) continue;
    if (region.kind === "area") area(region, places, drawn);
    else if (region.kind === "network") network(region, places, pieces, drawn);
    else if (region.kind === "path") path(region, paths++, places, drawn);
    else if (region.kind === "choice") choice(region, places, drawn);
    else danger(region, places, drawn);
  }
  return drawn;
}
