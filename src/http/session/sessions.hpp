// Sessions of the pages: a browser that has shown a token once acts by it without showing it again. They are rows of
// the store, so that a restart ends none, and every service on the store knows them. The store has only the SHA-256 of
// a session's secret, which has 256 random bits: who reads the store cannot act by it.
//
// A session ends when it was not used for web.session_idle, web.session_life after it was made, with its token, or when
// it is ended. docs/decisions/0029-sessions.md has the reasons.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/store/store.hpp>

namespace uniform::http {

struct settings;

namespace session {

/// When sessions end.
struct lifetime {
    std::chrono::milliseconds idle = std::chrono::minutes{30};
    std::chrono::milliseconds longest = std::chrono::hours{12};
};
/// Those of the settings; the defaults without them.
[[nodiscard]] lifetime lifetime_of(const settings *s);

/// A session, without its secret.
struct entry {
    std::string id = {};    ///< 16 hexadecimal digits: whoever ends one session names it
    std::string token = {}; ///< the id of its token
    resolver::timestamp made = {};
    resolver::timestamp used = {}; ///< a minute ago or less, if it is in use
    std::string agent = {};        ///< User-Agent, shortened
};

/// A valid session and whose it is.
struct found {
    entry session = {};
    std::shared_ptr<const resolver::principal> who = {};
    std::string label = {}; ///< of the token
    std::string csrf = {};  ///< the secret that forms of this session must send: derived from the secret, and not the
                            ///< secret
};

/// The most sessions of one token: another one ends the oldest.
inline constexpr std::size_t most = 50;

/// Whether a text has the form of a secret.
[[nodiscard]] bool is_secret(std::string_view text);

/// Makes a session of a valid token; `secret` is what the cookie gets. Throws store::failure.
[[nodiscard]] std::string start(store::store &s, const store::origin &by, std::string_view token,
                                std::string_view agent);
/// The valid session with this secret; notes its use, once a minute at most. Three look-ups. Throws store::failure.
[[nodiscard]] std::optional<found> find(store::store &s, std::string_view secret, const lifetime &l);
/// Whether there is a session with this secret, by a transaction that writes: a replica from which find() reads may not
/// know yet that it has ended. Throws store::failure.
[[nodiscard]] bool is_there(store::store &s, const store::origin &by, std::string_view secret);
/// Ends the session with this secret, if there is one.
void end(store::store &s, const store::origin &by, std::string_view secret);
/// The id of the token by which somebody acts; empty without one, as for the user of the command.
[[nodiscard]] std::string_view token_of(const resolver::principal &who UNIFORM_LIFETIMEBOUND) noexcept;
/// Ends one session of a token, and returns it. Problems: not_found (also if it is another token's, or has ended).
[[nodiscard]] std::expected<entry, resolver::problem>
end_one(store::store &s, const store::origin &by, std::string_view token, std::string_view id, const lifetime &l);
/// Ends all sessions of a token.
void end_all(store::store &s, const store::origin &by, std::string_view token);
/// The sessions of a token that have not ended, newest first.
[[nodiscard]] std::vector<entry> of(store::store &s, std::string_view token, const lifetime &l);
/// Deletes those that have ended by their lifetimes.
std::int64_t expire(store::writing &w, const lifetime &l);

} // namespace session
} // namespace uniform::http
