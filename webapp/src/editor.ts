// SPDX-License-Identifier: MIT
// The board editor: place and remove pieces, choose the side to move, then analyse, play or share the position.

import { gameTitle, nothingHere, setTitle, variantTitle, type App, type Screen } from "./app";
import type { Piece, Side } from "./backend";
import { BoardView } from "./board";
import { draw } from "./board/glyphs";
import { button, copy, h, keepFocus, s } from "./dom";
import { EditorModel, ERASER } from "./editor/model";
import { t } from "./i18n";
import { KeyInput } from "./move_input/keys";
import { PointerInput } from "./move_input/pointer";
import { zoomTools } from "./overview";
import { pageUrl } from "./table/prompts";
import { pieceName, sideName } from "./words";

/** A picture of a piece, without the cells that it is on. */
function picture(piece: Piece, board: BoardView): SVGElement {
  const frame = s("svg", { class: "board picture", viewBox: "-20 -20 40 40", "aria-hidden": "true" });
  const { layout } = board;
  // A piece on two cells is drawn from the first one, across the picture.
  const at = (cell: number) => ({ x: cell === piece.cell2 ? 26 : 0, y: 0 });
  const drawn = draw(piece, { at, cell: (cell) => layout.cell(cell), turned: layout.turned, colours: layout.colours });
  if (piece.cell2 !== undefined) drawn.setAttribute("transform", "translate(-13 6)");
  frame.append(drawn);
  return frame;
}

class EditorScreen implements Screen {
  readonly element = h("main", { class: "table analysis editor", id: "main" });
  readonly title = t("editor.heading");
  private readonly stage = h("div", { class: "stage active" });
  private readonly message = h("div", { class: "message", role: "status", "aria-live": "polite" });
  private readonly palette = h("div", { class: "palette", role: "group", "aria-label": t("editor.pieces") });
  private readonly tools = h("div", { class: "actions" });
  private readonly text = h("textarea", { rows: 3, spellcheck: "false" });
  private readonly next = h("div", { class: "actions" });
  private board: BoardView | null = null;
  private wasTurned = false;

  constructor(private readonly model: EditorModel) {
    this.text.addEventListener("change", () => void model.read(this.text.value.trim()));
    const field = h("label", { class: "field" }, h("span", {}, t("editor.text")), this.text);
    const side = h("div", { class: "side" }, this.message, this.palette, this.tools, field, this.next);
    this.element.append(h("h1", { class: "away" }, t("editor.heading")), this.stage, side);
    model.onChange(() => this.redraw());
    void model.open();
  }

  private build(): void {
    const { shape } = this.model;
    if (!shape || (this.board && this.wasTurned === this.model.turned)) return;
    const board = new BoardView(shape, { turned: this.model.turned, label: t("table.board") });
    const use = (cell: number) => this.model.use(cell);
    const input = {
      isActive: true,
      announcements: [],
      maySelect: () => true,
      canDrag: () => false,
      select: use,
      back: () => false,
      announceNext() {},
      hover() {},
      grab() {},
      follow() {},
      drop() {},
      release() {},
    };
    new PointerInput(input, board);
    new KeyInput(input, board, this.stage);
    this.board = board;
    this.wasTurned = this.model.turned;
    this.stage.replaceChildren(board.svg, zoomTools(board));
    setTitle(`${t("editor.heading")}: ${gameTitle(shape)}`);
  }

  private redraw(): void {
    const { model } = this;
    this.build();
    const { board } = this;
    if (!board || !model.shape) {
      if (model.problem) this.element.replaceChildren(...nothingHere(t("app.notfound"), model.problem));
      return;
    }
    board.show({ pieces: model.pieces, regions: model.board?.regions ?? [] });
    board.light(model.end === null ? {} : { chosen: [model.end] });
    this.message.classList.toggle("error", model.problem !== "");
    this.message.textContent = model.problem === "" ? t(model.end === null ? "editor.help" : "editor.end") : t("editor.impossible", { why: model.problem });
    keepFocus(this.palette, () => this.palette.replaceChildren(...this.looks(board)));
    keepFocus(this.tools, () => this.tools.replaceChildren(...this.toolButtons()));
    keepFocus(this.next, () => this.next.replaceChildren(...this.nextButtons(board)));
    if (model.board && document.activeElement !== this.text) this.text.value = model.board.position;
  }

  private looks(board: BoardView): HTMLElement[] {
    const { model } = this;
    const info = board.shape;
    const item = (look: number, name: string, ...children: Node[]) => {
      const element = button("", () => model.choose(look), { class: "look", title: name, "aria-label": name, "aria-pressed": String(model.chosen === look) });
      element.append(...children);
      return element;
    };
    // Equal pieces of one side follow each other, dice by their faces.
    const order = model.palette.map((piece, look) => ({ piece, look }));
    order.sort((a, b) => (a.piece.side ?? 0) - (b.piece.side ?? 0) || b.piece.glyph.localeCompare(a.piece.glyph) || (a.piece.faces ?? []).join().localeCompare((b.piece.faces ?? []).join()) || a.look - b.look);
    return [...order.map(({ piece, look }) => item(look, pieceName(info, piece), picture(piece, board))), item(ERASER, t("editor.erase"), document.createTextNode("⌫"))];
  }

  private toolButtons(): HTMLElement[] {
    const { model } = this;
    const sides = ([0, 1] as Side[]).map((side) =>
      button(t("table.turnof", { side: model.shape ? sideName(model.shape, side) : "" }).replace(/[.。]$/, ""), () => model.setSide(side), { "aria-pressed": String(model.side === side) }),
    );
    return [
      ...sides,
      button(t("editor.start"), () => void model.read("")),
      button(t("editor.clear"), () => model.clear()),
      button(t("table.flip"), () => model.flip()),
    ];
  }

  private nextButtons(board: BoardView): HTMLElement[] {
    const { model } = this;
    const position = model.board?.position;
    if (position === undefined || model.problem !== "") return [];
    const query = new URLSearchParams({ setup: model.setup, position });
    const link = (to: string, key: string, name = "button") => h("a", { class: name, href: `#${to}?${query}` }, t(key));
    const copied = async (text: string) => {
      if (await copy(text)) this.message.textContent = t("app.copied");
    };
    const save = async (kind: "saveSvg" | "savePng") => void (await import("./picture"))[kind](board, `${board.shape.game}-position`);
    return [
      link("/analysis", "table.analyse", "button primary"),
      link(`/new/${board.shape.game}`, "position.play"),
      button(t("table.export.link"), () => void copied(`${pageUrl()}#/analysis?${query}`)),
      button(t("table.export.position"), () => void copied(position)),
      button(t("table.export.svg"), () => void save("saveSvg")),
      button(t("table.export.png"), () => void save("savePng")),
    ];
  }
}

/** Choose a game and a variant. */
function chooser(app: App): Screen {
  const lists = app.games.map((info) =>
    h(
      "section",
      {},
      h("h2", {}, gameTitle(info)),
      h("p", { class: "row" }, ...info.variants.map(({ variant }) => h("a", { class: "button", href: `#/editor?${new URLSearchParams({ setup: `${info.game}:${variant}` })}` }, variantTitle(app.games, `${info.game}:${variant}`)))),
    ),
  );
  return { element: h("main", { class: "page", id: "main" }, h("h1", {}, t("editor.heading")), ...lists), title: t("editor.heading") };
}

export function editorScreen(app: App, query: URLSearchParams): Screen {
  const setup = query.get("setup") ?? "";
  return setup === "" ? chooser(app) : new EditorScreen(new EditorModel(app, setup, query.get("position") ?? ""));
}
