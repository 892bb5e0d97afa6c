// SPDX-License-Identifier: MIT
// Exports the board as a standalone SVG or PNG.  Styles are inlined, so it needs no style sheet.

import type { BoardView } from "./board";
import { round } from "./board/glyphs";
import { save } from "./dom";

const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "display",
];

function inlineStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  if (style.display === "none") {
    to.setAttribute("display", "none");
    return;
  }
  if (!to.hasAttribute("fill") || !to.getAttribute("fill")?.startsWith("url"))
    for (const property of STYLES) {
      const value = style.getPropertyValue(property);
      if (value && property !== "display") to.setAttribute(property, value);
    }
  to.removeAttribute("class");
  to.removeAttribute("role");
  to.removeAttribute("tabindex");
  to.removeAttribute("aria-label");
  to.removeAttribute("aria-hidden");
  for (let i = 0; i < from.children.length; i++) {
    const a = from.children[i];
    const b = to.children[i];
    if (a && b) inlineStyles(a, b);
  }
}

export function boardSvg(board: BoardView): string {
  board.finish();
  const copy = board.svg.cloneNode(true) as SVGSVGElement;
  const skipped = [".layer-cells", ".layer-over", ".layer-ghosts", ".layer-effects"];
  const original = board.svg;
  inlineStyles(original, copy);
  // The copy has no classes any more, so find the layers by their index in the original.
  const doomed = skipped.map((name) => [...original.children].findIndex((child) => child.matches(name)));
  const children = [...copy.children];
  for (const index of doomed) children[index]?.remove();
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground").trim() || "#fff";
  const { x, y, width, height } = board.layout.box;
  copy.setAttribute("viewBox", [x, y, width, height].map(round).join(" "));
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x, y, width, height, fill: ground })) back.setAttribute(name, String(value));
  copy.insertBefore(back, copy.firstChild);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(board: BoardView, name: string): void {
  save(`${name}.svg`, "image/svg+xml", boardSvg(board));
}

export async function savePng(board: BoardView, name: string): Promise<void> {
  const text = boardSvg(board);
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    await new Promise<void>((done, failed) => {
      image.onload = () => done();
      image.onerror = () => failed(new Error("the browser cannot render the board as an image"));
      image.src = url;
    });
    const scale = 1600 / Math.max(image.width, image.height, 1);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (blob) save(`${name}.png`, "image/png", blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}
