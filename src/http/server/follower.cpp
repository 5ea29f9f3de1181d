#include "http/server/follower.hpp"

#include <algorithm>
#include <exception>

#include "http/server/history_intake.hpp"

namespace uniform::http {

namespace {

constexpr std::chrono::milliseconds nothing_new{1000};
constexpr std::chrono::milliseconds first_pause{250};
constexpr std::chrono::milliseconds longest_pause{30000};
constexpr std::chrono::milliseconds between_looks{1000};
constexpr std::uint64_t shortest_step = 1000; // as many events as a page has

} // namespace

std::chrono::milliseconds follower::attempt(const std::stop_token &end) {
    const auto now = clock::now();
    if (now < next_) {
        look_at_store();
    } else {
        next_ = now;
        const auto pause = pull(end);
        next_ = clock::now() + pause;
    }
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(next_ - clock::now());
    return std::clamp(rest, std::chrono::milliseconds{0}, between_looks);
}

void follower::look_at_store() {
    try {
        source_->check_store();
    } catch (const not_followed &e) {
        refuse(e.what(), e.what());
    } catch (const std::exception &) { // the store cannot be read now: the next attempt says so
    }
}

void follower::refuse(const char *why, std::string_view openly) {
    if (state_.refuses(why, openly)) {
        log_.event(level::error, "follow_refused", {{"primary", from_}, {"why", why}});
    }
}

std::chrono::milliseconds follower::pull(const std::stop_token &end) {
    try {
        const bool anything = source_->pull(goes_well_, end, [this] { note_progress(); });
        state_.comes_from(source_->stores());
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
    } catch (const not_followed &e) {
        state_.comes_from(source_->stores()); // so that all in a circle see it
        refuse(e.what(), e.what());
    } catch (const store::other_history &e) {
        refuse(e.what(), {});
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
        next_entry_ = here + step_;
    } else if (here >= next_entry_) {
        next_entry_ = here + step_;
        log_.event(level::info, "follow_progress",
                   {{"primary", from_}, {"events", std::to_string(here)}, {"of", std::to_string(of)}});
    }
}

std::chrono::milliseconds follower::longer_pause() noexcept {
    pause_ = std::clamp(2 * pause_, first_pause, longest_pause);
    return pause_;
}

} // namespace uniform::http
