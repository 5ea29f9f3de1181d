// uniform namespace rules: the grammar of a registration as the syntax of a namespace.

#include <string>

#include <unistd.h>

#include <uniform/base/ascii.hpp>
#include <uniform/registry/template_grammar.hpp>
#include <uniform/urn/abnf.hpp>

#include "cli/options.hpp"
#include "cli/whole_file.hpp"
#include "namespace/commands.hpp"
#include "namespace/namespace_document.hpp"
#include "print/exit.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

struct rules_options : with<common_options, template_edition_option, colour_option, json_result_option> {
    std::optional<std::string> abnf;
    std::optional<std::string> rule;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&rules_options::abnf>(
                {input, 0, "abnf", "FILE",
                 "Read a grammar alone from FILE, instead of a registration template; \"-\" is "
                 "standard input.",
                 "", "", true}),
            option<&rules_options::rule>({heading::rules, 0, "rule", "NAME", "The rule that describes the NSS.", "",
                                          "\"NSS\", else the first whose name ends in \"-NSS\", else the first"}),
        };
    }
};

int report(const rules_options &o, std::string_view file, registry::position at, const abnf_error &why) {
    registry::finding f{.at = at, .message = why.message};
    if (!why.section.empty()) {
        const std::size_t word = why.section.find(" section ");
        f.document = why.section.substr(0, word);
        f.section = why.section.substr(word + 9);
    }
    std::string says;
    append_finding(says, file, f, use_colour(o.colour, STDERR_FILENO));
    print_message(says);
    return exit_bad_input;
}

// The setting: a grammar with it describes the same names, so that there is none for another rule of it.
int print_pattern(const rules_options &o, const std::string &grammar, const std::string &pattern) {
    std::string out;
    if (o.json) {
        json_object object{out, !is_utf8(grammar)};
        if (!grammar.empty()) object.text("abnf", registry::without_blanks(grammar));
        object.text("pattern", pattern).end_line();
    } else {
        out = pattern + '\n';
    }
    return print_all(out);
}

int run_rules(const rules_options &o) {
    if (o.abnf && !o.arguments.empty()) return usage_error(o, exclusive("--abnf", "FILE"));
    std::string grammar_text;
    const registry::entry *field = nullptr;
    std::optional<registry::namespace_template> document;
    const std::string file = o.abnf ? *o.abnf : o.arguments.empty() ? "-" : o.arguments.front();
    if (o.abnf) {
        const auto text = content_of(file, abnf_grammar::longest_text);
        if (!text) return fail(exit_io, file_error(name_of_file(file), text.error()));
        grammar_text = *text;
    } else {
        if (const int code = edition_with_template(o); code != exit_good) return code;
        auto read = read_document(file, o);
        if (!read) {
            std::string says;
            if (read.error().code != exit_io) {
                append_finding(says, name_of_file(file), read.error().why, use_colour(o.colour, STDERR_FILENO));
            }
            print_message(says);
            return read.error().code;
        }
        document = *std::move(read);
        field = document->find(registry::field::syntax);
        auto found = registry::grammar_in(*document);
        if (!found) {
            return fail(exit_bad_input,
                        std::string{name_of_file(file)} +
                            ": no ABNF was found in \"Syntax\": lines that begin with the name of a rule "
                            "and \"=\"");
        }
        grammar_text = *std::move(found);
    }
    const auto grammar = abnf_grammar::parse(grammar_text);
    const auto pattern = !grammar   ? std::unexpected{grammar.error()}
                         : o.rule   ? grammar->nss_pattern(*o.rule)
                         : document ? grammar->nss_pattern_in(registry::nid_of(*document))
                                    : grammar->nss_pattern();
    if (!pattern) {
        const abnf_error &why = pattern.error();
        const registry::position at = field != nullptr ? field->place(why.offset)
                                                       : registry::position{static_cast<std::uint32_t>(why.line),
                                                                            static_cast<std::uint32_t>(why.column)};
        return report(o, name_of_file(file), at, why);
    }
    const bool of_names = !o.rule || ascii::equal_ignoring_case(*o.rule, grammar->start());
    return print_pattern(o, of_names ? grammar_text : std::string{}, *pattern);
}

constexpr example rules_examples[]{
    {"The pattern of the names of a template", "uniform namespace rules harbour.txt"},
    {"As the setting of a managed namespace",
     "uniform namespace add harbour title=Harbours\n"
     "uniform namespace settings harbour \"syntax=$(uniform namespace rules --json harbour.txt)\""},
    {"Of a grammar alone", "uniform namespace rules --abnf grammar.abnf --rule port"},
};

} // namespace

const command namespace_rules_command = command_of<run_rules>(
    {"namespace rules", "print the pattern that the grammar of a registration becomes", "[FILE]",
     "Reads the ABNF in the field \"Syntax\" of a registration template (RFC 8141 section 6.4.2; RFC 5234, RFC 7405) "
     "and "
     "prints the regular expression of the NSS, as the setting `syntax` of a managed namespace has it; with --json, an "
     "object that is the setting. The core rules of RFC 5234 and the rules of RFC 3986 and RFC 8141 are "
     "predefined. The language must be regular: rules may refer to themselves and to one another only at their end, or "
     "only at "
     "their beginning. Otherwise the message names the rules and their lines, and the exit code is 1.",
     rules_examples});

} // namespace uniform::cli
