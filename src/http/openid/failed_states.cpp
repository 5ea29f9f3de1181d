#include "http/openid/failed_states.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <random>
#include <string>

#include "http/openid/pending.hpp"

namespace uniform::http::openid {

namespace {

// The clocks of nodes differ: pending::find() accepts a cookie from a minute ahead.
constexpr std::int64_t kept = std::chrono::seconds{longest_pending}.count() + 60;

template <std::size_t size>
std::array<char, size> beginning(std::string_view state) noexcept {
    std::array<char, size> out{};
    std::ranges::copy(state.substr(0, size), out.begin());
    return out;
}

} // namespace

failed_states::failed_states() : lines_(most / ways) {
    std::random_device source;
    seed_ = (std::uint64_t{source()} << 32U) | source();
}

std::size_t failed_states::line_of(std::string_view state) const noexcept {
    const std::uint64_t x = (std::hash<std::string_view>{}(state) ^ seed_) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(x >> 32U) % (most / ways);
}

void failed_states::note(std::string_view state, resolver::timestamp now) {
    const auto wanted = beginning<sizeof(entry::state)>(state);
    const base::scoped_lock hold(lock_);
    line &all = lines_[line_of(state)];
    auto to = std::ranges::find(all, wanted, &entry::state);
    if (to == all.end()) to = std::ranges::min_element(all, {}, &entry::until);
    *to = {.state = wanted, .until = resolver::seconds_since_epoch(now) + kept};
}

bool failed_states::has(std::string_view state, resolver::timestamp now) const {
    const auto wanted = beginning<sizeof(entry::state)>(state);
    const base::scoped_lock hold(lock_);
    const line &all = lines_[line_of(state)];
    const auto found = std::ranges::find(all, wanted, &entry::state);
    return found != all.end() && found->until >= resolver::seconds_since_epoch(now);
}

} // namespace uniform::http::openid
