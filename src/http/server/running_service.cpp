#include "http/server/running_service.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <limits>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>

#include <unistd.h>

#include <uniform/resolver/delegation.hpp>
#include <uniform/service/decisions.hpp>
#include <uniform/service/handover.hpp>
#include <uniform/service/history_lines.hpp>
#include <uniform/service/history_segments.hpp>
#include <uniform/service/received_requests.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/running_imports.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/service/uploaded_lists.hpp>
#include <uniform/store/location.hpp>
#include <uniform/store/search.hpp>

#include "http/api/security_fields.hpp"
#include "http/engine/accept.hpp"
#include "http/engine/transport.hpp"
#include "http/server/all_routes.hpp"
#include "http/server/demo.hpp"
#include "http/server/descriptors.hpp"
#include "http/server/part_options.hpp"
#include "http/server/systemd.hpp"
#include "http/session/sessions.hpp"

namespace uniform::http {

namespace {

std::string text_of(const only_read_store &s) {
    if (!s.retired) return "the store follows another one, and store.follow is not set: it is only read";
    return "the store was retired, and is only read" +
           (s.successor.empty() ? s.successor : ": the primary is " + s.successor);
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

running_service::running_service(const settings &s, const configuration *read,
                                 const std::function<void(std::string_view)> &console)
    : settings_(s), limits_(s), log_(log_options_of(s, limits_), &metrics_), waits_(s.pool / 16) {
    if (read != nullptr) configuration_.change(*read);
    // Before a store is created that will not be used.
    if (const auto says = what_is_wrong_with_tls(s); !says.empty()) throw std::runtime_error(says);
    const std::optional<int> passed = passed_socket();
    if (!passed) try_to_listen(s.address, static_cast<std::uint16_t>(s.port));
    const std::string location = store_location(s);
    std::error_code error; // a location that cannot be examined is opened, which reports why
    const bool creates = !store::is_postgresql(location) && !std::filesystem::exists(store::path_of(location), error);
    store::store_options with = store_options_of(s);
    with.database.head_file = head_file_of(s);
    store_ = store::store::open(location, with);
    health_.emplace(*store_);
    const auto announce = [&](std::string_view event, std::string_view sentence) {
        if (console) return console(sentence);
        log_.event(level::info, event, {{"message", sentence}});
    };
    if (creates) announce("store_created", "there was no store: created " + store_->sql_database().location());
    prepare_store(announce, console && ::isatty(STDERR_FILENO) != 0);
    if (s.statistics_enabled) {
        statistics_.emplace(*store_,
                            statistics::options{.flush = s.statistics_flush,
                                                .unknown = s.statistics_unknown,
                                                .unknown_days = s.statistics_unknown_days},
                            &metrics_);
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
                                           .clock = [this] { return store_->now(); },
                                           .changed = [this] { waits_.news(); }},
                   statistics_ ? &*statistics_ : nullptr, &metrics_);
    links_->start([this] { cache_->invalidate(); });
    for (const std::string &url : s.purge_urls) {
        purgers_.push_back(std::make_unique<links::cache_purger>(*store_, purger_options_of(s, url, metrics_, log_)));
    }
    store_->on_change([this](const store::commit &c) {
        for (const auto &p : purgers_) p->wake();
        metrics_.commit(c.subjects.size());
        authenticator_->changed(c.subjects);
    });
    verifier_.emplace(*store_, [this](const verification_run &r) { log_verification(r); });
    parts_.emplace(engine_parts{.authenticator = *authenticator_,
                                .sessions = sessions_,
                                .cache = *cache_,
                                .metrics = metrics_,
                                .log = log_,
                                .limits = limits_,
                                .health = *health_,
                                .links = *links_,
                                .verifier = *verifier_,
                                .waits = waits_,
                                .configuration = configuration_,
                                .openid = openid_,
                                .statistics = statistics_ ? &*statistics_ : nullptr,
                                .checks_links = s.links_check,
                                .follows = follows_ ? &*follows_ : nullptr,
                                .tree = &tree_});
    server_.emplace(*store_, &settings_, *parts_);
    router_.emplace(*server_, all_routes());
    service_.emplace(&settings_, *parts_, *router_);
    engine_options options = engine_options_of(s);
    options.shared_socket = passed.value_or(-1);
    options.connections = connections_within(s, raised_descriptor_limit());
    if (options.connections < s.connections) {
        log_.event(level::warning, "connections_limited",
                   {{"connections", std::to_string(options.connections)}, {"why", "the limit of open files"}});
    }
    engine_ = engine::start(options, *service_);
    watch();
    // The service's own URL needs the port that the system has chosen.
    if (s.public_url.empty()) settings_.change(with_public_url(s));
    if (s.links_check) check_links(s);
    if (s.webhooks_send) sender_.emplace(*store_, sender_options_of(s, metrics_, webhooks_waiting_));
    if (!store_->sql_database().primary_away()) note_time();
    start_periodic_tasks();
    service_->open();
}

void running_service::check_links(const settings &s) {
    checker_.emplace(*store_, checker_options_of(s, metrics_), [this] { links_->look(); });
    loops_.emplace(
        *store_,
        links::loop_checker::options{.links = checker_options_of(s, metrics_), .base = settings_.get()->public_url},
        [this] { links_->look(); },
        [this](std::string_view prefix, std::string_view says) {
            if (says.empty()) return log_.event(level::info, "delegation_loop_ended", {{"prefix", prefix}});
            log_.event(level::warning, "delegation_loop", {{"prefix", prefix}, {"why", says}});
        });
}

void running_service::start_periodic_tasks() {
    // The first time not while the service starts.
    expiry_ = periodic_task{std::chrono::minutes{1}, [this](const std::stop_token &) { return expire_records(); }};
    lists_ = periodic_task{std::chrono::milliseconds{500},
                           [this, worker = std::to_string(::getpid()) + "." + std::to_string(std::random_device{}())](
                               const std::stop_token &end) { return work_on_lists(worker, end); }};
    schema_ = periodic_task{std::chrono::seconds{1}, [this](const std::stop_token &) { return watch_schema(); }};
    history_ = periodic_task{std::chrono::milliseconds{0}, [this](const std::stop_token &) { return watch_history(); }};
    decisions_ =
        periodic_task{std::chrono::seconds{1}, [this](const std::stop_token &end) { return follow_decisions(end); }};
    tree_maker_ = periodic_task{std::chrono::seconds{1},
                                [this](const std::stop_token &end) { return tree_.read_on(*store_, end); }};
    if (settings_.get()->search_index) {
        indexer_ = std::jthread{[this](const std::stop_token &end) { make_index(end); }};
    }
    if (follower_) {
        following_ = periodic_task{std::chrono::milliseconds{0},
                                   [this](const std::stop_token &end) { return follower_->attempt(end); }};
    }
}

std::string running_service::url() const {
    const bool six = settings_.get()->address.find(':') != std::string::npos;
    const std::string host = six ? "[" + settings_.get()->address + "]" : settings_.get()->address;
    return (settings_.get()->certificate.empty() ? "http://" : "https://") + host + ":" + std::to_string(port());
}

std::vector<std::string_view> running_service::change(const configuration &wanted) {
    auto later = change(wanted.values);
    configuration_.change(wanted);
    return later;
}

std::vector<std::string_view> running_service::change(const settings &wanted) {
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
    // The steps that may fail come first, so that nothing has changed if one does.
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

void running_service::stop() {
    if (stopped_) return;
    stopped_ = true;
    health_->stop();
    engine_->announce_end();
    if (const auto delay = settings_.get()->stop_delay; delay.count() > 0) std::this_thread::sleep_for(delay);
    waits_.stop();
    late_ = !engine_->stop();
    expiry_ = {};
    indexer_ = {};
    lists_ = {};
    decisions_ = {};
    schema_ = {};
    history_ = {};
    following_ = {};
    tree_maker_ = {};
    verifier_->stop();
    if (statistics_) statistics_->flush(); // first, because the rest may wait
    checker_.reset();
    loops_.reset();
    sender_.reset();
    for (const auto &p : purgers_) p->stop();
    links_->stop();
    // A running handler uses the store, which is closed after the last of them.
    if (!late_) store_->close();
}

settings running_service::with_public_url(settings s) const {
    if (s.public_url.empty()) s.public_url = url();
    return s;
}

void running_service::prepare_store(const std::function<void(std::string_view, std::string_view)> &announce,
                                    bool watched) {
    if (!settings_.get()->store_follow.empty()) return begin_to_follow();
    // It would say that names of other parts do not exist.
    if (store_->follows_part()) {
        throw std::runtime_error("this store has a part of a history: start it with the settings store.follow and "
                                 "store.follow_prefixes that it began with");
    }
    if (!store_->follows()) return prepare_empty_store(announce, watched);
    watch_mark();
    announce("store_follows", text_of(*health_->only_read()));
}

void running_service::watch_mark() {
    if (follows_) return;
    std::optional<only_read_store> is;
    if (store_->follows()) {
        const auto by = store_->read([](store::reading &r) { return service::retirement_of(r); });
        is = only_read_store{.retired = by.has_value(), .successor = by ? by->successor : std::string{}};
    }
    health_->note_only_read(std::move(is));
}

void running_service::begin_to_follow() {
    const settings &s = *settings_.get();
    std::vector<std::string> prefixes;
    prefixes.reserve(s.store_follow_prefixes.size());
    for (const std::string &text : s.store_follow_prefixes) {
        prefixes.push_back(resolver::prefix_of_keys(text).value_or(text));
    }
    store_->follow(service::part_of_history(prefixes));
    const std::string url{followed_url(s)};
    follows_.emplace(url);
    follows_->has(store_->read([](store::reading &r) { return r.head().first; }));
    follower_.emplace(!url.empty()
                          ? history_of_service(*store_, url, s.store_follow_token_file, s.store_follow_prefixes)
                      : service::is_segments_index(s.store_follow) ? history_of_segments(*store_, s.store_follow)
                                                                   : history_of_file(*store_, s.store_follow),
                      s.store_follow, *follows_, log_);
}

void running_service::prepare_empty_store(const std::function<void(std::string_view, std::string_view)> &announce,
                                          bool watched) {
    if (settings_.get()->demo && is_empty(*store_)) {
        if (auto filled = fill_with_demonstration(*store_); !filled) {
            throw std::runtime_error("cannot create the demonstration: " + filled.error().detail);
        }
        store::make_search_index(*store_); // of a few names: the box of the front page finds titles and addresses
        announce("demonstration_added", "the store was empty: the demonstration namespace \"example\" was added");
    }
    // Without people who read them, messages go to the log, which must not contain a token.
    if (!settings_.get()->demo && !watched) {
        if (is_empty(*store_)) {
            announce("administrator_missing",
                     "no administrator yet: create a token with `uniform token create --role administrator`");
        }
        return;
    }
    const auto issued = service::create_first_administrator(*store_, {.who = "service", .from = "service"});
    if (!issued) return;
    if (watched)
        return announce("administrator_token_shown", "an administrator's token, shown this once: " + issued->text);
    if (const auto file = keep_token(issued->text, store_location(*settings_.get()))) {
        announce("administrator_token_written", "an administrator's token is in the file " + file->string());
    } else {
        announce("administrator_token_not_written",
                 "cannot create a file for an administrator's token: create another token with `uniform token create "
                 "--role administrator`");
    }
}

void running_service::watch() {
    const auto add = [this](std::string_view name, std::string_view type, std::string_view help,
                            std::uint64_t engine::numbers::*which) {
        metrics_.ask(name, type, help, [this, which] { return static_cast<double>(engine_->count().*which); });
    };
    add("connections_open", "gauge", "Connections that are open.", &engine::numbers::open_connections);
    add("connections_total", "counter", "Connections accepted.", &engine::numbers::connections);
    add("requests_queued", "gauge", "Requests that wait for a thread.", &engine::numbers::queued);
    add("connections_refused_total", "counter", "Connections and requests refused because there were too many.",
        &engine::numbers::refused);
    add("connections_displaced_total", "counter", "Connections ended because other addresses needed their places.",
        &engine::numbers::displaced);
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
    metrics_.ask("purge_lag_seconds", "gauge",
                 "For how long the oldest change waits until a cache in front of the service has purged it; 0 if none "
                 "does.",
                 [this] {
                     std::chrono::milliseconds most{0};
                     for (const auto &p : purgers_) most = std::max(most, p->lag());
                     return std::chrono::duration<double>(most).count();
                 });
    metrics_.ask("purges_pending", "gauge",
                 "Sets of changes that caches in front of the service are still to purge, for the first time or again.",
                 [this] {
                     std::uint64_t sum = 0;
                     for (const auto &p : purgers_) sum += p->pending();
                     return static_cast<double>(sum);
                 });
    metrics_.ask("store_events", "gauge", "Events of the store's history.", [this] {
        const auto events = health_->events();
        return events ? static_cast<double>(*events) : std::numeric_limits<double>::quiet_NaN();
    });
    metrics_.ask("store_history_refused", "gauge",
                 "1 while nothing is written because the store lacks an event that this process knows; else 0.",
                 [this] { return refuses_history_ ? 1.0 : 0.0; });
    metrics_.ask("store_servers_refused", "gauge", "Servers of PostgreSQL that accept writes and are not the primary.",
                 [this] { return static_cast<double>(store_->sql_database().refused_servers().size()); });
    metrics_.ask("history_waiting", "gauge", "Requests that wait for the next event of the history.",
                 [this] { return static_cast<double>(waits_.waiting()); });
    watch_followed();
    metrics_.ask("store_primary_away_seconds", "gauge",
                 "For how long the server that accepts writes has not answered; 0 while it does.", [this] {
                     const auto away = store_->sql_database().primary_away();
                     return away ? std::chrono::duration<double>(*away).count() : 0.0;
                 });
}

void running_service::watch_followed() {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    // Nothing of it in a service that follows none.
    const auto add = [this](std::string_view name, std::string_view type, std::string_view help,
                            double (*value)(const follow_state::picture &)) {
        metrics_.ask(name, type, help, [this, value] { return follows_ ? value(follows_->now()) : unknown; });
    };
    add("follower_behind_events", "gauge",
        "Events of the primary's history that are missing here, when it was last read.",
        [](const follow_state::picture &p) {
            const auto behind = p.behind();
            return behind ? static_cast<double>(*behind) : unknown;
        });
    add("follower_read_seconds", "gauge", "For how long the history of the primary has not been read.",
        [](const follow_state::picture &p) {
            return p.read ? std::chrono::duration<double>(std::chrono::steady_clock::now() - *p.read).count() : unknown;
        });
    add("follower_refused", "gauge", "Whether the history of the primary is refused: 1, or 0.",
        [](const follow_state::picture &p) { return p.refused.empty() ? 0.0 : 1.0; });
}

void running_service::note_time() {
    try {
        const auto noted = [](store::writing &w) -> std::expected<void, resolver::problem> {
            w.note_time();
            return {};
        };
        static_cast<void>(store_->write({.who = "service", .from = "service"}, noted));
    } catch (const store::failure &f) {
        if (f.kind() == store::failure_kind::clock) log_.event(level::error, "clock_refused", {{"why", f.what()}});
    }
}

std::chrono::milliseconds running_service::expire_records() {
    try {
        const auto age = std::chrono::days{static_cast<std::int64_t>(settings_.get()->store_idempotency_days)};
        static_cast<void>(store_->write(
            {.who = "service", .from = "service"},
            [&](store::writing &w) -> std::expected<std::int64_t, resolver::problem> {
                const std::int64_t drafts = service::expire_drafts(w, w.now() - settings_.get()->draft_life) +
                                            service::expire_received(w, w.now() - settings_.get()->received_life);
                const std::int64_t lists = service::expire_lists(w, w.now() - std::chrono::seconds{service::list_life});
                static_cast<void>(session::expire(w, session::lifetime_of(settings_.get())));
                return drafts + lists + service::expire_imports(w) + w.expire_answers(w.now() - age);
            }));
    } catch (const std::exception &) { // retried
    }
    return std::chrono::hours{1};
}

// Another process has migrated the store: this one does not write any more, and is not ready.
std::chrono::milliseconds running_service::watch_schema() {
    try {
        const bool was_written = !health_->only_read();
        watch_mark();
        if (const auto is = health_->only_read(); is && was_written) {
            log_.event(level::info, "store_follows", {{"message", text_of(*is)}});
        }
        const std::string why = store_->refusal_of_schema();
        if (!why.empty() && !std::exchange(schema_refused_, true)) {
            log_.event(level::error, "schema_refused", {{"why", why}});
        }
    } catch (const std::exception &) { // the store is away
    }
    return std::chrono::seconds{1};
}

std::chrono::milliseconds running_service::watch_history() {
    store::database &d = store_->sql_database();
    try {
        d.look_at_servers();
        log_history(store_->refusal_of_history());
    } catch (const std::exception &) { // the store is away
    }
    auto refused = d.refused_servers();
    for (const std::string &one : refused) {
        if (std::ranges::find(servers_refused_, one) == servers_refused_.end()) {
            log_.event(level::error, "server_refused", {{"why", one}});
        }
    }
    servers_refused_ = std::move(refused);
    if (std::string why = d.head_file_failed(); why != head_file_failed_) {
        head_file_failed_ = std::move(why);
        if (!head_file_failed_.empty()) log_.event(level::error, "head_file_failed", {{"why", head_file_failed_}});
    }
    return std::chrono::seconds{2};
}

void running_service::log_history(std::string_view why) {
    if (why == history_refused_) return;
    history_refused_ = why;
    refuses_history_ = !why.empty();
    if (!why.empty()) {
        return log_.event(level::error, "history_refused", {{"why", why}, {"file", head_file_of(*settings_.get())}});
    }
    log_.event(level::info, "history_accepted", {});
}

std::chrono::milliseconds running_service::work_on_lists(const std::string &worker, const std::stop_token &end) {
    try {
        while (service::work_on_lists(*store_, worker, settings_.get()->location_schemes,
                                      [&] { return end.stop_requested(); }) &&
               !end.stop_requested()) {
        }
    } catch (const std::exception &e) { // the store is away, or only read: retried
        log_.event(level::error, "lists_failed", {{"why", e.what()}});
        return std::chrono::seconds{10};
    }
    return std::chrono::milliseconds{500};
}

std::chrono::milliseconds running_service::follow_decisions(const std::stop_token &end) {
    try {
        while (!end.stop_requested() && service::note_decisions(*store_) != 0) {
        }
    } catch (const std::exception &e) { // the store is away, or only read: retried
        log_.event(level::error, "decisions_failed", {{"why", e.what()}});
        return std::chrono::seconds{30};
    }
    return std::chrono::seconds{1};
}

void running_service::log_verification(const verification_run &r) noexcept {
    const level l =
        r.state == verification_state::damaged || r.state == verification_state::failed ? level::error : level::info;
    log_.event(l, "history_verified",
               {{"state", to_string(r.state)}, {"head", r.head}, {"found", std::to_string(r.found)}});
}

void running_service::make_index(const std::stop_token &end) {
    try {
        const std::uint64_t names =
            store::make_search_index(*store_, [&](std::uint64_t) { return !end.stop_requested(); }, 500);
        if (names != 0) log_.event(level::info, "search_index", {{"names", std::to_string(names)}});
    } catch (const std::exception &e) {
        log_.event(level::error, "search_index_failed", {{"why", e.what()}});
    }
}

} // namespace uniform::http
