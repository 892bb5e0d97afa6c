// SPDX-License-Identifier: MIT
// hand_in.mjs TESSERA STARTERS - students submit bots over HTTP, and the organiser controls it.  Prints TAP.
//
// STARTERS is the directory sdk/starters of this project.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { Contest, children, conclude, request, result, until } from "./hand_in_kit.mjs";

const [tessera, starters] = process.argv.slice(2);
const good = readFileSync(`${starters}/starter.py`);
const bad = String(good).replace("turn=choose()", 'turn="<b>resign</b>"');
const contest = new Contest(tessera, { settings: { turn_ms: 500 } });
const log = `${contest.home}/access.log`;
const get = (url, options) => request("GET", url, undefined, options);

// --- Usage errors ---

for (const [name, words, pattern] of [
  ["submissions need a contest", ["serve", "--submissions"], /--submissions needs --contest DIR/],
  ["a time for checks needs submissions", ["serve", "--check-time", "9"], /--check-time needs --submissions/],
  ["students need a contest", ["arena", "students", contest.home, "Anna"], /there is no contest/],
  ["a name to display must be plain text", ["arena", "students", contest.folder, "An\u202ena"], /the name of a student must be/],
  ["an unknown student has no link to renew", ["arena", "students", contest.folder, "--renew", "Nora"], /there is no student named 'Nora'/],
  ["renewing needs names", ["arena", "students", contest.folder, "--renew"], /--renew needs the names/],
  ["an address must be a URL", ["arena", "students", contest.folder, "Anna", "--url", "here"], /--url/],
]) {
  const child = contest.spawn(...words);
  result(name, (await child.ended) === 2 && pattern.test(child.output), child.output);
}

const none = contest.students();
result("a contest without students says how to add them", none.includes("No students yet.  Next: tessera arena students "), none);

// --- Links ---

result("the server starts", await contest.serve("--access-log", log), contest.server.output);
result("it says that the organiser has no link", contest.server.output.includes("--organiser"), contest.server.output);
const links = contest.links(["Anna M\u00fcller", "Bert", "Bert B.", "\u738b"], "--organiser");
result("bots are named after their authors", ["anna-muller", "bert", "bert-b", "student", "Organiser"].every((name) => links[name]), JSON.stringify(links));
const again = contest.arena("students", contest.folder, "Bert");
result("a student is added once", again.status === 2 && again.stderr.includes("already a student named 'Bert'"), again.stderr);
const { "anna-muller": anna, bert, Organiser: organiser } = links;
result("a student has a page", (await get(anna)).text.includes("<h1>Anna M\u00fcller</h1>"));
for (const [name, url] of [
  ["another token", anna.replace(/.\/$/, (end) => (end === "0/" ? "1/" : "0/"))],
  ["a token of the wrong kind", anna.replace("/student/", "/organiser/")],
  ["a short token", `${contest.url}student/12/`],
  ["a file of the contest", `${anna}contest.toml`],
  ["a path out of the page", `${anna}..%2f..%2fcontest.toml`],
]) {
  const answer = await get(url);
  result(`${name} is not found`, answer.status === 404, answer.text);
}
const privately = await get(anna);
result("pages are not cached and send no referrer",
  privately.headers["cache-control"] === "no-store" && privately.headers["referrer-policy"] === "no-referrer", JSON.stringify(privately.headers));

// --- Submissions ---

for (const [name, file, body, status, pattern] of [
  ["an empty file", "a.py", "", 400, /empty/],
  ["a name with a path", "../a.py", good, 400, /parameter 'name'/],
  ["a hidden name", ".a.py", good, 400, /parameter 'name'/],
  ["a long name", `${"a".repeat(70)}.py`, good, 400, /parameter 'name'/],
  ["a large file", "a.py", Buffer.alloc((1 << 20) + 1), 413, /larger than 1024 KiB/],
]) {
  const answer = await contest.submit(anna, file, body);
  result(`${name} is rejected`, answer.status === status && pattern.test(answer.text), answer.text);
}
const huge = await contest.submit(anna, "a.py", Buffer.alloc(4 << 20)).catch((error) => ({ status: error.code }));
result("a huge file is not read", [413, "EPIPE", "ECONNRESET"].includes(huge.status), huge.status);
const foreign = await contest.submit(anna, "a.py", good, { headers: { Origin: "http://elsewhere.example" } });
result("a page of another site cannot submit", foreign.status === 403, foreign.text);
result("a page cannot be changed by other methods", (await request("PUT", anna, "x")).status === 405);
const nameless = await request("POST", `${anna}submit`, good);
result("a file without a name is rejected", nameless.status === 400, nameless.text);

for (const kind of ["builtin", "x"]) {
  const odd = await request("POST", `${anna}submit?name=a.py&kind=${kind}`, good);
  result(`a bot of kind ${kind} is rejected`, odd.status === 400 && odd.text.includes("'kind'"), odd.text);
}

const first = await contest.submit(anna, "anna.py", good);
result("a submission is acknowledged", first.status === 200 && first.text.includes("Submission 1 is stored"), first.text);
result("a good bot is accepted and takes part", await contest.comes(/anna-muller\): submission 1 is accepted, 1 takes part/), contest.students());
const toml = readFileSync(`${contest.folder}/contest.toml`, "utf8");
result("it is in the contest, with its title", /name = "anna-muller"\ntitle = "Anna M\u00fcller"\nkind = "json"\nfile = "bots\/anna-muller-v1.py"/.test(toml), toml);
await contest.submit(bert, "bert.py", bad);
result("a bad bot is rejected", await contest.comes(/\(bert\): submission 2 is rejected$/m), contest.students());
const page = (await get(bert)).text;
result("its author reads why, escaped", page.includes("FAIL  game 1") && page.includes("&lt;b&gt;resign") && !page.includes("<b>resign"), page);
await contest.submit(bert, "bert.c", "int bot_turn(void) { return missing; }\n");
result("a source that does not compile is rejected", await contest.comes(/\(bert\): submission 3 is rejected$/m), contest.students());
const built = (await get(bert)).text;
result("its author reads the output of the compiler", built.includes("Compiler output:") && built.includes("missing"), built);
await contest.submit(bert, "bert.txt", "hello");
result("a file that is no bot is rejected", await contest.comes(/\(bert\): submission 4 is rejected$/m), contest.students());

await request("POST", `${links["bert-b"]}submit?name=engine&kind=ugi`, `#!/usr/bin/env python3\nprint("hello")\n`);
result("a program of a chosen kind is checked", await contest.comes(/\(bert-b\): submission 5 is rejected$/m), contest.students());
result("as this kind", (await get(links["bert-b"])).text.includes("builds"), (await get(links["bert-b"])).text);

// --- Games, and what is hidden ---

const run = contest.arena("run", contest.folder);
result("the contest is played", run.status === 0, run.stderr);
const seen = await until(async () => {
  const { text } = await get(anna);
  return text.includes("games#game-2") && text;
});
result("students see their games", seen && seen.includes("won") && !seen.includes("random</td>"), seen);
const replay = (await get(`${anna}games`)).text;
result("their replay does not name the opponent", replay.includes("opponent") && !replay.includes("random"), replay);
result("another student does not see them", !(await get(bert)).text.includes("games#game"));
const asked = await request("POST", `${anna}review?game=1`, "");
result("a review is asked for", asked.status === 200, asked.text);
const review = await until(async () => {
  const { text } = await get(`${anna}review?game=1`);
  return text.includes("chance of your bot") && text;
});
result("and is shown", review && review.includes("opponent") && !review.includes("random"), review);
result("a game of others cannot be reviewed", (await request("POST", `${bert}review?game=1`, "")).status === 404);
result("and is not shown", (await get(`${bert}review?game=1`)).status === 404);
const hidden = await get(contest.url);
result("the standings are hidden", hidden.text.includes("The standings are hidden") && !hidden.text.includes("anna"), hidden.text);
for (const path of ["state", "report", "live.js"]) result(`${path} is hidden`, (await get(contest.url + path)).status === 404);
result("the organiser sees the live view", (await get(`${organiser}live/state`)).text.includes('"bot":"Anna M\u00fcller"'));

// --- The organiser ---

const order = (action, body = "") => request("POST", organiser + action, body);
result("a student is no organiser", (await request("POST", `${anna}publish`, "")).status === 404);
for (const [name, action, body] of [
  ["an announcement without text", "announce", " \n"],
  ["one that reorders text", "announce", "\u202eabc"],
  ["one that is too long", "announce", "a".repeat(2000)],
  ["a deadline that is no time", "deadline", "tomorrow"],
  ["a void game without a reason", "void?game=1", ""],
  ["no game", "void?game=x", "why"],
]) {
  const answer = await order(action, body);
  result(`${name} is rejected`, answer.status === 400, answer.text);
}
result("a game that does not exist", (await order("void?game=999", "why")).status === 404);
result("an announcement is made", (await order("announce", "Hello <i>all</i>\nof you")).status === 200);
result("and shown to students, escaped", (await get(bert)).text.includes("Hello &lt;i&gt;all&lt;/i&gt;\nof you"));
result("a game is declared void", (await order("void?game=1", "power cut")).status === 200);
result("it no longer counts", contest.arena("report", contest.folder).stdout.includes("power cut"));
await order("publish");
result("the standings are published", (await get(`${contest.url}state`)).text.includes('"bot":"Anna M\u00fcller"'));
result("opponents have names now", (await get(anna)).text.includes("random</td>"));
await order("hide");
result("and hidden again", (await get(`${contest.url}state`)).status === 404);
await order("close");
const late = await contest.submit(anna, "anna.py", good);
result("nothing is accepted while submissions are closed", late.status === 409 && late.text.includes("closed"), late.text);
await order("open");
await order("deadline", "1000");
result("nor after the deadline", (await contest.submit(anna, "anna.py", good)).status === 409);
result("the page says so", (await get(anna)).text.includes("The deadline was"));
await order("open");

// --- Again, too often, and while the contest runs ---

await contest.submit(anna, "second.py", `${good}# 2\n`);
result("a new version replaces the old one", await contest.comes(/anna-muller\): submission 6 is accepted, 6 takes part/), contest.students());
const versions = readFileSync(`${contest.folder}/contest.toml`, "utf8").match(/anna-muller-v\d+/g);
result("it is there once", String(versions) === "anna-muller-v6", versions);
const resumed = contest.arena("resume", contest.folder);
result("it plays its games from the beginning", resumed.status === 0 && resumed.stdout.includes("2 games (not counting 1 game"), resumed.stdout + resumed.stderr);
await contest.end("SIGKILL"); // while no worker takes them, submissions wait
await contest.serve("--access-log", log);
const many = [];
for (let i = 0; i < 9; i++) many.push((await contest.submit(links.student, `version${i}.py`, bad)).status);
result("a student who submits too often has to wait", many.slice(0, 6).every((status) => status === 200) && many.at(-1) === 429, many);
result("only the last version counts", await contest.comes(/\(student\): submission 12 is rejected$/m), contest.students());

// --- Kills ---

const KILLS = 8;

await contest.submit(links["bert-b"], "b.py", good);
await contest.end("SIGKILL");
await contest.serve("--access-log", log);
result("what was acknowledged survives the end of the server", await contest.comes(/\(bert-b\): submission 13 is accepted, 13 takes part/), contest.students());
const kept = new Map(); // acknowledged submissions by student
const crowd = contest.links(Array.from({ length: KILLS }, (_, i) => `Crowd ${i + 1}`));
for (const [i, [name, link]] of Object.entries(crowd).entries()) {
  const send = async (k) => {
    const answer = await contest.submit(link, "bot.py", `# ${k}`).catch(() => null);
    const id = /Submission (\d+) is stored/.exec(answer?.text)?.[1];
    if (id) kept.set(name, [...(kept.get(name) ?? []), id]);
  };
  await send(0);
  const sending = [1, 2].map(send);
  await new Promise((done) => setTimeout(done, 3 * i)); // kill at another moment each time
  await contest.end("SIGKILL");
  await Promise.all(sending);
  await contest.serve("--access-log", log);
}
let lost = [];
for (const [name, ids] of kept) {
  const { text } = await get(crowd[name], { from: "127.0.0.3" });
  lost = lost.concat(ids.filter((id) => !text.includes(`id="submission-${id}"`)));
}
result(`${KILLS} kills of the server lose no acknowledged submission`, kept.size === KILLS && lost.length === 0, `${kept.size} ${lost}`);
const [worker] = children(contest.server.pid);
process.kill(worker, "SIGKILL");
result("the server answers without its worker", (await get(anna)).status === 200);
await contest.submit(bert, "bert.py", good);
const revived = await until(async () => {
  await get(bert); // requests start the worker again
  return /\(bert\): submission (\d+) is accepted, \1 takes part/.test(contest.students());
});
result("and starts it again", revived, contest.students());
// A check that is killed is repeated.  The bot is slow, so that the kill comes in time.
await until(() => children(contest.server.pid).length > 0);
const slow = await contest.submit(bert, "slow.py", `import time\ntime.sleep(1)\n${good}`);
const second = /Submission (\d+)/.exec(slow.text)?.[1];
const [other] = children(contest.server.pid);
const check = await until(() => children(other)[0]);
if (check) process.kill(check, "SIGKILL");
result("a check that is killed is repeated", check && (await contest.comes(new RegExp(`\\(bert\\): submission ${second} is accepted, ${second} takes part`))), contest.students());
result("the server ends on SIGTERM", (await contest.end()) === 0, contest.server.output);
result("only its owner can read the database", (statSync(`${contest.folder}/.arena/hand_in.db`).mode & 0o77) === 0);
const words = readFileSync(log, "utf8");
result("the access log has no tokens", words.includes('"path":"/student/*/submit"') && !/[0-9a-f]{32}/.test(words), words.slice(0, 2000));

// --- A form without a script, a check that takes too long, and what the organiser sees of it ---

const forms = new Contest(tessera);
await forms.serve("--check-time", "1");
const { emil, Organiser: chief } = forms.links(["Emil"], "--organiser");
const post = async (fields, link = emil, headers = {}) => {
  const form = new FormData();
  for (const field of fields) form.append(...field);
  const answer = await fetch(`${link}form`, { method: "POST", body: form, headers });
  return { status: answer.status, text: await answer.text() };
};
for (const [name, fields, status, sentence] of [
  ["a form without a file", [["file", new Blob([""]), ""], ["kind", ""]], 400, "Choose a file first."],
  ["a form with an empty file", [["file", new Blob([""]), "a.py"], ["kind", ""]], 400, "The file is empty."],
  ["a form with a wrong kind", [["file", new Blob([good]), "a.py"], ["kind", "x"]], 400, "The parameter &#39;kind&#39; must be"],
  ["a form with a large file", [["file", new Blob(["#".repeat((1 << 20) + 1)]), "a.py"]], 413, "larger than 1024 KiB"],
]) {
  const answer = await post(fields);
  result(`${name} is rejected by a page`, answer.status === status && answer.text.includes(sentence) && answer.text.includes("<h1>Not done"), answer.text);
}
const raw = await request("POST", `${emil}form`, good);
result("so is a body that is no form", raw.status === 400 && raw.text.includes("is not multipart/form-data"), raw.text);
const sleepy = `import time\ntime.sleep(1)\n${good}"""\r\n--\r\n"""\n`; // four games, so at least four seconds
const formed = await post([["file", new Blob([sleepy]), "../.mein b\u00f6t.py"], ["kind", "json"]]);
result("a form without a script submits a file", formed.status === 200 && formed.text.includes("Submission 1 is stored"), formed.text);
result("a check that takes too long is stopped", await forms.comes(/\(emil\): submission 1 is rejected$/m), forms.students());
const slept = (await get(emil)).text;
result("its author reads why, with a plain file name",
  slept.includes("the check took too long") && slept.includes(`<code>mein-b--t.py</code> <span class="soft">${Buffer.byteLength(sleepy)} bytes`), slept);
const known = (await get(chief)).text.includes('<a href="student?name=emil">1</a>');
const report = (await get(`${chief}student?name=emil`)).text;
result("the organiser reads it, too", known && report.includes("<h1>Emil</h1>") && report.includes("the check took too long"), report);
for (const url of [`${chief}student?name=nobody`, `${chief}student`, `${emil}student?name=emil`])
  result(`${url.replace(/.*[0-9a-f]{32}/, "")} is not found`, (await get(url)).status === 404);

forms.arena("add", forms.folder, "--player", "greedy");
forms.arena("run", forms.folder);
for (const [name, fields, status, sentence] of [
  ["makes an announcement", [["do", "announce"], ["text", "Two\r\nlines"]], 200, "Announced."],
  ["is told about an announcement without text", [["do", "announce"], ["text", ""]], 400, "An announcement has 1 to"],
  ["is told about one that is too long", [["do", "announce"], ["text", "a".repeat(9000)]], 400, "An announcement has 1 to"],
  ["closes submissions", [["do", "close"]], 200, "Submissions are closed."],
  ["opens submissions", [["do", "open"]], 200, "Students can submit now."],
  ["sets the deadline, in UTC", [["do", "deadline"], ["text", "2099-12-31T20:05"]], 200, "The deadline is set."],
  ["is told about a deadline that does not exist", [["do", "deadline"], ["text", "2099-02-30T20:05"]], 400, "The deadline must be"],
  ["is told about a missing reason", [["do", "void"], ["game", "1"], ["text", ""]], 400, "Give the number of a game"],
  ["declares a game void", [["do", "void"], ["game", "1"], ["text", "power cut"]], 200, "Game 1 is void; the next run plays it again."],
  ["publishes the standings", [["do", "publish"]], 200, "The standings are public."],
  ["is told about an unknown action", [["do", "dance"]], 404, "There is no such action."],
]) {
  const answer = await post(fields, chief);
  result(`an organiser without scripts ${name}`, answer.status === status && answer.text.includes(sentence) && answer.text.includes(status === 200 ? "<h1>Done" : "<h1>Not done"), answer.text);
}
const after = (await get(emil)).text;
result("students see the effects", after.includes("<p>Two\nlines</p>") && after.includes("2099-12-31 20:05 UTC"), after);
result("and the game is void", forms.arena("report", forms.folder).stdout.includes("power cut"));
result("a page of another site cannot send such a form", (await post([["do", "close"]], chief, { Origin: "http://elsewhere.example" })).status === 403);
const unasked = await post([["do", "review"], ["game", "1"]]);
result("a student without scripts cannot review games of others", unasked.status === 404 && unasked.text.includes("This is not a game of your bot."), unasked.text);
await forms.end();

// --- A knockout that has begun ---

const knockout = new Contest(tessera, { format: "knockout" });
knockout.arena("add", knockout.folder, "--player", "greedy");
knockout.arena("run", knockout.folder);
await knockout.serve();
const { dora } = knockout.links(["Dora"]);
const shut = await knockout.submit(dora, "dora.py", good);
result("a knockout that has begun admits nobody", shut.status === 409 && shut.text.includes("The knockout has begun"), shut.text);
await knockout.end();

// --- A ladder admits new versions while it runs ---

const ladder = new Contest(tessera, { format: "ladder", settings: { turn_ms: 500, workers: 1 } });
ladder.arena("add", ladder.folder, "--player", "greedy");
await ladder.serve();
const { clara } = ladder.links(["Clara"]);
const endless = ladder.spawn("arena", "run", ladder.folder);
await until(() => ladder.games() > 0);
// The ladder stands still during the checks, as both need the CPU.
const admits = async (id, body, sentence) => {
  endless.kill("SIGSTOP");
  await ladder.submit(clara, "clara.py", body);
  await ladder.comes(new RegExp(`\\(clara\\): submission ${id} is accepted, ${id} takes part`));
  endless.kill("SIGCONT");
  return until(() => endless.output.includes(sentence));
};
result("a bot joins a running ladder", await admits(1, good, "clara joins the ladder\n"), endless.output);
result("and again in a new version", await admits(2, `${good}# 2\n`, "clara joins the ladder in a new version\n"), endless.output);
const stop = ladder.arena("stop", ladder.folder);
result("the ladder is stopped", stop.status === 0 && (await endless.ended) === 0, stop.stderr + endless.output);
writeFileSync(`${ladder.folder}/bots/clara-v2.py`, `${good}# 3\n`);
const changed = ladder.arena("run", ladder.folder, "--games", "1");
result("a bot of a ladder whose file has changed begins again", changed.status === 0 && /clara.*has left/.test(changed.stdout), changed.stdout + changed.stderr);
const verified = ladder.arena("verify", ladder.folder);
result("and sound", verified.status === 0, verified.stdout);
await ladder.end();
conclude();
