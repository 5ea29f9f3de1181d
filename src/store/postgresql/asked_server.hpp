// A server of PostgreSQL that was connected to, and is asked about its history before the connection is used.
#pragma once

#include <string>

#include "store/history/known_history.hpp"
#include "store/postgresql/postgresql_parameters.hpp"
#include "store/postgresql/postgresql_wait.hpp"

namespace uniform::store {

/// Statements that only read, each with a time limit, outside of transactions. Everything else throws failure (other).
/// The connection must outlive it.
class asked_server final : public connection {
public:
    asked_server(PGconn *c, deadline until) noexcept : c_(c), until_(until) {}

    using connection::run;
    /// Throws failure (unavailable) if the server does not answer, or refuses.
    std::int64_t run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) override;

    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return dialect::postgresql; }
    std::vector<std::int64_t> run_each(std::string_view /*sql*/, std::size_t /*width*/, parameters /*rows*/) override {
        only_reads();
    }
    void script(std::string_view /*sql*/) override { only_reads(); }
    void begin(access /*a*/) override { only_reads(); }
    void commit() override { only_reads(); }
    void rollback() noexcept override {}
    void savepoint() override { only_reads(); }
    void release() override { only_reads(); }
    void back_to_savepoint() override { only_reads(); }
    [[nodiscard]] std::uint64_t changes_by_others() override { only_reads(); }

private:
    [[noreturn]] static void only_reads();

    PGconn *c_;
    deadline until_;
};

/// A server that accepts writes.
struct asked_primary {
    server_identity where = {}; ///< zeros where the user may not ask for it
    bool accepts_writes = true; ///< false: new transactions only read
    bool is_store = false;      ///< it has a history
};
/// Asks it. Throws failure (unavailable).
[[nodiscard]] asked_primary ask_primary(PGconn *c, deadline until);

} // namespace uniform::store
