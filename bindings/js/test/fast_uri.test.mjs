// The functions that are shaped like fast-uri's, beside fast-uri.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
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
  const host = fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,5})?$/);
  fc.assert(fc.property(host, fc.stringMatching(/^(\/[a-z0-9~-]{1,5}){0,3}$/), (h, path) => {
    const text = own.serialize({ scheme: "http", host: h, path });
    assert.equal(text, peer.serialize({ scheme: "http", host: h, path: path || "/" }));
    assert.equal(own.parse(text).host, h);
  }));
});

test("the default export has them all", () => {
  for (const name of ["parse", "serialize", "resolve", "resolveComponent", "normalize", "equal"]) assert.equal(fast[name], own[name]);
  assert.equal(own.resolveComponent({ scheme: "http", host: "a", path: "/b/c" }, { path: "../d" }).path, "/d");
  assert.equal(own.parse("example.org/a", { reference: "suffix" }).host, "example.org");
});
