// Percent-encoding that appends to a text.
#pragma once

#include <string>
#include <string_view>

#include <uniform/whatwg/percent_encode_set.hpp>

namespace uniform::whatwg {

// Appends valid UTF-8, percent-encoded; octets of `set` only.
void append_percent_encoded(std::string &out, std::string_view text, percent_encode_set set);

} // namespace uniform::whatwg
