// Operations on references: normalizing, resolving, comparing, editing, converting, queries and templates.

import { call, choice, index, known } from "./module.js";
import { UniformError } from "./error.js";
import { edition } from "./reference.js";

const syntax = index("levels", "syntax");
/** @internal */
export const level = (options) => (options?.level === undefined ? syntax : index("levels", options.level));
/** @internal */
export function flags(options) {
  if (options?.nfc && options.edition !== "rfc3987") throw new RangeError('uniform-identifiers: nfc requires the edition "rfc3987"');
  return (options?.ignoreFragment ? 1 : 0) | (options?.rfc5952 ? 2 : 0) | (options?.nfc ? 4 : 0);
}
/** The options of flags(). @internal */
export const forms = ["ignoreFragment", "rfc5952", "nfc"];
const byForms = ["edition", ...forms];
const byLevel = ["level", ...byForms];
const byPolicies = ["edition", "strict", "excessDots", "baseDots", "doubleSlash"];
const ofQueries = ["semicolon", "plusAsSpace", "separator"];

/** The normal form (RFC 3986 6.2). */
export function normalize(text, options) {
  known(options, "normalize", byLevel);
  return call("normalize", [text], edition(options, "normalize"), level(options), flags(options));
}

/** The normal form at each level, and which components it changes. */
export function normalForms(text, options) {
  known(options, "normalForms", byForms);
  return call("normal_forms", [text], edition(options), flags(options));
}

function policies(options, of) {
  known(options, of, byPolicies);
  return (
    (options?.strict === false ? 1 : 0) |
    (choice(options, "baseDots", ["as-written", "removed-first"]) << 1) |
    (choice(options, "doubleSlash", ["guard", "refuse"]) << 2) |
    (choice(options, "excessDots", ["by-edition", "keep", "drop", "refuse"]) << 4)
  );
}

/** The target of a reference (RFC 3986 5.2). */
export function resolve(base, reference, options) {
  return call("resolve", [base, reference], edition(options, "resolve"), policies(options, "resolve"));
}

/** The shortest reference that resolves to the target. */
export function relativize(base, target, options) {
  return call("relativize", [base, target], edition(options), policies(options, "relativize"));
}

/** A place in a document, as all messages write it. */
export function citation(document, section) {
  return call("citation", [document, section]);
}

/** RFC 3986 5.2.4. */
export function removeDotSegments(path) {
  return call("remove_dot_segments", [path]);
}

/** Whether the two have the same normal form. */
export function equivalent(first, second, options) {
  known(options, "equivalent", byLevel);
  return call("equivalent", [first, second], edition(options, "normalize"), level(options), flags(options)) === "1";
}

/** The lowest level at which the two are equivalent, or null. */
export function comparisonLevel(first, second, options) {
  known(options, "comparisonLevel", byForms);
  return call("lowest_level", [first, second], edition(options, "normalize"), flags(options)) || null;
}

/** Data as text of a component. */
export function encode(data, component, options) {
  known(options, "encode", ["edition", "plusAsSpace"]);
  const result = call("encode", [data, component], edition(options, "valid"), options?.plusAsSpace ? 1 : 0);
  if (result === undefined) throw new RangeError(`uniform-identifiers: "${component}" is no component`);
  return result;
}

/** The data that a text of a component stands for, read as UTF-8; bytes that are not become U+FFFD. */
export function decode(text, options) {
  known(options, "decode", ["plusAsSpace"]);
  return call("decode", [text], options?.plusAsSpace ? 1 : 0);
}

const reading = (options) => {
  const separator = options?.separator ?? "&";
  if (!/^[!$&'()*+,;:@/?]$/.test(separator)) throw new RangeError("uniform-identifiers: nothing can be separated by this");
  return (options?.semicolon ? 1 : 0) | (options?.plusAsSpace ? 2 : 0) | (separator.charCodeAt(0) << 8);
};

/** The parameters of a query, decoded, in order. */
export function queryParameters(query, options) {
  known(options, "queryParameters", ofQueries);
  return call("query_parameters", [query], reading(options));
}

/** The query that has these parameters: pairs of key and value, null for none. */
export function encodeParameters(pairs, options) {
  known(options, "encodeParameters", ["edition", ...ofQueries]);
  const strings = [];
  for (const [key, value = null] of pairs) strings.push(key, value);
  return call("encode_parameters", strings, reading(options), edition(options, "valid"));
}

/** The edited text: all changes in their order, or none and a UniformError. */
export function edit(text, changes, options) {
  known(options, "edit", ["edition", ...ofQueries]);
  const strings = [text];
  for (const change of Array.isArray(changes) ? changes : [changes]) {
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) continue;
      strings.push(name, ...step(name, value));
    }
  }
  const result = call("edit", strings, edition(options), reading(options));
  if (result === undefined) throw new RangeError(`uniform-identifiers: no such edit in ${JSON.stringify(changes)}`);
  return result;
}

// The argument of an edit: a text, { data }, null, a number, true, or a list of two of them.
const ofSegments = new Set(["insertSegment", "replaceSegment", "eraseSegment"]);
function step(name, value) {
  const list = Array.isArray(value) ? value : [value, null];
  if (ofSegments.has(name) && typeof list[0] !== "number") throw new TypeError(`uniform-identifiers: ${name}: the index is a number`);
  let kind = "";
  const texts = list.map((each) => {
    if (each === null || each === undefined || each === true) return null;
    if (typeof each === "number") {
      if (!Number.isSafeInteger(each) || each < 0) throw new RangeError(`uniform-identifiers: ${name}: not a number of a segment or port`);
      return String(ofSegments.has(name) ? Math.min(each, 0x7fffffff) : each); // of 32 bits there; no path has so many
    }
    if (typeof each === "object" && typeof each.data === "string") {
      kind = "data";
      return each.data;
    }
    return each;
  });
  return [kind, texts[0], texts[1] ?? null];
}

/** The reference that has these components (RFC 3986 5.3). */
export function build(c, options) {
  known(options, "build", ["edition"]);
  const of = [c.scheme, c.userinfo, c.host, c.port, c.path ?? "", c.query, c.fragment, c.authority];
  return call("build", of.map((each) => (typeof each === "number" ? String(each) : each)), edition(options));
}

/** IANA's entry of a scheme, or null. */
export function scheme(name) {
  return call("scheme", [name]);
}

/** The variables of a URI template (RFC 6570), and its level. */
export function template(text) {
  return call("template_facts", [text]);
}

const defined = (value) => value !== null && value !== undefined;
function simple(value) {
  if (["string", "number", "boolean", "bigint"].includes(typeof value)) return String(value);
  throw new TypeError("uniform-identifiers: a value of a template is a string, a number, a boolean, a list or an object of these, or a Map");
}
// The members of a Map, or of an object without a class.
function pairs(value) {
  if (value instanceof Map) return [...value];
  const kind = Object.getPrototypeOf(value);
  return kind === null || Object.getPrototypeOf(kind) === null ? Object.entries(value) : simple(value);
}

/** The expansion of a URI template. Members that are null or undefined are left out (RFC 6570 2.3). */
export function expandTemplate(text, variables) {
  const strings = [text];
  for (const [name, value] of pairs(variables)) {
    if (!defined(value)) continue;
    const [kind, texts] = Array.isArray(value)
      ? ["list", value.filter(defined).map(simple)]
      : typeof value === "object"
        ? ["pairs", pairs(value).filter(([, v]) => defined(v)).flatMap((pair) => pair.map(simple))]
        : ["string", [simple(value)]];
    strings.push(name, kind, String(texts.length), ...texts);
  }
  return call("expand", strings);
}

/** The values with which a template expands to the URI; null if there are none. */
export function matchTemplate(text, uri) {
  try {
    const { ambiguous, values } = call("match_template", [text, uri]);
    return { ambiguous, values: Object.fromEntries(values) };
  } catch (e) {
    if (e instanceof UniformError && e.code === "no_match") return null;
    throw e;
  }
}
