// The functions of fast-uri, done by this library. docs/guide/migrating-fast-uri.md lists what differs.

import { UniformError } from "./error.js";
import { parse as read, parseUrn } from "./reference.js";
import { build, normalize as normalForm, resolve as target } from "./operations.js";
import { buildUrn } from "./urn.js";

const written = (text) => normalForm(normalForm(text, { level: "percent" }), { level: "case" });
// By the scheme; the letters of a NID are lower case (RFC 8141 3.1), and those of a UUID (RFC 9562 4).
const normal = (text) =>
  normalForm(text, { level: "scheme" }).replace(/^urn:(uuid:[\da-f-]+(?![^?#])|[^:/?#]*:)/i, (name) => name.toLowerCase());

function attempt(f, otherwise) {
  try {
    return f();
  } catch (e) {
    if (e instanceof UniformError) return otherwise(e);
    throw e;
  }
}

/** The components with letters and escapes in normal form; `error` says why a text is none. Nothing is thrown. */
export function parse(uri, options) {
  const text = options?.reference === "suffix" ? (options.scheme ? `${options.scheme}:${uri}` : `//${uri}`) : uri;
  const nothing = { scheme: undefined, userinfo: undefined, host: undefined, port: undefined, path: "", query: undefined, fragment: undefined };
  return attempt(
    () => {
      const r = read(written(text));
      const bare = r.hostType === "ipv6" || r.hostType === "ipvfuture" ? r.host.slice(1, -1) : r.host;
      const port = r.port === null ? undefined : r.port === "" ? "" : Number(r.port);
      const parsed = { ...nothing, scheme: r.scheme ?? undefined, userinfo: r.userinfo ?? undefined, host: bare ?? undefined, port };
      parsed.path = r.path;
      parsed.query = r.query ?? undefined;
      parsed.fragment = r.fragment ?? undefined;
      parsed.reference = kind(r);
      const wanted = options?.reference;
      if (wanted && wanted !== "suffix" && wanted !== parsed.reference) parsed.error = `URI is not a ${wanted} reference.`;
      if (port > 65535) parsed.error = parsed.error ?? "the port's number is above 65535";
      if (r.scheme === "urn") {
        const u = parseUrn(r.text);
        parsed.nid = u.nid.toLowerCase();
        parsed.nss = u.nss;
        if (parsed.nid === "uuid") parsed.uuid = u.nss;
      }
      return parsed;
    },
    (e) => ({ ...nothing, error: e.reason }),
  );
}

function kind(r) {
  if (r.text === "" || r.text.startsWith("#")) return "same-document";
  if (r.scheme === null) return "relative";
  return r.fragment === null ? "absolute" : "uri";
}

// The name that parse() gives of a URN beside its path; one without a namespace is refused, as buildUrn() does.
const nameOf = ({ nid, nss, uuid }) =>
  nid !== undefined ? `${nid}:${nss ?? uuid ?? ""}` : (nss ?? uuid) === undefined ? "" : buildUrn({ nid: "", nss: nss ?? uuid });

/** The text of components, in normal form. Throws a UniformError for what would not be read back as them. */
export function serialize(component, options) {
  const { scheme = options?.scheme, userinfo, host, port, path = nameOf(component), query, fragment } = component;
  const literal = host?.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const below = literal !== undefined && path !== "" && !path.startsWith("/") ? `/${path}` : path; // RFC 3986 3.3
  const text = build({ scheme, userinfo, host: literal, port, path: below, query, fragment });
  return normal(text);
}

/** The target of a reference, in normal form. Throws a UniformError for what is none. */
export function resolve(base, reference, options) {
  return normalForm(target(base, reference, { strict: !options?.tolerant }));
}

/** The target's components. */
export function resolveComponent(base, relative, options) {
  const { reference, ...parts } = parse(resolve(serialize(base), serialize(relative), options));
  return parts;
}

/** The normal form of a text, or of components. A text that is none stays as it is. */
export function normalize(uri, options) {
  if (typeof uri !== "string") return parse(serialize(uri, options));
  return attempt(() => normal(uri), () => uri);
}

/** Whether the two have the same normal form; a text that is none is equal to nothing. */
export function equal(a, b, options) {
  const text = (x) => (typeof x === "string" ? normal(x) : serialize(x, options));
  return attempt(() => text(a) === text(b), () => false);
}

export const fastUri = { normalize, resolve, resolveComponent, equal, serialize, parse };
export default fastUri;
