// Language tags (RFC 5646) and the languages that a client prefers (RFC 9110 12.5.4, RFC 4647).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/base/temporary_owner.hpp>

namespace uniform UNIFORM_API {
namespace resolver {

/// Whether the text is well-formed by RFC 5646 2.1 (langtag, privateuse, or a grandfathered tag), of at most 63 bytes.
/// The registry of subtags is not asked. Linear, no allocation.
[[nodiscard]] bool is_language_tag(std::string_view text) noexcept;

/// RFC 5646 2.1.1: "en-latn-us" -> "en-Latn-US". Of a well-formed tag.
[[nodiscard]] std::string canonical_language_tag(std::string_view tag);

/// One element of Accept-Language; quality in thousandths.
struct language_range {
    std::string_view range;
    std::uint16_t quality = 1000;
};
/// RFC 9110 12.5.4: at most the first 64 elements, as written; those that cannot be read are left out. Views into
/// `field`.
[[nodiscard]] std::vector<language_range> parse_accept_language(std::string_view field UNIFORM_LIFETIMEBOUND);
void parse_accept_language(temporary_owner auto &&) = delete;

/// The quality with which a tag fits the ranges, by RFC 4647 3.4 (lookup): for each range, most wanted first, the range
/// itself is looked for, then what is left of it when its last subtag is cut. 0: not at all, also when its quality is
/// 0. More is better: first the range's quality, then how little of the range had to be cut, then the order of the
/// ranges. A tag that is narrower than the range ("de-AT" for "de") fits as well, behind those that are equal to it
/// (RFC 4647 3.3.1: filtering), because somebody who asks for German can read it.
[[nodiscard]] std::uint32_t language_fit(std::string_view tag, const std::vector<language_range> &ranges) noexcept;

} // namespace resolver
} // namespace uniform
