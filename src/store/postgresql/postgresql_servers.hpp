// The servers of a store in PostgreSQL: one accepts writes, the primary; the others are replicas of it. Readers ask the
// primary, and while it cannot be reached, a replica.
//
// A server that does not answer would cost every request the whole time that it may take. So it is left alone for a
// while, which grows with each attempt that fails.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <uniform/store/database.hpp>

#include "base/mutex.hpp"
#include "store/postgresql/asked_server.hpp"
#include "store/postgresql/known_heads.hpp"
#include "store/postgresql/postgresql_parameters.hpp"

namespace uniform::store {

/// Used by all threads.
class postgresql_servers {
public:
    using clock = std::chrono::steady_clock;
    using milliseconds = std::chrono::milliseconds;

    /// @param known what this process knows of the history
    postgresql_servers(const postgresql_parameters &p, const database_options &o, known_history &known);

    struct connected {
        postgresql_handle handle = {};
        std::size_t server = 0;
        bool is_replica = false; ///< it only stands in for the primary
        bool is_refused = false; ///< it accepts writes, and must not be written to; then is_replica is set, too
    };
    /// Connects a reader: to the primary, or to a replica while there is none; with `wants_replica` the other way
    /// around, and then only to a replica that lags by `replica_lag` at most. Takes at most `read_timeout`, for several
    /// servers half of it for each; the first one, and all of them if there is no such timeout, at most
    /// `reconnect_for`. Throws failure (unavailable).
    [[nodiscard]] connected connect_reader(bool wants_replica);
    /// Connects to the primary, once. Throws failure (unavailable, or history).
    [[nodiscard]] connected connect_to_follow();
    /// Connects to the primary, and tries again for `reconnect_for`. Throws failure (unavailable, or history).
    [[nodiscard]] connected connect_writer();

    /// Whether a connection that was made before may be used for the next transaction of a reader.
    [[nodiscard]] bool may_use(std::size_t server, bool is_replica, bool wants_replica) noexcept;
    /// Whether a connection to the primary that was made before is still one: no server on a later timeline has become
    /// it.
    [[nodiscard]] bool is_primary(std::size_t server) const noexcept;
    /// Asks the servers that are not the primary whether one has become it.
    void look_at_servers();
    /// Why the servers that accept writes must not be written to: "HOST: why".
    [[nodiscard]] std::vector<std::string> refused() UNIFORM_EXCLUDES(refused_mutex_);
    /// Why nothing is written; empty: the primary answers, or no server accepts writes.
    [[nodiscard]] std::string refusal_of_history() UNIFORM_EXCLUDES(refused_mutex_);
    /// The time by which a replica may lag behind the primary at most, as far as it is known.
    [[nodiscard]] milliseconds behind(std::size_t server) const noexcept;

    /// Whether there is another server that may answer what this one does not.
    [[nodiscard]] bool has_other(std::size_t server) const noexcept;
    /// A server has answered.
    void answered(std::size_t server, bool is_replica) noexcept;
    /// A server has not answered a statement in time. Returns whether it is silent altogether: whether it has not
    /// answered anybody else since `asked` either. Then it is left alone.
    bool is_silent(std::size_t server, clock::time_point asked) noexcept;

    [[nodiscard]] std::optional<milliseconds> primary_away() const noexcept;
    void know_head(std::uint64_t number) noexcept;
    [[nodiscard]] std::uint64_t known_head() const noexcept { return head_; }

private:
    /// `refused`: it accepts writes, but its history does not continue what is known, or it is on an earlier timeline.
    enum class role : std::uint8_t { unknown, primary, replica, refused };
    struct server {
        explicit server(postgresql_parameters p) : parameters(std::move(p)) {}
        postgresql_parameters parameters;
        std::atomic<role> is{role::unknown};
        std::atomic<std::uint64_t> system{0};   // of server_identity; 0: not known
        std::atomic<std::uint32_t> timeline{0}; // the same
        std::atomic<bool> accepts_writes{true}; // new transactions may write
        std::atomic<clock::rep> answered{0};    // when it answered last; 0: never
        std::atomic<clock::rep> left_until{0};  // when it is asked again
        std::atomic<unsigned> failures{0};      // in succession
        // The comparison of a replica with the primary; 0: not yet.
        std::atomic<clock::rep> as_of{0};      // it has everything that the primary had then
        std::atomic<clock::rep> look_again{0}; // when one connection is to compare it again
        std::atomic<clock::rep> late_until{0}; // it lags too far, and is not asked before
    };

    [[nodiscard]] std::optional<connected> try_server(std::size_t i, milliseconds most, std::string &why);
    [[nodiscard]] std::optional<connected> connect_server(std::size_t i, milliseconds most, std::string &why);
    void check(connected &c, milliseconds most, std::string &why);
    void check(connected &c, const asked_primary &found, milliseconds most);
    void survey();
    [[nodiscard]] bool only_refused() const noexcept;
    [[nodiscard]] bool is_former(const server &s) const noexcept;
    [[nodiscard]] std::optional<connected> try_primary(milliseconds most, bool &found, std::string &why);
    void refuse(std::size_t i, std::string why) UNIFORM_EXCLUDES(refused_mutex_);
    [[nodiscard]] std::optional<connected> try_all(milliseconds most, bool wants_replica, bool any_role, bool left_too,
                                                   std::string &why);
    [[nodiscard]] bool keeps_up(server &s, PGconn *replica, clock::time_point until);
    [[nodiscard]] bool is_late(const server &s) const noexcept;
    /// The time after which a replica is compared with the primary again.
    [[nodiscard]] milliseconds comparison() const noexcept { return options_.replica_lag / 2; }
    [[nodiscard]] std::vector<std::size_t> in_order(role first) const;
    [[nodiscard]] bool is_left_alone(const server &s) const noexcept;
    [[nodiscard]] bool is_recent(PGconn *replica, clock::time_point until) const;
    void leave_alone(server &s) noexcept;
    void primary_answered() noexcept;
    void note_absence() noexcept;
    [[noreturn]] void unavailable(const std::string &why);

    std::vector<std::unique_ptr<server>> servers_;
    std::string shown_;
    database_options options_;
    known_history &known_;
    base::mutex refused_mutex_;
    std::vector<std::string> refusals_ UNIFORM_GUARDED_BY(refused_mutex_); // why, for each of servers_
    std::atomic<bool> surveyed_{false};           // all servers were asked, and one accepts writes
    std::atomic<bool> opened_{false};             // a reader was connected
    std::atomic<clock::rep> primary_answered_{0}; // when; 0: never
    std::atomic<clock::rep> away_since_{0};       // 0: the primary answers
    std::atomic<std::uint64_t> head_{0};
    known_heads heads_;
};

} // namespace uniform::store
