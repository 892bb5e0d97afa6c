// SPDX-License-Identifier: MIT
// Servers for the tests: the program with its own data directory, or a static file server.

import { execFileSync, spawn } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

const START_MS = 60_000;
// The tests send their own requests from another address, so they do not use up the browser's rate limit.
const OUR_ADDRESS = "127.0.0.2";

// Kill all servers, however the tests end.
const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

function request(method, url, body) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    const sent = http.request(url, { method, headers, localAddress: OUR_ADDRESS, agent: false }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString("utf8") }),
      );
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A server on a free loopback port. */
export class TestServer {
  #program;
  #options;
  #folder = mkdtempSync(path.join(os.tmpdir(), "tessera-browser-"));
  #solved = path.join(this.#folder, "solved");
  #process = null;
  #ended = null;
  #errors = "";
  port = 0;

  /** `solved` lists games for which to build a tablebase first; `options` are further options of `serve`. */
  constructor(program, solved = [], options = []) {
    this.#program = program;
    this.#options = options;
    for (const game of solved)
      execFileSync(program, ["tablebase", "build", game, "--folder", this.#solved, "--quiet"], { stdio: ["ignore", "ignore", "inherit"] });
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Start the server.  A restart uses the same port and the same data. */
  async open() {
    const place = ["--listen", `127.0.0.1:${this.port}`, "--data", this.#folder, "--tablebases", this.#solved, "--seed", "1"];
    const child = spawn(this.#program, ["serve", ...place, ...this.#options], { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    this.#ended = new Promise((end) => child.once("exit", (status, signal) => end(signal ?? status)));
    child.stderr.on("data", (text) => (this.#errors += text));
    this.port = await new Promise((resolve, reject) => {
      let output = "";
      const fail = (why) => reject(new Error(`expected the server to print its address, but ${why}; its output: ${output}${this.#errors}`));
      const timer = setTimeout(() => fail("it printed nothing"), START_MS);
      child.stdout.on("data", (text) => {
        output += text;
        const place = /^Tessera is running at http:\/\/[^\s]*:(\d+)\//m.exec(output);
        if (!place) return;
        clearTimeout(timer);
        resolve(Number(place[1]));
      });
      child.once("error", (error) => fail(error.message));
      this.#ended.then((how) => {
        clearTimeout(timer);
        fail(`it exited (${how})`);
      });
    });
  }

  /** Kill the server with SIGKILL, to simulate a crash. */
  async kill() {
    this.#process.kill("SIGKILL");
    await this.#ended;
  }

  async close() {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill("SIGTERM");
      await this.#ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async get(place, values = {}) {
    const url = new URL(place, this.url);
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
    const { status, text } = await request("GET", url);
    if (status !== 200) throw new Error(`expected GET ${url.pathname}${url.search} to succeed, got ${status}: ${text}`);
    return JSON.parse(text);
  }

  async post(place, body) {
    const { status, text } = await request("POST", new URL(place, this.url), body);
    if (status !== 200 && status !== 201) throw new Error(`expected POST ${place} to succeed, got ${status}: ${text}`);
    return JSON.parse(text);
  }

  head(place) {
    return request("GET", new URL(place, this.url));
  }
}

const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

/** A static file server for one directory, like any static host. */
export class Files {
  #folder;
  #server = null;
  missing = []; // requested paths that do not exist
  port = 0;

  constructor(folder) {
    this.#folder = folder;
  }

  get url() {
    return `http://127.0.0.1:${this.port}/`;
  }

  open() {
    this.#server = http.createServer((question, answer) => this.#answer(question, answer));
    return new Promise((resolve) =>
      this.#server.listen(this.port, "127.0.0.1", () => {
        this.port = this.#server.address().port;
        resolve();
      }),
    );
  }

  #answer(question, answer) {
    const name = new URL(question.url, this.url).pathname.slice(1) || "index.html";
    const file = path.join(this.#folder, path.basename(name));
    if (name.includes("/") || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      this.missing.push(name);
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { "Content-Type": TYPES[name.split(".").pop()] ?? "application/octet-stream" });
    createReadStream(file).pipe(answer);
  }

  close() {
    if (!this.#server) return Promise.resolve();
    const server = this.#server;
    this.#server = null;
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  }
}
