// One connection to a PostgreSQL server, with its prepared statements.
//
// A round trip costs more than most statements, so there are few: statements are sent in pipeline mode; BEGIN,
// SAVEPOINT and RELEASE are sent with the next statement; and nobody waits for the end of a read-only transaction.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <uniform/store/database.hpp>

#include "store/postgresql/postgresql_parameters.hpp"
#include "store/postgresql/postgresql_servers.hpp"
#include "store/postgresql/postgresql_wait.hpp"

namespace uniform::store {

struct bound_parameters; // postgresql_binary.hpp

class postgresql_connection final : public connection {
public:
    /// The purpose of the connection. `any`: for any caller that needs one, and waits as long as it takes.
    enum class purpose : std::uint8_t { any, write, read, follow };
    struct settings {
        postgresql_parameters parameters;
        std::shared_ptr<postgresql_servers> servers;
        purpose is_for = purpose::any;
        access may = access::read_write;
        bool stale = false; ///< a replica is wanted
        std::chrono::milliseconds reconnect_for{10000};
        std::chrono::milliseconds lock_timeout{5000};
        std::chrono::milliseconds answer_timeout{0}; ///< for one answer; 0: no limit
    };
    explicit postgresql_connection(settings s);

    using connection::run;
    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return dialect::postgresql; }
    std::int64_t run(std::string_view sql, parameters p, const std::function<bool(const row &)> &each) override;
    std::vector<std::int64_t> run_each(std::string_view sql, std::size_t width, parameters rows) override;
    std::vector<std::int64_t> insert_absent(std::string_view sql, std::size_t width, parameters rows,
                                            const std::function<void()> &meanwhile) override;
    void run_queries(std::span<const query> all) override;
    void post(std::string_view sql, std::size_t width, parameters rows) override;
    void script(std::string_view sql) override;
    void begin(access a) override;
    void look_for_end() override;
    void commit() override;
    void rollback() noexcept override;
    void savepoint() override;
    void release() override;
    void back_to_savepoint() override;
    [[nodiscard]] std::uint64_t changes_by_others() override;
    [[nodiscard]] bool on_replica() const noexcept override { return is_replica_; }

    /// For the pool: whether it is in no transaction and, as far as known, still connected.
    [[nodiscard]] bool reusable() noexcept;

    /// Runs COPY ... FROM STDIN with the data that `fill` puts. Nothing is copied when `fill` throws.
    void copy_in(const std::string &sql,
                 const std::function<void(const std::function<void(std::string_view)> &put)> &fill);

private:
    // The state of the transaction. `begun`: the server has not answered yet, so the transaction can be begun again on
    // another connection. `broken`: the connection was lost, and the caller has not rolled back yet.
    enum class part : std::uint8_t { none, begun, working, broken };
    using row_reader = std::function<bool(const row &)>;

    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
    };
    // The results up to one synchronization point of the pipeline. When the reader of a row runs another statement,
    // the remaining rows are first kept here.
    struct answers {
        std::vector<std::string> steps;          // for each message sent: the statement it prepares, or empty
        std::vector<const row_reader *> readers; // by step, unless only the last step has rows
        std::deque<postgresql_result> kept;
        bool drained = false;
    };

    void reconnect();
    [[nodiscard]] postgresql_servers::connected find_server();
    void ready();
    [[nodiscard]] bool answers_in_time();
    void await();
    [[nodiscard]] bool may_be_used() const noexcept;
    /// Whether the servers' roles say which one is connected to; else libpq asks for a replica, and takes any server.
    [[nodiscard]] bool chooses_server() const noexcept {
        return settings_.is_for != purpose::any || settings_.may == access::read_write || !settings_.stale;
    }
    [[nodiscard]] deadline until() const noexcept;
    bool settle();
    void keep_rows_of_outer();
    void send_control(std::string_view sql, answers &a);
    void send(std::string_view sql, const bound_parameters &b, answers &a);
    void send_waiting(answers &a);
    [[nodiscard]] postgresql_result next(answers &a);
    std::vector<std::int64_t> receive(std::string_view sql, answers &a, const row_reader &each, std::string *last_tag);
    template <class F>
    auto with_connection(bool repeatable, F &&f);
    void plain(const std::string &sql);
    void end_silent_holder() noexcept;
    [[noreturn]] void fail(const PGresult *r, std::string_view sql);
    [[noreturn]] void lost(std::string_view message, bool refused = false);

    settings settings_;
    std::string shown_;
    bool prepares_; // unless the server may be another one for each transaction
    postgresql_handle handle_;
    std::size_t server_ = 0; // of those in settings_.servers, for a reader
    bool is_replica_ = false;
    std::unordered_map<std::string, std::string, hash, std::equal_to<>> prepared_; // text and types -> name
    std::string names_begin_;
    std::uint64_t names_ = 0;
    std::vector<std::string_view> waiting_; // sent with the next statement
    answers posted_;                        // sent; the results come before those of the next statement
    int unread_ = 0;                        // synchronization points whose results were not read yet
    part transaction_ = part::none;
    access transaction_may_ = access::read_only;
    // After answers_in_time() was false: nobody gets an answer; for how long there was none.
    bool server_is_silent_ = false;
    std::chrono::milliseconds unanswered_for_{0};
    answers *outer_ = nullptr;
};

} // namespace uniform::store
