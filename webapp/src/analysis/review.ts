// SPDX-License-Identifier: MIT
// Review of a game: the engine looks at every position, from the end to the start.  The panel lists the moves
// that lost winning chances, and lets the user find better ones.

import type { Backend, EngineLine, StudyNode } from "../backend";
import { button, h, keepFocus } from "../dom";
import { t } from "../i18n";
import { change, settings } from "../settings";
import { has, type Component } from "../table/model";
import { sideName } from "../words";
import { CLASSES, lossesOf, type Losses, type Moment } from "./losses";
import type { AnalysisModel } from "./model";

const POSITION_MS = 400; // the search of one position

/** Search a position for a while; null if the search found nothing. */
function search(backend: Backend, setup: string, position: string, signal: AbortSignal): Promise<EngineLine | null> {
  return new Promise((resolve, reject) => {
    let best: EngineLine | null = null;
    let isLate = false;
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve(best);
    };
    const timer = setTimeout(() => {
      isLate = true;
      if (best) end();
    }, POSITION_MS);
    signal.addEventListener("abort", end, { once: true });
    const stop = backend.lines(
      setup,
      position,
      1,
      ({ lines }) => {
        best = lines[0] ?? null;
        if (isLate) end();
      },
      (error) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

export function reviewPanel(model: AnalysisModel): Component {
  const body = h("div", { class: "review" });
  const element = h("details", { class: "more" }, h("summary", {}, t("review.heading")), body);
  let running: AbortController | null = null;
  let losses: Losses | null = null;
  let learning: Moment | null = null; // the user looks for a better move

  /** The node after this many moves of the main line; edits change the numbers of nodes. */
  const mainNode = (turn: number): number => {
    const main = (model.study?.nodes ?? []).flatMap((node, i) => (i === 0 || node.main ? [i] : []));
    return main[turn] ?? 0;
  };

  const begin = async () => {
    const { study, app } = model;
    if (!study) return;
    const nodes: StudyNode[] = study.nodes.filter((node, i) => i === 0 || node.main);
    const found: (EngineLine | null)[] = nodes.map(() => null);
    const { signal } = (running = new AbortController());
    losses = learning = null;
    const hadEngine = settings.engine; // one search at a time
    if (hadEngine) change({ engine: false });
    const bar = h("progress", { max: nodes.length, value: 0, "aria-label": t("review.heading") });
    body.replaceChildren(bar, button(t("review.stop"), () => running?.abort()));
    try {
      for (let i = nodes.length - 1; i >= 0 && !signal.aborted; i--) {
        const node = nodes[i];
        if (node && node.next !== null) found[i] = await search(app.backend, study.setup, node.position, signal);
        bar.value = nodes.length - i;
      }
      if (!signal.aborted) losses = lossesOf(nodes, found);
    } catch (error) {
      model.say(error instanceof Error ? error.message : String(error), true);
    }
    running = null;
    if (hadEngine) change({ engine: true });
    show();
    if (losses && !model.isReadOnly) await markMoves(losses);
  };

  const markMoves = async ({ moments }: Losses) => {
    for (const { index, kind } of moments) {
      const node = mainNode(index);
      if (!model.study?.nodes[node]?.mark) await model.annotate({ mark: kind.mark }, node);
    }
  };

  const item = (moment: Moment): HTMLElement => {
    const played = model.study?.nodes[mainNode(moment.index)]?.turn ?? "";
    const values = { n: moment.index, turn: played, before: Math.round(moment.before), after: Math.round(moment.after) };
    const find = button(t("review.moment", values), () => {
      learning = moment;
      void model.goTo(mainNode(moment.index - 1)).then(() => model.say(t("review.find", { turn: played })));
    });
    const reveal = button(t("review.show"), () => {
      learning = null;
      void model.goTo(mainNode(moment.index - 1)).then(() => model.play(moment.best.steps));
    });
    return h("li", {}, h("span", { class: `mark ${moment.kind.name}`, title: t(`mark.${moment.kind.name}`) }, moment.kind.mark), find, reveal);
  };

  const summary = (side: 0 | 1, { moments, accuracy }: Losses): HTMLElement | null => {
    const value = accuracy[side];
    if (!model.study || value == null) return null;
    const counts = CLASSES.map(({ name }) => moments.filter((one) => one.side === side && one.kind.name === name).length);
    const [blunders = 0, mistakes = 0, inaccuracies = 0] = counts;
    return h("p", {}, t("review.accuracy", { side: sideName(model.study, side), n: Math.round(value), inaccuracies, mistakes, blunders }));
  };

  const show = () => {
    const start = button(t("review.start"), () => void begin(), { class: "primary" });
    const parts = losses
      ? [summary(0, losses), summary(1, losses), losses.moments.length > 0 ? h("ol", { class: "moments" }, ...losses.moments.map(item)) : h("p", {}, t("review.clean"))]
      : [h("p", { class: "quiet" }, t("review.note"))];
    keepFocus(body, () => body.replaceChildren(...parts.filter((part) => part !== null), start));
  };

  /** Judge the move that the user tried instead of a bad one. */
  const judge = () => {
    const { current } = model;
    if (!learning || !current || current.parent !== mainNode(learning.index - 1)) return;
    const isBest = current.steps?.join() === learning.best.steps.join();
    model.say(t(isBest ? "review.right" : "review.other", { turn: current.turn ?? "" }));
    if (isBest) learning = null;
  };

  show();
  return {
    element,
    update(parts) {
      if (running && settings.engine) running.abort(); // the user wants the engine elsewhere
      if (has(parts, "view")) judge();
    },
  };
}
