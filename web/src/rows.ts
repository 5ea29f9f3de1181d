// The readings of all documents as rows with the same columns, so that differences can be seen.
import type { Core, ErrorFacts, UrlParts } from "./core.js";

export const referenceColumns = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;
export const urnColumns = ["nid", "nss", "r-component", "q-component", "f-component"] as const;

export interface Row {
  /** "RFC 3986", or "browser". */
  document: string;
  values: (string | null)[] | null;
  error: ErrorFacts | null;
  /** The text as the reader writes it, where that is another one. */
  written: string | null;
  /** For each value, whether it differs from that of the first row. */
  differs: boolean[];
}

export interface Table {
  columns: readonly string[];
  rows: Row[];
}

/** The components that `new URL` makes of a text. It does not tell an empty component from an absent one. */
export function browserRow(text: string): Row {
  const row: Row = { document: "browser", values: null, error: null, written: null, differs: [] };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return row;
  }
  const userinfo = url.password === "" ? url.username : `${url.username}:${url.password}`;
  const some = (s: string): string | null => (s === "" ? null : s);
  row.values = [
    url.protocol.slice(0, -1), some(userinfo), some(url.hostname), some(url.port), url.pathname,
    some(url.search.slice(1)), some(url.hash.slice(1)),
  ];
  row.written = url.href;
  return row;
}

/** An empty component of a text and an absent one are the same to a browser. */
function mark(rows: Row[]): void {
  const first = rows[0]?.values;
  for (const row of rows) {
    row.differs = (row.values ?? []).map((value, i) => {
      const other = first?.[i] ?? null;
      if (!first) return false;
      return row.document === "browser" ? (value ?? "") !== (other ?? "") : value !== other;
    });
  }
}

export interface Readings {
  references: Table;
  urns: Table | null;
  urls: { document: string | null; parts: UrlParts | null; error: ErrorFacts | null }[];
}

export function readingsOf(core: Core, text: string): Readings {
  const result: Readings = { references: { columns: referenceColumns, rows: [] }, urns: null, urls: [] };
  for (const r of core.readings(text)) {
    const error = r.error?.toJSON() ?? null;
    const row = (values: Row["values"]): Row => ({ document: r.document ?? "", values, error, written: null, differs: [] });
    if (r.kind === "reference") {
      const v = r.value;
      // Older editions have authorities that are no host
      result.references.rows.push(row(v && [v.scheme, v.userinfo, v.host ?? v.authority, v.port, v.path, v.query, v.fragment]));
    } else if (r.kind === "urn") {
      const v = r.value;
      result.urns ??= { columns: urnColumns, rows: [] };
      result.urns.rows.push(row(v && [v.nid, v.nss, v.rComponent, v.qComponent, v.fComponent]));
    } else if (!/^urn:/i.test(text)) { // of URNs the table above has the components
      result.urls.push({ document: r.document, parts: r.value, error });
    }
  }
  result.references.rows.push(browserRow(text));
  mark(result.references.rows);
  if (result.urns) mark(result.urns.rows);
  return result;
}
