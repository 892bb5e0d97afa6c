// SPDX-License-Identifier: MIT
// Puzzles: positions in which exactly one move wins.  The sets are lines of text (docs/solving.md).
// Solving a puzzle starts an ordinary game against the computer at its highest level.

import { gameTitle, variantTitle, type App, type Screen } from "./app";
import type { Backend, SeatRequest } from "./backend";
import { BoardView } from "./board";
import { button, h } from "./dom";
import { panel } from "./panel";
import { problem } from "./problem";
import { settings } from "./settings";
import { startTable } from "./start";
import { t } from "./i18n";
import { sideName } from "./words";

const BEST_LEVEL = 10;

interface Puzzle {
  setup: string;
  turns: number; // moves of both sides up to the win
  good: number; // other moves that look as good
  turn: string;
  position: string;
}

/** Parse lines of the form `SETUP LENGTH GOOD MOVE POSITION`; skip all others. */
function readPuzzles(text: string): Puzzle[] {
  const found: Puzzle[] = [];
  for (const line of text.split("\n")) {
    const parts = /^([^# ]+) (\d+) (\d+) (\S+) (.+)$/.exec(line);
    if (!parts) continue;
    const [, setup = "", turns, good, turn = "", position = ""] = parts;
    found.push({ setup, turns: Number(turns), good: Number(good), turn, position });
  }
  return found;
}

/** A short name of a puzzle: a hash (FNV-1a) of what makes it unique, for the list of solved ones. */
function idOf({ setup, turn, position }: Puzzle): string {
  let hash = 0x811c9dc5;
  for (const c of `${setup} ${turn} ${position}`) hash = Math.imul(hash ^ c.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(36);
}

function isSolved(game: string, puzzle: Puzzle): boolean {
  return settings.puzzles[game]?.includes(idOf(puzzle)) ?? false;
}

function gameLinks(app: App, game: string): HTMLElement {
  const links = h("nav", { class: "row", "aria-label": t("nav.home") });
  for (const one of app.games)
    links.append(h("a", { class: "button", href: `#/puzzles/${one.game}`, "aria-current": one.game === game ? "page" : null }, gameTitle(one)));
  return links;
}

function chooser(app: App, game: string, puzzles: Puzzle[], number: number): HTMLElement {
  const list = h("select", {});
  puzzles.forEach((puzzle, i) => {
    const text = t("puzzles.item", { n: i + 1, board: variantTitle(app.games, puzzle.setup), turns: puzzle.turns, good: puzzle.good });
    list.append(h("option", { value: i + 1, selected: i + 1 === number }, isSolved(game, puzzle) ? `✓ ${text}` : text));
  });
  list.addEventListener("change", () => app.go(`/puzzles/${game}/${list.value}`));
  return h("label", { class: "field" }, h("span", {}, t("puzzles.choose", { n: puzzles.length })), list);
}

/** Return the position after the solution, found step by step, or "" if it is not a legal move. */
async function positionAfter(backend: Backend, { setup, position, turn }: Puzzle): Promise<string> {
  const steps: string[] = [];
  for (;;) {
    const choices = await backend.choices(setup, position, steps);
    if (choices.whole && choices.open === turn) return choices.position;
    const next = choices.steps.filter((step) => turn.startsWith(choices.open + step.text)).sort((a, b) => b.text.length - a.text.length)[0];
    if (!next) return "";
    steps.push(next.step);
  }
}

/** Start a game in which the user has the side to move and the computer the other. */
async function play(app: App, game: string, number: number, puzzle: Puzzle, side: number): Promise<void> {
  const engine: SeatRequest = { kind: "engine", level: BEST_LEVEL };
  const seats: [SeatRequest, SeatRequest] = side === 0 ? [{ kind: "human" }, engine] : [engine, { kind: "human" }];
  const after = await positionAfter(app.backend, puzzle);
  await startTable(app, { setup: puzzle.setup, position: puzzle.position, seats }, { game, number, id: idOf(puzzle), after });
}

export function puzzlesScreen(app: App, game: string, wished: number): Screen {
  const info = app.games.find((one) => one.game === game);
  const heading = info ? t("puzzles.heading", { game: gameTitle(info) }) : t("nav.puzzles");
  const message = h("p", { class: "message", role: "status" });
  const body = h("div", { class: "puzzle" }, info ? t("app.loading") : "");
  const failed = (retry: () => Promise<void>) => (error: unknown) => {
    const again = () => {
      message.replaceChildren();
      retry().catch(failed(retry));
    };
    message.replaceChildren(...(problem(error, again) as (Node | string)[]));
  };
  const show = async () => {
    const puzzles = readPuzzles(await app.backend.puzzles(game));
    const number = Math.min(Math.max(wished, 1), puzzles.length);
    const puzzle = puzzles[number - 1];
    if (!puzzle) {
      body.textContent = t("puzzles.none");
      return;
    }
    const [shape, board] = await Promise.all([app.backend.shape(puzzle.setup), app.backend.board(puzzle.setup, puzzle.position)]);
    const side = board.side ?? 0;
    const question = t("puzzles.question", { side: sideName(shape, side) });
    const view = new BoardView(shape, { still: true, named: true, label: question });
    view.show(board);
    const begin = () => void start().catch(failed(start));
    const start = () => play(app, game, number, puzzle, side);
    const solution = h("p", { class: "quiet", role: "status" });
    const step = (to: number, key: string) =>
      to >= 1 && to <= puzzles.length && h("a", { class: "button", href: `#/puzzles/${game}/${to}` }, t(key));
    body.replaceChildren(
      chooser(app, game, puzzles, number),
      h("p", {}, h("strong", {}, question)),
      h(
        "p",
        { class: "row" },
        button(t("puzzles.play"), begin, { class: "primary" }),
        ...[step(number - 1, "puzzles.before"), step(number + 1, "puzzles.next")].filter(Boolean),
        button(t("puzzles.solution"), () => (solution.textContent = t("puzzles.answer", { turn: puzzle.turn }))),
      ),
      solution,
      h("div", { class: "shown" }, view.svg),
      panel(board.panel, shape),
      h("p", { class: "quiet solved" }, t("puzzles.solved", { n: puzzles.filter((one) => isSolved(game, one)).length, all: puzzles.length })),
      h("p", { class: "quiet" }, t("puzzles.note")),
    );
  };
  if (info) show().catch(failed(show));
  return { element: h("main", { class: "page puzzles", id: "main" }, h("h1", {}, heading), gameLinks(app, game), message, body), title: heading };
}
