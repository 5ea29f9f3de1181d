// The greatest cost of a request, and the share that it is taken of: from its row in the table of routes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "http/api/route.hpp"
#include "http/operation/limits.hpp"

namespace uniform::http {

/// The threads that a request occupies.
enum class thread_share : std::uint8_t {
    common,  ///< clients take turns (server.pool, server.pool_queue)
    streams, ///< the same, and each client has limits.streams
    hashing, ///< the same, and there are fewer than half as many as processors
};

/// The share that a client's bytes are taken of.
enum class store_share : std::uint8_t {
    nothing,   ///< it adds nothing, or needs a role: who has one answers for what it stores
    anonymous, ///< that of the address and of all clients without token (limits.stored_address,
               ///< limits.stored_anonymous)
};

/// Processor time is counted in what the service needs to read a KiB of a JSON array of numbers, by the same build on
/// the same machine (60 us without optimization). At most:
struct processing {
    static constexpr std::size_t request = 2048; ///< a request without its body: a page of a list, or of long metadata
    static constexpr std::size_t kib = 64;       ///< a KiB of a body: 60 names in a batch need 38, a grammar 6
    static constexpr std::size_t hash = 8192;    ///< a secret: Argon2id with 19 MiB of memory
};

struct route_cost {
    bool anyone = false;    ///< no token is needed
    std::size_t memory = 0; ///< bytes of the body, of limits.bodies; 0: none, or it is read while it arrives
    std::size_t stored = 0; ///< bytes that a client without token may add to the store by one request
    std::size_t processor = processing::request; ///< without the body, in the unit of `processing`
    std::size_t processor_kib = 0;               ///< for each KiB of the body
    thread_share threads = thread_share::common;
    store_share store = store_share::nothing;
};

/// The bytes that a body of a client without token counts of what it may store: the history has a text in the document
/// that it belongs to, and in a version or a comment of its own.
[[nodiscard]] constexpr std::size_t stored_at_most(std::size_t body) noexcept { return 2048 + 2 * body; }

[[nodiscard]] constexpr route_cost cost_of(const route &r) noexcept {
    route_cost c{.anyone = r.may_be_open()};
    if (!r.body.streamed && !r.reads()) c.memory = r.body.limit;
    if (c.anyone) c.memory = std::min(c.memory, longest_anonymous_body);
    if (r.stores_for_anyone()) {
        c.store = store_share::anonymous;
        c.stored = stored_at_most(c.memory);
    }
    if (r.hashes) c.processor += processing::hash;
    if (!r.body.content.empty()) c.processor_kib = processing::kib;
    c.threads = r.hashes ? thread_share::hashing : r.body.streamed ? thread_share::streams : thread_share::common;
    return c;
}

} // namespace uniform::http
