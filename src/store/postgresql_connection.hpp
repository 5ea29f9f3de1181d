// One connection to a PostgreSQL server, with its prepared statements.
//
// A network's round trip costs more than most statements, so few are made: statements are sent in pipeline mode, what
// nobody waits for (BEGIN, SAVEPOINT, RELEASE) goes out with the next statement, and nobody waits for the end of a
// transaction that only read.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <uniform/store/database.hpp>

#include "postgresql_parameters.hpp"

namespace uniform::store {

class postgresql_connection final : public connection {
public:
    struct settings {
        postgresql_parameters parameters;
        access may = access::read_write;
        bool stale = false;
        std::chrono::milliseconds reconnect_for{10000};
        std::chrono::milliseconds lock_timeout{5000};
    };
    explicit postgresql_connection(settings s);

    using connection::run;
    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return dialect::postgresql; }
    std::int64_t run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) override;
    std::vector<std::int64_t> run_each(std::string_view sql, std::size_t width, parameters rows) override;
    void ask(std::span<const question> all) override;
    void post(std::string_view sql, std::size_t width, parameters rows) override;
    void script(std::string_view sql) override;
    void begin(access a) override;
    void begin_unlocked() override;
    void commit() override;
    void rollback() noexcept override;
    void savepoint() override;
    void release() override;
    void back_to_savepoint() override;
    [[nodiscard]] std::uint64_t changes_by_others() override;

    /// For the pool: in no transaction, and alive as far as known.
    [[nodiscard]] bool reusable() noexcept;

    /// Runs COPY ... FROM STDIN with what `fill` puts. Nothing of it remains when `fill` throws.
    void copy_in(const std::string &sql,
                 const std::function<void(const std::function<void(std::string_view)> &put)> &fill);

private:
    /// How far the transaction is. `begun`: nothing of it was answered yet, so it can be begun anew elsewhere.
    /// `broken`: it was lost, and its owner has still to roll it back.
    enum class part : std::uint8_t { none, begun, working, broken };
    using row_reader = std::function<bool(const row &)>;

    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
    };
    /// What comes back for one synchronization. When the reader of a row runs another statement, the rows that still
    /// come are kept here first.
    struct answers {
        std::vector<std::string> steps;          ///< of each thing sent: the statement it prepares, or nothing
        std::vector<const row_reader *> readers; ///< by step, if it is not the last one's alone
        std::deque<postgresql_result> kept;
        bool drained = false;
    };
    struct bound;

    void reconnect();
    void ready();
    bool settle();
    void keep_rows_of_outer();
    void send_control(std::string_view sql, answers &a);
    void send(std::string_view sql, const bound &b, answers &a);
    void begin_in_words();
    void send_waiting(answers &a);
    [[nodiscard]] postgresql_result next(answers &a);
    std::vector<std::int64_t> receive(std::string_view sql, answers &a, const row_reader &each, std::string *last_tag);
    template <class F>
    auto with_connection(bool repeatable, F &&f);
    void plain(const std::string &sql);
    [[noreturn]] void fail(const PGresult *r, std::string_view sql);
    [[noreturn]] void lost(std::string_view says);

    settings settings_;
    std::string shown_;
    postgresql_handle handle_;
    std::unordered_map<std::string, std::string, hash, std::equal_to<>> prepared_; ///< text and types -> name
    std::uint64_t names_ = 0;
    std::vector<std::string_view> waiting_; ///< goes out with the next statement
    answers posted_;                        ///< sent, and answered before the next statement
    int unread_ = 0;                        ///< synchronizations whose answers nobody waited for
    bool wordless_ = false;                 ///< the transaction is what was posted, and BEGIN was not said
    part transaction_ = part::none;
    access transaction_may_ = access::read_only;
    answers *outer_ = nullptr;
};

} // namespace uniform::store
