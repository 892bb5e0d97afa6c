// SPDX-License-Identifier: MIT
// The pages of students and of the organiser: sends files and forms, and refreshes the sections that
// change.  The server writes and escapes all text; what it answers to a form is set with textContent.
'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const WAIT_MS = 2000; // while a submission or a review waits
  const IDLE_MS = 5000; // a class may share one address, whose requests are limited

  // Times in the reader's time zone.
  const localize = (part) => {
    for (const time of part.querySelectorAll('time[datetime]'))
      time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  };

  const say = (text, isError) => {
    const line = find('answer');
    if (!line) return;
    line.textContent = text;
    line.className = isError ? 'warn' : 'done';
  };

  // Replace the sections whose content the server has changed; details stay open or closed.
  const update = (fresh) => {
    for (const section of document.querySelectorAll('[data-live]')) {
      const other = fresh.getElementById(section.id);
      if (!other || section.dataset.shown === other.innerHTML) continue;
      const focus = section.contains(document.activeElement) ? document.activeElement.closest('[data-action]')?.dataset.action : null;
      section.dataset.shown = other.innerHTML;
      for (const details of section.querySelectorAll('details[id]')) {
        const same = other.querySelector(`#${details.id}`);
        if (same) same.open = details.open;
      }
      section.replaceChildren(...other.childNodes);
      localize(section);
      listen(section);
      if (focus) section.querySelector('.action button')?.focus();
    }
  };

  const refresh = async () => {
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (answer.ok) update(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  };

  const send = async (url, body) => {
    say('Sending\u2026', false);
    try {
      const answer = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/octet-stream' } });
      const reply = await answer.json().catch(() => ({ error: `The server answered ${answer.status}.` }));
      say(reply.message ?? reply.error, !answer.ok);
      await refresh();
      return answer.ok;
    } catch {
      say('The server does not respond; try again.', true);
      return false;
    }
  };

  // A file name that the server accepts.
  const plain = (name) => name.normalize('NFKD').replace(/[^\w.+-]+/g, '-').replace(/^[^a-zA-Z0-9]+/, '').slice(-60) || 'bot';

  const submit = async (form) => {
    const file = find('file').files[0];
    const limit = Number(find('file').dataset.max);
    if (file && file.size > limit) say(`The file is larger than ${limit / 1024} KiB.`, true);
    else if (file && await send(`submit?name=${encodeURIComponent(plain(file.name))}&kind=${find('kind').value}`, file)) form.reset();
  };

  const act = async (form) => {
    const text = form.elements.text;
    const game = form.elements.game ? `?game=${encodeURIComponent(form.elements.game.value)}` : '';
    let body = text ? text.value : '';
    if (text && 'time' in text.dataset && body !== '') body = String(new Date(body).getTime());
    if (await send(form.dataset.action + game, body) && text && !('time' in text.dataset)) form.reset();
  };

  const listen = (part) => {
    for (const form of part.querySelectorAll('form')) {
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        (form.id === 'submit' ? submit : act)(form);
      });
    }
  };

  for (const section of document.querySelectorAll('[data-live]')) section.dataset.shown = section.innerHTML;
  localize(document);
  listen(document);
  if (!document.querySelector('[data-live]')) return;
  const poll = async () => {
    if (!document.hidden) await refresh().catch(() => {});
    setTimeout(poll, document.querySelector('main .badge.wait') ? WAIT_MS : IDLE_MS);
  };
  setTimeout(poll, WAIT_MS);
})();
