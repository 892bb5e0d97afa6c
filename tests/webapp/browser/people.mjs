// SPDX-License-Identifier: MIT
// More than one person: an invitation, spectators, offers; what one undoes; the server that dies.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Player } from "./player.mjs";

const ENGINE = { kind: "engine", level: 1 };
const HUMAN = { kind: "human" };
const OPEN = { kind: "open" };
const BOTH = [HUMAN, HUMAN];

async function sit(room, house, name, setup, { seats, position } = {}) {
  const player = new Player(house, await room.person(name));
  await player.begin(setup, { seats, ...(position ? { position } : {}) });
  return player;
}

/** Somebody else comes by a link. */
async function come(room, house, name, url) {
  const player = new Player(house, await room.person(name));
  await player.page.goto(url);
  await player.arrive();
  return player;
}

const buttons = (player) => player.page.locator(".actions button").allTextContents();

async function twoBrowsers(room) {
  const house = await room.house();
  const host = await sit(room, house, "host", "ponte:contest;size=4", { seats: [HUMAN, OPEN] });
  await host.person.see("an invitation", () => document.querySelector(".asks input[readonly]") !== null);
  const link = await host.page.locator(".asks input[readonly]").inputValue();
  assert.match(link, /invite=/, "expected a link with an invitation");
  const guest = await come(room, house, "guest", link);
  await guest.page.getByPlaceholder("Your name").fill("Zoë");
  await guest.press("Take the seat of Black", ".asks");
  await guest.hears("White is to move.");
  await host.person.see("the guest's name at the table", () => document.querySelector(".table").textContent.includes("Zoë"));
  await host.say("a1,c1");
  await guest.say("d4,b3");
  await host.say("a1-c1");
  // A wish of one is a question to the other.
  await host.press("Take back", ".actions");
  await guest.person.see("the question whether the turn may be taken back", () =>
    document.querySelector(".asks")?.textContent.includes("White asks to take the last turn back."),
  );
  await guest.press("Accept", ".asks");
  await host.person.see("two turns after one was taken back", () => document.querySelectorAll(".movelist .move").length === 2);
  await host.ready();
  await host.press("Offer a draw", ".actions");
  await guest.person.see("the offer of a draw", () => document.querySelector(".asks")?.textContent.includes("White offers a draw."));
  await guest.press("Decline", ".asks");
  await host.person.see("that no offer stands", () => !document.querySelector(".asks").textContent.includes("You have offered a draw."));
  await host.say("a1-c1");
  await guest.ready();
  await guest.press("Resign", ".actions");
  await guest.press("Resign", ".asks");
  for (const player of [host, guest]) {
    await player.hears("White wins");
    await player.check(await player.table());
  }
  await host.press("Rematch", ".actions");
  await guest.person.see("a rematch", () => document.querySelector(".actions")?.textContent.includes("Rematch"));
  await guest.press("Rematch", ".actions");
  const before = guest.id;
  for (const player of [host, guest]) {
    await player.person.see(
      "the table of the rematch",
      (old) => /^#\/table\//.test(location.hash) && !location.hash.includes(old) && document.querySelector(".stage svg.board"),
      before,
    );
    await player.arrive();
  }
  assert.equal(host.id, guest.id, "expected both at the same table");
  await guest.say("a1,c1"); // the seats are exchanged
  await host.ready();
}

async function spectator(room) {
  const house = await room.house();
  const player = await sit(room, house, "player", "diavolo:3", { seats: BOTH });
  await player.ready();
  const watcher = await come(room, house, "watcher", `${house.url}#/table/${player.id}`);
  await watcher.hears("You are watching.");
  await player.person.see("that somebody watches", () => document.querySelector(".more")?.textContent.includes("1 spectator"));
  await player.say("u1,1+u2,1");
  await watcher.check(await player.table());
  assert.deepEqual(await buttons(watcher), [], "expected no actions for somebody who watches");
  assert.equal(await watcher.person.has(".stage.active"), false, "expected that a watcher's hand rests");
  await watcher.touch("u3,1");
  await player.say("u3,1+d1,1");
  const table = await player.ready();
  await watcher.check(table);
  // The list of tables leads there, too.
  const other = await room.person("visitor");
  await other.page.goto(`${house.url}#/tables`);
  await other.page.getByRole("link", { name: /^Watch: DiavoloPP/ }).click();
  await other.hears("You are watching.");
  // Stepping through the game shows the past, and leads back.
  await watcher.page.getByRole("button", { name: "To the start", exact: true }).click();
  await watcher.hears("You see the start of the game.");
  await watcher.person.see("an empty board at the start", () => document.querySelectorAll(".stage .layer-pieces .piece").length === 0);
  await watcher.page.getByRole("button", { name: "One turn on", exact: true }).click();
  await watcher.person.see("two lands after the first turn", () => document.querySelectorAll(".stage .layer-pieces .piece").length === 2);
  await watcher.press("Back to the game", ".actions");
  await watcher.check(table);
}

async function undo(room) {
  const house = await room.house();
  const player = await sit(room, house, "player", "alliances:4", { seats: [HUMAN, ENGINE] });
  const start = await player.ready();
  assert.ok(!(await buttons(player)).includes("Take back"), "expected nothing to take back at the start");
  await player.say("o@d6");
  const two = await player.ready();
  assert.equal(two.moves.length, 2, "expected the engine's answer");
  await player.press("Take back", ".actions");
  await player.person.see("an empty list of moves", () => document.querySelectorAll(".movelist .move").length === 0);
  const back = await player.ready();
  assert.equal(back.position, start.position, "expected the board of the start");
  await player.say("g@d6");
  const again = await player.ready();
  assert.equal(again.moves[0].turn, "g@d6");
}

async function hint(room) {
  const house = await room.house();
  const player = await sit(room, house, "player", "duell", { seats: [HUMAN, ENGINE], position: "9/4,wK,4/9/9/9/9/8,bK/9 w 0 1" });
  await player.ready();
  await player.press("Hint", ".actions");
  await player.hears("Best turn: E7-E8");
  await player.person.see("the turn shown on the board", () => document.querySelectorAll(".light.hint").length > 0);
  await player.press("Play it", ".asks");
  await player.hears("wins");
  const table = await player.ready();
  assert.equal(table.result.reason, "king-square");
}

// What a table knows is said with a hint, on the bar, and after the game wherever one looks; in every language.
async function solved(room) {
  const house = await room.house(["ponte:contest;size=3"]);
  const player = new Player(house, await room.person("player", { settings: { evaluation: true } }));
  await player.begin("ponte:contest;size=3", { seats: BOTH });
  await player.ready();
  assert.equal(await player.page.getByText("(table)").count(), 0, "expected that nothing is told unasked");
  await player.press("Hint", ".actions");
  await player.hears("White wins in 5 turns (table)");
  await player.person.see(
    "the same on the bar, which is full",
    () =>
      document.querySelector(".eval").title === "White wins in 5 turns (table)" &&
      document.querySelector(".eval div").style.getPropertyValue("--share") === "100%",
  );
  await player.say("a1,c1");
  await player.ready();
  await player.press("Hint", ".actions");
  await player.hears("Black wins in 4 turns (table)");
  await player.say("b3,b2");
  await player.ready();
  await player.press("Resign", ".actions");
  await player.press("Resign", ".asks");
  await player.person.see("what is known at the end, below the curve", () => document.querySelector(".plot .known")?.textContent.endsWith("(table)"));
  await player.page.getByRole("button", { name: "One turn back", exact: true }).click();
  await player.person.see(
    "what was known after the first turn",
    () => document.querySelector(".plot .known").textContent === "Black wins in 4 turns (table)" && document.querySelector(".plot canvas"),
  );
  for (const [language, words] of [
    ["de", "Schwarz gewinnt in 4 Zügen (Tabelle)"],
    ["pt", "(tabela)"],
    ["pl", "(tablica)"],
    ["zh-Hant", "殘局庫"],
  ]) {
    await player.page.evaluate((code) => {
      const kept = JSON.parse(localStorage.getItem("tessera.settings"));
      localStorage.setItem("tessera.settings", JSON.stringify({ ...kept, language: code }));
    }, language);
    await player.page.reload();
    await player.person.see(`the curve in ${language}`, () => document.querySelector(".plot .known")?.textContent);
    const spoken = JSON.parse(readFileSync(new URL(`../../../webapp/src/lang/${language}.json`, import.meta.url), "utf8"));
    await player.page.getByRole("button", { name: spoken["table.step.back"], exact: true }).click();
    await player.person.see(`'${words}'`, (wanted) => document.querySelector(".plot .known").textContent.includes(wanted), words);
  }
}

async function killed(room) {
  const house = await room.house();
  const player = await sit(room, house, "player", "ponte:contest;size=4", { seats: [HUMAN, ENGINE] });
  await player.say("a1,c1");
  const before = await player.ready();
  assert.ok(before.moves.length >= 2);
  // While nobody answers, the browser itself complains about each attempt.
  player.person.expectErrors(/net::ERR_/);
  await house.kill();
  await player.hears("The server does not answer.");
  await house.open();
  await player.person.see(
    "that the page has found the server again",
    () => !document.querySelector(".message").textContent.includes("does not answer") && document.querySelector(".stage.active"),
  );
  const after = await player.ready();
  assert.deepEqual(after.moves, before.moves, "expected every turn from before the crash");
  assert.equal(after.position, before.position);
  const choices = await player.choices(after, []);
  await player.turn(after, (now) => now.steps.find((step) => step.touch.length === 1) ?? now.steps[0]);
  assert.ok(choices.steps.length > 0);
  const later = await player.ready();
  assert.ok(later.moves.length > after.moves.length, "expected the game to go on");
}

async function forgotten(room) {
  const house = await room.house();
  const person = await room.person("visitor");
  person.expectErrors(/status of 404 .*\/api\/tables\/nowhere/); // the browser names what it did not get
  await person.page.goto(`${house.url}#/table/nowhere`);
  await person.see(
    "that there is no such table, and a way out",
    () => document.querySelector("h1")?.textContent === "There is no such table." && document.querySelector('main a[href="#/"]') !== null,
  );
}

export const tests = [
  ["two browsers at one table by invitation, with offers and a rematch", twoBrowsers],
  ["a spectator sees everything and may do nothing", spectator],
  ["a turn and the engine's answer are taken back", undo],
  ["a hint is shown and played", hint],
  ["what tables of solved positions know is said", solved],
  ["the server is killed with -9 in mid-game, and the table goes on", killed],
  ["a table that is not there", forgotten],
];
