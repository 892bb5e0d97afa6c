// SPDX-License-Identifier: MIT
// storm.mjs TESSERA STARTERS HOSTILE [UPLOADS [ATTACKS]] - an upload storm leaves the contest running.  Prints TAP.
//
// STARTERS is sdk/starters, HOSTILE tests/jail/hostile.  A ladder runs while students send UPLOADS submissions at the
// same time; ATTACKS of them are hostile and all of these are checked, because no later submission replaces them.
// Hostile bots do nothing that would harm a machine without a jail.

import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { Contest, conclude, request, result, until } from "./hand_in_kit.mjs";

const [tessera, starters, hostile, uploads = "30", attacks = "4"] = process.argv.slice(2);
const PER_STUDENT = 5; // below the limit per minute
const AT_ONCE = 20;
const CHECK_MS = 30_000; // upper bound for the time of one check, on average
const good = readFileSync(`${starters}/starter.py`, "utf8");
const contest = new Contest(tessera, {
  format: "ladder",
  settings: { turn_ms: 5000, start_ms: 2000, compile_ms: 5000, workers: 1 },
});
const canary = `${contest.home}/canary`;
const SECRET = "canary-4711";
writeFileSync(canary, SECRET);

// Bots in Python.  Each tries its attack when the first game starts, and then plays an illegal move.
const python = (attack) => `import os, sys, json, time, socket, signal, threading
for line in sys.stdin:
    if json.loads(line)["do"] == "game":
        try:
${attack.trim().replace(/^/gm, "            ")}
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
        print(json.dumps({"ready": True}), flush=True)
    else:
        print(json.dumps({"turn": "none"}), flush=True)
`;
const ATTACKS = [
  ["loops.py", python("while True: pass")],
  ["sleeps.py", python("time.sleep(1000)")],
  ["memory.py", python("hog = [bytearray(1 << 20) for i in range(600)]")],
  ["forks.py", python("for i in range(200): os.fork() or time.sleep(1)")],
  ["threads.py", python("for i in range(300): threading.Thread(target=time.sleep, args=(5,)).start()")],
  ["floods.py", python("for i in range(100000): print('x' * 1000, flush=True)")],
  ["reads.py", python(`print(open(${JSON.stringify(canary)}).read(), file=sys.stderr, flush=True)`)],
  ["writes.py", python(`open(${JSON.stringify(canary)}, "w").write("harm")`)],
  ["disk.py", python("open('fill', 'wb').write(b'x' * (100 << 20))")],
  ["kills.py", python("os.kill(1, 9); os.kill(-1, 9)")],
  ["network.py", python("socket.create_connection(('127.0.0.1', PORT), 2).send(b'GET / HTTP/1.0\\r\\n\\r\\n')")],
  ["markup.py", python("print('</pre><script>alert(1)</script>\\u202e\\x1b[2J', file=sys.stderr, flush=True)")],
  ["signals.py", python("[signal.signal(n, signal.SIG_IGN) for n in range(1, 30) if n not in (9, 19)]; time.sleep(1000)")],
  ["closes.py", python("os.close(1); os.close(0); time.sleep(1000)")],
  ["garbage.py", Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
  ["program", Buffer.concat([Buffer.from("\x7fELF"), Buffer.alloc(1 << 20 >> 1, 0xcc)])],
  ...readdirSync(hostile).filter((name) => !["fine.c", "repeat.c"].includes(name)).sort()
    .map((name) => [name, `/* bot_turn */\n${readFileSync(`${hostile}/${name}`, "utf8")}`]),
];

/** The attack of a student; a few students already try different kinds. */
const attackOf = (student) => ATTACKS[(student * 7) % ATTACKS.length];

contest.arena("add", contest.folder, "--player", "greedy");
await contest.serve();
const students = Array.from({ length: Math.ceil(Number(uploads) / PER_STUDENT) }, (_, i) => `student-${i + 1}`);
const attackers = Math.min(Number(attacks), students.length);
writeFileSync(`${contest.home}/names`, students.join("\n"));
const links = contest.links([], "--names", `${contest.home}/names`, "--organiser");
result(`${students.length} students have links`, students.every((name) => links[name]), JSON.stringify(links));
const ladder = contest.spawn("arena", "run", contest.folder);
result("the ladder runs", await until(() => contest.games() > 0), ladder.output);

// --- The storm ---

const began = Date.now();
const waiting = [];
for (let round = 0; round < PER_STUDENT; round++)
  students.forEach((name, i) => {
    const attack = attackOf(i);
    const last = round === PER_STUDENT - 1;
    const [file, body] = last && i < attackers ? attack : ["bot.py", `${good}# ${name} ${round}\n`];
    if (waiting.length < Number(uploads)) waiting.push({ name, file, body: typeof body === "string" ? body.replace("PORT", contest.port) : body });
  });
const codes = {};
let answers = 0;
async function send(lane) {
  for (let one; (one = waiting.shift()); ) {
    // Each lane is one visitor.  One who is too fast tries again.
    const answer = await contest.submit(links[one.name], one.file, one.body, { from: `127.0.0.${lane + 10}` });
    codes[answer.status] = (codes[answer.status] ?? 0) + 1;
    if (answer.status === 429) waiting.push(one);
    else answers += answer.status === 200;
    const page = await request("GET", links[one.name], undefined, { from: `127.0.0.${lane + 10}` });
    if (page.status !== 200) codes[`page ${page.status}`] = 1;
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => send(lane)));
const sent = Date.now();
result(`all ${uploads} uploads are acknowledged`, answers === Number(uploads), JSON.stringify(codes));
result("the server answered every request", Object.keys(codes).every((code) => ["200", "429"].includes(code)), JSON.stringify(codes));
const before = contest.games();
result("all are checked", await until(() => !/is (queued|checking)/.test(contest.students()), CHECK_MS * students.length), contest.students());
const checked = Date.now();

// --- Afterwards ---

const lines = contest.students().split("\n");
const stateOf = (name) => /submission \d+ is (\w+)/.exec(lines.find((line) => line.includes(`(${name})`)))?.[1];
const wrong = students.slice(0, attackers).filter((name) => stateOf(name) !== "rejected");
result(`the ${attackers} hostile bots are rejected`, wrong.length === 0, wrong.map((name) => `${attackOf(students.indexOf(name))[0]} ${name} ${stateOf(name)}`).join("\n"));
const bad = students.slice(attackers).filter((name) => stateOf(name) !== "accepted");
result("all good bots are accepted", bad.length === 0, bad.map((name) => `${name} ${stateOf(name)}`).join("\n"));
const pages = await Promise.all(students.slice(0, attackers).map((name, i) => request("GET", links[name], undefined, { from: `127.0.0.${i % 20 + 40}` })));
result("no page shows a file of the machine, markup or control characters",
  pages.every(({ text }) => !text.includes(SECRET) && !text.includes("root:x:") && !/<script>alert|\u202e|\x1b/.test(text)));
result("no file of the machine has changed", readFileSync(canary, "utf8") === SECRET && existsSync(`${contest.folder}/contest.toml`));
result("the ladder still plays", await until(() => contest.games() > before), ladder.output);
result("it has not ended", ladder.exitCode === null && ladder.signalCode === null, ladder.output);
const table = contest.arena("report", contest.folder, "--csv", "games").stdout.trim().split("\n").slice(1);
const forfeits = table.filter((line) => line.split(",")[6] !== "rules");
result("no bot of the contest has lost a game by the storm", table.length > 0 && forfeits.length === 0, forfeits.slice(0, 5).join("\n"));
const late = await contest.submit(links[students.at(-1)], "bot.py", `${good}# late\n`);
result("students can still submit", late.status === 200 || late.status === 429, late.text);
const stopped = contest.arena("stop", contest.folder);
result("the ladder is stopped as usual", stopped.status === 0 && (await ladder.ended) === 0, stopped.stderr + ladder.output);
const verified = contest.arena("verify", contest.folder);
result("its database is sound", verified.status === 0, verified.stdout);
const size = statSync(`${contest.folder}/.arena/hand_in.db`).size;
result("the server ends as usual", (await contest.end()) === 0, contest.server.output);
console.log(`# ${uploads} uploads in ${((sent - began) / 1000).toFixed(1)} s, checked after ${((checked - began) / 1000).toFixed(1)} s; ` +
  `answers ${JSON.stringify(codes)}; ${contest.games()} games; database ${(size / 1e6).toFixed(1)} MB`);
conclude();
