// Percent-encoded bytes (URL Standard, "Percent-encoded bytes"). Encodings other than UTF-8 are only for documents in
// HTML that have one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace whatwg {

/// The percent-encode sets, by their names in the standard. All contain every code point above U+007E.
enum class percent_encode_set : std::uint8_t {
    c0_control,
    fragment,
    query,
    special_query,
    path,
    userinfo,
    component,
    form_urlencoded, ///< the application/x-www-form-urlencoded percent-encode set
};

/// Whether the set contains the octet of a text in UTF-8. Constant time.
[[nodiscard]] bool contains(percent_encode_set set, char octet) noexcept;

/// "UTF-8 percent-encode": octets of the set become %XX; with form_urlencoded, U+0020 becomes "+". Octets that are not
/// UTF-8 are taken as U+FFFD. Linear. `utf8_percent_encode("Say what‽", percent_encode_set::userinfo)` is
/// `"Say%20what%E2%80%BD"`.
[[nodiscard]] std::string utf8_percent_encode(std::string_view text, percent_encode_set set);

/// "Percent-encode after encoding": as utf8_percent_encode(), in an encoding given by its name in the Encoding Standard
/// ("Shift_JIS"; `html::encoding_of_label` knows the other labels). A character that the encoding does not have becomes
/// "%26%23NUMBER%3B". The encoders are ICU's, where the standard's differ corrected. nullopt for an unknown encoding;
/// UTF-16 and "replacement" are UTF-8. Linear. Thread-safe.
/// `percent_encode_after_encoding("Shift_JIS", "\u2212", percent_encode_set::query)` is `"%81|"`.
[[nodiscard]] std::optional<std::string> percent_encode_after_encoding(std::string_view encoding, std::string_view text,
                                                                       percent_encode_set set);

/// "Percent-decode": every "%" with two hexadecimal digits becomes an octet. Linear. `percent_decode("%25%s%1G")` is
/// `"%%s%1G"`.
[[nodiscard]] std::string percent_decode(std::string_view text);

/// "UTF-8 decode without BOM": every ill-formed sequence becomes U+FFFD. Linear.
[[nodiscard]] std::string utf8_decode(std::string_view octets);

} // namespace whatwg
} // namespace uniform
