// The entry with registrable domains: https://github.com/publicsuffix/list/wiki/Format.
import assert from "node:assert/strict";
import { test } from "node:test";
import { UniformError } from "uniform-identifiers";
import * as domains from "uniform-identifiers/domains";
import { running } from "uniform-identifiers-module";

test("parts of host names", () => {
  assert.deepEqual(domains.domainOf("a.WWW.Example.CO.UK."), {
    registrable: "example.co.uk", suffix: "co.uk", label: "example", subdomain: "a.www", listed: true, private: false,
  });
  assert.deepEqual(domains.domainOf("github.io"), { registrable: null, suffix: "github.io", label: null, subdomain: null, listed: true, private: true });
  assert.deepEqual(domains.domainOf("a.github.io", { icann: true }).registrable, "github.io");
  for (const none of ["", "127.0.0.1", "[::1]", "a..b", "a/b"]) assert.equal(domains.domainOf(none), null, none);
});

test("parts of the host of a URI", () => {
  const all = (text, options) => [domains.registrableDomain, domains.publicSuffix, domains.domainLabel, domains.subdomain].map((f) => f(text, options));
  assert.deepEqual(all("http://www.example.co.uk/"), ["example.co.uk", "co.uk", "example", "www"]);
  assert.deepEqual(all("http://a.b.github.io/"), ["b.github.io", "github.io", "b", "a"]);
  assert.deepEqual(all("http://a.b.github.io/", { icann: true }), ["github.io", "io", "github", "a.b"]);
  assert.deepEqual(all("http://www.bücher.de/", { edition: "rfc3987" }), ["xn--bcher-kva.de", "de", "xn--bcher-kva", "www"]);
  assert.deepEqual(all("mailto:a@example.org"), [null, null, null, null]);
  assert.throws(() => domains.subdomain("http://a b/"), UniformError);
  assert.throws(() => domains.subdomain("http://a/", { suffix: 1 }), TypeError);
});

test("a list that is given is used, also after the memory has ended; one that is none is refused and the former one stays", () => {
  const before = domains.suffixList();
  assert.ok(before.rules > 9000 && /^\d{4}-/.test(before.version) && /^[0-9a-f]{40}$/.test(before.commit));
  domains.useSuffixList("// VERSION: of-this-test\nexample.org\n!www.example.org\n");
  assert.deepEqual(domains.suffixList(), { version: "of-this-test", commit: "", rules: 2 });
  assert.equal(domains.domainOf("a.b.example.org").registrable, "b.example.org");
  for (const [text, line, offset] of [["", 0, 0], ["a\nb..c\n", 2, 2], ["*.*.a\n", 1, 0]]) {
    assert.throws(() => domains.useSuffixList(text), (e) => e instanceof UniformError && e.code === "invalid_list" && e.line === line && e.offset === offset, text);
  }
  assert.throws(() => domains.useSuffixList(undefined), TypeError);
  const former = running();
  const { memory } = former;
  assert.throws(() => {
    for (let pages = 2 ** 16; pages > 0; ) {
      try {
        memory.grow(pages);
      } catch {
        pages >>= 1;
      }
    }
    domains.domainOf("y".repeat(2 ** 26));
  }, RangeError);
  assert.notEqual(running(), former);
  assert.equal(domains.domainOf("a.b.example.org").registrable, "b.example.org");
});
