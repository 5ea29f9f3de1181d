#include <uniform/resolver/location_schemes.hpp>

#include <algorithm>

#include <uniform/base/ascii.hpp>

namespace uniform::resolver {

bool is_scheme_of_names(std::string_view scheme) noexcept { return ascii::equal_ignoring_case(scheme, "urn"); }

bool has_permitted_scheme(std::string_view url, std::span<const std::string> schemes) noexcept {
    const std::string_view scheme = url.substr(0, std::min(url.find(':'), url.size()));
    if (is_scheme_of_names(scheme)) return false;
    const auto same = [&](std::string_view permitted) { return ascii::equal_ignoring_case(permitted, scheme); };
    if (schemes.empty()) return std::ranges::any_of(default_location_schemes, same);
    return std::ranges::any_of(schemes, same);
}

std::string list_of_schemes(std::span<const std::string> schemes) {
    std::string out;
    const auto add = [&](std::string_view s) { out.append(out.empty() ? "" : ", ").append(s); };
    if (schemes.empty()) {
        std::ranges::for_each(default_location_schemes, add);
    } else {
        std::ranges::for_each(schemes, add);
    }
    return out;
}

std::expected<void, problem> check_schemes(const name_record &r, std::span<const std::string> schemes) {
    for (const locator &l : r.locators) {
        if (has_permitted_scheme(l.url, schemes)) continue;
        problem p{.type = problem_type::out_of_policy};
        p.detail = "the scheme \"" + l.url.substr(0, l.url.find(':')) +
                   "\" of the locator is not one to which this service redirects: " + list_of_schemes(schemes) +
                   " (setting locators.schemes)";
        p.rule = "setting locators.schemes; RFC 3986 section 7.1";
        p.pointer = "/locators/" + std::to_string(&l - r.locators.data());
        return std::unexpected{std::move(p)};
    }
    return {};
}

} // namespace uniform::resolver
