// The parts of an engine on a store, for routers without sockets.
#pragma once

#include <chrono>
#include <utility>

#include <uniform/http/settings.hpp>
#include <uniform/store/store.hpp>

#include "http/api/authentication.hpp"
#include "http/api/server_context.hpp"
#include "http/openid/provider.hpp"
#include "http/operation/health.hpp"
#include "http/operation/history_waits.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/metrics.hpp"
#include "http/operation/verification.hpp"
#include "http/resolve/response_cache.hpp"
#include "http/session/known_sessions.hpp"
#include "http/settings/read_configuration.hpp"
#include "links/link_health.hpp"

namespace uniform::test {

// Resolutions are not counted, and no health of links is known until links.start().
class parts_of_engine {
public:
    // Both outlive it.
    parts_of_engine(store::store &s, const http::settings &now, const http::response_cache::options &of_cache = {},
                    http::openid::provider::options of_openid = {})
        : limits{now},
          log{{.clients = &limits, .file = "/dev/null"}, &metrics},
          authenticator{s, &limits},
          links{s, {.poll = std::chrono::milliseconds{10}}},
          cache{s, with(of_cache, &links), nullptr, &metrics},
          health{s},
          verifier{s},
          openid{std::move(of_openid)},
          all{.authenticator = authenticator,
              .sessions = sessions,
              .cache = cache,
              .metrics = metrics,
              .log = log,
              .limits = limits,
              .health = health,
              .links = links,
              .verifier = verifier,
              .waits = waits,
              .configuration = configuration,
              .openid = openid} {}
    ~parts_of_engine() { links.stop(); } // its thread may use the cache
    parts_of_engine(const parts_of_engine &) = delete;
    parts_of_engine &operator=(const parts_of_engine &) = delete;

    http::metrics metrics;
    http::limits limits;
    http::log log;
    http::authenticator authenticator;
    http::session::known_sessions sessions;
    uniform::links::link_health links;
    http::response_cache cache;
    http::health health;
    http::history_verifier verifier;
    http::history_waits waits{1};
    http::read_configuration configuration;
    http::openid::provider openid;
    http::engine_parts all;

private:
    static http::response_cache::options with(http::response_cache::options o, const uniform::links::link_health *l) {
        o.links = l;
        return o;
    }
};

} // namespace uniform::test
