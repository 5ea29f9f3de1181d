#include "http/engine/together.hpp"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <utility>

#include "http/engine/response_text.hpp"

namespace uniform::http {

namespace {

using requests = std::vector<std::shared_ptr<pending>>;

void pass_on(const std::shared_ptr<pending> &p, request_handler &h, pending_pool &rest, ledger &counts) {
    const auto left = rest.submit(p->client, p);
    if (!left) return;
    counts.refused.fetch_add(1, std::memory_order_relaxed);
    (*left)->refuse(h, too_many_wait);
}

// A worker wakes once for all of its connections: each time, it would take the processor from this thread.
void wake(requests answered) {
    while (!answered.empty()) {
        waker &of = answered.front()->its_waker();
        const auto its = std::ranges::partition(answered, [&of](const auto &p) { return &p->its_waker() != &of; });
        requests now(std::move_iterator(its.begin()), std::move_iterator(its.end()));
        answered.erase(its.begin(), its.end());
        of.wake_all(std::move(now));
    }
}

} // namespace

void serve_together(requests &all, request_handler &h, pending_pool &rest, ledger &counts) noexcept {
    try {
        std::vector<offered_request> offered;
        offered.reserve(all.size());
        for (const auto &p : all) offered.push_back(p->offer());
        const date_text date{std::time(nullptr)};
        h.try_together(offered, date.view());
        requests answered;
        answered.reserve(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            offered_request &made = offered[i];
            if (made.out.empty()) {
                pass_on(all[i], h, rest, counts);
                continue;
            }
            if (made.request->minor_version == 0 && !made.close) announce_keep_alive(made.out, 0);
            if (all[i]->give_whole(std::move(made))) answered.push_back(all[i]);
        }
        wake(std::move(answered));
    } catch (...) { // no memory: those that have a response keep it
        for (const auto &p : all) p->refuse(h, too_many_wait);
    }
}

} // namespace uniform::http
