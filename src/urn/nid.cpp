// The kinds of namespaces that a NID can name (RFC 8141 5.1, 5.2; drafts -16 5.1, 5.2 and -14 6.1, 6.2; RFC 3406 4).

#include <uniform/urn/nid.hpp>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/syntax/detail/parse_urn.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform {

namespace {

constexpr bool letter(char c) noexcept { return characters::alpha.contains(c); }

// The sections of the six constraints: RFC 8141, draft -16, draft -14, RFC 3406.
struct citation_row {
    std::string_view rfc8141;
    std::string_view urnbis_16;
    std::string_view urnbis_14;
    std::string_view rfc3406;
    std::string_view says;
};

constexpr std::array<citation_row, 6> rows{{
    {"5.1 (1)", "5.1 (1)", "6.1 (1)", "4.3", "it must not be registered already"},
    {"5.1 (2)", "5.1 (2)", "6.1 (2)", "4.3",
     "it must not start with \"urn-\", which is reserved for informal namespaces"},
    {"5.1 (3)", "5.1 (3)", "6.1 (3)", "4.3", "it must have more than two characters"},
    {"5.1 (3)", "5.1 (4)", "6.1 (4)", "4.3",
     "it must not start with two letters and \"-\", which is reserved for country codes"},
    {"5.1 (3)", "5.1 (5)", "6.1 (5)", "4.3",
     "it must not start with two letters and \"--\", which is reserved for prefixes such as that of A-labels "
     "(\"xn--\")"},
    {"5.1 (4)", "5.1 (6)", "6.1 (6)", "4.3",
     "it must not start with \"X-\", which was for experimental namespaces (RFC 3406)"},
}};

// In the order of the enumerators.
static_assert(rows.size() == nid_rules.size() && nid_rules.back() == static_cast<nid_rule>(rows.size() - 1));

std::string_view nid_document(edition e) noexcept { return e == edition::rfc2141 ? "RFC 3406" : document(e); }

std::string_view pick(const citation_row &row, edition e) noexcept {
    switch (e) {
    case edition::urnbis_16:
        return row.urnbis_16;
    case edition::urnbis_14:
        return row.urnbis_14;
    case edition::rfc2141:
        return row.rfc3406;
    default:
        return row.rfc8141;
    }
}

constexpr std::uint8_t bit(nid_rule r) noexcept { return static_cast<std::uint8_t>(1U << static_cast<unsigned>(r)); }

// RFC 8141 5.2: Number = DigitNonZero 0*Digit
bool is_informal_number(std::string_view t) noexcept {
    if (t.empty() || t.front() == '0') return false;
    for (const char c : t) {
        if (!characters::digit.contains(c)) return false;
    }
    return true;
}

} // namespace

std::string_view to_string(nid_kind k) noexcept {
    static constexpr auto names = enum_table<nid_kind>({{nid_kind::malformed, "malformed"},
                                                        {nid_kind::formal, "formal"},
                                                        {nid_kind::informal, "informal"},
                                                        {nid_kind::urn_hyphen, "urn-"},
                                                        {nid_kind::country_code, "country-code"},
                                                        {nid_kind::a_label, "a-label"},
                                                        {nid_kind::two_long, "two-long"},
                                                        {nid_kind::experimental, "experimental"}});
    return names.name(k);
}

nid_citation cite(nid_rule r, edition e) noexcept {
    if (!is_urn_edition(e)) e = edition::rfc8141;
    const citation_row &row = rows[static_cast<std::size_t>(r)];
    return {nid_document(e), pick(row, e), row.says};
}

nid_citation nid_classification::citation() const noexcept {
    switch (kind) {
    case nid_kind::malformed:
        return {fault ? fault->document() : "", fault ? fault->section() : "", fault ? fault->message() : ""};
    case nid_kind::formal: {
        const citation_row row{"5.1", "5.1", "6.1", "4.3", ""};
        return {nid_document(edition), pick(row, edition), "it can name a formal namespace"};
    }
    case nid_kind::informal: {
        const citation_row row{"5.2", "5.2", "6.2", "4.2", ""};
        return {nid_document(edition), pick(row, edition), "\"urn-\" and a number name an informal namespace"};
    }
    case nid_kind::urn_hyphen:
        return cite(nid_rule::no_urn_hyphen, edition);
    case nid_kind::two_long:
        return cite(nid_rule::longer_than_two, edition);
    case nid_kind::country_code:
        return breaks(nid_rule::longer_than_two) ? cite(nid_rule::longer_than_two, edition)
                                                 : cite(nid_rule::no_country_code, edition);
    case nid_kind::a_label:
        return cite(nid_rule::no_two_hyphens, edition);
    case nid_kind::experimental:
        return cite(nid_rule::no_experimental, edition);
    }
    return {};
}

std::optional<std::string_view> informal_number(std::string_view nid) noexcept {
    if (!ascii::starts_with_ignoring_case(nid, "urn-") || detail::check_nid(nid, edition::rfc8141).found ||
        !is_informal_number(nid.substr(4))) {
        return std::nullopt;
    }
    return nid.substr(4);
}

nid_classification classify_nid(std::string_view nid, bool registered, edition e) noexcept {
    if (!is_urn_edition(e)) e = edition::rfc8141;
    nid_classification v;
    v.edition = e;
    const auto fault = detail::check_nid(nid, e);
    if (fault.found) {
        v.fault = error{fault.offset, fault.code, rule::nid, e};
        return v;
    }
    v.registered = registered;
    v.is_uri_scheme = scheme_registry::standard().find(nid) != nullptr;
    const bool two_letters = nid.size() >= 2 && letter(nid[0]) && letter(nid[1]);
    v.is_three_letters = nid.size() == 3 && two_letters && letter(nid[2]);

    if (registered) v.broken |= bit(nid_rule::not_registered);
    if (ascii::starts_with_ignoring_case(nid, "urn-")) v.broken |= bit(nid_rule::no_urn_hyphen);
    if (nid.size() <= 2) v.broken |= bit(nid_rule::longer_than_two);
    if (two_letters && nid.substr(2).starts_with('-')) v.broken |= bit(nid_rule::no_country_code);
    // RFC 3406 4.3 does not mention A-labels; two letters and "-" are enough there.
    if (two_letters && nid.substr(2).starts_with("--") && e != edition::rfc2141) {
        v.broken |= bit(nid_rule::no_two_hyphens);
    }
    if (ascii::starts_with_ignoring_case(nid, "x-")) v.broken |= bit(nid_rule::no_experimental);

    if (v.breaks(nid_rule::no_urn_hyphen)) {
        // RFC 3406 4.2: any digits; the later documents forbid leading zeros
        const bool number = e == edition::rfc2141
                                ? nid.find_first_not_of("0123456789", 4) == std::string_view::npos && nid.size() > 4
                                : informal_number(nid).has_value();
        v.kind = number ? nid_kind::informal : nid_kind::urn_hyphen;
    } else if (v.breaks(nid_rule::longer_than_two)) {
        v.kind = two_letters ? nid_kind::country_code : nid_kind::two_long;
    } else if (v.breaks(nid_rule::no_two_hyphens)) {
        v.kind = nid_kind::a_label;
    } else if (v.breaks(nid_rule::no_country_code)) {
        v.kind = nid_kind::country_code;
    } else if (v.breaks(nid_rule::no_experimental)) {
        v.kind = nid_kind::experimental;
    } else {
        v.kind = nid_kind::formal;
    }
    return v;
}

nid_classification classify_nid(std::string_view nid, const namespace_registry &registry, edition e) noexcept {
    const namespace_info *const known = registry.find(nid);
    return classify_nid(nid, known != nullptr && known->status != namespace_status::unregistered, e);
}

nid_classification classify_nid(std::string_view nid, edition e) noexcept {
    return classify_nid(nid, namespace_registry::standard(), e);
}

} // namespace uniform
