// Comparison, RFC 3986 6: two references are equivalent at a level when their normal forms are the same characters,
// or differ in parameters that the document of the scheme compares only where both have them.

#include <uniform/uri/compare.hpp>

#include <functional>
#include <string_view>

#include "uri/normal_form.hpp"
#include "uri/scheme_equivalence.hpp"

namespace uniform {

bool equivalent(const reference_view &a, const reference_view &b, const normalize_options &options) {
    if (a.text() == b.text()) return true; // RFC 3986 6.2.1
    if (options.level == comparison_level::simple && !options.ignore_fragment) return false;
    const detail::normal_form x{a, options};
    const detail::normal_form y{b, options};
    return x.text() == y.text() || detail::equivalent_by_parameters(x.text(), y.text(), a.edition(), options);
}

std::optional<comparison_level> lowest_equivalent_level(const reference_view &a, const reference_view &b,
                                                        const normalize_options &options) {
    normalize_options at = options;
    for (const comparison_level r : comparison_levels) {
        at.level = r;
        if (equivalent(a, b, at)) return r;
    }
    return std::nullopt;
}

std::uint64_t hash(const reference_view &r, const normalize_options &options) {
    const detail::normal_form form{r, options};
    const auto decisive = detail::decisive_text(form.text(), r.edition(), options);
    return std::hash<std::string_view>{}(decisive ? std::string_view{*decisive} : form.text());
}

} // namespace uniform
