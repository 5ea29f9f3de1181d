// A form that is sent twice, by a double click or because its page is reloaded, is carried out once. Its field "key",
// which the page chose at random, is an idempotency key: what the form did is kept as the answer of a request of the
// API is.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include <uniform/resolver/problem.hpp>
#include <uniform/service/name_entry.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "http/api/router.hpp"

namespace uniform::http::manage {

/// Carries out, by `carry_out(): std::expected<std::string, problem>`, unless the principal has sent this key before:
/// then the answer is that of the first time. `content` is all that distinguishes the form from others of its page.
/// Without a key, it is carried out each time. Problems: those of `carry_out`, which are not kept; malformed;
/// key_reused: another form with the key.
template <class F>
[[nodiscard]] std::expected<std::string, resolver::problem>
once(store::writing &w, const request_context &c, std::string_view key, std::string_view content, F carry_out);

/// A form that is sent twice makes one secret, which the second page has to show, as browsers drop the first one. What
/// the store has of it may not be enough for that, so that this process makes the same one of the key of the form: of
/// this seed of 256 bits, by random bits that only this process has. Another one for each path and principal; empty
/// without a key. Throws std::runtime_error if OpenSSL fails.
[[nodiscard]] std::string seed_of_secret(const request_context &c, std::string_view key);

namespace detail {
[[nodiscard]] std::string digest_of(std::string_view path, std::string_view content);
} // namespace detail

template <class F>
std::expected<std::string, resolver::problem> once(store::writing &w, const request_context &c, std::string_view key,
                                                   std::string_view content, F carry_out) {
    if (key.empty()) return carry_out();
    UNIFORM_CHECK(service::check_idempotency_key(key));
    const std::string digest = detail::digest_of(c.request.path, content);
    UNIFORM_TRY(auto &before, w.answered(c.who->id, key, digest));
    if (before) return std::move(*before);
    auto made = carry_out();
    if (made) w.remember(c.who->id, key, digest, *made);
    return made;
}

} // namespace uniform::http::manage
