#include "http/openid/used_states.hpp"

#include <chrono>
#include <expected>

#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "http/openid/pending.hpp"

namespace uniform::http::openid {

namespace {

// The clocks of nodes differ: pending::find() accepts a cookie from a minute ahead.
constexpr std::int64_t remembered = std::chrono::seconds{longest_pending}.count() + 60;

std::int64_t number_of_states(store::writing &w) {
    std::int64_t number = 0;
    w.sql().run("SELECT count(*) FROM used_states", {}, [&](const store::row &row) {
        number = row.integer(0);
        return false;
    });
    return number;
}

template <class View> // store::reading or store::writing
bool is_used(View &view, std::string_view state) {
    bool found = false;
    view.sql().run("SELECT 1 FROM used_states WHERE state = $1", {state}, [&](const store::row &) {
        found = true;
        return false;
    });
    return found;
}

} // namespace

bool is_used_state(store::store &s, std::string_view state) {
    return s.look_up([&](store::reading &r) { return is_used(r, state); });
}

state_use use_state(store::store &s, const store::origin &by, std::string_view state) {
    const auto use = [&](store::writing &w) -> std::expected<state_use, resolver::problem> {
        const std::int64_t now = resolver::seconds_since_epoch(w.now());
        w.sql().run("DELETE FROM used_states WHERE until < $1", {now});
        if (is_used(w, state)) return state_use::again;
        if (number_of_states(w) >= static_cast<std::int64_t>(most_used_states)) return state_use::full;
        // If several processes come this far at the same time, one of them inserts the row.
        const std::int64_t made =
            w.sql().run("INSERT INTO used_states (state, until) VALUES ($1, $2) ON CONFLICT (state) DO NOTHING",
                        {state, now + remembered});
        return made == 1 ? state_use::first : state_use::again;
    };
    return s.write(by, use).value_or(state_use::full);
}

} // namespace uniform::http::openid
