#include "http/openid/pending.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>
#include <vector>

#include <openssl/rand.h>

#include <uniform/base/ascii.hpp>

#include "base/base64url.hpp"
#include "http/session/browser.hpp"
#include "http/session/equal_secrets.hpp"
#include "http/session/sha256.hpp"

namespace uniform::http::openid {

namespace {

using resolver::timestamp;

constexpr std::string_view name_begins = "openid-";
constexpr std::size_t secret_octets = 32;
constexpr std::size_t name_digits = 8;

std::string digest_of(std::string_view text) {
    const auto digest = session::sha256(text);
    return base::to_base64url({reinterpret_cast<const char *>(digest.data()), digest.size()});
}

// The cookies whose names begin so: name and value.
std::vector<std::pair<std::string_view, std::string_view>> cookies_of(const request &r, std::string_view begins) {
    std::vector<std::pair<std::string_view, std::string_view>> out;
    for (const field &f : r.fields) {
        if (!ascii::equal_ignoring_case(f.name, std::string_view{"cookie"})) continue;
        for (std::string_view rest = f.value; !rest.empty();) {
            const std::string_view all = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(rest.size(), all.size() + 1));
            const std::string_view cookie = ascii::trim(all);
            const auto equals = cookie.find('=');
            if (equals == std::string_view::npos || !cookie.starts_with(begins)) continue;
            out.emplace_back(cookie.substr(0, equals), cookie.substr(equals + 1));
        }
    }
    return out;
}

// "SECRET.SECONDS.PATH": the seconds and the path.
std::optional<std::pair<std::int64_t, std::string>> read(std::string_view text) {
    const auto first = text.find('.');
    const auto second = first == std::string_view::npos ? first : text.find('.', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const auto secret = base::from_base64url(text.substr(0, first));
    auto to = base::from_base64url(text.substr(second + 1));
    if (!secret || secret->size() != secret_octets || !to) return std::nullopt;
    const std::string_view digits = text.substr(first + 1, second - first - 1);
    std::int64_t seconds = 0;
    const auto [stop, why] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
    if (why != std::errc{} || stop != digits.data() + digits.size()) return std::nullopt;
    return std::pair{seconds, std::move(*to)};
}

std::string beginning_of_names(const settings *s) {
    return std::string{session::is_https(s) ? "__Host-" : ""}.append(name_begins);
}

std::string attributes(const settings *s) {
    std::string out = "; Path=/; HttpOnly; SameSite=Lax";
    if (session::is_https(s)) out += "; Secure";
    return out;
}

} // namespace

pending pending::begin(std::string_view to, timestamp now) {
    std::string secret(secret_octets, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char *>(secret.data()), static_cast<int>(secret.size())) != 1) {
        throw std::runtime_error{"the random number generator failed"};
    }
    pending out;
    out.to_ = session::is_own_path(to) && to.size() <= longest_to ? std::string{to} : std::string{"/account"};
    out.text_ = base::to_base64url(secret) + "." + std::to_string(resolver::seconds_since_epoch(now)) + "." +
                base::to_base64url(out.to_);
    return out;
}

std::optional<pending> pending::find(const request &r, const settings *s, std::string_view state, timestamp now) {
    for (const auto &[name, value] : cookies_of(r, beginning_of_names(s))) {
        auto parts = read(value);
        if (!parts) continue;
        pending one;
        one.text_ = value;
        const std::string own = one.state();
        if (!session::equal_secrets(own, state)) continue;
        const std::int64_t age = resolver::seconds_since_epoch(now) - parts->first;
        if (age < -60 || age > std::chrono::seconds{longest_pending}.count()) return std::nullopt;
        one.to_ = session::is_own_path(parts->second) ? std::move(parts->second) : std::string{"/account"};
        return one;
    }
    return std::nullopt;
}

std::string pending::digest(std::string_view purpose) const {
    return digest_of(std::string{purpose}.append(1, ' ').append(text_));
}
std::string pending::state() const { return digest("state"); }
std::string pending::nonce() const { return digest("nonce"); }
std::string pending::verifier() const { return digest("verifier"); }
std::string pending::challenge() const { return digest_of(verifier()); }

std::string pending::name(const settings *s) const { return beginning_of_names(s).append(state(), 0, name_digits); }

std::string pending::cookie(const settings *s) const {
    return name(s) + "=" + text_ + attributes(s) +
           "; Max-Age=" + std::to_string(std::chrono::seconds{longest_pending}.count());
}

std::string pending::no_cookie(const settings *s) const { return name(s) + "=" + attributes(s) + "; Max-Age=0"; }

std::vector<std::string> without_others(const request &r, const settings *s) {
    std::vector<std::string> out;
    const auto all = cookies_of(r, beginning_of_names(s));
    if (all.size() < most_pending) return out;
    for (const auto &[name, value] : all) out.push_back(std::string{name} + "=" + attributes(s) + "; Max-Age=0");
    return out;
}

} // namespace uniform::http::openid
