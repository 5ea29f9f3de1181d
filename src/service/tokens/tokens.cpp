#include <uniform/service/tokens.hpp>

#include <algorithm>
#include <map>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/store/pages.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/history_page.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"
#include "service/shown_text.hpp"
#include "service/tokens/token_documents.hpp"
#include "service/tokens/token_requests.hpp"

namespace uniform::service {

using namespace detail;
using namespace token_documents;
using resolver::principal;
using resolver::role;
using resolver::timestamp;

namespace {

constexpr std::size_t token_page = 1000;

// Whether a token of the role `giver` can create one of the role `given`, under its prefixes.
bool gives(role giver, role given) {
    return giver == role::administrator ||
           (giver == role::manager && (given == role::registrar || given == role::reader));
}

// A manager or administrator whose token covers all prefixes of the token, if they can create tokens of its role.
bool manages(const principal &who, const token &t) {
    return gives(who.role, t.role) && !t.prefixes.empty() &&
           std::ranges::all_of(t.prefixes, [&](const std::string &p) { return who.covers(p); });
}

bool is_holder(const principal &who, const token &t) { return who.id == "token:" + t.id; }

// The tokens that were created with a token, directly or indirectly, in order of their ids. Reads all tokens.
std::vector<token> tokens_created_by(store::reading &r, const std::string &id) {
    std::multimap<std::string, token> by_maker;
    std::string after;
    for (bool more = true; more;) {
        const auto found = r.list(token_kind, "", after, token_page);
        more = found.size() == token_page;
        for (const auto &d : found) {
            after = d.id;
            if (!d.body.contains(R"("created_by":"token:)")) continue; // cheaper than reading it all
            token t = read_token(d);
            std::string maker = t.created_by;
            by_maker.emplace(std::move(maker), std::move(t));
        }
    }
    std::vector<token> result;
    std::vector<std::string> makers{"token:" + id};
    while (!makers.empty()) {
        const auto [begin, end] = by_maker.equal_range(makers.back());
        makers.pop_back();
        for (auto at = begin; at != end; ++at) {
            makers.push_back("token:" + at->second.id);
            result.push_back(at->second);
        }
    }
    std::ranges::sort(result, {}, &token::id);
    return result;
}

// A token that is restricted to prefixes cannot create one with more permissions.
std::expected<void, problem> may_give(store::reading &r, const principal &who, const token_request &t,
                                      timestamp expires) {
    if (is_unbounded_administrator(who)) return {};
    if (!who.is(resolver::managers)) {
        return std::unexpected{resolver::insufficient_role(resolver::managers, who.role)};
    }
    if (!gives(who.role, t.role)) {
        return std::unexpected{resolver::insufficient_permissions(
            "requires role administrator, managers create only tokens of the roles registrar and reader")};
    }
    if (t.prefixes.empty()) {
        return std::unexpected{
            resolver::insufficient_permissions("a token with prefixes can create only tokens with prefixes")};
    }
    for (const std::string &p : t.prefixes) {
        if (!who.covers(p)) {
            problem refused = resolver::prefix_not_covered(p);
            refused.pointer = pointer_to(t, p);
            return std::unexpected{std::move(refused)};
        }
    }
    if (!t.registrar.empty()) {
        const auto of = find_registrar(r, t.registrar);
        if (of && !may_let_act(r, who, *of)) {
            return std::unexpected{resolver::insufficient_permissions(
                "the token must cover all prefixes that are delegated to the registrar \"" + t.registrar +
                "\"; while there are none, it must have added the registrar")};
        }
        // Else the token could act, for its registrar, under prefixes of other managers.
        const auto delegated = prefixes_of(r, t.registrar);
        for (const std::string &p : t.prefixes) {
            const auto holds = [&](const std::string &d) { return p.starts_with(d); };
            if (delegated.empty() || std::ranges::any_of(delegated, holds)) continue;
            return std::unexpected{resolver::insufficient_permissions(
                "the prefix \"urn:" + p + "\" is not delegated to the registrar \"" + t.registrar + "\"")};
        }
    }
    if (const auto id = token_id_of(who)) {
        const auto own = find_token(r, *id);
        if (own && expires > own->expires) {
            return std::unexpected{resolver::insufficient_permissions(
                "the new token must not expire after the token that creates it, on " +
                resolver::to_string(own->expires))};
        }
    }
    return {};
}

} // namespace

json::value value_of(const token &t, timestamp now) {
    return with_revision(content_of(t).set("state", to_string(state_of(t, now))), t);
}

void write(json::writer &w, const token &t, timestamp now) { w.write(value_of(t, now)); }

void write(json::writer &w, const revocation &x, timestamp now) {
    w.write(value_of(x.token, now).set("also_revoked", x.also_revoked));
}

std::expected<token_request, problem> token_request_from_json(const json::value &value) {
    token_request t;
    json::members m{value, "a token"};
    m.require("role")
        .word("role", t.role, resolver::role_names)
        .string("registrar", t.registrar, 64)
        .strings("prefixes", t.prefixes, 100, 512)
        .string("label", t.label, 200);
    time(m, "expires", t.expires);
    if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    return t;
}

std::expected<token, problem> create_token(store::writing &w, const principal &who, const token_request &request,
                                           const token_secret &s, const token_limits &limits) {
    UNIFORM_CHECK(check_token(w, who));
    token_request t = request;
    UNIFORM_CHECK(check_role(t));
    UNIFORM_CHECK(check_shown_text("label", t.label));
    UNIFORM_CHECK(normalize_prefixes(w, t));
    const timestamp now = w.now();
    timestamp expires = t.expires.value_or(now + limits.standard);
    if (const auto id = token_id_of(who); id && !t.expires && !is_unbounded_administrator(who)) {
        // Without a requested end, as late as possible.
        if (const auto own = find_token(w, *id)) expires = std::min(expires, own->expires);
    }
    UNIFORM_CHECK(may_give(w, who, t, expires));
    if (expires <= now) return refuse_member("expires", "\"expires\" must be in the future");
    if (expires > now + limits.longest) {
        return refuse_member("expires", "\"expires\" must not be after " + resolver::to_string(now + limits.longest));
    }
    UNIFORM_CHECK(check_scope(w, t));
    if (find_token(w, s.id)) {
        problem p = resolver::already_exists("token", s.id);
        p.detail += ": try again";
        return std::unexpected{std::move(p)};
    }
    token made{.id = s.id,
               .role = t.role,
               .registrar = t.registrar,
               .prefixes = t.prefixes,
               .label = t.label,
               .created_by = who.id,
               .created = now,
               .expires = expires,
               .hash = s.hash};
    return put(w, std::move(made), "create");
}

std::expected<revocation, problem> revoke_token(store::writing &w, const principal &who, std::string_view id,
                                                bool keep_created_tokens) {
    UNIFORM_CHECK(check_token(w, who));
    UNIFORM_TRY(auto &t, token_of(w, who, id));
    if (!is_unbounded_administrator(who) && !is_holder(who, t) && !manages(who, t)) {
        return refuse(
            problem_type::forbidden,
            "insufficient permissions: a token is revoked by its holder, and by those who could have created it");
    }
    if (keep_created_tokens && who.role != role::administrator) {
        problem refused = resolver::insufficient_permissions(
            "\"keep_created_tokens\" requires role administrator, the token has role " +
            std::string(to_string(who.role)));
        refused.pointer = "/keep_created_tokens";
        return std::unexpected{std::move(refused)};
    }
    const auto revoke = [&](token x) {
        x.revoked = w.now();
        return put(w, std::move(x), "revoke");
    };
    revocation out{.token = t.revoked ? std::move(t) : revoke(std::move(t))};
    if (keep_created_tokens || (out.token.role != role::manager && out.token.role != role::administrator)) return out;
    for (token &created : tokens_created_by(w, out.token.id)) {
        if (state_of(created, w.now()) == token_state::active)
            out.also_revoked.push_back(revoke(std::move(created)).id);
    }
    return out;
}

bool may_see(store::reading & /*r*/, const principal &who, const token &t) {
    return is_unbounded_administrator(who) || is_holder(who, t) || manages(who, t);
}

std::expected<token, problem> token_of(store::reading &r, const principal &who, std::string_view id) {
    auto t = find_token(r, id);
    if (!t || !may_see(r, who, *t)) return std::unexpected{resolver::does_not_exist("token", id)};
    return std::move(*t);
}

std::expected<history_page, problem> token_history(store::reading &r, const principal &who, std::string_view id,
                                                   const history_request &h) {
    UNIFORM_TRY(const auto &now, token_of(r, who, id));
    return history_of(r, token_kind, now.id, h, [](const store::event &e) {
        const token t = read_token(store::document_after(e));
        return writer_of(content_of(t).set("state", to_string(state_of(t, e.at))));
    });
}

std::pair<std::vector<token>, std::string> list_tokens(store::reading &r, const principal &who, std::string_view after,
                                                       std::size_t limit) {
    std::vector<token> result;
    std::string last{after};
    const auto found = store::documents_page(r, token_kind, "", after, {.rows = token_page});
    for (const auto &d : found.rows) {
        if (result.size() == limit) return {std::move(result), std::move(last)};
        last = d.id;
        token t = read_token(d);
        if (may_see(r, who, t)) result.push_back(std::move(t));
    }
    if (!found.more) last.clear();
    return {std::move(result), std::move(last)};
}

std::optional<issued_token> create_first_administrator(store::store &s, const store::origin &by,
                                                       const token_limits &limits) {
    // Checked before the secret is made, which takes long, and again when writing.
    const auto is_empty = [](store::reading &r) { return r.list(token_kind, "", "", 1).empty(); };
    if (!s.read(is_empty)) return std::nullopt;
    const token_secret secret = make_token_secret();
    const principal who{.id = by.who, .role = role::administrator};
    const auto made = s.write(by, [&](store::writing &w) -> std::expected<token, problem> {
        if (!is_empty(w)) return refuse(problem_type::conflict, "a token already exists");
        return create_token(w, who, {.role = role::administrator, .label = "the first administrator"}, secret, limits);
    });
    if (!made) return std::nullopt;
    return issued_token{.token = *made, .text = secret.text};
}

std::optional<std::string_view> token_id_of(std::string_view text) noexcept {
    constexpr std::string_view lead = "uniform_";
    constexpr std::size_t id = 12;
    constexpr std::size_t secret = 43; // 256 bits in base64url
    if (text.size() != lead.size() + id + 1 + secret || !text.starts_with(lead)) return std::nullopt;
    if (!is_token_id(text.substr(lead.size(), id)) || text[lead.size() + id] != '_') return std::nullopt;
    const auto is_digit = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; };
    if (!std::ranges::all_of(text.substr(lead.size() + id + 1), is_digit)) return std::nullopt;
    return text.substr(lead.size(), id);
}

std::expected<principal, problem> principal_of(store::reading &r, const token &t, timestamp now) {
    UNIFORM_CHECK(check_validity(r, t, now));
    principal who{.id = "token:" + t.id, .role = t.role, .registrar = t.registrar, .prefixes = t.prefixes};
    if (!t.registrar.empty() && who.prefixes.empty()) who.prefixes = prefixes_of(r, t.registrar);
    return who;
}

principal local_user(std::string_view name) {
    return {.id = "local:" + std::string(name), .role = role::administrator};
}

} // namespace uniform::service
