// The bytes that the first visit of a page loads, as sent over HTTP: less than 150 KB without WebAssembly, less than
// 500 KB with it. Sizes are the same on every machine. How long pages take is measured by bench/pages.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { loaded } from "./figures.mjs";
import { pages, share } from "./pages.mjs";
import { populated } from "./populated.mjs";
import { launch } from "./service.mjs";

let service;
let browser;
before(async () => {
  browser = await launch(); // first, so that it is closed whatever happens
  service = await populated();
});
after(async () => {
  await browser?.close();
  await service?.remove();
});

test("the first visit of each page loads less than 150 KB, with WebAssembly less than 500 KB", async () => {
  const large = [];
  for (const [name, row] of Object.entries(share(pages, 3))) {
    if (row.act) continue;
    const { script, module } = await loaded(browser, service, row);
    if (script >= 150_000 || script + module >= 500_000) large.push(`${name}: ${script} bytes, WebAssembly ${module}`);
    if (!row.heavy && module > 0) large.push(`${name}: loads WebAssembly`);
  }
  assert.deepEqual(large, []);
});

test("the workbench is in the service, and loads its module", async () => {
  const { script, module, resources } = await loaded(browser, service, pages.workbench);
  assert.ok(module > 100_000, `the service was built without the scripts of web/: see docs/guide/web-pages.md; it loaded ${resources}`);
  assert.ok(script > 10_000);
});

test("assets are compressed, hashed and kept for a year", async () => {
  const page = await (await fetch(`${service.url}/workbench`)).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((m) => m[1]);
  assert.ok(assets.length >= 4, `${assets}`);
  for (const asset of assets) {
    const response = await fetch(service.url + asset, { headers: { "accept-encoding": "gzip" } });
    assert.equal(response.status, 200, asset);
    assert.match(asset, /[.-][\w-]{8,}\.\w+$/);
    assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable", asset);
    if (!/\.(png|ico)$/.test(asset)) assert.equal(response.headers.get("content-encoding"), "gzip", asset);
  }
});
