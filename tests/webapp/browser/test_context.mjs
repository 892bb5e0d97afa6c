// SPDX-License-Identifier: MIT
// The context of one test: servers, and users with a browser context each.  An error in a browser console
// and a violation of the content security policy fail the test.

import path from "node:path";
import { TestServer } from "./test_server.mjs";

export const WAIT_MS = 60_000; // upper bound; no test sleeps for a fixed time

/** Runs in the page.  Playwright's own waiting needs eval, which the content security policy forbids. */
function waitInPage(test, given, ms) {
  return new Promise((resolve, reject) => {
    const end = performance.now() + ms;
    const look = async () => {
      try {
        const found = await test(given);
        if (found || performance.now() > end) resolve(found ? true : false);
        else setTimeout(look, 8);
      } catch (error) {
        reject(error);
      }
    };
    void look();
  });
}

/** A user with a browser context. */
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
    page.on("crash", () => this.#errors.push("the page crashed"));
    const goto = page.goto.bind(page);
    page.goto = (url, options) => this.#open(goto, url, options);
  }

  /** Playwright returns from a change of the fragment before the web app has replaced the screen.  Wait for it,
   * so that nothing is done to the old screen. */
  async #open(goto, url, options) {
    await this.page.evaluate(() => document.querySelector("body > header .brand")?.setAttribute("data-old", "")).catch(() => {}); // a page that is just being left
    const response = await goto(url, options);
    if (response === null) await this.see("another screen", () => document.querySelector("[data-old]") === null);
    return response;
  }

  /** From now on console errors that match this pattern do not fail the test. */
  expectErrors(pattern) {
    this.#expected.push(pattern);
  }

  get errors() {
    return this.#errors.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  /** Wait until a condition holds in the page; on failure report what was expected and what is shown. */
  async see(what, test, given) {
    const until = performance.now() + WAIT_MS;
    const text = `(${waitInPage})(${test}, ${JSON.stringify(given) ?? "undefined"}, `;
    for (;;) {
      const left = Math.max(1, until - performance.now());
      const found = await this.page.evaluate(`${text}${left})`).catch((error) => {
        // The page was reloaded; evaluate in the new one.
        if (!/context was destroyed|navigation/i.test(error.message)) throw error;
        return null;
      });
      if (found) return found;
      if (performance.now() >= until) throw new Error(`${this.name}: expected ${what}; the page shows: ${await this.message()}`);
    }
  }

  async message() {
    return this.page
      .evaluate(() => (document.querySelector(".message")?.textContent || document.querySelector("main")?.textContent || "").slice(0, 300))
      .catch(() => "nothing");
  }

  /** Wait for a message beside the board. */
  seesMessage(text) {
    return this.see(`the sentence '${text}'`, (wanted) => document.querySelector(".message")?.textContent.includes(wanted), text);
  }

  press(name, where = "body") {
    return this.page.locator(where).getByRole("button", { name, exact: true }).click();
  }

  async has(selector) {
    return (await this.page.locator(selector).count()) > 0;
  }
}

export class TestContext {
  people = [];
  #servers = [];
  #cleanup = [];
  figures = [];

  constructor(tools) {
    this.tools = tools; // browser, program, offline (folder), shots (folder), axe (source)
  }

  /** Start a server, which stops with the context.  `solved` lists games that need a tablebase;
   * `options` are further options of `serve`. */
  async server(solved, options) {
    const server = new TestServer(this.tools.program, solved, options);
    this.#servers.push(server);
    await server.open();
    return server;
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
    // Default settings: no sound and no beginner tips.  Only if nothing is stored yet.
    const kept = { sound: false, tipsSeen: { gipf: true, ponte: true, diavolo: true, alliances: true, duell: true }, ...settings };
    await context.addInitScript((text) => {
      if (location.protocol.startsWith("http") && localStorage.getItem("tessera.settings") === null)
        localStorage.setItem("tessera.settings", text);
    }, JSON.stringify(kept));
    const person = new Person(name, context, await context.newPage());
    this.people.push(person);
    return person;
  }

  /** Fail if a console has an unexpected error. */
  check() {
    const errors = this.people.flatMap((person) => person.errors.map((error) => `${person.name}: ${error}`));
    if (errors.length > 0) throw new Error(`expected no error in any console, got:\n  ${errors.join("\n  ")}`);
  }

  /** Take a screenshot of each page; return the file names. */
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
    for (const server of this.#servers) await server.close();
  }
}
