// Scheme-based normalization of paths and queries (RFC 3986 6.2.3), by the registry entry of the scheme: what changes
// in its place (scheme_equivalence.hpp has the rest).
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

    // Rewrites a query that is normal by its syntax in its place. RFC 6068 2: hfields = "?" hfield *( "&" hfield ),
    // hfield = hfname "=" hfvalue, "<hfname> is case-insensitive".
    void normalize_query(char *first, char *last) const noexcept {
        if (info_.address_fields.empty()) return;
        for (char *field = first;;) {
            char *const end = std::find(field, last, '&');
            char *const equals = std::find(field, end, '=');
            if (equals != end) {
                lower(field, equals);
                if (has_addresses({field, equals})) addresses(equals + 1, end);
            }
            if (end == last) return;
            field = end + 1;
        }
    }

    // Rewrites a path that is normal by its syntax in its place; returns its new end.
    char *normalize(char *first, char *last) const noexcept {
        if (!info_.root_alias.empty() && r_.has_authority() && !r_.query() &&
            std::string_view{first, last} == info_.root_alias) {
            *first = '/';
            return first + 1;
        }
        if (!info_.path_endings.empty()) ending(first, last);
        if (info_.domain_in_path) domains(first, last);
        // In RFC 2396 an opaque part has its query in it.
        if (!info_.address_fields.empty()) {
            char *const query = std::find(first, last, '?');
            if (query != last) normalize_query(query + 1, last);
        }
        return last;
    }

private:
    void ending(char *first, char *last) const noexcept {
        const std::string_view path{first, last};
        for (std::string_view rest = info_.path_endings; !rest.empty();) {
            const std::string_view end = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(end.size() + 1, rest.size()));
            if (path.size() < end.size()) continue;
            // RFC 1738 5: ftptype lists both cases of its letters, ";type=" stands as it is.
            const std::string_view last_part = path.substr(path.size() - end.size());
            const std::size_t value = end.find('=') + 1;
            if (last_part.substr(0, value) == end.substr(0, value) &&
                ascii::equal_ignoring_case(last_part.substr(value), end.substr(value))) {
                std::ranges::copy(end, last - end.size());
                return;
            }
        }
    }

    // Letters, but not the digits of percent-encoded octets.
    static void lower(char *first, char *last) noexcept {
        for (char *p = first; p != last; ++p) {
            if (*p == '%') {
                p += std::min<std::ptrdiff_t>(2, last - p - 1);
            } else {
                *p = ascii::to_lower(*p);
            }
        }
    }

    [[nodiscard]] bool has_addresses(std::string_view field) const noexcept {
        for (std::string_view rest = info_.address_fields; !rest.empty();) {
            const std::string_view name = rest.substr(0, rest.find(' '));
            if (name == field) return true;
            rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        }
        return false;
    }

    // RFC 5322 3.4: the value may also have names, comments and angle brackets, percent-encoded; the domain ends at
    // what no reg-name of a mail address has, and is of UTF-8 where it is encoded (RFC 6068 2, item 4), which an IRI
    // decodes.
    static void addresses(char *first, char *last) noexcept {
        constexpr std::string_view ends{",;:@"};
        const auto is_domain = [&](const char *p) {
            if (*p == '%') return last - p > 2 && p[1] >= '8'; // "8" to "F"
            return ascii::is_alnum(*p) || *p == '-' || *p == '.' || static_cast<unsigned char>(*p) >= 0x80;
        };
        for (char *at = std::find(first, last, '@'); at != last; at = std::find(at, last, '@')) {
            ++at;
            const char *const next = std::find_first_of(at, last, ends.begin(), ends.end());
            if (next != last && *next == '@') continue; // of the local part, or of a name
            char *end = at;
            while (end != last && is_domain(end)) end += *end == '%' ? 3 : 1;
            lower(at, end);
            at = end;
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
            lower(at, end);
            if (end != last && *end == '?') return;
            at = end;
        }
    }

    const scheme_info &info_;
    const reference_view &r_;
};

} // namespace uniform::detail
