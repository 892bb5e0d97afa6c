// SPDX-License-Identifier: MIT
// Accessibility and layout of every screen: axe-core in both themes, phone screens, large boards, the
// content security policy, and the time to the first board (reported, not checked).

import assert from "node:assert/strict";
import { Player, theseTurns } from "./player.mjs";

const BOTH = [{ kind: "human" }, { kind: "human" }];
const GAMES = ["gipf", "ponte", "diavolo", "alliances", "duell"];
const START = { gipf: "gipf:4,4,15,15", ponte: "ponte:contest", diavolo: "diavolo:8", alliances: "alliances:7", duell: "duell" };

/** Create tables and return the routes of every screen. */
async function screens(server, rights) {
  const running = {};
  for (const game of GAMES) running[game] = await server.post("api/tables", { setup: START[game], seats: BOTH });
  const over = await server.post("api/tables", { setup: "duell", position: "9/4,wK,4/9/9/9/9/8,bK/9 w 0 1", seats: BOTH });
  for (const [turn, words] of ["E7-D7", "I2-I3", "D7-D8", "I3-I4", "D8-E8"].entries())
    await server.post(`api/tables/${over.table}/turn`, { token: over.tokens[turn % 2], turn, words });
  const invited = await server.post("api/tables", { setup: "gipf:3,3,10,10", seats: [{ kind: "human" }, { kind: "open" }] });
  rights.seats = Object.fromEntries(
    [...Object.values(running), over].map((made) => [made.table, { tokens: made.tokens, invitation: null, at: 1 }]),
  );
  return [
    ["lobby", "/", () => document.querySelectorAll(".thumbnail svg").length === 5],
    ...GAMES.map((game) => [`table of ${game}`, `/table/${running[game].table}`, () => document.querySelector(".stage.active") !== null]),
    ["table that is over", `/table/${over.table}`, () => document.querySelector(".plot svg") !== null],
    [
      "table with an invitation",
      `/table/${invited.table}?invite=${invited.invitation}`,
      () => document.querySelector(".asks input") !== null,
    ],
    ["new game", "/new/ponte", () => document.querySelector(".aside svg") !== null],
    ["list of tables", "/tables?whose=mine", () => document.querySelectorAll(".tablelist li").length > 5],
    ...GAMES.map((game) => [`rules of ${game}`, `/rules/${game}`, () => document.querySelector("article.rules")?.textContent.length > 500]),
    ["puzzles", "/puzzles/ponte/3", () => document.querySelector(".shown svg") !== null],
    ["goal of a lesson", "/lesson/alliances", () => document.querySelector(".stage svg") !== null],
    ["task of a lesson", "/lesson/duell/3", () => document.querySelector(".stage.active") !== null],
    ["settings", "/settings", () => document.querySelectorAll("select").length > 2],
    ["import", "/import", () => document.querySelector("textarea") !== null],
    [
      "position",
      `/position?${new URLSearchParams({ setup: "duell", position: "9/4,wK,4/9/9/9/9/8,bK/9 w 0 1" })}`,
      () => document.querySelector(".shown svg") !== null,
    ],
    ["nothing", "/nowhere", () => document.querySelector("h1") !== null],
  ];
}

/** A user who owns the seats of these tables. */
async function visitor(context, server, name, options) {
  const rights = {};
  const list = await screens(server, rights);
  const person = await context.person(name, options);
  await person.context.addInitScript((text) => {
    if (location.protocol.startsWith("http")) localStorage.setItem("tessera.seats", text);
  }, JSON.stringify(rights.seats));
  await person.page.goto(server.url);
  return { person, list };
}

async function visit(person, server, [name, route, isThere]) {
  await person.page.evaluate((hash) => (location.hash = hash), `#${route}`);
  await person.see(`the screen '${name}'`, isThere);
}

/** What selecting a cell shows: name, screen, cell, condition. */
const MOMENTS = [
  ["a menu of colours", "table of alliances", "g12", () => document.querySelectorAll(".menu button").length === 3],
  ["a selected die", "table of duell", "F1", () => document.querySelector(".light.chosen") !== null],
  ["an error message", "table of duell", "F8", () => document.querySelector(".message.error") !== null],
];

function findings(result) {
  return result.violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html.slice(0, 160)} (${node.failureSummary?.split("\n").slice(1).join(" ").trim().slice(0, 200)})`,
    ),
  );
}

/** Fail if axe-core finds a violation on the page of this person. */
export async function checkAxe(context, person) {
  await person.page.evaluate(context.tools.axe);
  const result = await person.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(findings(result), [], "expected no axe-core violation");
}

async function axe(context, theme) {
  const server = await context.server();
  const { person, list } = await visitor(context, server, "reader", { settings: { theme }, colorScheme: theme });
  await person.page.evaluate(context.tools.axe);
  const found = [];
  const look = async (name) => {
    const result = await person.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    found.push(...findings(result).map((text) => `${name}: ${text}`));
  };
  for (const screen of list) {
    await visit(person, server, screen);
    await look(screen[0]);
    for (const [name, of, cell, isThere] of MOMENTS) {
      if (of !== screen[0]) continue;
      const player = new Player(server, person);
      await player.arrive();
      await player.select(cell);
      await person.see(name, isThere);
      await look(name);
    }
  }
  assert.deepEqual(found, [], `expected no axe-core violation in the ${theme} theme`);
}

async function phone(context) {
  const server = await context.server();
  for (const width of [320, 390]) {
    const { person, list } = await visitor(context, server, `phone-${width}`, {
      viewport: { width, height: 700 },
      isMobile: true,
      hasTouch: true,
      deviceScaleFactor: 2,
    });
    for (const screen of list) {
      await visit(person, server, screen);
      // Do not compare with innerWidth, as a phone zooms out until everything fits.
      const wide = await person.page.evaluate((width) => document.scrollingElement.scrollWidth - width, width);
      assert.ok(wide <= 0, `expected the screen '${screen[0]}' to fit into ${width} pixels; it is ${wide} pixels wider`);
    }
  }
}

async function fingers(context) {
  const server = await context.server();
  const person = await context.person("phone", {
    viewport: { width: 390, height: 760 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  const player = new Player(server, person, "taps");
  await player.begin("ponte:contest;size=4", { seats: BOTH, position: "3B/1B2/4/W1W1 w - 3 -" });
  const table = await player.ready();
  const board = await person.page.locator(".stage svg.board").boundingBox();
  assert.ok(board.width > 300, `expected a board about as wide as the phone, got ${board.width}`);
  await player.turn(table, theseTurns(["a1-c1"]));
  await player.play("a4,b4");
  const after = await player.ready();
  assert.deepEqual(
    after.moves.map((move) => move.turn),
    ["a1-c1", "a4,b4"],
  );
}

const zoom = (player) => player.page.evaluate(() => document.querySelector(".stage svg.board").viewBox.baseVal.width);
const isSeen = (player, cell) =>
  player.page.evaluate((index) => {
    const { left, right, top, bottom } = document.querySelector(".stage svg.board").getBoundingClientRect();
    const { e, f } = document.querySelector(`.stage [data-cell="${index}"]`).getScreenCTM();
    return e > left && e < right && f > top && f < bottom;
  }, cell);

async function largeBoard(context) {
  const server = await context.server();
  const player = new Player(server, await context.person("player"), "keys");
  await player.begin("diavolo:30", { seats: BOTH });
  await player.ready();
  const whole = await zoom(player);
  await player.toBoard();
  for (let i = 0; i < 4; i++) await player.page.keyboard.press("+");
  assert.ok((await zoom(player)) < whole / 3, "expected the key + to zoom in");
  await player.person.see("a small overview", () => document.querySelector(".overview")?.getBoundingClientRect().width > 0);
  const far = await player.cell("u1,30");
  await player.typeName("u1,30", far);
  assert.ok(await isSeen(player, far), "expected the focused cell to be visible");
  await player.page.keyboard.press("Enter");
  await player.person.see(
    "the first land, with a second to place",
    () => document.querySelectorAll(".stage .layer-pieces .piece").length === 1 && document.querySelector(".stage.active"),
  );
  await player.typeName("u1,1", await player.cell("u1,1"));
  await player.page.keyboard.press("Enter");
  const table = await player.ready();
  assert.deepEqual(
    table.moves.map((move) => move.turn),
    ["u1,1+u1,30"],
  );
  await player.press("Whole board", ".stage");
  assert.equal(await zoom(player), whole, "expected the whole board again");
}

async function largeBoardByFinger(context) {
  const server = await context.server();
  const person = await context.person("phone", {
    viewport: { width: 390, height: 760 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  const player = new Player(server, person, "taps");
  await player.begin("diavolo:30", { seats: BOTH });
  await player.ready();
  const whole = await zoom(player);
  await player.select("u15,2");
  await person.see(
    "a zoomed board, since the cells are too small to tap",
    (width) => document.querySelector(".stage svg.board").viewBox.baseVal.width < width / 2,
    whole,
  );
  assert.equal(await person.has(".stage .layer-pieces .piece"), false, "expected no land yet");
  await player.select("u15,2");
  await person.see(
    "a land",
    () => document.querySelectorAll(".stage .layer-pieces .piece").length === 1 && document.querySelector(".stage.active"),
  );
  await player.select("u16,2");
  assert.deepEqual(
    (await player.ready()).moves.map((move) => move.turn),
    ["u15,2+u16,2"],
  );
}

// The marks of a guide's examples are outlines that hide no piece.
async function guideMarks(context) {
  const server = await context.server();
  const person = await context.person("reader");
  await person.page.goto(`${server.url}#/rules/ponte`);
  await person.see("the examples", () => document.querySelectorAll("figure svg .marked").length > 0);
  const fills = await person.page.evaluate(() => [...document.querySelectorAll("figure svg .marked")].map((mark) => getComputedStyle(mark).fill));
  assert.deepEqual([...new Set(fills)], ["none"], "expected marks that are not filled");
}

async function policy(context) {
  const server = await context.server();
  const { headers } = await server.head("/");
  const wanted = headers["content-security-policy"] ?? "";
  assert.match(wanted, /default-src 'none'/, "expected a policy that forbids everything by default");
  assert.doesNotMatch(wanted, /unsafe-inline|'unsafe-eval'|\*|https?:/, "expected no inline script, no eval and no other host");
  const person = await context.person("visitor");
  await person.page.goto(server.url);
  await person.see("the lobby", () => document.querySelectorAll(".thumbnail svg").length === 5);
  // The browser enforces the policy.
  person.expectErrors(/policy|Content Security Policy/);
  const ran = await person.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.ranInline = true";
    document.head.append(script);
    return globalThis.ranInline === true;
  });
  assert.equal(ran, false, "expected that the inline script does not run");
}

async function firstBoard(context) {
  const server = await context.server();
  const times = [];
  for (let i = 0; i < 3; i++) {
    const person = await context.person(`visitor-${i}`);
    await person.page.goto(server.url, { waitUntil: "commit" });
    await person.see("a board in the lobby", () => document.querySelector(".thumbnail svg") !== null);
    times.push(await person.page.evaluate(() => performance.now()));
  }
  times.sort((a, b) => a - b);
  context.figures.push(
    `first board drawn after ${times.map((ms) => Math.round(ms)).join(", ")} ms on the loopback (cold cache, three visits)`,
  );
}

export const tests = [
  ["axe-core finds no violation in the light theme", (context) => axe(context, "light")],
  ["axe-core finds no violation in the dark theme", (context) => axe(context, "dark")],
  ["no screen scrolls sideways on a phone", phone],
  ["a game is played by touch on a phone", fingers],
  ["a board of 900 cells is zoomed and played with the keyboard", largeBoard],
  ["a board of 900 cells is zoomed and played by touch", largeBoardByFinger],
  ["the marks in the examples of a guide hide no piece", guideMarks],
  ["the content security policy is strict and enforced", policy],
  ["time to the first board", firstBoard, { alone: true }],
];
