// SPDX-License-Identifier: MIT
// Wraps the WebAssembly engine: takes strings and numbers, returns parsed JSON.  Knows the functions of
// src/wasm/local.h by name only.  Plain JavaScript, so that the tests can use it without a build.

const TEXT_MAX = 1 << 20; // LOCAL_TEXT_MAX

/** The functions with their argument types: t is a string or null, n is a number, b are bytes (in C two
 * arguments, address and size). */
const CALLS = {
  games: "",
  shape: "t",
  board: "ttt",
  choices: "ttt",
  refusal: "tttt",
  explain: "ttt",
  rules: "t",
  lesson: "tt",
  answer: "ttnt",
  explorer: "ttb",
  read: "t",
  contents: "t",
  study: "ttttntttt",
  palette: "tt",
  arrange: "tttn",
  table_new: "ttttttttnnn",
  table_rematch: "nt",
  table_save: "n",
  table_load: "tt",
  table_close: "n",
  table_whole: "n",
  table_summary: "n",
  table_board: "nn",
  table_record: "n",
  table_act: "nntnttt",
  table_watch: "nnn",
  table_tick: "n",
  table_event: "n",
  table_task: "nn",
  table_info: "nnt",
  table_done: "nnt",
  table_hint: "n",
  table_analysis: "n",
  search: "t",
  lines: "ttnn",
  review: "t",
  // Only in the npm package (src/wasm/package.h):
  state: "ttt",
  turn: "ttt",
  notation: "ttt",
  svg: "tt",
  think: "ttnnnn",
  playouts: "ttnnn",
};

/** Those that report progress. */
const REPORTING = new Set(["search", "lines", "review"]);

/** An error from the engine: a message, and the HTTP status of docs/api.md. */
export class EngineError extends Error {
  constructor(answer) {
    super(answer.error);
    this.status = answer.status;
    this.at = answer.at;
    this.key = answer.key;
  }
}

/** The WASI functions that the C library imports: the clock, and files that always fail. */
function system(memory, now) {
  const failed = 8; // EBADF
  return {
    clock_time_get(_id, _precision, at) {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(now() * 1e6)), true);
      return 0;
    },
    fd_close: () => failed,
    fd_seek: () => failed,
    fd_write: () => failed,
  };
}

export class Engine {
  /** @param module a compiled WebAssembly.Module; @param report receives the progress of a search; @param now
   * returns milliseconds. */
  static async start(module, seed, report = () => {}, now = () => performance.now()) {
    const engine = new Engine();
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: system(() => engine.exports.memory, now),
      env: { report: (at) => report(JSON.parse(engine.#text(at))) },
    });
    engine.exports = instance.exports;
    engine.exports._initialize();
    engine.local = engine.exports.local_new(seed);
    if (engine.local === 0) throw new Error("out of memory");
    return engine;
  }

  /** Call a function of the engine; throws EngineError. */
  call(name, ...given) {
    const kinds = Object.hasOwn(CALLS, name) ? CALLS[name] : null;
    if (kinds === null || given.length > kinds.length) throw new TypeError(`the engine has no function ${name} with ${given.length} arguments`);
    const run = this.exports[`${REPORTING.has(name) ? "wasm" : "local"}_${name}`];
    const texts = [];
    try {
      const values = [...kinds].flatMap((kind, i) =>
        kind === "n" ? Number(given[i] ?? 0) : kind === "b" ? [this.#give(given[i], texts), given[i]?.length ?? 0] : this.#give(given[i], texts),
      );
      const answer = JSON.parse(this.#text(run(this.local, ...values)));
      if (answer !== null && typeof answer === "object" && "error" in answer) throw new EngineError(answer);
      return answer;
    } finally {
      for (const at of texts) this.exports.wasm_text_free(at);
    }
  }

  /** The size of the module's memory in bytes. */
  get bytes() {
    return this.exports.memory.buffer.byteLength;
  }

  #give(text, texts) {
    if (text === null || text === undefined) return 0;
    const bytes = text instanceof Uint8Array ? text : new TextEncoder().encode(String(text));
    const at = bytes.length > TEXT_MAX ? 0 : this.exports.wasm_text(bytes.length + 1);
    if (at === 0) throw new EngineError({ error: `the text is too long; the limit is ${TEXT_MAX} bytes`, status: 413, at: 0 });
    texts.push(at);
    const memory = new Uint8Array(this.exports.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return at;
  }

  #text(at) {
    const memory = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
  }
}
