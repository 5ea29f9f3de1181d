// The state of the store with regard to one name, by the counters of the response cache (response_cache.hpp).
#pragma once

#include <cstdint>

namespace uniform::http {

/// A response is stored with the ticket that was taken before its name was read; it may be sent while the counters have
/// these values.
struct cache_ticket {
    std::uint64_t all = 0;    ///< of namespaces, delegations, health
    std::uint32_t of_key = 0; ///< of the key's slot
    std::uint32_t slot = 0;
};

} // namespace uniform::http
