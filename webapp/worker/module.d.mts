// Type declarations of module.mjs.

export class EngineError extends Error {
  readonly status: number;
  readonly at: number;
  readonly key?: string;
}

export class Engine {
  static start(module: WebAssembly.Module, seed: number, report?: (progress: unknown) => void, now?: () => number): Promise<Engine>;
  call(name: string, ...given: (string | number | null | undefined | Uint8Array)[]): unknown;
  readonly bytes: number;
}
