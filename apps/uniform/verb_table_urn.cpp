// The verbs of the group "urn".

#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr opt parse_options_list[]{file, null,  urn_edition, max_length, json,
                                   get,  color, on_error,    threads,    no_progress};
constexpr example parse_examples[]{
    {"Draw the components of one URN", "uniform urn parse 'urn:example:weather?+res=a?=op=map#north'"},
    {"The namespaces of a list, most frequent first",
     "uniform urn parse --get '{nid}' -f urns.txt | sort | uniq -c | sort -rn"},
    {"The name as its own system writes it", "uniform urn parse --get '{name}' urn:ietf:rfc:2141"},
    {"Everything, for programs", "uniform urn parse --json < urns.txt"},
};

constexpr opt check_options[]{file,  null, urn_edition, max_length, require, fit,        opt::list,
                              quiet, json, color,       on_error,   threads, no_progress};
constexpr example check_examples[]{
    {"All four answers", "uniform urn check urn:isbn:978-951-0-18435-6 urn:isbn:978-951-0-18435-7"},
    {"Keep the names that are right", "uniform urn check --list valid --on-error drop -f urns.txt"},
    {"Only the syntax counts", "uniform urn check -q --require syntax urn:nowhere:a && echo yes"},
};

constexpr opt normalize_options_list[]{file, null, urn_edition, max_length, urn_level, keep_components, changes,
                                       json, get,  color,       on_error,   threads,   no_progress};
constexpr example normalize_examples[]{
    {"The form that all equivalent ones share", "uniform urn normalize 'URN:EXAMPLE:a123%2cz456?=x'"},
    {"Also by the rules of the namespace", "uniform urn normalize --urn namespace urn:isbn:951-0-18435-7"},
};

constexpr opt compare_options[]{file,  null, pairs, base,     urn_edition, max_length, urn_level,
                                quiet, json, color, on_error, threads,     no_progress};
constexpr example compare_examples[]{
    {"Do they name the same?", "uniform urn compare urn:isbn:951-0-18435-7 urn:isbn:978-951-0-18435-6"},
    {"Only the answer", "uniform urn compare -q urn:example:a URN:EXAMPLE:a#b && echo same"},
};

constexpr opt convert_options[]{file, null, urn_edition, to, max_length, json, color, on_error, threads, no_progress};
constexpr example convert_examples[]{
    {"From draft -14 to the standard", "uniform urn convert --edition urnbis-14 'urn:example:a?q??r'"},
    {"Would RFC 2141 have taken it?", "uniform urn convert --to rfc2141 urn:example:a/b"},
};

constexpr opt make_options_list[]{encoded,      check_digit, r_component, q_component, f_component,
                                  uuid_version, file,        null,        urn_edition, json,
                                  color,        on_error,    threads,     no_progress};
constexpr example make_examples[]{
    {"Of a book", "uniform urn make isbn 951-0-18435-7"},
    {"A new one", "uniform urn make uuid"},
    {"With the check character", "uniform urn make --check-digit nbn de:101:1-20140708118"},
    {"Of a document", "uniform urn make rfc 2141"},
};

constexpr opt guess_options[]{file, null, json, color, on_error, threads, no_progress};
constexpr example guess_examples[]{
    {"What is this number?", "uniform urn guess 978-951-0-18435-6 0317-8471"},
};

constexpr opt nid_options[]{file, null, urn_edition, new_nid, quiet, json, color, on_error, threads, no_progress};
constexpr example nid_examples[]{
    {"What are these?", "uniform urn nid isbn urn-7 xn--a"},
    {"May a new namespace be called so?", "uniform urn nid --new weather x-weather us"},
};

constexpr opt namespaces_options[]{opt::kind, resolution, json, color};
constexpr example namespaces_examples[]{
    {"All that is known about one", "uniform urn namespaces isbn"},
    {"All of them", "uniform urn namespaces"},
    {"Those with an address that resolves names", "uniform urn namespaces --resolution known"},
};

constexpr verb_spec verbs[]{
    {"urn parse", "show the components of each URN", "[URN...]",
     "Prints a drawing of the components under each URN, or with --get a line made from a template, or with --json an "
     "object with the components as they are written and what is known about the name.\n\n"
     "A template is text in which these are replaced, besides those of `uniform parse`:\n\n"
     "  {urn} {assigned-name} {nid} {nss} {r} {q} {f} {input}\n"
     "  {normalized}            as equivalence compares it (RFC 8141 section 3.1)\n"
     "  {namespace-normalized}  the same with the rules of its namespace\n"
     "  {name}                  as its own identifier system writes it: RFC 2141\n"
     "  {display}               between guillemets, percent-encoded letters shown\n"
     "  {kind}                  of its NID: formal, informal, ...\n\n"
     "Absent components are replaced by nothing. After nss, r, q and f, \":decoded\" decodes percent-encoded bytes.",
     parse_options_list, parse_examples, ""},
    {"urn check", "say whether each URN is valid, registered, fitting and checked", "[URN...]",
     "Prints a line with four answers, then the URN: valid or invalid (the syntax of the edition); registered or "
     "unregistered (its NID at IANA); fits, misfit or unknown (the NSS, by the rules of its namespace); and of its "
     "check character right, wrong, doubtful (wrong, where the namespace only recommends it), not-covered (the "
     "namespace has some, but not in names of this form) or none. The reasons go to standard error with line, column "
     "and rule.\n\n"
     "The exit code is 1 when a URN is invalid, unregistered, a misfit or wrong. --require says what of that counts. "
     "--list prints only the URNs for which all that counts holds, or only the others.",
     check_options, check_examples, ""},
    {"urn normalize", "print the form that equivalent URNs share", "[URN...]",
     "Prints the assigned-name with scheme and NID in lower case and the hex digits of percent-encodings in upper "
     "case; "
     "nothing is decoded (RFC 8141 section 3.1). With --urn namespace the rules of its namespace are applied as well, "
     "to names that fit it. The r-, q- and f-component play no part in equivalence and are left out.",
     normalize_options_list, normalize_examples, ""},
    {"urn compare", "say whether two URNs name the same", "[BASE] [URN...]",
     "Prints for each pair identical, lexical (equivalent by RFC 8141 section 3.1), namespace (also by the rules of "
     "their "
     "namespace) or different, then the two, with TABs between (\"invalid\" for those that --on-error keep keeps). The "
     "exit code is 0 when all pairs are equivalent at --urn and 1 when some are not or are not valid.",
     compare_options, compare_examples, ""},
    {"urn convert", "write URNs in the syntax of another edition", "[URN...]",
     "Reads URNs of --edition and prints the same name with the same components in the syntax of --to. What the other "
     "edition cannot express, or would read differently, is reported.",
     convert_options, convert_examples, ""},
    {"urn make", "make URNs of names of other identifier systems", "NID [NAME...]",
     "Translates each name into a URN by the rules of its namespace: the canonical form, percent-encoding of what is "
     "not "
     "allowed, the syntax, and the check character. NID may also be the word with which such names begin, as in \"rfc "
     "2141\". `uniform urn make uuid` without a name makes a new UUID (RFC 9562); with -f it reads names. Names of a "
     "namespace whose rules are not known are refused, unless --encoded says that nothing is left to encode.",
     make_options_list, make_examples, "nid"},
    {"urn guess", "make URNs of names whose identifier system is not told", "[NAME...]",
     "Prints a URN for each identifier system to which the name could belong, a TAB, and the name of the system. Only "
     "what looks like nothing else is guessed, and only with a right check character where there is one: \"2141\" is "
     "no "
     "RFC, \"RFC 2141\" is. The exit code is 1 when a name looks like none.",
     guess_options, guess_examples, ""},
    {"urn nid", "say what a NID can name, and by which rule", "[NID...]",
     "Prints for each NID whether it is registered, its kind (formal, informal, or for what it is reserved), the "
     "section "
     "that says so, and the title of its namespace. The exit code is 1 when one is not registered. With --new the "
     "question is whether a new namespace may have it: each rule against it is printed, and the exit code is 1 when "
     "there is one.",
     nid_options, nid_examples, "nids"},
    {"urn namespaces", "look namespaces up in IANA's registry", "[NID...]",
     "Prints all that is known about the named namespaces, with its sources: syntax, equivalence, check characters, "
     "components, addresses that resolve names, and examples. Without arguments, a line for each namespace. A URN may "
     "stand for its NID. The exit code is 1 when nothing is known about one.",
     namespaces_options, namespaces_examples, "nids"},
};

} // namespace

std::span<const verb_spec> urn_verb_table() noexcept { return verbs; }

} // namespace uniform::command
