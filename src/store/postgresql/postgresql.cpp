#include "store/postgresql/postgresql.hpp"

#include <memory>
#include <utility>

#include <uniform/store/read_scope.hpp>

#include "store/connection_pool.hpp"
#include "store/postgresql/postgresql_connection.hpp"
#include "store/postgresql/postgresql_servers.hpp"
#include "store/sqlite/sqlite.hpp"

namespace uniform::store {

namespace {

class postgresql_database final : public database {
public:
    postgresql_database(const std::string &uri, const database_options &o)
        : parameters_(read_parameters(uri)),
          shown_(shown(parameters_)),
          options_(o),
          servers_(std::make_shared<postgresql_servers>(parameters_, o, known_)),
          pool_(
              o.pool_size, [this] { return connect_reader(options_.replicas_may_be_stale); }, reusable, o.read_timeout),
          latest_(o.pool_size, [this] { return connect_reader(false); }, reusable, o.read_timeout) {
        known_.keep_in(options_.head_file);
        static_cast<void>(pool_.lend()); // so that a server that cannot be reached is found when opening
    }

    [[nodiscard]] uniform::store::dialect dialect() const noexcept override { return dialect::postgresql; }
    [[nodiscard]] const std::string &location() const noexcept override { return shown_; }
    [[nodiscard]] bool readers_may_be_stale() const noexcept override { return options_.replicas_may_be_stale; }
    [[nodiscard]] std::unique_ptr<connection> connect(access a) override {
        return connect(purpose::any, a, {}, options_.replicas_may_be_stale);
    }
    [[nodiscard]] std::unique_ptr<connection> connect_to_write() override {
        return connect(purpose::write, access::read_write, options_.write_timeout);
    }
    [[nodiscard]] std::unique_ptr<connection> connect_to_follow() override {
        return connect(purpose::follow, access::read_only, options_.read_timeout);
    }
    [[nodiscard]] std::optional<std::chrono::milliseconds> primary_away() const noexcept override {
        return servers_->primary_away();
    }
    [[nodiscard]] known_history &known() noexcept override { return known_; }
    [[nodiscard]] std::string head_file_failed() override { return known_.failed(); }
    [[nodiscard]] std::string refusal_of_history() override { return servers_->refusal_of_history(); }
    [[nodiscard]] std::vector<std::string> refused_servers() override { return servers_->refused(); }
    void look_at_servers() override { servers_->look_at_servers(); }
    void know_head(std::uint64_t number) noexcept override { servers_->know_head(number); }
    [[nodiscard]] std::uint64_t known_head() const noexcept override { return servers_->known_head(); }
    [[nodiscard]] lent reader() override {
        const auto *const scope = read_scope::current();
        const bool latest = options_.replicas_may_be_stale && scope != nullptr && scope->wanted() == freshness::latest;
        return latest ? latest_.lend() : pool_.lend();
    }
    void backup(const std::string &path,
                const std::function<void(std::uint64_t done, std::uint64_t of)> &progress) override;

private:
    using purpose = postgresql_connection::purpose;

    static bool reusable(connection &c) { return static_cast<postgresql_connection &>(c).reusable(); }
    [[nodiscard]] std::unique_ptr<connection> connect_reader(bool wants_replica) {
        return connect(purpose::read, access::read_only, options_.read_timeout, wants_replica);
    }
    [[nodiscard]] std::unique_ptr<connection> connect(purpose is_for, access a, std::chrono::milliseconds timeout,
                                                      bool wants_replica = false) {
        return std::make_unique<postgresql_connection>(
            postgresql_connection::settings{.parameters = parameters_,
                                            .servers = servers_,
                                            .is_for = is_for,
                                            .may = a,
                                            .stale = wants_replica,
                                            .reconnect_for = options_.reconnect_for,
                                            .lock_timeout = options_.busy_timeout,
                                            .answer_timeout = timeout});
    }

    postgresql_parameters parameters_;
    std::string shown_;
    database_options options_;
    known_history known_;
    std::shared_ptr<postgresql_servers> servers_; // which uses known_
    connection_pool pool_;
    connection_pool latest_; // of readers that want the primary, if those of the other one want a replica
};

void postgresql_database::backup(const std::string &path,
                                 const std::function<void(std::uint64_t done, std::uint64_t of)> &progress) {
    backup_by_copy(*this, path, progress);
}

} // namespace

std::unique_ptr<database> open_postgresql(const std::string &uri, const database_options &o) {
    return std::make_unique<postgresql_database>(uri, o);
}

} // namespace uniform::store
