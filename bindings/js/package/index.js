// uniform-identifiers: URIs, IRIs, URLs and URNs, parsed to the letter of a standard.

import { names } from "./module.js";

export { UniformError } from "./error.js";
export {
  Reference, Urn, check, checkUrn, matches, parse, parseAuthority, parseHost, parseUrl, parseUrn, valid,
} from "./reference.js";
export {
  build, citation, comparisonLevel, decode, edit, encode, encodeParameters, equivalent, expandTemplate, matchTemplate,
  normalForms, normalize, queryParameters, redacted, relativize, removeDotSegments, resolve, scheme, template, toIri,
  toUri,
} from "./operations.js";
export {
  buildUrn, checkCharacter, convertUrn, guessNames, nidFacts, normalizeUrn, urnEquivalent, urnFacts, urnFromName,
  urnNamespace, urnNamespaces,
} from "./urn.js";
export { displayHost, hostToAscii, hostToUnicode, parseWebUrl } from "./host.js";
export { complete, find, lint, lintChecks, repair } from "./text.js";
export { readings, resolutionSteps } from "./explain.js";
export * as columns from "./columns.js";

/** The version of the library. */
export const version = names.version;
/** The editions by name, the levels of comparison, the productions, the algorithms of check characters. */
export const editions = Object.freeze([...names.editions]);
export const levels = Object.freeze([...names.levels]);
export const algorithms = Object.freeze([...names.algorithms]);
