// node assemble.mjs FOLDER SUFFIXES: adds to the package in FOLDER, which has its sources and uniform.wasm, what is made of them:
//
//   names.js        the names whose indices are arguments of the module's functions, as it tells them
//   embedded.js     the module in base64
//   suffix-list.js  the Public Suffix List of the library, whose C++ literals are in the file SUFFIXES
//   cjs/            CommonJS modules of the entries that require() reaches, and of all that these import; and their types
//
// The sources have one form of each kind of import and export, so that no parser is needed: any other form is an error.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, suffixes] = process.argv.slice(2);
const read = (name) => readFileSync(join(folder, name), "utf8");
const write = (name, text) => writeFileSync(join(folder, name), text);

const binary = readFileSync(join(folder, "uniform.wasm"));
write("embedded.js", `export default "${binary.toString("base64")}";\n`);

const wasm = new WebAssembly.Instance(new WebAssembly.Module(binary)).exports;
wasm._initialize?.();
wasm.reserve(64);
wasm.names(0);
const [at, size] = new Uint32Array(wasm.memory.buffer, wasm.state(), 2); // where the result is
const names = JSON.parse(Buffer.from(wasm.memory.buffer, at, size).toString());
write("names.js", `/** The names whose indices are options of the functions. @internal */\nexport const names = ${JSON.stringify(names)};\n`);

// The literals have no escapes but "\n".
const source = readFileSync(suffixes, "utf8");
const literals = (text) => [...text.matchAll(/"((?:[^"\\]|\\n)*)"/g)].map(([, literal]) => literal.replaceAll("\\n", "\n"));
const fact = (name) => literals(new RegExp(`${name} = .*;`).exec(source)[0])[0];
const rules = literals(source.slice(source.indexOf("built_in_rules"))).join("");
write("suffix-list.js", `// The Public Suffix List (https://publicsuffix.org/), which is subject to the terms of the Mozilla Public License, version 2.0
// (https://mozilla.org/MPL/2.0/).
/** @internal */
export const list = ${JSON.stringify(`// VERSION: ${fact("built_in_version")}\n// COMMIT: ${fact("built_in_commit")}\n${rules}`)};
`);

// "a, b as c" of an import or export, as [name, other name].
const pairs = (list) => list.split(",").map((each) => each.trim()).filter(Boolean).map((each) => [...each.split(/\s+as\s+/), each].slice(0, 2));
const pattern = (list) => `{ ${pairs(list).map(([name, here]) => (name === here ? name : `${name}: ${here}`)).join(", ")} }`;
const required = (path) => `require("${path.replace(/^(\.\/.*)\.js$/, "$1.cjs")}")`;

// [form at the start of a line, what CommonJS has for it, the names that are exported at the end].
const forms = [
  [/^import \{([^}]*)\} from "([^"]+)";/gm, (list, path) => `const ${pattern(list)} = ${required(path)};`],
  [/^import \* as (\w+) from "([^"]+)";/gm, (name, path) => `const ${name} = ${required(path)};`],
  [/^import "([^"]+)";/gm, (path) => `${required(path)};`],
  [/^export \{ default \} from "([^"]+)";/gm, (path) => `exports.default = ${required(path)}.default;`],
  [/^export \{([^}]*)\} from "([^"]+)";/gm, (list, path) => pairs(list).map(([name, there]) => `exports.${there} = ${required(path)}.${name};`).join("\n")],
  [/^export \* as (\w+) from "([^"]+)";/gm, (name, path) => `exports.${name} = ${required(path)};`],
  [/^export \* from "([^"]+)";/gm, (path) => `Object.assign(exports, ${required(path)});`],
  [/^export default (.*);/gm, (value) => `exports.default = ${value};`],
  [/^export (const|class|function|async function) (\w+)/gm, (kind, name) => `${kind} ${name}`, (kind, name) => name],
];

function commonJs(name) {
  let text = read(name).replace('new URL("./uniform.wasm", import.meta.url)', '`${__dirname}/../uniform.wasm`');
  const exported = [];
  for (const [form, there, named] of forms) {
    text = text.replace(form, (_, ...groups) => {
      if (named) exported.push(named(...groups));
      return there(...groups);
    });
  }
  const other = /^(import|export)\b.*|\bimport\b\s*\(.*|import\.meta.*|^await.*/m.exec(text);
  if (other) throw new Error(`assemble.mjs: ${name} has a form that has no CommonJS here: ${other[0]}`);
  const head = '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n';
  write(`cjs/${name.replace(/js$/, "cjs")}`, `${head}${text}${exported.map((each) => `exports.${each} = ${each};\n`).join("")}`);
}

mkdirSync(join(folder, "cjs"), { recursive: true });
const modules = new Set(["node.js", "init.js", "fast-uri-loaded.js", "domains-loaded.js"]);
for (const name of modules) {
  for (const [, path] of read(name).matchAll(/^(?:import|.* from) "\.\/([^"]+)";/gm)) modules.add(path);
  commonJs(name);
}
for (const name of ["index", "init", "fast-uri", "domains", "table"]) {
  write(`cjs/${name}.d.cts`, read(`${name}.d.ts`).replace(/ from "(\.\/[\w-]+)\.js"/g, ' from "$1.cjs"'));
}
