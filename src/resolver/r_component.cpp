#include <uniform/resolver/r_component.hpp>

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/language.hpp>
#include <uniform/resolver/negotiate.hpp>

#include "resolver/field_list.hpp"
#include "resolver/percent_layer.hpp"

namespace uniform::resolver {

namespace {

constexpr std::size_t most_ignored = 16;

bool read_pair(r_request &out, std::string_view key, const std::string &value) {
    if (ascii::equal_ignoring_case(key, "s") && !out.service) {
        const auto s = service_from(value);
        if (!s || s->of_locator || s->service == service::equal) return false;
        out.service = s->service;
        return true;
    }
    if (ascii::equal_ignoring_case(key, "type") && out.media_type.empty()) {
        if (!is_media_type(value)) return false;
        out.media_type = canonical_media_type(value);
        return true;
    }
    if (ascii::equal_ignoring_case(key, "lang") && out.language.empty()) {
        if (!is_language_tag(value)) return false;
        out.language = canonical_language_tag(value);
        return true;
    }
    // "CCResolve:cc=uk" is the example of RFC 8141 2.3.1.
    const bool of_country =
        ascii::equal_ignoring_case(key, "country") || ascii::equal_ignoring_case(key, "CCResolve:cc");
    if (of_country && out.country.empty()) {
        if (value.size() != 2 || !std::ranges::all_of(value, ascii::is_alpha)) return false;
        for (const char c : value) out.country += ascii::to_upper(c);
        return true;
    }
    return false;
}

} // namespace

r_request read_r_component(std::string_view r) {
    r_request out;
    while (!r.empty()) {
        const std::string_view pair = r.substr(0, r.find('&'));
        r.remove_prefix(pair.size() < r.size() ? pair.size() + 1 : pair.size());
        if (pair.empty()) continue;
        const std::string_view name = pair.substr(0, pair.find('='));
        const std::string value =
            name.size() < pair.size() ? detail::without_percent_layer(pair.substr(name.size() + 1)) : std::string{};
        if (!read_pair(out, name, value) && out.ignored.size() < most_ignored) {
            out.ignored.emplace_back(pair);
        }
    }
    return out;
}

} // namespace uniform::resolver
