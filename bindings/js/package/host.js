// Host names beyond US-ASCII, and URLs as browsers read them.

import { call, choice, known } from "./module.js";

function rules(options, of) {
  known(options, of, ["rules"]);
  return choice(options, "rules", ["uts46", "idna2008", "browser"]);
}

/** Each label as the DNS stores it. */
export function hostToAscii(name, options) {
  return call("host_to_ascii", [name], rules(options, "hostToAscii"));
}

/** Each label as people read it. */
export function hostToUnicode(name, options) {
  return call("host_to_unicode", [name], rules(options, "hostToUnicode"));
}

/** The name with its U-labels, as far as they cannot be mistaken, and why some are not shown. */
export function displayHost(name) {
  return call("display_host", [name]);
}

/** The URL that a browser makes of the text (the URL Standard). */
export function parseWebUrl(text, options) {
  known(options, "parseWebUrl", ["base"]);
  return call("web_url", options?.base === undefined ? [text] : [text, options.base]);
}
