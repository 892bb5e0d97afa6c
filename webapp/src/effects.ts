// SPDX-License-Identifier: MIT
// Effects of steps: what they do to the pieces, in which order people see them, and in words.  No DOM.

import type { Effect, Piece, StepChoice } from "./backend";
import { t } from "./i18n";
import { messageText } from "./words";

/** True if this is a real piece and not just a mark on a cell. */
export function isThing(piece: Piece): boolean {
  return piece.glyph !== "mark";
}

/** Return the index of the piece that an effect on this cell is about.  A cell can also be the end of a
 * bridge, so a piece with the glyph of the result comes first. */
export function pieceOn(pieces: readonly Piece[], cell: number, glyph?: string): number {
  const same = pieces.findIndex((piece) => piece.cell === cell && piece.glyph === glyph);
  return same >= 0 ? same : pieces.findIndex((piece) => piece.cell === cell && isThing(piece) && piece.cell2 === undefined);
}

/** Return the pieces after the effects. */
export function applied(pieces: readonly Piece[], effects: readonly Effect[]): Piece[] {
  const list = [...pieces];
  const take = (cell: number, glyph?: string) => {
    const index = pieceOn(list, cell, glyph);
    if (index >= 0) list.splice(index, 1);
  };
  for (const { kind, cells, piece } of effects) {
    if (kind === "return" || kind === "capture") for (const cell of cells) take(cell);
    if (kind === "move" || kind === "change") take(cells[0] ?? -1, piece?.glyph);
    if (piece) list.push(piece);
  }
  return list;
}

/** Divide effects into groups, each shown at once.  A piece that is captured by a move disappears when the
 * move arrives, so it belongs to the group of the move. */
export function groups(effects: readonly Effect[]): Effect[][] {
  const list: Effect[][] = [];
  const isMotion = (effect: Effect | undefined) => effect?.kind === "move" || effect?.kind === "enter";
  for (const effect of effects) {
    const group = list[list.length - 1];
    const before = group?.[group.length - 1];
    const isCapture = before?.kind === "capture" && effect.kind === "move" && before.cells.includes(effect.cells[effect.cells.length - 1] ?? -1);
    const isAlike = before?.kind === effect.kind || (isMotion(before) && isMotion(effect));
    if (group && (isCapture || isAlike)) group.push(effect);
    else list.push([effect]);
  }
  return list;
}

/** The number of pieces that leave the board in one way. */
function leaving(effects: readonly Effect[], kind: "return" | "capture"): number {
  return effects.filter((effect) => effect.kind === kind).reduce((sum, effect) => sum + effect.cells.length, 0);
}

/** Describe what leaves the board, for example "Returns: 3 · Captures: 1". */
export function removals(effects: readonly Effect[]): string {
  const returned = leaving(effects, "return");
  const captured = leaving(effects, "capture");
  return [returned > 0 && t("effect.returns", { n: returned }), captured > 0 && t("effect.captures", { n: captured })].filter(Boolean).join(" · ");
}

/** What a step does, in words: what leaves the board, and what is formed, won or attacked. */
export function told(game: string, effects: readonly Effect[]): string {
  const news = effects.filter(({ kind }) => kind === "form" || kind === "win" || kind === "check");
  return [removals(effects), ...news.map((effect) => messageText(game, effect.message))].filter(Boolean).join(" · ");
}

/** What a step without cells means, if people may not know: to swap sides.  "" for other steps. */
export function explanation({ touch, effects }: StepChoice): string {
  if (effects.some(({ kind }) => kind === "swap-sides")) return t("table.swap.sides");
  const isSwap = touch.length === 0 && effects.length > 0 && effects.every(({ kind }) => kind === "change");
  return isSwap ? t("table.swap.pieces") : "";
}
