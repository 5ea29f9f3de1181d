#include "sql/names.hpp"

#include <utility>

#include <uniform/repair/repair.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/urn.hpp>
#include <uniform/whatwg/web_url.hpp>

namespace uniform::sql {

namespace {

std::optional<urn_view> parsed_urn(std::string_view text, edition e = edition::rfc8141) {
    const auto u = parse_urn(text, {e});
    return u ? std::optional{*u} : std::nullopt;
}

} // namespace

std::optional<bool> urn_equivalent(std::string_view a, std::string_view b, edition e) {
    const auto x = parsed_urn(a, e);
    const auto y = parsed_urn(b, e);
    if (!x || !y) return std::nullopt;
    return uniform::urn_equivalent(*x, *y);
}

std::optional<bool> urn_namespace_valid(std::string_view text) {
    const auto u = parsed_urn(text);
    if (!u) return std::nullopt;
    const auto v = validate(*u);
    if (!v && v.error().code == error_code::unknown_namespace) return std::nullopt;
    return v.has_value();
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
