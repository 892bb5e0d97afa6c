// SPDX-License-Identifier: MIT
// What every screen gets.

import type { Backend, GameInfo, SeatInfo } from "./backend";
import { h } from "./dom";
import { say, sideName, t } from "./i18n";

export interface App {
  backend: Backend;
  games: GameInfo[];
  go(route: string): void;
  announce(words: string): void;
}

/** A screen is an element and what is to be done when it goes. */
export interface Screen {
  element: HTMLElement;
  title: string;
  close?(): void;
}

export function setupText(game: string, variant: string): string {
  return variant === "" ? game : `${game}:${variant}`;
}

export function gameTitle(info: { game: string; title: string }): string {
  return say("game", info.game, info.title);
}

/** The name of a setup's variant, if it has one, or its settings. */
export function variantTitle(setup: string): string {
  const colon = setup.indexOf(":");
  const settings = colon < 0 ? "" : setup.slice(colon + 1);
  const key = colon < 0 ? `${setup}:` : setup;
  return say("variant", key, settings);
}

/** "Black (engine, level 4)": a side, and who sits there, if that is anybody. */
export function playerWords(sides: readonly string[], side: number, seat: SeatInfo, isMine: boolean): string {
  let who = seat.name || (isMine ? t("table.you") : "");
  if (seat.kind === "open") who = t("table.seat.open");
  if (seat.kind === "engine" && seat.level) who = t("table.engine.level", { n: seat.level });
  if (seat.kind === "engine" && seat.time) who = t("table.engine.time", { seconds: seat.time / 1000 });
  return sideName(sides, side) + (who ? ` (${who})` : "");
}

/** What stands where nothing can be shown: that, why, and ways out. */
export function nothingHere(heading: string, why = ""): Node[] {
  const link = (to: string, key: string) => h("a", { class: "button", href: `#${to}` }, t(key));
  return [h("h1", {}, heading), h("p", {}, why), h("p", { class: "row" }, link("/", "nav.home"), link("/tables", "nav.tables"))];
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
