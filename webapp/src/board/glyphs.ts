// SPDX-License-Identifier: MIT
// Draws the pieces.  Sides differ by colour and by a second cue: pieces of side 1 have a spot or a double
// edge.  Pieces of neither side have the symbol of their colour.

import type { Cell, Piece } from "../backend";
import { s } from "../dom";

/** SVG user units per board unit, chosen so that font sizes are ordinary numbers. */
export const UNIT = 40;

export type Point = { x: number; y: number };

/** The positions of the cells in a drawing; the board may be flipped. */
export interface Places {
  at(cell: number): Point;
  cell(cell: number): Cell;
  turned: boolean;
  colours: readonly string[]; // of the two sides
}

type Draw = (piece: Piece, places: Places) => SVGElement[];

function circle(name: string, radius: number, x = 0, y = 0): SVGElement {
  return s("circle", { class: name, cx: x * UNIT, cy: y * UNIT, r: radius * UNIT });
}

function square(name: string, half: number, round: number): SVGElement {
  const size = half * UNIT;
  return s("rect", { class: name, x: -size, y: -size, width: 2 * size, height: 2 * size, rx: round * UNIT });
}

function textAt(name: string, text: string, x: number, y: number): SVGElement {
  return s("text", { class: name, x: x * UNIT, y: y * UNIT, dy: ".35em" }, text);
}

/** The second cue of side 1. */
function spot(piece: Piece, radius = 0.09): SVGElement[] {
  return piece.side === 1 ? [circle("on", radius)] : [];
}

const stone: Draw = (piece) => [circle("body", 0.37), circle("ring thin", 0.29), ...spot(piece)];

/** Two stacked pieces: the lower one shows at the bottom edge. */
const stack: Draw = (piece) => [
  s("path", {
    class: "body",
    d: `M${-0.38 * UNIT} 0v${0.11 * UNIT}a${0.38 * UNIT} ${0.38 * UNIT} 0 0 0 ${0.76 * UNIT} 0v${-0.11 * UNIT}z`,
  }),
  circle("body", 0.38, 0, -0.02),
  circle("ring", 0.26, 0, -0.02),
  circle("ring", 0.17, 0, -0.02),
  ...(piece.side === 1 ? [circle("on", 0.08, 0, -0.02)] : []),
];

/** The outline of a cell about its own centre, scaled by `inset`. */
export function outline(cell: Cell, inset: number, turned: boolean): string {
  const corners = cell.corners ?? [];
  const points: string[] = [];
  const sign = turned ? -1 : 1;
  for (let i = 0; i + 1 < corners.length; i += 2) {
    const x = ((corners[i] ?? 0) - cell.at[0]) * inset * sign * UNIT;
    const y = ((corners[i + 1] ?? 0) - cell.at[1]) * inset * sign * UNIT;
    points.push(`${round(x)},${round(y)}`);
  }
  return points.join(" ");
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const land: Draw = (piece, places) => [
  s("polygon", { class: "body", points: outline(places.cell(piece.cell), 0.66, places.turned) }),
  ...spot(piece, 0.08),
];

// --- colours ---

/** The symbol of each colour, about the origin, in units of its own size.  The style sheet has one row per
 * colour, `.colour-NAME`, with the colour itself. */
const SIGNS: Record<string, string> = {
  white: "M-.8 0H.8",
  black: "M0-.8V.8",
  red: "M0-1.1L1.1 0 0 1.1-1.1 0Z",
  blue: "M-.85-.85H.85V.85H-.85Z",
  sky: "M-1-.5H1M-1 .5H1",
  orange: "M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1Z",
  purple: "M0-1V1M-1 0H1",
  green: "M0-1L.95.7H-.95Z",
};

export function isColour(word: string): boolean {
  return word in SIGNS;
}

/** The class of a colour, or "". */
export function colourClass(word: string | undefined): string {
  return word && isColour(word) ? `colour-${word}` : "";
}

/** The symbol of a colour, or nothing. */
export function sign(word: string | undefined, size: number): SVGElement[] {
  const d = word && SIGNS[word];
  return d ? [s("path", { class: "sign", d, transform: `scale(${round(size * UNIT)})` })] : [];
}

/** A small picture of a colour, shown beside its name. */
export function colourPicture(word: string): SVGElement {
  const svg = s("svg", { class: "board picture", viewBox: "-18 -18 36 36", "aria-hidden": "true" });
  svg.append(s("g", { class: `piece ${colourClass(word)}` }, s("circle", { class: "body", r: 15 }), ...sign(word, 0.16)));
  return svg;
}

/** A small picture in the colour of a side, shown beside its name. */
export function sidePicture(colours: readonly string[], side: number): SVGElement {
  const svg = s("svg", { class: "board picture chip", viewBox: "-18 -18 36 36", "aria-hidden": "true" });
  const group = s("g", { class: `piece ${colourClass(colours[side])}` }, s("circle", { class: "body", r: 14 }));
  if (side === 1) group.append(s("circle", { class: "on", r: 4 }));
  svg.append(group);
  return svg;
}

const disc: Draw = (piece) => [circle("body", 0.39), ...sign(piece.colour, 0.15)];

// --- bridges ---

/** An arc between two points: it bends upward, or to the right if the bridge is vertical. */
export function bow(from: Point, to: Point, height: number): { path: string; top: Point } {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  let nx = dy / length;
  let ny = -dx / length;
  if (ny > 0.01 || (Math.abs(ny) <= 0.01 && nx < 0)) {
    nx = -nx;
    ny = -ny;
  }
  const rise = height * length;
  const cx = (from.x + to.x) / 2 + nx * rise;
  const cy = (from.y + to.y) / 2 + ny * rise;
  return {
    path: `M${round(from.x)} ${round(from.y)}Q${round(cx)} ${round(cy)} ${round(to.x)} ${round(to.y)}`,
    top: { x: (from.x + 2 * cx + to.x) / 4, y: (from.y + 2 * cy + to.y) / 4 },
  };
}

const bridge: Draw = (piece, places) => {
  const from = places.at(piece.cell);
  const to = places.at(piece.cell2 ?? piece.cell);
  const end = { x: to.x - from.x, y: to.y - from.y };
  const zero = { x: 0, y: 0 };
  const d = bow(zero, end, 0.26).path;
  return [
    s("path", { class: "shade", d: `M0 0L${round(end.x)} ${round(end.y)}` }),
    s("path", { class: "casing", d }),
    s("path", { class: "span", d }),
    s("path", { class: piece.side === 1 ? "plank dense" : "plank", d }),
    s("circle", { class: "pier", r: 0.1 * UNIT }),
    s("circle", { class: "pier", r: 0.1 * UNIT, cx: round(end.x), cy: round(end.y) }),
  ];
};

// --- dice ---

/** The pips of each die face in a 3 x 3 grid, row by row from the upper left. */
const PIPS = [".........", "....#....", "#.......#", "#...#...#", "#.#...#.#", "#.#.#.#.#", "#.##.##.#"];

/** Return top, north, east, south, west after tipping the die in this direction (y points down). */
export function tipped(faces: readonly number[], dx: number, dy: number): number[] {
  const [top = 0, north = 0, east = 0, south = 0, west = 0] = faces;
  // The bottom face is not stored.  All pairs of opposite faces have the same sum.
  const bottom = north + south - top;
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? [west, north, top, south, bottom] : [east, north, bottom, south, top];
  return dy < 0 ? [south, top, east, bottom, west] : [north, bottom, east, top, west];
}

const EDGES: readonly Point[] = [
  { x: 0, y: -0.335 },
  { x: 0.335, y: 0 },
  { x: 0, y: 0.335 },
  { x: -0.335, y: 0 },
];

function tile(piece: Piece): SVGElement[] {
  return [square("body", 0.44, 0.1), ...(piece.side === 1 ? [square("ring thin", 0.405, 0.07)] : [])];
}

const die: Draw = (piece, places) => {
  const faces = piece.faces ?? [];
  const parts = [...tile(piece), square("face", 0.225, 0.06)];
  const pips = PIPS[faces[0] ?? 0] ?? "";
  for (let i = 0; i < pips.length; i++)
    if (pips.charAt(i) === "#") parts.push(circle("pip", 0.052, 0.135 * ((i % 3) - 1), 0.135 * (Math.floor(i / 3) - 1)));
  for (let i = 0; i < 4; i++) {
    const edge = EDGES[places.turned ? (i + 2) % 4 : i] ?? { x: 0, y: 0 };
    parts.push(textAt("digit", String(faces[i + 1] ?? ""), edge.x, edge.y));
  }
  return parts;
};

const king: Draw = (piece) => [
  ...tile(piece),
  s("path", {
    class: "on crown",
    d: "M-10 8h20l2.5-15.5-7 5.5L0-11l-5.5 9-7-5.5z M-10 10h20v3h-20z",
  }),
];

const unknown: Draw = (piece) => [circle("body", 0.36), textAt("ink on", piece.text ?? "?", 0, 0)];

const GLYPHS: Record<string, Draw> = { stone, stack, land, disc, bridge, die, king };

/** Draw a piece around the origin; the caller moves it to its cell. */
export function draw(piece: Piece, places: Places): SVGGElement {
  const colour = piece.colour ?? (piece.side === null ? "" : places.colours[piece.side]);
  const names = ["piece", piece.glyph, piece.side === null ? "" : `s${piece.side}`, colourClass(colour)];
  const group = s("g", { class: names.filter(Boolean).join(" ") });
  group.append(...(GLYPHS[piece.glyph] ?? unknown)(piece, places));
  return group;
}

/** Draw the outline of a piece that left the board. */
export function trace(cell: Cell, turned: boolean): SVGElement {
  return cell.corners ? s("polygon", { class: "trace", points: outline(cell, 0.8, turned) }) : circle("trace", 0.37);
}
