// SPDX-License-Identifier: MIT
// Run the scripts of this directory on every owner of a table host and compare what clients see:
//
//     node scripts.mjs [--write] NATIVE CLOCK_LIBRARY PROGRAM [MODULE.wasm]
//
// A script has one command per line; the indented lines after it are the events and replies that every owner
// must show.  NATIVE is host_native, PROGRAM is tessera, whose server is asked over HTTP, CLOCK_LIBRARY moves
// their clocks.  If TESSERA_DATABASE is set, two servers share that PostgreSQL database.
// --write replaces the expected lines by those of NATIVE.
//
//     new SETUP SEAT SEAT [clock MAIN INCREMENT] [casual]    (human, open, level N)
//     join NAME, watch SEAT, unwatch SEAT, turn SEAT WORDS, act SEAT ACTION, hint SEAT
//     engine: let the engine move; now MS: move the clock; tick; show

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { Engine, EngineError } from "../../webapp/worker/module.mjs";

const args = process.argv.slice(2);
const writes = args[0] === "--write" && args.shift();
const [native, library, program, wasm] = args;
const folder = path.dirname(new URL(import.meta.url).pathname);
const work = mkdtempSync(path.join(os.tmpdir(), "host_scripts_"));
const WAIT_MS = 60_000;

// --- What is compared: everything that does not depend on the machine ---

/** Clocks and absences are compared in steps of ten seconds. */
const tens = (ms, round) => 10 * round(ms / 10_000);

function seatText(seat) {
  const words = [seat.kind, seat.name && `"${seat.name}"`, seat.level && `level ${seat.level}`, seat.waits && "waits", seat.rematch && "rematch"];
  if (seat.clock !== undefined) words.push(`clock ${tens(seat.clock, Math.ceil)}`);
  if (seat.here !== undefined) words.push(seat.here ? "here" : `away ${tens(seat.away, Math.floor)}`);
  return words.filter(Boolean).join(" ");
}

function tableText(table) {
  const words = [`turn ${table.turn}`, `side ${table.side}`, ...table.seats.map((seat) => `[${seatText(seat)}]`)];
  for (const name of ["draw", "back", "running"]) if (table[name] !== null) words.push(`${name} ${table[name]}`);
  for (const name of ["hints", "casual"]) if (table[name]) words.push(name);
  if (table.claim) words.push(`claim ${table.claim.seat} in ${tens(table.claim.in, Math.ceil)}`);
  if (table.declined) words.push(`declined ${table.declined.what} by ${table.declined.by}`);
  if (table.result) words.push(`result ${table.result.winner} ${table.result.reason}`);
  if (table.rematch) words.push("has-rematch");
  if (table.moves) words.push(`moves ${table.moves.map(({ turn }) => turn).join(" ") || "none"}`);
  return words.join(", ");
}

function eventText({ event, version, data }) {
  if (event === "turn") return `turn ${version}: ${data.move.turn}; ${tableText(data.table)}`;
  if (event === "change") return `change ${version}: ${tableText(data)}`;
  if (event === "seats") return `seats ${version}: ${data.seats.map((seat) => `[${seatText(seat)}]`).join(" ")}`;
  if (event === "rematch") return `rematch ${version}`;
  return `${event}: ${data.words}, depth ${data.depth > 0}`;
}

/** Transient events come when they come: of thoughts only the last before a move counts, of presence none. */
function eventLines(events) {
  const kept = events.filter(({ event, version }) => version > 0 || event === "thinking");
  return kept.filter(({ event }, i) => event !== "thinking" || kept[i + 1]?.event !== "thinking").map(eventText);
}

// --- Owners ---

class Failure extends Error {
  constructor({ status, key, error }) {
    super(`error ${status} ${key ?? error}`);
  }
}

/** The functions of wasm/local.h, in the module or natively. */
class LocalOwner {
  constructor(call, move) {
    this.call = call;
    this.move = move;
  }

  async open({ setup, seats, clock, casual }) {
    if (this.table !== undefined) await this.call("table_close", this.table);
    const names = seats.map((seat) => (seat.startsWith("level") ? "" : "Al"));
    ({ table: this.table } = await this.call("table_new", "id", setup, null, null, ...names, ...seats, ...clock, casual));
  }

  async act(seat, action, turn = 0, words = null) {
    const reply = await this.call("table_act", this.table, seat, action, turn, null, words, null);
    if (reply.wants) await this.call("table_close", (await this.call("table_rematch", this.table, "rematch")).table);
  }

  join(name) {
    return this.act(0, "join", 0, name);
  }

  watch(seat, watches) {
    return this.call("table_watch", this.table, seat, watches ? 1 : 0);
  }

  async run(kind) {
    const task = await this.call("table_task", this.table, 0);
    if (task?.kind !== kind) throw new Error(`expected a task ${kind}, not ${task?.kind}`);
    await this.call("table_done", this.table, task.id, await this.call("search", task.text));
  }

  engine() {
    return this.run("turn");
  }

  async hint(seat) {
    const found = () => this.call("table_hint", this.table);
    await this.act(seat, "hint");
    if ((await found()) === null) await this.run("hint");
    return found();
  }

  whole() {
    return this.call("table_whole", this.table);
  }

  async events() {
    const events = [];
    for (let event; (event = await this.call("table_event", this.table)) !== null; ) events.push(event);
    return events;
  }

  async tick() {
    await this.call("table_tick", this.table);
  }

  close() {}
}

function clockFile(name) {
  const file = path.join(work, name);
  const write = (ms) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(ms));
    writeFileSync(file, bytes, { flag: "r+" });
  };
  writeFileSync(file, Buffer.alloc(8));
  let moved = 0;
  return { file, move: (ms) => write((moved += ms)) };
}

function startNative() {
  const clock = clockFile("native.clock");
  const child = spawn(native, { env: { ...process.env, LD_PRELOAD: library, TEST_CLOCK: clock.file }, stdio: ["pipe", "pipe", "inherit"] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const call = async (...given) => {
    child.stdin.write(`${JSON.stringify(given)}\n`);
    const reply = JSON.parse((await lines.next()).value);
    if (reply !== null && reply.error !== undefined) throw new Failure(reply);
    return reply;
  };
  const owner = new LocalOwner(call, clock.move);
  owner.close = () => child.stdin.end();
  return owner;
}

async function startModule() {
  let moved = 0;
  const engine = await Engine.start(new WebAssembly.Module(readFileSync(wasm)), 1, () => {}, () => performance.now() + moved);
  const call = async (...given) => {
    try {
      return engine.call(...given);
    } catch (error) {
      throw error instanceof EngineError ? new Failure({ ...error, error: error.message }) : error;
    }
  };
  return new LocalOwner(call, (ms) => (moved += ms));
}

/** A server, with a stream of a spectator for the events and one for each seat that watches.  Of several servers with
 * the same database each request and each stream goes to the next one. */
class ServerOwner {
  constructor(servers, clock) {
    Object.assign(this, { servers, move: clock.move, streams: new Map(), received: [], tables: 0, requests: 0 });
  }

  get port() {
    return this.servers[this.requests++ % this.servers.length].port;
  }

  /** Each table has visitors of its own, so that their requests stay within the limits. */
  from(target) {
    return { port: this.port, host: "127.0.0.1", localAddress: `127.0.0.${1 + this.tables}`, path: target, agent: false };
  }

  request(method, target, body) {
    return new Promise((resolve, reject) => {
      const headers = { "Content-Type": "application/json", Connection: "close" };
      const request = http.request({ ...this.from(target), method, headers }, (response) => {
        let text = "";
        response.on("data", (part) => (text += part));
        response.on("end", () => {
          const reply = JSON.parse(text);
          if (response.statusCode === 200) resolve(reply);
          else reject(new Failure({ ...reply, status: response.statusCode }));
        });
      });
      request.on("error", reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  post(action, body) {
    return this.request("POST", `/api/tables/${this.id}/${action}`, body);
  }

  stream(token, receive) {
    return new Promise((resolve, reject) => {
      const target = `/api/tables/${this.id}/events${token ? `?token=${token}` : ""}`;
      const request = http.get(this.from(target), (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("error", () => {});
        response.on("data", (part) => {
          text += part;
          for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
            const fields = Object.fromEntries(text.slice(0, end).split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
            if (fields.event) receive({ event: fields.event, version: Number(fields.id ?? 0), data: JSON.parse(fields.data) });
            resolve(request);
          }
        });
      });
      request.on("error", reject);
    });
  }

  async open({ setup, seats, clock, casual }) {
    for (const stream of this.streams.values()) stream.destroy();
    this.streams.clear();
    this.received = [];
    this.tables++;
    this.last = 1;
    const read = (seat) => (seat.startsWith("level") ? { kind: "engine", level: Number(seat.slice(6)) } : { kind: seat });
    const names = seats.map((seat) => (seat.startsWith("level") ? null : "Al"));
    const made = await this.request("POST", "/api/tables", {
      setup,
      seats: seats.map(read),
      names,
      hints: casual === 1,
      ...(clock[0] ? { clock: { main: clock[0], increment: clock[1] } } : {}),
    });
    Object.assign(this, { id: made.table, tokens: made.tokens, invitation: made.invitation });
    const received = this.received;
    this.streams.set("spectator", await this.stream(null, (event) => event.event !== "table" && received.push(event)));
  }

  async act(seat, action, turn = 0, words = null) {
    await this.post(action, { token: this.tokens[seat], ...(action === "turn" ? { turn, words } : {}) });
  }

  async join(name) {
    const { side, token } = await this.post("join", { invitation: this.invitation, name });
    this.tokens[side] = token;
  }

  async watch(seat, watches) {
    if (watches) this.streams.set(seat, await this.stream(this.tokens[seat], () => {}));
    else this.streams.get(seat).destroy();
    await this.untilAll(async () => (await this.whole()).seats[seat].here === watches);
  }

  async until(isSo) {
    for (const end = Date.now() + WAIT_MS; !(await isSo()); await new Promise((go) => setTimeout(go, 20)))
      if (Date.now() > end) throw new Error("the server did not do it");
  }

  /** Until it is so at each server. */
  untilAll(isSo) {
    let times = 0;
    return this.until(async () => (times = (await isSo()) ? times + 1 : 0) === this.servers.length);
  }

  async engine() {
    const { seats, holders } = await this.whole();
    await this.until(async () => {
      const { side } = await this.whole();
      return side === null || seats[holders[side]].kind === "human";
    });
  }

  hint(seat) {
    return this.post("hint", { token: this.tokens[seat] });
  }

  whole() {
    return this.request("GET", `/api/tables/${this.id}`);
  }

  /** All events up to the version of the table; what an engine does belongs to the command `engine`. */
  async events(command) {
    const { version } = await this.whole();
    if (version > 1) await this.until(() => this.last >= version || this.received.some((event) => event.version >= version));
    this.last = version;
    const thought = this.received.findIndex(({ event }) => event === "thinking");
    const turns = this.received.flatMap(({ event }, i) => (event === "turn" ? [i] : []));
    const ends = [thought, turns[1] ?? -1].filter((i) => i >= 0);
    return this.received.splice(0, command === "engine" ? Infinity : Math.min(Infinity, ...ends));
  }

  async tick() {
    const { version } = await this.whole();
    await this.until(async () => (await this.whole()).version > version || (await this.whole()).result !== null);
  }

  close() {
    for (const { child } of this.servers) child.kill();
  }
}

async function startServer(clock) {
  const env = { ...process.env, LD_PRELOAD: library, TEST_CLOCK: clock.file };
  const database = process.env.TESSERA_DATABASE;
  const place = database ? ["--database", database] : ["--data", path.join(work, "data")];
  const child = spawn(program, ["serve", "--listen", "127.0.0.1:0", ...place], { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of readline.createInterface({ input: child.stdout })) {
    const port = /:(\d+)\//.exec(line)?.[1];
    if (port) return { child, port: Number(port) };
  }
  throw new Error("the server did not start");
}

async function startServers() {
  const clock = clockFile("server.clock");
  const servers = [await startServer(clock)];
  if (process.env.TESSERA_DATABASE) servers.push(await startServer(clock));
  return new ServerOwner(servers, clock);
}

// --- Scripts ---

function readTable([setup, ...rest]) {
  const seats = [];
  while (seats.length < 2) seats.push(rest[0] === "level" ? rest.splice(0, 2).join(" ") : rest.shift());
  const at = rest.indexOf("clock");
  return { setup, seats, clock: at < 0 ? [0, 0] : rest.slice(at + 1, at + 3).map(Number), casual: rest.includes("casual") ? 1 : 0 };
}

const COMMANDS = {
  new: (owner, rest) => owner.open(readTable(rest)),
  join: (owner, [name]) => owner.join(name),
  watch: (owner, [seat]) => owner.watch(Number(seat), true),
  unwatch: (owner, [seat]) => owner.watch(Number(seat), false),
  turn: async (owner, [seat, words]) => owner.act(Number(seat), "turn", (await owner.whole()).turn, words),
  act: (owner, [seat, action]) => owner.act(Number(seat), action),
  hint: async (owner, [seat]) => `hint ${(await owner.hint(Number(seat))).words}`,
  engine: (owner) => owner.engine(),
  now: (owner, [ms]) => void owner.move(Number(ms)),
  tick: (owner) => owner.tick(),
  show: async (owner) => tableText(await owner.whole()),
};

async function perform(owner, line) {
  const [name, ...rest] = line.split(" ");
  const out = [];
  try {
    const said = await COMMANDS[name](owner, rest);
    if (typeof said === "string") out.push(said);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    out.push(error.message);
  }
  if (name !== "new" && name !== "now") out.push(...eventLines(await owner.events(name)));
  return out;
}

/** Run a script; return it with the lines that the owner shows. */
async function run(owner, script) {
  const out = [];
  for (const line of script) {
    out.push(line);
    if (line !== "" && !line.startsWith("#")) out.push(...(await perform(owner, line)).map((said) => `  ${said}`));
  }
  return `${out.join("\n")}\n`;
}

function firstDifference(expected, found) {
  const [a, b] = [expected.split("\n"), found.split("\n")];
  const at = a.findIndex((line, i) => line !== b[i]);
  return `line ${at + 1}\n  expected ${a[at]}\n  found    ${b[at]}`;
}

/** Thoughts of an engine reach the clients of other servers soon, but perhaps after its move, and then not at all. */
const withoutThoughts = (text) => text.replace(/^  thinking: .*\n/gm, "");

let failed = 0;
const owners = { native: startNative(), module: wasm && (await startModule()), server: await startServers() };
for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt")).sort()) {
  const expected = readFileSync(path.join(folder, file), "utf8");
  const script = expected.trimEnd().split("\n").filter((line) => !line.startsWith("  "));
  for (const [name, owner] of Object.entries(owners)) {
    if (!owner) continue;
    let found;
    try {
      found = await run(owner, script);
    } catch (error) {
      found = error.stack;
    }
    if (writes && name === "native") writeFileSync(path.join(folder, file), found);
    let wanted = writes ? readFileSync(path.join(folder, file), "utf8") : expected;
    if (owner.servers?.length > 1) [found, wanted] = [found, wanted].map(withoutThoughts);
    const isEqual = found === wanted;
    failed += isEqual ? 0 : 1;
    console.log(isEqual ? `ok - ${file}: ${name}` : `not ok - ${file}: ${name}: ${firstDifference(wanted, found)}`);
  }
}
for (const owner of Object.values(owners)) owner?.close?.();
rmSync(work, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);
