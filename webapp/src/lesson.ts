// SPDX-License-Identifier: MIT
// The lesson of a game: the goal first, then small tasks on the board.  The backend judges each answer, so
// this screen serves every game.  The tasks that the user has solved are stored in this browser.

import { gameTitle, type App, type Screen } from "./app";
import type { GameInfo, Lesson, LessonTask, StepChoice } from "./backend";
import { BoardView } from "./board";
import { button, h, keepFocus } from "./dom";
import { moveInput } from "./move_input";
import { panel } from "./panel";
import { problem } from "./problem";
import { change, settings } from "./settings";
import { play as playSound } from "./sound";
import { t } from "./i18n";
import { defText, messageText } from "./words";

function solved(game: string): number[] {
  return settings.lessons[game] ?? [];
}

function keepSolved(game: string, number: number): void {
  if (!solved(game).includes(number)) change({ lessons: { ...settings.lessons, [game]: [...solved(game), number] } });
}

export function lessonScreen(app: App, game: string, number: number): Screen {
  return new LessonScreen(app, game, number);
}

class LessonScreen implements Screen {
  readonly element = h("main", { class: "page puzzles lesson", id: "main" });
  readonly title: string;
  private lesson: Lesson | null = null;
  private board: BoardView | null = null;
  private input: ReturnType<typeof moveInput> | null = null;
  private options: StepChoice[] = [];
  private canGoBack = false;
  private isRight = false;
  private isClosed = false;

  private readonly tasks = h("nav", { class: "row tasks", "aria-label": t("lesson.tasks") });
  private readonly text = h("div", { class: "task" });
  private readonly message = h("div", { class: "message", role: "status", "aria-live": "polite" });
  private readonly preview = h("p", { class: "quiet preview" });
  private readonly actions = h("div", { class: "row answers" });
  private readonly stage = h("div", { class: "stage" });
  private readonly score = h("div", {});

  constructor(
    private readonly app: App,
    private readonly game: string,
    private readonly number: number, // 0: the goal
  ) {
    const info = app.games.find((one) => one.game === game);
    this.title = info ? t("lesson.heading", { game: gameTitle(info) }) : t("app.notfound");
    this.element.append(h("h1", {}, this.title));
    if (!info) {
      this.element.append(this.gameLinks());
      return;
    }
    const body = h("div", { class: "puzzle" }, this.tasks, this.text, this.message, this.preview, this.stage, this.actions, this.score);
    this.element.append(body, this.gameLinks());
    this.element.classList.toggle("active", number > 0);
    this.text.textContent = t("app.loading");
    this.begin(info);
  }

  private begin(info: GameInfo): void {
    this.load(info).catch((error: unknown) => {
      this.text.textContent = "";
      this.failed(error, () => {
        this.say("");
        this.begin(info);
      });
    });
  }

  close(): void {
    this.isClosed = true;
    this.input?.rest();
  }

  private gameLinks(): HTMLElement {
    const links = h("nav", { class: "row", "aria-label": t("nav.home") });
    for (const one of this.app.games.filter(({ lesson }) => lesson))
      links.append(h("a", { class: "button", href: `#/lesson/${one.game}`, "aria-current": one.game === this.game ? "page" : null }, gameTitle(one)));
    return links;
  }

  private failed(error: unknown, retry: () => void): void {
    this.message.className = "message error";
    this.message.replaceChildren(h("p", {}, ...problem(error, retry)));
  }

  /** Show a message.  A new element makes screen readers speak even if the text is the same as before. */
  private say(text: string, kind: "" | "right" | "error" = ""): void {
    this.message.className = `message ${kind}`;
    this.message.replaceChildren(...(text === "" ? [] : [h("p", {}, text)]));
  }

  // --- the task ---

  private get task(): LessonTask | undefined {
    return this.number === 0 ? this.lesson?.goal : this.lesson?.tasks[this.number - 1];
  }

  private async load(info: GameInfo): Promise<void> {
    this.lesson = await this.app.backend.lesson(this.game);
    const task = this.task;
    if (!task) {
      this.app.go(`/lesson/${this.game}`);
      return;
    }
    const shape = await this.app.backend.shape(task.setup);
    if (this.isClosed) return;
    const text = defText(this.game, task.text);
    const heading = this.number === 0 ? t("lesson.goal") : t("lesson.task", { n: this.number, all: this.lesson.tasks.length });
    this.text.replaceChildren(h("h2", {}, heading), h("p", {}, text));
    this.board = new BoardView(shape, {
      still: this.number === 0,
      named: true,
      bottom: () => task.board.side ?? 0,
      label: this.number === 0 ? text : `${text} ${t("table.board.help")}`,
    });
    this.stage.replaceChildren(this.board.svg);
    this.board.show(task.board);
    this.score.replaceChildren(panel(task.board.panel, shape));
    if (this.number > 0) this.input = this.moveInput(this.board);
    void this.input?.begin(task.setup, task.board);
    this.draw(info);
  }

  private moveInput(board: BoardView): ReturnType<typeof moveInput> {
    return moveInput(this.app.backend, board, this.stage, {
      turn: (steps) => this.answer(steps),
      announced: () => {},
      message: (sentence) => this.say(sentence, "error"),
      preview: (sentence) => (this.preview.textContent = sentence),
      failed: (error, retry) => this.failed(error, retry),
      options: (steps, canGoBack) => {
        this.options = steps;
        this.canGoBack = canGoBack;
        this.draw();
      },
    });
  }

  /** Let the backend judge a move.  After a wrong one the task begins again. */
  private async answer(steps: string[]): Promise<boolean> {
    const task = this.task;
    if (!task || !this.board || !this.input) return false;
    try {
      const [verdict, after] = await Promise.all([
        this.app.backend.answer(this.game, this.number, steps),
        this.app.backend.choices(task.setup, task.board.position, steps),
      ]);
      if (this.isClosed) return true;
      this.isRight = verdict.right;
      if (verdict.right) {
        keepSolved(this.game, this.number);
        this.board.settle(after);
        this.score.replaceChildren(panel(after.panel, this.board.shape));
        this.input.rest();
      } else this.restart(task);
      playSound(verdict.right ? "form" : "select");
      const isLast = verdict.right && this.unsolved() === 0;
      const said = verdict.text ? defText(this.game, verdict.text) : t(verdict.right ? "lesson.right" : "lesson.wrong");
      this.say(isLast ? `${said} ${t("lesson.done")}` : said, verdict.right ? "right" : "error");
      this.draw();
      if (verdict.right) this.actions.querySelector<HTMLElement>("a, button")?.focus();
      return true;
    } catch (error) {
      this.restart(task);
      this.failed(error, () => void this.answer(steps));
      return true;
    }
  }

  private restart(task: LessonTask): void {
    this.isRight = false;
    this.board?.show(task.board);
    if (this.board) this.score.replaceChildren(panel(task.board.panel, this.board.shape));
    void this.input?.begin(task.setup, task.board);
  }

  // --- drawing ---

  /** The first task that is not solved yet; 0 if all are. */
  private unsolved(): number {
    const done = solved(this.game);
    return (this.lesson?.tasks ?? []).findIndex((_, i) => !done.includes(i + 1)) + 1;
  }

  private draw(info = this.app.games.find((one) => one.game === this.game)): void {
    const all = this.lesson?.tasks.length ?? 0;
    const done = solved(this.game);
    const link = (to: number, text: string, label: string, isDone: boolean) =>
      h("a", { class: isDone ? "button done" : "button", href: `#/lesson/${this.game}/${to}`, "aria-label": label, "aria-current": to === this.number ? "step" : null }, text);
    const links = [link(0, t("lesson.goal"), t("lesson.goal"), false)];
    for (let n = 1; n <= all; n++) {
      const isDone = done.includes(n);
      links.push(link(n, isDone ? `${n} ✓` : String(n), t(isDone ? "lesson.task.done" : "lesson.task", { n, all }), isDone));
    }
    keepFocus(this.tasks, () => this.tasks.replaceChildren(...links));
    keepFocus(this.actions, () => this.actions.replaceChildren(...this.buttons(info, all)));
  }

  private buttons(info: GameInfo | undefined, all: number): Node[] {
    const list: Node[] = [];
    const next = this.number === 0 ? this.unsolved() || 1 : this.number + 1;
    const go = (to: string, text: string) => h("a", { class: "button primary", href: `#${to}` }, text);
    if (this.number === 0) list.push(go(`/lesson/${this.game}/${next}`, next > 1 ? t("lesson.continue", { n: next }) : t("lesson.start")));
    else if (this.isRight && next <= all) list.push(go(`/lesson/${this.game}/${next}`, t("lesson.next")));
    if (info && this.isRight && next > all) list.push(go(`/new/${this.game}`, t("rules.play", { game: gameTitle(info) })));
    if (this.isRight) list.push(button(t("lesson.again"), () => this.repeat()));
    for (const step of this.options)
      list.push(button(step.label ? messageText(this.game, step.label) : step.text, () => void this.input?.take(step), { class: "primary" }));
    if (this.canGoBack) list.push(button(t("table.undo.step"), () => this.input?.back()));
    return list;
  }

  private repeat(): void {
    const task = this.task;
    if (!task) return;
    this.say("");
    this.restart(task);
    this.draw();
    this.board?.focus(this.board.focused);
  }
}
