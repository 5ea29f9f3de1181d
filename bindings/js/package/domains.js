// Registrable domains and public suffixes, by the Public Suffix List, which only those who import this module load.

import { call, known, running } from "./module.js";
import { edition } from "./reference.js";
import { list } from "./suffix-list.js";

let text = list;
let instance; // the one that has the list
let facts;

// Another instance takes the place of one whose memory has ended.
function ready() {
  if (instance === running()) return;
  facts = call("use_suffix_list", [text]);
  instance = running();
}

/** The list that is used: its version and commit, as it states them, and the number of its rules. */
export function suffixList() {
  ready();
  return { ...facts };
}

/** From now on, uses this list, a text in the format of https://github.com/publicsuffix/list/wiki/Format. */
export function useSuffixList(list) {
  const read = call("use_suffix_list", [list]);
  text = list;
  facts = read;
  instance = running();
}

/** The parts of a host name, in lower case and with A-labels; null for an address and for what is no name. */
export function domainOf(host, options) {
  known(options, "domainOf", ["icann"]);
  ready();
  return call("domain", [host], options?.icann ? 1 : 0);
}

function part(number, name, text, options) {
  known(options, name, ["edition", "icann"]);
  ready();
  return call("domain_part", [text], number, edition(options), options?.icann ? 1 : 0);
}

/** The public suffix of the host; null for an address. */
export function publicSuffix(text, options) {
  return part(0, "publicSuffix", text, options);
}

/** The public suffix of the host and one label more; null for a public suffix itself. */
export function registrableDomain(text, options) {
  return part(1, "registrableDomain", text, options);
}

/** The label of the host before its public suffix. */
export function domainLabel(text, options) {
  return part(2, "domainLabel", text, options);
}

/** The labels of the host before its registrable domain; null where there is none. */
export function subdomain(text, options) {
  return part(3, "subdomain", text, options);
}
