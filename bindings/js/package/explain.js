// Explanations step by step: every reading of a text, and how a reference is resolved.

import { UniformError } from "./error.js";
import { names } from "./names.js";
import { parse, parseUrl, parseUrn } from "./reference.js";
import { resolve } from "./operations.js";

const generic = ["rfc3986", "rfc3987", "rfc2396bis-01", "rfc2396"];
const urns = ["rfc8141", "urnbis-16", "urnbis-14", "rfc2141"];
const urls = ["url-06", "rfc1738"];

function attempt(f) {
  try {
    return { value: f(), error: null };
  } catch (e) {
    if (!(e instanceof UniformError)) throw e;
    return { value: null, error: e };
  }
}

/** The reading of a text by each edition: a value or an error. URNs and URLs are read where the scheme fits. */
export function readings(text) {
  const of = (kind, editions, read) =>
    editions.map((edition) => ({
      kind,
      edition,
      document: names.documents[names.editions.indexOf(edition)],
      ...attempt(() => read(text, { edition })),
    }));
  const all = of("reference", generic, parse);
  if (/^urn:/i.test(text)) all.push(...of("urn", urns, parseUrn));
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) {
    all.push(...of("url", urls, parseUrl));
    const current = attempt(() => parseUrl(text));
    if (current.value === null || !urls.includes(current.value.edition)) {
      all.push({ kind: "url", edition: current.value?.edition ?? null, document: current.value?.document ?? null, ...current });
    }
  }
  return all;
}

/** RFC 3986 5.2.2 to 5.3, step by step; the last step has the target. */
export function resolutionSteps(base, reference) {
  const b = parse(base, { production: "URI" });
  const r = parse(reference);
  const steps = [];
  const addStep = (section, step, rule, result) => steps.push({ section, step, rule, result });
  const t = { scheme: b.scheme, authority: b.authority, path: r.path, query: r.query, fragment: r.fragment };
  if (r.scheme !== null) {
    addStep("5.2.2", "scheme", "The reference has a scheme, so it is a URI: everything is its own.", r.text);
    Object.assign(t, { scheme: r.scheme, authority: r.authority });
  } else if (r.authority !== null) {
    addStep("5.2.2", "authority", "The reference has an authority: only the scheme is the base's.", `${b.scheme}:`);
    t.authority = r.authority;
  } else if (r.path === "") {
    addStep("5.2.2", "no-path", "The reference has no path: scheme, authority and path are the base's.", b.path);
    t.path = b.path;
    if (r.query === null) {
      addStep("5.2.2", "no-query", "It has no query either: the query is the base's, too.", b.query ?? "");
      t.query = b.query;
    }
  } else if (r.path.startsWith("/")) {
    addStep("5.2.2", "absolute-path", 'The path begins with "/": scheme and authority are the base\'s.', r.path);
  } else {
    addStep("5.2.2", "relative-path", 'The reference has no scheme and no authority, and its path does not begin with "/": scheme and authority are the base\'s, and the paths are merged.', r.path);
    if (b.authority !== null && b.path === "") {
      t.path = `/${r.path}`;
      addStep("5.2.3", "merge-root", 'The base has an authority and an empty path: "/" is put before the path.', t.path);
    } else {
      t.path = b.path.slice(0, b.path.lastIndexOf("/") + 1) + r.path;
      addStep("5.2.3", "merge", "The path takes the place of what follows the last \"/\" of the base's path.", t.path);
    }
  }
  if (r.scheme !== null || r.authority !== null || r.path !== "") t.path = removeDots(t.path, addStep);
  // 3.3: a path does not begin with "//" where no authority is
  if (t.authority === null && t.path.startsWith("//")) {
    t.path = `/.${t.path}`;
    addStep("3.3", "no-authority", 'The path would be read as an authority, so "/." is put before it.', t.path);
  }
  const target =
    `${t.scheme}:${t.authority === null ? "" : `//${t.authority}`}${t.path}` +
    `${t.query === null ? "" : `?${t.query}`}${t.fragment === null ? "" : `#${t.fragment}`}`;
  addStep("5.3", "compose", "The components are put together; the fragment is the reference's.", target);
  return { steps, target: resolve(base, reference), ...t };
}

// RFC 3986 5.2.4, with its steps A to E
function removeDots(path, addStep) {
  if (!/(^|\/)\.\.?(\/|$)/.test(path)) return path;
  let input = path;
  let output = "";
  addStep("5.2.4", "1", "1: the dot segments are removed; before the bar stands the output, behind it the input", `${output} | ${input}`);
  while (input !== "") {
    let letter;
    if (/^\.\.?\//.test(input)) {
      letter = "A";
      input = input.replace(/^\.\.?\//, "");
    } else if (/^\/\.(\/|$)/.test(input)) {
      letter = "B";
      input = input.replace(/^\/\.(\/|$)/, "/");
    } else if (/^\/\.\.(\/|$)/.test(input)) {
      letter = "C";
      input = input.replace(/^\/\.\.(\/|$)/, "/");
      output = output.slice(0, Math.max(output.lastIndexOf("/"), 0));
    } else if (input === "." || input === "..") {
      letter = "D";
      input = "";
    } else {
      letter = "E";
      const segment = /^\/?[^/]*/.exec(input)[0];
      output += segment;
      input = input.slice(segment.length);
    }
    addStep("5.2.4", `2${letter}`, `2${letter}: ${dots[letter]}`, `${output} | ${input}`);
  }
  return output;
}

const dots = {
  A: 'a leading "../" or "./" is removed',
  B: '"/./" becomes "/"',
  C: '"/../" becomes "/", and the last segment of the output is removed',
  D: '"." or ".." alone is removed',
  E: "the next segment moves to the output",
};
