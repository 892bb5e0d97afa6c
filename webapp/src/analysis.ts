// SPDX-License-Identifier: MIT
// The analysis screen: a board, the tree of moves and side panels.  To add a panel, write a component (a function
// that returns an element and an update) and list it in PANELS.

import { gameTitle, nothingHere, setTitle, type App, type Screen } from "./app";
import { button, copy, h, keepFocus, save, setAttribute } from "./dom";
import { explorerPanel } from "./explorer";
import { t } from "./i18n";
import { panel } from "./panel";
import { keptStudy } from "./settings";
import { inputActions } from "./table/actions";
import { evaluationBar } from "./table/evaluation";
import { has, type Component, type Part, type Parts } from "./table/model";
import { pageUrl } from "./table/prompts";
import { stage, type Stage } from "./table/stage";
import { statusLine } from "./table/status";
import { errorText } from "./words";
import { AnalysisModel, type Opened } from "./analysis/model";
import { enginePanel, graphPanel } from "./analysis/engine";
import { reviewPanel } from "./analysis/review";
import { moveTree, noteEditor } from "./analysis/tree";

const LINK_MAX = 4000; // characters of a record in a link

/** The side panels, in their order below the moves. */
const PANELS: readonly ((model: AnalysisModel, stage: Stage) => Component)[] = [explorer, reviewPanel, noteEditor, graphPanel, scores, shareMenu];

function explorer(model: AnalysisModel): Component {
  return explorerPanel({
    backend: model.app.backend,
    place: () => (model.study && model.current ? { setup: model.study.setup, position: model.current.position } : null),
    play: (steps) => void model.play(steps),
  });
}

function scores(model: AnalysisModel): Component {
  const element = h("section", { class: "score" });
  let shown = "";
  return {
    element,
    update(parts) {
      const { study, view } = model;
      const wanted = study && view && has(parts, "view") ? JSON.stringify(view.position.panel) : shown;
      if (!study || !view || wanted === shown) return;
      shown = wanted;
      element.replaceChildren(h("h2", {}, t("table.panel")), panel(view.position.panel, study));
    },
  };
}

function actionRow(model: AnalysisModel): Component {
  const input = h("div", { class: "entered" });
  const play = h("a", { class: "button" }, t("analysis.play"));
  const editor = h("a", { class: "button" }, t("editor.open"));
  const element = h("div", { class: "actions" }, input, button(t("table.flip"), () => model.flip()), play, editor);
  return {
    element,
    update(parts) {
      const { study, current } = model;
      if (!study || !has(parts, "board", "view", "input", "study")) return;
      const place = new URLSearchParams({ setup: study.setup, position: current?.position ?? "" });
      setAttribute(play, "href", `#/new/${study.game}?${place}`);
      setAttribute(editor, "href", `#/editor?${place}`);
      const actions = inputActions(model, study.game);
      if (actions.length > 0 || input.hasChildNodes()) keepFocus(element, () => input.replaceChildren(...actions));
    },
  };
}

/** Links and files of the study. */
function shareMenu(model: AnalysisModel, { board }: Stage): Component {
  const body = h("div", { class: "morelist" });
  const element = h("details", { class: "more" }, h("summary", {}, t("analysis.share")), body);
  const copied = async (text: string) => {
    if (await copy(text)) model.say(t("app.copied"));
  };
  const link = (query: Record<string, string>) => `${pageUrl()}#/analysis?${new URLSearchParams(query)}`;
  const picture = async (kind: "saveSvg" | "savePng") => {
    const shown = board();
    if (shown) await (await import("./picture"))[kind](shown, `${shown.shape.game}-position`);
  };
  const animation = async () => {
    const { shape } = model;
    const [{ animatedSvg }, positions] = await Promise.all([import("./picture"), model.mainBoards()]);
    if (shape) save(`${shape.game}-game.svg`, "image/svg+xml", animatedSvg(shape, positions, model.turned));
  };
  const tried = (action: () => Promise<void>) => void action().catch((error: unknown) => model.fail(error, () => tried(action)));
  /** Store the study on the server and copy its link: to read it, or to edit it. */
  const share = async (isEditable: boolean): Promise<void> => {
    const shared = await model.share();
    if (shared) await copied(link(isEditable ? { study: shared.study, key: shared.key } : { study: shared.study }));
  };
  return {
    element,
    update(parts) {
      const { study } = model;
      if (!study || !has(parts, "study", "board")) return;
      const { record, setup } = study;
      const position = () => model.current?.position ?? "";
      keepFocus(body, () =>
        body.replaceChildren(
          ...[
            button(t("table.export.record"), () => save(`${study.game}-study.txt`, "text/plain", record)),
            button(t("analysis.share.text"), () => void copied(record)),
            ...(model.app.backend.share ? [button(t("analysis.share.read"), () => void share(false)), button(t("analysis.share.edit"), () => void share(true))] : []),
            ...(record.length <= LINK_MAX ? [button(t("analysis.share.link"), () => void copied(link({ text: record })))] : []),
            button(t("table.export.position"), () => void copied(position())),
            button(t("table.export.link"), () => void copied(link({ setup, position: position() }))),
            button(t("table.export.svg"), () => tried(() => picture("saveSvg"))),
            button(t("table.export.png"), () => tried(() => picture("savePng"))),
            button(t("analysis.share.animation"), () => tried(animation)),
          ],
        ),
      );
    },
  };
}

class AnalysisScreen implements Screen {
  readonly element = h("main", { class: "table analysis", id: "main" });
  readonly title = t("analysis.heading");
  private readonly components: readonly Component[];
  private readonly changes = new Set<Part>(); // since the last frame

  constructor(private readonly model: AnalysisModel) {
    const heading = h("h1", { class: "away" }, t("analysis.heading"));
    const status = statusLine(model);
    const board = stage(model);
    const side = [status, actionRow(model), enginePanel(model), moveTree(model), ...PANELS.map((make) => make(model, board))];
    const bar = evaluationBar(model);
    this.components = [bar, board, ...side];
    this.element.append(heading, bar.element, board.element, h("div", { class: "side" }, ...side.map(({ element }) => element)));
    model.onChange((parts) => this.collect(parts));
    document.addEventListener("keydown", this.key);
    document.addEventListener("visibilitychange", this.visibility);
    void model.open();
  }

  close(): void {
    document.removeEventListener("keydown", this.key);
    document.removeEventListener("visibilitychange", this.visibility);
    for (const component of this.components) component.close?.();
    this.model.close();
  }

  /** A step changes several parts, one after the other, and a user may make several steps in one frame.  Update the
   * components once. */
  private collect(parts: Parts): void {
    if (this.changes.size === 0) requestAnimationFrame(() => this.update(new Set(this.changes)));
    if (has(parts, "view") && has(this.changes, "view")) this.model.dropEffects(); // they lead from a position that was not shown
    for (const part of parts) this.changes.add(part);
  }

  private update(parts: Parts): void {
    this.changes.clear();
    if (this.model.isClosed) return;
    if (has(parts, "board", "study")) setTitle(this.model.title);
    for (const component of this.components) component.update(parts);
  }

  /** The engine pauses while nobody sees the board. */
  private visibility = (): void => this.model.setHidden(document.hidden);

  private key = (event: KeyboardEvent): void => {
    const { model } = this;
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.altKey || target.closest(".cell, .menu, input, select, textarea")) return;
    const name = `${event.ctrlKey || event.metaKey ? "^" : ""}${event.shiftKey && event.key.length > 1 ? "+" : ""}${event.key}`;
    const action: (() => void) | undefined = {
      ArrowLeft: () => model.back(),
      ArrowRight: () => model.forward(),
      ArrowUp: () => model.sibling(-1),
      ArrowDown: () => model.sibling(1),
      Home: () => model.start(),
      End: () => model.end(),
      Delete: () => void model.cut(),
      "+ArrowUp": () => void model.promote(),
      "^z": () => model.undo(),
      "^y": () => model.redo(),
      "^Z": () => model.redo(),
      f: () => model.flip(),
    }[name];
    if (!action) return;
    event.preventDefault();
    if (!model.isReadOnly || !/Delete|\^|\+/.test(name)) action();
  };
}

/** What the address names: a game, a position, a record, a table. */
function openedBy(game: string, query: URLSearchParams): Opened | null {
  const [table, text, setup, position] = ["table", "text", "setup", "position"].map((name) => query.get(name) ?? "");
  const node = query.has("node") ? Number(query.get("node")) || 0 : undefined;
  if (text) return { source: { text }, node };
  if (setup || game) return { source: { setup: setup || game, ...(position ? { position } : {}) }, node };
  const kept = keptStudy();
  return !table && kept ? { source: { text: kept.record }, node: kept.node } : null;
}

/** A screen for what has to be fetched first. */
function fetchedScreen(app: App, fetched: Promise<Opened>, close: () => void): Screen {
  const element = h("div");
  let screen: Screen | null = null;
  let isClosed = false;
  fetched.then(
    (opened) => {
      if (isClosed) return;
      screen = new AnalysisScreen(new AnalysisModel(app, opened));
      element.replaceWith(screen.element);
    },
    (error: unknown) => element.replaceChildren(h("main", { class: "page", id: "main" }, ...nothingHere(t("analysis.gone"), errorText(error)))),
  );
  return {
    element,
    title: t("analysis.heading"),
    close() {
      isClosed = true;
      screen?.close?.();
      close();
    },
  };
}

/** A study that the server stores; without its key nothing can be changed. */
async function openShared(app: App, study: string, key: string | null): Promise<Opened> {
  const text = (await app.backend.shared?.(study)) ?? "";
  const stored = key ? { study, key } : undefined;
  return { source: { text }, isReadOnly: !stored, shared: stored };
}

/** Analyse the game of a table: its record, and its evaluations once they are there. */
function tableScreen(app: App, table: string, query: URLSearchParams): Screen {
  const link = app.backend.open(table, null);
  const node = query.has("turn") ? Number(query.get("turn")) || 0 : -1;
  return fetchedScreen(app, link.record().then((text) => ({ source: { text }, node, scores: link.analysis() })), () => link.close());
}

/** Choose a game to analyse from its start. */
function chooser(app: App): Screen {
  const list = app.games.map((info) => h("a", { class: "button", href: `#/analysis/${info.game}` }, gameTitle(info)));
  const element = h(
    "main",
    { class: "page", id: "main" },
    h("h1", {}, t("analysis.heading")),
    h("p", {}, t("analysis.about")),
    h("p", { class: "row" }, ...list),
    h("p", { class: "row" }, h("a", { href: "#/import" }, t("lobby.import")), h("a", { href: "#/editor" }, t("editor.heading"))),
  );
  return { element, title: t("analysis.heading") };
}

export function analysisScreen(app: App, game: string, query: URLSearchParams): Screen {
  const table = query.get("table");
  const study = query.get("study");
  if (table) return tableScreen(app, table, query);
  if (study) return fetchedScreen(app, openShared(app, study, query.get("key")), () => {});
  const opened = query.has("new") ? null : openedBy(game, query);
  return opened ? new AnalysisScreen(new AnalysisModel(app, opened)) : chooser(app);
}
