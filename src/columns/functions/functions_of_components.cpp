// The functions that give a component of a reference (RFC 3986 3) or of a URN (RFC 8141 2), as written.
#include <uniform/uri/parse.hpp>
#include <uniform/urn/urn.hpp>

#include "columns/functions/functions.hpp"

namespace uniform::columns::scalar {

namespace {

// The part of the text that has the place of the component in what `parsed` is.
template <class Parsed>
outcome<std::string_view> part_of(std::string_view text, const Parsed &parsed, rule component) {
    if (!parsed) return std::unexpected{refusal{parsed.error()}};
    const auto where = parsed->where(component);
    if (!where) return std::nullopt;
    return text.substr(where->begin, where->end - where->begin);
}

outcome<std::string_view> part_of_reference(std::string_view text, edition e, rule component) {
    return part_of(text, parse_uri_reference(text, {.edition = e}), component);
}

outcome<std::string_view> part_of_urn(std::string_view urn, edition e, rule component) {
    return part_of(urn, parse_urn(urn, {.edition = e}), component);
}

} // namespace

outcome<std::string_view> scheme(std::string_view text, edition e) { return part_of_reference(text, e, rule::scheme); }
outcome<std::string_view> authority(std::string_view text, edition e) {
    return part_of_reference(text, e, rule::authority);
}
outcome<std::string_view> userinfo(std::string_view text, edition e) {
    return part_of_reference(text, e, rule::userinfo);
}
outcome<std::string_view> path(std::string_view text, edition e) { return part_of_reference(text, e, rule::path); }
outcome<std::string_view> query(std::string_view text, edition e) { return part_of_reference(text, e, rule::query); }
outcome<std::string_view> fragment(std::string_view text, edition e) {
    return part_of_reference(text, e, rule::fragment);
}

outcome<std::string_view> host(std::string_view text, edition e) {
    const auto r = parse_uri_reference(text, {.edition = e});
    if (!r) return std::unexpected{refusal{r.error()}};
    return r->host();
}

outcome<std::int32_t> port_number(std::string_view text, edition e) {
    const auto r = parse_uri_reference(text, {.edition = e});
    if (!r) return std::unexpected{refusal{r.error()}};
    const auto number = r->port_number();
    if (!number || !*number) return std::nullopt;
    return std::int32_t{**number};
}

outcome<std::string_view> urn_nid(std::string_view urn, edition e) { return part_of_urn(urn, e, rule::nid); }
outcome<std::string_view> urn_nss(std::string_view urn, edition e) { return part_of_urn(urn, e, rule::nss); }
outcome<std::string_view> urn_r_component(std::string_view urn, edition e) {
    return part_of_urn(urn, e, rule::r_component);
}
outcome<std::string_view> urn_q_component(std::string_view urn, edition e) {
    return part_of_urn(urn, e, rule::q_component);
}
outcome<std::string_view> urn_f_component(std::string_view urn, edition e) {
    return part_of_urn(urn, e, rule::f_component);
}

} // namespace uniform::columns::scalar
