#include "http/resolve/representation.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <tuple>

#include <uniform/base/ascii.hpp>

namespace uniform::http {

namespace {

using resolver::accept_list;
using resolver::media_range;

// Each with its media type and its word. In this order, the first of those that Accept admits alike is sent.
struct form_row {
    std::string_view media_type;
    std::string_view word;
};
constexpr std::array<form_row, representation_count> forms{{
    {"", ""},
    {"text/uri-list", "list"},
    {"application/json", "json"},
    {"application/linkset+json", "linkset"},
    {"text/html", "html"},
    {"application/ld+json", "jsonld"},
    {"application/x-bibtex", "bibtex"},
    {"application/x-research-info-systems", "ris"},
    {"application/vnd.citationstyles.csl+json", "csl"},
    {"text/x-bibliography", "text"},
    {"application/vnd.datacite.datacite+xml", "datacite"},
    {"application/mods+xml", "mods"},
    {"application/xml", "dc"},
    {"application/rdf+xml", "rdf"},
}};

constexpr auto own_forms = std::views::iota(1, static_cast<int>(representation_count)) |
                           std::views::transform([](int i) { return static_cast<representation>(i); });

representation named_by(const media_range &r) noexcept {
    for (const representation f : own_forms) {
        const std::string_view type = media_type_of(f);
        const std::size_t slash = type.find('/');
        if (ascii::equal_ignoring_case(r.type, type.substr(0, slash)) &&
            ascii::equal_ignoring_case(r.subtype, type.substr(slash + 1))) {
            return f;
        }
    }
    return representation::none;
}

} // namespace

std::string_view media_type_of(representation r) noexcept { return forms.at(static_cast<std::size_t>(r)).media_type; }

std::string_view word_of(representation r) noexcept { return forms.at(static_cast<std::size_t>(r)).word; }

representation wanted(const accept_list &accept) noexcept {
    std::uint16_t top = 0;
    for (const media_range &r : accept.ranges()) top = std::max(top, r.quality);
    if (top == 0) return representation::none;
    representation found = representation::none;
    bool only_ours = true;
    for (const media_range &r : accept.ranges()) {
        const representation f = named_by(r);
        if (r.quality > 0 && f == representation::none) only_ours = false;
        if (r.quality != top) continue;
        if (f == representation::none) return representation::none;
        if (found == representation::none) found = f;
    }
    return found == representation::page && !only_ours ? representation::none : found;
}

representation best_of(const accept_list &accept, representation otherwise) noexcept {
    if (accept.empty()) return otherwise;
    representation best = otherwise;
    const auto value = [&](representation f) {
        const auto fit = accept.of(media_type_of(f));
        return std::tuple{fit.quality, fit.specificity, 255 - fit.position};
    };
    for (const representation f : own_forms) {
        if (value(f) > value(best)) best = f;
    }
    return best;
}

} // namespace uniform::http
