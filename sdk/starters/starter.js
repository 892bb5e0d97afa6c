// SPDX-License-Identifier: MIT
// A bot for every game: of the turns that look best it plays the one to which the other one has the
// poorest answer.
// Make it yours: a judgement of your own in worth(), more candidates, a third turn ahead, a look at
// the time.  docs/bots.md says what the arena understands; `tessera arena check` says how it does.
// What you print with console.error is kept for you; stdout belongs to the talk with the arena.
const fs = require("fs");
const CANDIDATES = 8, ANSWERS = 300;
const chunk = Buffer.alloc(65536);
let input = "", seed = 0;

const say = words => fs.writeSync(1, JSON.stringify(words) + "\n");

function hear() { // one line of the arena
  for (let count; !input.includes("\n"); input += chunk.toString("latin1", 0, count))
    if ((count = fs.readSync(0, chunk)) === 0) process.exit();
  const end = input.indexOf("\n"), line = input.slice(0, end);
  input = input.slice(end + 1);
  return JSON.parse(line);
}

// Legal turns after the turns `after`, each with its value for whoever plays it.
function legalTurns(after = "", max = 1000) {
  say({ ask: "turns", after, max, values: true });
  const { turns, values } = hear();
  return turns.map((turn, i) => ({ turn, value: values[i] }));
}

// What a turn is worth to me when the other one answers as well as possible.
function worth({ turn, value }) {
  const answers = legalTurns(turn, ANSWERS).map(answer => answer.value);
  return answers.length === 0 ? value : -Math.max(...answers);
}

function choose() {
  const lot = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0); // decides between equals
  const list = legalTurns().map(turn => ({ ...turn, lot: lot() }))
    .sort((a, b) => b.value - a.value || b.lot - a.lot).slice(0, CANDIDATES);
  for (const candidate of list) candidate.worth = worth(candidate);
  return list.reduce((best, next) => next.worth > best.worth ? next : best).turn;
}

for (;;) {
  const heard = hear();
  if (heard.do === "game") {
    seed = heard.seed; // games with the same seed repeat
    say({ ready: true });
  } else if (heard.do === "turn") say({ turn: choose() });
}
