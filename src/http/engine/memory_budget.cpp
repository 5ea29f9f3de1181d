#include "http/engine/memory_budget.hpp"

#include <algorithm>
#include <utility>

#include <uniform/base/assertion.hpp>

namespace uniform::http {

memory_budget::share::share(share &&other) noexcept
    : of_(std::exchange(other.of_, nullptr)),
      client_(std::move(other.client_)),
      known_(other.known_),
      bytes_(std::exchange(other.bytes_, 0)) {}

memory_budget::share &memory_budget::share::operator=(share &&other) noexcept {
    if (this == &other) return *this;
    give_back();
    of_ = std::exchange(other.of_, nullptr);
    client_ = std::move(other.client_);
    known_ = other.known_;
    bytes_ = std::exchange(other.bytes_, 0);
    return *this;
}

memory_budget::verdict memory_budget::share::hold(memory_budget &b, std::string_view client, bool known,
                                                  std::size_t bytes) {
    if (bytes == bytes_) return verdict::taken;
    if (of_ == nullptr) {
        client_ = client;
        known_ = known;
        of_ = &b;
    }
    UNIFORM_ASSERT(of_ == &b && known_ == known);
    if (bytes < bytes_) {
        b.give_back(client_, known_, bytes_ - bytes);
    } else if (const verdict v = b.take(client_, known_, bytes - bytes_); v != verdict::taken) {
        return v;
    }
    bytes_ = bytes;
    return verdict::taken;
}

void memory_budget::share::give_back() noexcept {
    if (of_ != nullptr && bytes_ != 0) of_->give_back(client_, known_, bytes_);
    of_ = nullptr;
    bytes_ = 0;
}

bool memory_budget::is_scarce() const { return used() > all_ / 4; }

std::size_t memory_budget::used() const {
    const base::scoped_lock hold(mutex_);
    return by_known_ + by_others_;
}

memory_budget::verdict memory_budget::take(const std::string &client, bool known, std::size_t bytes) {
    const base::scoped_lock hold(mutex_);
    const auto found = by_client_.find(client);
    const std::size_t has = found == by_client_.end() ? 0 : found->second;
    if (has + bytes > part(known)) return verdict::client_has_its_part;
    if (by_known_ + by_others_ + bytes > all_) return verdict::all_is_used;
    // A client leaves as much as it takes, so that another one gets something, however many take all they can.
    const std::size_t used = known ? by_known_ : by_others_;
    const std::size_t most = known ? std::min(of_known(), all_ - by_others_) : std::min(all_ / 2, all_ - by_known_);
    if (used + bytes + has + bytes > most) return verdict::all_is_used;
    by_client_[client] += bytes;
    (known ? by_known_ : by_others_) += bytes;
    UNIFORM_ASSERT(by_known_ + by_others_ <= all_);
    return verdict::taken;
}

void memory_budget::give_back(const std::string &client, bool known, std::size_t bytes) noexcept {
    const base::scoped_lock hold(mutex_);
    UNIFORM_ASSERT((known ? by_known_ : by_others_) >= bytes);
    (known ? by_known_ : by_others_) -= bytes;
    const auto at = by_client_.find(client);
    UNIFORM_ASSERT(at != by_client_.end() && at->second >= bytes);
    at->second -= bytes;
    if (at->second == 0) by_client_.erase(at);
}

} // namespace uniform::http
