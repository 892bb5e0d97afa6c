// SPDX-License-Identifier: MIT
// Test the WebAssembly engine without a browser:  node engine.test.mjs MODULE.wasm DUMP_PROGRAM
// It answers like the native program, plays complete games, and its memory stays bounded.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { Engine, EngineError } from "../../webapp/worker/module.mjs";
import { load } from "./bundle.mjs";

const [file, dump] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
const MEMORY_MAX = 160 << 20;

/** Open a table; two people play unless `seats` names others. */
function open(engine, setup, seats = ["human", "human"]) {
  return engine.call("table_new", "id", setup, null, null, "a", "b", ...seats, 0, 0, 0).table;
}

/** Play moves given as steps, with the announcement that the notation of each ends with. */
function play(engine, setup, turns, moves) {
  const table = open(engine, setup);
  const suffixes = (engine.call("shape", setup).announcements ?? []).map(({ suffix }) => suffix).sort((a, b) => b.length - a.length);
  const announced = (notation) => suffixes.find((suffix) => notation.endsWith(suffix)) ?? null;
  const seat = (side) => engine.call("table_whole", table).holders[side];
  turns.forEach((steps, turn) => engine.call("table_act", table, seat(moves[turn].side), "turn", turn, steps, null, announced(moves[turn].turn)));
  return table;
}

/** Run the first task of a table; return its kind. */
function runTask(engine, table) {
  const task = engine.call("table_task", table, 0);
  engine.call("table_done", table, task.id, engine.call("search", task.text));
  return task.kind;
}

/** The fields that a host adds to the Table of a session. */
const ADDED = ["id", "version", "spectators", "hints", "casual", "clock", "listed", "claim", "declined", "moves"];

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
    assert.deepEqual(whole.moves, answer.moves);
    for (const name of ADDED) delete whole[name];
    whole.seats = whole.seats.map(({ name }) => ({ name }));
    assert.deepEqual(whole, answer.table);
    const record = engine.call("table_record", table);
    assert.equal(record, answer.record);
    assert.deepEqual(engine.call("read", record).moves, answer.moves);
    const again = engine.call("table_load", "again", engine.call("table_save", table)).table;
    assert.deepEqual(engine.call("table_whole", again).moves, answer.moves);
    engine.call("table_close", again);
    engine.call("table_close", table);
  }
  assert.ok(engine.bytes < MEMORY_MAX);
});

/** A random edit of a study: a move, a cut, a promotion or a note. */
function randomEdit(engine, { setup, nodes }, random) {
  const node = random(nodes.length);
  const kind = ["play", "play", "play", "cut", "promote", "note"][random(6)];
  const args = { play: null, note: [null, ["", "!", "?"][random(3)], ["", "\u00e9\u{1f3b2} good", "\u00e9"][random(3)]] }[kind] ?? [null, null, null];
  if (kind !== "play") return [kind, node, ...args];
  const steps = [];
  for (let isOver = false; !isOver; ) {
    const choices = engine.call("choices", setup, nodes[node].position, steps.join(",") || null).steps;
    if (choices.length === 0) return null;
    const { step, ends } = choices[random(choices.length)];
    steps.push(step);
    isOver = ends;
  }
  return [kind, node, steps.join(","), null, null];
}

test("what an edit changes makes the new study out of the old one", async () => {
  const { changedStudy } = await load("analysis/model.ts");
  const engine = await Engine.start(module, 1);
  let seed = 1;
  const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
  for (const { game } of engine.call("games")) {
    let study = engine.call("study", null, game, null, null, 0, null, null, null, null);
    let edits = 0;
    let largest = 0;
    for (let i = 0; i < 150; i++) {
      const edit = randomEdit(engine, study, random);
      if (!edit) continue;
      let whole;
      try {
        whole = engine.call("study", study.record, null, null, ...edit, null);
      } catch (error) {
        assert.equal(error.status, 409, error.message); // the start, or a promotion of the main line
        continue;
      }
      const change = engine.call("study", study.record, null, null, ...edit, "changes");
      study = changedStudy(study, change);
      assert.deepEqual(study, whole, `${game}: ${edit}`);
      if (edit[0] === "note" || edit[0] === "play") assert.ok(change.nodes.length <= 1);
      edits++;
      largest = Math.max(largest, study.nodes.length);
    }
    assert.ok(edits > 60 && largest > 10, `${game}: ${edits} edits, ${largest} moves`);
  }
});

test("the explorer reads a book that is passed as bytes", async () => {
  const engine = await Engine.start(module, 1);
  let found = 0;
  for (const { game } of engine.call("games")) {
    const book = new URL(`../../src/games/${game}/explorer.book`, import.meta.url);
    if (!existsSync(book)) continue;
    found++;
    const bytes = new Uint8Array(readFileSync(book));
    const { games, moves } = engine.call("explorer", game, null, bytes);
    assert.ok(moves.length > 1 && moves.reduce((sum, move) => sum + move.games, 0) <= games, game);
    const { steps, wins, draws, losses } = moves[0];
    assert.equal(wins + draws + losses, moves[0].games);
    engine.call("choices", game, null, steps.slice(0, -1).join()); // throws unless they are legal
    assert.throws(() => engine.call("explorer", game, null, bytes.subarray(1)), (error) => error instanceof EngineError && error.status === 400);
  }
  assert.ok(found > 0);
});

test("the engine plays complete games of every kind against itself, and analyses them", async () => {
  let reports = 0;
  const engine = await Engine.start(module, 2, (text) => {
    assert.match(text, /^(found -?\d+ \d+ [0-9a-f,]+|score \d+ -?\d+)$/);
    if (text.startsWith("score")) engine.call("table_info", current.table, current.task, text);
    reports++;
  });
  const current = { table: 0, task: 0 };
  for (const { game } of engine.call("games")) {
    const setup = `${game}:limit=240`.replace(":limit", game.includes(":") ? ";limit" : ":limit");
    const table = open(engine, setup, ["level 2", "level 3"]);
    engine.call("table_watch", table, -1, 1);
    let turn = 0;
    const events = [];
    while (engine.call("table_task", table, 0).kind === "turn") {
      runTask(engine, table);
      assert.equal(engine.call("table_whole", table).turn, ++turn);
      for (let event; (event = engine.call("table_event", table)) !== null; ) events.push(event.event);
    }
    assert.ok(engine.call("table_whole", table).result.message.text.length > 0);
    assert.ok(events.includes("turn") && events.includes("thinking"), `${events}`);
    Object.assign(current, { table, task: engine.call("table_task", table, 0).id });
    assert.equal(engine.call("table_analysis", table).done, false);
    assert.equal(runTask(engine, table), "analysis");
    const { scores, done } = engine.call("table_analysis", table);
    assert.ok(done && scores.length === turn && scores.every(({ chance }) => chance >= 0 && chance <= 100));
    engine.call("table_act", table, 0, "take-back", 0, null, null, null);
    assert.equal(engine.call("table_whole", table).result, null);
    engine.call("table_close", table);
  }
  assert.ok(reports > 0);
  assert.ok(engine.bytes < MEMORY_MAX, `${engine.bytes} bytes`);
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
  rejects(400, "read", "[Game");
  rejects(413, "read", "x".repeat(2 << 20));
  rejects(400, "table_load", "id", "tessera table 2\n");
  rejects(400, "search", "turn");
  const table = open(engine, game);
  rejects(409, "table_act", table, 0, "take-back", 0, null, null, null);
  rejects(409, "table_act", table, 0, "turn", 1, "1", null, null);
  rejects(409, "table_act", table, 0, "turn", 0, "ffffffffffffffff", null, null);
  rejects(404, "table_act", table, 0, "nonsense", 0, null, null, null);
  assert.equal(engine.call("table_whole", table).turn, 0);
  engine.call("table_act", table, 1, "resign", 0, null, null, null);
  assert.equal(engine.call("table_whole", table).result.winner, 0);
  rejects(409, "table_act", table, 0, "hint", 0, null, null, null);
  for (let i = 1; i < 16; i++) open(engine, game);
  rejects(503, "table_new", "id", game, null, null, "", "", "human", "human", 0, 0, 0);
  assert.throws(() => engine.call("delete"), TypeError);
});

test("memory stays bounded over many tables and searches", async () => {
  const engine = await Engine.start(module, 5);
  const games = engine.call("games");
  const round = () => {
    for (const { game } of games) {
      const table = open(engine, game, ["level 3", "human"]);
      runTask(engine, table);
      engine.call("choices", game, engine.call("table_whole", table).position, "");
      engine.call("table_close", table);
    }
  };
  for (let i = 0; i < 5; i++) round();
  const before = engine.bytes;
  for (let i = 0; i < 40; i++) round();
  assert.equal(engine.bytes, before);
});
