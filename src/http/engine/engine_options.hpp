// The options of the engine: where it listens, its threads, and the limits of clients.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include <uniform/base/api.hpp>

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

struct engine_options {
    std::string address = "127.0.0.1"; ///< an IP address; "::" for all
    std::uint16_t port = 8141;         ///< 0: any free one
    unsigned workers = 1;              ///< threads that serve connections
    unsigned pool = 32;                ///< threads that may block; a quarter of them serves only streamed requests
    unsigned streams_per_client = 4;   ///< streamed requests at once; more are 429. 0: no limit
    unsigned readers = 16;             ///< threads in addition to these, for attempt::not_in_memory
    /// The most requests with attempt::not_in_memory that request_handler::try_together() gets at once; 0: it is not
    /// called.
    std::size_t together = 0;
    /// The time for which the next of these wait for those that are looked up.
    std::chrono::microseconds together_patience{2000};
    unsigned hashing = 1;            ///< threads in addition to these, for body_policy::verifies
    std::size_t hashing_queue = 256; ///< requests that may wait for one of those; more are 503
    std::size_t pool_queue = 1024;   ///< requests that may wait for a thread of each kind; more are 503
    std::size_t head_limit = 16384;  ///< bytes of request line and fields; more is 431 (414 for the target)
    std::size_t fields_limit = 100;
    /// Bytes of all bodies that are read as a whole or whose response is not complete. Half of them is reserved for
    /// known clients, a quarter for the others. A known client has three eighths, another one an eighth, and each
    /// leaves as much as it has; when these are used, its request is 503 (429: its own part is used).
    std::size_t bodies = std::size_t{96} << 20U;
    /// Bytes of all responses that clients have not read yet, except what is streamed; shared in the same way, with a
    /// quarter for each client that is not known.
    std::size_t unsent = std::size_t{64} << 20U;
    std::size_t connections = 10000;
    std::size_t connections_per_address = 0;    ///< 0: no limit
    std::chrono::milliseconds head_time{10000}; ///< from the first byte to the end of the head
    std::chrono::milliseconds idle_time{60000}; ///< between requests
    /// Without progress in reading a body or writing a response. After it, a body that is read whole must also have
    /// arrived at 8 KiB a second, and a streamed one at 1 KiB a second of the time that the handler waited for it;
    /// responses must have been read at the same rates. When more than a quarter of `bodies` or of `unsent` is used, it
    /// is 2 s at most.
    std::chrono::milliseconds body_time{30000};
    std::chrono::milliseconds drain_time{30000}; ///< for accepted requests, when stopping
    /// A socket that listens already, in place of address and port; other processes may share it. -1: none. It is
    /// duplicated.
    int shared_socket = -1;
    std::string fields = {};      ///< of every response: whole lines, with their ends
    std::string certificate = {}; ///< PEM files; both or neither: TLS
    std::string private_key = {};
    std::chrono::steady_clock::time_point (*clock)() = std::chrono::steady_clock::now; ///< of the limits of time
};

} // namespace http
} // namespace uniform
