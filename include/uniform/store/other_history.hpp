// The failure of a follower.
#pragma once

#include <stdexcept>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// The history of another store does not continue this one, or an event is not what its hash says: thrown by
/// store::repeat().
class other_history : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace store
} // namespace uniform
