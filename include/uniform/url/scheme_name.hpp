// Names for new schemes: whether a name is available, and the rule if not (draft-ietf-uri-url-06 4; RFC 7595 3.8).
//
//     uniform::classify_scheme_name("x-weather").available()   -> false: rule (3) reserves "x-" for experiments
//     uniform::classify_scheme_name("org.example.weather").is_private   -> true
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform UNIFORM_API {

/// The rules that forbid a name for a new scheme.
enum class scheme_name_rule : std::uint8_t {
    not_registered,   ///< RFC 7595 7: a scheme of that name is registered
    lower_case,       ///< RFC 7595 3.8: it MUST be registered using lower case letters
    not_experimental, ///< draft-ietf-uri-url-06 4: names starting with "x-" are reserved for experimental purposes
    not_reserved,     ///< draft-ietf-uri-url-06 4: afs mid cid nfs tn3270 mailserver z39.50
    reversed_domain,  ///< RFC 7595 3.8: it MUST NOT contain "." unless constructed from a reversed domain name
};
/// All rules, in their order.
inline constexpr std::array scheme_name_rules{scheme_name_rule::not_registered, scheme_name_rule::lower_case,
                                              scheme_name_rule::not_experimental, scheme_name_rule::not_reserved,
                                              scheme_name_rule::reversed_domain};

/// The section of a rule, and its sentence for a name that breaks it.
struct scheme_name_citation {
    std::string_view document; ///< "RFC 7595"
    std::string_view section;  ///< "3.8"
    std::string_view says;
};
/// The section and the text of the rule.
[[nodiscard]] scheme_name_citation cite(scheme_name_rule r) noexcept;

/// The classification of a name for a scheme by the documents. Trivially copyable.
struct scheme_name_classification {
    std::optional<error> fault{}; ///< not a scheme by RFC 3986 3.1: what, where, by which rule
    bool registered = false;
    bool is_private = false; ///< RFC 7595 3.8: built like a reversed domain name, for private use
    std::uint8_t broken = 0; ///< a bit for each scheme_name_rule: (1 << rule)

    [[nodiscard]] constexpr bool well_formed() const noexcept { return !fault; }
    [[nodiscard]] constexpr bool breaks(scheme_name_rule r) const noexcept {
        return ((broken >> static_cast<unsigned>(r)) & 1) != 0;
    }
    /// Whether a new scheme could be given this name.
    [[nodiscard]] constexpr bool available() const noexcept { return well_formed() && broken == 0; }
};

/// Checks a name for a scheme. A scheme that the caller added to the registry counts as registered. No allocation;
/// linear.
[[nodiscard]] scheme_name_classification
classify_scheme_name(std::string_view name, const scheme_registry &registry = scheme_registry::standard()) noexcept;

} // namespace uniform
