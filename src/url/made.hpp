// The last step of making a URL: what was written is read again, and has to be what was asked for.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/url/login.hpp>

namespace uniform::detail {

// The URL, if `read` reads it as one of these parts. What its syntax cannot express (a group with a space, by the
// documents of 1994) is the reader's error, and what it would read as something else is changes_components.
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
