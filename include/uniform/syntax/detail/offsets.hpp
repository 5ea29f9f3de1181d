// The positions of the components of a reference: six 32-bit offsets into the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace detail {

// https://user:pw@example.com:8042/over/there?name=ferret#nose
//      |          |          |    |          |           |
//      |          |          |    |          |           `- query_end   "#", or the end of the text
//      |          |          |    |          `------------- path_end    "?", or query_end
//      |          |          |    `------------------------ path_begin  the end of the authority
//      |          |          `----------------------------- host_end    ":", or path_begin
//      |          `---------------------------------------- host_begin  after "@", or after "//"
//      `--------------------------------------------------- scheme_end  ":", 0 if there is no scheme
//
// Absent and empty components are distinguished without further flags: a scheme is never empty; an authority is present
// if path_begin is not directly after the scheme; userinfo if host_begin is not right after "//"; a port when
// host_end is before path_begin; a query when path_end is before query_end; a fragment when query_end is before the
// end of the text.
struct offsets {
    std::uint32_t scheme_end = 0;
    std::uint32_t host_begin = 0;
    std::uint32_t host_end = 0;
    std::uint32_t path_begin = 0;
    std::uint32_t path_end = 0;
    std::uint32_t query_end = 0;

    [[nodiscard]] constexpr std::uint32_t after_scheme() const noexcept { return scheme_end == 0 ? 0 : scheme_end + 1; }
    [[nodiscard]] constexpr bool has_authority() const noexcept { return path_begin != after_scheme(); }

    // For assertions, as the next: no component ends before it begins, or behind a text of this size.
    [[nodiscard]] constexpr bool are_within(std::size_t size) const noexcept {
        if (after_scheme() > path_begin || path_begin > path_end || path_end > query_end || query_end > size)
            return false;
        if (!has_authority()) return true;
        const std::uint32_t begin = after_scheme() + 2;
        if (begin > path_begin || host_begin < begin) return false;
        return host_begin <= host_end ? host_end <= path_begin
                                      : host_begin == begin && host_end + 1 == begin; // no host
    }
    // The delimiters of all components are at these offsets of the text.
    [[nodiscard]] constexpr bool are_of(std::string_view text) const noexcept {
        if (!are_within(text.size())) return false;
        if (scheme_end != 0 && text[scheme_end] != ':') return false;
        if (path_end < query_end && text[path_end] != '?') return false;
        if (query_end < text.size() && text[query_end] != '#') return false;
        if (!has_authority()) return true;
        const std::uint32_t begin = after_scheme() + 2;
        if (text.substr(begin - 2, 2) != "//") return false;
        if (host_begin > begin && text[host_begin - 1] != '@') return false;
        return host_begin > host_end || host_end == path_begin || text[host_end] == ':';
    }

    friend bool operator==(const offsets &, const offsets &) = default;
};

} // namespace detail
} // namespace uniform
