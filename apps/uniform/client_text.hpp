// What the verbs of the service print for a person: members of the API's JSON, labelled lines, columns.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "options.hpp"

namespace uniform::command {

// The text in a member; "" when there is none. A number as text, too.
[[nodiscard]] std::string member_of(const nlohmann::json &object, std::string_view member);

// "  label        value" on standard output; nothing when the value is empty. A value of several lines is indented.
void print_member(std::string_view label, std::string_view value);

// Cells side by side, each at least as wide as is said, the last one as it is.
struct cell {
    std::string text;
    std::size_t width = 0;
};
void print_cells(std::initializer_list<cell> cells);

// "a, b" of an array of texts.
[[nodiscard]] std::string joined(const nlohmann::json &object, std::string_view member);

// The last value given to an option; "" when there is none.
[[nodiscard]] std::string_view value_or_empty(const options &o, std::string_view name) noexcept;

// If-Match, when --if-version is given.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> if_match_of(const options &o);

// Request-Secret, when --secret or UNIFORM_SECRET is given: it makes its holder the submitter of a request.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> secret_of(const options &o);

} // namespace uniform::command
