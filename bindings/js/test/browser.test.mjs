// The same module in Chromium: a page that this test serves from 127.0.0.1, without a bundler, runs facts and cases.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, serve, typeOf } from "./chromium.mjs";

const folder = process.env.UNIFORM_JS_PACKAGE;

let server;
let browser;
let address;
const asked = [];

before(async () => {
  server = await serve((path, response) => {
    asked.push(path);
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
    if (path === "/page.html") {
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
      return response.end("<!doctype html><title>uniform</title>");
    }
    // below /plain/ with a media type that compileStreaming() refuses
    const file = join(folder, path.replace(/^\/(plain|package)\//, "/"));
    if (!existsSync(file)) return response.writeHead(404).end();
    const type = path.startsWith("/plain/") && path.endsWith(".wasm") ? "application/octet-stream" : typeOf(file);
    response.writeHead(200, { "content-type": type });
    return response.end(readFileSync(file));
  });
  address = server.address;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

for (const place of ["package", "plain"]) {
  test(`the API, from /${place}/`, async () => {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (e) => problems.push(String(e)));
    page.on("console", (m) => m.type() === "error" && !/favicon/.test(m.location().url) && problems.push(m.text()));
    await page.goto(`${address}/page.html`);
    const got = await page.evaluate(async (where) => {
      const u = await import(`/${where}/web.js`);
      const fast = await import(`/${where}/fast-uri.js`);
      const domains = await import(`/${where}/domains.js`);
      const error = u.check("http://a b/");
      return {
        host: u.parse("http://\u00e9.example/", { edition: "rfc3987" }).host,
        error: error.toJSON(),
        normal: u.normalize("HTTP://A/%7e"),
        steps: u.resolutionSteps("http://a/b/c/d;p?q", "../g").target,
        found: u.find("see http://example.org/.").length,
        lint: u.lint("http://10.0.0.1/")[0].check,
        urn: u.urnFacts("urn:isbn:978-951-0-18435-6").check.state,
        rows: u.columns.normalize("HTTP://A/\nb c\n").toArray(),
        equal: fast.equal("http://a", "HTTP://a/"),
        domain: domains.registrableDomain("http://www.example.co.uk/"),
        long: u.valid(`http://a/${"x".repeat(2e7)}`),
      };
    }, place);
    assert.deepEqual(got, {
      host: "\u00e9.example",
      error: { reason: "a space is not allowed here", code: "invalid_character", offset: 8, byteOffset: 8, rule: "reg-name", document: "RFC 3986", section: "3.2.2", citation: "RFC 3986 section 3.2.2" },
      normal: "http://a/~", steps: "http://a/b/g", found: 1, lint: "private-address", urn: "correct", rows: ["http://a/", null],
      equal: true, domain: "example.co.uk", long: true,
    });
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test("inline asks for no module, and runs where nothing may be fetched", async () => {
  const page = await browser.newPage();
  const modules = [];
  page.on("request", (request) => request.url().endsWith(".wasm") && modules.push(request.url()));
  await page.goto(`${address}/page.html`);
  assert.equal(await page.evaluate(async () => (await import("/package/inline.js")).parse("http://example.org/a").host), "example.org");
  assert.deepEqual(modules, []);
  await page.close();
});

test("init by a URL, and by the response of fetch()", async () => {
  for (const place of ["package", "plain"]) {
    for (const source of ["url", "response"]) {
      const page = await browser.newPage();
      await page.goto(`${address}/page.html`);
      const host = await page.evaluate(async ([url, kind]) => {
        const { init, parse } = await import("/package/init.js");
        await init(kind === "url" ? url : fetch(url));
        return parse("http://example.org/a").host;
      }, [`/${place}/uniform.wasm`, source]);
      assert.equal(host, "example.org");
      await page.close();
    }
  }
});

test("the examples of the documents, and the URL of the browser", async () => {
  const page = await browser.newPage();
  await page.goto(`${address}/page.html`);
  const cases = readFileSync(join(process.env.UNIFORM_TEST_DATA, "from_seeds.jsonl"), "utf8").split("\n").filter(Boolean).map(JSON.parse);
  const failures = await page.evaluate(async (all) => {
    const u = await import("/package/web.js");
    const wrong = [];
    for (const c of all) {
      const edition = (c.spec ?? "rfc3986").replaceAll("_", "-");
      if (c.type === "resolve" && u.resolve(c.base, c.ref, { edition, strict: c.strict ?? true }) !== c.target) wrong.push(c);
      if (c.type === "normalize" && c.level !== "remove-dot-segments" && u.normalize(c.input, { edition, level: c.level.replace("all-", "") }) !== c.expected) wrong.push(c);
      if (c.type === "resolve" && edition === "rfc3986" && /^http:\/\/[a-z]/.test(c.target) && !/;|%|\.\./.test(c.base + c.ref) && (c.strict ?? true) && !/^http:[^/]/.test(c.ref)) {
        const level = { level: "scheme" };
        if (u.normalize(new URL(c.ref, c.base).href, level) !== u.normalize(c.target, level)) wrong.push({ browser: new URL(c.ref, c.base).href, ...c });
      }
    }
    return { wrong, count: all.filter((c) => c.type === "resolve" || c.type === "normalize").length };
  }, cases);
  assert.deepEqual(failures.wrong, []);
  assert.ok(failures.count > 50);
  await page.close();
});

test("nothing but the page and the package was asked for", () => {
  const others = asked.filter((url) => !/^\/(page\.html|favicon\.ico|(package|plain)\/[a-z-]+\.(js|wasm))$/.test(url));
  assert.deepEqual(others, []);
});
