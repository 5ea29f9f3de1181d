// The basic idea: libpq's pipeline mode. Statements are sent without waiting, each run ends with a synchronization
// point, and the results come in the order of what was sent. Three kinds of messages are put off, to save round trips:
// control statements (BEGIN, the lock, SAVEPOINT) in waiting_ go out with the next statement; posted_ are statements
// that were sent, and whose results are read with those of the next one; unread_ counts synchronization points for
// which nobody waits: rollbacks, and the ends of transactions that only read.
//
// The transaction is in one of four states:
// - none -> begun, by begin(): the server has not answered yet, so another connection can begin it again.
// - begun -> working, when the server has answered, or something was posted: it has to go on where it is.
// - begun, working -> broken, when the connection is lost (a begun one is replaced first), a statement of it was too
//   slow, or rows of an outer statement were being read: every statement fails until the caller rolls back.
// - any -> none, by commit() or rollback().
//
// INVARIANT: answers::steps has one entry for each message that was sent, and receive() reads all results up to the
// synchronization point, also after an error: the next statement begins with nothing unread.
// INVARIANT: at most one result is half read, that of outer_. A statement that the reader of its rows runs first moves
// the remaining rows to memory.
// INVARIANT: prepared_ names what the server has prepared; an entry goes when the server refused it, or may have
// skipped it.
//
// A lost connection is replaced once, by one to another server if necessary (postgresql_servers.hpp), when the
// transaction is only begun, or the statement stands outside of a transaction, only reads, and no row of it was given
// to the caller. Within a transaction nothing of it was done: it is broken. Outside of one, a statement that writes
// fails, and so does a commit: nobody knows whether the server executed it, unless the server refused it. A server that
// does not answer in time counts as lost if it answers nobody; if only this statement is slow, it fails, but for the
// connection that writes every such timeout counts as a lost connection. One thread at a time uses a connection; the
// pool takes it back only if it is reusable().
#include "store/postgresql/postgresql_connection.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <random>
#include <unordered_set>
#include <utility>

#include <poll.h>

#include <uniform/base/assertion.hpp>
#include <uniform/store/read_scope.hpp>

#include "store/postgresql/postgresql_binary.hpp"

namespace uniform::store {

namespace {

// The results of so many rows fit in the network buffers, so that the server does not block.
constexpr std::size_t rows_at_once = 512;
// One statement with arrays: the server reads all of them before it sends a result.
constexpr std::size_t rows_of_statement = 4096;

// A store has one writer at a time, however many processes use it: the writer holds this advisory lock.
constexpr std::string_view begin_writing = "BEGIN";
constexpr std::string_view lock_writing = "SELECT pg_advisory_xact_lock(8141)"; // as whole_write does
constexpr std::string_view begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

// Ends the connection that has the lock and has said nothing for a time, while the server waits for it, to read or to
// write. A copy of a store sends rows within one statement, and may take hours; the server waits for no client while it
// executes or commits.
constexpr std::string_view end_holder =
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND "
    "database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = 0 AND objid = 8141 AND "
    "objsubid = 1 AND granted AND wait_event_type = 'Client' AND query NOT LIKE 'COPY %' AND clock_timestamp() - "
    "state_change >= interval '";

// The connection was lost, and with it the transaction.
class connection_lost : public failure {
public:
    connection_lost(const std::string &message, bool refused)
        : failure(failure_kind::unavailable, message), refused_(refused) {}
    // The server answered that it does not do it: so it was not done.
    [[nodiscard]] bool refused() const noexcept { return refused_; }

private:
    bool refused_;
};

failure_kind kind_of(std::string_view state) noexcept {
    const auto of_class = state.substr(0, 2);
    if (of_class == "08" || state == "57P01" || state == "57P02" || state == "57P03" || state == "53300") {
        return failure_kind::unavailable;
    }
    if (state == "40P01" || state == "40001" || state == "55P03" || state == "57014") return failure_kind::busy;
    if (state == "53100" || state == "25006") return failure_kind::full;
    if (of_class == "XX" && state != "XX000") return failure_kind::damaged;
    return of_class == "53" || of_class == "58" ? failure_kind::unavailable : failure_kind::other;
}

// A name that no other connection has: behind a pooler, connections share a server's prepared statements, and must not
// execute each other's.
std::string random_name() {
    std::random_device random;
    return "u" + std::to_string((std::uint64_t{random()} << 32U) | random()) + "_";
}

bool only_reads(std::string_view sql) noexcept { return sql.starts_with("SELECT"); }

// "INSERT ... VALUES ($1, $2) ..." as "INSERT ... SELECT * FROM unnest($1, $2) ..."; empty for other statements.
std::string of_arrays(std::string_view sql, std::size_t width) {
    std::string places = "($1";
    for (std::size_t i = 2; i <= width; ++i) places += ", $" + std::to_string(i);
    places += ')';
    const std::string values = " VALUES " + places;
    const auto at = sql.find(values);
    if (!sql.starts_with("INSERT") || at == std::string_view::npos) return {};
    std::string s(sql.substr(0, at));
    s += " SELECT * FROM unnest";
    s += places;
    s += sql.substr(at + values.size());
    return s;
}

} // namespace

postgresql_connection::postgresql_connection(settings s)
    : settings_(std::move(s)), shown_(shown(settings_.parameters)), prepares_(may_prepare(settings_.parameters)) {
    reconnect();
}

void postgresql_connection::reconnect() {
    handle_.reset();
    prepared_.clear();
    names_begin_ = random_name();
    posted_ = {};
    unread_ = 0;
    if (chooses_server()) {
        auto found = find_server();
        handle_ = std::move(found.handle);
        server_ = found.server;
        is_replica_ = found.is_replica;
    } else {
        handle_ = connect_to(settings_.parameters, settings_.may, settings_.stale, settings_.reconnect_for);
        // Not its parameter in_hot_standby: PgBouncer repeats the one that its server had first.
        const auto r = ask(handle_.get(), "SELECT pg_is_in_recovery()", until());
        if (PQntuples(r.get()) != 1) lost(PQerrorMessage(handle_.get()));
        is_replica_ = std::string_view(PQgetvalue(r.get(), 0, 0)) == "t";
    }
    const auto time = std::to_string(settings_.lock_timeout.count());
    std::string timeouts = "SET lock_timeout TO " + time;
    // Whoever hangs, or is cut off, with the lock for writing would keep all others from writing: the server ends its
    // transaction after the time for which they wait. Not through a pooler, whose connections readers get as well;
    // there those who wait do it (end_silent_holder()).
    if (settings_.may == access::read_write && prepares_) {
        timeouts += "; SET idle_in_transaction_session_timeout TO " + time;
    }
    const auto r = ask(handle_.get(), timeouts, until());
    if (PQresultStatus(r.get()) != PGRES_COMMAND_OK || PQenterPipelineMode(handle_.get()) != 1 ||
        (settings_.answer_timeout.count() > 0 && PQsetnonblocking(handle_.get(), 1) != 0)) {
        lost(PQerrorMessage(handle_.get()));
    }
}

postgresql_servers::connected postgresql_connection::find_server() {
    postgresql_servers &servers = *settings_.servers;
    if (settings_.is_for == purpose::read) return servers.connect_reader(settings_.stale);
    if (settings_.is_for == purpose::follow) return servers.connect_to_follow();
    if (settings_.is_for == purpose::write || settings_.may == access::read_write) return servers.connect_writer();
    try {
        return servers.connect_writer();
    } catch (const failure &f) {
        if (f.kind() != failure_kind::history) throw;
    }
    return servers.connect_reader(false); // a history that is not written to can be verified and copied
}

deadline postgresql_connection::until() const noexcept {
    return settings_.answer_timeout.count() == 0 ? deadline::max() : deadline::clock::now() + settings_.answer_timeout;
}

// Waits for the next result.
bool postgresql_connection::answers_in_time() {
    const auto most = settings_.answer_timeout;
    if (most.count() == 0) return true;
    const auto asked = deadline::clock::now();
    // A silent server does not get the whole time when another one may answer.
    const bool may_move = settings_.is_for == purpose::read && settings_.servers->has_other(server_);
    for (const auto share : {may_move ? most / 2 : most, most}) {
        if (wait_for_result(handle_.get(), asked + share)) return true;
        unanswered_for_ = share;
        server_is_silent_ =
            settings_.is_for == purpose::write || !chooses_server() || settings_.servers->is_silent(server_, asked);
        if (server_is_silent_) break;
    }
    return false;
}

void postgresql_connection::await() {
    if (answers_in_time()) return;
    const auto words = "the server did not answer in " + std::to_string(unanswered_for_.count()) + " ms";
    // Another server may answer. If only this statement is slow, asking again would make it slower.
    if (server_is_silent_) lost(words);
    handle_.reset();
    if (transaction_ == part::working) transaction_ = part::broken;
    throw failure(failure_kind::unavailable, "the store " + shown_ + ": " + words);
}

bool postgresql_connection::may_be_used() const noexcept {
    if (!handle_ || PQstatus(handle_.get()) != CONNECTION_OK) return false;
    if (settings_.is_for == purpose::read) return settings_.servers->may_use(server_, is_replica_, settings_.stale);
    // Only who verifies or copies gets a server that stands in for the primary (find_server()).
    return !chooses_server() || is_replica_ || settings_.servers->is_primary(server_);
}

void postgresql_connection::lost(std::string_view message, bool refused) {
    const auto words = "the store " + shown_ + (refused ? ": " : ": the connection was lost: ") + single_line(message);
    handle_.reset();
    throw connection_lost(words, refused);
}

void postgresql_connection::fail(const PGresult *r, std::string_view sql) {
    const char *field = PQresultErrorField(r, PG_DIAG_SQLSTATE);
    const std::string state = field == nullptr ? "" : field;
    const char *primary = PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    const std::string words = primary == nullptr ? single_line(PQresultErrorMessage(r)) : primary;
    // The primary has become a replica: reconnect to the new primary.
    const bool demoted = state == "25006" && settings_.may == access::read_write;
    if (state.empty() || state.starts_with("08") || state.starts_with("57P0") || demoted) lost(words, demoted);
    // invalid_sql_statement_name, duplicate_prepared_statement
    const bool of_another = state == "26000" || state == "42P05";
    if (state == "55P03" && settings_.may == access::read_write) end_silent_holder();
    throw failure(kind_of(state), "the store " + shown_ + ": " + words + " (SQLSTATE " + state + ")" +
                                      (of_another ? "; through PgBouncer in the mode \"transaction\", the location "
                                                    "of the store needs prepared_statements=off"
                                                  : "") +
                                      "; the statement was: " + std::string(sql.substr(0, 200)));
}

// After the time for a lock has passed. Whoever is stopped, or cut off, within a pipeline would keep the lock for ever:
// idle_in_transaction_session_timeout begins at the end of a pipeline. ROLLBACK ends the transaction that has failed,
// if there is one. Nobody waits for the results.
void postgresql_connection::end_silent_holder() noexcept {
    PGconn *const c = handle_.get();
    if (PQpipelineStatus(c) == PQ_PIPELINE_OFF) return;
    try {
        const auto sql = std::string(end_holder) + std::to_string(settings_.lock_timeout.count()) + " milliseconds'";
        for (const char *const one : {"ROLLBACK", sql.c_str()}) {
            const bool is_sent = PQsendQueryParams(c, one, 0, nullptr, nullptr, nullptr, nullptr, 1) == 1;
            if (!is_sent || PQpipelineSync(c) != 1) return;
            ++unread_;
        }
    } catch (const std::bad_alloc &) { // whoever waits next ends it
        return;
    }
}

void postgresql_connection::ready() {
    if (transaction_ == part::broken) {
        throw failure(failure_kind::unavailable, "the store " + shown_ + ": the transaction was lost");
    }
    // A transaction that has read something must go on where it began.
    const bool usable =
        transaction_ == part::working ? handle_ && PQstatus(handle_.get()) == CONNECTION_OK : may_be_used();
    if (!usable || !settle()) reconnect();
    if (auto *const reads = is_replica_ && settings_.is_for == purpose::read ? read_scope::current() : nullptr) {
        reads->note_replica(settings_.servers->behind(server_));
    }
}

// Runs `f`. When the connection is lost before anything can have been done (in the first statement of a transaction, or
// in one that only reads), f is run again on a new connection. Otherwise the failure is thrown.
template <class F>
auto postgresql_connection::with_connection(bool repeatable, F &&f) {
    for (bool again = false;; again = true) {
        ready();
        try {
            return f();
        } catch (const connection_lost &e) {
            const bool alone = transaction_ == part::none;
            if (transaction_ == part::working || outer_ != nullptr) {
                transaction_ = part::broken;
                throw;
            }
            if (alone && !repeatable && !e.refused()) {
                throw failure(failure_kind::uncertain,
                              std::string(e.what()) + "; it is not known whether the statement was executed");
            }
            if (again) {
                transaction_ = alone ? part::none : part::broken;
                throw;
            }
        }
    }
}

std::int64_t postgresql_connection::run(std::string_view sql, parameters p,
                                        const std::function<bool(const row &)> &each) {
    keep_rows_of_outer();
    bool given = false;
    const auto seen = [&](const row &r) {
        given = true;
        return each(r);
    };
    const row_reader reader = each ? row_reader(seen) : row_reader();
    return with_connection(only_reads(sql), [&]() -> std::int64_t {
        if (given) {
            throw failure(failure_kind::unavailable,
                          "the store " + shown_ + ": the connection was lost while a result was read");
        }
        answers a = std::exchange(posted_, {});
        send_waiting(a);
        send(sql, bound_parameters(p), a);
        if (PQpipelineSync(handle_.get()) != 1) lost(PQerrorMessage(handle_.get()));
        const auto changed = receive(sql, a, reader, nullptr);
        return changed.empty() ? 0 : changed.back();
    });
}

std::vector<std::int64_t> postgresql_connection::run_each(std::string_view sql, std::size_t width, parameters rows) {
    if (width == 0 || rows.size() % width != 0) {
        throw failure(failure_kind::other, "the number of parameters is not a multiple of " + std::to_string(width) +
                                               ": " + std::string(sql));
    }
    keep_rows_of_outer();
    std::vector<std::int64_t> changed;
    changed.reserve(rows.size() / width);
    while (!rows.empty()) {
        const auto count = std::min(rows_at_once, rows.size() / width);
        const auto now = with_connection(false, [&] {
            answers a = std::exchange(posted_, {});
            send_waiting(a);
            for (std::size_t i = 0; i < count; ++i) send(sql, bound_parameters(rows.subspan(i * width, width)), a);
            if (PQpipelineSync(handle_.get()) != 1) lost(PQerrorMessage(handle_.get()));
            return receive(sql, a, nullptr, nullptr);
        });
        UNIFORM_ASSERT(now.size() >= count); // the last ones; before them are those that were posted
        changed.insert(changed.end(), now.end() - static_cast<std::ptrdiff_t>(count), now.end());
        rows = rows.subspan(count * width);
    }
    return changed;
}

// The columns go out as arrays, in the binary form that COPY has, too; unlike COPY, the statement says which rows it
// has inserted.
std::vector<std::int64_t> postgresql_connection::insert_absent(std::string_view sql, std::size_t width, parameters rows,
                                                               const std::function<void()> &meanwhile) {
    const auto arrays = width == 0 || rows.size() % width != 0 ? std::string() : of_arrays(sql, width);
    if (arrays.empty()) return connection::insert_absent(sql, width, rows, meanwhile);
    const auto key = sql.substr(std::min(sql.find('('), sql.size() - 1) + 1);
    const auto returning = arrays + " RETURNING " + std::string(key.substr(0, key.find_first_of(",)")));
    keep_rows_of_outer();
    std::vector<std::int64_t> inserted;
    inserted.reserve(rows.size() / width);
    bool is_done = !meanwhile;
    std::exception_ptr thrown;
    const auto run_meanwhile = [&]() noexcept {
        if (std::exchange(is_done, true)) return;
        try {
            meanwhile();
        } catch (...) {
            thrown = std::current_exception(); // the results of the statement are read first
        }
    };
    while (!rows.empty()) {
        const auto now = rows.first(std::min(rows_of_statement * width, rows.size()));
        rows = rows.subspan(now.size());
        bound_parameters columns;
        if (!columns.columns(width, now)) {
            const auto each = run_each(sql, width, now);
            inserted.insert(inserted.end(), each.begin(), each.end());
            continue;
        }
        std::unordered_set<std::string> keys;
        const row_reader read = [&](const row &r) { return keys.emplace(r.text(0)).second; };
        with_connection(false, [&] {
            keys.clear();
            answers a = std::exchange(posted_, {});
            send_waiting(a);
            send(returning, columns, a);
            a.readers.resize(a.steps.size());
            a.readers.back() = &read;
            if (PQpipelineSync(handle_.get()) != 1) lost(PQerrorMessage(handle_.get()));
            // The server begins when it has all of the statement.
            if (rows.empty() && !is_done && wait_until_sent(handle_.get(), until())) run_meanwhile();
            receive(sql, a, nullptr, nullptr);
            return 0;
        });
        const bool is_all = keys.size() == now.size() / width;
        for (std::size_t i = 0; i < now.size(); i += width) {
            const auto *text = std::get_if<std::string_view>(&now[i]);
            inserted.push_back(is_all || (text != nullptr && keys.contains(std::string(*text))) ? 1 : 0);
        }
    }
    if (std::ranges::find(inserted, 0) == inserted.end()) run_meanwhile();
    if (thrown) std::rethrow_exception(thrown);
    return inserted;
}

// The next transaction and those in progress: "744:750:744,748".
std::uint64_t postgresql_connection::changes_by_others() {
    std::uint64_t seen = 0;
    run("SELECT pg_current_snapshot()::text", {}, [&](const row &r) {
        seen = std::hash<std::string_view>{}(r.text(0));
        return true;
    });
    return seen;
}

void postgresql_connection::run_queries(std::span<const query> all) {
    if (all.empty()) return;
    keep_rows_of_outer();
    bool given = false;
    std::vector<row_reader> readers;
    readers.reserve(all.size());
    for (const auto &q : all) {
        readers.emplace_back([&given, &q](const row &r) {
            given = true;
            return q.each && q.each(r);
        });
    }
    with_connection(true, [&] {
        if (given) {
            throw failure(failure_kind::unavailable,
                          "the store " + shown_ + ": the connection was lost while a result was read");
        }
        answers a = std::exchange(posted_, {});
        send_waiting(a);
        for (std::size_t i = 0; i < all.size(); ++i) {
            send(all[i].sql, bound_parameters(all[i].parameters), a);
            a.readers.resize(a.steps.size());
            a.readers.back() = &readers[i];
        }
        if (PQpipelineSync(handle_.get()) != 1) lost(PQerrorMessage(handle_.get()));
        receive(all.back().sql, a, nullptr, nullptr);
        return 0;
    });
}

// Many rows are sent as one statement whose parameters are the columns: a statement costs the server more than a row.
void postgresql_connection::post(std::string_view sql, std::size_t width, parameters rows) {
    const bool fits = width != 0 && !rows.empty() && rows.size() % width == 0 && rows.size() / width <= rows_at_once;
    const auto arrays = rows.size() == width ? std::string() : of_arrays(sql, width);
    bound_parameters columns;
    if (transaction_ == part::none || outer_ != nullptr || !fits ||
        (rows.size() != width && (arrays.empty() || !columns.columns(width, rows)))) {
        run_each(sql, width, rows);
        return;
    }
    with_connection(false, [&] {
        send_waiting(posted_);
        if (rows.size() == width) {
            send(sql, bound_parameters(rows), posted_);
        } else {
            send(arrays, columns, posted_);
        }
        return 0;
    });
    // It can no longer be begun again on another connection.
    waiting_.clear();
    transaction_ = part::working;
}

// Runs several statements, or COPY, outside of pipeline mode.
void postgresql_connection::plain(const std::string &sql) {
    if (PQexitPipelineMode(handle_.get()) != 1) lost(PQerrorMessage(handle_.get()));
    const postgresql_result r(PQexec(handle_.get(), sql.c_str()));
    const auto status = PQresultStatus(r.get());
    if (status == PGRES_COPY_IN) return;
    if (PQstatus(handle_.get()) != CONNECTION_OK) lost(PQerrorMessage(handle_.get()));
    PQenterPipelineMode(handle_.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY) fail(r.get(), sql);
}

void postgresql_connection::script(std::string_view sql) {
    keep_rows_of_outer();
    if (!waiting_.empty() || !posted_.steps.empty()) run("SELECT 1", {}, nullptr);
    with_connection(false, [&] {
        plain(std::string(sql));
        return 0;
    });
}

void postgresql_connection::copy_in(const std::string &sql,
                                    const std::function<void(const std::function<void(std::string_view)> &put)> &fill) {
    if (!waiting_.empty() || !posted_.steps.empty()) run("SELECT 1", {}, nullptr);
    with_connection(false, [&] {
        plain(sql);
        PGconn *c = handle_.get();
        std::exception_ptr thrown;
        try {
            fill([&](std::string_view bytes) {
                if (PQputCopyData(c, bytes.data(), static_cast<int>(bytes.size())) != 1) lost(PQerrorMessage(c));
            });
        } catch (const connection_lost &) {
            throw;
        } catch (...) {
            thrown = std::current_exception();
        }
        PQputCopyEnd(c, thrown ? "the source of the copy could not be read" : nullptr);
        postgresql_result error;
        while (postgresql_result r{PQgetResult(c)}) {
            if (PQresultStatus(r.get()) != PGRES_COMMAND_OK && !error) error = std::move(r);
        }
        if (PQstatus(c) != CONNECTION_OK) lost(PQerrorMessage(c));
        PQenterPipelineMode(c);
        if (thrown) std::rethrow_exception(thrown);
        if (error) fail(error.get(), sql);
        return 0;
    });
}

void postgresql_connection::begin(access a) {
    if (transaction_ != part::none) throw failure(failure_kind::other, "a transaction is already in progress");
    transaction_ = part::begun;
    transaction_may_ = a;
    waiting_.clear();
    if (a == access::read_write) {
        waiting_.push_back(begin_writing);
        waiting_.push_back(lock_writing);
    } else {
        waiting_.push_back(begin_reading);
    }
}

void postgresql_connection::look_for_end() {
    if (!handle_ || !settle()) return;
    pollfd closed{PQsocket(handle_.get()), POLLIN, 0};
    if (::poll(&closed, 1, 0) != 0) handle_.reset();
}

void postgresql_connection::commit() {
    const auto was = std::exchange(transaction_, part::none);
    const auto waiting = std::exchange(waiting_, {});
    if (was == part::begun) return; // nothing was sent
    if (was == part::none) throw failure(failure_kind::other, "there is no transaction to commit");
    if (was == part::broken || !handle_) {
        throw failure(failure_kind::unavailable, "the store " + shown_ + ": the transaction was lost");
    }
    if (transaction_may_ == access::read_only) {
        answers a;
        send_control("COMMIT", a);
        if (PQpipelineSync(handle_.get()) == 1) ++unread_;
        return;
    }
    std::string tag;
    try {
        answers a = std::exchange(posted_, {});
        // For example the end of a savepoint.
        for (const auto sql : waiting) send_control(sql, a);
        send("COMMIT", bound_parameters(), a);
        if (PQpipelineSync(handle_.get()) != 1) lost(PQerrorMessage(handle_.get()));
        receive("COMMIT", a, nullptr, &tag);
    } catch (const connection_lost &e) {
        if (e.refused()) {
            throw failure(failure_kind::unavailable, std::string(e.what()) + "; nothing was committed");
        }
        throw failure(failure_kind::uncertain, std::string(e.what()) + "; it was lost during the commit, so it is not "
                                                                       "known whether the transaction was committed");
    } catch (const failure &) {
        // A posted statement failed, and the server skipped the commit.
        if (PQtransactionStatus(handle_.get()) != PQTRANS_IDLE) {
            transaction_ = part::working;
            rollback();
        }
        throw;
    }
    if (tag != "COMMIT") {
        throw failure(failure_kind::other,
                      "the store " + shown_ + ": the transaction was rolled back because of an error");
    }
}

void postgresql_connection::rollback() noexcept {
    waiting_.clear();
    const auto was = std::exchange(transaction_, part::none);
    if (was != part::working || !handle_) return;
    if (const auto posted = std::exchange(posted_, {}); !posted.steps.empty()) {
        // When one of these fails, the server skips everything up to the synchronization point, and nobody can tell
        // which statements it has prepared.
        for (const auto &prepares : posted.steps) {
            if (!prepares.empty()) prepared_.erase(prepares);
        }
        if (PQpipelineSync(handle_.get()) != 1) return;
        ++unread_;
    }
    // Nobody waits for the result; the server rolls back a transaction whose connection is lost.
    if (PQsendQueryParams(handle_.get(), "ROLLBACK", 0, nullptr, nullptr, nullptr, nullptr, 1) == 1 &&
        PQpipelineSync(handle_.get()) == 1) {
        ++unread_;
    }
}

void postgresql_connection::savepoint() { waiting_.emplace_back("SAVEPOINT s"); }
void postgresql_connection::release() { waiting_.emplace_back("RELEASE SAVEPOINT s"); }
void postgresql_connection::back_to_savepoint() {
    waiting_.emplace_back("ROLLBACK TO SAVEPOINT s");
    waiting_.emplace_back("RELEASE SAVEPOINT s");
}

bool postgresql_connection::reusable() noexcept {
    rollback();
    return may_be_used();
}

} // namespace uniform::store
