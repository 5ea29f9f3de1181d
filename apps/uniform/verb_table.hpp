// Every verb of the command, once: its arguments, description, options and examples.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "option_table.hpp"

namespace uniform::command {

struct example {
    std::string_view says;
    std::string_view line; // for a shell
};

struct verb_spec {
    std::string_view name; // two words for the verbs of a group: "urn parse"
    std::string_view summary;
    std::string_view arguments;
    std::string_view
        description; // paragraphs, separated by empty lines; those that begin with two blanks are not filled
    std::span<const opt> options; // --help belongs to all
    std::span<const example> examples;
    std::string_view words; // which words its arguments are, for completion; "" when they are free; "verbs"; "nids", or
                            // "nid" where only the first argument is one
};

// Verbs that share their first word.
struct verb_group {
    std::string_view name;
    std::string_view summary;
    std::string_view description; // paragraphs, as of a verb
};

// The verbs one after another: those of URIs, then group by group, then those about the command itself. A group's verbs
// are in a file of their own, verb_table_GROUP.cpp.
[[nodiscard]] std::span<const verb_spec> all_verbs();
// The verb of that name; the two words of a name may have a hyphen between them, as in the names of manual pages.
[[nodiscard]] const verb_spec *find_verb(std::string_view name);

// The groups that have verbs.
[[nodiscard]] std::span<const verb_group> all_groups();
[[nodiscard]] const verb_group *find_group(std::string_view name);
// The group of a verb; nullptr when it is in none.
[[nodiscard]] const verb_group *group_of(const verb_spec &verb);
// Its verbs, which follow one another in all_verbs().
[[nodiscard]] std::span<const verb_spec> verbs_of(const verb_group &g);

// "parse" of "urn parse".
[[nodiscard]] constexpr std::string_view last_word(std::string_view name) noexcept {
    return name.substr(name.rfind(' ') + 1);
}
// "urn-parse", as in the names of manual pages.
[[nodiscard]] std::string hyphenated(std::string_view name);

// The tables, one a file.
[[nodiscard]] std::span<const verb_spec> uri_verb_table() noexcept;
[[nodiscard]] std::span<const verb_spec> text_verb_table() noexcept; // find, complete
[[nodiscard]] std::span<const verb_spec> lint_verb_table() noexcept;
[[nodiscard]] std::span<const verb_spec> url_verb_table() noexcept; // get, and the group url
[[nodiscard]] std::span<const verb_spec> urn_verb_table() noexcept;
[[nodiscard]] std::span<const verb_spec> namespace_verb_table() noexcept;
[[nodiscard]] std::span<const verb_spec> service_verb_table() noexcept; // serve, and the groups config and store
[[nodiscard]] std::span<const verb_spec> namespace_service_verb_table() noexcept; // group namespace, on the service
[[nodiscard]] std::span<const verb_spec> name_verb_table() noexcept;
[[nodiscard]] std::span<const verb_spec> registrar_verb_table() noexcept; // and the group token
[[nodiscard]] std::span<const verb_spec> general_verb_table() noexcept;

// The paragraphs that `uniform --help` and uniform(1) have in common.
[[nodiscard]] std::string_view common_description() noexcept;
[[nodiscard]] std::string_view exit_codes() noexcept;

} // namespace uniform::command
