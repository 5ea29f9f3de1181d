// Ids of what has no history: lists and imports.
#pragma once

#include <string>

namespace uniform::service {

/// 16 random hexadecimal digits. Throws store::failure if the system has no random numbers.
[[nodiscard]] std::string random_id();

} // namespace uniform::service
