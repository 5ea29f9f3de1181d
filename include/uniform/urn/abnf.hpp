// Grammars in ABNF (RFC 5234, with the case-sensitive strings of RFC 7405), as registration templates have them, and
// the patterns of namespaces that they become where their language is regular.
//
//     const auto g = abnf_grammar::parse("harbour-nss = port \":\" berth\nport = 5ALPHA\nberth = 1*DIGIT [ALPHA]\n");
//     g->pattern().value()                               -> "^[A-Za-z]{5}:[0-9]+[A-Za-z]?$"
//     abnf_grammar::parse("a = (\"x\"").error().message  -> "\")\" is missing", with offset, line and column
//
// The core rules of RFC 5234 Appendix B.1 and all rules of RFC 3986 and RFC 8141 are predefined: pchar, unreserved,
// NID.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>

namespace uniform UNIFORM_API {

namespace detail {
struct abnf_rules;
} // namespace detail

/// Why a text is no grammar, or a rule no pattern.
enum class abnf_error_code : std::uint8_t {
    syntax,          ///< RFC 5234 4, RFC 7405 2.2: the text is not a rulelist
    redefined,       ///< a rule has two definitions by "="
    undefined,       ///< a rule is mentioned and not defined
    prose,           ///< a prose-val: only a person can read it
    not_an_octet,    ///< a num-val above 255, or one of which no character can be in an NSS
    not_regular,     ///< recursion by which the language need not be regular
    matches_nothing, ///< no NSS is in the language
    matches_empty,   ///< RFC 8141 2: the empty text is in the language, and an NSS has at least one character
    too_large,       ///< a limit: of the text, the depth, a repetition or the pattern
};

/// "syntax", "redefined", "undefined", "prose", "not_an_octet", "not_regular", "matches_nothing", "matches_empty",
/// "too_large".
[[nodiscard]] std::string_view to_string(abnf_error_code c) noexcept;

/// The fault of a grammar, and its position.
struct abnf_error {
    abnf_error_code code = abnf_error_code::syntax;
    std::size_t offset = 0;     ///< in bytes of the text
    std::size_t line = 1;       ///< of the offset, from 1
    std::size_t column = 1;     ///< in bytes, from 1
    std::string message{};      ///< a sentence for a person
    std::string_view section{}; ///< "RFC 5234 section 3.6"; empty for a limit of the library
};

/// A rule of a grammar.
struct abnf_rule {
    std::string_view name{}; ///< as the grammar writes it first
    std::size_t offset = 0;  ///< of its definition
    std::size_t line = 1;
};

/// A grammar that was read. Copies share it; reading is thread-safe.
class abnf_grammar {
public:
    /// The longest text: 64 KiB.
    static constexpr std::size_t longest_text = std::size_t{1} << 16;
    /// The longest pattern, in bytes.
    static constexpr std::size_t longest_pattern = std::size_t{1} << 15;

    /// Reads a rulelist. Lines may end with LF as well as with CRLF, the last one with neither; the rules may be
    /// indented, all alike; comments may contain any character. A definition of a predefined rule replaces it in this
    /// grammar; "=/" adds to it. Errors: syntax, redefined, undefined, too_large. Linear.
    [[nodiscard]] static std::expected<abnf_grammar, abnf_error> parse(std::string_view text);

    /// The rules that the text defines, in its order.
    [[nodiscard]] const std::vector<abnf_rule> &rules() const & noexcept UNIFORM_LIFETIMEBOUND;
    const std::vector<abnf_rule> &rules() const && = delete;

    /// The rule that describes the NSS: "NSS", or the first whose name ends in "-NSS", or the first, in upper or lower
    /// case.
    [[nodiscard]] std::string_view start() const noexcept UNIFORM_LIFETIMEBOUND;

    /// The language of a rule as a pattern of nss_syntax, from "^" to "$". Characters that no NSS contains are left out
    /// of it. Recursion is resolved if each rule of a cycle refers to the others only at its end, or only at its
    /// beginning, so that the language is regular (Arden's rule); otherwise the error names the rules of the cycle.
    /// Errors: undefined (no such rule), prose, not_an_octet, not_regular, matches_nothing, too_large. Time and memory
    /// are bounded by the limits of a pattern, whatever the grammar. Example: `pattern("nss")`.
    [[nodiscard]] std::expected<std::string, abnf_error> pattern(std::string_view rule) const;
    /// The pattern of the rule start().
    [[nodiscard]] std::expected<std::string, abnf_error> pattern() const { return pattern(start()); }
    /// The same for the rule that describes the NSS. Errors: also matches_empty. Example: of "n = *DIGIT" that error.
    [[nodiscard]] std::expected<std::string, abnf_error> nss_pattern(std::string_view rule) const;
    /// The pattern of an NSS that the rule start() describes.
    [[nodiscard]] std::expected<std::string, abnf_error> nss_pattern() const { return nss_pattern(start()); }
    /// The same for the names of a namespace: of a grammar of whole URNs, `"urn:" NID ":"` and more, what follows the
    /// NID. Errors: also matches_nothing, if the URNs are not those of the namespace. Example: of
    /// `urn = "urn:example:" 1*DIGIT` in "example" "^[0-9]+$".
    [[nodiscard]] std::expected<std::string, abnf_error> nss_pattern_in(std::string_view nid) const;

private:
    explicit abnf_grammar(std::shared_ptr<const detail::abnf_rules> rules) : rules_{std::move(rules)} {}
    std::shared_ptr<const detail::abnf_rules> rules_;
};

/// A grammar inside other text, such as the field "Syntax" of a registration template.
struct abnf_passage {
    std::size_t offset = 0;
    std::string_view text{};
};

/// The parts of a text that look like a rulelist: lines that begin with a rule name and "=", indented alike, and the
/// further indented or empty lines and comments between them. Linear. Example: of "Names are:\n\n  n = 1*DIGIT\n\nEnd"
/// the third line.
[[nodiscard]] std::vector<abnf_passage> find_abnf(std::string_view text UNIFORM_LIFETIMEBOUND);
void find_abnf(temporary_owner auto &&) = delete;

} // namespace uniform
