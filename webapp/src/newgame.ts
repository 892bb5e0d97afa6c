// SPDX-License-Identifier: MIT
// The New game form: variant, players, time control and starting position.  A preview shows the chosen
// board or the error.

import { gameTitle, setupText, variantTitle, type App, type Screen } from "./app";
import type { ContentsGame, GameInfo, NewTable, SeatRequest, StudySource } from "./backend";
import { BoardView } from "./board";
import { button, h, keepFocus } from "./dom";
import { askName, nameField } from "./name";
import { FAIR_LEVEL, startTable } from "./start";
import { change, keepStudy, settings } from "./settings";
import { t } from "./i18n";
import { errorText, sentence, sideName } from "./words";

const LEVELS = 10;
const TIMES = [0.2, 0.5, 1, 2, 5, 10, 30];

type Choice = [value: string, label: string];
let names = 0;

/** A group of radio buttons. */
function radios(legend: string, choices: Choice[], chosen: string, changed: (value: string) => void): HTMLElement {
  const name = `r${++names}`;
  const set = h("fieldset", {}, h("legend", {}, legend));
  for (const [value, text] of choices) {
    const input = h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) });
    set.append(h("label", { class: "radio" }, input, h("span", {}, text)));
  }
  return set;
}

function select(label: string, choices: Choice[], chosen: string, changed: (value: string) => void): HTMLElement {
  const list = h("select", {});
  for (const [value, text] of choices) list.append(h("option", { value, selected: value === chosen }, text));
  list.addEventListener("change", () => changed(list.value));
  return h("label", { class: "field" }, h("span", {}, label), list);
}

function numberField(label: string, value: number, least: number, most: number, changed: (value: number) => void): HTMLElement {
  const input = h("input", { type: "number", min: least, max: most, step: "any", value });
  input.addEventListener("input", () => {
    const number = Number(input.value);
    if (input.value !== "" && Number.isFinite(number)) changed((value = Math.min(most, Math.max(least, number))));
  });
  // Show the value that is in effect after clamping.
  input.addEventListener("change", () => (input.value = String(value)));
  return h("label", { class: "field" }, h("span", {}, label), input);
}

function levelLabel(level: number): string {
  return `${t("new.level.n", { n: level })}: ${t(`new.level.${level}`)}`;
}

interface GameRequest {
  variant: string;
  settings: string;
  seats: [SeatRequest, SeatRequest];
  clock: { main: number; increment: number } | null;
  from: "start" | "position" | "record";
  position: string;
  record: string;
  listed: boolean; // anyone may take the open seat
  casual: boolean; // hints are allowed although two people play
  random: boolean; // who plays which side
}

function requestFrom(info: GameInfo, last: NewTable | undefined, position: string | null): GameRequest {
  const request: GameRequest = {
    variant: info.variants[0]?.variant ?? "",
    settings: "",
    seats: [{ kind: "human" }, { kind: "engine", level: FAIR_LEVEL }],
    clock: null,
    from: position ? "position" : "start",
    position: position ?? "",
    record: "",
    listed: false,
    casual: false,
    random: settings.randomSides,
  };
  if (!last) return request;
  const colon = last.setup.indexOf(":");
  const variant = colon < 0 ? "" : last.setup.slice(colon + 1);
  if (info.variants.some((one) => one.variant === variant)) request.variant = variant;
  else request.settings = variant;
  request.seats = last.seats;
  request.clock = last.clock ?? null;
  request.listed = last.listed ?? false;
  request.casual = last.hints ?? false;
  return request;
}

class NewGame implements Screen {
  readonly element = h("main", { class: "newgame", id: "main" });
  readonly title = t("new.heading");
  private readonly request: GameRequest;
  private readonly picture = h("div", { class: "thumbnail" });
  private readonly problem = h("p", { class: "message", role: "status" });
  private asked = 0;

  constructor(
    private readonly app: App,
    private readonly info: GameInfo,
    query: URLSearchParams,
  ) {
    this.request = requestFrom(info, settings.lastWish[info.game], query.get("position"));
    const setup = query.get("setup");
    if (setup) this.setSetup(setup);
    if (query.get("with") === "anyone") this.challengeAnyone();
    this.draw();
    void this.preview();
  }

  private setSetup(setup: string): void {
    const colon = setup.indexOf(":");
    const variant = colon < 0 ? "" : setup.slice(colon + 1);
    this.request.settings = this.info.variants.some((one) => one.variant === variant) ? "" : variant;
    if (this.info.variants.some((one) => one.variant === variant)) this.request.variant = variant;
  }

  private challengeAnyone(): void {
    const { request } = this;
    request.listed = true;
    if (!request.seats.some((seat) => seat.kind === "open")) request.seats = [{ kind: "human" }, { kind: "open" }];
  }

  private get setup(): string {
    return setupText(this.info.game, this.request.settings || this.request.variant);
  }

  private draw(): void {
    const { info, request } = this;
    const form = h("form", { class: "form", onsubmit: (event: Event) => void this.submit(event) });
    const others = this.app.games.map((game): Choice => [game.game, gameTitle(game)]);
    form.append(
      select(t("new.game"), others, info.game, (game) => this.app.go(`/new/${game}`)),
      radios(
        t("new.variant"),
        info.variants.map(({ variant }): Choice => [variant, variantTitle(this.app.games, `${info.game}:${variant}`)]),
        request.settings ? "?" : request.variant,
        (variant) => {
          request.variant = variant;
          request.settings = "";
          void this.preview();
        },
      ),
      this.furtherSettings(),
      this.players(),
      this.clock(),
      this.from(),
      nameField(t("new.name")),
      h("div", { class: "submit" }, this.problem, h("button", { type: "submit", class: "primary large" }, t("new.start"))),
    );
    keepFocus(this.element, () =>
      this.element.replaceChildren(
        h("h1", {}, `${t("new.heading")}: ${gameTitle(info)}`),
        h("div", { class: "beside" }, form, h("div", { class: "aside" }, this.picture)),
      ),
    );
  }

  private furtherSettings(): HTMLElement {
    const input = h("input", { type: "text", value: this.request.settings, maxlength: 120, spellcheck: "false" });
    input.addEventListener("input", () => {
      this.request.settings = input.value.trim();
      void this.preview();
    });
    const field = h("label", { class: "field" }, h("span", {}, t("new.settings.help")), input);
    return h("details", { open: this.request.settings !== "" }, h("summary", {}, t("new.settings")), field);
  }

  private players(): HTMLElement {
    const { request } = this;
    const isWatched = request.seats.every((seat) => seat.kind === "engine");
    const check = (key: string, name: "random" | "casual") => {
      const input = h("input", { type: "checkbox", checked: request[name], onchange: () => (request[name] = input.checked) });
      return h("label", { class: "radio" }, input, h("span", {}, t(key)));
    };
    return h(
      "fieldset",
      {},
      h("legend", {}, t("new.players")),
      this.seat(0),
      this.seat(1),
      isWatched && h("p", { class: "quiet" }, t("new.watch")),
      button(t("new.swap"), () => this.swap()),
      this.isDuel() && check("new.random", "random"),
      request.seats.some((seat) => seat.kind === "open") && check("new.casual", "casual"),
    );
  }

  /** True if the user has one seat and somebody else the other. */
  private isDuel(): boolean {
    return this.request.seats.filter((seat) => seat.kind === "human").length === 1;
  }

  private seat(side: 0 | 1): HTMLElement {
    const seat = this.request.seats[side];
    const server = this.app.backend.kind === "server";
    const kinds: Choice[] = [["human", t("new.you")], ["engine", t("new.engine")]];
    if (server) kinds.push(["open", t("new.open")], ["anyone", t("new.anyone")]);
    const chosen = seat.kind === "open" && this.request.listed ? "anyone" : seat.kind;
    const set = (request: SeatRequest) => {
      this.request.seats[side] = request;
      this.draw();
    };
    const choose = (kind: string) => {
      const isOpen = kind === "open" || kind === "anyone";
      if (isOpen) this.request.listed = kind === "anyone";
      // Only one of the seats may be open.
      if (isOpen && this.request.seats[side === 0 ? 1 : 0].kind === "open") this.request.seats[side === 0 ? 1 : 0] = { kind: "human" };
      set(kind === "engine" ? { kind, level: FAIR_LEVEL } : { kind: isOpen ? "open" : "human" });
    };
    const box = h("div", { class: "seatrequest" });
    box.append(
      select(t("new.seat", { side: sideName(this.info, side) }), kinds, chosen, choose),
    );
    if (seat.kind !== "engine") return box;
    const byTime = seat.time !== undefined;
    const levels = Array.from({ length: LEVELS }, (_, i): Choice => [String(i + 1), levelLabel(i + 1)]);
    box.append(
      select(t("new.time.by"), [["level", t("new.level")], ["time", t("new.time")]], byTime ? "time" : "level", (by) =>
        set(by === "time" ? { kind: "engine", time: 1000 } : { kind: "engine", level: FAIR_LEVEL }),
      ),
      byTime
        ? select(t("new.time"), TIMES.map((s): Choice => [String(s * 1000), t("new.seconds", { n: s })]), String(seat.time), (ms) => {
            this.request.seats[side] = { kind: "engine", time: Number(ms) };
          })
        : select(t("new.level"), levels, String(seat.level ?? FAIR_LEVEL), (level) => {
            this.request.seats[side] = { kind: "engine", level: Number(level) };
          }),
    );
    if (!byTime) box.append(h("p", { class: "quiet" }, t("new.level.time")));
    return box;
  }

  private swap(): void {
    this.request.seats = [this.request.seats[1], this.request.seats[0]];
    this.draw();
  }

  private clock(): HTMLElement {
    const { request } = this;
    const set = radios(t("new.clock"), [["none", t("new.clock.none")], ["on", t("new.clock.on")]], request.clock ? "on" : "none", (value) => {
      request.clock = value === "on" ? { main: 600_000, increment: 5000 } : null;
      this.draw();
    });
    const clock = request.clock;
    if (clock)
      set.append(
        numberField(t("new.clock.main"), clock.main / 60_000, 0.1, 600, (n) => (clock.main = Math.round(n * 60_000))),
        numberField(t("new.clock.increment"), clock.increment / 1000, 0, 600, (n) => (clock.increment = Math.round(n * 1000))),
      );
    return set;
  }

  private from(): HTMLElement {
    const { request } = this;
    const choices: Choice[] = [
      ["start", t("new.from.start")],
      ["position", t("new.from.position")],
      ["record", t("new.from.record")],
    ];
    const set = radios(t("new.from"), choices, request.from, (from) => {
      request.from = from === "position" || from === "record" ? from : "start";
      this.draw();
      void this.preview();
    });
    if (request.from === "start") return set;
    const key = request.from;
    const area = h("textarea", { rows: key === "record" ? 8 : 3, spellcheck: "false" });
    area.value = request[key];
    area.addEventListener("input", () => {
      request[key] = area.value;
      void this.preview();
    });
    set.append(h("label", { class: "field" }, h("span", {}, t(key === "record" ? "new.record.label" : "new.position.label")), area));
    if (key === "record") set.append(this.file(area));
    return set;
  }

  private file(area: HTMLTextAreaElement): HTMLElement {
    const input = h("input", { type: "file" });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (!file) return;
      void file.text().then((text) => {
        area.value = text;
        this.request.record = text;
        void this.preview();
      });
    });
    return h("label", { class: "field" }, h("span", {}, t("new.record.file")), input);
  }

  /** Show the chosen board, or why it is invalid. */
  private async preview(): Promise<void> {
    const question = ++this.asked;
    try {
      let setup = this.setup;
      let position = this.request.from === "position" ? this.request.position.trim() : undefined;
      let summary = "";
      if (this.request.from === "record" && this.request.record.trim()) {
        const record = await this.app.backend.read(this.request.record);
        setup = record.setup;
        position = record.start;
        summary = t("new.record.read", { game: variantTitle(this.app.games, setup), turns: t("new.turns", { n: record.moves.length }) });
      }
      const [shape, board] = await Promise.all([this.app.backend.shape(setup), this.app.backend.board(setup, position || undefined)]);
      if (question !== this.asked) return;
      const view = new BoardView(shape, { still: true, label: t("new.preview") });
      view.show(board);
      this.picture.replaceChildren(view.svg);
      this.problem.textContent = summary;
    } catch (error) {
      if (question === this.asked) this.problem.textContent = sentence(errorText(error));
    }
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    const { request } = this;
    const isOpen = request.seats.some((seat) => seat.kind === "open");
    if (isOpen && (await askName()) === null) return;
    const table: NewTable = { setup: this.setup, seats: request.seats };
    if (request.clock) table.clock = { ...request.clock };
    if (isOpen && request.listed) table.listed = true;
    if (isOpen && request.casual) table.hints = true;
    const kept = { ...settings.lastWish, [this.info.game]: { ...table } };
    if (request.from !== "start" && !request[request.from].trim()) {
      this.problem.textContent = t("new.from.empty");
      return;
    }
    if (request.from === "position") table.position = request.position.trim();
    if (request.from === "record") table.record = request.record;
    if (this.isDuel() && request.random && Math.random() < 0.5) table.seats = [table.seats[1], table.seats[0]];
    if (settings.name) table.names = table.seats.map((seat) => (seat.kind === "human" ? settings.name : "")) as [string, string];
    try {
      await startTable(this.app, table);
      change({ lastWish: kept, randomSides: request.random }); // remember only settings that the backend accepted
    } catch (error) {
      this.problem.textContent = t("app.failed", { why: errorText(error) });
    }
  }
}

export function newGameScreen(app: App, game: string, query: URLSearchParams): Screen | null {
  const info = app.games.find((one) => one.game === game) ?? (game === "" ? app.games[0] : undefined);
  return info ? new NewGame(app, info, query) : null;
}

/** Return the first setup in which the text, a single line, is a valid position, or null. */
async function positionSetup(app: App, text: string): Promise<string | null> {
  if (text === "" || text.includes("\n") || text.startsWith("[")) return null;
  return app.backend.setupOf(text);
}

/** A game of a text with several: its players, its kind and its length, or why it cannot be read. */
function contentsItem(app: App, game: ContentsGame, choose: (record: string) => void): HTMLElement {
  if ("error" in game) return h("li", { class: "quiet" }, game.error);
  const { tags, turns, record } = game;
  const { First: first, Second: second } = tags;
  const players = first || second ? [`${first || "?"} – ${second || "?"}`] : [];
  const info = app.games.find((one) => one.game === game.game);
  const text = [...players, info ? gameTitle(info) : game.setup, t("new.turns", { n: turns })].join(" · ");
  return h("li", {}, button(text, () => choose(record)));
}

/** The import screen: detect whether the text is a game record or a position, and open it.  Of several games the
 * user chooses one. */
export function importScreen(app: App): Screen {
  const area = h("textarea", { rows: 12, spellcheck: "false" });
  const file = h("input", { type: "file" });
  const problem = h("p", { class: "message", role: "status" });
  const games = h("ol", { class: "contents" });
  const heading = t("lobby.import").replace(/ ?…$/, "");
  file.addEventListener("change", () => void file.files?.[0]?.text().then((text) => (area.value = text)));
  area.addEventListener("input", () => games.replaceChildren());
  const tried = (action: () => Promise<void>) => void action().catch((error: unknown) => (problem.textContent = t("app.failed", { why: errorText(error) })));
  /** Do something with the position of the text, or with its game. */
  const run = async (withPosition: (setup: string, position: string) => Promise<void>, withGame: (text: string) => Promise<void>) => {
    games.replaceChildren();
    problem.textContent = area.value.trim() === "" ? t("import.empty") : "";
    if (problem.textContent !== "") return;
    const position = area.value.trim();
    const setup = await positionSetup(app, position);
    if (setup) return withPosition(setup, position);
    const found = await app.backend.contents(area.value);
    if (found.length < 2) return withGame(area.value);
    problem.textContent = t("import.several");
    games.replaceChildren(...found.map((game) => contentsItem(app, game, (record) => tried(() => withGame(record)))));
    games.querySelector("button")?.focus();
  };
  const open = () =>
    run(
      async (setup, position) => app.go(`/position?${new URLSearchParams({ setup, position })}`),
      async (record) => startTable(app, { setup: (await app.backend.read(record)).setup, record, seats: [{ kind: "human" }, { kind: "human" }] }),
    );
  /** Keep the game as the study of this browser, and open it. */
  const keep = async (source: StudySource) => {
    keepStudy({ record: (await app.backend.study(source)).record, node: 0 });
    app.go("/analysis");
  };
  const analyse = () => run((setup, position) => keep({ setup, position }), (text) => keep({ text }));
  const element = h(
    "main",
    { class: "newgame", id: "main" },
    h("h1", {}, heading),
    h(
      "div",
      { class: "form" },
      h("label", { class: "field" }, h("span", {}, t("import.label")), area),
      h("label", { class: "field" }, h("span", {}, t("new.record.file")), file),
      h("p", { class: "row" }, button(t("import.open"), () => tried(open), { class: "primary" }), button(t("table.analyse"), () => tried(analyse))),
      problem,
      games,
    ),
  );
  return { element, title: heading };
}
