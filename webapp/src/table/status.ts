// SPDX-License-Identifier: MIT
// The message beside the board: whose turn it is, what a selection does, why a move is illegal.

import { button, h } from "../dom";
import { t } from "../i18n";
import { has, type Component, type TableModel } from "./model";

export function statusLine(model: Pick<TableModel, "message">): Component {
  const text = h("span", {}, model.message.text);
  const element = h("div", { class: "message", role: "status", "aria-live": "polite" }, text);
  return {
    element,
    update(parts) {
      if (!has(parts, "status")) return;
      const { message } = model;
      if (text.textContent !== message.text) text.textContent = message.text;
      element.classList.toggle("error", message.isError);
      element.querySelector("button")?.remove();
      if (message.retry) element.append(button(t("app.retry"), message.retry));
    },
  };
}
