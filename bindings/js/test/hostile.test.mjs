// Input that is made to do harm: lone surrogates, very long texts, memory that ends, lists without end.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as u from "uniform-identifiers";
import { written } from "./written.mjs";
import { running } from "uniform-identifiers-module";

const megabytes = () => running().memory.buffer.byteLength / 2 ** 20;

test("lone surrogates are in no identifier, and stand where they stand", () => {
  for (const text of ["http://a/\ud800", "http://a/\udc00b", "http://a/\ud800\ud800"]) {
    const e = u.check(text, { edition: "rfc3987" });
    assert.deepEqual([e.code, e.offset, e.byteOffset], ["invalid_character", 9, 9]);
    assert.equal(u.columns.valid([text], { edition: "rfc3987" })[0], 0);
  }
  assert.equal(u.find("\ud800 http://a/b \udfff")[0].begin, 2);
  assert.equal(u.encode("\ud800", "parameter"), "%EF%BF%BD");
  assert.ok(Array.isArray(u.lint("http://a\ud800/")));
});

test("NUL, controls and a byte order mark are text", () => {
  for (const c of ["\0", "\u0007", "\ufeff", "\u2028"]) assert.equal(u.check(`http://a/${c}`).offset, 9);
  assert.equal(u.decode("%EF%BB%BFa"), "\ufeffa");
});

test("a text of 100 MB", () => {
  const long = `http://example.org/${"a".repeat(100e6)}`;
  assert.equal(u.valid(long), true);
  assert.equal(u.parse(long).path.length, 100e6 + 1);
  assert.equal(u.normalize(long), long);
  assert.equal(u.check(`${long} `).offset, long.length);
  assert.equal(u.check(long, { maxLength: 1e6 }).code, "too_long");
  const wide = `http://example.org/${"\u{1F600}".repeat(5e6)}`; // pairs, of which none is cut
  assert.equal(u.valid(wide, { edition: "rfc3987" }), true);
  assert.equal(u.check(`${wide} `, { edition: "rfc3987" }).offset, wide.length);
  assert.equal(u.columns.host(`${long}\n${long}`).at(1), "example.org");
});

test("memory is given back: it grows no further in many calls", () => {
  const list = Array.from({ length: 20000 }, (_, i) => `HTTP://Example.org/${i}/../${"x".repeat(50)}`);
  const long = "http://a/".padEnd(1e6, "x");
  const round = () => {
    for (let i = 0; i < 20; ++i) {
      u.columns.normalize(list);
      u.columns.parse(list);
      u.columns.unique(list);
      u.normalize(`${long}/..`);
      u.check(`${long} `);
      u.find(`${long} ${long}`);
      u.queryParameters("a=b&".repeat(1e4));
    }
  };
  round();
  const before = megabytes();
  for (let i = 0; i < 4; ++i) round();
  assert.equal(megabytes(), before);
});

test("texts on which a bad algorithm takes for ever", () => {
  for (const text of ["/..".repeat(3e5), "/a".repeat(3e5) + "/..".repeat(3e5), "%".repeat(1e6), "a".repeat(1e6), ":".repeat(1e6), "[".repeat(1e6), "http://".repeat(2e5)]) {
    u.check(text);
    u.find(text);
    if (u.valid(text)) u.normalize(text);
  }
  assert.throws(() => u.template("{".repeat(1e5)), u.UniformError);
  assert.throws(() => u.matchTemplate("{a}".repeat(50), "x".repeat(9000)), u.UniformError);
});

test("when the memory ends, the call fails and the next one works", () => {
  for (const length of [3.9e6, 2.5e6, 2 ** 23]) {
    // Blocks of the module's own allocator, until no four megabytes are left of the four gigabytes that it may have:
    // the longest text has no room itself, its result has none after shorter ones.
    const before = running();
    for (let size = 2 ** 30; size >= 2 ** 22; ) if (before.take(size) === 0) size /= 2;
    assert.throws(() => u.normalize(`HTTP://a/${"x".repeat(length)}/..`), RangeError);
    assert.notEqual(running(), before);
    assert.equal(u.parse("http://a/").host, "a");
    assert.equal(u.columns.parse(Array(2 ** 20).fill("http://a/")).length, 2 ** 20);
  }
  assert.equal(u.normalize("http://a/b/.."), "http://a/");
});

test("what is no string is refused by name, wherever a text is expected", () => {
  const calls = {
    parse: [], valid: [], check: [], normalize: [], normalForms: [], resolve: ["a:b"], relativize: ["a:b"], equivalent: ["a"],
    comparisonLevel: ["a"], encode: [], decode: [], queryParameters: [], parseUrl: [],
    parseHost: [], parseAuthority: [], find: [], complete: [], repair: [], lint: [], normalizeUrn: [], urnFacts: [], nidFacts: [],
    urnEquivalent: ["urn:example:a"], urnFromName: ["isbn"], guessNames: [], template: [], matchTemplate: ["{a}"], scheme: [],
    removeDotSegments: [], citation: ["RFC 3986"], displayHost: [], parseWebUrl: [], urnNamespace: [], parseUrn: [],
  };
  for (const { generated } of written) calls[generated.javascript.name ?? generated.javascript] = [];
  for (const [name, before] of Object.entries(calls)) {
    for (const value of [null, undefined, 5, {}, ["a"], Symbol("s")]) {
      assert.throws(() => u[name](...before, value), { name: "TypeError", message: /a string is expected, not / }, `${name}(${typeof value})`);
    }
  }
});
