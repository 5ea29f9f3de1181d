// URNs: their namespaces, check characters, equivalence, and names of other systems.

import { call, index, known } from "./module.js";
import { edition } from "./reference.js";

function of(options, name, ...more) {
  known(options, name, ["edition", ...more]);
  return edition(options, "urn", index("editions", "rfc8141"));
}
const levels = ["lenient", "normal", "strict"];

/** Whether two URNs are equivalent (RFC 8141 3.1), or with `namespace: true` by the rules of their namespace. */
export function urnEquivalent(first, second, options) {
  return call(options?.namespace ? "namespace_equivalent" : "urn_equivalent", [first, second], of(options, "urnEquivalent", "namespace")) === "1";
}

/** The assigned-name in normal form (RFC 8141 3.1), or with `namespace: true` by the rules of its namespace. */
export function normalizeUrn(text, options) {
  return call("normalize_urn", [text], of(options, "normalizeUrn", "namespace"), options?.namespace ? 1 : 0);
}

/** The same name in the syntax of another edition. */
export function convertUrn(text, to, options) {
  return call("convert_urn", [text], of(options, "convertUrn"), index("editions", to));
}

/** A URN of components. */
export function buildUrn(c, options) {
  return call("build_urn", [c.nid, c.nss, c.rComponent, c.qComponent, c.fComponent], of(options, "buildUrn"));
}

/** All that is known of a URN without asking a server. */
export function urnFacts(text, options) {
  const level = levels.indexOf(options?.level ?? "normal");
  if (level < 0) throw new RangeError(`uniform-identifiers: a level of URNs is one of ${levels.join(", ")}`);
  return call("urn_facts", [text], of(options, "urnFacts", "level"), level);
}

/** The kind of namespace that a NID may name, and why a new one could not have it. */
export function nidFacts(nid, options) {
  return call("nid_facts", [nid], of(options, "nidFacts"));
}

/** The registration of a namespace, or null. */
export function urnNamespace(nid) {
  return call("urn_namespace", [nid]);
}

/** All namespaces, with their titles. */
export function urnNamespaces() {
  return call("urn_namespaces", []);
}

/** The check character of a payload, or null when the algorithm gives none. */
export function checkCharacter(algorithm, payload) {
  return call("check_character", [payload], index("algorithms", algorithm)) || null;
}

/** The URN of a name of the namespace's identifier system: ("isbn", "978-951-0-18435-6"). */
export function urnFromName(nid, name, options) {
  known(options, "urnFromName", ["completeCheck", "anyCheck"]);
  return call("urn_from_name", [nid, name], (options?.completeCheck ? 1 : 0) | (options?.anyCheck ? 2 : 0));
}

/** The URNs that a bare name may stand for. */
export function guessNames(text) {
  return call("guess_names", [text]);
}
