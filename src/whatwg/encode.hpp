// Queries of documents in other encodings than UTF-8.
#pragma once

#include <string>
#include <string_view>

#include <uniform/whatwg/percent_encode_set.hpp>

namespace uniform::whatwg {

// Whether it is the name of an encoding whose encoder is not that of UTF-8.
[[nodiscard]] bool is_other_encoding(std::string_view encoding) noexcept;

// "Percent-encode after encoding", appended to `out`; false for an encoding for which is_other_encoding() is.
[[nodiscard]] bool append_after_encoding(std::string &out, std::string_view encoding, std::string_view text,
                                         percent_encode_set set);

} // namespace uniform::whatwg
