// The errors of a compiler for a literal that does not match. It evaluates the literal and stops at a function that it
// cannot call, whose name says the document and the rule:
//
//     "http://a b/"_uri
//
//     error: call to non-constexpr function the_literal_does_not_match<uniform::edition::rfc3986,
//     uniform::rule::reg_name>
//
// Clang names the functions on the way to it too, and with them the error's code and its offset. The functions are in
// tables: of a fold expression, Clang would print the arguments one by one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {
namespace detail {

// Defined nowhere: no program calls it.
template <edition Document, rule Rule>
void the_literal_does_not_match();

template <edition Document, std::size_t... Rules>
consteval auto refusals_by_rule(std::index_sequence<Rules...> /*all*/) {
    return std::array{&the_literal_does_not_match<Document, static_cast<rule>(Rules)>...};
}
template <edition Document>
constexpr void at_offset(std::uint64_t /*offset*/, rule r) {
    constexpr std::size_t count = static_cast<std::size_t>(rule::none) + 1;
    constexpr auto refusals = refusals_by_rule<Document>(std::make_index_sequence<count>{});
    refusals[static_cast<std::size_t>(r)]();
}

template <edition Document, error_code What>
constexpr void because(std::uint64_t offset, rule r) {
    at_offset<Document>(offset, r);
}
template <edition Document, std::size_t... Codes>
consteval auto refusals_by_code(std::index_sequence<Codes...> /*all*/) {
    return std::array{&because<Document, static_cast<error_code>(Codes)>...};
}

// Ends the compilation. REQUIRES: a literal was refused with this error.
template <edition Document>
constexpr void refuse_literal(const error &e) {
    constexpr std::size_t count = static_cast<std::size_t>(error_code::lost_parameter) + 1; // the last one
    constexpr auto refusals = refusals_by_code<Document>(std::make_index_sequence<count>{});
    refusals[static_cast<std::size_t>(e.code)](e.offset, e.rule);
}

} // namespace detail
} // namespace uniform
