#include "service/registration/request_encoding.hpp"

#include <charconv>
#include <string_view>
#include <utility>

#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "base/text.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"

namespace uniform::service::registration {

namespace {

using base::concat;

std::string padded(std::uint64_t number, std::size_t width) {
    std::string digits = std::to_string(number);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return digits;
}

// The members of a stored document; absent members have their default.
template <class T>
T number_of(const json::value &j, std::string_view name) {
    const json::value *const v = j.find(name);
    return v == nullptr ? T{} : static_cast<T>(v->if_unsigned().value_or(0));
}
std::string text_of(const json::value &j, std::string_view name) { return std::string(j.string_of(name)); }
bool flag_of(const json::value &j, std::string_view name) {
    const json::value *const v = j.find(name);
    return v != nullptr && v->if_boolean().value_or(false);
}
resolver::timestamp time_of(const json::value &j, std::string_view name) {
    return resolver::parse_timestamp(j.string_of(name)).value_or(resolver::timestamp{});
}

} // namespace

std::string request_id(std::uint64_t number) { return padded(number, 8); }
std::string version_id(std::uint64_t number, std::uint32_t version) {
    return concat({padded(number, 8), "/", padded(version, 4)});
}
std::string comment_id(std::uint64_t number, std::uint32_t comment) {
    return concat({padded(number, 8), "/", padded(comment, 5)});
}

std::string encoded(const registration_request &q) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("state", to_string(q.state)).member("nid", q.nid).member("informal", q.informal);
    w.member_if("revises", q.revises);
    if (q.base != 0) w.member("base", q.base);
    w.member_if("title", q.title).member_if("submitter", q.submitter).member_if("body", q.body);
    w.member("recognized", q.recognized).member("rounds", q.rounds).member("versions", q.versions);
    w.member("comments", q.comments);
    // The stored documents, which never change, have this name; the API has superseded_by.
    if (q.superseded_by != 0) w.member("overtaken_by", q.superseded_by);
    if (!q.decisions.empty()) {
        w.key("decisions").begin_array();
        for (const request_decision &d : q.decisions) {
            w.begin_object().member("action", to_string(d.action)).member("round", d.round);
            w.member_if("text", d.text).member_if("reference", d.reference).member("at", resolver::to_string(d.at));
            w.member_if("part", d.actor).member_if("who", d.who).end_object();
        }
        w.end_array();
    }
    w.member("opened", resolver::to_string(q.opened)).member("changed", resolver::to_string(q.changed));
    w.member_if("opened_with", q.opened_with).member("secret_digest", q.secret_digest).end_object();
    return out;
}

registration_request decoded(const store::document &d) {
    const json::value j = detail::body_of(d, "request");
    registration_request q;
    const auto [end, code] = std::from_chars(d.id.data(), d.id.data() + d.id.size(), q.number);
    if (code != std::errc{} || end != d.id.data() + d.id.size()) throw_damaged("request", d.id);
    const auto state = registry::request_state_names.find(j.string_of("state"));
    if (!state) throw_damaged("request", d.id);
    set_revision(q, d);
    q.state = *state;
    q.nid = text_of(j, "nid");
    q.informal = flag_of(j, "informal");
    q.revises = text_of(j, "revises");
    q.base = number_of<std::uint64_t>(j, "base");
    q.title = text_of(j, "title");
    q.submitter = text_of(j, "submitter");
    q.body = text_of(j, "body");
    q.recognized = flag_of(j, "recognized");
    q.rounds = number_of<std::uint32_t>(j, "rounds");
    q.versions = number_of<std::uint32_t>(j, "versions");
    q.comments = number_of<std::uint32_t>(j, "comments");
    q.superseded_by = number_of<std::uint64_t>(j, "overtaken_by");
    if (const json::value *const all = j.find("decisions")) {
        for (const json::value &one : all->elements()) {
            const auto action = registry::request_action_names.find(one.string_of("action"));
            if (!action) throw_damaged("request", d.id);
            q.decisions.push_back({.action = *action,
                                   .round = number_of<std::uint32_t>(one, "round"),
                                   .text = text_of(one, "text"),
                                   .reference = text_of(one, "reference"),
                                   .at = time_of(one, "at"),
                                   .actor = text_of(one, "part"),
                                   .who = text_of(one, "who")});
        }
    }
    q.opened = time_of(j, "opened");
    q.changed = time_of(j, "changed");
    q.opened_with = text_of(j, "opened_with");
    q.secret_digest = text_of(j, "secret_digest");
    return q;
}

void put_version(store::writing &w, const registration_request &q, const submitted_version &v,
                 registry::request_action action) {
    std::string body;
    json::writer out{body};
    out.begin_object().member("round", v.round).member("registered", v.registered);
    out.member("at", resolver::to_string(v.at)).member("findings", v.findings.value_or(json::array{}));
    out.member("template", v.template_text).end_object();
    w.put("version", version_id(q.number, v.number), body, to_string(action));
}

submitted_version version_from(const store::document &d) {
    const json::value j = detail::body_of(d, "version");
    submitted_version v;
    const std::size_t slash = d.id.find('/');
    if (slash == std::string::npos) throw_damaged("version", d.id);
    std::from_chars(d.id.data() + slash + 1, d.id.data() + d.id.size(), v.number);
    v.round = number_of<std::uint32_t>(j, "round");
    v.registered = flag_of(j, "registered");
    v.at = time_of(j, "at");
    v.template_text = text_of(j, "template");
    if (const json::value *const found = j.find("findings")) v.findings = found->elements();
    return v;
}

public_comment comment_from(const store::document &d) {
    const auto body = json::read(d.body);
    const std::size_t slash = d.id.find('/');
    if (!body || !body->is_object() || slash == std::string::npos) throw_damaged("comment", d.id);
    public_comment c;
    std::from_chars(d.id.data() + slash + 1, d.id.data() + d.id.size(), c.number);
    const json::value *const round = body->find("round");
    if (round != nullptr) c.round = static_cast<std::uint32_t>(round->if_unsigned().value_or(0));
    c.author = body->string_of("author");
    c.actor = body->string_of("part");
    // Older comments do not say it: only their experts and administrators certainly had a token.
    const json::value *const verified = body->find("verified");
    c.verified = verified != nullptr ? verified->if_boolean().value_or(false)
                                     : c.actor == to_string(registry::actor::expert) ||
                                           c.actor == to_string(registry::actor::administrator);
    c.text = body->string_of("text");
    c.at = resolver::parse_timestamp(body->string_of("at")).value_or(resolver::timestamp{});
    return c;
}

} // namespace uniform::service::registration
