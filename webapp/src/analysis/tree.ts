// SPDX-License-Identifier: MIT
// The moves of a study: the main line, its variations indented, marks and comments; below it what the user can
// do with the move that is shown.

import type { StudyNode } from "../backend";
import { button, h, keepFocus, type Child } from "../dom";
import { t } from "../i18n";
import { has, type Component } from "../table/model";
import { textOf, type AnalysisModel } from "./model";

export const MARKS = ["!", "!?", "?!", "?", "??"];
const MARK_CLASS: Record<string, string> = { "!": "good", "!?": "interesting", "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

export function moveTree(model: AnalysisModel): Component {
  const list = h("div", { class: "tree", tabindex: "0", role: "group", "aria-label": t("table.moves") });
  const steps = h("div", { class: "steps" });
  const element = h("section", { class: "moves" }, h("h2", {}, t("table.moves")), list, steps);
  let shown: HTMLElement | null = null;
  const buttons = new Map<number, HTMLElement>();

  const move = (node: number, at: StudyNode, turn: number): Child[] => {
    const item = button(at.turn ?? "", () => void model.goTo(node), { class: `move s${at.side ?? 0}` });
    if (at.mark) item.append(h("span", { class: `mark ${MARK_CLASS[at.mark] ?? ""}`, title: t(`mark.${MARK_CLASS[at.mark] ?? "good"}`) }, at.mark));
    buttons.set(node, item);
    const comment = textOf(at);
    return [h("span", { class: "number" }, `${turn}`), item, comment !== "" && h("span", { class: "comment" }, comment)];
  };

  /** Append what follows a node.  Only variations recurse, and their nesting is bounded. */
  const follow = (parent: number, turn: number, where: HTMLElement): void => {
    const nodes = model.study?.nodes ?? [];
    for (let at = parent; ; turn++) {
      const [first, ...others] = model.childrenOf(at);
      const node = first === undefined ? undefined : nodes[first];
      if (first === undefined || !node) return;
      where.append(h("span", { class: "ply" }, ...move(first, node, turn)));
      for (const other of others) {
        const variation = h("div", { class: "variation" });
        const its = nodes[other];
        if (its) variation.append(h("span", { class: "ply" }, ...move(other, its, turn)));
        follow(other, turn + 1, variation);
        where.append(variation);
      }
      at = first;
    }
  };

  const redraw = () => {
    buttons.clear();
    shown = null;
    const content = h("div");
    const comment = textOf(model.study?.nodes[0]);
    if (comment !== "") content.append(h("span", { class: "comment" }, comment));
    follow(0, 1, content);
    if (content.childElementCount === 0) content.append(h("p", { class: "quiet" }, t("analysis.empty")));
    keepFocus(list, () => list.replaceChildren(content));
  };

  const mark = () => {
    shown?.classList.remove("shown");
    shown?.removeAttribute("aria-current");
    shown = buttons.get(model.node) ?? null;
    shown?.classList.add("shown");
    shown?.setAttribute("aria-current", "step");
    if (!shown) {
      list.scrollTop = 0;
      return;
    }
    // Scroll only if it cannot be seen: a large tree takes long to paint.
    const [at, frame] = [shown.getBoundingClientRect(), list.getBoundingClientRect()];
    if (at.top < frame.top || at.bottom > frame.bottom) list.scrollTop += at.top - frame.top - list.clientHeight / 2;
  };

  const step = (sign: string, key: string, go: () => void, isPossible: boolean) => button(sign, go, { "aria-label": t(key), title: t(key), disabled: !isPossible });
  const redrawSteps = () => {
    const isLast = model.childrenOf(model.node).length === 0;
    keepFocus(steps, () =>
      steps.replaceChildren(
        step("«", "table.step.first", () => model.start(), model.node > 0),
        step("‹", "table.step.back", () => model.back(), model.node > 0),
        step("›", "table.step.on", () => model.forward(), !isLast),
        step("»", "table.step.last", () => model.end(), !isLast),
      ),
    );
  };

  return {
    element,
    update(parts) {
      if (has(parts, "study", "board")) redraw();
      if (!has(parts, "study", "board", "table")) return;
      mark();
      redrawSteps();
    },
  };
}

/** Marks, the comment, and edits of the move that is shown. */
export function noteEditor(model: AnalysisModel): Component {
  const marks = h("div", { class: "marks row", role: "group", "aria-label": t("analysis.mark") });
  const edits = h("div", { class: "row" });
  const comment = h("textarea", { rows: 2, "aria-label": t("analysis.comment"), placeholder: t("analysis.comment") });
  const element = h("section", { class: "note" }, marks, comment, edits);
  let node = -1; // whose comment is in the field
  const commit = () => void (node >= 0 && model.annotate({ comment: comment.value.trim() }, node));
  comment.addEventListener("change", commit);
  comment.addEventListener("keydown", (event) => {
    if (event.key === "Escape") comment.blur();
  });

  const redraw = () => {
    const { current } = model;
    element.hidden = model.isReadOnly;
    if (!current) return;
    if (node !== model.node || document.activeElement !== comment) comment.value = textOf(current);
    node = model.node;
    const isStart = model.node === 0;
    marks.hidden = isStart;
    keepFocus(marks, () =>
      marks.replaceChildren(
        ...MARKS.map((sign) => {
          const isOn = current.mark === sign;
          const name = t(`mark.${MARK_CLASS[sign] ?? ""}`);
          return button(sign, () => void model.annotate({ mark: isOn ? "" : sign }), { "aria-pressed": String(isOn), "aria-label": name, title: name, class: `mark ${MARK_CLASS[sign] ?? ""}` });
        }),
      ),
    );
    keepFocus(edits, () =>
      edits.replaceChildren(
        ...[
          model.canUndo && button(t("analysis.undo"), () => model.undo()),
          model.canRedo && button(t("analysis.redo"), () => model.redo()),
          model.canPromote() && button(t("analysis.promote"), () => void model.promote()),
          !isStart && button(t("analysis.cut"), () => void model.cut()),
        ].filter((one) => one !== false),
      ),
    );
  };

  return {
    element,
    update(parts) {
      if (has(parts, "study", "board", "table")) redraw();
    },
  };
}
