// SPDX-License-Identifier: MIT
// The buttons of the actions that are possible now.

import { button, h, keepFocus } from "../dom";
import { explanation } from "../effects";
import { t } from "../i18n";
import { defText, messageText } from "../words";
import { has, type Component, type TableModel } from "./model";

type InputModel = Pick<TableModel, "entering" | "entry" | "shape" | "announcement" | "options" | "canGoBack">;

/** What the user may announce with the move being entered. */
function announceButtons(model: InputModel, game: string): Node[] {
  const list = model.entering && model.entry?.isActive ? (model.shape?.announcements ?? []) : [];
  return list.map(({ label }, index) => {
    const isChosen = model.announcement === index;
    return button(defText(game, label), () => model.entry?.announce(isChosen ? -1 : index), { "aria-pressed": isChosen ? "true" : "false" });
  });
}

/** The buttons for the move being entered: steps without cells, announcements, undo. */
export function inputActions(model: InputModel, game: string): Node[] {
  const list: Node[] = [];
  for (const step of model.options) {
    const why = explanation(step);
    list.push(button(step.label ? messageText(game, step.label) : step.text, () => void model.entry?.take(step), { class: "primary" }));
    if (why !== "") list.push(h("p", { class: "quiet why" }, why));
  }
  list.push(...announceButtons(model, game));
  if (model.canGoBack) list.push(button(t("table.undo.step"), () => model.entry?.back()));
  return list;
}

function playActions(model: TableModel, game: string): Node[] {
  const list = inputActions(model, game);
  if (model.mine.length === 0) return list;
  if (model.canTakeBack) list.push(button(t(model.isShared ? "table.undo.propose" : "table.undo"), () => void model.act("take-back")));
  if (model.canHint) list.push(button(t("table.hint"), () => void model.getHint()));
  if (model.isShared && model.canOfferDraw) list.push(button(t("table.draw"), () => void model.act("draw")));
  list.push(button(t("table.resign"), () => void model.resign()));
  return list;
}

function endActions(model: TableModel, game: string): Node[] {
  const list: Node[] = [];
  if (model.mine.length > 0) list.push(button(t("table.rematch"), () => void model.rematch(), { class: "primary" }));
  if (model.canTakeBack) list.push(button(t("table.undo"), () => void model.act("take-back")));
  list.push(h("a", { class: "button", href: `#/analysis?table=${model.id}` }, t("table.analyse")));
  list.push(button(t("table.again"), () => model.app.go(`/new/${game}`)));
  return list;
}

export function actionBar(model: TableModel): Component {
  const element = h("div", { class: "actions" });
  return {
    element,
    update(parts) {
      const { table } = model;
      if (!table || !has(parts, "table", "view", "input")) return;
      let list: Node[];
      if (model.past !== null) list = [button(t("table.now"), () => void model.lookAt(table.moves.length), { class: "primary" })];
      else list = table.result !== null ? endActions(model, table.game) : playActions(model, table.game);
      keepFocus(element, () => element.replaceChildren(...list));
    },
  };
}
