// The parts of the service that handlers use: what there always is, and what there is only with an engine.
//
// The same handlers answer the requests of a service and those of the command on a store without a service. Only a
// service has clients, whom it authenticates, limits, counts and logs, and what it keeps in memory or does in the
// background. A handler that needs such a part asks once whether there is an engine, and then has all of its parts.
#pragma once

#include <functional>

#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

#include "http/api/live_settings.hpp"

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
class history_waits;      // history_waits.hpp: requests that wait for the next event
class shared_tree;        // shared_tree.hpp: the tree over the history, for proofs
class follow_state;       // follow_state.hpp: what is known of the service that this one follows
class read_configuration; // read_configuration.hpp: the sources of settings
namespace openid {
class provider; // openid/provider.hpp: sign-in by OpenID Connect
}

namespace session {
class known_sessions; // session/known_sessions.hpp: those that have proved who they are
}

/// The parts of a service beside its store. All of them outlive the engine.
struct engine_parts {
    http::authenticator &authenticator;
    session::known_sessions &sessions;
    http::response_cache &cache;
    http::metrics &metrics;
    http::log &log;
    http::limits &limits;
    http::health &health;
    const links::link_health &links;
    http::history_verifier &verifier;
    http::history_waits &waits;
    const http::read_configuration &configuration; ///< empty: the settings came from a program
    openid::provider &openid;                      ///< nobody signs in with it without the setting openid.issuer
    http::statistics *statistics = nullptr;        ///< null: nothing is counted (setting statistics.enabled)
    bool checks_links = false;                     ///< there is a link checker (setting links.check)
    const http::follow_state *follows = nullptr;   ///< null: the service follows none (setting store.follow)
    http::shared_tree *tree = nullptr;             ///< null: each request makes a tree of its own
};

/// The surroundings of handlers. All of it outlives the router.
struct server_context {
    /// The context of a service.
    server_context(uniform::store::store &s, settings_pointer now, const engine_parts &e)
        : store{&s}, settings{now}, clock{[&s] { return s.now(); }}, engine{&e} {}
    /// The context of a command on a store, without an engine: its user `who` has the permissions, and no token is
    /// checked.
    server_context(uniform::store::store &s, settings_pointer now, const resolver::principal &who)
        : store{&s}, settings{now}, clock{[&s] { return s.now(); }}, asking{&who} {}

    uniform::store::store *store; ///< not null
    settings_pointer settings;    ///< not null
    /// The time of a request: which locators are valid, and how long a response may be cached. That of the store.
    std::function<resolver::timestamp()> clock;
    const engine_parts *engine = nullptr; ///< null: there is none
    /// The principal of all requests; null: each says who it is, by a token or a session. Not null without an engine.
    const resolver::principal *asking = nullptr;

    /// Null: the health of links is read from the store.
    [[nodiscard]] const uniform::links::link_health *links() const noexcept {
        return engine == nullptr ? nullptr : &engine->links;
    }
    /// Null: resolutions are not counted.
    [[nodiscard]] http::statistics *statistics() const noexcept {
        return engine == nullptr ? nullptr : engine->statistics;
    }
    [[nodiscard]] bool checks_links() const noexcept { return engine != nullptr && engine->checks_links; }
};

} // namespace uniform::http
