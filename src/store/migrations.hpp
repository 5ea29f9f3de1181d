// The versions of the schema: forward only, one transaction for each step.
//
// A new version is a function at the end of the table in migrations.cpp; one that was published is never changed. The
// tables themselves are in schema/, a header for each area.
#pragma once

#include <span>
#include <string_view>

#include <uniform/store/database.hpp>

namespace uniform::store {

struct migration {
    int version; ///< 1, 2, 3, ...
    std::string_view says;
    void (*run)(connection &);
};

/// All of them, in order.
[[nodiscard]] std::span<const migration> migrations() noexcept;

/// @return the version of a store, 0 when there is nothing in it
/// Throws failure (version) when something else is in it.
[[nodiscard]] int version_of(database &where);

/// Makes the schema in an empty store and brings an older one up to date, step by step; several processes may try it at
/// once. Throws failure (version) when the store is newer than the last of `steps`, or older and `may` is false.
void migrate(database &where, bool may = true, std::span<const migration> steps = migrations());

} // namespace uniform::store
