#!/usr/bin/env node
// The cost of the pages of the service: bytes of the first visit, when a page can be used on a CPU slowed four times,
// CPU of the service for each page.
//
//   ctest --test-dir build/dev -R web.service.sizes        # fills build/dev/tests/web with the browser tests and what they need
//   node bench/pages.mjs build/dev/tests/web build/release/bin/uniform
//
// Prints tables in Markdown, as docs/performance.md has them. Build the command with the scripts of web/ before
// (docs/guide/web-pages.md), or it has no workbench.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [tests, command] = process.argv.slice(2);
if (!command) {
  console.error("usage: pages.mjs FOLDER COMMAND: the folder of the browser tests in the build, the command to measure");
  process.exit(2);
}
process.env.UNIFORM_COMMAND = resolve(command);
const from = (file) => import(pathToFileURL(resolve(tests, file)));
const { cost, interactive, loaded } = await from("figures.mjs");
const { pages } = await from("pages.mjs");
const { populated } = await from("populated.mjs");
const { launch } = await from("service.mjs");

const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];
const [service, browser] = await Promise.all([populated(), launch()]);
try {
  console.log("| page | requests | KB | WebAssembly, KB | contents after, ms | usable after, ms |\n|---|---:|---:|---:|---:|---:|");
  for (const [name, ready] of [["front", "main h1"], ["about", "main h1"], ["workbench", "#workbench[data-state=ready]"]]) {
    const { script, module, requests } = await loaded(browser, service, pages[name]);
    const runs = [];
    for (let i = 0; i < 7; ++i) runs.push(await interactive(browser, service, pages[name], { ready }));
    console.log(`| ${name} | ${requests} | ${(script / 1000).toFixed(1)} | ${module ? (module / 1000).toFixed(1) : "-"} | ${Math.round(median(runs.map((r) => r.painted)))} | ${Math.round(median(runs.map((r) => r.usable)))} |`);
  }
  console.log("\n| page | CPU of the service, ms |\n|---|---:|");
  for (const [name, row] of Object.entries(pages)) {
    if (row.act) continue; // the same pages, after a form
    console.log(`| ${name} | ${(await cost(service, row)).toFixed(2)} |`);
  }
} finally {
  await browser.close();
  await service.remove();
}
