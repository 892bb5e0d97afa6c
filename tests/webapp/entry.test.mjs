// SPDX-License-Identifier: MIT
// Entering moves without a browser: which step a selection of cells stands for, drags, undo, illegal selections,
// effects on pieces, and the layout of a board.
//
//     node --test tests/webapp/entry.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { Entry, Resolver, applied, explanation, groups, removals, Layout, change } = await load(
  "move_input/entry.ts", "move_input/resolve.ts", "effects.ts", "board/layout.ts", "settings.ts",
);
change({ sound: false });

const step = (text, touch, more = {}) => ({ step: text, text, touch, ends: true, effects: [], ...more });

/** Move input over steps by what was played before: { "": [...], "a": [...] }. */
async function entry(steps, { reason = {}, announcements = [], turn = async () => true } = {}) {
  const log = [];
  const note = (name) => (...args) => log.push([name, ...args]);
  const backend = {
    choices: async (_, position, taken) => ({ position, open: taken.join(""), whole: false, steps: steps[taken.join("")] ?? [], pieces: [], panel: [], side: 0 }),
    reason: async (...args) => (log.push(["reason", args[3]]), reason),
  };
  const board = {
    shape: { game: "go", announcements }, layout: { cell: () => ({ kind: "field" }) },
    show: note("show"), settle: note("settle"), light: (lights) => (board.lights = lights), preview: note("preview"), carry: note("carry"), clearGhosts() {},
  };
  const host = {
    turn: (...args) => (log.push(["turn", ...args]), turn(...args)),
    message: note("message"), preview: note("say"), failed: note("failed"), options: (list, canGoBack) => (board.options = [list.map(({ text }) => text), canGoBack]), announced: note("announced"),
  };
  const input = new Entry(backend, board, host);
  input.menu = { isOpen: false, open: (list) => ((input.menu.isOpen = true), log.push(["menu", list.map(({ text }) => text)])), close: () => (input.menu.isOpen = false) };
  await input.begin("go:9", { position: "p", pieces: [], panel: [], side: 0 });
  log.length = 0;
  const did = (name) => log.filter(([one]) => one === name).map(([, ...args]) => args);
  return { input, board, log, did };
}

const settled = () => new Promise((done) => setImmediate(done));

test("a step with one cell is taken at once", async () => {
  const { input, did } = await entry({ "": [step("a", [1]), step("b", [2])] });
  input.select(1);
  await settled();
  assert.deepEqual(did("turn"), [[["a"], "a", ""]]);
});

test("a step of two cells is taken when it is the only one left", async () => {
  const { input, board, did } = await entry({ "": [step("a", [1, 2]), step("b", [1, 3])] });
  input.select(1);
  assert.deepEqual([...board.lights.targets], [2, 3]);
  assert.deepEqual(board.options, [[], true]);
  input.select(3);
  await settled();
  assert.deepEqual(did("turn"), [[["b"], "b", ""]]);
});

test("the first two cells in either order, the end of a path directly", async () => {
  const either = await entry({ "": [step("a", [1, 2], { flags: ["any-order"] })] });
  either.input.select(2);
  either.input.select(1);
  await settled();
  assert.equal(either.did("turn").length, 1);
  const path = await entry({ "": [step("a", [1, 2, 3], { flags: ["full-path"] }), step("b", [1, 4], { flags: ["full-path"] })] });
  path.input.select(1);
  path.input.select(3);
  await settled();
  assert.deepEqual(path.did("turn"), [[["a"], "a", ""]]);
});

test("any cell of a row stands for it, after confirmation", async () => {
  const { input, did } = await entry({ "": [step("a", [1, 2, 3], { flags: ["any-cell"] }), step("b", [7, 8], { flags: ["any-cell"] })] });
  input.select(2);
  assert.equal(did("turn").length, 0);
  input.select(8); // another row: ask again
  assert.equal(did("turn").length, 0);
  input.select(7);
  await settled();
  assert.deepEqual(did("turn"), [[["b"], "b", ""]]);
});

test("several steps with the same cells open a menu", async () => {
  const { input, did, board } = await entry({ "": [step("a", [1]), step("b", [1])] });
  input.select(1);
  assert.deepEqual(did("menu"), [[["a", "b"]]]);
  assert.equal(input.back(), true);
  assert.deepEqual(board.lights.chosen, []);
  assert.equal(input.back(), false);
});

test("a move of several steps, and undoing them", async () => {
  const { input, did, board } = await entry({ "": [step("a", [1], { ends: false })], a: [step("b", [2]), step("x", [])] });
  input.select(1);
  await settled();
  assert.deepEqual(did("say").at(-1), ["So far: a… Continue, or undo the step."]);
  assert.deepEqual(board.options, [["x"], true]);
  assert.equal(input.back(), true);
  await settled();
  assert.deepEqual(board.options, [[], false]);
  input.select(1);
  await settled();
  input.select(2);
  await settled();
  assert.deepEqual(did("turn"), [[["a", "b"], "ab", ""]]);
});

test("a move that is not played starts again after its first steps", async () => {
  const { input, did, board } = await entry({ "": [step("a", [1], { ends: false })], a: [step("b", [2])] }, { turn: async () => false });
  input.select(1);
  await settled();
  input.select(2);
  await settled();
  assert.equal(did("turn").length, 1);
  assert.deepEqual([...board.lights.targets], [2]);
});

test("an illegal selection shows the reason and marks the cells", async () => {
  const { input, did, board } = await entry({ "": [step("a", [1])] }, { reason: { key: "k", text: "the cell is taken", cells: [5, 6] } });
  input.select(5);
  await settled();
  assert.deepEqual(did("message"), [["the cell is taken"]]);
  assert.deepEqual(board.lights.offending, [5, 6]);
  input.select(1);
  await settled();
  assert.deepEqual(did("message").at(-1), [""], "the next selection clears it");
});

test("a drag follows the path, back and forth, and plays only a complete step", async () => {
  const { input, did } = await entry({ "": [step("a", [1, 2, 3], { flags: ["full-path"] })] });
  assert.deepEqual([input.canDrag(1), input.canDrag(2)], [true, false]);
  input.grab(1);
  input.follow(2);
  assert.deepEqual(did("carry").at(-1), [[[1, 2]], 1]);
  input.follow(1);
  input.follow(2);
  input.drop(2);
  assert.deepEqual(did("message").at(-1), ["Move not played: 1 step left."]);
  assert.equal(did("turn").length, 0);
  input.grab(1);
  input.follow(3);
  input.drop(3);
  await settled();
  assert.deepEqual(did("turn"), [[["a"], "a", ""]]);
});

test("two ways to the same cell stay open until the drag ends", async () => {
  const { input, did } = await entry({ "": [step("a", [1, 2, 4], { flags: ["full-path"] }), step("b", [1, 3, 4], { flags: ["full-path"] })] });
  input.grab(1);
  input.follow(4);
  assert.deepEqual(did("carry").at(-1), [[[1, 2, 4], [1, 3, 4]], 0]);
  input.drop(4);
  assert.deepEqual(did("menu"), [[["a", "b"]]]);
});

test("an announcement is sent with the move", async () => {
  const { input, did } = await entry({ "": [step("a", [1])] }, { announcements: [{ suffix: "+" }, { suffix: "#" }] });
  input.announceNext();
  input.announceNext();
  input.announceNext();
  assert.deepEqual(did("announced"), [[0], [1], [-1]]);
  await input.takeAll(["a"], "a#");
  assert.deepEqual(did("turn"), [[["a"], "a#", "#"]]);
});

test("after the user left, late replies change nothing", async () => {
  const { input, did, board } = await entry({ "": [step("a", [1], { ends: false })], a: [step("b", [2])] });
  input.select(1);
  input.rest();
  await settled();
  assert.equal(input.isActive, false);
  assert.deepEqual([board.options, did("say")], [[[], false], []]);
});

test("the resolver offers what may follow", () => {
  const resolver = new Resolver([step("a", [1, 2, 3]), step("b", [1, 2, 4]), step("c", [9, 8], { flags: ["any-cell"] })]);
  assert.deepEqual([...resolver.next([])], [1, 9, 8]);
  assert.deepEqual([...resolver.next([1, 2])], [3, 4]);
  assert.deepEqual(resolver.ways([1], 4), [[1, 2, 4]]);
  assert.equal(resolver.exact([1, 2]).length, 0);
});

test("effects turn the pieces before into those after", () => {
  const stone = (cell, side = 0) => ({ glyph: "stone", side, cell });
  const before = [stone(1), stone(2, 1), stone(3)];
  const effects = [
    { kind: "capture", side: 1, cells: [2] },
    { kind: "move", side: 0, cells: [1, 2], piece: stone(2) },
    { kind: "return", side: 0, cells: [3] },
  ];
  assert.deepEqual(applied(before, effects), [stone(2)]);
  assert.deepEqual(groups(effects).map((group) => group.length), [2, 1], "a capture by a move is shown with it");
  assert.equal(removals(effects), "Returns: 1 · Captures: 1");
});

test("a swap is explained from its effects", () => {
  assert.match(explanation(step("swap", [], { effects: [{ kind: "swap-sides", side: null, cells: [] }] })), /take over the other side/);
  assert.match(explanation(step("swap", [], { effects: [{ kind: "change", side: 1, cells: [4] }] })), /become yours/);
  assert.equal(explanation(step("pass", [], { effects: [{ kind: "pass", side: 1, cells: [] }] })), "");
  assert.equal(explanation(step("a", [4], { effects: [{ kind: "change", side: 1, cells: [4] }] })), "");
});

test("the layout finds cells by place, direction and name", () => {
  const square = (x, y) => [x - 0.5, y - 0.5, x + 0.5, y - 0.5, x + 0.5, y + 0.5, x - 0.5, y + 0.5];
  const cells = [];
  for (let y = 0; y < 3; y++) for (let x = 0; x < 3; x++) cells.push({ kind: "field", label: `${"abc"[x]}${3 - y}`, at: [x, y], corners: square(x, y) });
  cells.push({ kind: "edge", label: "a4", at: [0, -1], corners: square(0, -1) });
  for (const turned of [false, true]) {
    const layout = new Layout({ cells, lines: [], colours: [] }, turned, true);
    assert.equal(layout.hit(layout.at(4), () => false), 4);
    assert.equal(layout.hit(layout.at(9), () => false), -1, "an edge cannot be selected");
    assert.equal(layout.neighbour(4, 1, 0), turned ? 3 : 5);
    assert.equal(layout.neighbour(turned ? 0 : 8, 1, 0), turned ? 0 : 8, "there is no cell beyond the edge");
    assert.equal(layout.findLabel("B2"), 4);
    assert.equal(layout.findLabel("c"), 2);
    assert.equal(layout.findLabel("z"), -1);
  }
});
