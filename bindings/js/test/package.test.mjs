// The package: what npm would publish, how large it is, and what its entries name. entries.test.mjs installs it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.env.UNIFORM_JS_PACKAGE;
const npm = (args, cwd) => execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const shared = ["columns", "domains", "domains-loaded", "error", "explain", "fast-uri", "fast-uri-loaded", "host", "init", "library", "module", "names", "node", "operations", "reference", "suffix-list", "table", "text", "urn"];
const files = [
  "LICENSE", "README.md", "package.json", "uniform.wasm",
  ...[...shared, "embedded", "inline", "web", "workerd"].map((name) => `${name}.js`),
  ...["domains", "fast-uri", "index", "init", "inline", "table", "web"].map((name) => `${name}.d.ts`),
  ...shared.map((name) => `cjs/${name}.cjs`),
  ...["domains", "fast-uri", "index", "init", "table"].map((name) => `cjs/${name}.d.cts`),
];

test("npm pack takes these files and no others", () => {
  const [{ files: packed }] = JSON.parse(npm(["pack", "--dry-run", "--json"], folder));
  assert.deepEqual(packed.map((f) => f.path).sort(), [...files].sort());
});

test("the module is under 315 KB compressed by brotli, 390 KB by gzip, and imports nothing", () => {
  const bytes = readFileSync(join(folder, "uniform.wasm"));
  const gzip = gzipSync(bytes, { level: 9 }).length;
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
  console.log(`uniform.wasm: ${bytes.length} bytes, gzip ${gzip}, brotli ${brotli}`);
  assert.ok(brotli < 315_000 && gzip < 390_000);
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
});

test("the archive, which the build packs, has less than 1,050 KB: half of it the module in base64, 45 KB each of the two forms of the Public Suffix List", () => {
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { size } = statSync(join(folder, "..", `${name}-${version}.tgz`));
  console.log(`the archive: ${size} bytes`);
  assert.ok(size < 1_050_000);
});

test("the embedded module is uniform.wasm", async () => {
  const { default: base64 } = await import(pathToFileURL(join(folder, "embedded.js")));
  assert.ok(readFileSync(join(folder, "uniform.wasm")).equals(Buffer.from(base64, "base64")));
});

test("each file that an entry names is in the package, and each entry has types", () => {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const named = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(named));
  for (const path of named(exports)) assert.ok(files.includes(path.slice(2)), path);
  const typed = (value) => typeof value === "string" || "types" in value || Object.values(value).every((each) => typeof each === "object" && typed(each));
  for (const [entry, value] of Object.entries(exports)) assert.ok(typed(value), entry);
});
