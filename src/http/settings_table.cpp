// The settings, once: names, types, defaults, limits, sentences.

#include <algorithm>

#include <uniform/http/settings.hpp>

namespace uniform::http {

namespace {

using enum setting_type;
using s = settings;

constexpr std::uint64_t second = 1000;
constexpr std::uint64_t day = 24 * 3600 * second;

constexpr setting table[]{
    // clang-format off
    {"store.location", text, "", "Where the store is: a file for SQLite, or a connection URI postgresql://... (several hosts allowed). Empty: $XDG_DATA_HOME/uniform/uniform.db, or ~/.local/share/uniform/uniform.db.", &s::store_location, 0, 0, "", true},
    {"store.migrate", boolean, "true", "Bring a store with an older schema up to date when the service starts; otherwise it refuses to start, and `uniform store migrate` does it.", &s::store_migrate},
    {"store.cache", size, "64M", "Memory for pages of the database, for each connection (SQLite).", &s::store_cache, 1U << 20U, std::uint64_t{64} << 30U},
    {"store.pool", number, "16", "The most connections for reading.", &s::store_pool, 1, 1000},
    {"store.group", number, "512", "The most writes that share one commit.", &s::store_group, 1, 100000},
    {"store.stale_replicas", boolean, "false", "Let reads go to a replica of PostgreSQL, which may lag behind the primary.", &s::store_stale_replicas},
    {"store.busy_timeout", duration, "5s", "How long to wait while another process has the SQLite file locked.", &s::store_busy_timeout, 0, 600 * second},
    {"store.reconnect_for", duration, "10s", "How long a lost connection to PostgreSQL is tried anew before a request fails.", &s::store_reconnect_for, 0, 3600 * second},
    {"store.answers_days", number, "30", "Days after which the answer to a request with an Idempotency-Key is forgotten.", &s::store_answers_days, 1, 36500},

    {"server.address", text, "127.0.0.1", "The IP address to listen on; \"0.0.0.0\" is all of IPv4, \"::\" all addresses.", &s::address},
    {"server.port", number, "8141", "The port to listen on; 0 takes any free one.", &s::port, 0, 65535},
    {"server.public_url", text, "", "The service's own URL as clients see it, for example https://urn.example.org. Empty: made of address and port.", &s::public_url},
    {"server.workers", number, "1", "Threads that serve connections.", &s::workers, 1, 256},
    {"server.pool", number, "32", "Threads for what may wait: writes, imports, exports.", &s::pool, 1, 1000},
    {"server.pool_queue", number, "1024", "Requests that may wait for one of those threads; more are answered 503.", &s::pool_queue, 1, 1000000},
    {"server.certificate", text, "", "A PEM file with the certificate chain; with server.private_key, the service speaks TLS.", &s::certificate},
    {"server.private_key", text, "", "A PEM file with the certificate's key.", &s::private_key},
    {"server.stop_delay", duration, "0s", "How long the service still answers when it is stopped, while /readyz says 503: time for a load balancer to send clients elsewhere.", &s::stop_delay, 0, 600 * second},
    {"server.drain_time", duration, "30s", "How long accepted requests may take to finish when the service is stopped.", &s::drain_time, 0, 3600 * second},

    {"limits.head", size, "16K", "The most bytes of a request line and its fields; more is 431, or 414 for the target.", &s::head_limit, 1024, 1U << 20U},
    {"limits.fields", number, "100", "The most fields of a request.", &s::fields_limit, 10, 1000},
    {"limits.connections", number, "10000", "The most connections at a time.", &s::connections, 1, 1000000},
    {"limits.connections_per_address", number, "0", "The most connections from one address; 0: no limit.", &s::connections_per_address, 0, 1000000},
    {"limits.head_time", duration, "10s", "From the first byte of a request to the end of its head.", &s::head_time, 100, 3600 * second},
    {"limits.idle_time", duration, "60s", "Between two requests of a connection.", &s::idle_time, 100, day},
    {"limits.body_time", duration, "30s", "Without progress while a body is read or an answer written.", &s::body_time, 100, 3600 * second},
    {"limits.rate_address", number, "0", "Requests a second from one address (IPv6: one /64), of all kinds; 0: no limit.", &s::rate_address, 0, 1000000},
    {"limits.burst_address", number, "0", "How many of those may come at once; 0: ten times limits.rate_address.", &s::burst_address, 0, 10000000},
    {"limits.rate_api", number, "200", "Requests a second without access token from one address (IPv6: one /64) for anything but names (/urn:...), /healthz and /readyz; 0: no limit.", &s::rate_api, 0, 1000000},
    {"limits.burst_api", number, "0", "How many of those may come at once; 0: ten times limits.rate_api.", &s::burst_api, 0, 10000000},
    {"limits.rate_writes", number, "10", "Requests a second without access token from one address that are neither GET nor HEAD, such as drafts and batches; 0: no limit.", &s::rate_writes, 0, 1000000},
    {"limits.burst_writes", number, "0", "How many of those may come at once; 0: ten times limits.rate_writes.", &s::burst_writes, 0, 10000000},
    {"limits.rate_token", number, "2000", "Requests a second with one access token; 0: no limit.", &s::rate_token, 0, 1000000},
    {"limits.burst_token", number, "0", "How many of those may come at once; 0: ten times limits.rate_token.", &s::burst_token, 0, 10000000},
    {"limits.failed_tokens", number, "20", "Wrong access tokens a minute from one address, then it gets 429 for every token not verified before; 0: no limit.", &s::failed_tokens, 0, 1000000},
    {"limits.streams", number, "4", "Imports, exports and other streams of one client at a time; more are 429. 0: no limit.", &s::streams, 0, 100000},
    {"limits.token_days", number, "365", "Days after which an access token expires when no end is asked for.", &s::token_days, 1, 36500},
    {"limits.longest_token_days", number, "1825", "The most days for which an access token is made.", &s::longest_token_days, 1, 36500},
    {"limits.rate_entries", number, "65536", "Clients remembered for these limits (40 bytes each).", &s::rate_entries, 64, 1U << 24U},
    {"limits.trusted_proxies", list, "", "Addresses or networks (\"10.0.0.0/8\") of reverse proxies whose X-Forwarded-For is believed.", &s::trusted_proxies},

    {"cache.size", size, "64M", "Memory for answers that are known.", &s::cache_size, 0, std::uint64_t{64} << 30U},
    {"cache.poll", duration, "50ms", "How often the service asks the store whether another process changed it.", &s::cache_poll, 1, 60 * second},

    {"log.requests", choice, "slow", "Which requests get a line: off; errors (500 and above); slow, those and what took longer than log.slow; all.", &s::log_requests, 0, 0, "off errors slow all"},
    {"log.slow", duration, "1s", "What counts as slow.", &s::log_slow, 0, day},
    {"log.sample", number, "1", "With log.requests = \"all\": of the answers from memory, every how many gets a line.", &s::log_sample, 1, 1000000000},
    {"log.client_address", boolean, "false", "Write the client's address, too.", &s::log_client_address},
    {"log.target_length", number, "200", "The most bytes of a request's target that are written.", &s::log_target_length, 16, 16384},

    {"metrics.enabled", boolean, "true", "Answer /metrics, for Prometheus.", &s::metrics_enabled},

    {"statistics.enabled", boolean, "true", "Count resolutions a day by namespace, prefix and outcome.", &s::statistics_enabled},
    {"statistics.flush", duration, "10s", "How often what was counted is added to the store.", &s::statistics_flush, 100, 3600 * second},
    {"statistics.unknown", number, "1000", "How many of the most asked-for unknown names are kept for each day; 0: none.", &s::statistics_unknown, 0, 100000},

    {"links.check", boolean, "false", "Check in the background whether locators still lead somewhere, and whether other resolvers send names round in a circle.", &s::links_check},
    {"links.rate", number, "10", "Requests a second, over all hosts.", &s::links_rate, 1, 10000},
    {"links.host_delay", duration, "2s", "Between two requests to one host, which never gets two at a time.", &s::links_host_delay, 0, day},
    {"links.recheck", duration, "7d", "After how long a good locator is checked again; a bad one sooner, backing off.", &s::links_recheck, second, 366 * day},
    {"links.timeout", duration, "20s", "For one check.", &s::links_timeout, 100, 600 * second},
    {"links.parallel", number, "16", "Hosts checked at a time.", &s::links_parallel, 1, 256},
    {"links.dead_after", number, "3", "After how many failures in a row a locator counts as dead.", &s::links_dead_after, 1, 100},
    {"links.robots", boolean, "true", "Obey robots.txt.", &s::links_robots},
    {"links.soft_404", boolean, "true", "Ask each host once for a page that cannot be there, to know its error pages that say 200.", &s::links_soft_404},
    {"links.allow_private", boolean, "false", "Also check locators at private, loopback and link-local addresses.", &s::links_allow_private},
    {"links.user_agent", text, "uniform-link-checker", "Whom the checker says it is; name a page or an address where its operator is found.", &s::links_user_agent},

    {"harvest.oai", boolean, "true", "Answer OAI-PMH 2.0 on /oai.", &s::oai_enabled},
    {"harvest.name", text, "Uniform", "The repositoryName of OAI-PMH.", &s::oai_name},
    {"harvest.email", text, "", "The adminEmail of OAI-PMH.", &s::oai_email},
    {"harvest.page", number, "100", "Records in one answer of OAI-PMH.", &s::oai_page, 1, 1000},
    {"harvest.zone", text, "urn.arpa", "The zone that the NAPTR records are written for (RFC 3404 section 4).", &s::zone_origin},

    {"demo.fill", boolean, "false", "Fill an empty store with a small demonstration namespace, \"example\" (RFC 6963).", &s::demo},
    // clang-format on
};

} // namespace

std::span<const setting> all_settings() noexcept { return table; }

const setting *find_setting(std::string_view name) noexcept {
    const auto *const it = std::ranges::find(table, name, &setting::name);
    return it == std::end(table) ? nullptr : it;
}

} // namespace uniform::http
