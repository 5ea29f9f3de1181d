// The failure of a location without a store.
#pragma once

#include <string>

#include <uniform/store/database.hpp>

namespace uniform::store {

/// @param location without password
/// @param reason why it is none, for example "the file is empty"; may be empty
[[nodiscard]] inline failure no_store(const std::string &location, const std::string &reason = {}) {
    return {failure_kind::unavailable, "there is no store at " + location + (reason.empty() ? "" : ": " + reason) +
                                           ". Run `uniform store migrate --store " + location + "` to create one"};
}

} // namespace uniform::store
