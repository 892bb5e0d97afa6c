// SPDX-License-Identifier: MIT
// As bindings.c, from Node:  node bindings.mjs PACKAGE_FOLDER

import path from "node:path";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(path.resolve(process.argv[2], "node.mjs")));
const RUNS = 5;
const SECONDS = 0.4;

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function play(start) {
  let turns = 0;
  for (let position = start; position.result === null; turns += position.beginsTurn ? 1 : 0) position = position.step(position.steps[Math.floor(Math.random() * position.steps.length)]);
  return turns;
}

const playouts = (start) => start.playouts(20, Math.floor(Math.random() * 2 ** 31)).turns;

function bestRate(game, start) {
  let best = 0;
  for (let run = 0; run < RUNS; run++) {
    const begin = cpuSeconds();
    let turns = 0;
    let seconds = 0;
    while ((seconds = cpuSeconds() - begin) < SECONDS) turns += game(start);
    best = Math.max(best, turns / seconds);
  }
  return best;
}

const tessera = await load();
for (const { game } of tessera.games()) {
  const start = tessera.position(game);
  console.log(game, Math.round(bestRate(play, start)), Math.round(bestRate(playouts, start)));
}
