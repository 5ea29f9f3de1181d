// The basic idea: `whole` has the parts of the service as members, each after those that it uses, so that they are made
// in the order of their needs and destroyed in the opposite one. Whoever handles a request gets at them by
// server_context, which owns nothing.
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
//
// Signals are for the thread of serve() alone: all others have them blocked. A second signal, or too long a stop, ends
// the process: what was acknowledged is on disk.
#include <uniform/http/server.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <thread>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <uniform/service/decisions.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/running_imports.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/uploaded_lists.hpp>
#include <uniform/store/location.hpp>
#include <uniform/store/search.hpp>

#include "http/api/authentication.hpp"
#include "http/api/live_settings.hpp"
#include "http/api/router.hpp"
#include "http/api/security_fields.hpp"
#include "http/api/server_context.hpp"
#include "http/engine/accept.hpp"
#include "http/engine/engine.hpp"
#include "http/engine/transport.hpp"
#include "http/openid/provider.hpp"
#include "http/operation/health.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/metrics.hpp"
#include "http/operation/statistics.hpp"
#include "http/operation/verification.hpp"
#include "http/resolve/response_cache.hpp"
#include "http/server/all_routes.hpp"
#include "http/server/allocator.hpp"
#include "http/server/demo.hpp"
#include "http/server/dispatcher.hpp"
#include "http/session/known_sessions.hpp"
#include "http/session/sessions.hpp"
#include "http/settings/read_configuration.hpp"
#include "links/link_checker.hpp"
#include "links/link_health.hpp"
#include "links/loop_checker.hpp"
#include "links/webhook_sender.hpp"

namespace uniform::http {

namespace {

logged logged_from(std::string_view word) {
    constexpr std::array<std::string_view, 4> words{"off", "errors", "slow", "all"};
    return static_cast<logged>(std::ranges::find(words, word) - words.begin());
}

log_options log_options_of(const settings &s, const limits &clients) {
    return {.requests = logged_from(s.log_requests),
            .slow = s.log_slow,
            .sample = s.log_sample,
            .client_address = s.log_client_address,
            .clients = &clients,
            .target_length = s.log_target_length,
            .file = s.log_file};
}

engine_options engine_options_of(const settings &s) {
    engine_options o;
    o.address = s.address;
    o.port = static_cast<std::uint16_t>(s.port);
    o.workers = static_cast<unsigned>(s.workers);
    o.pool = static_cast<unsigned>(s.pool);
    o.readers = static_cast<unsigned>(s.readers);
    o.pool_queue = s.pool_queue;
    o.head_limit = s.head_limit;
    o.fields_limit = s.fields_limit;
    o.bodies = s.bodies;
    o.unsent = s.unsent;
    o.connections = s.connections;
    o.connections_per_address = s.connections_per_address;
    o.head_time = s.head_time;
    o.idle_time = s.idle_time;
    o.body_time = s.body_time;
    o.drain_time = s.drain_time;
    o.streams_per_client = static_cast<unsigned>(s.streams);
    o.fields = security_fields(s);
    o.certificate = s.certificate;
    o.private_key = s.private_key;
    return o;
}

counter counter_of(links::link_event e) noexcept {
    switch (e) {
    case links::link_event::checked:
        return counter::links_checked;
    case links::link_event::died:
        return counter::links_dead;
    case links::link_event::delegation_loop:
        return counter::delegation_loops;
    case links::link_event::store_failed:
        break;
    }
    return counter::store_failures;
}

links::link_checker::options checker_options_of(const settings &s, metrics &m) {
    links::link_checker::options o;
    o.count = [&m](links::link_event e, std::uint64_t n) { m.count(counter_of(e), n); };
    o.rate = s.links_rate;
    o.host_delay = s.links_host_delay;
    o.recheck = s.links_recheck;
    o.pause = std::clamp<std::chrono::milliseconds>(o.recheck, std::chrono::seconds{1}, o.pause);
    o.timeout = s.links_timeout;
    o.parallel = s.links_parallel;
    o.dead_after = static_cast<std::int64_t>(s.links_dead_after);
    o.robots = s.links_robots;
    o.soft_404 = s.links_soft_404;
    o.allow_private = s.links_allow_private;
    o.user_agent = s.links_user_agent;
    return o;
}

counter counter_of(links::webhook_event e) noexcept {
    switch (e) {
    case links::webhook_event::delivered:
        return counter::webhooks_delivered;
    case links::webhook_event::attempt_failed:
        return counter::webhooks_attempts_failed;
    case links::webhook_event::given_up:
        return counter::webhooks_failed;
    case links::webhook_event::store_failed:
        break;
    }
    return counter::store_failures;
}

links::webhook_sender::options sender_options_of(const settings &s, metrics &m, std::atomic<std::uint64_t> &waiting) {
    const auto seconds = [](std::chrono::milliseconds t) { return std::chrono::ceil<std::chrono::seconds>(t); };
    return {.timeout = s.webhooks_timeout,
            .first_retry = seconds(s.webhooks_retry),
            .attempts = static_cast<std::int64_t>(s.webhooks_attempts),
            .keep = seconds(s.webhooks_keep),
            .allow_private = s.webhooks_allow_private,
            .count = [&m](links::webhook_event e) { m.count(counter_of(e)); },
            .waiting = [&waiting](std::uint64_t n) { waiting.store(n); }};
}

// The parts of the service, each after those that it uses.
class whole final : public server {
public:
    whole(const settings &s, const configuration *read, const std::function<void(std::string_view)> &person)
        : settings_(s), limits_(s), log_(log_options_of(s, limits_), &metrics_) {
        if (read != nullptr) configuration_.change(*read);
        // Before a store is created that will not be used.
        if (const auto says = what_is_wrong_with_tls(s); !says.empty()) throw std::runtime_error(says);
        try_to_listen(s.address, static_cast<std::uint16_t>(s.port));
        const std::string location = store_location(s);
        std::error_code error; // a location that cannot be examined is opened, which reports why
        const bool creates =
            !store::is_postgresql(location) && !std::filesystem::exists(store::path_of(location), error);
        store_ = store::store::open(location, store_options_of(s));
        health_.emplace(*store_);
        const auto say = [&](std::string_view event, std::string_view sentence) {
            if (person) return person(sentence);
            log_.say(level::info, event, {{"message", sentence}});
        };
        if (creates) say("store_created", "there was no store: created " + store_->where().location());
        first_words(say);
        if (s.statistics_enabled) {
            statistics_.emplace(
                *store_, statistics::options{.flush = s.statistics_flush, .unknown = s.statistics_unknown}, &metrics_);
        }
        authenticator_.emplace(*store_, &limits_);
        links_.emplace(*store_, links::link_health::options{});
        cache_.emplace(*store_,
                       response_cache::options{.bytes = s.cache_size,
                                               .workers = static_cast<unsigned>(s.workers),
                                               .poll = s.cache_poll,
                                               .links = &*links_,
                                               .settings = &settings_,
                                               .stale_for = s.store_stale_for,
                                               .clock = [this] { return store_->now(); }},
                       statistics_ ? &*statistics_ : nullptr, &metrics_);
        links_->start([this] { cache_->invalidate(); });
        store_->on_change([this](const store::commit &c) {
            metrics_.commit(c.subjects.size());
            authenticator_->changed(c.subjects);
        });
        verifier_.emplace(*store_, [this](const verification_run &r) { say_verified(r); });
        server_ = {.store = store_.get(),
                   .settings = &settings_,
                   .authenticator = &*authenticator_,
                   .sessions = &sessions_,
                   .cache = &*cache_,
                   .metrics = &metrics_,
                   .statistics = statistics_ ? &*statistics_ : nullptr,
                   .log = &log_,
                   .limits = &limits_,
                   .health = &*health_,
                   .links = &*links_,
                   .verifier = &*verifier_,
                   .configuration = read == nullptr ? nullptr : &configuration_,
                   .openid = &openid_,
                   .has_link_checker = s.links_check,
                   .clock = [this] { return store_->now(); }};
        router_.emplace(server_, all_routes());
        service_.emplace(server_, *router_);
        engine_ = engine::start(engine_options_of(s), *service_);
        watch();
        // The service's own URL needs the port that the system has chosen.
        if (s.public_url.empty()) settings_.change(with_public_url(s));
        if (s.links_check) {
            checker_.emplace(*store_, checker_options_of(s, metrics_), [this] { links_->look(); });
            loops_.emplace(
                *store_,
                links::loop_checker::options{.links = checker_options_of(s, metrics_),
                                             .base = settings_.get()->public_url},
                [this] { links_->look(); },
                [this](std::string_view prefix, std::string_view says) {
                    if (says.empty()) return log_.say(level::info, "delegation_loop_ended", {{"prefix", prefix}});
                    log_.say(level::warning, "delegation_loop", {{"prefix", prefix}, {"why", says}});
                });
        }
        if (s.webhooks_send) sender_.emplace(*store_, sender_options_of(s, metrics_, webhooks_waiting_));
        if (!store_->where().primary_away()) note_time();
        expiry_ = std::jthread{[this](const std::stop_token &end) { expire_records(end); }};
        lists_ = std::jthread{[this](const std::stop_token &end) { work_on_lists(end); }};
        decisions_ = std::jthread{[this](const std::stop_token &end) { follow_decisions(end); }};
        if (settings_.get()->search_index) {
            indexer_ = std::jthread{[this](const std::stop_token &end) { make_index(end); }};
        }
        service_->open();
    }

    ~whole() override { stop(); }

    [[nodiscard]] std::uint16_t port() const noexcept override { return engine_->port(); }

    [[nodiscard]] std::string url() const override {
        const bool six = settings_.get()->address.find(':') != std::string::npos;
        const std::string host = six ? "[" + settings_.get()->address + "]" : settings_.get()->address;
        return (settings_.get()->certificate.empty() ? "http://" : "https://") + host + ":" + std::to_string(port());
    }

    [[nodiscard]] store::store &where() noexcept override { return *store_; }

    std::vector<std::string_view> change(const configuration &wanted) override {
        auto later = change(wanted.values);
        configuration_.change(wanted);
        return later;
    }

    std::vector<std::string_view> change(const settings &wanted) override {
        const settings &now = *settings_.get();
        settings next = now;
        std::vector<std::string_view> later;
        for (const setting *const one : differences(now, with_public_url(wanted))) {
            const bool starts_tls = one->name == "server.certificate" || one->name == "server.private_key";
            if (!changes_while_running(*one) || (starts_tls && now.certificate.empty() != wanted.certificate.empty())) {
                later.push_back(one->name);
            } else {
                std::visit([&](auto member) { next.*member = wanted.*member; }, one->member);
            }
        }
        next = with_public_url(std::move(next));
        // What may fail comes first, so that nothing has changed then.
        if (const auto says = what_is_wrong_with_tls(next); !says.empty()) throw std::runtime_error(says);
        log_.change(log_options_of(next, limits_));
        if (!next.certificate.empty()) engine_->change_certificate(next.certificate, next.private_key);
        limits_.change(next);
        if (!differences(now, next).empty()) {
            settings_.change(next);
            cache_->invalidate();
        }
        return later;
    }

    void stop() override {
        if (stopped_) return;
        stopped_ = true;
        health_->stop();
        if (const auto delay = settings_.get()->stop_delay; delay.count() > 0) std::this_thread::sleep_for(delay);
        late_ = !engine_->stop();
        expiry_ = {};
        indexer_ = {};
        lists_ = {};
        decisions_ = {};
        verifier_->stop();
        if (statistics_) statistics_->flush(); // first, because the rest may wait
        checker_.reset();
        loops_.reset();
        sender_.reset();
        links_->stop();
        // A running handler uses the store, which is closed after the last of them.
        if (!late_) store_->close();
    }

    [[nodiscard]] http::log &log() noexcept { return log_; }

private:
    [[nodiscard]] settings with_public_url(settings s) const {
        if (s.public_url.empty()) s.public_url = url();
        return s;
    }

    // The contents of an empty store.
    // `say` has the event of the log and a sentence.
    void first_words(const std::function<void(std::string_view, std::string_view)> &say) {
        if (settings_.get()->demo && is_empty(*store_)) {
            if (auto filled = fill_with_demonstration(*store_); !filled) {
                throw std::runtime_error("cannot create the demonstration: " + filled.error().detail);
            }
            store::make_search_index(*store_); // of a few names: the box of the front page finds titles and addresses
            say("demonstration_added", "the store was empty: the demonstration namespace \"example\" was added");
        }
        // Without a terminal, messages go to the log, which must not contain a token.
        const bool watched = ::isatty(STDERR_FILENO) != 0;
        if (!settings_.get()->demo && !watched) {
            if (is_empty(*store_)) {
                say("administrator_missing",
                    "no administrator yet: create a token with `uniform token create --role administrator`");
            }
            return;
        }
        const auto issued = service::create_first_administrator(*store_, {.who = "service", .from = "service"});
        if (!issued) return;
        if (watched)
            return say("administrator_token_shown", "an administrator's token, shown this once: " + issued->text);
        if (const auto file = keep_token(issued->text, store_location(*settings_.get()))) {
            say("administrator_token_written", "an administrator's token is in the file " + file->string());
        } else {
            say("administrator_token_not_written",
                "cannot create a file for an administrator's token: create another token with `uniform token create "
                "--role administrator`");
        }
    }

    // Computed when /metrics is read. The engine is stopped before it is destroyed; after that, nothing reads them.
    void watch() {
        const auto add = [this](std::string_view name, std::string_view type, std::string_view help,
                                std::uint64_t engine::numbers::*which) {
            metrics_.ask(name, type, help, [this, which] { return static_cast<double>(engine_->count().*which); });
        };
        add("connections_open", "gauge", "Connections that are open.", &engine::numbers::open_connections);
        add("connections_total", "counter", "Connections accepted.", &engine::numbers::connections);
        add("requests_queued", "gauge", "Requests that wait for a thread.", &engine::numbers::queued);
        add("connections_refused_total", "counter", "Connections and requests refused because there were too many.",
            &engine::numbers::refused);
        add("body_bytes", "gauge", "Memory of the bodies of requests (limits.bodies).", &engine::numbers::body_bytes);
        add("unsent_bytes", "gauge", "Memory of responses that clients have not read yet (limits.unsent).",
            &engine::numbers::unsent_bytes);
        metrics_.ask("cache_bytes", "gauge", "Memory of the response cache.",
                     [this] { return static_cast<double>(cache_->bytes()); });
        metrics_.ask("cache_entries", "gauge", "Responses in the response cache.",
                     [this] { return static_cast<double>(cache_->entries()); });
        metrics_.ask("webhooks_waiting", "gauge", "Deliveries that wait for their first or next attempt.", [this] {
            return settings_.get()->webhooks_send ? static_cast<double>(webhooks_waiting_.load())
                                                  : std::numeric_limits<double>::quiet_NaN();
        });
        metrics_.ask("store_events", "gauge", "Events of the store's history.", [this] {
            const auto events = health_->events();
            return events ? static_cast<double>(*events) : std::numeric_limits<double>::quiet_NaN();
        });
    }

    // The time of this start, so that a clock that is set back later is noticed. A service whose clock is wrong starts,
    // and only reads.
    void note_time() {
        try {
            const auto noted = [](store::writing &w) -> std::expected<void, resolver::problem> {
                w.note_time();
                return {};
            };
            static_cast<void>(store_->write({.who = "service", .from = "service"}, noted));
        } catch (const store::failure &f) {
            if (f.kind() == store::failure_kind::clock) log_.say(level::error, "clock_refused", {{"why", f.what()}});
        }
    }

    // Idempotency records are for clients that retry soon, drafts for submitters who continue; they expire only here.
    void expire_records(const std::stop_token &end) {
        std::mutex lock;
        std::condition_variable_any ended;
        std::unique_lock hold(lock);
        // Not while the service starts.
        for (std::chrono::seconds pause{60}; !ended.wait_for(hold, end, pause, [&] { return end.stop_requested(); });
             pause = std::chrono::hours{1}) {
            try {
                const auto age = std::chrono::days{static_cast<std::int64_t>(settings_.get()->store_idempotency_days)};
                static_cast<void>(store_->write(
                    {.who = "service", .from = "service"},
                    [&](store::writing &w) -> std::expected<std::int64_t, resolver::problem> {
                        const std::int64_t drafts = service::expire_drafts(w, w.now() - settings_.get()->draft_life);
                        const std::int64_t lists =
                            service::expire_lists(w, w.now() - std::chrono::seconds{service::list_life});
                        static_cast<void>(session::expire(w, session::lifetime_of(settings_.get())));
                        return drafts + lists + service::expire_imports(w) + w.expire_answers(w.now() - age);
                    }));
            } catch (const std::exception &) { // retried an hour later
            }
        }
    }

    // Lists that were uploaded: what another process, or this one before its end, had begun continues.
    void work_on_lists(const std::stop_token &end) {
        const std::string worker = std::to_string(::getpid()) + "." + std::to_string(std::random_device{}());
        std::mutex lock;
        std::condition_variable_any ended;
        std::unique_lock hold(lock);
        std::chrono::milliseconds pause{500};
        while (!ended.wait_for(hold, end, pause, [&] { return end.stop_requested(); })) {
            pause = std::chrono::milliseconds{500};
            try {
                while (service::work_on_lists(*store_, worker, settings_.get()->location_schemes,
                                              [&] { return end.stop_requested(); }) &&
                       !end.stop_requested()) {
                }
            } catch (const std::exception &e) { // the store is away, or only read: retried
                log_.say(level::error, "lists_failed", {{"why", e.what()}});
                pause = std::chrono::seconds{10};
            }
        }
    }

    // The index of decisions follows the history, whichever process has written it.
    void follow_decisions(const std::stop_token &end) {
        std::mutex lock;
        std::condition_variable_any ended;
        std::unique_lock hold(lock);
        std::chrono::milliseconds pause{1000};
        while (!ended.wait_for(hold, end, pause, [&] { return end.stop_requested(); })) {
            pause = std::chrono::milliseconds{1000};
            try {
                while (!end.stop_requested() && service::note_decisions(*store_) != 0) {
                }
            } catch (const std::exception &e) { // the store is away, or only read: retried
                log_.say(level::error, "decisions_failed", {{"why", e.what()}});
                pause = std::chrono::seconds{30};
            }
        }
    }

    void say_verified(const verification_run &r) noexcept {
        const level l = r.state == verification_state::damaged || r.state == verification_state::failed ? level::error
                                                                                                        : level::info;
        log_.say(l, "history_verified",
                 {{"state", to_string(r.state)}, {"head", r.head}, {"found", std::to_string(r.found)}});
    }

    // In small transactions, so that other writes are not held up. What is interrupted continues at the next start.
    void make_index(const std::stop_token &end) {
        try {
            const std::uint64_t names =
                store::make_search_index(*store_, [&](std::uint64_t) { return !end.stop_requested(); }, 500);
            if (names != 0) log_.say(level::info, "search_index", {{"names", std::to_string(names)}});
        } catch (const std::exception &e) {
            log_.say(level::error, "search_index_failed", {{"why", e.what()}});
        }
    }

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
    std::optional<response_cache> cache_;
    std::optional<links::link_health> links_; // after the cache, which its thread uses
    std::optional<history_verifier> verifier_;
    server_context server_;
    std::optional<router> router_;
    std::optional<dispatcher> service_;
    std::unique_ptr<engine> engine_;
    std::optional<links::link_checker> checker_;
    std::optional<links::loop_checker> loops_;
    std::atomic<std::uint64_t> webhooks_waiting_ = 0;
    std::optional<links::webhook_sender> sender_;
    std::jthread expiry_;
    std::jthread indexer_;
    std::jthread lists_;
    std::jthread decisions_;
    bool stopped_ = false;
    bool late_ = false; // a handler is still running, and its client is gone
};

// sd_notify(3) without libsystemd: it is one datagram.
void notify(std::string_view state) {
    const char *path = std::getenv("NOTIFY_SOCKET");
    if (path == nullptr || (*path != '/' && *path != '@')) return;
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    const std::size_t length = std::strlen(path);
    if (length >= sizeof to.sun_path) return;
    std::memcpy(to.sun_path, path, length);
    if (*path == '@') to.sun_path[0] = '\0'; // an abstract address
    const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return;
    [[maybe_unused]] const ssize_t sent =
        ::sendto(fd, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr *>(&to),
                 static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length));
    ::close(fd);
}

sigset_t ending_signals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

// systemd.service(5), Type=notify-reload: the time tells its manager to which request the next READY=1 belongs.
void notify_reloading() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    const auto microseconds = std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
    notify("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds));
}

// SIGHUP: whatever is wrong, the service goes on with the settings that it has.
void reload(whole &running, const settings_reader &read_again, const std::function<void(std::string_view)> &person) {
    notify_reloading();
    std::string error;
    try {
        if (const auto next = read_again()) {
            std::string later;
            for (const std::string_view name : running.change(*next)) {
                if (!later.empty()) later += ", ";
                later += name;
            }
            if (person) {
                person("settings read again" + (later.empty() ? std::string{} : "; only a restart changes " + later));
            } else if (later.empty()) {
                running.log().say(level::info, "settings_read");
            } else {
                running.log().say(level::warning, "settings_read", {{"need_restart", later}});
            }
        } else {
            error = next.error();
        }
    } catch (const std::exception &e) {
        error = e.what();
    }
    if (!error.empty() && person) person("nothing is changed: " + error);
    if (!error.empty() && !person) running.log().say(level::error, "settings_refused", {{"why", error}});
    notify("READY=1");
}

} // namespace

std::string what_is_wrong_with_tls(const settings &s) {
    if (s.certificate.empty() || s.private_key.empty()) return {};
    try {
        const tls_context context{s.certificate, s.private_key};
    } catch (const std::runtime_error &e) {
        return e.what();
    }
    return {};
}

std::unique_ptr<server> server::start(const settings &s, const std::function<void(std::string_view)> &say) {
    return std::make_unique<whole>(s, nullptr, say);
}

std::unique_ptr<server> server::start(const configuration &c, const std::function<void(std::string_view)> &say) {
    return std::make_unique<whole>(c.values, &c, say);
}

int serve(const configuration &c, const settings_reader &read_again, const std::function<void(std::string_view)> &say) {
    const settings &s = c.values;
    configure_allocator();
    // Before any thread is started: all threads inherit the mask, and only this one handles the signals.
    const sigset_t ending = ending_signals();
    sigset_t handled = ending;
    sigaddset(&handled, SIGHUP);
    ::pthread_sigmask(SIG_BLOCK, &handled, nullptr);
    std::signal(SIGPIPE, SIG_IGN);

    // On a terminal, messages are for people; otherwise every line is a log entry.
    const bool person = ::isatty(STDERR_FILENO) != 0;
    std::unique_ptr<whole> running;
    try {
        running = std::make_unique<whole>(s, &c, person ? say : nullptr);
    } catch (const std::exception &e) {
        throw std::runtime_error(std::string{"cannot start: "} + e.what());
    }
    const std::string store = running->where().where().location();
    if (person) {
        say("listening on " + running->url() + ", store " + store);
    } else {
        running->log().say(level::info, "started", {{"url", running->url()}, {"store", store}});
    }
    notify("READY=1");

    int signal = 0;
    for (const timespec some_time{.tv_sec = 5, .tv_nsec = 0};
         (signal = sigtimedwait(&handled, nullptr, &some_time)) < 0 || signal == SIGHUP;) {
        if (signal == SIGHUP) {
            reload(*running, read_again, person ? say : nullptr);
        } else {
            return_free_memory();
        }
    }
    notify("STOPPING=1");
    if (person) {
        say("stopping: accepted requests are finished; repeat the signal to stop at once");
    } else {
        running->log().say(level::info, "stopping", {{"signal", ::strsignal(signal)}});
    }

    // A second signal ends the process at once, and so does a long delay: a database that does not respond, a handler
    // that does not return. What was acknowledged is durable.
    std::atomic<bool> done = false;
    const auto last = std::chrono::steady_clock::now() + s.stop_delay + s.drain_time + std::chrono::seconds{3};
    std::jthread second([&] {
        const timespec moment{.tv_sec = 0, .tv_nsec = 50'000'000};
        while (!done.load()) {
            if (const int again = sigtimedwait(&ending, nullptr, &moment); again > 0) ::_exit(128 + again);
            if (std::chrono::steady_clock::now() > last) ::_exit(0);
        }
    });
    running->stop();
    if (!person) running->log().say(level::info, "stopped");
    running.reset(); // waits for running handlers, until the other thread ends the process
    done = true;
    second.join();
    return 0;
}

} // namespace uniform::http
