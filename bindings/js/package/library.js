// The functions of uniform-identifiers. This is the only list of them: every entry of the package exports what stands here, and
// assemble.mjs makes the CommonJS modules of the same files.

import { names } from "./names.js";

export { UniformError } from "./error.js";
export {
  Reference, Urn, check, checkUrn, matches, parse, parseAuthority, parseHost, parseUrl, parseUrn, valid,
} from "./reference.js";
export {
  build, citation, comparisonLevel, decode, edit, encode, encodeParameters, equivalent, expandTemplate, matchTemplate,
  normalForms, normalize, queryParameters, relativize, removeDotSegments, resolve, scheme, template,
} from "./operations.js";
export {
  buildUrn, checkCharacter, convertUrn, guessNames, nidFacts, normalizeUrn, urnEquivalent, urnFacts, urnFromName,
  urnNamespace, urnNamespaces,
} from "./urn.js";
export { displayHost, parseWebUrl } from "./host.js";
export { complete, find, lint, lintChecks, repair } from "./text.js";
export { readings, resolutionSteps } from "./explain.js";
export * from "./table.js";
export * as columns from "./columns.js";

/** The version of the library. */
export const version = names.version;
/** The editions by name, the levels of comparison, the productions, the algorithms of check characters. */
export const editions = Object.freeze([...names.editions]);
export const levels = Object.freeze([...names.levels]);
export const algorithms = Object.freeze([...names.algorithms]);
