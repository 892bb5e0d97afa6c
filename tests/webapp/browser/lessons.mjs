// SPDX-License-Identifier: MIT
// Lessons, and the tips of a first game.

import assert from "node:assert/strict";
import { Player } from "./player.mjs";

/** Enter a move of a task with the keyboard: type the name of each cell, then Enter. */
export async function answer(person, cells) {
  const { page } = person;
  for (const cell of cells) {
    await person.see("a board that takes a move", () => document.querySelector(".stage.active") !== null);
    await page.locator('.stage .cell[tabindex="0"]').focus();
    const isThere = () =>
      page.evaluate((name) => document.activeElement?.getAttribute("aria-label")?.toLowerCase().split(", ")[0].split(" ").at(-1) === name, cell);
    for (let tries = 5; tries > 0; tries--) {
      await page.keyboard.press("Shift"); // ends the name that was typed before
      await page.keyboard.type(cell);
      if (await isThere()) break; // a busy machine may type too slowly
    }
    assert.ok(await isThere(), `expected the keys '${cell}' to lead to the cell`);
    await page.keyboard.press("Enter");
  }
}

/** The tasks of one lesson, with wrong and right answers: cells and what the page says then. */
const GIPF = [
  [["b6", "b5"], "Right. The piece that was there"],
  [["a1", "b2"], "Right. A row of four"],
  [["i5", "h5"], "Right. The pushed piece"],
  [["a1", "b2"], "Right. The black piece is out"],
  [["a1", "b2", "e5", "e5"], "Right. Only one of two crossing rows"],
  [["g7", "g6"], "Right. Four pieces are back"],
];

async function lesson(context) {
  const server = await context.server();
  const person = await context.person("learner");
  const { page } = person;
  await page.goto(server.url);
  await page.getByRole("link", { name: "Learn GIPF" }).click();
  await person.see("the goal first", () => document.querySelector(".task")?.textContent.includes("run out of pieces"));
  await page.getByRole("link", { name: "Start", exact: true }).click();
  await person.see("the first task", () => document.querySelector(".task h2")?.textContent === "Task 1 of 8");
  assert.equal(await page.locator(".message").getAttribute("aria-live"), "polite");
  // A wrong answer is explained, and the task begins again.
  await answer(person, ["c7", "c6"]);
  await person.seesMessage("That spot was empty");
  assert.equal(await person.has(".tasks .done"), false);
  // An illegal selection is explained too.
  await answer(person, ["d5"]);
  await person.see("the reason", () => document.querySelector(".message.error") !== null);
  for (const [i, [cells, words]] of GIPF.entries()) {
    await person.see(`task ${i + 1}`, (n) => document.querySelector(".task h2")?.textContent === `Task ${n} of 8`, i + 1);
    await answer(person, cells);
    await person.seesMessage(words);
    await person.see("the focus on the next task", () => document.activeElement?.textContent === "Next task");
    await page.keyboard.press("Enter");
  }
  // The page remembers, and the goal leads to the first task that is left.
  await page.goto(`${server.url}#/lesson/gipf`);
  await page.reload();
  await person.see("six solved tasks", () => document.querySelectorAll(".tasks .done").length === 6);
  await page.getByRole("link", { name: "Continue with task 7" }).click();
  await person.see("task 7", () => document.querySelector(".task h2")?.textContent === "Task 7 of 8");
  // The rules lead to the lesson as well.
  await page.goto(`${server.url}#/rules/duell`);
  await page.getByRole("link", { name: "Learn Duell" }).click();
  await person.see("the lesson of the other game", () => location.hash === "#/lesson/duell");
}

/** Every game's lesson in every language: the goal and each task are shown in that language. */
async function translatedLessons(context) {
  const server = await context.server();
  const games = await server.get("api/games");
  for (const language of ["de", "pl", "pt", "zh-Hant"]) {
    const person = await context.person(`learner (${language})`, { settings: { language } });
    await person.page.goto(server.url);
    for (const { game } of games) {
      const strings = new Map(
        (await (await fetch(`${server.url}api/strings?${new URLSearchParams({ game, language })}`)).text()).split("\n").map((line) => line.split(" = ")),
      );
      const { tasks } = await server.get("api/lesson", { game });
      for (let n = 0; n <= tasks.length; n++) {
        await person.page.evaluate((hash) => (location.hash = hash), `#/lesson/${game}/${n}`);
        const wanted = strings.get(n === 0 ? "lesson-goal" : `lesson-${n}`);
        assert.ok(wanted, `expected a translation of task ${n} of ${game} into ${language}`);
        await person.see(`task ${n} of ${game} in ${language}`, (text) => document.querySelector(".task p")?.textContent === text, wanted);
      }
    }
  }
}

/** Tips advance with each move of the user; after the last one, or if the user closes them, they stay away. */
async function tips(context) {
  const server = await context.server();
  const player = new Player(server, await context.person("beginner", { settings: { tipsSeen: {} } }));
  const asks = (text) => player.person.see(`'${text}'`, (wanted) => document.querySelector(".asks")?.textContent.includes(wanted), text);
  const none = () => player.person.see("no tip", () => !document.querySelector(".asks")?.textContent.includes("/3 "));
  await player.begin("gipf", { seats: [{ kind: "human" }, { kind: "human" }] });
  await asks("1/3 ");
  await player.press("Resign", ".actions");
  await none(); // one question at a time
  await player.press("Cancel", ".asks");
  await asks("1/3 ");
  await player.play("c7-c6");
  await asks("2/3 ");
  await player.play("d8-d7");
  await asks("3/3 ");
  await player.play("f8-f7");
  await none();
  await player.begin("gipf", { seats: [{ kind: "human" }, { kind: "human" }] });
  await player.ready();
  await none();
  await player.begin("duell", { seats: [{ kind: "human" }, { kind: "human" }] });
  await asks("1/3 ");
  await player.press("Do not show again", ".asks");
  await none();
  await player.begin("duell", { seats: [{ kind: "human" }, { kind: "human" }] });
  await player.ready();
  await none();
}

export const tests = [
  ["a lesson: goal, tasks, wrong and right answers by keyboard, progress", lesson],
  ["every lesson in every language", translatedLessons],
  ["tips advance by themselves and can be closed", tips],
];
