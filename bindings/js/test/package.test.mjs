// The package: what npm would publish, how large it is, and that it works when installed from the tarball.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.env.UNIFORM_JS_PACKAGE;
const npm = (args, cwd) => execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const files = [
  "LICENSE", "README.md", "columns.js", "error.js", "explain.js", "fast-uri.d.ts", "fast-uri.js", "host.js", "index.d.ts", "index.js",
  "module.js", "operations.js", "package.json", "reference.js", "text.js", "uniform.wasm", "urn.js",
];

test("npm pack takes these files and no others", () => {
  const [{ files: packed }] = JSON.parse(npm(["pack", "--dry-run", "--json"], folder));
  assert.deepEqual(packed.map((f) => f.path).sort(), [...files].sort());
});

test("the module is under 310 KB compressed by brotli, 380 KB by gzip, and imports nothing", () => {
  const bytes = readFileSync(join(folder, "uniform.wasm"));
  const gzip = gzipSync(bytes, { level: 9 }).length;
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
  console.log(`uniform.wasm: ${bytes.length} bytes, gzip ${gzip}, brotli ${brotli}`);
  assert.ok(brotli < 310_000 && gzip < 380_000);
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(bytes)), []);
});

test("installed from the tarball into an empty project, it works", () => {
  const project = mkdtempSync(join(tmpdir(), "uniform-js-"));
  try {
    const [{ filename, size }] = JSON.parse(npm(["pack", "--json", "--pack-destination", project], folder));
    console.log(`${filename}: ${size} bytes`);
    assert.ok(size < 400_000, `the package has ${size} bytes`);
    writeFileSync(join(project, "package.json"), '{"private":true,"type":"module"}');
    npm(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", join(project, filename)], project);
    writeFileSync(
      join(project, "main.js"),
      `import { parse, version } from "uniform-identifiers";
       import { equal } from "uniform-identifiers/fast-uri";
       console.log(parse("http://example.org/a").host, equal("http://a", "HTTP://a/"), version);`,
    );
    const printed = execFileSync(process.execPath, ["main.js"], { cwd: project, encoding: "utf8" });
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    assert.equal(printed, `example.org true ${version}\n`);
  } finally {
    rmSync(project, { recursive: true });
  }
});
