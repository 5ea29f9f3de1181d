// Unicode IDNA Compatibility Processing (UTS 46), of Unicode 18: domain names in any script to ASCII and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// The parameters of UTS 46 section 4, with the document's names. The defaults are the strictest choice.
struct uts46_options {
    bool check_hyphens = true;     ///< CheckHyphens: no "-" at the ends of a label or in its third and fourth place
    bool check_bidi = true;        ///< CheckBidi: the rule of RFC 5893 section 2
    bool check_joiners = true;     ///< CheckJoiners: the rules of RFC 5892 appendices A.1 and A.2
    bool use_std3 = true;          ///< UseSTD3ASCIIRules: of ASCII only letters, digits and "-"
    bool transitional = false;     ///< Transitional_Processing: "ß" becomes "ss" as in IDNA2003
    bool verify_dns_length = true; ///< VerifyDnsLength: labels of 1 to 63 octets, names of at most 253, no "." at the
                                   ///< end (ToASCII only)
};

/// The errors that UTS 46 sections 4 to 4.2 record. Several may be found in one name, so these are bits.
enum class uts46_error : std::uint16_t {
    none = 0,
    empty_label = 1,             ///< VerifyDnsLength: a label is empty
    label_too_long = 2,          ///< VerifyDnsLength: a label has more than 63 octets
    name_too_long = 4,           ///< VerifyDnsLength: the name has more than 253 octets
    hyphen = 8,                  ///< CheckHyphens
    leading_combining_mark = 16, ///< section 4.1: a label begins with a combining mark
    disallowed = 32,             ///< section 4 step 1 or UseSTD3ASCIIRules: a character is not allowed
    punycode = 64,               ///< a label begins with "xn--" and the rest is not Punycode (RFC 3492)
    label_has_dot = 128,         ///< section 4.1: a decoded label contains "."
    invalid_ace_label = 256,     ///< a label that begins with "xn--" is not what its decoded form becomes
    bidi = 512,                  ///< CheckBidi
    joiner = 1024,               ///< CheckJoiners
    input_too_long = 2048,       ///< not of UTS 46: the name is longer than uts46_longest
};
/// The errors of both.
[[nodiscard]] constexpr uts46_error operator|(uts46_error a, uts46_error b) noexcept {
    return static_cast<uts46_error>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// The errors that both have.
[[nodiscard]] constexpr uts46_error operator&(uts46_error a, uts46_error b) noexcept {
    return static_cast<uts46_error>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}

/// The longest name that is converted, in octets: Punycode takes quadratic time.
inline constexpr std::size_t uts46_longest = 16384;

/// The converted name and the errors that were recorded; with errors, the text is for display only.
struct uts46_result {
    std::string text;
    uts46_error errors = uts46_error::none;
    [[nodiscard]] bool ok() const noexcept { return errors == uts46_error::none; }
};

/// The name in lower case and in Normalization Form C, character by character and without the other mappings of UTS 46:
/// as people write what the mapping gives. Linear. `lower_case_nfc("M\u00DCNCHEN.de") == "m\u00FCnchen.de"`, and
/// full-width letters stay full-width.
[[nodiscard]] std::string lower_case_nfc(std::string_view name);

/// ToASCII (UTS 46 section 4.2) of a name in UTF-8; octets that are not UTF-8 are disallowed characters.
/// `uts46_to_ascii("Bücher.example").text == "xn--bcher-kva.example"`. Linear for names of the usual length.
/// Thread-safe.
[[nodiscard]] uts46_result uts46_to_ascii(std::string_view name, const uts46_options &options = {});
/// ToUnicode (UTS 46 section 4.3), in UTF-8; `verify_dns_length` has no effect.
/// `uts46_to_unicode("xn--bcher-kva.example").text == "bücher.example"`.
[[nodiscard]] uts46_result uts46_to_unicode(std::string_view name, const uts46_options &options = {});

/// The first of the errors in words, for example "a label is empty"; "" when there is none.
[[nodiscard]] std::string_view message(uts46_error errors) noexcept;

} // namespace idna
} // namespace uniform
