#include "http/resolve/history_follower.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace uniform::http {

namespace {

// With more events, reading what changed costs more than making all responses again.
constexpr std::uint64_t most_events = 8192;
// Commits of this process that are remembered. More only come together while the store cannot be looked at.
constexpr std::size_t most_own = 65536;

} // namespace

void history_follower::committed(const store::commit &c) {
    if (c.last == c.before) return;
    const base::scoped_lock lock(own_mutex_);
    ++commits_;
    last_commit_ = c.last;
    // A look may have seen this commit, and others after it, before it was told.
    if (c.last > head_.load(std::memory_order_relaxed)) head_.store(c.last, std::memory_order_release);
    // Without the oldest ones, their events are news: not wrong, but more work.
    if (own_.size() == most_own) own_.pop_front();
    own_.push_back({.from = {c.before, c.hash_before}, .to = {c.last, c.hash}});
}

// @param was_lost the history does not continue the one that was known, so that what was known of its end is void
// @param commits_before the commits of this process before the end was read: a later one has seen a later end
void history_follower::know_end(std::uint64_t number, bool was_lost, std::uint64_t commits_before) {
    const base::scoped_lock lock(own_mutex_);
    std::uint64_t known = was_lost ? 0 : head_.load(std::memory_order_relaxed);
    if (was_lost && commits_ != commits_before) known = last_commit_;
    head_.store(std::max(known, number), std::memory_order_release);
}

// Passes the commit of this process that begins here, if there is one.
bool history_follower::skip_own() {
    const base::scoped_lock lock(own_mutex_);
    while (!own_.empty() && own_.front().to.number <= at_.number) own_.pop_front();
    if (own_.empty() || own_.front().from != at_) return false;
    at_ = own_.front().to;
    own_.pop_front();
    return true;
}

history_follower::news history_follower::look(store::connection &c) {
    const std::uint64_t changes = c.changes_by_others();
    if (began_ && counted_ && changes == changes_) return {};
    const std::uint64_t commits_before = [this] {
        const base::scoped_lock lock(own_mutex_);
        return commits_;
    }();
    store::reading reading{c};
    const auto [number, hash] = reading.head();
    // The first look tells nothing. A look that failed has not told what it read.
    news found{.anything = std::exchange(untold_, true)};
    if (!std::exchange(began_, true)) {
        found.anything = false;
        at_ = {number, hash};
    }
    // The history may have lost its end.
    found.anything = found.anything || at_.number > number;
    while (!found.anything && at_.number < number) {
        if (skip_own()) continue;
        std::uint64_t until = number;
        {
            const base::scoped_lock lock(own_mutex_);
            if (!own_.empty()) until = std::clamp(own_.front().from.number, at_.number + 1, number);
        }
        if (found.subjects.size() + (until - at_.number) > most_events) {
            found.anything = true;
            break;
        }
        for (auto &e : reading.subjects(at_.number, static_cast<std::size_t>(until - at_.number))) {
            found.anything = found.anything || e.previous != at_.hash;
            found.subjects.emplace_back(std::move(e.kind), std::move(e.id));
            at_ = {e.number, e.hash};
        }
        found.anything = found.anything || at_.number < until; // an event is missing
    }
    // Further than that are only commits of this process.
    found.anything = found.anything || (at_.number == number && at_.hash != hash);
    if (found.anything) {
        found.subjects.clear();
        at_ = {number, hash};
    }
    know_end(number, found.anything, commits_before);
    untold_ = false;
    changes_ = changes;
    counted_ = true;
    return found;
}

} // namespace uniform::http
