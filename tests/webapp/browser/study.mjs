// SPDX-License-Identifier: MIT
// The analysis board and the board editor, with a server and without.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { answer } from "./lessons.mjs";
import { Files } from "./test_server.mjs";

const QUIET = { settings: { engine: false, motion: "off" } };

/** Play a move that the engine suggests. */
async function engineMove(person) {
  const { page } = person;
  const before = await page.locator(".tree .move").count();
  await person.see("a suggestion", () => document.querySelector(".lines .move") !== null);
  await page.locator(".lines .move").first().dispatchEvent("click"); // the list may be redrawn during a real click
  await person.see("the move in the tree", (count) => document.querySelectorAll(".tree .move").length === count + 1, before);
}

async function isAccessible(context, { page }) {
  await page.evaluate(context.tools.axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), []);
}

/** Play two moves, mark and comment the first, undo, redo, and delete it. */
async function walk(person, url, game) {
  const { page } = person;
  const sees = (what, count) => person.see(what, (n) => document.querySelectorAll(".tree .move").length === n, count);
  await page.goto(`${url}#/analysis/${game}`);
  await person.see("an empty tree", () => document.querySelector(".tree")?.textContent.includes("No moves yet"));
  await engineMove(person);
  await engineMove(person);
  await sees("two moves", 2);
  const study = await page.evaluate(() => JSON.parse(localStorage.getItem("tessera.study")).record);
  assert.ok(study.startsWith("[Game "), "expected the study to be kept as a record");
  await page.keyboard.press("ArrowLeft");
  await person.see("the first move", () => document.querySelector(".tree .shown") === document.querySelector(".tree .move"));
  await page.getByRole("button", { name: "Interesting move" }).click();
  await person.see("the mark", () => document.querySelector(".tree .mark.interesting") !== null);
  await page.getByRole("textbox", { name: "Comment" }).fill("an idea");
  await page.getByRole("textbox", { name: "Comment" }).blur();
  await person.see("the comment", () => document.querySelector(".tree .comment")?.textContent === "an idea");
  await page.getByRole("button", { name: "Undo" }).click();
  await person.see("no comment", () => document.querySelector(".tree .comment") === null);
  await page.getByRole("button", { name: "Redo" }).click();
  await person.see("the comment again", () => document.querySelector(".tree .comment") !== null);
  await page.keyboard.press("Delete");
  await sees("an empty tree after Delete", 0);
}

async function analysis(context) {
  const server = await context.server();
  const person = await context.person("analyst", { settings: { engine: true, lines: 1, motion: "off" } });
  const [first, ...others] = await server.get("api/games");
  for (const { game } of others) {
    await person.page.goto(`${server.url}#/analysis/${game}`);
    await person.see("an empty tree", () => document.querySelector(".tree")?.textContent.includes("No moves yet"));
    await engineMove(person);
  }
  await walk(person, server.url, first.game);
  await isAccessible(context, person);
}

const VARIATIONS = '[Game "gipf:4,4,15,15"]\n1. h6-h5\n2. e9-e8\n( 2. g7-g6 {idea} 3. b6-b5 ( 3. c7-c6 ) )\n3. g7-g6\nresult *\n';

/** A record with variations is imported, walked with keys, shared, and read by somebody else. */
async function sharing(context) {
  const server = await context.server();
  const person = await context.person("author", QUIET);
  const { page } = person;
  await page.goto(`${server.url}#/import`);
  await page.locator("textarea").fill(VARIATIONS);
  await page.getByRole("button", { name: "Analyse" }).click();
  await person.see("the tree", () => document.querySelectorAll(".tree .move").length === 6 && document.querySelectorAll(".variation").length === 2);
  const shown = (text) => person.see(`${text} to be shown`, (turn) => document.querySelector(".tree .shown")?.textContent === turn, text);
  for (const [key, turn] of [["ArrowRight", "h6-h5"], ["ArrowRight", "e9-e8"], ["ArrowDown", "g7-g6"], ["ArrowRight", "b6-b5"], ["ArrowDown", "c7-c6"], ["End", "c7-c6"]]) {
    await page.keyboard.press(key);
    await shown(turn);
  }
  await page.getByRole("button", { name: "Promote variation" }).click();
  await person.see("the promoted move first", () => [...document.querySelectorAll(".tree .move")].map((move) => move.textContent).join(" ").includes("g7-g6 c7-c6"));
  // A move on the board makes a variation.
  await page.keyboard.press("Home");
  await person.see("the start", () => document.querySelector(".tree .shown") === null);
  await answer(person, ["b6", "b5"]);
  await shown("b6-b5");
  await person.see("a third variation", () => document.querySelectorAll(".variation").length === 3);
  const shared = await page.evaluate(async (text) => {
    const response = await fetch("api/studies", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }) });
    return response.json();
  }, VARIATIONS);
  const reader = await context.person("reader", QUIET);
  await reader.page.goto(`${server.url}#/analysis?study=${shared.study}`);
  await reader.see("the shared study without an editor", () => document.querySelectorAll(".tree .move").length === 6 && document.querySelector(".note")?.hidden === true);
  await page.goto(`${server.url}#/analysis?study=${shared.study}&key=${shared.key}`);
  // The study of seven moves that was shown until now has an editor as well.
  await person.see("the shared study with an editor", () => document.querySelectorAll(".tree .move").length === 6 && document.querySelector(".note")?.hidden === false);
  await page.keyboard.press("ArrowRight");
  await shown("h6-h5");
  await page.getByRole("button", { name: "Good move" }).click();
  await person.see("the mark", () => document.querySelector(".tree .mark.good") !== null);
  await reader.page.reload();
  await reader.see("the change of the author", () => document.querySelector(".tree .mark.good") !== null);
}

/** Pieces are placed and refused with a reason in every game, and the position is analysed. */
async function editor(context) {
  const server = await context.server();
  const person = await context.person("editor", QUIET);
  const { page } = person;
  person.expectErrors(/400/); // an empty board is no position of some games
  for (const { game } of await server.get("api/games")) {
    await page.goto(`${server.url}#/editor?setup=${game}`);
    await person.see("the pieces", () => document.querySelectorAll(".look").length > 2);
    await page.getByRole("button", { name: "Clear board" }).click();
    await person.see("an answer", () => document.querySelector(".message")?.textContent !== "");
    await page.getByRole("button", { name: "Start position" }).click();
    await person.see("a valid position", () => document.querySelector(".message.error") === null && document.querySelector(".editor a.primary") !== null);
    await page.getByRole("link", { name: "Analyse" }).click();
    await person.see("the analysis board", () => document.querySelector(".tree") !== null);
  }
  // The first piece on an empty board ends the phase of the first move.
  await page.goto(`${server.url}#/editor?setup=diavolo:4`);
  await person.see("the pieces", () => document.querySelectorAll(".look").length > 2);
  await page.locator(".look").first().click();
  await page.locator('.cell[aria-label^="u1,1"]').dispatchEvent("click");
  await person.see("a possible position with one piece", () => document.querySelectorAll(".layer-pieces .piece").length === 1 && document.querySelector(".message.error") === null && document.querySelector(".editor a.primary") !== null);
  await page.goto(`${server.url}#/editor?setup=duell`);
  await person.see("the pieces", () => document.querySelectorAll(".look").length === 51);
  await page.locator(".look").nth(5).click();
  await page.locator('.cell[aria-label^="E4"]').dispatchEvent("click");
  await person.see("the reason", () => document.querySelector(".message.error")?.textContent.includes("more than eight"));
  await isAccessible(context, person);
}

/** A study of more than a thousand moves: an edit leaves the blocks alone that it does not change, and their
 * buttons still lead to their moves, whose numbers have changed. */
async function largeStudy(context) {
  const server = await context.server();
  const person = await context.person("author", QUIET);
  const { page } = person;
  const cells = ["a1", "c1", "e1", "g1", "i1", "a3", "c3", "e3", "g3", "i3", "a5", "c5", "e5", "g5", "i5", "a7", "c7", "e7", "g7", "i7"];
  const firsts = cells.flatMap((a, i) => cells.slice(i + 1).map((b) => [a, b]));
  const line = (first, n) => [first, ...Array.from({ length: 6 }, (_, i) => cells.filter((cell) => !first.includes(cell)).slice((n % 4) + 2 * i, (n % 4) + 2 * i + 2))].map((pair, i) => `${i + 1}. ${pair.join()}`);
  const [main, ...others] = firsts.map(line);
  const text = `[Game "ponte"]\n${main[0]}\n${others.map((moves) => `( ${moves.join(" ")} )`).join("\n")}\n${main.slice(1).join("\n")}\nresult *\n`;
  await page.addInitScript((record) => localStorage.setItem("tessera.study", JSON.stringify({ record, node: 0 })), text);
  await page.goto(`${server.url}#/analysis`);
  await person.see("all moves", (count) => document.querySelectorAll(".tree .move").length === count, 7 * firsts.length);
  await page.evaluate(() => document.querySelectorAll(".block").forEach((block) => (block.isOld = true)));
  await page.keyboard.press("ArrowRight");
  await person.see("the first move", () => document.querySelector(".tree .shown") === document.querySelector(".tree .move"));
  const reply = page.waitForResponse(/api\/study$/);
  await page.getByRole("button", { name: "Good move" }).click();
  assert.equal((await (await reply).json()).nodes.length, 1, "only the node that changes");
  await person.see("the mark", () => document.querySelector(".tree .mark.good") !== null);
  assert.equal(await page.evaluate(() => [...document.querySelectorAll(".block")].filter((block) => !block.isOld).length), 1);
  // After quick steps the last position is there, and a move can be entered.
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
  await person.see("six moves of two stones, and cells to select", () => document.querySelectorAll(".layer-pieces .piece").length === 12 && document.querySelector(".layer-over .target") !== null);
  await page.keyboard.press("Home");
  await person.see("the start", () => document.querySelector(".tree .shown") === null);
  await answer(person, ["j10", "h10"]); // a new variation, before the second move of the main line
  await person.see("the new move", (count) => document.querySelectorAll(".tree .move").length === count + 1, 7 * firsts.length);
  const last = page.locator(".tree .move").last();
  const turn = await last.textContent();
  await last.dispatchEvent("click");
  await person.see("the last move of the main line", (move) => document.querySelector(".tree .shown")?.textContent === move && [...document.querySelectorAll(".tree .move")].at(-1).classList.contains("shown"), turn);
}

/** The reason why a position is impossible, in every language. */
async function translatedReasons(context) {
  const server = await context.server();
  for (const language of ["de", "pl", "pt", "zh-Hant"]) {
    const person = await context.person(`editor (${language})`, { settings: { ...QUIET.settings, language } });
    person.expectErrors(/400/);
    const strings = await (await fetch(`${server.url}api/strings?${new URLSearchParams({ game: "duell", language })}`)).text();
    const [, wanted] = strings.match(/^pos-dice = (.*)$/m) ?? [];
    assert.ok(wanted, `expected a translation into ${language}`);
    await person.page.goto(`${server.url}#/editor?setup=duell`);
    await person.see("the pieces", () => document.querySelectorAll(".look").length === 51);
    await person.page.locator(".look").nth(5).click();
    await person.page.locator('.cell[aria-label^="E4"]').dispatchEvent("click");
    await person.see(`the reason in ${language}`, (text) => document.querySelector(".message.error")?.textContent.includes(text), wanted);
  }
}

/** Press a button and return the file that it saves. */
async function saved({ page }, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

function isPng({ name, bytes }) {
  assert.match(name, /^\w+-position\.png$/);
  assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  assert.equal(Math.max(width, height), 1600);
  assert.ok(Math.min(width, height) > 400, `${width} x ${height}`);
  assert.ok(bytes.length > 10_000, `${bytes.length} bytes`);
}

/** The position as SVG and PNG, from the analysis board and the editor; the game as an animated SVG. */
async function pictures(context) {
  const server = await context.server();
  const person = await context.person("artist", { ...QUIET, acceptDownloads: true });
  const { page } = person;
  await page.goto(`${server.url}#/analysis?text=${encodeURIComponent(VARIATIONS)}`);
  await person.see("the tree", () => document.querySelectorAll(".tree .move").length === 6);
  await page.locator("summary", { hasText: "Share" }).click();
  isPng(await saved(person, "Save board as PNG"));
  assert.match((await saved(person, "Save board as SVG")).bytes.toString(), /^<svg/);
  const game = await saved(person, "Save game as animated SVG");
  assert.equal(game.name, "gipf-game.svg");
  // The browser reads the file, and each of its moments shows the pieces of one position.
  const counts = await page.evaluate((text) => {
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const frames = 4; // the start and three moves
    const isIn = (animate, frame) => {
      const times = animate.getAttribute("keyTimes").split(";").map(Number);
      const at = (frame + 0.5) / (frames - 1 + 4);
      return animate.getAttribute("values").split(";")[times.findLastIndex((time) => time <= at)] === "visible";
    };
    const animates = [...svg.querySelectorAll("animate")];
    return [svg.localName, ...Array.from({ length: frames }, (_, frame) => animates.filter((animate) => isIn(animate, frame)).length)];
  }, game.bytes.toString());
  assert.equal(counts[0], "svg");
  assert.ok(counts[1] < counts[4], `drawings that come and go: ${counts}`);
  await page.goto(`${server.url}#/editor?setup=duell`);
  await person.see("the pieces", () => document.querySelectorAll(".look").length === 51);
  isPng(await saved(person, "Save board as PNG"));
}

async function offline(context) {
  const files = new Files(context.tools.offline);
  await files.open();
  context.atEnd(() => files.close());
  const person = await context.person("analyst", { settings: { engine: true, lines: 2, motion: "off" } });
  const { page } = person;
  await walk(person, files.url, "duell");
  await person.see("two variations of the engine", () => document.querySelectorAll(".lines li").length === 2);
  await page.goto(`${files.url}#/editor?setup=ponte`);
  await person.see("the pieces", () => document.querySelectorAll(".look").length > 2);
}

export const tests = [
  ["study: the analysis board in every game", analysis],
  ["study: variations, keys and sharing", sharing],
  ["study: a large tree of moves", largeStudy],
  ["study: the board editor in every game", editor],
  ["study: the board editor explains in every language", translatedReasons],
  ["study: positions and games as pictures", pictures],
  ["study: analysis without a server", offline],
];
