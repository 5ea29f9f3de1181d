// The functions that give rows; see functions.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sql/functions.hpp"

namespace uniform::sql {

/// A parameter of a query.
struct parameter_row {
    std::string key;  ///< decoded; as written if it does not decode to a text
    maybe_text value; ///< likewise; nothing without "="
    std::string raw;  ///< the pair as written
};
/// The parameters of the query, in their order; none of a text that is no URI.
[[nodiscard]] std::vector<parameter_row> parameters(std::string_view text);

/// The same as a JSON object, null without "="; nothing without a query.
[[nodiscard]] maybe_text query_json(std::string_view text);
/// The segments of the path as written, as a JSON array.
[[nodiscard]] maybe_text path_json(std::string_view text);

/// A URI in a text. Positions count characters from 1.
struct found_row {
    std::int64_t position = 0;
    std::int64_t length = 0; ///< of what stands there, in characters
    std::string uri;         ///< without the white space in it
};
/// The URIs of a text (RFC 3986 appendix C).
[[nodiscard]] std::vector<found_row> find(std::string_view text);

/// A finding of the linter. Positions count characters from 1.
struct lint_row {
    std::int64_t position = 0;
    std::int64_t length = 0;
    std::string_view rule;     ///< "userinfo-like-host"
    std::string_view severity; ///< "note", "warning", "error"
    std::string explanation;
    std::string section; ///< "RFC 3986 section 7.6"
    maybe_text safer;    ///< the whole text in a safer form
};
/// The findings, in their order.
[[nodiscard]] std::vector<lint_row> lint(std::string_view text);

} // namespace uniform::sql
