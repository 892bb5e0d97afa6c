// SPDX-License-Identifier: MIT
// The evaluation graph of a game as SVG.

import type { Score, SetupInfo } from "./backend";
import { s } from "./dom";
import { t } from "./i18n";
import { sideName } from "./words";

const HEIGHT = 150;
const WIDTH_MIN = 220;
const [LEFT, RIGHT, TOP, BOTTOM] = [30, 10, 8, 20]; // margins around the curve
const LABEL_WIDTH = 36; // for the number of a move

/** Return the winning chances of side 0 in percent, or null if unknown. */
export function chanceOfFirst(score: Score): number | null {
  let chance = score.chance ?? null;
  if (chance === null && score.win !== undefined) chance = score.win > 0 ? 100 : 0;
  if (chance === null) return null;
  return score.side === 1 ? 100 - chance : chance;
}

/** Return the distance between the labels of `count` moves, of which `room` fit. */
function labelStep(count: number, room: number): number {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
  return steps.find((step) => count / step <= room) ?? 1000;
}

/** Draw the graph.  A click calls `goTo` with the nearest move.  Return a function that marks a move. */
export function plot(
  where: HTMLElement,
  scores: readonly Score[],
  info: SetupInfo,
  goTo: (turn: number) => void,
): (turn: number) => void {
  const width = Math.max(WIDTH_MIN, where.clientWidth);
  const [right, bottom] = [width - RIGHT, HEIGHT - BOTTOM];
  const x = (turn: number) => LEFT + ((turn - 1) / (scores.length - 1)) * (right - LEFT);
  const y = (chance: number) => bottom - (chance / 100) * (bottom - TOP);
  const points = scores.flatMap((score, i) => {
    const chance = chanceOfFirst(score);
    return chance === null ? [] : [{ x: x(i + 1), y: y(chance), known: score.known !== undefined }];
  });

  const chart = s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": t("table.plot.axis", { side: sideName(info, 0) }) });
  for (const chance of [0, 25, 50, 75, 100]) {
    chart.append(s("line", { class: "rule", x1: LEFT, x2: right, y1: y(chance), y2: y(chance) }));
    if (chance % 50 === 0) chart.append(s("text", { class: "percent", x: LEFT - 5, y: y(chance) + 4 }, String(chance)));
  }
  const step = labelStep(scores.length, (right - LEFT) / LABEL_WIDTH);
  for (let turn = step; turn <= scores.length; turn += step) {
    chart.append(s("line", { class: "rule", x1: x(turn), x2: x(turn), y1: TOP, y2: bottom }));
    chart.append(s("text", { class: "turn", x: x(turn), y: HEIGHT - 4 }, String(turn)));
  }
  const [first, last] = [points[0], points[points.length - 1]];
  if (first && last) {
    const curve = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(" ");
    chart.append(s("polygon", { class: "area", points: `${first.x},${bottom} ${curve} ${last.x},${bottom}` }));
    chart.append(s("polyline", { class: "curve", points: curve }));
  }
  // Tablebase results have a dot.
  for (const point of points) if (point.known) chart.append(s("circle", { class: "dot", cx: point.x, cy: point.y, r: 2.5 }));
  const [pointer, mark] = ["pointer", "mark"].map((name) => s("line", { class: name, y1: TOP, y2: bottom })) as [SVGLineElement, SVGLineElement];
  chart.append(pointer, mark);
  where.replaceChildren(chart);

  const place = (line: SVGLineElement, turn: number) => {
    for (const end of ["x1", "x2"]) line.setAttribute(end, String(x(turn)));
  };
  const turnAt = (event: MouseEvent) => {
    const box = chart.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * width - LEFT) / (right - LEFT);
    return 1 + Math.round(Math.min(1, Math.max(0, share)) * (scores.length - 1));
  };
  chart.addEventListener("pointermove", (event) => place(pointer, turnAt(event)));
  chart.addEventListener("click", (event) => goTo(turnAt(event)));
  return (turn) => {
    mark.toggleAttribute("hidden", turn < 1 || turn > scores.length);
    place(mark, turn);
  };
}
