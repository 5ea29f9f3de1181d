#include "http/operation/shared_tree.hpp"

namespace uniform::http {

std::chrono::milliseconds shared_tree::read_on(store::store &s, const std::stop_token &end) {
    constexpr std::chrono::milliseconds pause{1000};
    try {
        while (behind_ && !end.stop_requested()) {
            // Requests get their turn in between.
            const base::scoped_lock hold(mutex_);
            service::history_tree *const tree = &tree_;
            behind_ = !s.read([&](store::reading &r) { return tree->read_on(r, most_at_once); });
        }
    } catch (const store::failure &) {
        return pause; // the store is away, or damaged: a request says so
    }
    return pause;
}

} // namespace uniform::http
