#include "service/tokens/token_documents.hpp"

#include <utility>

#include <uniform/resolver/refusal.hpp>

#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"

namespace uniform::service {

namespace token_documents {

using namespace service::detail;
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

} // namespace

bool is_token_id(std::string_view id) noexcept {
    return id.size() == 12 && id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

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

} // namespace token_documents

std::optional<token> find_token(store::reading &r, std::string_view id) {
    if (!token_documents::is_token_id(id)) return std::nullopt;
    const auto d = r.find(token_documents::token_kind, id);
    if (!d) return std::nullopt;
    return token_documents::read_token(*d);
}

} // namespace uniform::service
