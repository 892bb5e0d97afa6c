// SPDX-License-Identifier: MIT
// The context that every screen receives, and helpers that several screens share.

import type { Backend, GameInfo, SeatInfo } from "./backend";
import { h } from "./dom";
import { term, sideName, t } from "./i18n";

export interface App {
  backend: Backend;
  games: GameInfo[];
  go(route: string): void;
  announce(text: string): void;
}

/** A screen: its element, its title, and the cleanup when another screen replaces it. */
export interface Screen {
  element: HTMLElement;
  title: string;
  close?(): void;
}

export function setupText(game: string, variant: string): string {
  return variant === "" ? game : `${game}:${variant}`;
}

export function gameTitle(info: { game: string; title: string }): string {
  return term("game", info.game, info.title);
}

/** The name of a setup's variant, if it has one, or its settings. */
export function variantTitle(setup: string): string {
  const colon = setup.indexOf(":");
  const settings = colon < 0 ? "" : setup.slice(colon + 1);
  const key = colon < 0 ? `${setup}:` : setup;
  return term("variant", key, settings);
}

/** A side with its player, for example "Black (computer, level 4)". */
export function playerLabel(sides: readonly string[], side: number, seat: SeatInfo, isMine: boolean): string {
  let who = seat.name || (isMine ? t("table.you") : "");
  if (seat.kind === "open") who = t("table.seat.open");
  if (seat.kind === "engine" && seat.level) who = t("table.engine.level", { n: seat.level });
  if (seat.kind === "engine" && seat.time) who = t("table.engine.time", { seconds: seat.time / 1000 });
  return sideName(sides, side) + (who ? ` (${who})` : "");
}

/** The content of an error screen: a heading, the reason, and links to other screens. */
export function nothingHere(heading: string, why = ""): Node[] {
  const link = (to: string, key: string) => h("a", { class: "button", href: `#${to}` }, t(key));
  return [h("h1", {}, heading), h("p", {}, why), h("p", { class: "row" }, link("/", "nav.home"), link("/tables", "nav.tables"))];
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
