// The basic idea: what one connection learns of a server, all others know at once. For each server there is its role as
// it was when somebody connected last, the time of its last answer, and the time until which it is left alone.
//
// A server that fails is left alone for 100 ms, then for twice as long with each failure that follows, up to 1.6 s; an
// answer ends that. While somebody connects to a server that has failed before, the others leave it alone, so that one
// of them waits and not all. The primary is away from its last answer on, once an attempt to find it has failed
// (away_since_), until it answers.
//
// INVARIANT: connect_reader() gives a replica only while the primary is away for less than stale_for (with
// replicas_may_be_stale: whenever there is one). A replica that lacks the events that the primary is known to have
// (head_), and has not changed recently, is refused: it has lost its primary long ago.
//
// All members are atomic and each is right by itself: threads may see one without the other, which costs an attempt. A
// role that has changed is found by connecting: connect_to_follow() asks those that were replicas, too.
#include "store/postgresql/postgresql_servers.hpp"

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

#include "store/postgresql/postgresql_wait.hpp"

namespace uniform::store {

namespace {

using namespace std::chrono_literals;

constexpr postgresql_servers::milliseconds shortest_rest{100};
constexpr unsigned most_doublings = 4; // 1.6 s

postgresql_servers::clock::rep now() noexcept { return postgresql_servers::clock::now().time_since_epoch().count(); }

// The values of a list with commas, of which a single one holds for all.
std::vector<std::string> parts_of(const std::string &list) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at <= list.size();) {
        const auto end = std::min(list.find(',', at), list.size());
        all.push_back(list.substr(at, end - at));
        at = end + 1;
    }
    return all;
}

// The parameters of each server.
std::vector<postgresql_parameters> each_server(const postgresql_parameters &p) {
    std::size_t count = 1;
    for (const char *key : {"host", "hostaddr"}) {
        if (const auto at = p.find(key); at != p.end()) count = std::max(count, parts_of(at->second).size());
    }
    std::vector<postgresql_parameters> all(count, p);
    for (const char *key : {"host", "hostaddr", "port"}) {
        const auto at = p.find(key);
        if (at == p.end()) continue;
        const auto values = parts_of(at->second);
        // libpq refuses other numbers of them, when it connects to all.
        for (std::size_t i = 0; i < count; ++i) all[i][key] = values[std::min(i, values.size() - 1)];
    }
    return all;
}

} // namespace

postgresql_servers::postgresql_servers(const postgresql_parameters &p, const database_options &o)
    : shown_(shown(p)), options_(o) {
    for (auto &one : each_server(with_defaults(p))) servers_.push_back(std::make_unique<server>(std::move(one)));
}

void postgresql_servers::unavailable(const std::string &why) const {
    throw failure(failure_kind::unavailable, "the store " + shown_ + " cannot be reached: " + why);
}

bool postgresql_servers::is_left_alone(const server &s) const noexcept { return now() < s.left_until; }

void postgresql_servers::leave_alone(server &s) noexcept {
    const auto times = std::min(s.failures.fetch_add(1), most_doublings);
    s.left_until = now() + clock::duration(shortest_rest * (1U << times)).count();
}

void postgresql_servers::note_absence() noexcept {
    clock::rep known = 0;
    const auto last = primary_answered_.load();
    away_since_.compare_exchange_strong(known, last != 0 ? last : now());
}

void postgresql_servers::primary_answered() noexcept {
    primary_answered_.store(now(), std::memory_order_relaxed);
    if (away_since_.load(std::memory_order_relaxed) != 0) away_since_ = 0;
}

void postgresql_servers::answered(std::size_t i, bool is_replica) noexcept {
    auto &s = *servers_[i];
    s.answered.store(now(), std::memory_order_relaxed);
    if (s.failures.load(std::memory_order_relaxed) != 0) {
        s.failures = 0;
        s.left_until = 0;
    }
    if (!is_replica) primary_answered();
}

bool postgresql_servers::is_silent(std::size_t i, clock::time_point asked) noexcept {
    auto &s = *servers_[i];
    if (s.answered > asked.time_since_epoch().count()) return false;
    leave_alone(s);
    return true;
}

std::optional<postgresql_servers::milliseconds> postgresql_servers::primary_away() const noexcept {
    const auto since = away_since_.load(std::memory_order_relaxed);
    if (since == 0) return std::nullopt;
    return std::max(0ms, std::chrono::duration_cast<milliseconds>(clock::duration(now() - since)));
}

void postgresql_servers::know_head(std::uint64_t number) noexcept { head_ = number; }

bool postgresql_servers::may_use(std::size_t i, bool is_replica) const noexcept {
    if (is_left_alone(*servers_[i])) return false;
    if (options_.replicas_may_be_stale) {
        return is_replica || std::ranges::none_of(servers_, [this](const auto &s) {
                   return s->is == role::replica && !is_left_alone(*s);
               });
    }
    if (!is_replica) return true;
    const auto away = primary_away();
    return away && *away < options_.stale_for;
}

std::vector<std::size_t> postgresql_servers::in_order(role first) const {
    std::vector<std::size_t> order(servers_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) {
        const role is = servers_[i]->is;
        return std::pair(is == first ? 0 : is == role::unknown ? 1 : 2, i);
    });
    return order;
}

std::optional<postgresql_servers::connected> postgresql_servers::try_server(std::size_t i, milliseconds most,
                                                                            std::string &why) {
    auto &s = *servers_[i];
    const auto until = clock::now() + most;
    // So that the others do not wait for the same server.
    if (s.failures != 0) s.left_until = until.time_since_epoch().count();
    connected c{.server = i};
    c.handle = connect_once(s.parameters, until, c.is_replica, why);
    if (!c.handle) {
        leave_alone(s);
        return std::nullopt;
    }
    s.is = c.is_replica ? role::replica : role::primary;
    answered(i, c.is_replica);
    return c;
}

// Whether a replica has everything that the primary is known to have had, or has changed recently.
bool postgresql_servers::is_recent(PGconn *replica, clock::time_point until) const {
    const auto sql = "SELECT coalesce((SELECT first + count - 1 >= " + std::to_string(head_.load()) +
                     " FROM history ORDER BY first DESC LIMIT 1), " + (head_ == 0 ? "true" : "false") +
                     ") OR coalesce(now() - pg_last_xact_replay_timestamp() < interval '" +
                     std::to_string(options_.stale_for.count()) + " milliseconds', false)";
    const auto r = ask(replica, sql, until);
    return PQntuples(r.get()) == 1 && std::string_view(PQgetvalue(r.get(), 0, 0)) == "t";
}

// @param any_role also a server of the other role, if there is none of the one that is preferred
// @param left_too also servers that are left alone
std::optional<postgresql_servers::connected> postgresql_servers::try_all(milliseconds most, bool any_role,
                                                                         bool left_too, std::string &why) {
    const bool wants_replica = options_.replicas_may_be_stale;
    std::optional<connected> other;
    bool found_primary = false;
    for (const auto i : in_order(wants_replica ? role::replica : role::primary)) {
        if (!left_too && is_left_alone(*servers_[i])) continue;
        if (other && servers_[i]->is == (wants_replica ? role::primary : role::replica)) continue;
        auto c = try_server(i, most, why);
        if (!c) continue;
        found_primary = found_primary || !c->is_replica;
        if (c->is_replica == wants_replica) return c;
        if (!other) other = std::move(c);
    }
    if (!found_primary) note_absence();
    if (!other || !any_role) return std::nullopt;
    if (!other->is_replica) return other;
    const auto away = primary_away();
    if (!away || *away >= options_.stale_for) {
        why = "the primary does not answer, and replicas are not used beyond stale_for";
        return std::nullopt;
    }
    if (!is_recent(other->handle.get(), clock::now() + most)) {
        why = "the primary does not answer, and the replica has not followed it";
        return std::nullopt;
    }
    return other;
}

postgresql_servers::connected postgresql_servers::connect_reader() {
    std::string why;
    const bool several = servers_.size() > 1;
    if (opened_ && options_.read_timeout > 0ms) {
        if (auto c = try_all(several ? options_.read_timeout / 2 : options_.read_timeout, true, false, why)) {
            return std::move(*c);
        }
        unavailable(why.empty() ? "it did not answer before, and is asked again soon" : why);
    }
    constexpr milliseconds patience = 5s;
    const auto until = clock::now() + options_.reconnect_for;
    refusal refused;
    for (int attempt = 0;; ++attempt) {
        const auto wait = pause(attempt);
        const bool last = clock::now() + wait > until;
        // Who only opens the store waits for the primary.
        if (auto c = try_all(patience, last || opened_ || options_.replicas_may_be_stale, true, why)) {
            opened_ = true;
            return std::move(*c);
        }
        const bool all_answer = std::ranges::all_of(servers_, [](const auto &s) { return answers(s->parameters); });
        if (refused.is_certain(all_answer) || last) unavailable(why);
        std::this_thread::sleep_for(wait);
    }
}

postgresql_servers::connected postgresql_servers::connect_to_follow() {
    std::string why = "there is no primary";
    const auto most = options_.read_timeout > 0ms ? options_.read_timeout : options_.reconnect_for;
    for (const auto i : in_order(role::primary)) {
        // Also those that were replicas: one may have become the primary.
        if (auto c = try_server(i, most, why); c && !c->is_replica) return std::move(*c);
    }
    note_absence();
    unavailable(why);
}

} // namespace uniform::store
