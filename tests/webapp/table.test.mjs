// SPDX-License-Identifier: MIT
// The model of the game screen, without a browser: events of a table and intents of the user go in, state comes
// out.
//
//     node --test tests/webapp/table.test.mjs

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./bundle.mjs";

const stored = new Map();
globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
const { TableModel, BackendError, change, keepRights, rightsAt, scoreText, settings } = await load("table/model.ts", "settings.ts", "backend.ts", "words.ts");

const ID = "table1";
const WHITE = { key: "white", text: "White" };
const BLACK = { key: "black", text: "Black" };
const person = (name, more = {}) => ({ name, kind: "human", ...more });

/** A table with `turn` moves; the sides move in turn. */
function table(turn = 0, more = {}) {
  const moves = Array.from({ length: turn }, (_, i) => ({ turn: `m${i + 1}`, side: i % 2 }));
  return {
    id: ID, version: turn + 1, spectators: 0, moves, turn, last: [], lastEffects: [{ kind: "place", side: 0, cells: [turn] }],
    setup: "go:9", game: "go", title: "Go", sides: ["White", "Black"], sideNames: [WHITE, BLACK], colours: ["white", "black"], facing: false,
    position: `p${turn}`, side: turn % 2, pieces: [], panel: [],
    seats: [person("Ann"), person("Bo")], running: null, draw: null, back: null, result: null, ...more,
  };
}

const RESULT = { winner: 0, drawn: false, reason: "resign", message: { key: "x", text: "White wins: Black resigned" } };
const over = (turn = 2, more = {}) => table(turn, { result: RESULT, side: null, hints: true, ...more });

/** A screen with a fake backend.  `seats`: those that the user has. */
function screen({ seats = [0], rights = {}, ...answers } = {}) {
  const calls = [];
  const said = [];
  const routes = [];
  const time = { now: 1000 };
  let listener = () => {};
  const answer = async (name, ...args) => {
    calls.push([name, ...args]);
    const given = answers[name];
    return typeof given === "function" ? given(...args) : given;
  };
  const open = (_, token) => ({
    on: (call) => (listener = call),
    close: () => calls.push(["close", token]),
    turn: (turn, steps) => answer("turn", token, turn, steps),
    act: (action) => answer(action, token),
    join: (invitation, name) => answer("join", invitation, name),
    hint: () => answer("hint", token),
    boardAt: async (turn) => answers.boardAt?.(turn) ?? { ...table(turn), lastEffects: [] },
    record: async () => "record",
    analysis: async () => (await answer("analysis")) ?? [],
  });
  const backend = { kind: "server", open, shape: async () => ({ cells: [], announcements: [] }), explain: async () => answers.explain ?? {} };
  const tips = [1, 2, 3].map((n) => ({ key: `tip-${n}`, text: `tip ${n}` }));
  const app = { backend, games: [{ game: "go", tips, variants: [] }], go: (route) => routes.push(route), announce: (text) => said.push(text) };
  keepRights(ID, [seats.includes(0) ? "t0" : null, seats.includes(1) ? "t1" : null], rights.invitation ?? null, rights.puzzle);
  const model = new TableModel(app, ID, answers.invitation ?? null, () => time.now);
  const changes = [];
  model.onChange((parts) => changes.push(...parts));
  model.open();
  const send = (kind, data) => listener({ kind, ...data });
  return { model, calls, said, routes, time, changes, send, begin: (first = table()) => send("table", { table: first }) };
}

const settled = () => new Promise((done) => setImmediate(done));

beforeEach(() => {
  stored.clear();
  change({ confirm: false, evaluation: false, tipsSeen: { go: true }, puzzles: {}, lastTable: "" });
});

test("the table arrives: status, title, then the board", async () => {
  const { model, begin, changes } = screen();
  assert.equal(model.message.text, "Loading…");
  begin();
  assert.equal(model.message.text, "Your turn: White.");
  assert.equal(model.title, "● Your turn. Go: White (Ann) vs Black (Bo)");
  assert.equal(model.isEntering, true);
  assert.ok(!changes.includes("board"));
  await settled();
  assert.ok(changes.includes("board"));
});

test("the title follows the turn, the names and the end", () => {
  const { model, begin, send } = screen();
  begin(table(1));
  assert.equal(model.title, "Black to move. Go: White (Ann) vs Black (Bo)");
  send("seats", { seats: { seats: [person("Ann"), person("Cleo")], spectators: 0 } });
  assert.equal(model.title, "Black to move. Go: White (Ann) vs Black (Cleo)");
  send("change", { table: over(1) });
  assert.match(model.title, /^Game over\. Go: White/);
});

test("a move of the opponent is animated and announced", () => {
  const { model, begin, send, said } = screen({ seats: [1] });
  begin();
  const next = table(1);
  send("turn", { move: { turn: "m1", side: 0, news: [{ key: "n", text: "an island is formed" }] }, table: next });
  assert.equal(model.view.effects, next.lastEffects);
  assert.equal(model.view.wasEntered, false);
  assert.deepEqual(said, ["White played m1. An island is formed"]);
  assert.equal(model.message.text, "Your turn: Black.");
});

test("an own move is not animated again", async () => {
  const { model, begin, send, calls } = screen();
  begin();
  assert.equal(await model.playTurn(["1a"], "m1", ""), true);
  assert.deepEqual(calls.at(-1), ["turn", "t0", 0, ["1a"]]);
  send("turn", { move: { turn: "m1", side: 0 }, table: table(1) });
  assert.equal(model.view.wasEntered, true);
});

test("a rejected move shows the reason of the rules, else that of the server", async () => {
  const reject = () => Promise.reject(new BackendError("no", 409));
  const rules = screen({ turn: reject, explain: { key: "full", text: "the cell is taken" } });
  rules.begin();
  assert.equal(await rules.model.playTurn(["1a"], "m1", ""), false);
  assert.deepEqual([rules.model.message.text, rules.model.message.isError, rules.model.message.retry], ["The cell is taken", true, null]);
  const server = screen({ turn: reject });
  server.begin();
  await server.model.playTurn(["1a"], "m1", "");
  assert.equal(server.model.message.text, "no");
});

test("past positions: what is copied is what is shown", async () => {
  const { model, begin, send } = screen();
  begin(table(4));
  assert.equal(model.position, "p4");
  await model.lookAt(2);
  assert.deepEqual([model.position, model.shownTurn, model.message.text], ["p2", 2, "Position after move 2."]);
  assert.equal(model.isEntering, false, "no move is entered in a past position");
  // The game goes on while the user looks.
  send("turn", { move: { turn: "m5", side: 0 }, table: table(5) });
  assert.deepEqual([model.position, model.past], ["p2", 2]);
  await model.lookAt(5);
  assert.deepEqual([model.position, model.past], ["p5", null]);
  await model.lookAt(-1);
  await model.lookAt(6);
  assert.equal(model.position, "p5");
});

test("an event for a spectator does not change the clocks", () => {
  const { model, begin, send, time } = screen();
  const seats = (first) => [person("Ann", { clock: first }), person("Bo", { clock: 60_000 })];
  begin(table(2, { seats: seats(60_000), running: 0 }));
  time.now += 4000;
  assert.deepEqual([model.clock(0), model.clock(1)], [56_000, 60_000]);
  send("seats", { seats: { seats: seats(56_000), spectators: 1 } });
  assert.equal(model.clock(0), 56_000);
  time.now += 90_000;
  assert.equal(model.clock(0), 0);
  assert.equal(screen().model.clock(0), undefined);
});

test("fair play: no hint and no evaluation unless the table allows them", () => {
  const { model, begin, send } = screen();
  change({ evaluation: true });
  begin(table(2, { hints: false }));
  assert.deepEqual([model.canHint, model.hasEvaluation], [false, false]);
  send("change", { table: over() });
  assert.deepEqual([model.canHint, model.hasEvaluation], [false, true]);
  const casual = screen();
  casual.begin(table(2, { hints: true, casual: true }));
  assert.deepEqual([casual.model.canHint, casual.model.hasEvaluation], [true, true]);
  const old = screen();
  old.begin(table(2));
  assert.equal(old.model.canHint, true, "a server that does not say so allows hints");
});

test("an offer is a question to the other side", async () => {
  const { model, begin, send, calls } = screen();
  begin(table(2));
  send("change", { table: table(2, { back: 1 }) });
  assert.deepEqual(model.offers, [["back", 1]]);
  assert.equal(model.isOwnOffer(1), false);
  model.reply("back", 1, true);
  assert.deepEqual(calls.at(-1), ["take-back", "t0"]);
  model.reply("back", 1, false);
  assert.deepEqual(calls.at(-1), ["decline", "t0"]);
  send("change", { table: table(2, { draw: 0 }) });
  assert.deepEqual([model.offers, model.isOwnOffer(0)], [[["draw", 0]], true]);
});

test("a draw is offered to a person at any time, to the computer after the first move", () => {
  const offers = (first, seats = [0]) => {
    const { model, begin } = screen({ seats });
    begin(first);
    return model.canOfferDraw;
  };
  const computer = [person("Ann"), { name: "", kind: "engine", level: 3 }];
  assert.equal(offers(table(0)), true);
  assert.equal(offers(table(0, { seats: computer })), false);
  assert.equal(offers(table(2, { seats: computer })), true);
  assert.equal(offers(table(2, { seats: computer, draw: 0 })), false, "one offer at a time");
  assert.equal(offers(table(2), [0, 1]), false, "who has both seats needs no offer");
  assert.equal(offers(table(2), []), false, "a spectator offers nothing");
});

test("a refusal is told to the one who asked, once", () => {
  const asker = screen();
  asker.begin(table(2, { back: 0 }));
  asker.send("change", { table: table(2, { declined: { what: "back", by: 1 } }) });
  assert.equal(asker.model.refusal, "Takeback declined.");
  asker.send("change", { table: table(2, { declined: { what: "back", by: 1 } }) });
  assert.deepEqual(asker.said, ["Takeback declined."]);
  asker.send("turn", { move: { turn: "m3", side: 0 }, table: table(3, { declined: null }) });
  assert.equal(asker.model.refusal, "");
  const decliner = screen({ seats: [1] });
  decliner.begin(table(2, { declined: { what: "back", by: 1 } }));
  assert.equal(decliner.model.refusal, "");
  const spectator = screen({ seats: [] });
  spectator.begin(table(2, { declined: { what: "draw", by: 1 } }));
  assert.equal(spectator.model.refusal, "");
});

test("a rematch is asked for, accepted or declined", async () => {
  const { model, begin, send, calls, routes } = screen({ rematch: {} });
  begin(over());
  await model.rematch();
  assert.deepEqual(calls.filter(([name]) => name === "rematch"), [["rematch", "t0"]]);
  assert.deepEqual(model.offers, [["rematch", 0]]);
  send("change", { table: over(2, { declined: { what: "rematch", by: 1 } }) });
  assert.deepEqual([model.offers, model.refusal], [[], "Rematch declined."]);
  send("change", { table: over(2, { seats: [person("Ann"), person("Bo", { rematch: true })] }) });
  assert.deepEqual(model.offers, [["rematch", 1]]);
  model.reply("rematch", 1, true);
  assert.deepEqual(calls.at(-1), ["rematch", "t0"]);
  send("rematch", { table: "table2" });
  assert.deepEqual(routes, ["/table/table2"]);
  assert.deepEqual(rightsAt("table2").tokens, [null, "t0"], "the rematch swaps the seats");
});

test("a player who is alone at the board needs no offers", async () => {
  const { model, begin, calls, routes } = screen({ seats: [0, 1], rematch: (token) => (token === "t1" ? { table: "table2" } : {}) });
  begin(over());
  assert.equal(model.isShared, false);
  await model.rematch();
  assert.deepEqual(calls.filter(([name]) => name === "rematch"), [["rematch", "t0"], ["rematch", "t1"]]);
  assert.deepEqual(routes, ["/table/table2"]);
});

test("an opponent who is away: reconnecting, left, and a win to claim", () => {
  const { model, begin, send, time, calls, said } = screen();
  begin(table(4, { seats: [person("Ann", { here: true }), person("Bo", { here: true })] }));
  assert.equal(model.presence(1), "");
  const away = { seats: [person("Ann", { here: true }), person("Bo", { here: false, away: 1000 })], spectators: 0, claim: { seat: 0, in: 59_000 } };
  send("seats", { seats: away });
  assert.deepEqual([model.presence(0), model.presence(1), model.claimIn], ["", "reconnecting", 59_000]);
  send("seats", { seats: away });
  assert.deepEqual(said, ["Black: reconnecting…"], "screen readers hear it once");
  time.now += 20_000;
  assert.deepEqual([model.presence(1), model.claimIn], ["left", 39_000]);
  time.now += 40_000;
  assert.equal(model.claimIn, 0);
  void model.act("claim", model.table.claim.seat);
  assert.deepEqual(calls.at(-1), ["claim", "t0"]);
  send("seats", { seats: { ...away, seats: [person("Ann", { here: true }), person("Bo", { here: true })], claim: null } });
  assert.deepEqual([model.presence(1), model.claimIn], ["", null]);
  const spectator = screen({ seats: [] });
  spectator.begin(table(4, away));
  assert.deepEqual([spectator.model.presence(1), spectator.model.claimIn], ["reconnecting", null]);
});

test("time passes only where something depends on it", () => {
  const { model, begin, changes } = screen();
  begin(table(2));
  changes.length = 0;
  model.tick();
  assert.deepEqual(changes, []);
  begin(table(2, { running: 0 }));
  changes.length = 0;
  model.tick();
  assert.deepEqual(changes, ["time"]);
});

test("the end of a game is shown once, from the user's point of view", () => {
  const { model, begin, send, changes } = screen();
  begin(table(2));
  send("change", { table: over() });
  assert.deepEqual([model.isEndShown, model.verdict, model.message.text], [true, "You win", "White wins: Black resigned"]);
  assert.equal(changes.filter((part) => part === "ended").length, 1);
  model.closeEnd();
  send("change", { table: over(2, { seats: [person("Ann"), person("Bo", { rematch: true })] }) });
  assert.equal(model.isEndShown, false, "it stays closed");
  const loser = screen({ seats: [1] });
  loser.begin(table(2));
  loser.send("change", { table: over() });
  assert.equal(loser.model.verdict, "You lose");
  loser.send("change", { table: table(1) });
  assert.equal(loser.model.isEndShown, false, "a takeback reopens the game");
  const spectator = screen({ seats: [] });
  spectator.begin(over());
  assert.deepEqual([spectator.model.isEndShown, spectator.model.verdict], [false, ""]);
});

test("a game that is over cannot be continued from the home screen", () => {
  change({ lastTable: ID });
  const { begin } = screen();
  begin(over());
  assert.equal(settings.lastTable, "");
});

test("a request that does not reach the server can be repeated", async () => {
  let isDown = true;
  const { model, begin, calls } = screen({
    draw: () => {
      if (isDown) throw new BackendError("fetch failed", 0);
    },
  });
  begin(table(2));
  await model.act("draw");
  assert.deepEqual([model.message.text, model.message.isError], ["The server could not be reached. Check your connection.", true]);
  isDown = false;
  model.message.retry();
  await settled();
  assert.equal(calls.filter(([name]) => name === "draw").length, 2);
  assert.equal(model.message.text, "Your turn: White.");
});

test("a move that did not arrive is sent again after the reconnection", async () => {
  let isDown = true;
  const { model, begin, send, calls } = screen({
    turn: () => {
      if (isDown) throw new TypeError("Failed to fetch");
    },
  });
  begin();
  const played = model.playTurn(["1a"], "m1", "");
  await settled();
  assert.ok(model.message.retry);
  send("lost", {});
  assert.match(model.message.text, /Retrying/);
  isDown = false;
  begin();
  assert.equal(await played, true);
  assert.equal(calls.filter(([name]) => name === "turn").length, 2);
  // If it had arrived, it is not sent again.
  isDown = true;
  send("turn", { move: { turn: "m1", side: 0 }, table: table(1) });
  send("turn", { move: { turn: "m2", side: 1 }, table: table(2) });
  void model.playTurn(["1b"], "m3", "");
  await settled();
  begin(table(3));
  await settled();
  assert.equal(calls.filter(([name]) => name === "turn").length, 3);
});

test("after a reconnection a move that the user is entering stays", () => {
  const { model, begin, changes } = screen();
  begin(table(2));
  model.inputChanged([], true);
  changes.length = 0;
  begin(table(2));
  assert.ok(!changes.includes("view"));
  begin(table(3));
  assert.ok(changes.includes("view"));
});

test("seats keep their players when the sides are exchanged", () => {
  const { model, begin } = screen();
  begin(table(2, { holders: [1, 0] }));
  assert.deepEqual([model.seatOf(0), model.sideOf(0), model.isMine(0), model.isMine(1)], [1, 1, false, true]);
  assert.equal(model.message.text, "White to move.");
});

test("spectators only watch", () => {
  const { model, begin } = screen({ seats: [] });
  begin(table(2));
  assert.equal(model.message.text, "White to move. You are watching.");
  assert.deepEqual([model.isEntering, model.canTakeBack, model.canHint, model.canJoin], [false, false, false, false]);
});

test("an open seat is joined with the invitation", async () => {
  const { model, begin, routes } = screen({ seats: [], invitation: "inv", join: { side: 1, token: "t9" } });
  begin(table(0, { seats: [person("Ann"), { name: "", kind: "open" }] }));
  assert.equal(model.canJoin, true);
  await model.join("Bo");
  assert.deepEqual(rightsAt(ID).tokens, [null, "t9"]);
  assert.deepEqual([settings.name, routes], ["Bo", [`/table/${ID}`]]);
});

test("tips follow the moves and can be closed for good", async () => {
  change({ tipsSeen: {} });
  const { model, begin } = screen();
  begin();
  assert.equal(model.tip, 1);
  await model.playTurn(["1a"], "m1", "");
  assert.equal(model.tip, 2);
  model.closeTips();
  assert.deepEqual([model.tip, settings.tipsSeen], [0, { go: true }]);
  const next = screen();
  next.begin();
  assert.equal(next.model.tip, 0);
});

test("a puzzle says right or wrong, and remembers what was solved", async () => {
  const puzzle = { game: "go", number: 3, id: "abc", after: "right" };
  const { model, begin, send, said } = screen({ rights: { puzzle }, boardAt: () => ({ ...table(1), position: model.table.moves[0].turn }) });
  begin();
  assert.match(model.puzzleText, /White to move\. Exactly one move wins/);
  send("turn", { move: { turn: "wrong", side: 0 }, table: table(1) });
  await settled();
  assert.equal(model.isRight, false);
  assert.deepEqual(settings.puzzles, {});
  send("change", { table: table(0) });
  await settled();
  assert.equal(model.isRight, null);
  send("turn", { move: { turn: "right", side: 0 }, table: table(1) });
  await settled();
  assert.equal(model.isRight, true);
  assert.deepEqual(settings.puzzles, { go: ["abc"] });
  assert.match(said.at(-1), /^Correct: right!/);
});

test("questions: confirming moves, resigning", async () => {
  change({ confirm: true });
  const { model, begin, calls } = screen();
  begin();
  const first = model.playTurn(["1a"], "m1", "");
  assert.equal(model.question.text, "Confirm: m1");
  model.question.answer(false);
  assert.equal(await first, false);
  const second = model.playTurn(["1a"], "m1", "");
  void model.resign(); // a later question replaces the first
  assert.equal(await second, false);
  model.question.answer(true);
  await settled();
  assert.deepEqual(calls, [["resign", "t0"]]);
});

test("a hint is shown until the next move", async () => {
  const hint = { steps: ["1a"], words: "m1", touch: [3], score: { win: 5, known: { winner: 0, turns: 5 } } };
  const { model, begin, send } = screen({ hint });
  begin(table(0, { hints: true }));
  await model.getHint();
  assert.equal(model.message.text, "Best move: m1 · White wins in 5 moves (tablebase)");
  assert.equal(scoreText(model.info, model.shownScore, 100), "White wins in 5 moves (tablebase)");
  send("turn", { move: { turn: "m1", side: 0 }, table: table(1) });
  assert.equal(model.hint, null);
});

test("a finished game is analysed until all moves have a score", async () => {
  const waiting = [];
  const real = globalThis.setTimeout;
  globalThis.setTimeout = (action) => waiting.push(action);
  try {
    const scores = [{ side: 1, chance: 40 }, { side: 0, chance: 70 }];
    let count = 1;
    const { model, begin } = screen({ analysis: () => scores.slice(0, count) });
    begin(over());
    await settled();
    assert.equal(model.scores.length, 1);
    assert.equal(waiting.length, 1);
    count = 2;
    waiting[0]();
    await settled();
    assert.equal(model.scores.length, 2);
    assert.equal(waiting.length, 1);
    assert.equal(model.shownScore, scores[1]);
    await model.lookAt(1);
    assert.equal(model.shownScore, scores[0]);
  } finally {
    globalThis.setTimeout = real;
  }
});

test("a closed screen ignores what comes later", () => {
  const { model, begin, changes, calls } = screen({ seats: [0, 1] });
  begin();
  model.close();
  changes.length = 0;
  begin(table(1));
  assert.deepEqual(changes, []);
  assert.deepEqual(calls.filter(([name]) => name === "close"), [["close", "t0"], ["close", "t1"]]);
});

test("a table that does not exist is forgotten", () => {
  change({ lastTable: ID });
  const { send, changes, said } = screen();
  send("gone", { error: "unknown table" });
  assert.deepEqual([settings.lastTable, changes.at(-1), said], ["", "gone", ["Game not found."]]);
});
