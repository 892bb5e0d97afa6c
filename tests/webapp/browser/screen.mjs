// SPDX-License-Identifier: MIT
// The game screen beside the board: what is copied, keys and focus, the end of a game, lost requests, titles,
// phones in landscape, the explanation of a swap.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { checkAxe } from "./looks.mjs";
import { Player } from "./player.mjs";
import { readWords } from "./words.mjs";

const BOTH = [{ kind: "human" }, { kind: "human" }];
const LANDSCAPE = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

async function playedGame(context, turns, options = {}) {
  const player = new Player(await context.server(), await context.person("player", options));
  await player.begin("ponte:contest;size=4", { seats: BOTH });
  for (const turn of turns) await player.play(turn);
  await player.ready();
  return player;
}

const shownMove = (player, turn) =>
  player.person.see(`move ${turn} marked in the list`, (n) => [...document.querySelectorAll(".movelist .move")].findIndex((move) => move.ariaCurrent === "step") === n - 1, turn);

async function copies(context) {
  const player = await playedGame(context, ["a1,c1", "d4,b3", "a1-c1"], { permissions: ["clipboard-read", "clipboard-write"] });
  const clipboard = () => player.page.evaluate(() => navigator.clipboard.readText());
  const { position } = await player.server.get(`api/tables/${player.id}/board`, { turn: "1" });
  await player.page.locator(".movelist .move").first().click();
  await player.seesMessage("Position after move 1.");
  await player.page.locator(".more summary").click();
  await player.press("Copy position", ".more");
  await player.seesMessage("Copied.");
  assert.equal(await clipboard(), position, "expected the position of the move shown");
  await player.press("Copy link to this position", ".more");
  await player.person.see("a link in the clipboard", async () => (await navigator.clipboard.readText()).startsWith("http"));
  assert.equal(new URLSearchParams((await clipboard()).split("?")[1]).get("position"), position, "expected a link to the move shown");
}

/** Assistive technology sends a click without pointer events. */
async function syntheticClicks(context) {
  const player = await playedGame(context, []);
  const click = async (label) => player.page.locator(`.stage [data-cell="${await player.cell(label)}"]`).dispatchEvent("click");
  await player.ready();
  await click("a1");
  await player.person.see(
    "the stone and the choices for the next one",
    () => document.querySelectorAll(".stage .layer-pieces .piece").length === 1 && document.querySelector(".stage.active") !== null,
  );
  await click("c1");
  await player.person.see("the move", () => document.querySelectorAll(".movelist .move").length === 1);
  const table = await player.ready();
  assert.deepEqual(table.moves.map((move) => move.turn), ["a1,c1"]);
  await click("a1");
  await player.person.see("why it is illegal", () => document.querySelector(".message.error") !== null);
}

async function focusAndKeys(context) {
  const player = await playedGame(context, ["a1,c1", "d4,b3", "a1-c1"]);
  const press = (key) => player.page.keyboard.press(key);
  // Another screen was open, then the game is opened.
  await player.page.goto(`${player.server.url}#/settings`);
  await player.page.getByRole("link", { name: "Settings" }).focus();
  await player.page.evaluate((id) => (location.hash = `#/table/${id}`), player.id);
  await player.arrive();
  await player.person.see("the focus on the board", () => document.activeElement?.matches("svg.board"));
  await press("ArrowLeft");
  await shownMove(player, 2);
  await press("Home");
  await player.seesMessage("Starting position.");
  await press("ArrowLeft"); // there is nothing before the start
  await press("ArrowRight");
  await shownMove(player, 1);
  await press("End");
  await shownMove(player, 3);
  await player.ready();
  // The cursor of the board uses the arrows.
  await player.toBoard();
  const cell = await player.focusedCell();
  await press("ArrowLeft");
  assert.notEqual(await player.focusedCell(), cell, "expected the cursor on another cell");
  await shownMove(player, 3);
  // Anywhere else they step through the moves, on a button for example.
  await player.page.getByRole("button", { name: "Resign", exact: true }).focus();
  await press("ArrowLeft");
  await shownMove(player, 2);
  await press("ArrowRight");
  await shownMove(player, 3);
}

async function banner(context) {
  const player = await playedGame(context, ["a1,c1", "d4,b3"]);
  assert.equal(await player.page.locator(".end").isVisible(), false, "expected no banner during the game");
  await player.press("Resign", ".actions");
  await player.press("Resign", ".asks");
  await player.page.locator(".end").waitFor();
  const { result } = await player.table();
  const text = await player.page.locator(".end").textContent();
  assert.match(text, /Black wins/);
  assert.ok(text.includes(result.message.text), `expected '${result.message.text}' in the banner, got '${text}'`);
  const board = await player.page.locator(".stage svg.board").boundingBox();
  const box = await player.page.locator(".end").boundingBox();
  assert.ok(box.height < board.height / 3, `expected a banner that leaves the board visible, got ${box.height} of ${board.height} pixels`);
  await checkAxe(context, player.person);
  await player.press("Review the game", ".end");
  assert.equal(await player.page.locator(".end").isVisible(), false, "expected no banner after Review");
  await player.person.see("the focus on the moves", () => document.activeElement?.closest(".moves") !== null);
  // A takeback does not undo a resignation; a new game ends with a banner that can be closed.
  await player.press("Rematch", ".actions");
  await player.person.see("a new game", () => document.querySelectorAll(".movelist .move").length === 0 && document.querySelector(".stage.active"));
  await player.press("Resign", ".actions");
  await player.press("Resign", ".asks");
  await player.page.locator(".end").waitFor();
  await player.press("Close", ".end");
  assert.equal(await player.page.locator(".end").isVisible(), false);
  await player.page.reload();
  await player.person.see("the result", () => document.querySelector(".message")?.textContent.includes("wins"));
  assert.equal(await player.page.locator(".end").isVisible(), false, "expected no banner for a game that was over before");
}

async function lostRequests(context) {
  const player = await playedGame(context, ["a1,c1"]);
  player.person.expectErrors(/net::ERR_/);
  const down = async (route) => route.abort("connectionrefused");
  const sees = (text) => player.person.see(`'${text}'`, (wanted) => document.querySelector(".message.error")?.textContent.includes(wanted), text);
  // An action.
  await player.page.route("**/hint", down);
  await player.press("Hint", ".actions");
  await sees("The server could not be reached.");
  assert.doesNotMatch(await player.person.message(), /fetch/i);
  await player.page.unroute("**/hint", down);
  await player.press("Try again", ".message");
  await player.seesMessage("Best move:");
  // A move.
  await player.page.route("**/turn", down);
  await player.select("d4");
  await player.person.see("the first stone", () => document.querySelector(".stage.active") && document.querySelectorAll(".stage .layer-pieces .piece").length === 3);
  await player.select("b3");
  await sees("The server could not be reached.");
  await player.page.unroute("**/turn", down);
  await player.press("Try again", ".message");
  assert.deepEqual((await player.ready()).moves.map((move) => move.turn), ["a1,c1", "d4,b3"]);
  // The choices of the next move.
  await player.page.route("**/api/choices*", down);
  await player.select("a4");
  await sees("The server could not be reached.");
  await player.page.unroute("**/api/choices*", down);
  await player.press("Try again", ".message");
  await player.seesMessage("So far: a4");
}

/** Other screens that fetch something can try again too. */
async function lostScreens(context) {
  const server = await context.server();
  const person = await context.person("visitor");
  person.expectErrors(/net::ERR_/);
  await person.page.goto(server.url);
  await person.see("the lobby", () => document.querySelectorAll(".thumbnail svg").length === 5);
  const down = (route) => route.abort("connectionrefused");
  for (const [hash, address, isThere] of [
    ["#/puzzles/ponte", "**/api/puzzles*", () => document.querySelector(".shown svg") !== null],
    ["#/lesson/ponte/1", "**/api/lesson*", () => document.querySelector(".stage.active") !== null],
  ]) {
    await person.page.route(address, down);
    await person.page.evaluate((to) => (location.hash = to), hash);
    await person.seesMessage("The server could not be reached.");
    await person.page.unroute(address, down);
    await person.press("Try again", ".message");
    await person.see(`the screen ${hash}`, isThere);
    assert.equal(await person.page.getByRole("button", { name: "Try again" }).count(), 0, "expected no message any more");
  }
  await person.page.route("**/api/games", down);
  await person.page.reload();
  await person.see("why the page does not start", () => document.body.textContent.includes("The server could not be reached."));
  await person.page.unroute("**/api/games", down);
  await person.press("Try again");
  await person.see("the lesson", () => document.querySelector(".stage.active") !== null);
}

async function titles(context) {
  const server = await context.server();
  const host = new Player(server, await context.person("host", { settings: { nameAsked: true } }));
  await host.begin("ponte:contest;size=4", { seats: [{ kind: "human" }, { kind: "open" }] });
  // Before it, the title has the number of games in which the user is to move.
  const title = (player, text) => player.person.see(`the title '${text}'`, (wanted) => document.title.replace(/^\(\d+\) /, "").startsWith(wanted), text);
  await title(host, "● Your turn. Ponte del Diavolo: White (you) vs Black (waiting for opponent)");
  const guest = new Player(server, await context.person("guest"));
  await guest.page.goto(await host.page.locator(".asks input[readonly]").inputValue());
  await guest.arrive();
  await guest.page.getByPlaceholder("Your name").fill("Zoë");
  await guest.press("Join as Black", ".asks");
  await title(host, "● Your turn. Ponte del Diavolo: White (you) vs Black (Zoë)");
  await title(guest, "White to move. Ponte del Diavolo");
  await host.play("a1,c1");
  await title(host, "Black to move.");
  await title(guest, "● Your turn.");
  await guest.press("Resign", ".actions");
  await guest.press("Resign", ".asks");
  await title(host, "Game over.");
  await title(guest, "Game over.");
  assert.match(await host.page.locator(".end").textContent(), /You win/);
  assert.match(await guest.page.locator(".end").textContent(), /You lose/);
}

/** Phones in landscape: the whole board is visible, and the rest can be reached by scrolling. */
async function landscape(context) {
  const server = await context.server();
  const player = new Player(server, await context.person("phone", LANDSCAPE), "taps");
  for (const setup of ["gipf:standard", "ponte:contest", "diavolo:8", "alliances:7", "duell"]) {
    await player.begin(setup, { seats: BOTH });
    await player.ready();
    const seen = await player.page.evaluate(() => {
      document.querySelector(".stage svg.board").scrollIntoView({ block: "nearest" });
      const { top, bottom, left, right, height } = document.querySelector(".stage svg.board").getBoundingClientRect();
      const { scrollWidth, scrollHeight } = document.scrollingElement;
      return { isInside: top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth, height, wide: scrollWidth - innerWidth, long: scrollHeight - innerHeight };
    });
    assert.ok(seen.isInside, `${setup}: expected the whole board on the screen: ${JSON.stringify(seen)}`);
    assert.ok(seen.height > 300, `${setup}: expected a board about as high as the screen, got ${seen.height} pixels`);
    assert.ok(seen.wide <= 0, `${setup}: expected no sideways scrolling, got ${seen.wide} pixels`);
    assert.ok(seen.long > 0, `${setup}: expected a page that scrolls`);
    await player.page.locator(".more summary").tap(); // scrolls to it
    await player.person.see("the menu", () => document.querySelector(".more").open);
  }
  // While it is not the user's turn, a finger on the board scrolls the page.
  const touch = () => player.page.evaluate(() => getComputedStyle(document.querySelector(".stage svg.board")).touchAction);
  assert.equal(await touch(), "none", "expected that the board takes drags");
  await player.press("Resign", ".actions");
  await player.press("Resign", ".asks");
  await player.person.see("the end", () => document.querySelector(".end")?.hidden === false);
  assert.equal(await touch(), "pan-x pan-y", "expected that the page scrolls");
}

async function swapExplained(context) {
  const server = await context.server();
  for (const [setup, language, key] of [
    ["ponte:contest;size=4", "en", "table.swap.pieces"],
    ["ponte:official", "de", "table.swap.sides"],
    ["diavolo:4", "zh-Hant", "table.swap.sides"],
  ]) {
    const strings = JSON.parse(readFileSync(new URL(`../../../webapp/src/lang/${language}.json`, import.meta.url), "utf8"));
    const player = new Player(server, await context.person(`player-${language}`, { settings: { language } }));
    player.startLabel = strings["new.start"];
    await player.begin(setup, { seats: [{ kind: "engine", level: 1 }, { kind: "human" }] });
    const name = language === "en" ? "swap sides" : readWords(setup.split(":")[0], language).text("swap");
    await player.page.locator(".actions").getByRole("button", { name, exact: true }).waitFor();
    assert.deepEqual(await player.page.locator(".actions .why").allTextContents(), [strings[key]]);
  }
}

/** Dates are written in the chosen language, whatever the browser prefers. */
async function dates(context) {
  const server = await context.server();
  const { table, tokens } = await server.post("api/tables", { setup: "duell", seats: BOTH });
  await server.post(`api/tables/${table}/turn`, { token: tokens[0], turn: 0, words: "B1-B2" });
  const { started } = (await server.get("api/tables")).find((one) => one.id === table);
  // The region is the browser's, if it prefers the same language.
  for (const [language, locale, expected] of [
    ["en", "fr-FR", "en"],
    ["en", "en-GB", "en-GB"],
    ["de", "fr-FR", "de"],
    ["de", "de-AT", "de-AT"],
    ["zh-Hant", "zh-HK", "zh-HK"],
    ["zh-Hant", "zh-CN", "zh-Hant"],
  ]) {
    const person = await context.person(`reader-${locale}`, { settings: { language }, timezoneId: "UTC", locale });
    await person.page.goto(`${server.url}#/tables`);
    const text = ([ms, wanted]) => new Date(ms).toLocaleString(wanted, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
    const date = await person.page.evaluate(text, [started, expected]);
    await person.see(`the date '${date}'`, (wanted) => document.querySelector("main")?.textContent.includes(wanted), date);
  }
}

export const tests = [
  ["the copied position and link are those of the move shown", copies],
  ["cells react to clicks without a pointer", syntheticClicks],
  ["the board has the focus, and arrow keys step through the moves", focusAndKeys],
  ["a banner shows the end of a game", banner],
  ["a request that does not reach the server can be repeated", lostRequests],
  ["a screen that could not be loaded can be loaded again", lostScreens],
  ["the title shows turn, names and end", titles],
  ["a phone in landscape shows the whole board and scrolls", landscape],
  ["a swap is explained beside its button", swapExplained],
  ["dates follow the chosen language", dates],
];
