// Verifies a store against its history.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include <uniform/store/damage.hpp>
#include <uniform/store/database.hpp>

namespace uniform::store::detail {

/// Implements store::verify(), in one snapshot of one connection. Memory: one bit for each event, and a few megabytes.
[[nodiscard]] verification verify(database &d, const std::optional<std::pair<std::uint64_t, digest>> &known,
                                  const std::function<void(std::uint64_t done, std::uint64_t of)> &progress,
                                  const std::function<bool()> &ends = nullptr);

} // namespace uniform::store::detail
