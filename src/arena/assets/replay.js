// SPDX-License-Identifier: MIT
// Replays the games.  Drawings come from the page's own data; bot names and bot output are untrusted and
// set with textContent.
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const find = (id) => document.getElementById(id);
  const viewer = find('viewer');
  const svg = find('board').querySelector('svg');
  const regions = svg.querySelector('.regions');
  const pieces = document.createElementNS(svg.namespaceURI, 'g');
  const games = new Map(data.games.map((game) => [game.id, game]));
  let game = null;
  let at = 0;
  let timer = 0;
  svg.append(pieces);

  const drawBoard = () => {
    const here = new Set();
    for (const change of game.boards.slice(0, at + 1))
      for (const number of change)
        if (!here.delete(number)) here.add(number);
    const { layers, drawings } = data;
    const order = [...here].sort((a, b) => layers[a] - layers[b] || a - b);
    const draw = (numbers) => numbers.map((number) => drawings[number]).join('');
    regions.innerHTML = draw(order.filter((number) => layers[number] < 0));
    pieces.innerHTML = draw(order.filter((number) => layers[number] >= 0));
  };

  const spent = (turn) => {
    const ms = game.ms[turn - game.opening];
    return ms === undefined ? '' : ` (${ms} ms)`;
  };

  const show = (place) => {
    at = Math.max(0, Math.min(place, game.turns.length));
    drawBoard();
    let text = at === 0 ? 'Start' : `Move ${at} of ${game.turns.length}: ${game.turns[at - 1]}${spent(at - 1)}`;
    if (at === game.turns.length) text += `. ${game.end}`;
    if (game.notes?.[at]) text += ` \u2013 ${game.notes[at]}`;
    find('state').textContent = text;
    for (const item of find('turns').querySelectorAll('[aria-current]')) item.removeAttribute('aria-current');
    const item = find('turns').children[at - 1];
    if (item) {
      item.firstChild.setAttribute('aria-current', 'step');
      const list = find('turns');
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    find('back').disabled = find('first').disabled = at === 0;
    find('next').disabled = find('last').disabled = at === game.turns.length;
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    find('play').textContent = 'Play';
  };

  const play = () => {
    if (timer) return stop();
    if (at === game.turns.length) show(0);
    find('play').textContent = 'Pause';
    timer = setInterval(() => (at < game.turns.length ? show(at + 1) : stop()), 700);
  };

  const listTurns = () => {
    find('turns').replaceChildren(...game.turns.map((text, i) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text + spent(i);
      button.addEventListener('click', () => { stop(); show(i + 1); });
      item.append(button);
      return item;
    }));
  };

  // `place`: the number of moves played, or 'end'.
  const open = (id, place) => {
    const wanted = games.get(id);
    if (!wanted) return false;
    stop();
    game = wanted;
    const names = `${data.bots[game.first]} \u2013 ${data.bots[game.second]}, ${game.result}`;
    find('title').textContent = data.isAlone ? names : `Game ${id}: ${names}`;
    for (const row of document.querySelectorAll('tr.chosen')) row.classList.remove('chosen');
    const row = find(`row-${id}`);
    if (row) row.classList.add('chosen');
    viewer.hidden = !game.boards;
    find('none').hidden = !!game.boards;
    if (!game.boards) return true;
    listTurns();
    show(place === 'end' ? game.turns.length : Number(place));
    return true;
  };

  // #game-12 opens a game, #game-12-7 after its move 7, #game-12-end at its last position.
  const follow = () => {
    const wanted = /^#game-(\d+)(?:-(end|\d+))?$/.exec(location.hash);
    if (!wanted || !open(Number(wanted[1]), wanted[2] ?? 0)) return;
    find('replay').scrollIntoView();
    viewer.focus({ preventScroll: true });
  };

  const keys = {
    ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1),
    Home: () => show(0), End: () => show(game.turns.length),
  };
  viewer.addEventListener('keydown', (event) => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    stop();
    keys[event.key]();
  });
  find('first').addEventListener('click', () => { stop(); show(0); });
  find('back').addEventListener('click', () => { stop(); show(at - 1); });
  find('next').addEventListener('click', () => { stop(); show(at + 1); });
  find('last').addEventListener('click', () => { stop(); show(game.turns.length); });
  find('play').addEventListener('click', play);

  const filter = () => {
    const bot = find('who').value;
    const odd = find('odd').checked;
    for (const row of find('list').rows)
      row.hidden = !((bot === '' || row.dataset.a === bot || row.dataset.b === bot) &&
        (!odd || row.dataset.odd === '1'));
  };
  if (find('filters')) {
    find('who').addEventListener('change', filter);
    find('odd').addEventListener('change', filter);
    find('filters').hidden = false;
  }
  window.addEventListener('hashchange', follow);
  if (data.games.length > 0) open(data.games[0].id, 0);
  follow();
})();
