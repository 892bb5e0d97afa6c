// SPDX-License-Identifier: MIT
// Export, display options and what is needed less often.

import { gameTitle, variantTitle } from "../app";
import type { BoardView } from "../board";
import { button, copy, h, keepFocus, save } from "../dom";
import { t } from "../i18n";
import { change, settings } from "../settings";
import { has, type Component, type TableModel } from "./model";
import { pageUrl } from "./prompts";

export function moreMenu(model: TableModel, board: () => BoardView | null): Component {
  // The summary stays the same element, so that no update comes between the press and the release of a pointer.
  const [summary, body] = [h("summary"), h("div")];
  const element = h("details", { class: "more" }, summary, body);
  const copied = async (text: string) => {
    if (await copy(text)) model.say(t("app.copied"));
  };
  const name = () => `${model.table?.game}-${model.id}-${model.shownTurn}`;
  const exportRecord = () => {
    const failed = (error: unknown) => model.fail(error, exportRecord);
    void model.record().then((text) => save(`${name()}.txt`, "text/plain", text), failed);
  };
  const picture = async (kind: "saveSvg" | "savePng") => {
    const [view, pictures] = [board(), await import("../picture")];
    if (view) void pictures[kind](view, name());
  };
  const positionLink = () =>
    `${pageUrl()}#/position?setup=${encodeURIComponent(model.table?.setup ?? "")}&position=${encodeURIComponent(model.position)}`;
  const pressed = (isOn: boolean) => ({ "aria-pressed": isOn ? "true" : "false" });

  const redraw = () => {
    const { table, app } = model;
    if (!table) return;
    const list = h(
      "div",
      { class: "morelist" },
      button(t("table.export.record"), exportRecord),
      button(t("table.export.position"), () => void copied(model.position)),
      button(t("table.export.link"), () => void copied(positionLink())),
      button(t("table.export.svg"), () => void picture("saveSvg")),
      button(t("table.export.png"), () => void picture("savePng")),
      button(t("table.flip"), () => model.flip()),
      board()?.layout.hasPoints && button(t("table.labels.points"), () => change({ labels: settings.labels === "all" ? "on" : "all" }), pressed(settings.labels === "all")),
      model.allowsHints && button(t("table.eval.show"), () => change({ evaluation: !settings.evaluation }), pressed(settings.evaluation)),
      !model.isShared && model.canOfferDraw && button(t("table.draw"), () => void model.act("draw")),
      app.backend.kind === "server" && button(t("table.watch.copy"), () => void copied(`${pageUrl()}#/table/${model.id}`)),
      model.mine.length > 0 && model.isShared && !table.result && button(t("table.leave"), () => void model.leave()),
    );
    const about = h("p", { class: "quiet" }, `${gameTitle(table)}: ${variantTitle(app.games, table.setup)}`);
    const fair = table.casual === undefined || !model.isShared ? "" : h("p", { class: "quiet" }, t(table.casual ? "table.casual" : "table.fair"));
    const watching = table.spectators > 0 ? h("p", { class: "quiet" }, t("table.spectators", { n: table.spectators })) : "";
    const rules = h("a", { href: `#/rules/${table.game}` }, t("nav.rules"));
    summary.textContent = t("table.more");
    keepFocus(body, () => body.replaceChildren(list, about, fair, watching, rules));
  };

  return {
    element,
    update(parts) {
      if (has(parts, "table", "board", "settings")) redraw();
    },
  };
}
