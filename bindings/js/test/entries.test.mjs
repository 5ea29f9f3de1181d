// The entries of the package in Node: a user's project with the packed package, by import and by require(), in workers, and with
// a module that the user compiled.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import vm from "node:vm";
import { shownCommands, shownExamples } from "./guide.mjs";
import { inProject } from "./project.mjs";

const text = '"http://user@example.org:80/a"';
const entries = ["uniform-identifiers", "uniform-identifiers/web", "uniform-identifiers/inline"];
// Where Node can require() an ES module, it takes that one; by this option it is a Node that cannot.
const older = process.features.require_module ? [["--no-experimental-require-module"]] : [];

test("import", () => {
  const files = Object.fromEntries(entries.map((entry, i) => [`${i}.mjs`, `import { parse } from "${entry}"; console.log(parse(${text}).host);`]));
  return inProject("projects", files, async (project) => {
    for (const name of Object.keys(files)) assert.equal(await project.node(name), "example.org\n", files[name]);
  });
});

const main = `
  const { columns, parse, UniformError } = require("uniform-identifiers");
  const { equal, default: fastUri } = require("uniform-identifiers/fast-uri");
  const { domainOf } = require("uniform-identifiers/domains");
  const { init } = require("uniform-identifiers/init");
  let error;
  try { parse("http://a b/"); } catch (e) { error = e; }
  console.log(parse(${text}).host, columns.host(["http://a/"]).at(0), error instanceof UniformError, equal("http://a", "HTTP://a/"), fastUri.equal === equal, domainOf("www.example.co.uk").label);
  init().then((library) => console.log(library.parse === parse));`;
test("require()", () =>
  inProject("projects", { "main.cjs": main }, async (project) => {
    for (const options of [[], ...older]) {
      assert.equal(await project.node(...options, "main.cjs"), "example.org a true true true example\ntrue\n", options.join());
    }
  }));

test("require() and import have the same names, and are one copy where Node can have it", () =>
  inProject("projects", {
    "main.cjs": `import("uniform-identifiers").then((u) => console.log(JSON.stringify([Object.keys(u), Object.keys(require("uniform-identifiers")), u.parse === require("uniform-identifiers").parse])));`,
  }, async (project) => {
    for (const options of [[], ...older]) {
      const [imported, required, same] = JSON.parse(await project.node(...options, "main.cjs"));
      assert.deepEqual(required.sort(), imported.sort());
      assert.ok(imported.length > 50);
      assert.equal(same, options.length === 0 && Boolean(process.features.require_module));
    }
  }));

test("the commands of the guide", () =>
  inProject("projects", {}, async (project) => {
    for (const [command, printed] of shownCommands) assert.equal(await project.run("sh", ["-c", command]), printed, command);
    assert.ok(shownCommands.length > 1);
  }));

const initialized = `
  import { readFileSync } from "node:fs";
  import { createRequire } from "node:module";
  import { init, initSync, parse, version } from "uniform-identifiers/init";
  const file = createRequire(import.meta.url).resolve("uniform-identifiers/uniform.wasm");`;

test("init: before it, a call says what is missing; of bytes, a module, a response, at once", async () => {
  const sources = {
    bytes: "await init(readFileSync(file))",
    buffer: "await init(new Uint8Array(readFileSync(file)).buffer)",
    module: "await init(WebAssembly.compile(readFileSync(file)))",
    response: 'await init(new Response(readFileSync(file), { headers: { "content-type": "application/wasm" } }))',
    "response without a type": "await init(new Response(readFileSync(file)))",
    "text of a URL": "await init(`data:application/wasm;base64,${readFileSync(file, 'base64')}`)",
    URL: "await init(new URL(`data:application/wasm;base64,${readFileSync(file, 'base64')}`))",
    promise: "await init(Promise.resolve(readFileSync(file)))",
    "bytes at once": "initSync(readFileSync(file))",
    "module at once": "initSync(new WebAssembly.Module(readFileSync(file)))",
  };
  const programs = Object.entries(sources).map(([name, call]) => [`${name}.mjs`, `${initialized}
    try { parse("a:"); } catch (e) { console.log(e.message); }
    const library = ${call};
    console.log(version, parse(${text}).host, library.parse === parse, (await init("http://127.0.0.1:1/")) === library);`]);
  await inProject("projects", Object.fromEntries(programs), async (project) => {
    const { version } = JSON.parse(readFileSync(join(project.folder, "node_modules/uniform-identifiers/package.json"), "utf8"));
    for (const [name] of programs) {
      assert.equal(await project.node(name), `uniform-identifiers: the WebAssembly module is not loaded: await init() before the first call\n${version} example.org true true\n`, name);
    }
  });
});

test("the examples of init in the guide", () => {
  const examples = shownExamples('import { init, initSync, parse } from "uniform-identifiers/init";');
  const program = `${initialized}
    const bytes = readFileSync(file);
    const shown = (f) => { try { return \`'\${f()}'\`; } catch (e) { return \`throws \${e.name}: \${e.message}\`; } };
    ${examples.map(([code]) => `console.log(shown(() => ${code}));`).join("\n")}`;
  return inProject("projects", { "main.mjs": program }, async (project) => {
    assert.deepEqual((await project.node("main.mjs")).split("\n").slice(0, -1), examples.map(([, result]) => result));
  });
});

test("init refuses what is no module of this version, and can be called again", () =>
  inProject("projects", {
    "main.mjs": `${initialized}
      const other = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
      const bytes = readFileSync(file);
      const older = Uint8Array.from(bytes);
      older.set([0x30], bytes.indexOf(version)); // "0.0.0" for "1.0.0"
      const failed = new Response("", { status: 404 });
      for (const source of [undefined, 5, {}, other, older, failed]) await init(source).catch((e) => console.log(e.name, e.message));
      for (const source of [undefined, "a", other]) try { initSync(source); } catch (e) { console.log(e.name, e.message); }
      try { parse("a:"); } catch (e) { console.log(e.message); }
      await init(bytes);
      console.log(parse(${text}).host);`,
  }, async (project) => {
    const what = "TypeError uniform-identifiers: what is loaded is a WebAssembly.Module";
    const own = "Error uniform-identifiers: the module is not uniform.wasm of version 1.0.0";
    assert.deepEqual((await project.node("main.mjs")).split("\n"), [
      ...Array(3).fill(`${what}, bytes, a Response or a URL`), own, own, "Error uniform-identifiers: the module cannot be fetched: status 404",
      ...Array(2).fill(`${what} or bytes`), own,
      "uniform-identifiers: the WebAssembly module is not loaded: await init() before the first call", "example.org", "",
    ]);
  }));

// As on platforms that compile modules beforehand: no file, no fetch(), no compiling, another realm.
test("a context that may not compile takes a compiled module", () =>
  inProject("projects", { "main.cjs": 'exports.init = require("uniform-identifiers/init");' }, async (project) => {
    const folder = join(project.folder, "node_modules/uniform-identifiers");
    const context = vm.createContext({ TextDecoder, TextEncoder }, { codeGeneration: { strings: false, wasm: false } });
    const loaded = new Map();
    const require = (name) => {
      if (!loaded.has(name)) {
        const module = vm.runInContext("({})", context);
        loaded.set(name, module);
        vm.runInContext(`(function (exports, require) {${readFileSync(join(folder, "cjs", name), "utf8")}\n})`, context)(module, require);
      }
      return loaded.get(name);
    };
    const library = require("./init.cjs");
    const bytes = readFileSync(join(folder, "uniform.wasm"));
    assert.throws(() => library.initSync(bytes), { name: "CompileError" });
    await library.init(new WebAssembly.Module(bytes));
    assert.equal(library.parse("http://user@example.org:80/a").host, "example.org");
  }));

for (const [name, program] of Object.entries({
  "the main entry": 'import { parentPort } from "node:worker_threads"; import { parse } from "uniform-identifiers"; parentPort.on("message", (text) => parentPort.postMessage(parse(text).host));',
  init: `${initialized} import { parentPort } from "node:worker_threads";
    const ready = init(readFileSync(file));
    parentPort.on("message", async (text) => { await ready; parentPort.postMessage(parse(text).host); });`,
})) {
  test(`a worker of Node answers a message that was sent at once: ${name}`, () =>
    inProject("projects", {
      "worker.mjs": program,
      "main.mjs": `import { Worker } from "node:worker_threads";
        const worker = new Worker(new URL("./worker.mjs", import.meta.url));
        worker.postMessage(${text});
        worker.on("message", (host) => { console.log(host); worker.terminate(); });`,
    }, async (project) => {
      assert.equal(await project.node("main.mjs"), "example.org\n");
    }));
}
