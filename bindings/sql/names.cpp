#include "sql/names.hpp"

#include <utility>

#include <uniform/idna/internationalized_name.hpp>
#include <uniform/idna/public_suffix.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/urn.hpp>
#include <uniform/whatwg/web_url.hpp>

namespace uniform::sql {

namespace {

std::optional<urn_view> parsed_urn(std::string_view text, edition e = edition::rfc8141) {
    const auto u = parse_urn(text, {e});
    return u ? std::optional{*u} : std::nullopt;
}

std::optional<idna::domain_parts> domain_of(std::string_view text, edition e) {
    const auto r = parsed(text, e);
    return r && r->host() ? idna::domain_of(*r->host()) : std::nullopt;
}

} // namespace

maybe_view urn_component(std::string_view text, rule which, edition e) {
    const auto u = parsed_urn(text, e);
    const auto where = u ? u->where(which) : std::nullopt;
    if (!where) return std::nullopt;
    return text.substr(where->begin, where->end - where->begin);
}

maybe_text urn_normalize(std::string_view text, edition e) {
    const auto u = parsed_urn(text, e);
    return u ? std::optional{normalized_assigned_name(*u)} : std::nullopt;
}

maybe_text urn_namespace_normalize(std::string_view text) {
    const auto u = parsed_urn(text);
    return u ? std::optional{namespace_normalized(*u)} : std::nullopt;
}

std::optional<bool> urn_equivalent(std::string_view a, std::string_view b, edition e) {
    const auto x = parsed_urn(a, e);
    const auto y = parsed_urn(b, e);
    if (!x || !y) return std::nullopt;
    return uniform::urn_equivalent(*x, *y);
}

maybe_view urn_check(std::string_view text) {
    const auto u = parsed_urn(text);
    return u ? std::optional{to_string(check(*u).state)} : std::nullopt;
}

std::optional<bool> urn_namespace_valid(std::string_view text) {
    const auto u = parsed_urn(text);
    if (!u) return std::nullopt;
    const auto v = validate(*u);
    if (!v && v.error().code == error_code::unknown_namespace) return std::nullopt;
    return v.has_value();
}

maybe_text registrable_domain(std::string_view text, edition e) {
    auto parts = domain_of(text, e);
    if (!parts || parts->registrable.empty()) return std::nullopt;
    return std::move(parts->registrable);
}

maybe_text public_suffix(std::string_view text, edition e) {
    auto parts = domain_of(text, e);
    if (!parts) return std::nullopt;
    return std::move(parts->suffix);
}

maybe_text idna_to_ascii(std::string_view name) {
    auto ascii = idna::to_ascii(name);
    return ascii ? std::optional{*std::move(ascii)} : std::nullopt;
}

maybe_text idna_to_unicode(std::string_view name) {
    auto unicode = idna::to_unicode(name);
    return unicode ? std::optional{*std::move(unicode)} : std::nullopt;
}

maybe_text url_href(std::string_view text) {
    const auto url = whatwg::parse(text);
    return url ? std::optional{url->href()} : std::nullopt;
}

maybe_text url_href(std::string_view text, std::string_view base) {
    const auto url = whatwg::parse(text, base);
    return url ? std::optional{url->href()} : std::nullopt;
}

maybe_text repair(std::string_view text) {
    auto repaired = uniform::repair(text);
    return repaired ? std::optional{std::move(repaired->uri)} : std::nullopt;
}

} // namespace uniform::sql
