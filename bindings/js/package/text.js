// Identifiers in text, typed ones, and what may mislead or harm.

import { call, index } from "./module.js";
import { edition } from "./reference.js";

const schemes = ["likely", "registered", "any"];

/** The URIs in a text; offsets count UTF-16 units. */
export function find(text, options) {
  const of = schemes.indexOf(options?.schemes ?? "likely");
  if (of < 0) throw new RangeError(`uniform-identifiers: schemes is one of ${schemes.join(", ")}`);
  const flags = (options?.abbreviated ? 1 : 0) | (options?.joinLines ? 2 : 0) | (options?.https ? 4 : 0);
  return call("find", [text], edition(options), of, flags);
}

/** What a typed text probably stands for, or null. */
export function complete(text, options) {
  return call("complete", [text], edition(options), options?.https ? 1 : 0);
}

const readings = ["rfc3987", "typed"];

/** @internal */
export function repairing(options) {
  const like = readings.indexOf(options?.like ?? "rfc3987");
  if (like < 0) throw new RangeError(`uniform-identifiers: like is one of ${readings.join(", ")}`);
  return [like * 2, index("productions", options?.production ?? "URI-reference")];
}

/** The URI that a text is, or stands for; a UniformError where there is none, or more than one. */
export function repair(text, options) {
  return call("repair", [text], ...repairing(options));
}

/** What may mislead or harm, each with its place and, where there is one, a safer form. */
export function lint(text, options) {
  return call("lint", [text], edition(options), options?.longest ?? 0, options?.safer === false ? 0 : 1);
}

/** All checks of lint(). */
export function lintChecks() {
  return call("lint_checks", []);
}
