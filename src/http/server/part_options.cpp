#include "http/server/part_options.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <uniform/http/server.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/store/location.hpp>

#include "http/api/authentication.hpp"
#include "http/api/security_fields.hpp"
#include "http/resolve/shared_caching.hpp"
#include "http/settings/key_fields.hpp"
#include "http/settings/logged_requests.hpp"

namespace uniform::http {

namespace {

// In one round trip to PostgreSQL (docs/decisions/0056): more would gain nothing, and the first of them would wait.
constexpr std::size_t names_together = 64;

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

// The setting purge.body with the keys in the place of {keys}.
std::string purge_body_of(std::string form, std::span<const std::string> keys) {
    constexpr std::string_view place = "{keys}";
    const std::size_t at = form.find(place);
    if (at == std::string::npos) return form;
    std::string list;
    json::writer{list}.add(std::vector<std::string>(keys.begin(), keys.end()));
    return form.replace(at, place.size(), list);
}

} // namespace

std::string head_file_of(const settings &s) {
    if (!s.store_head_file.empty()) return s.store_head_file;
    const std::string location = store_location(s);
    if (!store::is_postgresql(location)) return std::string{store::path_of(location)} + "-head";
    const char *const all = std::getenv("STATE_DIRECTORY"); // systemd.exec(5): several have colons between them
    const std::string_view first =
        all == nullptr ? "" : std::string_view{all}.substr(0, std::string_view{all}.find(':'));
    return first.empty() ? std::string{} : std::string{first} + "/history-head";
}

log_options log_options_of(const settings &s, const limits &clients) {
    return {.requests = logged_names.find(s.log_requests).value_or(log_options{}.requests),
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
    // A replica that is read while the primary answers is another matter: its responses have marks of their own.
    if (store::is_postgresql(store_location(s)) && !s.store_stale_replicas) o.together = names_together;
    o.hashing = hashing_threads(std::thread::hardware_concurrency());
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

links::cache_purger::options purger_options_of(const settings &s, const std::string &url, metrics &m, http::log &l) {
    const key_field in = key_field_names.find(s.shared_keys).value_or(key_field::none);
    return {.url = url,
            .method = s.purge_method,
            .key_field = std::string(field_name(in)),
            .separator = std::string(separator_of(in)),
            .body_of = [form = s.purge_body](std::span<const std::string> keys) { return purge_body_of(form, keys); },
            .field_file = s.purge_field_file,
            .everything = std::string(key_of_everything),
            .key_of = key_of_subject,
            .timeout = s.purge_timeout,
            .poll = s.cache_poll,
            .repeat = s.purge_repeat,
            .count =
                [&m](links::purge_event e) {
                    m.count(e == links::purge_event::sent ? counter::purges_sent : counter::purges_failed);
                },
            .report =
                [&l](std::string_view to, std::string_view why) {
                    if (why.empty()) return l.event(level::info, "purge_resumed", {{"url", to}});
                    l.event(level::error, "purge_failed", {{"url", to}, {"why", why}});
                }};
}

} // namespace uniform::http
