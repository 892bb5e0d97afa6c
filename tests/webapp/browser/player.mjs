// SPDX-License-Identifier: MIT
// A player who uses the web app: with mouse clicks or drags, by touch, or with the keyboard alone.  The
// legal steps come from the server, as the reference for what the page shows.  All moves go through the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const STRINGS = JSON.parse(readFileSync(new URL("../../../webapp/src/lang/en.json", import.meta.url), "utf8"));
const TABS_MAX = 80;

/** A random number generator with a fixed seed. */
export function dice(seed) {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const isThing = (piece) => piece.glyph !== "mark";

/** Return the screen reader label of a piece, as the view data names it. */
function pieceLabel(piece, table) {
  const [top, north, east, south, west] = piece.faces ?? [];
  const side = piece.side === null ? "" : table.sideNames[piece.side].text;
  const values = { side, text: piece.text ?? "", top, north, east, south, west };
  assert.ok(piece.name, `expected a name of the ${piece.glyph} on cell ${piece.cell}`);
  return piece.name.text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

// --- input methods: how to select a cell and press a button ---

const clicks = {
  async select(player, cell) {
    const at = await player.place(cell);
    await player.page.mouse.click(at.x, at.y);
  },
  press: (player, text) => player.press(text, ".actions"),
  choose: (player, text) => player.page.locator(".menu button", { hasText: text }).first().click(),
};

const drags = {
  ...clicks,
  async path(player, cells) {
    await player.dragAlong(cells);
  },
};

const taps = {
  async select(player, cell) {
    const at = await player.place(cell);
    await player.page.touchscreen.tap(at.x, at.y);
  },
  press: (player, text) => player.page.locator(".actions").getByRole("button", { name: text, exact: true }).tap(),
  choose: (player, text) => player.page.locator(".menu button", { hasText: text }).first().tap(),
};

const keys = {
  async select(player, cell) {
    await player.walkTo(cell);
    await player.page.keyboard.press("Enter");
  },
  async press(player, text) {
    await player.tabTo(
      `the button '${text}'`,
      (wanted) => document.activeElement?.closest(".actions") !== null && document.activeElement?.textContent === wanted,
      text,
    );
    await player.page.keyboard.press("Enter");
  },
  async choose(player, text) {
    const items = await player.page.locator(".menu button").count();
    for (let i = 0; i < items; i++) {
      const now = await player.page.evaluate(() => (document.activeElement?.closest(".menu") ? document.activeElement.textContent : null));
      assert.notEqual(now, null, "expected the keyboard focus in the menu");
      if (now.startsWith(text)) break;
      await player.page.keyboard.press("ArrowDown");
    }
    await player.page.keyboard.press("Enter");
  },
};

export const INPUTS = { clicks, drags, taps, keys };

export class Player {
  #shape = null;
  startLabel = STRINGS["new.start"];
  arrows = 0; // arrow key presses that moved the focus

  constructor(server, person, input = "clicks") {
    this.server = server;
    this.person = person;
    this.page = person.page;
    this.input = INPUTS[input];
  }

  // --- opening a table ---

  /** Start a game with the New game form, which is preset to the given seats. */
  async begin(setup, { position, seats = [{ kind: "human" }, { kind: "engine", level: 1 }] } = {}) {
    const game = setup.split(":")[0];
    const query = new URLSearchParams({ setup, ...(position ? { position } : {}) });
    if (this.page.url() !== "about:blank") await this.page.goto("about:blank"); // the page reads its settings only when it loads
    await this.page.addInitScript(
      ([name, request]) => {
        if (!location.hash.startsWith(`#/new/${name}`)) return;
        const settings = JSON.parse(localStorage.getItem("tessera.settings") ?? "{}");
        localStorage.setItem("tessera.settings", JSON.stringify({ ...settings, lastWish: { [name]: request } }));
      },
      [game, { setup, seats }],
    );
    await this.page.goto(`${this.server.url}#/new/${game}?${query}`);
    const start = this.startLabel;
    if (this.input === keys) {
      await this.tabTo(`the button '${start}'`, (text) => document.activeElement?.textContent === text, start);
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

  // --- server state ---

  table() {
    return this.server.get(`api/tables/${this.id}`);
  }

  async shape() {
    this.#shape ??= await this.server.get("api/shape", { setup: (await this.table()).setup });
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
    return this.server.get("api/choices", {
      setup: table.setup,
      position: table.position,
      ...(steps.length > 0 ? { steps: steps.join(",") } : {}),
    });
  }

  // --- page state ---

  /** Wait until it is this user's turn or the game is over, then check the page against the server. */
  async ready() {
    await this.person.see("the user's turn or the end of the game", () => {
      const isOver = [...document.querySelectorAll(".actions button")].some((button) => button.textContent === "New game");
      return isOver || document.querySelector(".stage.active") !== null;
    });
    const table = await this.table();
    await this.check(table);
    return table;
  }

  /** Check that the page shows the board, the moves and the result of this table. */
  async check(table) {
    const turns = table.moves.map((move) => move.turn);
    await this.person.see(
      `${turns.length} moves in the list`,
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
    assert.deepEqual(shown.moves, turns, "expected the moves of the game in the list");
    const things = table.pieces.filter(isThing);
    const bridges = things.filter((piece) => piece.glyph === "bridge");
    assert.equal(shown.pieces, things.length - bridges.length, `wrong number of pieces on the board after ${turns.join(" ")}`);
    assert.equal(shown.bridges, bridges.length, `wrong number of bridges on the board after ${turns.join(" ")}`);
    for (const piece of things) {
      const text = pieceLabel(piece, table) + (piece.cell2 === undefined ? "" : " to ");
      const label = shown.cells[piece.cell];
      assert.ok(label?.includes(text), `expected '${text}' in the label of cell ${piece.cell}, got '${label}'`);
    }
    if (table.result) assert.equal(shown.message, table.result.message.text, "expected the result");
  }

  /** Check that exactly the cells that begin a step are labelled selectable. */
  async checkTargets(choices) {
    const marked = await this.page.evaluate(
      (text) =>
        [...document.querySelectorAll(".stage [data-cell]")]
          .filter((cell) => cell.getAttribute("aria-label").includes(text))
          .map((cell) => Number(cell.dataset.cell)),
      STRINGS["cell.may"],
    );
    const firsts = new Set(choices.steps.flatMap((step) => step.touch.slice(0, 1)));
    const count = (step) => (step.flags?.includes("any-cell") ? step.touch.length : step.flags?.includes("any-order") ? 2 : 1);
    const either = new Set(choices.steps.flatMap((step) => step.touch.slice(0, count(step))));
    for (const cell of firsts) assert.ok(marked.includes(cell), `expected cell ${cell} to be labelled selectable`);
    for (const cell of marked) assert.ok(either.has(cell), `expected cell ${cell} not to be labelled selectable`);
  }

  /** Return the screen position of the centre of a cell. */
  async place(cell) {
    const at = await this.page.evaluate((index) => {
      const element = document.querySelector(`.stage [data-cell="${index}"]`);
      element?.closest("svg").scrollIntoView({ block: "nearest" });
      const matrix = element?.getScreenCTM();
      return matrix ? { x: matrix.e, y: matrix.f } : null;
    }, cell);
    assert.ok(at, `expected cell ${cell} on the page`);
    return at;
  }

  state() {
    return this.page.evaluate(() => ({
      chosen: document.querySelectorAll(".light.chosen").length,
      menu: document.querySelector(".menu") !== null,
      active: document.querySelector(".stage.active") !== null,
    }));
  }

  // --- input ---

  seesMessage(text) {
    return this.person.seesMessage(text);
  }

  press(text, where) {
    return this.person.press(text, where);
  }

  async select(...labels) {
    for (const cell of await this.cells(...labels)) await this.input.select(this, cell);
  }

  /** Press the mouse on the first cell, move along the others and release it on the last. */
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

  /** Press Tab until `test` holds. */
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

  /** Move the focus to the board, which is one tab stop. */
  toBoard() {
    return this.tabTo(
      "the board",
      () => document.activeElement?.closest(".stage") !== null && document.activeElement?.dataset.cell !== undefined,
    );
  }

  /** Move the focus to a cell with the arrow keys, and by typing its name if they do not reach it. */
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

  /** Type the name of a cell to move the focus to it.  Retry, since a busy machine may type too slowly. */
  async typeName(name, cell) {
    for (let tries = 5; tries > 0; tries--) {
      await this.page.keyboard.press("Shift"); // ends a partly typed name
      await this.page.keyboard.type(name);
      if ((await this.focusedCell()) === cell) return;
    }
    assert.equal(await this.focusedCell(), cell, `expected the keys '${name}' to lead to the cell`);
  }

  // --- moves ---

  /** Take one step by selecting its cells. */
  async take(step) {
    const label = step.label?.text ?? null;
    if (step.touch.length === 0) {
      await this.input.press(this, label ?? step.text);
      return;
    }
    if (this.input.path && step.touch.length > 1) await this.input.path(this, step.touch);
    else
      for (const cell of step.touch) {
        await this.input.select(this, cell);
        if ((await this.state()).chosen === 0) break; // the page took the step already, as no other matches
      }
    if ((await this.state()).menu) await this.input.choose(this, label ?? `Play ${step.text}`);
  }

  /** Play one move; `pick` chooses among the legal steps.  Return the move as text. */
  async turn(table, pick) {
    const steps = [];
    for (;;) {
      const choices = await this.choices(table, steps);
      await this.checkTargets(choices);
      const step = pick(choices, steps);
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

  /** Play a move given in notation. */
  async play(notation) {
    const table = await this.ready();
    await this.turn(table, (choices) => {
      const fitting = choices.steps.filter((step) => notation.startsWith(choices.open + step.text));
      return fitting.sort((a, b) => b.text.length - a.text.length)[0];
    });
  }

  /** Play until the game is over, and return the final table. */
  async playOut(pick, turnsMax = 60) {
    for (let turns = 0; turns <= turnsMax; turns++) {
      const table = await this.ready();
      if (table.result) return table;
      await this.turn(table, pick);
    }
    throw new Error(`${this.person.name}: expected the game to end within ${turnsMax} moves of this side`);
  }
}

/** Pick steps at random, with a fixed seed. */
export function anyStep(seed) {
  const roll = dice(seed);
  return (choices) => choices.steps[roll(choices.steps.length)];
}

/** Pick the steps of the given moves, one move after the other. */
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
