// SPDX-License-Identifier: MIT
// The engine in a Worker: one message per request, one per reply, and progress reports in between.  A search
// cannot be interrupted; to stop it, terminate the Worker.

import { Engine, EngineError } from "./module.mjs";

export interface Start {
  module: WebAssembly.Module;
  seed: number;
}

export interface Question {
  id: number;
  call: string;
  given: (string | number | null | Uint8Array)[];
}

export type Answer =
  | { id: number; answer: unknown }
  | { id: number; progress: unknown }
  | { id: number; error: string; status: number; at: number; key?: string };

// The compiler checks this file with DOM types, so declare the two Worker members that we use.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Start | Question>) => void) | null;
  postMessage(message: Answer): void;
};

let engine: Promise<Engine> | null = null;
let current = 0;

function failure(id: number, error: unknown): Answer {
  if (error instanceof EngineError) return { id, error: error.message, status: error.status, at: error.at, key: error.key };
  return { id, error: error instanceof Error ? error.message : String(error), status: 500, at: 0 };
}

async function answer(question: Question): Promise<void> {
  try {
    if (!engine) throw new Error("the engine has not been started");
    const ready = await engine;
    current = question.id;
    scope.postMessage({ id: question.id, answer: ready.call(question.call, ...question.given) });
  } catch (error) {
    scope.postMessage(failure(question.id, error));
  }
}

scope.onmessage = ({ data }) => {
  if ("module" in data) engine = Engine.start(data.module, data.seed, (progress) => scope.postMessage({ id: current, progress }));
  else void answer(data);
};
