#include "http/api/live_settings.hpp"

#include <uniform/http/settings.hpp>

namespace uniform::http {

live_settings::live_settings(const settings &first) : current_(nullptr) { change(first); }
live_settings::~live_settings() = default;

void live_settings::change(const settings &next) {
    auto made = std::make_unique<const settings>(next);
    const base::scoped_lock hold(lock_);
    kept_.push_back(std::move(made));
    current_.store(kept_.back().get(), std::memory_order_release);
}

} // namespace uniform::http
