// What module.mjs offers, for the compiler.

export class EngineRefused extends Error {
  readonly status: number;
  readonly at: number;
}

export class Engine {
  static start(module: WebAssembly.Module, seed: number, tell?: (thought: unknown) => void): Promise<Engine>;
  call(name: string, ...given: (string | number | null | undefined)[]): unknown;
  readonly bytes: number;
}
