// Internationalized host names: as the DNS stores them, as people read them, and as they may safely be shown.
//
//     uniform::idna::to_ascii("münchen.example").value();          // "xn--mnchen-3ya.example"
//     uniform::idna::to_unicode("xn--mnchen-3ya.example").value(); // "münchen.example"
//     uniform::idna::display("xn--pple-43d.example").text;         // "xn--pple-43d.example": not "аpple.example"
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/idna/name_problem.hpp>

namespace uniform UNIFORM_API {
namespace idna {

/// By which document a name is mapped and checked. The documents differ: "☕.example" is a name of UTS 46 and of
/// browsers and none of IDNA 2008, which also refuses "MÜNCHEN.example", because it maps nothing.
enum class rules : std::uint8_t {
    /// UTS 46 section 4, nontransitional, with CheckHyphens, CheckBidi, CheckJoiners, UseSTD3ASCIIRules and
    /// VerifyDnsLength: for what people type and for what is to be looked up.
    uts46,
    idna2008, ///< RFC 5891 section 5, without mapping; RFC 5893 for the whole name: for what a client looks up without
              ///< mapping
    browser,  ///< the URL Standard's host parser, but for brackets and percent-encoding: it accepts every name in
              ///< US-ASCII and "_" and "a--b", and a name that ends in a number is an IPv4 address ("0x7f.1" is
              ///< "127.0.0.1") or refused ("a.1")
};

/// "uts46", "idna2008", "browser".
[[nodiscard]] std::string_view to_string(rules r) noexcept;
/// The rules of that name; std::nullopt if there are none. Constant time.
/// Example: of "browser" they are rules::browser.
[[nodiscard]] inline std::optional<rules> rules_from_string(std::string_view name) noexcept {
    for (const rules each : {rules::uts46, rules::idna2008, rules::browser}) {
        if (to_string(each) == name) return each;
    }
    return std::nullopt;
}

/// Each label in the form that the DNS stores: an A-label for what is not in US-ASCII (RFC 5890 2.3.2.1). `name` is
/// UTF-8 without percent-encoding; a full stop at its end stays. Errors: what the rules refuse, with the first label
/// that they refuse; a name of more than 1,016 bytes, which no name in the DNS has. O(length), for a label that is not
/// in US-ASCII O(length^2). Thread-safe.
[[nodiscard]] std::expected<std::string, problem> to_ascii(std::string_view name, rules by = rules::uts46);

/// Each label in the form that people read: a U-label for an A-label. Errors and cost are those of to_ascii().
[[nodiscard]] std::expected<std::string, problem> to_unicode(std::string_view name, rules by = rules::uts46);

/// A name as it may be shown.
struct shown_name {
    std::string text;
    std::string why; ///< why a label is shown as its A-label; "" if none is
};

/// The name with its U-labels, but for labels that people would take for something else: of scripts that no language
/// combines (UTS 39 5.2), with characters that are not for identifiers (3.1), with marks that cannot be seen (5.4),
/// with digits of several systems (5.3), or that look like a word in US-ASCII (4). Those, and what is no valid label,
/// stay A-labels. `name` may be the host of a URI: its percent-encoding is decoded. Never fails; a name that is not
/// valid is shown as it is. Cost: that of to_ascii(). Thread-safe.
[[nodiscard]] shown_name display(std::string_view name);

/// The name that is looked up for the host of a URI or an IRI: the percent-encoding decoded, in lower case, with
/// A-labels for internationalized labels (RFC 3986 3.2.2, RFC 3987 3.1). `lookup_name("M%C3%9CNCHEN.Example").value()
/// == "xn--mnchen-3ya.example"`. IP literals and an empty host stay as they are. What software accepts as a host name
/// is wider than what may be registered, so that the default judges as browsers do: names in US-ASCII, with "_" or
/// "a..b", are names. The other rules judge every label. No rules make an address of a name that ends in a number,
/// which is a reg-name in a URI: "0x7f.1" stays. Errors: octets that are not UTF-8, or a delimiter of URIs, beneath the
/// percent-encoding (offset 0); those of to_ascii(), with offsets into the decoded name.
[[nodiscard]] std::expected<std::string, problem> lookup_name(std::string_view host, rules by = rules::browser);

} // namespace idna
} // namespace uniform
