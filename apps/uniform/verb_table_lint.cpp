// The verb that warns.

#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr opt lint_options_list[]{file,       null,  in_text,    zone_ids,   max_length, which_schemes,
                                  join_lines, deny,  opt::allow, json,       opt::sarif, list_checks,
                                  quiet,      color, threads,    no_progress};
constexpr example lint_examples[]{
    {"Does it hide something?", "uniform lint 'http://www.example.com&story=breaking_news@10.0.0.1/'"},
    {"A list of links; warnings fail the build too", "uniform lint --deny warning -f links.txt"},
    {"Everything but notes, and addresses of private networks are fine",
     "uniform lint --allow note --allow private-address -f links.txt"},
    {"The identifiers in source code, for a code host", "uniform lint --in-text --sarif src/*.cpp > lint.sarif"},
    {"What is looked for", "uniform lint --checks"},
};

constexpr verb_spec verbs[]{
    {"lint", "say what may mislead or harm", "[URI...]",
     "Looks for what the security sections of the documents warn of: passwords, user information that looks like a "
     "host, "
     "addresses in disguise, ports of other services, hidden delimiters and controls, look-alike characters, and more. "
     "Each finding has a stable id, a severity, the place, the section that warns of it, and where possible a safer "
     "form "
     "of the identifier. Records need not be valid.\n\n"
     "--deny and --allow take ids and severities. A denied severity stands for itself and those above it, an allowed "
     "one "
     "for itself and those below; ids are exceptions to severities. Errors are denied, unless they are allowed or with "
     "--deny none. With --in-text, arguments are files.\n\n"
     "The exit code is 1 when a denied finding was printed.",
     lint_options_list, lint_examples, ""},
};

} // namespace

std::span<const verb_spec> lint_verb_table() noexcept { return verbs; }

} // namespace uniform::command
