// The built workbench in Chromium: its page as the service has it, served from 127.0.0.1 with the same
// Content-Security-Policy, in the style of all pages.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

export const dist = join(process.env.UNIFORM_WEB_BUILD, "dist");
export const source = process.env.UNIFORM_SOURCE;
/** The tags of the languages, with the catalogues of the workbench. */
export const languages = new Map(readdirSync(join(source, "web/texts")).sort().map((tag) => [tag, JSON.parse(readFileSync(join(source, "web/texts", tag, "workbench.json"), "utf8"))]));
const manifest = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"));

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data: blob:; script-src 'self' 'wasm-unsafe-eval'; " +
  "worker-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const types = { ".svg": "image/svg+xml", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

// The page as scripts/generate_web.py and the service make it of its templates, as far as the workbench needs that.
const styles = join(source, "web/styles/page.css");
function html(language) {
  const read = (name) => readFileSync(join(source, "web", name), "utf8");
  const texts = JSON.parse(read(`texts/${language}/pages.json`));
  const assets = { "page.css": "/page.css", "icon.svg": "/icon.svg" };
  for (const [name, file] of Object.entries(manifest)) assets[name] = `/assets/${file}`;
  const values = { "page.language": language, "page.title": texts["workbench.document"], "page.service": "Uniform", "page.version": "1" };
  return read("templates/page.html")
    .replace("{{> content}}", read("templates/workbench.html"))
    .replace(/\{\{#has\.([\w.-]+)\}\}([^]*?)\{\{\/has\.\1\}\}/g, "$2")
    .replace(/\{\{#([\w.]+)\}\}[^]*?\{\{\/\1\}\}/g, "")
    .replace(/\{\{text\.([\w.]+)\}\}/g, (_, key) => texts[key])
    .replace(/\{\{asset\.([\w.-]+)\}\}/g, (_, name) => assets[name])
    .replace(/\{\{\{?([\w.]+)\}?\}\}/g, (_, name) => values[name] ?? "");
}

/**
 * Serves the built pages; `asked` lists the requests: path and size as sent. The workbench is at /workbench, in
 * another language at /TAG.
 */
export async function serve() {
  const asked = [];
  const packed = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://h");
    const send = (status, type, body) => {
      asked.push({ url: request.url, size: body.length });
      response.writeHead(status, { "content-type": type, "content-security-policy": policy, "content-encoding": "gzip", "x-content-type-options": "nosniff" });
      response.end(body);
    };
    const language = pathname === "/workbench" ? "en" : pathname.slice(1);
    if (languages.has(language)) return send(200, "text/html; charset=utf-8", gzipSync(html(language)));
    const file = pathname === "/page.css" ? styles : pathname === "/icon.svg" ? join(source, "web/images/icon.svg") : join(dist, normalize(pathname).replace(/^\/assets\//, ""));
    if (!existsSync(file) || !extname(file)) return response.writeHead(404).end();
    if (!packed.has(file)) packed.set(file, gzipSync(readFileSync(file), { level: 9 }));
    return send(200, types[extname(file)] ?? "text/plain", packed.get(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}`, asked, close: () => server.close() };
}

export async function launch() {
  const program = [process.env.UNIFORM_CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((p) => p && existsSync(p));
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

/** A page whose problems (errors, dialogs, what the policy blocks, requests elsewhere) are noted. */
export async function open(browser, address, { path = "/workbench", hash = "", ready = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (e) => problems.push(String(e)));
  page.on("console", (m) => m.type() === "error" && !/favicon/.test(m.location().url) && problems.push(m.text()));
  page.on("dialog", (d) => (problems.push(`dialog ${d.message()}`), d.dismiss()));
  page.on("request", (r) => !r.url().startsWith(address) && !r.url().startsWith("blob:") && problems.push(`request ${r.url()}`));
  await page.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener("securitypolicyviolation", (e) => globalThis.violations.push(`${e.violatedDirective} ${e.blockedURI}`));
  });
  await page.goto(`${address}${path}${hash}`);
  if (ready) await page.waitForSelector("#workbench[data-state=ready]");
  const check = async () => assert.deepEqual([...problems, ...(await page.evaluate(() => globalThis.violations))], []);
  const type = async (text) => {
    await page.fill("#workbench-text", text);
  };
  return { page, problems, check, type, close: () => context.close() };
}
