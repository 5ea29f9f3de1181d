// Answers that are known: redirects of names, ready to be sent. What quick() answers is byte for byte what the handler
// of "/{urn}" would answer; everything that is not a plain redirect is left to that.
//
// What is kept is checked when it is used: a counter for the key (one of many thousands, by hash) and one for
// everything else (namespaces, delegations, health, other processes) must stand where they stood before it was read. So
// a change needs no search for what it makes old, and a reader that was slower than a change cannot bring the old back.
//
// With SQLite a miss is read at once, on the thread of the connection; with PostgreSQL it goes to the pool.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <uniform/resolver/timestamp.hpp>

#include "http/engine.hpp"

namespace uniform::store {
class store;
}

namespace uniform::http {

class link_health;
class metrics;
class statistics;
struct asked_name;
struct known_name;
struct aim;

class names_cache {
public:
    struct options {
        std::size_t bytes = std::size_t{64} << 20U; ///< for all workers together
        unsigned workers = 1;
        std::chrono::milliseconds poll{50}; ///< how soon changes by other processes are seen
        bool read_store = true;             ///< read misses of an SQLite store at once
        const link_health *links = nullptr; ///< outlives it; null: the store is asked
    };
    /// The store outlives it. Starts a thread that looks for changes by other processes. Tells the store to call it on
    /// changes.
    names_cache(store::store &s, const options &o, http::statistics *st = nullptr, http::metrics *m = nullptr);
    ~names_cache();
    names_cache(const names_cache &) = delete;
    names_cache &operator=(const names_cache &) = delete;

    /// As service::quick().
    bool quick(const request &r, unsigned worker, std::string_view date, bool close, std::string &out) noexcept;

    /// Where the counters stand, before a name is read for keep(). Its key becomes that of its namespace's own rules.
    struct ticket {
        std::uint64_t all = 0;
        std::uint32_t of_key = 0;
        std::uint32_t slot = 0;
    };
    [[nodiscard]] ticket begin(asked_name &asked) const;
    /// Keeps the redirect that the handler has made of `n` and `a`, if it is one that quick() may give. From any
    /// thread.
    void keep(const ticket &t, const request &r, const known_name &n, const aim &a, const response &answer,
              resolver::timestamp now);

    /// Forgets everything: health has changed, for instance. Constant time.
    void forget() noexcept;

    /// In bytes and entries; an estimate while workers are at it.
    [[nodiscard]] std::size_t bytes() const noexcept;
    [[nodiscard]] std::size_t entries() const noexcept;

private:
    class implementation;
    std::unique_ptr<implementation> implementation_;
};

} // namespace uniform::http
