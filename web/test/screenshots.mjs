// Screenshots to look at: node screenshots.mjs FOLDER
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, open, serve } from "./page.mjs";

const folder = process.argv[2] ?? "screenshots";
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
const states = {
  empty: "",
  url: `#t=${encodeURIComponent("HTTP://user@Example.org:80/%7Ea/../b?c=d%20e&f#top")}&o=${encodeURIComponent("../x/./y?z")}`,
  urn: `#t=${encodeURIComponent("urn:isbn:978-951-0-18435-7?=page=3")}&o=${encodeURIComponent("urn:ISBN:9789510184357")}`,
  lint: `#t=${encodeURIComponent("https://www.example.com&account=verify@192.0.2.7/login\u202egpj.exe")}`,
};
for (const colorScheme of ["light", "dark"]) {
  for (const width of [320, 1280]) {
    for (const [name, hash] of Object.entries(states)) {
      const { page, close } = await open(browser, server.address, { hash, colorScheme, viewport: { width, height: 900 }, path: name === "urn" ? "/de" : "/workbench" });
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true });
      await close();
    }
    const { page, close } = await open(browser, server.address, { colorScheme, viewport: { width, height: 900 } });
    await page.setInputFiles("#list-file", { name: "links.txt", mimeType: "text/plain", buffer: Buffer.from("http://a/\nwww.example.org\na b/\nhttp://m\u00fcnchen.example/\u00e9\n\nhttp://a/%zz\n") });
    await page.waitForSelector(".counts");
    await page.screenshot({ path: join(folder, `list-${colorScheme}-${width}.png`), fullPage: true });
    await close();
  }
}
await browser.close();
server.close();
