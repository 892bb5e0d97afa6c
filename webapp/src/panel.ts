// SPDX-License-Identifier: MIT
// The score panel of a game: labelled values, one column per side, shared values below.

import type { Message, PanelItem, SetupInfo } from "./backend";
import { h } from "./dom";
import { colourPicture, isColour, sidePicture } from "./board/glyphs";
import { t } from "./i18n";
import { defText, messageText, sideName } from "./words";

/** The terms of a message that name a colour; they are shown with its symbol. */
function coloursIn(message: Message): string[] {
  const terms = Object.values(message.args ?? {}).map((arg) => (typeof arg === "object" && "term" in arg && arg.side === undefined ? arg.term : ""));
  return terms.filter(isColour);
}

/** A value.  Colours get a picture; if `isShort`, only the pictures are visible. */
function valueOf(game: string, value: Message, isShort: boolean): (Node | string)[] {
  const text = messageText(game, value);
  const colours = coloursIn(value);
  if (colours.length === 0) return [text];
  return [h("span", { class: "toned", title: isShort ? text : null }, ...colours.map(colourPicture), h("span", { class: isShort ? "away" : null }, text))];
}

export function panel(items: readonly PanelItem[], info: SetupInfo): HTMLElement {
  const labels = new Map(items.filter((item) => item.side !== null).map((item) => [item.label.key, item.label]));
  const head = h(
    "tr",
    {},
    h("td", {}),
    ...[0, 1].map((side) => h("th", { scope: "col" }, sidePicture(info.colours, side), sideName(info, side))),
  );
  const body = h("tbody");
  for (const [key, label] of labels) {
    const row = h("tr", {}, h("th", { scope: "row" }, defText(info.game, label)));
    for (const side of [0, 1]) {
      const item = items.find((one) => one.label.key === key && one.side === side);
      row.append(h("td", {}, ...(item ? valueOf(info.game, item.value, true) : ["–"])));
    }
    body.append(row);
  }
  const table = h("table", { class: "panel" }, h("caption", { class: "away" }, t("table.panel")), h("thead", {}, head), body);
  const both = items.filter((item) => item.side === null);
  if (both.length === 0) return table;
  const list = h("dl", { class: "panel-both" });
  for (const { label, value } of both)
    list.append(h("div", {}, h("dt", {}, defText(info.game, label)), h("dd", {}, ...valueOf(info.game, value, false))));
  return h("div", {}, table, list);
}
