// Compiled by tsc in strict mode, not run: what the types say.
import { UniformError, columns, edit, expandTemplate, parse, parseUrn, readings, urnFacts, check, normalForms } from "uniform-identifiers";
import type { Column, Components, Edition, Finding, Level, Reference } from "uniform-identifiers";
import fastUri, { parse as fastParse } from "uniform-identifiers/fast-uri";

const r: Reference = parse("http://a/", { edition: "rfc3987", production: "URI" });
const host: string | null = r.host;
const path: string = r.path;
const [begin, end]: [number, number] = r.range("path") ?? [0, 0];
const components: Components = r.toJSON();
const error: UniformError | null = check("a b");
const offset: number | undefined = error?.offset;
const nid: string = parseUrn("urn:example:a").nid;
const state: "none" | "correct" | "incorrect" | "unchecked" = urnFacts("urn:example:a").check.state;
const column: Column = columns.normalize(["a"], { level: "scheme" });
const again: Column = columns.host(column);
const rows: (string | null)[] = again.toArray();
const levels: Level[] = normalForms("a").map((f) => f.level);
const editions: (Edition | null)[] = readings("a").map((x) => x.edition);
const findings: Finding[] = [];
edit("http://a/", [{ host: { data: "b c" }, port: 80 }, { setParameter: ["k", { data: "v" }], query: null }]);
expandTemplate("{a}", { a: ["x", 1, true, null], b: undefined, c: new Map([["k", 1n]]), d: { k: null } });
const port: string | number | undefined = fastParse("http://a:1/").port;
fastUri.resolve("http://a/", "b");

// @ts-expect-error no such edition
parse("a", { edition: "rfc1" });
// @ts-expect-error no such component
r.range("hots");
// @ts-expect-error a list has strings
columns.valid([1]);
// @ts-expect-error components cannot be set
r.host = "b";
// @ts-expect-error references are made by parse()
new (r.constructor as typeof Reference)();
// @ts-expect-error no text of a template
expandTemplate("{a}", { a: new Date() });
// @ts-expect-error no such edit
edit("a", { hots: "b" });

export { host, path, begin, end, components, offset, nid, state, rows, levels, editions, findings, port };
