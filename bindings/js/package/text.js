// Identifiers in text, typed ones, and what may mislead or harm.

import { call, choice, index, known, size } from "./module.js";
import { edition } from "./reference.js";

/** The URIs in a text; offsets count UTF-16 units. */
export function find(text, options) {
  known(options, "find", ["edition", "schemes", "abbreviated", "joinLines", "https"]);
  const of = choice(options, "schemes", ["likely", "registered", "any"]);
  const flags = (options?.abbreviated ? 1 : 0) | (options?.joinLines ? 2 : 0) | (options?.https ? 4 : 0);
  return call("find", [text], edition(options, "find"), of, flags);
}

/** The URI that a typed text probably stands for, or null. */
export function complete(text, options) {
  known(options, "complete", ["edition", "https"]);
  return call("complete", [text], edition(options), options?.https ? 1 : 0);
}

/** @internal */
export function repairing(options, of) {
  known(options, of, ["like", "production"]);
  return [choice(options, "like", ["rfc3987", "whatwg", "typed"]), index("productions", options?.production ?? "URI-reference")];
}

/** The URI that a text is, or stands for; a UniformError where there is none, or more than one. */
export function repair(text, options) {
  return call("repair", [text], ...repairing(options, "repair"));
}

/** The parts of a text that may mislead or harm, each with its place and, where there is one, a safer form. */
export function lint(text, options) {
  known(options, "lint", ["edition", "longest", "safer"]);
  return call("lint", [text], edition(options, "lint"), size(options, "longest", 0), options?.safer === false ? 0 : 1);
}

/** All checks of lint(). */
export function lintChecks() {
  return call("lint_checks", []);
}
