// The basic idea: a run is a row of the table, and its process is known to live as long as it extends `until`. So every
// process shows the same, can end a run of another one, and needs no message to learn that a process is gone.
//
// A run is: running -> sound, damaged or failed; running -> ending, when somebody ends it, from any process -> ended,
// when its thread has noticed. Running or ending and past `until` counts as interrupted for whoever reads it, and is
// written so when the next run begins.
//
// INVARIANT: one run at a time on a store: start() looks for another and inserts its own in one write.
// INVARIANT: one thread at a time here; lock_ is for starting, stopping and waiting, and the thread does not take it.
//
// The thread notes its progress now and then, extends `until` by that, and learns whether it is to end. A note that
// fails is tried again the next time; a store that cannot be read ends the run as failed; if even the end cannot be
// written, the run counts as interrupted. stop() ends the run and waits for its thread.
#include "http/operation/verification.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <sys/resource.h>

#include <uniform/base/hex.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/instance.hpp>
#include <uniform/service/published_tables.hpp>

#include "base/try.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;
using resolver::timestamp;

constexpr std::int64_t lease = 60; // seconds
constexpr std::size_t runs_kept = 50;
constexpr std::size_t findings_kept = 20;
constexpr std::chrono::seconds between_notes{1};
const store::origin by_service{.who = "service", .from = "verification"};
constexpr std::string_view columns =
    "SELECT run, started, ended, state, who, done, total, events, names, documents, head, found, findings, until FROM "
    "verifications ";

timestamp time_of(std::int64_t seconds) noexcept { return timestamp{std::chrono::seconds{seconds}}; }
std::int64_t signed_of(std::uint64_t n) noexcept { return static_cast<std::int64_t>(n); }

std::string text_of(const std::vector<store::damage> &found) {
    std::string out;
    json::writer w{out};
    w.begin_array();
    for (const store::damage &d : found) {
        w.begin_object()
            .member("event", d.event)
            .member("subject", d.subject)
            .member("message", d.message)
            .end_object();
    }
    w.end_array();
    return out;
}

std::vector<store::damage> findings_in(std::string_view text) {
    std::vector<store::damage> out;
    const auto read = json::read(text).value_or(json::value{});
    for (const json::value &one : read.elements()) {
        const json::value *const event = one.find("event");
        out.push_back({.event = event == nullptr ? 0 : event->if_unsigned().value_or(0),
                       .subject = std::string{one.string_of("subject")},
                       .message = std::string{one.string_of("message")}});
    }
    return out;
}

verification_run run_in(const store::row &r) {
    const auto number = [&](int column) { return static_cast<std::uint64_t>(r.integer(column)); };
    verification_run out{.id = std::string{r.text(0)},
                         .started = time_of(r.integer(1)),
                         .state = verification_state_names.find(r.text(3)).value_or(verification_state::failed),
                         .who = std::string{r.text(4)},
                         .done = number(5),
                         .total = number(6),
                         .events = number(7),
                         .names = number(8),
                         .documents = number(9),
                         .head = std::string{r.text(10)},
                         .found = number(11),
                         .findings = findings_in(r.text(12))};
    if (r.integer(2) != 0) out.ended = time_of(r.integer(2));
    if (out.is_running() && r.integer(13) < resolver::seconds_since_epoch(resolver::now()))
        out.state = verification_state::interrupted;
    return out;
}

// In the order in which they began: the id begins with the time.
std::string new_id(timestamp now) {
    std::array<std::byte, 8> bytes{};
    auto n = static_cast<std::uint64_t>(now.time_since_epoch().count());
    for (auto at = bytes.rbegin(); at != bytes.rend(); ++at, n >>= 8U) *at = static_cast<std::byte>(n & 0xFFU);
    return base::to_hex(bytes);
}

// PostgreSQL takes UTF-8 alone, and what is damaged may be anything.
std::string plain(std::string text) {
    text.resize(std::min<std::size_t>(text.size(), 500));
    std::ranges::replace_if(text, [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

} // namespace

std::vector<verification_run> verification_runs(store::reading &r, std::string_view before, std::size_t limit) {
    std::vector<verification_run> out;
    r.sql().run(std::string{columns} + "WHERE $1 = '' OR run < $1 ORDER BY run DESC LIMIT $2",
                {before, static_cast<std::int64_t>(limit)}, [&](const store::row &row) {
                    out.push_back(run_in(row));
                    return true;
                });
    return out;
}

std::optional<verification_run> find_verification(store::reading &r, std::string_view id) {
    std::optional<verification_run> out;
    r.sql().run(std::string{columns} + "WHERE run = $1", {id}, [&](const store::row &row) {
        out = run_in(row);
        return false;
    });
    return out;
}

std::expected<verification_run, problem> end_verification(store::writing &w, const resolver::principal &who,
                                                          std::string_view id) {
    UNIFORM_CHECK(service::may_administer(w, who));
    auto found = find_verification(w, id);
    if (!found) return refuse(problem_type::not_found, "there is no such run");
    if (!found->is_running()) {
        return refuse(problem_type::wrong_state, "the verification has ended");
    }
    w.sql().run("UPDATE verifications SET state = 'ending' WHERE run = $1 AND state = 'running'", {id});
    found->state = verification_state::ending;
    return std::move(*found);
}

history_verifier::history_verifier(store::store &s, std::function<void(const verification_run &)> ended)
    : store_(s), ended_(std::move(ended)) {}

void history_verifier::stop() {
    const base::scoped_lock hold(lock_);
    stopped_ = true;
    thread_ = {};
}

std::expected<verification_run, problem> history_verifier::start(const store::origin &by,
                                                                 const resolver::principal &who) {
    const base::scoped_lock hold(lock_);
    if (stopped_) return refuse(problem_type::unavailable, "the service is stopping");
    auto made = store_.write(by_service, [&](store::writing &w) -> std::expected<verification_run, problem> {
        UNIFORM_CHECK(service::may_administer(w, who));
        const std::int64_t now = resolver::seconds_since_epoch(resolver::now());
        bool runs = false;
        store::connection &c = w.sql();
        c.run("SELECT 1 FROM verifications WHERE state IN ('running', 'ending') AND until >= $1 LIMIT 1", {now},
              [&](const store::row &) {
                  runs = true;
                  return false;
              });
        if (runs) {
            return refuse(problem_type::conflict, "the history is being verified already");
        }
        verification_run out{.id = new_id(resolver::now()), .started = time_of(now), .who = by.who};
        c.run("UPDATE verifications SET state = 'interrupted' WHERE state IN ('running', 'ending')");
        c.run(
            "INSERT INTO verifications (run, started, ended, state, who, done, total, events, names, documents, head, "
            "found, findings, until) VALUES ($1, $2, 0, 'running', $3, 0, 0, 0, 0, 0, '', 0, '[]', $4)",
            {std::string_view{out.id}, now, std::string_view{out.who}, now + lease});
        c.run("DELETE FROM verifications WHERE run NOT IN (SELECT run FROM verifications ORDER BY run DESC LIMIT $1)",
              {static_cast<std::int64_t>(runs_kept)});
        return out;
    });
    if (made) {
        thread_ = std::jthread{[this, r = *made](const std::stop_token &end) { run(end, r); }};
    }
    return made;
}

void history_verifier::wait() {
    const base::scoped_lock hold(lock_);
    if (thread_.joinable()) thread_.join();
}

// False if somebody has ended it.
bool history_verifier::note_progress(const verification_run &r) {
    bool goes_on = true;
    static_cast<void>(store_.write(by_service, [&](store::writing &w) -> std::expected<int, problem> {
        w.sql().run("UPDATE verifications SET done = $1, total = $2, until = $3 WHERE run = $4",
                    {signed_of(r.done), signed_of(r.total), resolver::seconds_since_epoch(resolver::now()) + lease,
                     std::string_view{r.id}});
        const auto now = find_verification(w, r.id);
        goes_on = now && now->state == verification_state::running;
        return 0;
    }));
    return goes_on;
}

void history_verifier::note_end(const verification_run &r) {
    const std::string findings = text_of(r.findings);
    static_cast<void>(store_.write(by_service, [&](store::writing &w) -> std::expected<int, problem> {
        w.sql().run("UPDATE verifications SET ended = $1, state = $2, done = $3, total = $4, events = $5, names = $6, "
                    "documents = $7, head = $8, found = $9, findings = $10, until = 0 WHERE run = $11",
                    {resolver::seconds_since_epoch(resolver::now()), to_string(r.state), signed_of(r.done),
                     signed_of(r.total), signed_of(r.events), signed_of(r.names), signed_of(r.documents),
                     std::string_view{r.head}, signed_of(r.found), std::string_view{findings}, std::string_view{r.id}});
        return 0;
    }));
}

void history_verifier::run(const std::stop_token &end, verification_run r) {
    // setpriority(2): on Linux, of this thread. Requests come first.
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, 10));
    bool goes_on = true;
    auto noted = std::chrono::steady_clock::now();
    const auto ends = [&] {
        const auto now = std::chrono::steady_clock::now();
        if (goes_on && !end.stop_requested() && now - noted >= between_notes) {
            noted = now;
            try {
                goes_on = note_progress(r);
            } catch (const store::failure &) { // the next one may be possible
            }
        }
        return !goes_on || end.stop_requested();
    };
    try {
        const store::verification v = service::verify_store(
            store_, {},
            [&](std::uint64_t done, std::uint64_t of) {
                r.done = std::min(done, of);
                r.total = of;
            },
            ends);
        r.events = v.events;
        r.names = v.names;
        r.documents = v.documents;
        r.head = std::to_string(v.events) + ":" + base::to_hex(v.head);
        r.found = v.found.size();
        for (std::size_t i = 0; i < std::min(v.found.size(), findings_kept); ++i) {
            const store::damage &d = v.found[i];
            r.findings.push_back({.event = d.event, .subject = plain(d.subject), .message = plain(d.message)});
        }
        r.state = !v.found.empty() ? verification_state::damaged
                  : v.ended        ? verification_state::ended
                                   : verification_state::sound;
        if (!v.ended) r.done = r.total;
    } catch (const std::exception &e) {
        r.state = verification_state::failed;
        r.findings.push_back({.event = 0, .subject = "the store", .message = plain(e.what())});
    }
    r.ended = resolver::now();
    try {
        note_end(r);
    } catch (const std::exception &) { // it counts as interrupted
    }
    if (ended_) ended_(r);
}

} // namespace uniform::http
