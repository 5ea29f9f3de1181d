// The pipeline of a postgresql_connection: statements that are sent, prepared if there are not too many of them, and
// the results up to a synchronization point. postgresql_connection.cpp has the invariants.
#include <uniform/base/assertion.hpp>

#include "store/postgresql/postgresql_connection.hpp"

#include <charconv>
#include <exception>
#include <utility>

#include "store/postgresql/postgresql_binary.hpp"

namespace uniform::store {

namespace {

constexpr std::size_t most_statements = 512;

} // namespace

// Reads the results that nobody waited for: the ends of transactions. False when the connection was lost.
bool postgresql_connection::settle() {
    while (unread_ > 0) {
        if (!answers_in_time()) return false;
        const postgresql_result r(PQgetResult(handle_.get()));
        if (PQresultStatus(r.get()) == PGRES_PIPELINE_SYNC && r) {
            --unread_;
        } else if (PQstatus(handle_.get()) != CONNECTION_OK) {
            return false;
        }
    }
    return true;
}

void postgresql_connection::keep_rows_of_outer() {
    if (outer_ == nullptr || outer_->drained) return;
    // The statement with the rows is the last one before the synchronization point.
    for (;;) {
        await();
        postgresql_result r(PQgetResult(handle_.get()));
        if (!r) break;
        outer_->kept.push_back(std::move(r));
    }
    await();
    const postgresql_result end(PQgetResult(handle_.get()));
    outer_->drained = true;
}

void postgresql_connection::send_control(std::string_view sql, answers &a) {
    const std::string text_of(sql);
    if (PQsendQueryParams(handle_.get(), text_of.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 1) != 1) {
        lost(PQerrorMessage(handle_.get()));
    }
    a.steps.emplace_back();
}

void postgresql_connection::send_waiting(answers &a) {
    // Prepared, too: most of the cost of the lock is parsing the statement.
    for (const auto sql : waiting_) send(sql, bound_parameters(), a);
}

void postgresql_connection::send(std::string_view sql, const bound_parameters &b, answers &a) {
    PGconn *c = handle_.get();
    const int count = static_cast<int>(b.values.size());
    UNIFORM_ASSERT(b.types.size() == b.values.size() && b.lengths.size() == b.values.size());
    UNIFORM_ASSERT(b.formats.size() == b.values.size() && b.signature.size() == b.values.size());
    std::string key(sql);
    key += '\n';
    key += b.signature;
    std::string name;
    const auto found = prepared_.find(key);
    if (found == prepared_.end()) {
        const auto words = key.substr(0, sql.size());
        if (!prepares_ || prepared_.size() >= most_statements) {
            if (PQsendQueryParams(c, words.c_str(), count, b.types.data(), b.values.data(), b.lengths.data(),
                                  b.formats.data(), 1) != 1) {
                lost(PQerrorMessage(c));
            }
            a.steps.emplace_back();
            return;
        }
        name = names_begin_ + std::to_string(++names_);
        if (PQsendPrepare(c, name.c_str(), words.c_str(), count, b.types.data()) != 1) lost(PQerrorMessage(c));
        prepared_.emplace(key, name); // removed when the server refuses it
        a.steps.push_back(std::move(key));
    } else {
        name = found->second;
    }
    if (PQsendQueryPrepared(c, name.c_str(), count, b.values.data(), b.lengths.data(), b.formats.data(), 1) != 1) {
        lost(PQerrorMessage(c));
    }
    a.steps.emplace_back();
}

postgresql_result postgresql_connection::next(answers &a) {
    if (!a.drained) {
        await();
        return postgresql_result(PQgetResult(handle_.get()));
    }
    if (a.kept.empty()) return nullptr;
    auto r = std::move(a.kept.front());
    a.kept.pop_front();
    return r;
}

// Reads all results of what was sent, also after an error, so that the next statement begins with nothing unread.
std::vector<std::int64_t> postgresql_connection::receive(std::string_view sql, answers &a, const row_reader &each,
                                                         std::string *last_tag) {
    UNIFORM_ASSERT(a.readers.size() <= a.steps.size());
    std::vector<std::int64_t> changed;
    postgresql_result error;
    std::exception_ptr thrown;
    bool wanted = static_cast<bool>(each);
    const auto give = [&](const row_reader &reader, const row &r) {
        try {
            return reader(r);
        } catch (...) {
            thrown = std::current_exception();
            return false;
        }
    };
    // Until this function ends, by an exception too: `a` belongs to the caller.
    struct outer_scope {
        answers *&outer;
        answers *before;
        ~outer_scope() { outer = before; }
    };
    const outer_scope scope{.outer = outer_, .before = std::exchange(outer_, &a)};
    const auto lose = [&] { lost(error ? PQresultErrorMessage(error.get()) : PQerrorMessage(handle_.get())); };
    for (std::size_t i = 0; i < a.steps.size(); ++i) {
        const bool last = i + 1 == a.steps.size();
        if (last && each) PQsetSingleRowMode(handle_.get());
        while (auto r = next(a)) {
            switch (PQresultStatus(r.get())) {
            case PGRES_SINGLE_TUPLE:
                wanted = wanted && give(each, postgresql_row(r.get()));
                break;
            case PGRES_COMMAND_OK:
            case PGRES_TUPLES_OK:
                if (i < a.readers.size() && a.readers[i] != nullptr) {
                    postgresql_row all(r.get());
                    for (int n = 0; n < PQntuples(r.get()) && !thrown; ++n) {
                        all.set(n);
                        if (!give(*a.readers[i], all)) break;
                    }
                }
                if (a.steps[i].empty()) {
                    std::int64_t n = 0;
                    const std::string_view tag = PQcmdStatus(r.get());
                    const std::string_view count = PQcmdTuples(r.get());
                    if (!tag.starts_with("SELECT")) std::from_chars(count.data(), count.data() + count.size(), n);
                    changed.push_back(n);
                    if (last && last_tag != nullptr) *last_tag = tag;
                }
                break;
            default:
                if (!a.steps[i].empty()) prepared_.erase(a.steps[i]);
                if (!error) error = std::move(r);
            }
        }
        if (!handle_ || PQstatus(handle_.get()) != CONNECTION_OK) lose();
    }
    if (!a.drained) {
        await();
        const postgresql_result end(PQgetResult(handle_.get()));
        if (!end || PQresultStatus(end.get()) != PGRES_PIPELINE_SYNC) lose();
    }
    if (chooses_server()) settings_.servers->answered(server_, is_replica_);
    // The server has received the transaction.
    waiting_.clear();
    if (transaction_ == part::begun) transaction_ = part::working;
    if (thrown) std::rethrow_exception(thrown);
    if (error) fail(error.get(), sql);
    return changed;
}

} // namespace uniform::store
