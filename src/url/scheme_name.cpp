#include <uniform/url/scheme_name.hpp>

#include <algorithm>

#include <uniform/syntax/characters.hpp>
#include <uniform/url/other.hpp>

namespace uniform {

namespace {

// RFC 7595 3.8: "com.example.mything". Whether the domain exists is not checked; a top-level domain has letters
// alone or is an A-label (RFC 1123 2.1, RFC 5890).
bool is_reversed_domain(std::string_view name) noexcept {
    const auto dot = name.find('.');
    const std::string_view top = name.substr(0, dot);
    if (dot == std::string_view::npos || top.size() < 2) return false;
    const auto is_letter = [](char c) { return characters::alpha.contains(c); };
    if (!std::ranges::all_of(top, is_letter) && !top.starts_with("xn--")) return false;
    // every label: letters, digits and inner hyphens
    const char_set let_dig = characters::alpha | characters::digit;
    std::size_t labels = 0;
    for (std::string_view rest = name;; ++labels) {
        const std::string_view label = rest.substr(0, rest.find('.'));
        if (label.empty() || !let_dig.contains(label.front()) || !let_dig.contains(label.back())) return false;
        if (label.find('+') != std::string_view::npos) return false;
        if (label.size() == rest.size()) return labels >= 1;
        rest.remove_prefix(label.size() + 1);
    }
}

} // namespace

scheme_name_citation cite(scheme_name_rule r) noexcept {
    constexpr std::string_view draft = "draft-ietf-uri-url-06";
    switch (r) {
    case scheme_name_rule::not_registered:
        return {"RFC 7595", "7", "a scheme of that name is registered"};
    case scheme_name_rule::lower_case:
        return {"RFC 7595", "3.8", "it must be registered in lower case letters"};
    case scheme_name_rule::not_experimental:
        return {draft, "4", "names starting with \"x-\" are reserved for experimental purposes"};
    case scheme_name_rule::not_reserved:
        return {draft, "4", "the name is reserved for future definition"};
    case scheme_name_rule::reversed_domain:
        return {"RFC 7595", "3.8", "it must not contain \".\" unless it is constructed from a reversed domain name"};
    }
    return {};
}

scheme_name_classification classify_scheme_name(std::string_view name, const scheme_registry &registry) noexcept {
    scheme_name_classification verdict;
    // RFC 3986 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
    const char_set admitted = allowed(rule::scheme);
    const auto wrong = std::ranges::find_if_not(name, [&](char c) { return admitted.contains(c); }) - name.begin();
    if (name.empty()) {
        verdict.fault = error{0, error_code::empty_component, rule::scheme};
    } else if (!characters::alpha.contains(name.front())) {
        verdict.fault = error{0, error_code::invalid_scheme, rule::scheme};
    } else if (static_cast<std::size_t>(wrong) != name.size()) {
        verdict.fault = error{static_cast<std::uint64_t>(wrong), error_code::invalid_character, rule::scheme};
    }
    if (verdict.fault) return verdict;

    const auto breaks = [&](scheme_name_rule r) {
        verdict.broken = static_cast<std::uint8_t>(verdict.broken | (1U << static_cast<unsigned>(r)));
    };
    verdict.registered = registry.find(name) != nullptr;
    verdict.is_private = is_reversed_domain(name);
    if (verdict.registered) breaks(scheme_name_rule::not_registered);
    if (std::ranges::any_of(name, [](char c) { return characters::upper.contains(c); })) {
        breaks(scheme_name_rule::lower_case);
    }
    const scheme_standing standing = scheme_standing_of(name);
    if (standing == scheme_standing::experimental) breaks(scheme_name_rule::not_experimental);
    if (standing == scheme_standing::reserved) breaks(scheme_name_rule::not_reserved);
    if (name.find('.') != std::string_view::npos && !verdict.is_private) breaks(scheme_name_rule::reversed_domain);
    return verdict;
}

} // namespace uniform
