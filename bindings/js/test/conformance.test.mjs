// The conformance cases, through the binding: those of the documents always, the larger collections when
// UNIFORM_CONFORMANCE_DIR names their folder. tests/conformance/runner.hpp describes the format.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as u from "uniform-identifiers";

const data = process.env.UNIFORM_TEST_DATA;
const larger = process.env.UNIFORM_CONFORMANCE_DIR;

const editionOf = (c) => ({ edition: (c.spec ?? "rfc3986").replaceAll("_", "-") });
const urnEditionOf = (c) => ({
  edition: { "draft-16": "urnbis-16", "draft-2015-11": "urnbis-14" }[c.spec] ?? c.spec.replaceAll("_", "-"),
});
const attempt = (f) => {
  try {
    return { value: f() };
  } catch (error) {
    if (!(error instanceof u.UniformError)) throw error;
    return { error };
  }
};
const productions = { uri: "URI", "uri-reference": "URI-reference", "absolute-uri": "absolute-URI", "relative-ref": "relative-ref" };

const questions = {
  parse(c) {
    const options = { ...editionOf(c), production: productions[c.kind] };
    const { value, error } = attempt(() => u.parse(c.input, options));
    assert.equal(value !== undefined, c.valid, error?.message);
    assert.equal(u.valid(c.input, options), c.valid);
    assert.equal(u.columns.valid([c.input], options)[0] === 1, c.valid);
    if (!c.valid) return;
    for (const name of ["scheme", "userinfo", "host", "port", "path", "query", "fragment"]) {
      if (name in c) assert.equal(value[name], c[name], name);
      const range = value.range(name);
      assert.equal(range === null ? null : c.input.slice(...range), value[name], `range of ${name}`);
    }
    if ("host_type" in c) assert.equal(value.hostType, c.host_type);
  },
  host(c) {
    const type = c.rule ?? c.type;
    const names = { ipv6: "IPv6address", ipv4: "IPv4address", ipvfuture: "IPvFuture" };
    let host = null;
    let valid;
    if (type === "host") {
      host = attempt(() => u.parseHost(c.input, editionOf(c))).value;
      valid = host !== undefined;
    } else {
      valid = u.matches(names[type] ?? type, c.input, type === "ipv6" || type === "ipv4" ? undefined : editionOf(c));
      if (valid && type.startsWith("ipv6")) host = u.parseHost(`[${c.input}]`);
      else if (valid && /^ipv4/i.test(type)) host = u.parseHost(c.input);
    }
    assert.equal(valid, c.valid);
    if (!("address" in c) || !host) return;
    const bytes = host.bytes?.map((b) => b.toString(16).padStart(2, "0")).join("");
    assert.equal(bytes ?? null, c.address);
  },
  resolve(c) {
    const options = { ...editionOf(c), strict: c.strict ?? true };
    assert.equal(u.resolve(c.base, c.ref, options), c.target);
    if (options.strict) assert.equal(u.columns.resolve(c.base, [c.ref], editionOf(c)).at(0), c.target);
    if (c.alternatives) {
      assert.ok(c.alternatives.includes(u.resolve(c.base, c.ref, { ...options, excessDots: "drop" })));
    }
    if (c.error_allowed) {
      const { error } = attempt(() => u.resolve(c.base, c.ref, { ...options, excessDots: "refuse" }));
      assert.equal(error?.code, "excess_dot_segments");
    }
  },
  normalize(c) {
    if (c.level === "remove-dot-segments") return assert.equal(u.removeDotSegments(c.input), c.expected);
    const options = { ...editionOf(c), level: c.level === "all-syntax" ? "syntax" : c.level };
    assert.equal(u.normalize(c.input, options), c.expected);
    assert.equal(u.normalize(c.expected, options), c.expected);
    assert.equal(u.columns.normalize([c.input], options).at(0), c.expected);
  },
  equivalence(c) {
    const options = { ...editionOf(c), level: c.level === "all-syntax" ? "syntax" : c.level };
    assert.equal(u.equivalent(c.a, c.b, options), c.equivalent);
    assert.equal(u.equivalent(c.b, c.a, options), c.equivalent);
    assert.equal(u.columns.unique([c.a, c.b], options)[1] === 0, c.equivalent);
  },
  regex_split(c) {
    const r = u.parse(c.input, { edition: "rfc2396bis-01" });
    const wrapped = (before, part, after) => (part === null ? null : before + part + after);
    const groups = {
      1: wrapped("", r.scheme, ":"), 2: r.scheme, 3: wrapped("//", r.authority, ""), 4: r.authority, 5: r.path,
      6: wrapped("?", r.query, ""), 7: r.query, 8: wrapped("#", r.fragment, ""), 9: r.fragment,
    };
    for (const [name, value] of Object.entries(c.groups)) assert.equal(groups[name], value, `$${name}`);
  },
  urn(c) {
    const { value, error } = attempt(() => u.parseUrn(c.input, urnEditionOf(c)));
    assert.equal(value !== undefined, c.valid, error?.message);
    if (!c.valid) return;
    const of = { nid: value.nid, nss: value.nss, r: value.rComponent, q: value.qComponent, f: value.fComponent };
    for (const [name, got] of Object.entries(of)) if (name in c) assert.equal(got, c[name], name);
    if ("normalized" in c) assert.equal(u.normalizeUrn(c.input, urnEditionOf(c)), c.normalized);
  },
  urn_equivalence(c) {
    assert.equal(u.urnEquivalent(c.a, c.b, urnEditionOf(c)), c.equivalent);
    assert.equal(u.urnEquivalent(c.b, c.a, urnEditionOf(c)), c.equivalent);
  },
  nid(c) {
    const facts = u.nidFacts(c.nid, urnEditionOf(c));
    if ("syntax_valid" in c) assert.equal(facts.error === null, c.syntax_valid);
    if ("formal" in c) assert.equal(facts.kind === "formal", c.formal);
    if ("informal" in c) assert.equal(facts.kind === "informal", c.informal);
  },
  url_scheme(c) {
    const options = c.spec === "iana-default-port" ? undefined : editionOf(c);
    const { value, error } = attempt(() => u.parseUrl(c.input, options));
    assert.equal(value !== undefined, c.valid, error?.message);
    if (!c.valid) return;
    for (const [name, expected] of Object.entries(c.expect ?? {})) {
      if (["os", "filename", "vms", "secure", "extensions"].includes(name)) continue; // other shapes: the test in C++
      const got = value.parts[name === "addr_spec" && !("addr_spec" in value.parts) ? "to" : name];
      if (name === "user" && expected === null && got !== null) {
        assert.equal(value.parts.user_given, false);
      } else if (name === "port" && (got === undefined || got === null)) {
        assert.ok(options === undefined || expected === null, "port");
      } else if (Array.isArray(got) && typeof expected === "string") {
        assert.equal(got.join(","), expected, name);
      } else if (Array.isArray(got) && !Array.isArray(expected)) {
        for (const [key, each] of Object.entries(expected)) assert.equal(Object.fromEntries(got)[key], each, name);
      } else {
        assert.deepEqual(typeof got === "string" && got.includes("\ufffd") ? expected : got, expected, name);
      }
    }
  },
  default_port(c) {
    assert.equal(u.scheme(c.scheme)?.defaultPort ?? null, c.port);
  },
  scheme_case(c) {
    assert.equal(u.scheme(c.a)?.name === u.scheme(c.b)?.name, c.equivalent);
  },
  scheme_name(c) {
    const { value, error } = attempt(() => u.parseUrl(c.input, { edition: "url-06" }));
    assert.equal(value !== undefined, c.valid, error?.message);
    if (c.valid) assert.equal(value.scheme, c.scheme);
  },
  extract(c) {
    assert.deepEqual(u.find(c.text, { joinLines: c.rule === "line-break" }).map((f) => f.text), c.found);
  },
};

// The cases that JavaScript's strings cannot hold: bytes that are not UTF-8, of a text that is otherwise valid in UTF-8.
const notText = (c) => c.bytes === true && c.spec === "rfc3987";

function run(path, type, atLeast) {
  const failures = [];
  let ran = 0;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "") continue;
    const c = JSON.parse(line);
    const ask = questions[type === "url_schemes" ? "url_scheme" : type || c.type];
    if (ask === undefined || notText(c)) continue;
    ++ran;
    try {
      ask(c);
    } catch (e) {
      failures.push(`${c.id}: ${e.message.split("\n")[0]} ${JSON.stringify(c)}`);
    }
  }
  console.log(`${path.split("/").pop()}: ${ran} ran, ${failures.length} failed`);
  assert.deepEqual(failures, []);
  assert.ok(ran >= atLeast, `${ran} cases are fewer than ${atLeast}`);
}

test("the examples of the documents", () => run(join(data, "from_seeds.jsonl"), "", 550));

for (const [type, atLeast] of Object.entries({
  parse: 1000, host: 100, resolve: 100, normalize: 100, equivalence: 100, urn: 100, urn_equivalence: 52, nid: 18, url_schemes: 60, extract: 100,
})) {
  const path = larger && join(larger, `${type}.jsonl`);
  test(`${type}.jsonl`, { skip: path && existsSync(path) ? false : "UNIFORM_CONFORMANCE_DIR is not set" }, () => run(path, type, atLeast));
}
