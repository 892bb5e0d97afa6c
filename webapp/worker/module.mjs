// SPDX-License-Identifier: MIT
// The engine's module as an object: texts go in, what its JSON says comes out.  Knows the functions of
// src/wasm/local.h by name and nothing of what they are about.  Plain JavaScript, so that the tests run
// it without a build.

const TEXT_MAX = 1 << 20; // LOCAL_TEXT_MAX

/** What can be asked, with the kinds of the arguments: t a text or null, n a number. */
const CALLS = {
  games: "",
  shape: "t",
  board: "tt",
  choices: "ttt",
  refusal: "tttt",
  explain: "ttt",
  rules: "t",
  table_new: "ttttnn",
  table_read: "tnn",
  table_close: "n",
  table_whole: "n",
  table_board: "nn",
  table_record: "n",
  table_turn: "nnt",
  table_play: "nnt",
  table_back: "nn",
  table_resign: "nn",
  table_draw: "n",
  think: "nnnn",
  evaluate: "nnn",
};

/** What the engine refuses: its sentence, with the number of docs/api.md. */
export class EngineRefused extends Error {
  constructor(answer) {
    super(answer.error);
    this.status = answer.status;
    this.at = answer.at;
  }
}

/** The few things the C library asks of a system: the time, and a place for nothing. */
function system(memory) {
  const failed = 8; // "bad file"
  return {
    clock_time_get(_id, _precision, at) {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_close: () => failed,
    fd_seek: () => failed,
    fd_write: () => failed,
  };
}

export class Engine {
  /** @param module a compiled WebAssembly.Module; @param tell hears what is thought. */
  static async start(module, seed, tell = () => {}) {
    const engine = new Engine();
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: system(() => engine.exports.memory),
      env: { tell: (at) => tell(JSON.parse(engine.#text(at))) },
    });
    engine.exports = instance.exports;
    engine.exports._initialize();
    engine.local = engine.exports.local_new(seed);
    if (engine.local === 0) throw new Error("out of memory");
    return engine;
  }

  /** Ask; throws EngineRefused. */
  call(name, ...given) {
    const kinds = Object.hasOwn(CALLS, name) ? CALLS[name] : null;
    if (kinds === null || given.length > kinds.length) throw new TypeError(`the engine has no ${name}/${given.length}`);
    const run = this.exports[name === "think" ? "wasm_think" : `local_${name}`];
    const texts = [];
    try {
      const values = [...kinds].map((kind, i) => (kind === "n" ? Number(given[i] ?? 0) : this.#give(given[i], texts)));
      const answer = JSON.parse(this.#text(run(this.local, ...values)));
      if (answer !== null && typeof answer === "object" && "error" in answer) throw new EngineRefused(answer);
      return answer;
    } finally {
      for (const at of texts) this.exports.wasm_text_free(at);
    }
  }

  /** Bytes of memory that the module has taken so far. */
  get bytes() {
    return this.exports.memory.buffer.byteLength;
  }

  #give(text, texts) {
    if (text === null || text === undefined) return 0;
    const bytes = new TextEncoder().encode(String(text));
    const at = bytes.length > TEXT_MAX ? 0 : this.exports.wasm_text(bytes.length + 1);
    if (at === 0) throw new EngineRefused({ error: "the text is too long", status: 413, at: 0 });
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
