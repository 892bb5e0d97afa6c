// SPDX-License-Identifier: MIT
// The header of every screen: navigation, and a menu of the user's current games that says in how many of
// them somebody waits.

import { gameTitle, setTitleCount, type App } from "./app";
import { h } from "./dom";
import { t } from "./i18n";
import { playersText } from "./lists";
import { isMyTurn } from "./mygames";
import { settings } from "./settings";

const SHOWN = 12; // games in the menu

export interface Header {
  element: HTMLElement;
  close(): void;
}

function skipLink(): HTMLElement {
  const skip = h("a", { class: "skip", href: "#main" }, t("nav.skip"));
  skip.addEventListener("click", (event) => {
    event.preventDefault();
    const board = document.querySelector<SVGElement>('main .cell[tabindex="0"]');
    const main = document.getElementById("main");
    main?.setAttribute("tabindex", "-1");
    (board ?? main)?.focus();
  });
  return skip;
}

/** The menu of current games; it is there only if there are any. */
function switcher(app: App, route: string): Header {
  const count = h("span", { class: "count", hidden: true });
  const label = h("span", { class: "label" });
  const short = h("span", { class: "short" });
  const opener = h("button", { type: "button", "aria-expanded": "false", "aria-controls": "mygames" }, label, count, short);
  const list = h("ul", { id: "mygames", hidden: true });
  const element = h("div", { class: "switcher", hidden: true }, opener, list);
  const open = (isOpen: boolean) => {
    opener.setAttribute("aria-expanded", String(isOpen));
    list.hidden = !isOpen;
  };
  const outside = (event: Event) => {
    if (!element.contains(event.target as Node)) open(false);
  };
  opener.addEventListener("click", () => open(list.hidden));
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    event.stopPropagation();
    open(false);
    opener.focus();
  });
  document.addEventListener("pointerdown", outside);
  document.addEventListener("focusin", outside);
  const draw = () => {
    const { games, awaited } = app.mine;
    element.hidden = games.length === 0;
    label.textContent = t("nav.mine", { n: games.length });
    count.hidden = awaited === 0;
    count.textContent = String(awaited);
    short.textContent = String(awaited || games.length);
    element.classList.toggle("awaited", awaited > 0);
    opener.setAttribute("aria-label", [label.textContent, awaited > 0 ? t("nav.awaited", { n: awaited }) : ""].filter(Boolean).join(", "));
    setTitleCount(awaited);
    list.replaceChildren(
      ...games.slice(0, SHOWN).map((table) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `#/table/${table.id}`, "aria-current": route === `/table/${table.id}` ? "page" : null, onclick: () => open(false) },
            h("span", {}, h("strong", {}, gameTitle(table)), ` ${table.open ? t("table.seat.open") : playersText(table)}`),
            isMyTurn(table) && h("span", { class: "badge" }, t("list.yourturn")),
          ),
        ),
      ),
      h("li", {}, h("a", { href: "#/tables?whose=mine", onclick: () => open(false) }, t("list.mine.all"))),
    );
  };
  draw();
  const off = app.mine.onChange(draw);
  return {
    element,
    close() {
      off();
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    },
  };
}

export function header(app: App, route: string): Header {
  const link = (to: string, key: string) =>
    h("a", { href: `#${to}`, "aria-current": route === to || (to !== "/" && route.startsWith(to)) ? "page" : null }, t(key));
  const mine = switcher(app, route);
  const name = settings.name && h("a", { class: "username", href: "#/settings", title: t("settings.name") }, settings.name);
  const element = h(
    "header",
    {},
    skipLink(),
    h("a", { class: "brand", href: "#/" }, t("app.title")),
    h("nav", { "aria-label": t("nav.main") }, link("/", "nav.home"), link("/tables", "nav.tables"), link("/puzzles", "nav.puzzles"), link("/analysis", "nav.analysis"), link("/rules", "nav.rules"), link("/settings", "nav.settings")),
    mine.element,
    name || null,
  );
  return { element, close: () => mine.close() };
}
