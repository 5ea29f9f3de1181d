// The common part of reading a file URL and naming the file.
#pragma once

#include <string_view>
#include <vector>

#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform::detail {

// The production for the host of a file URL: in 1994 the host of any login, later a rule of its own.
constexpr rule file_host(edition e) noexcept { return is_edition_of_1994(e) ? rule::host : rule::file_auth; }

// The segments between the "/" of a path, as written; at least one.
[[nodiscard]] std::vector<std::string_view> segments_of(std::string_view path);

} // namespace uniform::detail
