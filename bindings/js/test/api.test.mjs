// Facts, named by document and section.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as u from "uniform-identifiers";
import { written } from "./written.mjs";

const thrown = (f) => {
  try {
    f();
  } catch (e) {
    assert.ok(e instanceof u.UniformError, String(e));
    return e;
  }
  return assert.fail("nothing was thrown");
};

test("RFC 3986 3: components", () => {
  const r = u.parse("http://user:pw@[::1]:80/a/b?c=d#e");
  assert.deepEqual(r.toJSON(), {
    scheme: "http", authority: "user:pw@[::1]:80", userinfo: "user:pw", user: "user", password: "pw", host: "[::1]",
    port: "80", path: "/a/b", query: "c=d", fragment: "e", hostType: "ipv6",
  });
  for (const name of ["scheme", "authority", "userinfo", "user", "password", "host", "port", "path", "query", "fragment"]) {
    assert.equal(r.text.slice(...r.range(name)), r[name], name);
  }
  const empty = u.parse("");
  assert.equal(empty.path, "");
  assert.equal(empty.host, null);
  assert.equal(empty.range("query"), null);
  assert.equal(u.parse("http://h:?#").port, "");
  assert.equal(u.parse("http://h:?#").query, "");
  assert.throws(() => r.range("nothing"), RangeError);
});

test("RFC 3987 2.2: offsets count UTF-16 units", () => {
  const text = "http://\u{1F600}r\u00e9.example/\u00e9?\u{1F600}#f";
  const r = u.parse(text, { edition: "rfc3987" });
  assert.equal(r.host, "\u{1F600}r\u00e9.example");
  assert.equal(r.fragment, "f");
  assert.equal(text.slice(...r.range("query")), "\u{1F600}");
  const e = u.check("http://\u{1F600}\u00e9/ x", { edition: "rfc3987" });
  assert.deepEqual([e.offset, e.byteOffset, e.document, e.section, e.rule], [11, 14, "RFC 3987", "2.2", "ipath-abempty"]);
  assert.equal(u.check("\ufeffa").offset, 0); // a byte order mark is text
});

test("errors: what, where, by which rule of which document", () => {
  const e = thrown(() => u.parse("http://a b/"));
  assert.deepEqual(e.toJSON(), {
    reason: "a space is not allowed here", code: "invalid_character", offset: 8, byteOffset: 8, rule: "reg-name",
    document: "RFC 3986", section: "3.2.2", citation: "RFC 3986 section 3.2.2",
  });
  assert.equal(String(e), "UniformError: a space is not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)");
  // The citation is the library's: an appendix has no "section", a limit has none at all.
  const of = (citation) => new u.UniformError({ reason: "no", citation, offset: 0 }).message;
  assert.equal(of("RFC 3986 Appendix C"), "no: RFC 3986 Appendix C (offset 0)");
  assert.equal(of(""), "no (offset 0)");
  assert.match(thrown(() => u.parse("a", { maxLength: 0 })).message, / than the limit: RFC 3986 \(offset 0\)$/);
  assert.equal(u.check("http://a/"), null);
  assert.equal(u.valid("http://a/%zz"), false);
  assert.deepEqual(thrown(() => u.columns.resolve("http://a/\n", ["g"])).toJSON(), thrown(() => u.resolve("http://a/\n", "g")).toJSON());
  assert.equal(thrown(() => u.resolve("no base", "g")).argument, "base");
  assert.equal(thrown(() => u.resolve("http://a/", "g g")).argument, "reference");
  assert.equal(thrown(() => u.parse("http://a/", { maxLength: 3 })).code, "too_long");
  for (const maxLength of [9, 2 ** 32, 2 ** 32 + 2, Infinity, null, undefined]) assert.equal(u.parse("http://a/", { maxLength }).host, "a");
  for (const maxLength of [NaN, -1, 1.5, -Infinity, "5", true]) {
    assert.throws(() => u.parse("a", { maxLength }), RangeError, String(maxLength));
    assert.throws(() => u.parseUrn("urn:ab:c", { maxLength }), RangeError, String(maxLength));
    assert.throws(() => u.lint("a", { longest: maxLength }), RangeError, String(maxLength));
  }
  assert.throws(() => u.parse(5), TypeError);
  assert.throws(() => u.parse("a", { edition: "rfc1" }), RangeError);
  assert.throws(() => u.normalize("a", { level: "none" }), RangeError);
});

test("options of other names", () => {
  const refuses = (f, message) => assert.throws(f, { name: "TypeError", message });
  refuses(() => u.normalize("http://a:80/", { leve: "scheme" }), /normalize has no option "leve", only level, edition, ignoreFragment, rfc5952, nfc$/);
  refuses(() => u.parse("x", { editon: "rfc3987" }), /parse has no option "editon"/);
  refuses(() => u.normalize("x", "scheme"), /the options of normalize are an object, not string/);
  assert.throws(() => u.resolve("http://a/", "b", { baseDots: "removed" }), RangeError);
  assert.throws(() => u.resolve("http://a/", "b", { doubleSlash: "keep" }), RangeError);
  const calls = {
    parse: ["a"], check: ["a"], valid: ["a"], matches: ["URI", "a:"], parseAuthority: ["a"], parseHost: ["a"], parseUrl: ["http://a/"],
    parseUrn: ["urn:ab:c"], checkUrn: ["urn:ab:c"], normalize: ["a"], normalForms: ["a"], equivalent: ["a", "b"], comparisonLevel: ["a", "b"],
    resolve: ["http://a/", "b"], relativize: ["http://a/", "http://a/b"], encode: ["a", "query"], decode: ["a"],
    queryParameters: ["a"], encodeParameters: [[]], edit: ["a", []], build: [{ path: "a" }], find: ["a"], complete: ["a"], repair: ["a"],
    lint: ["a"], urnEquivalent: ["urn:ab:c", "urn:ab:d"], normalizeUrn: ["urn:ab:c"], convertUrn: ["urn:ab:c", "rfc8141"],
    buildUrn: [{ nid: "ab", nss: "c" }], urnFacts: ["urn:ab:c"], nidFacts: ["ab"], urnFromName: ["isbn", "978-951-0-18435-6"],
    "columns.valid": [["a"]], "columns.parse": [["a"]], "columns.normalize": [["a"]], "columns.component": [["a"], "path"],
    "columns.host": [["a"]], "columns.resolve": ["http://a/", ["b"]], "columns.normalizeUrn": [["a"]], "columns.complete": [["a"]],
    "columns.repair": [["a"]], "columns.unique": [["a"]], parseWebUrl: ["a:"],
  };
  for (const { generated, arguments: [argument], options, example } of written) {
    if (Object.keys(options).length > 0) calls[generated.javascript.name ?? generated.javascript] = [example[argument]];
  }
  for (const [name, given] of Object.entries(calls)) {
    const f = name.startsWith("columns.") ? u.columns[name.slice(8)] : u[name];
    for (const none of [undefined, null, {}]) f(...given, none);
    refuses(() => f(...given, { editionn: "rfc3986" }), new RegExp(`: ${name} has no option "editionn"`));
    refuses(() => f(...given, 5), new RegExp(`: the options of ${name} are an object, not number`));
  }
  const without = ["citation", "removeDotSegments", "displayHost", "scheme", "template", "expandTemplate", "matchTemplate", "checkCharacter",
    "urnNamespace", "urnNamespaces", "guessNames", "lintChecks", "readings", "resolutionSteps", "UniformError", "Reference", "Urn"];
  for (const { generated, options } of written) if (Object.keys(options).length === 0) without.push(generated.javascript);
  const all = Object.keys(u).filter((name) => typeof u[name] === "function");
  assert.deepEqual(all.filter((name) => !(name in calls)).sort(), without.sort());
});

test("host names beyond US-ASCII, by three documents", () => {
  // UTS 46 4.2 and 4.3; RFC 5891 5, which maps nothing; the URL Standard, host parsing
  for (const [name, uts46, idna2008, browser] of [
    ["M\u00dcNCHEN.example", "xn--mnchen-3ya.example", null, "xn--mnchen-3ya.example"],
    ["fa\u00df.example", "xn--fa-hia.example", "xn--fa-hia.example", "xn--fa-hia.example"],
    ["\u2615.example", "xn--53h.example", null, "xn--53h.example"],
    ["a_b.example", null, null, "a_b.example"],
    ["xn--a.example", null, null, "xn--a.example"], // browsers do not judge names in US-ASCII
    ["0x7f.1", "0x7f.1", "0x7f.1", "127.0.0.1"], // URL Standard: what ends in a number is an address
    ["comcom.1", "comcom.1", "comcom.1", null],
    ["\u05d0\u05d1a.example", null, null, null], // RFC 5893 2
  ]) {
    const by = (rules) => {
      try {
        return u.hostToAscii(name, { rules });
      } catch (e) {
        assert.equal(e.code, "invalid_name");
        assert.match(e.citation, /^(UTS 46|RFC 589[0-9]|URL Standard)/);
        return null;
      }
    };
    assert.deepEqual([by("uts46"), by("idna2008"), by("browser")], [uts46, idna2008, browser], name);
  }
  assert.equal(u.hostToUnicode("xn--mnchen-3ya.example"), "m\u00fcnchen.example");
  assert.deepEqual(u.displayHost("xn--mnchen-3ya.example"), { text: "m\u00fcnchen.example", why: "" });
  assert.equal(u.displayHost("xn--80ak6aa92e.com").text, "xn--80ak6aa92e.com"); // UTS 39 4: looks like apple.com
  assert.equal(u.toUri("http://b\u00fccher.example/\u00e4", { idna: true }), "http://xn--bcher-kva.example/%C3%A4");
  assert.equal(u.toIri("http://xn--bcher-kva.example/%C3%A4", { idna: true }), "http://b\u00fccher.example/\u00e4");
  assert.throws(() => u.toUri("http://\u2488com/", { idna: true }), { code: "invalid_name", offset: 7, rule: "ireg-name" });
  assert.equal(u.normalize("http://a/e\u0301", { edition: "rfc3987", nfc: true }), "http://a/\u00e9"); // RFC 3987 5.3.2.2
  assert.throws(() => u.normalize("http://a/", { nfc: true }), RangeError);
});

test("URLs as browsers read them", () => {
  const url = u.parseWebUrl("HTTPS:\\\\B\u00dcCHER.example:443\\a b?q#f");
  const { errors, ...members } = url;
  const platform = new URL("HTTPS:\\\\B\u00dcCHER.example:443\\a b?q#f");
  for (const [name, value] of Object.entries(members)) assert.equal(value, platform[name], name);
  assert.deepEqual(errors.map((e) => [e.code, e.offset]), [
    ["special-scheme-missing-following-solidus", 6], ["special-scheme-missing-following-solidus", 6],
    ["special-scheme-missing-following-solidus", 7], ["invalid-reverse-solidus", 26], ["invalid-URL-unit", 28],
  ]);
  assert.equal(u.parseWebUrl("../x", { base: "http://a/b/c" }).href, "http://a/x");
  assert.throws(() => u.parseWebUrl("http://[::1"), { code: "IPv6-unclosed", document: "URL Standard" });
  assert.throws(() => u.parseWebUrl("x", { base: "no base" }), { argument: "base" });
  assert.deepEqual(u.lint("https://xn--80ak6aa92e.com/").map((f) => f.check), ["idna-label", "confusable"]);
});

test("productions", () => {
  assert.equal(u.valid("../g", { production: "URI" }), false);
  assert.equal(u.valid("../g", { production: "relative-ref" }), true);
  assert.equal(u.valid("http://a/#f", { production: "absolute-URI" }), false);
  assert.equal(u.matches("IPv6address", "::1"), true);
  assert.equal(u.matches("dec-octet", "256"), false);
  assert.throws(() => u.matches("no-rule", ""), RangeError);
  assert.equal(u.valid("http://[fe80::1%25eth0]/"), false);
  assert.equal(u.valid("http://[fe80::1%25eth0]/", { zoneIds: true }), true);
  assert.deepEqual(u.parseAuthority("u@h:1"), { userinfo: "u", host: "h", port: "1" });
});

test("RFC 3986 6.2: levels", () => {
  const text = "HTTP://Example.ORG:80/%7ea/../b";
  assert.deepEqual(u.normalForms(text).map((f) => [f.level, f.section, f.text, f.changes.join()]), [
    ["simple", "6.2.1", text, ""],
    ["case", "6.2.2.1", "http://example.org:80/%7Ea/../b", "scheme,host,path"],
    ["percent", "6.2.2.2", "HTTP://Example.ORG:80/~a/../b", "path"],
    ["path", "6.2.2.3", "HTTP://Example.ORG:80/b", "path"],
    ["syntax", "6.2.2", "http://example.org:80/b", "scheme,host,path"],
    ["scheme", "6.2.3", "http://example.org/b", "scheme,host,port,path"],
  ]);
  assert.equal(u.normalize("http://[0:0::1]/", { rfc5952: true }), "http://[::1]/");
  assert.equal(u.normalize("http://a/#f", { ignoreFragment: true }), "http://a/");
  assert.equal(u.comparisonLevel("http://a:80/", "http://a"), "scheme");
  assert.equal(u.comparisonLevel("http://a/", "http://b/"), null);
  assert.equal(u.equivalent("http://a/%7e", "http://a/~"), true);
});

// RFC 3986 5.4
const base = "http://a/b/c/d;p?q";
const references = [
  "g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "g;x?y#s", "", ".", "./", "..",
  "../", "../g", "../..", "../../", "../../g", "../../../g", "../../../../g", "/./g", "/../g", "g.", ".g", "g..", "..g",
  "./../g", "./g/.", "g/./h", "g/../h", "g;x=1/./y", "g;x=1/../y", "g?y/./x", "g?y/../x", "g#s/./x", "g#s/../x", "http:g",
];
test("RFC 3986 5.4: resolution, its steps, and back", () => {
  for (const r of references) {
    const { target, steps } = u.resolutionSteps(base, r);
    assert.equal(target, u.resolve(base, r));
    assert.equal(steps.at(-1).result, target, r);
    assert.equal(u.resolve(base, u.relativize(base, target)), target);
  }
  assert.equal(u.resolve(base, "http:g", { strict: false }), "http://a/b/c/g");
  assert.equal(thrown(() => u.resolve(base, "../../../g", { excessDots: "refuse" })).code, "excess_dot_segments");
  assert.equal(u.resolutionSteps("a:/b", "..//g").target, "a:/.//g");
  assert.equal(u.resolutionSteps("a:/b", "..//g").steps.at(-1).result, "a:/.//g");
  assert.equal(u.removeDotSegments("/a/b/c/./../../g"), "/a/g");
  assert.equal(u.citation("RFC 3986", "Appendix C"), "RFC 3986 Appendix C");
});

test("edits: all or none", () => {
  assert.equal(
    u.edit("http://a/b?x=1", [{ host: "example.org", port: 8080, appendSegment: { data: "x/y" } }, { setParameter: ["k", "v"] }]),
    "http://example.org:8080/b/x%2Fy?x=1&k=v",
  );
  assert.equal(u.edit("http://a:1/b?c#d", { port: null, query: null, fragment: null }), "http://a/b");
  assert.equal(u.edit("http://a/b/c", { replaceSegment: [0, { data: "100%" }], eraseSegment: 1 }), "http://a/100%25");
  assert.equal(u.edit("/?utm_a=1&b=2", { removeParametersMatching: "utm_*" }), "/?b=2");
  assert.equal(u.edit("/?b=2&a=1", { sortParameters: true, mergeParameters: "c=3" }), "/?a=1&b=2&c=3");
  assert.equal(thrown(() => u.edit("http://a/", [{ path: "/x" }, { host: "b c" }])).argument, "host");
  assert.throws(() => u.edit("http://a/", { nothing: "x" }), RangeError);
  // No index wraps at 32 bits.
  const beyond = thrown(() => u.edit("http://a/b/c/d", { eraseSegment: 3 }));
  for (const index of [3, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 1e10, Number.MAX_SAFE_INTEGER]) {
    for (const edit of [{ eraseSegment: index }, { replaceSegment: [index, "x"] }, { insertSegment: [Math.max(index, 4), "x"] }]) {
      assert.equal(thrown(() => u.edit("http://a/b/c/d", edit)).code, beyond.code, JSON.stringify(edit));
    }
  }
  for (const index of [-1, 0.5, NaN, Infinity, 1e21]) {
    assert.throws(() => u.edit("http://a/b/c/d", { eraseSegment: index }), RangeError, String(index));
    assert.throws(() => u.edit("http://a/b/c/d", { insertSegment: [index, "x"] }), RangeError, String(index));
  }
  for (const index of ["1", null, true]) assert.throws(() => u.edit("http://a/b", { eraseSegment: index }), TypeError);
  assert.equal(u.build({ scheme: "http", host: "h", port: 1, path: "/p", query: "" }), "http://h:1/p?");
  assert.equal(thrown(() => u.build({ path: "//a" })).code, "changes_components");
});

test("RFC 3987 3: to URIs and back", () => {
  assert.equal(u.toUri("http://r\u00e9sum\u00e9.example/"), "http://r%C3%A9sum%C3%A9.example/");
  assert.equal(u.toIri("http://www.example.org/D%C3%BCrst"), "http://www.example.org/D\u00fcrst");
});

test("RFC 3986 2: percent-encoding", () => {
  assert.equal(u.encode("100% / 3&", "query"), "100%25%20/%203&");
  assert.equal(u.encode("a/b", "segment"), "a%2Fb");
  assert.equal(u.encode("a b&c", "parameter"), "a%20b%26c");
  assert.equal(u.encode("a b", "parameter", { plusAsSpace: true }), "a+b");
  assert.equal(u.encode("a:b", "user"), "a%3Ab");
  assert.equal(u.encode("::1", "host"), "[::1]");
  assert.throws(() => u.encode("..", "segment"), { code: "invalid_character", rule: "segment" });
  assert.equal(u.decode("a%2Fb%C3%A9"), "a/b\u00e9");
  assert.equal(thrown(() => u.decode("a%2")).offset, 1);
  assert.throws(() => u.encode("a", "nothing"), RangeError);
  assert.equal(u.redacted("http://u:secret@h/"), "http://u:***@h/");
});

test("query parameters", () => {
  assert.deepEqual(u.queryParameters("a=1&b&a=%26&=x&%zz"), [
    { key: "a", value: "1", text: "a=1" }, { key: "b", value: null, text: "b" }, { key: "a", value: "&", text: "a=%26" },
    { key: "", value: "x", text: "=x" }, { key: null, value: null, text: "%zz" },
  ]);
  // URL Standard 5.1
  assert.deepEqual(u.queryParameters("&a=b&", { plusAsSpace: true }), [{ key: "a", value: "b", text: "a=b" }]);
  assert.equal(u.queryParameters("&a=b").length, 2);
  const lost = thrown(() => u.encodeParameters([["a", "b"], [""]], { plusAsSpace: true }));
  assert.equal(lost.code, "lost_parameter");
  assert.equal(lost.offset, 4);
  assert.equal(u.encodeParameters([["a", "1&2"], ["b"], ["c", ""]]), "a=1%262&b&c=");
  assert.equal(u.queryParameters("a,b", { separator: "," }).length, 2);
  assert.throws(() => u.queryParameters("a", { separator: "x" }), RangeError);
});

test("RFC 6570: templates", () => {
  // RFC 6570 2.3, 3.2.1: members that are undefined do not count; one that is no text is refused.
  for (const [text, a, expansion] of [
    ["{a}", [null, undefined, "x"], "x"], ["{?a}", [null], ""], ["{?a*}", { x: null }, ""], ["{?a*}", { x: undefined, y: 1 }, "?y=1"],
    ["{a}", new Map([["x", null], ["y", "z"]]), "y,z"], ["{?a*}", new Map(), ""], ["{a}", 10n, "10"], ["{?a}", [], ""],
    ["{?a*}", Object.assign(Object.create(null), { k: false }), "?k=false"],
  ]) {
    assert.equal(u.expandTemplate(text, { a }), expansion, text);
    assert.equal(u.expandTemplate(text, new Map([["a", a]])), expansion, text);
  }
  for (const a of [new Date(0), () => 1, Symbol("s"), new Set(["x"]), [["x"]], { x: {} }, new Uint8Array(1), new Map([[{}, "x"]])]) {
    assert.throws(() => u.expandTemplate("{a}", { a }), TypeError, String(a));
  }
  assert.equal(u.expandTemplate("/x{/list*}{?q,r*}", { list: ["a", "b"], q: "1 2", r: { k: "v" }, none: null }), "/x/a/b?q=1%202&k=v");
  assert.deepEqual(u.template("{/a}{?b,c}"), { variables: ["a", "b", "c"], level: 3 });
  assert.deepEqual(u.matchTemplate("/x{/a}", "/x/3"), { ambiguous: false, values: { a: "3" } });
  assert.equal(u.matchTemplate("/x{/a}", "/y"), null);
  assert.equal(thrown(() => u.template("{a")).document, "RFC 6570");
});

test("RFC 8141: URNs", () => {
  const n = u.parseUrn("urn:isbn:978-951-0-18435-6?+r?=q#f");
  assert.deepEqual(n.toJSON(), {
    nid: "isbn", nss: "978-951-0-18435-6", assignedName: "urn:isbn:978-951-0-18435-6", rComponent: "r", qComponent: "q",
    fComponent: "f",
  });
  assert.equal(n.text.slice(...n.range("qComponent")), "q");
  assert.equal(u.checkUrn("urn:example").code, "missing_nss");
  assert.equal(u.urnEquivalent("urn:ISBN:9789510184356", "URN:isbn:978-951-0-18435-6"), false);
  assert.equal(u.urnEquivalent("urn:ISBN:9789510184356", "URN:isbn:978-951-0-18435-6", { namespace: true }), true);
  assert.equal(u.normalizeUrn("URN:ISBN:951-0-18435-7", { namespace: true }), "urn:isbn:9789510184356");
  assert.equal(u.convertUrn("urn:example:a?q??r", "rfc8141", { edition: "urnbis-14" }), "urn:example:a?+r?=q");
  assert.equal(u.buildUrn({ nid: "example", nss: "a", qComponent: "q" }), "urn:example:a?=q");
});

test("URN namespaces and check characters", () => {
  const facts = u.urnFacts("urn:isbn:978-951-0-18435-7");
  assert.equal(facts.namespace.registrant, "International ISBN Agency");
  assert.deepEqual([facts.check.state, facts.check.expected, facts.check.found, facts.check.offset], ["incorrect", "6", "7", 25]);
  assert.equal(u.urnFacts("urn:isbn:978-951-0-18435-6").check.state, "correct");
  assert.equal(u.urnFacts("urn:isbn:x").error.code, "nss_mismatch");
  assert.equal(u.urnFacts("urn:no-such-nid:x").namespace, null);
  assert.equal(u.checkCharacter("isbn-13-mod10", "978951018435"), "6");
  assert.equal(u.checkCharacter("luhn", "x"), null);
  assert.equal(u.urnNamespace("issn").kind, "formal");
  assert.ok(u.urnNamespaces().length > 80);
  assert.equal(u.urnFromName("isbn", "ISBN 978-951-0-18435-6"), "urn:isbn:978-951-0-18435-6");
  assert.ok(u.guessNames("978-951-0-18435-6").some((g) => g.nid === "isbn"));
  assert.equal(u.nidFacts("de-x").availableAsFormal, false);
});

test("the 1994 draft: URLs by their schemes", () => {
  const gopher = u.parseUrl("gopher://h.x/7sel%09word", { edition: "url-06" });
  assert.deepEqual([gopher.edition, gopher.parts.gophertype, gopher.parts.search], ["url-06", "7", "word"]);
  assert.equal(u.parseUrl("mailto:a@b?subject=hi").parts.subject, "hi");
  const draft = { edition: "url-06" };
  assert.equal(u.normalize("FTP://H/a/../b", draft), "ftp://h/a/../b"); // 3.2.2
  assert.equal(u.equivalent("http://h/%7ea", "http://H/~a", draft), true);
  assert.equal(u.comparisonLevel("http://h", "http://h/", draft), "scheme");
  assert.equal(u.check("http://h/~a", { edition: "rfc1738" }).rule, "hpath");
  assert.equal(u.check("http://h/~a", draft), null);
  assert.throws(() => u.resolve("http://h/", "b", draft), { rule: "url", argument: "reference" });
  assert.throws(() => u.parse("http://h/", draft), /^RangeError: uniform-identifiers: the edition "url-06" is not offered here; there are rfc3986/);
  assert.deepEqual(u.scheme("HTTP").defaultPort, 80);
  assert.equal(u.scheme("no-such-scheme"), null);
});

test("hosts", () => {
  assert.equal(u.parseHost("127.0.0.1").special.use, "loopback");
  assert.deepEqual([u.parseHost("0x7f.1").address, u.parseHost("0x7f.1").rare, u.parseHost("0x7f.1").type], ["127.0.0.1", true, "reg-name"]);
  assert.equal(u.parseHost("[::1]").bytes.length, 16);
});

test("finding, completing, linting", () => {
  const text = "\u{1F600} see http://example.org/a, or <urn:isbn:1>.";
  assert.deepEqual(u.find(text).map((f) => [f.uri, text.slice(f.begin, f.end), f.how]), [
    ["http://example.org/a", "http://example.org/a", "bare"],
    ["urn:isbn:1", "urn:isbn:1", "angle"],
  ]);
  assert.equal(u.find("www.example.org", { abbreviated: true, https: true })[0].uri, "https://www.example.org");
  assert.equal(u.complete(" <www.example.org> ").uri, "http://www.example.org");
  assert.equal(u.complete("no, thanks"), null);
  const findings = u.lint("http://www.example.com&story=breaking_news@10.0.0.1/");
  assert.deepEqual(findings.map((f) => [f.check, f.begin, f.end]), [["userinfo-like-host", 7, 42], ["private-address", 43, 51]]);
  assert.ok(u.lintChecks().length > 40);
});

test("readings: what each edition makes of a text", () => {
  const all = u.readings("urn:example:a?=q");
  assert.deepEqual(
    all.filter((r) => r.kind === "urn").map((r) => [r.edition, r.value?.qComponent ?? r.error.code]),
    [["rfc8141", "q"], ["urnbis-16", "q"], ["urnbis-14", "=q"], ["rfc2141", "reserved_character"]],
  );
  assert.equal(all.filter((r) => r.kind === "reference").length, 4);
  assert.ok(u.readings("http://\u00e9/").find((r) => r.edition === "rfc3987").value);
  assert.ok(u.readings("http://\u00e9/").find((r) => r.edition === "rfc3986").error);
});

test("names", () => {
  assert.match(u.version, /^\d+\.\d+\.\d+$/);
  assert.equal(u.editions[0], "rfc3986");
  assert.equal(u.levels.length, 7);
  assert.equal(u.algorithms.length, 10);
});
