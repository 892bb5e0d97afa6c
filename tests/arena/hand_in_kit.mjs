// SPDX-License-Identifier: MIT
// A contest with web hand-in, for tests: its server on a free loopback port, links, requests, and TAP.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { resolve } from "node:path";

const WAIT_MS = 240_000; // upper bound; no test sleeps for a fixed time

let count = 0;
export function result(name, right, details = "") {
  console.log(`${right ? "ok" : "not ok"} ${++count} - ${name}`);
  if (right) return;
  process.exitCode = 1;
  console.log(String(details).slice(0, 4000).replace(/^/gm, "# "));
}

export function conclude() {
  console.log(`1..${count}`);
  process.exit();
}

/** Wait until `test` returns something true; returns it, or the last value when the time is up. */
export async function until(test, ms = WAIT_MS) {
  for (const end = Date.now() + ms; ; ) {
    const found = await test();
    if (found || Date.now() > end) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The processes whose parent is `pid`. */
export function children(pid) {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const after = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").pop(); // the name may have spaces
      return Number(after.split(" ")[1]) === pid;
    } catch {
      return false; // it has ended
    }
  }).map(Number);
}

/** Send a request; `from` is the loopback address to send it from, as each has its own rate limit. */
export function request(method, url, body, { headers = {}, from = "127.0.0.1" } = {}) {
  return new Promise((done, fail) => {
    const sent = http.request(url, { method, headers, localAddress: from, agent: false }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(parts).toString("utf8") }));
      answer.on("error", fail);
    });
    sent.on("error", fail);
    sent.end(body);
  });
}

export class Contest {
  #children = new Set();

  constructor(tessera, { game = "toy", format = "round-robin", settings = {} } = {}) {
    this.tessera = resolve(tessera);
    this.home = mkdtempSync(`${tmpdir()}/hand-in-test-`);
    this.folder = `${this.home}/contest`;
    process.on("exit", () => {
      for (const child of this.#children) child.kill("SIGKILL");
      rmSync(this.home, { recursive: true, force: true });
    });
    this.arena("init", this.folder, "--game", game, "--format", format);
    this.arena("add", this.folder, "--player", "random");
    for (const [name, value] of Object.entries(settings)) this.set(name, value);
  }

  arena(...words) {
    return spawnSync(this.tessera, ["arena", ...words], { encoding: "utf8" });
  }

  set(name, value) {
    const file = `${this.folder}/contest.toml`;
    writeFileSync(file, readFileSync(file, "utf8").replace(new RegExp(`^#?${name} = \\S+`, "m"), `${name} = ${value}`));
  }

  spawn(...words) {
    const child = spawn(this.tessera, words, { stdio: ["ignore", "pipe", "pipe"] });
    this.#children.add(child);
    child.output = "";
    child.ended = new Promise((done) => child.once("exit", (code, signal) => {
      this.#children.delete(child);
      done(signal ?? code);
    }));
    for (const pipe of [child.stdout, child.stderr]) pipe.on("data", (text) => (child.output += text));
    return child;
  }

  /** Start the server; again on the same port. */
  async serve(...words) {
    this.server = this.spawn("serve", "--contest", this.folder, "--submissions", "--listen", `127.0.0.1:${this.port ?? 0}`, ...words);
    await until(() => /http:\/\/127.0.0.1:\d+\//.test(this.server.output) || this.server.exitCode !== null);
    this.url = /http:\/\/127.0.0.1:\d+\//.exec(this.server.output)?.[0];
    this.port = Number(/:(\d+)\//.exec(this.url)?.[1]);
    return this.url !== undefined;
  }

  /** End the server with this signal; returns how it ended. */
  async end(signal = "SIGTERM") {
    this.server.kill(signal);
    return this.server.ended;
  }

  /** Make personal links; returns the addresses by the name of the bot. */
  links(names, ...words) {
    const made = this.arena("students", this.folder, "--url", this.url, ...names, ...words);
    return Object.fromEntries([...made.stdout.matchAll(/^(?:.* \((\S+)\)|(Organiser)): (\S+)$/gm)].map(([, bot, organiser, url]) => [bot ?? organiser, url]));
  }

  submit(link, name, body, options) {
    return request("POST", `${link}submit?name=${encodeURIComponent(name)}`, body, options);
  }

  /** The list of students, one line per student. */
  students() {
    return this.arena("students", this.folder).stdout;
  }

  /** Wait until a line of the list of students matches. */
  comes(pattern, ms) {
    return until(() => pattern.test(this.students()), ms);
  }

  games() {
    const report = this.arena("report", this.folder, "--csv", "games");
    return report.status === 0 ? report.stdout.trim().split("\n").length - 1 : -1;
  }
}
