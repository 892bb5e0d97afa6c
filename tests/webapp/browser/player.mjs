// SPDX-License-Identifier: MIT
// Somebody who plays at a table of the page: with the mouse by clicks or drags, with a finger, or with
// the keyboard alone.  What may be played comes from the server, as the judge of what the page does;
// what is played goes through the page like a person's hand.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const WORDS = JSON.parse(readFileSync(new URL("../../../webapp/src/lang/en.json", import.meta.url), "utf8"));
const TABS_MAX = 80;

/** The page's English word for a word of the engine. */
export function say(kind, word) {
  return WORDS[`${kind}.${word}`] ?? word;
}

/** Numbers that are the same in every run. */
export function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const isThing = (piece) => piece.glyph !== "mark";

/** What a reader of the screen is told about a piece. */
function pieceWords(piece, sides) {
  const [top, north, east, south, west] = piece.faces ?? [];
  const values = {
    side: piece.side === null ? "" : say("side", sides[piece.side]),
    text: say("text", piece.text ?? ""),
    top,
    north,
    east,
    south,
    west,
  };
  return say("piece", piece.glyph).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

// --- hands: how a cell is touched and a button pressed ---

const clicks = {
  async touch(player, cell) {
    const at = await player.place(cell);
    await player.page.mouse.click(at.x, at.y);
  },
  press: (player, words) => player.press(words, ".actions"),
  choose: (player, words) => player.page.locator(".menu button", { hasText: words }).first().click(),
};

const drags = {
  ...clicks,
  async path(player, cells) {
    await player.dragAlong(cells);
  },
};

const taps = {
  async touch(player, cell) {
    const at = await player.place(cell);
    await player.page.touchscreen.tap(at.x, at.y);
  },
  press: (player, words) => player.page.locator(".actions").getByRole("button", { name: words, exact: true }).tap(),
  choose: (player, words) => player.page.locator(".menu button", { hasText: words }).first().tap(),
};

const keys = {
  async touch(player, cell) {
    await player.walkTo(cell);
    await player.page.keyboard.press("Enter");
  },
  async press(player, words) {
    await player.tabTo(
      `the button '${words}'`,
      (wanted) => document.activeElement?.closest(".actions") !== null && document.activeElement?.textContent === wanted,
      words,
    );
    await player.page.keyboard.press("Enter");
  },
  async choose(player, words) {
    const items = await player.page.locator(".menu button").count();
    for (let i = 0; i < items; i++) {
      const now = await player.page.evaluate(() => (document.activeElement?.closest(".menu") ? document.activeElement.textContent : null));
      assert.notEqual(now, null, "expected the keyboard's focus in the menu");
      if (now.startsWith(words)) break;
      await player.page.keyboard.press("ArrowDown");
    }
    await player.page.keyboard.press("Enter");
  },
};

export const HANDS = { clicks, drags, taps, keys };

export class Player {
  #shape = null;
  arrows = 0; // arrow keys that led to another cell

  constructor(house, person, hand = "clicks") {
    this.house = house;
    this.person = person;
    this.page = person.page;
    this.hand = HANDS[hand];
  }

  // --- coming to a table ---

  /** Through the form for a new game, whose last choice is what this person wanted before. */
  async begin(setup, { position, seats = [{ kind: "human" }, { kind: "engine", level: 1 }] } = {}) {
    const game = setup.split(":")[0];
    const query = new URLSearchParams({ setup, ...(position ? { position } : {}) });
    if (this.page.url() !== "about:blank") await this.page.goto("about:blank"); // the page reads its settings once
    await this.page.addInitScript(
      ([name, wish]) => {
        if (!location.hash.startsWith(`#/new/${name}`)) return;
        const settings = JSON.parse(localStorage.getItem("tessera.settings") ?? "{}");
        localStorage.setItem("tessera.settings", JSON.stringify({ ...settings, lastWish: { [name]: wish } }));
      },
      [game, { setup, seats }],
    );
    await this.page.goto(`${this.house.url}#/new/${game}?${query}`);
    const start = say("new", "start");
    if (this.hand === keys) {
      await this.tabTo(`the button '${start}'`, (words) => document.activeElement?.textContent === words, start);
      await this.page.keyboard.press("Enter");
    } else await this.person.press(start);
    await this.arrive();
  }

  async arrive() {
    await this.person.see(
      "a table with a board",
      () => /^#\/table\//.test(location.hash) && document.querySelector(".stage svg.board") !== null,
    );
    this.id = await this.page.evaluate(() => /^#\/table\/([\w-]+)/.exec(location.hash)[1]);
    this.#shape = null;
  }

  // --- what the server knows ---

  table() {
    return this.house.get(`api/tables/${this.id}`);
  }

  async shape() {
    this.#shape ??= await this.house.get("api/shape", { setup: (await this.table()).setup });
    return this.#shape;
  }

  async cell(label) {
    const found = (await this.shape()).cells.findIndex((cell) => cell.label.toLowerCase() === label.toLowerCase() && cell.kind !== "edge");
    assert.ok(found >= 0, `expected a cell ${label} on the board`);
    return found;
  }

  async cells(...labels) {
    const list = [];
    for (const label of labels) list.push(await this.cell(label));
    return list;
  }

  choices(table, steps) {
    return this.house.get("api/choices", {
      setup: table.setup,
      position: table.position,
      ...(steps.length > 0 ? { steps: steps.join(",") } : {}),
    });
  }

  // --- what the page shows ---

  /** Wait until this person is to move, or the game is over; what the page shows must then be what the
   * server knows. */
  async ready() {
    await this.person.see("this person's turn or the end of the game", () => {
      const isOver = [...document.querySelectorAll(".actions button")].some((button) => button.textContent === "New game");
      return isOver || document.querySelector(".stage.active") !== null;
    });
    const table = await this.table();
    await this.check(table);
    return table;
  }

  /** The board, the moves and the sentence on the page are those of this table. */
  async check(table) {
    const turns = table.moves.map((move) => move.turn);
    await this.person.see(
      `${turns.length} turns in the list`,
      (count) => document.querySelectorAll(".movelist .move").length === count,
      turns.length,
    );
    const shown = await this.page.evaluate(() => ({
      moves: [...document.querySelectorAll(".movelist .move")].map((item) => item.textContent),
      pieces: document.querySelectorAll(".stage .layer-pieces .piece").length,
      bridges: document.querySelectorAll(".stage .layer-bridges .piece").length,
      cells: Object.fromEntries(
        [...document.querySelectorAll(".stage [data-cell]")].map((cell) => [cell.dataset.cell, cell.getAttribute("aria-label")]),
      ),
      message: document.querySelector(".message").textContent,
    }));
    assert.deepEqual(shown.moves, turns, "expected the turns of the game in the list of moves");
    const things = table.pieces.filter(isThing);
    const bridges = things.filter((piece) => piece.glyph === "bridge");
    assert.equal(shown.pieces, things.length - bridges.length, `expected so many pieces on the board after ${turns.join(" ")}`);
    assert.equal(shown.bridges, bridges.length, `expected so many bridges on the board after ${turns.join(" ")}`);
    for (const piece of things) {
      const words = piece.glyph === "bridge" ? `${say("side", table.sides[piece.side])} bridge to` : pieceWords(piece, table.sides);
      const label = shown.cells[piece.cell];
      assert.ok(label?.includes(words), `expected the cell ${piece.cell} to say '${words}', it says '${label}'`);
    }
    if (table.result?.winner !== undefined && table.result?.winner !== null)
      assert.match(
        shown.message,
        new RegExp(say("side", table.sides[table.result.winner]), "i"),
        "expected the winner in the sentence of the result",
      );
  }

  /** Every cell that begins a step says so, and no other does. */
  async checkTargets(choices) {
    const marked = await this.page.evaluate(
      (words) =>
        [...document.querySelectorAll(".stage [data-cell]")]
          .filter((cell) => cell.getAttribute("aria-label").includes(words))
          .map((cell) => Number(cell.dataset.cell)),
      say("cell", "may"),
    );
    const firsts = new Set(choices.steps.flatMap((step) => step.touch.slice(0, 1)));
    const either = new Set(choices.steps.flatMap((step) => step.touch.slice(0, 2))); // two ends of one thing
    for (const cell of firsts) assert.ok(marked.includes(cell), `expected the cell ${cell} to say that it may be touched`);
    for (const cell of marked) assert.ok(either.has(cell), `expected the cell ${cell} not to say that it may be touched`);
  }

  /** Where a cell's middle is on the screen. */
  async place(cell) {
    const at = await this.page.evaluate((index) => {
      const element = document.querySelector(`.stage [data-cell="${index}"]`);
      element?.closest("svg").scrollIntoView({ block: "nearest" });
      const matrix = element?.getScreenCTM();
      return matrix ? { x: matrix.e, y: matrix.f } : null;
    }, cell);
    assert.ok(at, `expected the cell ${cell} on the page`);
    return at;
  }

  state() {
    return this.page.evaluate(() => ({
      chosen: document.querySelectorAll(".light.chosen").length,
      menu: document.querySelector(".menu") !== null,
      active: document.querySelector(".stage.active") !== null,
    }));
  }

  // --- hands ---

  hears(words) {
    return this.person.hears(words);
  }

  press(words, where) {
    return this.person.press(words, where);
  }

  async touch(...labels) {
    for (const cell of await this.cells(...labels)) await this.hand.touch(this, cell);
  }

  /** Press on the first cell, go along the others, and let go on the last. */
  async dragAlong(cells, { release = true } = {}) {
    const [first, ...rest] = cells;
    const start = await this.place(first);
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    for (const cell of rest) {
      const at = await this.place(cell);
      await this.page.mouse.move(at.x, at.y, { steps: 3 });
    }
    if (release) await this.page.mouse.up();
  }

  /** Press Tab until the focus is where it is wanted. */
  async tabTo(what, test, given) {
    for (let i = 0; i < TABS_MAX; i++) {
      if (await this.page.evaluate(test, given)) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`${this.person.name}: expected the Tab key to reach ${what} within ${TABS_MAX} stops`);
  }

  focusedCell() {
    return this.page.evaluate(() =>
      document.activeElement?.closest(".stage") && document.activeElement.dataset.cell !== undefined
        ? Number(document.activeElement.dataset.cell)
        : null,
    );
  }

  /** The board is one stop of the Tab key. */
  toBoard() {
    return this.tabTo(
      "the board",
      () => document.activeElement?.closest(".stage") !== null && document.activeElement?.dataset.cell !== undefined,
    );
  }

  /** To a cell with the arrow keys, as far as they lead there; the rest by its name. */
  async walkTo(cell) {
    await this.toBoard();
    const places = await this.page.evaluate(() => {
      const at = (element) => [element.dataset.cell, [element.getScreenCTM().e, element.getScreenCTM().f]];
      return Object.fromEntries([...document.querySelectorAll(".stage [data-cell]")].map(at));
    });
    let now = await this.focusedCell();
    let distance = Infinity;
    while (now !== cell) {
      const [dx, dy] = [places[cell][0] - places[now][0], places[cell][1] - places[now][1]];
      const left = Math.hypot(dx, dy);
      if (left >= distance) break;
      distance = left;
      const key = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
      await this.page.keyboard.press(key);
      const next = await this.focusedCell();
      if (next !== now) this.arrows++;
      now = next;
    }
    if (now === cell) return;
    const { label } = (await this.shape()).cells[cell];
    await this.typeName(label.toLowerCase(), cell);
  }

  /** Go to a cell by its name.  On a very busy machine keys come too far apart for one name: then again. */
  async typeName(name, cell) {
    for (let tries = 5; tries > 0; tries--) {
      await this.page.keyboard.press("Shift"); // ends a name that was begun
      await this.page.keyboard.type(name);
      if ((await this.focusedCell()) === cell) return;
    }
    assert.equal(await this.focusedCell(), cell, `expected the keys '${name}' to lead to the cell`);
  }

  // --- turns ---

  /** Take one step, as its cells say. */
  async take(step) {
    const label = step.label ? say("label", step.label) : null;
    if (step.touch.length === 0) {
      await this.hand.press(this, label ?? step.text);
      return;
    }
    if (this.hand.path && step.touch.length > 1) await this.hand.path(this, step.touch);
    else
      for (const cell of step.touch) {
        await this.hand.touch(this, cell);
        if ((await this.state()).chosen === 0) break; // only one thing could be meant
      }
    if ((await this.state()).menu) await this.hand.choose(this, label ?? `Play ${step.text}`);
  }

  /** Play one turn; `wish` picks a step among those that may be taken.  Its words. */
  async turn(table, wish) {
    const steps = [];
    for (;;) {
      const choices = await this.choices(table, steps);
      await this.checkTargets(choices);
      const step = wish(choices, steps);
      assert.ok(step, `expected a step that can be taken after '${choices.open}'`);
      await this.take(step);
      steps.push(step.step);
      if (step.ends) return choices.open + step.text;
      await this.person.see(
        `the steps after '${choices.open}${step.text}'`,
        () => document.querySelector(".stage.active") !== null && document.querySelectorAll(".light.chosen").length === 0,
      );
    }
  }

  /** A turn in words, its steps found by what they say. */
  async say(words) {
    const table = await this.ready();
    await this.turn(table, (choices) => {
      const fitting = choices.steps.filter((step) => words.startsWith(choices.open + step.text));
      return fitting.sort((a, b) => b.text.length - a.text.length)[0];
    });
  }

  /** Play until the game is over.  The table as it is then. */
  async playOut(wish, turnsMax = 60) {
    for (let turns = 0; turns <= turnsMax; turns++) {
      const table = await this.ready();
      if (table.result) return table;
      await this.turn(table, wish);
    }
    throw new Error(`${this.person.name}: expected the game to end within ${turnsMax} turns of this side`);
  }
}

/** Any step, but the same ones in every run. */
export function anyStep(seed) {
  const roll = dice(seed);
  return (choices) => choices.steps[roll(choices.steps.length)];
}

/** These words first, one after the other; each begins a turn. */
export function theseTurns(turns) {
  const left = [...turns];
  return (choices) => {
    const wanted = left[0];
    const fitting = choices.steps.filter((step) => wanted?.startsWith(choices.open + step.text));
    const step = fitting.sort((a, b) => b.text.length - a.text.length)[0];
    if (step?.ends) left.shift();
    return step;
  };
}
