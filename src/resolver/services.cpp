#include <uniform/resolver/services.hpp>

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>

#include "resolver/field_list.hpp"

namespace uniform::resolver {

namespace {

bool lists(const name_record &r, std::string_view key) noexcept {
    return std::ranges::any_of(r.other_names, [&](std::string_view n) {
        return n.size() == key.size() + 4 && n.starts_with("urn:") && n.ends_with(key);
    });
}

} // namespace

std::optional<named_service> service_from(std::string_view name) noexcept {
    if (ascii::equal_ignoring_case(name, to_string(service::equal))) return named_service{.service = service::equal};
    if (name.size() < 3 || name[1] != '2') return std::nullopt;
    const char from = ascii::to_lower(name[0]);
    if (from != 'i' && from != 'n' && from != 'l') return std::nullopt;
    for (const auto &[s, mnemonic] : service_names) {
        if (s == service::equal) continue;
        if (!ascii::equal_ignoring_case(name.substr(2), mnemonic.substr(2))) continue;
        // RFC 2169 has no service that gives the resource at a locator.
        if (from == 'l' && (s == service::i2r || s == service::i2rs)) return std::nullopt;
        return named_service{.service = s, .of_locator = from == 'l'};
    }
    return std::nullopt;
}

std::expected<std::pair<std::string_view, std::string_view>, problem> two_uris(std::string_view query) {
    std::optional<std::size_t> found;
    std::size_t tried = 0;
    for (std::size_t at = query.find('&'); at != std::string_view::npos; at = query.find('&', at + 1)) {
        // Each attempt parses both sides; the bound limits the cost of a text of many "&".
        if (++tried > 64) break;
        if (!parse_uri(query.substr(at + 1)) || !parse_uri(query.substr(0, at))) continue;
        if (found) {
            return std::unexpected{problem{.type = problem_type::malformed,
                                           .detail = "more than one \"&\" could divide the two URIs: percent-encode "
                                                     "those that belong to a URI as %26",
                                           .offset = at,
                                           .rule = "RFC 2483 section 4.9"}};
        }
        found = at;
    }
    if (!found) {
        return std::unexpected{problem{.type = problem_type::malformed,
                                       .detail = "I=I compares two URIs: URI&URI",
                                       .offset = query.size(),
                                       .rule = "RFC 2483 section 4.9"}};
    }
    return std::pair{query.substr(0, *found), query.substr(*found + 1)};
}

bool agreed(std::string_view key, const name_record &r, std::string_view other_key, const name_record &other) noexcept {
    if (r.state == name_state::withdrawn || other.state == name_state::withdrawn) return false;
    return lists(r, other_key) && lists(other, key);
}

} // namespace uniform::resolver
