// The settings by which a namespace is resolved here, as its manager decides. RFC 8141 section 2.3 leaves them to the
// namespace and the resolution service. A document of kind "namespace", whose id is the NID in lower case.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/defined_components.hpp>
#include <uniform/resolver/namespace_rules.hpp>
#include <uniform/resolver/problem.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The strategy for a q-component and a locator that has a query (RFC 8141 2.3.2 leaves it open).
enum class q_strategy : std::uint8_t {
    append,  ///< locator's query, "&", q-component (default)
    replace, ///< the q-component alone
    refuse,  ///< a problem: the locator is not given
};
/// Their names.
inline constexpr auto q_strategy_names = enum_table<q_strategy>(
    {{q_strategy::append, "append"}, {q_strategy::replace, "replace"}, {q_strategy::refuse, "refuse"}});
/// The name of a q strategy; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(q_strategy s) noexcept { return q_strategy_names.name(s); }

/// Whether names can be assigned in a namespace.
enum class namespace_status : std::uint8_t {
    active,
    closed, ///< resolves, but takes no new names
};
/// Their names.
inline constexpr auto namespace_status_names =
    enum_table<namespace_status>({{namespace_status::active, "active"}, {namespace_status::closed, "closed"}});
/// The name of a namespace status; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(namespace_status s) noexcept {
    return namespace_status_names.name(s);
}

/// The source of the rules of the names of a namespace, "syntax", "equivalence", "checks" and "components".
enum class rules_source : std::uint8_t {
    settings,     ///< whoever set them
    registration, ///< its registration template and the decisions about it: a revision changes them
    undecided,    ///< the template has a rule only in prose, and nobody has decided it: no name is assigned
};
/// Their names.
inline constexpr auto rules_source_names = enum_table<rules_source>({{rules_source::settings, "settings"},
                                                                     {rules_source::registration, "registration"},
                                                                     {rules_source::undecided, "undecided"}});
/// The name of a source of rules; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(rules_source s) noexcept { return rules_source_names.name(s); }

/// The settings of a namespace that the service manages.
struct namespace_settings {
    std::string nid = {}; ///< lower case
    namespace_status status = namespace_status::active;
    std::string origin =
        "here"; ///< "iana": registered there; "here": by this service's process; "local": by the administrator
    std::string title = {};
    std::string request = {}; ///< the registration request, when there was one
    int redirect = 302;       ///< 301, 302, 303 or 307
    q_strategy q = q_strategy::append;
    bool r_component = false;           ///< r-components are read (docs/guide/resolution.md)
    bool public_resolvers = false;      ///< names that are not here lead to the public resolver known for the namespace
    std::uint32_t max_age = 300;        ///< seconds, for Cache-Control of redirects
    std::uint32_t reinstate_within = 0; ///< seconds in which a manager can revert a withdrawal; 0: it is final
    /// The locator of every active name that has none of its own: a template (locator_template.hpp). A delegation may
    /// have another one for its prefix. Empty: none.
    std::string locator_template = {};
    namespace_rules rules = {};                       ///< "syntax", "equivalence", "checks": of its names
    defined_components components = {};               ///< q- and f-components that may be used; all without this rule
    rules_source rules_from = rules_source::settings; ///< of `rules` and `components`
    bool operator==(const namespace_settings &) const = default;
};

/// The members of the JSON form that can be changed; the others are "nid", "origin", "request" and "rules_from", which
/// is absent if whoever set the rules did.
inline constexpr std::array<std::string_view, 13> changeable_settings{
    "title",   "status",           "redirect",         "q_component", "r_component", "public_resolvers",
    "max_age", "reinstate_within", "locator_template", "components",  "syntax",      "equivalence",
    "checks"};
/// The JSON form. Linear.
[[nodiscard]] json::value value_of(const namespace_settings &s);
/// The same as text.
[[nodiscard]] std::string to_json(const namespace_settings &s);
/// Reads all members but unknown ones, which are a problem (invalid). NID and origin are empty where the text has none;
/// the others then have their defaults. Errors: malformed, invalid. Linear.
[[nodiscard]] std::expected<namespace_settings, problem> namespace_settings_from_json(const json::value &value);

} // namespace resolver
} // namespace uniform
