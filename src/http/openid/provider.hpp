// The OpenID provider of the settings: its configuration (OpenID Connect Discovery 1.0), its keys, and the requests of
// the authorization code flow (OpenID Connect Core 1.0 section 3.1) with PKCE (RFC 7636). Configuration and keys are
// cached; the cache is for one issuer, and starts empty when the settings name another one.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <semaphore>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/json/value.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "base/mutex.hpp"
#include "http/openid/failed_states.hpp"
#include "http/openid/failure.hpp"
#include "http/openid/fetch.hpp"
#include "http/openid/jws.hpp"
#include "http/openid/pending.hpp"

namespace uniform::http {

struct settings;

namespace openid {

/// The path to which the provider sends the browser back, to be registered with the provider: server.public_url and
/// this path.
inline constexpr std::string_view callback_path = "/sign-in/openid/callback";
[[nodiscard]] std::string redirect_uri(const settings &s);

/// The members of the provider's metadata that are used (Discovery 3, RP-Initiated Logout 2.1, RFC 9207 3).
struct metadata {
    std::string issuer = {};
    std::string authorization_endpoint = {};
    std::string token_endpoint = {};
    std::string jwks_uri = {};
    std::string userinfo_endpoint = {};
    std::string end_session_endpoint = {};
    bool secret_in_form = false; ///< it takes the client's secret in the form alone (client_secret_post)
    bool names_issuer = false;   ///< responses have "iss"
};
/// Reads it. Each address must be https (http for this computer). Failure: provider (also another issuer:
/// Discovery 4.3).
[[nodiscard]] result<metadata> read_metadata(std::string_view text, std::string_view issuer);

class provider {
public:
    using clock = std::chrono::steady_clock;
    struct options {
        std::function<resolver::timestamp()> now = resolver::now; ///< for the times in tokens
        std::function<clock::time_point()> steady = clock::now;   ///< for the cache
        fetcher fetch = openid::fetch;
    };
    static constexpr std::chrono::minutes cached{60};          ///< configuration and keys
    static constexpr std::chrono::hours usable{24};            ///< if they cannot be fetched again
    static constexpr std::chrono::seconds between_failures{5}; ///< a provider that is away is not asked more often
    static constexpr std::chrono::seconds between_keys{10};    ///< nor are the keys fetched for unknown ones
    static constexpr std::ptrdiff_t at_once = 4;               ///< requests to the provider
    static constexpr int most_waiting = 8;                     ///< for one of these, at most for `patience`
    static constexpr std::chrono::milliseconds patience{2000};

    provider() = default;
    explicit provider(options o) : options_{std::move(o)} {}

    /// The address to which the browser goes (Core 3.1.2.1). `fresh`: the user has to authenticate again, perhaps as
    /// another one. One request if the configuration is not in the cache. Failures: unreachable, provider, busy.
    [[nodiscard]] result<std::string> authorization_url(const settings &s, const pending &p, bool fresh);

    /// Exchanges the code (Core 3.1.3.1), and returns the claims of the ID token, valid, with those of the UserInfo
    /// endpoint if the settings say so. One request to three, each for openid.timeout at most. All failures.
    [[nodiscard]] result<json::value> claims(const settings &s, const pending &p, std::string_view code);

    /// Whether a response may be one of this provider's: "iss" (RFC 9207 2.4) is the issuer, and is there if the
    /// provider says so. Asks the cache alone.
    [[nodiscard]] bool may_have_sent(const settings &s, std::optional<std::string_view> iss) const;

    /// The address at which the user signs out of the provider, too (RP-Initiated Logout 1.0 section 2); empty if it
    /// has none, or is away.
    [[nodiscard]] std::string end_session_url(const settings &s);

    /// The sign-ins that came back to this process and failed.
    [[nodiscard]] failed_states &failed() noexcept UNIFORM_LIFETIMEBOUND { return failed_; }
    /// Those that came back when their address had failed too often. An address adds any number of them, so that they
    /// have a table of their own and push none of the others out.
    [[nodiscard]] failed_states &refused() noexcept UNIFORM_LIFETIMEBOUND { return refused_; }

private:
    using keys = std::vector<key>;
    struct cache {
        std::shared_ptr<const metadata> about = {};
        clock::time_point about_at = {};
        std::optional<failure> failed = {};
        clock::time_point failed_at = {};
        std::shared_ptr<const keys> known_keys = {};
        clock::time_point keys_at = {};
        std::string issuer = {};
    };
    class place;

    [[nodiscard]] std::shared_ptr<const metadata> in_cache(const settings &s) const;
    [[nodiscard]] result<std::shared_ptr<const metadata>> about(const settings &s);
    [[nodiscard]] result<std::shared_ptr<const keys>> keys_of(const settings &s, const metadata &m, bool again);
    [[nodiscard]] result<answer> ask(const call &c);

    options options_ = {};
    mutable base::mutex lock_;
    cache cache_ UNIFORM_GUARDED_BY(lock_) = {};
    std::counting_semaphore<at_once> places_{at_once};
    std::atomic<int> waiting_ = 0;
    failed_states failed_;
    failed_states refused_;
};

} // namespace openid
} // namespace uniform::http
