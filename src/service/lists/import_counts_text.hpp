// The counts of an import as they are stored while it runs: JSON.
#pragma once

#include <string>
#include <string_view>

#include <uniform/service/import.hpp>

namespace uniform::service {

[[nodiscard]] std::string text_of_counts(const import_counts &c);
/// Zeros for what is missing.
[[nodiscard]] import_counts counts_from_text(std::string_view text);

} // namespace uniform::service
