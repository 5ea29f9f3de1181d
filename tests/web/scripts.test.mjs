// The additions of small scripts to pages that work without them: the check of a registration template as one types,
// buttons that copy.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, serve, user } from "./service.mjs";

let service;
let browser;
before(async () => {
  service = await serve({ prepare: (run) => run("namespace", "add", "example", "title=Examples") });
  browser = await launch();
  await service.api("POST", "names", service.tokens.administrator, {
    name: "urn:example:a", locators: [{ url: "https://a.example/" }], metadata: { title: "Lakes", creator: "Aalto, Ida", date: "2026" },
  });
});
after(async () => {
  await browser?.close();
  await service?.remove();
});

const checked = (page) => page.waitForSelector("#template-form[data-checked=yes]");

test("a template is checked as one types: at its field, and nowhere else", async () => {
  const u = await user(browser, service, { javaScriptEnabled: true });
  await u.sign_in(service.tokens.administrator, "/registration/new");
  const { page } = u;
  await page.waitForLoadState(); // the script listens
  await page.fill("#namespace_identifier", "isbn");
  await checked(page);
  assert.match(await page.innerText("#namespace_identifier-found"), /"isbn" is not available/);
  assert.equal(await page.getAttribute("#namespace_identifier", "aria-invalid"), "true");
  assert.equal(await page.innerText("#purpose-found"), "", "what was not reached yet is no mistake");
  assert.match(await page.innerText("#checked"), /errors/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "namespace_identifier", "the focus stays");
  // The same as by the button, which shows all.
  const typed = await page.innerText("#namespace_identifier-found");
  await page.click("button[value=check]");
  await page.waitForLoadState();
  assert.equal(await page.innerText("#namespace_identifier-found"), typed);
  assert.match(await page.innerText("#purpose-found"), /missing/);
  await page.fill("#namespace_identifier", "harbour");
  await checked(page);
  assert.equal(await page.innerText("#namespace_identifier-found"), "");
  assert.equal(await page.getAttribute("#namespace_identifier", "aria-invalid"), null);
  // Nothing was saved.
  await u.go("/registration");
  assert.match(await u.main(), /There is no request yet/);
  await u.check();
  await u.close();
});

test("another language keeps both texts of the workbench", async () => {
  const u = await user(browser, service, { javaScriptEnabled: true });
  await u.go("/workbench#t=http%3A%2F%2Fa%2Fb");
  const { page } = u;
  await page.waitForSelector("#workbench[data-state=ready]");
  await page.fill("#workbench-other", "../c d");
  await page.waitForFunction(() => location.hash.includes("o="));
  await page.click(".languages a[hreflang=de]");
  await page.waitForSelector("html[lang=de] #workbench[data-state=ready]");
  assert.equal(await page.inputValue("#workbench-text"), "http://a/b");
  assert.equal(await page.inputValue("#workbench-other"), "../c d");
  await u.check();
  await u.close();
});

test("a list is checked in a worker, which has a policy of its own", async () => {
  const u = await user(browser, service, { javaScriptEnabled: true });
  await u.go("/workbench");
  const { page } = u;
  await page.waitForSelector("#workbench[data-state=ready]");
  await page.setInputFiles("#list-file", { name: "links.txt", mimeType: "text/plain", buffer: Buffer.from("HTTP://a/%7e\nhttp://b/ c\n") });
  await page.waitForSelector(".counts");
  assert.match(await u.main(), /Checked: links.txt/);
  await u.check();
  await u.close();
});

test("citations, the name and its link are copied", async () => {
  const u = await user(browser, service, { javaScriptEnabled: true });
  await u.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.url });
  await u.go("/about/urn:example:a");
  const { page } = u;
  const copied = async (button) => {
    await page.evaluate(() => (document.getElementById("said").textContent = ""));
    await page.locator(button).click();
    await page.waitForFunction(() => document.getElementById("said").textContent === "Copied");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied(".identifier button.copy"), "urn:example:a");
  assert.equal(await copied("dd button.copy"), `${service.url}/urn:example:a`);
  assert.equal(await copied("details[open] button.copy"), `Aalto, I. (2026). Lakes. ${service.url}/urn:example:a`);
  await page.click("summary:has-text('BibTeX')");
  assert.match(await copied("details:has(summary:has-text('BibTeX')) button.copy"), /^@misc\{urn:example:a,/);
  await u.check();
  await u.close();
  // Without the script there is no button that does nothing.
  const without = await user(browser, service);
  await without.go("/about/urn:example:a");
  assert.equal(await without.page.locator("button.copy:visible").count(), 0);
  await without.close();
});
