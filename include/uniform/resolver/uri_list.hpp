// text/uri-list: RFC 2483 5.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// Lines that end with CRLF: a comment that gives the URI that was asked about (SHOULD), then one URI a line, never
/// folded. The URIs are such already; in the comment anything that could begin a new line becomes "?".
[[nodiscard]] std::string uri_list(std::string_view asked, std::span<const std::string> uris);

} // namespace resolver
} // namespace uniform
