// The name management in Chromium: a name from its assignment to its tombstone, a list that is cut off and continues, a
// prefix that is delegated and transferred, two users who change one name, and each page with axe-core, in both themes
// and at 320 pixels. The tests run without JavaScript, as the pages do.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, serve, shoot, test_looks, user as user_of } from "./service.mjs";

let service;
let browser;
let local; // the page to which a name leads
let tokens;
const api = (...words) => service.api(...words);
before(async () => {
  service = await serve({ prepare: (run) => run("namespace", "add", "example", "title=Examples", "reinstate_within=0") });
  tokens = service.tokens;
  for (const id of ["library", "archive"]) await api("POST", "registrars", tokens.administrator, { id, name: id });
  await api("PUT", "delegations/example%3Alib-", tokens.administrator, { registrar: "library", minting: { method: "sequential", pattern: "zd" } });
  tokens.library = await service.token({ role: "registrar", registrar: "library" });
  tokens.archive = await service.token({ role: "registrar", registrar: "archive" });
  tokens.manager = await service.token({ role: "manager", prefixes: ["example:"] });
  local = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<title>The resource</title><h1>Here it is</h1>"));
  await new Promise((resolve) => local.listen(0, "127.0.0.1", resolve));
  browser = await launch(["localhost"]);
});
after(async () => {
  await browser?.close();
  local?.close();
  await service?.remove();
});

/** A page of a user, by the token. */
const user = (token, options = {}) => user_of(browser, service, { token, ...options });
const main = (page) => page.locator("main").innerText();

test("a name is assigned, resolved to a local page, withdrawn, and leaves a tombstone", async () => {
  const { page, go, problems, close } = await user(tokens.library);
  await go("/manage/assign");
  await page.getByLabel("Name", { exact: true }).fill("urn:example:lib-lake");
  await page.getByLabel("URL").first().fill("javascript:alert(1)");
  await page.getByLabel("Title").fill("A lake");
  await page.getByRole("button", { name: "Assign the name" }).click();
  assert.equal(await page.getByLabel("URL").first().getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByLabel("Title").inputValue(), "A lake");
  await page.getByLabel("URL").first().fill(`http://127.0.0.1:${local.address().port}/lake`);
  await page.getByRole("button", { name: "Assign the name" }).click();
  assert.match(await main(page), /The name is assigned/);

  const reader = await browser.newContext({ javaScriptEnabled: false });
  const resolved = await reader.newPage();
  await resolved.goto(`${service.url}/urn:example:lib-lake`, { referer: "" });
  // A browser that prefers pages may be shown the landing page, from which a link leads on.
  if (!/lake$/.test(new URL(resolved.url()).pathname) || resolved.url().startsWith(service.url)) await resolved.getByRole("link", { name: /127\.0\.0\.1/ }).first().click();
  assert.equal(await resolved.title(), "The resource");

  await page.getByRole("link", { name: "Withdraw" }).click();
  await page.getByLabel("Reason").fill("The lake is dry");
  await page.getByLabel(/To confirm/).fill("urn:example:lib-lak");
  await page.getByRole("button", { name: "Withdraw for ever" }).click();
  assert.match(await main(page), /type the name to confirm/);
  await page.getByLabel(/To confirm/).fill("urn:example:lib-lake");
  await page.getByRole("button", { name: "Withdraw for ever" }).click();
  assert.match(await main(page), /The name is withdrawn/);
  await reader.close();
  const later = await browser.newContext({ javaScriptEnabled: false }); // without the redirect in its cache
  const tombstone = await later.newPage();
  const gone = await tombstone.goto(`${service.url}/urn:example:lib-lake`);
  assert.equal(gone.status(), 410);
  assert.match(await main(tombstone), /The lake is dry/);
  assert.deepEqual(problems, []);
  await later.close();
  await close();
});

test("two users change the same name: both versions are shown, nothing is lost", async () => {
  await api("POST", "names", tokens.library, { name: "urn:example:lib-two", metadata: { title: "Before" } });
  const first = await user(tokens.library);
  const second = await user(tokens.manager);
  const path = "/manage/names/urn%3Aexample%3Alib-two";
  await first.go(path);
  await second.go(path);
  await first.page.getByLabel("Title").fill("Of the first");
  await first.page.getByRole("button", { name: "Save" }).click();
  await second.page.getByLabel("Title").fill("Of the second");
  await second.page.getByLabel("Creator").fill("Somebody");
  await second.page.getByRole("button", { name: "Save" }).click();
  const shown = await main(second.page);
  assert.match(shown, /Somebody else has changed this name/);
  assert.match(shown, /Of the first/);
  assert.equal(await second.page.getByLabel("Title").inputValue(), "Of the second");
  await shoot(second.page, "conflict");
  await second.page.getByRole("button", { name: "Save this version" }).click();
  const now = await api("GET", "names/urn%3Aexample%3Alib-two", tokens.library);
  assert.deepEqual(now.metadata, { creator: "Somebody", title: "Of the second" });
  // Undo: the version of the first is restored.
  await second.page.getByRole("link", { name: /Restore this version/ }).first().click();
  assert.equal(await second.page.getByLabel("Title").inputValue(), "Of the first");
  await first.close();
  await second.close();
});

test("a list of 10,000 lines with errors is checked, imported, cut off and continues", async () => {
  const { page, go, close } = await user(tokens.library);
  let content = "Link;URN;Heading\n";
  for (let i = 0; i < 10_000; ++i) content += `${i % 100 === 3 ? "not a url" : `https://a.example/${i}`};urn:example:lib-list-${i};"Item; ${i}"\n`;
  await go("/manage/lists");
  await page.getByLabel(/^File/).setInputFiles({ name: "names.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: "Upload" }).click();
  assert.equal(await page.getByLabel("1. Link").inputValue(), "url");
  assert.equal(await page.getByLabel("2. URN").inputValue(), "name");
  await page.getByLabel("3. Heading").selectOption("title");
  await shoot(page, "columns");
  const address = page.url();
  const until = async (state) => {
    for (let tries = 0; tries < 6000; ++tries) {
      await page.goto(address);
      const badge = await page.locator(".eyebrow .badge").innerText();
      if (badge === state) return;
      assert.notEqual(badge, "stopped");
    }
    assert.fail(`never ${state}`);
  };
  await page.getByRole("button", { name: "Check without writing" }).click();
  await until("checked");
  assert.match(await main(page), /100\s*problems|problems\s*100/);
  await page.getByRole("link", { name: "Only problems and conflicts" }).click();
  assert.equal(await page.locator("table[aria-labelledby=results] tbody tr").count(), 100);
  assert.equal((await fetch(`${service.url}/api/v1/names/urn%3Aexample%3Alib-list-1`)).status, 404);
  await shoot(page, "checked", { fullPage: false });
  await page.getByRole("button", { name: "Import" }).click();
  await service.restart("SIGKILL"); // in the middle, and without a word
  await until("imported");
  const result = await (await fetch(`${address}/result?format=csv`, { headers: { authorization: `Bearer ${tokens.library}` } })).text();
  const rows = result.trim().split("\n");
  assert.equal(rows.length, 10_001);
  assert.equal(rows.filter((r) => /^\d+,problem,/.test(r)).length, 100);
  assert.equal(rows.filter((r) => /^\d+,(assigned|unchanged),/.test(r)).length, 9900);
  assert.equal((await api("GET", "names/urn%3Aexample%3Alib-list-9999", tokens.library)).metadata.title, "Item; 9999");
  await close();
});

test("a session uploads as long a list as a token", async () => {
  const u = await user();
  await u.sign_in(tokens.library, "/manage/lists");
  const line = (n) => `urn:example:lib-long-${n},${"x".repeat(300)}\n`;
  const content = `name,title\n${Array.from({ length: 20_000 }, (_, n) => line(n)).join("")}`; // 6 MiB
  await u.page.getByLabel(/^File/).setInputFiles({ name: "long.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await u.page.getByRole("button", { name: "Upload" }).click();
  assert.equal(await u.page.getByLabel("1. name").inputValue(), "name");
  await u.close();
});

test("a form whose session has ended is shown, and sent after signing in again", async () => {
  const u = await user();
  await u.sign_in(tokens.library, "/manage/assign");
  await u.page.getByLabel("Name", { exact: true }).fill("urn:example:lib-again");
  await u.page.getByLabel("Creator").fill("Aalto, Ida\nBerg, Otto");
  await u.context.clearCookies();
  await u.page.getByRole("button", { name: "Assign the name" }).click();
  await u.page.locator("#token").fill(tokens.library);
  await u.page.locator("main form button").first().click();
  assert.match(await u.main(), /urn:example:lib-again/);
  assert.match(await u.main(), /Berg, Otto/);
  await u.page.getByRole("button", { name: "Send it now" }).click();
  assert.match(await u.main(), /The name is assigned/);
  const made = await api("GET", "names/urn%3Aexample%3Alib-again", tokens.library);
  assert.deepEqual(made.metadata.creator, ["Aalto, Ida", "Berg, Otto"]);
  await u.close();
});

test("the page of a name works by another name of its host", async () => {
  await api("POST", "names", tokens.library, { name: "urn:example:lib-host", metadata: { title: "Harbour" }, locators: ["https://a.example/"] });
  const elsewhere = { url: service.url.replace("127.0.0.1", "localhost") };
  const u = await user_of(browser, elsewhere, { javaScriptEnabled: true });
  await u.go("/about/urn:example:lib-host");
  const image = u.page.locator(".qr img");
  await image.scrollIntoViewIfNeeded();
  await u.page.waitForFunction((i) => i.complete, await image.elementHandle());
  assert.equal(await image.evaluate((i) => i.naturalWidth > 0), true);
  for (const link of await u.page.locator("#machine ~ ul a").all()) assert.match(await link.getAttribute("href"), /^\//);
  await u.check("by another name");
  await u.close();
});

test("a prefix is delegated and transferred", async () => {
  const manager = await user(tokens.manager);
  await manager.go("/manage/prefixes");
  await manager.page.getByLabel("Delegate a prefix").fill("example:lib-maps-");
  await manager.page.getByRole("button", { name: "Delegate" }).click();
  await manager.page.getByLabel("Registrar", { exact: true }).selectOption("library");
  await manager.page.getByRole("button", { name: "Save" }).click();
  assert.match(await main(manager.page), /The delegation is saved/);
  const library = await user(tokens.library);
  await library.go("/manage/transfers");
  await library.page.getByLabel("Prefix").fill("example:lib-maps-");
  await library.page.getByLabel(/To the registrar/).selectOption("archive");
  await library.page.getByRole("button", { name: "Request the transfer" }).click();
  assert.match(await main(library.page), /The transfer is requested/);
  const archive = await user(tokens.archive);
  await archive.go("/manage/transfers");
  await archive.page.getByRole("button", { name: "Accept" }).click();
  assert.match(await main(archive.page), /The transfer is accepted/);
  await archive.go("/manage/prefixes");
  const row = archive.page.locator(".tree li", { hasText: "urn:example:lib-maps-" });
  assert.match(await row.innerText(), /archive/);
  for (const one of [manager, library, archive]) await one.close();
});

test("several names move to another host", async () => {
  for (const n of [1, 2]) await api("POST", "names", tokens.library, { name: `urn:example:lib-move-${n}`, locators: [`https://old.example/${n}`] });
  const { page, go, close } = await user(tokens.library);
  await go("/manage/names?q=urn:example:lib-move-");
  for (const n of [1, 2]) await page.getByRole("checkbox", { name: `urn:example:lib-move-${n}` }).check();
  await page.getByRole("button", { name: /Change the chosen/ }).click();
  await page.getByLabel("Move their locators to another host").check();
  await page.getByLabel(/Old host/).fill("old.example");
  await page.getByLabel(/New host/).fill("new.example");
  await page.getByRole("button", { name: "Show what would happen" }).click();
  assert.match(await main(page), /https:\/\/new\.example\/2/);
  await shoot(page, "several");
  await page.getByRole("button", { name: /Carry it out/ }).click();
  assert.match(await main(page), /2 done/);
  assert.equal((await api("GET", "names/urn%3Aexample%3Alib-move-1", tokens.library)).locators[0].url, "https://new.example/1");
  await close();
});

test("hostile metadata run no script", async () => {
  const hostile = `"'><script>document.title="run"</script><img src=x onerror=alert(1)>`;
  await api("POST", "names", tokens.library, { name: "urn:example:lib-hostile", metadata: { title: hostile, creator: hostile, publisher: hostile, x: hostile } });
  const { page, go, problems, close } = await user(tokens.library, { javaScriptEnabled: true });
  for (const path of ["/manage/names?q=urn:example:lib-hostile", "/manage/names/urn%3Aexample%3Alib-hostile", "/manage/names/urn%3Aexample%3Alib-hostile/withdraw"]) {
    await go(path);
    assert.notEqual(await page.title(), "run");
  }
  assert.deepEqual(problems, []);
  await close();
});

const pages = {
  names: "/manage/names", assign: "/manage/assign", mint: "/manage/mint", reserve: "/manage/reserve", lists: "/manage/lists",
  namespaces: "/manage/namespaces", settings: "/manage/namespace?nid=example", prefixes: "/manage/prefixes", registrars: "/manage/registrars", delegation: "/manage/delegation?prefix=example:lib-", transfers: "/manage/transfers",
  name: "/manage/names/urn%3Aexample%3Alib-two", withdraw: "/manage/names/urn%3Aexample%3Alib-two/withdraw",
  tombstone: "/manage/names/urn%3Aexample%3Alib-lake",
};
test_looks(test, () => ({ browser, service, token: tokens.manager }), pages);
