// Accessibility, small screens and size: axe-core in both themes at 320 and 1280 pixels, what the first visit loads, and
// how soon the page can be used on a slow CPU.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./page.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
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

const states = {
  empty: "",
  url: "#t=HTTP%3A%2F%2Fuser%40Example.org%3A80%2F%257Ea%2F..%2Fb%3Fc%3Dd&o=..%2Fx",
  misleading: "#t=https%3A%2F%2Fwww.example.com%26a%3Db%40192.0.2.7%2F%E2%80%AEgpj",
  urn: "#t=urn%3Aisbn%3A978-951-0-18435-7%3F%3Dq&o=urn%3Aisbn%3A9789510184357",
};
for (const colorScheme of ["light", "dark"]) {
  for (const width of [320, 1280]) {
    test(`axe-core finds nothing: ${colorScheme}, ${width} pixels`, async () => {
      for (const [name, hash] of Object.entries(states)) {
        const { page, close } = await open(browser, server.address, { hash, colorScheme, viewport: { width, height: 800 }, path: name === "urn" ? "/de" : "/workbench" });
        if (name === "empty") {
          await page.setInputFiles("#list-file", { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("http://a/\nb c\n") });
          await page.waitForSelector(".counts");
        }
        await page.evaluate(axe); // through the protocol, past the Content-Security-Policy
        const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
        const problems = found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target} ${n.any[0]?.message ?? ""}`).slice(0, 4).join("; ")}`);
        assert.deepEqual(problems, [], name);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.equal(overflow, 0, `${name}: nothing is wider than the screen`);
        await close();
      }
    });
  }
}

test("targets are large enough for a finger", async () => {
  const { page, close } = await open(browser, server.address, { hash: states.url, viewport: { width: 320, height: 800 }, hasTouch: true });
  const small = await page.$$eval("#workbench button, #workbench a, #workbench select, #workbench label.button", (all) =>
    all.filter((e) => e.offsetParent && (e.offsetHeight < 24 || e.offsetWidth < 24)).map((e) => e.textContent));
  assert.deepEqual(small, []); // WCAG 2.2, 2.5.8
  await close();
});

test("the first visit loads less than 150 KB, with WebAssembly less than 500 KB", async () => {
  server.asked.length = 0;
  const { close } = await open(browser, server.address);
  const sum = (all) => all.reduce((n, a) => n + a.size, 0);
  const module = server.asked.filter((a) => a.url.endsWith(".wasm"));
  const rest = server.asked.filter((a) => !a.url.endsWith(".wasm"));
  console.log(`first load: ${sum(rest)} bytes in ${rest.length} requests, WebAssembly ${sum(module)} bytes`);
  assert.equal(module.length, 1);
  assert.ok(sum(rest) < 150_000);
  assert.ok(sum(rest) + sum(module) < 500_000);
  assert.ok(server.asked.every((a) => /^\/(workbench|page\.css|icon\.svg|favicon\.ico|assets\/[\w.-]+)$/.test(a.url)));
  await close();
});

// A figure to record, not a limit of the test: machines differ.
test("on a CPU slowed four times the page can be used soon", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(`${server.address}/workbench`);
  await page.waitForSelector("#workbench[data-state=ready]");
  const figures = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    field: performance.getEntriesByName("workbench-field")[0]?.startTime,
    ready: performance.getEntriesByName("workbench-ready")[0]?.startTime,
  }));
  console.log(`CPU slowed four times: ${Object.entries(figures).map(([k, v]) => `${k} ${Math.round(v)} ms`).join(", ")}`);
  assert.ok(figures.field > 0 && figures.ready >= figures.field);
  await context.close();
});
