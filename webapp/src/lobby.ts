// SPDX-License-Identifier: MIT
// The home screen: each game with its board, a summary and a button that starts a game at once.  Above them
// are the user's current games, below them open challenges and games to watch.

import { gameTitle, setupText, type App, type Screen } from "./app";
import type { GameInfo, TableSummary } from "./backend";
import { BoardView } from "./board";
import { button, h, keepFocus, type Child } from "./dom";
import { cancelChallenge, challengeRow, miniature } from "./lists";
import { hasOpponent, mySeats, poll } from "./mygames";
import { quickRequest, startTable } from "./start";
import { settings } from "./settings";
import { t } from "./i18n";
import { defText, errorText } from "./words";

async function thumbnail(app: App, setup: string, where: HTMLElement, name: string): Promise<void> {
  const [shape, board] = await Promise.all([app.backend.shape(setup), app.backend.board(setup)]);
  const view = new BoardView(shape, { still: true, label: name });
  view.show(board);
  where.replaceChildren(view.svg);
}

function gameCard(app: App, info: GameInfo, failed: (error: unknown) => void): HTMLElement {
  const setup = setupText(info.game, info.variants[0]?.variant ?? "");
  const title = gameTitle(info);
  const picture = h("div", { class: "thumbnail" });
  thumbnail(app, setup, picture, title).catch(failed);
  const begin = () => void startTable(app, quickRequest(setup, info.game)).catch(failed);
  picture.addEventListener("click", begin);
  return h(
    "article",
    { class: "gamecard" },
    picture,
    h("h2", {}, title),
    h("p", {}, defText(info.game, { key: "summary", text: info.summary })),
    h(
      "div",
      { class: "row" },
      button(t("lobby.play"), begin, { class: "primary", "aria-label": t("lobby.play.game", { game: title }) }),
      h("a", { class: "button", href: `#/new/${info.game}`, "aria-label": t("lobby.new.game", { game: title }) }, t("lobby.new")),
      info.lesson && h("a", { class: "button plain", href: `#/lesson/${info.game}`, "aria-label": t("lobby.learn.game", { game: title }) }, t("lobby.learn")),
      h("a", { class: "button plain", href: `#/rules/${info.game}`, "aria-label": t("lobby.rules.game", { game: title }) }, t("lobby.rules")),
    ),
  );
}

/** A list that is redrawn only if it changed, and keeps the focus. */
class Section {
  readonly list: HTMLElement;
  readonly element: HTMLElement;
  private seen = "";

  constructor(heading: string, name: string, list: string, ...rest: Child[]) {
    this.list = h("ul", { class: list });
    this.element = h("section", { class: name, hidden: true, "aria-label": heading }, h("h2", {}, heading), this.list, ...rest);
  }

  show(tables: readonly TableSummary[], make: (table: TableSummary) => HTMLElement): void {
    const now = JSON.stringify(tables);
    if (now === this.seen) return;
    this.seen = now;
    keepFocus(this.list, () => this.list.replaceChildren(...tables.map(make)));
  }
}

const MINE_SHOWN = 6;
const LIVE_SHOWN = 6;

/** The user's current games.  A game without a move has nothing to continue, unless somebody plays it. */
function mySection(app: App, failed: (error: unknown) => void): { section: Section; close(): void } {
  const all = h("p", { class: "row" }, h("a", { href: "#/tables?whose=mine" }, t("list.mine.all")));
  const section = new Section(t("list.mine"), "mine", "miniatures", all);
  const draw = () => {
    const games = app.mine.games.filter((table) => table.turn > 0 || hasOpponent(table));
    section.element.hidden = games.length === 0;
    all.hidden = games.length <= MINE_SHOWN;
    section.show(games.slice(0, MINE_SHOWN), (table) =>
      miniature(app, table, table.open ? [button(t("list.cancel"), () => void cancelChallenge(app, table.id).catch(failed), { class: "plain", "aria-label": `${t("list.cancel")}: ${gameTitle(table)}` })] : []),
    );
  };
  draw();
  return { section, close: app.mine.onChange(draw) };
}

/** Open challenges of others and games to watch, from a server. */
function publicSections(app: App, failed: (error: unknown) => void): { elements: HTMLElement[]; close(): void } {
  const game = app.games.find((one) => settings.lastWish[one.game]?.listed)?.game ?? app.games[0]?.game ?? "";
  const empty = h("p", { class: "quiet" }, t("list.open.none"));
  const create = h("p", { class: "row" }, h("a", { class: "button", href: `#/new/${game}?with=anyone` }, t("list.create")));
  const open = new Section(t("list.open"), "open", "tablelist", empty, create);
  const live = new Section(t("list.live"), "live", "miniatures");
  open.element.hidden = false;
  const close = poll(async () => {
    const [challenges, games] = await Promise.all([app.backend.tables({ list: "open" }), app.backend.tables({ list: "live", limit: LIVE_SHOWN + MINE_SHOWN })]);
    const others = challenges.filter(({ id }) => mySeats(id).length === 0);
    const watchable = games.filter(({ id }) => mySeats(id).length === 0).slice(0, LIVE_SHOWN);
    empty.hidden = others.length > 0;
    open.show(others, (table) => challengeRow(app, table, failed));
    live.element.hidden = watchable.length === 0;
    live.show(watchable, (table) => miniature(app, table));
  });
  return { elements: [h("div", { class: "lists" }, open.element, live.element)], close };
}

export function lobbyScreen(app: App): Screen {
  const problem = h("p", { class: "message", role: "status" });
  const failed = (error: unknown) => {
    problem.textContent = t("app.failed", { why: errorText(error) });
  };
  const mine = mySection(app, failed);
  const others = app.backend.kind === "server" ? publicSections(app, failed) : { elements: [], close: () => {} };
  void app.mine.refresh().catch(() => {});
  const element = h(
    "main",
    { class: "lobby", id: "main" },
    mine.section.element,
    h("h1", {}, t("lobby.heading")),
    problem,
    h("div", { class: "gamecards" }, ...app.games.map((info) => gameCard(app, info, failed))),
    ...others.elements,
    h("p", { class: "row" }, h("a", { class: "button", href: "#/import" }, t("lobby.import")), h("a", { class: "button", href: "#/tables" }, t("tables.finished"))),
    app.backend.kind === "local" && h("p", { class: "quiet" }, t("app.offline")),
  );
  return {
    element,
    title: t("lobby.heading"),
    close() {
      mine.close();
      others.close();
    },
  };
}
