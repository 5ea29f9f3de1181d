// Host names beyond US-ASCII, and URLs as browsers read them.

import { call, known } from "./module.js";

/** The name with its U-labels, as far as they cannot be mistaken, and why some are not shown. */
export function displayHost(name) {
  return call("display_host", [name]);
}

/** The URL that a browser makes of the text (the URL Standard). */
export function parseWebUrl(text, options) {
  known(options, "parseWebUrl", ["base"]);
  return call("web_url", options?.base === undefined ? [text] : [text, options.base]);
}
