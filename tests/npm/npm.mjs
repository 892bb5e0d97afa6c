// SPDX-License-Identifier: MIT
// Test the npm package as users have it:  node npm.mjs PACKAGE.tgz DOCUMENT [TSC]
// Unpacks it below node_modules of a new folder, and runs the programs of the document there.  With a
// TypeScript compiler, the types must fit a program that uses everything.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { pathToFileURL } from "node:url";

const [archive, document, tsc] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), "tessera-npm-"));
const home = path.join(folder, "node_modules", "@tessera");
mkdirSync(home, { recursive: true });
execFileSync("tar", ["-xzf", archive, "-C", home]);
execFileSync("mv", [path.join(home, "package"), path.join(home, "engine")]);
const root = path.join(home, "engine");
after(() => rmSync(folder, { recursive: true }));

const { load, EngineError } = await import(pathToFileURL(path.join(root, "node.mjs")));

test("the programs of the document print what it shows", () => {
  const blocks = [...readFileSync(document, "utf8").matchAll(/^```(js|text)\n(.*?)^```$/gms)];
  const programs = blocks.filter(([, kind]) => kind === "js").map(([, , text]) => text);
  const wanted = blocks.filter(([, kind]) => kind === "text").map(([, , text]) => text);
  assert.ok(programs.length >= 5 && programs.length === wanted.length);
  writeFileSync(path.join(folder, "document.mjs"), programs.join('console.log("---");\n'));
  const printed = execFileSync(process.execPath, ["document.mjs"], { cwd: folder, encoding: "utf8" });
  assert.deepEqual(printed.split("---\n"), wanted);
});

test("package.json names files that exist, and nothing has to be installed", () => {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  assert.equal(manifest.name, "@tessera/engine");
  assert.equal(manifest.dependencies, undefined);
  for (const file of [...Object.values(manifest.exports["."]), manifest.exports["./engine.wasm"], manifest.types]) readFileSync(path.join(root, file));
});

test("random games of every kind end, and their positions read back", async () => {
  const tessera = await load({ seed: 2 });
  let random = 1;
  for (const { game } of tessera.games()) {
    let position = tessera.position(game);
    for (let n = 0; !position.result && n < 300; n++) {
      random = (random * 1103515245 + 12345) % 2147483648;
      const before = position;
      position = position.step(position.steps[(random >> 8) % position.steps.length]);
      if (n % 20 === 0) {
        assert.deepEqual({ ...tessera.position(game, position.text) }, { ...position });
        assert.ok(before.notation(before.steps[0]).length > 0);
        assert.equal(before.choices().steps.length, before.steps.length);
      }
    }
    assert.ok(position.result === null || position.steps.length === 0);
    assert.match(position.svg(), /<svg[\s\S]*<\/svg>\s*$/);
    assert.equal(Object.values(tessera.position(game).playouts(3, 1)).slice(0, 4).reduce((a, b) => a + b), 3);
    const found = tessera.position(game).search({ level: 2 });
    assert.equal(tessera.position(game).play(found.turn).text, tessera.position(game).step(found.steps).text);
    for (const language of ["de", "pl", "pt", "zh-Hant", "en"]) {
      const write = await tessera.language(game, language);
      const why = tessera.position(game).explain("?");
      assert.ok(write(why).length > 0 && (language === "en") === (write(why) === why.text));
    }
  }
});

test("invalid calls throw", async () => {
  const tessera = await load();
  const start = tessera.position("gipf");
  for (const call of [
    () => tessera.position("chess"),
    () => tessera.position("gipf", "nonsense"),
    () => start.play("nonsense"),
    () => start.step("ffffffff"),
    () => start.step("nonsense"),
    () => start.notation("ffffffff"),
    () => tessera.position("duell").play(""),
    () => tessera.read("nonsense"),
  ])
    assert.throws(call, EngineError);
  assert.throws(() => start.search({}), TypeError);
  assert.throws(() => start.search({ speed: 1 }), TypeError);
  assert.throws(() => start.search({ level: 11 }), RangeError);
  assert.throws(() => {
    "use strict";
    start.text = "";
  }, TypeError);
  await assert.rejects(tessera.language("gipf", "tlh"));
});

test("a browser loads it over HTTP", async () => {
  const server = createServer((request, response) => {
    try {
      response.end(readFileSync(path.join(root, path.normalize(request.url))));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const base = `http://127.0.0.1:${server.address().port}/`;
  const browser = await import(pathToFileURL(path.join(root, "browser.mjs")));
  const tessera = await browser.load({ base });
  assert.equal(tessera.position("gipf").steps.length, 42);
  assert.ok((await tessera.language("gipf", "de"))(tessera.position("gipf").explain("x")).length > 0);
  await assert.rejects(browser.load({ base: `${base}nowhere/` }), /status 404/);
  server.closeAllConnections?.();
  server.close();
});

test("the types fit", { skip: tsc === undefined && "there is no TypeScript compiler" }, () => {
  writeFileSync(
    path.join(folder, "use.mts"),
    `import { EngineError, load, type Limits, type Position, type Thought } from "@tessera/engine";
const tessera = await load({ seed: 1 });
let position: Position = tessera.position("gipf");
const limits: Limits = { level: 1 };
const found: Thought = position.search(limits);
position = position.play(found.turn).step(position.steps[0], [position.steps[1]]);
const write = await tessera.language("gipf", "de");
const why = position.explain("x");
const text: string = why === null ? "" : write(why) + position.svg() + position.notation(found.steps);
const count: number = position.choices().steps.length + position.board().pieces.length + position.playouts(1).turns;
const winner: 0 | 1 | null | undefined = position.result?.winner;
console.log(text, count, winner, tessera.shape("gipf").cells[0].at, tessera.read("").moves, EngineError, tessera.games()[0].title);
// @ts-expect-error positions never change
position.text = "";
// @ts-expect-error there is no such limit
position.search({ speed: 1 });
`,
  );
  execFileSync(process.execPath, [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "use.mts"], { cwd: folder, stdio: "inherit" });
});
