// SPDX-License-Identifier: MIT
// The bar of a seat: side, player, presence and clock.

import type { Side } from "../backend";
import { sidePicture } from "../board/glyphs";
import { h, setText } from "../dom";
import { t } from "../i18n";
import { has, type Component, type TableModel } from "./model";

const LOW_MS = 20_000;

export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The player of a seat: the name, and what there is to say about it. */
function player(model: TableModel, place: Side): (string | HTMLElement | false)[] {
  const { table } = model;
  if (!table) return [];
  const seat = table.seats[place];
  const side = model.sideOf(place);
  const who: string[] = [];
  if (model.isMySeat(place) && !model.isAlone) who.push(t("table.you"));
  if (seat.kind === "open") who.push(t("table.seat.open"));
  if (seat.kind === "engine" && seat.level) who.push(t("table.engine.level", { n: seat.level }));
  if (seat.kind === "engine" && seat.time) who.push(t("table.engine.time", { seconds: seat.time / 1000 }));
  const isName = seat.name !== "" && seat.name !== table.sides[side] && (seat.kind !== "engine" || who.length === 0);
  return [h("strong", {}, model.name(side)), isName && ` ${seat.name}`, who.length > 0 && h("small", {}, ` ${who.join(", ")}`)];
}

export function seatBar(model: TableModel, place: Side): Component {
  const presence = h("small", { class: "presence" });
  const clock = h("span", { class: "clock", role: "timer", "aria-live": "off" });
  const element = h("section", { class: `seat seat-${place}` });

  const redraw = () => {
    const { table } = model;
    if (!table) return;
    const side = model.sideOf(place);
    const isBottom = model.bottomSeat === place;
    element.classList.toggle("top", !isBottom);
    element.classList.toggle("bottom", isBottom);
    element.classList.toggle("moving", table.result === null && table.side === side);
    clock.setAttribute("aria-label", t("table.clock.of", { side: model.name(side) }));
    element.replaceChildren(sidePicture(table.colours, side), h("span", { class: "who" }, ...player(model, place)), presence, clock);
  };

  const tick = () => {
    const left = model.clock(place);
    const state = model.presence(place);
    setText(presence, state === "" ? "" : t(`table.presence.${state}`));
    element.classList.toggle("absent", state !== "");
    clock.hidden = left === undefined;
    clock.classList.toggle("low", (left ?? 0) < LOW_MS);
    setText(clock, clockText(left ?? 0));
  };

  return {
    element,
    update(parts) {
      if (has(parts, "table", "board")) redraw();
      if (has(parts, "table", "board", "time")) tick();
    },
  };
}
