// The edition by which a URL is read: what is asked for, as far as the documents of its scheme have it.
#pragma once

#include <algorithm>
#include <string_view>

#include <uniform/url/url_options.hpp>
#include <uniform/url/url_scheme.hpp>

namespace uniform::detail {

// The scheme, if the requested edition defines it; null where it reads its URLs as those of any other scheme: section 5
// of the documents of 1994 has all that they do not define as otherurl.
[[nodiscard]] inline const url_scheme *defined_scheme(std::string_view name, const url_options &o) noexcept {
    const url_scheme *known = find_url_scheme(name);
    if (known == nullptr || !o.edition || !is_edition_of_1994(*o.edition)) return known;
    return std::ranges::find(known->editions, *o.edition) == known->editions.end() ? nullptr : known;
}

// The edition for the scheme: the requested one if it defines the scheme, otherwise the scheme's current one.
[[nodiscard]] edition url_edition(const url_options &o, std::string_view scheme) noexcept;

} // namespace uniform::detail
