// SPDX-License-Identifier: MIT
// Zoom buttons and a minimap with the visible part, for boards that are too large for the screen.

import type { BoardView } from "./board";
import { button, h, s } from "./dom";
import { t } from "./i18n";

export function zoomTools(board: BoardView): HTMLElement {
  const frame = s("rect", { class: "seen" });
  const map = s("svg", { class: "overview", viewBox: `0 0 100 ${100 / board.layout.ratio}`, "aria-hidden": "true" });
  map.append(s("rect", { class: "all", width: 100, height: 100 / board.layout.ratio }));
  for (const [index, cell] of board.shape.cells.entries()) {
    if (!cell.corners && cell.kind !== "field") continue;
    const [x, y] = board.layout.share(index);
    map.append(s("circle", { cx: x * 100, cy: (y * 100) / board.layout.ratio, r: Math.min(4, 60 / Math.sqrt(board.shape.cells.length) / 2) }));
  }
  map.append(frame);
  const tools = h(
    "div",
    { class: "zoom", role: "group", "aria-label": t("table.overview") },
    button("+", () => board.camera.zoomBy(1.5), { "aria-label": t("table.zoom.in") }),
    button("−", () => board.camera.zoomBy(1 / 1.5), { "aria-label": t("table.zoom.out") }),
    button("⤢", () => board.camera.zoomBy(0), { "aria-label": t("table.zoom.all") }),
  );
  const look = (event: PointerEvent) => {
    const box = map.getBoundingClientRect();
    board.camera.lookAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  map.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    look(event);
  });
  map.addEventListener("pointermove", (event) => {
    if (event.buttons > 0) look(event);
  });
  const box = h("div", { class: board.layout.isLarge ? "zoombox large" : "zoombox" }, tools, map);
  const show = () => {
    const [x, y, width, height] = board.camera.window;
    frame.setAttribute("x", String(x * 100));
    frame.setAttribute("y", String((y * 100) / board.layout.ratio));
    frame.setAttribute("width", String(width * 100));
    frame.setAttribute("height", String((height * 100) / board.layout.ratio));
    box.classList.toggle("zoomed", board.camera.zoom > 1.01);
  };
  board.camera.onView(show);
  show();
  return box;
}
