// Figures about pages: what a first visit loads, when a page can be used on a slow CPU, what a page costs the service.
import { readFileSync } from "node:fs";
import { visit } from "./pages.mjs";
import { user } from "./service.mjs";

/** The bytes that the first visit loads, as sent, with the header fields: of WebAssembly modules, and of all else. */
export async function loaded(browser, service, row) {
  const u = await user(browser, service, { token: service.tokens[row.as], javaScriptEnabled: true });
  const sizes = [];
  u.page.on("requestfinished", (request) => sizes.push(request.sizes().then((s) => [request.url(), s.responseBodySize + s.responseHeadersSize])));
  await visit(u, service, row);
  await u.page.waitForLoadState("networkidle");
  const all = await Promise.all(sizes);
  await u.close();
  const sum = (rows) => rows.reduce((n, [, size]) => n + size, 0);
  const is_module = ([url]) => url.endsWith(".wasm");
  return { script: sum(all.filter((r) => !is_module(r))), module: sum(all.filter(is_module)), requests: all.length, resources: all.map(([url, size]) => `${new URL(url).pathname} ${size}`) };
}

/**
 * Milliseconds after the start of the navigation, with an empty cache and the CPU slowed `rate` times: `painted`, the
 * first contents; `usable`, when what is to be used is there (`ready`, a selector) and the main thread answers: a task
 * that is queued then has run.
 */
export async function interactive(browser, service, row, { rate = 4, ready = "main h1" } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  if (row.as) await context.setExtraHTTPHeaders({ authorization: `Bearer ${service.tokens[row.as]}` });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.readyState === "loading" || !document.querySelector(selector)) return requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (globalThis.usable = performance.now());
      requestAnimationFrame(() => channel.port2.postMessage(0)); // after the frame that has it
    };
    look();
  }, ready);
  await page.goto(service.url + (typeof row.path === "function" ? row.path(service) : row.path));
  await page.waitForFunction(() => globalThis.usable && performance.getEntriesByName("first-contentful-paint").length > 0);
  const figures = await page.evaluate(() => ({ painted: performance.getEntriesByName("first-contentful-paint")[0].startTime, usable: globalThis.usable }));
  await context.close();
  return figures;
}

// Linux: user and system time of a process, in clock ticks of 10 ms (proc(5), fields 14 and 15).
const ticks = (pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).reduce((n, t) => n + Number(t), 0);

/** Milliseconds of CPU that the service spends on a page, over `count` requests of one connection. */
export async function cost(service, row, count = 300) {
  const path = service.url + (typeof row.path === "function" ? row.path(service) : row.path);
  const headers = { accept: "text/html", "accept-encoding": "gzip", ...(row.as && { authorization: `Bearer ${service.tokens[row.as]}` }) };
  const get = async () => (await fetch(path, { headers, redirect: "manual" })).arrayBuffer();
  for (let i = 0; i < 20; ++i) await get();
  const before = ticks(service.pid);
  for (let i = 0; i < count; ++i) await get();
  return ((ticks(service.pid) - before) * 10) / count;
}
