// Chromium, and a server on 127.0.0.1 for its pages.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const program = [process.env.UNIFORM_CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((p) => p && existsSync(p));
const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/** The media type of a file, by its name. */
export const typeOf = (file) => types[extname(file)] ?? "text/plain";

/** A browser that asks nothing but 127.0.0.1. */
export function launch() {
  assert.ok(program, "Chromium is missing: apt-get install chromium-headless-shell");
  return chromium.launch({
    executablePath: program,
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-domain-reliability",
      "--disable-sync", "--metrics-recording-only", "--no-first-run", "--no-default-browser-check", "--disable-gpu",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ],
  });
}

/** A server that answers by `answer(path, response)`: { address, close }. */
export async function serve(answer) {
  const server = createServer((request, response) => answer(normalize(new URL(request.url, "http://h").pathname), response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Answers with a file of the folder. */
export const filesOf = (folder) => (path, response) => {
  const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
  if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": typeOf(file) });
  return response.end(readFileSync(file));
};
