#include "store/writing/store_clock.hpp"

#include <algorithm>
#include <limits>

#include "store/history/history_reader.hpp"

namespace uniform::store::detail {

namespace {

// "30 days", "5 minutes", "7 seconds": rounded down, for people.
std::string in_words(std::chrono::microseconds d) {
    const auto counted = [](std::int64_t n, const char *unit) {
        return std::to_string(n) + ' ' + unit + (n == 1 ? "" : "s");
    };
    using namespace std::chrono;
    if (d >= days{2}) return counted(std::chrono::floor<days>(d).count(), "day");
    if (d >= hours{2}) return counted(std::chrono::floor<hours>(d).count(), "hour");
    if (d >= minutes{2}) return counted(std::chrono::floor<minutes>(d).count(), "minute");
    return counted(std::chrono::floor<seconds>(d).count(), "second");
}

// The time in a member of the confirmation.
std::optional<timestamp> time_in(std::string_view body, std::string_view member) {
    const std::string begin = '"' + std::string(member) + "\":\"";
    const auto at = body.find(begin);
    if (at == std::string_view::npos) return std::nullopt;
    body.remove_prefix(at + begin.size());
    return resolver::parse_timestamp(body.substr(0, body.find('"')));
}

} // namespace

query seen_query(std::optional<timestamp> &seen) {
    return {"SELECT seen FROM clock", {}, [&seen](const row &r) {
                seen = timestamp(timestamp::duration(r.integer(0)));
                return false;
            }};
}

std::string confirmation_body(timestamp system, timestamp last_event) {
    return R"({"system":")" + resolver::to_string(system) + R"(","last_event":")" + resolver::to_string(last_event) +
           "\"}";
}

std::optional<std::pair<timestamp, timestamp>> read_confirmed(connection &c) {
    std::optional<std::pair<timestamp, timestamp>> confirmed;
    c.run("SELECT body FROM documents WHERE kind = $1 AND id = $2", {clock_kind, clock_id}, [&](const row &r) {
        const auto system = time_in(r.text(0), "system"), last = time_in(r.text(0), "last_event");
        if (system && last) confirmed.emplace(*system, *last);
        return false;
    });
    return confirmed;
}

known_time read_known_time(connection &c) {
    known_time k;
    if (const auto end = end_of(c); end.number != 0) k.last_event = timestamp(timestamp::duration(end.at));
    const auto q = seen_query(k.seen);
    c.run(q.sql, q.parameters, q.each);
    k.confirmed = read_confirmed(c);
    return k;
}

timestamp store_clock::now() const {
    const timestamp passed{timestamp::duration(passed_.load(std::memory_order_acquire))};
    return std::max(system_(), passed);
}

std::string store_clock::refusal(timestamp system, const known_time &k) const {
    const auto passed = k.passed();
    if (!passed) return {};
    const bool ahead = system > *passed && system - *passed > limits_.ahead;
    const bool behind = *passed > system && *passed - system > limits_.behind;
    if (!ahead && !behind) return {};
    const bool by_event = k.last_event && *k.last_event == *passed;
    return "the clock of this computer says " + resolver::to_string(system) + ", " +
           in_words(ahead ? system - *passed : *passed - system) + (ahead ? " after " : " before ") +
           (by_event ? "the last event of the store, " : "the store was last in use, ") + resolver::to_string(*passed) +
           "; store.clock_" + (ahead ? "ahead" : "behind") + " permits " +
           in_words(ahead ? limits_.ahead : limits_.behind) +
           ". Nothing is written until the clock is set, or, if it is right, until an administrator runs `uniform "
           "store "
           "confirm-clock`";
}

void store_clock::know(const known_time &k) {
    const base::scoped_lock lock(mutex_);
    known_ = k;
    const auto passed = k.passed();
    passed_.store(passed ? passed->time_since_epoch().count() : std::numeric_limits<timestamp::rep>::min(),
                  std::memory_order_release);
}

known_time store_clock::known() const {
    const base::scoped_lock lock(mutex_);
    return known_;
}

timestamp store_clock::in_history(timestamp t, const known_time &k) const {
    const auto system = system_();
    if (!k.last_event || *k.last_event <= std::max(system, t)) return t;
    // The last events have times in the future, so whoever asks about now, or about any time since the clock was
    // confirmed, means the end of the history.
    auto since = system - limits_.behind;
    if (k.history_is_ahead()) since = std::min(since, k.confirmed->first);
    return t >= since ? *k.last_event : t;
}

} // namespace uniform::store::detail
