// Properties, with texts made by fast-check; where the URL Standard and RFC 3986 must agree, against `new URL`.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as u from "uniform-identifiers";
import { running } from "uniform-identifiers-module";

const runs = { numRuns: Number(process.env.UNIFORM_RUNS ?? 500) };
const hold = (...args) => fc.assert(fc.property(...args), runs);

const letters = (set, max) => fc.string({ unit: fc.constantFrom(...set), maxLength: max });
const segment = letters("abz09-._~!$&'()*+,;=:@", 8);
const host = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(\.[a-z][a-z0-9]{0,5}){0,2}$/).filter((h) => !/^xn--/.test(h));
const path = fc.array(fc.oneof(segment, fc.constantFrom("..", "."), fc.constantFrom("%41", "%2F", "%e9")), { maxLength: 5 }).map((s) => s.map((x) => `/${x}`).join(""));
const maybe = (lead, part) => fc.oneof(fc.constant(""), part.map((p) => lead + p));
const http = fc.tuple(fc.constantFrom("http", "HTTPS", "Http"), host, maybe(":", fc.integer({ min: 1, max: 65535 }).map(String)), path, maybe("?", segment), maybe("#", segment)).map(([s, h, o, p, q, f]) => `${s}://${h}${o}${p}${q}${f}`);
const reference = fc.oneof(http, fc.tuple(path, maybe("?", segment), maybe("#", segment)).map((x) => x.join("")).filter((x) => u.valid(x)), http.map((x) => x.replace(/^[^:]*:/, "")), path.map((p) => p.slice(1)).filter((p) => u.valid(p)));
const anything = fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), letters("ab:/?#[]@%2F.é \ud800\n\u{1F600}", 30), reference);

test("parse and write are inverse", () => {
  hold(anything, fc.constantFrom("rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396"), (text, edition) => {
    if (!u.valid(text, { edition })) return;
    const r = u.parse(text, { edition });
    const written = (r.scheme === null ? "" : `${r.scheme}:`) + (r.authority === null ? "" : `//${r.authority}`) + r.path + (r.query === null ? "" : `?${r.query}`) + (r.fragment === null ? "" : `#${r.fragment}`);
    assert.equal(written, text);
  });
});

test("an error's offset is in the text, in both counts", () => {
  hold(anything, fc.constantFrom("rfc3986", "rfc3987"), (text, edition) => {
    const e = u.check(text, { edition });
    if (e === null) return;
    assert.ok(e.offset <= text.length);
    assert.equal(new TextEncoder().encode(text.slice(0, e.offset)).length, e.byteOffset);
    assert.ok(e.section !== "" && e.document !== "" && e.message !== "");
  });
});

test("every kernel reads the same", () => {
  const count = running().kernel(0xffff);
  assert.equal(count, 2);
  hold(fc.array(anything, { maxLength: 4 }).map((x) => x.join("")), fc.constantFrom("rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396"), (text, edition) => {
    const of = (kernel) => {
      running().kernel(kernel);
      const e = u.check(text, { edition });
      return [e?.toJSON(), e ? null : u.parse(text, { edition }).toJSON(), e ? null : u.normalize(text, { edition }), u.checkUrn(`urn:a1:${text}`)?.toJSON()];
    };
    try {
      assert.deepEqual(of(0), of(1));
    } finally {
      running().kernel(count - 1);
    }
  });
});

test("normalizing twice changes nothing; the result is equivalent", () => {
  hold(reference, fc.constantFrom("case", "percent", "path", "syntax", "scheme"), (text, level) => {
    const normal = u.normalize(text, { level });
    assert.equal(u.normalize(normal, { level }), normal);
    assert.ok(u.equivalent(text, normal, { level }));
    assert.equal(u.columns.normalize([text], { level }).at(0), normal);
  });
});

test("resolving what was relativized gives the target; the steps lead to it", () => {
  hold(http, http, (base, target) => {
    const goal = u.normalize(target);
    assert.equal(u.resolve(base, u.relativize(base, goal)), goal);
  });
  hold(http, reference, (base, r) => {
    const { steps, target } = u.resolutionSteps(base, r);
    assert.equal(steps.at(-1).result, target);
  });
});

// Changes that a browser makes beyond RFC 3986 are left out: "'" in a query becomes "%27", an empty query may vanish;
// Node 20 keeps "/.." in "//.a/.." and "/a/.a/..", and makes "a:" of "a:/..".
const agreed = (text) => !text.includes("//.") && !/:\/\.\./.test(text) && !/(^|\/)\.+[^./?#]/.test(text) && !/[?].*'/.test(text) && !/[?](#|$)/.test(text);
test("`new URL` has the same host, port, query and fragment, and the same target", () => {
  hold(http.filter(agreed), (text) => {
    const web = new URL(text);
    const r = u.parse(u.normalize(text, { level: "scheme" }));
    assert.equal(r.host, web.hostname);
    assert.equal(r.port ?? "", web.port);
    assert.equal(r.query ?? "", web.search.slice(1));
    assert.equal(r.fragment ?? "", web.hash.slice(1));
    assert.equal(r.scheme, web.protocol.slice(0, -1));
  });
  hold(http.filter(agreed), reference.filter(agreed), (base, r) => {
    if (r.startsWith("//") && !/^[a-z]/.test(u.parse(r).host)) return; // a browser refuses others, and "//a@"
    const level = { level: "scheme" };
    assert.equal(u.normalize(u.resolve(base, r, { baseDots: "removed-first" }), level), u.normalize(new URL(r, base).href, level));
  });
});

// The platform has its own version of Unicode and of the standard, and Node 20 differs from it in "file:////.a/.", "a:/..",
// "a: #" and with opaque bases: host names beyond US-ASCII, file and schemes that are not special are left to the tests of the
// library.
test("parseWebUrl() reads as the platform's class URL", () => {
  const of = (f) => {
    try {
      return f();
    } catch {
      return null;
    }
  };
  const web = letters("ab.:/?#[]@\\%2F0x9 \n\t|~'\"<>{}htp", 24); // "^" is encoded in paths since 2023, which Node 18 and 20 do not know
  const lead = fc.constantFrom("", "http://", "https:", "ws://u:p@", "a://", "//");
  hold(fc.tuple(lead, web).map((x) => x.join("")), fc.constantFrom(undefined, "http://h/p/q?r", "a://h/b"), (text, base) => {
    const platform = of(() => new URL(text, base));
    const ours = of(() => u.parseWebUrl(text, base === undefined ? {} : { base }));
    if (!/^(https?|wss?|ftp):$/.test((ours ?? platform)?.protocol ?? "http:")) return;
    assert.equal(ours?.href, platform?.href);
    if (ours !== null) for (const name of ["origin", "protocol", "username", "password", "host", "port", "pathname", "search", "hash"]) assert.equal(ours[name], platform[name], name);
  });
});

test("data survives encoding", () => {
  hold(fc.string({ unit: "grapheme" }), fc.constantFrom("segment", "parameter", "fragment", "query", "password", "user"), (data, component) => {
    if (component === "segment" && /^[.]{1,2}$/.test(data)) return; // no encoding
    assert.equal(u.decode(u.encode(data, component)), data.toWellFormed?.() ?? data);
  });
  hold(fc.array(fc.tuple(fc.string(), fc.option(fc.string())), { minLength: 2 }), (pairs) => {
    assert.deepEqual(u.queryParameters(u.encodeParameters(pairs)).map((p) => [p.key, p.value]), pairs);
  });
});

test("what is found is valid and stands where it is said", () => {
  hold(fc.array(anything, { maxLength: 5 }).map((x) => x.join(" ")), (text) => {
    for (const f of u.find(text, { abbreviated: true })) {
      assert.ok(u.valid(f.uri, { production: "URI" }));
      if (!f.cleaned) assert.equal(text.slice(f.begin, f.end), f.text);
    }
    for (const f of u.lint(text)) assert.ok(f.begin <= f.end && f.end <= text.length);
  });
});
