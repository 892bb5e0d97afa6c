// SPDX-License-Identifier: MIT
// The small screens: rules, settings, a single position.

import { gameTitle, nothingHere, type App, type Screen } from "./app";
import { BoardView } from "./board";
import { button, h } from "./dom";
import { panel } from "./panel";
import { nameField } from "./name";
import { change, settings, type Settings } from "./settings";
import { language, LANGUAGES, t, preferredLanguage } from "./i18n";
import { errorText } from "./words";

// --- rules ---

export function rulesScreen(app: App, game: string): Screen {
  const info = app.games.find((one) => one.game === game);
  const links = h("nav", { class: "row", "aria-label": t("rules.index") });
  for (const one of app.games)
    links.append(h("a", { class: "button", href: `#/rules/${one.game}`, "aria-current": one.game === game ? "page" : null }, gameTitle(one)));
  const text = h("article", { class: "rules" });
  const heading = info ? t("rules.heading", { game: gameTitle(info) }) : t("rules.index");
  if (info) {
    text.textContent = t("app.loading");
    app.backend.rules(game, language()).then(
      (html) => text.replaceChildren(...cleaned(html)),
      (error) => (text.textContent = t("app.failed", { why: errorText(error) })),
    );
  }
  const play = info && h("p", { class: "row" }, h("a", { class: "button primary", href: `#/new/${game}` }, t("rules.play", { game: gameTitle(info) })), info.lesson && h("a", { class: "button", href: `#/lesson/${game}` }, t("lobby.learn.game", { game: gameTitle(info) })));
  return { element: h("main", { class: "page", id: "main" }, h("h1", {}, heading), links, text, play), title: heading };
}

const KEPT = new Set(
  "a article b br caption code dd div dl dt em figcaption figure h1 h2 h3 h4 hr i li ol p pre section small span strong sub sup table tbody td th thead tr ul svg g path circle rect polygon polyline line text title desc defs pattern style".split(" "),
);

/** Sanitise HTML from the backend.  It is our own text; this is a second line of defence. */
function cleaned(html: string): Node[] {
  const page = new DOMParser().parseFromString(html, "text/html");
  const body = page.querySelector("main") ?? page.body;
  for (const element of [...body.querySelectorAll("*")]) {
    if (!KEPT.has(element.localName) || element.localName === "style") {
      element.remove();
      continue;
    }
    for (const { name } of [...element.attributes]) if (name.startsWith("on") || name === "style") element.removeAttribute(name);
    if (element.localName === "a" && /^\s*javascript:/i.test(element.getAttribute("href") ?? "")) element.removeAttribute("href");
    // Routes are URL fragments, so a link to a heading would leave this screen.
    if (element.localName === "a" && element.getAttribute("href")?.startsWith("#")) element.removeAttribute("href");
    if (element.localName === "h1") element.remove();
  }
  return [...body.childNodes].map((node) => document.importNode(node, true));
}

// --- settings ---

type Choice = [value: string, label: string];

export function settingsScreen(reload: () => void): Screen {
  const form = h("div", { class: "form" });
  const choose = (label: string, choices: Choice[], chosen: string, changed: (value: string) => void) => {
    const list = h("select", {});
    for (const [value, text] of choices) list.append(h("option", { value, selected: value === chosen }, text));
    list.addEventListener("change", () => changed(list.value));
    form.append(h("label", { class: "field" }, h("span", {}, label), list));
  };
  const check = (label: string, name: "sound" | "evaluation" | "confirm") => {
    const input = h("input", { type: "checkbox", checked: settings[name] });
    input.addEventListener("change", () => change({ [name]: input.checked }));
    form.append(h("label", { class: "radio" }, input, h("span", {}, label)));
  };
  const status = h("span", { class: "quiet", role: "status" });
  const auto = LANGUAGES[preferredLanguage()] ?? "English";
  choose(
    t("settings.language"),
    [["", t("settings.language.auto", { language: auto })], ...Object.entries(LANGUAGES)],
    settings.language,
    (value) => {
      change({ language: value });
      reload();
    },
  );
  const themes = ["auto", "light", "dark"].map((name): Choice => [name, t(`settings.theme.${name}`)]);
  choose(t("settings.theme"), themes, settings.theme, (value) => change({ theme: value as Settings["theme"] }));
  const motions = ["auto", "off", "fast", "normal", "slow"].map((name): Choice => [name, t(`settings.motion.${name}`)]);
  choose(t("settings.motion"), motions, settings.motion, (value) => change({ motion: value as Settings["motion"] }));
  const labels = ["off", "on", "all"].map((name): Choice => [name, t(`settings.labels.${name}`)]);
  choose(t("settings.labels"), labels, settings.labels, (value) => change({ labels: value as Settings["labels"] }));
  check(t("settings.sound"), "sound");
  check(t("settings.eval"), "evaluation");
  check(t("settings.confirm"), "confirm");
  form.append(
    nameField(t("settings.name")),
    h("p", { class: "row" }, button(t("settings.tips"), () => {
      change({ tipsSeen: {} });
      status.textContent = t("settings.tips.done");
    }), status),
    h("p", { class: "quiet" }, t("settings.saved")),
  );
  return { element: h("main", { class: "page", id: "main" }, h("h1", {}, t("settings.heading")), form), title: t("settings.heading") };
}

// --- position ---

export function positionScreen(app: App, setup: string, position: string): Screen {
  const element = h("main", { class: "page", id: "main" }, h("h1", {}, t("app.loading")));
  const game = setup.split(/[:;]/)[0] ?? "";
  const show = async () => {
    const [shape, board] = await Promise.all([app.backend.shape(setup), app.backend.board(setup, position || undefined)]);
    const title = t("position.heading", { game: gameTitle(shape) });
    const view = new BoardView(shape, { still: true, named: true, label: title });
    view.show(board);
    const query = new URLSearchParams({ setup, position: board.position });
    element.replaceChildren(
      h("h1", {}, title),
      h("div", { class: "shown" }, view.svg),
      panel(board.panel, shape),
      h("p", { class: "row" }, h("a", { class: "button primary", href: `#/new/${game}?${query}` }, t("position.play")), h("a", { class: "button", href: `#/analysis?${query}` }, t("table.analyse")), h("a", { class: "button", href: `#/editor?${query}` }, t("editor.open"))),
      h("pre", { class: "quiet" }, board.position),
    );
  };
  show().catch((error) =>
    element.replaceChildren(...nothingHere(t("app.notfound"), t("position.bad", { why: errorText(error) }))),
  );
  return { element, title: t("app.title") };
}
