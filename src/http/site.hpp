// What every handler of the service can reach.
#pragma once

#include <memory>

namespace uniform::store {
class store;
}

namespace uniform::resolver {
struct principal;
}

namespace uniform::http {

struct settings;   // <uniform/http/settings.hpp>: configuration
class tokens;      // tokens.hpp: who holds which token
class names_cache; // names_cache.hpp: answers that are known
class metrics;     // metrics.hpp: what /metrics says
class statistics;  // statistics.hpp: resolutions a day
class log;         // log.hpp: JSON lines
class limits;      // limits.hpp: how often one client may ask
class health;      // health.hpp: alive, ready
class link_health; // link_health.hpp: which locators are dead

/// All of them outlive the engine.
struct site {
    uniform::store::store *store = nullptr;
    const http::settings *settings = nullptr;
    http::tokens *tokens = nullptr;
    http::names_cache *cache = nullptr;
    http::metrics *metrics = nullptr;
    http::statistics *statistics = nullptr;
    http::log *log = nullptr;
    http::limits *limits = nullptr;
    http::health *health = nullptr;
    const http::link_health *links = nullptr; ///< null: the store is asked
    /// Only where there is no engine: whoever runs the command on a store asks everything, and no token is looked at.
    const resolver::principal *asking = nullptr;
};

} // namespace uniform::http
