// The response cache: redirects of names, ready to be sent. What it sends is byte for byte what the handler of
// "/{urn*}" would send; every other response is left to that.
//
// A cached response is checked when it is used: a counter of its key (one of many thousands, by hash) and one of
// everything else (namespaces, delegations, health) must have the values that they had before the response was made. So
// no change has to search for the responses that it outdates, and a reader that is slower than a change cannot store an
// outdated response.
//
// With SQLite a miss is resolved at once, on the thread of the connection, if all pages that it needs are in memory.
// Those of PostgreSQL are looked up together. All other misses go to threads that may wait, whose handler stores the
// response.
//
// While the primary of PostgreSQL cannot be reached, the cache goes on for as long as `store.stale_for` says; its
// responses say so.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <uniform/resolver/timestamp.hpp>

#include "http/api/live_settings.hpp"
#include "http/engine/engine.hpp"
#include "http/resolve/cache_ticket.hpp"

namespace uniform::store {
class store;
}

namespace uniform::links {
class link_health;
}

namespace uniform::http {

class directory;
class metrics;
class statistics;
struct resolution;

class response_cache {
public:
    struct options {
        std::size_t bytes = std::size_t{64} << 20U; ///< for all workers together
        unsigned workers = 1;
        std::chrono::milliseconds poll{50};        ///< the time within which changes of other processes are seen
        bool read_store = true;                    ///< resolve misses of an SQLite store at once
        const links::link_health *links = nullptr; ///< outlives the cache; null: the store is asked
        settings_pointer settings = nullptr;       ///< outlive the cache; may be null
        /// For how long responses are sent while the store cannot be looked at (PostgreSQL).
        std::chrono::milliseconds stale_for = std::chrono::hours{24};
        std::function<resolver::timestamp()> clock = resolver::now;
        std::function<void()> changed = {}; ///< called after each change of the store, also by others; may be empty
    };
    /// The store outlives it. Starts a thread that looks for changes of other processes, and has the store report this
    /// process's changes to it. Throws store::failure.
    response_cache(store::store &s, const options &o, http::statistics *st = nullptr, http::metrics *m = nullptr);
    ~response_cache();
    response_cache(const response_cache &) = delete;
    response_cache &operator=(const response_cache &) = delete;

    /// As request_handler::try_cached(). Constant time for a hit. On the thread of a connection, `worker` being its
    /// number.
    attempt try_cached(const request &r, unsigned worker, std::string_view date, bool close, std::string &out) noexcept;

    /// As request_handler::try_together(), for a store in PostgreSQL: one look-up in the primary for all of them.
    /// Leaves all of them if that fails, and those whose responses are no redirects that may be stored.
    void try_together(std::span<offered_request> all, std::string_view date) noexcept;

    /// The state that a handler needs to resolve a name whose redirect may be stored.
    struct snapshot {
        std::uint64_t all = 0;
        std::shared_ptr<const http::directory> directory = {}; ///< null while it is read again: nothing is stored
    };
    [[nodiscard]] snapshot begin() const;
    using ticket = cache_ticket;
    /// To be called before the name is read.
    [[nodiscard]] ticket ticket_for(const snapshot &s, std::string_view key) const noexcept;
    /// The last event of the store that this cache knows. A name that is read from a replica with a shorter history
    /// must not be stored. To be asked for after the ticket.
    [[nodiscard]] std::uint64_t head() const noexcept;
    /// Stores the redirect of a GET /{urn*} that was resolved with the directory of the snapshot, if try_cached() may
    /// send it. From any thread.
    void store(const ticket &t, const request &r, const resolution &resolved);

    /// Drops everything, because of a change that the store does not report (health, for example). Constant time.
    void invalidate() noexcept;

    /// Looks for changes of other processes at once. Returns false if the store cannot be read.
    bool look();

    /// Estimates while workers use the cache.
    [[nodiscard]] std::size_t bytes() const noexcept;
    [[nodiscard]] std::size_t entries() const noexcept;

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace uniform::http
