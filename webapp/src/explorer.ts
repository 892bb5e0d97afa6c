// SPDX-License-Identifier: MIT
// The opening explorer: the moves that were played in the shown position.  It asks the backend only while
// it is unfolded.

import type { Backend, Explorer, ExplorerMove } from "./backend";
import { button, h, keepFocus } from "./dom";
import { t } from "./i18n";

/** What the explorer needs from the screen that shows it. */
export interface ExplorerHost {
  readonly backend: Backend;
  /** The shown position, at the beginning of a move; null while there is none. */
  place(): { setup: string; position: string } | null;
  play(steps: string[]): void;
}

const percent = (part: number, whole: number) => Math.round((100 * part) / Math.max(1, whole));

function results({ games, wins, draws, losses }: ExplorerMove): HTMLElement {
  const text = t("explorer.share", { won: percent(wins, games), drawn: percent(draws, games), lost: percent(losses, games) });
  const part = (name: string, count: number) => {
    const element = h("i", { class: name });
    element.style.flexGrow = String(count);
    return element;
  };
  return h("div", { class: "shares", role: "img", "aria-label": text, title: text }, part("won", wins), part("drawn", draws), part("lost", losses));
}

function row(move: ExplorerMove, hasRatings: boolean, play: () => void): HTMLElement {
  return h(
    "tr",
    {},
    h("td", {}, button(move.move, play, { title: move.sample === null ? null : t("explorer.sample", { name: move.sample }) })),
    h("td", { class: "number" }, String(move.games)),
    h("td", {}, results(move)),
    h("td", { class: "number" }, move.chance === null ? "" : `${Math.round(100 * move.chance)} %`),
    hasRatings && h("td", { class: "number" }, move.rating === null ? "" : String(move.rating)),
  );
}

/** Return the element, and a function to call when the position may have changed. */
export function explorerPanel(host: ExplorerHost): { element: HTMLElement; update(): void } {
  const body = h("div", { class: "explorer" });
  const element = h("details", { class: "more" }, h("summary", {}, t("explorer.heading")), body);
  let shown = ""; // the position that is shown or asked for

  const show = ({ book, games, moves }: Explorer) => {
    const hasRatings = moves.some(({ rating }) => rating !== null);
    const names = ["move", "games", "results", "chance", ...(hasRatings ? ["rating"] : [])];
    const table = h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, t(`explorer.${name}`))))),
      h("tbody", {}, ...moves.map((move) => row(move, hasRatings, () => host.play(move.steps)))),
    );
    const note = book === null ? t("explorer.nobook") : moves.length > 0 ? t("explorer.from", { n: games }) : t("explorer.none");
    keepFocus(body, () => body.replaceChildren(...(moves.length > 0 ? [table] : []), h("p", { class: "quiet" }, note)));
  };

  const update = () => {
    const place = host.place();
    const wanted = place ? `${place.setup} ${place.position}` : "";
    if (!element.open || !place || wanted === shown) return;
    shown = wanted;
    host.backend.explorer(place.setup, place.position).then(
      (answer) => wanted === shown && show(answer),
      (error: unknown) => {
        if (wanted !== shown) return;
        shown = ""; // try again with the next change
        body.replaceChildren(h("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)));
      },
    );
  };

  element.addEventListener("toggle", update);
  return { element, update };
}
