// SPDX-License-Identifier: MIT
// How fluid the analysis board is with a large study:  node bench/study.mjs PROGRAM [STEPS [EDITS [PAGE_DIR]]]
//
// PROGRAM is tessera with the web app inside; PAGE_DIR has another one, to compare two (made by
// tools/build-webapp --without-engine --out PAGE_DIR).  Chromium steps through a study of 9,500 moves with arrow keys,
// 20 steps per second, then marks moves.  It prints
//
// - the times between two frames: a frame is late if it comes more than 1.5 frames after the one before
// - CPU time of the main thread per step and per edit (Chromium's Performance metrics, thread time): it
//   depends less on what else the machine does
// - the time from a click to the mark in the list of moves
//
// Nothing is asserted.  For figures of frames the machine must have nothing else to do.

import { readdirSync } from "node:fs";
import path from "node:path";
import { launch } from "../tests/webapp/browser/browser.mjs";
import { TestServer } from "../tests/webapp/browser/test_server.mjs";

const STEP_MS = 50;
const FRAME_MS = 1000 / 60;
const FIGURES = ["TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];

/** A tree of Ponte: 190 first moves, each with a line of ten moves and five variations of eight. */
function record() {
  const cells = ["a1", "c1", "e1", "g1", "i1", "a3", "c3", "e3", "g3", "i3", "a5", "c5", "e5", "g5", "i5", "a7", "c7", "e7", "g7", "i7"];
  const firsts = cells.flatMap((a, i) => cells.slice(i + 1).map((b) => [a, b]));
  /** Moves of two stones each on the remaining cells, which are taken in an order that depends on `turn`. */
  const moves = (used, turn, number, count) => {
    const left = cells.filter((cell) => !used.includes(cell));
    const order = [...left.slice(turn), ...left.slice(0, turn)];
    return Array.from({ length: count }, (_, i) => `${number + i}. ${order[2 * i]},${order[2 * i + 1]}`);
  };
  const branch = (first) => {
    const [second, ...rest] = moves(first, 0, 2, 9);
    const variations = Array.from({ length: 5 }, (_, i) => `( ${moves(first, 2 * i + 1, 2, 8).join(" ")} )`);
    return { first: `1. ${first.join()}`, rest: [second, ...variations, ...rest].join(" ") };
  };
  const [main, ...others] = firsts.map(branch);
  const variations = others.map(({ first, rest }) => `( ${first} ${rest} )`);
  return { text: `[Game "ponte"]\n${main.first}\n${variations.join("\n")}\n${main.rest}\nresult *\n`, moves: 50 * firsts.length };
}

/** Runs in the page: press keys at a steady pace and return the times of all frames meanwhile. */
function walk({ steps, ms }) {
  const keys = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown"];
  return new Promise((done) => {
    const frames = [];
    let count = 0;
    const frame = (now) => {
      frames.push(now);
      if (count < steps) requestAnimationFrame(frame);
      else done(frames);
    };
    requestAnimationFrame(frame);
    const timer = setInterval(() => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: keys[count % keys.length], bubbles: true, cancelable: true }));
      if (++count === steps) clearInterval(timer);
    }, ms);
  });
}

/** Runs in the page: mark the move that is shown, or remove its mark, and wait until the list shows it. */
function mark() {
  const has = () => document.querySelector(".tree .shown .mark") !== null;
  const before = has();
  const began = performance.now();
  return new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (has() === before) return;
      observer.disconnect();
      done(performance.now() - began);
    });
    observer.observe(document.querySelector(".tree"), { subtree: true, childList: true, attributes: true });
    document.querySelector(".marks button").click();
  });
}

const sorted = (list) => [...list].sort((a, b) => a - b);
const quantile = (list, share) => sorted(list)[Math.min(list.length - 1, Math.floor(share * list.length))] ?? 0;
const ms = (value) => `${value.toFixed(1)} ms`;

async function metrics(session) {
  const { metrics: list } = await session.send("Performance.getMetrics");
  return Object.fromEntries(list.map(({ name, value }) => [name, 1000 * value]));
}

/** CPU time of the main thread per action, by kind. */
async function cost(session, count, action) {
  const before = await metrics(session);
  const result = await action();
  const after = await metrics(session);
  const parts = FIGURES.map((name) => `${name} ${ms((after[name] - before[name]) / count)}`);
  return { result, text: parts.join(", ") };
}

async function measure(page, { steps, edits }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.evaluate(walk, { steps: 20, ms: STEP_MS }); // warm up
  const stepping = await cost(session, steps, () => page.evaluate(walk, { steps, ms: STEP_MS }));
  const times = stepping.result.slice(1).map((now, i) => now - stepping.result[i]);
  const late = times.filter((time) => time > 1.5 * FRAME_MS).length;
  console.log(`steps: ${steps}; frames: ${times.length}, median ${ms(quantile(times, 0.5))}, 95th percentile ${ms(quantile(times, 0.95))}, late ${((100 * late) / times.length).toFixed(1)} %, longest ${ms(Math.max(...times))}`);
  console.log(`CPU per step: ${stepping.text}`);
  await page.keyboard.press("ArrowRight");
  const editing = await cost(session, edits, async () => {
    const waits = [];
    for (let i = 0; i < edits; i++) waits.push(await page.evaluate(mark));
    return waits;
  });
  console.log(`edits: ${edits}; median ${ms(quantile(editing.result, 0.5))}, longest ${ms(Math.max(...editing.result))}`);
  console.log(`CPU per edit: ${editing.text}`);
}

/** Take the files of the web app from a directory. */
async function replacePage(page, folder) {
  const names = new Set(readdirSync(folder));
  await page.route("**/*", (route) => {
    const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
    return names.has(name) ? route.fulfill({ path: path.join(folder, name) }) : route.continue();
  });
}

async function main([program, steps = "300", edits = "10", folder]) {
  if (!program) {
    console.error("study.mjs: missing argument; usage: node bench/study.mjs PROGRAM [STEPS [EDITS [PAGE_DIR]]]");
    return 2;
  }
  const server = new TestServer(program);
  const browser = await launch();
  try {
    await server.open();
    const { text, moves } = record();
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" })).newPage();
    if (folder) await replacePage(page, folder);
    await page.addInitScript((kept) => {
      localStorage.setItem("tessera.settings", JSON.stringify({ engine: false, sound: false }));
      localStorage.setItem("tessera.study", JSON.stringify({ record: kept, node: 1 }));
    }, text);
    await page.goto(`${server.url}#/analysis`);
    await page.locator(".tree .shown").waitFor();
    console.log(`moves: ${await page.locator(".tree .move").count()} of ${moves}`);
    await measure(page, { steps: Number(steps), edits: Number(edits) });
  } finally {
    await browser.close();
    await server.close();
  }
  return 0;
}

process.exit(await main(process.argv.slice(2)));
