// SPDX-License-Identifier: MIT
// Move input, the same for all games: pointers, keys and a menu select cells, and entry.ts finds the step.

import type { Backend } from "./backend";
import type { BoardView } from "./board";
import { Entry, type MoveInputHost } from "./move_input/entry";
import { KeyInput } from "./move_input/keys";
import { StepMenu } from "./move_input/menu";
import { PointerInput } from "./move_input/pointer";

/** Enter moves on this board, which is inside the stage. */
export function moveInput(backend: Backend, board: BoardView, stage: HTMLElement, host: MoveInputHost): Entry {
  const entry = new Entry(backend, board, host);
  entry.activity = (isActive) => stage.classList.toggle("active", isActive);
  entry.menu = new StepMenu(entry, board, stage);
  new PointerInput(entry, board);
  new KeyInput(entry, board, stage);
  return entry;
}
