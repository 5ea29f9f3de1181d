#include "http/session/known_sessions.hpp"

#include <uniform/base/assertion.hpp>

#include "http/session/sessions.hpp"
#include "http/session/sha256.hpp"

namespace uniform::http::session {

std::optional<std::string> known_sessions::principal_of(std::string_view secret) const {
    if (!is_secret(secret)) return std::nullopt;
    const digest key = sha256(secret);
    const base::scoped_lock hold{lock_};
    const auto at = known_.find(key);
    if (at == known_.end() || clock::now() - at->second.at >= longest) return std::nullopt;
    return at->second.principal;
}

bool known_sessions::note(std::string_view secret, std::string_view principal) {
    const digest key = sha256(secret);
    const base::scoped_lock hold{lock_};
    // When it is full, each is noted again with its next request.
    if (known_.size() >= most && !known_.contains(key)) known_.clear();
    const auto [at, is_new] = known_.try_emplace(key);
    at->second = {.principal = std::string{principal}, .at = clock::now()};
    UNIFORM_ASSERT(known_.size() <= most);
    return !is_new;
}

void known_sessions::forget(std::string_view secret) {
    if (!is_secret(secret)) return;
    const digest key = sha256(secret);
    const base::scoped_lock hold{lock_};
    known_.erase(key);
}

} // namespace uniform::http::session
