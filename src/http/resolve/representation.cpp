#include "http/resolve/representation.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <tuple>

#include <uniform/base/ascii.hpp>

#include "base/indexed.hpp"

namespace uniform::http {

namespace {

using resolver::accept_list;
using resolver::media_range;

// Each with its media type and its word. In this order, the first of those that Accept admits alike is sent.
struct form_row {
    representation form;
    std::string_view media_type;
    std::string_view word;
};
constexpr std::array<form_row, representation_count> forms{{
    {representation::none, "", ""},
    {representation::list, "text/uri-list", "list"},
    {representation::record, "application/json", "json"},
    {representation::linkset, "application/linkset+json", "linkset"},
    {representation::page, "text/html", "html"},
    {representation::json_ld, "application/ld+json", "jsonld"},
    {representation::bibtex, "application/x-bibtex", "bibtex"},
    {representation::ris, "application/x-research-info-systems", "ris"},
    {representation::csl, "application/vnd.citationstyles.csl+json", "csl"},
    {representation::bibliography, "text/x-bibliography", "text"},
    {representation::datacite, "application/vnd.datacite.datacite+xml", "datacite"},
    {representation::mods, "application/mods+xml", "mods"},
    {representation::dublin_core, "application/xml", "dc"},
    {representation::dublin_core_rdf, "application/rdf+xml", "rdf"},
}};
static_assert(base::is_indexed(forms, &form_row::form, representation::dublin_core_rdf));

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
