// `uniform urn COMMAND`: what each prints, for people.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "command/runner.hpp"

namespace uniform::test {
namespace {

const row rows[]{
    // parse
    {"parse_draws_the_components",
     {"urn", "parse", "urn:example:weather?+res=a?=op=map#north"},
     "",
     "urn:example:weather?+res=a?=op=map#north\n"
     "\\_/ \\_____/ \\_____/  \\___/  \\____/ \\___/\n"
     " |     NID     NSS     |      |      f-component\n"
     " scheme                |      q-component\n"
     "                       r-component\n",
     ""},
    {"parse_by_edition",
     {"urn", "parse", "-e", "urnbis-14", "--get", "{r}/{q}/{f}", "urn:example:a?q??r#f"},
     "",
     "r/q/f\n",
     ""},
    {"parse_json_excludes_a_template",
     {"urn", "parse", "--json", "--get", "{nid}", "urn:example:a"},
     "",
     "",
     "uniform: --json and --get exclude each other\n`uniform urn parse --help` explains the options\n",
     2},
    {"parse_names_the_verb_for_what_is_shown", // RFC 8141 4.4
     {"urn", "parse", "urn:example:\u20AC"},
     "",
     "",
     "<argument>:1:13: a byte outside US-ASCII is not allowed here (NSS, RFC 8141 section 2.2); `uniform urn guess` "
     "writes it as a URN\n",
     1},
    {"normalize_names_the_verb_for_what_is_shown",
     {"urn", "normalize", "--typed", "urn:example:\u20AC"},
     "",
     "",
     "<argument>:1:13: *; `uniform urn guess` writes it as a URN\n",
     1},
    {"convert_names_the_verb_for_what_is_shown",
     {"urn", "convert", "--to", "urnbis-14", "urn:example:\u20AC"},
     "",
     "",
     "<argument>:1:13: *; `uniform urn guess` writes it as a URN\n",
     1},
    {"check_names_the_verb_for_what_is_shown",
     {"urn", "check", "--list", "valid", "urn:example:\u20AC"},
     "",
     "",
     "<argument>:1:13: *; `uniform urn guess` writes it as a URN\n",
     1},
    {"check_notes_discouraged_question_marks", // draft -14 3
     {"urn", "check", "--edition", "urnbis-14", "urn:example:a?=b?", "urn:example:a?b"},
     "",
     "valid    registered    match     none         urn:example:a?=b?\n"
     "valid    registered    match     none         urn:example:a?b\n",
     "<argument>:1:17: note: a \"?\" at the end of a q-component is discouraged "
     "(draft-ietf-urnbis-rfc2141bis-urn-14 section 3)\n"},
    {"parse_edition_with_underscore",
     {"urn", "parse", "-e", "urnbis_16", "-g", "{q}", "urn:example:a?=q"},
     "",
     "q\n",
     ""},
    {"parse_templates",
     {"urn", "parse", "--get", "{urn}|{assigned-name}|{nid}|{nss}|{r}|{q}|{f}|{normalized}|{kind}|{scheme}",
      "URN:Example:%61b?=x"},
     "",
     "URN:Example:%61b?=x|URN:Example:%61b|Example|%61b||x||urn:example:%61b|formal|URN\n",
     ""},
    {"parse_decoded", {"urn", "parse", "-g", "{nss:decoded}", "urn:example:%61b"}, "", "ab\n", ""},
    {"parse_namespace_normalized",
     {"urn", "parse", "-g", "{namespace-normalized}", "urn:isbn:951-0-18435-7"},
     "",
     "urn:isbn:9789510184356\n",
     ""},
    {"parse_name", {"urn", "parse", "-g", "{name}", "urn:ietf:rfc:2141"}, "", "RFC 2141\n", ""},
    {"parse_display",
     {"urn", "parse", "-g", "{display}", "urn:example:%D0%B0123"},
     "",
     "\xC2\xABurn:example:\xD0\xB0"
     "123\xC2\xBB\n",
     ""},
    {"parse_reports_with_the_rule",
     {"urn", "parse", "-g", "{nid}", "urn:example:a?b", "http://h/", "urn:a-:b"},
     "",
     "",
     "<argument>:1:*: * (*, RFC 8141 section *)\n<argument>:2:1: * (*, RFC 8141 section 2)\n"
     "<argument>:3:*: * (NID, RFC 8141 section 2.1)\n",
     1},
    {"parse_no_such_edition",
     {"urn", "parse", "-e", "rfc3986", "urn:example:a"},
     "",
     "",
     "uniform: --edition: \"rfc3986\" is none of rfc8141, urnbis-16, urnbis-14, rfc2141\n*\n",
     2},
    {"parse_edition_without_rfc",
     {"urn", "parse", "-e", "8141", "urn:example:a"},
     "",
     "",
     "uniform: --edition: \"8141\" is none of *: did you mean \"rfc8141\"?\n*\n",
     2},
    {"parse_edition_in_capitals",
     {"urn", "parse", "-e", "RFC8141", "urn:example:a"},
     "",
     "",
     "uniform: --edition: \"RFC8141\" is none of *: did you mean \"rfc8141\"?\n*\n",
     2},
    {"parse_edition_with_hyphen",
     {"urn", "parse", "-e", "rfc-8141", "urn:example:a"},
     "",
     "",
     "uniform: --edition: \"rfc-8141\" is none of *: did you mean \"rfc8141\"?\n*\n",
     2},
    {"parse_of_uris_has_no_urn",
     {"parse", "-g", "<{urn}>", "http://a/", "urn:example:a"},
     "",
     "<>\n<urn:example:a>\n",
     ""},
    {"quiet_json_is_quiet", {"urn", "check", "-q", "--json", "urn:foo:bar", "urn:x"}, "", "", "", 1},
    {"quiet_json_of_uris", {"compare", "--quiet", "--json", "a:b", "a:c"}, "", "", "", 1},
    {"quiet_keeps_the_list", {"urn", "check", "-q", "-l", "invalid", "urn:x", "urn:example:a"}, "", "urn:x\n", "", 1},
    {"uris_have_no_urn_edition",
     {"parse", "-e", "rfc8141", "urn:example:a"},
     "",
     "",
     "uniform: --edition: \"rfc8141\" is none of rfc3986, rfc3987, rfc2396bis-01, rfc2396, whatwg\n*\n",
     2},

    // check
    {"check_answers_four_questions",
     {"urn", "check", "urn:isbn:978-951-0-18435-6", "urn:isbn:978-951-0-18435-7", "urn:foo:bar", "urn:oid:1..2",
      "urn:x", "urn:isbn:97"},
     "",
     "valid    registered    match     correct      urn:isbn:978-951-0-18435-6\n"
     "valid    registered    match     incorrect    urn:isbn:978-951-0-18435-7\n"
     "valid    unregistered  unknown   none         urn:foo:bar\n"
     "valid    registered    mismatch  none         urn:oid:1..2\n"
     "invalid  -             -         -            urn:x\n"
     "valid    registered    mismatch  unchecked    urn:isbn:97\n",
     "<argument>:2:26: the check character is \"7\", but \"6\" is computed (isbn-13-mod10)\n"
     "<argument>:3:5: \"foo\" is not registered (formal, RFC 8141 section 5.1)\n"
     "<argument>:4:11: * (oid, RFC 3061*)\n"
     "<argument>:5:*: * (NID, RFC 8141 section 2.1)\n"
     "<argument>:6:12: * (isbn, *)\n",
     1},
    {"check_all_good_is_0",
     {"urn", "check", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
     "",
     "valid    registered    match     none         urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n",
     ""},
    {"check_only_the_syntax", {"urn", "check", "-q", "--require", "syntax", "urn:foo:bar", "urn:isbn:1"}, "", "", ""},
    {"check_registered_alone",
     {"urn", "check", "-q", "--require", "registered", "urn:isbn:978-951-0-18435-7"},
     "",
     "",
     ""},
    {"check_registered_and_check",
     {"urn", "check", "-q", "--require", "registered", "--require", "check", "urn:isbn:978-951-0-18435-7"},
     "",
     "",
     "",
     1},
    {"check_lists_the_valid",
     {"urn", "check", "--list", "valid", "--on-error", "drop"},
     "urn:isbn:951-0-18435-7\nurn:isbn:951-0-18435-8\nno urn\nurn:example:a\n",
     "urn:isbn:951-0-18435-7\nurn:example:a\n",
     "",
     1},
    {"check_lists_the_invalid",
     {"urn", "check", "-l", "invalid"},
     "urn:isbn:951-0-18435-7\nurn:isbn:951-0-18435-8\nno urn\n",
     "urn:isbn:951-0-18435-8\nno urn\n",
     "<stdin>:2:*: the check character is \"8\"*\n<stdin>:3:1: *\n",
     1},
    {"check_stops",
     {"urn", "check", "--on-error", "stop"},
     "urn:example:a\nurn:foo:b\nurn:example:c\n",
     "valid    registered    match     none         urn:example:a\n",
     "<stdin>:2:5: *\n",
     1},
    // RFC 8141 2.2
    {"check_says_what_is_no_text",
     {"urn", "check", "urn:example:a%FF", "urn:foo:%00", "urn:oid:1..%FF", "urn:example:%C3%A4"},
     "",
     "valid    registered    mismatch  none         urn:example:a%FF\n"
     "valid    unregistered  mismatch  none         urn:foo:%00\n"
     "valid    registered    mismatch  none         urn:oid:1..%FF\n"
     "valid    registered    match     none         urn:example:%C3%A4\n",
     "<argument>:1:14: the percent-encoding is not UTF-8 (RFC 8141 section 2.2)\n"
     "<argument>:2:5: \"foo\" is not registered (formal, RFC 8141 section 5.1)\n"
     "<argument>:2:9: the percent-encoding contains NUL (RFC 8141 section 2.2)\n"
     "<argument>:3:11: the NSS does not match the syntax of its namespace (oid, RFC 3061 section 2)\n",
     1},
    {"check_of_text_by_the_edition",
     {"urn", "check", "--edition", "rfc2141", "urn:example:a%FF"},
     "",
     "valid    registered    mismatch  none         urn:example:a%FF\n",
     "<argument>:1:14: the percent-encoding is not UTF-8 (RFC 2141 section 2.2)\n",
     1},
    {"check_lenient_accepts_other_octets",
     {"urn", "check", "-q", "--match", "lenient", "urn:example:%FF%00"},
     "",
     "",
     ""},
    {"check_lenient", {"urn", "check", "-q", "--match", "lenient", "urn:nbn:hr:211:415884"}, "", "", ""},
    {"check_normal_is_the_registration", {"urn", "check", "-q", "urn:nbn:hr:211:415884"}, "", "", "", 1},
    // the check characters of the Swiss national library are not binding
    {"check_recommended_only_is_a_warning",
     {"urn", "check", "urn:nbn:ch:bel-9030"},
     "",
     "valid    registered    match     doubtful     urn:nbn:ch:bel-9030\n",
     "<argument>:1:19: warning: the check character is \"0\", but \"9\" is computed (nbn-de, recommended only)\n",
     0},
    {"check_recommended_only_counts_when_asked",
     {"urn", "check", "-q", "--require", "advisory", "urn:nbn:ch:bel-9030"},
     "",
     "",
     "",
     1},

    // normalize
    {"normalize_is_lexical",
     {"urn", "normalize", "URN:EXAMPLE:a%2cb?=x", "urn:example:A"},
     "",
     "urn:example:a%2Cb\nurn:example:A\n",
     ""},
    {"normalize_by_namespace",
     {"urn", "normalize", "--urn", "namespace", "urn:isbn:951-0-18435-7",
      "URN:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"},
     "",
     "urn:isbn:9789510184356\nurn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n",
     ""},
    {"normalize_keeps_components",
     {"urn", "normalize", "--keep-components", "URN:EXAMPLE:a%2cb?+r?=x#%2c"},
     "",
     "urn:example:a%2Cb?+r?=x#%2c\n",
     ""},
    {"normalize_changes",
     {"urn", "normalize", "--changes", "URN:EXAMPLE:a%2cb?+r?=x#f", "urn:example:a", "urn:Example:b#"},
     "",
     "scheme,NID,NSS,r-component,q-component,f-component\tURN:EXAMPLE:a%2cb?+r?=x#f\n-\turn:example:a\n"
     "NID,f-component\turn:Example:b#\n",
     ""},
    {"normalize_changes_by_namespace",
     {"urn", "normalize", "--changes", "-u", "namespace", "urn:isbn:951-0-18435-7", "--keep-components"},
     "",
     "NSS\turn:isbn:951-0-18435-7\n",
     ""},
    {"normalize_keeps_what_is_between",
     {"urn", "normalize"},
     "urn:example:a\r\nurn:example:b\n\nURN:example:c\nurn:example:d\nnone\nurn:example:e\n",
     "urn:example:a\nurn:example:b\nurn:example:c\nurn:example:d\nurn:example:e\n",
     "<stdin>:6:*: * (*, RFC 8141 section 2)\n",
     1},
    {"normalize_get", {"urn", "normalize", "-g", "{nss}", "URN:example:%2c#f"}, "", "%2C\n", ""},

    // compare
    {"compare_names_the_level",
     {"urn", "compare", "urn:isbn:951-0-18435-7", "urn:isbn:951-0-18435-7", "URN:ISBN:951-0-18435-7?=q",
      "urn:isbn:978-951-0-18435-6", "urn:example:a"},
     "",
     "identical\turn:isbn:951-0-18435-7\turn:isbn:951-0-18435-7\n"
     "lexical\turn:isbn:951-0-18435-7\tURN:ISBN:951-0-18435-7?=q\n"
     "namespace\turn:isbn:951-0-18435-7\turn:isbn:978-951-0-18435-6\n"
     "different\turn:isbn:951-0-18435-7\turn:example:a\n",
     "",
     1},
    {"compare_by_namespace_is_0",
     {"urn", "compare", "-q", "--urn", "namespace", "urn:isbn:951-0-18435-7", "urn:isbn:978-951-0-18435-6"},
     "",
     "",
     ""},
    {"compare_pairs",
     {"urn", "compare", "--pairs"},
     "urn:example:%2c\tURN:EXAMPLE:%2C\nurn:example:a\turn:example:%61\nurn:example:a\n",
     "lexical\turn:example:%2c\tURN:EXAMPLE:%2C\ndifferent\turn:example:a\turn:example:%61\n",
     "<stdin>:3:14: no TAB between two fields\n",
     1},
    {"compare_base_that_is_none", {"urn", "compare", "http://h/", "urn:example:a"}, "", "", "<argument>:1:1: *\n", 1},

    // guess
    {"guess_by_check_character",
     {"urn", "guess", "978-951-0-18435-6", "0317-8471"},
     "",
     "urn:isbn:978-951-0-18435-6\tInternational Standard Book Number (ISBN)\n"
     "urn:issn:0317-8471\tInternational Standard Serial Number (ISSN)\n",
     ""},
    {"guess_only_what_looks_like_nothing_else",
     {"urn", "guess", "2141", "RFC 2141"},
     "",
     "urn:ietf:rfc:2141\tRFC number\n",
     "<argument>:1:1: not a name of a known identifier system\n",
     1},
    {"guess_urns",
     {"urn", "guess", "URN:ISBN:978-951-0-18435-6", "urn:example:\xE2\x82\xAC", "fi-fe201003181510"},
     "",
     "urn:isbn:978-951-0-18435-6\tInternational Standard Book Number (ISBN)\n"
     "urn:example:%E2%82%AC\tNames for documentation and private testing\nurn:nbn:fi-fe201003181510\tNational "
     "Bibliography Number (NBN)\n",
     ""},
    {"make_of_iso",
     {"urn", "make", "iso", "ISO 9999", "9999-1"},
     "",
     "urn:iso:std:iso:9999\nurn:iso:std:iso:9999:-1\n",
     ""},
    {"make_of_iso_dated",
     {"urn", "make", "iso", "ISO 9999:2011"},
     "",
     "urn:iso:std:iso:9999\n",
     "<argument>:2:9: warning: \":2011\" is not in the URN, which names the latest edition: editions have numbers "
     "there, as "
     "in std:iso:9999:ed-5 (RFC 5141 section 2.4.1)\n"},
    {"guess_typed_is_suggested",
     {"urn", "guess", "<978-951-0-18435-6>"},
     "",
     "",
     "<argument>:1:1: not a name of a known identifier system; --typed removes what is around it\n",
     1},
    // convert
    {"convert_from_14", {"urn", "convert", "-e", "urnbis-14", "urn:example:a?q??r"}, "", "urn:example:a?+r?=q\n", ""},
    {"convert_to_14",
     {"urn", "convert", "--to", "urnbis-14", "urn:example:a?+r?=q#f"},
     "",
     "urn:example:a?q??r#f\n",
     ""},
    {"convert_refuses_with_the_rule",
     {"urn", "convert", "--to", "rfc2141", "urn:example:a/b", "urn:example:a?=q", "urn:example:a"},
     "",
     "urn:example:a\n",
     "<argument>:1:14: * (NSS, RFC 2141 section *)\n<argument>:2:16: * (q-component, RFC 2141*)\n",
     1},

    // make
    {"make_isbn",
     {"urn", "make", "isbn", "951-0-18435-7", "ISBN 978-951-0-18435-6"},
     "",
     "urn:isbn:951-0-18435-7\nurn:isbn:978-951-0-18435-6\n",
     ""},
    {"make_isbn_from_lines", {"urn", "make", "ISBN"}, "951-0-18435-7\n", "urn:isbn:951-0-18435-7\n", ""},
    {"make_refuses_a_wrong_check_character",
     {"urn", "make", "isbn", "951-0-18435-8"},
     "",
     "",
     "<argument>:2:13: the check character is \"8\", but \"7\" is computed (isbn-10-mod11)\n",
     1},
    {"make_adds_the_check_character",
     {"urn", "make", "--check-digit", "isbn", "951-0-18435"},
     "",
     "urn:isbn:951-0-18435-7\n",
     ""},
    {"make_adds_it_for_nbn",
     {"urn", "make", "--check-digit", "nbn", "de:101:1-20110203359"},
     "",
     "urn:nbn:de:101:1-201102033592\n",
     ""},
    {"make_by_the_systems_word", {"urn", "make", "rfc", "2141"}, "", "urn:ietf:rfc:2141\n", ""},
    {"make_of_a_uuid",
     {"urn", "make", "uuid", "{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}"},
     "",
     "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6\n",
     ""},
    {"make_must_not_construct_the_unknown",
     {"urn", "make", "foo", "bar"},
     "",
     "",
     "<argument>:2:1: \"foo\" is not registered with IANA*; for names that are already encoded: --encoded (RFC 8141 "
     "section "
     "2.2)\n",
     1},
    {"make_encoded",
     {"urn", "make", "--encoded", "foo", "b%20r", "b r"},
     "",
     "urn:foo:b%20r\n",
     "<argument>:3:2: *\n",
     1},
    {"make_encoded_of_what_is_no_text",
     {"urn", "make", "--encoded", "example", "%FF", "a%00", "%C3%A9"},
     "",
     "urn:example:%C3%A9\n",
     "<argument>:2:1: the percent-encoding is not UTF-8 (RFC 8141 section 2.2)\n"
     "<argument>:3:2: the percent-encoding contains NUL (RFC 8141 section 2.2)\n",
     1},
    {"make_with_components",
     {"urn", "make", "isbn", "951-0-18435-7", "--r-component", "r", "--q-component", "q=1", "--f-component", "f"},
     "",
     "urn:isbn:951-0-18435-7?+r?=q=1#f\n",
     ""},
    {"make_with_a_bad_component",
     {"urn", "make", "isbn", "951-0-18435-7", "--q-component", "a b"},
     "",
     "",
     "uniform: --q-component: * (q-component, RFC 8141 section 2*)\n",
     2},
    {"make_says_once_that_the_nid_is_none",
     {"urn", "make", "--encoded", "is bn"},
     "a\nb\n",
     "",
     "<argument>:1:3: a space is not allowed here (NID, RFC 8141 section 2.1)\n",
     2},
    {"make_knows_where_a_component_would_end",
     {"urn", "make", "isbn", "951-0-18435-7", "--r-component", "a?=b"},
     "",
     "",
     "uniform: --r-component: the r-component would end at its \"?=\" (r-component, RFC 8141 section 2.3.1)\n",
     2},
    {"make_by_the_systems_word_twice",
     {"urn", "make", "rfc", "RFC 2141", "rfc 2141", "RFC2141", "RFC x"},
     "",
     "urn:ietf:rfc:2141\nurn:ietf:rfc:2141\nurn:ietf:rfc:2141\n",
     "<argument>:5:5: *\n",
     1},
    {"make_a_new_uuid_of_a_name",
     {"urn", "make", "uuid", "--uuid-version", "7", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
     "",
     "",
     "uniform: --uuid-version is only for a new UUID: *\n",
     2},
    {"make_a_new_uuid_with_a_check_character",
     {"urn", "make", "uuid", "--check-digit"},
     "",
     "",
     "uniform: --check-digit requires a name, *\n",
     2},
    {"make_a_new_uuid_encoded",
     {"urn", "make", "uuid", "--encoded"},
     "",
     "",
     "uniform: --encoded requires a name, *\n",
     2},
    {"make_a_check_character_that_is_there",
     {"urn", "make", "isbn", "--check-digit", "951-0-18435-7", "951-0-184", "x y"},
     "",
     "",
     "<argument>:2:14: the name has a check character already\n"
     "<argument>:3:10: names of this form and length have no check character\n"
     "<argument>:4:*: this is not a name of that namespace\n",
     1},
    {"make_a_check_character_where_there_is_none",
     {"urn", "make", "rfc", "--check-digit", "2141"},
     "",
     "",
     "uniform: --check-digit: names of \"ietf\" have no check character\n",
     2},
    {"make_a_check_character_in_the_unknown",
     {"urn", "make", "foo", "--encoded", "--check-digit", "2141"},
     "",
     "",
     "uniform: --check-digit: unknown namespace \"foo\"\n",
     2},
    {"make_needs_a_nid", {"urn", "make"}, "", "", "uniform: missing argument: NID\n*", 2},

    // nid
    {"nid_says_what_it_is",
     {"urn", "nid", "isbn", "urn-7", "xn--a", "us", "x-a", "urn-x", "ab-c"},
     "",
     "registered    formal        RFC 8141 section 5.1      isbn          Books by International Standard Book Number\n"
     "registered    informal      RFC 8141 section 5.2      urn-7         SIP service and application identifiers\n"
     "unregistered  a-label       RFC 8141 section 5.1 (3)  xn--a\n"
     "unregistered  country-code  RFC 8141 section 5.1 (3)  us\n"
     "unregistered  experimental  RFC 8141 section 5.1 (4)  x-a\n"
     "unregistered  urn-          RFC 8141 section 5.1 (2)  urn-x\n"
     "unregistered  country-code  RFC 8141 section 5.1 (3)  ab-c\n",
     "",
     1},
    {"nid_malformed", {"urn", "nid", "a", "b-"}, "", "", "<argument>:1:2: * (NID, *)\n<argument>:2:*: * (NID, *)\n", 1},
    {"nid_new",
     {"urn", "nid", "--new", "weather", "isbn", "us"},
     "",
     "available  weather       RFC 8141 section 5.1      it can name a formal namespace\n"
     "refused    isbn          RFC 8141 section 5.1 (1)  it must not be registered already\n"
     "refused    us            RFC 8141 section 5.1 (3)  it must have more than two characters\n",
     "",
     1},
    {"nid_new_that_is_used_without_registration",
     {"urn", "nid", "--new", "imei"},
     "",
     "available  imei          RFC 8141 section 5.1      it can name a formal namespace\n"
     "note       imei          RFC 8141 section 5.1      it is in use without registration, or is mistaken for a NID\n",
     ""},
    {"nid_new_is_not_urn",
     {"urn", "nid", "--new", "urn"},
     "",
     "refused    urn           RFC 2141 section 2.1      RFC 2141 alone reserves it, and whoever reads by it would "
     "refuse every name\n"
     "note       urn           RFC 8141 section 5.1      three letters may be mistaken for a country code of ISO "
     "3166-1 "
     "alpha-3\n"
     "note       urn           RFC 8141 section 5.1      it is also the name of a registered URI scheme\n",
     "",
     1},
    {"nid_new_that_needs_attention",
     {"urn", "nid", "--new", "deu", "orcid", "oasls", "urn-99"},
     "",
     "available  deu           RFC 8141 section 5.1      it can name a formal namespace\n"
     "note       deu           RFC 8141 section 5.1      it is the country code of Germany (ISO 3166-1 alpha-3)\n"
     "available  orcid         RFC 8141 section 5.1      it can name a formal namespace\n"
     "note       orcid         RFC 8141 section 5.1      it is the name of an identifier system: ORCID iDs\n"
     "available  oasls         RFC 8141 section 5.1      it can name a formal namespace\n"
     "note       oasls         RFC 8141 section 5.1      it looks like \"oasis\", which is registered\n"
     "refused    urn-99        RFC 8141 section 5.2      the number of an informal namespace is assigned when it is "
     "registered\n",
     "",
     1},
    {"nid_new_is_free", {"urn", "nid", "--new", "-q", "weather"}, "", "", ""},
    {"nid_by_the_drafts",
     {"urn", "nid", "--new", "-e", "urnbis-14", "ab-c"},
     "",
     "refused    ab-c          draft-ietf-urnbis-rfc2141bis-urn-14 section 6.1 (4)  it must not start with two letters "
     "and "
     "\"-\", which is reserved for country codes\n",
     "",
     1},

    // namespaces
    {"namespaces_unknown",
     {"urn", "namespaces", "nosuch"},
     "",
     "",
     "uniform: \"nosuch\" is not in IANA's registry of URN namespaces\n",
     1},
};

class urn_commands : public testing::TestWithParam<row> {};
TEST_P(urn_commands, answers) { check(GetParam()); }
INSTANTIATE_TEST_SUITE_P(table, urn_commands, testing::ValuesIn(rows),
                         [](const auto &tested) { return std::string{tested.param.name}; });

bool has(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(urn_commands, explain_by_one_edition) {
    const result draft = run({"explain", "-e", "urnbis-14", "urn:example:a?b??r"});
    EXPECT_NE(draft.out.find("             urnbis-14\n"
                             "             URN\n"
                             "  NID        example\n"
                             "  NSS        a\n"
                             "  r-comp.    r\n"
                             "  q-comp.    b\n"),
              std::string::npos)
        << draft.out;
    EXPECT_EQ(draft.out.find("urnbis-16"), std::string::npos) << draft.out;
    EXPECT_EQ(draft.code, 0);
    EXPECT_EQ(run({"explain", "-e", "urnbis-16", "urn:example:a?b??r"}).code, 1);
}

TEST(urn_make, gives_a_new_uuid_each_time) {
    const result a = run({"urn", "make", "uuid"});
    const result b = run({"urn", "make", "uuid", "--uuid-version", "7"});
    EXPECT_EQ(a.code, 0);
    ASSERT_EQ(a.out.size(), std::string_view{"urn:uuid:f81d4fae-7dec-41d0-a765-00a0c91e6bf6\n"}.size()) << a.out;
    ASSERT_EQ(b.out.size(), a.out.size()) << b.out;
    EXPECT_EQ(a.out[23], '4') << a.out;
    EXPECT_EQ(b.out[23], '7') << b.out;
    EXPECT_NE(a.out, run({"urn", "make", "uuid"}).out);
    EXPECT_EQ(run({"urn", "check", "-q"}, a.out + b.out).code, 0);
}

TEST(urn_namespaces, prints_the_entry_of_one) {
    const std::string page = run({"urn", "namespaces", "ISBN"}).out;
    for (const char *part : {"urn:isbn: ", "formal, registered", "Syntax", "Equivalence", "Check characters",
                             "isbn-13-mod10", "Components", "Resolution", "Examples", "Sources"}) {
        EXPECT_TRUE(has(page, part)) << part;
    }
    EXPECT_EQ(page, run({"urn", "namespaces", "urn:isbn:951-0-18435-7"}).out);
    EXPECT_TRUE(has(page, "\n  ABNF            NSS = isbn13 / isbn10\n                  isbn13 = (")) << page;
    EXPECT_TRUE(has(run({"urn", "namespaces", "ddi"}).out, "\n                  ; agency: at most 255 characters\n"));
}

TEST(urn_namespaces, lists_all_in_a_line_each) {
    const std::string all = run({"urn", "namespaces"}).out;
    EXPECT_TRUE(has(all, "\nisbn "));
    EXPECT_TRUE(has(all, "\nurn-7 "));
    const auto lines = std::ranges::count(all, '\n');
    EXPECT_GE(lines, 105);
    const auto of = [](const words &more) {
        words w{"urn", "namespaces"};
        w.insert(w.end(), more.begin(), more.end());
        return std::ranges::count(run(w).out, '\n');
    };
    EXPECT_EQ(of({"--kind", "formal"}) + of({"--kind", "informal"}) + of({"--kind", "unregistered"}), lines);
    EXPECT_EQ(of({"--resolution", "yes"}) + of({"--resolution", "no"}) + of({"--resolution", "unknown"}), lines);
    EXPECT_GT(of({"--resolution", "known"}), 0);
    EXPECT_TRUE(run({"urn", "namespaces", "--kind", "informal", "isbn"}).out.empty());
}

} // namespace
} // namespace uniform::test
