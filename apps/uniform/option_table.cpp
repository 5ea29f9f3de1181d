#include "option_table.hpp"

namespace uniform::command {

namespace {

using enum opt;
constexpr option_spec table[]{
    // clang-format off
    {file, group::input, 'f', "file", "FILE",
     "Read records from FILE; \"-\" is standard input. May be repeated. Without files and arguments, standard input is "
     "read.", "", true},
    {null, group::input, '0', "null", "",
     "Records of input end with NUL instead of a line end, and records of output too. An empty record is the empty "
     "reference.", ""},
    {pairs, group::input, 'p', "pairs", "",
     "Each line has two fields with a TAB between them; with -0, and as arguments, two records make a pair.", ""},
    {base, group::input, 'b', "base", "URI",
     "The URI that every record is put against. Without it and without --pairs, the first argument is taken.", ""},
    {as, group::input, 'a', "as", "PRODUCTION",
     "Which production of the grammar a record must match (default: uri-reference).",
     "uri uri-reference absolute-uri relative-ref"},
    {opt::edition, group::input, 'e', "edition", "EDITION",
     "Whose grammar and rules apply (default: rfc3986).", "rfc3986 rfc2396bis-01 rfc2396"},
    {urn_edition, group::input, 'e', "edition", "EDITION",
     "Whose grammar and rules of URNs apply (default: rfc8141).", "rfc8141 urnbis-16 urnbis-14 rfc2141"},
    {zone_ids, group::input, 0, "zone-ids", "",
     "Admit the zone identifiers of RFC 6874, as in http://[fe80::1%25eth0]/.", ""},
    {max_length, group::input, 0, "max-length", "BYTES",
     "Refuse longer records (default: 16M; K, M and G may follow the number; at most 4G-2).", ""},
    {opt::url_edition, group::input, 'e', "edition", "EDITION", "Which document reads the URLs: current, the standard of each scheme today (the default); url-06, the draft of August 1994; rfc1738; or the document of one scheme.", "current url-06 rfc1738 rfc2397 rfc4156 rfc4157 rfc4248 rfc4266 rfc4516 rfc5538 rfc6068 rfc6455 rfc8089 rfc9110"},
    {opt::html_input, group::input, 0, "html", "", "The input is HTML. Without it and --text, a file is taken for HTML if it begins like HTML.", ""},
    {opt::text_input, group::input, 0, "text", "", "The input is plain text.", ""},
    {opt::base_of_document, group::input, 'b', "base", "URI", "The base URI of the application, where the document and its origin give none (RFC 3986 section 5.1.4).", ""},
    {opt::content_location, group::input, 0, "content-location", "URI", "The base URI that the entity around the document gives, as Content-Location or Content-Base do (RFC 3986 section 5.1.2). May be repeated, from the inner entity to the outer.", ""},
    {opt::retrieved, group::input, 0, "retrieved", "URI", "The URI by which the document was retrieved (RFC 3986 section 5.1.3). May be repeated: where each redirect led.", ""},
    {opt::in_text, group::input, 0, "in-text", "", "The input is text (source code, mail, logs): find the identifiers in it and look at those.", ""},

    {opt::rung, group::rules, 'r', "rung", "RUNG",
     "How far to climb the ladder of RFC 3986 section 6.2 (default: syntax).",
     "simple case percent path syntax scheme protocol"},
    {urn_among, group::rules, 0, "urn", "HOW",
     "How URNs among the records are read: uri, as any other URI; both, with only those steps that the URN standard "
     "allows too (the default); lexical, by the URN-equivalence of RFC 8141 section 3.1, which leaves the components "
     "out; namespace, also by the rules of their namespace.", "uri both lexical namespace"},
    {urn_level, group::rules, 'u', "urn", "LEVEL",
     "Which equivalence decides: lexical, that of RFC 8141 section 3.1, the same for all (the default); namespace, also "
     "the rules of each namespace.", "lexical namespace"},
    {keep_components, group::rules, 0, "keep-components", "",
     "Keep the r-, q- and f-component as they are written, which equivalence ignores.", ""},
    {fit, group::rules, 0, "fit", "LEVEL",
     "What fits a namespace: lenient admits names seen in practice; normal is what the registration says (the default); "
     "strict adds rules of other standards.", "lenient normal strict"},
    {require, group::rules, 0, "require", "WHAT",
     "What must hold besides the syntax, instead of all of registered, namespace and check. May be repeated. check asks "
     "for check characters that the namespace makes binding; advisory also for those that it only recommends.",
     "syntax registered namespace check advisory"},
    {to, group::rules, 0, "to", "EDITION", "The edition to convert to (default: rfc8141).",
     "rfc8141 urnbis-16 urnbis-14 rfc2141"},
    {rfc5952, group::rules, 0, "rfc5952", "", "Write IPv6 addresses as RFC 5952 says.", ""},
    {opt::scheme, group::rules, 0, "scheme", "NAME:PORT[/]",
     "Add a scheme and its default port for --rung scheme. A \"/\" at the end says that an empty path after an authority "
     "means \"/\". May be repeated.", ""},
    {redirects, group::rules, 0, "redirects", "FILE",
     "Redirects that were observed, for --rung protocol: each line two URIs, from and to, with a TAB between them.", "",
     true},
    {strict, group::rules, 0, "strict", "", "Resolve by the strict algorithm (the default).", ""},
    {non_strict, group::rules, 0, "non-strict", "",
     "Read a reference with the base's own scheme as a relative one (RFC 3986 section 5.2.2).", ""},
    {excess, group::rules, 0, "excess", "POLICY",
     "What becomes of \"..\" above the root (default: as the edition says).", "keep drop refuse"},
    {opt::abbreviated, group::rules, 0, "abbreviated", "", "Find abbreviated references too, such as www.w3.org/Addressing/, and complete them (2003 draft, appendix F). They are guesses and marked as such.", ""},
    {opt::which_schemes, group::rules, 0, "schemes", "WHICH", "What counts as a URI where no delimiters say so: likely, \"SCHEME://\" and schemes that are used in text (the default); registered, every scheme of IANA's registry; any.", "likely registered any"},
    {opt::join_lines, group::rules, 0, "join-lines", "", "Go on where a URI is broken at a line end without delimiters and the next line is indented further.", ""},
    {opt::default_scheme, group::rules, 0, "default-scheme", "NAME", "The scheme of web addresses that were abbreviated (default: http, as the 2003 draft has it).", ""},
    {opt::resolve_found, group::rules, 'r', "resolve", "", "Print what is found resolved against the base.", ""},
    {opt::insist, group::rules, 0, "insist", "", "Do what section 6 of draft-ietf-uri-url-06 warns of: CR, LF or NUL inside an argument, and ports below 1024 that are not the scheme's own.", ""},
    {opt::mail_address, group::rules, 0, "mail-address", "ADDRESS", "The password of an anonymous login (default: none).", ""},
    {opt::news_server, group::rules, 0, "news-server", "HOST[:PORT]", "Where news URLs without a server are read (default: the environment's NNTPSERVER).", ""},
    {opt::gateway, group::rules, 0, "gateway", "SCHEME=URL",
     "Get URLs of that scheme from a gateway: URL, with the one asked for percent-encoded in place of {}, or at its end. "
     "May be repeated.", ""},
    {opt::deny, group::rules, 0, "deny", "CHECK", "The exit code is 1 for findings of that check or severity too, as it is for errors; none: not for errors. May be repeated.", ""},
    {opt::allow, group::rules, 0, "allow", "CHECK", "Leave findings of that check or severity out. May be repeated.", ""},

    {json, group::output, 'j', "json", "",
     "Print one JSON object a line. A component that is absent is null, an empty one is \"\"; records that are not valid "
     "get an \"error\" and are not reported elsewhere.", ""},
    {json_document, group::output, 'j', "json", "",
     "Print the template as one JSON document of several lines (docs/reference/namespace-template.schema.json).", ""},
    {get, group::output, 'g', "get", "TEMPLATE",
     "Print the template for each result, for example '{host} {query.id:decoded}'.", ""},
    {opt::list, group::output, 'l', "list", "WHICH", "Print the records that are valid, or those that are not.",
     "valid invalid"},
    {quiet, group::output, 'q', "quiet", "", "Print nothing; the exit code tells.", ""},
    {warnings_as_errors, group::output, 0, "warnings-as-errors", "", "The exit code is 1 for warnings as well.", ""},
    {changes, group::output, 0, "changes", "",
     "Instead of the normal form, print which components would change, a TAB, and the record.", ""},
    {count, group::output, 'c', "count", "", "Print how often each occurs, a TAB, and the first one, when all are read.",
     ""},
    {color, group::output, 0, "color", "WHEN",
     "Colours: auto uses them on a terminal unless NO_COLOR is set (default: auto).", "auto always never"},
    {status, group::output, 0, "status", "STATUS", "Only schemes of that status.",
     "permanent provisional historical"},
    {new_nid, group::output, 'n', "new", "", "Say whether a new namespace may have the NID, and by which rule not.", ""},
    {new_scheme, group::output, 'n', "new", "", "Say whether a new scheme may have the name, and by which rule not.", ""},
    {kind, group::output, 'k', "kind", "KIND", "Only namespaces of that kind.", "formal informal unregistered"},
    {resolution, group::output, 0, "resolution", "WHAT",
     "Only namespaces whose registration says this of resolution; known are those with an address that resolves.",
     "yes no unknown known"},
    {man, group::output, 0, "man", "", "Print the manual page as roff, for man(1).", ""},
    {opt::output_file, group::output, 'o', "output", "FILE", "Write there instead of standard output; the name appears only when all was received.", "", true},
    {opt::unique_found, group::output, 'u', "unique", "", "Print each only once, the first one.", ""},
    {opt::sarif, group::output, 0, "sarif", "", "Print one SARIF 2.1.0 document, as code hosts read it.", ""},
    {opt::list_checks, group::output, 0, "checks", "", "List the checks.", ""},

    {encoded, group::making, 0, "encoded", "",
     "The names are NSSs already, with everything encoded that must be. Without it, names of a namespace whose rules "
     "are not known are refused (RFC 8141 section 2.2).", ""},
    {check_digit, group::making, 0, "check-digit", "", "The check character is missing from the names: add it.", ""},
    {r_component, group::making, 0, "r-component", "TEXT", "Add a r-component, as it stands.", ""},
    {q_component, group::making, 0, "q-component", "TEXT", "Add a q-component, as it stands.", ""},
    {f_component, group::making, 0, "f-component", "TEXT", "Add a f-component, as it stands.", ""},
    {uuid_version, group::making, 0, "uuid-version", "N",
     "Of a new UUID: 4 is random (the default), 7 begins with the time.", "4 7"},

    {opt::set, group::edits, 's', "set", "COMPONENT=TEXT",
     "Set a component to the text as it stands; it must be valid there.", ""},
    {set_decoded, group::edits, 'S', "set-decoded", "COMPONENT=DATA",
     "Set a component to data, percent-encoding what must be encoded.", ""},
    {append, group::edits, 0, "append", "path=TEXT|query=KEY=TEXT",
     "Append a segment to the path, or a parameter to the query, as it stands.", ""},
    {append_decoded, group::edits, 0, "append-decoded", "path=DATA|query=KEY=DATA",
     "Append a segment or a parameter, percent-encoding what must be encoded.", ""},
    {opt::remove, group::edits, 0, "remove", "COMPONENT", "Remove a component.", ""},
    {replace, group::edits, 0, "replace", "KEY=TEXT",
     "Set a query parameter, where there is one; further ones of the same key are dropped.", ""},
    {replace_append, group::edits, 0, "replace-append", "KEY=TEXT",
     "Set a query parameter, and append it where there is none.", ""},
    {drop_param, group::edits, 0, "drop-param", "PATTERN",
     "Drop the query parameters whose key matches; * is any text and ? any character, as in 'utm_*'.", ""},
    {keep_param, group::edits, 0, "keep-param", "PATTERN",
     "Drop the query parameters whose key does not match this pattern or another --keep-param.", ""},
    {sort_query, group::edits, 0, "sort-query", "", "Sort the query parameters by key; equal keys keep their order.", ""},
    {query_separator, group::edits, 0, "query-separator", "CHARACTER",
     "What separates the query's parameters: & alone, or ; as well (default: &).", "& ;"},
    {iterate, group::edits, 0, "iterate", "COMPONENT='TEXT TEXT...'",
     "One result for each of the texts, which are separated by spaces. May be repeated: all combinations.", ""},

    {opt::on_error, group::running, 0, "on-error", "POLICY",
     "What to do with a record that is not valid: report it; report it and keep it in the output as it is; drop it "
     "silently; or report it and stop (default: report).", "report keep drop stop"},
    {threads, group::running, 't', "threads", "N", "How many threads work, at most 1024 (default: one for each core).", ""},
    {no_progress, group::running, 0, "no-progress", "", "Show no progress on the terminal.", ""},
    {opt::max_size, group::running, 0, "max-size", "BYTES", "Stop with an error when more is sent (default: 1G; K, M and G may follow the number).", ""},
    {opt::timeout, group::running, 0, "timeout", "SECONDS", "Stop with an error when it takes longer (default: 60).", ""},
    {opt::max_redirects, group::running, 0, "max-redirects", "N", "Follow at most so many redirects (default: 10).", ""},
    {config_file, group::running, 'c', "config", "FILE", "Read the configuration from FILE (default: what UNIFORM_CONFIG names, else none).", "", true},
    {store_location, group::running, 's', "store", "LOCATION", "Where the store is: a file, or postgresql://... (default: the setting store.location, else $XDG_DATA_HOME/uniform/uniform.db or ~/.local/share/uniform/uniform.db).", "", true},
    {setting, group::running, 0, "set", "NAME=VALUE", "Give a setting this value, for example server.workers=2. May be repeated. `uniform config show` lists them all.", ""},
    {port, group::running, 'p', "port", "N", "Listen on this port (default: the setting server.port, 8141).", ""},
    {opt::demo, group::running, 0, "demo", "", "Fill an empty store with a small demonstration namespace, \"example\".", ""},
    {opt::known, group::rules, 0, "known", "NUMBER:HASH", "A head of the history that was noted earlier, as `store verify` prints it: it must still be in the chain.", ""},
    {opt::replace_store, group::running, 0, "replace", "", "Put the new file in the place of one that is there.", ""},
    {json_result, group::output, 'j', "json", "", "Print the result as JSON.", ""},
    {opt::server_url, group::running, 0, "server", "URL", "Ask the service at URL instead of the store here (default: what UNIFORM_SERVER names).", ""},
    {opt::token_text, group::running, 0, "token", "TOKEN", "Show this token to the service. For a moment other users may see it in the list of processes: --token-file and UNIFORM_TOKEN, over which it wins, are not seen.", ""},
    {opt::token_file, group::running, 0, "token-file", "FILE", "Show the token in FILE to the service (default: the one in UNIFORM_TOKEN).", "", true},
    {opt::idempotency_key, group::running, 'k', "key", "KEY", "The client's key of this request: repeated with the same key, it gets the first answer (default: a fresh one).", ""},
    {opt::if_version, group::rules, 0, "if-version", "NUMBER", "Change it only if its last event is still this one.", ""},
    {opt::locator_media_type, group::making, 0, "media-type", "TYPE", "The media type of the locators.", ""},
    {opt::locator_language, group::making, 0, "language", "TAG", "The language of the locators.", ""},
    {opt::locator_country, group::making, 0, "country", "CODE", "The country whose users the locators are for.", ""},
    {opt::locator_weight, group::making, 0, "weight", "N", "The weight of the locators: more is better (default: 1).", ""},
    {opt::metadata_member, group::making, 0, "metadata", "NAME=VALUE", "A member of the description: title, creator, date, type, publisher, or one of your own. May be repeated.", ""},
    {opt::record_file, group::making, 0, "record", "FILE", "The record as a JSON object in FILE; \"-\" is standard input.", "", true},
    {opt::other_name, group::making, 0, "other-name", "URN", "Another name of the same resource. May be repeated.", ""},
    {opt::successor, group::making, 0, "successor", "URN", "The name that takes its place.", ""},
    {opt::predecessor, group::making, 0, "predecessor", "URN", "The name whose place it takes.", ""},
    {opt::reason, group::making, 0, "reason", "TEXT", "Why; everybody can read it.", ""},
    {opt::how_many, group::making, 'n', "count", "N", "How many (default: 1).", ""},
    {opt::prefix, group::rules, 0, "prefix", "PREFIX", "Only names with this prefix, for example \"urn:example:\".", ""},
    {opt::name_state, group::rules, 0, "state", "STATE", "Only those in this state.", "reserved active withdrawn"},
    {opt::as_of, group::rules, 0, "as-of", "DATE", "As it was at this time (RFC 3339; a date alone is the beginning of its day in UTC).", ""},
    {opt::at_most, group::output, 0, "limit", "N", "At most so many (default: all).", ""},
    {opt::after, group::rules, 0, "after", "URN", "Only what comes after this name.", ""},
    {opt::data_format, group::input, 0, "format", "FORMAT", "How the data is written (default: by the file's name, else ndjson).", "ndjson csv"},
    {opt::dry_run, group::running, 0, "dry-run", "", "Check everything and say what would happen; change nothing.", ""},
    {opt::results_file, group::output, 0, "results", "FILE", "Write the result of each line to FILE instead of standard output.", "", true},
    {opt::service_name, group::making, 0, "service", "SERVICE", "The resolution service of RFC 2483: I2L, I2Ls, I2C, I2Ns, ... (default: I2L).", ""},
    {opt::accept, group::rules, 0, "accept", "TYPE", "Prefer locators of this media type, as the field Accept says it.", ""},
    {opt::explain, group::output, 0, "explain", "", "Say for each locator why it was chosen or not.", ""},
    {opt::role, group::making, 0, "role", "ROLE", "What the token's holder may do.", "reader registrar manager expert administrator"},
    {opt::registrar, group::making, 0, "registrar", "ID", "The id of the registrar.", ""},
    {opt::expires, group::making, 0, "expires", "DATE", "When the token ends: a date or a time (RFC 3339; default: as the service is set).", ""},
    {opt::label, group::making, 0, "label", "TEXT", "A word to recognize it by.", ""},
    {opt::naming, group::making, 0, "naming", "PATTERN", "The naming policy: what the rest of the key must match.", ""},
    {opt::locator_host, group::making, 0, "host", "HOST", "The locator policy: a host that locators may have, for example *.example.org. May be repeated.", ""},
    {opt::mint_method, group::making, 0, "mint", "METHOD", "How names are minted (default: they are not).", "none sequential random uuid uuid7"},
    {opt::mint_pattern, group::making, 0, "pattern", "PATTERN", "The pattern of minted names: d a digit, e an extended digit, k the check character, {TEXT} itself.", ""},
    {opt::check_rule, group::making, 0, "check", "RULE", "The check character of minted names.", "none namespace noid"},
    {opt::other_resolver, group::making, 0, "resolver", "URL", "Another resolver, which knows the names under the prefix.", ""},
    {opt::title, group::making, 0, "title", "TEXT", "What it is called.", ""},
    {opt::contact, group::making, 0, "contact", "TEXT", "How to reach them.", ""},
    {opt::author, group::making, 0, "author", "TEXT", "Who says it; everybody can read it.", ""},
    {opt::secret, group::running, 0, "secret", "SECRET", "The secret of the registration request (default: what UNIFORM_SECRET holds).", ""},
    {opt::fast_track, group::making, 0, "fast-track", "BODY", "Ask for the fast track of RFC 8141 section 6.3 in the name of this body.", ""},
    {opt::revises, group::making, 0, "revises", "NID", "The registered namespace whose registration it revises.", ""},
    {opt::reference, group::making, 0, "reference", "TEXT", "The document or body that the step refers to.", ""},
    {opt::round, group::rules, 0, "round", "N", "Only if the review is still in this round.", ""},
    {opt::request_state, group::rules, 0, "state", "STATE", "Only requests in this state.", "draft submitted under_review returned approved reported declined registered revised withdrawn"},
    {opt::transfer_state, group::rules, 0, "state", "STATE", "Only transfers in this state.", "requested accepted refused withdrawn"},
    {opt::keep_made, group::rules, 0, "keep-made", "", "Let the tokens that it made be valid on (administrators only).", ""},
    {opt::of_prefix, group::making, 0, "prefix", "PREFIX", "A prefix of keys that the token reaches, for example \"nbn:de:gbv-\". May be repeated.", ""},
    {help, group::running, 'h', "help", "", "Print this help.", ""},
    {version, group::running, 0, "version", "", "Print the version.", ""},
    // clang-format on
};

consteval bool in_order() {
    for (std::size_t i = 0; i < std::size(table); ++i) {
        if (static_cast<std::size_t>(table[i].id) != i) return false;
    }
    return true;
}
static_assert(in_order(), "spec_of() looks options up by their place");

} // namespace

std::span<const option_spec> all_options() noexcept { return table; }

const option_spec &spec_of(opt id) noexcept { return table[static_cast<std::size_t>(id)]; }

std::string_view heading_of(group g) noexcept {
    switch (g) {
    case group::making:
        return "Making";
    case group::edits:
        return "Edits";
    case group::input:
        return "Input";
    case group::rules:
        return "Rules";
    case group::output:
        return "Output";
    case group::running:
        return "Running";
    }
    return "";
}

} // namespace uniform::command
