// Decoded data as the text of a database.
#pragma once

#include <string>
#include <string_view>

namespace uniform::sql {

/// The data of a percent-encoded text. The text as written where the data are no text of a database, which is UTF-8
/// without U+0000.
[[nodiscard]] std::string decoded_text(std::string_view text);

} // namespace uniform::sql
