// SPDX-License-Identifier: MIT
// Entry point: choose the backend, load the language and show the screen of the current route.  Routes
// are URL fragments, so the web app runs from any path and servers never see invitation tokens.

import "./style.css";
import type { App, Screen } from "./app";
import { nothingHere} from "./app";
import type { Backend } from "./backend";
import { h } from "./dom";
import { pickBackend } from "./pick";
import { lessonScreen } from "./lesson";
import { lobbyScreen } from "./lobby";
import { importScreen, newGameScreen } from "./newgame";
import { puzzlesScreen } from "./puzzles";
import { positionScreen, rulesScreen, settingsScreen, tablesScreen } from "./screens";
import { apply, settings } from "./settings";
import { tableScreen } from "./table";
import { setLanguage, t, preferredLanguage } from "./i18n";
import { errorText, loadStrings } from "./words";

let current: Screen | null = null;
let app: App;
const live = h("div", { class: "away", role: "status", "aria-live": "polite" });

function header(route: string): HTMLElement {
  const link = (to: string, key: string) =>
    h("a", { href: `#${to}`, "aria-current": route === to || (to !== "/" && route.startsWith(to)) ? "page" : null }, t(key));
  const skip = h("a", { class: "skip", href: "#main" }, t("nav.skip"));
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    const board = document.querySelector<SVGElement>('main .cell[tabindex="0"]');
    const main = document.getElementById("main");
    main?.setAttribute("tabindex", "-1");
    (board ?? main)?.focus();
  });
  return h(
    "header",
    {},
    skip,
    h("a", { class: "brand", href: "#/" }, t("app.title")),
    h("nav", { "aria-label": t("nav.main") }, link("/", "nav.home"), link("/tables", "nav.tables"), link("/puzzles", "nav.puzzles"), link("/rules", "nav.rules"), link("/settings", "nav.settings")),
  );
}

type Route = [pattern: RegExp, make: (parts: string[], query: URLSearchParams) => Screen | null];

const ROUTES: Route[] = [
  [/^\/$/, () => lobbyScreen(app)],
  [/^\/new(?:\/([\w-]*))?$/, ([game = ""], query) => newGameScreen(app, game, query)],
  [/^\/import$/, () => importScreen(app)],
  [/^\/table\/([\w-]+)$/, ([id = ""], query) => tableScreen(app, id, query.get("invite"))],
  [/^\/tables$/, () => tablesScreen(app)],
  [/^\/rules(?:\/([\w-]*))?$/, ([game = ""]) => rulesScreen(app, game || (app.games[0]?.game ?? ""))],
  [/^\/puzzles(?:\/([\w-]*))?(?:\/(\d{1,6}))?$/, ([game = "", number = ""]) => puzzlesScreen(app, game || (app.games[0]?.game ?? ""), Number(number))],
  [/^\/lesson(?:\/([\w-]*))?(?:\/(\d{1,6}))?$/, ([game = "", number = ""]) => lessonScreen(app, game || (app.games[0]?.game ?? ""), Number(number))],
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
  current = screenFor(path, new URLSearchParams(search));
  document.title = `${current.title} – ${t("app.title")}`;
  document.body.replaceChildren(header(path), current.element, live);
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
  const [backend] = await Promise.all([pickBackend(), setLanguage(settings.language || preferredLanguage())] as [Promise<Backend>, Promise<void>]);
  const games = await backend.games();
  await loadStrings(backend, games);
  app = {
    backend,
    games,
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
  show();
}

begin().catch((error: unknown) => {
  document.body.replaceChildren(h("main", { class: "page" }, h("h1", {}, t("app.title")), h("p", {}, t("app.failed", { why: errorText(error) }))));
});
