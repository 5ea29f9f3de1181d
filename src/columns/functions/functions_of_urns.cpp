// The functions that read a URN.
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/urn.hpp>

#include "columns/functions/functions.hpp"

namespace uniform::columns::scalar {

// RFC 8141 3.1
outcome<std::string> urn_normalize(std::string_view urn, edition e) {
    const auto u = parse_urn(urn, {.edition = e});
    if (!u) return std::unexpected{refusal{u.error()}};
    return normalized_assigned_name(*u);
}

// RFC 8141 3.2: what the namespace adds.
outcome<std::string> urn_namespace_normalize(std::string_view urn) {
    const auto u = parse_urn(urn);
    if (!u) return std::unexpected{refusal{u.error()}};
    return namespace_normalized(*u);
}

outcome<std::string_view> urn_check(std::string_view urn) {
    const auto u = parse_urn(urn);
    if (!u) return std::unexpected{refusal{u.error()}};
    return to_string(check(*u).state);
}

} // namespace uniform::columns::scalar
