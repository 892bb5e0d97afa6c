// SPDX-License-Identifier: MIT
// The model of the board editor, without a browser.
//
//     node --test tests/webapp/editor.test.mjs

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

globalThis.localStorage = { getItem: () => null, setItem() {} };
const { EditorModel, ERASER, BackendError } = await load("editor/model.ts", "backend.ts");

const WHITE = { glyph: "stone", side: 0, cell: 0 };
const BLACK = { glyph: "stone", side: 1, cell: 0 };
const BRIDGE = { glyph: "bridge", side: 0, cell: 0, cell2: 1 };

/** An editor whose backend rejects more than two pieces. */
async function editor() {
  const asked = [];
  const backend = {
    shape: async () => ({ cells: [] }),
    board: async (_, position) => {
      if (position === "bad") throw new BackendError("not a position", 400);
      return { position: position ?? "start", side: 1, pieces: [{ ...BLACK, cell: 4 }], panel: [] };
    },
    palette: async () => [WHITE, BLACK, BRIDGE],
    arrange: async (_, like, pieces, side) => {
      asked.push([like, pieces, side]);
      if (pieces.split(",").length > 2) throw new BackendError("too many pieces", 400);
      return { position: pieces, side, pieces: [], panel: [] };
    },
  };
  const model = new EditorModel({ backend }, "go", "");
  await model.open();
  return { model, asked };
}

const settled = () => new Promise((done) => setTimeout(done));

test("the editor begins with the pieces of the position", async () => {
  const { model } = await editor();
  assert.deepEqual(model.placed, [{ look: 1, cell: 4, cell2: undefined }]);
  assert.equal(model.side, 1);
  assert.equal(model.board.position, "start");
});

test("a piece is placed, replaced and removed", async () => {
  const { model, asked } = await editor();
  model.choose(0);
  model.use(7);
  model.use(4);
  model.use(7);
  await settled();
  assert.deepEqual(asked.pop(), ["start", "0@4", 1]);
  model.choose(ERASER);
  model.use(4);
  await settled();
  assert.deepEqual(asked.pop(), ["start", "", 1]);
});

test("a piece on two cells needs both ends", async () => {
  const { model, asked } = await editor();
  model.choose(2);
  model.use(4);
  assert.equal(model.end, 4);
  assert.equal(asked.length, 0);
  model.use(6);
  await settled();
  assert.deepEqual(asked.pop(), ["start", "1@4,2@4-6", 1]);
  model.use(6);
  model.use(4);
  await settled();
  assert.deepEqual(asked.pop(), ["start", "1@4", 1]);
});

test("impossible positions have a reason and no board, but the pieces stay", async () => {
  const { model } = await editor();
  model.choose(0);
  for (const cell of [1, 2]) model.use(cell);
  await settled();
  assert.equal(model.problem, "Too many pieces");
  assert.equal(model.board, null);
  assert.equal(model.pieces.length, 3);
  model.clear();
  await settled();
  assert.equal(model.problem, "");
});

test("the side to move and a text", async () => {
  const { model, asked } = await editor();
  model.setSide(0);
  await settled();
  assert.equal(asked.pop()[2], 0);
  await model.read("bad");
  assert.equal(model.problem, "Not a position");
  await model.read("other");
  assert.equal(model.problem, "");
  assert.equal(model.board.position, "other");
});
