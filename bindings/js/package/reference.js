// Parsing: references and URNs as text with the offsets of their components.

import { ask, call, index, known, lastError, scan, size, tableAt } from "./module.js";
import { names } from "./names.js";

const hostTypes = ["reg-name", "ipv4", "ipv6", "ipvfuture", "hostname"];
const rfc3986 = index("editions", "rfc3986");
const anyReference = index("productions", "URI-reference");

/** @internal */
export function edition(options, use = "parse", otherwise = rfc3986) {
  if (options?.edition === undefined) return otherwise;
  const found = index("editions", options.edition);
  if (names.offers[use].includes(found)) return found;
  throw new RangeError(`uniform-identifiers: ${call("refused_edition", [options.edition], Object.keys(names.offers).indexOf(use))}`);
}

/** A valid reference: its text, and where its components are. Components are read when they are asked for. */
export class Reference {
  #text;
  #edition;
  #scheme; // its end; 0: none
  #hostBegin;
  #hostEnd;
  #path;
  #pathEnd;
  #queryEnd;
  #hostType;

  /** @internal */
  constructor(text, edition, t, at) {
    this.#text = text;
    this.#edition = edition;
    this.#scheme = t[at];
    this.#hostBegin = t[at + 1];
    this.#hostEnd = t[at + 2];
    this.#path = t[at + 3];
    this.#pathEnd = t[at + 4];
    this.#queryEnd = t[at + 5];
    this.#hostType = t[at + 6];
  }

  #afterScheme() {
    return this.#scheme === 0 ? 0 : this.#scheme + 1;
  }
  #hasAuthority() {
    return this.#path !== this.#afterScheme();
  }
  #hasHost() {
    return this.#hasAuthority() && this.#hostBegin <= this.#hostEnd;
  }

  get text() {
    return this.#text;
  }
  get edition() {
    return names.editions[this.#edition];
  }
  get scheme() {
    return this.#scheme === 0 ? null : this.#text.slice(0, this.#scheme);
  }
  get authority() {
    return this.#hasAuthority() ? this.#text.slice(this.#afterScheme() + 2, this.#path) : null;
  }
  get userinfo() {
    const begin = this.#afterScheme() + 2;
    return this.#hasHost() && this.#hostBegin > begin ? this.#text.slice(begin, this.#hostBegin - 1) : null;
  }
  get user() {
    const info = this.userinfo;
    return info === null ? null : info.split(":", 1)[0];
  }
  get password() {
    const info = this.userinfo;
    const colon = info === null ? -1 : info.indexOf(":");
    return colon < 0 ? null : info.slice(colon + 1);
  }
  get host() {
    return this.#hasHost() ? this.#text.slice(this.#hostBegin, this.#hostEnd) : null;
  }
  get hostType() {
    return this.#hasHost() ? hostTypes[this.#hostType] : null;
  }
  get port() {
    return this.#hasHost() && this.#hostEnd < this.#path ? this.#text.slice(this.#hostEnd + 1, this.#path) : null;
  }
  get path() {
    return this.#text.slice(this.#path, this.#pathEnd);
  }
  get query() {
    return this.#pathEnd < this.#queryEnd ? this.#text.slice(this.#pathEnd + 1, this.#queryEnd) : null;
  }
  get fragment() {
    return this.#queryEnd < this.#text.length ? this.#text.slice(this.#queryEnd + 1) : null;
  }

  /** Where a component is: [begin, end), or null for an absent one. */
  range(component) {
    const value = this[component];
    if (typeof value !== "string" || !components.has(component)) {
      if (components.has(component)) return null;
      throw new RangeError(`uniform-identifiers: "${component}" is no component`);
    }
    const begin = {
      scheme: 0,
      authority: this.#afterScheme() + 2,
      userinfo: this.#afterScheme() + 2,
      user: this.#afterScheme() + 2,
      password: this.#hostBegin - 1 - value.length,
      host: this.#hostBegin,
      port: this.#hostEnd + 1,
      path: this.#path,
      query: this.#pathEnd + 1,
      fragment: this.#queryEnd + 1,
    }[component];
    return [begin, begin + value.length];
  }

  toString() {
    return this.#text;
  }
  toJSON() {
    return Object.fromEntries([...components].map((name) => [name, this[name]]).concat([["hostType", this.hostType]]));
  }
  [Symbol.for("nodejs.util.inspect.custom")](_depth, _options, inspect) {
    return `Reference ${inspect({ text: this.#text, ...this.toJSON() })}`;
  }
}

const components = new Set(["scheme", "authority", "userinfo", "user", "password", "host", "port", "path", "query", "fragment"]);

const parsing = ["edition", "production", "zoneIds", "maxLength"];
const withZones = ["edition", "zoneIds"];
const ofUrns = ["edition", "maxLength"];

function scanned(text, options, of) {
  known(options, of, parsing);
  if (options === undefined || options === null) return scan("parse", text, rfc3986, anyReference, 0, 0xfffffffe);
  const production = options.production === undefined ? anyReference : index("productions", options.production);
  return scan("parse", text, edition(options, of === "parse" ? "parse" : "check"), production, options.zoneIds ? 1 : 0, size(options, "maxLength", Infinity));
}

/** The reference, or a UniformError thrown. */
export function parse(text, options) {
  const table = scanned(text, options, "parse");
  if (table === null) throw lastError();
  return new Reference(text, edition(options), table, tableAt());
}

/** Why the text is no reference of the edition, or null. */
export function check(text, options) {
  return scanned(text, options, "check") === null ? lastError() : null;
}

/** Whether check() gives null. */
export function valid(text, options) {
  return scanned(text, options, "valid") !== null;
}

/** Whether the whole text is an instance of a production of the edition's grammar. */
export function matches(production, text, options) {
  known(options, "matches", withZones);
  const answer = ask("matches", [text, production], edition(options, "valid"), options?.zoneIds ? 1 : 0);
  if (answer < 0) throw new RangeError(`uniform-identifiers: "${production}" is no production`);
  return answer === 1;
}

const rfc8141 = index("editions", "rfc8141");

/** A valid URN: its text, and where its components are. */
export class Urn {
  #text;
  #edition;
  #nidEnd;
  #nssEnd;
  #r;
  #q;
  #f;

  /** @internal */
  constructor(text, edition, t, at) {
    const maybe = (begin, end) => (begin === 0xffffffff ? null : [begin, end]);
    this.#text = text;
    this.#edition = edition;
    this.#nidEnd = t[at];
    this.#nssEnd = t[at + 1];
    this.#r = maybe(t[at + 2], t[at + 3]);
    this.#q = maybe(t[at + 4], t[at + 5]);
    this.#f = maybe(t[at + 6], text.length);
  }

  #part(range) {
    return range === null ? null : this.#text.slice(...range);
  }
  get text() {
    return this.#text;
  }
  get edition() {
    return names.editions[this.#edition];
  }
  get nid() {
    return this.#text.slice(4, this.#nidEnd);
  }
  get nss() {
    return this.#text.slice(this.#nidEnd + 1, this.#nssEnd);
  }
  get assignedName() {
    return this.#text.slice(0, this.#nssEnd);
  }
  get rComponent() {
    return this.#part(this.#r);
  }
  get qComponent() {
    return this.#part(this.#q);
  }
  get fComponent() {
    return this.#part(this.#f);
  }

  /** Where a component is: [begin, end), or null for an absent one. */
  range(component) {
    const at = {
      scheme: [0, 3],
      nid: [4, this.#nidEnd],
      nss: [this.#nidEnd + 1, this.#nssEnd],
      assignedName: [0, this.#nssEnd],
      rComponent: this.#r,
      qComponent: this.#q,
      fComponent: this.#f,
    };
    if (!Object.hasOwn(at, component)) throw new RangeError(`uniform-identifiers: "${component}" is no component`);
    return at[component];
  }

  toString() {
    return this.#text;
  }
  toJSON() {
    const { nid, nss, assignedName, rComponent, qComponent, fComponent } = this;
    return { nid, nss, assignedName, rComponent, qComponent, fComponent };
  }
  [Symbol.for("nodejs.util.inspect.custom")](_depth, _options, inspect) {
    return `Urn ${inspect({ text: this.#text, ...this.toJSON() })}`;
  }
}

function scannedUrn(text, options, of) {
  known(options, of, ofUrns);
  return scan("parse_urn", text, edition(options, "urn", rfc8141), size(options, "maxLength", Infinity), 0, 0);
}

/** The URN, or a UniformError thrown. */
export function parseUrn(text, options) {
  const table = scannedUrn(text, options, "parseUrn");
  if (table === null) throw lastError();
  return new Urn(text, edition(options, "urn", rfc8141), table, tableAt());
}

/** The error that parseUrn() would throw, or null. */
export function checkUrn(text, options) {
  return scannedUrn(text, options, "checkUrn") === null ? lastError() : null;
}

/** The parts of a URL by its scheme's own document, decoded where that says so. */
export function parseUrl(text, options) {
  known(options, "parseUrl", ["edition"]);
  return call("parse_url", [text], options?.edition === undefined ? 0xffffffff : index("editions", options.edition));
}

/** Userinfo, host and port of an authority. */
export function parseAuthority(text, options) {
  known(options, "parseAuthority", withZones);
  return call("parse_authority", [text], edition(options), options?.zoneIds ? 1 : 0);
}

/** The facts about a host that need no look-up. */
export function parseHost(text, options) {
  known(options, "parseHost", withZones);
  return call("parse_host", [text], edition(options), options?.zoneIds ? 1 : 0);
}
