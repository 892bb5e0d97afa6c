// SPDX-License-Identifier: MIT
// The score panel of a game: labelled values, one column per side, shared values below.

import type { PanelItem, SetupInfo } from "./backend";
import { h } from "./dom";
import { colourPicture, isColour, sidePicture } from "./glyphs";
import { hasString, term, sideName, t } from "./i18n";

/** A value word.  A word for a shared piece (a colour) gets a picture; if `isShort`, only the picture is
 * visible. */
function wordOf(word: string, isShort: boolean): Node | string {
  const translated = term("label", word, term("value", word));
  if (!isToned(word)) return translated;
  return h("span", { class: "toned", title: isShort ? translated : null }, colourPicture(word), h("span", { class: isShort ? "away" : null }, translated));
}

function isToned(word: string): boolean {
  return hasString(`label.${word}`) && isColour(word);
}

/** Split a text and replace the words for shared pieces by pictures. */
function withPictures(text: string, isShort: boolean): Node[] {
  const parts = text.split(/(\b[a-z]+\b)/i).filter((part) => part !== "");
  const hasToned = parts.some(isToned);
  return parts.map((part) => {
    const node = /^[a-z]+$/i.test(part) ? wordOf(part, isShort) : part;
    if (typeof node !== "string") return node;
    // Between pictures "and" is hidden; screen readers still read it.
    return isShort && hasToned && part.trim() !== "" ? h("span", { class: "away" }, node) : document.createTextNode(node);
  });
}

function valueOf(value: string, isShort: boolean): Node[] {
  const whole = term("value", value, "");
  if (whole) return [document.createTextNode(whole)];
  return withPictures(value, isShort);
}

function labelOf(label: string): Node[] {
  const whole = term("panel", label, "");
  if (!whole) return withPictures(label, false);
  return [...label.split(" ").filter(isToned).map(colourPicture), document.createTextNode(whole)];
}

export function panel(given: readonly PanelItem[], { sides, colours }: SetupInfo): HTMLElement {
  const items = given.map((item) => ({ ...item, label: item.label.text, value: item.value.text }));
  const labels = [...new Set(items.filter((item) => item.side !== null).map((item) => item.label))];
  const head = h(
    "tr",
    {},
    h("td", {}),
    ...[0, 1].map((side) => h("th", { scope: "col" }, sidePicture(colours, side), sideName(sides, side))),
  );
  const body = h("tbody");
  for (const label of labels) {
    const row = h("tr", {}, h("th", { scope: "row" }, ...labelOf(label)));
    for (const side of [0, 1]) {
      const item = items.find((one) => one.label === label && one.side === side);
      row.append(h("td", {}, ...(item ? valueOf(item.value, true) : ["–"])));
    }
    body.append(row);
  }
  const table = h("table", { class: "panel" }, h("caption", { class: "away" }, t("table.panel")), h("thead", {}, head), body);
  const both = items.filter((item) => item.side === null);
  if (both.length === 0) return table;
  const list = h("dl", { class: "panel-both" });
  for (const item of both) list.append(h("div", {}, h("dt", {}, ...labelOf(item.label)), h("dd", {}, ...valueOf(item.value, false))));
  return h("div", {}, table, list);
}
