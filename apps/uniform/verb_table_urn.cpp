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
    {"Everything, for programs", "uniform urn parse --json < urns.txt"},
};

constexpr verb_spec verbs[]{
    {"urn parse", "show the components of each URN", "[URN...]",
     "Prints a drawing of the components under each URN, or with --get a line made from a template, or with --json an "
     "object with the components as they are written.",
     parse_options_list, parse_examples, ""},
};

} // namespace

std::span<const verb_spec> urn_verb_table() noexcept { return verbs; }

} // namespace uniform::command
