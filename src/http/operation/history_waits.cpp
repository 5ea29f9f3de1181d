// INVARIANT: an exchange is in waiting_ only while its handler is in wait(), so that rouse() finds it alive: leave()
// takes it out under the mutex that news() holds.
// INVARIANT: those in waiting_ that do not leave are places_ at most.
#include "http/operation/history_waits.hpp"

#include <algorithm>

#include <uniform/base/assertion.hpp>

namespace uniform::http {

void history_waits::wait(exchange &e, std::string_view client, std::chrono::steady_clock::time_point end,
                         const std::function<bool()> &is_new) {
    if (!enter(e, client)) return;
    const struct place {
        history_waits &of;
        const exchange &e;
        ~place() { of.leave(e); }
    } held{*this, e};
    // In this order: what is new after the question rouses it.
    while (!is_new() && e.rest_until(end) && may_stay(e)) {
    }
}

void history_waits::news() noexcept {
    const base::scoped_lock lock(mutex_);
    for (const one &o : waiting_) o.on->rouse();
}

void history_waits::stop() noexcept {
    const base::scoped_lock lock(mutex_);
    stopped_ = true;
    for (one &o : waiting_) {
        o.leaving = true;
        o.on->rouse();
    }
}

std::size_t history_waits::waiting() const {
    const base::scoped_lock lock(mutex_);
    return waiting_.size();
}

bool history_waits::enter(exchange &e, std::string_view client) {
    const base::scoped_lock lock(mutex_);
    if (stopped_ || places_ == 0) return false;
    if (static_cast<std::size_t>(std::ranges::count(waiting_, false, &one::leaving)) >= places_) {
        const std::size_t would_have = places_of(client) + 1;
        one *gives = nullptr;
        for (one &o : waiting_) {
            if (o.leaving) continue;
            const std::size_t own = places_of(o.client);
            if (own > would_have && (gives == nullptr || own > places_of(gives->client))) gives = &o;
        }
        if (gives == nullptr) return false;
        gives->leaving = true;
        gives->on->rouse();
    }
    waiting_.push_back({.on = &e, .client = client});
    UNIFORM_ASSERT(static_cast<std::size_t>(std::ranges::count(waiting_, false, &one::leaving)) <= places_);
    return true;
}

std::size_t history_waits::places_of(std::string_view client) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(waiting_, [&](const one &o) { return !o.leaving && o.client == client; }));
}

bool history_waits::may_stay(const exchange &e) const {
    const base::scoped_lock lock(mutex_);
    const auto at = std::ranges::find(waiting_, &e, &one::on);
    UNIFORM_ASSERT(at != waiting_.end());
    return !at->leaving;
}

void history_waits::leave(const exchange &e) noexcept {
    const base::scoped_lock lock(mutex_);
    std::erase_if(waiting_, [&](const one &o) { return o.on == &e; });
}

} // namespace uniform::http
