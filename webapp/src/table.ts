// SPDX-License-Identifier: MIT
// The game screen: arranges the components around the board while a game is played, watched or replayed.

import { nothingHere, setTitle, type App, type Screen } from "./app";
import { h } from "./dom";
import { t } from "./i18n";
import { play as playSound } from "./sound";
import { actionBar } from "./table/actions";
import { endBanner } from "./table/end";
import { evaluationBar, evaluationGraph } from "./table/evaluation";
import { has, TableModel, type Component, type Parts } from "./table/model";
import { moreMenu } from "./table/more";
import { moveList, scorePanel } from "./table/moves";
import { promptList } from "./table/prompts";
import { seatBar } from "./table/seats";
import { stage } from "./table/stage";
import { statusLine } from "./table/status";

const TICK_MS = 200;

export function tableScreen(app: App, id: string, invitation: string | null): Screen {
  return new TableScreen(new TableModel(app, id, invitation));
}

class TableScreen implements Screen {
  readonly element = h("main", { class: "table", id: "main" });
  readonly title = t("app.loading");
  private readonly heading = h("h1", { class: "away" });
  private readonly stage;
  private readonly status;
  private readonly graph;
  private readonly moves;
  private readonly components: readonly Component[];
  private readonly timer: number;

  constructor(private readonly model: TableModel) {
    this.stage = stage(model);
    this.status = statusLine(model);
    this.graph = evaluationGraph(model);
    this.moves = moveList(model);
    const end = endBanner(model, () => this.review(), () => this.stage.isLow());
    this.stage.element.append(end.element);
    // In the order of the Tab key.
    const arranged = [
      seatBar(model, 0),
      seatBar(model, 1),
      evaluationBar(model),
      this.stage,
      this.status,
      promptList(model),
      actionBar(model),
      scorePanel(model),
      this.moves,
      this.graph,
      moreMenu(model, () => this.stage.board()),
    ];
    this.components = [...arranged, end];
    this.element.append(this.stage.element, this.status.element);
    model.onChange((parts) => {
      if (has(parts, "board")) this.element.replaceChildren(this.heading, ...arranged.map(({ element }) => element));
      this.update(parts);
    });
    this.timer = window.setInterval(() => model.tick(), TICK_MS);
    document.addEventListener("keydown", this.stepKey);
    model.open();
  }

  close(): void {
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.stepKey);
    this.model.close();
  }

  private update(parts: Parts): void {
    const { model } = this;
    if (has(parts, "gone")) {
      this.element.className = "page";
      this.element.replaceChildren(...nothingHere(t("table.gone"), t("table.gone.why")));
      return;
    }
    if (has(parts, "ended")) playSound("end");
    if (has(parts, "table", "board")) {
      this.heading.textContent = model.heading;
      setTitle(model.title);
      if (model.table) model.app.mine.note(model.table);
    }
    for (const component of this.components) component.update(parts);
  }

  /** Show how the game went. */
  private review(): void {
    const { element } = this.graph.element.childElementCount > 0 ? this.graph : this.moves;
    element.scrollIntoView({ block: "nearest" });
    this.moves.element.querySelector<HTMLElement>(".shown, button")?.focus({ preventScroll: true });
  }

  /** Arrow keys, Home and End step through the moves, unless something else uses them. */
  private stepKey = (event: KeyboardEvent): void => {
    const { model } = this;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (target.closest(".cell, .menu, input, select, textarea")) return;
    const count = model.table?.moves.length ?? 0;
    const turn = { ArrowLeft: model.shownTurn - 1, ArrowRight: model.shownTurn + 1, Home: 0, End: count }[event.key];
    if (turn === undefined || count === 0) return;
    event.preventDefault();
    void model.lookAt(turn);
  };
}
