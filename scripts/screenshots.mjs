#!/usr/bin/env node
// Makes the pictures of pages in docs/images/: screenshots.mjs FOLDER COMMAND, as bench/pages.mjs. With `all OUT` instead
// of nothing, every page of tests/web/pages.mjs, in both themes and two widths, to look at.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [tests, command, all, out] = process.argv.slice(2);
if (!command || (all && (all !== "all" || !out))) {
  console.error("usage: screenshots.mjs FOLDER COMMAND [all OUT]: the folder of the browser tests in the build, the command");
  process.exit(2);
}
process.env.UNIFORM_COMMAND = resolve(command);
const from = (file) => import(pathToFileURL(resolve(tests, file)));
const { pages, visit } = await from("pages.mjs");
const { populated } = await from("populated.mjs");
const { launch, looks, user } = await from("service.mjs");

const [service, browser] = await Promise.all([populated(), launch()]);
async function shoot(row, file, options, shot) {
  const u = await user(browser, service, { token: service.tokens[row.as], javaScriptEnabled: true, ...options });
  await visit(u, service, row);
  if (shot) {
    await u.page.screenshot({ path: file, ...shot });
  } else { // a small file
    const session = await u.context.newCDPSession(u.page);
    writeFileSync(file, Buffer.from((await session.send("Page.captureScreenshot", { format: "webp", quality: 80 })).data, "base64"));
  }
  await u.close();
}
try {
  if (all) {
    mkdirSync(out, { recursive: true });
    for (const [name, row] of Object.entries(pages)) {
      for (const { colorScheme, width } of looks) {
        await shoot(row, join(out, `${name}-${colorScheme}-${width}.png`), { colorScheme, viewport: { width, height: 900 } }, { fullPage: true });
      }
    }
  } else {
    const images = fileURLToPath(new URL("../docs/images/", import.meta.url));
    const workbench = `/workbench#t=${encodeURIComponent("HTTP://user@Example.org:80/%7Ea/../b?c=d%20e&f#top")}`;
    for (const [name, row, height] of [["front", pages.front, 640], ["name", pages.about, 900], ["list", pages.list_checked, 900], ["review", pages.request_review, 900], ["workbench", { ...pages.workbench, path: workbench }, 900]]) {
      await shoot(row, join(images, `page-${name}.webp`), { viewport: { width: 960, height } });
    }
  }
} finally {
  await browser.close();
  await service.remove();
}
