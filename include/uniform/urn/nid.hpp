// Namespace identifiers: the kind of namespace that a NID can name, and the rule (RFC 8141 5.1, 5.2).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/error.hpp>

namespace uniform UNIFORM_API {

class namespace_registry;

/// The kinds of NIDs.
enum class nid_kind : std::uint8_t {
    malformed,    ///< not a NID by the grammar
    formal,       ///< RFC 8141 5.1
    informal,     ///< RFC 8141 5.2: "urn-" Number
    urn_hyphen,   ///< begins with "urn-", but no Number follows: reserved for informal namespaces
    country_code, ///< two letters, alone or before "-": reserved for ISO 3166-1 alpha-2 codes
    a_label,      ///< "xn--" and the like: two letters before "--", reserved for DNS A-labels
    two_long,     ///< two characters that are not both letters: too short for a formal NID
    experimental, ///< begins with "X-": RFC 3406 let it be used without registration, later documents do not
};

/// "malformed", "formal", "informal", "urn-", "country-code", "a-label", "two-long", "experimental".
[[nodiscard]] std::string_view to_string(nid_kind k) noexcept;

/// The constraints on a NID for a new formal namespace, in the order of the drafts, which count six (-16 5.1, -14 6.1).
/// RFC 8141 5.1 puts the third to the fifth under one number; RFC 3406 4.3 goes with RFC 2141.
enum class nid_rule : std::uint8_t {
    not_registered,  ///< (1) it MUST NOT be an already-registered NID
    no_urn_hyphen,   ///< (2) it MUST NOT start with "urn-"
    longer_than_two, ///< (3) it MUST be more than two characters long
    no_country_code, ///< (4) it MUST NOT start with ALPHA ALPHA "-"
    no_two_hyphens,  ///< (5) it MUST NOT start with two letters and two hyphens
    no_experimental, ///< (6) it MUST NOT start with "X-"
};
/// All rules, in their order.
inline constexpr std::array nid_rules{nid_rule::not_registered,  nid_rule::no_urn_hyphen,  nid_rule::longer_than_two,
                                      nid_rule::no_country_code, nid_rule::no_two_hyphens, nid_rule::no_experimental};

/// The section and the sentence of a rule.
struct nid_citation {
    std::string_view document; ///< "RFC 8141"
    std::string_view section;  ///< "5.1 (3)"
    std::string_view says;     ///< "it must not start with two letters and \"-\", which is reserved for country codes"
};
/// The section and the text of the rule.
[[nodiscard]] nid_citation cite(nid_rule r, edition e = edition::rfc8141) noexcept;

/// The classification of a NID by a document. Trivially copyable.
struct nid_classification {
    nid_kind kind = nid_kind::malformed;
    bool registered = false;
    std::optional<error> fault{}; ///< of a malformed one: what, where (offset into the NID), by which rule
    std::uint8_t broken = 0;      ///< a bit for each nid_rule: (1 << rule)
    uniform::edition edition = uniform::edition::rfc8141;
    bool is_uri_scheme = false; ///< also the name of a registered URI scheme: 5.1 asks for particular attention
    bool is_three_letters =
        false; ///< may be mistaken for an ISO 3166-1 alpha-3 code: 5.1 asks for particular attention

    [[nodiscard]] constexpr bool well_formed() const noexcept { return !fault; }
    [[nodiscard]] constexpr bool breaks(nid_rule r) const noexcept {
        return ((broken >> static_cast<unsigned>(r)) & 1) != 0;
    }
    /// Whether a new formal namespace could be given this NID.
    [[nodiscard]] constexpr bool available_as_formal() const noexcept {
        return kind == nid_kind::formal && broken == 0;
    }
    /// The section that defines the kind: "5.2" for informal; for a reserved one the section of the rule that reserves
    /// it.
    [[nodiscard]] nid_citation citation() const noexcept;
};

/// Classifies a NID by the documents alone; `registered` is provided by the caller. No allocation.
[[nodiscard]] nid_classification classify_nid(std::string_view nid, bool registered,
                                              edition e = edition::rfc8141) noexcept;

/// Classifies a NID, in use or requested, with the registry: a namespace that the caller added counts as
/// registered (registry.find(nid)->status distinguishes it from IANA's). No allocation.
[[nodiscard]] nid_classification classify_nid(std::string_view nid, const namespace_registry &registry,
                                              edition e = edition::rfc8141) noexcept;

/// The same with namespace_registry::standard().
[[nodiscard]] nid_classification classify_nid(std::string_view nid, edition e = edition::rfc8141) noexcept;

/// RFC 8141 5.2: the Number of an informal NID ("7" of "urn-7"); nothing for others.
[[nodiscard]] std::optional<std::string_view> informal_number(std::string_view nid UNIFORM_LIFETIMEBOUND) noexcept;
void informal_number(temporary_owner auto &&) = delete;

} // namespace uniform
