// The components of a text, with their places, by the first document that reads it.
import { attempt, type Core, type Edition, type ErrorFacts, type Reference, type Urn } from "./core.js";

export type PieceName =
  | "scheme" | "userinfo" | "host" | "port" | "authority" | "path" | "query" | "fragment"
  | "nid" | "nss" | "r-component" | "q-component" | "f-component" | "delimiter";

export interface Piece {
  name: PieceName;
  begin: number;
  end: number;
}

export interface Components {
  /** The document by which the text is read: "RFC 3986"; null when none does, and the text is only split. */
  document: string | null;
  /** The edition of references that does, or null. */
  edition: Edition | null;
  kind: "reference" | "urn" | "split";
  pieces: Piece[];
  /** Why RFC 3986 (for a URN: RFC 8141) does not read it. */
  error: ErrorFacts | null;
}

/** Puts delimiters between what has a name. */
function between(parts: Piece[], length: number): Piece[] {
  const all: Piece[] = [];
  let at = 0;
  for (const part of parts.filter((p) => p.end >= at).sort((a, b) => a.begin - b.begin)) {
    if (part.begin > at) all.push({ name: "delimiter", begin: at, end: part.begin });
    all.push(part);
    at = part.end;
  }
  if (at < length) all.push({ name: "delimiter", begin: at, end: length });
  return all;
}

function ofReference(r: Reference): Piece[] {
  const parts: Piece[] = [];
  const names = r.host === null ? (["scheme", "authority", "path", "query", "fragment"] as const)
    : (["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const);
  for (const name of names) {
    const range = r.range(name);
    if (range !== null && !(name === "path" && range[0] === range[1])) parts.push({ name, begin: range[0], end: range[1] });
  }
  return between(parts, r.text.length);
}

function ofUrn(u: Urn): Piece[] {
  const parts: Piece[] = [];
  const names = [
    ["scheme", "scheme"], ["nid", "nid"], ["nss", "nss"],
    ["rComponent", "r-component"], ["qComponent", "q-component"], ["fComponent", "f-component"],
  ] as const;
  for (const [component, name] of names) {
    const range = u.range(component);
    if (range !== null) parts.push({ name, begin: range[0], end: range[1] });
  }
  return between(parts, u.text.length);
}

/** RFC 3986 appendix B, which splits any text. */
export function split(text: string): Piece[] {
  const parts: Piece[] = [];
  const m = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/d.exec(text);
  const names = ["scheme", "authority", "path", "query", "fragment"] as const;
  names.forEach((name, i) => {
    const range = m?.indices?.[i + 1];
    if (range && !(name === "path" && range[0] === range[1])) parts.push({ name, begin: range[0], end: range[1] });
  });
  return between(parts, text.length);
}

/** The documents that may read what RFC 3986 does not, in the order in which they are asked. */
const others = ["rfc3987", "rfc2396bis-01", "rfc2396"] as const;

export function componentsOf(core: Core, text: string): Components {
  if (/^urn:/i.test(text)) {
    const urn = attempt(core, () => core.parseUrn(text));
    if (urn.value) return { document: "RFC 8141", edition: "rfc3986", kind: "urn", pieces: ofUrn(urn.value), error: null };
    const generic = attempt(core, () => core.parse(text));
    if (generic.value) return { document: "RFC 3986", edition: "rfc3986", kind: "reference", pieces: ofReference(generic.value), error: urn.error.toJSON() };
  }
  const first = attempt(core, () => core.parse(text));
  if (first.value) return { document: "RFC 3986", edition: "rfc3986", kind: "reference", pieces: ofReference(first.value), error: null };
  const error = first.error.toJSON();
  for (const edition of others) {
    const read = attempt(core, () => core.parse(text, { edition }));
    if (read.value) {
      const document = core.readings(text).find((r) => r.edition === edition)?.document ?? edition;
      return { document, edition, kind: "reference", pieces: ofReference(read.value), error };
    }
  }
  return { document: null, edition: null, kind: "split", pieces: split(text), error };
}
