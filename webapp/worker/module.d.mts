// Type declarations of module.mjs.

export class EngineError extends Error {
  readonly status: number;
  readonly at: number;
  readonly key?: string;
}

export class Engine {
  static start(module: WebAssembly.Module, seed: number, report?: (progress: unknown) => void): Promise<Engine>;
  call(name: string, ...given: (string | number | null | undefined)[]): unknown;
  readonly bytes: number;
}
