// SPDX-License-Identifier: MIT
// The banner on the board when the game ends: the result, and what to do next.

import { button, h } from "../dom";
import { t } from "../i18n";
import { resultText } from "../words";
import { has, type Component, type TableModel } from "./model";

/** `review` shows the graph and the moves; `isLow` is true if what ended the game is on the lower half of the
 * board, so that the banner belongs above it. */
export function endBanner(model: TableModel, review: () => void, isLow: () => boolean): Component {
  const heading = h("strong", {});
  const text = h("p", {});
  const reviewed = () => {
    model.closeEnd();
    review();
  };
  const rematch = button(t("table.rematch"), () => void model.rematch(), { class: "primary" });
  const close = button("×", () => model.closeEnd(), { class: "close", "aria-label": t("table.end.close") });
  const element = h(
    "div",
    { class: "end", role: "group", "aria-label": t("table.over"), hidden: true },
    close,
    heading,
    text,
    h("div", { class: "row" }, rematch, button(t("table.review"), reviewed)),
  );
  element.addEventListener("keydown", (event) => event.key === "Escape" && model.closeEnd());
  return {
    element,
    update(parts) {
      const { table } = model;
      if (!table || !has(parts, "table", "view")) return;
      if (model.isEndShown && element.hidden) element.classList.toggle("above", isLow());
      element.hidden = !model.isEndShown;
      if (!table.result) return;
      heading.textContent = model.verdict;
      text.textContent = resultText(table.game, table.result);
      rematch.hidden = model.mine.length === 0;
    },
  };
}
