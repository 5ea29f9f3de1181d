// The functions that the Public Suffix List answers; the JavaScript package does not have it.
#include <utility>

#include <uniform/idna/public_suffix.hpp>
#include <uniform/uri/parse.hpp>

#include "columns/functions/functions.hpp"

namespace uniform::columns::scalar {

namespace {

// A part of the host's domain, which is empty where there is none.
outcome<std::string> part_of_domain(std::string_view text, edition e, bool icann,
                                    std::string_view (idna::domain_parts::*part)() const noexcept) {
    const auto r = parse_uri_reference(text, {.edition = e});
    if (!r) return std::unexpected{refusal{r.error()}};
    if (!r->host()) return std::nullopt;
    const auto parts = idna::domain_of(*r->host(), icann ? idna::suffix_rules::icann : idna::suffix_rules::all);
    if (!parts || ((*parts).*part)().empty()) return std::nullopt;
    return std::string{((*parts).*part)()};
}

} // namespace

outcome<std::string> public_suffix(std::string_view text, edition e, bool icann) {
    return part_of_domain(text, e, icann, &idna::domain_parts::suffix);
}

outcome<std::string> registrable_domain(std::string_view text, edition e, bool icann) {
    return part_of_domain(text, e, icann, &idna::domain_parts::registrable);
}

outcome<std::string> domain_label(std::string_view text, edition e, bool icann) {
    return part_of_domain(text, e, icann, &idna::domain_parts::label);
}

outcome<std::string> subdomain(std::string_view text, edition e, bool icann) {
    return part_of_domain(text, e, icann, &idna::domain_parts::subdomain);
}

} // namespace uniform::columns::scalar
