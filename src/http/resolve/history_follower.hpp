// Follows the history of a store: what other processes change, by kind and id.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <uniform/store/store.hpp>

#include "base/mutex.hpp"

namespace uniform::http {

class history_follower {
public:
    /// The changes since the last look.
    struct news {
        /// It is not known what: too much, or the history is not a continuation of the one that was followed, because a
        /// replica that lacked its last events has become the primary, or because a backup was restored.
        bool anything = false;
        std::vector<std::pair<std::string, std::string>> subjects = {}; ///< kind and id
    };

    /// A commit of this process, whose events are then no news. From any thread.
    void committed(const store::commit &c) UNIFORM_EXCLUDES(own_mutex_);

    /// Reads what is new, by `c`, a connection to the server that accepts writes. One thread at a time. The first look
    /// only notes where the history ends. A few queries, and one for each some thousand events. Throws store::failure;
    /// the next look then tells everything that this one has not told.
    [[nodiscard]] news look(store::connection &c) UNIFORM_EXCLUDES(own_mutex_);
    /// Instead of the first look, when the store cannot be looked at: the next look tells that anything may have
    /// changed.
    void begin_without_looking() noexcept { began_ = untold_ = true; }
    /// For a connection that was made again: its count of changes is another one.
    void reconnected() noexcept { counted_ = false; }

    /// The number of the last event that the store is known to have: one that was looked at, or a commit of this
    /// process, from the moment when committed() has returned. From any thread.
    [[nodiscard]] std::uint64_t head() const noexcept { return head_.load(std::memory_order_acquire); }

private:
    struct position {
        std::uint64_t number = 0;
        store::digest hash = {};
        bool operator==(const position &) const = default;
    };
    struct own_commit {
        position from, to;
    };

    bool skip_own() UNIFORM_EXCLUDES(own_mutex_);
    void know_end(std::uint64_t number, bool was_lost, std::uint64_t commits_before) UNIFORM_EXCLUDES(own_mutex_);

    base::mutex own_mutex_;
    std::deque<own_commit> own_ UNIFORM_GUARDED_BY(own_mutex_);    // in the order of their numbers
    std::uint64_t commits_ UNIFORM_GUARDED_BY(own_mutex_) = 0;     // calls of committed()
    std::uint64_t last_commit_ UNIFORM_GUARDED_BY(own_mutex_) = 0; // its number

    // Members of the thread that looks.
    bool began_ = false;
    bool untold_ = false; // the last look has failed
    bool counted_ = false;
    std::uint64_t changes_ = 0; // store::connection::changes_by_others()
    position at_;               // where the look is; commits of this process may be further
    std::atomic<std::uint64_t> head_{0};
};

} // namespace uniform::http
