// The damage that verifying a store finds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <uniform/base/api.hpp>
#include <uniform/store/records.hpp>

namespace uniform UNIFORM_API {
namespace store {

/// A finding of verify().
struct damage {
    std::uint64_t event = 0;  ///< near this event; 0: no event in particular
    std::string subject = {}; ///< "name example:a", "token 7f3a", "the history", ...
    std::string message = {};
};
/// The result of verifying a store.
struct verification {
    std::uint64_t events = 0;
    std::uint64_t names = 0;
    std::uint64_t documents = 0;
    digest head = {};
    std::uint64_t withheld = 0;     ///< events whose bodies lack secrets: their hashes are taken as they are
    std::vector<damage> found = {}; ///< at most 1000, and why a part of the store was not read to its end
    bool ended = false;             ///< early, because it was asked to: what was not read may be damaged
};

} // namespace store
} // namespace uniform
