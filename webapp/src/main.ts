// SPDX-License-Identifier: MIT
// Entry point: choose the backend, load the language and show the screen of the current route.  Routes
// are URL fragments, so the web app runs from any path and servers never see invitation tokens.

import "./style.css";
import { analysisScreen } from "./analysis";
import { editorScreen } from "./editor";
import type { App, Screen } from "./app";
import { nothingHere, setTitle } from "./app";
import type { Backend } from "./backend";
import { h } from "./dom";
import { gamesScreen } from "./games";
import { header, type Header } from "./header";
import { MyGames } from "./mygames";
import { pickBackend } from "./pick";
import { lessonScreen } from "./lesson";
import { lobbyScreen } from "./lobby";
import { importScreen, newGameScreen } from "./newgame";
import { problem } from "./problem";
import { puzzlesScreen } from "./puzzles";
import { positionScreen, rulesScreen, settingsScreen } from "./screens";
import { apply, onChange, settings } from "./settings";
import { tableScreen } from "./table";
import { setLanguage, t, preferredLanguage } from "./i18n";
import { loadStrings } from "./words";

let current: Screen | null = null;
let head: Header | null = null;
let app: App;
const live = h("div", { class: "away", role: "status", "aria-live": "polite" });

type Route = [pattern: RegExp, make: (parts: string[], query: URLSearchParams) => Screen | null];

const ROUTES: Route[] = [
  [/^\/$/, () => lobbyScreen(app)],
  [/^\/new(?:\/([\w-]*))?$/, ([game = ""], query) => newGameScreen(app, game, query)],
  [/^\/import$/, () => importScreen(app)],
  [/^\/table\/([\w-]+)$/, ([id = ""], query) => tableScreen(app, id, query.get("invite"))],
  [/^\/tables$/, (_, query) => gamesScreen(app, query)],
  [/^\/rules(?:\/([\w-]*))?$/, ([game = ""]) => rulesScreen(app, game || (app.games[0]?.game ?? ""))],
  [/^\/puzzles(?:\/([\w-]*))?(?:\/(\d{1,6}))?$/, ([game = "", number = ""]) => puzzlesScreen(app, game || (app.games[0]?.game ?? ""), Number(number))],
  [/^\/lesson(?:\/([\w-]*))?(?:\/(\d{1,6}))?$/, ([game = "", number = ""]) => lessonScreen(app, game || (app.games[0]?.game ?? ""), Number(number))],
  [/^\/analysis(?:\/([\w-]*))?$/, ([game = ""], query) => analysisScreen(app, game, query)],
  [/^\/editor$/, (_, query) => editorScreen(app, query)],
  [/^\/settings$/, () => settingsScreen(() => void restart())],
  [/^\/position$/, (_, query) => positionScreen(app, query.get("setup") ?? "", query.get("position") ?? "")],
];

function screenFor(path: string, query: URLSearchParams): Screen {
  for (const [pattern, make] of ROUTES) {
    const parts = pattern.exec(path);
    const screen = parts ? make(parts.slice(1).map((part) => decodeURIComponent(part ?? "")), query) : null;
    if (screen) return screen;
  }
  return { element: h("main", { class: "page", id: "main" }, ...nothingHere(t("app.notfound"))), title: t("app.notfound") };
}

function show(): void {
  const hash = location.hash.replace(/^#/, "") || "/";
  const [path = "/", search = ""] = hash.split("?");
  current?.close?.();
  head?.close();
  current = screenFor(path, new URLSearchParams(search));
  head = header(app, path);
  setTitle(current.title);
  document.body.replaceChildren(head.element, current.element, live);
  scrollTo(0, 0);
}

async function restart(): Promise<void> {
  apply();
  await setLanguage(settings.language || preferredLanguage());
  await loadStrings(app.backend, app.games);
  show();
}

async function begin(): Promise<void> {
  apply();
  onChange(apply);
  const [backend] = await Promise.all([pickBackend(), setLanguage(settings.language || preferredLanguage())] as [Promise<Backend>, Promise<void>]);
  const games = await backend.games();
  await loadStrings(backend, games);
  app = {
    backend,
    games,
    mine: new MyGames(backend),
    go(route) {
      const hash = `#${route}`;
      if (location.hash === hash) show();
      else location.hash = hash;
    },
    announce(text) {
      live.textContent = text;
    },
  };
  addEventListener("hashchange", show);
  addEventListener("keydown", () => (document.documentElement.dataset.keys = ""));
  addEventListener("pointerdown", () => delete document.documentElement.dataset.keys);
  app.mine.start();
  show();
}

begin().catch((error: unknown) => {
  document.body.replaceChildren(h("main", { class: "page" }, h("h1", {}, t("app.title")), h("p", {}, ...problem(error, () => location.reload()))));
});
