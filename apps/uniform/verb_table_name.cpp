// The verbs of the group "name": assigning names, and what happens to them.

#include "verb_reach.hpp"
#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr auto assign_options =
    and_reach(record_file, metadata_member, locator_media_type, locator_language, locator_country, locator_weight,
              other_name, successor, predecessor, idempotency_key, if_version);
constexpr auto mint_options = and_reach(how_many, record_file, metadata_member, locator_media_type, locator_language,
                                        locator_country, locator_weight, other_name, idempotency_key);
constexpr auto reserve_options = and_reach(prefix, how_many, idempotency_key);
constexpr auto withdraw_options = and_reach(reason, successor, idempotency_key, if_version);
constexpr auto locate_options = and_reach(record_file, locator_media_type, locator_language, locator_country,
                                          locator_weight, idempotency_key, if_version);
constexpr auto describe_options =
    and_reach(record_file, metadata_member, other_name, successor, predecessor, idempotency_key, if_version);
constexpr auto show_options = and_reach(as_of);
constexpr auto list_options = and_reach(prefix, name_state, at_most);
constexpr auto history_options = and_reach(at_most);
constexpr auto resolve_options = and_reach(service_name, accept, locator_language, explain);
constexpr auto import_options =
    and_reach_of_file(data_format, dry_run, results_file, idempotency_key, on_error, no_progress, quiet);
constexpr auto export_options = and_reach_of_file(data_format, prefix, after, name_state, output_file, no_progress);

constexpr example assign_examples[]{
    {"A name and where it leads",
     "uniform name assign urn:example:a7 https://www.example.org/7 --metadata 'title=Report 7'"},
    {"On a service", "export UNIFORM_SERVER=http://127.0.0.1:8141\n"
                     "uniform name assign --token-file token.txt urn:example:a8 https://www.example.org/8"},
};
constexpr example mint_examples[]{
    {"Three names by the rule of the prefix", "uniform name mint urn:example:item- --count 3"},
};
constexpr example reserve_examples[]{
    {"Names for a book that is being printed", "uniform name reserve --prefix urn:example:item- --count 10"},
    {"Names of your own", "uniform name reserve urn:example:a urn:example:b"},
};
constexpr example activate_examples[]{
    {"Fill a reserved name", "uniform name activate urn:example:a https://www.example.org/a"},
};
constexpr example withdraw_examples[]{
    {"Withdraw a name, and say what takes its place",
     "uniform name withdraw urn:example:a --reason 'assigned twice' --successor urn:example:b"},
};
constexpr example locate_examples[]{
    {"The resource has moved", "uniform name locate urn:example:a https://archive.example.org/a"},
};
constexpr example describe_examples[]{
    {"Describe it anew", "uniform name describe urn:example:a --metadata title=A --metadata date=2026"},
};
constexpr example show_examples[]{
    {"As it is, and as it was at the beginning of the year",
     "uniform name show urn:example:a; uniform name show --as-of 2026-01-01 urn:example:a"},
};
constexpr example list_examples[]{
    {"All withdrawn names of a namespace", "uniform name list --prefix urn:example: --state withdrawn"},
};
constexpr example history_examples[]{
    {"What happened to it", "uniform name history urn:example:a"},
};
constexpr example resolve_examples[]{
    {"Where does it lead?", "uniform name resolve urn:example:a"},
    {"And why there?", "uniform name resolve --explain urn:example:a"},
    {"Its other names", "uniform name resolve --service I2Ns urn:example:a"},
};
constexpr example import_examples[]{
    {"Check first", "uniform name import --dry-run --quiet names.csv"},
    {"Then import; after a break, the same line goes on", "uniform name import names.csv > results.ndjson"},
};
constexpr example export_examples[]{
    {"All names of a namespace", "uniform name export --prefix urn:example: --output example.csv"},
};

constexpr verb_spec verbs[]{
    {"name assign", "assign a name", "URN [URL...]",
     "Assigns the name and makes it active, with a locator for each URL. A name is assigned once, for ever: when it is "
     "taken, the record that is there is shown, and the exit code is 1. Two spellings that the namespace's rules hold "
     "for the same are one name.",
     assign_options, assign_examples, ""},
    {"name mint", "have names made by the rule of a prefix", "PREFIX [URL...]",
     "Assigns names that the service makes by the minting rule of the prefix (see `uniform namespace delegate`): "
     "numbers in sequence, at random, or UUIDs, with their check character. Prints one a line.",
     mint_options, mint_examples, ""},
    {"name reserve", "reserve names, to be filled later", "[URN...]",
     "Reserves the names, or with --prefix names that the service makes. A reserved name is nobody else's, and leads "
     "nowhere until it is activated. Prints one a line.",
     reserve_options, reserve_examples, ""},
    {"name activate", "fill a reserved name", "URN [URL...]",
     "Makes a reserved name active, with a locator for each URL.", assign_options, activate_examples, ""},
    {"name withdraw", "withdraw a name, for ever", "URN",
     "Withdraws the name. It stays known: who asks for it reads the reason, and what takes its place. Nothing brings "
     "it "
     "back, and it is never assigned again.",
     withdraw_options, withdraw_examples, ""},
    {"name locate", "say where a name leads from now on", "URN [URL...]",
     "Puts a locator for each URL in the place of all that the name has.", locate_options, locate_examples, ""},
    {"name describe", "describe what a name is of", "URN",
     "Puts the description, the other names, the successor or the predecessor that are given in the place of what "
     "there is; what is not given stays.",
     describe_options, describe_examples, ""},
    {"name show", "show a name's record", "URN", "Shows the record as it is, or with --as-of as it was.", show_options,
     show_examples, ""},
    {"name list", "list names", "",
     "Lists names in the order of their keys: the name, its state, and its first locator.", list_options, list_examples,
     ""},
    {"name history", "show what happened to a name", "URN",
     "Shows the events of the name, the newest first, each with its hash in the chain that `uniform store verify` "
     "checks.",
     history_options, history_examples, ""},
    {"name resolve", "resolve a name", "URN",
     "Asks for a resolution service of RFC 2483 and prints its answer: for I2L the locator that would be chosen.",
     resolve_options, resolve_examples, ""},
    {"name import", "assign many names", "FILE",
     "Reads names and their records as NDJSON or CSV (docs/guide/names-assigning.md), and assigns them. The result of "
     "each line goes to standard output as NDJSON, with --quiet only what was not taken; the counts go to standard "
     "error. When it breaks off, the same file again goes on after the last line that was committed; for standard "
     "input, --key tells that it is the same. The exit code is 1 when some lines were not taken.",
     import_options, import_examples, ""},
    {"name export", "write names and their records", "",
     "Writes all names in the order of their keys, as NDJSON or CSV, as import reads them. With --output the file is "
     "there only when it is whole.",
     export_options, export_examples, ""},
};

} // namespace

std::span<const verb_spec> name_verb_table() noexcept { return verbs; }

} // namespace uniform::command
