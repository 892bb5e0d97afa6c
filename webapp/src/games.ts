// SPDX-License-Identifier: MIT
// The list of games: the user's own, games to watch, and finished games with filters.

import { gameTitle, type App, type Screen } from "./app";
import type { TableSummary } from "./backend";
import { button, h, keepFocus } from "./dom";
import { t } from "./i18n";
import { cancelChallenge, gameRow } from "./lists";
import { mySeats, poll } from "./mygames";
import { allRights, forgetRights } from "./settings";
import { errorText } from "./words";

const PAGE = 20; // finished games that are added at once
const LIVE = 30;

type Whose = "all" | "mine";
type Outcome = "" | "won" | "lost" | "drawn";
type Choice = [value: string, label: string];

function select(label: string, choices: Choice[], chosen: string, changed: (value: string) => void): HTMLElement {
  const list = h("select", {});
  for (const [value, text] of choices) list.append(h("option", { value, selected: value === chosen }, text));
  list.addEventListener("change", () => changed(list.value));
  return h("label", { class: "field" }, h("span", {}, label), list);
}

/** How a finished game ended for this user. */
function outcomeOf(table: TableSummary): Outcome {
  const mine = mySeats(table.id);
  if (!table.result) return "";
  if (table.result.drawn) return "drawn";
  const { winner } = table.result;
  if (mine.length !== 1 || winner === null) return "";
  return (table.holders?.[winner] ?? winner) === mine[0] ? "won" : "lost";
}

class Games implements Screen {
  readonly title = t("tables.heading");
  readonly element = h("main", { class: "page games", id: "main" });
  private readonly isLocal: boolean;
  private whose: Whose;
  private game = "";
  private opponents: "" | "people" | "engine" = "";
  private outcome: Outcome = "";
  private readonly problem = h("p", { class: "message", role: "status" });
  private readonly filters = h("div", { class: "filters", role: "group", "aria-label": t("filter.heading") });
  private readonly current = h("ul", { class: "tablelist" });
  private readonly currentHead = h("h2", { hidden: true }, t("tables.running"));
  private readonly finished = h("ul", { class: "tablelist" });
  private readonly none = h("p", { class: "quiet" });
  private readonly older = button(t("tables.more"), () => void this.more().catch(this.failed), { hidden: true });
  private readonly closers: (() => void)[] = [];
  private before: string | undefined;
  private round = 0; // of loading finished games; an older one is out of date
  private seen = "";

  constructor(
    private readonly app: App,
    query: URLSearchParams,
  ) {
    this.isLocal = app.backend.kind === "local";
    this.whose = this.isLocal || query.get("whose") === "mine" ? "mine" : "all";
    this.element.append(
      h("h1", {}, this.title),
      this.filters,
      this.problem,
      this.currentHead,
      this.current,
      h("h2", {}, t("tables.finished")),
      this.finished,
      this.none,
      this.older,
    );
    this.drawFilters();
    this.closers.push(poll(() => this.loadCurrent()), app.mine.onChange(() => void this.loadCurrent().catch(this.failed)));
    this.restart();
  }

  close(): void {
    for (const close of this.closers) close();
  }

  private readonly failed = (error: unknown): void => {
    this.problem.textContent = t("app.failed", { why: errorText(error) });
  };

  private drawFilters(): void {
    const set = (change: () => void) => {
      change();
      this.drawFilters();
      this.restart();
      void this.loadCurrent().catch(this.failed);
    };
    const fields: HTMLElement[] = [];
    if (!this.isLocal)
      fields.push(select(t("filter.whose"), [["all", t("filter.all")], ["mine", t("filter.mine")]], this.whose, (value) => set(() => (this.whose = value as Whose))));
    fields.push(
      select(t("new.game"), [["", t("filter.any")], ...this.app.games.map((game): Choice => [game.game, gameTitle(game)])], this.game, (value) => set(() => (this.game = value))),
      select(t("filter.opponents"), [["", t("filter.any")], ["people", t("filter.people")], ["engine", t("new.engine")]], this.opponents, (value) =>
        set(() => (this.opponents = value as "" | "people" | "engine")),
      ),
    );
    if (this.whose === "mine")
      fields.push(
        select(t("filter.outcome"), [["", t("filter.any")], ["won", t("filter.won")], ["lost", t("filter.lost")], ["drawn", t("filter.drawn")]], this.outcome, (value) =>
          set(() => (this.outcome = value as Outcome)),
        ),
      );
    keepFocus(this.filters, () => this.filters.replaceChildren(...fields));
  }

  /** True if the table passes the filters that the backend did not apply. */
  private matches(table: TableSummary): boolean {
    const isEngine = table.seats.some((seat) => seat.kind === "engine");
    return (!this.game || this.game === table.game) && (!this.opponents || (this.opponents === "engine") === isEngine);
  }

  private async loadCurrent(): Promise<void> {
    const filter = { list: "live" as const, game: this.game || undefined, opponents: this.opponents || undefined, limit: LIVE };
    const tables = this.whose === "mine" ? this.app.mine.games.filter((table) => this.matches(table)) : await this.app.backend.tables(filter);
    const now = JSON.stringify([this.whose, tables]);
    if (now === this.seen) return;
    this.seen = now;
    this.currentHead.hidden = tables.length === 0;
    keepFocus(this.current, () => this.current.replaceChildren(...tables.map((table) => gameRow(this.app, table, this.actions(table)))));
  }

  /** Buttons beside a game: to delete it from this browser, or to take an unanswered invitation back. */
  private actions(table: TableSummary): HTMLElement[] {
    if (this.isLocal) return [this.sure(t("list.delete"), t("list.delete.sure"), () => this.remove(table.id), gameTitle(table))];
    if (table.open && mySeats(table.id).length > 0) return [button(t("list.cancel"), () => void cancelChallenge(this.app, table.id).catch(this.failed), { "aria-label": `${t("list.cancel")}: ${gameTitle(table)}` })];
    return [];
  }

  /** A button that asks before it acts. */
  private sure(text: string, question: string, act: () => Promise<void>, of: string): HTMLElement {
    const box = h("span", { class: "row" });
    const first = button(text, () => {
      const yes = button(question, () => void act().catch(this.failed), { class: "danger" });
      box.replaceChildren(yes, button(t("app.cancel"), () => {
        box.replaceChildren(first);
        first.focus();
      }));
      yes.focus();
    }, { "aria-label": `${text}: ${of}` });
    box.append(first);
    return box;
  }

  private async remove(id: string): Promise<void> {
    await this.app.backend.remove?.(id);
    forgetRights(id);
    for (const row of this.element.querySelectorAll<HTMLElement>(`[data-table="${CSS.escape(id)}"]`)) row.remove();
    await this.app.mine.refresh();
    this.problem.textContent = t("list.deleted");
    this.element.querySelector<HTMLElement>(".tablelist a, select")?.focus();
    this.drawNone();
  }

  /** Load the finished games from the first. */
  private restart(): void {
    this.round++;
    this.before = undefined;
    this.finished.replaceChildren();
    this.none.textContent = "";
    void this.more().catch(this.failed);
  }

  private async more(): Promise<void> {
    const round = this.round;
    const tables = await (this.whose === "mine" && !this.isLocal ? this.myFinished() : this.finishedPage());
    if (round !== this.round) return;
    const isNew = ({ id }: TableSummary) => !this.finished.querySelector(`[data-table="${CSS.escape(id)}"]`);
    const shown = tables.filter((table) => isNew(table) && (!this.outcome || this.whose === "all" || outcomeOf(table) === this.outcome));
    this.finished.append(...shown.map((table) => gameRow(this.app, table, this.isLocal ? this.actions(table) : [])));
    this.drawNone();
  }

  private async finishedPage(): Promise<TableSummary[]> {
    const tables = await this.app.backend.tables({ list: "over", game: this.game || undefined, opponents: this.opponents || undefined, before: this.before, limit: PAGE });
    this.before = tables[tables.length - 1]?.id;
    this.older.hidden = tables.length < PAGE;
    return tables;
  }

  /** The finished games whose seats this browser remembers. */
  private async myFinished(): Promise<TableSummary[]> {
    this.older.hidden = true;
    const ids = allRights().filter(({ rights }) => !rights.puzzle).map(({ table }) => table);
    const tables = ids.length > 0 ? await this.app.backend.tablesById(ids) : [];
    return tables.filter((table) => table.result && this.matches(table)).sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
  }

  private drawNone(): void {
    this.none.textContent = this.finished.childElementCount === 0 ? t("tables.none") : "";
  }
}

export function gamesScreen(app: App, query: URLSearchParams): Screen {
  return new Games(app, query);
}
