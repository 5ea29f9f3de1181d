// Lists: one call for all rows.

import { index, known, list, utf8 } from "./module.js";
import { flags, forms, level, resolve as target } from "./operations.js";
import { Reference, edition } from "./reference.js";
import { repairing } from "./text.js";

const anyReference = index("productions", "URI-reference");
const components = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];

const production = (options) =>
  options?.production === undefined ? anyReference : index("productions", options.production);

/** Texts in one buffer, as Arrow lays them out; a row without a text is not valid. */
export class Column {
  constructor(bytes, offsets, valid) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.valid = valid;
    this.length = valid.length;
  }
  /** The text of a row, or null. */
  at(i) {
    return this.valid[i] ? utf8.decode(this.bytes.subarray(this.offsets[i], this.offsets[i + 1])) : null;
  }
  toArray() {
    const { offsets, valid, length } = this;
    const all = utf8.decode(this.bytes);
    const ascii = all.length === this.bytes.length; // then bytes are units
    const rows = new Array(length); // by index: Array.from() asks an iterator for each row
    for (let i = 0; i < length; ++i) rows[i] = ascii && valid[i] ? all.slice(offsets[i], offsets[i + 1]) : this.at(i);
    return rows;
  }
  /** The rows as lines; one that is not valid is `otherwise`. */
  lines(otherwise = "") {
    return this.toArray()
      .map((each) => `${each ?? otherwise}\n`)
      .join("");
  }
  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; ++i) yield this.at(i);
  }
}

/** The result of parse(): a table with the offsets of all rows. */
export class References {
  #text;
  #edition;
  constructor(bytes, table, valid, edition) {
    this.bytes = bytes;
    this.table = table;
    this.valid = valid;
    this.length = valid.length;
    this.#edition = edition;
  }
  #row(i) {
    const begin = this.table[8 * i];
    return utf8.decode(this.bytes.subarray(begin, begin + this.table[8 * i + 7]));
  }
  /** The text of a row, valid or not. */
  text(i) {
    this.#text ??= utf8.decode(this.bytes);
    if (this.#text.length !== this.bytes.length) return this.#row(i);
    const begin = this.table[8 * i];
    return this.#text.slice(begin, begin + this.table[8 * i + 7]);
  }
  /** The reference of a row, or null. */
  at(i) {
    if (!this.valid[i]) return null;
    const text = this.text(i);
    const at = 8 * i;
    const t = Array.from(this.table.subarray(at + 1, at + 8));
    const size = t[6];
    if (text.length !== size) {
      const row = this.bytes.subarray(this.table[at], this.table[at] + size);
      for (let k = 0; k < 6; ++k) t[k] = utf8.decode(row.subarray(0, t[k])).length;
    }
    const reference = new Reference(text, this.#edition, [...t.slice(0, 6), hostType(text, t)], 0);
    return reference;
  }
  /** Where a row that is not valid has its error: in bytes of the row; -1 for a valid one. */
  errorOffset(i) {
    return this.valid[i] ? -1 : this.table[8 * i + 1];
  }
}

// RFC 3986 3.2.2, of a valid host
function hostType(text, [, begin, end]) {
  if (begin > end) return 0xffffffff;
  if (text[begin] === "[") return text[begin + 1] === "v" || text[begin + 1] === "V" ? 3 : 2;
  return ipv4.test(text.slice(begin, end)) ? 1 : 0;
}
const octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

// The options of a function, and its edition.
function of(options, name, more = [], use = "parse", otherwise = undefined) {
  known(options, `columns.${name}`, ["edition", ...more]);
  return edition(options, use, otherwise);
}
const comparing = ["level", ...forms];

const column = (r) => new Column(r.bytes(), r.offsets(), r.valid());

/** 1 for each row that is valid. */
export function valid(rows, options) {
  return list("column_valid", rows, [of(options, "valid", ["production"], "check"), production(options)], (r) => r.valid());
}

/** The offsets of the components of all rows. */
export function parse(rows, options) {
  const e = of(options, "parse", ["production"]);
  return list("column_parse", rows, [e, production(options)], (r) => new References(r.input(), r.table(8), r.valid(), e));
}

/** The normal form of each row. */
export function normalize(rows, options) {
  return list("column_normalize", rows, [of(options, "normalize", comparing, "normalize"), level(options), flags(options)], column);
}

/** One component of each row, as written; of URIs and of IRIs. */
export function component(rows, name, options) {
  const which = components.indexOf(name);
  if (which < 0) throw new RangeError(`uniform-identifiers: "${name}" is none of ${components.join(", ")}`);
  return list("column_component", rows, [of(options, "component", [], "parse", index("editions", "rfc3987")), which], column);
}

/** The host of each row, as written; of URIs and of IRIs. */
export function host(rows, options) {
  return list("column_component", rows, [of(options, "host", [], "parse", index("editions", "rfc3987")), components.indexOf("host")], column);
}

/** The target of each row against one base. */
export function resolve(base, rows, options) {
  if (base.includes("\n")) target(base, ""); // which throws: rows are separated by line ends
  const size = utf8.encode(base).length;
  return list("column_resolve", rows, [of(options, "resolve"), size], (r) => {
    const offsets = r.offsets();
    return new Column(r.bytes(), offsets.subarray(1), r.valid().subarray(1));
  }, base);
}

/** The assigned-name of each URN in the normal form of its namespace. */
export function normalizeUrn(rows, options) {
  return list("column_urn", rows, [of(options, "normalizeUrn", [], "urn", index("editions", "rfc8141"))], column);
}

/** The URI that each row stands for as a typed text: a URI stays as it is. */
export function complete(rows, options) {
  return list("column_complete", rows, [of(options, "complete", ["https"]), options?.https ? 1 : 0], column);
}

/** The URI that each row is or stands for; `valid` is 1 for one that stays, 2 for a repaired one, 3 where its host changed. */
export function repair(rows, options) {
  return list("column_repair", rows, repairing(options, "columns.repair"), column);
}

/** 1 for each row that no row before it is equivalent to. */
export function unique(rows, options) {
  return list("column_unique", rows, [of(options, "unique", comparing), level(options), flags(options)], (r) => r.valid());
}

/** The names of the components, in the order of the tables. */
export const componentNames = Object.freeze([...components]);
