// Tests that need no page: pieces, readings, marks, links, lists. The sources are bundled, because they are TypeScript.
import assert from "node:assert/strict";
import { Blob } from "node:buffer";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import * as core from "uniform-identifiers";

const root = process.env.UNIFORM_WEB_BUILD;
const src = join(root, "src");
let folder;
const m = {};
before(async () => {
  folder = mkdtempSync(join(root, "logic-"));
  const names = ["pieces", "rows", "marks", "state", "shown", "list/check", "views/levels"];
  await build({
    entryPoints: names.map((n) => join(src, `${n}.ts`)), outbase: src, outdir: folder, bundle: true, format: "esm",
    platform: "node", external: ["uniform-identifiers"], outExtension: { ".js": ".mjs" }, logLevel: "error",
  });
  for (const n of names) Object.assign(m, await import(pathToFileURL(join(folder, `${n}.mjs`))));
});
after(() => rmSync(folder, { recursive: true }));

const drawn = (text) => m.componentsOf(core, text).pieces.map((p) => [p.name, text.slice(p.begin, p.end)]);

test("the components of a text and what is between them", () => {
  assert.deepEqual(drawn("http://u:p@h:80/a?b#c"), [
    ["scheme", "http"], ["delimiter", "://"], ["userinfo", "u:p"], ["delimiter", "@"], ["host", "h"], ["delimiter", ":"],
    ["port", "80"], ["path", "/a"], ["delimiter", "?"], ["query", "b"], ["delimiter", "#"], ["fragment", "c"],
  ]);
  assert.deepEqual(drawn("urn:isbn:1?+r?=q#f"), [
    ["scheme", "urn"], ["delimiter", ":"], ["nid", "isbn"], ["delimiter", ":"], ["nss", "1"], ["delimiter", "?+"],
    ["r-component", "r"], ["delimiter", "?="], ["q-component", "q"], ["delimiter", "#"], ["f-component", "f"],
  ]);
  assert.deepEqual(drawn("mailto:a@b"), [["scheme", "mailto"], ["delimiter", ":"], ["path", "a@b"]]);
});

test("who reads the text: RFC 3986, else an IRI or an older edition, else RFC 3986 appendix B", () => {
  const reader = (text) => {
    const c = m.componentsOf(core, text);
    return [c.document, c.kind, c.error?.offset ?? null];
  };
  assert.deepEqual(reader("http://a/"), ["RFC 3986", "reference", null]);
  assert.deepEqual(reader("urn:isbn:1"), ["RFC 8141", "urn", null]);
  assert.deepEqual(reader("urn:x"), ["RFC 3986", "reference", 5]);
  assert.deepEqual(reader("http://a/\u00e9"), ["RFC 3987", "reference", 9]);
  assert.deepEqual(reader("http://a b/"), [null, "split", 8]);
  assert.deepEqual(drawn("a:b c"), [["scheme", "a"], ["delimiter", ":"], ["path", "b c"]]);
});

test("property: the pieces are the text, whatever it is", () => {
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ unit: fc.constantFrom(..."urn:a/?#@[]%+=\u202e\ud800\n") }));
  fc.assert(fc.property(texts, (text) => {
    assert.equal(drawn(text).map(([, part]) => part).join(""), text);
    const r = m.readingsOf(core, text);
    assert.equal(r.references.rows.length, 5);
    const spots = core.lint(text);
    assert.equal(m.stretches(text.length, spots).map((s) => text.slice(s.begin, s.end)).join(""), text);
  }), { numRuns: 500 });
});

test("the readings have the columns of their table, and differences from the first are marked", () => {
  const { references, urls } = m.readingsOf(core, "HTTP://A:80/x/../y");
  assert.deepEqual(references.rows.map((r) => r.document), ["RFC 3986", "RFC 3987", "draft-fielding-uri-rfc2396bis-01", "RFC 2396", "browser"]);
  assert.deepEqual(references.rows[4].values, ["http", null, "a", null, "/y", null, null]);
  assert.deepEqual(references.rows[4].differs, [true, false, true, true, true, false, false]);
  assert.deepEqual(references.rows[1].differs.filter(Boolean), []);
  assert.ok(urls.some((u) => u.document === "draft-ietf-uri-url-06"));
  assert.equal(m.readingsOf(core, "urn:isbn:1").urns.rows.length, 4);
  assert.equal(m.browserRow("../a").values, null);
});

test("the levels, each on the form before, end at the normal form", () => {
  const steps = m.stepsOf(core, "HTTP://Example.org:80/%7Ea/../b", "rfc3986");
  assert.deepEqual(steps.map((s) => [s.level, s.text, s.changes]), [
    ["simple", "HTTP://Example.org:80/%7Ea/../b", []],
    ["case", "http://example.org:80/%7Ea/../b", ["scheme", "host"]],
    ["percent", "http://example.org:80/~a/../b", ["path"]],
    ["path", "http://example.org:80/b", ["path"]],
    ["scheme", "http://example.org/b", ["port"]],
  ]);
  fc.assert(fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
    const all = m.stepsOf(core, text, "rfc3986");
    assert.equal(all[3].text, core.normalize(text, { level: "syntax" }));
    assert.equal(all[4].text, core.normalize(text, { level: "scheme" }));
  }));
});

test("stretches: findings that overlap, touch, are empty or beyond the end", () => {
  assert.deepEqual(m.stretches(6, [{ begin: 1, end: 4 }, { begin: 2, end: 6 }]), [
    { begin: 0, end: 1, of: [], ends: [] }, { begin: 1, end: 2, of: [0], ends: [] }, { begin: 2, end: 4, of: [0, 1], ends: [0] },
    { begin: 4, end: 6, of: [1], ends: [1] },
  ]);
  assert.deepEqual(m.stretches(2, [{ begin: 1, end: 1 }, { begin: 5, end: 9 }]).map((s) => s.of), [[], []]);
  assert.deepEqual(m.stretches(0, []), []);
});

test("a link reproduces its state; what is not one, or too long, names none", () => {
  for (const state of [{ text: "http://a/?b=c&d#e+f g", other: "" }, { text: "", other: "\u202e\u0000" }, { text: "t=1", other: "%" }]) {
    assert.deepEqual(m.stateOf(m.fragmentOf(state)), state);
  }
  assert.deepEqual(m.stateOf("#http%3A%2F%2Fa%2F%3Fb"), { text: "http://a/?b", other: "" });
  assert.equal(m.fragmentOf({ text: "", other: "" }), "");
  assert.equal(m.fragmentOf({ text: "x".repeat(40_000), other: "" }), null);
  for (const none of ["", "#", "#%", `#t=${"x".repeat(40_000)}`]) assert.equal(m.stateOf(none), null, none.slice(0, 20));
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
    const fragment = m.fragmentOf({ text, other: "" });
    if (fragment !== null && text !== "") assert.deepEqual(m.stateOf(fragment), { text: text.toWellFormed?.() ?? text, other: "" });
  }));
});

test("hidden characters are those that cannot be seen or reorder; nothing cuts a pair", () => {
  const found = (text) => [...text.matchAll(m.hidden)].map(([c]) => m.codePoint(c));
  assert.deepEqual(found("a\u202e b\u0000\u200b\u00a0\ud800\u00ad\ufeff\u{e0041}\n"),
    ["U+202E", "U+0000", "U+200B", "U+00A0", "U+D800", "U+00AD", "U+FEFF", "U+E0041", "U+000A"]);
  assert.deepEqual(found("a b \u{1f600} \u00e9 \u4f60"), []);
  assert.equal(m.cutAt("a\u{1f600}", 2), 1);
});

const checked = async (text, options = { like: "typed", production: "URI" }) => {
  const progress = [];
  const r = await m.checkList(core, new Blob([text]), options, (c) => progress.push(c.bytes));
  return { ...r, list: await r.list.text(), rejects: await r.rejects.text(), progress };
};

test("a list: kept, repaired, rejected; line ends, empty lines, another host, not UTF-8", async () => {
  const r = await checked(Buffer.concat([
    Buffer.from("\ufeffhttp://a/\r\nwww.example.org\n\na b/\nhttp://m\u00fcnchen.example/\u00e9\n"),
    Buffer.from([0x68, 0x74, 0x74, 0x70, 0x3a, 0x2f, 0x2f, 0xff, 0x0a]), Buffer.from("urn:isbn:1"),
  ]));
  assert.equal(r.list, "http://a/\nhttp://www.example.org\n\nhttp://xn--mnchen-3ya.example/%C3%A9\nurn:isbn:1\n");
  assert.match(r.rejects, /^4\t2\twhite space inside.*\ta b\/\n6\t/);
  assert.deepEqual({ ...r.counts, bytes: 0 }, { bytes: 0, lines: 7, empty: 1, kept: 2, repaired: 2, hosts: 2, rejected: 2 });
  assert.deepEqual(r.shown.map((s) => s.line), [4, 6]);
});

test("as IRIs, and with relative references", async () => {
  const r = await checked("a b\n../c\nhttp://x/\u00e9\n", { like: "rfc3987", production: "URI-reference" });
  assert.equal(r.list, "a%20b\n../c\nhttp://x/%C3%A9\n");
  assert.equal((await checked("../c\n", { like: "rfc3987", production: "URI" })).counts.rejected, 1);
});

test("pieces end at line ends; a line beyond the limit is one reject", async () => {
  const line = `http://a/${"x".repeat(500)}\n`;
  const many = line.repeat(5000);
  const r = await checked(many);
  assert.equal(r.list, many);
  assert.ok(r.progress.length >= 2 && r.progress.every((b, i) => i === 0 || b >= r.progress[i - 1]));
  const long = await checked(`http://a/\n${"x".repeat(5 << 20)}\nhttp://b/\n`);
  assert.equal(long.list, "http://a/\nhttp://b/\n");
  assert.deepEqual([long.counts.lines, long.counts.rejected], [3, 1]);
  assert.equal((await checked("")).counts.lines, 0);
});

test("property: every line is kept, repaired, rejected or empty, as the library does with it alone", async () => {
  const line = fc.oneof(fc.webUrl(), fc.string({ unit: fc.constantFrom(..."htp:/ .\u00e9<>%a@") }), fc.constantFrom("", "www.example.org", "http://\u4f8b.example"));
  await fc.assert(fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
    const { counts, list } = await checked(lines.map((l) => `${l}\n`).join(""));
    assert.equal(counts.lines, lines.length);
    assert.equal(counts.kept + counts.repaired + counts.rejected + counts.empty, lines.length);
    const made = list.split("\n").slice(0, -1).filter((l) => l !== "");
    assert.ok(made.every((l) => core.valid(l, { production: "URI" })));
    assert.equal(made.length, counts.kept + counts.repaired);
  }), { numRuns: 100 });
});

test("texts: complete in each language, each used, none missing", () => {
  const read = (tag) => JSON.parse(readFileSync(join(root, "texts", tag, "workbench.json"), "utf8"));
  const tags = readdirSync(join(root, "texts"));
  assert.ok(tags.includes("en") && tags.length > 1, `${tags}`);
  const en = read("en");
  const places = (s) => (s.match(/\{\w+\}/g) ?? []).sort();
  for (const tag of tags) {
    const texts = read(tag);
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort(), tag);
    for (const key of Object.keys(en)) assert.deepEqual(places(texts[key]), places(en[key]), `${tag} ${key}`);
  }
  const files = readdirSync(src, { recursive: true }).filter((f) => f.endsWith(".ts"));
  const code = files.map((f) => readFileSync(join(src, f), "utf8")).join("\n");
  const uses = [...code.matchAll(/"([a-z]+[a-zA-Z0-9.-]*)"/g)].map(([, k]) => k);
  const made = [...code.matchAll(/`([a-z.]*)\$\{[^`{}]*\}([a-z.]*)`/g)].filter(([, before, after]) => before.endsWith(".") || after.startsWith("."));
  const patterns = made.map(([, before, after]) => new RegExp(`^${before}.+${after}$`.replaceAll(".", "\\.").replace("\\.+", ".+")));
  for (const key of Object.keys(en)) assert.ok(uses.includes(key) || patterns.some((p) => p.test(key)), `${key} is not used`);
  for (const [, key] of code.matchAll(/\bt\("([^"]+)"/g)) assert.ok(Object.hasOwn(en, key), `${key} is missing`);
});

test("a language is a folder of texts: build.mjs makes a file of its own of its catalogue, and English is for all others", async () => {
  const copy = mkdtempSync(join(root, "languages-"));
  try {
    for (const name of ["src", "texts", "build.mjs", "package.json"]) cpSync(join(root, name), join(copy, name), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    const folder = join(copy, "texts/qaa");
    cpSync(join(copy, "texts/en"), folder, { recursive: true });
    const texts = { ...JSON.parse(readFileSync(join(folder, "workbench.json"), "utf8")), clear: "Effacer" };
    writeFileSync(join(folder, "workbench.json"), JSON.stringify(texts));
    mkdirSync(join(copy, "texts/qab")); // without a catalogue of the workbench
    execFileSync(process.execPath, ["build.mjs"], { cwd: copy, stdio: ["ignore", "ignore", "inherit"] });
    const dist = join(copy, "dist");
    const files = readdirSync(dist).filter((f) => f.endsWith(".js"));
    const having = (word) => files.filter((f) => readFileSync(join(dist, f), "utf8").includes(word));
    const of_qaa = having('clear:"Effacer"');
    assert.equal(of_qaa.length, 1);
    assert.equal(having('clear:"Leeren"').length, 1);
    const main = JSON.parse(readFileSync(join(dist, "manifest.json"), "utf8"))["workbench.js"];
    assert.ok(!of_qaa.includes(main) && readFileSync(join(dist, main), "utf8").includes(`["qaa",()=>import("./${of_qaa[0]}")]`));

    await build({ entryPoints: [join(copy, "src/texts.ts")], outfile: join(copy, "texts.mjs"), bundle: true, format: "esm", logLevel: "error" });
    const { loadTexts, t } = await import(pathToFileURL(join(copy, "texts.mjs")));
    for (const [tag, text] of [["qaa", "Effacer"], ["de", "Leeren"], ["en", "Clear"], ["qab", "Clear"], ["xx", "Clear"], ["", "Clear"]]) {
      await loadTexts(tag);
      assert.equal(t("clear"), text, tag);
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
});
