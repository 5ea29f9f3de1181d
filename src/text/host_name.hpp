// Abbreviated references in a text (rfc2396bis-01 appendix F): what looks like a host name, and what follows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <uniform/syntax/edition.hpp>

#include "text/classes.hpp"

namespace uniform::text {

// The limit for looking back for a label or the local part of a mail address.
inline constexpr std::size_t longest_local_part = 64;

struct abbreviation {
    answer is = answer::no;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t scanned = 0;
};

// The abbreviated reference around the first "." of its host name, or around the "@" of a mail address, not beginning
// before `from`. Linear in `scanned`, which reaches at most max_length beyond the anchor.
[[nodiscard]] abbreviation host_at(std::string_view text, std::size_t dot, std::size_t from, std::size_t max_length,
                                   uniform::edition e, bool last);
[[nodiscard]] abbreviation mail_address_at(std::string_view text, std::size_t at, std::size_t from, uniform::edition e,
                                           bool last);

// RFC 1123 2.1: labels of letters, digits and "-", with "." between them. `iris`: also letters beyond US-ASCII.
[[nodiscard]] bool is_host_name(std::string_view host, bool iris = false) noexcept;
// Whether a host name in a text, without a scheme, is meant as such. `goes_on`: a path follows it.
[[nodiscard]] bool is_likely_host(std::string_view host, bool goes_on, bool iris = false);
// "www." and the like, before at least two more labels.
[[nodiscard]] bool begins_like_www(std::string_view host) noexcept;

} // namespace uniform::text
