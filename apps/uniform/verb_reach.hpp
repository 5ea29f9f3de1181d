// How the verbs of the service reach it: options that all of them have, behind their own.
#pragma once

#include <array>
#include <concepts>

#include "option_table.hpp"

namespace uniform::command {

// Of a verb whose result can be asked for as JSON.
template <std::same_as<opt>... Own>
consteval std::array<opt, sizeof...(Own) + 7> and_reach(Own... own) {
    using enum opt;
    return {own..., server_url, token_text, token_file, store_location, config_file, setting, json_result};
}

// Of a verb whose result is a file.
template <std::same_as<opt>... Own>
consteval std::array<opt, sizeof...(Own) + 6> and_reach_of_file(Own... own) {
    using enum opt;
    return {own..., server_url, token_text, token_file, store_location, config_file, setting};
}

} // namespace uniform::command
