// SPDX-License-Identifier: MIT
// The moves of a study: the main line, its variations indented, marks and comments; below it what the user can
// do with the move that is shown.

import type { StudyNode } from "../backend";
import { button, h, keepFocus, setAttribute, setChildren, type Child } from "../dom";
import { t } from "../i18n";
import { has, type Component } from "../table/model";
import { textOf, type AnalysisModel } from "./model";

export const MARKS = ["!", "!?", "?!", "?", "??"];
const MARK_CLASS: Record<string, string> = { "!": "good", "!?": "interesting", "?!": "inaccuracy", "?": "mistake", "??": "blunder" };

/** What the list shows, in its order: moves, and the brackets around a variation. */
type Token = { node: number; turn: number } | "(" | ")";

const BLOCK_MAX = 40; // moves in a block without variations

/** A part of the list, with its buttons in their order and the nodes that they stand for.  Browsers skip the layout of
 * blocks that nobody sees, and an edit makes only the blocks again that it changes: that keeps large studies fluid. */
interface Block {
  element: HTMLElement;
  buttons: HTMLElement[];
  nodes: number[];
}

export function moveTree(model: AnalysisModel): Component {
  const list = h("div", { class: "tree", tabindex: "0", role: "group", "aria-label": t("table.moves") });
  const steps = h("div", { class: "steps" });
  const element = h("section", { class: "moves" }, h("h2", {}, t("table.moves")), list, steps);
  let shown: HTMLElement | null = null;
  let blocks = new Map<string, Block[]>(); // by what they show
  let buttons: HTMLElement[] = []; // by node
  const blockOf = new WeakMap<Element, Block>();
  const texts = new WeakMap<StudyNode, string>(); // what is shown of a move
  list.addEventListener("click", ({ target }) => {
    const item = target instanceof Element ? target.closest<HTMLElement>(".move") : null;
    const block = item && blockOf.get(item.closest(".block") ?? item);
    const node = item && block ? block.nodes[block.buttons.indexOf(item)] : undefined;
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

  const textOfMove = ({ node, turn }: { node: number; turn: number }): string => {
    const at = model.study?.nodes[node];
    let text = at && texts.get(at);
    if (at && text === undefined) texts.set(at, (text = `${turn} ${at.side}${at.turn}${at.mark ?? ""}\n${textOf(at)}`));
    return text ?? "";
  };

  /** What a block shows, as a text. */
  const keyOf = (tokens: Token[]): string => tokens.map((token) => (typeof token === "string" ? token : textOfMove(token))).join("\n");

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
    const block = { element: outer, buttons: made, nodes: [] };
    blockOf.set(outer, block);
    return block;
  };

  const redraw = () => {
    const tokens: Token[] = [];
    const used = new Map<string, Block[]>();
    const elements: HTMLElement[] = [];
    buttons = [];
    shown?.classList.remove("shown");
    shown?.removeAttribute("aria-current");
    shown = null;
    const comment = textOf(model.study?.nodes[0]);
    if (comment !== "") elements.push(h("span", { class: "comment" }, comment));
    follow(0, 1, tokens);
    for (const part of divide(tokens)) {
      const key = keyOf(part);
      const block = blocks.get(key)?.pop() ?? build(part);
      block.nodes = part.flatMap((token) => (typeof token === "string" ? [] : [token.node]));
      block.nodes.forEach((node, i) => (buttons[node] = block.buttons[i] ?? list));
      used.set(key, [...(used.get(key) ?? []), block]);
      elements.push(block.element);
    }
    blocks = used;
    if (elements.length === 0) elements.push(h("p", { class: "quiet" }, t("analysis.empty")));
    keepFocus(list, () => setChildren(list, elements));
  };

  const mark = () => {
    shown?.classList.remove("shown");
    shown?.removeAttribute("aria-current");
    shown = buttons[model.node] ?? null;
    shown?.classList.add("shown");
    shown?.setAttribute("aria-current", "step");
    queueMicrotask(reveal); // it needs the layout, which no other component should change any more
  };

  /** Scroll to the move only if it cannot be seen: a large tree takes long to paint. */
  const reveal = () => {
    if (!shown) {
      list.scrollTop = 0;
      return;
    }
    const [at, frame] = [shown.getBoundingClientRect(), list.getBoundingClientRect()];
    if (at.top < frame.top || at.bottom > frame.bottom) list.scrollTop += at.top - frame.top - list.clientHeight / 2;
  };

  const step = (sign: string, key: string, go: () => void) => button(sign, go, { "aria-label": t(key), title: t(key) });
  const back = [step("«", "table.step.first", () => model.start()), step("‹", "table.step.back", () => model.back())];
  const onward = [step("›", "table.step.on", () => model.forward()), step("»", "table.step.last", () => model.end())];
  steps.append(...back, ...onward);
  const enable = (list: readonly HTMLButtonElement[], isPossible: boolean) => {
    if (list.some(({ disabled }) => disabled === isPossible)) keepFocus(steps, () => list.forEach((one) => (one.disabled = !isPossible)));
  };

  return {
    element,
    update(parts) {
      if (has(parts, "study", "board")) redraw();
      if (!has(parts, "study", "board", "table")) return;
      mark();
      enable(back, model.node > 0);
      enable(onward, model.childrenOf(model.node).length > 0);
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
  const signs = MARKS.map((sign) => {
    const name = t(`mark.${MARK_CLASS[sign] ?? ""}`);
    const put = () => void model.annotate({ mark: model.current?.mark === sign ? "" : sign });
    return button(sign, put, { "aria-label": name, title: name, class: `mark ${MARK_CLASS[sign] ?? ""}` });
  });
  marks.append(...signs);
  const actions: [HTMLButtonElement, () => boolean][] = [
    [button(t("analysis.undo"), () => model.undo()), () => model.canUndo],
    [button(t("analysis.redo"), () => model.redo()), () => model.canRedo],
    [button(t("analysis.promote"), () => void model.promote()), () => model.canPromote()],
    [button(t("analysis.cut"), () => void model.cut()), () => model.node > 0],
  ];
  edits.append(...actions.map(([one]) => one));
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
    marks.hidden = model.node === 0;
    for (const [i, sign] of MARKS.entries()) if (signs[i]) setAttribute(signs[i], "aria-pressed", String(current.mark === sign));
    if (actions.some(([one, isPossible]) => one.hidden === isPossible())) keepFocus(edits, () => actions.forEach(([one, isPossible]) => (one.hidden = !isPossible())));
  };

  return {
    element,
    update(parts) {
      if (has(parts, "study", "board", "table")) redraw();
    },
  };
}
