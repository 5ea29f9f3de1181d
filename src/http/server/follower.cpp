#include "http/server/follower.hpp"

#include <algorithm>
#include <exception>

namespace uniform::http {

namespace {

constexpr std::chrono::milliseconds nothing_new{1000};
constexpr std::chrono::milliseconds first_pause{250};
constexpr std::chrono::milliseconds longest_pause{30000};

} // namespace

std::chrono::milliseconds follower::attempt(const std::stop_token &end) {
    try {
        const bool anything = source_->pull(goes_well_, end);
        state_.has(source_->here());
        state_.reads(source_->events());
        if (!goes_well_) {
            log_.event(level::info, "following",
                       {{"primary", from_},
                        {"event", std::to_string(source_->here())},
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

std::chrono::milliseconds follower::longer_pause() noexcept {
    pause_ = std::clamp(2 * pause_, first_pause, longest_pause);
    return pause_;
}

} // namespace uniform::http
