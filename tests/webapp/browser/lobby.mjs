// SPDX-License-Identifier: MIT
// The lobby: challenges, the user's own games, games to watch, filters, names, and games without a server.

import assert from "node:assert/strict";
import { Files } from "./test_server.mjs";

const HUMAN = { kind: "human" };
const OPEN = { kind: "open" };
const ENGINE = { kind: "engine", level: 1 };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const LANDSCAPE = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };

/** Play any moves at a table for both sides. */
async function play(server, made, count) {
  for (let i = 0; i < count; i++) {
    const { setup, position, side, holders, turn } = await server.get(`api/tables/${made.table}`);
    const steps = [];
    for (let isWhole = false; !isWhole; ) {
      const choices = await server.get("api/choices", { setup, position, ...(steps.length > 0 ? { steps: steps.join(",") } : {}) });
      steps.push(choices.steps[0].step);
      isWhole = choices.steps[0].ends;
    }
    await server.post(`api/tables/${made.table}/turn`, { token: made.tokens[holders[side]], turn, steps });
  }
}

/** A running game between two people; the tokens are those of both. */
async function duel(server, names, setup = "duell") {
  const made = await server.post("api/tables", { setup, seats: [HUMAN, OPEN], listed: true, names: [names[0], ""] });
  const { token } = await server.post(`api/tables/${made.table}/accept`, { name: names[1] });
  made.tokens[1] = token;
  return made;
}

/** Give a user the seats of tables: [table, tokens]. */
function own(person, seats) {
  const rights = Object.fromEntries(seats.map(([made, tokens], i) => [made.table, { tokens, invitation: null, at: 1000 - i }]));
  return person.context.addInitScript((text) => {
    if (location.protocol.startsWith("http")) localStorage.setItem("tessera.seats", text);
  }, JSON.stringify(rights));
}

async function findings(context, person) {
  await person.page.evaluate(context.tools.axe);
  const result = await person.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

async function fits(person, what) {
  const width = person.page.viewportSize().width;
  const wide = await person.page.evaluate((given) => document.scrollingElement.scrollWidth - given, width);
  assert.ok(wide <= 0, `expected ${what} to fit into ${width} pixels; it is ${wide} pixels wider`);
}

/** The list with this label. */
const list = (person, label) => person.page.locator("label.field", { has: person.page.getByText(label, { exact: true }) }).locator("select");

/** Two users: one creates a challenge with the form, the other accepts it in the lobby. */
async function challenge(context) {
  const server = await context.server();
  const anna = await context.person("anna");
  const bert = await context.person("bert", PHONE);
  await bert.page.goto(server.url);
  await bert.see("no challenge yet", () => document.querySelector(".open")?.textContent.includes("Nobody is waiting"));
  await anna.page.goto(server.url);
  await anna.page.getByRole("link", { name: "Create a challenge" }).click();
  await anna.see("the form", () => document.querySelector(".newgame select") !== null);
  await list(anna, "Game").selectOption("duell");
  await anna.see("the form of Duell", () => location.hash.startsWith("#/new/duell"));
  await list(anna, "Black is played by").selectOption("anyone");
  await anna.page.getByLabel(/^Casual game/).check();
  await anna.page.getByLabel("Clock", { exact: true }).check();
  await anna.press("Start game");
  // The name is asked for once.
  await anna.see("the question for a name", () => document.querySelector("dialog[open] input") === document.activeElement && document.activeElement !== null);
  assert.deepEqual(await findings(context, anna), [], "expected no axe-core violation in the dialog");
  await anna.page.keyboard.type("Anna");
  await anna.page.keyboard.press("Enter");
  await anna.see("the table", () => location.hash.startsWith("#/table/"));
  await anna.page.goto(`${server.url}#/`);
  await anna.see("the own challenge among the own games", () => document.querySelector(".mine .miniature")?.textContent.includes("Waiting for opponent"));
  await anna.see("no own challenge to accept", () => document.querySelectorAll(".open li").length === 0);

  await bert.page.reload();
  await bert.see("the challenge", () => {
    const text = document.querySelector(".open li")?.textContent ?? "";
    return ["Anna", "Duell", "You play Black", "10\u00a0min + 5\u00a0s", "casual"].every((part) => text.includes(part));
  });
  await fits(bert, "the lobby");
  await bert.page.getByRole("button", { name: "Accept: Duell, Anna" }).click();
  await bert.see("the question for a name", () => document.querySelector("dialog[open]") !== null);
  await bert.page.getByRole("textbox", { name: "Your name" }).fill("Bert");
  await bert.press("Save name");
  await bert.see("the table", () => document.querySelector(".stage svg.board") !== null && document.querySelector(".table").textContent.includes("Anna"));

  // It is Anna's turn, which every screen of hers says.
  await anna.see("the count in the title", () => document.title.startsWith("(1) "));
  await anna.see("a badge", () => document.querySelector(".mine .miniature .badge")?.textContent === "Your turn");
  await anna.page.goto(`${server.url}#/rules/gipf`);
  await anna.see("the count in the header", () => document.querySelector(".switcher .count")?.textContent === "1");
  await anna.page.getByRole("button", { name: /^1 current game/ }).click();
  await anna.page.getByRole("link", { name: /Duell against Bert/ }).click();
  await anna.see("her table", () => document.querySelector(".stage.active") !== null);
  // The second challenge does not ask for the name again.
  await anna.page.goto(`${server.url}#/new/duell?with=anyone`);
  await anna.press("Start game");
  await anna.see("another table", () => location.hash.startsWith("#/table/"));
  const { length } = await server.get("api/tables", { list: "open" });
  assert.equal(length, 1, "expected the second challenge");
  await anna.page.goto(`${server.url}#/`);
  await anna.page.locator(".mine").getByRole("button", { name: "Cancel: Duell" }).click();
  await anna.see("one game left", () => document.querySelectorAll(".mine .miniature").length === 1);
  assert.equal((await server.get("api/tables", { list: "open" })).length, 0, "expected no challenge any more");
}

/** Several games at once: order, badges, the menu by keyboard, and what changes while the page is open. */
async function manyGames(context) {
  const server = await context.server();
  const first = await duel(server, ["Ida", "Zoë"]); // Ida to move
  const second = await duel(server, ["Ida", "Marek"], "ponte:contest");
  await play(server, second, 1); // Marek to move
  const third = await server.post("api/tables", { setup: "alliances:4", seats: [HUMAN, ENGINE] });
  const ida = await context.person("ida", { settings: { name: "Ida" } });
  await own(ida, [[first, [first.tokens[0], null]], [second, [second.tokens[0], null]], [third, third.tokens]]);
  await ida.page.goto(server.url);
  // A game against the computer without a move is not worth a picture.
  await ida.see("two own games", () => document.querySelectorAll(".mine .miniature svg").length === 2);
  const texts = await ida.page.locator(".mine .miniature").allTextContents();
  assert.match(texts[0], /Duell.*against Zoë.*Your turn/, "expected the game in which somebody waits to be first");
  assert.match(texts[1], /Ponte.*against Marek/);
  assert.ok(!texts[1].includes("Your turn"), "expected no badge in the game of another's turn");
  assert.match(await ida.page.title(), /^\(1\) /);
  assert.equal(await ida.page.locator(".username").textContent(), "Ida");
  assert.deepEqual(await findings(context, ida), [], "expected no axe-core violation");
  // The menu works with the keyboard alone.
  await ida.page.goto(`${server.url}#/table/${second.table}`);
  await ida.see("the second table", () => document.querySelector(".stage svg.board") !== null);
  const opener = ida.page.locator(".switcher button");
  await opener.focus();
  await ida.page.keyboard.press("Enter");
  await ida.see("the menu", () => document.querySelectorAll(".switcher li").length === 4 && !document.getElementById("mygames").hidden);
  assert.deepEqual(await findings(context, ida), [], "expected no axe-core violation with the menu");
  await ida.page.keyboard.press("Escape");
  await ida.see("no menu", () => document.getElementById("mygames").hidden && document.activeElement?.closest(".switcher"));
  await ida.page.keyboard.press("Enter");
  await ida.page.keyboard.press("Tab");
  await ida.page.keyboard.press("Enter");
  await ida.see("the first table", (id) => location.hash === `#/table/${id}` && document.querySelector(".stage.active") !== null, first.table);
  // A move at the open table and one elsewhere.
  await play(server, first, 1);
  await ida.see("no count after the move", () => !document.title.startsWith("("));
  await play(server, second, 1);
  await ida.see("the count of the other game", () => document.title.startsWith("(1) "));
  const phone = await context.person("phone", { ...LANDSCAPE, settings: { name: "Ida" } });
  await own(phone, [[first, [first.tokens[0], null]], [second, [second.tokens[0], null]]]);
  for (const route of ["/", "/tables", "/tables?whose=mine"]) {
    await phone.page.goto(`${server.url}#${route}`);
    await phone.see("own games", () => document.querySelector(".switcher:not([hidden])") !== null);
    await fits(phone, route);
  }
}

/** Games to watch, finished games, filters and paging. */
async function filters(context) {
  const server = await context.server();
  const live = await duel(server, ["Ann", "Bo"]);
  await play(server, live, 2);
  const over = await duel(server, ["Ann", "Cy"]);
  await play(server, over, 1);
  await server.post(`api/tables/${over.table}/resign`, { token: over.tokens[0] });
  const mine = await server.post("api/tables", { setup: "gipf:3,3,6,6", seats: [HUMAN, ENGINE] });
  await play(server, mine, 1);
  await server.post(`api/tables/${mine.table}/resign`, { token: mine.tokens[0] });
  const person = await context.person("visitor");
  await own(person, [[mine, mine.tokens], [over, [null, over.tokens[1]]]]);
  await person.page.goto(server.url);
  await person.page.locator(".live").getByRole("link", { name: /Duell.*Ann – Bo/ }).click();
  await person.seesMessage("You are watching.");
  await person.page.goto(`${server.url}#/tables`);
  const shows = (wanted) =>
    person.see(`the finished games ${wanted}`, (list) => [...document.querySelectorAll("main > .tablelist:nth-of-type(2) li strong")].map((row) => row.textContent).join() === list, wanted);
  const choose = (label, value) => list(person, label).selectOption(value);
  await shows("GIPF,Duell");
  await choose("Game", "duell");
  await shows("Duell");
  await choose("Game", "");
  await choose("Opponent", "engine");
  await shows("GIPF");
  await choose("Opponent", "people");
  await shows("Duell");
  await choose("Opponent", "");
  await choose("Show", "mine");
  await shows("GIPF,Duell");
  await choose("Result", "won");
  await shows("Duell");
  await choose("Result", "lost");
  await shows("GIPF");
  await choose("Result", "drawn");
  await shows("");
  await person.see("a sentence instead of the list", () => document.querySelector(".games .quiet")?.textContent === "No games yet.");
  await choose("Result", "won");
  await shows("Duell");
  assert.deepEqual(await findings(context, person), [], "expected no axe-core violation");
  await person.page.getByRole("link", { name: /^Replay: Duell/ }).click();
  await person.see("the finished game", () => document.querySelector(".stage svg.board") !== null);
}

/** A challenge whose creator left disappears, and accepting it too late says why. */
async function expiry(context) {
  const server = await context.server([], ["--challenge-time", "1"]);
  const creator = await context.person("creator", { settings: { name: "Ann" } });
  await creator.page.goto(`${server.url}#/new/duell?with=anyone`);
  await creator.press("Start game");
  await creator.see("the table", () => document.querySelector(".stage svg.board") !== null);
  const person = await context.person("visitor", { settings: { name: "Bo" } });
  await person.page.goto(server.url);
  await person.see("the challenge", () => document.querySelectorAll(".open li").length === 1);
  await creator.page.goto("about:blank");
  const gone = async () => (await server.get("api/tables", { list: "open" })).length === 0;
  for (const end = Date.now() + 60_000; !(await gone()); ) {
    assert.ok(Date.now() < end, "expected the challenge to disappear");
    await new Promise((go) => setTimeout(go, 100));
  }
  // The page still shows it, unless it has just asked again.
  person.expectErrors(/404|409/);
  const accept = person.page.getByRole("button", { name: /^Accept/ });
  if ((await accept.count()) > 0) {
    await accept.click();
    await person.see("why it did not work, or no challenge", () => document.querySelector(".message")?.textContent.startsWith("That did not work") || document.querySelectorAll(".open li").length === 0);
  }
  await person.see("no challenge any more", () => document.querySelectorAll(".open li").length === 0);
}

/** Without a server the lobby shows the games of this browser; they can be continued and deleted. */
async function withoutServer(context) {
  const files = new Files(context.tools.offline);
  await files.open();
  context.atEnd(() => files.close());
  const person = await context.person("player");
  await person.page.goto(files.url);
  for (const game of ["Duell", "DiavoloPP"]) {
    await person.page.getByRole("button", { name: `Play ${game}`, exact: true }).click();
    await person.see(`a game of ${game}`, () => document.querySelector(".stage.active") !== null);
    if (game === "Duell") {
      await person.press("Resign", ".actions");
      await person.press("Resign", ".asks");
      await person.see("the end", () => document.querySelector("main")?.textContent.includes("resigned"));
    } else {
      await person.page.locator(".stage .cell").first().focus();
      await person.see("cells to select", () => document.querySelector(".stage.active") !== null);
    }
    await person.page.goto(`${files.url}#/`);
    await person.see("the lobby", () => document.querySelectorAll(".thumbnail svg").length === 5);
  }
  await person.page.goto(`${files.url}#/tables`);
  await person.see("both games", () => document.querySelectorAll(".tablelist li").length === 2);
  await person.page.reload();
  await person.see("both games after a reload", () => document.querySelectorAll(".tablelist li").length === 2);
  assert.deepEqual(await findings(context, person), [], "expected no axe-core violation");
  await person.page.getByRole("link", { name: /^Continue: DiavoloPP/ }).click();
  await person.see("the game", () => document.querySelector(".stage.active") !== null);
  await person.page.goto(`${files.url}#/tables`);
  await person.page.getByRole("button", { name: "Delete: Duell" }).click();
  await person.press("Cancel");
  await person.page.getByRole("button", { name: "Delete: Duell" }).click();
  await person.press("Delete this game");
  await person.see("one game left", () => document.querySelectorAll(".tablelist li").length === 1 && document.querySelector(".message").textContent === "Game deleted.");
  await person.page.reload();
  await person.see("one game after a reload", () => document.querySelectorAll(".tablelist li").length === 1);
}

export const tests = [
  ["a challenge is created, seen and accepted in another browser", challenge],
  ["own games: order, badges, count and menu", manyGames],
  ["games to watch, finished games and filters", filters],
  ["a challenge disappears when its creator has left", expiry],
  ["without a server: games are found again and deleted", withoutServer],
];
