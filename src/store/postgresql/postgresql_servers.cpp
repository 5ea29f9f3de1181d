// The basic idea: what one connection learns of a server, all others know at once. For each server there is its role as
// it was when somebody connected last, the time of its last answer, and the time until which it is left alone.
//
// A server that fails is left alone for 100 ms, then for twice as long with each failure that follows, up to 1.6 s; an
// answer ends that. While somebody connects to a server that has failed before, the others leave it alone, so that one
// of them waits and not all. The primary is away from its last answer on, once an attempt to find it has failed
// (away_since_), until it answers.
//
// INVARIANT: connect_reader() gives a replica only while the primary is away for less than stale_for, or, to a reader
// that wants one, while it lags by replica_lag at most: heads_ says when the primary had the events that the replica
// has (as_of). One connection compares again after a half of that time; a replica that lags too far rests for a while.
// A replica that lacks the events that the primary is known to have (head_), and has not changed recently, is refused:
// it has lost its primary long ago.
//
// Several servers may accept writes: a former primary that was started again, a replica that was promoted without the
// last events. The primary is the one whose history continues what this process knows (known_history.hpp), on the
// latest timeline; check() asks each server that accepts writes before it is used, and look_at_servers() asks the
// others for a later timeline. A process that knows nothing yet asks all of them first (survey()).
//
// INVARIANT: nobody reads from a former primary, which may have events that were never acknowledged (is_former()).
//
// INVARIANT: nobody writes to a server that was not checked after it was connected to; and as soon as a later timeline
// is known, connections to earlier ones are used no longer (is_primary()).
//
// All members are atomic and each is right by itself: threads may see one without the other, which costs an attempt. A
// role that has changed is found by connecting: connect_to_follow() asks those that were replicas, too.
#include "store/postgresql/postgresql_servers.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string_view>
#include <thread>
#include <utility>

#include "store/postgresql/postgresql_wait.hpp"

namespace uniform::store {

namespace {

using namespace std::chrono_literals;

constexpr postgresql_servers::milliseconds shortest_rest{100};
constexpr unsigned most_doublings = 4; // 1.6 s
constexpr postgresql_servers::milliseconds longest_rest = shortest_rest * (1U << most_doublings);

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

postgresql_servers::postgresql_servers(const postgresql_parameters &p, const database_options &o, known_history &known)
    : shown_(shown(p)), options_(o), known_(known), heads_(o.replica_lag) {
    for (auto &one : each_server(with_defaults(p))) servers_.push_back(std::make_unique<server>(std::move(one)));
    const base::scoped_lock lock(refused_mutex_);
    refusals_.resize(servers_.size());
}

void postgresql_servers::unavailable(const std::string &why) {
    if (auto refusal = refusal_of_history(); !refusal.empty()) throw failure(failure_kind::history, refusal);
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
    if (!is_replica && is_primary(i)) primary_answered();
}

bool postgresql_servers::has_other(std::size_t i) const noexcept {
    return std::ranges::any_of(servers_, [&](const auto &s) { return s != servers_[i] && !is_left_alone(*s); });
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

void postgresql_servers::know_head(std::uint64_t number) noexcept {
    head_ = number;
    try {
        heads_.know(number, clock::now());
    } catch (const std::bad_alloc &) { // replicas count as older until the next number
        return;
    }
}

bool postgresql_servers::is_primary(std::size_t i) const noexcept {
    const auto &s = *servers_[i];
    return s.is == role::primary && !known_.is_elsewhere({s.system, s.timeline});
}

// A server on an earlier timeline that accepts writes: when it failed, the last ones may have been on their way to its
// replica, and a restart makes them visible there alone.
bool postgresql_servers::is_former(const server &s) const noexcept {
    return s.is == role::refused && known_.is_behind({s.system, s.timeline});
}

void postgresql_servers::refuse(std::size_t i, std::string why) {
    const base::scoped_lock lock(refused_mutex_);
    refusals_[i] = std::move(why);
}

std::vector<std::string> postgresql_servers::refused() {
    const base::scoped_lock lock(refused_mutex_);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
        if (servers_[i]->is == role::refused) all.push_back(shown(servers_[i]->parameters) + ": " + refusals_[i]);
    }
    return all;
}

// Waiting would not help: an administrator has to do something.
bool postgresql_servers::only_refused() const noexcept {
    return std::ranges::all_of(servers_, [](const auto &s) { return s->is == role::refused; });
}

std::string postgresql_servers::refusal_of_history() {
    if (!primary_away()) return {};
    const base::scoped_lock lock(refused_mutex_);
    const auto at = std::ranges::find_if(servers_, [](const auto &s) { return s->is == role::refused; });
    return at == servers_.end() ? std::string() : refusals_[static_cast<std::size_t>(at - servers_.begin())];
}

bool postgresql_servers::is_late(const server &s) const noexcept { return now() < s.late_until; }

postgresql_servers::milliseconds postgresql_servers::behind(std::size_t i) const noexcept {
    const auto as_of = servers_[i]->as_of.load();
    if (as_of == 0) return 0ms;
    return std::max(0ms, std::chrono::duration_cast<milliseconds>(clock::duration(now() - as_of)));
}

bool postgresql_servers::may_use(std::size_t i, bool is_replica, bool wants_replica) noexcept {
    auto &s = *servers_[i];
    if (is_left_alone(s)) return false;
    if (!is_replica) {
        if (!is_primary(i)) return false;
        return !wants_replica || std::ranges::none_of(servers_, [this](const auto &other) {
            return other->is == role::replica && !is_left_alone(*other) && !is_late(*other);
        });
    }
    if (is_former(s)) return false;
    if (const auto away = primary_away()) return *away < options_.stale_for;
    if (!wants_replica || is_late(s) || behind(i) >= options_.replica_lag) return false;
    // Whoever comes first connects again, which compares the replica with the primary; the others go on.
    auto again = s.look_again.load();
    return now() < again || !s.look_again.compare_exchange_strong(again, now() + clock::duration(comparison()).count());
}

// Whether a replica lags no further than it may; compares it with what is known of the primary.
bool postgresql_servers::keeps_up(server &s, PGconn *replica, clock::time_point until) {
    if (primary_away()) return false;
    const auto asked = clock::now();
    const auto r = ask(replica, "SELECT first + count - 1 FROM history ORDER BY first DESC LIMIT 1", until);
    if (PQresultStatus(r.get()) != PGRES_TUPLES_OK) return false;
    const std::uint64_t has = PQntuples(r.get()) == 0 ? 0 : std::strtoull(PQgetvalue(r.get(), 0, 0), nullptr, 10);
    const auto as_of = heads_.as_of(has, asked);
    if (!as_of || asked - *as_of >= options_.replica_lag) {
        s.late_until = (asked + std::min<clock::duration>(comparison(), longest_rest)).time_since_epoch().count();
        return false;
    }
    s.as_of = as_of->time_since_epoch().count();
    s.look_again = (asked + clock::duration(comparison())).time_since_epoch().count();
    return true;
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

// Connects to a server, whatever it is: it was not checked yet.
std::optional<postgresql_servers::connected> postgresql_servers::connect_server(std::size_t i, milliseconds most,
                                                                                std::string &why) {
    auto &s = *servers_[i];
    const auto until = clock::now() + most;
    // So that the others do not wait for the same server.
    if (s.failures != 0) s.left_until = until.time_since_epoch().count();
    connected c{.server = i};
    c.handle = connect_once(s.parameters, until, c.is_replica, why);
    if (c.handle) return c;
    leave_alone(s);
    return std::nullopt;
}

std::optional<postgresql_servers::connected> postgresql_servers::try_server(std::size_t i, milliseconds most,
                                                                            std::string &why) {
    auto c = connect_server(i, most, why);
    if (!c) return std::nullopt;
    if (c->is_replica) {
        servers_[i]->is = role::replica;
    } else {
        check(*c, most, why);
        if (!c->handle) {
            leave_alone(*servers_[i]);
            return std::nullopt;
        }
    }
    answered(i, c->is_replica);
    return c;
}

// A server that accepts writes: whether it is the primary, or only stands in for it. Without a handle, it did not
// answer.
void postgresql_servers::check(connected &c, milliseconds most, std::string &why) {
    try {
        check(c, ask_primary(c.handle.get(), clock::now() + most), most);
    } catch (const failure &f) {
        why = f.what();
        c.handle.reset();
    }
}

void postgresql_servers::check(connected &c, const asked_primary &found, milliseconds most) {
    auto &s = *servers_[c.server];
    s.system = found.where.system;
    s.timeline = found.where.timeline;
    asked_server asked(c.handle.get(), clock::now() + most);
    std::string refusal;
    try {
        refusal = found.is_store ? known_.check_end(asked, found.where) : known_.check(asked, {}, found.where);
    } catch (const failure &f) { // verify() is to tell what is wrong
        if (f.kind() != failure_kind::damaged) throw;
        refusal = known_.check(asked, {}, found.where);
    }
    if (!refusal.empty()) {
        refuse(c.server, std::move(refusal));
        s.is = role::refused;
        c.is_replica = c.is_refused = true;
    } else {
        s.is = role::primary;
        s.accepts_writes = found.accepts_writes;
    }
}

// Before anything is known, the latest timeline comes first: each of several histories would continue nothing.
void postgresql_servers::survey() {
    constexpr milliseconds most = 2s;
    if (surveyed_ || servers_.size() == 1) return;
    std::vector<std::pair<connected, asked_primary>> found;
    std::string why;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
        auto c = connect_server(i, most, why);
        if (!c || c->is_replica) continue;
        try {
            const auto primary = ask_primary(c->handle.get(), clock::now() + most);
            found.emplace_back(std::move(*c), primary);
        } catch (const failure &) { // it is asked again
            continue;
        }
    }
    std::ranges::sort(found, {}, [](const auto &one) {
        return std::pair(~one.second.where.timeline, one.first.server); // the latest first
    });
    for (auto &[c, primary] : found) {
        try {
            check(c, primary, most);
            surveyed_ = true;
        } catch (const failure &) {
            continue;
        }
    }
}

void postgresql_servers::look_at_servers() {
    const milliseconds most = options_.read_timeout > 0ms ? options_.read_timeout : 5s;
    std::string why;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
        const bool is_there = is_primary(i) && !primary_away();
        if (!is_there && !is_left_alone(*servers_[i])) static_cast<void>(try_server(i, most, why));
    }
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
std::optional<postgresql_servers::connected>
postgresql_servers::try_all(milliseconds most, bool wants_replica, bool any_role, bool left_too, std::string &why) {
    std::optional<connected> other; // one that is not what is wanted: of the other role, or a replica that lags
    bool found_primary = false;
    for (const auto i : in_order(wants_replica ? role::replica : role::primary)) {
        auto &s = *servers_[i];
        if (!left_too && is_left_alone(s)) continue;
        if (wants_replica && s.is == role::replica && is_late(s) && !primary_away()) continue;
        const bool may_be_better = !other || other->is_refused ||
                                   s.is != (other->is_replica ? role::replica : role::primary) ||
                                   (wants_replica && other->is_replica && !primary_away());
        if (!may_be_better) continue;
        auto c = try_server(i, most, why);
        if (!c) continue;
        found_primary = found_primary || !c->is_replica;
        if (c->is_replica == wants_replica &&
            (!wants_replica || (!c->is_refused && keeps_up(s, c->handle.get(), clock::now() + most)))) {
            return c;
        }
        if (!other || !c->is_replica || (other->is_refused && !c->is_refused)) other = std::move(c);
    }
    if (!found_primary) note_absence();
    if (!other || !any_role) return std::nullopt;
    if (!other->is_replica) return other;
    const auto away = primary_away();
    if (!away || *away >= options_.stale_for) {
        why = "the primary does not answer, and replicas are not used beyond stale_for";
        return std::nullopt;
    }
    if (is_former(*servers_[other->server])) {
        why = "the primary does not answer, and a former one may have events that were never acknowledged";
        return std::nullopt;
    }
    if (!other->is_refused && !is_recent(other->handle.get(), clock::now() + most)) {
        why = "the primary does not answer, and the replica has not followed it";
        return std::nullopt;
    }
    return other;
}

postgresql_servers::connected postgresql_servers::connect_reader(bool wants_replica) {
    std::string why;
    const bool several = servers_.size() > 1;
    if (opened_ && options_.read_timeout > 0ms) {
        if (auto c =
                try_all(several ? options_.read_timeout / 2 : options_.read_timeout, wants_replica, true, false, why)) {
            return std::move(*c);
        }
        unavailable(why.empty() ? "it did not answer before, and is asked again soon" : why);
    }
    constexpr milliseconds patience = 5s;
    const auto until = clock::now() + options_.reconnect_for;
    refusal refused;
    for (int attempt = 0;; ++attempt) {
        const auto wait = pause(attempt);
        const bool last = clock::now() + wait > until || only_refused();
        survey();
        // Who only opens the store waits for the primary.
        if (auto c = try_all(patience, wants_replica, last || opened_ || wants_replica, true, why)) {
            opened_ = true;
            return std::move(*c);
        }
        // One that could be connected to may become the primary.
        const bool all_answer = std::ranges::all_of(
            servers_, [](const auto &s) { return s->is == role::unknown && answers(s->parameters); });
        if (refused.is_certain(all_answer) || last) unavailable(why);
        std::this_thread::sleep_for(wait);
    }
}

// Asks also those that were replicas: one may have become the primary.
std::optional<postgresql_servers::connected> postgresql_servers::try_primary(milliseconds most, bool &found,
                                                                             std::string &why) {
    for (const auto i : in_order(role::primary)) {
        auto c = try_server(i, most, why);
        found = found || c;
        if (c && !c->is_replica) return c;
    }
    note_absence();
    return std::nullopt;
}

postgresql_servers::connected postgresql_servers::connect_to_follow() {
    std::string why = "there is no primary";
    bool found = false;
    const auto most = options_.read_timeout > 0ms ? options_.read_timeout : options_.reconnect_for;
    if (auto c = try_primary(most, found, why)) return std::move(*c);
    unavailable(why);
}

postgresql_servers::connected postgresql_servers::connect_writer() {
    const auto until = clock::now() + options_.reconnect_for;
    refusal refused;
    for (int attempt = 0;; ++attempt) {
        std::string why = "there is no primary";
        bool found = false;
        survey();
        // A silent server is not waited for longer than the caller waits.
        const auto left = std::chrono::duration_cast<milliseconds>(until - clock::now());
        if (auto c = try_primary(std::clamp<milliseconds>(left, 1s, 5s), found, why)) {
            if (servers_[c->server]->accepts_writes) return std::move(*c);
            why = "the session is read-only";
        }
        const auto wait = pause(attempt);
        const bool all_answer =
            !found && std::ranges::all_of(servers_, [](const auto &s) { return answers(s->parameters); });
        if (refused.is_certain(all_answer) || only_refused() || clock::now() + wait > until) unavailable(why);
        std::this_thread::sleep_for(wait);
    }
}

} // namespace uniform::store
