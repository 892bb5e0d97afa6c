// SPDX-License-Identifier: MIT
// The model of the analysis screen, without a browser.  The fake backend has a tree of moves "a", "b", ...; the
// real one edits records (tests/unit/test_local.c, tests/dialogues/web.c).
//
//     node --test tests/webapp/analysis.test.mjs

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./bundle.mjs";

const stored = new Map();
globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
const { AnalysisModel, BackendError, change, changedStudy, keptStudy } = await load("analysis/model.ts", "settings.ts", "backend.ts");

const NAMES = [{ key: "white", text: "White" }, { key: "black", text: "Black" }];

/** A study of nodes like ["a", 0]: a move and its parent.  Its record is the list. */
function study(list, node = 0) {
  const nodes = [{ parent: -1, position: "start", next: 0, main: true }];
  for (const [turn, parent, more = {}] of list) {
    const before = nodes[parent];
    const isFirst = !nodes.some((other) => other.parent === parent);
    nodes.push({ parent, turn, side: before.next, steps: [turn], position: `${before.position}-${turn}`, next: 1 - before.next, main: before.main && isFirst, ...more });
  }
  return { setup: "go:9", game: "go", title: "Go", sides: ["w", "b"], sideNames: NAMES, colours: ["white", "black"], facing: false, tags: {}, nodes, node, record: JSON.stringify(list) };
}

function edited({ text }, edit) {
  const list = JSON.parse(text);
  if (!edit) return study(list);
  if (edit.edit === "play" && edit.steps[0] === "illegal") throw new BackendError("this move is not legal here", 409);
  if (edit.edit === "play") return study([...list, [edit.steps[0], edit.node]], list.length + 1);
  if (edit.edit === "note") return study(list.map((one, i) => (i + 1 === edit.node ? [one[0], one[1], { mark: edit.mark, comment: edit.comment }] : one)), edit.node);
  if (edit.edit === "cut") return study(list.slice(0, edit.node - 1), list[edit.node - 1][1]);
  return study(list, edit.node);
}

async function screen(list, { node, ...opened } = {}) {
  const calls = [];
  const backend = {
    shape: async () => ({ cells: [], announcements: [] }),
    study: async (source) => edited(source),
    editStudy: async (record, edit) => {
      calls.push(edit.edit);
      const { nodes, node, tags, record: text } = edited({ text: record }, edit);
      return { tags, from: 0, removed: edited({ text: record }).nodes.length, nodes, node, record: { from: 0, removed: record.length, text } };
    },
    board: async (_, position, steps = []) => {
      calls.push(["board", position, ...steps]);
      return { position: [position, ...steps].join("-"), side: 0, pieces: [], panel: [], lastEffects: [{ kind: "place", side: 0, cells: [1] }] };
    },
  };
  backend.arrange = async (_, position, pieces, side) => {
    if (position === "start") throw new BackendError("not possible", 400);
    return { position: `${position}/${pieces}/${side}` };
  };
  backend.share = async (_, shared) => {
    calls.push(["share", shared]);
    return { study: "new", key: "k" };
  };
  const searches = [];
  backend.lines = (_, position, count, report, failed) => {
    const search = { position, count, report, failed, isStopped: false };
    searches.push(search);
    return () => (search.isStopped = true);
  };
  const model = new AnalysisModel({ backend, games: [] }, { source: { text: JSON.stringify(list) }, node, ...opened });
  const changes = [];
  model.onChange((parts) => changes.push(...parts));
  await model.open();
  return { model, calls, changes, searches };
}

const settled = () => new Promise((done) => setTimeout(done));
const TREE = [["a", 0], ["b", 1], ["c", 2], ["d", 1], ["e", 4], ["f", 1]];

beforeEach(() => {
  stored.clear();
  change({ engine: false, lines: 3 });
});

test("a study opens at its start, or at the end of the main line", async () => {
  assert.equal((await screen(TREE)).model.node, 0);
  const { model, changes } = await screen(TREE, { node: -1 });
  assert.equal(model.node, 3);
  assert.equal(model.view.position.position, "start-a-b-c");
  assert.ok(changes.includes("board") && changes.includes("view"));
  assert.equal(model.message.text, "Black to move.");
});

test("steps follow the line that was visited, and keys reach the alternatives", async () => {
  const { model } = await screen(TREE, { node: 1 });
  model.forward();
  await settled();
  assert.equal(model.node, 2);
  model.sibling(1);
  await settled();
  assert.equal(model.node, 4);
  model.forward();
  model.back();
  model.back();
  await settled();
  assert.equal(model.node, 1);
  model.end();
  await settled();
  assert.equal(model.node, 5);
  model.sibling(1); // of the move before
  await settled();
  assert.equal(model.node, 6);
  model.sibling(1);
  assert.equal(model.node, 6);
  model.start();
  await settled();
  assert.equal(model.node, 0);
});

test("a move that is there is shown, another one becomes a variation", async () => {
  const { model, calls } = await screen(TREE, { node: 1 });
  assert.equal(await model.playTurn(["b"]), true);
  assert.equal(model.node, 2);
  assert.ok(!calls.includes("play"));
  assert.equal(await model.playTurn(["x"]), true);
  assert.equal(model.study.nodes[model.node].turn, "x");
  assert.equal(model.view.wasEntered, true);
  assert.equal(await model.playTurn(["illegal"]), false);
  assert.equal(model.message.isError, true);
});

test("edits can be undone and redone, with the move that was shown", async () => {
  const { model } = await screen(TREE, { node: 2 });
  assert.equal(model.canUndo, false);
  await model.annotate({ mark: "!" });
  await model.annotate({ comment: "fine" });
  assert.deepEqual([model.current.mark, model.current.comment], ["!", "fine"]);
  await model.goTo(6);
  await model.cut();
  assert.equal(model.study.nodes.length, 6);
  assert.equal(model.node, 1);
  model.undo();
  await settled();
  assert.equal(model.study.nodes.length, 7);
  assert.equal(model.node, 6);
  model.undo();
  model.undo();
  await settled();
  assert.equal(model.canUndo, false);
  assert.equal(model.study.nodes[2].mark, undefined);
  model.redo();
  await settled();
  assert.equal(model.study.nodes[2].mark, "!");
});

test("a note that changes nothing is not an edit", async () => {
  const { model, calls } = await screen(TREE, { node: 2 });
  await model.annotate({ comment: "" });
  assert.ok(!calls.includes("note"));
});

test("only variations can be promoted", async () => {
  const { model } = await screen(TREE);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((node) => model.canPromote(node)), [false, false, false, false, true, true, true]);
});

test("the work is kept in this browser, unless the study is stored elsewhere", async () => {
  const { model } = await screen(TREE);
  await model.play(["x"]);
  assert.equal(JSON.parse(keptStudy().record).length, 7);
  stored.clear();
  const other = await screen(TREE, { shared: { study: "id", key: "secret" } });
  await other.model.play(["x"]);
  assert.deepEqual(other.calls.filter(([name]) => name === "share").map(([, shared]) => shared), [{ study: "id", key: "secret" }]);
  assert.equal(keptStudy(), null);
});

test("the move that is shown is kept when the user stays there, or leaves", async () => {
  const { model } = await screen(TREE);
  await model.goTo(2);
  assert.equal(keptStudy(), null);
  model.setHidden(true);
  assert.equal(keptStudy().node, 2);
  await model.goTo(3);
  while (keptStudy().node !== 3) await settled();
  await model.goTo(1);
  model.close();
  assert.deepEqual([keptStudy().node, keptStudy().record], [1, JSON.stringify(TREE)]);
});

test("quick steps are shown without their effects, and entering a move waits for their end", async (context) => {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const { model } = await screen(TREE);
  const step = async (node, ms) => {
    now += ms;
    await model.goTo(node);
    return [model.view.effects.length > 0, model.inputDelay > 0];
  };
  assert.deepEqual(await step(1, 1000), [true, false]);
  assert.deepEqual(await step(2, 50), [false, true]);
  assert.deepEqual(await step(3, 50), [false, true]);
  await model.playTurn(["x"]);
  assert.deepEqual([model.view.wasEntered, model.inputDelay], [true, 0]);
});

test("a change of a study replaces nodes, and moves the parents of those behind", () => {
  const before = study([["a", 0], ["b", 1], ["c", 0], ["d", 3]]);
  const node = { parent: 2, turn: "x" };
  const after = changedStudy(before, { from: 3, removed: 0, nodes: [node], node: 3, tags: { Event: "e" }, record: { from: 1, removed: 2, text: "new" } });
  assert.deepEqual(after.nodes.map(({ turn, parent }) => [turn, parent]), [[undefined, -1], ["a", 0], ["b", 1], ["x", 2], ["c", 0], ["d", 4]]);
  assert.equal(after.nodes[1], before.nodes[1]);
  assert.equal(after.record, `${before.record[0]}new${before.record.slice(3)}`);
  assert.deepEqual([after.node, after.tags.Event, after.setup], [3, "e", before.setup]);
  const cut = changedStudy(after, { from: 1, removed: 3, nodes: [], node: 0, tags: {}, record: { from: 0, removed: 0, text: "" } });
  assert.deepEqual(cut.nodes.map(({ turn, parent }) => [turn, parent]), [[undefined, -1], ["c", 0], ["d", 1]]);
});

test("boards are fetched once", async () => {
  const { model, calls } = await screen(TREE);
  await model.goTo(1);
  await model.goTo(0);
  await model.goTo(1);
  assert.equal(calls.filter(([name]) => name === "board").length, 2);
});

test("the score shown is that of the main line", async () => {
  const scores = [{ side: 0, chance: 40 }, { side: 1, chance: 70 }];
  const { model } = await screen(TREE, { scores: Promise.resolve(scores) });
  await model.goTo(2);
  assert.equal(model.shownScore, scores[1]);
  await model.goTo(4);
  assert.equal(model.shownScore, null);
});

/** Wait until the model has started `count` searches. */
async function until(searches, count) {
  while (searches.length < count) await settled();
}

test("the engine looks at the position shown, and at no other", async () => {
  change({ engine: true });
  const { model, searches } = await screen(TREE, { node: 1 });
  await until(searches, 1);
  assert.deepEqual([searches[0].position, searches[0].count], ["start-a", 3]);
  searches[0].report({ depth: 4, lines: [{ side: 1, chance: 30, turns: ["b"], steps: ["b"], touch: [3, 4] }] });
  assert.deepEqual(model.suggestions, [[3, 4]]);
  assert.equal(model.shownScore.chance, 30);
  await model.goTo(2);
  assert.equal(searches[0].isStopped, true);
  assert.equal(model.lines, null);
  searches[0].report({ depth: 5, lines: [] }); // too late
  assert.equal(model.lines, null);
  await until(searches, 2);
  searches[1].failed(new BackendError("the engine is busy", 503));
  assert.equal(model.linesProblem, "The engine is busy");
  await model.goTo(1);
  assert.equal(model.shownScore.chance, 30);
  model.close();
});

test("the engine pauses while the screen is hidden, and when it is switched off", async () => {
  change({ engine: true, lines: 1 });
  const { model, searches } = await screen(TREE);
  await until(searches, 1);
  model.setHidden(true);
  assert.equal(searches[0].isStopped, true);
  model.setHidden(false);
  await until(searches, 2);
  change({ lines: 5 });
  assert.equal(searches[1].isStopped, true);
  await until(searches, 3);
  assert.equal(searches[2].count, 5);
  change({ engine: false });
  assert.equal(searches[2].isStopped, true);
  model.close();
});

test("a study is stored once to share it, and nobody changes it without its key", async () => {
  const { model, calls } = await screen(TREE);
  assert.deepEqual(await model.share(), { study: "new", key: "k" });
  assert.deepEqual(await model.share(), { study: "new", key: "k" });
  assert.equal(calls.filter(([name]) => name === "share").length, 1);
  const reader = await screen(TREE, { isReadOnly: true });
  await reader.model.play(["x"]); // to try something, but nothing is stored
  reader.model.close();
  assert.equal(reader.calls.some(([name]) => name === "share"), false);
  assert.equal(keptStudy(), null);
});

test("a threat is what the other side would play, where the game allows to ask", async () => {
  change({ engine: true });
  const { model, searches } = await screen(TREE, { node: 1 });
  await until(searches, 1);
  await model.askThreat();
  await until(searches, 2);
  assert.equal(searches[1].position, "start-a/null/0");
  searches[1].report({ depth: 2, lines: [{ side: 0, chance: 90, turns: ["x"], steps: ["x"], touch: [1] }] });
  assert.deepEqual(model.suggestions, [[1]]);
  assert.equal(model.shownScore, null); // it says nothing about the position itself
  await model.goTo(0);
  assert.equal(model.threat, null);
  await model.askThreat();
  assert.equal(model.message.isError, true);
  model.close();
});

test("the graph of the main line has what the game and the engine know", async () => {
  change({ engine: true });
  const { model, searches } = await screen(TREE, { node: 2, scores: Promise.resolve([{ side: 0, chance: 40 }]) });
  await until(searches, 1);
  searches[0].report({ depth: 2, lines: [{ side: 0, chance: 70, turns: ["x"], steps: ["x"], touch: [] }] });
  assert.deepEqual(model.mainScores.map(({ chance }) => chance), [40, 70, undefined]);
  model.close();
});
