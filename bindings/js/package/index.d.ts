/** A document by whose rules a text is read. The default is the current standard. */
export type Edition =
  | "rfc3986" | "rfc3987" | "rfc2396bis-01" | "rfc2396"
  | "rfc8141" | "urnbis-16" | "urnbis-14" | "rfc2141"
  | "url-06" | "rfc1738" | "rfc2397" | "rfc4156" | "rfc4157" | "rfc4248" | "rfc4266" | "rfc4516" | "rfc5538"
  | "rfc6068" | "rfc6455" | "rfc8089" | "rfc9110";
/** A level of the comparison ladder, RFC 3986 6.2. */
export type Level = "simple" | "case" | "percent" | "path" | "syntax" | "scheme" | "protocol";
/** The productions that parse() reads. */
export type Production =
  | "URI" | "URI-reference" | "absolute-URI" | "relative-ref" | "absolute-URI-reference" | "relative-URI";
export type ComponentName =
  | "scheme" | "authority" | "userinfo" | "user" | "password" | "host" | "port" | "path" | "query" | "fragment";
export type HostType = "reg-name" | "ipv4" | "ipv6" | "ipvfuture" | "hostname";
/** [begin, end) in UTF-16 units. */
export type Range = [begin: number, end: number];

/**
 * Why a text is not what was asked for: what, where, and by which rule of which document. `message` says it all: "a space is
 * not allowed here: reg-name, RFC 3986 section 3.2.2 (offset 8)".
 */
export class UniformError extends Error {
  /** One sentence: "a space is not allowed here". */
  readonly reason: string;
  /** A stable name: "invalid_percent_encoding". */
  readonly code: string;
  /** Where, in UTF-16 units of the string. */
  readonly offset: number;
  /** Where, in bytes of its UTF-8. */
  readonly byteOffset: number;
  /** The production that fails there, as the document spells it: "reg-name"; "" for a limit. */
  readonly rule: string;
  /** "RFC 3986" */
  readonly document: string;
  /** "3.2.2" */
  readonly section: string;
  /** "RFC 3986 section 3.2.2" */
  readonly citation: string;
  /** The argument that the offset is in, of functions that take several. */
  readonly argument?: string;
  toJSON(): ErrorFacts;
}
export interface ErrorFacts {
  code: string;
  offset: number;
  byteOffset: number;
  rule: string;
  document: string;
  section: string;
  citation: string;
  reason: string;
  argument?: string;
}

/** A RangeError names an edition by which a function does nothing, and those that there are. */
export interface EditionOptions {
  edition?: Edition;
}
export interface ParseOptions extends EditionOptions {
  /** "URI-reference" if not given. */
  production?: Production;
  /** RFC 6874: allow "[fe80::1%25eth0]". */
  zoneIds?: boolean;
  /** In bytes of UTF-8, or Infinity; longer texts are refused. */
  maxLength?: number;
}

/** The components as written; an absent one is null, an empty one "". */
export interface Components {
  scheme: string | null;
  authority: string | null;
  userinfo: string | null;
  user: string | null;
  password: string | null;
  host: string | null;
  port: string | null;
  path: string;
  query: string | null;
  fragment: string | null;
  hostType: HostType | null;
}
/** A valid reference. Components are cut out of the text when they are asked for. */
export class Reference implements Components {
  private constructor();
  readonly text: string;
  readonly edition: Edition;
  readonly scheme: string | null;
  readonly authority: string | null;
  readonly userinfo: string | null;
  readonly user: string | null;
  readonly password: string | null;
  readonly host: string | null;
  readonly port: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
  readonly hostType: HostType | null;
  /** Where a component is in the text; null for an absent one. */
  range(component: ComponentName): Range | null;
  toString(): string;
  toJSON(): Components;
}

/**
 * The reference. Throws a UniformError for a text that is none.
 * @example parse("http://example.org/a?b").path // "/a"
 */
export function parse(text: string, options?: ParseOptions): Reference;
/** Why the text is no reference, or by "url-06" and "rfc1738" no URL; or null. */
export function check(text: string, options?: ParseOptions): UniformError | null;
/** Whether check() gives null. */
export function valid(text: string, options?: ParseOptions): boolean;
/** Whether the whole text is an instance of any production of the edition's grammar: matches("IPv6address", "::1"). */
export function matches(production: string, text: string, options?: EditionOptions & { zoneIds?: boolean }): boolean;
/** Userinfo, host and port of an authority (RFC 3986 3.2). */
export function parseAuthority(
  text: string,
  options?: EditionOptions & { zoneIds?: boolean },
): { userinfo: string | null; host: string | null; port: string | null };

export interface HostFacts {
  text: string;
  type: HostType;
  /** The address that the host is, also in a rare form ("0x7f.1"), or for localhost. */
  address: string | null;
  /** In a form that RFC 3986 reads as a name, and other software as an address. */
  rare: boolean;
  /** The bytes of an IPv4address or IPv6address. */
  bytes: number[] | null;
  special: { use: string; says: string; document: string; section: string; citation: string } | null;
}
/** The facts about a host that need no look-up. */
export function parseHost(text: string, options?: EditionOptions & { zoneIds?: boolean }): HostFacts;

export type UrlPart = string | number | boolean | null | string[] | [name: string, value: string][];
export interface UrlParts {
  scheme: string;
  edition: Edition;
  document: string;
  /** By the names of the document, decoded where it says so, with defaults: host, port, gophertype, selector, ... */
  parts: Record<string, UrlPart>;
}
/** A URL by its scheme's current document, or by that of an edition: "url-06" is the draft of 1994. */
export function parseUrl(text: string, options?: EditionOptions): UrlParts;

export interface NormalizeOptions extends EditionOptions {
  /** "syntax" if not given. */
  level?: Level;
  ignoreFragment?: boolean;
  /** IPv6 addresses in the form of RFC 5952. */
  rfc5952?: boolean;
  /** Also Normalization Form C (RFC 3987 5.3.2.2); with the edition "rfc3987" only. */
  nfc?: boolean;
}
/** By "url-06" and "rfc1738", of a URL. @example normalize("HTTP://a/%7eb") // "http://a/~b" */
export function normalize(text: string, options?: NormalizeOptions): string;
export interface NormalForm {
  level: Level;
  document: string;
  section: string;
  citation: string;
  text: string;
  changes: ("scheme" | "userinfo" | "host" | "port" | "path" | "query" | "fragment")[];
}
/** The normal form at each level from "simple" to "scheme". */
export function normalForms(text: string, options?: Omit<NormalizeOptions, "level">): NormalForm[];

export interface ResolveOptions extends EditionOptions {
  /** false: a scheme that is the base's own is ignored (RFC 3986 5.2.2). */
  strict?: boolean;
  excessDots?: "by-edition" | "keep" | "drop" | "refuse";
  baseDots?: "as-written" | "removed-first";
  doubleSlash?: "guard" | "refuse";
}
/** By "url-06" and "rfc1738", a URL is its own target. @example resolve("http://a/b/c/d;p?q", "../g") // "http://a/b/g" */
export function resolve(base: string, reference: string, options?: ResolveOptions): string;
/** The shortest reference that resolves to the target. */
export function relativize(base: string, target: string, options?: ResolveOptions): string;
/** RFC 3986 5.2.4. */
export function removeDotSegments(path: string): string;
/** A place in a document, as all messages write it. @example citation("RFC 3986", "3.2.2") // "RFC 3986 section 3.2.2" */
export function citation(document: string, section: string): string;
export interface ResolutionStep {
  section: string;
  /** The name of the step, for programs: "relative-path", "merge", "2C". */
  step: string;
  /** The same as a sentence. */
  rule: string;
  /** The text after the step; in 5.2.4 the output buffer, " | " and the input buffer. */
  result: string;
}
/** RFC 3986 5.2.2 to 5.3, step by step, with the target and its components. */
export function resolutionSteps(
  base: string,
  reference: string,
): {
  steps: ResolutionStep[];
  target: string;
  scheme: string;
  authority: string | null;
  path: string;
  query: string | null;
  fragment: string | null;
};

/** Whether the two have the same normal form. */
export function equivalent(first: string, second: string, options?: NormalizeOptions): boolean;
/** The lowest level at which the two are equivalent. */
export function comparisonLevel(first: string, second: string, options?: Omit<NormalizeOptions, "level">): Level | null;

/** A text as written; data, which is encoded; null removes. */
export type EditValue = string | { data: string } | null;
export interface Changes {
  scheme?: string | null;
  authority?: string | null;
  userinfo?: EditValue;
  user?: EditValue;
  password?: EditValue;
  host?: EditValue;
  port?: string | number | null;
  path?: EditValue;
  query?: EditValue;
  fragment?: EditValue;
  appendSegment?: string | { data: string };
  insertSegment?: [index: number, segment: string | { data: string }];
  replaceSegment?: [index: number, segment: string | { data: string }];
  eraseSegment?: number;
  popSegment?: true;
  appendParameter?: [key: string | { data: string }, value?: EditValue];
  setParameter?: [key: string | { data: string }, value?: EditValue];
  replaceParameter?: [key: string | { data: string }, value?: EditValue];
  removeParameter?: string | { data: string };
  /** "utm_*" */
  removeParametersMatching?: string;
  keepParametersMatching?: string;
  /** A query. */
  mergeParameters?: string;
  sortParameters?: true;
}
/** All changes in their order, or a UniformError and none. Where one argument of two is data, both are. */
export function edit(text: string, changes: Changes | Changes[], options?: QueryOptions & EditionOptions): string;
/** The reference that has these components; refused unless it is read back as them. */
export function build(
  components: {
    scheme?: string | null;
    userinfo?: string | null;
    host?: string | null;
    port?: string | number | null;
    path?: string;
    query?: string | null;
    fragment?: string | null;
    authority?: string | null;
  },
  options?: EditionOptions,
): string;

export interface IdnaOptions {
  /** Host names by IDNA (UTS 46): A-labels in the URI, U-labels in the IRI where they cannot be mistaken. */
  idna?: boolean;
}
export interface HostOptions {
  /** UTS 46 with its checks, IDNA 2008 without mapping, or the host parser of the URL Standard. "uts46" if not given. */
  rules?: "uts46" | "idna2008" | "browser";
}
export * from "./table.js";
/** The places of a reference that data can be put into; "parameter" is a key or a value of the query. */
export type DataPlace = "user" | "password" | "host" | "path" | "segment" | "query" | "parameter" | "fragment";
/**
 * Data as text of a component; throws a UniformError for "." and ".." as a segment, which have no encoding.
 * @example encode("a/b c", "segment") // "a%2Fb%20c"
 */
export function encode(data: string, component: DataPlace, options?: EditionOptions & { plusAsSpace?: boolean }): string;
/** The data that a text stands for, read as UTF-8; bytes that are not UTF-8 become U+FFFD. */
export function decode(text: string, options?: { plusAsSpace?: boolean }): string;

export interface QueryOptions {
  /** ";" separates, too. */
  semicolon?: boolean;
  /** Form data (URL Standard 5.1): "+" is a space, and an empty sequence is no parameter. */
  plusAsSpace?: boolean;
  /** "&" if not given. */
  separator?: string;
}
/** The parameters, decoded; null for a value that is absent, and for what does not decode. */
export function queryParameters(
  query: string,
  options?: QueryOptions,
): { key: string | null; value: string | null; text: string }[];
export function encodeParameters(
  pairs: Iterable<readonly [key: string, value?: string | null]>,
  options?: QueryOptions & EditionOptions,
): string;

export interface Scheme {
  name: string;
  status: "permanent" | "provisional" | "historical" | "added";
  reference: string;
  defaultPort: number | null;
  defaultPortSource: string;
}
/** IANA's entry of a scheme, or null. */
export function scheme(name: string): Scheme | null;

type Text = string | number | bigint | boolean | null | undefined;
/** Members that are null or undefined are left out. */
export type TemplateValue = Text | readonly Text[] | { readonly [name: string]: Text } | ReadonlyMap<string, Text>;
/** RFC 6570: the variables and the level of a template. */
export function template(text: string): { variables: string[]; level: 1 | 2 | 3 | 4 };
/** @example expandTemplate("{/list*}{?q}", { list: ["a", "b"], q: "c d" }) // "/a/b?q=c%20d" */
export function expandTemplate(text: string, variables: Record<string, TemplateValue> | ReadonlyMap<string, TemplateValue>): string;
/** The values with which a template expands to exactly that URI, or null. */
export function matchTemplate(
  text: string,
  uri: string,
): { ambiguous: boolean; values: Record<string, string | string[] | Record<string, string>> } | null;

/** A valid URN (RFC 8141). */
export class Urn {
  private constructor();
  readonly text: string;
  readonly edition: Edition;
  readonly nid: string;
  readonly nss: string;
  /** "urn:" NID ":" NSS */
  readonly assignedName: string;
  readonly rComponent: string | null;
  readonly qComponent: string | null;
  readonly fComponent: string | null;
  range(component: "scheme" | "nid" | "nss" | "assignedName" | "rComponent" | "qComponent" | "fComponent"): Range | null;
  toString(): string;
  toJSON(): UrnComponents & { assignedName: string };
}
export interface UrnComponents {
  nid: string;
  nss: string;
  rComponent?: string | null;
  qComponent?: string | null;
  fComponent?: string | null;
}
export interface UrnOptions extends EditionOptions {
  maxLength?: number;
}
/** @example parseUrn("urn:isbn:978-951-0-18435-6").nid // "isbn" */
export function parseUrn(text: string, options?: UrnOptions): Urn;
export function checkUrn(text: string, options?: UrnOptions): UniformError | null;
export function buildUrn(components: UrnComponents, options?: EditionOptions): string;
/** The same name in the syntax of another edition. */
export function convertUrn(text: string, to: Edition, options?: EditionOptions): string;
/** RFC 8141 3.1; with `namespace` by the rules of the namespace, too. */
export function urnEquivalent(first: string, second: string, options?: EditionOptions & { namespace?: boolean }): boolean;
export function normalizeUrn(text: string, options?: EditionOptions & { namespace?: boolean }): string;

export interface Namespace {
  nid: string;
  kind: "formal" | "informal";
  status: "registered" | "unregistered" | "added";
  title: string;
  registrant: string;
  references: string[];
  date: string;
  updated: string;
  source: string;
  notes: string;
  syntax: { abnf: string; pattern: string; ignoreCase: boolean };
  equivalence: string;
  checks: { algorithm: CheckAlgorithm; strict: boolean; note: string }[];
  components: { r: string; q: string; f: string };
  resolution: "unknown" | "no" | "yes";
  resolutionNote: string;
  systems: { name: string; example: string }[];
  examples: string[];
  badExamples: { urn: string; why: string }[];
}
export interface UrnFacts {
  namespace: Namespace | null;
  /** Why the NSS is none of its namespace. */
  error: ErrorFacts | null;
  check: {
    state: "none" | "correct" | "incorrect" | "unchecked";
    strict: boolean;
    algorithm?: CheckAlgorithm;
    expected?: string;
    found?: string;
    offset?: number;
    note?: string;
  };
  normalized: string;
  namespaceNormalized: string;
  /** In the form of its identifier system. */
  name: string | null;
  /** Where it may be resolved. */
  addresses: string[];
  /** For people, with the letters that are percent-encoded. */
  shown: string;
}
/** All that is known of a URN without asking a server. */
export function urnFacts(text: string, options?: EditionOptions & { level?: "lenient" | "normal" | "strict" }): UrnFacts;
export interface NidFacts {
  nid: string;
  kind: string;
  registered: boolean;
  availableAsFormal: boolean;
  error: ErrorFacts | null;
  refusals: { document: string; section: string; citation: string; says: string }[];
  notes: string[];
}
/** The kind of namespace that a NID may name, and why a new one could not have it. */
export function nidFacts(nid: string, options?: EditionOptions): NidFacts;
export function urnNamespace(nid: string): Namespace | null;
export function urnNamespaces(): Pick<Namespace, "nid" | "kind" | "status" | "title">[];
export type CheckAlgorithm =
  | "isbn-10-mod11" | "isbn-13-mod10" | "issn-mod11" | "iso7064-mod37-36" | "iso7064-mod11-2" | "iso7064-mod97-10"
  | "luhn" | "gs1-mod10" | "eic-mod37" | "nbn-de";
/** The check character of a payload; null when the algorithm gives none. */
export function checkCharacter(algorithm: CheckAlgorithm, payload: string): string | null;
/** @example urnFromName("isbn", "ISBN 978-951-0-18435-6") // "urn:isbn:978-951-0-18435-6" */
export function urnFromName(nid: string, name: string, options?: { completeCheck?: boolean; anyCheck?: boolean }): string;
export function guessNames(text: string): { nid: string; system: string; urn: string }[];

export interface Found {
  begin: number;
  end: number;
  /** A valid URI: `text`, or what an abbreviated reference may stand for. */
  uri: string;
  text: string;
  how: "angle" | "url-prefix" | "quotes" | "bare" | "abbreviated";
  guess: boolean;
  rule: string;
  /** The character before which it was cut although the text goes on. */
  cutBefore: string;
  /** White space inside was removed. */
  cleaned: boolean;
}
/** The URIs in a text. */
export function find(
  text: string,
  options?: EditionOptions & {
    schemes?: "likely" | "registered" | "any";
    abbreviated?: boolean;
    joinLines?: boolean;
    https?: boolean;
  },
): Found[];
/** The URI that a typed text probably stands for. */
export function complete(
  text: string,
  options?: EditionOptions & { https?: boolean },
): { uri: string; rule: string; guess: boolean; cleaned: { what: string; begin: number; end: number }[] } | null;

export interface RepairOptions {
  /** By RFC 3987 3.1, as browsers read (the URL Standard), or as people type and copy (RFC 3986 appendices C and E). */
  like?: "rfc3987" | "whatwg" | "typed";
  /** The production that the text must match, and the repaired one matches. "URI-reference" if not given. */
  production?: Production;
}
/**
 * The URI that a text is, or stands for. Throws a UniformError where there is none, or more than one. Host
 * names beyond US-ASCII become A-labels by UTS 46.
 * @example repair("http://a/caf\u00E9 1").uri // "http://a/caf%C3%A9%201"
 */
export function repair(
  text: string,
  options?: RepairOptions,
): { uri: string; changed: boolean; hostBefore: string | null };

/** A host name as it may be shown: U-labels, as far as they cannot be mistaken for something else (UTS 39). */
export function displayHost(name: string): { text: string; why: string };

/** A URL as browsers read it, with the members of their class URL, and what is not valid in the text. */
export interface WebUrl {
  href: string;
  origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  /** The first 100 validation errors, by the names of the URL Standard. */
  errors: { code: string; offset: number; byteOffset: number; reason: string }[];
}
/**
 * The URL that a browser makes of the text, by the same version of Unicode everywhere; `new URL` takes the platform's.
 * @example parseWebUrl("HTTPS:\\\\B\u00DCCHER.example:443\\a b").href // "https://xn--bcher-kva.example/a%20b"
 */
export function parseWebUrl(text: string, options?: { base?: string }): WebUrl;

export interface Finding {
  check: string;
  severity: "note" | "warning" | "error";
  begin: number;
  end: number;
  explanation: string;
  document: string;
  section: string;
  citation: string;
  /** The whole identifier in a safer form. */
  safer: string | null;
}
/** The parts of a text that may mislead or harm. */
export function lint(text: string, options?: EditionOptions & { longest?: number; safer?: boolean }): Finding[];
export function lintChecks(): { check: string; severity: string; summary: string; document: string; section: string; citation: string }[];

export type Reading =
  | { kind: "reference"; edition: Edition; document: string; value: Reference | null; error: UniformError | null }
  | { kind: "urn"; edition: Edition; document: string; value: Urn | null; error: UniformError | null }
  | { kind: "url"; edition: Edition | null; document: string | null; value: UrlParts | null; error: UniformError | null };
/** The reading of a text by each edition. */
export function readings(text: string): Reading[];

/**
 * Lines as one string or as bytes of UTF-8 (a carriage return before a line end and a byte order mark at the start are no
 * part of a row); an array of strings; or texts as Arrow lays them out (utf8, large_utf8), with a byte for each row that is 0
 * for null. A null has no result.
 */
export type List =
  | string
  | Uint8Array
  | readonly (string | null)[]
  | {
      readonly bytes: Uint8Array;
      readonly offsets: Uint32Array | Int32Array | BigInt64Array | readonly number[];
      readonly valid?: Uint8Array;
    };
/** Texts in one buffer: row i is bytes offsets[i] to offsets[i + 1] when valid[i] is 1. A column is a List. */
export interface Column extends Iterable<string | null> {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly valid: Uint8Array;
  readonly length: number;
  at(row: number): string | null;
  toArray(): (string | null)[];
  /** The rows as lines; one that is not valid is `otherwise`. */
  lines(otherwise?: string): string;
}
export interface References {
  readonly length: number;
  readonly bytes: Uint8Array;
  readonly valid: Uint8Array;
  /**
   * Eight numbers a row: where it begins in `bytes`; then, in bytes from there, the ends of the scheme and the begin and
   * end of the host, begin and end of the path, end of the query; its size. Where valid[i] is 0 the second is the offset
   * of the error.
   */
  readonly table: Uint32Array;
  text(row: number): string;
  at(row: number): Reference | null;
  /** In bytes of the row; -1 for a valid one. */
  errorOffset(row: number): number;
}
/** Lists: one call for all rows. */
export declare namespace columns {
  /** 1 for each row that is valid. */
  function valid(rows: List, options?: EditionOptions & { production?: Production }): Uint8Array;
  function parse(rows: List, options?: EditionOptions & { production?: Production }): References;
  function normalize(rows: List, options?: NormalizeOptions): Column;
  /** Reads IRIs, too: the default of `edition` is rfc3987 here. */
  function component(
    rows: List,
    name: "scheme" | "authority" | "userinfo" | "host" | "port" | "path" | "query" | "fragment",
    options?: EditionOptions,
  ): Column;
  /** Reads IRIs, too: the default of `edition` is rfc3987 here. */
  function host(rows: List, options?: EditionOptions): Column;
  function resolve(base: string, rows: List, options?: EditionOptions): Column;
  function normalizeUrn(rows: List, options?: EditionOptions): Column;
  function complete(rows: List, options?: EditionOptions & { https?: boolean }): Column;
  /** `valid` is 1 for a row that stays as it is, 2 for a repaired one, 3 for one whose host changed. */
  function repair(rows: List, options?: RepairOptions): Column;
  /** 1 for each row that no row before it is equivalent to. */
  function unique(rows: List, options?: NormalizeOptions): Uint8Array;
  const componentNames: readonly string[];
}

/** The version of the library. */
export const version: string;
export const editions: readonly Edition[];
export const levels: readonly Level[];
export const algorithms: readonly CheckAlgorithm[];
