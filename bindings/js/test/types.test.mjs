// The types, by tsc in strict mode; and that every export has one, and the other way round.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import * as u from "uniform-identifiers";
import * as domains from "uniform-identifiers/domains";
import * as fast from "uniform-identifiers/fast-uri";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

// node16 has no require() of ES modules, nodenext has it.
for (const [module, files] of [["nodenext", ["usage.ts", "entries.mts", "entries.cts"]], ["node16", ["entries.mts", "entries.cts"]]]) {
  test(`tsc accepts correct uses and refuses the others: ${module}`, () => {
    const tsc = require.resolve("typescript/bin/tsc");
    try {
      execFileSync(process.execPath, [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", module, ...files.map((name) => join(here, "types", name))], { encoding: "utf8", cwd: here });
    } catch (e) {
      assert.fail(e.stdout);
    }
  });
}

for (const [name, module] of [["index", u], ["fast-uri", fast], ["domains", domains]]) {
  test(`every export of ${name} is in ${name}.d.ts, and no other`, () => {
    const read = (file) => readFileSync(join(process.env.UNIFORM_JS_PACKAGE, file), "utf8");
    const text = read(`${name}.d.ts`).replace(/^export \* from "\.\/(.*)\.js";/gm, (_, file) => read(`${file}.d.ts`));
    const typed = [...text.matchAll(/^export (?:declare )?(?:function|class|const|namespace) ([A-Za-z]+)/gm)].map((m) => m[1]);
    assert.deepEqual([...new Set(typed)].sort(), Object.keys(module).filter((n) => n !== "default").sort());
    const inside = [...text.matchAll(/^ {2}(?:function|const) ([A-Za-z]+)/gm)].map((m) => m[1]);
    if (name === "index") assert.deepEqual(Object.keys(u.columns).filter((n) => !/^[A-Z]/.test(n)).sort(), inside.sort());
  });
}
