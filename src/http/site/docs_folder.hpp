// The documentation as a site: static files of the folder that the setting web.docs names (`./run docs` makes it).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "http/engine/engine.hpp"

namespace uniform::http {

/// Files that are larger are not served.
inline constexpr std::size_t largest_docs_file = std::size_t{32} << 20U;

/// The response with the file that `path`, as sent, names in the folder: with an ETag, compressed if the request
/// accepts that and FILE.gz is beside it, and a page with a Content-Security-Policy that permits the site's own scripts
/// alone. Files in "assets/" have a hash in their names and are cached for ever. std::nullopt if there is no such file,
/// it is of no known type, or it is outside of the folder: the path may contain no dot segment, and what symbolic links
/// lead to must be inside. Reads the file for each request, so that a site may be replaced at any time.
[[nodiscard]] std::optional<response> docs_response(const std::string &folder, std::string_view path, const request &r);

} // namespace uniform::http
