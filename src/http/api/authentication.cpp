// The basic idea: a token raises two questions, and they are asked apart. Whether its secret is right costs Argon2id: a
// right secret stays right, so that the answer is cached under the SHA-256 of the token and not asked again. Whether
// the token is valid now costs one look-up, and is asked for each request: the entry has the events of the token and of
// its registrar from which it was made, and other events in the store mean that the principal is read again.
//
// A secret that is not in the cache is an attempt: the first request with it computes the hash, the others wait for the
// result; an attempt is over without one when the first request gave up, and then another takes its place.
//
// INVARIANT: lock_ guards cache_ and verifying_, and is held neither while a hash is computed nor while the store is
// read.
// INVARIANT: an entry is made after its secret was verified, of what the store says after that.
// INVARIANT: `at_once` hashes are computed at a time, and `waiting` requests wait for their turn, up to `patience`;
// others get 503. In the service, the engine has threads of its own for requests that need a hash, fewer than these
// places, and a queue before them in which addresses take turns (body_policy::verifies): there, nobody waits here.
//
// Prefixes that follow a registrar are read again when a delegation has changed: by this process at once (epoch_), by
// others after a second. A token that is refused counts against its address, which is asked before the hash: whoever
// guesses excludes nobody else. When the cache is full it is emptied, and each token is verified once more.
//
// INVARIANT: what is refused has counted as failed, whether the field is malformed, the secret is wrong, or the token
// is revoked or expired: the dispatcher counts a request with a token in no other way. Exceptions: the clock or the
// load of this service is the reason.
#include "http/api/authentication.hpp"

#include <algorithm>
#include <expected>

#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/store/read_scope.hpp>

#include "http/operation/limits.hpp"
#include "http/session/sha256.hpp"

namespace uniform::http {

using resolver::principal;
using resolver::problem;
using resolver::problem_type;
using session::sha256;

namespace {

// Delegations that another process changed take effect after this time at the latest.
constexpr std::chrono::seconds longest_stale{1};

// RFC 6750 2.1: b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
bool is_b64token(std::string_view text) noexcept {
    while (text.ends_with('=')) text.remove_suffix(1);
    constexpr std::string_view others = "-._~+/";
    return !text.empty() && std::ranges::all_of(text, [&](char c) { return ascii::is_alnum(c) || others.contains(c); });
}

authentication refused(problem p, std::string_view error) {
    std::string challenge = challenge_of(error, p.detail);
    return {.refused = std::move(p), .challenge = std::move(challenge)};
}

// Releases what was acquired.
template <class Semaphore>
class place {
public:
    explicit place(Semaphore &s) noexcept : of_(s) {}
    ~place() { of_.release(); }
    place(const place &) = delete;
    place &operator=(const place &) = delete;

private:
    Semaphore &of_;
};

// RFC 6750 3.1: invalid_token
authentication invalid_token() {
    return refused({.type = problem_type::unauthenticated, .detail = "the access token is not valid"}, "invalid_token");
}

// service::check_validity() names the reason.
bool has_expired(const problem &p) {
    return std::ranges::any_of(p.members, [](const json::member &m) {
        return m.name == "reason" && m.value.is_string() &&
               *m.value.if_string() == to_string(service::token_state::expired);
    });
}

authentication overloaded() {
    return {.refused = problem{.type = problem_type::unavailable,
                               .detail = "too many tokens are being verified at the moment: try again"},
            .retry_after = 1};
}

} // namespace

// Verifies a secret: the first request with it computes the hash, the others wait for the result.
class authenticator::verification {
public:
    verification(authenticator &of, const digest &key) : of_{of}, key_{key} {}
    ~verification() {
        if (!own_attempt_) return;
        {
            const base::scoped_lock hold{of_.lock_};
            own_attempt_->over = true;
            of_.verifying_.erase(key_);
        }
        of_.verified_.notify_all();
    }
    verification(const verification &) = delete;
    verification &operator=(const verification &) = delete;

    // std::nullopt: the time was not sufficient.
    template <class Verify>
    std::optional<bool> right(const Verify &verify) {
        const auto until = clock::now() + patience;
        {
            base::unique_lock hold{of_.lock_};
            while (true) {
                if (of_.cache_.contains(key_)) return true;
                const auto [at, first] = of_.verifying_.try_emplace(key_);
                if (first) {
                    at->second = own_attempt_ = std::make_shared<attempt>();
                    break;
                }
                const auto others = at->second;
                const bool notified =
                    of_.verified_.wait_until(hold, until, [&] { return others->right.has_value() || others->over; });
                if (others->right) return others->right;
                if (!notified) return std::nullopt;
            }
        }
        if (!of_.queue_.try_acquire()) return std::nullopt;
        const place waits{of_.queue_};
        if (!of_.hashing_.try_acquire_until(until)) return std::nullopt;
        const place works{of_.hashing_};
        const bool is = verify();
        {
            const base::scoped_lock hold{of_.lock_};
            UNIFORM_ASSERT(own_attempt_ && !own_attempt_->right);
            own_attempt_->right = is;
        }
        of_.verified_.notify_all();
        return is;
    }

private:
    authenticator &of_;
    const digest &key_;
    std::shared_ptr<attempt> own_attempt_;
};

std::string challenge_of(std::string_view error, std::string_view description, std::string_view scope) {
    std::string out = R"(Bearer realm="uniform")";
    const auto add = [&](std::string_view name, std::string_view value) {
        if (value.empty()) return;
        out.append(", ").append(name).append("=\"");
        // RFC 6750 3: %x20-21 / %x23-5B / %x5D-7E
        for (const char c : value) out += c >= 0x20 && c < 0x7F && c != '"' && c != '\\' ? c : '\'';
        out += '"';
    };
    add("error", error);
    add("error_description", description);
    add("scope", scope);
    return out;
}

std::optional<std::string_view> bearer_text(std::string_view authorization) noexcept {
    const auto space = std::min(authorization.find(' '), authorization.size());
    if (!ascii::equal_ignoring_case(authorization.substr(0, space), "bearer")) return std::nullopt;
    authorization.remove_prefix(std::min(authorization.find_first_not_of(' ', space), authorization.size()));
    return authorization;
}

authenticator::authenticator(store::store &s, http::limits *l) : store_{&s}, limits_{l} {
    // The first invalid token must not take longer than the others.
    (void)service::verify_token("", nullptr);
}

std::size_t authenticator::cached() const {
    const base::scoped_lock hold{lock_};
    return cache_.size();
}

void authenticator::changed(std::span<const std::pair<std::string, std::string>> what) noexcept {
    if (std::ranges::any_of(what, [](const auto &w) { return w.first == "delegation"; })) ++epoch_;
}

authentication authenticator::authenticate(const request &r) {
    std::string_view value;
    std::size_t count = 0;
    for (const field &f : r.fields) {
        if (!ascii::equal_ignoring_case(f.name, "authorization")) continue;
        ++count;
        value = f.value;
    }
    if (count == 0) return {};
    const address_text client = limits_ != nullptr ? limits_->client_of(r) : address_text{r.remote};
    // RFC 6750 3.1: invalid_request
    if (count > 1) {
        return refused_at_once(client, refused({.type = problem_type::malformed,
                                                .detail = "duplicate header field Authorization",
                                                .rule = "RFC 6750 section 3.1"},
                                               "invalid_request"));
    }
    // Credentials of another scheme are not for this service but for a proxy, for example.
    const auto text = bearer_text(value);
    if (!text) return {};
    if (!is_b64token(*text)) {
        return refused_at_once(
            client,
            refused(
                {.type = problem_type::malformed,
                 .detail = text->empty()
                               ? "\"Bearer\" is not followed by a token"
                               : "\"Bearer\" is followed by text that is not a token: a token consists of "
                                 "letters, digits, \"-\", \".\", \"_\", \"~\", \"+\" and \"/\", and may end with \"=\"",
                 .rule = "RFC 6750 section 2.1"},
                "invalid_request"));
    }
    return holder_of(*text, client);
}

std::optional<authentication> authenticator::too_many(std::string_view address) {
    if (limits_ == nullptr) return std::nullopt;
    const auto v = limits_->may_try(address);
    if (v.allowed) return std::nullopt;
    authentication a{.refused = too_many_requests(v, limited_by::invalid_tokens)};
    a.retry_after = std::max<std::uint64_t>(v.reset, 1);
    return a;
}

authentication authenticator::counted(std::string_view address, authentication why) {
    if (limits_ != nullptr) limits_->failed(address);
    return why;
}

authentication authenticator::refused_at_once(std::string_view address, authentication why) {
    if (auto a = too_many(address)) return std::move(*a);
    return counted(address, std::move(why));
}

std::optional<std::string> authenticator::known_token(std::string_view authorization) const {
    const auto text = bearer_text(authorization);
    if (!text) return std::nullopt;
    const digest key = sha256(*text);
    const base::scoped_lock hold{lock_};
    const auto at = cache_.find(key);
    if (at == cache_.end() || resolver::now() >= at->second.expires) return std::nullopt;
    return at->second.who->id;
}

authentication authenticator::holder_of(std::string_view text, std::string_view address) {
    const store::read_scope reads{store::freshness::latest}; // a token that was revoked ends at once
    const auto id = service::token_id_of(text);
    // Text without the form of a token reveals nothing by being refused at once.
    if (!id) return refused_at_once(address, invalid_token());

    const digest key = sha256(text);
    std::optional<entry> cached;
    {
        const base::scoped_lock hold{lock_};
        if (const auto at = cache_.find(key); at != cache_.end()) cached = at->second;
    }

    const resolver::timestamp now = store_->now();
    const auto epoch = epoch_.load();
    if (cached) {
        const entry &e = *cached;
        const bool fresh = !e.follows_registrar || (e.epoch == epoch && clock::now() - e.at < longest_stale);
        const bool same = store_->look_up([&](store::reading &r) {
            const auto t = r.find("token", *id);
            if (!t || t->event != e.token_event) return false;
            if (e.who->registrar.empty()) return true;
            const auto g = r.find("registrar", e.who->registrar);
            return g && g->event == e.registrar_event;
        });
        if (fresh && same && now < e.expires) return {.who = e.who, .was_known = true};
    } else if (auto a = too_many(address)) {
        return std::move(*a);
    }

    // A secret that was correct once stays correct; only the rest of the token may have changed.
    verification first{*this, key}; // until it is in the cache, so that no other thread verifies it in the meantime
    if (!cached) {
        const auto right = first.right([&] {
            const auto t = store_->look_up([&](store::reading &r) { return service::find_token(r, *id); });
            return service::verify_token(text, t ? &*t : nullptr);
        });
        if (!right) return overloaded();
        if (!*right) return counted(address, invalid_token());
    }

    // The token as it is now, not as it was before the secret was verified.
    entry e{.epoch = epoch, .at = clock::now()};
    auto who = store_->read([&](store::reading &r) -> std::expected<principal, problem> {
        const auto is = service::find_token(r, *id);
        if (!is) return refuse(problem_type::unauthenticated, "the access token is not valid");
        e.token_event = is->event;
        e.expires = is->expires;
        if (!is->registrar.empty()) {
            if (const auto g = r.find("registrar", is->registrar)) e.registrar_event = g->event;
            e.follows_registrar = is->prefixes.empty();
        }
        return service::principal_of(r, *is, now);
    });
    // Who has a token that has expired by a clock that is not believed must not throw it away.
    if (!who && has_expired(who.error())) {
        if (std::string why = store_->refusal_of_time(); !why.empty()) {
            return {.refused = problem{.type = problem_type::unavailable, .detail = std::move(why)},
                    .clock_refused = true};
        }
    }
    if (!who) {
        {
            const base::scoped_lock hold{lock_};
            cache_.erase(key);
        }
        return counted(address, refused(std::move(who.error()), "invalid_token"));
    }
    const base::scoped_lock hold{lock_};
    e.who = std::make_shared<const principal>(std::move(*who));
    if (cache_.size() >= most && !cache_.contains(key))
        cache_.clear(); // they are verified again with their next request
    cache_[key] = e;
    UNIFORM_ASSERT(cache_.size() <= most);
    return {.who = e.who, .was_known = cached.has_value()};
}

} // namespace uniform::http
