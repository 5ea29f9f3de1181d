// The examples in the documents print what is written behind them: "expression // result", a line of JavaScript each.
// With UNIFORM_PRINT set, the results are printed instead of compared.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import * as u from "uniform-identifiers";
import * as domains from "uniform-identifiers/domains";
import * as fast from "uniform-identifiers/fast-uri";

const documents = ["docs/guide/javascript.md", "docs/guide/migrating-fast-uri.md", "bindings/js/package/README.md"];
const shown = (value) => inspect(value, { breakLength: Infinity, depth: 5 });

for (const document of documents) {
  test(document, () => {
    const text = readFileSync(join(process.env.UNIFORM_SOURCE, document), "utf8");
    let count = 0;
    for (const [, block] of text.matchAll(/^```js\n(.*?)^```/gms)) {
      if (/from "uniform-identifiers\/init"/.test(block)) continue; // entries.test.mjs runs it where no module is loaded
      const of = { ...u, ...(/from "uniform-identifiers\/fast-uri"/.test(block) ? fast : {}), ...(/from "uniform-identifiers\/domains"/.test(block) ? domains : {}) };
      let before = "";
      for (const line of block.split("\n")) {
        if (line.startsWith("import ") || line.trim() === "") continue;
        const [, code, expected] = /^(.*?);?\s+\/\/ (.*)$/.exec(line) ?? [null, line, null];
        if (expected === null) {
          before += `${code}\n`;
          continue;
        }
        let got;
        try {
          const value = new Function(...Object.keys(of).filter((n) => n !== "default"), `${before}; return (${code});`)(...Object.entries(of).filter(([n]) => n !== "default").map(([, v]) => v));
          got = shown(value);
        } catch (e) {
          got = `throws ${e.name}: ${e.message}`;
        }
        if (process.env.UNIFORM_PRINT) console.log(`${code} // ${got}`);
        else assert.equal(got, expected, code);
        ++count;
      }
    }
    assert.ok(count > 2, `${document} has examples`);
  });
}
