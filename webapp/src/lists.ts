// SPDX-License-Identifier: MIT
// Entries of lists of games: a small board with its players, or a row of text.

import { gameTitle, variantTitle, type App } from "./app";
import type { Clock, SeatInfo, Side, TableSummary } from "./backend";
import { BoardView } from "./board";
import { button, h, type Child } from "./dom";
import { locale, t } from "./i18n";
import { isMyTurn, mySeats } from "./mygames";
import { askName } from "./name";
import { forgetRights, keepRights, rightsAt } from "./settings";
import { resultText, sideName } from "./words";

export function clockText(clock: Clock | null | undefined): string {
  if (!clock) return t("new.clock.none");
  const number = (value: number) => value.toLocaleString(locale(), { maximumFractionDigits: 2 });
  const main = number(clock.main / 60_000);
  return clock.increment > 0 ? t("list.clock", { main, increment: number(clock.increment / 1000) }) : t("list.clock.main", { main });
}

type Terms = Pick<TableSummary, "turn" | "clock" | "casual">;

/** A player without the side: "Zoë", "computer, level 4". */
export function seatName(seat: SeatInfo, isMine: boolean): string {
  if (seat.kind === "engine" && seat.level) return t("table.engine.level", { n: seat.level });
  if (seat.kind === "engine" && seat.time) return t("table.engine.time", { seconds: seat.time / 1000 });
  if (seat.kind === "open") return t("table.seat.open");
  return seat.name || (isMine ? t("table.you") : t("list.anonymous"));
}

/** Against whom this user plays, or both players if the user is a spectator or has both seats. */
export function playersText(table: TableSummary): string {
  const mine = mySeats(table.id);
  if (mine.length === 1 && table.open) return clockText(table.clock);
  if (mine.length === 1) return t("list.against", { name: seatName(table.seats[mine[0] === 0 ? 1 : 0], false) });
  return mine.length === 2 ? t("list.both") : table.seats.map((seat) => seatName(seat, false)).join(" – ");
}

/** "Your turn", "Waiting for opponent", "White to move" or the result. */
function stateText(table: TableSummary): string {
  if (table.result) return resultText(table.game, table.result);
  if (table.open) return t("list.waiting");
  if (isMyTurn(table)) return t("list.yourturn");
  return table.side === null || table.side === undefined ? "" : t("list.turnof", { side: sideName(table, table.side) });
}

function movesText(table: Terms): string {
  return table.turn === 0 ? t("tables.fresh") : t("new.turns", { n: table.turn });
}

/** What a player agrees to by joining: time control, moves so far, whether hints are allowed. */
export function termsText(table: Terms): string {
  return [clockText(table.clock), table.turn > 0 ? movesText(table) : "", table.casual ? t("list.casual") : ""].filter(Boolean).join(" · ");
}

async function drawBoard(app: App, table: TableSummary, where: HTMLElement): Promise<void> {
  const [shape, board] = await Promise.all([app.backend.shape(table.setup), app.backend.board(table.setup, table.position)]);
  const mine = mySeats(table.id);
  const view = new BoardView(shape, { still: true, turned: shape.facing && mine.length === 1 && mine[0] === 1 });
  view.show(board);
  view.svg.setAttribute("aria-hidden", "true");
  view.svg.removeAttribute("role");
  view.svg.removeAttribute("aria-label");
  where.replaceChildren(view.svg);
}

/** A link with a small board: for games that go on. */
export function miniature(app: App, table: TableSummary, actions: Child[] = []): HTMLElement {
  const picture = h("span", { class: "mini" });
  void drawBoard(app, table, picture).catch(() => {});
  const state = stateText(table);
  const link = h(
    "a",
    { href: `#/table/${table.id}` },
    picture,
    h("strong", {}, gameTitle(table)),
    h("span", { class: "players" }, playersText(table)),
    h("span", { class: isMyTurn(table) ? "badge" : "quiet" }, state),
  );
  return h("li", { class: "miniature" }, link, ...actions);
}

/** Take the open seat of a challenge and go there. */
export async function acceptChallenge(app: App, table: TableSummary): Promise<void> {
  const name = await askName();
  if (name === null) return;
  const seat = await app.backend.accept(table.id, name);
  keepRights(table.id, seat.side === 0 ? [seat.token, null] : [null, seat.token], null);
  void app.mine.refresh().catch(() => {});
  app.go(`/table/${table.id}`);
}

/** Take back an open challenge or an invitation that nobody has accepted. */
export async function cancelChallenge(app: App, id: string): Promise<void> {
  const token = rightsAt(id)?.tokens.find((one) => one) ?? null;
  await app.backend.open(id, token).act("leave");
  forgetRights(id);
  await app.mine.refresh();
}

/** An open challenge of somebody else. */
export function challengeRow(app: App, table: TableSummary, failed: (error: unknown) => void): HTMLElement {
  const open = (table.seats[0].waits ? 0 : 1) as Side;
  const name = seatName(table.seats[open === 0 ? 1 : 0], false);
  const title = gameTitle(table);
  const variant = variantTitle(app.games, table.setup);
  const you = t("list.youplay", { side: sideName(table, open) });
  const accept = button(t("list.accept"), () => void acceptChallenge(app, table).catch(failed), { class: "primary", "aria-label": `${t("list.accept")}: ${title}, ${name}` });
  return h(
    "li",
    { "data-table": table.id },
    h("div", {}, h("strong", {}, name), h("br"), `${title} `, h("small", {}, variant), h("br"), h("span", { class: "quiet" }, `${you} · ${termsText(table)}`)),
    accept,
  );
}

/** A game as a row of text. */
export function gameRow(app: App, table: TableSummary, actions: Child[] = []): HTMLElement {
  const mine = mySeats(table.id);
  const when = table.changed ?? table.started;
  const facts = [
    table.result ? movesText(table) : "",
    table.clock ? clockText(table.clock) : "",
    when ? new Date(when).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" }) : "",
  ].filter(Boolean).join(" · ");
  const names = table.seats.map((seat, side) => `${sideName(table, side)} (${seatName(seat, mine.includes(side as Side))})`).join(" – ");
  const key = table.result ? "tables.replay" : mine.length > 0 ? "list.continue" : "tables.watch";
  const state = table.result || table.turn > 0 || table.open ? stateText(table) : movesText(table);
  return h(
    "li",
    { "data-table": table.id },
    h(
      "div",
      {},
      h("strong", {}, gameTitle(table)),
      h("small", {}, ` ${variantTitle(app.games, table.setup)}`),
      h("br"),
      names,
      h("br"),
      h("span", { class: isMyTurn(table) ? "badge" : "" }, state),
      h("span", { class: "quiet" }, facts ? ` · ${facts}` : ""),
    ),
    h("div", { class: "row" }, h("a", { class: "button", href: `#/table/${table.id}`, "aria-label": `${t(key)}: ${gameTitle(table)}, ${names}` }, t(key)), ...actions),
  );
}
