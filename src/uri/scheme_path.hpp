// Scheme-based normalization of paths (RFC 3986 6.2.3), by the registry entry of the scheme.
#pragma once

#include <algorithm>
#include <string_view>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/reference.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform::detail {

// The path never becomes longer, nor empty, nor gains a "/": what it parsed as, it still does.
class scheme_path {
public:
    scheme_path(const scheme_info &info, const reference_view &r) noexcept : info_{info}, r_{r} {}

    // Rewrites a path that is normal by its syntax in its place; returns its new end.
    char *normalize(char *first, char *last) const noexcept {
        if (!info_.root_alias.empty() && r_.has_authority() && !r_.query() &&
            std::string_view{first, last} == info_.root_alias) {
            *first = '/';
            return first + 1;
        }
        if (!info_.path_endings.empty()) ending(first, last);
        if (info_.domain_in_path) domains(first, last);
        if (!info_.path_separators.empty()) last = without_separators(first, last);
        return last;
    }

private:
    void ending(char *first, char *last) const noexcept {
        const std::string_view path{first, last};
        for (std::string_view rest = info_.path_endings; !rest.empty();) {
            const std::string_view end = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(end.size() + 1, rest.size()));
            if (path.size() < end.size()) continue;
            if (ascii::equal_ignoring_case(path.substr(path.size() - end.size()), end)) {
                std::ranges::copy(end, last - end.size());
                return;
            }
        }
    }

    // RFC 6068 2: addr-spec = local-part "@" domain. An "@" that another one follows belongs to the local part. The
    // digits of percent-encoded octets stay in upper case. In RFC 2396 an opaque part has its query in it.
    static void domains(char *first, char *last) noexcept {
        constexpr std::string_view ends{",;/?@"};
        for (char *at = std::find(first, last, '@'); at != last; at = std::find(at, last, '@')) {
            ++at;
            char *const end = std::find_first_of(at, last, ends.begin(), ends.end());
            if (end != last && *end == '@') continue;
            for (char *p = at; p != end; ++p) {
                if (*p == '%') {
                    p += std::min<std::ptrdiff_t>(2, end - p - 1);
                } else {
                    *p = ascii::to_lower(*p);
                }
            }
            if (end != last && *end == '?') return;
            at = end;
        }
    }

    // RFC 3966 4: telephone numbers are compared without their visual separators.
    char *without_separators(char *first, char *last) const noexcept {
        char *const number_end = std::find(first, last, ';');
        const auto is_separator = [&](char c) { return info_.path_separators.contains(c); };
        if (std::find(first, number_end, '/') != number_end || std::all_of(first, number_end, is_separator))
            return last;
        char *const end = std::remove_if(first, number_end, is_separator);
        return std::move(number_end, last, end);
    }

    const scheme_info &info_;
    const reference_view &r_;
};

} // namespace uniform::detail
