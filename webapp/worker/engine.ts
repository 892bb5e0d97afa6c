// SPDX-License-Identifier: MIT
// The engine in a Worker: one message asks, one answers, and thoughts come in between.  A thought
// cannot be interrupted from outside; whoever has enough of it ends the Worker.

import { Engine, EngineRefused } from "./module.mjs";

export interface Start {
  module: WebAssembly.Module;
  seed: number;
}

export interface Question {
  id: number;
  call: string;
  given: (string | number | null)[];
}

export type Answer =
  | { id: number; answer: unknown }
  | { id: number; thought: unknown }
  | { id: number; error: string; status: number; at: number };

// The compiler takes this file for one of the page; only these two of a Worker's own words are needed.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Start | Question>) => void) | null;
  postMessage(message: Answer): void;
};

let engine: Promise<Engine> | null = null;
let asked = 0;

function refusal(id: number, error: unknown): Answer {
  if (error instanceof EngineRefused) return { id, error: error.message, status: error.status, at: error.at };
  return { id, error: error instanceof Error ? error.message : String(error), status: 500, at: 0 };
}

async function answer(question: Question): Promise<void> {
  try {
    if (!engine) throw new Error("the engine has not been started");
    const ready = await engine;
    asked = question.id;
    scope.postMessage({ id: question.id, answer: ready.call(question.call, ...question.given) });
  } catch (error) {
    scope.postMessage(refusal(question.id, error));
  }
}

scope.onmessage = ({ data }) => {
  if ("module" in data) engine = Engine.start(data.module, data.seed, (thought) => scope.postMessage({ id: asked, thought }));
  else void answer(data);
};
