// A user's project with the packed package in Deno, in Bun, and in workerd, on which Cloudflare Workers run.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { shownFile } from "./guide.mjs";
import { inProject, tool } from "./project.mjs";

// The programs, as the packages of this platform have them: the scripts that would find them are not run.
const machine = { x64: { deno: "x64", bun: "x64", workerd: "64" }, arm64: { deno: "arm64", bun: "aarch64", workerd: "arm64" } }[process.arch];
const program = (...path) => {
  const file = tool("runtimes", ...path);
  assert.ok(existsSync(file), `npm has installed no ${file}: the runtimes are tested on Linux with glibc, x64 or arm64`);
  return file;
};
const deno = () => program("@deno", `linux-${machine.deno}-glibc`, "deno");
const bun = () => program("@oven", `bun-linux-${machine.bun}`, "bin", "bun");
const workerd = () => program("@cloudflare", `workerd-linux-${machine.workerd}`, "bin", "workerd");

const reading = 'parse("http://user@example.org:80/a").host';
const imported = (entry) => `import { parse } from "${entry}";
  import { equal } from "uniform-identifiers/fast-uri";
  console.log(${reading}, equal("http://a", "HTTP://a/"));`;
const files = {
  "main.mjs": imported("uniform-identifiers"),
  "inline.mjs": imported("uniform-identifiers/inline"),
  "init.mjs": `import { readFileSync } from "node:fs";
    import { init, parse } from "uniform-identifiers/init";
    await init(readFileSync("node_modules/uniform-identifiers/uniform.wasm"));
    console.log(${reading}, true);`,
  "main.cjs": `const { parse } = require("uniform-identifiers");
    const { equal } = require("uniform-identifiers/fast-uri");
    console.log(${reading}, equal("http://a", "HTTP://a/"));`,
};

test("Deno, without any permission", () =>
  inProject("runtimes", files, async (project) => {
    const env = { DENO_DIR: join(project.folder, "deno"), DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" };
    const run = (...args) => project.run(deno(), ["run", "--no-prompt", "--cached-only", "--node-modules-dir=manual", ...args], env);
    for (const name of ["main.mjs", "inline.mjs"]) assert.equal(await run(name), "example.org true\n", name);
    for (const name of ["init.mjs", "main.cjs"]) assert.equal(await run("--allow-read=.", name), "example.org true\n", name);
  }));

test("Bun", () =>
  inProject("runtimes", files, async (project) => {
    const env = { BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0", DO_NOT_TRACK: "1", NO_COLOR: "1" };
    for (const name of Object.keys(files)) assert.equal(await project.run(bun(), [name], env), "example.org true\n", name);
  }));

// workerd bundles the program by esbuild, as wrangler does, and compiles the module before the program starts. By the date, the
// last one before the default changed, a program may compile nothing itself, not even while it starts.
for (const [name, main] of Object.entries({
  "the main entry": `import { parse } from "uniform-identifiers"; export default { fetch: () => new Response(${reading}) };`,
  init: shownFile("worker.mjs"),
})) {
  test(`workerd: ${name}`, () =>
    inProject("runtimes", {
      "main.js": main,
      "wrangler.json": '{ "name": "main", "main": "main.js", "compatibility_date": "2025-05-31" }',
    }, async ({ start }) => {
      const [, port] = await start(/"event":"listen","socket":"http","port":(\d+)/, workerd(), ["serve", "wrangler.json", "--socket-addr", "http=127.0.0.1:0", "--control-fd=1"], { WORKERD_ESBUILD: tool("runtimes", "esbuild", "bin", "esbuild") });
      const response = await fetch(`http://127.0.0.1:${port}/`);
      assert.equal(await response.text(), "example.org");
    }));
}
