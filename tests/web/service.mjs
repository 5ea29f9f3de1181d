// The common part of the browser tests of the service: the built command as a service on a store of its own, its
// tokens, Chromium, users, and the requirements for each page. UNIFORM_COMMAND is the built command,
// UNIFORM_SCREENSHOTS a folder for screenshots, if they are wanted.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.UNIFORM_SCREENSHOTS;
// The command would read variables with this beginning as settings.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("UNIFORM_")));

/**
 * A service on a new store. `settings` are words "NAME=VALUE"; `prepare(run)` works on the store before the service
 * starts, by commands: run("namespace", "add", ...). The token of an administrator is tokens.administrator.
 */
export async function serve({ settings = [], prepare } = {}) {
  const command = process.env.UNIFORM_COMMAND;
  assert.ok(command, "UNIFORM_COMMAND is the built command");
  const folder = mkdtempSync(join(tmpdir(), "uniform-web-"));
  const store = join(folder, "names.db");
  const tokens = {};
  let child;

  const run = (...words) => {
    const done = spawnSync(command, [...words, "--store", store], { encoding: "utf8", env });
    assert.equal(done.status, 0, `${words.join(" ")}: ${done.stderr}`);
    return done.stdout;
  };
  const service = { folder, store, tokens, run, url: "", port: "0", settings };

  service.start = async (more = []) => {
    const set = ["links.check=false", ...settings, ...more].flatMap((s) => ["--set", s]);
    child = spawn(command, ["serve", "--store", store, "--port", service.port, ...set], { stdio: ["ignore", "ignore", "pipe"], env });
    service.pid = child.pid;
    const said = createInterface({ input: child.stderr });
    service.log = [];
    service.url = await new Promise((resolve, reject) => {
      said.on("line", (line) => {
        service.log.push(line);
        if (/"event":"started"/.test(line)) resolve(JSON.parse(line).url);
      });
      child.on("exit", () => reject(new Error(`the service ended: ${service.log.join("\n")}`)));
    });
    service.port = new URL(service.url).port; // the same after a restart
  };
  service.end = async (signal = "SIGTERM") => {
    if (!child) return;
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill(signal);
    await gone;
    child = undefined;
  };
  service.restart = async (signal, more) => {
    await service.end(signal);
    await service.start(more);
  };
  /** Ends the service and deletes its store. */
  service.remove = async () => {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  };
  /** Calls the API; asserts that it succeeds, and returns the JSON. */
  service.api = async (method, path, token, body, fields = {}) => {
    const response = await fetch(`${service.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...fields },
      body: body && JSON.stringify(body),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${response.ok ? "" : await response.text()}`);
    const text = await response.text();
    return text && JSON.parse(text);
  };
  /** Makes a token by the API: token({role: "manager", prefixes: ["example:"]}). */
  service.token = async (body) => (await service.api("POST", "tokens", tokens.administrator, body)).token;

  try {
    run("store", "migrate");
    tokens.administrator = JSON.parse(run("token", "create", "--role", "administrator", "--json")).token;
    prepare?.(run);
    await service.start();
  } catch (failure) {
    await service.remove();
    throw failure;
  }
  return service;
}

/** Chromium, which reaches 127.0.0.1 and these hosts alone. */
export async function launch(hosts = []) {
  const program = [process.env.UNIFORM_CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((p) => p && existsSync(p));
  assert.ok(program, "Chromium is missing: apt-get install chromium-headless-shell");
  return chromium.launch({
    executablePath: program,
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-background-networking", "--disable-component-update",
      "--disable-default-apps", "--disable-domain-reliability", "--disable-quic", "--disable-sync", "--metrics-recording-only",
      "--no-first-run", "--no-default-browser-check", "--disable-gpu", `--host-resolver-rules=${["MAP * ~NOTFOUND", ...["127.0.0.1", ...hosts].map((h) => `EXCLUDE ${h}`)].join(", ")}`],
  });
}

/**
 * A user with a browser of its own, without JavaScript unless `javaScriptEnabled`; acts by `token`, if there is one,
 * without signing in (sign_in does that). `problems` collects errors, dialogs, what the Content-Security-Policy blocked,
 * and requests to other hosts, unless `elsewhere` allows them.
 */
export async function user(browser, service, { token, elsewhere = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", javaScriptEnabled: false, ...options });
  if (token) await context.setExtraHTTPHeaders({ authorization: `Bearer ${token}`, ...options.extraHTTPHeaders });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (e) => problems.push(`${page.url()}: ${e}`));
  page.on("dialog", (d) => (problems.push(`${page.url()}: dialog ${d.message()}`), d.dismiss()));
  // The status 4xx of a page itself is no error of the page.
  page.on("console", (m) => m.type() === "error" && !(/Failed to load resource/.test(m.text()) && m.location().url === page.url()) && problems.push(`${page.url()}: ${m.text()}`));
  page.on("request", (r) => !elsewhere && !/^(blob|data):/.test(r.url()) && !r.url().startsWith(`${service.url}/`) && problems.push(`${page.url()}: request ${r.url()}`));
  if (options.javaScriptEnabled) {
    await page.addInitScript(() => {
      globalThis.violations = [];
      document.addEventListener("securitypolicyviolation", (e) => globalThis.violations.push(`${e.violatedDirective} ${e.blockedURI}`));
    });
  }
  const u = { context, page, problems, has_scripts: options.javaScriptEnabled === true, response: undefined };
  page.on("response", (r) => {
    if (r.request().isNavigationRequest() && r.frame() === page.mainFrame()) u.response = r; // of the page that is shown
  });
  u.go = (path) => page.goto(service.url + path);
  /** Asserts that nothing was noted until now, on any page. */
  u.check = async (what) => {
    const blocked = u.has_scripts ? await page.evaluate(() => globalThis.violations ?? []) : [];
    assert.deepEqual([...problems, ...blocked], [], what);
  };
  /** Signs in as people do: the token in the form. */
  u.sign_in = async (secret, to = "") => {
    await u.go(`/sign-in${to && `?to=${encodeURIComponent(to)}`}`);
    await page.locator("#token").fill(secret);
    await page.locator("main form button").first().click();
  };
  u.main = () => page.locator("main").innerText();
  u.close = () => context.close();
  return u;
}

/** The findings of axe-core, one line for each rule: WCAG 2.2 A and AA with target-size, and good practice. */
export async function axe(page) {
  await page.waitForLoadState(); // without its style sheet, a page has other colours and sizes
  // Through the protocol, past the Content-Security-Policy.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(() =>
    globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      rules: { "target-size": { enabled: true } },
      resultTypes: ["violations"],
    }));
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => `${n.target} ${n.any[0]?.message ?? n.none[0]?.message ?? ""}`).slice(0, 4).join("; ")}`);
}

/** By how many pixels a page is wider than the screen. */
export const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A screenshot, if they are wanted. */
export async function shoot(page, name, options = {}) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true, ...options });
}

/** Both themes on a small and on a large screen. */
export const looks = ["light", "dark"].flatMap((colorScheme) => [320, 1280].map((width) => ({ colorScheme, width })));

/** Asserts what each page is held to: axe-core finds nothing, nothing is wider than the screen. Needs JavaScript. */
export async function accessible(page, name) {
  assert.deepEqual(await axe(page), [], `${name}: axe-core`);
  assert.equal(await overflow(page), 0, `${name}: wider than the screen`);
}

/** One test for each theme and size: each of `pages`, {name: path}, as the user with the token, is accessible. */
export function test_looks(test, get, pages, title = "axe-core finds nothing") {
  for (const { colorScheme, width } of looks) {
    test(`${title}: ${colorScheme}, ${width} pixels`, async () => {
      const { browser, service, token } = get();
      const u = await user(browser, service, { token, colorScheme, viewport: { width, height: 900 }, javaScriptEnabled: true });
      for (const [name, path] of Object.entries(pages)) {
        await u.go(path);
        await shoot(u.page, `${name}-${colorScheme}-${width}`);
        await accessible(u.page, name);
        await u.check(name);
      }
      await u.close();
    });
  }
}
