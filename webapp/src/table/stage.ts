// SPDX-License-Identifier: MIT
// The board of the game screen, with move input, zoom tools and what the user announces.

import type { App } from "../app";
import type { Position, Shape, Side, StepChoice } from "../backend";
import { BoardView } from "../board";
import { h, setText } from "../dom";
import { t } from "../i18n";
import { moveInput } from "../move_input";
import { zoomTools } from "../overview";
import { defText } from "../words";
import type { View } from "./facts";
import { has, type Component, type MoveEntry } from "./model";

/** What the board shows and where moves go: the model of a screen with a board. */
export interface StageModel {
  readonly app: App;
  readonly shape: Shape | null;
  readonly view: View | null;
  readonly turned: boolean; // the board is flipped
  readonly bottomSide: Side;
  readonly status: string;
  readonly announcement: number; // index of what the user announces with this move
  readonly takesFocus: boolean; // the board has the keyboard focus on arrival
  readonly inputDelay?: number; // ms until the user can enter a move
  readonly hint: { touch: number[] } | null;
  /** Moves that the engine suggests, best first, as cells. */
  readonly suggestions?: readonly (readonly number[])[];
  /** Where the user enters a move now, or null. */
  readonly entering: { setup: string; position: Position } | null;
  entry: MoveEntry | null;
  playTurn(steps: string[], notation: string, announcement: string): Promise<boolean>;
  announced(index: number): void;
  say(text: string, isError?: boolean): void;
  preview(text: string): void;
  fail(error: unknown, retry: () => void): void;
  inputChanged(options: readonly StepChoice[], canGoBack: boolean): void;
}

export interface Stage extends Component {
  board(): BoardView | null;
  /** True if the last move, or the piece in danger, is on the lower half of the board. */
  isLow(): boolean;
}

export function stage(model: StageModel): Stage {
  const announced = h("div", { class: "announced", role: "status", hidden: true });
  const element = h("div", { class: "stage" }, announced);
  let board: BoardView | null = null;
  let input: ReturnType<typeof moveInput> | null = null;
  let parts: Element[] = []; // the drawing and its tools

  const build = () => {
    const { shape } = model;
    if (!shape) return;
    const hadFocus = board?.svg.contains(document.activeElement) ?? true;
    input?.rest();
    for (const part of parts) part.remove();
    board = new BoardView(shape, {
      turned: model.turned,
      bottom: () => model.bottomSide,
      label: `${t("table.board")}. ${t("table.board.help")}`,
    });
    parts = [board.svg, zoomTools(board)];
    element.prepend(...parts);
    input = moveInput(model.app.backend, board, element, {
      turn: (steps, notation, announcement) => model.playTurn(steps, notation, announcement),
      announced: (index) => model.announced(index),
      message: (text) => model.say(text || model.status, text !== ""),
      preview: (text) => model.preview(text),
      failed: (error, retry) => model.fail(error, retry),
      options: (steps, canGoBack) => model.inputChanged(steps, canGoBack),
    });
    model.entry = input;
    if (model.takesFocus && hadFocus && (document.activeElement === document.body || document.activeElement === null)) board.svg.focus({ preventScroll: true });
  };

  const showView = () => {
    const { view, entering } = model;
    if (!board || !input || !view) return;
    if (view.wasEntered) board.settle(view.position); // its steps were shown as they were entered
    else board.show(view.position, view.effects);
    if (entering) void input.begin(entering.setup, entering.position, model.inputDelay);
    else input.rest();
  };

  const showAnnounced = () => {
    const label = model.shape?.announcements[model.announcement]?.label;
    announced.hidden = !label;
    setText(announced, label ? defText(model.shape?.game ?? "", label) : "");
  };

  const isLow = () => {
    const { last = [], regions = [] } = model.view?.position ?? {};
    const danger = regions.find(({ kind }) => kind === "danger")?.cells.slice(0, 1);
    const heights = (danger ?? last).map((cell) => board?.layout.share(cell)[1] ?? 0);
    return heights.reduce((sum, height) => sum + height, 0) > heights.length / 2;
  };

  return {
    element,
    board: () => board,
    isLow,
    update(changed) {
      if (has(changed, "board")) build();
      if (has(changed, "board", "view")) showView();
      if (has(changed, "input", "view")) showAnnounced();
      if (has(changed, "board", "view", "lines")) board?.suggest(model.suggestions ?? []);
      if (has(changed, "prompts") && model.hint) input?.hint(model.hint.touch);
    },
  };
}
