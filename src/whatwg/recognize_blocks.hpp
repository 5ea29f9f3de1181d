// Recognizing a special URL 32 octets at a time. It knows fewer octets than the reader in recognize.cpp, which decides
// what this one leaves open.
#pragma once

#include <cstdint>
#include <string_view>

#include <uniform/whatwg/url_offsets.hpp>

namespace uniform::whatwg {

// Whether `text`, a special URL with a host from `host_begin` on, is serialized; false also when that is not decided
// here. Sets all offsets but scheme_end.
bool recognize_blocks(std::string_view text, std::uint32_t host_begin, std::uint32_t default_port,
                      url_offsets &at) noexcept;

// The same for what begins at `at.path_begin` with "/": a path, a query and a fragment.
bool recognize_rest_blocks(std::string_view text, url_offsets &at) noexcept;

} // namespace uniform::whatwg
