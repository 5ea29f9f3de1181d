// The basic idea: jobs are functions that may be run again. So the writer guesses first (speculate()), and when the
// guess was wrong, or the connection is lost before the commit was sent, it runs the same jobs again; a caller sees the
// result of the last run alone.
//
// Before anything is committed, the transaction proves that the history continues what this process knows
// (known_history.hpp) and has the events that jobs require (prove()); the statement of a speculative write has the end
// of the history as its condition, and is sent only if that end is what is known. After the commit, its end is what is
// known, unless another thread has learned of an event that the history lacks: then this one was not the primary any
// more, and nobody can tell whether the commit lasts (note_commit()).
//
// A transaction is: speculate() -> committed, or else begin, read the end of the history and what the jobs looked up,
// run the jobs, write, commit. A job may refuse (it is undone, the others go on), throw (the same, and it gets its
// exception), or break the transaction by an error of its SQL (failure_kind::other): then run() repeats the transaction
// without it.
//
// INVARIANT: cache_ and end_ belong together: the cache is right as long as the history ends at end_. Another end in
// the database clears the cache, and forget_database() drops both after everything that failed.
// INVARIANT: `committing` is set before anything is sent that may commit, and is unset again only when the server said
// that nothing was done. As long as it is set nothing is retried: nobody can tell whether the store has the write, and
// the callers get a failure that says so, unless the server refused the commit.
//
// Speculation is for PostgreSQL alone. Each unsuccessful one about doubles the number of transactions that are not
// speculated, up to 63. The writer owns the connection for writing and is used by one thread at a time, which store.cpp
// sees to. run() throws nothing: what fails is set in each job.
#include "store/writing/group_commit.hpp"

#include <algorithm>
#include <string>

#include <uniform/base/assertion.hpp>
#include <uniform/store/write_scope.hpp>

#include "store/migrations.hpp"
#include "store/search/search_index.hpp"
#include "store/writing/follower_mark.hpp"
#include "store/writing/speculative_connection.hpp"

namespace uniform::store::detail {

namespace {

// The number of times that a transaction is begun after the connection was lost, as long as no commit was sent. The
// connection itself waits and backs off.
constexpr int most_attempts = 4;

// A connection that was used this recently is most likely still open. The commit of a speculative transaction is the
// first that the server sees of it: if the connection is lost then, nobody can tell whether it was committed.
constexpr std::chrono::seconds recently{1};
constexpr unsigned longest_backoff = 63;

history_head head_at(const history_end &e) { return {e.number, e.hash}; }

// Each caller gets an exception of its own: an exception that several threads hold is destroyed by the last of them.
template <class F>
void fail(const std::vector<job *> &jobs, F why) noexcept {
    for (auto *j : jobs) {
        if (j->failed) continue;
        try {
            j->error = why();
        } catch (...) {
            j->error = std::current_exception();
        }
    }
}

} // namespace

void writer::run(const std::vector<job *> &jobs) noexcept {
    // The connection itself tries to reconnect for so long each time; whoever waits for a write waits for one of them.
    const auto last = clock::now() + reconnect_for_ / 2;
    for (int attempt = 1;; ++attempt) {
        bool committing = false;
        try {
            if (!transaction(jobs, committing)) continue; // one job fewer
            for (job *const j : jobs) {
                if (!j->failed && end_) j->head = head_at(*end_);
            }
            return;
        } catch (const failure &f) {
            forget_database();
            if (f.kind() == failure_kind::unavailable && !committing && attempt < most_attempts &&
                clock::now() < last) {
                continue;
            }
            fail(jobs, [&f] { return std::make_exception_ptr(failure(f.kind(), std::string(f.what()))); });
            return;
        } catch (...) {
            forget_database();
            fail(jobs, [] { return std::current_exception(); });
            return;
        }
    }
}

// Runs all jobs that have not thrown. False: one of them broke the transaction, and is not run again.
bool writer::transaction(const std::vector<job *> &jobs, bool &committing) {
    UNIFORM_ASSERT(!committing);
    UNIFORM_ASSERT(end_ || cache_.empty()); // they belong together
    if (auto why = database_.refusal_of_history(); !why.empty() && database_.dialect() == dialect::sqlite) {
        throw failure(failure_kind::history, why);
    }
    if (!connection_) connection_ = database_.connect_to_write();
    looked_up_rows rows;
    if (speculate(jobs, rows, committing)) return true;
    UNIFORM_ASSERT(!committing && !rows.speculative);
    connection_->begin(access::read_write);
    // Others may write, too: the end of the history shows whether they did.
    std::optional<timestamp> seen;
    bool searched = false;
    if (const auto head = read_head_and(rows, seen, searched);
        !end_ || end_->number != head.first || end_->hash != head.second) {
        cache_.clear();
        end_ = end_of(*connection_);
    }
    prove(jobs, head_at(*end_));
    write_buffer b(*connection_, *end_, cache_, rows);
    const std::uint32_t mark = follower_mark(*connection_);
    b.set_follows(mark != 0, is_of_part(mark));
    if (searched) b.set_search(read_search_progress(*connection_));
    job_time at{.system = clock_.system(), .known = clock_.known()};
    if (end_->number != 0) at.known.last_event = timestamp(timestamp::duration(end_->at));
    at.known.seen = seen;
    at.refusal = clock_.refusal(at.system, at.known);
    if (!at.refusal.empty()) { // another process may have a confirmation
        at.known.confirmed = read_confirmed(*connection_);
        at.refusal = clock_.refusal(at.system, at.known);
    }
    clock_.know(at.known);
    b.set_time(at);
    for (auto *j : jobs) {
        if (j->failed) continue;
        if (!at.refusal.empty() && j->kind == write_kind::change) {
            j->failed = true;
            j->error = std::make_exception_ptr(failure(failure_kind::clock, at.refusal));
            continue;
        }
        b.begin_job(*j->by, j->kind);
        try {
            writing w(*connection_, b);
            if ((*j->run)(w)) {
                b.keep_job();
            } else {
                b.undo_job();
            }
        } catch (const failure &f) {
            // An error of the database: what is left of the transaction depends on the database.
            if (f.kind() != failure_kind::other && f.kind() != failure_kind::follows) throw;
            j->failed = true;
            j->error = std::current_exception();
            forget_database();
            return false;
        } catch (...) {
            b.undo_job();
            j->failed = true;
            j->error = std::current_exception();
        }
    }
    if (!b.changed()) {
        connection_->rollback();
        if (!proven_) disconnect(); // the next one may find the right server
        return true;
    }
    // Events do not show how the time passes while the history is ahead of it.
    if (b.at().known.history_is_ahead()) b.put_seen(b.now());
    b.write_out();
    committing = true;
    connection_->commit();
    committed(b);
    return true;
}

// Whether the history is the one that this process knows: else only its confirmation is written. Jobs that require an
// event that it lacks get their exceptions.
void writer::prove(const std::vector<job *> &jobs, const history_head &head) {
    known_history &known = database_.known();
    const std::string why = known.known().head == head ? std::string() : known.check(*connection_, head);
    proven_.reset();
    if (why.empty()) proven_ = known.known().head;
    for (job *const j : jobs) {
        if (j->failed) continue;
        if (!why.empty() && j->kind != write_kind::history_confirmation) {
            j->failed = true;
            j->error = std::make_exception_ptr(failure(failure_kind::history, why));
        } else if (j->requires_event != nullptr && *j->requires_event &&
                   !has_event(*connection_, head, **j->requires_event)) {
            j->failed = true;
            j->error =
                std::make_exception_ptr(event_missing("the history of the store ends with event " + to_string(head) +
                                                      " and does not have event " + to_string(**j->requires_event)));
        }
    }
}

// Runs the jobs speculatively and commits them. False: nothing was done, and `rows` has what the jobs looked up.
bool writer::speculate(const std::vector<job *> &jobs, looked_up_rows &rows, bool &committing) {
    // SQLite answers a query in microseconds.
    if (connection_->dialect() == dialect::sqlite || !end_ || end_->number == 0) return false;
    if (skip_ != 0) {
        --skip_;
        return false;
    }
    const history_head end = head_at(*end_);
    const auto requires_another = [&end](const job *j) {
        return j->requires_event != nullptr && *j->requires_event && **j->requires_event != end;
    };
    if (database_.known().known().head != end || std::ranges::any_of(jobs, requires_another)) return false;
    proven_ = end;
    const auto skip_some = [this] {
        UNIFORM_ASSERT(backoff_ <= longest_backoff);
        skip_ = backoff_ = std::min(2 * backoff_ + 1, longest_backoff);
        return false;
    };
    job_time at{.system = clock_.system(), .known = clock_.known()};
    at.known.last_event = timestamp(timestamp::duration(end_->at));
    if (at.known.history_is_ahead() || !clock_.refusal(at.system, at.known).empty()) return false;
    speculative_connection unused(*connection_);
    rows.speculative = true;
    write_buffer b(unused, *end_, cache_, rows);
    b.set_time(std::move(at));
    bool complete = true;
    for (auto *j : jobs) {
        if (j->failed) continue;
        b.begin_job(*j->by);
        bool good = false;
        try {
            writing w(unused, b);
            good = (*j->run)(w);
        } catch (...) {
            good = false; // its own exception is thrown again by the next run
        }
        // A refusal may rest on an assumption. The other jobs are still run, for what they look up.
        complete = complete && good;
        if (good) {
            b.keep_job();
        } else {
            b.undo_job();
        }
    }
    UNIFORM_ASSERT(rows.speculative);
    rows.speculative = false;
    if (unused.was_used()) return skip_some();
    if (!complete || rows.missed || b.events().empty() || !b.makes_all_looked_up() || !b.fits_one_statement()) {
        return false;
    }
    if (clock::now() - committed_at_ > recently) return false;
    connection_->look_for_end();
    bool done = false;
    committing = true;
    try {
        done = b.commit_at_once(*connection_);
    } catch (const failure &f) {
        // A constraint was violated.
        if (f.kind() != failure_kind::other && f.kind() != failure_kind::damaged) throw;
    }
    if (!done) {
        committing = false;
        forget_database();
        return skip_some();
    }
    backoff_ = 0;
    committed(b);
    return true;
}

void writer::committed(write_buffer &b) {
    UNIFORM_ASSERT(end_ && b.end().number >= end_->number);
    const auto before = std::exchange(end_, b.end()).value_or(history_end{});
    committed_at_ = clock::now();
    clock_.know(b.known_time());
    on_commit_({.before = before.number,
                .hash_before = before.hash,
                .last = end_->number,
                .hash = end_->hash,
                .subjects = b.changed_subjects()});
    note_commit();
}

void writer::note_commit() {
    known_history &known = database_.known();
    const history_head head = head_at(*end_);
    if (proven_ && known.advance(*proven_, head)) return;
    // Another thread has learned something meanwhile: of a later commit here, most often.
    try {
        if (known.check_end(*connection_).empty() || !proven_) return;
    } catch (const failure &) { // the connection was lost
        if (!proven_) return;
    }
    throw failure(failure_kind::uncertain,
                  "the store " + database_.location() + ": event " + std::to_string(head.first) +
                      " was committed by a server that lacks event " + to_string(known.known().head) +
                      " of another one: it is not known which of them lasts");
}

void writer::forget_database() noexcept {
    end_.reset();
    cache_.clear();
    if (connection_) connection_->rollback();
}

// Reads the end of the history, the noted time, and the rows that the jobs looked up, in one round trip.
std::pair<std::uint64_t, digest> writer::read_head_and(looked_up_rows &rows, std::optional<timestamp> &seen,
                                                       bool &searched) {
    std::optional<std::pair<std::uint64_t, std::string>> head;
    std::vector<query> all{head_query(head),
                           seen_query(seen),
                           {search_exists_query(connection_->dialect()), {}, [&searched](const row &r) {
                                searched = r.integer(0) != 0;
                                return false;
                            }}};
    int version = 0;
    all.push_back(version_query(version));
    rows.add_name_queries(all);
    for (auto &[key, answer] : rows.answers) {
        all.push_back({"SELECT request, answer FROM answers WHERE client = $1 AND key = $2",
                       {std::string_view(key.first), std::string_view(key.second)},
                       [&answer](const row &r) {
                           answer.emplace(r.bytes(0), r.bytes(1));
                           return false;
                       }});
    }
    connection_->run_queries(all);
    // Another process may have migrated the store since it was opened. A migration holds the lock that this one holds.
    if (auto why = newer_schema(version); !why.empty()) {
        throw failure(failure_kind::version, "the store " + database_.location() + ": " + why);
    }
    return head_from(head);
}

} // namespace uniform::store::detail
