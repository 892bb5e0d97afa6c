// SPDX-License-Identifier: MIT
// What is special in each game, on the page: rows to choose from, bridges, the swap, the pass and the
// last turn, a fence, a die on its way.  Both seats belong to one person unless an engine is needed.

import assert from "node:assert/strict";
import { Player } from "./player.mjs";

const BOTH = [{ kind: "human" }, { kind: "human" }];

async function sit(room, setup, { hand = "clicks", seats = BOTH, position, ...options } = {}) {
  const person = await room.person("player", options);
  const player = new Player(await room.house(), person, hand);
  await player.begin(setup, { seats, ...(position ? { position } : {}) });
  return player;
}

const text = (player, selector) => player.page.locator(selector).allTextContents();

async function rowChoice(room) {
  const player = await sit(room, "gipf:4,4,15,15", { position: "WB_W/BW_BW/WBW_BW/BWW_WWB/______/_B___/WB_B 1,5 W" });
  const table = await player.ready();
  await player.touch("i5", "h5");
  await player.person.see("two rows that glow", () => document.querySelectorAll(".stage .halo.choice").length > 4);
  assert.equal((await player.table()).turn, 0, "expected that nothing is played before the row is chosen");
  const push = (await player.choices(table, [])).steps.find((step) => step.text === "i5-h5");
  const rows = await player.choices(table, [push.step]);
  assert.deepEqual(rows.steps.map((step) => rows.open + step.text).sort(), ["i5-h5/b5-e5", "i5-h5/c3-f5"]);
  // A row is one step back: the push, too, can be taken back.
  await player.press("Take back the step", ".actions");
  await player.person.see(
    "the board before the push",
    () => document.querySelectorAll(".stage .halo.choice").length === 0 && document.querySelector(".stage.active"),
  );
  await player.check(table);
  await player.say("i5-h5/c3-f5");
  const after = await player.ready();
  assert.deepEqual(
    after.moves.map((move) => move.turn),
    ["i5-h5/c3-f5"],
  );
  assert.match(after.position, / 8,5 /, "expected the reserves 8,5 after the row has gone");
}

async function bridge(room) {
  const player = await sit(room, "ponte:contest;size=4", { position: "3B/1B2/4/W1W1 w - 3 -" });
  await player.ready();
  // First an attempt that is not allowed: the other side's stones.
  await player.touch("d4");
  await player.person.see("a refusal with its reason", () => document.querySelector(".message.refusal")?.textContent.length > 10);
  await player.person.see("the offending cell marked", () => document.querySelector(".light.offending") !== null);
  await player.touch("c1", "a1"); // either end may come first
  const table = await player.ready();
  assert.deepEqual(
    table.moves.map((move) => move.turn),
    ["a1-c1"],
  );
  await player.person.see(
    "one bridge and the field under it hatched",
    () =>
      document.querySelectorAll(".layer-bridges .bridge.side-white").length === 1 &&
      document.querySelectorAll(".hatch.covered").length === 1,
  );
  await player.touch("b1");
  await player.person.see(
    "that nobody can place a stone under a bridge",
    () => document.querySelector(".message.refusal")?.textContent.length > 10,
  );
}

async function swap(room) {
  const player = await sit(room, "ponte:contest;size=4", { seats: [{ kind: "engine", level: 1 }, { kind: "human" }] });
  const before = await player.ready();
  assert.deepEqual(
    before.pieces.map((piece) => piece.side),
    [0, 0],
    "expected two white stones of the engine",
  );
  await player.press("swap sides", ".actions");
  const table = await player.ready();
  assert.equal(table.moves[1].turn, "swap");
  assert.equal(table.pieces.filter((piece) => piece.side === 1).length, 2, "expected White's first stones to be black");
}

async function seatSwap(room) {
  const player = await sit(room, "ponte:official", { seats: [{ kind: "engine", level: 1 }, { kind: "human" }] });
  await player.ready();
  const [mine] = await text(player, ".seat.bottom .who");
  assert.match(mine, /^Black/, "expected this person to begin as Black");
  await player.press("swap sides", ".actions");
  await player.person.see("this person as White after the swap", () =>
    /^White.*you/.test(document.querySelector(".seat.bottom .who").textContent),
  );
  const table = await player.ready();
  assert.deepEqual(table.holders, [1, 0], "expected the seats exchanged");
  assert.equal(table.side, 0, "expected White, this person now, to move after the engine's black turn");
}

async function passAndLastTurn(room) {
  const player = await sit(room, "diavolo:4", { position: "4 rr.ww.r/r.wrw/w.r/w - w n 1" });
  const before = await player.ready();
  await player.touch("u2,1");
  await player.person.see("why no land can be placed", () => document.querySelector(".message.refusal")?.textContent.length > 10);
  await player.press("pass", ".actions");
  await player.hears("Red");
  const last = await player.ready();
  assert.equal(last.moves[0].turn, "pass");
  assert.equal(last.result, null, "expected Red to have a last turn");
  const told = (await text(player, ".score")).join(" ");
  assert.match(told, /last turn/, "expected the panel to say that this is the last turn");
  assert.notEqual(before.position, last.position);
  await player.say("u2,1+d3,1");
  const over = await player.ready();
  assert.ok(over.result, "expected the game to be over after the last turn");
  assert.equal(over.moves.length, 2);
}

async function fence(room) {
  const player = await sit(room, "alliances:4", { position: "4 ox/xxxxo/xxxogx/ggggx/xoxxxx/gxxox/xx --- 2" });
  await player.ready();
  await player.touch("c11");
  await player.person.see("a choice of three colours", () => document.querySelectorAll(".menu button").length === 3);
  await player.page.locator(".menu button", { hasText: "green" }).click();
  const table = await player.ready();
  assert.deepEqual(
    table.moves.map((move) => move.turn),
    ["g@c11"],
  );
  const parts = table.pieces.filter((piece) => piece.marks?.includes("fence"));
  assert.ok(parts.length >= 5, `expected a fence of several discs, got ${parts.length}`);
  await player.person.see(
    `${parts.length} discs of the fence marked and joined by a line`,
    (count) => document.querySelectorAll(".stage .is-fence").length === count && document.querySelector(".chainline.fence") !== null,
    parts.length,
  );
}

async function bentRoll(room) {
  const player = await sit(room, "duell", { hand: "drags", reducedMotion: "no-preference" });
  const table = await player.ready();
  // F1-e6+: five squares up its column, then one to the left.
  const path = await player.cells("F1", "F2", "F3", "F4", "F5", "F6", "E6");
  const step = (await player.choices(table, [])).steps.find(({ touch }) => touch.join() === path.join());
  assert.ok(step, "expected the roll F1-e6 among the legal ones");
  const faces = (await player.shape(), step.new.find((piece) => piece.glyph === "die").faces);
  const carried = () => player.page.locator(".carried .digit").allTextContents();
  const counter = () => player.page.locator(".counter text").textContent();
  await player.dragAlong(path.slice(0, 3), { release: false });
  assert.equal(await counter(), "4", "expected four squares to go after two of six");
  const before = await carried();
  // Sideways and back again: the step is taken back, and the die lies as before.
  const aside = await player.place(await player.cell("E3"));
  const back = await player.place(await player.cell("F3"));
  await player.page.mouse.move(aside.x, aside.y, { steps: 3 });
  assert.equal(await counter(), "3", "expected three squares to go after a step to the left");
  assert.notDeepEqual(await carried(), before, "expected other digits after the die has tipped");
  await player.page.mouse.move(back.x, back.y, { steps: 3 });
  assert.equal(await counter(), "4", "expected the step to be taken back");
  assert.deepEqual(await carried(), before, "expected the digits from before the step");
  for (const cell of path.slice(3)) {
    const at = await player.place(cell);
    await player.page.mouse.move(at.x, at.y, { steps: 3 });
  }
  assert.equal(await counter(), "0", "expected no square to go at the end");
  assert.deepEqual(await carried(), faces.slice(1).map(String), "expected the digits of the die as it will lie");
  assert.equal(await player.page.locator(".carried .pip").count(), faces[0], "expected the pips of the die as it will lie");
  await player.page.mouse.up();
  await player.person.see("the turn in the list", () => document.querySelector(".movelist .move")?.textContent === "F1-e6+");
  await player.person.see("that nothing moves any more", () => document.getAnimations().length === 0);
  const after = await player.ready();
  assert.deepEqual(after.pieces.find((piece) => piece.cell === path[6]).faces, faces);
}

async function takenBackRoll(room) {
  const player = await sit(room, "duell", { hand: "drags" });
  await player.ready();
  const start = await player.table();
  // Let go too early: nothing is played, and it is said how far the die still has to go.
  await player.dragAlong(await player.cells("F1", "F2", "F3", "F4"));
  await player.hears("3 steps left");
  // Forth and all the way back.
  await player.dragAlong(await player.cells("F1", "F2", "F3", "F2", "F1"));
  // Over a stone of one's own: not followed.
  await player.dragAlong(await player.cells("F1", "G1"));
  await player.person.see("a refusal", () => document.querySelector(".message.refusal") !== null);
  const after = await player.ready();
  assert.equal(after.turn, 0, "expected that none of this is a turn");
  assert.equal(after.position, start.position);
  await player.dragAlong(await player.cells("B1", "B2"));
  const moved = await player.ready();
  assert.deepEqual(
    moved.moves.map((move) => move.turn),
    ["B1-B2"],
  );
}

async function refusalOfKeys(room) {
  const player = await sit(room, "alliances:4", { hand: "keys", position: "4 ox/xxxxo/xxxogx/ggggx/xoxxxx/gxxox/xx --- 2" });
  await player.ready();
  await player.touch("d4");
  await player.person.see("a refusal with its reason", () => document.querySelector(".message.refusal")?.textContent.length > 10);
  await player.touch("c11");
  await player.person.see("a menu", () => document.querySelector(".menu") !== null);
  await player.page.keyboard.press("Escape");
  await player.person.see(
    "no menu after Escape",
    () => document.querySelector(".menu") === null && document.querySelectorAll(".light.chosen").length === 0,
  );
  assert.equal(await player.focusedCell(), await player.cell("c11"), "expected the focus back on the cell");
  assert.equal((await player.table()).turn, 0);
}

/** Touches about which the rules have nothing to say are answered all the same, and half a turn says so. */
async function whyNot(room) {
  const dice = await sit(room, "duell", {});
  await dice.ready();
  await dice.touch("E5");
  await dice.hears("E5 is empty: begin with what is marked.");
  await dice.touch("A8");
  await dice.hears("What lies on A8 belongs to Black.");
  await dice.touch("E1");
  await dice.touch("E3");
  await dice.hears("The king on E1 rolls exactly 1 square"); // a sentence begins with a capital
  assert.equal((await dice.table()).turn, 0);
}

async function halfTurn(room) {
  const player = await sit(room, "ponte:contest", {});
  await player.ready();
  await player.touch("d9");
  await player.hears("So far: d9… Go on, or take the step back.");
  await player.page.keyboard.press("Escape");
  await player.hears("White is to move.");
}

export const tests = [
  ["GIPF: two rows to choose from", rowChoice],
  ["Ponte: a bridge, and two refusals", bridge],
  ["Ponte: the swap of the contest turns the stones", swap],
  ["Ponte: the swap of the printed game exchanges the players", seatSwap],
  ["DiavoloPP: pass, last turn, end", passAndLastTurn],
  ["Alliances: a fence", fence],
  ["Alliances: refused, chosen and taken back by keyboard", refusalOfKeys],
  ["Duell: a bent roll by drag, with a step taken back", bentRoll],
  ["Duell: rolls that are no turn", takenBackRoll],
  ["Duell: every touch that is refused has a reason", whyNot],
  ["Ponte: half a turn says so, and is taken back", halfTurn],
];
