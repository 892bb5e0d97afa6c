// SPDX-License-Identifier: MIT
// What goes out and comes in: records, positions, pictures, links; and the languages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Player } from "./player.mjs";

const BOTH = [{ kind: "human" }, { kind: "human" }];
const languageFile = (code) => JSON.parse(readFileSync(new URL(`../../../webapp/src/lang/${code}.json`, import.meta.url), "utf8"));

async function playedTable(room, house, options = {}) {
  const player = new Player(house, await room.person("player", options));
  await player.begin("ponte:contest;size=4", { seats: BOTH });
  for (const turn of ["a1,c1", "d4,b3", "a1-c1"]) await player.say(turn);
  return player;
}

async function saved(player, words) {
  const [download] = await Promise.all([player.page.waitForEvent("download"), player.press(words, ".more")]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

async function exportAndImport(room) {
  const house = await room.house();
  const player = await playedTable(room, house, { permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
  const table = await player.ready();
  await player.page.locator(".more summary").click();

  const record = await saved(player, "Save the record");
  assert.match(record.name, /^ponte-.*\.txt$/);
  const text = record.bytes.toString("utf8");
  assert.match(text, /a1-c1/, "expected the bridge in the record");
  const svg = await saved(player, "Save the board as SVG");
  assert.match(svg.bytes.toString("utf8"), /^<svg|^<\?xml/, "expected an SVG file");
  const png = await saved(player, "Save the board as PNG");
  assert.equal(png.bytes.subarray(1, 4).toString("latin1"), "PNG", "expected a PNG file");

  await player.press("Copy the position", ".more");
  await player.hears("Copied.");
  assert.equal(await player.page.evaluate(() => navigator.clipboard.readText()), table.position, "expected the position in the clipboard");
  await player.press("Copy a link to this position", ".more");
  await player.person.see("a link in the clipboard", async () => (await navigator.clipboard.readText()).startsWith("http"));
  const link = await player.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#\/position\?setup=ponte/);

  // The link shows the position, and a game begins there.
  await player.page.goto(link);
  await player.person.see(
    "the position behind the link",
    (position) => document.querySelector("main pre")?.textContent === position,
    table.position,
  );
  await player.page.getByRole("link", { name: "Play from here" }).click();
  await player.press("Start the game");
  await player.arrive();
  assert.equal((await player.ready()).position, table.position);

  // The record opens as a game that goes on where it ended.
  await player.page.goto(`${house.url}#/import`);
  await player.page.locator("textarea").fill(text);
  await player.press("Open");
  await player.arrive();
  const again = await player.ready();
  assert.deepEqual(
    again.moves.map((move) => move.turn),
    table.moves.map((move) => move.turn),
  );
  assert.equal(again.position, table.position);
  await player.say("a4,b4");

  // A position by itself is known for what it is, and nothing complains; nonsense is refused with a
  // reason, which the browser's console names as well.
  player.person.expectErrors(/status of 400 .*\/api\/read/);
  await player.page.goto(`${house.url}#/import`);
  await player.page.locator("textarea").fill("9/9/9/4,wK,4/9/1,w31,7/8,bK/9 w 0 1");
  await player.press("Open");
  await player.person.see("a position of Duell", () => document.querySelector("h1")?.textContent === "A position of Duell");
  await player.page.goto(`${house.url}#/import`);
  await player.page.locator("textarea").fill('[Game "chess"]\n1. e2-e4');
  await player.press("Open");
  await player.person.see("why this cannot be read", () =>
    document.querySelector(".message").textContent.startsWith("That did not work: "),
  );
}

async function languages(room) {
  const house = await room.house();
  const person = await room.person("reader", { locale: "de-DE" });
  const german = languageFile("de");
  await person.page.goto(house.url);
  await person.see(
    "the lobby in the browser's language",
    (words) => document.querySelector("h1")?.textContent === words,
    german["lobby.heading"],
  );
  assert.equal(await person.page.evaluate(() => document.documentElement.lang), "de");
  for (const code of ["pt", "pl", "zh-Hant", "en"]) {
    const words = languageFile(code);
    await person.page.goto(`${house.url}#/settings`);
    await person.page.locator("select").first().selectOption(code);
    await person.see(
      `the settings in ${code}`,
      (heading) => document.querySelector("h1")?.textContent === heading,
      words["settings.heading"],
    );
    assert.equal(await person.page.evaluate(() => document.documentElement.lang), code);
    await person.page.goto(`${house.url}#/rules/duell`);
    await person.see(
      `the rules in ${code}`,
      (heading) =>
        document.querySelector("h1")?.textContent === heading && document.querySelector("article.rules")?.textContent.length > 500,
      words["rules.heading"].replace("{game}", words["game.duell"]),
    );
  }
}

/** A puzzle is chosen, its solution shown, and played at a table against the engine, which says whether the
 * turn was the one. */
async function puzzles(room) {
  const house = await room.house();
  const player = new Player(house, await room.person("player"));
  const set = readFileSync(new URL("../../../src/games/gipf/puzzles.txt", import.meta.url), "utf8");
  const lines = set.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const at = lines.findIndex((line) => / \d+ \w+-\w+ /.test(line) && line.endsWith(" B")); // black: not the first seat
  const [setup, , , turn, ...rest] = lines[at].split(" ");
  await player.page.goto(`${house.url}#/`);
  await player.page.getByRole("navigation").getByRole("link", { name: "Puzzles" }).click();
  await player.page.locator("main").getByRole("link", { name: "GIPF" }).click();
  await player.person.see("all puzzles of the set", (count) => document.querySelectorAll("main option").length === count, lines.length);
  await player.page.locator("main select").selectOption(String(at + 1));
  await player.person.see("the puzzle's own address", (hash) => location.hash === hash, `#/puzzles/gipf/${at + 1}`);
  await player.person.see("its board", () => document.querySelector(".shown svg") !== null);
  assert.match(await player.page.locator("main").textContent(), /black to move: exactly one turn wins/i);
  await player.press("Show the solution");
  await player.person.see("the solution", (words) => document.querySelector("main").textContent.includes(`The solution: ${words}`), turn);
  await player.press("Play it");
  await player.arrive();
  const table = await player.ready();
  assert.equal(table.setup, setup);
  assert.equal(table.position, rest.join(" "));
  assert.deepEqual(
    table.seats.map((seat) => seat.kind),
    ["engine", "human"],
  );
  const asks = (words) => player.person.see(`'${words}'`, (text) => document.querySelector(".asks")?.textContent.includes(text), words);
  const { steps } = await house.get("api/choices", { setup, position: table.position });
  const other = steps.find((step) => step.ends && step.text !== turn).text;
  await asks("exactly one turn wins");
  await player.say(other);
  await asks(`${other} is not the turn that was asked for`);
  await player.ready();
  await player.press("Take back", ".asks");
  await asks("exactly one turn wins");
  await player.say(turn);
  await asks(`Right, ${turn}!`);
  assert.equal((await player.ready()).moves[0].turn, turn);
  // A number beyond the last is the last one.
  await player.page.goto(`${house.url}#/puzzles/gipf/9999`);
  await player.person.see("the last puzzle", (count) => Number(document.querySelector("main select")?.value) === count, lines.length);
}

/** What cannot be is said, and is not what the next game remembers. */
async function wrongWishes(room) {
  const house = await room.house();
  const player = new Player(house, await room.person("player"));
  player.person.expectErrors(/status of 40[04]/);
  await player.page.goto(`${house.url}#/new/ponte`);
  await player.page.getByText("Further settings").click();
  await player.page.locator("details input").fill("size=99");
  await player.press("Start the game");
  await player.person.see("why there is no such game", () => /^That did not work: size takes a number/.test(document.querySelector(".submit .message").textContent));
  await player.page.goto(`${house.url}#/new/gipf`);
  await player.page.getByLabel("A record", { exact: true }).check();
  await player.press("Start the game");
  await player.hears("There is nothing to begin from yet");
  await player.page.goto(`${house.url}#/import`);
  await player.press("Open");
  await player.hears("There is nothing to open yet");
  await player.page.goto(`${house.url}#/table/0123456789abcdef`);
  await player.person.see("that there is no such table", () => document.querySelector("h1")?.textContent === "There is no such table.");
  await player.page.locator("main").getByRole("link", { name: "Games" }).click();
  await player.page.getByRole("button", { name: "Play Ponte del Diavolo" }).click();
  await player.arrive();
  assert.equal((await player.ready()).setup, "ponte:contest");
}

/** A game in another language: sides, actions, refusals. */
async function germanTable(room) {
  const house = await room.house();
  const words = languageFile("de");
  const player = new Player(house, await room.person("player"));
  await player.begin("ponte:contest;size=4", { seats: BOTH, position: "3B/1B2/4/W1W1 w - 3 -" });
  await player.ready();
  await player.page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem("tessera.settings"));
    localStorage.setItem("tessera.settings", JSON.stringify({ ...settings, language: "de" }));
  });
  await player.page.reload();
  await player.hears(words["table.turnof"].replace("{side}", words["side.white"]));
  await player.person.see("this person's turn", () => document.querySelector(".stage.active") !== null);
  await player.touch("d4");
  const refusal = await player.person
    .see("a refusal", () => document.querySelector(".message.refusal")?.textContent.length > 10)
    .then(() => player.person.says());
  assert.doesNotMatch(refusal, /\b(the|is|stone|not)\b/, "expected a German refusal");
}

export const tests = [
  ["records, positions, pictures and links go out and come in", exportAndImport],
  ["the page in all languages, by the browser's wish and by choice", languages],
  ["a puzzle is chosen, solved and played", puzzles],
  ["a table in German", germanTable],
  ["what cannot be opened or begun is said, and not remembered", wrongWishes],
];
