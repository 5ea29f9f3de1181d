// The verbs for URIs and references.

#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr opt parse_options_list[]{file, null, as,    opt::edition, zone_ids, max_length,
                                   json, get,  color, on_error,     threads,  no_progress};
constexpr example parse_examples[]{
    {"Draw the components of one URI", "uniform parse 'https://user@example.com:8042/over/there?name=ferret#nose'"},
    {"The hosts of a list, most frequent first",
     "uniform parse --get '{host}' -f urls.txt | sort | uniq -c | sort -rn"},
    {"A parameter of the query, decoded", "uniform parse --get '{query.q:decoded}' 'https://example.com/?q=a%20b'"},
    {"Everything, for programs", "uniform parse --json < urls.txt"},
};

constexpr opt check_options[]{file,  null, as,    opt::edition, zone_ids, max_length, opt::list,
                              quiet, json, color, on_error,     threads,  no_progress};
constexpr example check_examples[]{
    {"Is this a URI?", "uniform check --as uri 'http://example.com/a b' || echo no"},
    {"Keep the lines that are valid", "uniform check --list valid --on-error drop -f urls.txt"},
    {"Print the lines that are not, without the reasons", "uniform check --list invalid --quiet -f urls.txt"},
};

constexpr opt normalize_options_list[]{file,      null,      as,      opt::edition, zone_ids,  max_length,
                                       opt::rung, urn_among, rfc5952, opt::scheme,  redirects, changes,
                                       json,      get,       color,   on_error,     threads,   no_progress};
constexpr example normalize_examples[]{
    {"The normal form by syntax alone", "uniform normalize 'HTTP://Example.COM:80/%7Ea/../b'"},
    {"Also drop default ports and empty paths", "uniform normalize --rung scheme 'HTTP://Example.COM:80'"},
    {"Clean a list; what is not valid goes to a file of its own",
     "uniform normalize -f urls.txt > clean.txt 2> bad.txt"},
    {"What would change", "uniform normalize --changes -f urls.txt"},
};

constexpr opt compare_options[]{file,       null,      pairs,     base,    as,          opt::edition, zone_ids,
                                max_length, opt::rung, urn_among, rfc5952, opt::scheme, redirects,    quiet,
                                json,       color,     on_error,  threads, no_progress};
constexpr example compare_examples[]{
    {"On which rung do they meet?", "uniform compare http://example.com/%7ea HTTP://EXAMPLE.com/~a"},
    {"Only the answer", "uniform compare -q --rung scheme http://example.com http://example.com:80/ && echo same"},
    {"Many pairs, with a TAB between the two", "uniform compare --pairs -f pairs.tsv"},
};

constexpr opt resolve_options_list[]{file,       null,   pairs, base, opt::edition, zone_ids, max_length, strict,
                                     non_strict, excess, json,  get,  color,        on_error, threads,    no_progress};
constexpr example resolve_examples[]{
    {"One reference", "uniform resolve 'http://a/b/c/d;p?q' ../g"},
    {"All links of a page against its address", "uniform resolve --base https://example.com/docs/ -f links.txt"},
    {"By the rules of the 2003 draft",
     "uniform resolve --edition rfc2396bis-01 --excess drop 'http://a/b/c/d;p?q' ../../../g"},
};

constexpr opt relativize_options[]{file,       null, pairs, base,     opt::edition, zone_ids,
                                   max_length, json, color, on_error, threads,      no_progress};
constexpr example relativize_examples[]{
    {"The way from one to the other", "uniform relativize http://example.com/a/b/c http://example.com/a/d?x"},
    {"Shorten all links of a page", "uniform relativize --base https://example.com/docs/ -f links.txt"},
};

constexpr opt edit_options[]{file,           null,        as,         opt::edition,   zone_ids,        max_length,
                             opt::set,       set_decoded, append,     append_decoded, opt::remove,     replace,
                             replace_append, drop_param,  keep_param, sort_query,     query_separator, iterate,
                             json,           get,         color,      on_error,       threads,         no_progress};
constexpr example edit_examples[]{
    {"Another host and port", "uniform edit --set host=example.org --set port=8080 http://example.com/a"},
    {"Drop what tracks people", "uniform edit --drop-param 'utm_*' --drop-param fbclid -f urls.txt"},
    {"Append a segment that holds a slash", "uniform edit --append-decoded path=a/b http://example.com/x"},
    {"One result for each port", "uniform edit --iterate 'port=80 8080' http://example.com/"},
    {"Remove the fragment and sort the query", "uniform edit --remove fragment --sort-query 'http://h/?b=2&a=1#f'"},
};

constexpr opt unique_options[]{file,      null,      as,       opt::edition, zone_ids,   max_length,
                               opt::rung, urn_among, rfc5952,  opt::scheme,  redirects,  count,
                               json,      color,     on_error, threads,      no_progress};
constexpr example unique_examples[]{
    {"The first of each, in their order", "uniform unique -f urls.txt"},
    {"Ports and empty paths do not count", "uniform unique --rung scheme -f urls.txt"},
    {"The most frequent ones", "uniform unique --count -f urls.txt | sort -rn | head"},
};

constexpr opt explain_options[]{file, null, zone_ids, max_length, json, color, threads, no_progress};
constexpr example explain_examples[]{
    {"Who accepts an underscore in a host?", "uniform explain http://my_host/"},
    {"What is odd about these?", "uniform explain http://2130706433/ 'http://bank.example@evil.example/'"},
};

constexpr opt schemes_options[]{status, new_scheme, json, color};
constexpr example schemes_examples[]{
    {"What is known about some", "uniform schemes http coap urn"},
    {"All that are permanent", "uniform schemes --status permanent"},
    {"May a new scheme be called so?", "uniform schemes --new weather x-weather org.example.weather"},
};

constexpr verb_spec verbs[]{
    {"parse", "show the components of each record", "[URI...]",
     "Prints a drawing of the components under each record, or with --get a line made from a template, or with --json "
     "an object with the components as they are written and their byte offsets.\n\n"
     "A template is text in which these are replaced:\n\n"
     "  {uri} {scheme} {authority} {userinfo} {user} {password} {host}\n"
     "  {host_type} {port} {path} {query} {fragment} {input}\n"
     "  {path.N}     segment N, from 0; -1 is the last one\n"
     "  {query.KEY}  the value of the first parameter with that key\n\n"
     "Absent components are replaced by nothing. After the name, \":decoded\" decodes percent-encoded bytes, \":form\" "
     "does "
     "so and reads \"+\" as a space, \":all\" "
     "takes "
     "all parameters with that key (a blank between them), \":default\" gives the scheme's default port where "
     "none is written, \":redacted\" hides the password of {uri}, {authority} and {userinfo}. {url} is the same as "
     "{uri}. "
     "\n\n"
     "Of a URN there are also {urn} {nid} {nss} {r} {q} {f} {assigned-name} {normalized} {namespace-normalized} "
     "{name} {display} {kind}, and its components are drawn below those of the URI; `uniform help urn parse` tells "
     "more. "
     "{{ and }} stand for { and }, \\t for a TAB, \\n for a line end, \\\\ for \\.",
     parse_options_list, parse_examples, ""},
    {"check", "say whether each record is valid", "[URI...]",
     "Prints nothing for records that are valid; the others are reported with line, column and rule. The exit code is "
     "0 "
     "when all are valid and 1 when some are not. --list prints the records of one kind to standard output.",
     check_options, check_examples, ""},
    {"normalize", "print the normal form of each record", "[URI...]",
     "Climbs the ladder of RFC 3986 section 6.2 up to --rung: case (scheme and host in lower case, hex digits in upper "
     "case), percent (unreserved characters decoded), path (dot segments removed), syntax (these three together; the "
     "default), scheme (syntax, and empty or default ports and empty paths), protocol (scheme, and the redirects of "
     "--redirects). simple changes nothing. The result never gains or loses a scheme or an authority.\n\n"
     "A URN among the records is not decoded and keeps its dot segments, because RFC 8141 section 3.1 takes such names "
     "for different ones; its NID is lowered from the rung scheme on. --urn asks for another reading.",
     normalize_options_list, normalize_examples, ""},
    {"compare", "say on which rung two URIs meet", "[BASE] [URI...]",
     "Prints for each pair the lowest rung on which the two are equivalent, or \"different\", then the two, with TABs "
     "between (\"invalid\" for those that --on-error keep keeps). The exit code is 0 when all pairs are equivalent at "
     "--rung and 1 when some are not or are not valid.\n\n"
     "Two URNs meet on simple, case, scheme (the NID too), lexical (RFC 8141 section 3.1: components do not count) or "
     "namespace (the rules of their namespace); --urn says which of these is needed.",
     compare_options, compare_examples, ""},
    {"resolve", "resolve references against a base", "[BASE] [REFERENCE...]",
     "Prints the target of each reference (RFC 3986 section 5.2). The edition rfc2396bis-01 answers \"(current "
     "document)\" "
     "where that text does, and keeps \"..\" above the root unless --excess says otherwise.",
     resolve_options_list, resolve_examples, ""},
    {"relativize", "print the shortest reference to each target", "[BASE] [TARGET...]",
     "The inverse of resolve: prints the shortest reference which, resolved against the base, gives back the target "
     "byte "
     "for byte. A target to which no reference leads is reported.",
     relativize_options, relativize_examples, ""},
    {"edit", "change components of each record", "[URI...]",
     "Does the edits in the order in which they are given and prints the result. What no edit touches stays byte for "
     "byte: an empty \"?\" or \"#\", the case of letters, percent-encodings. An edit that would give something that is "
     "not valid, or change other components as well, is reported and the record with it.\n\n"
     "COMPONENT is one of scheme, authority, userinfo, user, password, host, port, path, query, fragment, "
     "query.KEY (a parameter of the query) and path.N (a segment of the path, from 0; -1 is the last one).",
     edit_options, edit_examples, ""},
    {"unique", "print the first of each kind of equivalent records", "[URI...]",
     "Removes records that are equivalent to an earlier one at --rung. The first one of each is printed as it stands; "
     "the "
     "order is kept. Exact: texts are compared, not only hashes. Memory: the distinct normal forms and at most 24 "
     "bytes "
     "for each.\n\n"
     "URNs among the records are read as by `uniform normalize`: names that RFC 8141 section 3.1 takes for different "
     "ones stay different. --urn asks for another reading.",
     unique_options, unique_examples, ""},
    {"explain", "show how each edition reads the same text", "[TEXT...]",
     "Puts the editions side by side: the components that each sees, or the rule by which it rejects the text. Below "
     "stand "
     "notes about what may surprise: hosts that other software takes for IPv4 addresses, user information before the "
     "host, passwords, default ports, dot segments and the like.\n\n"
     "What begins with \"urn:\" is read by the editions of the URN standard as well: NID, NSS and components, whether "
     "the NID is registered, the NSS fits its namespace and the check character is right, the normal forms, the name "
     "as its own system writes it, letters that look like others, and addresses that resolve it.\n\n"
     "What begins with a scheme that `uniform url parse` knows is read by each document which has the scheme, from the "
     "draft of 1994 on: the parts that they name, or the rule by which they reject the text. Of a scheme that the "
     "draft "
     "reserves, or that begins with \"x-\", what it says of it.",
     explain_options, explain_examples, ""},
    {"schemes", "look schemes up in IANA's registry", "[NAME...]",
     "Prints name, status, default port and defining documents of the named schemes, or of all. The exit code is 1 "
     "when a named scheme is not registered.\n\n"
     "--new says whether a new scheme may have the name: by RFC 3986 section 3.1, by what is registered, by RFC 7595 "
     "section 3.8, and by section 4 of draft-ietf-uri-url-06, which reserved some names and those beginning with "
     "\"x-\". The exit code is 1 when one may not.",
     schemes_options, schemes_examples, ""},
};

} // namespace

std::span<const verb_spec> uri_verb_table() noexcept { return verbs; }

} // namespace uniform::command
