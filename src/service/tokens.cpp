#include <uniform/service/tokens.hpp>

#include <algorithm>
#include <map>

#include <uniform/resolver/delegation.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registrars.hpp>

#include "service/ground.hpp"
#include "service/history.hpp"
#include "service/registrars_common.hpp"
#include "service/registration_record.hpp"

namespace uniform::service {

using namespace detail;
using resolver::principal;
using resolver::role;
using resolver::timestamp;

namespace {

constexpr std::string_view kind = "token";
constexpr std::size_t page = 1000;

bool is_token_id(std::string_view id) noexcept {
    return id.size() == 12 && id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string_view state_of(const token &t, timestamp now) noexcept {
    if (t.revoked) return "revoked";
    return now < t.expires ? "active" : "expired";
}

json body_of(const token &t) {
    json out;
    out["id"] = t.id;
    out["role"] = to_string(t.role);
    if (!t.registrar.empty()) out["registrar"] = t.registrar;
    out["prefixes"] = t.prefixes;
    if (!t.label.empty()) out["label"] = t.label;
    out["created_by"] = t.created_by;
    out["created"] = resolver::to_string(t.created);
    out["expires"] = resolver::to_string(t.expires);
    if (t.revoked) out["revoked"] = resolver::to_string(*t.revoked);
    return out;
}

members &time(members &m, std::string_view name, std::optional<timestamp> &out) {
    std::string text;
    if (!m.has(name)) {
        m.text(name, text);
        return m;
    }
    if (!m.text(name, text, 100).ok()) return m;
    out = resolver::parse_timestamp(text);
    if (!out) m.refuse(name, "is not a date or a date-time of RFC 3339");
    return m;
}

token read(const store::document &d) {
    token t;
    std::optional<timestamp> created;
    std::optional<timestamp> expires;
    members m{d.body, "a token"};
    m.text("id", t.id).word("role", t.role, resolver::role_from, "the roles").text("registrar", t.registrar);
    m.texts("prefixes", t.prefixes).text("label", t.label).text("created_by", t.created_by).text("hash", t.hash);
    time(m, "created", created);
    time(m, "expires", expires);
    time(m, "revoked", t.revoked);
    if (auto done = m.done(); !done) damaged(kind, d.id, done.error());
    t.created = created.value_or(timestamp{});
    t.expires = expires.value_or(timestamp{});
    t.event = d.event;
    return t;
}

token put(store::writing &w, token t, std::string_view action) {
    json body = body_of(t);
    body["hash"] = t.hash;
    t.event = w.put(kind, t.id, print(body), action);
    return t;
}

// Whether who has this role gives tokens of that one. An administrator's prefixes bound it, not what it may do in them.
bool gives(role giver, role given) {
    return giver == role::administrator ||
           (giver == role::manager && (given == role::registrar || given == role::reader));
}

// A manager or administrator of all that the token reaches, when it is of a role that they give.
bool manages(const principal &who, const token &t) {
    return gives(who.role, t.role) && !t.prefixes.empty() &&
           std::ranges::all_of(t.prefixes, [&](const std::string &p) { return who.reaches(p); });
}

bool is_holder(const principal &who, const token &t) { return who.id == "token:" + t.id; }

bool is_unbounded_administrator(const principal &who) {
    return who.role == role::administrator && who.prefixes.empty();
}

std::unexpected<problem> invalid(std::string_view member, std::string detail) {
    return refuse(problem_type::invalid, std::move(detail), R"({"pointer":"/)" + std::string(member) + "\"}");
}

// Tokens are for what there is: whoever asked for a NID gets one when its namespace is registered.
std::expected<void, problem> is_kept(store::reading &r, std::string_view nid) {
    auto n = namespace_of(r, nid);
    if (n) return {};
    problem p = std::move(n.error());
    if (const auto asks = registration::rivals_of(r, nid, 0, registration::most_rivals_shown); !asks.empty()) {
        p.detail = "the namespace \"" + std::string(nid) + "\" is not registered yet: it is asked for in request " +
                   std::to_string(asks.front().number) + ", which is \"" + std::string(to_string(asks.front().state)) +
                   "\"; a token for its prefixes can be made once it is registered";
        p.rule = "RFC 8141 section 6.2";
        json requests = json::array();
        for (const auto &q : asks) requests.push_back(std::to_string(q.number));
        p.members = print(json{{"pointer", "/prefixes"}, {"requests", std::move(requests)}});
    }
    return std::unexpected{std::move(p)};
}

// Those that a token made, those that they made, and so on, in order of their ids. Reads all tokens.
std::vector<token> made_by(store::reading &r, const std::string &id) {
    std::multimap<std::string, token> by_maker;
    std::string after;
    for (bool more = true; more;) {
        const auto found = r.list(kind, "", after, page);
        more = found.size() == page;
        for (const auto &d : found) {
            after = d.id;
            if (!d.body.contains(R"("created_by":"token:)")) continue; // cheaper than reading it all
            token t = read(d);
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

// What a role needs.
std::expected<void, problem> fits_role(const token_request &t) {
    switch (t.role) {
    case role::registrar:
        if (t.registrar.empty()) return invalid("registrar", "a registrar's token says for which registrar it acts");
        break;
    case role::reader:
        break;
    case role::manager:
        if (t.prefixes.empty()) {
            return invalid("prefixes", "a manager's token names the namespaces: \"isbn:\" for the whole of one");
        }
        [[fallthrough]];
    case role::expert:
    case role::administrator:
        if (!t.registrar.empty()) {
            return invalid("registrar", "a token of this role does not act for a registrar");
        }
        break;
    }
    return {};
}

// Who is bound to prefixes gives no more than it has.
std::expected<void, problem> may_give(store::reading &r, const principal &who, const token_request &t,
                                      timestamp expires) {
    if (is_unbounded_administrator(who)) return {};
    if (!who.is(resolver::managers)) {
        return refuse(problem_type::forbidden, "tokens are made by administrators, and by managers for registrars");
    }
    if (!gives(who.role, t.role)) {
        return refuse(problem_type::forbidden, "managers make tokens of registrars and readers only");
    }
    if (t.prefixes.empty()) {
        return refuse(problem_type::forbidden,
                      "without prefixes the token might reach further than the one that makes it: name them");
    }
    for (const std::string &p : t.prefixes) {
        if (!who.reaches(p)) {
            return refuse(problem_type::forbidden,
                          "\"urn:" + p + "\" is not within the prefixes of the token that makes it");
        }
    }
    if (!t.registrar.empty()) {
        const auto of = find_registrar(r, t.registrar);
        if (of && !may_let_act(r, who, *of)) {
            return refuse(problem_type::forbidden, "the registrar \"" + t.registrar + "\" is not this " +
                                                       std::string(to_string(who.role)) +
                                                       "'s: all that is delegated to it must lie within the prefixes "
                                                       "of the token that makes this one, and while nothing is, its "
                                                       "holder must have added it");
        }
        // Else a prefix that the manager gives a registrar would let its token act where others are.
        const auto delegated = prefixes_of(r, t.registrar);
        for (const std::string &p : t.prefixes) {
            const auto holds = [&](const std::string &d) { return p.starts_with(d); };
            if (delegated.empty() || std::ranges::any_of(delegated, holds)) continue;
            return refuse(problem_type::forbidden, "\"urn:" + p + "\" is not delegated to the registrar \"" +
                                                       t.registrar +
                                                       "\": a token for it, made by one that is bound to prefixes, "
                                                       "reaches no further");
        }
    }
    if (who.id.starts_with("token:")) {
        const auto own = find_token(r, std::string_view{who.id}.substr(6));
        if (own && expires > own->expires) {
            return refuse(problem_type::forbidden, "the token would outlive the one that makes it, which ends on " +
                                                       resolver::to_string(own->expires));
        }
    }
    return {};
}

} // namespace

namespace detail {
bool is_of_whole_registrar(store::reading &r, const principal &who) {
    if (who.registrar.empty() || !who.id.starts_with("token:")) return false;
    const auto own = find_token(r, std::string_view{who.id}.substr(6));
    return own && own->registrar == who.registrar && own->prefixes.empty();
}

std::string hand_of(store::reading &r, std::string_view id) {
    const auto token_of_id = [&](std::string_view holder) {
        return holder.starts_with("token:") ? find_token(r, holder.substr(6)) : std::nullopt;
    };
    const auto own = token_of_id(id);
    const auto maker = own ? token_of_id(own->created_by) : std::nullopt;
    return maker && maker->role == role::manager ? own->created_by : std::string{id};
}
} // namespace detail

std::string to_json(const token &t, timestamp now) {
    json out = body_of(t);
    out["state"] = state_of(t, now);
    out["version"] = t.event;
    return print(out);
}

std::string to_json(const revocation &x, timestamp now) {
    std::string out = to_json(x.token, now);
    out.pop_back();
    return out + ",\"revoked_with_it\":" + print(json(x.made)) + "}";
}

std::expected<token_request, problem> token_request_from_json(std::string_view text) {
    token_request t;
    members m{text, "a token"};
    m.require("role")
        .word("role", t.role, resolver::role_from, "reader, registrar, manager, expert, administrator")
        .text("registrar", t.registrar, 64)
        .texts("prefixes", t.prefixes, 100, 512)
        .text("label", t.label, 200);
    time(m, "expires", t.expires);
    if (auto done = m.done(); !done) return std::unexpected{std::move(done.error())};
    return t;
}

std::expected<token, problem> create_token(store::writing &w, const principal &who, const token_request &request,
                                           const token_secret &s, const token_limits &limits) {
    if (auto holds = still_holds(w, who, w.now()); !holds) return std::unexpected{std::move(holds.error())};
    token_request t = request;
    if (auto fits = fits_role(t); !fits) return std::unexpected{std::move(fits.error())};
    for (std::string &p : t.prefixes) {
        auto normal = prefix_of_keys(w, p);
        if (!normal) return std::unexpected{std::move(normal.error())};
        p = std::move(*normal);
    }
    const timestamp now = w.now();
    timestamp expires = t.expires.value_or(now + limits.standard);
    if (!t.expires && !is_unbounded_administrator(who) && who.id.starts_with("token:")) {
        // What nobody asked for is as long as it can be.
        if (const auto own = find_token(w, std::string_view{who.id}.substr(6))) {
            expires = std::min(expires, own->expires);
        }
    }
    if (auto may = may_give(w, who, t, expires); !may) return std::unexpected{std::move(may.error())};
    if (expires <= now) return invalid("expires", "the token would have expired already");
    if (expires > now + limits.longest) {
        return invalid("expires",
                       "a token is valid until " + resolver::to_string(now + limits.longest) + " at the longest");
    }
    for (const std::string &p : t.prefixes) {
        if (auto there = is_kept(w, resolver::nid_of(p)); !there) return std::unexpected{std::move(there.error())};
    }
    if (!t.registrar.empty()) {
        const auto r = find_registrar(w, t.registrar);
        if (!r || r->state != "active") {
            return invalid("registrar", r ? "the registrar \"" + t.registrar + "\" has ended"
                                          : "there is no registrar \"" + t.registrar + "\"");
        }
    }
    if (find_token(w, s.id)) return refuse(problem_type::conflict, "the token's id is taken: try again");
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
                                                bool keep_made) {
    auto t = token_of(w, who, id);
    if (!t) return std::unexpected{std::move(t.error())};
    if (!is_unbounded_administrator(who) && !is_holder(who, *t) && !manages(who, *t)) {
        return refuse(problem_type::forbidden, "only its holder, and who could have made it, revokes a token");
    }
    if (keep_made && who.role != role::administrator) {
        return refuse(problem_type::forbidden, "only an administrator keeps what a revoked token made");
    }
    const auto revoke = [&](token x) {
        x.revoked = w.now();
        return put(w, std::move(x), "revoke");
    };
    revocation out{.token = t->revoked ? std::move(*t) : revoke(std::move(*t))};
    if (keep_made || (out.token.role != role::manager && out.token.role != role::administrator)) return out;
    for (token &made : made_by(w, out.token.id)) {
        if (state_of(made, w.now()) == "active") out.made.push_back(revoke(std::move(made)).id);
    }
    return out;
}

bool may_see(store::reading & /*r*/, const principal &who, const token &t) {
    return is_unbounded_administrator(who) || is_holder(who, t) || manages(who, t);
}

std::expected<token, problem> token_of(store::reading &r, const principal &who, std::string_view id) {
    auto t = find_token(r, id);
    if (!t || !may_see(r, who, *t)) return refuse(problem_type::not_found, "there is no such token within your reach");
    return std::move(*t);
}

std::expected<history_page, problem> token_history(store::reading &r, const principal &who, std::string_view id,
                                                   const history_request &h) {
    const auto now = token_of(r, who, id);
    if (!now) return std::unexpected{now.error()};
    return history_of(r, kind, now->id, h, [](const store::event &e) {
        const token t = read(document_of(e));
        json out = body_of(t);
        out["state"] = state_of(t, e.at);
        return print(out);
    });
}

std::pair<std::vector<token>, std::string> list_tokens(store::reading &r, const principal &who, std::string_view after,
                                                       std::size_t limit) {
    std::vector<token> result;
    std::string last{after};
    const auto found = r.list(kind, "", after, page);
    for (const auto &d : found) {
        if (result.size() == limit) return {std::move(result), std::move(last)};
        last = d.id;
        token t = read(d);
        if (may_see(r, who, t)) result.push_back(std::move(t));
    }
    if (found.size() < page) last.clear();
    return {std::move(result), std::move(last)};
}

std::optional<issued_token> create_first_administrator(store::store &s, const store::origin &by,
                                                       const token_limits &limits) {
    // Looked at before the secret is made, which takes long, and again when writing.
    const auto is_empty = [](store::reading &r) { return r.list(kind, "", "", 1).empty(); };
    if (!s.read(is_empty)) return std::nullopt;
    const token_secret secret = make_token_secret();
    const principal who{.id = by.who, .role = role::administrator};
    const auto made = s.write(by, [&](store::writing &w) -> std::expected<token, problem> {
        if (!is_empty(w)) return refuse(problem_type::conflict, "there is a token already");
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
    const auto is_digit = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    if (!std::ranges::all_of(text.substr(lead.size() + id + 1), is_digit)) return std::nullopt;
    return text.substr(lead.size(), id);
}

std::expected<principal, problem> principal_of(store::reading &r, const token &t, timestamp now) {
    const auto no = [](std::string detail, std::string_view reason) {
        return refuse(problem_type::unauthenticated, std::move(detail), print(json{{"reason", reason}}));
    };
    if (t.revoked) return no("the token was revoked", "revoked");
    if (now >= t.expires) return no("the token expired on " + resolver::to_string(t.expires), "expired");
    principal who{.id = "token:" + t.id, .role = t.role, .registrar = t.registrar, .prefixes = t.prefixes};
    if (!t.registrar.empty()) {
        const auto of = find_registrar(r, t.registrar);
        if (!of || of->state != "active") return no("the registrar of this token has ended", "registrar-ended");
        if (who.prefixes.empty()) who.prefixes = prefixes_of(r, t.registrar);
    }
    return who;
}

std::expected<void, problem> still_holds(store::reading &r, const principal &who, timestamp now) {
    constexpr std::string_view lead = "token:";
    if (!who.id.starts_with(lead)) return {};
    const auto own = find_token(r, std::string_view{who.id}.substr(lead.size()));
    if (!own) return {};
    const auto now_is = principal_of(r, *own, now);
    if (!now_is) return std::unexpected{now_is.error()};
    return {};
}

std::optional<token> find_token(store::reading &r, std::string_view id) {
    if (!is_token_id(id)) return std::nullopt;
    const auto d = r.find(kind, id);
    if (!d) return std::nullopt;
    return read(*d);
}

principal local_user(std::string_view name) {
    return {.id = "local:" + std::string(name), .role = role::administrator};
}

} // namespace uniform::service
