// The table of settings: a row for each, of its destination, name, default, limits and help. An option of the command
// (apps/uniform/cli/option.hpp) has the same row, base::accepted_value; the type of the destination says how a value is
// written.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <uniform/base/accepted_value.hpp>
#include <uniform/http/settings.hpp>

#include "http/settings/key_fields.hpp"
#include "http/settings/logged_requests.hpp"

namespace uniform::http {

namespace {

using s = settings;

constexpr base::counted bytes = base::counted::bytes;
constexpr std::uint64_t second = 1000;
constexpr std::uint64_t day = std::uint64_t{24} * 3600 * second;

// secret: may contain a password, which is not shown; hidden: is not shown at all.
enum secrecy : std::uint8_t { shown, secret, hidden };

// Words separated by spaces.
struct one_of {
    std::string_view words;
};

constexpr setting row(std::string s::*to, std::string_view name, std::string_view fallback, std::string_view help,
                      secrecy how = shown) {
    return {{.name = name, .help = help, .fallback = fallback}, setting_type::text, to, how != shown, how == hidden};
}
constexpr setting row(std::string s::*to, std::string_view name, std::string_view fallback, one_of choices,
                      std::string_view help) {
    return {{.name = name, .help = help, .choices = choices.words, .fallback = fallback}, setting_type::choice, to};
}
constexpr setting row(bool s::*to, std::string_view name, bool fallback, std::string_view help) {
    return {{.name = name, .help = help, .fallback = fallback ? "true" : "false"}, setting_type::boolean, to};
}
constexpr setting row(std::uint64_t s::*to, std::string_view name, std::string_view fallback, base::number_limits in,
                      std::string_view help) {
    return {{.name = name, .help = help, .fallback = fallback, .limits = in},
            in.what == bytes ? setting_type::size : setting_type::number,
            to};
}
constexpr setting row(std::chrono::milliseconds s::*to, std::string_view name, std::string_view fallback,
                      base::number_limits in, std::string_view help) {
    in.what = base::counted::milliseconds;
    return {{.name = name, .help = help, .fallback = fallback, .limits = in}, setting_type::duration, to};
}
constexpr setting row(std::vector<std::string> s::*to, std::string_view name, std::string_view fallback,
                      std::string_view help) {
    return {{.name = name, .help = help, .fallback = fallback}, setting_type::list, to};
}

// clang-format off
constexpr setting table[]{
    row(&s::store_location, "store.location", "",
        "The store: a file for SQLite, or a connection URI postgresql://... (several hosts are possible). Empty: $XDG_DATA_HOME/uniform/uniform.db, or ~/.local/share/uniform/uniform.db.", secret),
    row(&s::store_head_file, "store.head_file", "",
        "The file in which the service keeps the last event that it has seen, so that it writes to no history without that event after a restart. Empty: for SQLite the name of the store and \"-head\"; for PostgreSQL history-head in the folder of $STATE_DIRECTORY, or none."),
    row(&s::store_migrate, "store.migrate", true,
        "Migrate a store with an older schema when the service starts. Otherwise the service refuses to start, and `uniform store migrate` migrates it. With PostgreSQL, where several processes may use the store, only if it is set."),
    row(&s::store_cache, "store.cache", "64M", {1U << 20U, std::uint64_t{64} << 30U, bytes},
        "Memory for database pages (SQLite): so much for the connection that writes, for the pool of connections for reading, and for the threads that serve connections."),
    row(&s::store_pool, "store.pool", "16", {1, 1000},
        "The greatest number of connections for reading; with SQLite, server.readers more."),
    row(&s::store_group, "store.group", "512", {1, 100000},
        "The greatest number of writes in one group commit."),
    row(&s::store_stale_replicas, "store.stale_replicas", false,
        "Let reads go to a replica of PostgreSQL, which may lag behind the primary, also while the primary can be reached."),
    row(&s::store_replica_lag, "store.replica_lag", "5s", {100, 1 * day},
        "With store.stale_replicas, how far a replica of PostgreSQL may lag behind the primary while the primary can be reached. One that lags further is not read from."),
    row(&s::store_stale_for, "store.stale_for", "1d", {0, 36500 * day},
        "For how long names are resolved, and other reads served, from the cache and from replicas while the primary of PostgreSQL cannot be reached; 0: not at all."),
    row(&s::store_read_timeout, "store.read_timeout", "500ms", {10, 600 * second},
        "How long PostgreSQL may take to answer a statement of a request that reads, and how long connecting for it may take. Then another server is asked, or the response is 503."),
    row(&s::store_write_timeout, "store.write_timeout", "10s", {100, 3600 * second},
        "How long PostgreSQL may take to answer a statement of a request that writes."),
    row(&s::store_busy_timeout, "store.busy_timeout", "5s", {0, 600 * second},
        "How long to wait while another process has locked the SQLite file, or has the lock for writing of PostgreSQL, which it loses when it says nothing for this time."),
    row(&s::store_reconnect_for, "store.reconnect_for", "10s", {0, 3600 * second},
        "How long the service tries to connect to PostgreSQL when it starts, and before a request that writes fails."),
    row(&s::store_idempotency_days, "store.idempotency_days", "30", {1, 36500},
        "Days after which idempotency records expire."),
    row(&s::store_clock_ahead, "store.clock_ahead", "30d", {1 * second, 36500 * day},
        "How far this computer's clock may be after the last event of the store, or after the time when a service last used it. Otherwise nothing is written until an administrator runs `uniform store confirm-clock`."),
    row(&s::store_clock_behind, "store.clock_behind", "5m", {0, 36500 * day},
        "How far this computer's clock may be before that time."),
    row(&s::store_follow, "store.follow", "",
        "Follow another service: its URL; the index of the segments of its history (`uniform store segments`), a file `index.ndjson` or the URL of one; or a file with an export of its history (`uniform store history`), which may grow or be replaced. The store is an SQLite file with the events of that history alone, and the service only reads. Empty: the service is a primary."),
    row(&s::store_follow_token_file, "store.follow_token_file", "",
        "With store.follow, a file with the access token for the history of the primary in its first line, read at each attempt: of an administrator or a reader, whose prefixes cover those of store.follow_prefixes. Empty: the history is public."),
    row(&s::store_follow_prefixes, "store.follow_prefixes", "",
        "With store.follow, the prefixes whose names are followed (\"urn:example:lib-\"): of all other events of the history only numbers and hashes are read. Names without such a prefix are asked for at the primary. The store goes on with the prefixes that it began with, and never becomes a primary. Empty: all names."),

    row(&s::history_wait, "history.wait", "30s", {0, 600 * second},
        "How long a request for the history (GET /api/v1/history?wait=SECONDS) may wait for the next event. One in 16 of server.pool may wait at the same time; the response to the others comes at once. 0: nobody waits."),
    row(&s::history_public, "history.public", false,
        "Let everybody read the whole history, with authors and their addresses, but without secrets, at /api/v1/history: for followers. Otherwise administrators and readers may, those with prefixes the part of these."),

    row(&s::address, "server.address", "127.0.0.1",
        "The IP address to listen on; \"0.0.0.0\": all IPv4 addresses, \"::\": all addresses."),
    row(&s::port, "server.port", "8141", {0, 65535},
        "The port to listen on; 0: any free port."),
    row(&s::public_url, "server.public_url", "",
        "The URL of the service as clients see it, for example https://urn.example.org. Empty: made of address and port."),
    row(&s::workers, "server.workers", "1", {1, 256},
        "Threads that serve connections."),
    row(&s::pool, "server.pool", "32", {1, 1000},
        "Threads for requests that may block: writes, imports, exports."),
    row(&s::readers, "server.readers", "16", {1, 1000},
        "Threads for requests that resolve a name which is not in memory: how many of them may wait for the disk or the database at the same time."),
    row(&s::pool_queue, "server.pool_queue", "1024", {1, 1000000},
        "Requests that may wait for one of these threads, in which addresses and access tokens take turns; the response to more is 503, to one of those who have the most."),
    row(&s::certificate, "server.certificate", "",
        "A PEM file with the certificate chain; with server.private_key, the service uses TLS."),
    row(&s::private_key, "server.private_key", "",
        "A PEM file with the certificate's private key."),
    row(&s::hsts, "server.hsts", "365d", {0, 3660 * day},
        "With server.certificate: for how long a browser that has visited the service by https must not use http for this host (Strict-Transport-Security, RFC 6797); 0: the field is not sent. It applies to all ports of the host."),
    row(&s::stop_delay, "server.stop_delay", "0s", {0, 600 * second},
        "How long the service still accepts requests when it is stopped, while /readyz answers 503, so that a load balancer can redirect clients."),
    row(&s::drain_time, "server.drain_time", "30s", {0, 3600 * second},
        "How long accepted requests may take to finish when the service is stopped."),

    row(&s::head_limit, "limits.head", "16K", {1024, 1U << 20U, bytes},
        "The greatest size of a request line and its header fields; more is 431, or 414 for the target."),
    row(&s::fields_limit, "limits.fields", "100", {10, 1000},
        "The greatest number of header fields in a request."),
    row(&s::bodies, "limits.bodies", "96M", {1U << 20U, std::uint64_t{64} << 30U, bytes},
        "Memory for the bodies of all requests. Half of it is reserved for clients with an access token, a quarter for those without. A token may use three eighths of the whole, an address without a token an eighth (IPv6: one /64), each no more than it leaves for the next one. A token counts after the first request that it was verified for."),
    row(&s::unsent, "limits.unsent", "64M", {1U << 20U, std::uint64_t{64} << 30U, bytes},
        "Memory for responses that clients have not read yet. Half of it is reserved for clients with an access token, a quarter for those without. A token may use three eighths of the whole, an address without a token a quarter (IPv6: one /64), each no more than it leaves for the next one."),
    row(&s::connections, "limits.connections", "10000", {1, 1000000},
        "The greatest number of open connections; fewer if the limit of open files does not suffice. When they are used, the one that has waited longest for its client is closed, of the address that has the most (IPv6: one /64)."),
    row(&s::connections_per_address, "limits.connections_per_address", "0", {0, 1000000},
        "The greatest number of open connections from one address (IPv6: one /64); 0: as many as others leave, see limits.connections."),
    row(&s::head_time, "limits.head_time", "10s", {100, 3600 * second},
        "From the first byte of a request to the end of its header section."),
    row(&s::idle_time, "limits.idle_time", "60s", {100, day},
        "Between two requests of a connection."),
    row(&s::body_time, "limits.body_time", "30s", {100, 3600 * second},
        "Without progress while a request body is read or a response is written."),
    row(&s::rate_address, "limits.rate_address", "0", {0, 1000000},
        "Requests a second from one address (IPv6: one /64), of all kinds; 0: no limit."),
    row(&s::burst_address, "limits.burst_address", "0", {0, 10000000},
        "How many of these requests may come at once; 0: ten times limits.rate_address."),
    row(&s::rate_api, "limits.rate_api", "200", {0, 1000000},
        "Requests a second without access token from one address (IPv6: one /64), other than for names (/urn:...), /healthz and /readyz; 0: no limit."),
    row(&s::burst_api, "limits.burst_api", "0", {0, 10000000},
        "How many of these requests may come at once; 0: ten times limits.rate_api."),
    row(&s::rate_writes, "limits.rate_writes", "10", {0, 1000000},
        "Requests a second without access token from one address that are neither GET nor HEAD, such as drafts and batches; 0: no limit."),
    row(&s::burst_writes, "limits.burst_writes", "0", {0, 10000000},
        "How many of these requests may come at once; 0: ten times limits.rate_writes."),
    row(&s::rate_token, "limits.rate_token", "2000", {0, 1000000},
        "Requests a second with one access token; 0: no limit."),
    row(&s::burst_token, "limits.burst_token", "0", {0, 10000000},
        "How many of these requests may come at once; 0: ten times limits.rate_token."),
    row(&s::failed_tokens, "limits.failed_tokens", "20", {0, 1000000},
        "Invalid access tokens a minute from one address; after that, the response to every token that was not verified before is 429. 0: no limit."),
    row(&s::stored_address, "limits.stored_address", "1M", {0, std::uint64_t{1} << 40U, bytes},
        "Bytes a day that one address (IPv6: one /64) may add to the store without access token, by registration requests and comments; more are 429. A request counts twice its body and 2 KiB. Half of them may come at once, the other half is spread over the day. 0: no limit."),
    row(&s::stored_anonymous, "limits.stored_anonymous", "16M", {0, std::uint64_t{1} << 40U, bytes},
        "Bytes a day that all clients without access token may add to the store together, counted and spread in the same way; 0: no limit."),
    row(&s::streams, "limits.streams", "4", {0, 100000},
        "Concurrent imports, exports and other streams of one client; more are 429. 0: no limit."),
    row(&s::token_days, "limits.token_days", "365", {1, 36500},
        "Days after which an access token expires if the request for it states no expiry."),
    row(&s::longest_token_days, "limits.longest_token_days", "1825", {1, 36500},
        "The longest lifetime of an access token, in days."),
    row(&s::rate_entries, "limits.rate_entries", "65536", {64, 1U << 24U},
        "Clients in the table of these limits (40 bytes each)."),
    row(&s::trusted_proxies, "limits.trusted_proxies", "",
        "Addresses or networks (\"10.0.0.0/8\") of reverse proxies whose X-Forwarded-For is trusted."),

    row(&s::cache_size, "cache.size", "64M", {0, std::uint64_t{64} << 30U, bytes},
        "Memory of the response cache."),
    row(&s::cache_poll, "cache.poll", "50ms", {1, 60 * second},
        "How often the service checks whether another process has changed the store."),

    row(&s::shared_keys, "shared_cache.keys", "none", one_of{joined_names<key_field_names, " ">},
        "The field of responses about names that has the keys by which a cache in front of the service purges them: Surrogate-Key (Varnish, Fastly) or Cache-Tag (Cloudflare)."),
    row(&s::shared_max_age, "shared_cache.max_age", "0s", {0, 366 * day},
        "How long a cache in front of the service may keep the response about a name, whatever max-age says to browsers: CDN-Cache-Control (RFC 9213), and X-Accel-Expires for nginx. 0: as long as max-age says."),
    row(&s::stale_if_error, "shared_cache.stale_if_error", "0s", {0, 366 * day},
        "How long after that a cache may still send the response while the service does not answer (stale-if-error, RFC 5861); 0: not at all."),
    row(&s::unknown_max_age, "shared_cache.unknown", "0s", {0, 60 * second},
        "How long caches may keep the response about a name that does not exist; 0: not at all."),

    row(&s::purge_urls, "purge.urls", "",
        "The URLs of caches in front of the service, which are told to purge the responses about a name that has changed. Needs shared_cache.keys."),
    row(&s::purge_method, "purge.method", "PURGE", one_of{"PURGE POST"},
        "The method of these requests."),
    row(&s::purge_field_file, "purge.field_file", "",
        "A file whose first line is a header field of these requests, such as \"Authorization: Bearer SECRET\"; it is read for each of them."),
    row(&s::purge_body, "purge.body", "",
        "The body of these requests, in JSON; {keys} stands for the list of the keys as strings, as in {\"tags\":{keys}}. Empty: no body. The keys are in the field of shared_cache.keys in any case."),
    row(&s::purge_timeout, "purge.timeout", "2s", {10, 60 * second},
        "For one of these requests. One that fails is repeated until the cache answers with 2xx."),
    row(&s::purge_repeat, "purge.repeat", "10s", {second, day},
        "After this time each purge is repeated for the last time, because an older response may have been on its way: more than a response takes, and more than store.replica_lag."),

    row(&s::log_file, "log.file", "",
        "The file to which the log is appended; SIGHUP opens it again, so that it can be moved away. Empty: standard error."),
    row(&s::log_requests, "log.requests", "slow", one_of{joined_names<logged_names, " ">},
        "Which requests have a log entry: off; errors (500 and above); slow: errors, and requests that took longer than log.slow; all."),
    row(&s::log_slow, "log.slow", "1s", {0, day},
        "Requests that took longer than this are slow."),
    row(&s::log_sample, "log.sample", "1", {1, 1000000000},
        "With log.requests = \"all\": of the responses from the cache, one in this number has a log entry."),
    row(&s::log_client_address, "log.client_address", false,
        "Log the client's address."),
    row(&s::log_target_length, "log.target_length", "200", {16, 16384},
        "The greatest number of bytes of a request target in the log."),

    row(&s::metrics_enabled, "metrics.enabled", true,
        "Serve /metrics, for Prometheus."),

    row(&s::statistics_enabled, "statistics.enabled", true,
        "Count resolutions by day, namespace, prefix and outcome."),
    row(&s::statistics_public, "statistics.public", false,
        "Let everybody read the counts of resolutions at /api/v1/statistics/public, without the unknown names."),
    row(&s::statistics_flush, "statistics.flush", "10s", {100, 3600 * second},
        "How often the counts are added to the store."),
    row(&s::statistics_unknown, "statistics.unknown", "1000", {0, 100000},
        "How many of the most requested unknown names, which at least two addresses have requested, are stored for each day; 0: none."),
    row(&s::statistics_unknown_days, "statistics.unknown_days", "30", {1, 3660},
        "Days that unknown names are stored for."),

    row(&s::corrections, "resolution.corrections", true,
        "Correct misspelt requests for names, and report it in Uniform-Corrected. If not, only what is a URN is resolved, and only as it is."),
    row(&s::added_parameters, "resolution.added_parameters", "fbclid,gclid,gclsrc,dclid,gbraid,wbraid,msclkid,yclid,twclid,ttclid,igshid,igsh,mibextid,mc_cid,mc_eid,_hsenc,_hsmi,utm_*",
        "Parameters that others append to a URL to follow its readers (\"utm_*\": all that begin with it). A query of these alone is no part of a name."),
    row(&s::added_suffixes, "resolution.added_suffixes", "/.,;:!?)]>'\"",
        "Characters that the text around a URL adds to its end, as they are or percent-encoded. What is no URN, or a name that does not exist, is read without them."),

    row(&s::location_schemes, "locators.schemes", "http,https,ftp",
        "The schemes to which the service redirects. A locator with another scheme is refused; one that is already stored is shown, but not redirected to. \"urn\" is no scheme of locators."),

    row(&s::links_check, "links.check", false,
        "Check in the background whether locators are alive, and whether delegations to other resolvers form a delegation loop."),
    row(&s::links_rate, "links.rate", "10", {1, 10000},
        "Requests a second, over all hosts."),
    row(&s::links_host_delay, "links.host_delay", "2s", {0, day},
        "Between two requests to one host, which never gets two at the same time."),
    row(&s::links_recheck, "links.recheck", "7d", {second, 366 * day},
        "After this time a working locator is checked again; a failing one sooner, with exponential backoff."),
    row(&s::links_timeout, "links.timeout", "20s", {100, 600 * second},
        "For one check."),
    row(&s::links_parallel, "links.parallel", "16", {1, 256},
        "Hosts that are checked at the same time."),
    row(&s::links_dead_after, "links.dead_after", "3", {1, 100},
        "After this number of consecutive failures a locator is dead."),
    row(&s::links_robots, "links.robots", true,
        "Obey robots.txt."),
    row(&s::links_soft_404, "links.soft_404", true,
        "Request a page that cannot exist from each host once, to recognize its error pages with status 200."),
    row(&s::links_allow_private, "links.allow_private", false,
        "Also check locators at private, loopback and link-local addresses."),
    row(&s::links_user_agent, "links.user_agent", "uniform-link-checker",
        "The User-Agent of the checker; include a URL or address where its operator can be reached."),

    row(&s::search_index, "search.index", false,
        "Make the index of search when the service starts, if the store has none, while it serves requests. An index that `uniform store index` made is used and kept up to date in any case."),

    row(&s::oai_enabled, "harvest.oai", true,
        "Serve OAI-PMH 2.0 on /oai."),
    row(&s::oai_name, "harvest.name", "Uniform",
        "The repositoryName of OAI-PMH."),
    row(&s::oai_email, "harvest.email", "",
        "The adminEmail of OAI-PMH."),
    row(&s::oai_page, "harvest.page", "100", {1, 1000},
        "Items in one response of OAI-PMH."),
    row(&s::zone_origin, "harvest.zone", "urn.arpa",
        "The zone of the NAPTR records (RFC 3404 section 4)."),

    row(&s::web_name, "web.name", "Uniform",
        "The name of the service at the top of its pages."),
    row(&s::web_operator, "web.operator", "",
        "Who operates the service, shown on its pages; empty: not shown."),
    row(&s::web_contact, "web.contact", "",
        "How readers reach the operator, shown on the pages: an e-mail address, or a URL."),
    row(&s::web_docs, "web.docs", "",
        "The folder of the documentation, which `./run docs` makes; it is served at /docs. Empty: not served."),
    row(&s::session_idle, "web.session_idle", "30m", {60 * second, 30 * day},
        "After this time without a request a session of the pages ends."),
    row(&s::session_life, "web.session_life", "12h", {60 * second, 366 * day},
        "After this time a session of the pages ends in any case."),

    row(&s::openid_issuer, "openid.issuer", "",
        "The issuer of the OpenID provider with which users sign in, an https URL (http only for this computer): its configuration is at this URL with /.well-known/openid-configuration after it. Empty: nobody signs in so."),
    row(&s::openid_name, "openid.name", "",
        "What the page for signing in calls the provider. Empty: the host of the issuer."),
    row(&s::openid_client_id, "openid.client_id", "",
        "The client identifier under which this service is registered at the provider. The address to register for responses is server.public_url with /sign-in/openid/callback after it."),
    row(&s::openid_client_secret, "openid.client_secret", "",
        "The client secret. Better in a file. Without either, the service is a public client (PKCE protects the code).", hidden),
    row(&s::openid_client_secret_file, "openid.client_secret_file", "",
        "A file with the client secret in its first line, read at each sign-in."),
    row(&s::openid_scopes, "openid.scopes", "openid,profile,email",
        "The scopes to ask for; \"openid\" must be one. Many providers need one more, such as \"groups\", for the claim with groups."),
    row(&s::openid_rules, "openid.rules", "",
        "Who may do what, by the claims: \"groups=urn-admins -> administrator\", \"groups=gbv -> registrar gbv\", \"groups=isbn -> manager isbn:\", \"sub=* -> reader\". A rule is CLAIM=VALUE -> ROLE, then the registrar if any, and prefixes. The first rule that matches gives the role and the registrar; others with the same two add their prefixes. Without a rule that matches, nobody signs in."),
    row(&s::openid_label, "openid.label", "preferred_username",
        "The claim that names a user on pages and to administrators. It is recorded in the history, which forgets nothing. Empty: only the subject identifier is."),
    row(&s::openid_userinfo, "openid.userinfo", false,
        "Also ask the provider's UserInfo endpoint, for claims that its ID tokens lack."),
    row(&s::openid_timeout, "openid.timeout", "5s", {100, 60 * second},
        "For one request to the provider."),
    row(&s::openid_clock_skew, "openid.clock_skew", "60s", {0, 600 * second},
        "How far the provider's clock may differ from the service's."),
    row(&s::openid_access, "openid.access", "30d", {3600 * second, 366 * day},
        "So long after the last sign-in a user keeps the permissions: access tokens that the user creates end by then, except those of administrators without prefixes."),

    row(&s::draft_size, "registration.draft_size", "64K", {1024, 1U << 20U, bytes},
        "The greatest size of a draft of a registration request: its template with title and names. A larger template cannot be submitted."),
    row(&s::drafts_per_address, "registration.drafts_per_address", "256K", {1024, std::uint64_t{1} << 30U, bytes},
        "The greatest size of all drafts together that were opened from one address (IPv6: one /64), or with one access token. More are 429 until some are submitted, withdrawn or expired."),
    row(&s::draft_life, "registration.draft_life", "7d", {60 * second, 366 * day},
        "After this time without a change a draft that was not submitted is deleted."),
    row(&s::received_size, "registration.received_size", "64M", {std::uint64_t{1} << 16U, std::uint64_t{1} << 40U, bytes},
        "The greatest size of all drafts, submissions and comments together that were sent without access token and that nobody has accepted. More are 429. All services on one store share it."),
    row(&s::received_life, "registration.received_life", "30d", {60 * second, 366 * day},
        "After this time a submission or a comment without access token that nobody has accepted is deleted."),

    row(&s::webhooks_send, "webhooks.send", true,
        "Deliver to the webhooks what is queued for them. Of several processes on one store, only one at a time delivers to a webhook."),
    row(&s::webhooks_timeout, "webhooks.timeout", "10s", {100, 120 * second},
        "For one attempt of a delivery."),
    row(&s::webhooks_retry, "webhooks.retry", "30s", {second, day},
        "After this time a delivery that failed is attempted again, then after twice the time before, a day at most."),
    row(&s::webhooks_attempts, "webhooks.attempts", "12", {1, 100},
        "After this number of attempts a delivery is given up: with the default of webhooks.retry, after 17 hours."),
    row(&s::webhooks_keep, "webhooks.keep", "7d", {60 * second, 366 * day},
        "After this time a delivery that was made or given up is removed from the list of deliveries."),
    row(&s::webhooks_allow_private, "webhooks.allow_private", false,
        "Also deliver to private, loopback and link-local addresses."),

    row(&s::demo, "demo.fill", false,
        "Fill an empty store with a small demonstration namespace, \"example\" (RFC 6963)."),
};
// clang-format on

// A member without a row has no default, and no way to set it. (A test checks that no member has two rows.)
struct any_value {
    template <class T>
    operator T() const; // NOLINT(google-explicit-constructor): initializes a member of any type
};
template <class T, std::size_t N>
constexpr bool has_members = []<std::size_t... I>(std::index_sequence<I...>) {
    return requires { T{(static_cast<void>(I), any_value{})...}; };
}(std::make_index_sequence<N>{});
static_assert(has_members<settings, std::size(table)> && !has_members<settings, std::size(table) + 1>);

} // namespace

std::span<const setting> all_settings() noexcept { return table; }

const setting *find_setting(std::string_view name) noexcept {
    const auto *const it = std::ranges::find(table, name, &setting::name);
    return it == std::end(table) ? nullptr : it;
}

} // namespace uniform::http
