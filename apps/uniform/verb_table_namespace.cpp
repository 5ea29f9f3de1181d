// The verbs of the group "namespace": registration templates.

#include "verb_table.hpp"

namespace uniform::command {

namespace {

using enum opt;

constexpr opt new_options[]{urn_edition, json_document};
constexpr example new_examples[]{
    {"Start a template", "uniform namespace new harbour > harbour.txt"},
    {"What is left to be filled in?", "uniform namespace new harbour | uniform namespace check -"},
};

constexpr opt check_options[]{urn_edition, json, quiet, warnings_as_errors, color};
constexpr example check_examples[]{
    {"Before it is sent", "uniform namespace check harbour.txt"},
    {"Only the errors", "uniform namespace check harbour.txt 2>&1 | grep ': error: '"},
    {"In a script", "uniform namespace check --quiet --warnings-as-errors harbour.txt && echo ready"},
    {"For programs", "uniform namespace check --json harbour-1.txt harbour-2.txt"},
};

constexpr opt diff_options[]{urn_edition, json, color};
constexpr example diff_examples[]{
    {"What a revision changes, and whether it says so", "uniform namespace diff harbour-1.txt harbour-2.txt"},
};

constexpr opt show_options[]{urn_edition, json_document};
constexpr example show_examples[]{
    {"As JSON", "uniform namespace show --json harbour.txt"},
    {"There and back", "uniform namespace show --json harbour.txt | uniform namespace show"},
};

constexpr example revise_examples[]{
    {"Start version 2", "uniform namespace revise harbour.txt"},
};

constexpr verb_spec verbs[]{
    {"namespace new", "start the registration template of a namespace", "[NID]",
     "Prints a template with every field of the edition's own (RFC 8141 Appendix A), and in each what it is to answer, "
     "as \"[Fill in: ...]\". A NID that a new namespace cannot have is reported; the exit code is 1 then.",
     new_options, new_examples, ""},
    {"namespace check", "check registration templates", "[FILE...]",
     "Reports on standard error, as compilers do, what a template lacks by RFC 8141: FILE:LINE:COLUMN, the severity, a "
     "sentence, and the section with its MUST or SHOULD. An error keeps the template from being registered; a warning "
     "is a "
     "rule that seems not to be met; a note is something that was not seen and that a person has to judge. Files are "
     "text "
     "or JSON, at most 1 MiB each; \"-\" is standard input, which is read when there are none. With --json, an object "
     "for "
     "each file goes to standard output. The exit code is 1 when there are errors.",
     check_options, check_examples, ""},
    {"namespace diff", "compare two versions of a registration", "OLD NEW",
     "Prints the fields that differ, line by line, and reports what a revision lacks: the next version number, a date "
     "that "
     "is not earlier, the same NID, and a description of the differences (RFC 8141 section 6.2). The exit code is 1 "
     "when "
     "that gives errors.",
     diff_options, diff_examples, ""},
    {"namespace show", "print a registration template as text or JSON", "[FILE]",
     "Reads a template in either form, also from the middle of an Internet-Draft, and prints it as text, or with "
     "--json as "
     "JSON (docs/reference/namespace-template.schema.json). Without --edition, a template in JSON is of the edition "
     "that "
     "it names, and one in text of the edition that its labels tell; a note says so when that is not RFC 8141. An "
     "--edition that contradicts the one named in JSON is an error, with exit code 2.",
     show_options, show_examples, ""},
    {"namespace revise", "start the next version of a registration template", "[FILE]",
     "Prints the template with the next version number, \"[Fill in: ...]\" for the date and for what differs (RFC 8141 "
     "section 6.2), and all other fields as they were. The exit code is 1 when the version is no whole number.",
     show_options, revise_examples, ""},
};

} // namespace

std::span<const verb_spec> namespace_verb_table() noexcept { return verbs; }

} // namespace uniform::command
