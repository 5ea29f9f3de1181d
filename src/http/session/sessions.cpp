#include "http/session/sessions.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include <openssl/rand.h>

#include <uniform/base/hex.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/read_scope.hpp>

#include "base/base64url.hpp"
#include "http/session/sha256.hpp"

namespace uniform::http::session {

namespace {

using resolver::timestamp;

constexpr std::size_t secret_bytes = 32;
constexpr std::size_t longest_agent = 200;
constexpr std::chrono::seconds between_notes{60};

std::string random_octets(std::size_t size) {
    std::string out(size, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char *>(out.data()), static_cast<int>(size)) != 1) {
        throw std::runtime_error{"the random number generator failed"};
    }
    return out;
}

std::string hash(std::string_view text) { return base::to_hex(sha256(text)); }

std::int64_t number_of(timestamp t) noexcept { return t.time_since_epoch().count(); }
timestamp time_of(std::int64_t n) noexcept { return timestamp{std::chrono::microseconds{n}}; }

bool is_valid(const entry &e, timestamp now, const lifetime &l) noexcept {
    return now < e.used + l.idle && now < e.made + l.longest;
}

constexpr std::string_view columns = "SELECT session, token, made, used, agent FROM sessions ";
entry entry_of(const store::row &row) {
    return {.id = std::string{row.text(0)},
            .token = std::string{row.text(1)},
            .made = time_of(row.integer(2)),
            .used = time_of(row.integer(3)),
            .agent = std::string{row.text(4)}};
}

using done = std::expected<std::int64_t, resolver::problem>;

} // namespace

bool is_secret(std::string_view text) {
    if (text.size() > 2 * secret_bytes) return false;
    const auto bytes = base::from_base64url(text);
    return bytes && bytes->size() == secret_bytes;
}

lifetime lifetime_of(const settings *s) {
    if (s == nullptr || s->session_life.count() == 0) return {}; // settings that were not read
    return {.idle = s->session_idle, .longest = s->session_life};
}

std::string start(store::store &s, const store::origin &by, std::string_view token, std::string_view agent) {
    const std::string secret = base::to_base64url(random_octets(secret_bytes));
    const std::string id = random_octets(8);
    const std::string shown = base::to_hex(std::as_bytes(std::span{id}));
    const std::string key = hash(secret);
    std::string browser{agent.substr(0, longest_agent)};
    std::ranges::replace_if(browser, [](unsigned char c) { return c < 0x20 || c >= 0x7F; }, '?');
    static_cast<void>(s.write(by, [&](store::writing &w) -> done {
        const std::int64_t now = number_of(w.now());
        std::vector<std::string> old;
        w.sql().run("SELECT secret FROM sessions WHERE token = $1 ORDER BY made DESC", {token},
                    [&](const store::row &row) {
                        old.emplace_back(row.text(0));
                        return true;
                    });
        for (std::size_t i = most - 1; i < old.size(); ++i) {
            w.sql().run("DELETE FROM sessions WHERE secret = $1", {std::string_view{old[i]}});
        }
        return w.sql().run(
            "INSERT INTO sessions (secret, session, token, made, used, agent) "
            "VALUES ($1, $2, $3, $4, $5, $6)",
            {std::string_view{key}, std::string_view{shown}, token, now, now, std::string_view{browser}});
    }));
    return secret;
}

std::optional<found> find(store::store &s, std::string_view secret, const lifetime &l) {
    if (!is_secret(secret)) return std::nullopt;
    const std::string key = hash(secret);
    const timestamp now = s.now();
    const store::read_scope reads{store::freshness::latest}; // one that was ended, ends at once
    auto out = s.read([&](store::reading &r) -> std::optional<found> {
        std::optional<entry> e;
        r.sql().run(std::string{columns} + "WHERE secret = $1", {std::string_view{key}}, [&](const store::row &row) {
            e = entry_of(row);
            return false;
        });
        if (!e || !is_valid(*e, now, l)) return std::nullopt;
        const auto t = service::find_token(r, e->token);
        if (!t) return std::nullopt;
        auto who = service::principal_of(r, *t, now);
        if (!who) return std::nullopt;
        return found{.session = std::move(*e),
                     .who = std::make_shared<const resolver::principal>(std::move(*who)),
                     .label = t->label};
    });
    if (!out) return std::nullopt;
    out->csrf = hash("csrf " + std::string{secret});
    if (now - out->session.used >= std::min<std::chrono::microseconds>(between_notes, l.idle / 4)) {
        try {
            static_cast<void>(s.write({.who = out->who->id, .from = "session"}, [&](store::writing &w) -> done {
                return w.sql().run("UPDATE sessions SET used = $1 WHERE secret = $2 AND used < $1",
                                   {number_of(now), std::string_view{key}});
            }));
            out->session.used = now;
        } catch (const store::failure &) {
            // Without the primary of the store, pages can still be read until the session has been idle for too long.
        }
    }
    return out;
}

bool is_there(store::store &s, const store::origin &by, std::string_view secret) {
    const std::string key = hash(secret);
    const auto number = s.write(by, [&](store::writing &w) -> done {
        std::int64_t n = 0;
        w.sql().run("SELECT 1 FROM sessions WHERE secret = $1", {std::string_view{key}}, [&](const store::row &) {
            n = 1;
            return false;
        });
        return n;
    });
    return number.value_or(0) == 1;
}

void end(store::store &s, const store::origin &by, std::string_view secret) {
    const std::string key = hash(secret);
    static_cast<void>(s.write(by, [&](store::writing &w) -> done {
        return w.sql().run("DELETE FROM sessions WHERE secret = $1", {std::string_view{key}});
    }));
}

std::string_view token_of(const resolver::principal &who) noexcept {
    constexpr std::string_view lead = "token:";
    const std::string_view id = who.id;
    return id.starts_with(lead) ? id.substr(lead.size()) : std::string_view{};
}

std::expected<entry, resolver::problem> end_one(store::store &s, const store::origin &by, std::string_view token,
                                                std::string_view id, const lifetime &l) {
    return s.write(by, [&](store::writing &w) -> std::expected<entry, resolver::problem> {
        std::optional<entry> e;
        w.sql().run(std::string{columns} + "WHERE token = $1 AND session = $2", {token, id},
                    [&](const store::row &row) {
                        e = entry_of(row);
                        return false;
                    });
        if (!e || !is_valid(*e, w.now(), l)) return std::unexpected{resolver::does_not_exist("session", id)};
        w.sql().run("DELETE FROM sessions WHERE token = $1 AND session = $2", {token, id});
        return std::move(*e);
    });
}

void end_all(store::store &s, const store::origin &by, std::string_view token) {
    static_cast<void>(s.write(
        by, [&](store::writing &w) -> done { return w.sql().run("DELETE FROM sessions WHERE token = $1", {token}); }));
}

std::vector<entry> of(store::store &s, std::string_view token, const lifetime &l) {
    std::vector<entry> out;
    const timestamp now = s.now();
    const store::read_scope reads{store::freshness::latest};
    s.look_up([&](store::reading &r) {
        r.sql().run(std::string{columns} + "WHERE token = $1 ORDER BY made DESC, session", {token},
                    [&](const store::row &row) {
                        entry e = entry_of(row);
                        if (is_valid(e, now, l)) out.push_back(std::move(e));
                        return true;
                    });
        return 0;
    });
    return out;
}

std::int64_t expire(store::writing &w, const lifetime &l) {
    return w.sql().run("DELETE FROM sessions WHERE used < $1 OR made < $2",
                       {number_of(w.now() - std::chrono::duration_cast<std::chrono::microseconds>(l.idle)),
                        number_of(w.now() - std::chrono::duration_cast<std::chrono::microseconds>(l.longest))});
}

} // namespace uniform::http::session
