#include "store/postgresql/known_heads.hpp"

#include <algorithm>

namespace uniform::store {

void known_heads::know(std::uint64_t number, clock::time_point at) {
    const base::scoped_lock lock(mutex_);
    if (!marks_.empty() && number < marks_.back().number) marks_.clear();
    if (!marks_.empty() && number == marks_.back().number) {
        marks_.back().last = std::max(marks_.back().last, at);
    } else if (marks_.size() > 1 && at - marks_[marks_.size() - 2].last < remembers_ / most_marks) {
        // A replica that had the number in between now counts as older than it is, by this part of the time at most.
        marks_.back() = {number, at, at};
    } else {
        marks_.push_back({number, at, at});
    }
    while (marks_.size() > 1 && marks_.front().last < at - remembers_) marks_.pop_front();
}

std::optional<known_heads::clock::time_point> known_heads::as_of(std::uint64_t number, clock::time_point at) const {
    const base::scoped_lock lock(mutex_);
    if (marks_.empty()) return at;
    const auto after = std::ranges::upper_bound(marks_, number, {}, &mark::number);
    if (after == marks_.begin()) return std::nullopt;
    return std::prev(after)->last;
}

std::uint64_t known_heads::last() const noexcept {
    const base::scoped_lock lock(mutex_);
    return marks_.empty() ? 0 : marks_.back().number;
}

} // namespace uniform::store
