// SPDX-License-Identifier: MIT
// Game-specific features in the web app: choice of rows, islands, bridges, swap, pass and last move, fences,
// rolling dice, check, announcements, animation.  One user plays both sides unless the test needs the
// computer.

import assert from "node:assert/strict";
import { Player } from "./player.mjs";

const BOTH = [{ kind: "human" }, { kind: "human" }];

async function startGame(context, setup, { input = "clicks", seats = BOTH, position, ...options } = {}) {
  const person = await context.person("player", options);
  const player = new Player(await context.server(), person, input);
  await player.begin(setup, { seats, ...(position ? { position } : {}) });
  return player;
}

const text = (player, selector) => player.page.locator(selector).allTextContents();

async function rowChoice(context) {
  const player = await startGame(context, "gipf:4,4,15,15", { position: "WB_W/BW_BW/WBW_BW/BWW_WWB/______/_B___/WB_B 1,5 W" });
  const table = await player.ready();
  await player.select("i5", "h5");
  await player.person.see("two highlighted rows", () => document.querySelectorAll(".stage g.choice").length === 2);
  assert.equal((await player.table()).turn, 0, "expected no move before a row is chosen");
  const push = (await player.choices(table, [])).steps.find((step) => step.text === "i5-h5");
  const rows = await player.choices(table, [push.step]);
  assert.deepEqual(rows.steps.map((step) => rows.open + step.text).sort(), ["i5-h5/b5-e5", "i5-h5/c3-f5"]);
  // The push can be undone while the row is not chosen.
  await player.press("Undo", ".actions");
  await player.person.see(
    "the board before the push",
    () => document.querySelectorAll(".stage g.choice").length === 0 && document.querySelector(".stage.active"),
  );
  await player.check(table);
  await player.select("i5", "h5");
  await player.person.see("two rows again", () => document.querySelectorAll(".stage g.choice").length === 2 && document.querySelector(".stage.active"));
  await player.select("d4");
  await player.seesMessage("Returns: 4 · Captures: 2");
  await player.person.see(
    "six outlines, two of them crossed out",
    () => document.querySelectorAll(".layer-ghosts .left").length === 6 && document.querySelectorAll(".layer-ghosts .cross").length === 2,
  );
  await player.select("d4");
  const after = await player.ready();
  assert.deepEqual(
    after.moves.map((move) => move.turn),
    ["i5-h5/c3-f5"],
  );
  assert.match(after.position, / 8,5 /, "expected the reserves 8,5 after the removal");
  // The move list says what was returned and captured.
  const news = after.moves[0].news.map((one) => one.text);
  assert.ok(news.length > 0, "expected news of the removal");
  const shown = (await text(player, ".movelist .news")).join(" ").toLowerCase();
  for (const one of news) assert.ok(shown.includes(one.toLowerCase()), `expected '${one}' in the move list, got '${shown}'`);
  // So does the live region for screen readers.
  const spoken = (await text(player, "body > [aria-live]")).join(" ").toLowerCase();
  for (const one of ["white played i5-h5/c3-f5.", ...news]) assert.ok(spoken.includes(one.toLowerCase()), `expected '${one}' in the live region, got '${spoken}'`);
  const left = after.lastEffects.filter(({ kind }) => kind === "return" || kind === "capture").flatMap(({ cells }) => cells);
  const empty = left.filter((cell) => !after.pieces.some((piece) => piece.cell === cell));
  await player.person.see(
    `the outlines of ${empty.length} pieces that left`,
    (count) => document.querySelectorAll(".layer-under .left").length === count,
    empty.length,
  );
}

/** Pieces slide and leave one after another; a click shows the end at once. */
async function animation(context) {
  const position = "WB_W/BW_BW/WBW_BW/BWW_WWB/______/_B___/WB_B 1,5 W";
  const player = await startGame(context, "gipf:4,4,15,15", { position, reducedMotion: "no-preference", settings: { motion: "slow" } });
  await player.ready();
  await player.select("i5", "h5");
  await player.person.see("the push animated", () => document.querySelector(".board.animating") !== null);
  await player.person.see("the end of the push", () => document.querySelector(".board.animating") === null);
  await player.select("d4", "d4");
  await player.person.see("a glowing row", () => document.querySelectorAll(".layer-effects .glow").length === 4);
  await player.person.see("the move in the list", () => document.querySelectorAll(".movelist .move").length === 1);
  assert.ok(await player.person.has(".board.animating"), "expected the animation to continue after the reply of the server");
  await player.select("e1"); // the next move does not wait
  assert.equal(await player.person.has(".board.animating"), false, "expected no animation after a click");
  await player.ready();
}

async function bridge(context) {
  const player = await startGame(context, "ponte:contest;size=4", { position: "3B/1B2/4/W1W1 w - 3 -" });
  await player.ready();
  // Selecting an opposing stone is illegal.
  await player.select("d4");
  await player.person.see("why it is illegal", () => document.querySelector(".message.error")?.textContent.length > 10);
  await player.person.see("the offending cell marked", () => document.querySelector(".light.offending") !== null);
  await player.select("c1", "a1"); // either end may come first
  const table = await player.ready();
  assert.deepEqual(
    table.moves.map((move) => move.turn),
    ["a1-c1"],
  );
  await player.person.see(
    "one bridge and the cell under it hatched",
    () =>
      document.querySelectorAll(".layer-bridges .bridge.colour-white").length === 1 &&
      document.querySelectorAll(".hatch.covered").length === 1,
  );
  await player.select("b1");
  await player.person.see(
    "why no stone can be placed under a bridge",
    () => document.querySelector(".message.error")?.textContent.length > 10,
  );
}

/** Land is joined, sandbanks differ from islands, networks have their points. */
async function islands(context) {
  const player = await startGame(context, "ponte:contest;size=6", { position: "6/4B1/2W3/1WW3/1W1B2/6 w - 5 -" });
  const table = await player.ready();
  const areas = table.regions.filter(({ kind }) => kind === "area");
  const banks = areas.filter(({ minor }) => minor);
  assert.deepEqual([areas.length - banks.length, banks.length], [1, 2], "expected one island and two sandbanks");
  await player.person.see(
    "one island, two sandbanks and a network of one point",
    () =>
      document.querySelectorAll(".land:not(.minor)").length === 1 &&
      document.querySelectorAll(".land.minor").length === 2 &&
      document.querySelector(".worth text")?.textContent === "1",
  );
  const label = await player.page.locator(`[data-cell="${await player.cell("c4")}"]`).getAttribute("aria-label");
  assert.match(label, /island/, "expected the island in the label of its cells");
}

async function swap(context) {
  const player = await startGame(context, "ponte:contest;size=4", { seats: [{ kind: "engine", level: 1 }, { kind: "human" }] });
  const before = await player.ready();
  assert.deepEqual(
    before.pieces.map((piece) => piece.side),
    [0, 0],
    "expected two white stones of the computer",
  );
  await player.press("swap sides", ".actions");
  const table = await player.ready();
  assert.equal(table.moves[1].turn, "swap");
  assert.equal(table.pieces.filter((piece) => piece.side === 1).length, 2, "expected White's first stones to turn black");
}

async function seatSwap(context) {
  const player = await startGame(context, "ponte:official", { seats: [{ kind: "engine", level: 1 }, { kind: "human" }] });
  await player.ready();
  const [mine] = await text(player, ".seat.bottom .who");
  assert.match(mine, /^Black/, "expected the user to start as Black");
  await player.press("swap sides", ".actions");
  await player.person.see("the user as White after the swap", () =>
    /^White.*you/.test(document.querySelector(".seat.bottom .who").textContent),
  );
  const table = await player.ready();
  assert.deepEqual(table.holders, [1, 0], "expected swapped seats");
  assert.equal(table.side, 0, "expected White, now the user, to move after the computer's move as Black");
}

async function passAndLastTurn(context) {
  const player = await startGame(context, "diavolo:4", { position: "4 rr.ww.r/r.wrw/w.r/w - w n 1" });
  const before = await player.ready();
  await player.select("u2,1");
  await player.person.see("why no land can be placed", () => document.querySelector(".message.error")?.textContent.length > 10);
  await player.press("pass", ".actions");
  await player.seesMessage("Red");
  const last = await player.ready();
  assert.equal(last.moves[0].turn, "pass");
  assert.equal(last.result, null, "expected Red to have a last move");
  const score = (await text(player, ".score")).join(" ");
  assert.match(score, /last move/, "expected the panel to show that this is the last move");
  assert.notEqual(before.position, last.position);
  await player.play("u2,1+d3,1");
  const over = await player.ready();
  assert.ok(over.result, "expected the game to be over after the last move");
  assert.equal(over.moves.length, 2);
}

async function fence(context) {
  const player = await startGame(context, "alliances:4", { position: "4 ox/xxxxo/xxxogx/ggggx/xoxxxx/gxxox/xx --- 2" });
  await player.ready();
  await player.select("c11");
  await player.person.see("a choice of three colours", () => document.querySelectorAll(".menu button").length === 3);
  // Each colour says whom it helps.
  await player.page.locator(".menu button", { hasText: /green helps/ }).click();
  const table = await player.ready();
  assert.deepEqual(
    table.moves.map((move) => move.turn),
    ["g@c11"],
  );
  const fences = table.regions.filter((region) => region.kind === "path" && region.subject.key === "fence");
  assert.ok(fences.length > 0 && fences[0].cells.length >= 5, "expected a fence of several discs");
  await player.person.see(
    "a ribbon along each fence or chain",
    (count) => document.querySelectorAll(".stage g.ribbon").length === count,
    table.regions.filter((region) => region.kind === "path").length,
  );
  const news = table.moves[0].news.map((one) => one.text);
  assert.ok(news.some((one) => /with a fence$/.test(one)), `expected the fence in the news: ${news.join("; ")}`);
  assert.equal(table.lastEffects.filter((effect) => effect.kind === "win").length, news.length);
  await player.person.see("walls in the colour of their owner", () => document.querySelector(".kind-edge.colour-green") !== null);
}

async function bentRoll(context) {
  const player = await startGame(context, "duell", { input: "drags", reducedMotion: "no-preference" });
  const table = await player.ready();
  // F1-e6+ goes five squares up its column, then one to the left.
  const path = await player.cells("F1", "F2", "F3", "F4", "F5", "F6", "E6");
  const step = (await player.choices(table, [])).steps.find(({ touch }) => touch.join() === path.join());
  assert.ok(step, "expected the roll F1-e6 among the legal ones");
  const { faces } = step.effects.find((effect) => effect.kind === "move").piece;
  const carried = () => player.page.locator(".carried .digit").allTextContents();
  const counter = () => player.page.locator(".counter text").textContent();
  await player.dragAlong(path.slice(0, 3), { release: false });
  assert.equal(await counter(), "4", "expected 4 squares left after 2 of 6");
  const before = await carried();
  // Moving sideways and back undoes the step and restores the die.
  const aside = await player.place(await player.cell("E3"));
  const back = await player.place(await player.cell("F3"));
  await player.page.mouse.move(aside.x, aside.y, { steps: 3 });
  assert.equal(await counter(), "3", "expected 3 squares left after a step to the left");
  assert.notDeepEqual(await carried(), before, "expected other digits after the die tipped");
  await player.page.mouse.move(back.x, back.y, { steps: 3 });
  assert.equal(await counter(), "4", "expected the step to be undone");
  assert.deepEqual(await carried(), before, "expected the digits from before the step");
  for (const cell of path.slice(3)) {
    const at = await player.place(cell);
    await player.page.mouse.move(at.x, at.y, { steps: 3 });
  }
  assert.equal(await counter(), "0", "expected 0 squares left at the end");
  assert.deepEqual(await carried(), faces.slice(1).map(String), "expected the final digits of the die");
  assert.equal(await player.page.locator(".carried .pip").count(), faces[0], "expected the final pips of the die");
  await player.page.mouse.up();
  await player.person.see("the move in the list", () => document.querySelector(".movelist .move")?.textContent === "F1-e6+");
  await player.person.see("the end of all animations", () => document.querySelector(".board.animating") === null);
  await player.person.see(
    "the check on the board",
    () => document.querySelector(".layer-above .badge")?.textContent === "Duell!" && document.querySelectorAll(".threat.attacker").length === 1,
  );
  const after = await player.ready();
  assert.deepEqual(after.pieces.find((piece) => piece.cell === path[6]).faces, faces);
}

/** A diagonal drag shows both paths, and the menu shows the die as each of them leaves it. */
async function twoWays(context) {
  const player = await startGame(context, "duell", { input: "drags", position: "8,bK/9/9/9/4,w24,4/9/9/4,wK,4 w 1 1" });
  const table = await player.ready();
  const { steps } = await player.choices(table, []);
  const key = ({ touch }) => `${touch[0]} ${touch[touch.length - 1]}`;
  const one = steps.find((step) => steps.filter((other) => key(other) === key(step)).length === 2);
  const both = steps.filter((step) => key(step) === key(one));
  await player.dragAlong([one.touch[0], one.touch[one.touch.length - 1]], { release: false });
  await player.person.see("both paths", () => document.querySelectorAll(".layer-ghosts .path").length === 2);
  await player.page.mouse.up();
  await player.person.see("two dice to choose from", () => document.querySelectorAll(".menu .pictured .die").length === 2);
  const names = await player.page.locator(".menu button").evaluateAll((list) => list.map((item) => item.getAttribute("aria-label")));
  for (const [i, step] of both.entries()) {
    assert.equal(names[i].includes(step.text), false, `expected no notation in '${names[i]}'`);
    assert.ok(names[i].startsWith(step.label.text), `expected '${step.label.text}', got '${names[i]}'`);
  }
  const faces = both[1].effects.find(({ kind }) => kind === "move").piece.faces;
  const digits = await player.page.locator(".menu button").nth(1).locator(".digit").allTextContents();
  assert.deepEqual(digits, faces.slice(1).map(String), "expected the faces of the die after the move");
  await player.page.locator(".menu button").nth(1).click();
  assert.deepEqual((await player.ready()).moves.map((move) => move.turn), [both[1].text]);
}

/** The player announces a check: with the right button, the key + or a button. */
async function announcement(context) {
  const player = await startGame(context, "duell:announce=required", { input: "drags" });
  player.person.expectErrors(/409/);
  const path = await player.cells("F1", "F2", "F3", "F4", "F5", "F6", "E6");
  const announced = () => player.page.locator(".announced").textContent();
  const right = async () => {
    await player.page.mouse.down({ button: "right" });
    await player.page.mouse.up({ button: "right" });
  };
  await player.ready();
  await player.dragAlong(path);
  await player.person.see("why the move is rejected", () => /announce DUELL, written F1-e6\+/.test(document.querySelector(".message.error")?.textContent ?? ""));
  await player.person.see("the die back", () => document.querySelector(".stage.active") !== null);
  await player.dragAlong(path, { release: false });
  await right();
  assert.equal(await announced(), "DUELL");
  await right();
  assert.equal(await announced(), "DUELL-MATT");
  await player.page.mouse.up();
  await player.person.see("why the move is rejected", () => /not DUELL-MATT/.test(document.querySelector(".message.error")?.textContent ?? ""));
  await player.press("DUELL", ".actions");
  assert.equal(await announced(), "DUELL");
  await player.press("DUELL", ".actions");
  assert.equal(await announced(), "", "expected a second press to withdraw it");
  await player.toBoard();
  await player.page.keyboard.press("+");
  assert.equal(await announced(), "DUELL");
  await player.dragAlong(path);
  assert.deepEqual((await player.ready()).moves.map((move) => move.turn), ["F1-e6+"]);
}

async function incompleteRoll(context) {
  const player = await startGame(context, "duell", { input: "drags" });
  await player.ready();
  const start = await player.table();
  // Released too early: nothing is played, and a message shows how many steps are left.
  await player.dragAlong(await player.cells("F1", "F2", "F3", "F4"));
  await player.seesMessage("3 steps left");
  // Forward and all the way back.
  await player.dragAlong(await player.cells("F1", "F2", "F3", "F2", "F1"));
  // A die cannot move over a piece of its own side.
  await player.dragAlong(await player.cells("F1", "G1"));
  await player.person.see("an error message", () => document.querySelector(".message.error") !== null);
  const after = await player.ready();
  assert.equal(after.turn, 0, "expected that none of these is a move");
  assert.equal(after.position, start.position);
  await player.dragAlong(await player.cells("B1", "B2"));
  const moved = await player.ready();
  assert.deepEqual(
    moved.moves.map((move) => move.turn),
    ["B1-B2"],
  );
}

async function keyboardErrors(context) {
  const player = await startGame(context, "alliances:4", { input: "keys", position: "4 ox/xxxxo/xxxogx/ggggx/xoxxxx/gxxox/xx --- 2" });
  await player.ready();
  await player.select("d4");
  await player.person.see("why it is illegal", () => document.querySelector(".message.error")?.textContent.length > 10);
  await player.select("c11");
  await player.person.see("a menu", () => document.querySelector(".menu") !== null);
  await player.page.keyboard.press("Escape");
  await player.person.see(
    "no menu after Escape",
    () => document.querySelector(".menu") === null && document.querySelectorAll(".light.chosen").length === 0,
  );
  assert.equal(await player.focusedCell(), await player.cell("c11"), "expected the focus on the cell again");
  assert.equal((await player.table()).turn, 0);
}

/** The first cell of a selection can be wrong, or a later one: the game explains both. */
async function invalidSelections(context) {
  const dice = await startGame(context, "duell", {});
  const table = await dice.ready();
  for (const selected of [["E5"], ["A8"], ["E1", "E3"]]) {
    const cells = await dice.cells(...selected);
    const reason = await dice.server.get("api/refusal", { setup: table.setup, position: table.position, cells: cells.join(",") });
    assert.ok(reason.text, `expected a reason for ${selected.join(" ")}`);
    await dice.select(...selected);
    // Messages start with a capital, unless it is the name of a cell.
    await dice.person.see(
      `why ${selected.join(" ")} is illegal`,
      (wanted) => document.querySelector(".message.error")?.textContent.toLowerCase() === wanted,
      reason.text.toLowerCase(),
    );
    await dice.person.see(
      "the offending cells marked",
      (count) => document.querySelectorAll(".light.offending").length === count,
      new Set(reason.cells).size,
    );
    await dice.page.keyboard.press("Escape");
  }
  assert.equal((await dice.table()).turn, 0);
}

async function halfTurn(context) {
  const player = await startGame(context, "ponte:contest", {});
  await player.ready();
  await player.select("d9");
  await player.seesMessage("So far: d9… Continue, or undo the step.");
  await player.page.keyboard.press("Escape");
  await player.seesMessage("White to move.");
}

export const tests = [
  ["GIPF: choose one of two rows", rowChoice],
  ["GIPF: a push and a removal are animated", animation],
  ["Ponte: islands, sandbanks and networks are drawn", islands],
  ["Ponte: build a bridge, and see why two selections are illegal", bridge],
  ["Ponte: the contest swap recolours the stones", swap],
  ["Ponte: the official swap exchanges the players", seatSwap],
  ["DiavoloPP: pass, last move and end of the game", passAndLastTurn],
  ["Alliances: a fence is marked", fence],
  ["Alliances: illegal selection, menu and Escape with the keyboard", keyboardErrors],
  ["Duell: drag a die around a corner and undo a step", bentRoll],
  ["Duell: a diagonal drag shows both paths and both dice", twoWays],
  ["Duell: a check is announced with mouse, button or key", announcement],
  ["Duell: incomplete rolls play no move", incompleteRoll],
  ["Duell: every invalid selection shows a reason", invalidSelections],
  ["Ponte: an incomplete move shows a prompt and can be undone", halfTurn],
];
