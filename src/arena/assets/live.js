// SPDX-License-Identifier: MIT
// The live view of a contest: polls the state once per second while the page is visible.  Drawings come
// from our server; bot names and bot output are untrusted and set with textContent.
'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const RESULTS = { 0: '0\u20131', 0.5: '\u00bd\u2013\u00bd', 1: '1\u20130' };
  let state = null;
  let skew = 0; // the server's clock minus ours; clocks stop while the database is away

  const make = (name, text, kind) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };

  const row = (cells) => {
    const line = make('tr');
    line.append(...cells.map(([text, kind]) => {
      const cell = make('td', text instanceof Node ? '' : text, kind);
      if (text instanceof Node) cell.append(text);
      return cell;
    }));
    return line;
  };

  // A finished game, replayed in the report.
  const link = (number) => {
    const anchor = make('a', number);
    anchor.href = `report#game-${number}`;
    anchor.setAttribute('aria-label', `Replay game ${number}`);
    return anchor;
  };

  const signed = (value) => (value > 0 ? '+' : '') + Math.round(value);

  const span = (ms) => {
    const tenths = Math.max(0, Math.floor(ms / 100));
    const seconds = Math.floor(tenths / 10);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
  };

  const duration = (ms) => {
    const minutes = Math.round(ms / 60000);
    if (minutes < 1) return 'a minute';
    return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  };

  // Clocks keep running between two responses.  Without a clock: the time spent on this move.
  const clockText = (game, side) => {
    const left = game.clock_ms[side];
    const since = Date.now() + skew - game.updated_ms;
    if (game.mover !== side) return left < 0 ? '' : span(left);
    return left < 0 ? span(since) : span(left - since);
  };

  const player = (game, side) => {
    const line = make('div');
    const clock = make('span', clockText(game, side));
    clock.dataset.worker = game.worker;
    clock.dataset.side = side;
    line.append(make(game.mover === side ? 'strong' : 'span', side === 0 ? game.first : game.second), ' ', clock);
    return line;
  };

  const figure = (game) => {
    const card = make('figure');
    const board = make('div');
    board.innerHTML = game.board || '';
    const caption = make('figcaption', `Round ${game.round}, game ${game.number}` +
      (game.machine ? ` on ${game.machine}` : '') + `, ${game.turns} moves` +
      (game.last ? `, last move ${game.last}` : ''));
    card.append(player(game, 0), player(game, 1), board, caption);
    return card;
  };

  const show = () => {
    document.title = find('name').textContent = state.contest;
    find('facts').textContent = `${state.format} of ${state.game}, ${state.ranking.length} bots`;
    find('unsafe').hidden = !state.unsafe;
    const of = state.total >= state.finished && state.total > 0 ? ` of ${state.total}` : '';
    const left = state.left_ms === undefined ? '' : `, about ${duration(state.left_ms)} left`;
    const status = `${state.finished}${of} games finished; ` + (state.running ? 'running' : 'not running') + left;
    if (find('status').textContent !== status) find('status').textContent = status;
    const since = new Date(Date.now() - state.away_ms).toLocaleTimeString();
    find('away').textContent = `The database does not respond; this is the state of ${since}.`;
    find('away').hidden = state.away_ms === undefined;
    find('idle').hidden = state.playing.length > 0;
    find('boards').replaceChildren(...state.playing.map(figure));
    find('ranking').replaceChildren(...state.ranking.map((bot) => row([
      [bot.place], [bot.bot, 'word'], [bot.points], [bot.games], [bot.won], [bot.drew], [bot.lost],
      [signed(bot.elo)], [`\u00b1${Math.round(bot.error)}`], [bot.odd || ''],
    ])));
    find('latest').replaceChildren(...state.latest.map((game) => row([
      [link(game.game)], [game.first, 'word'], [game.second, 'word'], [RESULTS[game.points]], [game.turns],
      [game.verdict === 'rules' ? game.why : `${game.verdict}: ${game.why}`, 'word'],
    ])));
  };

  const tick = () => {
    for (const clock of document.querySelectorAll('[data-worker]')) {
      const game = state.playing.find((one) => String(one.worker) === clock.dataset.worker);
      if (game) clock.textContent = clockText(game, Number(clock.dataset.side));
    }
  };

  const poll = async () => {
    try {
      const answer = await fetch('state', { cache: 'no-store' });
      if (!answer.ok) throw new Error(String(answer.status));
      state = await answer.json();
      skew = state.now_ms - (state.away_ms || 0) - Date.now();
      show();
    } catch {
      find('status').textContent = 'The server does not respond; trying again.';
    }
    setTimeout(poll, document.hidden ? 5000 : state && !state.running ? 3000 : 1000);
  };

  setInterval(() => { if (state && !document.hidden && state.away_ms === undefined) tick(); }, 200);
  poll();
})();
