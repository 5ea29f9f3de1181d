#include "store/postgresql/postgresql_wait.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include <poll.h>

namespace uniform::store {

namespace {

// False: not in time. Interruptions by signals end the wait early.
bool wait_for_socket(PGconn *c, short events, deadline until) {
    using namespace std::chrono;
    const auto left = std::chrono::duration_cast<milliseconds>(until - steady_clock::now()).count();
    if (left < 0) return false;
    pollfd socket{PQsocket(c), events, 0};
    const auto most = std::min<std::int64_t>(left + 1, std::numeric_limits<int>::max());
    return ::poll(&socket, 1, static_cast<int>(most)) != 0;
}

} // namespace

bool wait_for_result(PGconn *c, deadline until) {
    for (;;) {
        const int unsent = PQflush(c);
        if (unsent < 0 || (PQisBusy(c) == 0 && unsent == 0)) return true;
        if (!wait_for_socket(c, static_cast<short>(unsent != 0 ? POLLIN | POLLOUT : POLLIN), until)) return false;
        if (PQconsumeInput(c) == 0) return true;
    }
}

bool wait_until_sent(PGconn *c, deadline until) {
    for (;;) {
        const int unsent = PQflush(c);
        if (unsent <= 0) return unsent == 0;
        // The server may wait until somebody reads what it says.
        if (!wait_for_socket(c, POLLIN | POLLOUT, until) || PQconsumeInput(c) == 0) return false;
    }
}

postgresql_result ask(PGconn *c, const std::string &sql, deadline until) {
    return PQsendQuery(c, sql.c_str()) == 1 ? answer_of(c, until) : nullptr;
}

postgresql_result answer_of(PGconn *c, deadline until) {
    postgresql_result last;
    for (;;) {
        if (!wait_for_result(c, until)) return nullptr;
        postgresql_result r(PQgetResult(c));
        if (!r) return last;
        last = std::move(r);
    }
}

postgresql_handle connect_once(const postgresql_parameters &p, deadline until, bool &is_replica, std::string &why) {
    const connection_words words(p);
    postgresql_handle c(PQconnectStartParams(words.keywords.data(), words.values.data(), 0));
    if (!c) {
        why = "out of memory";
        return nullptr;
    }
    // libpq would write notices to standard error, between the lines of the service's log.
    (void)PQsetNoticeProcessor(c.get(), [](void *, const char *) {}, nullptr);
    auto state = PQstatus(c.get()) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        if (!wait_for_socket(c.get(), state == PGRES_POLLING_READING ? POLLIN : POLLOUT, until)) {
            why = "the server did not answer in time";
            return nullptr;
        }
        state = PQconnectPoll(c.get());
    }
    if (state == PGRES_POLLING_FAILED) {
        why = single_line(PQerrorMessage(c.get()));
        return nullptr;
    }
    check_encoding(c.get(), p);
    const auto r = ask(c.get(), std::string(session_settings) + "SELECT pg_is_in_recovery()", until);
    if (PQntuples(r.get()) != 1) {
        why = r ? single_line(PQresultErrorMessage(r.get())) : "the server did not answer in time";
        return nullptr;
    }
    is_replica = std::string_view(PQgetvalue(r.get(), 0, 0)) == "t";
    return c;
}

} // namespace uniform::store
