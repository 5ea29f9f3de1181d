// Who writes to a store.
#pragma once

#include <cstdint>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The kinds of writes: all but changes are written whatever the clock says, and a confirmation
/// of the history whatever that lacks.
enum class write_kind : std::uint8_t {
    change,
    clock_confirmation,
    history_confirmation,
    repetition, ///< events of the store that this one follows
    handover,   ///< sets or removes the mark of a follower
};

} // namespace store
} // namespace uniform
