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

/** What the list shows, in its order: moves, and the brackets around a variation. */
type Token = { node: number; turn: number } | "(" | ")";

const BLOCK_MAX = 40; // moves in a block without variations

/** A part of the list, with its buttons in their order.  Browsers skip the layout of blocks that nobody sees, and
 * an edit makes only the blocks again that it changes: that keeps large studies fluid. */
interface Block {
  element: HTMLElement;
  buttons: HTMLElement[];
}

export function moveTree(model: AnalysisModel): Component {
  const list = h("div", { class: "tree", tabindex: "0", role: "group", "aria-label": t("table.moves") });
  const steps = h("div", { class: "steps" });
  const element = h("section", { class: "moves" }, h("h2", {}, t("table.moves")), list, steps);
  let shown: HTMLElement | null = null;
  let blocks = new Map<string, Block[]>(); // by what they show
  const buttons = new Map<number, HTMLElement>();
  const nodeOf = new Map<Element, number>();
  list.addEventListener("click", ({ target }) => {
    const node = target instanceof Element ? nodeOf.get(target.closest(".move") ?? target) : undefined;
    if (node !== undefined) void model.goTo(node);
  });

  const move = (at: StudyNode, turn: number): { children: Child[]; item: HTMLElement } => {
    const item = h("button", { type: "button", class: `move s${at.side ?? 0}` }, at.turn ?? "");
    if (at.mark) item.append(h("span", { class: `mark ${MARK_CLASS[at.mark] ?? ""}`, title: t(`mark.${MARK_CLASS[at.mark] ?? "good"}`) }, at.mark));
    const comment = textOf(at);
    return { children: [h("span", { class: "number" }, `${turn}`), item, comment !== "" && h("span", { class: "comment" }, comment)], item };
  };

  /** Add the tokens of what follows a node.  Only variations recurse, and their nesting is bounded. */
  const follow = (parent: number, turn: number, out: Token[]): void => {
    for (let at = parent; ; turn++) {
      const [first, ...others] = model.childrenOf(at);
      if (first === undefined) return;
      out.push({ node: first, turn });
      for (const other of others) {
        out.push("(", { node: other, turn });
        follow(other, turn + 1, out);
        out.push(")");
      }
      at = first;
    }
  };

  /** Divide the tokens into blocks: moves of the main line, and whole variations. */
  const divide = (tokens: Token[]): Token[][] => {
    const found: Token[][] = [];
    let depth = 0;
    let last: Token[] = [];
    for (const token of tokens) {
      const begins = depth === 0 && (token === "(" || last.length === 0 || last.length === BLOCK_MAX || last[0] === "(");
      if (begins) found.push((last = []));
      last.push(token);
      depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    }
    return found;
  };

  /** What a block shows, as a text. */
  const keyOf = (tokens: Token[]): string =>
    tokens
      .map((token) => {
        const at = typeof token === "string" ? undefined : model.study?.nodes[token.node];
        return typeof token === "string" ? token : `${token.turn} ${at?.side}${at?.turn}${at?.mark ?? ""}\n${textOf(at)}`;
      })
      .join("\n");

  const build = (tokens: Token[]): Block => {
    const outer = h("div", { class: "block" });
    const made: HTMLElement[] = [];
    const open = [outer];
    for (const token of tokens) {
      const where = open[open.length - 1] ?? outer;
      if (token === "(") {
        const variation = h("div", { class: "variation" });
        where.append(variation);
        open.push(variation);
      } else if (token === ")") {
        open.pop();
      } else {
        const at = model.study?.nodes[token.node];
        if (!at) continue;
        const { children, item } = move(at, token.turn);
        where.append(h("span", { class: "ply" }, ...children));
        made.push(item);
      }
    }
    return { element: outer, buttons: made };
  };

  const redraw = () => {
    const tokens: Token[] = [];
    const used = new Map<string, Block[]>();
    const elements: HTMLElement[] = [];
    buttons.clear();
    nodeOf.clear();
    shown?.classList.remove("shown");
    shown?.removeAttribute("aria-current");
    shown = null;
    const comment = textOf(model.study?.nodes[0]);
    if (comment !== "") elements.push(h("span", { class: "comment" }, comment));
    follow(0, 1, tokens);
    for (const part of divide(tokens)) {
      const key = keyOf(part);
      const block = blocks.get(key)?.pop() ?? build(part);
      const nodes = part.flatMap((token) => (typeof token === "string" ? [] : [token.node]));
      for (const [i, item] of block.buttons.entries()) {
        buttons.set(nodes[i] ?? 0, item);
        nodeOf.set(item, nodes[i] ?? 0);
      }
      used.set(key, [...(used.get(key) ?? []), block]);
      elements.push(block.element);
    }
    blocks = used;
    if (elements.length === 0) elements.push(h("p", { class: "quiet" }, t("analysis.empty")));
    // Only what differs moves in the document.
    keepFocus(list, () => {
      const kept = new Set<Element>(elements);
      for (const child of [...list.children]) if (!kept.has(child)) child.remove();
      elements.forEach((child, i) => list.children[i] !== child && list.insertBefore(child, list.children[i] ?? null));
    });
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
