// SPDX-License-Identifier: MIT
// A bot for every game: a two-ply search over the moves with the best static values.
// Ideas: your own evaluation in worth(), more candidates, a deeper search, using the time limit.
// docs/bots.md describes the messages; `tessera arena check` tests the bot.
// You may print with console.error; stdout belongs to the protocol.
const fs = require("fs");
const CANDIDATES = 8, ANSWERS = 300;
const chunk = Buffer.alloc(65536);
let input = "", seed = 0;

const send = message => fs.writeSync(1, JSON.stringify(message) + "\n");

function receive() { // the arena's next message
  for (let count; !input.includes("\n"); input += chunk.toString("latin1", 0, count))
    if ((count = fs.readSync(0, chunk)) === 0) process.exit();
  const end = input.indexOf("\n"), line = input.slice(0, end);
  input = input.slice(end + 1);
  return JSON.parse(line);
}

// Return legal moves after the moves `after`, each with its value for the player who makes it.
function legalTurns(after = "", max = 1000) {
  send({ ask: "turns", after, max, values: true });
  const { turns, values } = receive();
  return turns.map((turn, i) => ({ turn, value: values[i] }));
}

// Return the value of a move if the opponent plays the best reply.
function worth({ turn, value }) {
  const answers = legalTurns(turn, ANSWERS).map(answer => answer.value);
  return answers.length === 0 ? value : -Math.max(...answers);
}

function choose() {
  const tie = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0); // random tie-break
  const list = legalTurns().map(turn => ({ ...turn, tie: tie() }))
    .sort((a, b) => b.value - a.value || b.tie - a.tie).slice(0, CANDIDATES);
  for (const candidate of list) candidate.worth = worth(candidate);
  return list.reduce((best, next) => next.worth > best.worth ? next : best).turn;
}

for (;;) {
  const message = receive();
  if (message.do === "game") {
    seed = message.seed; // the same seed repeats a game
    send({ ready: true });
  } else if (message.do === "turn") send({ turn: choose() });
}
