// The basic idea: `running_service` has the parts of the service as members, each after those that it uses, so that
// they are made in the order of their needs and destroyed in the opposite one. Whoever handles a request gets at them
// by engine_parts and server_context, which own nothing.
//
// Start: certificate and port are checked before a store is made that nobody would use; the store is opened; what
// answers requests is made; the engine listens, and requests get 503; the background threads begin; service_->open()
// lets requests in. What throws on the way ends the start, and the members made so far are destroyed.
//
// Stop: /readyz says so first, and load balancers have stop_delay to notice; the engine finishes the requests that it
// accepted, for drain_time; the background threads end, the statistics are written; the store is closed. stop() may be
// called twice.
//
// INVARIANT: the store is closed after the last handler. If one is still running after drain_time (late_), stop()
// leaves the store open, and the destructor of the engine waits for it.
// A change of settings does first what may fail, so that it fails before anything has changed; what only a restart can
// change is told to the caller.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <uniform/http/server.hpp>

#include "http/api/authentication.hpp"
#include "http/api/live_settings.hpp"
#include "http/api/router.hpp"
#include "http/api/server_context.hpp"
#include "http/engine/engine.hpp"
#include "http/openid/provider.hpp"
#include "http/operation/follow_state.hpp"
#include "http/operation/health.hpp"
#include "http/operation/history_waits.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/metrics.hpp"
#include "http/operation/shared_tree.hpp"
#include "http/operation/statistics.hpp"
#include "http/operation/verification.hpp"
#include "http/resolve/response_cache.hpp"
#include "http/server/dispatcher.hpp"
#include "http/server/follower.hpp"
#include "http/server/periodic_task.hpp"
#include "http/session/known_sessions.hpp"
#include "http/settings/read_configuration.hpp"
#include "links/cache_purger.hpp"
#include "links/link_checker.hpp"
#include "links/link_health.hpp"
#include "links/loop_checker.hpp"
#include "links/webhook_sender.hpp"

namespace uniform::http {

class running_service final : public server {
public:
    running_service(const settings &s, const configuration *read, const std::function<void(std::string_view)> &console);
    ~running_service() override { stop(); }
    [[nodiscard]] std::uint16_t port() const noexcept override { return engine_->port(); }
    [[nodiscard]] std::string url() const override;
    [[nodiscard]] store::store &opened_store() noexcept override { return *store_; }
    std::vector<std::string_view> change(const configuration &wanted) override;
    std::vector<std::string_view> change(const settings &wanted) override;
    void stop() override;
    [[nodiscard]] http::log &log() noexcept { return log_; }

private:
    [[nodiscard]] settings with_public_url(settings s) const;
    // Fills an empty store, and logs the hints for a first start.
    // @param announce gets the event of the log and a sentence
    void prepare_empty_store(const std::function<void(std::string_view, std::string_view)> &announce, bool watched);
    // Computed when /metrics is read. The engine is stopped before it is destroyed; after that, nothing reads them.
    void watch();
    void watch_followed();
    // The time of this start, so that a clock that is set back later is noticed. A service whose clock is wrong starts,
    // and only reads.
    void note_time();
    // Idempotency records are for clients that retry soon, drafts for submitters who continue; they expire only here. A
    // failed run is retried an hour later.
    std::chrono::milliseconds expire_records();
    // Lists that were uploaded: what another process, or this one before its end, had begun continues.
    std::chrono::milliseconds work_on_lists(const std::string &worker, const std::stop_token &end);
    // The index of decisions follows the history, whichever process has written it.
    std::chrono::milliseconds follow_decisions(const std::stop_token &end);
    std::chrono::milliseconds watch_schema();
    // Another process has retired or promoted the store, or the service was started with a store that is only read.
    void watch_mark();
    // Asks for a primary on a later timeline, and whether the history continues what this process knows.
    std::chrono::milliseconds watch_history();
    void log_history(std::string_view why);
    void prepare_store(const std::function<void(std::string_view, std::string_view)> &announce, bool watched);
    // Marks the store, so that nothing but the history of the primary is added to it.
    void begin_to_follow();
    void check_links(const settings &s);
    void start_periodic_tasks();
    void log_verification(const verification_run &r) noexcept;
    // In small transactions, so that other writes are not held up. What is interrupted continues at the next start.
    void make_index(const std::stop_token &end);
    live_settings settings_;
    read_configuration configuration_;
    metrics metrics_;
    limits limits_;
    http::log log_;
    std::unique_ptr<store::store> store_;
    std::optional<health> health_;
    std::optional<statistics> statistics_;
    std::optional<authenticator> authenticator_;
    session::known_sessions sessions_;
    openid::provider openid_{{.now = [this] { return store_->now(); }}};
    history_waits waits_;
    shared_tree tree_;
    std::optional<response_cache> cache_;
    std::optional<links::link_health> links_; // after the cache, which its thread uses
    std::optional<history_verifier> verifier_;
    std::optional<follow_state> follows_;
    std::optional<follower> follower_;
    std::optional<engine_parts> parts_;
    std::optional<server_context> server_;
    std::optional<router> router_;
    std::optional<dispatcher> service_;
    std::unique_ptr<engine> engine_;
    std::optional<links::link_checker> checker_;
    std::optional<links::loop_checker> loops_;
    std::atomic<std::uint64_t> webhooks_waiting_ = 0;
    std::optional<links::webhook_sender> sender_;
    // Complete before the engine starts, and stopped rather than destroyed: commits wake them.
    std::vector<std::unique_ptr<links::cache_purger>> purgers_;
    std::jthread indexer_;
    periodic_task expiry_;
    periodic_task lists_;
    periodic_task decisions_;
    bool schema_refused_ = false;              // used by the thread of schema_
    std::string history_refused_;              // why, as it was logged; used by the thread of history_
    std::string head_file_failed_;             // the same
    std::vector<std::string> servers_refused_; // the same
    std::atomic<bool> refuses_history_ = false;
    periodic_task schema_;
    periodic_task history_;
    periodic_task following_;
    periodic_task tree_maker_;
    bool stopped_ = false;
    bool late_ = false; // a handler is still running, and its client is gone
};

} // namespace uniform::http
