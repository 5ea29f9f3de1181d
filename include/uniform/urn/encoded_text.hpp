// The text that the percent-encoding of an NSS stands for. RFC 8141 2.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <uniform/base/api.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform UNIFORM_API {

/// Why the octets that an NSS encodes are not text.
enum class encoding_fault_kind : std::uint8_t {
    not_utf8, ///< no character of UTF-8 (RFC 3629 section 4): overlong forms, surrogates, single octets above 0x7F
    nul,      ///< "%00": RFC 2141 2.3.2 prohibits it, and programs that end texts at it take two names for one
};

/// A sentence: "the percent-encoding is not UTF-8".
[[nodiscard]] std::string_view message(encoding_fault_kind k) noexcept;

/// The first place of an NSS that encodes no text.
struct encoding_fault {
    std::size_t offset = 0; ///< of the "%", in bytes from the beginning of the URN
    encoding_fault_kind kind = encoding_fault_kind::not_utf8;
};

/// The first fault of the NSS; std::nullopt if the percent-encoding stands for UTF-8 without NUL. RFC 8141 2.2: URNs
/// "MUST use only Unicode characters encoded in UTF-8 and further encoded". The grammar permits other octets, so
/// parse_urn() does, too: older names have them. Linear; does not allocate. Example: of "urn:example:a%FF" the offset
/// is 13.
[[nodiscard]] std::optional<encoding_fault> find_encoding_fault(const urn_view &u) noexcept;

} // namespace uniform
