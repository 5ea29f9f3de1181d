#include "service/token_documents.hpp"

#include <utility>

#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registrars.hpp>

#include "service/parsed_document.hpp"
#include "service/registrars_common.hpp"
#include "service/registration_documents.hpp"

namespace uniform::service::token_documents {

using namespace service::detail;
using resolver::role;
using resolver::timestamp;

namespace {

std::expected<token, problem> stored_token(const json::value &body) {
    token t;
    std::optional<timestamp> created;
    std::optional<timestamp> expires;
    json::members m{body, "a token"};
    m.string("id", t.id).word("role", t.role, resolver::role_names).string("registrar", t.registrar);
    m.strings("prefixes", t.prefixes)
        .string("label", t.label)
        .string("created_by", t.created_by)
        .string("hash", t.hash)
        .string("issuer", t.issuer)
        .string("subject", t.subject);
    time(m, "created", created);
    time(m, "expires", expires);
    time(m, "revoked", t.revoked);
    if (auto done = m.done(); !done) return std::unexpected{resolver::to_problem(done.error())};
    t.created = created.value_or(timestamp{});
    t.expires = expires.value_or(timestamp{});
    return t;
}

// A token can have prefixes only of namespaces that are managed here.
std::expected<void, problem> check_managed(store::reading &r, std::string_view nid) {
    auto n = namespace_of(r, nid);
    if (n) return {};
    problem p = std::move(n.error());
    if (const auto open_requests = registration::competing_requests(r, nid, 0); !open_requests.empty()) {
        p.detail = "the namespace \"" + std::string(nid) + "\" is not registered yet: the request " +
                   std::to_string(open_requests.front().number) + " for it is in the state \"" +
                   std::string(to_string(open_requests.front().state)) +
                   "\"; a token for its prefixes can be created after the registration";
        p.rule = "RFC 8141 section 6.2";
        json::array requests;
        for (const auto &q : open_requests) requests.emplace_back(std::to_string(q.number));
        p.members = {{"requests", std::move(requests)}};
    }
    return std::unexpected{std::move(p)};
}

} // namespace

token_state state_of(const token &t, timestamp now) noexcept {
    if (t.revoked) return token_state::revoked;
    return now < t.expires ? token_state::active : token_state::expired;
}

json::value content_of(const token &t) {
    json::value out;
    out.set("id", t.id).set("role", to_string(t.role)).set_if("registrar", t.registrar).set("prefixes", t.prefixes);
    out.set_if("label", t.label).set("created_by", t.created_by).set("created", resolver::to_string(t.created));
    out.set("expires", resolver::to_string(t.expires));
    out.set_if("issuer", t.issuer).set_if("subject", t.subject);
    if (t.revoked) out.set("revoked", resolver::to_string(*t.revoked));
    return out;
}

json::members &time(json::members &m, std::string_view name, std::optional<timestamp> &out) {
    std::string text;
    if (!m.has(name)) return m.ignore(name);
    if (!m.string(name, text, 100).ok()) return m;
    out = resolver::parse_timestamp(text);
    if (!out) m.refuse(name, resolver::must_be_a_time, json::error_code::not_a_time);
    return m;
}

token read_token(const store::document &d) {
    token t = *parsed<token>(d, token_kind, stored_token);
    set_revision(t, d);
    return t;
}

token put(store::writing &w, token t, std::string_view action) {
    set_revision(t, w.put(token_kind, t.id, json::to_text(content_of(t).set("hash", t.hash)), action));
    return t;
}

std::string pointer_to(const token_request &t, const std::string &prefix) {
    return "/prefixes/" + std::to_string(&prefix - t.prefixes.data());
}

std::expected<void, problem> check_role(const token_request &t) {
    switch (t.role) {
    case role::registrar:
        if (t.registrar.empty())
            return refuse_member("registrar",
                                 "a token of the role registrar must have the registrar for which it acts");
        break;
    case role::reader:
        break;
    case role::manager:
        if (t.prefixes.empty()) {
            return refuse_member("prefixes",
                                 "a token of the role manager must have prefixes: \"isbn:\" for a whole namespace");
        }
        [[fallthrough]];
    case role::expert:
    case role::administrator:
        if (!t.registrar.empty()) {
            return refuse_member("registrar", "a token of this role cannot have a registrar");
        }
        break;
    }
    return {};
}

std::expected<void, problem> normalize_prefixes(store::reading &r, token_request &t) {
    for (std::string &p : t.prefixes) {
        auto normal = prefix_of_keys(r, p);
        if (!normal) {
            normal.error().pointer = pointer_to(t, p);
            return std::unexpected{std::move(normal.error())};
        }
        p = std::move(*normal);
    }
    return {};
}

std::expected<void, problem> check_scope(store::reading &r, const token_request &t) {
    for (const std::string &p : t.prefixes) {
        if (auto there = check_managed(r, resolver::nid_of(p)); !there) {
            there.error().pointer = pointer_to(t, p);
            return std::unexpected{std::move(there.error())};
        }
    }
    if (t.registrar.empty()) return {};
    const auto of = find_registrar(r, t.registrar);
    if (of && of->state == registrar_state::active) return {};
    return refuse_member("registrar", of ? "the registrar \"" + t.registrar + "\" has ended"
                                         : resolver::registrar_does_not_exist(t.registrar).detail);
}

} // namespace uniform::service::token_documents
