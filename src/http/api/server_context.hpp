// The parts of the service that handlers use.
#pragma once

#include <functional>
#include <memory>

#include <uniform/resolver/timestamp.hpp>

#include "http/api/live_settings.hpp"

namespace uniform::store {
class store;
}

namespace uniform::resolver {
struct principal;
}

namespace uniform::links {
class link_health;
}

namespace uniform::http {

class authenticator;      // authentication.hpp: access tokens of requests
class response_cache;     // response_cache.hpp: cached redirects
class metrics;            // metrics.hpp: /metrics
class statistics;         // statistics.hpp: resolutions a day
class log;                // log.hpp: JSON lines
class limits;             // limits.hpp: request rates
class health;             // health.hpp: alive, ready
class history_verifier;   // verification.hpp: verifications of the history
class read_configuration; // read_configuration.hpp: the sources of settings
namespace openid {
class provider; // openid/provider.hpp: sign-in by OpenID Connect
}

namespace session {
class known_sessions; // session/known_sessions.hpp: those that have proved who they are
}

/// All of them outlive the engine.
struct server_context {
    uniform::store::store *store = nullptr;
    settings_pointer settings = nullptr;
    http::authenticator *authenticator = nullptr;
    session::known_sessions *sessions = nullptr; ///< null: each request is the first one of its session
    http::response_cache *cache = nullptr;
    http::metrics *metrics = nullptr;
    http::statistics *statistics = nullptr;
    http::log *log = nullptr;
    http::limits *limits = nullptr;
    http::health *health = nullptr;
    const links::link_health *links = nullptr;               ///< null: read from the store
    http::history_verifier *verifier = nullptr;              ///< null: the history cannot be verified by requests
    const http::read_configuration *configuration = nullptr; ///< null: the sources of settings are not known
    openid::provider *openid = nullptr;                      ///< null: nobody signs in by OpenID Connect
    bool has_link_checker = false;
    /// The time of a request: which locators are valid, and how long a response may be cached.
    std::function<resolver::timestamp()> clock = resolver::now;
    /// Only without an engine: the user of the command on a store has all permissions, and no token is checked.
    const resolver::principal *asking = nullptr;
};

} // namespace uniform::http
