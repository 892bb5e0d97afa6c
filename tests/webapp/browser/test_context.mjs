// SPDX-License-Identifier: MIT
// The room of one test: a server, and people with browsers of their own.  Whatever a browser complains
// about in its console, and whatever the page's policy forbids, fails the test.

import path from "node:path";
import { House } from "./test_server.mjs";

export const WAIT_MS = 30_000; // a bound for what must come; nothing waits for time to pass

/** Runs in the page, which may not make functions from text: playwright's own way of waiting does. */
function waitInPage(test, given, ms) {
  return new Promise((take, fail) => {
    const end = performance.now() + ms;
    const look = async () => {
      try {
        const found = await test(given);
        if (found || performance.now() > end) take(found ? true : false);
        else setTimeout(look, 8);
      } catch (error) {
        fail(error);
      }
    };
    void look();
  });
}

/** Somebody in front of a screen. */
export class Person {
  #errors = [];
  #expected = [];

  constructor(name, context, page) {
    this.name = name;
    this.context = context;
    this.page = page;
    page.setDefaultTimeout(WAIT_MS);
    page.on("console", (message) => {
      if (message.type() === "error") this.#errors.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.#errors.push(`page: ${error.message}`));
    page.on("crash", () => this.#errors.push("the page has crashed"));
  }

  /** From now on the console may complain about this. */
  expectErrors(pattern) {
    this.#expected.push(pattern);
  }

  get errors() {
    return this.#errors.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  /** Wait until something is true in the page; if it never is, say what was expected and what is there. */
  async see(what, test, given) {
    const until = performance.now() + WAIT_MS;
    const text = `(${waitInPage})(${test}, ${JSON.stringify(given) ?? "undefined"}, `;
    for (;;) {
      const left = Math.max(1, until - performance.now());
      const found = await this.page.evaluate(`${text}${left})`).catch((error) => {
        // Another page has come in between: ask that one.
        if (!/context was destroyed|navigation/i.test(error.message)) throw error;
        return null;
      });
      if (found) return found;
      if (performance.now() >= until) throw new Error(`${this.name}: expected ${what}; the page says: ${await this.says()}`);
    }
  }

  async says() {
    return this.page
      .evaluate(() => (document.querySelector(".message")?.textContent || document.querySelector("main")?.textContent || "").slice(0, 300))
      .catch(() => "nothing");
  }

  /** Wait for the sentence beside the board. */
  hears(words) {
    return this.see(`the sentence '${words}'`, (wanted) => document.querySelector(".message")?.textContent.includes(wanted), words);
  }

  press(name, where = "body") {
    return this.page.locator(where).getByRole("button", { name, exact: true }).click();
  }

  async has(selector) {
    return (await this.page.locator(selector).count()) > 0;
  }
}

export class Room {
  people = [];
  #houses = [];
  #cleanup = [];
  figures = [];

  constructor(tools) {
    this.tools = tools; // browser, program, offline (folder), shots (folder), axe (source)
  }

  /** A server of its own, closed with the room. */
  async house(solved) {
    const house = new House(this.tools.program, solved);
    this.#houses.push(house);
    await house.open();
    return house;
  }

  atEnd(action) {
    this.#cleanup.push(action);
  }

  async person(name, { settings = {}, init, ...options } = {}) {
    const context = await this.tools.browser.newContext({
      viewport: { width: 1100, height: 800 },
      locale: "en-GB",
      reducedMotion: "reduce",
      ...options,
    });
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI}`),
      );
    });
    // What a person chose earlier: no sound, no hints for beginners; only if there is nothing yet.
    const kept = { sound: false, tipsSeen: { gipf: true, ponte: true, diavolo: true, alliances: true, duell: true }, ...settings };
    await context.addInitScript((text) => {
      if (location.protocol.startsWith("http") && localStorage.getItem("tessera.settings") === null)
        localStorage.setItem("tessera.settings", text);
    }, JSON.stringify(kept));
    const person = new Person(name, context, await context.newPage());
    this.people.push(person);
    return person;
  }

  /** Nobody may have seen an error. */
  check() {
    const errors = this.people.flatMap((person) => person.errors.map((error) => `${person.name}: ${error}`));
    if (errors.length > 0) throw new Error(`expected no error in any console, got:\n  ${errors.join("\n  ")}`);
  }

  /** Pictures of what everybody sees; returns their names. */
  async shots(name) {
    const files = [];
    for (const person of this.people) {
      const file = path.join(this.tools.shots, `${name}-${person.name}.png`.replace(/[^\w.-]+/g, "-"));
      await person.page.screenshot({ path: file, timeout: 5000 }).then(
        () => files.push(file),
        () => {},
      );
    }
    return files;
  }

  async close() {
    for (const action of this.#cleanup) await action();
    for (const person of this.people) await person.context.close();
    for (const house of this.#houses) await house.close();
  }
}
