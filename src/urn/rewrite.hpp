// The equivalence operations that rewrite an NSS in place, or its beginning. Each makes it no longer.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace detail {

/// Characters of `texts` (each second one is what the one before it becomes) in one pass; a pct-encoded is one
/// character. Returns the new size.
std::size_t replace_characters(char *text, std::size_t size, std::span<const std::string_view> texts) noexcept;

/// RFC 3986 6.2.2.2: "decoding any percent-encoded octet that corresponds to an unreserved character".
std::size_t decode_unreserved(char *text, std::size_t size) noexcept;

/// "007" becomes "7", and "000" becomes "0", where no letter or digit stands before it. At the end of the beginning of
/// a text, zeros are removed: what they are depends on what follows.
std::size_t remove_leading_zeros(char *text, std::size_t size, bool goes_on) noexcept;

} // namespace detail
} // namespace uniform
