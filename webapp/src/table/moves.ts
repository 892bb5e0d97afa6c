// SPDX-License-Identifier: MIT
// The list of moves, and the score panel of the position that the board shows.

import { button, h, keepFocus } from "../dom";
import { t } from "../i18n";
import { panel } from "../panel";
import { has, type Component, type TableModel } from "./model";

export function scorePanel(model: TableModel): Component {
  const element = h("section", { class: "score" });
  return {
    element,
    update(parts) {
      const { table, view } = model;
      if (table && view && has(parts, "table", "view")) element.replaceChildren(h("h2", {}, t("table.panel")), panel(view.position.panel, table));
    },
  };
}

export function moveList(model: TableModel): Component {
  const element = h("section", { class: "moves" });
  const step = (sign: string, key: string, turn: number, isPossible: boolean) =>
    button(sign, () => void model.lookAt(turn), { "aria-label": t(key), title: t(key), disabled: !isPossible });

  const redraw = () => {
    const { table, shownTurn: now } = model;
    if (!table) return;
    const count = table.moves.length;
    const list = h("ol", { class: "movelist", tabindex: "0", "aria-label": t("table.moves") });
    for (const [index, move] of table.moves.entries()) {
      const isShown = index + 1 === now;
      const item = button(move.turn, () => void model.lookAt(index + 1), {
        class: `move s${move.side}${isShown ? " shown" : ""}`,
        "aria-current": isShown ? "step" : null,
        title: move.comment ?? null,
      });
      const news = model.newsOf(move);
      list.append(h("li", {}, h("span", { class: "number" }, `${index + 1}`), item, news !== "" && h("small", { class: "news" }, news)));
    }
    const steps = h(
      "div",
      { class: "steps" },
      step("«", "table.step.first", 0, now > 0),
      step("‹", "table.step.back", now - 1, now > 0),
      step("›", "table.step.on", now + 1, now < count),
      step("»", "table.step.last", count, now < count),
    );
    const heading = h("h2", {}, t("table.moves"));
    keepFocus(element, () => element.replaceChildren(heading, ...(count > 0 ? [list, steps] : [h("p", { class: "quiet" }, t("table.moves.none"))])));
    const shown = list.querySelector(".shown");
    if (shown instanceof HTMLElement) list.scrollTop = shown.offsetTop - list.clientHeight / 2;
  };

  return {
    element,
    update(parts) {
      if (has(parts, "table", "view")) redraw();
    },
  };
}
