// The workbench as people use it: every feature in Chromium, by keyboard, on a phone, with hostile input; nothing is
// loaded from elsewhere and the Content-Security-Policy blocks nothing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { languages, launch, open, serve } from "./page.mjs";

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});
const link = (text, other) => `#t=${encodeURIComponent(text)}${other === undefined ? "" : `&o=${encodeURIComponent(other)}`}`;
const section = (page, name) => page.locator(`section[aria-labelledby=heading-${name}]`);
const text = async (locator) => (await locator.innerText()).replace(/\s+/g, " ");

test("as one types, the components stand under the text", async () => {
  const { page, check, close } = await open(browser, server.address);
  assert.match(await text(page.locator("p.empty").first()), /Type or paste/);
  await page.locator("#workbench-text").pressSequentially("http://u@h:8/a%20b?c=%26#d");
  const pieces = await page.$$eval(".drawing .piece:not(.piece-delimiter)", (all) => all.map((p) => [p.querySelector(".piece-name").textContent, p.querySelector(".piece-text").textContent]));
  assert.deepEqual(pieces, [["scheme", "http"], ["user information", "u"], ["host", "h"], ["port", "8"], ["path", "/a%20b"], ["query", "c=%26"], ["fragment", "d"]]);
  const parts = await text(section(page, "components"));
  assert.match(parts, /decoded: \/a b/);
  assert.match(parts, /Default port 80/);
  assert.match(parts, /c = &/);
  assert.equal(await page.locator("p.empty").first().isVisible(), false);
  await page.waitForFunction(() => /Valid by RFC 3986/.test(document.querySelector("[role=status]").textContent));
  await check();
  await close();
});

test("an error: what, where, by which rule; and what may be meant", async () => {
  const { page, check, type, close } = await open(browser, server.address);
  await type("http://example.org/100%/a");
  assert.match(await text(section(page, "components")), /Not valid by RFC 3986: "%" is not followed by two hexadecimal digits character 23, rule pct-encoded, RFC 3986 section 2\.1/);
  assert.equal(await page.locator("mark.mark-error").first().innerText(), "%");
  await type("<www.example.org>");
  assert.match(await text(page.locator(".suggestion")), /Perhaps you mean http:\/\/www.example.org/);
  await page.click(".suggestion button");
  assert.equal(await page.inputValue("#workbench-text"), "http://www.example.org");
  await check();
  await close();
});

test("the readings of all editions and of this browser, with what differs", async () => {
  const { page, check, close } = await open(browser, server.address, { hash: link("HTTP://A/x/../\u00e9") });
  const rows = await page.$$eval(".readings tbody tr", (all) => all.map((r) => [r.querySelector("th").textContent, r.querySelector(".refused") !== null, r.querySelectorAll(".differs").length]));
  assert.deepEqual(rows.map(([name]) => name.slice(0, 13)), ["RFC 3986", "RFC 3987", "Draft of 2003", "RFC 2396", "This browser "]);
  assert.deepEqual(rows.map(([, refused]) => refused), [true, false, true, true, false]);
  await page.fill("#workbench-text", "HTTP://A/x/../y");
  assert.equal(await page.locator(".readings tbody tr").nth(4).locator(".differs").count(), 3);
  assert.match(await text(section(page, "readings")), /This browser writes it as http:\/\/a\/y/);
  assert.match(await text(section(page, "readings")), /Draft of 1994/);
  await page.fill("#workbench-text", "urn:isbn:1?=q");
  assert.equal(await page.locator(".readings").count(), 2);
  assert.doesNotMatch(await text(section(page, "readings")), /relative reference/);
  await page.fill("#workbench-text", "urn:isbn:978-951-0-18435-6#f");
  assert.doesNotMatch(await text(section(page, "readings")), /own document/);
  await page.fill("#workbench-text", "../a"); // RFC 3986, 4.2
  assert.match(await text(section(page, "readings")), /A browser reads a relative reference against a base/);
  await check();
  await close();
});

test("normalization level by level", async () => {
  const { page, check, type, close } = await open(browser, server.address);
  await type("HTTP://Example.org:80/%7Ea/../b");
  const lines = await page.$$eval(".level.changed .line code", (all) => all.map((c) => c.textContent));
  assert.deepEqual(lines, ["http://example.org:80/%7Ea/../b", "http://example.org:80/~a/../b", "http://example.org:80/b", "http://example.org/b"]);
  assert.equal(await page.locator(".level").count(), 5);
  assert.deepEqual(await page.$$eval(".level ins", (all) => all.map((i) => i.textContent)), ["http", "example.org", "/~a/../b", "/b"]);
  await check();
  await close();
});

test("lint's findings at their places, with safer forms to take", async () => {
  const { page, check, type, close } = await open(browser, server.address);
  await type("http://www.example.com&story=x@10.0.0.1/%7Ea");
  assert.equal(await page.locator(".marked mark").first().innerText(), "www.example.com&story=x");
  assert.match(await text(section(page, "findings")), /Danger: .*characters 8 to 30/);
  const safer = page.locator(".finding", { hasText: "encoded-unreserved" });
  await safer.locator("button", { hasText: "Use" }).click();
  assert.match(await page.inputValue("#workbench-text"), /\/~a$/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "workbench-text");
  await check();
  await close();
});

test("a URN: its namespace and check character", async () => {
  const { page, check, type, close } = await open(browser, server.address);
  await type("urn:isbn:978-951-0-18435-7");
  const said = await text(section(page, "urn"));
  assert.match(said, /isbn Books by International Standard Book Number|International Standard Book Number/);
  assert.match(said, /wrong: 7 at character 26, 6 is expected/);
  await type("urn:isbn:978-951-0-18435-6");
  assert.match(await text(section(page, "urn")), /correct/);
  await type("urn:no-such-namespace:1");
  assert.match(await text(section(page, "urn")), /Not registered at IANA/);
  await check();
  await close();
});

test("two: a reference resolved step by step, and the level at which identifiers meet", async () => {
  const { page, check, close } = await open(browser, server.address, { hash: link("../g", "http://a/b/c/d;p?q") });
  // which branch of 5.2.2, the merge, each step of remove_dot_segments, the composition
  assert.match(await text(page.locator(".relation")),
    /the paths are merged\. RFC 3986 section 5\.2\.2 .*5\.2\.3 \/b\/c\/\.\.\/g .*2E: .*5\.2\.4.*2C: .*5\.3.*Target: http:\/\/a\/b\/g/);
  // either field may be the base
  await page.fill("#workbench-text", "http://a/b/c/d;p?q");
  await page.fill("#workbench-other", "../g");
  assert.match(await text(page.locator(".relation")), /Target: http:\/\/a\/b\/g/);
  await page.fill("#workbench-text", "http://a/%7e");
  await page.fill("#workbench-other", "HTTP://a:80/~");
  assert.match(await text(page.locator(".relation")), /meet at the level: Scheme/);
  await page.fill("#workbench-text", "urn:isbn:951-0-18435-7");
  await page.fill("#workbench-other", "urn:ISBN:9789510184356");
  assert.match(await text(page.locator(".relation")), /not equivalent \(RFC 8141 section 3\.1\)\. By the rules of the namespace they are equivalent/);
  assert.match(await text(page.locator(".relation")), /name the same by the rules of their namespace/);
  await page.fill("#workbench-other", "URN:isbn:951-0-18435-7#f"); // RFC 8141, 3.1: the f-component is not compared
  assert.match(await text(page.locator(".relation")), /but equivalent URNs/);
  await page.fill("#workbench-other", "http://b/");
  assert.match(await text(page.locator(".relation")), /The two meet at no level/);
  // a text that is no reference is reported, whichever of the two it is
  await page.fill("#workbench-other", "not a uri");
  assert.match(await text(page.locator(".relation")), /^The second text is no URI reference.* character 4, .*not a uri$/);
  await page.fill("#workbench-text", "a b");
  assert.match(await text(page.locator(".relation")), /^The first text is no URI reference.* character 2, .*The second text is no/);
  await page.fill("#workbench-other", "http://b/");
  assert.match(await text(page.locator(".relation")), /^The first text is no URI reference.* character 2, .*a b$/);
  await check();
  await close();
});

const english = languages.get("en");
for (const [tag, texts] of languages) {
  if (tag === "en") continue;
  test(`the steps of a resolution, for each branch of RFC 3986 5.2.2: ${tag}`, async () => {
    const { page, check, close } = await open(browser, server.address, { path: `/${tag}`, hash: link("../g", "http://a/b/c/d;p?q") });
    const steps = Object.keys(english).filter((key) => key.startsWith("step."));
    for (const [base, reference] of [["http://a/b/c/d;p?q", "../g"], ["http://a/b", "//g"], ["http://a/b", "?y"], ["http://a/b", "#s"],
      ["http://a/b", "/./g"], ["http://a", "g"], ["a:/b", "..//g"]]) {
      await page.fill("#workbench-text", base);
      await page.fill("#workbench-other", reference);
      const shown = await page.locator(".relation").innerText();
      assert.ok(shown.includes(texts["step.compose"]), reference);
      for (const key of steps) assert.ok(!shown.includes(english[key]), `${reference}: ${key}`);
      assert.equal(await page.locator(".relation .steps [lang=en]").count(), 0, reference);
    }
    await check();
    await close();
  });
}

test("a link reproduces the state; copy buttons copy", async () => {
  const { page, check, type, close } = await open(browser, server.address, { permissions: ["clipboard-read", "clipboard-write"] });
  await type("http://a/?b=c&d#e f");
  await page.fill("#workbench-other", "../\u00e9");
  await page.waitForFunction(() => location.hash.includes("o="));
  await page.click("button:has-text('Copy link')");
  await page.waitForFunction(() => document.querySelector("[role=status]").textContent === "Copied");
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(browser, server.address, { hash: new URL(address).hash });
  assert.equal(await other.page.inputValue("#workbench-text"), "http://a/?b=c&d#e f");
  assert.equal(await other.page.inputValue("#workbench-other"), "../\u00e9");
  await other.check();
  await other.close();
  // as other pages of the service link to it
  const plain = await open(browser, server.address, { hash: `#${encodeURIComponent("urn:isbn:1?=a#b")}` });
  assert.equal(await plain.page.inputValue("#workbench-text"), "urn:isbn:1?=a#b");
  await plain.close();
  await type("x".repeat(40_000));
  await page.waitForFunction(() => location.hash === "");
  assert.ok(await page.locator("text=too long for a link").isVisible());
  await check();
  await close();
});

for (const [tag, texts] of languages) {
  test(`examples start it: ${tag}`, async () => {
    const { page, check, close } = await open(browser, server.address, { path: `/${tag}` });
    for (const example of await page.locator("button.example").all()) {
      await example.click();
      assert.ok(await section(page, "components").isVisible());
      assert.ok(await section(page, "levels").isVisible());
    }
    assert.ok((await text(section(page, "components"))).includes(texts["part.scheme"]));
    assert.doesNotMatch(await page.locator("#workbench").innerText(), /\b[a-z]+\.[a-z]+\.(what|heading|hint|of)\b/);
    await page.getByRole("button", { name: texts.clear, exact: true }).click();
    assert.equal(await page.inputValue("#workbench-text"), "");
    assert.equal(await section(page, "components").isVisible(), false);
    await check();
    await close();
  });
}

const buffer = Buffer.from("http://a/\nwww.example.org\na b/\nhttp://m\u00fcnchen.example/\n");
const counts = (page) => page.$$eval(".counts div", (all) => Object.fromEntries(all.map((d) => [d.className.slice(6), d.querySelector("dd").textContent])));
const downloaded = async (page, name) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`a:has-text("${name}")`)]);
  return [download.suggestedFilename(), readFileSync(await download.path(), "utf8")];
};

test("a list from a file: checked, repaired, offered as files", async () => {
  const { page, check, close } = await open(browser, server.address, { acceptDownloads: true });
  await page.setInputFiles("#list-file", { name: "my links.txt", mimeType: "text/plain", buffer });
  await page.waitForSelector(".counts");
  assert.deepEqual(await counts(page), { lines: "4", kept: "1", repaired: "2", hosts: "2", rejected: "1", empty: "0" });
  assert.deepEqual(await downloaded(page, "Download the list"), ["my links.checked.txt", "http://a/\nhttp://www.example.org\nhttp://xn--mnchen-3ya.example/\n"]);
  assert.match((await downloaded(page, "Download the rejects"))[1], /^3\t2\t.*\ta b\/\n$/);
  await page.selectOption("#list-production", "URI-reference");
  await page.click("button:has-text('Check again')");
  await page.waitForFunction(() => document.querySelector(".count-kept dd")?.textContent === "2");
  await check();
  await close();
});

test("a list dropped on the page, and one pasted", async () => {
  const { page, check, type, close } = await open(browser, server.address);
  await page.evaluate((lines) => {
    const data = new DataTransfer();
    data.items.add(new File([lines], "dropped.txt"));
    const event = (type) => document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    event("dragover");
    event("drop");
  }, buffer.toString());
  await page.waitForSelector(".counts");
  assert.match(await text(section(page, "list")), /Checked: dropped.txt/);
  await type("http://a/\nb c\nhttp://d/\n");
  assert.match(await text(page.locator(".suggestion")), /These are 3 lines/);
  await page.click("button:has-text('Check as a list')");
  await page.waitForSelector("text=pasted lines");
  await page.waitForSelector(".counts");
  assert.equal((await counts(page)).kept, "2");
  await check();
  await close();
});

test("100 MB neither freeze nor fill the page; cancelling ends the work", async () => {
  const { page, check, close } = await open(browser, server.address);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const heap = async () => (await session.send("Performance.getMetrics")).metrics.find((x) => x.name === "JSHeapUsedSize").value;
  const before = await heap();
  const drop = () => page.evaluate(() => {
    const line = `http://example.org/${"segment/".repeat(10)}caf\u00e9\n`;
    const megabyte = line.repeat(Math.ceil((1 << 20) / line.length));
    const data = new DataTransfer();
    data.items.add(new File(Array(100).fill(megabyte), "large.txt"));
    globalThis.frames_drawn = 0;
    const count = () => (++globalThis.frames_drawn, requestAnimationFrame(count));
    requestAnimationFrame(count);
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await drop();
  await page.waitForFunction(() => document.querySelector("progress")?.value > 0, null, { timeout: 120_000 });
  // the page answers while the worker works
  await page.fill("#workbench-text", "http://a/?b");
  assert.ok(await section(page, "components").isVisible());
  await page.waitForSelector(".counts", { timeout: 300_000 });
  const c = await counts(page);
  assert.equal(c.lines, c.repaired);
  assert.ok(Number(c.lines.replaceAll(",", "")) > 1_000_000);
  assert.ok(await page.evaluate(() => globalThis.frames_drawn) > 2);
  assert.ok((await heap()) - before < 50e6, "the page keeps no list in its memory");
  await drop();
  await page.waitForSelector("progress");
  await page.keyboard.press("Enter"); // the focus is on Cancel
  await page.waitForSelector("text=Cancelled.");
  for (const w of page.workers()) { // those that end between the two lines have left the list
    const closed = new Promise((resolve) => w.once("close", resolve));
    if (page.workers().includes(w)) await closed;
  }
  await check();
  await close();
});

test("by keyboard alone", async () => {
  const { page, check, close } = await open(browser, server.address);
  const tab = async (to) => {
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const e = document.activeElement;
        if (e === document.body) return { name: "", visible: true };
        const focused = e.matches("#list-file") ? e.closest(".zone") : e;
        return { name: e.id || e.textContent, visible: getComputedStyle(focused).outlineStyle !== "none" };
      });
      if (at.name.includes(to)) return assert.ok(at.visible, `${to}: the focus is visible`);
    }
    assert.fail(`${to} is not reached`);
  };
  const chooser = page.waitForEvent("filechooser", { timeout: 0 }); // asked for long before it opens
  await tab("workbench-text");
  await page.keyboard.type("HTTP://a/%7e");
  await page.waitForSelector("button:has-text('Copy link')");
  await tab("Copy link");
  await tab("A book");
  await page.keyboard.press("Enter");
  assert.match(await page.inputValue("#workbench-text"), /^urn:isbn/);
  await tab("workbench-other");
  await page.keyboard.type("urn:isbn:1");
  await tab("list-like");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.inputValue("#list-like"), "rfc3987");
  await tab("list-file");
  await page.keyboard.press("Enter");
  await (await chooser).setFiles({ name: "l.txt", mimeType: "text/plain", buffer });
  await page.waitForSelector(".counts");
  await tab("Download the list");
  await check();
  await close();
});

const hostile = {
  script: "<script>alert(1)</script><img src=x onerror=alert(1)>",
  javascript: "javascript:alert(document.domain)//%0Aalert(1)",
  data: "data:text/html,<script>alert(1)</script>",
  attribute: "http://a/\"onmouseover=alert(1) x='",
  bidi: "http://a/\u202egpj.exe\u2066\u2069\u200f",
  controls: "http://a/\u0000\u0001\u001b[31m\u007f\u0085\u2028",
  surrogates: "http://\ud800/\udfff\ud83d",
  template: "{{constructor.constructor('alert(1)')()}}${alert(1)}",
  prototype: "__proto__://constructor/toString?hasOwnProperty#valueOf",
  urn: "urn:<b>:<svg/onload=alert(1)>?=<i>",
  megabyte: `http://a/${"<script>%3c".repeat(95_000)}`,
  long_host: `http://${"a.".repeat(3000)}/`,
  segments: `/${"../".repeat(6000)}`,
  percent: "%".repeat(20_000),
};
for (const [name, value] of Object.entries(hostile)) {
  test(`hostile text: ${name}`, async () => {
    const { page, check, type, close } = await open(browser, server.address);
    await type(value);
    await page.waitForSelector("section[aria-labelledby=heading-components]:not([hidden])");
    await page.fill("#workbench-other", value.slice(0, 50_000));
    const made = await page.evaluate(() => ({
      markup: document.querySelectorAll("#workbench script, #workbench img, #workbench svg, #workbench b, #workbench i, #workbench [style], #workbench iframe").length,
      handlers: [...document.querySelectorAll("#workbench *")].filter((e) => [...e.attributes].some((a) => a.name.startsWith("on"))).length,
      links: [...document.querySelectorAll("#workbench a")].map((a) => a.protocol).filter((p) => !/^(https?|blob):$/.test(p)),
      shown: document.querySelector("#workbench").innerText.length,
      raw: /[\u202a-\u202e\u2066-\u2069\u0000]/.test(document.querySelector("#workbench").innerText),
    }));
    assert.deepEqual({ ...made, shown: 0 }, { markup: 0, handlers: 0, links: [], shown: 0, raw: false });
    assert.ok(made.shown < 200_000, `${made.shown} characters are shown`);
    await check();
    await close();
  });
  test(`hostile link and list: ${name}`, async () => {
    const fragment = encodeURIComponent(value.toWellFormed?.() ?? value.replace(/\p{Cs}/gu, "")).slice(0, 100_000).replace(/%.?$/, "");
    const { page, check, close } = await open(browser, server.address, { hash: `#t=${fragment}&o=${fragment.slice(0, 2000).replace(/%.?$/, "")}` });
    await page.setInputFiles("#list-file", { name: `${value.slice(0, 60)}.txt`.replace(/[\0/]/g, "_"), mimeType: "text/plain", buffer: Buffer.from(`${value}\n${value}\n`) });
    await page.waitForSelector(".counts");
    assert.equal(await page.locator("#workbench script, #workbench img, #workbench b").count(), 0);
    await check();
    await close();
  });
}

test("links that are none leave an empty page", async () => {
  for (const hash of ["#%", "#", "#t", "#%E0%A4%A", `#t=${"a".repeat(40_000)}`, "#o=&x=1"]) {
    const { page, check, close } = await open(browser, server.address, { hash });
    assert.equal(await page.inputValue("#workbench-text"), hash === "#t" ? "t" : "", hash.slice(0, 20));
    await check();
    await close();
  }
});

test("without the library the page says so and tries again", async () => {
  const { page, close } = await open(browser, server.address, { path: "/de", ready: false });
  await page.route(/\.wasm$/, (route) => route.abort());
  await page.reload();
  await page.waitForSelector("[role=alert]");
  await page.unroute(/\.wasm$/);
  assert.match(await page.locator("[role=alert]").innerText(), /l\u00e4sst sich nicht laden/);
  await close();
});
