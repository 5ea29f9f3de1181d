#include "http/session/known_sessions.hpp"

#include <stdexcept>

#include <openssl/evp.h>

#include "http/session/sessions.hpp"

namespace uniform::http::session {

namespace {

std::array<std::uint8_t, 32> sha256(std::string_view text) {
    std::array<std::uint8_t, 32> out{};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), out.data(), &size, EVP_sha256(), nullptr) != 1) {
        throw std::runtime_error{"SHA-256 is not available"};
    }
    return out;
}

} // namespace

std::optional<std::string> known_sessions::principal_of(std::string_view secret) const {
    if (!is_secret(secret)) return std::nullopt;
    const digest key = sha256(secret);
    const std::lock_guard hold{lock_};
    const auto at = known_.find(key);
    if (at == known_.end() || clock::now() - at->second.at >= longest) return std::nullopt;
    return at->second.principal;
}

bool known_sessions::note(std::string_view secret, std::string_view principal) {
    const digest key = sha256(secret);
    const std::lock_guard hold{lock_};
    // When it is full, each is noted again with its next request.
    if (known_.size() >= most && !known_.contains(key)) known_.clear();
    const auto [at, is_new] = known_.try_emplace(key);
    at->second = {.principal = std::string{principal}, .at = clock::now()};
    return !is_new;
}

void known_sessions::forget(std::string_view secret) {
    if (!is_secret(secret)) return;
    const digest key = sha256(secret);
    const std::lock_guard hold{lock_};
    known_.erase(key);
}

} // namespace uniform::http::session
