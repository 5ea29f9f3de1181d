// --typed for commands whose inputs are their arguments.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "cli/command.hpp"
#include "run/options.hpp"
#include "run/typed_input.hpp"

namespace uniform::cli {

struct typed_option {
    bool typed = false;

    static constexpr auto rows() { return std::array{option<&typed_option::typed>(typed_text)}; }
};

// An argument as its author typed it, cleaned. White space inside is removed with a note.
void clean_argument(std::string &argument);
// After a failure: mentions --typed on standard error if one of the texts is an identifier within what it removes.
void suggest_typed_for(const std::vector<std::string> &arguments);

// The function of a command with the option --typed: for its arguments, and for the options that are identifiers.
template <auto Function>
int run_typed(with<std::remove_cvref_t<decltype(detail::options_of(Function))>, typed_option> o) {
    if (o.typed) {
        for (std::string &argument : o.arguments) clean_argument(argument);
        const auto clean = [](auto &value) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::optional<std::string>>) {
                if (value) clean_argument(*value);
            } else {
                clean_argument(value);
            }
        };
        if constexpr (requires { o.prefix; }) clean(o.prefix);
        if constexpr (requires { o.successor; }) clean(o.successor);
        if constexpr (requires { o.predecessor; }) clean(o.predecessor);
        if constexpr (requires { o.other_names; }) {
            for (std::string &name : o.other_names) clean_argument(name);
        }
    }
    const int code = Function(o);
    if (code == 0 || o.typed) return code;
    std::vector<std::string> given = o.arguments;
    const auto add = [&](const std::optional<std::string> &value) {
        if (value) given.push_back(*value);
    };
    if constexpr (requires { o.prefix; }) add(o.prefix);
    if constexpr (requires { o.successor; }) add(o.successor);
    if constexpr (requires { o.predecessor; }) add(o.predecessor);
    if constexpr (requires { o.other_names; }) given.insert(given.end(), o.other_names.begin(), o.other_names.end());
    suggest_typed_for(given);
    return code;
}

} // namespace uniform::cli
