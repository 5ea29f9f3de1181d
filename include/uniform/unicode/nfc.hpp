// Normalization Form C (UAX 15).
//
//     uniform::normalize_options how{.characters = uniform::to_nfc};
#pragma once

#include <string>
#include <string_view>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {

/// The text in Normalization Form C; as it is if it is not UTF-8. Linear; allocates the result. Thread-safe.
[[nodiscard]] std::string to_nfc(std::string_view text);

} // namespace uniform
