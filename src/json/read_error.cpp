#include <uniform/json/read_error.hpp>

#include <array>

namespace uniform::json {

namespace {

// By the number of the section.
constexpr std::array<std::string_view, 9> syntax_rules{
    "RFC 8259",           "RFC 8259 section 1", "RFC 8259 section 2", "RFC 8259 section 3",  "RFC 8259 section 4",
    "RFC 8259 section 5", "RFC 8259 section 6", "RFC 8259 section 7", "RFC 8259 section 8.1"};

} // namespace

std::string_view error::rule() const noexcept {
    switch (code) {
    case error_code::syntax:
        return syntax_rules[section < syntax_rules.size() ? section : 2];
    case error_code::repeated_member:
        return "RFC 8259 section 4";
    case error_code::out_of_range:
        return "RFC 8259 section 6";
    case error_code::too_deep:
    case error_code::too_many_values:
        return "RFC 8259 section 9";
    case error_code::inexact:
        return "RFC 7493 section 2.2";
    case error_code::not_a_time:
        return "RFC 3339 section 5.6";
    default:
        return {};
    }
}

} // namespace uniform::json
