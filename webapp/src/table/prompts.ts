// SPDX-License-Identifier: MIT
// Cards that ask or tell the user something: questions, offers, refusals, an absent opponent, a hint, the
// puzzle, invitations and tips.

import { gameTitle } from "../app";
import { button, copy, h, keepFocus, setText, type Child } from "../dom";
import { t } from "../i18n";
import { termsText } from "../lists";
import { settings } from "../settings";
import { defText } from "../words";
import type { Offer } from "./facts";
import { has, type Component, type Question, type TableModel } from "./model";
import { clockText } from "./seats";

/** Return the address of the web app: the one that the operator made public, or the one in use. */
export function pageUrl(): string {
  const known = document.querySelector<HTMLMetaElement>('meta[name="tessera-url"]')?.content;
  return known || (location.href.split("#")[0] ?? "");
}

function card(text: Child, ...parts: Child[]): HTMLElement {
  return h("div", { class: "ask" }, h("p", {}, text), ...parts);
}

function questionCard({ text, yes, answer }: Question): HTMLElement {
  const accept = button(yes, () => answer(true), { class: "primary" });
  const box = h("div", { class: "ask question", role: "group", "aria-label": text }, h("p", {}, text), accept, button(t("app.cancel"), () => answer(false)));
  box.addEventListener("keydown", (event) => event.key === "Escape" && answer(false));
  return box;
}

function offerCard(model: TableModel, offer: Offer, seat: 0 | 1): HTMLElement {
  if (model.isOwnOffer(seat)) return card(t(`table.${offer}.waiting`));
  return card(
    t(`table.${offer}.asked`, { side: model.name(model.sideOf(seat)) }),
    button(t("table.accept"), () => model.reply(offer, seat, true), { class: "primary" }),
    button(t("table.decline"), () => model.reply(offer, seat, false)),
  );
}

function puzzleCard(model: TableModel, game: string, number: number): HTMLElement {
  const link = (to: number, key: string) => h("a", { class: "button", href: `#/puzzles/${game}/${to}` }, t(key));
  return card(
    model.puzzleText,
    model.isRight === false && model.table?.result === null && button(t("table.undo"), () => void model.act("take-back"), { class: "primary" }),
    model.isRight === true && link(number + 1, "puzzles.next"),
    link(number, "puzzles.back"),
  );
}

function inviteCard(model: TableModel, invitation: string): HTMLElement {
  const url = `${pageUrl()}#/table/${model.id}?invite=${invitation}`;
  const field = h("input", { type: "text", readonly: true, value: url, "aria-label": t("table.invite") });
  const copied = async () => {
    if (await copy(url)) model.say(t("app.copied"));
  };
  const side = model.name(model.sideOf(model.openSeat ?? 0));
  return card(t("table.invite.text", { side }), field, button(t("table.invite.copy"), () => void copied()));
}

function joinCard(model: TableModel): HTMLElement {
  const { table } = model;
  const name = h("input", { type: "text", maxlength: 20, value: settings.name, "aria-label": t("new.name"), placeholder: t("new.name") });
  const side = model.name(model.sideOf(model.openSeat ?? 0));
  const join = button(t("table.join", { side }), () => void model.join(name.value.trim()), { class: "primary" });
  return card(t("table.join.heading", { game: table ? gameTitle(table) : "" }), table && h("p", { class: "quiet" }, termsText(table)), name, join);
}

function tipCard(model: TableModel, game: string): HTMLElement {
  const { tips, tip } = model;
  const text = tips[tip - 1];
  return card(
    `${tip}/${tips.length} ${text ? defText(game, text) : ""}`,
    tip < tips.length && button(t("tip.next"), () => model.nextTip()),
    button(t("tip.never"), () => model.closeTips()),
  );
}

export function promptList(model: TableModel): Component {
  const element = h("div", { class: "asks" });
  let joinBox: HTMLElement | null = null; // created once, because the user may be typing in it
  let asked: Question | null = null;
  let focusBefore: Element | null = null;

  // Created once, because its text changes while the user may be about to press the button.
  const claimText = h("span", {});
  const claimButton = button(t("table.claim"), () => void model.act("claim", model.table?.claim?.seat), { class: "primary" });
  const claimBox = card(claimText, claimButton);

  const tick = () => {
    const left = model.claimIn;
    claimButton.hidden = left !== 0;
    if (left !== null) setText(claimText, left > 0 ? t("table.claim.wait", { time: clockText(Math.ceil(left / 1000) * 1000) }) : t("table.claim.now"));
  };

  const cards = (): HTMLElement[] => {
    const { table, question, hint, puzzle } = model;
    if (!table) return [];
    const list: HTMLElement[] = [];
    if (question) list.push(questionCard(question));
    for (const [offer, seat] of model.offers) if (model.mine.length > 0) list.push(offerCard(model, offer, seat));
    if (model.refusal !== "") list.push(card(model.refusal));
    if (model.claimIn !== null) list.push(claimBox);
    if (puzzle) list.push(puzzleCard(model, puzzle.game, puzzle.number));
    if (hint && hint.steps.length > 0)
      list.push(card(model.hintText(hint), button(t("table.hint.play"), () => void model.entry?.takeAll(hint.steps, hint.words))));
    if (model.canJoin) list.push((joinBox ??= joinCard(model)));
    const invitation = model.ownInvitation;
    if (invitation !== null) list.push(inviteCard(model, invitation));
    // A tip waits until nothing else asks for attention.
    if (model.tip > 0 && table.result === null && list.length === 0) list.push(tipCard(model, table.game));
    return list;
  };

  return {
    element,
    update(parts) {
      if (has(parts, "table", "time")) tick();
      if (!has(parts, "table", "view", "prompts")) return;
      if (model.question && model.question !== asked) focusBefore = document.activeElement;
      keepFocus(element, () => element.replaceChildren(...cards()));
      if (model.question && model.question !== asked) element.querySelector("button")?.focus();
      else if (asked && !model.question && focusBefore?.isConnected) (focusBefore as HTMLElement).focus({ preventScroll: true });
      asked = model.question;
    },
  };
}
