// SPDX-License-Identifier: MIT
// The web app below a path, as operators publish it: links, and the page that browsers install.

import assert from "node:assert/strict";
import { WAIT_MS } from "./test_context.mjs";

const PUBLIC = "https://games.example/tessera/";

async function installable(context) {
  const server = await context.server([], ["--public-url", PUBLIC]);
  const page = `${server.url}tessera/`;
  const person = await context.person("visitor");
  await person.page.goto(`${server.url}tessera`);
  await person.see("the home screen", () => document.querySelector(".lobby") !== null);
  assert.equal(person.page.url().split("#")[0], page, "expected the slash at the end");

  // Everything a browser needs to install it, below the path.
  const scope = await person.page.evaluate(() => navigator.serviceWorker.ready.then((ready) => ready.scope));
  assert.equal(scope, page, "expected a service worker for this path only");
  const manifest = await person.page.evaluate(async () => {
    const link = document.querySelector('link[rel="manifest"]').href;
    const { start_url, scope, icons } = await (await fetch(link)).json();
    const icon = await fetch(new URL(icons[0].src, link));
    return { start: new URL(start_url, link).href, scope: new URL(scope, link).href, icon: icon.status };
  });
  assert.deepEqual(manifest, { start: page, scope: page, icon: 200 });

  // Files are stored compressed, and unpacked for clients that do not ask for that.
  for (const place of ["tessera/", "tessera/manifest.webmanifest", "tessera/sw.js"]) {
    const { status, headers, text } = await server.head(place);
    assert.equal(status, 200);
    assert.equal(headers["content-encoding"], undefined, `expected plain text at ${place}`);
    assert.equal(headers.vary, "Accept-Encoding");
    assert.match(text, /tessera/i);
  }

  // An invitation has the public address, whatever address its author uses.
  const made = await server.post("tessera/api/tables", { setup: "diavolo:3", seats: [{ kind: "human" }, { kind: "open" }] });
  await person.page.evaluate(
    ({ table, tokens, invitation }) => localStorage.setItem("tessera.seats", JSON.stringify({ [table]: { tokens, invitation, at: Date.now() } })),
    made,
  );
  await person.page.goto(`${page}#/table/${made.table}`);
  await person.page.reload();
  await person.see("the invitation", () => [...document.querySelectorAll("input[readonly]")].some((field) => field.value.includes("invite=")));
  const link = await person.page.evaluate(() => [...document.querySelectorAll("input[readonly]")].map((field) => field.value).find((value) => value.includes("invite=")));
  assert.equal(link, `${PUBLIC}#/table/${made.table}?invite=${made.invitation}`);

  // The service worker leaves the server's other pages alone.
  await person.page.goto(`${page}rules/gipf`);
  await person.see("the page of the rules", () => document.querySelector("a.home-link")?.getAttribute("href") === "/tessera/");

  // Without the server the page still comes, and says what is wrong.
  person.expectErrors(/Failed to load resource|ERR_/);
  await server.kill();
  await person.page.goto(page, { timeout: WAIT_MS });
  await person.see("a sentence", () => document.querySelector("main h1") !== null && document.querySelector("main p")?.textContent.length > 10);
}

export const tests = [["hosting: below a path, with public links, and installable", installable]];
