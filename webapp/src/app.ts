// SPDX-License-Identifier: MIT
// The context that every screen receives, and helpers that several screens share.

import type { Backend, GameInfo, SeatInfo, SetupInfo } from "./backend";
import { h } from "./dom";
import type { MyGames } from "./mygames";
import { t } from "./i18n";
import { defText, sideName } from "./words";

export interface App {
  backend: Backend;
  games: GameInfo[];
  mine: MyGames;
  go(route: string): void;
  announce(text: string): void;
}

/** A screen: its element, its title, and the cleanup when another screen replaces it. */
export interface Screen {
  element: HTMLElement;
  title: string;
  close?(): void;
}

let shownTitle = "";
let shownCount = 0;

function drawTitle(): void {
  document.title = `${shownCount > 0 ? `(${shownCount}) ` : ""}${shownTitle} – ${t("app.title")}`;
}

/** Set the title of the browser tab: that of the screen, and in how many games the user is to move. */
export function setTitle(title: string): void {
  shownTitle = title;
  drawTitle();
}

export function setTitleCount(count: number): void {
  if (count === shownCount) return;
  shownCount = count;
  drawTitle();
}

export function setupText(game: string, variant: string): string {
  return variant === "" ? game : `${game}:${variant}`;
}

export function gameTitle(info: { game: string; title: string }): string {
  return defText(info.game, { key: "title", text: info.title });
}

/** The name of a setup's variant, if it has one, or its settings. */
export function variantTitle(games: readonly GameInfo[], setup: string): string {
  const [, game = "", settings = ""] = /^([^:]*):?(.*)$/.exec(setup) ?? [];
  const name = games.find((one) => one.game === game)?.variants.find((one) => one.variant === settings)?.name;
  return name ? defText(game, name) : settings;
}

/** A side with its player, for example "Black (computer, level 4)". */
export function playerLabel(info: SetupInfo, side: number, seat: SeatInfo, isMine: boolean): string {
  let who = seat.name || (isMine ? t("table.you") : "");
  if (seat.kind === "open") who = t("table.seat.open");
  if (seat.kind === "engine" && seat.level) who = t("table.engine.level", { n: seat.level });
  if (seat.kind === "engine" && seat.time) who = t("table.engine.time", { seconds: seat.time / 1000 });
  return sideName(info, side) + (who ? ` (${who})` : "");
}

/** The content of an error screen: a heading, the reason, and links to other screens. */
export function nothingHere(heading: string, why = ""): Node[] {
  const link = (to: string, key: string) => h("a", { class: "button", href: `#${to}` }, t(key));
  return [h("h1", {}, heading), h("p", {}, why), h("p", { class: "row" }, link("/", "nav.home"), link("/tables", "nav.tables"))];
}
