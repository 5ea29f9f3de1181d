// The operation in Chromium, for administrators, without JavaScript: from resolutions to their plot, from a dead locator to
// the name that is moved away from its host, an import that is ended, the history verified, decisions found again.
// tests/web/pages.test.mjs holds the pages to what all pages are held to.
import assert from "node:assert/strict";
import { createServer, get, request } from "node:http";
import { after, before, test } from "node:test";
import { launch, serve, shoot, user as user_of } from "./service.mjs";

let service;
let browser;
let tokens;
let old; // the host of locators: it answers 404 but to /robots.txt
let asked = [];
const api = (...words) => service.api(...words);
const user = (token) => user_of(browser, service, { token });
const until = async (what, f) => {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await f()) return;
    await new Promise(setImmediate); // the hosts of this process answer in between
  }
  assert.fail(`never ${what}`);
};

before(async () => {
  old = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(404).end("no");
  });
  await new Promise((resolve) => old.listen(0, "127.0.0.1", resolve));
  service = await serve({
    settings: ["links.check=true", "links.allow_private=true", "links.host_delay=0s", "links.dead_after=1", "statistics.flush=100ms", "web.name=Names"],
    prepare: (run) => run("namespace", "add", "example", "title=Examples"),
  });
  tokens = service.tokens;
  tokens.manager = await service.token({ role: "manager", prefixes: ["example:"], label: "the manager" });
  for (const n of [1, 2]) await api("POST", "names", tokens.manager, { name: `urn:example:${n}`, locators: [`http://127.0.0.1:${old.address().port}/${n}`] });
  await service.restart(); // the checker visits all names when it starts
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await service?.remove();
  old?.close();
});

test("other roles get the page that says so", async () => {
  const u = await user(tokens.manager);
  assert.equal(await u.page.locator("nav a[href='/operation']").count(), 0);
  const response = await u.go("/operation");
  assert.equal(response.status(), 403);
  assert.match(await u.main(), /Insufficient permissions/i);
  await u.close();
});

test("resolutions are drawn by outcome, with a table, by namespace and by country", async () => {
  const ask = (name, language) => fetch(`${service.url}/urn:example:${name}`, { redirect: "manual", headers: { "accept-language": language } });
  for (let i = 0; i < 20; ++i) await ask(1, "de-AT,de;q=0.9");
  for (let i = 0; i < 4; ++i) await ask("unknown", "fi-FI");
  // Unknown names are stored from the second address on.
  await new Promise((resolve, reject) => {
    const headers = { "accept-language": "fi-FI" };
    get(`${service.url}/urn:example:unknown`, { localAddress: "127.0.0.2", headers }, (response) => response.resume().on("end", resolve)).on("error", reject);
  });
  await until("counted", async () => (await api("GET", "operation/resolutions", tokens.administrator)).days.at(-1).count === 25);
  const u = await user(tokens.administrator);
  await u.go("/");
  await u.page.getByRole("navigation").getByRole("link", { name: "Operation", exact: true }).click();
  assert.equal(await u.page.locator("h1").innerText(), "Operation");
  await u.page.getByRole("navigation", { name: "Operation" }).getByRole("link", { name: "Resolutions" }).click();
  assert.equal(await u.page.getByRole("img", { name: /Resolutions by outcome/ }).count(), 1);
  await u.page.getByText("As a table").click();
  assert.match(await u.page.locator("table.numbers tbody tr").last().innerText(), /20\s+5\s+25/);
  assert.match(await u.main(), /AT\s+20/);
  assert.match(await u.main(), /FI\s+5/);
  await u.page.getByRole("link", { name: "urn:example" }).click();
  assert.match(await u.page.locator("h1").innerText(), /urn:example/);
  await u.page.getByRole("navigation", { name: "Operation" }).getByRole("link", { name: "Unknown names" }).click();
  assert.match(await u.main(), /urn:example:unknown/);
  await u.page.getByRole("link", { name: /^Assign/ }).click();
  assert.equal(await u.page.getByLabel("Name", { exact: true }).inputValue(), "urn:example:unknown");
  await u.check();
  await u.close();
});

test("a dead host is checked now, paused, and its locators are moved away", async () => {
  await until("dead", async () => (await api("GET", "links/hosts", tokens.administrator)).items[0]?.dead === 2);
  const u = await user(tokens.administrator);
  await u.go("/operation/links");
  await u.page.getByRole("link", { name: "127.0.0.1" }).click();
  assert.match(await u.main(), /answers 404/);
  await shoot(u.page, "operation-host");
  const before = asked.length;
  await u.page.getByRole("button", { name: "Check now" }).click();
  await until("checked again", () => asked.length > before);
  await u.page.getByLabel(/Days without requests/).fill("3");
  await u.page.getByRole("button", { name: "Pause" }).click();
  assert.match(await u.main(), /paused until/);
  for (const n of [1, 2]) await u.page.getByRole("checkbox", { name: `urn:example:${n}` }).check();
  await u.page.getByRole("button", { name: /Move the locators/ }).click();
  assert.equal(await u.page.getByLabel("Move their locators to another host").isChecked(), true);
  assert.equal(await u.page.getByLabel(/Old host/).inputValue(), `127.0.0.1:${old.address().port}`);
  await u.page.getByLabel(/New host/).fill("new.example");
  await u.page.getByRole("button", { name: "Show what would happen" }).click();
  await u.page.getByRole("button", { name: /Carry it out/ }).click();
  assert.match(await u.main(), /2 done/);
  assert.equal((await api("GET", "names/urn%3Aexample%3A1", tokens.administrator)).locators[0].url, "http://new.example/1");
  await u.check();
  await u.close();
});

test("an import of somebody else is seen while it runs, and ended", async () => {
  // A client that sends, and sends, until it is told to stop.
  const sent = new Promise((resolve, reject) => {
    let answer;
    const client = request(`${service.url}/api/v1/imports?id=nightly&results=problems`, {
      method: "POST", headers: { authorization: `Bearer ${tokens.manager}`, "content-type": "application/x-ndjson" },
    }, (response) => {
      answer = "";
      response.on("data", (part) => (answer += part)).on("end", () => resolve(answer));
    });
    client.on("error", (failure) => answer === undefined && reject(failure));
    let line = 0;
    const more = () => {
      if (answer !== undefined) return;
      let block = "";
      for (let i = 0; i < 500; ++i) block += `{"name":"urn:example:stream-${++line}","url":"https://a.example/"}\n`;
      client.write(block, () => setImmediate(more));
    };
    more();
  });
  const u = await user(tokens.administrator);
  await until("shown", async () => {
    await u.go("/operation/imports");
    return /nightly/.test(await u.main());
  });
  assert.match(await u.main(), /the manager/);
  await u.page.getByRole("button", { name: /End nightly/ }).click();
  const result = await sent;
  assert.match(result.trim().split("\n").at(-1), /an administrator has ended the import/);
  await until("gone", async () => {
    await u.go("/operation/imports");
    return !/nightly/.test(await u.main());
  });
  await u.check();
  await u.close();
});

test("the history is verified in the background", async () => {
  const u = await user(tokens.administrator);
  await u.go("/operation/history");
  await u.page.getByRole("button", { name: "Verify now" }).click();
  await until("sound", async () => {
    await u.go("/operation/history");
    return (await u.page.locator("table .badge.active").count()) === 1;
  });
  assert.match(await u.main(), /sound/);
  assert.match(await u.page.locator("pre").innerText(), /^\d+:[0-9a-f]{64}$/);
  await u.check();
  await u.close();
});

test("decisions are found by subject and author; settings by name", async () => {
  const u = await user(tokens.administrator);
  await u.go("/operation/decisions");
  await u.page.getByLabel("About").selectOption("tokens");
  await u.page.getByRole("button", { name: "Show" }).click();
  const rows = await u.page.locator("tbody tr").allInnerTexts();
  assert.ok(rows.length >= 2 && rows.every((r) => /Token/.test(r)), rows.join("\n"));
  assert.match(rows.join("\n"), /the manager/);
  await u.go("/operation/settings?changed=1");
  assert.match(await u.main(), /links\.dead_after[^]*command line/);
  await u.page.getByLabel("Setting", { exact: true }).fill("flush");
  await u.page.getByRole("button", { name: "Show" }).click();
  assert.match(await u.main(), /statistics\.flush/);
  assert.doesNotMatch(await u.main(), /links\.dead_after/);
  await u.check();
  await u.close();
});
