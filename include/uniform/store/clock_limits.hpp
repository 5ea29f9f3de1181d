// The limits of the difference between the clock of the system and the time of the store.
#pragma once

#include <chrono>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The limits of the difference between the clock of the system and the time that the store knows has passed: that of
/// its last event, or the last one that a running service noted (writing::note_time).
struct clock_limits {
    std::chrono::microseconds ahead = std::chrono::days{30};
    std::chrono::microseconds behind = std::chrono::minutes{5};
};

} // namespace store
} // namespace uniform
