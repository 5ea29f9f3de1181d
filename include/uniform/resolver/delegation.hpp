// Who may assign names under a prefix, by which rules, or which other resolver knows them. RFC 8141 section 5 leaves
// the process of assignment to the namespace. A document of kind "delegation", whose id is the prefix of the keys
// ("nbn:de:gbv-"; "isbn:" is the whole namespace). The longest prefix that is active wins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/json/value.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/urn/namespace.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// The method that makes the variable part of a minted name.
enum class minting_method : std::uint8_t {
    none,
    sequential, ///< a counter
    random,     ///< from a cryptographic source; never the same twice
    uuid,       ///< by algorithm: RFC 9562 version 4 or 7
};
/// Their names.
inline constexpr auto minting_method_names = enum_table<minting_method>({{minting_method::none, "none"},
                                                                         {minting_method::sequential, "sequential"},
                                                                         {minting_method::random, "random"},
                                                                         {minting_method::uuid, "uuid"}});
/// The name of a minting method; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(minting_method m) noexcept { return minting_method_names.name(m); }

/// The check character of a minted name.
enum class check_rule : std::uint8_t {
    none,
    of_namespace, ///< the check character of the namespace (ISBN, ISSN, nbn:de, ...)
    noid,         ///< the NOID check character of the NSS, appended
};
/// Their names.
inline constexpr auto check_rule_names = enum_table<check_rule>(
    {{check_rule::none, "none"}, {check_rule::of_namespace, "namespace"}, {check_rule::noid, "noid"}});
/// The name of a check rule; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(check_rule r) noexcept { return check_rule_names.name(r); }

/// The rule by which names are minted. The template is the rest of the key after the prefix: "d" is a digit, "e" an
/// extended digit (0123456789bcdfghjkmnpqrstvwxz), "k" the check character; anything else must stand between "{" and
/// "}": "{2026-}dddd", "eeeeek". A trailing "z" (as NOID has it) lets a sequential counter grow without end: "zd",
/// "ze".
struct minting {
    minting_method method = minting_method::none;
    std::string pattern = {};
    check_rule check = check_rule::none;
    int uuid_version = 4;
    bool operator==(const minting &) const = default;
};

/// Whether a delegation applies.
enum class delegation_state : std::uint8_t { active, ended };
/// Their names.
inline constexpr auto delegation_state_names =
    enum_table<delegation_state>({{delegation_state::active, "active"}, {delegation_state::ended, "ended"}});
/// The name of a delegation state; empty for a value that is none.
[[nodiscard]] constexpr std::string_view to_string(delegation_state s) noexcept {
    return delegation_state_names.name(s);
}

/// A prefix, the registrar that assigns names under it, and its policy.
struct delegation {
    std::string prefix = {}; ///< "nbn:de:gbv-"
    delegation_state state = delegation_state::active;
    std::string registrar = {}; ///< who assigns; empty: only managers of the namespace
    std::string naming =
        {}; ///< naming policy: a pattern (uniform/pattern.hpp) that the rest of the key must match; empty: any
    std::vector<std::string> hosts = {}; ///< locator policy: "example.org", "*.example.org"; empty: any
    minting mint = {};
    std::string resolver =
        {}; ///< another resolver: an http(s) URL that the URN is appended to, or in which "{urn}" stands for it
    /// The characters, such as "/", at which an unknown name is divided: it resolves to the locator of the longest name
    /// before such a character, with the rest appended (suffix passthrough). Empty: not at all.
    std::string passthrough = {};
    /// The locator of every active name under the prefix that has none of its own: a template (locator_template.hpp).
    /// Empty: that of the namespace, if it has one.
    std::string locator_template = {};
    bool operator==(const delegation &) const = default;
};

/// The most parts of a name that are looked up for suffix passthrough.
inline constexpr std::size_t most_passthrough_lookups = 16;

/// The positions at which suffix passthrough divides `key`, which begins with `prefix`: those of the delimiters, the
/// last first, at most `most_passthrough_lookups`. None if `delimiters` is empty. Linear.
///
///     passthrough_positions("x:abc/de/f", "x:", "/") == {8, 5}
[[nodiscard]] std::vector<std::size_t> passthrough_positions(std::string_view key, std::string_view prefix,
                                                             std::string_view delimiters);

/// A locator with a suffix appended to its path, before its query and its fragment. std::nullopt if the suffix has a
/// dot segment, also a percent-encoded one, which would lead out of the path. A locator without a path gets "/", so
/// that the suffix cannot become part of its host. Linear.
///
///     with_suffix("https://a.example/1?x", "/2") == "https://a.example/1/2?x"
[[nodiscard]] std::optional<std::string> with_suffix(std::string_view url, std::string_view suffix);

/// The longest prefix of keys: the ids of transfers and others are made of it.
inline constexpr std::size_t longest_prefix = 1024;

/// A text as a prefix of keys: "urn:" is left out, and what it holds is written as keys are (RFC 8141 3.1, and of the
/// namespace's own rules those that hold for the beginning of a name). Problems: malformed, when no URN can begin so;
/// invalid, when no key of the namespace can, or when it is longer than `longest_prefix`. Linear.
[[nodiscard]] std::expected<std::string, problem>
prefix_of_keys(std::string_view text, const namespace_registry &registry = namespace_registry::standard());
/// Up to the first ":": "nbn" of "nbn:de:gbv-".
[[nodiscard]] std::string_view nid_of(std::string_view key_or_prefix UNIFORM_LIFETIMEBOUND) noexcept;
void nid_of(temporary_owner auto &&) = delete;

/// The JSON form. Linear.
[[nodiscard]] json::value value_of(const delegation &d);
/// The same as text.
[[nodiscard]] std::string to_json(const delegation &d);
/// Checks all that can be checked without a store; "prefix" may be missing. Problems: malformed, invalid. Linear.
[[nodiscard]] std::expected<delegation, problem> delegation_from_json(const json::value &value);
/// Without the members of those names, which the caller reads.
[[nodiscard]] std::expected<delegation, problem> delegation_from_json(const json::value &value,
                                                                      std::initializer_list<std::string_view> others);

/// Whether a new name may have this key and these locators: the naming policy and the locator policy. Problems:
/// out_of_policy, with the offset into the URN. Linear; a pattern is compiled once in each thread.
[[nodiscard]] std::expected<void, problem> allows(const delegation &d, std::string_view key, const name_record &r);

} // namespace resolver
} // namespace uniform
