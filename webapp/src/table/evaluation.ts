// SPDX-License-Identifier: MIT
// The evaluation bar beside the board, and the graph of a finished game.

import type { Score, SetupInfo, Side } from "../backend";
import { colourClass } from "../board/glyphs";
import { h, setText } from "../dom";
import { t } from "../i18n";
import { chanceOfFirst, plot } from "../plot";
import { scoreText } from "../words";
import { has, type Component, type TableModel } from "./model";

/** What the bar needs: it is the same for a game and for an analysis. */
export interface ScoreModel {
  readonly info: SetupInfo | null;
  readonly shownScore: Score | null;
  readonly hasEvaluation: boolean;
  readonly bottomSide: Side;
}

export function evaluationBar(model: ScoreModel): Component {
  const fill = h("div");
  const element = h("div", { class: "eval", role: "img" }, fill);
  return {
    element,
    update(parts) {
      const { info, shownScore: score } = model;
      if (!info || !has(parts, "table", "view", "board", "score", "settings")) return;
      const chance = score && chanceOfFirst(score);
      fill.style.setProperty("--share", `${chance ?? 50}%`);
      fill.className = colourClass(info.colours[0]);
      element.hidden = !model.hasEvaluation;
      element.className = `eval ${colourClass(info.colours[1])} turn-${model.bottomSide}`;
      const text = score && chance !== null ? scoreText(info, score, chance) : t("table.eval");
      element.setAttribute("aria-label", text);
      element.title = text;
    },
  };
}

export function evaluationGraph(model: TableModel): Component {
  const element = h("section", { class: "plot" });
  const known = h("p", { class: "quiet known" });
  let drawn: unknown = null; // the scores that the graph shows
  let mark: (turn: number) => void = () => {};

  const redraw = () => {
    const { scores, table } = model;
    if (!table || scores === drawn) return;
    drawn = scores;
    if (!scores || scores.length < 2) {
      element.replaceChildren();
      return;
    }
    const where = h("div", { class: "chart" });
    element.replaceChildren(h("h2", {}, t("table.plot")), where, known);
    mark = plot(where, scores, table, (turn) => void model.lookAt(turn));
  };

  const show = () => {
    const score = model.table?.result ? model.shownScore : null;
    setText(known, score ? model.knownText(score) : "");
    mark(model.shownTurn);
  };

  return {
    element,
    update(parts) {
      if (!has(parts, "table", "view", "score")) return;
      if (model.isAnalysing && drawn === null) element.replaceChildren(h("h2", {}, t("table.plot")), h("p", { class: "quiet" }, t("table.plot.wait")));
      else redraw();
      show();
    },
  };
}
