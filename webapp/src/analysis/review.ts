// SPDX-License-Identifier: MIT
// The review of the main line: the backend searches its positions, as `tessera review` does, and the moves that
// lost winning chances are marked.  To learn from them, the user looks for a better move.

import type { Review, ReviewMove, Side } from "../backend";
import { button, h, keepFocus, setText } from "../dom";
import { t } from "../i18n";
import { has, type Component } from "../table/model";
import { sideName } from "../words";
import type { AnalysisModel } from "./model";

const MARK_OF = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

const percent = (chance: number) => Math.round(100 * chance);

export function reviewPanel(model: AnalysisModel): Component {
  const body = h("div", { class: "review" });
  const element = h("details", { class: "more" }, h("summary", {}, t("review.heading")), body);
  let running: AbortController | null = null;
  let review: Review | null = null;
  let learning: ReviewMove | null = null; // the user looks for a better move
  const shown = new Set<ReviewMove>(); // whose better line the user has seen
  let marking: Promise<void> = Promise.resolve(); // one edit at a time

  const moments = (): ReviewMove[] => (review?.moves ?? []).filter((move) => move.class !== "good");

  const begin = async () => {
    const { study, app } = model;
    if (!study) return;
    const { signal } = (running = new AbortController());
    review = learning = null;
    shown.clear();
    const bar = h("progress", { value: 0, "aria-label": t("review.heading") });
    const count = h("p", { class: "quiet", role: "status" }, t("review.waiting"));
    const stop = button(t("review.stop"), () => running?.abort());
    body.replaceChildren(bar, count, stop);
    stop.focus({ preventScroll: true });
    try {
      review = await app.backend.review(
        study.record,
        (done, total) => {
          bar.max = total;
          bar.value = done;
          if (done > 0) setText(count, t("review.progress", { done, total }));
        },
        signal,
      );
    } catch (error) {
      if (!signal.aborted) model.fail(error, () => void begin());
    }
    running = null;
    if (model.isClosed) return;
    show();
    if (review && !model.isReadOnly) marking = markMoves();
  };

  const markMoves = async () => {
    for (const move of moments()) {
      const node = model.mainNode(move.number);
      const at = model.study?.nodes[node];
      if (at && at.turn === move.move && !at.mark) await model.annotate({ mark: MARK_OF[move.class] }, node);
    }
  };

  /** Add the better line as a variation, and show its first move. */
  const addLine = async (move: ReviewMove) => {
    shown.add(move);
    learning = null;
    await marking;
    await model.goTo(model.mainNode(move.number - 1));
    if (model.isReadOnly) return show();
    for (const steps of move.steps) if (!(await model.play(steps))) break;
    const first = model.childrenOf(model.mainNode(move.number - 1)).find((child) => model.study?.nodes[child]?.steps?.join() === move.steps[0]?.join());
    if (first !== undefined) await model.goTo(first);
    show();
  };

  const item = (move: ReviewMove): HTMLElement => {
    const values = { n: move.number, turn: move.move, before: percent(move.before), after: percent(move.after) };
    const find = button(t("review.moment", values), () => {
      learning = move;
      void model.goTo(model.mainNode(move.number - 1)).then(() => model.say(t("review.find", { turn: move.move })));
    });
    const reveal = button(t("review.show"), () => void addLine(move));
    const sign = h("span", { class: `mark ${move.class}`, title: t(`mark.${move.class}`) }, MARK_OF[move.class]);
    const proof = move.proved && move.proof_moves !== null && h("p", { class: "quiet" }, t("review.proof", { n: move.proof_moves }));
    const line = shown.has(move) && h("p", {}, t("review.better", { line: move.line.join(" ") }));
    return h("li", {}, sign, find, reveal, proof, line);
  };

  const summary = (player: Side, { players }: Review): HTMLElement | null => {
    const { study } = model;
    const its = players[player];
    if (!study || !its || its.accuracy === null) return null;
    const isNamed = its.name === study.tags[player === 0 ? "First" : "Second"];
    const side = isNamed ? its.name : sideName(study, player);
    return h("p", {}, t("review.accuracy", { side, n: percent(its.accuracy), inaccuracies: its.inaccuracy, mistakes: its.mistake, blunders: its.blunder }));
  };

  const show = () => {
    const start = button(t("review.start"), () => void begin(), { class: "primary" });
    const list = moments();
    const parts = review
      ? [summary(0, review), summary(1, review), list.length > 0 ? h("ol", { class: "moments" }, ...list.map(item)) : h("p", {}, t("review.clean"))]
      : [h("p", { class: "quiet" }, t("review.note"))];
    keepFocus(body, () => body.replaceChildren(...parts.filter((part) => part !== null), start));
  };

  /** Judge the move that the user tried instead of a bad one. */
  const judge = () => {
    const { current } = model;
    if (!learning || !current || current.parent !== model.mainNode(learning.number - 1)) return;
    const isBest = current.steps?.join() === learning.steps[0]?.join();
    model.say(t(isBest ? "review.right" : "review.other", { turn: current.turn ?? "" }));
    if (isBest) learning = null;
  };

  show();
  return {
    element,
    update(parts) {
      if (has(parts, "view")) judge();
    },
    close: () => running?.abort(),
  };
}
