#include "http/server/follower.hpp"

#include <algorithm>
#include <exception>

namespace uniform::http {

namespace {

constexpr std::chrono::milliseconds nothing_new{1000};
constexpr std::chrono::milliseconds first_pause{250};
constexpr std::chrono::milliseconds longest_pause{30000};
constexpr std::uint64_t shortest_step = 1000; // as many events as a page has

} // namespace

std::chrono::milliseconds follower::attempt(const std::stop_token &end) {
    try {
        const bool anything = source_->pull(goes_well_, end, [this] { note_progress(); });
        note_progress();
        state_.reads(source_->events());
        if (!goes_well_) {
            log_.event(level::info, "following",
                       {{"primary", from_},
                        {"events", std::to_string(source_->here())},
                        {"of", std::to_string(source_->events())}});
        }
        goes_well_ = true;
        pause_ = {};
        return anything ? std::chrono::milliseconds{0} : nothing_new;
    } catch (const store::other_history &e) {
        if (state_.refuses(e.what())) {
            log_.event(level::error, "follow_refused", {{"primary", from_}, {"why", e.what()}});
        }
    } catch (const std::exception &e) {
        if (end.stop_requested()) return longest_pause;
        if (state_.fails(e.what())) {
            log_.event(level::warning, "follow_failed", {{"primary", from_}, {"why", e.what()}});
        }
    }
    goes_well_ = false;
    return longer_pause();
}

void follower::note_progress() {
    const std::uint64_t here = source_->here();
    const std::uint64_t of = source_->events();
    if (of == 0) return state_.has(here);
    state_.goes_on(here, of);
    if (here >= of) {
        step_ = 0;
    } else if (step_ == 0) {
        step_ = std::max(shortest_step, (of - here) / 10);
        next_ = here + step_;
    } else if (here >= next_) {
        next_ = here + step_;
        log_.event(level::info, "follow_progress",
                   {{"primary", from_}, {"events", std::to_string(here)}, {"of", std::to_string(of)}});
    }
}

std::chrono::milliseconds follower::longer_pause() noexcept {
    pause_ = std::clamp(2 * pause_, first_pause, longest_pause);
    return pause_;
}

} // namespace uniform::http
