// A connection for speculative execution, which refuses everything.
#pragma once

#include <uniform/store/database.hpp>

namespace uniform::store::detail {

/// Thrown out of a job that reads what only the database can tell.
struct needs_database {};

/// Each use throws needs_database: jobs run on what is cached, so that their write can be sent to the database in one
/// round trip.
class speculative_connection final : public connection {
public:
    explicit speculative_connection(connection &c) noexcept : connection_(c) {}

    /// Whether needs_database was thrown, even if the job caught it.
    [[nodiscard]] bool was_used() const noexcept { return was_used_; }

    using connection::run;
    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return connection_.dialect(); }
    std::int64_t run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) override {
        return inner().run(sql, p, each);
    }
    std::vector<std::int64_t> run_each(std::string_view sql, std::size_t width, parameters rows) override {
        return inner().run_each(sql, width, rows);
    }
    std::vector<std::int64_t> insert_absent(std::string_view sql, std::size_t width, parameters rows,
                                            const std::function<void()> &meanwhile) override {
        return inner().insert_absent(sql, width, rows, meanwhile);
    }
    void run_queries(std::span<const query> all) override { inner().run_queries(all); }
    void post(std::string_view sql, std::size_t width, parameters rows) override { inner().post(sql, width, rows); }
    void script(std::string_view sql) override { inner().script(sql); }
    void begin(access a) override { inner().begin(a); }
    void commit() override { inner().commit(); }
    void rollback() noexcept override { connection_.rollback(); }
    void savepoint() override { inner().savepoint(); }
    void release() override { inner().release(); }
    void back_to_savepoint() override { inner().back_to_savepoint(); }
    [[nodiscard]] std::uint64_t changes_by_others() override { return connection_.changes_by_others(); }

private:
    connection &inner() {
        was_used_ = true;
        throw needs_database{};
    }

    connection &connection_;
    bool was_used_ = false;
};

} // namespace uniform::store::detail
