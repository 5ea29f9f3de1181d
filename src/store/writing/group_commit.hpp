// Runs writes in transactions, several in each (group commit).
//
// A transaction takes two round trips to PostgreSQL: one that takes the lock for writing and reads, and one that writes
// and commits. Most writes assign new names, and need only one. So the jobs are first run speculatively: documents come
// from the cache, and names and idempotency records that a job looks up are assumed absent. If the jobs make everything
// that was assumed absent, everything is written and committed by one statement, which does nothing when the history
// does not end where this writer left it, or when one of the names exists. Then the jobs are run again in a transaction
// that begins with a read of everything they looked up. docs/decisions/0014 has the measurements.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/store/history_head.hpp>
#include <uniform/store/writing.hpp>

#include "store/history/history_reader.hpp"
#include "store/history/known_history.hpp"
#include "store/writing/document_cache.hpp"
#include "store/writing/store_clock.hpp"
#include "store/writing/write_buffer.hpp"

namespace uniform::store::detail {

/// One call of store::write.
struct job {
    const origin *by = nullptr;
    const std::function<bool(writing &)> *run = nullptr;         ///< false: a problem, and nothing is written
    const std::optional<history_head> *requires_event = nullptr; ///< write_scope::required()
    history_head head = {};                                      ///< after the transaction
    std::exception_ptr error = {};
    write_kind kind = write_kind::change;
    bool failed = false; ///< the job itself threw: it is not run again
    bool done = false;
};

/// Used by one thread at a time.
class writer {
public:
    /// @param on_commit is called after each commit; its exceptions are ignored
    writer(database &where, std::chrono::milliseconds reconnect_for, store_clock &time,
           std::function<void(const commit &)> on_commit)
        : database_(where), reconnect_for_(reconnect_for), clock_(time), on_commit_(std::move(on_commit)) {}

    /// Runs the jobs in one transaction and sets `error` in each whose write failed.
    void run(const std::vector<job *> &jobs) noexcept;
    void disconnect() noexcept { connection_.reset(); }

private:
    using clock = std::chrono::steady_clock;

    bool transaction(const std::vector<job *> &jobs, bool &committing);
    bool speculate(const std::vector<job *> &jobs, looked_up_rows &rows, bool &committing);
    std::pair<std::uint64_t, digest> read_head_and(looked_up_rows &rows, std::optional<timestamp> &seen,
                                                   bool &searched);
    void prove(const std::vector<job *> &jobs, const history_head &head);
    void committed(write_buffer &b);
    void note_commit();
    void forget_database() noexcept;

    database &database_;
    clock::duration reconnect_for_;
    store_clock &clock_;
    std::function<void(const commit &)> on_commit_;

    std::unique_ptr<connection> connection_;
    // The event that was known when the transaction was proven; nothing while the history is refused.
    std::optional<history_head> proven_;
    std::optional<history_end> end_; // of the history, as far as this writer has seen it
    document_cache cache_;           // valid while the history ends there
    clock::time_point committed_at_;
    unsigned skip_ = 0;    // transactions until the next speculation
    unsigned backoff_ = 0; // the number that is skipped after an unsuccessful speculation
};

} // namespace uniform::store::detail
