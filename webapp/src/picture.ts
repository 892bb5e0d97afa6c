// SPDX-License-Identifier: MIT
// Exports the board as a standalone SVG or PNG, and a game as an animated SVG.  Styles are inlined, so they need no
// style sheet.

import type { Position, Shape } from "./backend";
import { BoardView } from "./board";
import { round } from "./board/glyphs";
import { h, save } from "./dom";

const FRAME_SECONDS = 0.8;
const LAST_FRAMES = 4; // how many times longer the last position is shown

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

/** Return a copy of the drawing that needs nothing else. */
function standalone(board: BoardView): SVGSVGElement {
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
  return copy;
}

const textOf = (node: Node) => new XMLSerializer().serializeToString(node);

export function boardSvg(board: BoardView): string {
  return textOf(standalone(board));
}

/** Say in which of `count` frames a drawing is visible. */
function visibleIn(drawing: string, frames: ReadonlySet<number>, count: number): string {
  if (frames.size === count) return drawing;
  const all = count - 1 + LAST_FRAMES;
  const isOn = (frame: number) => frames.has(frame);
  const changes = [...Array(count).keys()].filter((frame) => frame === 0 || isOn(frame) !== isOn(frame - 1));
  const values = changes.map((frame) => (isOn(frame) ? "visible" : "hidden")).join(";");
  const times = changes.map((frame) => (frame / all).toFixed(5)).join(";");
  const timing = `dur="${round(all * FRAME_SECONDS)}s" repeatCount="indefinite" calcMode="discrete"`;
  return `<g visibility="hidden">${drawing}<animate attributeName="visibility" ${timing} values="${values}" keyTimes="${times}"/></g>`;
}

/** Draw positions one after another.  What several of them have in common is in the file once. */
export function animatedSvg(shape: Shape, positions: readonly Position[], turned: boolean): string {
  const board = new BoardView(shape, { still: true, named: true, turned });
  const place = h("div", { class: "away" }, board.svg); // styles need a place in the document
  document.body.append(place);
  const layers: { frame: Element; drawings: Map<string, Set<number>> }[] = [];
  let whole: Element | null = null;
  for (const [frame, position] of positions.entries()) {
    board.show(position);
    const copy = standalone(board);
    for (const [index, element] of [...copy.children].entries()) {
      const found = (layers[index] ??= { frame: element.cloneNode() as Element, drawings: new Map() });
      for (const drawing of element.children) {
        const text = textOf(drawing).replaceAll(' xmlns="http://www.w3.org/2000/svg"', "");
        const frames = found.drawings.get(text) ?? new Set();
        found.drawings.set(text, frames.add(frame));
      }
    }
    whole ??= copy.cloneNode() as Element;
  }
  place.remove();
  const filled = (element: Element, content: string) => textOf(element).replace(/\/>$|><\/\w+>$/, `>${content}</${element.localName}>`);
  const content = layers.map(({ frame, drawings }) => filled(frame, [...drawings].map(([text, frames]) => visibleIn(text, frames, positions.length)).join("")));
  return whole ? filled(whole, content.join("")) : "";
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
