// SPDX-License-Identifier: MIT
// The model of the analysis screen: a study, the move that is shown, undo, and what the engine thinks.  The
// backend edits the study (core/study): it gets the record with each edit and returns what changes.  No DOM;
// the tests run in Node.

import { gameTitle, type App } from "../app";
import type { EngineLines, Position, Score, Shape, Side, StepChoice, Study, StudyChange, StudyEdit, StudyNode, StudySource } from "../backend";
import { t } from "../i18n";
import { keepStudy, onChange, settings } from "../settings";
import type { View } from "../table/facts";
import type { MoveEntry, Part, Parts } from "../table/model";
import { errorText, isNetworkError, resultText, sentence, sideName } from "../words";

export const LINES_MAX = 5; // principal variations
const UNDO_MAX = 256;
const THINK_MS = 150; // that a position must be shown for before the engine looks at it
const BOARDS_MAX = 500; // that are kept
const HURRY_MS = 200; // between two steps of a user who looks for a position
const KEEP_MS = 500; // until the move that is shown is stored

/** A study on the server, and the key that changes it. */
export interface Shared {
  study: string;
  key: string;
}

/** What a study is opened from. */
export interface Opened {
  source: StudySource;
  node?: number | undefined; // to look at; -1: the end of the main line
  scores?: Promise<Score[]>; // of the main line, after each move
  shared?: Shared | undefined; // where the server stores each edit; absent: it is kept in this browser
  isReadOnly?: boolean;
}

export class AnalysisModel {
  study: Study | null = null;
  node = 0;
  shape: Shape | null = null;
  view: View | null = null;
  turned = false;
  announcement = -1;
  options: readonly StepChoice[] = [];
  canGoBack = false;
  entry: MoveEntry | null = null;
  inputDelay = 0; // ms until the user can enter a move: one who steps quickly does not
  readonly hint = null;
  readonly takesFocus = false; // arrow keys step through the moves
  message: { text: string; isError: boolean; retry: (() => void) | null } = { text: t("app.loading"), isError: false, retry: null };
  scores: readonly Score[] | null = null; // of the main line, after each move
  lines: EngineLines | null = null; // what the engine thinks of the position shown
  linesProblem = ""; // why it thinks nothing
  isClosed = false; // the screen is gone
  threat: string | null = null; // the position with the other side to move, while the user asks for its threat

  private children: number[][] = [];
  private mainNodes: readonly number[] = []; // the main line, with the start
  private readonly chosen = new Map<number, number>(); // the child last visited, by node
  private past: Study[] = [];
  private future: Study[] = [];
  private readonly boards = new Map<string, Promise<Position>>();
  private asked = 0;
  private isBusy = false;
  private hasPreview = false;
  private isHidden = false; // the user looks at something else
  private thinking = ""; // what the engine looks at, and how
  private stopThinking: () => void = () => {};
  private readonly found = new Map<string, Score>(); // by position: the best line so far
  private readonly stopListening: () => void;
  private shownAt = -Infinity; // when the last position was shown
  private keeping: ReturnType<typeof setTimeout> | undefined; // the move that is shown is stored soon
  private wasPlayed = false; // the move that leads to the next view was entered on the board
  private readonly listeners = new Set<(parts: Parts) => void>();

  constructor(
    readonly app: App,
    private readonly opened: Opened,
  ) {
    this.stopListening = onChange(() => {
      this.changed("settings");
      this.think();
    });
  }

  onChange(listener: (parts: Parts) => void): void {
    this.listeners.add(listener);
  }

  private changed(...parts: Part[]): void {
    if (this.isClosed) return;
    const set = new Set(parts);
    for (const listener of this.listeners) listener(set);
  }

  async open(): Promise<void> {
    const { source, node, scores } = this.opened;
    try {
      const study = await this.app.backend.study(source);
      this.shape = await this.app.backend.shape(study.setup);
      if (this.isClosed) return;
      this.accept(study, 0);
      this.changed("board");
      await this.goTo(node === -1 ? this.mainEnd : Math.min(node ?? 0, study.nodes.length - 1));
      void scores?.then((list) => {
        this.scores = list;
        this.changed("score");
      }, () => {});
    } catch (error) {
      this.fail(error, () => void this.open());
    }
  }

  close(): void {
    this.isClosed = true;
    this.keepNow();
    this.stopThinking();
    this.stopListening();
  }

  // --- facts ---

  get info(): Study | null {
    return this.study;
  }

  get current(): StudyNode | null {
    return this.study?.nodes[this.node] ?? null;
  }

  /** The continuations of a node, the main one first. */
  childrenOf(node: number): readonly number[] {
    return this.children[node] ?? [];
  }

  /** The number of moves before and including a node. */
  turnOf(node: number): number {
    let count = 0;
    for (let at = node; at > 0; at = this.study?.nodes[at]?.parent ?? 0) count++;
    return count;
  }

  /** The last node of the main line. */
  get mainEnd(): number {
    return this.mainNodes[this.mainNodes.length - 1] ?? 0;
  }

  /** The node after this many moves of the main line. */
  mainNode(turn: number): number {
    return this.mainNodes[turn] ?? 0;
  }

  get isReadOnly(): boolean {
    return this.opened.isReadOnly ?? false;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  get title(): string {
    return this.study ? `${t("analysis.heading")}: ${gameTitle(this.study)}` : t("analysis.heading");
  }

  get bottomSide(): Side {
    return this.turned ? 1 : 0;
  }

  get entering(): { setup: string; position: Position } | null {
    const position = this.view?.position;
    return this.study && position && this.current?.next !== null ? { setup: this.study.setup, position } : null;
  }

  get status(): string {
    const { current, study } = this;
    if (!current || !study) return "";
    if (current.result) return resultText(study.game, current.result);
    return current.next === null ? t("table.over") : t("table.turnof", { side: sideName(study, current.next) });
  }

  /** The evaluation of the position shown: by the engine now, else that of the game. */
  get shownScore(): Score | null {
    return this.found.get(this.current?.position ?? "") ?? (this.current?.main ? (this.scores?.[this.turnOf(this.node) - 1] ?? null) : null);
  }

  /** The first moves of the principal variations, best first, as cells. */
  get suggestions(): readonly (readonly number[])[] {
    return (this.lines?.lines ?? []).map(({ touch }) => touch);
  }

  get hasEvaluation(): boolean {
    return true;
  }

  // --- the study ---

  private accept(study: Study, node: number): void {
    this.study = study;
    this.children = study.nodes.map(() => []);
    for (const [index, { parent }] of study.nodes.entries()) if (parent >= 0) this.children[parent]?.push(index);
    this.mainNodes = study.nodes.flatMap(({ main }, index) => (index === 0 || main ? [index] : []));
    this.node = node;
    this.chosen.clear();
  }

  /** Apply an edit.  Return false if it was rejected. */
  private async edit(edit: StudyEdit): Promise<boolean> {
    const { study } = this;
    if (!study || this.isBusy) return false;
    this.isBusy = true;
    try {
      const before = { ...study, node: this.node };
      const after = changedStudy(study, await this.app.backend.editStudy(study.record, edit));
      if (this.isClosed) {
        // The edit was made by leaving, such as a comment whose field lost the focus.
        this.accept(after, edit.edit === "note" ? this.node : after.node);
        this.store();
        return false;
      }
      this.isBusy = false;
      this.past = [...this.past, before].slice(-UNDO_MAX);
      this.future = [];
      await this.show(after, edit.edit === "note" ? this.node : after.node); // a note may be for another move
      return true;
    } catch (error) {
      this.isBusy = false;
      this.fail(error, () => void this.edit(edit));
      return false;
    }
  }

  /** Make this the study, and store it. */
  private async show(study: Study, node: number): Promise<void> {
    const { record } = study;
    const isNew = record !== this.study?.record;
    this.accept(study, node);
    this.changed("study");
    if (isNew) this.store();
    await this.goTo(node);
  }

  private store(): void {
    const { study } = this;
    if (!study || this.isReadOnly) return;
    const { shared } = this.opened;
    if (shared) this.app.backend.share?.(study.record, shared).catch((error: unknown) => this.fail(error, () => this.store()));
    else keepStudy({ record: study.record, node: this.node });
  }

  /** Store the move that is shown, once the user stays there. */
  private keepLater(): void {
    if (this.opened.shared || this.isReadOnly) return;
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keepNow(), KEEP_MS);
  }

  private keepNow(): void {
    if (this.keeping === undefined) return;
    clearTimeout(this.keeping);
    this.keeping = undefined;
    if (!this.opened.shared) this.store();
  }

  /** Store the study on the server, if it is not there yet.  From then on edits go there. */
  async share(): Promise<Shared | null> {
    const { study, opened, app } = this;
    if (!study || !app.backend.share) return null;
    try {
      opened.shared ??= await app.backend.share(study.record);
      return opened.shared;
    } catch (error) {
      this.fail(error, () => void this.share());
      return null;
    }
  }

  undo(): void {
    if (this.isBusy) return;
    const before = this.past.pop();
    if (!before || !this.study) return;
    this.future.push({ ...this.study, node: this.node });
    void this.show(before, before.node);
  }

  redo(): void {
    if (this.isBusy) return;
    const after = this.future.pop();
    if (!after || !this.study) return;
    this.past.push({ ...this.study, node: this.node });
    void this.show(after, after.node);
  }

  /** Play a move after the one that is shown: a new variation, or one that is there. */
  async play(steps: readonly string[]): Promise<boolean> {
    const known = this.childrenOf(this.node).find((child) => this.study?.nodes[child]?.steps?.join() === steps.join());
    if (known === undefined) return this.edit({ edit: "play", node: this.node, steps: [...steps] });
    await this.goTo(known);
    return true;
  }

  async playTurn(steps: string[]): Promise<boolean> {
    this.wasPlayed = true;
    const isPlayed = await this.play(steps);
    this.wasPlayed = false;
    return isPlayed;
  }

  async cut(node = this.node): Promise<void> {
    if (node > 0) await this.edit({ edit: "cut", node });
  }

  async promote(node = this.node): Promise<void> {
    if (this.canPromote(node)) await this.edit({ edit: "promote", node });
  }

  canPromote(node = this.node): boolean {
    return node > 0 && !this.study?.nodes[node]?.main && this.isVariation(node);
  }

  /** True if an alternative precedes the node or a move before it. */
  private isVariation(node: number): boolean {
    for (let at = node; at > 0; at = this.study?.nodes[at]?.parent ?? 0) if (this.childrenOf(this.study?.nodes[at]?.parent ?? 0)[0] !== at) return true;
    return false;
  }

  async annotate(note: { mark?: string; comment?: string }, node = this.node): Promise<void> {
    const old = this.study?.nodes[node];
    const { mark = old?.mark ?? "", comment = textOf(old) } = note;
    if (old && (mark !== (old.mark ?? "") || comment !== textOf(old))) await this.edit({ edit: "note", node, mark, comment });
  }

  // --- what is shown ---

  /** The board of a node, with the effects of its move. */
  private boardOf(node: number): Promise<Position> {
    const { study } = this;
    const at = study?.nodes[node];
    if (!study || !at) return Promise.reject(new Error("no such move"));
    const before = study.nodes[at.parent]?.position;
    const key = `${before ?? ""}>${at.position}`;
    let board = this.boards.get(key);
    if (!board) {
      board = before === undefined ? this.app.backend.board(study.setup, at.position) : this.app.backend.board(study.setup, before, at.steps);
      board.catch(() => this.boards.delete(key));
      if (this.boards.size >= BOARDS_MAX) this.boards.delete(this.boards.keys().next().value ?? "");
      this.boards.set(key, board);
    }
    return board;
  }

  /** The boards of the main line, from the start. */
  async mainBoards(): Promise<Position[]> {
    const boards: Position[] = [];
    for (const node of this.mainNodes) boards.push(await this.boardOf(node));
    return boards;
  }

  async goTo(node: number): Promise<void> {
    const { study } = this;
    if (!study?.nodes[node]) return;
    const question = ++this.asked;
    const wasShown = this.view?.position.position;
    const isSame = wasShown === study.nodes[node]?.position;
    this.node = node;
    for (let at = node; at > 0; at = study.nodes[at]?.parent ?? 0) this.chosen.set(study.nodes[at]?.parent ?? 0, at);
    this.threat = null;
    if (!isSame) this.forgetLines();
    this.changed("table");
    try {
      const position = await this.boardOf(node);
      if (question !== this.asked || this.isClosed) return;
      const parent = study.nodes[study.nodes[node]?.parent ?? -1];
      const isNext = parent !== undefined && wasShown === parent.position;
      const wasEntered = isNext && this.wasPlayed;
      const now = performance.now();
      const isHurried = now - this.shownAt < HURRY_MS && !wasEntered;
      this.wasPlayed = false;
      this.shownAt = now;
      this.inputDelay = isHurried ? HURRY_MS : 0;
      this.view = { position, effects: isNext && !isHurried ? (position.lastEffects ?? []) : [], wasEntered };
      this.options = [];
      this.canGoBack = false;
      this.announcement = -1;
      this.sayStatus();
      this.changed("table", "view");
      this.think();
      this.keepLater();
    } catch (error) {
      if (question === this.asked) this.fail(error, () => void this.goTo(node));
    }
  }

  back(): void {
    const parent = this.current?.parent ?? -1;
    if (parent >= 0) void this.goTo(parent);
  }

  /** The next move: the one last visited, else the main one. */
  forward(): void {
    const next = this.chosen.get(this.node) ?? this.childrenOf(this.node)[0];
    if (next !== undefined) void this.goTo(next);
  }

  start(): void {
    void this.goTo(0);
  }

  end(): void {
    let node = this.node;
    for (let next; (next = this.chosen.get(node) ?? this.childrenOf(node)[0]) !== undefined; ) node = next;
    void this.goTo(node);
  }

  /** The previous or next alternative to the move, or to the nearest earlier move that has one. */
  sibling(direction: -1 | 1): void {
    for (let at = this.node; at > 0; at = this.study?.nodes[at]?.parent ?? 0) {
      const list = this.childrenOf(this.study?.nodes[at]?.parent ?? 0);
      const next = list[list.indexOf(at) + direction];
      if (next !== undefined) return void this.goTo(next);
      if (list.length > 1) return;
    }
  }

  flip(): void {
    this.turned = !this.turned;
    this.dropEffects();
    this.changed("board");
  }

  /** Show the position without the effects that lead to it. */
  dropEffects(): void {
    if (this.view) this.view = { ...this.view, effects: [], wasEntered: false };
  }

  // --- the engine ---

  /** The screen is hidden, or visible again. */
  setHidden(isHidden: boolean): void {
    this.isHidden = isHidden;
    if (isHidden) this.keepNow(); // the page may be about to close
    this.think();
  }

  /** Let the engine look at the position shown, if it should. */
  private think(): void {
    const { study, current } = this;
    const isWanted = study !== null && current !== null && current.next !== null && settings.engine && !this.isHidden;
    const wanted = isWanted ? `${settings.lines} ${study.setup} ${this.threat ?? current.position}` : "";
    if (wanted === this.thinking || this.isClosed) return;
    this.stopThinking();
    this.stopThinking = () => {};
    this.thinking = wanted;
    this.linesProblem = "";
    if (this.lines !== null && !this.isHidden) this.lines = null;
    this.changed("lines", "score");
    if (!isWanted) return;
    const position = this.threat ?? current.position;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = this.app.backend.lines(study.setup, position, settings.lines, (lines) => this.thought(wanted, position, lines), (error) => this.gaveUp(wanted, error));
    }, THINK_MS);
    this.stopThinking = () => {
      clearTimeout(timer);
      stop();
    };
  }

  /** Show what the other side would play if the side to move could pass, or stop to show it. */
  async askThreat(): Promise<void> {
    const { study, current, node } = this;
    if (this.threat !== null || !study || !current || current.next === null) {
      this.threat = null;
    } else {
      try {
        const board = await this.app.backend.arrange(study.setup, current.position, null, current.next === 0 ? 1 : 0);
        if (this.node !== node) return;
        this.threat = board.position;
      } catch {
        this.say(t("analysis.threat.none"), true); // the game does not allow to ask
        return;
      }
    }
    this.think();
    this.changed("lines");
  }

  /** What is known about each move of the main line; empty objects where nothing is. */
  get mainScores(): Score[] {
    const main = this.mainNodes.slice(1);
    return main.map((node, index) => this.found.get(this.study?.nodes[node]?.position ?? "") ?? this.scores?.[index] ?? {});
  }

  /** What the engine thought belongs to another position. */
  private forgetLines(): void {
    this.stopThinking();
    this.thinking = "";
    this.lines = null;
    this.changed("lines");
  }

  private thought(wanted: string, position: string, lines: EngineLines): void {
    if (wanted !== this.thinking) return;
    this.lines = lines;
    const [best] = lines.lines;
    if (best && this.threat === null) this.found.set(position, lines.known ? { ...best, known: lines.known } : best);
    this.changed("lines", "score");
  }

  private gaveUp(wanted: string, error: unknown): void {
    if (wanted !== this.thinking) return;
    this.linesProblem = sentence(errorText(error));
    this.changed("lines");
  }

  // --- move input ---

  announced(index: number): void {
    this.announcement = index;
    this.changed("input");
  }

  inputChanged(options: readonly StepChoice[], canGoBack: boolean): void {
    this.options = options;
    this.canGoBack = canGoBack;
    this.changed("input");
  }

  // --- messages ---

  say(text: string, isError = false): void {
    this.message = { text: isError ? sentence(text) : text, isError, retry: null };
    this.hasPreview = false;
    this.changed("status");
  }

  sayStatus(): void {
    this.say(this.status);
  }

  preview(text: string): void {
    if (this.message.isError || (text === "" && !this.hasPreview)) return;
    this.say(text || this.status);
    this.hasPreview = text !== "";
  }

  fail(error: unknown, retry: () => void): void {
    const again = () => {
      this.sayStatus();
      retry();
    };
    this.message = { text: sentence(errorText(error)), isError: true, retry: isNetworkError(error) ? again : null };
    this.changed("status");
  }
}

/** All comments of a node as one text. */
export function textOf(node: StudyNode | null | undefined): string {
  return node?.comments?.join("\n") ?? node?.comment ?? "";
}

/** The study after a change. */
export function changedStudy(study: Study, { from, removed, nodes, record, ...rest }: StudyChange): Study {
  const end = from + removed;
  const shift = nodes.length - removed;
  const behind = study.nodes.slice(end);
  const moved = shift === 0 ? behind : behind.map((node) => (node.parent >= end ? { ...node, parent: node.parent + shift } : node));
  return {
    ...study,
    ...rest,
    nodes: [...study.nodes.slice(0, from), ...nodes, ...moved],
    record: study.record.slice(0, record.from) + record.text + study.record.slice(record.from + record.removed),
  };
}
