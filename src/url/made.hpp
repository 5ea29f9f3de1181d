// The last step of making a URL: the result is parsed, and must have the requested parts.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/syntax/error.hpp>
#include <uniform/url/url_options.hpp>

namespace uniform::detail {

// The URL, if `read` parses it to these parts. What its syntax cannot express (a group with a space, by the
// documents of 1994) is the reader's error, and a text that it would read differently is changes_components.
template <class View, class Parts>
[[nodiscard]] std::expected<std::string, error>
as_made(std::string url, const Parts &parts, std::expected<View, error> (*read)(std::string_view, url_options),
        const url_options &o, rule whole) {
    const auto again = read(url, o);
    if (!again) return std::unexpected{again.error()};
    if (parts_of(*again) != parts) {
        return std::unexpected{error{0, error_code::changes_components, whole, again->edition}};
    }
    return url;
}

} // namespace uniform::detail
