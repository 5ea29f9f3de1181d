// The basic idea: addresses are in an order by the number of their connections, and the connections of one address in a
// list without order. Serving a request only notes the time in its seat, without a lock. Which connection has waited
// longest is found when a place is needed: one search gives the 64 that have waited longest, and the next newcomers
// take of these what still holds.
//
// A connection that works for its client leaves after its response. The newcomer does not wait for that: it is a
// connection more than there are places, of which there are few (most_leaving()).
//
// INVARIANT: staying_ is the number of seats that are not leaving, leaving_ that of the others; `holder::staying` is
// the first number of one address, and its key in by_number_. A seat that leaves has no place any more, although its
// connection may be open for a moment.
// INVARIANT: a seat is in holder_->seats[at_] from enter() to its destructor, and in candidates_ if candidate_.
#include "http/engine/ledger.hpp"

#include <algorithm>

#include <uniform/base/assertion.hpp>

#include "http/engine/client_limits.hpp"

namespace uniform::http {
namespace {

// While descriptors lack: so many connections fewer than there are, for so long.
constexpr std::size_t spared = 16;
constexpr std::chrono::seconds spared_for{60};

// So many connections may be leaving when another one that works is to leave, and when the next newcomer is accepted
// without a pause. The descriptors that descriptors.cpp keeps for the process suffice for them.
std::size_t most_leaving(std::size_t places) noexcept { return std::clamp<std::size_t>(places / 8, 4, 32); }

} // namespace

seat::~seat() {
    if (holder_ != nullptr) of_.leave(*this);
}

void seat::stay() noexcept { of_.stay(*this); }

ledger::ledger(std::size_t limit, std::size_t per_address) : limit_(limit), per_address_(per_address) {}
ledger::~ledger() = default;

std::size_t ledger::places(moment now) const noexcept { return now < fewer_until_ ? std::min(limit_, fewer_) : limit_; }

ledger::admission ledger::enter(const std::string &address, moment now) {
    admission made;
    auto place = std::make_shared<seat>(*this);
    place->waits(now); // for the first byte; its worker may begin with it later
    const std::string group = client_group(address);
    const base::scoped_lock lock(mutex_);
    const auto found = holders_.find(group);
    holder *of = found == holders_.end() ? nullptr : found->second.get();
    const std::size_t has = of == nullptr ? 0 : of->staying;
    seat *closes = nullptr;
    const bool may_have_more = per_address_ == 0 || has < per_address_;
    if (may_have_more && staying_ >= places(now)) {
        closes = choose(of, has + 1);
        if (closes == nullptr) closes = choose_working(has + 1);
    }
    if (!may_have_more || (staying_ >= places(now) && closes == nullptr)) {
        const bool others_have_more = !by_number_.empty() && by_number_.rbegin()->first > has + 1;
        made.is_crowded = may_have_more && others_have_more && leaving_ >= most_leaving(limit_);
        if (!made.is_crowded) refused.fetch_add(1, std::memory_order_relaxed);
        return made;
    }
    if (of == nullptr) {
        auto fresh = std::make_unique<holder>();
        fresh->address = group;
        fresh->seats.reserve(1);
        const auto ranked = by_number_.emplace(0, fresh.get()).first;
        try {
            of = holders_.emplace(group, std::move(fresh)).first->second.get();
        } catch (...) {
            by_number_.erase(ranked);
            throw;
        }
    }
    try {
        of->seats.push_back(place.get());
    } catch (...) {
        if (of->seats.empty()) {
            by_number_.erase({0, of});
            holders_.erase(holders_.find(of->address));
        }
        throw;
    }
    place->holder_ = of;
    place->at_ = of->seats.size() - 1;
    recount(*of, 1);
    if (closes != nullptr) {
        made.closes = closes->weak_from_this();
        displace(*closes);
    }
    made.is_crowded = leaving_ >= most_leaving(limit_);
    total.fetch_add(1, std::memory_order_relaxed);
    open.fetch_add(1);
    made.place = std::move(place);
    return made;
}

std::vector<std::weak_ptr<seat>> ledger::lack_descriptors(moment now) {
    std::vector<std::weak_ptr<seat>> all;
    all.reserve(spared);
    const base::scoped_lock lock(mutex_);
    if (now >= fewer_until_ || staying_ < fewer_) fewer_ = std::max(staying_, 2 * spared) - spared;
    fewer_until_ = now + spared_for;
    while (all.size() < spared && staying_ > fewer_) {
        seat *const next = choose(nullptr, 0);
        if (next == nullptr) break;
        all.push_back(next->weak_from_this());
        displace(*next);
    }
    // With few connections one of them must do, or nobody would be accepted any more.
    if (seat *const last = all.empty() ? choose(nullptr, 0) : nullptr) {
        all.push_back(last->weak_from_this());
        displace(*last);
    }
    return all;
}

// Among equal ones only the newcomer's own address gives up a place: others would have fewer than it then.
bool ledger::gives_up(const holder &h, const holder *newcomer, std::size_t would_have) const noexcept {
    const std::size_t most = by_number_.rbegin()->first;
    return h.staying + most / at_once >= most && (h.staying >= would_have || &h == newcomer);
}

// The seat whose connection is to be closed; null if there is none. `newcomer`: null if its address has no seat yet.
seat *ledger::choose(const holder *newcomer, std::size_t would_have) {
    for (int searches = 0; searches < 2; ++searches) {
        for (auto c = candidates_.rbegin(); c != candidates_.rend(); ++c) {
            seat &s = *c->second;
            if (s.leaving_ || s.since_.load(std::memory_order_relaxed) != c->first) continue;
            if (gives_up(*s.holder_, newcomer, would_have)) return &s;
        }
        if (searches == 0) search(newcomer, would_have);
    }
    return nullptr;
}

// The same, if no connection waits for its client. The newcomer has fewer even then: addresses that work for all of
// their connections do not end each other's in turns.
seat *ledger::choose_working(std::size_t would_have) const noexcept {
    if (leaving_ >= most_leaving(limit_) || by_number_.empty()) return nullptr;
    const holder &most = *by_number_.rbegin()->second;
    if (most.staying <= would_have) return nullptr;
    const auto found = std::ranges::find_if(most.seats, [](const seat *s) { return !s->leaving_; });
    UNIFORM_ASSERT(found != most.seats.end());
    return *found;
}

// Looks through the addresses with the most connections, until one has a connection that waits for its client.
void ledger::search(const holder *newcomer, std::size_t would_have) {
    for (const auto &[since, s] : candidates_) s->candidate_ = false;
    candidates_.clear();
    for (auto at = by_number_.rbegin(); at != by_number_.rend() && candidates_.empty();) {
        const std::size_t number = at->first;
        for (; at != by_number_.rend() && at->first == number; ++at) {
            const holder &h = *at->second;
            if (h.staying < would_have && &h != newcomer) continue;
            for (seat *const s : h.seats) {
                const moment::rep since = s->since_.load(std::memory_order_relaxed);
                if (since == seat::busy || s->leaving_) continue;
                candidates_.emplace_back(since, s);
                s->candidate_ = true;
            }
        }
    }
    const std::size_t kept = std::min(candidates_.size(), at_once);
    std::ranges::partial_sort(candidates_, candidates_.begin() + static_cast<std::ptrdiff_t>(kept));
    for (std::size_t n = kept; n < candidates_.size(); ++n) candidates_[n].second->candidate_ = false;
    candidates_.resize(kept);
    std::ranges::reverse(candidates_);
}

void ledger::displace(seat &s) noexcept {
    s.leaving_ = true;
    ++leaving_;
    recount(*s.holder_, -1);
    displaced.fetch_add(1, std::memory_order_relaxed);
}

// Allocates nothing.
void ledger::recount(holder &h, std::ptrdiff_t change) noexcept {
    auto node = by_number_.extract({h.staying, &h});
    UNIFORM_ASSERT(!node.empty());
    h.staying += static_cast<std::size_t>(change);
    staying_ += static_cast<std::size_t>(change);
    node.value().first = h.staying;
    by_number_.insert(std::move(node));
}

void ledger::stay(seat &s) noexcept {
    const base::scoped_lock lock(mutex_);
    if (!s.leaving_) return;
    s.leaving_ = false;
    --leaving_;
    recount(*s.holder_, 1);
}

void ledger::leave(seat &s) noexcept {
    open.fetch_sub(1);
    const base::scoped_lock lock(mutex_);
    holder &h = *s.holder_;
    UNIFORM_ASSERT(s.at_ < h.seats.size() && h.seats[s.at_] == &s);
    if (s.leaving_) {
        --leaving_;
    } else {
        recount(h, -1);
    }
    h.seats.back()->at_ = s.at_;
    h.seats[s.at_] = h.seats.back();
    h.seats.pop_back();
    if (s.candidate_) std::erase_if(candidates_, [&](const auto &c) { return c.second == &s; });
    if (!h.seats.empty()) return;
    by_number_.erase({h.staying, &h});
    holders_.erase(holders_.find(h.address));
}

} // namespace uniform::http
