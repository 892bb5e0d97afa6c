// SPDX-License-Identifier: MIT
// Several users: invitations, spectators, offers and takebacks; hints and tablebases; a server crash.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { checkAxe } from "./looks.mjs";
import { Player } from "./player.mjs";

const ENGINE = { kind: "engine", level: 1 };
const HUMAN = { kind: "human" };
const OPEN = { kind: "open" };
const BOTH = [HUMAN, HUMAN];

async function startGame(context, server, name, setup, { seats, position } = {}) {
  const player = new Player(server, await context.person(name, { settings: { nameAsked: true } }));
  await player.begin(setup, { seats, ...(position ? { position } : {}) });
  return player;
}

/** Another user opens a link. */
async function openLink(context, server, name, url) {
  const player = new Player(server, await context.person(name));
  await player.page.goto(url);
  await player.arrive();
  return player;
}

const buttons = (player) => player.page.locator(".actions button").allTextContents();

async function twoBrowsers(context) {
  const server = await context.server();
  const host = await startGame(context, server, "host", "ponte:contest;size=4", { seats: [HUMAN, OPEN] });
  await host.person.see("an invitation", () => document.querySelector(".asks input[readonly]") !== null);
  const link = await host.page.locator(".asks input[readonly]").inputValue();
  assert.match(link, /invite=/, "expected a link with an invitation");
  const opponent = await openLink(context, server, "opponent", link);
  await opponent.page.getByPlaceholder("Your name").fill("Zoë");
  await opponent.press("Join as Black", ".asks");
  await opponent.seesMessage("White to move.");
  await host.person.see("the opponent's name", () => document.querySelector(".table").textContent.includes("Zoë"));
  await host.play("a1,c1");
  await opponent.play("d4,b3");
  await host.play("a1-c1");
  // A proposal of one player is a question to the other.
  await host.press("Propose takeback", ".actions");
  await opponent.person.see("the takeback proposal", () =>
    document.querySelector(".asks")?.textContent.includes("White proposes a takeback."),
  );
  await opponent.press("Accept", ".asks");
  await host.person.see("two moves after the takeback", () => document.querySelectorAll(".movelist .move").length === 2);
  await host.ready();
  await host.press("Offer draw", ".actions");
  await opponent.person.see("the draw offer", () => document.querySelector(".asks")?.textContent.includes("White offers a draw."));
  await opponent.press("Decline", ".asks");
  await host.person.see("no open offer", () => !document.querySelector(".asks").textContent.includes("You offered a draw."));
  await host.play("a1-c1");
  await opponent.ready();
  await opponent.press("Resign", ".actions");
  await opponent.press("Resign", ".asks");
  for (const player of [host, opponent]) {
    await player.seesMessage("White wins");
    await player.check(await player.table());
  }
  await host.press("Rematch", ".actions");
  await opponent.person.see("a rematch", () => document.querySelector(".actions")?.textContent.includes("Rematch"));
  await opponent.press("Rematch", ".actions");
  const before = opponent.id;
  for (const player of [host, opponent]) {
    await player.person.see(
      "the rematch",
      (old) => /^#\/table\//.test(location.hash) && !location.hash.includes(old) && document.querySelector(".stage svg.board"),
      before,
    );
    await player.arrive();
  }
  assert.equal(host.id, opponent.id, "expected both in the same game");
  await opponent.play("a1,c1"); // the rematch swaps the seats
  await host.ready();
}

/** Two people at one table, each with an own browser.  Returns their players, first seat first. */
async function twoPeople(context, server, request = {}) {
  const made = await server.post("api/tables", { setup: "ponte:contest;size=4", seats: [HUMAN, OPEN], names: ["Ann", ""], ...request });
  const joined = await server.post(`api/tables/${made.table}/join`, { invitation: made.invitation, name: "Zoë" });
  const players = [];
  for (const [seat, token] of [made.tokens[0], joined.token].entries()) {
    const person = await context.person(seat === 0 ? "ann" : "zoe", { settings: { evaluation: true } });
    const tokens = seat === 0 ? [token, null] : [null, token];
    await person.context.addInitScript((text) => location.protocol.startsWith("http") && localStorage.setItem("tessera.seats", text), JSON.stringify({ [made.table]: { tokens, invitation: null, at: 1 } }));
    const player = new Player(server, person);
    await person.page.goto(`${server.url}#/table/${made.table}`);
    await player.arrive();
    players.push(player);
  }
  return players;
}

const asks = (player, text) => player.person.see(`'${text}' among the cards`, (wanted) => document.querySelector(".asks")?.textContent.includes(wanted), text);
const asksNot = (player, text) => player.person.see(`no '${text}' among the cards`, (wanted) => !document.querySelector(".asks").textContent.includes(wanted), text);

// No hint and no evaluation while two people play, unless the game is casual.
async function fairPlay(context) {
  const server = await context.server();
  const [ann, zoe] = await twoPeople(context, server);
  await ann.ready();
  await ann.page.locator(".more summary").click();
  assert.deepEqual(await buttons(ann), ["Offer draw", "Resign"], "expected no hint");
  assert.equal(await ann.page.locator(".eval").isVisible(), false, "expected no evaluation bar, although the setting is on");
  assert.equal(await ann.page.getByRole("button", { name: "Show evaluation" }).count(), 0);
  assert.match(await ann.page.locator(".more").textContent(), /Hints and evaluations are available when the game is over/);
  await ann.play("a1,c1");
  await zoe.play("d4,b3");
  await ann.ready();
  await ann.press("Resign", ".actions");
  await ann.press("Resign", ".asks");
  for (const player of [ann, zoe]) {
    await player.page.locator(".eval").waitFor();
    await player.page.locator(".end").waitFor();
  }
  assert.match(await zoe.page.locator(".end").textContent(), /You win/);
  // Who is invited sees what was agreed before joining.
  const { table, invitation } = await server.post("api/tables", { setup: "duell", seats: [HUMAN, OPEN], hints: true, clock: { main: 300_000, increment: 3000 } });
  const invited = await openLink(context, server, "invited", `${server.url}#/table/${table}?invite=${invitation}`);
  await asks(invited, "5\u00a0min + 3\u00a0s · casual, with hints");
  const [casual] = await twoPeople(context, server, { hints: true });
  await casual.ready();
  assert.ok((await buttons(casual)).includes("Hint"), "expected hints in a casual game");
  assert.equal(await casual.page.locator(".eval").isVisible(), true, "expected the evaluation bar in a casual game");
}

// Each offer is a question to the other side, and a refusal is told to the one who asked.
async function refusals(context) {
  const server = await context.server();
  const [ann, zoe] = await twoPeople(context, server);
  await ann.play("a1,c1");
  await zoe.ready();
  await ann.press("Propose takeback", ".actions");
  await asks(ann, "You proposed a takeback.");
  await asks(zoe, "White proposes a takeback.");
  await zoe.press("Decline", ".asks");
  await asks(ann, "Takeback declined.");
  await asksNot(zoe, "declined");
  await zoe.play("d4,b3");
  await asksNot(ann, "declined"); // it lasts until the next action
  await zoe.press("Offer draw", ".actions");
  await asks(ann, "Black offers a draw.");
  await ann.press("Decline", ".asks");
  await asks(zoe, "Your draw offer was declined.");
  await ann.ready();
  await ann.press("Resign", ".actions");
  await ann.press("Resign", ".asks");
  await zoe.page.locator(".end").waitFor();
  await zoe.press("Rematch", ".end");
  await asks(zoe, "Waiting for your opponent to accept the rematch");
  await asks(ann, "Black asks for a rematch.");
  await ann.press("Decline", ".asks");
  await asks(zoe, "Rematch declined.");
  await zoe.press("Close", ".end");
  await zoe.press("Rematch", ".actions");
  await asks(ann, "Black asks for a rematch.");
  const before = ann.id;
  await ann.press("Accept", ".asks");
  for (const player of [ann, zoe])
    await player.person.see("the rematch", (old) => /^#\/table\//.test(location.hash) && !location.hash.includes(old), before);
}

// The computer answers a draw offer with its next move.  It declines unless it stands worse, so it must not slip.
async function drawOffer(context) {
  const server = await context.server();
  const player = await startGame(context, server, "player", "duell", { seats: [HUMAN, { ...ENGINE, level: 10 }] });
  await player.ready();
  await player.page.locator(".more summary").click();
  assert.equal(await player.page.getByRole("button", { name: "Offer draw" }).count(), 0, "expected no draw offer before the first move");
  await player.play("B1-B2");
  const table = await player.ready();
  await player.press("Offer draw", ".more");
  await asks(player, "You offered a draw.");
  // The reply may be a check, which leaves few legal moves.
  await player.turn(table, (choices) => choices.steps[0]);
  await asks(player, "Your draw offer was declined.");
  assert.equal((await player.ready()).result, null);
}

// An opponent who leaves is shown as such; after a while the other may claim the win.
async function absence(context) {
  const server = await context.server();
  const [ann, zoe] = await twoPeople(context, server, { clock: { main: 300_000, increment: 0 } });
  await ann.page.clock.install();
  await ann.page.reload();
  await ann.arrive();
  await ann.play("a1,c1");
  await zoe.play("d4,b3");
  await ann.ready();
  const seat = (text) => ann.person.see(`'${text}' at the opponent's seat`, (wanted) => document.querySelector(".seat.top")?.textContent.includes(wanted), text);
  assert.match(await ann.page.locator(".seat.top").textContent(), /Zoë/);
  await zoe.page.goto("about:blank");
  await seat("reconnecting…");
  await asks(ann, "Your opponent left the game. You can claim the win in 0:");
  assert.equal(await ann.page.getByRole("button", { name: "Claim win" }).isVisible(), false, "expected that the win cannot be claimed yet");
  await ann.page.clock.fastForward(61_000);
  await seat("not here");
  await asks(ann, "You can claim the win, or wait.");
  await checkAxe(context, ann.person);
  // Only the clock of the page ran: the server knows better, and says so.
  ann.person.expectErrors(/status of 409/);
  await ann.press("Claim win", ".asks");
  await ann.person.see("why it is too early", () => document.querySelector(".message.error")?.textContent.length > 10);
  assert.equal((await ann.table()).result, null);
  await zoe.page.goto(`${server.url}#/table/${zoe.id}`);
  await zoe.arrive();
  await asksNot(ann, "Your opponent left");
  await ann.person.see("nobody absent", () => document.querySelector(".seat.absent") === null);
}

async function spectator(context) {
  const server = await context.server();
  const player = await startGame(context, server, "player", "diavolo:3", { seats: BOTH });
  await player.ready();
  const watcher = await openLink(context, server, "watcher", `${server.url}#/table/${player.id}`);
  await watcher.seesMessage("You are watching.");
  await player.person.see("the number of spectators", () => document.querySelector(".more")?.textContent.includes("1 spectator"));
  await player.play("u1,1+u2,1");
  await watcher.check(await player.table());
  assert.deepEqual(await buttons(watcher), [], "expected no actions for a spectator");
  assert.equal(await watcher.person.has(".stage.active"), false, "expected no move input for a spectator");
  await watcher.select("u3,1");
  await player.play("u3,1+d1,1");
  const table = await player.ready();
  await watcher.check(table);
  // The list of games also links to the game.
  const other = await context.person("visitor");
  await other.page.goto(`${server.url}#/tables`);
  await other.page.getByRole("link", { name: /^Watch: DiavoloPP/ }).click();
  await other.seesMessage("You are watching.");
  // Step through the moves and return.
  await watcher.page.getByRole("button", { name: "Go to the start", exact: true }).click();
  await watcher.seesMessage("Starting position.");
  await watcher.person.see("an empty board at the start", () => document.querySelectorAll(".stage .layer-pieces .piece").length === 0);
  await watcher.page.getByRole("button", { name: "Next move", exact: true }).click();
  await watcher.person.see("two lands after the first move", () => document.querySelectorAll(".stage .layer-pieces .piece").length === 2);
  await watcher.press("Back to the game", ".actions");
  await watcher.check(table);
}

async function undo(context) {
  const server = await context.server();
  const player = await startGame(context, server, "player", "alliances:4", { seats: [HUMAN, ENGINE] });
  const start = await player.ready();
  assert.ok(!(await buttons(player)).includes("Takeback"), "expected no takeback at the start");
  await player.play("o@d6");
  const two = await player.ready();
  assert.equal(two.moves.length, 2, "expected the computer's reply");
  await player.press("Takeback", ".actions");
  await player.person.see("an empty list of moves", () => document.querySelectorAll(".movelist .move").length === 0);
  const back = await player.ready();
  assert.equal(back.position, start.position, "expected the starting position");
  await player.play("g@d6");
  const again = await player.ready();
  assert.equal(again.moves[0].turn, "g@d6");
}

async function hint(context) {
  const server = await context.server();
  const player = await startGame(context, server, "player", "duell", { seats: [HUMAN, ENGINE], position: "9/4,wK,4/9/9/9/9/8,bK/9 w 0 1" });
  await player.ready();
  await player.press("Hint", ".actions");
  await player.seesMessage("Best move: E7-E8");
  await player.person.see("the hint on the board", () => document.querySelectorAll(".light.hint").length > 0);
  await player.press("Play this move", ".asks");
  await player.seesMessage("wins");
  const table = await player.ready();
  assert.equal(table.result.reason, "king-square");
}

// A tablebase result is shown with a hint, on the evaluation bar and for each move after the game, in every
// language.
async function solved(context) {
  const server = await context.server(["ponte:contest;size=3"]);
  const player = new Player(server, await context.person("player", { settings: { evaluation: true } }));
  await player.begin("ponte:contest;size=3", { seats: BOTH });
  await player.ready();
  assert.equal(await player.page.getByText("(tablebase)").count(), 0, "expected no tablebase result before a hint");
  await player.press("Hint", ".actions");
  await player.seesMessage("White wins in 5 moves (tablebase)");
  await player.person.see(
    "the same on the full evaluation bar",
    () =>
      document.querySelector(".eval").title === "White wins in 5 moves (tablebase)" &&
      document.querySelector(".eval div").style.getPropertyValue("--share") === "100%",
  );
  await player.play("a1,c1");
  await player.ready();
  await player.press("Hint", ".actions");
  await player.seesMessage("Black wins in 4 moves (tablebase)");
  await player.play("b3,b2");
  await player.ready();
  await player.press("Resign", ".actions");
  await player.press("Resign", ".asks");
  await player.person.see("the final tablebase result below the graph", () => document.querySelector(".plot .known")?.textContent.endsWith("(tablebase)"));
  await player.page.getByRole("button", { name: "Previous move", exact: true }).click();
  await player.person.see(
    "the tablebase result after the first move",
    () => document.querySelector(".plot .known").textContent === "Black wins in 4 moves (tablebase)" && document.querySelector(".plot svg"),
  );
  for (const [language, text] of [
    ["de", "Schwarz gewinnt in 4 Zügen (Endspieldatenbank)"],
    ["pt", "(tabela de finais)"],
    ["pl", "(baza końcówek)"],
    ["zh-Hant", "殘局庫"],
  ]) {
    await player.page.evaluate((code) => {
      const kept = JSON.parse(localStorage.getItem("tessera.settings"));
      localStorage.setItem("tessera.settings", JSON.stringify({ ...kept, language: code }));
    }, language);
    await player.page.reload();
    await player.person.see(`the graph in ${language}`, () => document.querySelector(".plot .known")?.textContent);
    const strings = JSON.parse(readFileSync(new URL(`../../../webapp/src/lang/${language}.json`, import.meta.url), "utf8"));
    await player.page.getByRole("button", { name: strings["table.step.back"], exact: true }).click();
    await player.person.see(`'${text}'`, (wanted) => document.querySelector(".plot .known").textContent.includes(wanted), text);
  }
}

// The graph marks the move being viewed, a click shows the nearest move, and its name says what it is.
async function graph(context) {
  const player = await startGame(context, await context.server(), "player", "diavolo:3", { seats: BOTH });
  for (const turn of ["u1,1+d1,1", "u2,1+d2,1"]) await player.play(turn);
  await player.ready();
  await player.press("Resign", ".actions");
  await player.press("Resign", ".asks");
  const chart = player.page.getByRole("img", { name: "Winning chances of White in %", exact: true });
  const markAt = (turn) => player.person.see(
    `the mark at move ${turn}`,
    (turn) => {
      const x = (selector) => document.querySelector(selector)?.getBoundingClientRect().x;
      const [mark, left, right] = [x(".chart .mark"), x(".chart .turn"), x(".chart .turn:last-of-type")];
      const isAtLeft = mark !== undefined && Math.abs(mark - left) < Math.abs(mark - right);
      return isAtLeft === (turn === 1) && document.querySelectorAll(".movelist .move")[turn - 1]?.ariaCurrent === "step";
    },
    turn,
  );
  await chart.waitFor();
  await markAt(2);
  const box = await chart.boundingBox();
  await chart.click({ position: { x: 35, y: box.height / 2 } });
  await markAt(1);
  await chart.click({ position: { x: box.width - 15, y: box.height / 2 } });
  await markAt(2);
  await player.page.getByRole("button", { name: "Previous move", exact: true }).click();
  await markAt(1);
}

async function killed(context) {
  const server = await context.server();
  const player = await startGame(context, server, "player", "ponte:contest;size=4", { seats: [HUMAN, ENGINE] });
  await player.play("a1,c1");
  const before = await player.ready();
  assert.ok(before.moves.length >= 2);
  // While the server is down, the browser logs an error for each attempt.
  player.person.expectErrors(/net::ERR_/);
  await server.kill();
  await player.seesMessage("Cannot reach the server.");
  await server.open();
  await player.person.see(
    "the reconnected page",
    () => !document.querySelector(".message").textContent.includes("Cannot reach") && document.querySelector(".stage.active"),
  );
  const after = await player.ready();
  assert.deepEqual(after.moves, before.moves, "expected every move from before the crash");
  assert.equal(after.position, before.position);
  const choices = await player.choices(after, []);
  await player.turn(after, (now) => now.steps.find((step) => step.touch.length === 1) ?? now.steps[0]);
  assert.ok(choices.steps.length > 0);
  const later = await player.ready();
  assert.ok(later.moves.length > after.moves.length, "expected the game to continue");
}

async function unknownGame(context) {
  const server = await context.server();
  const person = await context.person("visitor");
  person.expectErrors(/status of 404 .*\/api\/tables\/nowhere/); // the browser logs the failed request
  await person.page.goto(`${server.url}#/table/nowhere`);
  await person.see(
    "an error and a link to the home screen",
    () => document.querySelector("h1")?.textContent === "Game not found." && document.querySelector('main a[href="#/"]') !== null,
  );
}

export const tests = [
  ["two browsers: invitation, takeback, draw offer, resignation and rematch", twoBrowsers],
  ["two people: no hints and no evaluation unless the game is casual", fairPlay],
  ["two people: offers are declined, and the one who asked is told", refusals],
  ["a draw is offered to the computer", drawOffer],
  ["two people: one leaves, and the other may claim the win", absence],
  ["a spectator sees the game but cannot act", spectator],
  ["a takeback undoes the user's move and the computer's reply", undo],
  ["a hint is shown and played", hint],
  ["tablebase results are shown in every language", solved],
  ["the evaluation graph marks the move being viewed, and a click shows another", graph],
  ["a game continues after the server is killed with SIGKILL", killed],
  ["an unknown game shows an error", unknownGame],
];
