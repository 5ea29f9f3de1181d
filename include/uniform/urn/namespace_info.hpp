// The entry of a URN namespace in a registry: what its registration says.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/urn/check_algorithm.hpp>

namespace uniform UNIFORM_API {

namespace detail {
struct namespace_rules;
} // namespace detail

/// RFC 8141 5: formal (5.1) or informal (5.2).
enum class namespace_kind : std::uint8_t { formal, informal };
/// Their names.
inline constexpr auto namespace_kind_names =
    enum_table<namespace_kind>({{namespace_kind::formal, "formal"}, {namespace_kind::informal, "informal"}});

/// Whether IANA has it; `unregistered` ones are met in use, or are mistaken for NIDs, but were never registered.
enum class namespace_status : std::uint8_t { registered, unregistered, added };

/// "formal", "informal".
[[nodiscard]] std::string_view to_string(namespace_kind k) noexcept;
/// "registered", "unregistered", "added".
[[nodiscard]] std::string_view to_string(namespace_status s) noexcept;

/// The answer of a registration to a yes-or-no question.
enum class intention : std::uint8_t { unknown, no, yes };
/// "unknown", "no", "yes".
[[nodiscard]] std::string_view to_string(intention i) noexcept;

/// Names of one branch of a namespace: those that begin with `prefix` must match `pattern` as well.
struct nss_branch {
    std::string_view prefix; ///< in upper or lower case
    std::string_view pattern;
};

/// The part of a name that may not be longer than `max`; a pct-encoded counts as one.
struct nss_limit {
    std::string_view part;   ///< its name in the registration: "agency"
    std::string_view source; ///< "urn", "nss", "nss.0" (the first field between colons), "nss.2+" (from the third on)
    std::uint32_t max = 0;
};

/// The syntax of the NSSs of a namespace. Patterns are regular expressions over the NSS as written, "^" and "$" at the
/// ends: (?:...) | [a-z] [^a-z] . * + ? {m} {m,} {m,n} and escaped characters.
struct nss_syntax {
    std::string_view abnf{};    ///< RFC 5234, with the rule NSS; comments say the rest
    std::string_view pattern{}; ///< "": any NSS of RFC 8141
    std::string_view lenient{}; ///< accepts also names seen in practice
    std::string_view strict{};  ///< adds rules of other standards
    bool ignore_case = false;   ///< of letters in the three patterns and in the branches
    std::span<const nss_branch> branches{};
    std::span<const nss_limit> limits{};
    std::string_view charset{}; ///< "rfc2141", "rfc2141+slash", "rfc8141" when the registration has no other rule
};

/// The action of an equivalence operation on the part of the NSS that it covers. The hexadecimal digits of pct-encoded
/// stay.
enum class equivalence_action : std::uint8_t {
    lower_case,
    upper_case,
    remove,  ///< every occurrence of one of the texts; before a letter or digit only when the text does not end in one.
             ///< A pct-encoded is one character: "%2D" may be a text, "2D" is not found in it. Scope all, or
             ///< end_after_number
    isbn_13, ///< an ISBN-10 without hyphens and with the right check character becomes an ISBN-13
    replace, ///< of the texts, the second replaces the first, the fourth the third, ... A pct-encoded is one character;
             ///< "%22" and "'", for quotes. The second is no longer than the first, and cannot overlap with what is
             ///< replaced, so that the result stays the same when it is replaced again. Scope all
    decode_unreserved,    ///< RFC 3986 6.2.2.2: "%41" becomes "A", "%2D" becomes "-". Scope all
    remove_leading_zeros, ///< of a number: "007" becomes "7", where no letter or digit stands before it. Scope all
};

/// The part of the NSS that an equivalence operation covers.
enum class equivalence_scope : std::uint8_t {
    all,
    before_colon,      ///< up to the n-th ":"; all when there are fewer
    before_hyphen,     ///< up to the first "-"; all when there is none
    prefix,            ///< the one of the texts with which the NSS begins
    all_if_prefix,     ///< all, when the NSS begins with one of the texts
    all_unless_prefix, ///< all; when the NSS begins with one of the texts only that one
    through,           ///< up to the end of the first of the texts that is found; empty if there is none
    after_colon,       ///< the one character after the n-th ":"
    end_after_number,  ///< one of the texts at the end, behind ":" and digits
};

/// One step of namespace-specific normalization. Texts are compared case-insensitively.
struct equivalence_operation {
    equivalence_action action{};
    equivalence_scope scope = equivalence_scope::all;
    std::uint8_t n = 0; ///< for before_colon and after_colon: from 1
    std::span<const std::string_view> texts{};
};

/// The position of a check character and the characters that it covers. The characters that count are those of the NSS
/// behind `prefix`, up to the first of `until`, without those of `skip`.
struct check_rule {
    /// A range of the characters that count.
    struct slice {
        std::uint8_t begin = 0;
        std::uint8_t end = 0;
    };
    check_algorithm algorithm{};
    bool strict = true;                           ///< a wrong one makes the name wrong; otherwise it is a warning
    std::span<const std::string_view> prefixes{}; ///< only for NSSs that begin so, in upper or lower case
    std::string_view until{};
    std::string_view skip{};
    std::uint8_t length = 0;        ///< only when so many characters count; 0: any number
    std::array<slice, 2> payload{}; ///< which of them are covered; none: all before the check character
    std::uint8_t position = 0xFF;   ///< of the check character among them; 0xFF: the last
    bool whole_urn = false;         ///< covered is "urn:" NID ":" NSS in lower case, without the last
    std::string_view note{};
};

/// The statements of the registration on the components: "allowed", "not-defined", "future", ...
struct component_rules {
    std::string_view r_component{};
    std::string_view q_component{};
    std::string_view f_component{};
    std::string_view basis{}; ///< where it says so
};

/// A well-known address that resolves names. `address` has parts in braces: a source with filters, "{urn}", "{nss}",
/// "{normal}" (the namespace's normalized NSS), "{head}" and "{tail}" (before and after the first of `split`), each
/// with ".2" for the third field between colons or ".2+" for all from there; filters "|lower", "|upper", "|digits",
/// "|slashes" (":" becomes "/"), "|hyphen4" ("-" after the fourth character).
struct resolver_rule {
    std::span<const std::string_view> prefixes{}; ///< only for names whose normalized NSS begins so
    std::span<const std::string_view> split{};    ///< texts, in upper or lower case
    std::string_view address;
};

/// The conversion between the names of an identifier system and NSSs.
struct name_form {
    std::string_view system{};                 ///< "International Standard Book Number"
    std::string_view example{};                ///< a name in its own form
    std::span<const std::string_view> leads{}; ///< texts before the name that are not part of it: "ISBN", "doi:"
    bool needs_lead = false;                   ///< without one of them it is not taken for such a name
    bool guess = false;                        ///< guess_names() may take a bare text for one
    bool braces = false;                       ///< "{...}" around the name is not part of it
    std::string_view separators{};             ///< characters that become `separator`, or nothing
    std::string_view separator{};
    equivalence_action letters = equivalence_action::remove;    ///< lower_case or upper_case; remove: as they are
    std::string_view groups{};                                  ///< "8-4-4-4-12": "-" is put between so many characters
    std::span<const std::array<std::string_view, 2>> replace{}; ///< each once, in order: a text and what it becomes
    std::span<const std::array<std::string_view, 2>> replace_all{}; ///< at once, everywhere: a text and what it becomes
    bool encode = false; ///< characters that an NSS does not allow are percent-encoded, and so are these:
    std::string_view also_encode{};
    std::string_view nss_prefix{}; ///< the text before the name in the NSS: "rfc:"
    std::string_view pattern{};    ///< of the NSS after nss_prefix, when it is narrower than the namespace's
    std::string_view shown_lead{}; ///< the text before the name for people: "RFC "
    std::string_view omitted{};    ///< if names may end with ":" and a year that the NSS omits: what that means
};

/// An example that must not fit, and why.
struct bad_example {
    std::string_view urn;
    std::string_view why;
};

/// All that is known about a namespace. The texts of standard() last for ever, those of an added namespace as long as
/// the registry that gave it, or a copy of it.
struct namespace_info {
    std::string_view nid{}; ///< lower case
    namespace_kind kind = namespace_kind::formal;
    namespace_status status = namespace_status::added;
    std::string_view title{};
    std::string_view registrant{};
    std::span<const std::string_view> references{};
    std::string_view date{}; ///< of the registration: "2014-06-02"
    std::string_view updated{};
    std::string_view spec_date{};   ///< of the defining document: "2016-09"
    std::string_view date_source{}; ///< "template" when the date is the template's

    nss_syntax syntax{};
    std::span<const equivalence_operation> equivalence{};
    std::string_view equivalence_summary{};
    std::span<const check_rule> checks{};
    component_rules components{};
    intention resolution = intention::unknown;
    std::span<const resolver_rule> resolvers{};
    std::string_view resolution_note{};
    std::span<const name_form> names{};
    std::string_view source{}; ///< the sections that the rules are taken from
    std::string_view notes{};

    std::span<const std::string_view> examples{};
    std::span<const bad_example> bad_examples{};
    std::span<const std::array<std::string_view, 2>> equivalent{};     ///< examples
    std::span<const std::array<std::string_view, 2>> not_equivalent{}; ///< examples

    /// The compiled rules; set by the registry, ignored by add().
    const detail::namespace_rules *rules = nullptr;
};

} // namespace uniform
