// SPDX-License-Identifier: MIT
// The user's name: asked for once, before the first game against another person, and then remembered.

import { button, h } from "./dom";
import { t } from "./i18n";
import { change, settings } from "./settings";

export const NAME_LENGTH = 20; // of any script: the server stores 64 bytes

/** A field for the name, which is remembered when it changes. */
export function nameField(label: string): HTMLElement {
  const input = h("input", { type: "text", maxlength: NAME_LENGTH, value: settings.name, autocomplete: "nickname" });
  input.addEventListener("change", () => change({ name: input.value.trim(), nameAsked: true }));
  return h("label", { class: "field" }, h("span", {}, label), input);
}

/** Return the user's name, "" for none, or null if the user does not want to go on. */
export function askName(): Promise<string | null> {
  if (settings.name || settings.nameAsked) return Promise.resolve(settings.name);
  return new Promise((resolve) => {
    const input = h("input", { type: "text", maxlength: NAME_LENGTH, autocomplete: "nickname", "aria-describedby": "name-note" });
    const end = (name: string | null) => {
      if (name !== null) change({ name, nameAsked: true });
      dialog.remove();
      resolve(name);
    };
    const form = h(
      "form",
      { class: "form", method: "dialog" },
      h("h2", { id: "name-title" }, t("name.heading")),
      h("label", { class: "field" }, h("span", {}, t("new.name")), input),
      h("p", { class: "quiet", id: "name-note" }, t("name.note")),
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, t("name.ok")), button(t("name.none"), () => end(""))),
    );
    const dialog = h("dialog", { class: "name", "aria-labelledby": "name-title", onclose: () => dialog.isConnected && end(null) }, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      end(input.value.trim());
    });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
}
