#include "http/operation/follow_state.hpp"

namespace uniform::http {

follow_state::picture follow_state::now() const {
    const base::scoped_lock lock(mutex_);
    return is_;
}

std::string follow_state::why_not_ready() const {
    const picture p = now();
    if (!p.refused_openly.empty()) return p.refused_openly;
    // The reason may quote what is not public; the log has it.
    if (!p.refused.empty())
        return "the history of the primary is refused, because it does not continue that of this store";
    if (p.events == 0 && !p.of) return "nothing of the primary's history is here yet";
    if (const auto behind = p.behind(); !p.caught_up && behind.value_or(0) != 0) {
        return "the history of the primary is being read: " + std::to_string(p.events) + " of " +
               std::to_string(*p.of) + " events are here";
    }
    return {};
}

void follow_state::has(std::uint64_t events) {
    const base::scoped_lock lock(mutex_);
    is_.events = events;
}

void follow_state::goes_on(std::uint64_t events, std::uint64_t of) {
    const base::scoped_lock lock(mutex_);
    is_.events = events;
    is_.of = of;
}

void follow_state::reads(std::uint64_t of) {
    const base::scoped_lock lock(mutex_);
    is_.of = of;
    is_.read = std::chrono::steady_clock::now();
    is_.caught_up = is_.caught_up || is_.events >= of;
    is_.refused.clear();
    is_.refused_openly.clear();
    is_.failed.clear();
}

bool follow_state::fails(std::string_view why) {
    const base::scoped_lock lock(mutex_);
    if (is_.failed == why) return false;
    is_.failed = why;
    return true;
}

bool follow_state::refuses(std::string_view why, std::string_view openly) {
    const base::scoped_lock lock(mutex_);
    is_.failed.clear();
    is_.refused_openly = openly;
    if (is_.refused == why) return false;
    is_.refused = why;
    return true;
}

void follow_state::comes_from(std::string_view stores) {
    const base::scoped_lock lock(mutex_);
    stores_ = stores;
}

std::string follow_state::stores() const {
    const base::scoped_lock lock(mutex_);
    return stores_;
}

} // namespace uniform::http
