// The places of connections, shared out by address (IPv6: by /64). As long as there are places, everyone gets one. When
// there are none, whoever has more than the newcomer would have gives one up: of the address with the most connections,
// the one that has waited longest for its client is closed, as nginx closes idle ones. If none of them waits, one ends
// after its response.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <uniform/base/api.hpp>

#include "base/mutex.hpp"
#include "http/engine/timer.hpp"

namespace uniform UNIFORM_INTERNAL_API {
namespace http {

class ledger;

/// The place of one connection, which leaves the ledger at its end.
class seat : public std::enable_shared_from_this<seat> {
public:
    /// The service works for the connection, which ends after its response at the earliest.
    static constexpr moment::rep busy = moment::max().time_since_epoch().count();

    explicit seat(ledger &l) noexcept : of_(l) {}
    ~seat();
    seat(const seat &) = delete;
    seat &operator=(const seat &) = delete;

    /// The connection has waited for its client since `now`. By its worker's thread.
    void waits(moment now) noexcept { since_.store(now.time_since_epoch().count(), std::memory_order_relaxed); }
    void works() noexcept { since_.store(busy, std::memory_order_relaxed); }
    [[nodiscard]] bool is_waiting() const noexcept { return since_.load(std::memory_order_relaxed) != busy; }
    /// The connection does not give up its place, because its worker could not be told.
    void stay() noexcept;

    timed *owner = nullptr; ///< the connection; touched by its worker's thread alone
    std::size_t worker = 0; ///< its worker; set before it is given to it

private:
    friend class ledger;
    struct holder;

    ledger &of_;
    std::atomic<moment::rep> since_ = busy;
    // Guarded by the mutex of its ledger.
    holder *holder_ = nullptr;
    std::size_t at_ = 0; // in holder::seats
    bool leaving_ = false;
    bool candidate_ = false;
};

// The connections of one address.
struct seat::holder {
    std::string address = {};
    std::size_t staying = 0; // those that are not leaving
    std::vector<seat *> seats = {};
};

/// Used by all threads.
class ledger {
public:
    /// @param limit connections of all addresses
    /// @param per_address of one address; 0: as many as there are places
    ledger(std::size_t limit, std::size_t per_address);
    ~ledger();
    ledger(const ledger &) = delete;
    ledger &operator=(const ledger &) = delete;

    struct admission {
        std::shared_ptr<seat> place = {}; ///< null: there is none, and nobody has more than the newcomer
        std::weak_ptr<seat> closes = {};  ///< the connection that gives up its place: worker::displace()
        /// As many as may be are leaving: accept no more for a moment. Without a place: it would have one then.
        bool is_crowded = false;
    };
    /// One more connection of this address, which waits for its client. Constant time on average, over many calls that
    /// need a place.
    [[nodiscard]] admission enter(const std::string &address, moment now) UNIFORM_EXCLUDES(mutex_);
    /// The process has no file descriptor left: for a minute, there are fewer places than connections now, so that
    /// other files can be opened. Returns the connections that give up theirs.
    [[nodiscard]] std::vector<std::weak_ptr<seat>> lack_descriptors(moment now) UNIFORM_EXCLUDES(mutex_);

    std::atomic<std::uint64_t> total{0}; ///< connections so far
    std::atomic<std::uint64_t> open{0};
    std::atomic<std::uint64_t> refused{0};   ///< connections and requests that were refused because there were too many
    std::atomic<std::uint64_t> displaced{0}; ///< connections that were to give up their places

private:
    friend class seat;
    using holder = seat::holder;
    static constexpr std::size_t at_once = 64; // candidates of one search

    [[nodiscard]] std::size_t places(moment now) const noexcept UNIFORM_REQUIRES(mutex_);
    [[nodiscard]] seat *choose(const holder *newcomer, std::size_t would_have) UNIFORM_REQUIRES(mutex_);
    [[nodiscard]] seat *choose_working(std::size_t would_have) const noexcept UNIFORM_REQUIRES(mutex_);
    void search(const holder *newcomer, std::size_t would_have) UNIFORM_REQUIRES(mutex_);
    [[nodiscard]] bool gives_up(const holder &h, const holder *newcomer, std::size_t would_have) const noexcept
        UNIFORM_REQUIRES(mutex_);
    void displace(seat &s) noexcept UNIFORM_REQUIRES(mutex_);
    void recount(holder &h, std::ptrdiff_t change) noexcept UNIFORM_REQUIRES(mutex_);
    void leave(seat &s) noexcept UNIFORM_EXCLUDES(mutex_);
    void stay(seat &s) noexcept UNIFORM_EXCLUDES(mutex_);

    const std::size_t limit_;
    const std::size_t per_address_;
    mutable base::mutex mutex_;
    std::unordered_map<std::string, std::unique_ptr<holder>> holders_ UNIFORM_GUARDED_BY(mutex_) = {};
    std::set<std::pair<std::size_t, holder *>> by_number_ UNIFORM_GUARDED_BY(mutex_) = {};
    std::vector<std::pair<moment::rep, seat *>>
        candidates_ UNIFORM_GUARDED_BY(mutex_) = {};     // the longest waiting is the last
    std::size_t staying_ UNIFORM_GUARDED_BY(mutex_) = 0; // seats that are not leaving
    std::size_t leaving_ UNIFORM_GUARDED_BY(mutex_) = 0; // the others
    std::size_t fewer_ UNIFORM_GUARDED_BY(mutex_) = 0;   // places until fewer_until_
    moment fewer_until_ UNIFORM_GUARDED_BY(mutex_) = moment::min();
};

} // namespace http
} // namespace uniform
