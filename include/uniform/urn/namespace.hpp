// The registry of URN namespaces: IANA's, with what every registration says, and what a caller adds.
//
//     const auto *isbn = namespace_registry::standard().find("ISBN");
//     validate("urn:isbn:978-951-0-18435-6"_urn)                    -> has a value
//     validate("urn:oid:1.3.6."_urn).error()                        -> nss_mismatch at the end
//
// A namespace is an entry of a registry: how its NSSs look, which of them are the same name, which characters check
// others, how names of its identifier system are written, where it is resolved. One mechanism reads the entries; a
// caller's namespace is an entry too.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {

namespace detail {
struct namespace_rules;
struct namespace_entry;
} // namespace detail

/// RFC 8141 5: formal (5.1) or informal (5.2).
enum class namespace_kind : std::uint8_t { formal, informal };

/// Whether IANA has it; `unregistered` ones are met in use, or are mistaken for NIDs, but were never registered.
enum class namespace_status : std::uint8_t { registered, unregistered, added };

/// "formal", "informal".
[[nodiscard]] std::string_view to_string(namespace_kind k) noexcept;
/// "registered", "unregistered", "added".
[[nodiscard]] std::string_view to_string(namespace_status s) noexcept;

/// What a registration says on a yes-or-no question.
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
    std::string_view part;   ///< what the registration calls it: "agency"
    std::string_view source; ///< "urn", "nss", "nss.0" (the first field between colons), "nss.2+" (from the third on)
    std::uint32_t max = 0;
};

/// How the NSSs of a namespace look. Patterns are regular expressions over the NSS as written, "^" and "$" at the ends:
/// (?:...) | [a-z] [^a-z] . * + ? {m} {m,} {m,n} and escaped characters.
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

/// What an equivalence operation does to the part of the NSS that it covers. The hexadecimal digits of pct-encoded
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

/// Which part of the NSS it covers.
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

/// Where a check character stands and what it covers. The characters that count are those of the NSS behind `prefix`,
/// up to the first of `until`, without those of `skip`.
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

/// What the registration says on a component: "allowed", "not-defined", "future", ...
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

/// How the names of an identifier system become NSSs and back.
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
    bool encode = false; ///< what an NSS does not allow is percent-encoded, and so are these:
    std::string_view also_encode{};
    std::string_view nss_prefix{}; ///< what stands before the name in the NSS: "rfc:"
    std::string_view pattern{};    ///< of the NSS after nss_prefix, when it is narrower than the namespace's
    std::string_view shown_lead{}; ///< what is written before the name: "RFC "
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

/// How much validate() asks.
enum class validation_level : std::uint8_t {
    lenient, ///< names seen in practice or recommended by the specification are accepted too
    normal,  ///< the registration
    strict,  ///< rules of other standards as well
};

/// "lenient", "normal", "strict".
[[nodiscard]] std::string_view to_string(validation_level l) noexcept;

/// Namespaces by NID: IANA's, and on top what the caller adds. Copying it copies the additions. Reading is thread-safe.
class namespace_registry {
public:
    /// IANA's namespaces and nothing else.
    namespace_registry() = default;

    /// The registry that is used where none is given: IANA's namespaces as this release knows them, or what
    /// replace_standard() put in their place.
    [[nodiscard]] static const namespace_registry &standard() noexcept;

    /// Makes `registry` what standard() returns, for a program that has a newer list of IANA's than this release. The
    /// earlier one stays valid. Call it before other threads use the library. Linear.
    ///
    ///     namespace_registry newer;
    ///     newer.add({.nid = "newiana", .title = "Registered after this release"}, namespace_status::registered);
    ///     namespace_registry::replace_standard(std::move(newer));
    static void replace_standard(namespace_registry registry);

    /// The entry of that NID, in upper or lower case; nullptr when there is none. It may be of a NID that is known but
    /// not registered: see its status. Linear in what was added, then constant time; no allocation.
    [[nodiscard]] const namespace_info *find(std::string_view nid) const & noexcept UNIFORM_LIFETIMEBOUND;
    const namespace_info *find(std::string_view nid) const && = delete;

    /// Adds or replaces a namespace; everything in it is copied. Errors: those of a NID (rule nid, offset into the
    /// NID); invalid_pattern with the offset into the pattern, also of a set or, in a pattern without "|", a byte that
    /// no NSS has;
    /// invalid_mapping for an entry that cannot be used otherwise: a resolver's address that does not become a URI, a
    /// length's source that cannot be read, an operation on no text, on a cut pct-encoded or on a scope that its action
    /// does not take, a check character that has no place, a value that its type does not name. Linear.
    /// @param status `registered` for one that IANA has registered, also after this release
    std::expected<void, error> add(const namespace_info &info, namespace_status status = namespace_status::added);

    /// What was added, by NID.
    [[nodiscard]] std::span<const namespace_info *const> added() const & noexcept UNIFORM_LIFETIMEBOUND {
        return added_infos_;
    }
    std::span<const namespace_info *const> added() const && = delete;
    /// Every entry that find() finds, by NID: what was added, and the rest of iana_namespaces(). Linear.
    [[nodiscard]] std::vector<const namespace_info *> entries() const &UNIFORM_LIFETIMEBOUND;
    std::vector<const namespace_info *> entries() const && = delete;

    /// The date of IANA's list that this registry has: "2026-07-28".
    [[nodiscard]] std::string_view date() const noexcept UNIFORM_LIFETIMEBOUND;
    /// Sets it, for a newer list.
    void set_date(std::string_view date) { date_ = date; }

private:
    std::string date_; // empty: that of this release
    std::vector<std::shared_ptr<const detail::namespace_entry>> added_;
    std::vector<const namespace_info *> added_infos_;
};

/// IANA's namespaces and the unregistered ones that are known (data/urn-namespaces.json), ordered by NID.
[[nodiscard]] std::span<const namespace_info> iana_namespaces() noexcept;
/// The date of IANA's list that they are made from: "2026-07-28".
[[nodiscard]] std::string_view iana_namespaces_date() noexcept;

/// Whether the NSS is one of its namespace. Errors: unknown_namespace (offset of the NID) when the NID has no entry or
/// the entry has no syntax; nss_mismatch with the offset, in the text of `u`, of the first byte with which no name of
/// the namespace goes on, or of the end of the NSS when more was to come; too_long past a limit. Linear; the first use
/// of a pattern builds its table, later uses allocate nothing.
[[nodiscard]] std::expected<void, error> validate(const urn_view &u, const namespace_registry &registry,
                                                  validation_level level = validation_level::normal);
/// With namespace_registry::standard().
[[nodiscard]] std::expected<void, error> validate(const urn_view &u, validation_level level = validation_level::normal);

} // namespace uniform
