#include "http/resolve/representation.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include <uniform/base/ascii.hpp>

namespace uniform::http {

namespace {

using resolver::accept_list;
using resolver::media_range;

constexpr std::array own_forms{representation::list, representation::record, representation::linkset,
                               representation::page};

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

std::string_view media_type_of(representation r) noexcept {
    constexpr std::array<std::string_view, 5> all{"", "text/uri-list", "application/json", "application/linkset+json",
                                                  "text/html"};
    return all[static_cast<std::size_t>(r)];
}

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
