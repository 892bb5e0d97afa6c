// SPDX-License-Identifier: MIT
// Import and export of records, positions, pictures and links; puzzles; languages; invalid input.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Player } from "./player.mjs";
import { Files } from "./test_server.mjs";
import { readWords } from "./words.mjs";

const BOTH = [{ kind: "human" }, { kind: "human" }];
const languageFile = (code) => JSON.parse(readFileSync(new URL(`../../../webapp/src/lang/${code}.json`, import.meta.url), "utf8"));

async function playedTable(context, server, options = {}) {
  const player = new Player(server, await context.person("player", options));
  await player.begin("ponte:contest;size=4", { seats: BOTH });
  for (const turn of ["a1,c1", "d4,b3", "a1-c1"]) await player.play(turn);
  return player;
}

async function saved(player, text) {
  const [download] = await Promise.all([player.page.waitForEvent("download"), player.press(text, ".more")]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

async function exportAndImport(context) {
  const server = await context.server();
  const player = await playedTable(context, server, { permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
  const table = await player.ready();
  await player.page.locator(".more summary").click();

  const record = await saved(player, "Export game");
  assert.match(record.name, /^ponte-.*\.txt$/);
  const text = record.bytes.toString("utf8");
  assert.match(text, /a1-c1/, "expected the bridge in the record");
  const svg = await saved(player, "Save board as SVG");
  assert.match(svg.bytes.toString("utf8"), /^<svg|^<\?xml/, "expected an SVG file");
  const png = await saved(player, "Save board as PNG");
  assert.equal(png.bytes.subarray(1, 4).toString("latin1"), "PNG", "expected a PNG file");

  await player.press("Copy position", ".more");
  await player.seesMessage("Copied.");
  assert.equal(await player.page.evaluate(() => navigator.clipboard.readText()), table.position, "expected the position in the clipboard");
  await player.press("Copy link to this position", ".more");
  await player.person.see("a link in the clipboard", async () => (await navigator.clipboard.readText()).startsWith("http"));
  const link = await player.page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#\/position\?setup=ponte/);

  // The link shows the position and can start a game from it.
  await player.page.goto(link);
  await player.person.see(
    "the position behind the link",
    (position) => document.querySelector("main pre")?.textContent === position,
    table.position,
  );
  await player.page.getByRole("link", { name: "Play from this position" }).click();
  await player.press("Start game");
  await player.arrive();
  assert.equal((await player.ready()).position, table.position);

  // Importing the record continues the game where it ended.
  await player.page.goto(`${server.url}#/import`);
  await player.page.locator("textarea").fill(text);
  await player.press("Import");
  await player.arrive();
  const again = await player.ready();
  assert.deepEqual(
    again.moves.map((move) => move.turn),
    table.moves.map((move) => move.turn),
  );
  assert.equal(again.position, table.position);
  await player.play("a4,b4");

  // A position alone is recognised.  Invalid text shows an error; the browser logs the HTTP status as well.
  player.person.expectErrors(/status of 400 .*\/api\/read/);
  await player.page.goto(`${server.url}#/import`);
  await player.page.locator("textarea").fill("9/9/9/4,wK,4/9/1,w31,7/8,bK/9 w 0 1");
  await player.press("Import");
  await player.person.see("a position of Duell", () => document.querySelector("h1")?.textContent === "Duell position");
  await player.page.goto(`${server.url}#/import`);
  await player.page.locator("textarea").fill('[Game "chess"]\n1. e2-e4');
  await player.press("Import");
  await player.person.see("why the text is invalid", () =>
    document.querySelector(".message").textContent.startsWith("That did not work: "),
  );
}

async function languages(context) {
  const server = await context.server();
  const person = await context.person("reader", { locale: "de-DE" });
  const german = languageFile("de");
  await person.page.goto(server.url);
  await person.see(
    "the lobby in the browser's language",
    (text) => document.querySelector("h1")?.textContent === text,
    german["lobby.heading"],
  );
  assert.equal(await person.page.evaluate(() => document.documentElement.lang), "de");
  for (const code of ["pt", "pl", "zh-Hant", "en"]) {
    const strings = languageFile(code);
    await person.page.goto(`${server.url}#/settings`);
    await person.page.locator("select").first().selectOption(code);
    await person.see(
      `the settings in ${code}`,
      (heading) => document.querySelector("h1")?.textContent === heading,
      strings["settings.heading"],
    );
    assert.equal(await person.page.evaluate(() => document.documentElement.lang), code);
    await person.page.goto(`${server.url}#/rules/duell`);
    await person.see(
      `the rules in ${code}`,
      (heading) =>
        document.querySelector("h1")?.textContent === heading && document.querySelector("article.rules")?.textContent.length > 500,
      strings["rules.heading"].replace("{game}", readWords("duell", code).text("title") ?? "Duell"),
    );
  }
}

/** Choose a puzzle, show its solution, and try a wrong and the right move against the computer. */
async function puzzles(context) {
  const server = await context.server();
  const player = new Player(server, await context.person("player"));
  const set = readFileSync(new URL("../../../src/games/gipf/puzzles.txt", import.meta.url), "utf8");
  const lines = set.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const at = lines.findIndex((line) => / \d+ \w+-\w+ /.test(line) && line.endsWith(" B")); // black: not the first seat
  const [setup, , , turn, ...rest] = lines[at].split(" ");
  await player.page.goto(`${server.url}#/`);
  await player.page.getByRole("navigation").getByRole("link", { name: "Puzzles" }).click();
  await player.page.locator("main").getByRole("link", { name: "GIPF" }).click();
  await player.person.see("all puzzles of the set", (count) => document.querySelectorAll("main option").length === count, lines.length);
  await player.page.locator("main select").selectOption(String(at + 1));
  await player.person.see("the address of the puzzle", (hash) => location.hash === hash, `#/puzzles/gipf/${at + 1}`);
  await player.person.see("its board", () => document.querySelector(".shown svg") !== null);
  assert.match(await player.page.locator("main").textContent(), /black to move\. exactly one move wins/i);
  await player.press("Show solution");
  await player.person.see("the solution", (text) => document.querySelector("main").textContent.includes(`Solution: ${text}`), turn);
  await player.press("Solve");
  await player.arrive();
  const table = await player.ready();
  assert.equal(table.setup, setup);
  assert.equal(table.position, rest.join(" "));
  assert.deepEqual(
    table.seats.map((seat) => seat.kind),
    ["engine", "human"],
  );
  const asks = (text) => player.person.see(`'${text}'`, (wanted) => document.querySelector(".asks")?.textContent.includes(wanted), text);
  const { steps } = await server.get("api/choices", { setup, position: table.position });
  const other = steps.find((step) => step.ends && step.text !== turn).text;
  await asks("Exactly one move wins");
  await player.play(other);
  await asks(`${other} is not the solution`);
  await player.ready();
  await player.press("Takeback", ".asks");
  await asks("Exactly one move wins");
  await player.play(turn);
  await asks(`Correct: ${turn}!`);
  assert.equal((await player.ready()).moves[0].turn, turn);
  // The list remembers what was solved, even after the page is loaded again.
  await player.page.goto(`${server.url}#/puzzles/gipf/${at + 1}`);
  await player.page.reload();
  await player.person.see("the mark of the solved puzzle", (n) => document.querySelectorAll("main option")[n]?.textContent.startsWith("✓"), at);
  assert.equal(await player.page.locator(".solved").textContent(), `Solved: 1 of ${lines.length}`);
  // A number that is too large selects the last puzzle.
  await player.page.goto(`${server.url}#/puzzles/gipf/9999`);
  await player.person.see("the last puzzle", (count) => Number(document.querySelector("main select")?.value) === count, lines.length);
}

/** Invalid input shows an error, and the next game does not remember it. */
async function invalidInput(context) {
  const server = await context.server();
  const player = new Player(server, await context.person("player"));
  player.person.expectErrors(/status of 40[04]/);
  await player.page.goto(`${server.url}#/new/ponte`);
  await player.page.getByText("Advanced settings").click();
  await player.page.locator("details input").fill("size=99");
  await player.press("Start game");
  await player.person.see("why the settings are invalid", () => /^That did not work: size=? takes a number/.test(document.querySelector(".submit .message").textContent));
  await player.page.goto(`${server.url}#/new/gipf`);
  await player.page.getByRole("radio", { name: "Game record" }).check();
  await player.press("Start game");
  await player.seesMessage("The field is empty.");
  await player.page.goto(`${server.url}#/import`);
  await player.press("Import");
  await player.seesMessage("Paste a game record or a position");
  await player.page.goto(`${server.url}#/table/0123456789abcdef`);
  await player.person.see("that the game does not exist", () => document.querySelector("h1")?.textContent === "Game not found.");
  await player.page.locator("main").getByRole("link", { name: "Home" }).click();
  await player.page.getByRole("button", { name: "Play Ponte del Diavolo" }).click();
  await player.arrive();
  assert.equal((await player.ready()).setup, "ponte:contest");
}

/** A position of each game, and the label of a cell that begins no legal step. */
const ILLEGAL = [
  ["gipf:standard", null, "e5"],
  ["ponte:contest;size=4", "3B/1B2/4/W1W1 w - 3 -", "d4"],
  ["diavolo:4", "4 rr.ww.r/r.wrw/w.r/w - w n 1", "u2,1"],
  ["alliances:4", "4 ox/xxxxo/xxxogx/ggggx/xoxxxx/gxxox/xx --- 2", "d4"],
  ["duell", null, "E5"],
];

/** In every game and language: the lobby, variants, tips, status, an illegal selection, panel and result. */
async function translatedTables(context) {
  const server = await context.server();
  for (const language of ["de", "pl", "pt", "zh-Hant"]) {
    const strings = languageFile(language);
    const player = new Player(server, await context.person(`player (${language})`, { settings: { language, tipsSeen: {} } }));
    player.startLabel = strings["new.start"];
    for (const [setup, position, wrong] of ILLEGAL) {
      const game = setup.split(":")[0];
      const words = readWords(game, language);
      const text = (selector) => player.page.locator(selector).allTextContents().then((all) => all.join(" "));
      await player.page.goto(`${server.url}#/`);
      await player.person.see(`${game} in the lobby`, (summary) => document.querySelector(".lobby")?.textContent.includes(summary), words.text("summary"));
      await player.begin(setup, { seats: BOTH, ...(position ? { position } : {}) });
      const table = await player.table();
      const side = words.text(table.sides[table.side]);
      await player.seesMessage(strings["table.turnof"].replace("{side}", side));
      assert.ok((await text(".asks")).includes(words.text("tip-1")), `expected the first tip of ${game} in ${language}`);
      assert.ok((await text(".score")).includes(words.text(table.panel[0].label.key)), `expected the panel of ${game} in ${language}`);
      await player.person.see("the user's turn", () => document.querySelector(".stage.active") !== null);
      const cell = await player.cell(wrong);
      const reason = await server.get("api/refusal", { setup: table.setup, position: table.position, cells: String(cell) });
      assert.ok(words.text(reason.key), `expected a translation of '${reason.key}'`);
      await player.select(wrong);
      await player.person.see(
        `why ${wrong} is illegal in ${game}`,
        (wanted) => document.querySelector(".message.error")?.textContent === wanted,
        words.sentence(reason),
      );
      assert.equal(await player.page.locator(".light.offending").count() > 0, true, "expected the offending cells marked");
      await player.press(strings["table.resign"], ".actions");
      await player.press(strings["table.resign"], ".asks");
      await player.person.see("the end of the game", (again) => document.querySelector(".actions")?.textContent.includes(again), strings["table.again"]);
      const { result } = await player.table();
      await player.seesMessage(words.sentence(result.message));
    }
  }
}

/** An action that the table rejects is explained in the user's language. */
async function translatedError(context) {
  const server = await context.server();
  const player = new Player(server, await context.person("player", { settings: { language: "de" } }));
  player.startLabel = languageFile("de")["new.start"];
  await player.begin("ponte:contest;size=4", { seats: BOTH });
  await player.person.see("the user's turn", () => document.querySelector(".stage.active") !== null);
  player.person.expectErrors(/status of 409/);
  await player.page.route("**/turn", (route) => {
    const body = JSON.parse(route.request().postData());
    return route.continue({ postData: JSON.stringify({ ...body, turn: 5 }) });
  });
  await player.select("a1");
  await player.person.see("the second step", () => document.querySelector(".message").textContent.includes("a1") && document.querySelector(".stage.active"));
  await player.select("c1");
  await player.seesMessage(readWords("ponte", "de").text("other-turn"));
}

const SEVERAL =
  '[Game "gipf:4,4,15,15"]\n[First "Ada"]\n[Second "Bo"]\n1. h6-h5\nresult *\n\n' +
  '[Game "duell"]\n1. nonsense\nresult *\n\n' +
  '[Game "ponte"]\n[First "Cy"]\n[Second "Di"]\n1. a1,c1\n2. e1,g1\nresult *\n';

/** Of a text with several games the user imports or analyses one, with a server and without. */
async function severalGames(context) {
  const server = await context.server();
  const person = await context.person("reader", { settings: { engine: false, motion: "off" } });
  const files = new Files(context.tools.offline);
  await files.open();
  context.atEnd(() => files.close());
  const { page } = person;
  const list = async (url, action) => {
    await page.goto(`${url}#/import`);
    await page.locator("textarea").fill(SEVERAL);
    await page.getByRole("button", { name: action, exact: true }).click();
    await person.see("two games and an error", () => document.querySelectorAll(".contents li").length === 3 && document.querySelectorAll(".contents button").length === 2);
  };
  await list(server.url, "Import");
  const texts = await page.locator(".contents li").allTextContents();
  assert.match(texts[0], /^Ada – Bo · GIPF · 1 move$/);
  assert.match(texts[1], /^line 3, column 4/);
  assert.match(texts[2], /^Cy – Di · Ponte del Diavolo · 2 moves$/);
  await page.evaluate(context.tools.axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(violations.map(({ id }) => id), []);
  await page.getByRole("button", { name: /Cy/ }).click();
  await person.see("the game with two moves", () => document.querySelectorAll(".movelist .move").length === 2);
  for (const url of [server.url, files.url]) {
    await list(url, "Analyse");
    await page.getByRole("button", { name: /Ada/ }).click();
    await person.see("the study with one move", () => document.querySelectorAll(".tree .move").length === 1);
  }
}

export const tests = [
  ["one of several games in a text is chosen", severalGames],
  ["records, positions, pictures and links can be exported and imported", exportAndImport],
  ["the language follows the browser and the settings", languages],
  ["a puzzle is chosen, solved and played", puzzles],
  ["every game in every language: lobby, tips, illegal selections, panel and result", translatedTables],
  ["a rejected action is explained in the user's language", translatedError],
  ["invalid imports and settings show an error and are not saved", invalidInput],
];
