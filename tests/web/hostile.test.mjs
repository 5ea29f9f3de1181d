// Hostile texts in everything that people can write: names' metadata, values and reasons, registrars, settings of
// namespaces and of the service, templates, comments, labels of tokens, files and columns of lists, searches, paths,
// header fields, and each field of each form. No script runs, the Content-Security-Policy blocks nothing (nothing came so
// far), and the layout holds at 320 pixels.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pages, share, visit } from "./pages.mjs";
import { populated } from "./populated.mjs";
import { launch, overflow, shoot, user } from "./service.mjs";

const markup = `"'><script>ran=1</script><img src=x onerror=ran=1>{{page.title}}{{{csrf}}}</script></textarea><!--]]>&lt;`;
const bidi = "\u202Egpj.exe\u2066\u2069\u200F\u05E9\u05DC\u05D5\u05DD\u0627\u0644";
const hostile = {
  markup: `${markup}javascript:ran=1//`,
  bidi: `${bidi}<svg/onload=ran=1>`,
  long: `${"W".repeat(120)}<b>${"\u6F22".repeat(30)}`,
};
// The texts that the rule of a field admits: a media type, an address and the like are no free text.
const say = (value) => (text, field) => {
  if (field === "web.contact") return `mailto:${value}`.slice(0, 150);
  if (field === "metadata.key") return value.slice(0, 100);
  if (/^(token|webhook|request|comment|action|metadata|registrar|namespace|list|import)\./.test(field)) value = value.replace(/[\u202A-\u202E\u2066-\u2069]/g, ""); // refused, as a test below shows
  return /^(token\.label|webhook\.label|request\.submitter|comment\.author)$/.test(field) ? `${text} ${value}`.slice(0, 130) : `${text} ${value}`.trim();
};

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

/** Checks the requirements for a page of hostile texts. */
async function harmless(u, where, wrong) {
  const made = await u.page.evaluate(() => ({
    ran: globalThis.ran,
    handlers: [...document.querySelectorAll("*")].filter((e) => [...e.attributes].some((a) => a.name.startsWith("on"))).length,
    links: [...document.querySelectorAll("a[href]")].map((a) => a.protocol).filter((p) => !/^(https?|mailto|urn|ftp):$/.test(p)),
    forms: [...document.forms].map((f) => f.getAttribute("action")).filter((a) => a !== null && !/^\/(?!\/)/.test(a)),
    violations: globalThis.violations,
  }));
  try {
    assert.deepEqual(made, { ran: undefined, handlers: 0, links: [], forms: [], violations: [] });
  } catch (failure) {
    wrong.push(`${where}: ${failure.message}`);
  }
  const wider = await overflow(u.page);
  if (wider > 0) wrong.push(`${where}: ${wider} pixels wider than the screen`);
}
const options = { javaScriptEnabled: true, viewport: { width: 320, height: 800 } };

for (const [at, [kind, value]] of Object.entries(hostile).entries()) {
  test(`hostile texts in the store and in the settings: ${kind}`, async () => {
    const service = await populated({ say: say(value) });
    const wrong = [];
    const users = new Map();
    for (const [name, row] of Object.entries(share(pages, 3, at))) {
      if (row.heavy) continue;
      if (!users.has(row.as)) users.set(row.as, await user(browser, service, { token: service.tokens[row.as], ...options }));
      const u = users.get(row.as);
      try {
        await visit(u, service, row);
        await harmless(u, name, wrong);
        await shoot(u.page, `hostile-${kind}-${name}`);
      } catch (failure) {
        wrong.push(`${name}: ${failure.message}`);
      }
    }
    for (const u of users.values()) {
      wrong.push(...u.problems);
      await u.close();
    }
    await service.remove();
    assert.deepEqual(wrong, []);
  });
}

test("what turns the direction of a line is refused in titles, names, labels and metadata", async () => {
  const service = await populated();
  for (const [path, body] of [
    ["requests", { template: "x", title: hostile.bidi }],
    ["names", { name: "urn:example:lib-turned", metadata: { title: hostile.bidi } }],
    ["names", { name: "urn:example:lib-turned", metadata: { note: [{ deep: hostile.bidi }] } }],
    ["tokens", { role: "reader", label: hostile.bidi }],
    ["registrars", { id: "turned", name: hostile.bidi }],
    ["webhooks", { url: "https://hooks.invalid/", label: hostile.bidi }],
    [`requests/${service.made.requests.submitted}/comments`, { author: hostile.bidi, text: "a" }],
  ]) {
    const response = await fetch(`${service.url}/api/v1/${path}`, { method: "POST", headers: { authorization: `Bearer ${service.tokens.administrator}`, "content-type": "application/json" }, body: JSON.stringify(body) });
    assert.equal(response.status, 422, `${path}: ${await response.text()}`);
  }
  await service.remove();
});

test("hostile texts in requests: searches, paths, header fields, each field of each form", async () => {
  const service = await populated();
  const wrong = [];
  const requests = Object.values(hostile).concat("a\0b", "javascript:ran=1", "//evil.example/", "{{{page.title}}}").flatMap((value) => {
    const text = encodeURIComponent(value);
    return [`/search?q=${text}`, `/${text}`, `/urn:example:${text}`, `/urn:${text}:a`, `/about/${text}`, `/about/urn:example:lib-lake?x=${text}`,
      `/namespaces?q=${text}`, `/namespaces/${text}`, `/problems/${text}`, `/api?operation=${text}`, `/api?schema=${text}`, `/sign-in?to=${text}`,
      `/language/de?to=${text}`, `/uri-res/N2L?${text}`, `/uri-res/${text}?urn:example:lib-lake`, `/manage/names?q=${text}`, `/manage/names/${text}`,
      `/manage/delegation?prefix=${text}`, `/manage/namespace?nid=${text}`, `/manage/lists/${text}`, `/registration/requests/${text}`, `/registration/new?revises=${text}`];
  });
  const u = await user(browser, service, { token: service.tokens.manager, ...options });
  for (const path of requests) {
    await u.go(path);
    if ((u.response.headers()["content-type"] ?? "").startsWith("text/html")) await harmless(u, path, wrong);
  }
  for (const value of Object.values(hostile)) {
    await u.context.setExtraHTTPHeaders({ "accept-language": encodeURIComponent(value), "user-agent": encodeURIComponent(value), referer: `${service.url}/${encodeURIComponent(value)}` });
    await u.go("/");
    await harmless(u, "header fields", wrong);
  }
  wrong.push(...u.problems);
  await u.close();

  // Each form is filled in and sent, past what the browser itself would refuse.
  const users = new Map();
  for (const [name, row] of Object.entries(share(pages, 2))) {
    if (row.act || row.heavy || row.in_english) continue;
    if (!users.has(row.as)) users.set(row.as, await user(browser, service, { token: service.tokens[row.as], ...options }));
    const one = users.get(row.as);
    const count = await visit(one, service, row).then(() => one.page.locator("main form[method=post]").count());
    for (let i = 0; i < count; ++i) {
      await visit(one, service, row);
      const form = one.page.locator("main form[method=post]").nth(i);
      if ((await form.count()) === 0) continue; // sending another form has ended this one
      await Promise.all([one.page.waitForEvent("load"), form.evaluate((form, values) => {
        let n = 0;
        for (const field of form.elements) {
          if (field.matches("textarea, input:not([type])")) field.value = values[n++ % values.length];
          else if (field.matches("[type=text], [type=url], [type=search], [type=number], [type=date], [type=password]")) {
            field.type = "text";
            field.value = values[n++ % values.length];
          }
        }
        form.noValidate = true;
        form.requestSubmit(form.querySelector("button[value=save], button"));
      }, Object.values(hostile))]);
      await harmless(one, `${name}, form ${i + 1}`, wrong);
    }
  }
  for (const one of users.values()) {
    wrong.push(...one.problems);
    await one.close();
  }
  await service.remove();
  assert.deepEqual(wrong, []);
});
