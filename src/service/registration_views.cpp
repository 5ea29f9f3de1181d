// Requests, versions and comments as they are shown, and what is said about a NID.

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

#include <uniform/namespace.hpp>
#include <uniform/nid.hpp>
#include <uniform/registry/template_diff.hpp>

#include "registry/text.hpp"
#include "service/history.hpp"
#include "service/registration_record.hpp"

namespace uniform::service {

namespace {

using namespace registration;
using registry::joined;
using registry::request_state;

constexpr std::size_t most_looked_at = 4000; // requests for one page of a list

json decision_json(const request_decision &d, bool private_too) {
    json j;
    j["step"] = to_string(d.action);
    j["round"] = d.round;
    if (!d.text.empty()) j["text"] = d.text;
    if (!d.reference.empty()) j["reference"] = d.reference;
    j["at"] = resolver::to_string(d.at);
    if (!d.part.empty()) j["part"] = d.part;
    if (private_too && !d.who.empty()) j["who"] = d.who;
    return j;
}

json rival_json(std::uint64_t number, request_state state) {
    return {{"request", std::to_string(number)}, {"state", to_string(state)}};
}

// What a request is by itself, whoever asks. `others`: the open requests for the same NID.
json request_json(const registration_request &q, bool private_too, const json &others = nullptr) {
    json j;
    j["id"] = std::to_string(q.number);
    j["state"] = to_string(q.state);
    j["track"] = to_string(q.track());
    j["kind"] = q.informal ? "informal" : "formal";
    if (!q.nid.empty()) j["nid"] = q.nid;
    if (!q.revises.empty()) j["revises"] = {{"nid", q.revises}, {"request", std::to_string(q.base)}};
    if (!q.title.empty()) j["title"] = q.title;
    if (!q.submitter.empty()) j["submitter"] = q.submitter;
    if (!q.body.empty()) j["fast_track"] = {{"body", q.body}, {"recognized", q.recognized}};
    j["round"] = q.rounds;
    j["versions"] = q.versions;
    j["comments"] = q.comments;
    if (q.overtaken_by != 0) j["overtaken_by"] = std::to_string(q.overtaken_by);
    if (others.is_array()) j["also_requested_in"] = others;
    j["decisions"] = json::array();
    for (const request_decision &d : q.decisions) j["decisions"].push_back(decision_json(d, private_too));
    j["opened"] = resolver::to_string(q.opened);
    j["changed"] = resolver::to_string(q.changed);
    return j;
}

json view_json(const request_view &v) {
    json others = json::array();
    for (const rival &other : v.rivals) others.push_back(rival_json(other.number, other.state));
    json j = request_json(v.request, v.private_too, others);
    j["open_steps"] = open_steps_of(v.request, v.parts, v.moves_on);
    j["version"] = v.request.event;
    return j;
}

json line_json(const registry::line_change &l) { return {{"change", to_string(l.kind)}, {"text", l.text}}; }

public_comment comment_from(const store::document &d) {
    const json j = json::parse(d.body, nullptr, false);
    public_comment c;
    const std::size_t slash = d.id.find('/');
    if (!j.is_object() || slash == std::string::npos) {
        throw store::failure(store::failure_kind::damaged, joined({"comment ", d.id, " cannot be read"}));
    }
    std::from_chars(d.id.data() + slash + 1, d.id.data() + d.id.size(), c.number);
    c.round = j.value("round", 0U);
    c.author = j.value("author", "");
    c.part = j.value("part", "");
    c.text = j.value("text", "");
    c.at = resolver::parse_timestamp(j.value("at", "")).value_or(resolver::timestamp{});
    return c;
}

std::expected<std::string, problem> template_of(store::reading &r, const registration_request &q,
                                                std::uint32_t version) {
    if (version == 0) {
        if (auto text = q.base == 0 ? std::nullopt : registered_template(r, q.base)) return std::move(*text);
        return refuse(problem_type::not_found, joined({"request ", std::to_string(q.number), " revises nothing"}));
    }
    const auto d = r.find("version", version_id(q.number, version));
    if (!d) {
        return refuse(problem_type::not_found,
                      joined({"request ", std::to_string(q.number), " has no version ", std::to_string(version)}));
    }
    return version_from(*d).template_text;
}

json version_json(const submitted_version &v) {
    json j;
    j["number"] = v.number;
    j["round"] = v.round;
    j["registered"] = v.registered;
    j["at"] = resolver::to_string(v.at);
    if (!v.findings.empty()) j["findings"] = json::parse(v.findings);
    if (!v.template_text.empty()) j["template"] = v.template_text;
    return j;
}

} // namespace

std::expected<request_view, problem> find_request(store::reading &r, const asker &a, std::uint64_t number) {
    auto q = visible_request(r, a, number);
    if (!q) return std::unexpected(std::move(q).error());
    return view_of(r, std::move(*q), a);
}

std::expected<history_page, problem> request_history(store::reading &r, const asker &a, std::uint64_t number,
                                                     const history_request &h) {
    const auto now = visible_request(r, a, number);
    if (!now) return std::unexpected(now.error());
    const registry::actors parts = parts_of(*now, a);
    return detail::history_of(r, "request", request_id(number), h, [&](const store::event &e) {
        registration_request q = decoded(detail::document_of(e));
        // What a draft said before it was submitted stays its submitter's.
        if (!visible(q, parts)) {
            for (std::string *const said : {&q.nid, &q.title, &q.submitter, &q.revises, &q.body}) said->clear();
        }
        return request_json(q, h.private_too).dump(-1, ' ', false, json::error_handler_t::replace);
    });
}

std::pair<std::vector<request_view>, std::uint64_t>
list_requests(store::reading &r, const asker &a, const request_filter &f, std::uint64_t after, std::size_t limit) {
    std::vector<request_view> result;
    const bool by_nid = !f.nid.empty();
    const std::string prefix = by_nid ? joined({registry::lower(f.nid), "/"}) : std::string{};
    // many requests for one NID are looked up once
    std::map<std::string, std::vector<rival>> rivals;
    const auto view = [&](registration_request q) {
        request_view v;
        v.parts = parts_of(q, a);
        v.moves_on = moves_on(r, q);
        v.private_too = a.who != nullptr;
        if ((is_open(q.state) || q.state == request_state::draft) && !q.nid.empty()) {
            const auto [known, is_new] = rivals.try_emplace(q.nid);
            if (is_new) {
                for (const registration_request &other : rivals_of(r, q.nid, 0, most_rivals_shown)) {
                    known->second.push_back({.number = other.number, .state = other.state});
                }
            }
            std::ranges::copy_if(known->second, std::back_inserter(v.rivals),
                                 [&](const rival &other) { return other.number != q.number; });
        }
        v.request = std::move(q);
        return v;
    };
    std::string last = after == 0 ? std::string{} : prefix + request_id(after);
    for (std::size_t looked_at = 0; looked_at < most_looked_at;) {
        constexpr std::size_t some_at_once = 200;
        const auto some = r.list(by_nid ? "requested" : "request", prefix, last, some_at_once);
        for (const store::document &d : some) {
            std::uint64_t number = 0;
            std::from_chars(d.id.data() + prefix.size(), d.id.data() + d.id.size(), number);
            ++looked_at;
            last = d.id;
            after = number;
            auto q = by_nid ? load(r, number) : decoded(d);
            if (!q || !visible(*q, parts_of(*q, a)) || (f.state && q->state != *f.state)) continue;
            result.push_back(view(std::move(*q)));
            if (result.size() == limit) return {std::move(result), after};
        }
        if (some.size() < some_at_once) return {std::move(result), 0};
    }
    return {std::move(result), after};
}

std::expected<std::vector<public_comment>, problem>
list_comments(store::reading &r, const asker &a, std::uint64_t number, std::uint32_t after, std::size_t limit) {
    if (auto q = visible_request(r, a, number); !q) return std::unexpected(std::move(q).error());
    std::vector<public_comment> result;
    for (const store::document &d :
         r.list("comment", request_id(number) + '/', after == 0 ? "" : comment_id(number, after), limit)) {
        result.push_back(comment_from(d));
    }
    return result;
}

std::expected<submitted_version, problem> find_version(store::reading &r, const asker &a, std::uint64_t number,
                                                       std::uint32_t version) {
    if (auto q = visible_request(r, a, number); !q) return std::unexpected(std::move(q).error());
    const auto d = version == 0 ? std::nullopt : r.find("version", version_id(number, version));
    if (!d) {
        return refuse(problem_type::not_found,
                      joined({"request ", std::to_string(number), " has no version ", std::to_string(version)}));
    }
    return version_from(*d);
}

std::expected<std::vector<submitted_version>, problem> list_versions(store::reading &r, const asker &a,
                                                                     std::uint64_t number) {
    const auto q = visible_request(r, a, number);
    if (!q) return std::unexpected(q.error());
    std::vector<submitted_version> result;
    for (std::uint32_t v = 1; v <= q->versions; ++v) {
        const auto d = r.find("version", version_id(number, v));
        if (!d) continue;
        result.push_back(version_from(*d));
        result.back().template_text.clear();
        result.back().findings.clear();
    }
    return result;
}

std::expected<std::string, problem> current_template(store::reading &r, const asker &a, std::uint64_t number) {
    const auto q = visible_request(r, a, number);
    if (!q) return std::unexpected(q.error());
    // what was not submitted yet is not public, also where an earlier version is
    const bool theirs = (parts_of(*q, a) & (registry::actor::submitter | registry::actor::administrator)) != 0;
    const bool working = q->state == request_state::draft || q->state == request_state::returned;
    if (q->versions == 0 || (theirs && working)) return draft_of(r, number);
    return template_of(r, *q, q->versions);
}

std::expected<std::string, problem> difference(store::reading &r, const asker &a, std::uint64_t number,
                                               std::uint32_t older, std::uint32_t newer) {
    const auto q = visible_request(r, a, number);
    if (!q) return std::unexpected(q.error());
    if (newer == 0) newer = q->versions;
    const auto before = template_of(r, *q, older);
    if (!before) return std::unexpected(before.error());
    const auto after = template_of(r, *q, newer);
    if (!after) return std::unexpected(after.error());
    const auto one = registration::read(*before);
    if (!one) return std::unexpected(one.error());
    const auto other = registration::read(*after);
    if (!other) return std::unexpected(other.error());
    registry::template_difference d = compare_templates(*one, *other);
    json j;
    j["request"] = std::to_string(number);
    j["older"] = older;
    j["newer"] = newer;
    j["fields"] = json::array();
    for (const registry::field_change &f : d.fields) {
        json field;
        if (f.id) field["field"] = to_string(*f.id);
        field["name"] = f.name;
        field["change"] = to_string(f.kind);
        if (f.kind != registry::change::same) {
            field["lines"] = json::array();
            for (const registry::line_change &l : f.lines) field["lines"].push_back(line_json(l));
        }
        j["fields"].push_back(std::move(field));
    }
    // what a revision has to meet is asked of the registration before it, not of the submission before it
    if (older != 0) d.findings.clear();
    j["findings"] = findings_json(d.findings);
    return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string judge(store::reading &r, std::string_view nid) {
    const nid_verdict v = judge_nid(nid);
    json j;
    j["nid"] = registry::lower(nid);
    j["kind"] = to_string(v.kind);
    const auto here = v.well_formed() ? find_namespace(r, nid) : std::nullopt;
    const auto refused = refusal_of_nid(r, nid);
    j["free"] = !refused;
    const namespace_info *known = namespace_registry::standard().find(nid);
    if (known != nullptr && known->status == namespace_status::registered) {
        j["registered"] = "iana";
    } else if (here) {
        j["registered"] = here->settings.origin;
    }
    if (refused) j["problem"] = json::parse(resolver::to_json(*refused));
    json attention = json::array();
    // RFC 8141 5.1: "Particular attention should be paid"
    if (v.is_uri_scheme) attention.push_back("it is also the name of a URI scheme");
    if (v.is_three_letters) attention.push_back("it may be taken for a country code of ISO 3166-1 alpha-3");
    if (known != nullptr && known->status != namespace_status::registered) {
        attention.push_back("it is in use without registration, or taken for a NID");
    }
    j["attention"] = std::move(attention);
    j["requests"] = json::array();
    if (v.well_formed()) {
        for (const registration_request &q : rivals_of(r, registry::lower(nid), 0, most_rivals_shown)) {
            j["requests"].push_back(rival_json(q.number, q.state));
        }
    }
    return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string to_json(const request_view &v) { return view_json(v).dump(-1, ' ', false, json::error_handler_t::replace); }

std::string to_json(const public_comment &c) {
    json j;
    j["number"] = c.number;
    j["round"] = c.round;
    j["author"] = c.author;
    if (!c.part.empty()) j["part"] = c.part;
    j["text"] = c.text;
    j["at"] = resolver::to_string(c.at);
    return j.dump();
}

std::string to_json(const submitted_version &v) { return version_json(v).dump(); }

std::string to_json(const step_result &r) {
    json j;
    j["request"] = view_json(r.view);
    j["findings"] = json::parse(r.findings);
    if (r.entered) {
        j["namespace"] = json::parse(to_json(*r.entered));
        // tokens are given out by administrators: this is what the namespace's manager needs
        j["manager_token"] = {{"role", "manager"}, {"prefixes", json::array({r.entered->settings.nid + ":"})}};
    }
    return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string to_json(const opened_request &o) {
    json j;
    j["request"] = view_json(o.view);
    j["secret"] = o.secret;
    j["findings"] = json::parse(o.findings);
    return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace uniform::service
