// URNs and relative references (RFC 8141 4.3; drafts -16 4.3, -14 5.3).

#include <uniform/uri/resolve.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform {

std::expected<std::string, error> resolve(const urn_view &base, const reference_view &reference,
                                          std::optional<uri_view> other_base) {
    if (reference.has_scheme()) return std::string{reference.text()};
    const bool draft = base.edition() == edition::urnbis_16 || base.edition() == edition::urnbis_14;
    // RFC 8141 4.3: the generic algorithm, "applied independent of a particular scheme".
    if (!draft) return resolve(other_base.value_or(base.uri()), reference);
    // Draft -14 5.3: "a base URI (other than a URN)"; "If no such base URI exists, use of a relative reference with
    // respect to a URN is an error."
    if (!other_base || has_urn_scheme(*other_base)) {
        return std::unexpected{error{0, error_code::urn_base, rule::none, base.edition()}};
    }
    return resolve(*other_base, reference);
}

} // namespace uniform
