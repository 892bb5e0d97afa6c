// SPDX-License-Identifier: MIT
// What the engine thinks of the position: winning chances, depth and principal variations.

import type { EngineLine, Study } from "../backend";
import { button, h, keepFocus, setText } from "../dom";
import { t } from "../i18n";
import { chanceOfFirst, plot } from "../plot";
import { change, settings } from "../settings";
import { has, type Component } from "../table/model";
import { knownText, scoreText, sideName } from "../words";
import { LINES_MAX, type AnalysisModel } from "./model";

/** A short evaluation: the winning chances of the first side, or who wins and in how many moves. */
function badge(info: Study, line: EngineLine): string {
  if (line.win === undefined) return `${Math.round(chanceOfFirst(line) ?? 50)}%`;
  const side = line.side ?? 0;
  return `${sideName(info, line.win > 0 ? side : 1 - side)} ${Math.abs(line.win)}`;
}

export function enginePanel(model: AnalysisModel): Component {
  const toggle = button(t("analysis.engine"), () => change({ engine: !settings.engine }), { class: "switch" });
  const count = h("select", { "aria-label": t("analysis.lines") });
  for (let n = 1; n <= LINES_MAX; n++) count.append(h("option", { value: n }, t("analysis.lines.n", { n })));
  count.addEventListener("change", () => change({ lines: Number(count.value) }));
  const state = h("span", { class: "quiet" });
  const threat = button(t("analysis.threat"), () => void model.askThreat(), { title: t("analysis.threat.help") });
  const list = h("ol", { class: "lines" });
  const element = h("section", { class: "engine" }, h("div", { class: "row" }, toggle, count, threat, state), list);

  const item = (info: Study, line: EngineLine): HTMLElement => {
    const text = scoreText(info, line, chanceOfFirst(line) ?? 50);
    const [first = "", ...rest] = line.turns;
    const play = button(first, () => void (model.threat === null && model.play(line.steps)), { class: "move" });
    return h("li", {}, h("span", { class: "chance", title: text, "aria-label": text, role: "img" }, badge(info, line)), play, h("span", { class: "rest" }, rest.join(" ")));
  };

  const redraw = () => {
    const { study, lines } = model;
    if (!study) return;
    const known = lines?.known ? knownText(study, lines) : "";
    const text = model.linesProblem || known || (lines && lines.lines.length > 0 ? t("analysis.depth", { n: lines.depth }) : "");
    setText(state, settings.engine ? text : "");
    toggle.setAttribute("aria-pressed", String(settings.engine));
    count.hidden = !settings.engine;
    threat.hidden = !settings.engine || model.current?.next === null;
    threat.setAttribute("aria-pressed", String(model.threat !== null));
    count.value = String(settings.lines);
    keepFocus(list, () => list.replaceChildren(...(lines?.lines ?? []).map((line) => item(study, line))));
  };

  return {
    element,
    update(parts) {
      if (has(parts, "board", "view", "lines", "settings")) redraw();
    },
  };
}

/** The evaluation graph of the main line, as far as it is known. */
export function graphPanel(model: AnalysisModel): Component {
  const element = h("section", { class: "plot" });
  let drawn = ""; // the scores that the graph shows
  let mark: (turn: number) => void = () => {};
  const redraw = () => {
    const { study, mainScores: scores } = model;
    const chances = scores.map(chanceOfFirst);
    const wanted = chances.map((chance) => (chance === null ? "" : Math.round(chance))).join();
    if (!study || wanted === drawn) return;
    drawn = wanted;
    element.replaceChildren();
    if (chances.filter((chance) => chance !== null).length < 2) return;
    const where = h("div", { class: "chart" });
    element.append(h("h2", {}, t("table.plot")), where);
    mark = plot(where, scores, study, (turn) => void model.goTo(model.mainNode(turn)));
  };
  return {
    element,
    update(parts) {
      if (has(parts, "board", "study", "score")) redraw();
      if (has(parts, "board", "study", "table", "score")) mark(model.current?.main ? model.turnOf(model.node) : 0);
    },
  };
}
