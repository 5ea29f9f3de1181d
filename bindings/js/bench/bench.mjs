// Measures uniform-identifiers beside fast-uri and `new URL`, on the lists of bench/lists.py:
//
//     node bench.mjs PACKAGE LIST...     PACKAGE: the folder with node.js; run where fast-uri is installed
//
// Every figure is the least of passes over the whole list, in nanoseconds of processor time (of the process, with what its
// garbage collector takes) for each line; the passes of all contenders take turns, so that a slow moment of the machine hits
// all of them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const u = await import(pathToFileURL(resolve(folder, "node.js")));
const fast = createRequire(pathToFileURL(`${process.cwd()}/`))("fast-uri");
const passes = Number(process.env.PASSES ?? 15);
let sink = 0;

function each(lines, f) {
  for (let i = 0; i < lines.length; ++i) sink += f(lines[i]);
}
const sized = (text) => text.length;

for (const file of files) {
  const bytes = new Uint8Array(readFileSync(file));
  const text = new TextDecoder().decode(bytes);
  const lines = text.split("\n").slice(0, -1);
  const tried = (f) => (line) => {
    try {
      return f(line);
    } catch {
      return 0;
    }
  };
  const contenders = {
    "parse: list of bytes": () => (sink += u.columns.parse(bytes).length),
    "parse: one string": () => (sink += u.columns.parse(text).length),
    "parse: array of strings": () => (sink += u.columns.parse(lines).length),
    "parse: array, each host read": () => (sink += u.columns.host(lines).toArray().length),
    "parse: single calls, host and path read": () => each(lines, tried((l) => { const r = u.parse(l); return (r.host?.length ?? 0) + r.path.length; })),
    "parse: fast-uri": () => each(lines, (l) => { const r = fast.parse(l); return (r.host?.length ?? 0) + r.path.length; }),
    "parse: new URL": () => each(lines, tried((l) => { const r = new URL(l); return r.hostname.length + r.pathname.length; })),
    "valid: list of bytes": () => (sink += u.columns.valid(bytes).length),
    "valid: single calls": () => each(lines, (l) => (u.valid(l) ? 1 : 0)),
    "valid: URL.canParse": () => each(lines, (l) => (URL.canParse(l) ? 1 : 0)),
    "normalize: list of bytes": () => (sink += u.columns.normalize(bytes, { level: "scheme" }).length),
    "normalize: array to array": () => (sink += u.columns.normalize(lines, { level: "scheme" }).toArray().length),
    "normalize: single calls": () => each(lines, tried((l) => sized(u.normalize(l, { level: "scheme" })))),
    "normalize: fast-uri": () => each(lines, (l) => sized(fast.normalize(l))),
    "normalize: new URL().href": () => each(lines, tried((l) => sized(new URL(l).href))),
    "resolve: list of bytes": () => (sink += u.columns.resolve("http://a/b/c/d;p?q", bytes).length),
    "resolve: single calls": () => each(lines, tried((l) => sized(u.resolve("http://a/b/c/d;p?q", l)))),
    "resolve: fast-uri": () => each(lines, tried((l) => sized(fast.resolve("http://a/b/c/d;p?q", l)))),
    "resolve: new URL().href": () => each(lines, tried((l) => sized(new URL(l, "http://a/b/c/d;p?q").href))),
  };
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let pass = -2; pass < passes; ++pass) {
    for (const [name, run] of Object.entries(contenders)) {
      const begin = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(begin);
      if (pass >= 0) times[name].push(((user + system) * 1000) / lines.length);
    }
  }
  console.log(`\n${basename(file)}: ${lines.length} lines, ${Math.round(bytes.length / lines.length)} bytes each, node ${process.version}\n`);
  console.log("| operation | ns a line | times fast-uri | times `new URL` |\n|---|---|---|---|");
  for (const [name, all] of Object.entries(times)) {
    const least = (n) => (times[n] ? Math.min(...times[n]) : undefined);
    const kind = name.split(":")[0];
    const own = least(name);
    const ratio = (peer) => (peer === undefined ? "" : (peer / own).toFixed(2));
    const url = least(kind === "parse" ? "parse: new URL" : kind === "valid" ? "valid: URL.canParse" : `${kind}: new URL().href`);
    console.log(`| ${name} | ${own.toFixed(0)} | ${ratio(least(`${kind}: fast-uri`))} | ${ratio(url)} |`);
  }
}
if (sink === 0) throw new Error("nothing was done");
