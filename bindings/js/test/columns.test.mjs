// Lists: the forms in which they come, and that each row has what a single call gives.
import assert from "node:assert/strict";
import { test } from "node:test";
import { columns } from "uniform-identifiers";
import * as u from "uniform-identifiers";

const rows = ["HTTP://A/%7e", "b c", "x/../y", "", "http://\u00e9/", "http://a:1/b?c#d", "urn:isbn:951-0-18435-7"];
const encoded = new TextEncoder();

function arrow(texts) {
  const parts = texts.map((t) => encoded.encode(t));
  const offsets = new Int32Array(parts.length + 1);
  parts.forEach((p, i) => (offsets[i + 1] = offsets[i] + p.length));
  const bytes = new Uint8Array(offsets.at(-1));
  parts.forEach((p, i) => bytes.set(p, offsets[i]));
  return { bytes, offsets };
}
const forms = {
  array: rows,
  string: rows.join("\n"),
  "string with a last line end": `${rows.join("\n")}\n`,
  bytes: encoded.encode(rows.join("\n")),
  arrow: arrow(rows),
};
const windows = `\ufeff${rows.join("\r\n")}\r\n`;
Object.assign(forms, { "string of Windows": windows, "bytes of Windows": encoded.encode(windows) });
const iri = { edition: "rfc3987" }; // components are those of IRIs, too
const single = (f) => (row) => {
  try {
    return f(row);
  } catch (e) {
    assert.ok(e instanceof u.UniformError);
    return null;
  }
};

for (const [name, list] of Object.entries(forms)) {
  test(`a list as ${name}`, () => {
    assert.deepEqual(columns.normalize(list).toArray(), rows.map(single((r) => u.normalize(r))));
    assert.deepEqual([...columns.host(list)], rows.map(single((r) => u.parse(r, iri).host)));
    assert.deepEqual(columns.component(list, "query").toArray(), rows.map(single((r) => u.parse(r, iri).query)));
    assert.deepEqual([...columns.valid(list)], rows.map((r) => (u.valid(r) ? 1 : 0)));
    assert.deepEqual(columns.resolve("http://b/c/d", list).toArray(), rows.map(single((r) => u.resolve("http://b/c/d", r))));
    assert.deepEqual(columns.normalizeUrn(list).toArray(), rows.map(single((r) => u.normalizeUrn(r, { namespace: true }))));
    const parsed = columns.parse(list, { edition: "rfc3987" });
    assert.equal(parsed.length, rows.length);
    rows.forEach((row, i) => {
      const one = single((r) => u.parse(r, { edition: "rfc3987" }))(row);
      assert.equal(parsed.text(i), row);
      assert.deepEqual(parsed.at(i)?.toJSON() ?? null, one?.toJSON() ?? null, row);
      assert.equal(parsed.errorOffset(i), u.check(row, { edition: "rfc3987" })?.byteOffset ?? -1);
    });
  });
}

test("a carriage return is part of a line's end, but not of a row's", () => {
  assert.deepEqual([...columns.valid("http://a/\r\nhttp://b/\r\n")], [1, 1]);
  assert.deepEqual([...columns.valid("http://a/\r\n\r\nb\rc\r\nd\r\r\ne\r")], [1, 1, 0, 0, 1]);
  assert.deepEqual([...columns.valid(["http://a/\r", "b"])], [0, 1]);
  assert.deepEqual([...columns.valid(["\ufeffhttp://a/", "b"])], [0, 1]);
  assert.deepEqual([...columns.valid("a\n\ufeffb")], [1, 0]);
  assert.equal(columns.parse("http://a/\r\nb").text(0), "http://a/");
  assert.deepEqual(columns.resolve("http://h/a", "b\r\n\r\nc").toArray(), ["http://h/b", "http://h/a", "http://h/c"]);
});

test("rows with line ends keep their places", () => {
  for (const list of [["a", "b\nc", ""], ["\n"], ["a\n", "b"], ["", ""], [""], [], ["a\nb", "c", "d\n"]]) {
    assert.deepEqual(columns.normalize(list).toArray(), list.map(single((r) => u.normalize(r))), JSON.stringify(list));
    assert.equal(columns.resolve("http://h/", list).length, list.length);
  }
});

test("columns are lists", () => {
  const normal = columns.normalize(["HTTP://A/x/../y", "HTTP://B/"]);
  assert.deepEqual(columns.host(normal).toArray(), ["a", "b"]);
  assert.deepEqual(columns.host({ bytes: normal.bytes, offsets: normal.offsets.subarray(1) }).toArray(), ["b"]);
  assert.equal(normal.lines(), "http://a/y\nhttp://b/\n");
  assert.equal(columns.normalize(["b c"]).lines("?"), "?\n");
});

test("a null stays one", () => {
  const array = ["http://A", null, "", "b c", null];
  const whole = arrow(array.map((each) => each ?? ""));
  const valid = new Uint8Array([1, 0, 1, 1, 0]);
  for (const list of [array, { ...whole, valid }, { ...whole, offsets: BigInt64Array.from(whole.offsets, BigInt), valid }]) {
    assert.deepEqual([...columns.valid(list)], [1, 0, 1, 0, 0]);
    assert.deepEqual(columns.normalize(list).toArray(), ["http://a", null, "", null, null]);
    assert.deepEqual(columns.resolve("http://b/c", list).toArray(), ["http://A", null, "http://b/c", null, null]);
    assert.deepEqual(columns.complete(list).toArray(), ["http://A", null, null, null, null]);
    assert.deepEqual([...columns.repair(list).valid], [1, 0, 1, 2, 0]);
    assert.deepEqual([...columns.unique(list)], [1, 0, 1, 1, 0]);
    const parsed = columns.parse(list);
    assert.deepEqual([0, 1, 2, 3, 4].map((i) => parsed.at(i)?.text ?? null), ["http://A", null, "", null, null]);
    assert.deepEqual([0, 1, 2, 3, 4].map((i) => parsed.errorOffset(i)), [-1, 0, -1, 1, 0]);
    assert.equal(parsed.text(1), "");
  }
  assert.deepEqual(columns.normalizeUrn([null]).toArray(), [null]);
  assert.deepEqual([...columns.valid(columns.normalize(array))], [1, 0, 1, 0, 0]);
  assert.throws(() => columns.valid([undefined]), TypeError);
  assert.throws(() => columns.valid({ ...whole, valid: new Uint8Array(2) }), RangeError);
});

test("offsets of large_utf8", () => {
  const { bytes, offsets } = arrow(rows);
  const large = BigInt64Array.from(offsets, BigInt);
  assert.deepEqual(columns.normalize({ bytes, offsets: large }).toArray(), columns.normalize(rows).toArray());
  assert.throws(() => columns.valid({ bytes, offsets: BigInt64Array.from([0n, 1n << 40n]) }), RangeError);
  assert.throws(() => columns.valid({ bytes, offsets: BigInt64Array.from([-1n, 0n]) }), RangeError);
});

test("a list that is cleaned, repaired and made unique", () => {
  const typed = ["www.example.org", " <http://example.org/> ", "http://a/", "no, thanks"];
  assert.deepEqual(columns.complete(typed, { https: true }).toArray(), ["https://www.example.org", "http://example.org/", "http://a/", null]);
  assert.deepEqual([...columns.unique(["http://a", "HTTP://A", "http://a/", "b c", "b c"], { level: "scheme" })], [1, 0, 0, 1, 0]);
});

test("what is no list", () => {
  assert.throws(() => columns.valid(5), TypeError);
  assert.throws(() => columns.valid([1]), TypeError);
  assert.throws(() => columns.valid({ bytes: new Uint8Array(2), offsets: [0, 5] }), RangeError);
  assert.throws(() => columns.valid({ bytes: new Uint8Array(2), offsets: [2, 0] }), RangeError);
  assert.throws(() => columns.component(["a"], "nothing"), RangeError);
  assert.throws(() => columns.resolve("a\nb", []), u.UniformError);
  assert.throws(() => columns.resolve("relative", ["a"]), u.UniformError);
});

test("repair: rows that stay, repaired ones, those without a repair; each as a single call", () => {
  const list = ["http://a/%7E", "http://a/caf\u00e9 1", "http://a b/", "<www.example.org>", "http://a/%zz", "http://m\u00fcnchen.example/"];
  for (const options of [{}, { like: "typed", production: "URI" }, { production: "URI" }]) {
    const column = columns.repair(list, options);
    list.forEach((row, i) => {
      const one = single((t) => u.repair(t, options))(row);
      assert.equal(column.at(i), one?.uri ?? null, row);
      assert.equal(column.valid[i], one === null ? 0 : one.hostBefore !== null ? 3 : one.changed ? 2 : 1, row);
    });
  }
  assert.deepEqual(columns.repair(list).toArray(), ["http://a/%7E", "http://a/caf%C3%A9%201", null, "%3Cwww.example.org%3E", null, "http://xn--mnchen-3ya.example/"]);
  assert.deepEqual([...columns.repair(list, { like: "typed", production: "URI" }).valid], [1, 2, 3, 3, 0, 3]);
  assert.equal(u.repair("http://m\u00fcnchen.example/").uri, "http://xn--mnchen-3ya.example/");
  assert.throws(() => u.repair("http://\u2488com/"), { code: "no_repair", rule: "ireg-name", citation: "RFC 3987 section 3.1" });
  assert.equal(u.repair("http:\\\\a.example\\b c", { like: "whatwg" }).uri, "http://a.example/b%20c");
  assert.throws(() => u.repair("x", { like: "browser" }), RangeError);
});
