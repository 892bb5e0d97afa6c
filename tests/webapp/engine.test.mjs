// SPDX-License-Identifier: MIT
// Test the WebAssembly engine without a browser:  node engine.test.mjs MODULE.wasm DUMP_PROGRAM
// It answers like the native program, plays complete games, keeps node limits, and its memory stays bounded.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Engine, EngineError } from "../../webapp/worker/module.mjs";

const [file, dump] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
const MEMORY_MAX = 160 << 20;
const NODES_SLACK = 4096; // a search does not check its limit at every node

/** Play moves given as steps, with the announcement that the notation of each ends with. */
function play(engine, setup, turns, moves) {
  const { table } = engine.call("table_new", setup, null, "a", "b", 0, 0);
  const suffixes = (engine.call("shape", setup).announcements ?? []).map(({ suffix }) => suffix).sort((a, b) => b.length - a.length);
  const announced = (notation) => suffixes.find((suffix) => notation.endsWith(suffix)) ?? null;
  turns.forEach((steps, turn) => engine.call("table_turn", table, turn, steps, announced(moves[turn].turn)));
  return table;
}

test("every reply equals that of the native program", async () => {
  const engine = await Engine.start(module, 1);
  const run = spawnSync(dump, ["7"], { encoding: "utf8", maxBuffer: 1 << 30 });
  assert.equal(run.status, 0, run.stderr);
  const lines = run.stdout.trimEnd().split("\n");
  assert.ok(lines.length > 200, `only ${lines.length} requests`);
  for (const line of lines) {
    const [name, given, answer] = JSON.parse(line);
    if (name !== "game") {
      assert.deepEqual(engine.call(name, ...given), answer, `${name} ${given.join(" | ").slice(0, 300)}`);
      continue;
    }
    const table = play(engine, ...given, answer.moves);
    const whole = engine.call("table_whole", table);
    assert.deepEqual(whole.table, answer.table);
    assert.deepEqual(whole.moves, answer.moves);
    const record = engine.call("table_record", table);
    assert.equal(record, answer.record);
    const again = engine.call("table_read", record, 0, 0).table;
    assert.deepEqual(engine.call("table_whole", again).moves, answer.moves);
    engine.call("table_close", again);
    engine.call("table_close", table);
  }
  assert.ok(engine.bytes < MEMORY_MAX);
});

test("the engine plays complete games of every kind against itself", async () => {
  let reports = 0;
  const engine = await Engine.start(module, 2, (progress) => {
    assert.ok(progress.words.length > 0 && progress.depth > 0);
    reports++;
  });
  for (const { game } of engine.call("games")) {
    const { table } = engine.call("table_new", `${game}:limit=240`.replace(":limit", game.includes(":") ? ";limit" : ":limit"), null, "a", "b", 0, 0);
    let turn = 0;
    for (;;) {
      const { table: state } = engine.call("table_whole", table);
      assert.equal(state.turn, turn);
      if (state.result) {
        assert.ok(state.result.message.text.length > 0);
        break;
      }
      const hint = engine.call("think", table, 1 + (turn % 4), 0, 0);
      engine.call("table_turn", table, turn, hint.steps.join(","));
      assert.equal(engine.call("table_whole", table).moves.at(-1).turn, hint.words);
      turn++;
    }
    const score = engine.call("evaluate", table, turn - 1, 100);
    assert.ok(score.chance >= 0 && score.chance <= 100);
    engine.call("table_back", table, -1);
    assert.equal(engine.call("table_whole", table).table.result, null);
    engine.call("table_close", table);
  }
  assert.ok(reports > 0);
  assert.ok(engine.bytes < MEMORY_MAX, `${engine.bytes} bytes`);
});

test("a search keeps its node limit", async () => {
  const engine = await Engine.start(module, 3);
  for (const { game } of engine.call("games")) {
    const { table } = engine.call("table_new", game, null, "a", "b", 0, 0);
    for (const nodes of [500, 20000]) {
      const hint = engine.call("think", table, 0, 0, nodes);
      assert.ok(hint.nodes <= nodes + NODES_SLACK, `${game}: ${hint.nodes} nodes instead of ${nodes}`);
      assert.ok(hint.steps.length > 0 && hint.touch.length > 0);
    }
    engine.call("table_close", table);
  }
});

test("invalid calls fail with a status and change nothing", async () => {
  const engine = await Engine.start(module, 4);
  const rejects = (status, ...call) =>
    assert.throws(
      () => engine.call(...call),
      (error) => error instanceof EngineError && error.status === status && error.message.length > 0,
      call.join(" "),
    );
  const [{ game }] = engine.call("games");
  rejects(404, "shape", "no-such-game");
  rejects(400, "board", game, "\u0000 ( nonsense");
  rejects(400, "choices", game, null, "xyz");
  rejects(400, "refusal", game, null, null, "1,,2");
  rejects(404, "table_whole", 0);
  rejects(404, "table_whole", -1);
  rejects(404, "table_whole", 1e6);
  rejects(400, "table_read", "[Game", 0, 0);
  rejects(413, "table_read", "x".repeat(2 << 20), 0, 0);
  const { table } = engine.call("table_new", game, null, "a", "b", 0, 0);
  rejects(409, "table_back", table, 0);
  rejects(409, "table_turn", table, 1, "1");
  rejects(409, "table_turn", table, 0, "ffffffffffffffff");
  assert.equal(engine.call("table_whole", table).table.turn, 0);
  engine.call("table_resign", table, 1);
  assert.equal(engine.call("table_whole", table).table.result.winner, 0);
  rejects(409, "think", table, 1, 0, 0);
  for (let i = 1; i < 16; i++) engine.call("table_new", game, null, "", "", 0, 0);
  rejects(503, "table_new", game, null, "", "", 0, 0);
  assert.throws(() => engine.call("delete"), TypeError);
});

test("memory stays bounded over many tables and searches", async () => {
  const engine = await Engine.start(module, 5);
  const games = engine.call("games");
  const round = () => {
    for (const { game } of games) {
      const { table } = engine.call("table_new", game, null, "a", "b", 0, 0);
      engine.call("think", table, 3, 0, 0);
      engine.call("choices", game, engine.call("table_whole", table).table.position, "");
      engine.call("table_close", table);
    }
  };
  for (let i = 0; i < 5; i++) round();
  const before = engine.bytes;
  for (let i = 0; i < 40; i++) round();
  assert.equal(engine.bytes, before);
});
