// SPDX-License-Identifier: MIT
// Positions over the WebAssembly engine.  module.mjs and message.mjs are files of the web app, copied into
// the package; node.mjs and browser.mjs find the files.

import { fillIn, readStrings } from "./message.mjs";
import { Engine, EngineError } from "./module.mjs";

export { EngineError };

const NUMBERS = { level: 10, timeMs: 60000, nodes: 2 ** 32 - 1, depth: 100 };

/** The limits of a search as numbers; throws if one is not a whole number within its range. */
function limitsOf(limits) {
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(NUMBERS, name)) throw new TypeError(`there is no limit ${name}; the limits are ${Object.keys(NUMBERS).join(", ")}`);
    if (!Number.isInteger(value) || value < 1 || value > NUMBERS[name]) throw new RangeError(`${name} must be a whole number from 1 to ${NUMBERS[name]}`);
  }
  if (Object.keys(limits).length === 0) throw new TypeError("a limit is missing: level, timeMs, nodes or depth");
  return limits;
}

/** A position; it never changes. */
export class Position {
  #engine;

  constructor(engine, state) {
    this.#engine = engine;
    this.setup = state.setup;
    this.text = state.position;
    this.side = state.side;
    this.beginsTurn = state.begins;
    this.steps = Object.freeze(state.steps);
    this.result = state.result;
    Object.freeze(this);
  }

  #call(name, ...given) {
    return this.#engine.call(name, this.setup, this.text, ...given);
  }

  /** The position after a turn in notation. */
  play(turn) {
    return new Position(this.#engine, this.#call("state", this.#call("turn", turn).join(",")));
  }

  /** The position after one legal step, or several. */
  step(...steps) {
    return new Position(this.#engine, this.#call("state", steps.flat().join(",")));
  }

  /** The notation of steps that begin a turn. */
  notation(...steps) {
    return this.#call("notation", steps.flat().join(","));
  }

  /** The legal steps with their notation, cells and effects: object Choices of docs/api.md. */
  choices() {
    return this.#call("choices", null);
  }

  /** Pieces, regions and score: object Board of docs/api.md. */
  board() {
    return this.#call("board");
  }

  /** Why a turn in notation is illegal, as a Message; null if it is legal. */
  explain(turn) {
    const message = this.#call("explain", turn);
    return message.key === undefined ? null : message;
  }

  /** The board as a complete SVG file. */
  svg() {
    return this.#call("svg");
  }

  /** Search for the best turn.  The call blocks: in a page, run it in a Worker. */
  search(limits) {
    const { level = 0, timeMs = 0, nodes = 0, depth = 0 } = limitsOf(limits);
    return this.#call("think", level, timeMs, nodes, depth);
  }

  /** Play random games; equal seeds give equal games. */
  playouts(count, seed = 0, turnLimit = 100000) {
    return this.#call("playouts", count, seed, turnLimit);
  }
}

export class Tessera {
  #engine;
  #strings;

  /** @param module a compiled WebAssembly.Module; @param readText returns the text of a file of the package. */
  static async start(module, readText, seed = 1) {
    const tessera = new Tessera();
    tessera.#engine = await Engine.start(module, seed);
    tessera.#strings = { readText, languages: new Map() };
    return tessera;
  }

  /** The games with their variants and sides. */
  games() {
    return this.#engine.call("games");
  }

  /** The board of a setup: object Shape of docs/api.md. */
  shape(setup) {
    return this.#engine.call("shape", setup);
  }

  /** The start position of a setup such as "ponte:contest", or a position in notation. */
  position(setup, text = null) {
    return new Position(this.#engine, this.#engine.call("state", setup, text, null));
  }

  /** Read a record, or a game in another format: {setup, start, moves, tags, result, record}. */
  read(text) {
    return this.#engine.call("read", text);
  }

  /** Load a language, such as "de", for one game; English needs none. */
  async language(game, code) {
    const read = async (name) => readStrings(await this.#strings.readText(`strings/${name}.${code}.txt`));
    const [own, common] = code === "en" ? [new Map(), new Map()] : await Promise.all([read(game), read("common")]);
    const find = (key) => own.get(key) ?? common.get(key);
    /** Write a Message in this language; untranslated ones are English. */
    return (message) => {
      const translated = find(message.key);
      if (translated === undefined) return message.text;
      return fillIn(translated, message.args ?? {}, code, find) + (message.ruling ? ` (${message.ruling})` : "");
    };
  }

  /** Any other function of src/wasm/local.h and package.h, by name. */
  call(name, ...given) {
    return this.#engine.call(name, ...given);
  }
}
