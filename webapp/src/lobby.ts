// SPDX-License-Identifier: MIT
// The home screen: each game with its board, a summary and a button that starts a game at once.

import { gameTitle, setupText, type App, type Screen } from "./app";
import type { GameInfo } from "./backend";
import { BoardView } from "./board";
import { button, h } from "./dom";
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

export function lobbyScreen(app: App): Screen {
  const problem = h("p", { class: "message", role: "status" });
  const failed = (error: unknown) => {
    problem.textContent = t("app.failed", { why: errorText(error) });
  };
  const more = h("p", { class: "row" });
  if (settings.lastTable) more.append(h("a", { class: "button", href: `#/table/${settings.lastTable}` }, t("lobby.continue")));
  more.append(h("a", { class: "button", href: "#/import" }, t("lobby.import")));
  const element = h(
    "main",
    { class: "lobby", id: "main" },
    h("h1", {}, t("lobby.heading")),
    problem,
    h("div", { class: "gamecards" }, ...app.games.map((info) => gameCard(app, info, failed))),
    more,
    app.backend.kind === "local" && h("p", { class: "quiet" }, t("app.offline")),
  );
  return { element, title: t("lobby.heading") };
}
