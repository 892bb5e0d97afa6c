// SPDX-License-Identifier: MIT
// Which steps a selection of cells stands for.  Each step lists its cells in order; its flags say how else a
// player may select them.  No DOM.

import type { StepChoice } from "../backend";

type Flag = NonNullable<StepChoice["flags"]>[number];

/** A step and an order in which its cells may be selected. */
export interface Candidate {
  step: StepChoice;
  touch: number[];
}

export function has(step: StepChoice, flag: Flag): boolean {
  return step.flags?.includes(flag) ?? false;
}

function startsWith(touch: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((cell, i) => touch[i] === cell);
}

export function unique(candidates: readonly Candidate[]): StepChoice[] {
  return [...new Set(candidates.map((candidate) => candidate.step))];
}

export class Resolver {
  private readonly candidates: Candidate[] = [];

  constructor(private readonly steps: readonly StepChoice[]) {
    for (const step of steps) {
      const [a, b, ...rest] = step.touch;
      if (a === undefined || has(step, "any-cell")) continue;
      this.candidates.push({ step, touch: step.touch });
      if (b !== undefined && has(step, "any-order")) this.candidates.push({ step, touch: [b, a, ...rest] });
    }
  }

  /** The candidates that begin with these cells. */
  matching(prefix: readonly number[]): Candidate[] {
    return this.candidates.filter((candidate) => startsWith(candidate.touch, prefix));
  }

  /** The candidates that these cells select completely. */
  exact(cells: readonly number[]): Candidate[] {
    return this.matching(cells).filter((candidate) => candidate.touch.length === cells.length);
  }

  isNext(selected: readonly number[], cell: number): boolean {
    return this.candidates.some(({ touch }) => touch[selected.length] === cell && startsWith(touch, selected));
  }

  /** The candidates that end on this cell, for a user who selects the end directly. */
  ending(selected: readonly number[], cell: number): Candidate[] {
    if (selected.length === 0) return [];
    return this.matching(selected).filter((candidate) => candidate.touch[candidate.touch.length - 1] === cell);
  }

  /** The shortest ways along legal paths from the cells selected so far to this cell. */
  ways(selected: readonly number[], cell: number): number[][] {
    const found = new Map<string, number[]>();
    let shortest = Infinity;
    for (const { touch } of this.matching(selected)) {
      const length = touch.indexOf(cell, selected.length) + 1;
      if (length === 0 || length > shortest) continue;
      if (length < shortest) found.clear();
      shortest = length;
      found.set(touch.slice(0, length).join(), touch.slice(0, length));
    }
    return [...found.values()];
  }

  /** The steps that any one of their cells stands for, and this is one of them. */
  standing(cell: number): StepChoice[] {
    return this.steps.filter((step) => has(step, "any-cell") && step.touch.includes(cell));
  }

  /** The cells that may be selected next. */
  next(selected: readonly number[]): Set<number> {
    const cells = new Set<number>();
    for (const { touch } of this.matching(selected)) {
      const cell = touch[selected.length];
      if (cell !== undefined) cells.add(cell);
    }
    if (selected.length === 0) for (const step of this.steps) if (has(step, "any-cell")) for (const cell of step.touch) cells.add(cell);
    return cells;
  }
}
