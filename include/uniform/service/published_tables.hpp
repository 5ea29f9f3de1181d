// Verifies a store with the tables that are published from it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include <uniform/base/api.hpp>
#include <uniform/store/store.hpp>

namespace uniform UNIFORM_API {
namespace service {

/// As store::verify(). If that finds nothing, the tables that are published are compared with the events, too: the log
/// of decisions, the notices about registration requests, and the heads of earlier verifications. A row that was
/// removed, added or changed is a finding ("decisions", "notices", "verifications"). Not compared: the ids of notices,
/// which are random, and what else verifications record; which of these are missing. Reads the history once more.
/// Throws store::failure.
///
///     verify_store(s).found.empty() // the store matches its history
[[nodiscard]] store::verification
verify_store(store::store &s, const std::optional<std::pair<std::uint64_t, store::digest>> &known = std::nullopt,
             const std::function<void(std::uint64_t done, std::uint64_t of)> &progress = nullptr,
             const std::function<bool()> &ends = nullptr);

} // namespace service
} // namespace uniform
