// The functions that are shaped like fast-uri's, beside fast-uri.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import fast, * as own from "uniform-identifiers/fast-uri";

const peer = createRequire(import.meta.url)("fast-uri");

const same = [
  "http://example.org", "HTTP://Example.org:80/%7ea?b#c", "https://u:p@h:8080/a/b", "uri://www.example.com:foo", "//h/a",
  "../a?b", "", "#f", "?q", "mailto", "http://1.2.3.4/x", "http://[::1]:9/x", "urn:example:a", "a/b:c",
];
const plain = (o) => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined && v !== "").sort());

test("parse gives the same components", () => {
  for (const text of same) {
    const [a, b] = [own.parse(text), peer.parse(text)];
    if (a.error || b.error) {
      assert.ok(a.error, `${text}: only fast-uri refuses it: ${b.error}`);
      continue;
    }
    if (b.scheme === "urn") delete b.path, delete a.path;
    if (b.path === "/" && a.path === "") b.path = "";
    assert.deepEqual(plain(a), plain(b), text);
  }
});

test("resolve gives the targets of RFC 3986 5.4, as fast-uri does", () => {
  const base = "http://a/b/c/d;p?q";
  for (const r of ["g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", ";x", "g;x", "", ".", "..", "../g", "../..", "../../g", "../../../g", "/./g", "g/../h"]) {
    assert.equal(own.resolve(base, r), peer.resolve(base, r), r);
  }
});

test("normalize and equal agree", () => {
  for (const text of ["HTTP://EXAMPLE.com:80/a/../b", "http://example.com", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "https://h:443/%41"]) {
    assert.equal(own.normalize(text), peer.normalize(text), text);
    assert.equal(own.equal(text, peer.normalize(text)), true, text);
  }
  assert.equal(own.equal("http://a/", "http://b/"), false);
  assert.equal(own.equal("http://a b/", "http://a b/"), false);
  assert.equal(own.normalize("http://a b/"), "http://a b/");
});

test("serialize writes what parse reads", () => {
  assert.equal(own.serialize({ scheme: "http", host: "example.com", port: 80, path: "/a" }), "http://example.com/a");
  assert.equal(own.serialize({ scheme: "http", host: "::1", path: "" }), "http://[::1]/");
  for (const given of [
    { scheme: "http", host: "a", path: "b" }, { scheme: "urn", nid: "isbn", nss: "978-0" }, { host: "a", path: "b/c", query: "d" },
    { scheme: "urn", nid: "uuid", uuid: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" }, { scheme: "http", host: "a", port: "8080" },
  ]) {
    assert.equal(own.serialize(given), peer.serialize(given), JSON.stringify(given));
  }
  assert.throws(() => own.serialize({ path: "//a" }));
  // A name without a namespace is not dropped.
  for (const given of [{ scheme: "urn", uuid: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6" }, { scheme: "urn", nss: "x" }]) {
    assert.throws(() => own.serialize(given), { name: "UniformError", rule: "NID" }, JSON.stringify(given));
  }
  const host = fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,5})?$/);
  fc.assert(fc.property(host, fc.stringMatching(/^(\/[a-z0-9~-]{1,5}){0,3}$/), (h, path) => {
    const text = own.serialize({ scheme: "http", host: h, path });
    assert.equal(text, peer.serialize({ scheme: "http", host: h, path: path || "/" }));
    assert.equal(own.parse(text).host, h);
  }));
});

// Calls of both packages. A difference names the row of the guide's table that says so, by its first cell.
const uuid = "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6";
const http = { scheme: "http", host: "a", path: "/b" };
const calls = [
  ["normalize", [uuid]], ["normalize", ["URN:UUID:F81D4FAE?=A#A"]], ["normalize", ["urn:EXAMPLE:Ab"]], ["normalize", ["urn:A"]],
  ["normalize", ["http://a:080/"]], ["normalize", ["http://h:99999/"]], ["normalize", ["http://%41/%41%2f"]], ["normalize", ["urn:a:%2f"]],
  ["serialize", [{ scheme: "urn", nid: "uuid", uuid: uuid.slice(9) }]], ["serialize", [{ scheme: "http", host: "h", port: 99999 }]],
  ["serialize", [{ scheme: "urn", nid: "uuid", nss: uuid.slice(9) }], "a `urn:uuid:` has `uuid` and no `nss`, and `serialize` ignores `nss`"],
  ["serialize", [{ path: "//a" }], "`serialize` writes components that are read back as others (`{ path: \"//a\" }`) in another form"],
  ["equal", [uuid, uuid.toLowerCase()]], ["equal", [uuid, "URN:uuid:x"]], ["equal", ["URN:EXAMPLE:a", "urn:example:a"]],
  ["equal", ["urn:example:a", "urn:example:A"]], ["equal", ["http://a", http]], ["equal", ["http://a/b", http]],
  ["equal", ["http://h:99999/", "http://h:99999/"], "a port above 65535: `resolve` throws, `equal` is `false`"],
  ["parse", ["http:a"], "`http:` without a host (`http:a`, `http:/a`, `http:///a`): `error` of `parse`"],
  ["parse", ["http:///a"], "`http:` without a host (`http:a`, `http:/a`, `http:///a`): `error` of `parse`"],
  ["parse", ["http://[fe80::1%25en0]/"], "a zone in an IPv6 address (`[fe80::1%25en0]`) is read"],
  ["normalize", ["ftp://a:21/"], "keeps the default port of schemes that it does not know (`ftp://a:21`)"],
  ["serialize", [{ scheme: "ftp", host: "a", port: 21, path: "/" }], "keeps the default port of schemes that it does not know (`ftp://a:21`)"],
  ["normalize", [{ query: "a b" }], "repairs or escapes what RFC 3986 does not allow in a path, a query or a fragment"],
  ["serialize", [{ scheme: "urn", uuid: uuid.slice(9) }]],
  ["serialize", [{ scheme: "urn", nss: "x" }]],
  ["parse", ["http://%41/"]], ["parse", ["http://a:080/%7e%2f"]], ["parse", ["HTTP://a/"]],
  ["parse", [uuid], "a `urn:uuid:` has `uuid` and no `nss`, and `serialize` ignores `nss`"],
  ["parse", ["urn:uuid:abc"], "`error` of a `urn:uuid:` whose NSS is no UUID"],
  ["parse", ["urn:example:a"], "`path` of a URN"],
  ["parse", ["http://a/b c"], "repairs or escapes what RFC 3986 does not allow in a path, a query or a fragment"],
  ["parse", ["mailto:a@b"], "components of `mailto:`, `ws:`, `urn:uuid:`"],
  ["parse", ["http://b\u00fccher.example/"], "hosts beyond US-ASCII become A-labels"],
  ["parse", ["http://h:99999/"], "`error` is one of a few sentences"],
  ["resolve", ["http://b/", "http://%41/"]], ["resolve", ["http://b/", "http://a:80/"]], ["resolve", ["http://a/", uuid]],
  ["resolve", ["http://h:99999/", "a"], "a port above 65535: `resolve` throws, `equal` is `false`"],
  ["resolve", ["http://b/", "http://a:080/"], "`resolve` removes zeros before a port (`:080`)"],
  ["resolve", ["a/b", "c"], "`resolve` takes a relative base"],
  ["resolveComponent", [http, { path: "../d" }]], ["resolveComponent", [http, { host: "c", query: "d" }]],
  ["resolveComponent", [http, { scheme: "urn", nid: "example", nss: "b" }], "`resolveComponent` of a URN loses its components"],
];
test("every difference is in the guide", () => {
  const guide = readFileSync(join(process.env.UNIFORM_SOURCE, "docs/guide/migrating-fast-uri.md"), "utf8");
  const result = (of, name, given) => {
    try {
      const value = of[name](...structuredClone(given));
      return JSON.stringify(typeof value === "object" ? plain(value) : value);
    } catch {
      return "throws";
    }
  };
  for (const [name, given, row] of calls) {
    const [a, b] = [own, peer].map((of) => result(of, name, given));
    const call = `${name}(${JSON.stringify(given).slice(1, -1)})`;
    if (row === undefined) assert.equal(a, b, call);
    else assert.notEqual(a, b, call);
    if (row !== undefined) assert.ok(guide.includes(`| ${row} |`), `the guide has no row for ${call}: ${row}`);
  }
});

test("the default export has them all", () => {
  for (const name of ["parse", "serialize", "resolve", "resolveComponent", "normalize", "equal"]) assert.equal(fast[name], own[name]);
  assert.equal(own.resolveComponent({ scheme: "http", host: "a", path: "/b/c" }, { path: "../d" }).path, "/d");
  assert.equal(own.parse("example.org/a", { reference: "suffix" }).host, "example.org");
});
