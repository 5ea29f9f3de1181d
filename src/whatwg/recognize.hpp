// Recognizing a serialized URL in one pass.
#pragma once

#include <optional>
#include <string_view>

#include <uniform/whatwg/url_offsets.hpp>

namespace uniform::whatwg {

// The offsets of `text`, when parsing and serializing it would give `text`; nullopt when it would not or when that is
// not decided here.
std::optional<url_offsets> recognize(std::string_view text) noexcept;

} // namespace uniform::whatwg
