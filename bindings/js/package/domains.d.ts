import type { EditionOptions } from "./index.js";

export interface SuffixOptions {
  /** By the rules of registries alone: "github.io" is a name under "io", as any other one is. */
  icann?: boolean;
}

/** The parts of a host name that the Public Suffix List tells apart, in lower case and with A-labels. */
export interface Domain {
  /** The suffix and one label more: "example.co.uk"; null for a public suffix itself. */
  registrable: string | null;
  /** The public suffix: "co.uk". */
  suffix: string;
  /** The label before the suffix: "example"; null for a public suffix itself. */
  label: string | null;
  /** The labels before the registrable domain: "www"; null where there is none. */
  subdomain: string | null;
  /** Whether a rule of the list names the suffix. */
  listed: boolean;
  /** Whether the rule is of the list's section of those who are no registries: "github.io". */
  private: boolean;
}

/**
 * The parts of a host name, by the Public Suffix List; null for an address and for what is no name.
 * @example domainOf("WWW.Example.CO.UK").registrable // "example.co.uk"
 */
export function domainOf(host: string, options?: SuffixOptions): Domain | null;

/**
 * The public suffix of the host; null for an address.
 * @example publicSuffix("http://www.example.co.uk/") // "co.uk"
 */
export function publicSuffix(text: string, options?: EditionOptions & SuffixOptions): string | null;
/**
 * The public suffix of the host and one label more; null for a public suffix itself.
 * @example registrableDomain("http://www.example.co.uk/") // "example.co.uk"
 */
export function registrableDomain(text: string, options?: EditionOptions & SuffixOptions): string | null;
/**
 * The label of the host before its public suffix.
 * @example domainLabel("http://www.example.co.uk/") // "example"
 */
export function domainLabel(text: string, options?: EditionOptions & SuffixOptions): string | null;
/**
 * The labels of the host before its registrable domain; null where there is none.
 * @example subdomain("http://www.example.co.uk/") // "www"
 */
export function subdomain(text: string, options?: EditionOptions & SuffixOptions): string | null;

/** The list that is used: its version and commit, as it states them ("" if it does not), and the number of its rules. */
export function suffixList(): { version: string; commit: string; rules: number };
/**
 * From now on, uses this list, a text in the format of https://github.com/publicsuffix/list/wiki/Format. Throws a UniformError for
 * what is no list; the former one stays in use.
 */
export function useSuffixList(list: string): void;
