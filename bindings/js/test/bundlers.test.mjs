// Bundles of a user's project with the packed package, run in Chromium: with the settings of docs/guide/javascript.md,
// which are none for the main entry.
import assert from "node:assert/strict";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { filesOf, launch, serve } from "./chromium.mjs";
import { shownFile } from "./guide.mjs";
import { inProject, tool } from "./project.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const page = (script) => `<!doctype html><title>nothing</title><script type="module" src="${script}"></script>`;
const program = (entry) => `import { parse } from "${entry}";\ndocument.title = parse("http://user@example.org:80/a").host;\n`;
const main = "uniform-identifiers";
const web = "uniform-identifiers/web";

/** Opens the page, waits for its title, and gives what was asked for: { path: status }. */
async function shows(address) {
  const opened = await browser.newPage();
  const problems = [];
  const asked = {};
  opened.on("pageerror", (e) => problems.push(String(e)));
  opened.on("response", (r) => (asked[new URL(r.url()).pathname] = r.status()));
  try {
    await opened.goto(address);
    await opened.waitForFunction('document.title !== "nothing"', undefined, { timeout: 60000 });
    assert.equal(await opened.title(), "example.org");
  } catch (e) {
    assert.fail(`${e.message}\n${problems.join("\n")}\n${JSON.stringify(asked)}`);
  } finally {
    await opened.close();
  }
  assert.deepEqual(problems, []);
  return asked;
}

/** The same of a folder. */
async function folderShows(folder) {
  const server = await serve(filesOf(folder));
  try {
    return await shows(`${server.address}/`);
  } finally {
    server.close();
  }
}

const modules = (asked) => Object.entries(asked).filter(([path]) => path.endsWith(".wasm")).map(([, status]) => status);
const inBundle = (files, f) => inProject("bundlers", files, f);

// Vite -----------------------------------------------------------------------------------------------------------------------

const vite = tool("bundlers", "vite", "bin", "vite.js");
const project = (entry, more = {}) => ({ "index.html": page("/main.js"), "main.js": program(entry), ...more });

for (const [entry, count, files] of [[main, 0, {}], [web, 1, { "vite.config.mjs": shownFile("vite.config.mjs") }]]) {
  test(`vite's development server: ${entry}`, () =>
    inBundle(project(entry, files), async ({ start }) => {
      const [, address] = await start(/(http:\/\/127\.0\.0\.1:\d+\/)/, process.execPath, [vite, "--host", "127.0.0.1", "--port", "0"]);
      assert.deepEqual(modules(await shows(address)), Array(count).fill(200));
    }));
  test(`vite build: ${entry}`, () =>
    inBundle(project(entry, files), async ({ folder, node }) => {
      await node(vite, "build", "--logLevel", "error");
      assert.deepEqual(modules(await folderShows(join(folder, "dist"))), Array(count).fill(200));
    }));
}

// A worker that awaits while it is imported has no handler yet when the first message comes.
const workers = {
  "the main entry": `import { parse } from "${main}"; onmessage = ({ data }) => postMessage(parse(data).host);`,
  init: shownFile("worker.js"),
};
for (const [name, worker] of Object.entries(workers)) {
  test(`a worker answers a message that was sent at once: ${name}`, () =>
    inBundle({
      "index.html": page("/main.js"),
      "main.js": `const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
        worker.postMessage("http://user@example.org:80/a");
        worker.onmessage = ({ data }) => { document.title = data; };`,
      "worker.js": worker,
      "vite.config.mjs": 'export default { worker: { format: "es" } };',
    }, async ({ folder, node }) => {
      await node(vite, "build", "--logLevel", "error");
      await folderShows(join(folder, "dist"));
    }));
}

test("vite build: a worker that imports web", () =>
  inBundle({
    "index.html": page("/main.js"),
    "main.js": `const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }) => { document.title = data; };`,
    "worker.js": `import { parse } from "${web}";\npostMessage(parse("http://user@example.org:80/a").host);\n`,
    "vite.config.mjs": shownFile("vite.config.mjs"),
  }, async ({ folder, node }) => {
    await node(vite, "build", "--logLevel", "error");
    assert.deepEqual(modules(await folderShows(join(folder, "dist"))), [200]);
  }));

// Bundles for Node: uniform.wasm is not beside the bundle, and no bundler says so. ---------------------------------------------

const bundled = 'Error: uniform-identifiers: uniform.wasm cannot be read from beside the program, as in a bundle for Node: import "uniform-identifiers/inline"';
const forNode = (entry) => program(entry).replace("document.title =", "globalThis.host =");
const byRequire = (text) => text.replace(/import (.*) from (.*);/, "const $1 = require($2);");
const endsWithTheReason = async ({ node }, file) => {
  await assert.rejects(node(file), (e) => {
    assert.ok(e.stderr.includes(bundled), e.stderr);
    return true;
  });
};

test("vite build for a server that bundles the package", () =>
  inBundle({ "main.js": forNode(main), "vite.config.mjs": "export default { ssr: { noExternal: true } };" }, async (project) => {
    await project.node(vite, "build", "--ssr", "main.js", "--logLevel", "error");
    await endsWithTheReason(project, "dist/main.mjs");
  }));

// esbuild --------------------------------------------------------------------------------------------------------------------

const esbuild = tool("bundlers", "esbuild", "bin", "esbuild");

test("esbuild without options", () =>
  inBundle({ "index.html": page("out.js"), "main.js": program(main) }, async ({ folder, node }) => {
    await node(esbuild, "main.js", "--bundle", "--log-level=warning", "--outfile=out.js");
    assert.deepEqual(modules(await folderShows(folder)), []);
  }));

test("esbuild with its loader `file`: init", () =>
  inBundle({
    "index.html": page("out/main.js"),
    "main.js": shownFile("main.js"),
  }, async ({ folder, node }) => {
    await node(esbuild, "main.js", "--bundle", "--format=esm", "--loader:.wasm=file", "--log-level=warning", "--outdir=out");
    assert.deepEqual(modules(await folderShows(folder)), [200]);
  }));

test("esbuild, and the module copied beside what it writes: web", () =>
  inBundle({ "index.html": page("out/main.js"), "main.js": program(web) }, async ({ folder, node }) => {
    await node(esbuild, "main.js", "--bundle", "--format=esm", "--log-level=warning", "--outdir=out");
    cpSync(join(folder, "node_modules", main, "uniform.wasm"), join(folder, "out", "uniform.wasm"));
    assert.deepEqual(modules(await folderShows(folder)), [200]);
  }));

test("esbuild for Node: inline", () =>
  inBundle({ "main.js": `const { parse } = require("${main}/inline");\nconsole.log(parse("http://user@example.org:80/a").host);\n` }, async ({ node }) => {
    await node(esbuild, "main.js", "--bundle", "--platform=node", "--log-level=warning", "--outfile=out.cjs");
    assert.equal(await node("out.cjs"), "example.org\n");
  }));

for (const [name, format, text] of [["an ES module", "esm", forNode(main)], ["CommonJS", "cjs", forNode(main)], ["CommonJS of require()", "cjs", byRequire(forNode(main))]]) {
  test(`esbuild for Node: the main entry in ${name}`, () =>
    inBundle({ "main.js": text }, async (project) => {
      const file = format === "esm" ? "out.mjs" : "out.cjs";
      await project.node(esbuild, "main.js", "--bundle", "--platform=node", `--format=${format}`, "--log-level=error", `--outfile=${file}`);
      await endsWithTheReason(project, file);
    }));
}

// Rollup ---------------------------------------------------------------------------------------------------------------------

const rollup = tool("bundlers", "rollup", "dist", "bin", "rollup");
const config = shownFile("rollup.config.mjs");

for (const [entry, count, settings] of [[main, 0, config.replace(", importMetaAssets()", "")], [web, 1, config]]) {
  test(`rollup: ${entry}`, () =>
    inBundle({ "index.html": page("out/main.js"), "main.js": program(entry), "rollup.config.mjs": settings }, async ({ folder, node }) => {
      await node(rollup, "--config", "--silent", "--failAfterWarnings");
      assert.equal(readdirSync(join(folder, "out"), { recursive: true }).filter((name) => name.endsWith(".wasm")).length, count);
      assert.deepEqual(modules(await folderShows(folder)), Array(count).fill(200));
    }));
}

test("rollup for Node: the main entry", () =>
  inBundle({
    "main.js": forNode(main),
    "rollup.config.mjs": config.replace(", importMetaAssets()", "").replace("browser: true", 'exportConditions: ["node"]').replace("input:", 'external: ["node:fs"],\n  input:'),
  }, async (project) => {
    await project.node(rollup, "--config", "--silent", "--failAfterWarnings");
    writeFileSync(join(project.folder, "out", "package.json"), '{ "type": "module" }');
    await endsWithTheReason(project, "out/main.js");
  }));

// webpack --------------------------------------------------------------------------------------------------------------------

const building = (target) => `import webpack from "webpack";
webpack({ mode: "production", entry: "./main.js", target: "${target}", performance: { hints: false } }, (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) throw error ?? new Error(stats.toString());
});
`;

for (const [name, count, text] of [[main, 0, program(main)], [`require("${main}")`, 0, byRequire(program(main))], [web, 1, program(web)]]) {
  test(`webpack: ${name}`, () =>
    inBundle({ "index.html": page("dist/main.js"), "main.js": text, "build.mjs": building("web") }, async ({ folder, node }) => {
      await node("build.mjs");
      assert.deepEqual(modules(await folderShows(folder)), Array(count).fill(200));
    }));
}

test("webpack for Node", () =>
  inBundle({ "main.js": forNode(main), "print.cjs": 'require("./dist/main.js"); console.log(host);', "build.mjs": building("node") }, async ({ node }) => {
    await node("build.mjs");
    assert.equal(await node("print.cjs"), "example.org\n");
  }));
