// SPDX-License-Identifier: MIT
// The evaluation graph of a game; loaded only when there is one to show.

import uPlot from "uplot";
import type { Score, SetupInfo } from "./backend";
import { t } from "./i18n";
import { sideName } from "./words";

/** Return the winning chances of side 0 in percent, or null if unknown. */
export function chanceOfFirst(score: Score): number | null {
  let chance = score.chance ?? null;
  if (chance === null && score.win !== undefined) chance = score.win > 0 ? 100 : 0;
  if (chance === null) return null;
  return score.side === 1 ? 100 - chance : chance;
}

function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function plot(
  where: HTMLElement,
  scores: readonly Score[],
  info: SetupInfo,
  goTo: (turn: number) => void,
): void {
  const turns = scores.map((_, i) => i + 1);
  const chances = scores.map(chanceOfFirst);
  const known = scores.flatMap((score, i) => (score.known ? [i] : []));
  const axis = { stroke: colour("--ink-2"), grid: { stroke: colour("--rule"), width: 1 }, ticks: { stroke: colour("--rule") } };
  const chart = new uPlot(
    {
      width: Math.max(220, where.clientWidth),
      height: 150,
      legend: { show: false },
      cursor: { points: { size: 7 }, drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { range: [0, 100] } },
      axes: [{ ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200] }, { ...axis, size: 36, label: undefined }],
      series: [
        { label: t("table.moves") },
        {
          label: t("table.plot.axis", { side: sideName(info, 0) }),
          stroke: colour("--may"),
          fill: colour("--may-soft"),
          width: 2,
          spanGaps: true,
          // Tablebase results have a dot.
          points: { show: known.length > 0, size: 5, filter: () => known },
        },
      ],
    },
    [turns, chances],
    where,
  );
  chart.over.addEventListener("click", () => {
    if (typeof chart.cursor.idx === "number") goTo(chart.cursor.idx + 1);
  });
}
