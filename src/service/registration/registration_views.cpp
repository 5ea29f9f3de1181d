// Requests, versions, comments and the status of a NID, as clients see them.

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>
#include <map>
#include <memory>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/template_diff.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/service/registry.hpp>
#include <uniform/store/pages.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/new_nid.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/history_page.hpp"
#include "service/parsed_document.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/registration/registration_drafts.hpp"
#include "service/registration/registration_rules.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_actors.hpp"
#include "service/registration/request_encoding.hpp"
#include "service/registration/request_views.hpp"

namespace uniform::service {

namespace {

using namespace registration;
using base::concat;
using registry::request_state;

constexpr std::size_t most_looked_at = 4000; // requests for one page of a list

void append(json::writer &w, const request_decision &d, bool with_authors) {
    w.begin_object().member("action", to_string(d.action)).member("round", d.round);
    w.member_if("text", d.text).member_if("reference", d.reference).member("at", resolver::to_string(d.at));
    w.member_if("part", d.actor);
    if (with_authors) w.member_if("who", d.who);
    w.end_object();
}

void append(json::writer &w, const std::vector<competing_request> &requests) {
    w.begin_array();
    for (const competing_request &q : requests) {
        w.begin_object().member("request", std::to_string(q.number)).member("state", to_string(q.state)).end_object();
    }
    w.end_array();
}

// The members of a request that do not depend on the client. `competing`: null for a past version.
void append_members(json::writer &w, const registration_request &q, bool with_authors,
                    const std::vector<competing_request> *competing) {
    w.member("id", std::to_string(q.number)).member("state", to_string(q.state)).member("track", to_string(q.track()));
    w.member("kind", q.informal ? "informal" : "formal").member_if("nid", q.nid);
    if (!q.revises.empty()) {
        w.key("revises").begin_object().member("nid", q.revises).member("request", std::to_string(q.base)).end_object();
    }
    w.member_if("title", q.title).member_if("submitter", q.submitter);
    if (!q.body.empty()) {
        w.key("fast_track").begin_object().member("body", q.body).member("recognized", q.recognized).end_object();
    }
    w.member("round", q.rounds).member("versions", q.versions).member("comments", q.comments);
    if (q.superseded_by != 0) w.member("superseded_by", std::to_string(q.superseded_by));
    if (competing != nullptr) {
        w.key("also_requested_in");
        append(w, *competing);
    }
    w.key("decisions").begin_array();
    for (const request_decision &d : q.decisions) append(w, d, with_authors);
    w.end_array().member("opened", resolver::to_string(q.opened)).member("changed", resolver::to_string(q.changed));
}

// A number without a request was given up. `size` is that of what the store has, in bytes.
struct numbered_request {
    std::uint64_t number = 0;
    std::optional<registration_request> request = {};
    std::size_t size = 0;
};
// In the order of their numbers, and whether these are the last ones.
using some_requests = std::pair<std::vector<numbered_request>, bool /*complete*/>;

// Those that ever asked for a NID; `prefix` is that of their ids.
some_requests requests_of_nid(store::reading &r, const std::string &prefix, std::uint64_t after, std::size_t limit) {
    some_requests out;
    const auto some = store::documents_page(r, "requested", prefix,
                                            after == 0 ? std::string{} : prefix + request_id(after), {.rows = limit});
    for (const store::document &d : some.rows) {
        std::uint64_t number = 0;
        std::from_chars(d.id.data() + prefix.size(), d.id.data() + d.id.size(), number);
        out.first.push_back({number, load(r, number), d.body.size()});
    }
    out.second = !some.more;
    return out;
}

// Those with something that waits to be accepted.
some_requests requests_waiting(store::reading &r, std::uint64_t after, std::size_t limit) {
    some_requests out;
    const auto some = requests_received(r, after, limit);
    for (const std::uint64_t number : some) {
        auto q = load(r, number);
        const std::size_t size = q ? q->title.size() + q->submitter.size() + q->body.size() : 0;
        out.first.push_back({number, std::move(q), size});
    }
    out.second = some.size() < limit;
    return out;
}

// Submitted requests, and drafts for who may see some.
some_requests requests_after(store::reading &r, std::uint64_t after, std::size_t limit, bool with_drafts) {
    std::map<std::uint64_t, numbered_request> found;
    const auto some =
        store::documents_page(r, "request", {}, after == 0 ? std::string{} : request_id(after), {.rows = limit});
    auto last = std::numeric_limits<std::uint64_t>::max(); // both lists are known up to it
    for (const store::document &d : some.rows) {
        registration_request q = decoded(d);
        const std::uint64_t number = q.number;
        found.insert_or_assign(number, numbered_request{number, std::move(q), d.body.size()});
    }
    if (some.more) last = found.rbegin()->first;
    if (with_drafts) {
        auto drafts = drafted_requests(r, after, limit);
        if (drafts.size() == limit) last = std::min(last, drafts.back().number);
        for (registration_request &q : drafts) {
            const auto old = found.find(q.number); // a draft of an earlier version of the store
            if (old != found.end() && !is_before_history(old->second.request->state)) continue;
            if (old != found.end())
                set_revision(
                    q, store::revision{.event = old->second.request->event, .version = old->second.request->version});
            const std::uint64_t number = q.number;
            const std::size_t size = q.title.size() + q.submitter.size() + q.body.size();
            found.insert_or_assign(number, numbered_request{number, std::move(q), size});
        }
    }
    some_requests out;
    out.second = last == std::numeric_limits<std::uint64_t>::max();
    for (auto &[number, q] : found) {
        if (number <= last) out.first.push_back(std::move(q));
    }
    return out;
}

std::expected<std::string, problem> template_of(store::reading &r, const registration_request &q,
                                                std::uint32_t version) {
    if (version == 0) {
        if (auto text = q.base == 0 ? std::nullopt : registered_template(r, q.base)) return std::move(*text);
        return refuse(problem_type::not_found,
                      concat({"the request ", std::to_string(q.number), " is not a revision: it has no version 0"}));
    }
    const auto d = r.find("version", version_id(q.number, version));
    if (!d) {
        return refuse(problem_type::not_found, concat({"the version ", std::to_string(version), " of request ",
                                                       std::to_string(q.number), " does not exist"}));
    }
    return version_from(*d).template_text;
}

} // namespace

std::expected<request_view, problem> find_request(store::reading &r, const credentials &a, std::uint64_t number) {
    UNIFORM_TRY(auto &q, visible_request(r, a, number));
    request_view v = view_of(r, std::move(q), a);
    show_rules(r, v);
    return v;
}

std::expected<history_page, problem> request_history(store::reading &r, const credentials &a, std::uint64_t number,
                                                     const history_request &h) {
    UNIFORM_TRY(const auto &now, visible_request(r, a, number));
    const registry::actors actors = actors_of(now, a);
    return detail::history_of(r, "request", request_id(number), h, [&](const store::event &e) {
        registration_request q = decoded(store::document_after(e));
        // The content of a draft before its submission is not public.
        if (!visible(q, actors)) {
            for (std::string *const text : {&q.nid, &q.title, &q.submitter, &q.revises, &q.body}) text->clear();
        }
        return [q = std::make_shared<const registration_request>(std::move(q)),
                with_authors = h.private_too](json::writer &w) {
            w.begin_object();
            append_members(w, *q, with_authors, nullptr);
            w.end_object();
        };
    });
}

std::pair<std::vector<request_view>, std::uint64_t> list_requests(store::reading &r, const credentials &a,
                                                                  const request_filter &f, std::uint64_t after,
                                                                  std::size_t limit) {
    std::vector<request_view> result;
    const bool by_nid = !f.nid.empty();
    const std::string prefix = by_nid ? concat({ascii::lower_copy(f.nid), "/"}) : std::string{};
    // The requests for one NID are read once.
    std::map<std::string, std::vector<competing_request>> by_nids;
    const auto view = [&](registration_request q) {
        request_view v;
        v.actors = actors_of(q, a);
        v.has_other_nid = has_other_nid(r, q);
        v.with_authors = a.who != nullptr;
        note_received(r, q, v);
        v.may_accept = v.received.has_value();
        if ((is_open(q.state) || is_before_history(q.state)) && !q.nid.empty()) {
            const auto [known, is_new] = by_nids.try_emplace(q.nid);
            if (is_new) known->second = competing_requests(r, q.nid, 0);
            std::ranges::copy_if(known->second, std::back_inserter(v.competing),
                                 [&](const competing_request &other) { return other.number != q.number; });
        }
        v.request = std::move(q);
        return v;
    };
    std::size_t bytes = 0;
    for (std::size_t looked_at = 0; looked_at < most_looked_at;) {
        constexpr std::size_t some_at_once = 200;
        auto [some, complete] = f.received ? requests_waiting(r, after, some_at_once)
                                : by_nid
                                    ? requests_of_nid(r, prefix, after, some_at_once)
                                    : requests_after(r, after, some_at_once, a.who != nullptr || !a.secret.empty());
        for (auto &[number, q, size] : some) {
            ++looked_at;
            after = number;
            if (!q || !visible(*q, actors_of(*q, a)) || (f.state && q->state != *f.state)) continue;
            request_view v = view(std::move(*q));
            if (f.received && ((by_nid && v.request.nid != f.nid) || (!v.received && v.received_comments == 0)))
                continue;
            bytes += size;
            result.push_back(std::move(v));
            if (result.size() == limit || bytes > store::page_size{}.bytes) return {std::move(result), after};
        }
        if (complete) return {std::move(result), 0};
    }
    return {std::move(result), after};
}

std::expected<std::pair<std::vector<public_comment>, std::uint32_t>, problem>
list_comments(store::reading &r, const credentials &a, std::uint64_t number, std::uint32_t after, std::size_t limit) {
    UNIFORM_CHECK(visible_request(r, a, number));
    const auto page = store::documents_page(r, "comment", request_id(number) + '/',
                                            after == 0 ? "" : comment_id(number, after), {.rows = limit});
    std::vector<public_comment> result;
    result.reserve(page.rows.size());
    for (const store::document &d : page.rows) result.push_back(comment_from(d));
    const std::uint32_t next = page.more ? result.back().number : 0;
    return std::pair{std::move(result), next};
}

std::expected<submitted_version, problem> find_version(store::reading &r, const credentials &a, std::uint64_t number,
                                                       std::uint32_t version) {
    UNIFORM_CHECK(visible_request(r, a, number));
    const auto d = version == 0 ? std::nullopt : r.find("version", version_id(number, version));
    if (!d) {
        return refuse(problem_type::not_found, concat({"the version ", std::to_string(version), " of request ",
                                                       std::to_string(number), " does not exist"}));
    }
    return version_from(*d);
}

std::expected<std::vector<submitted_version>, problem> list_versions(store::reading &r, const credentials &a,
                                                                     std::uint64_t number) {
    UNIFORM_TRY(const auto &q, visible_request(r, a, number));
    std::vector<submitted_version> result;
    for (std::uint32_t v = 1; v <= q.versions; ++v) {
        const auto d = r.find("version", version_id(number, v));
        if (!d) continue;
        result.push_back(version_from(*d));
        result.back().template_text.clear();
        result.back().findings.reset();
    }
    return result;
}

std::expected<std::string, problem> current_template(store::reading &r, const credentials &a, std::uint64_t number) {
    UNIFORM_TRY(const auto &q, visible_request(r, a, number));
    // A draft is not public, even if an earlier version is.
    const bool theirs = (actors_of(q, a) & (registry::any_submitter | registry::actor::administrator)) != 0;
    const bool working = is_before_history(q.state) || q.state == request_state::returned;
    if (q.versions == 0 || (theirs && working)) return draft_of(r, q);
    return template_of(r, q, q.versions);
}

std::expected<version_difference, problem> difference(store::reading &r, const credentials &a, std::uint64_t number,
                                                      std::uint32_t older, std::uint32_t newer) {
    UNIFORM_TRY(const auto &q, visible_request(r, a, number));
    if (newer == 0) newer = q.versions;
    UNIFORM_TRY(const auto &before, template_of(r, q, older));
    UNIFORM_TRY(const auto &after, template_of(r, q, newer));
    UNIFORM_TRY(const auto &one, registration::read(before));
    UNIFORM_TRY(const auto &other, registration::read(after));
    version_difference d{.request = number, .older = older, .newer = newer, .changes = compare_templates(one, other)};
    // Findings about a revision are relative to the registration before it, not to the submission before it.
    if (older != 0) d.changes.findings.clear();
    return d;
}

nid_status status_of_nid(store::reading &r, std::string_view nid) {
    const auto registry = registry_of(r);
    const nid_classification v = classify_nid(nid, *registry);
    nid_status s{.nid = ascii::lower_copy(nid), .kind = v.kind, .problem = refusal_of_nid(r, nid)};
    s.list_date = registry->date();
    if (is_registered_with_iana(r, nid)) {
        s.registered = "iana";
    } else if (const auto here = v.well_formed() ? find_namespace(r, nid) : std::nullopt) {
        s.registered = here->settings.origin;
    }
    // RFC 8141 5.1: "Particular attention should be paid"
    s.attention = notes_on_new_nid(nid, *registry);
    if (v.well_formed()) s.requests = competing_requests(r, s.nid, 0);
    return s;
}

void write(json::writer &w, const version_difference &d) {
    w.begin_object().member("request", std::to_string(d.request)).member("older", d.older).member("newer", d.newer);
    w.key("fields").begin_array();
    for (const registry::field_change &f : d.changes.fields) {
        w.begin_object();
        if (f.id) w.member("field", to_string(*f.id));
        w.member("name", f.name).member("change", to_string(f.kind));
        if (f.kind != registry::change::same) {
            w.key("lines").begin_array();
            for (const registry::line_change &l : f.lines) {
                w.begin_object().member("change", to_string(l.kind)).member("text", l.text).end_object();
            }
            w.end_array();
        }
        w.end_object();
    }
    w.end_array().member("findings", shown(d.changes.findings)).end_object();
}

void write(json::writer &w, const nid_status &s) {
    w.begin_object().member("nid", s.nid).member("kind", to_string(s.kind)).member("free", !s.problem);
    w.member_if("registered", s.registered).member("list_date", s.list_date);
    if (s.problem) write(w.key("problem"), *s.problem);
    w.member("attention", s.attention).key("requests");
    append(w, s.requests);
    w.end_object();
}

void write(json::writer &w, const request_view &v) {
    w.begin_object();
    append_members(w, v.request, v.with_authors, &v.competing);
    w.member("possible_actions", possible_actions_of(v.request, v.actors,
                                                     {.other_nid = v.has_other_nid,
                                                      .conclusion = v.may_conclude,
                                                      .open_rules = v.may_settle,
                                                      .received = v.may_accept}));
    if (v.received || v.received_comments != 0) {
        w.key("received").begin_object();
        if (v.received) w.member("submission", resolver::to_string(*v.received));
        w.member("comments", v.received_comments).end_object();
    }
    if (v.request.event != 0) // the history has no drafts
        w.member("version", v.request.version).member("event", v.request.event);
    if (v.rules) w.member("rules", value_of(*v.rules));
    w.end_object();
}

void write(json::writer &w, const public_comment &c) {
    w.begin_object().member("number", c.number).member("round", c.round).member("author", c.author);
    w.member("verified", c.verified)
        .member_if("part", c.actor)
        .member("text", c.text)
        .member("at", resolver::to_string(c.at))
        .end_object();
}

void write(json::writer &w, const submitted_version &v) {
    w.begin_object().member("number", v.number).member("round", v.round).member("registered", v.registered);
    w.member("at", resolver::to_string(v.at));
    if (v.findings) w.member("findings", *v.findings);
    w.member_if("template", v.template_text).end_object();
}

void write(json::writer &w, const action_result &r) {
    w.begin_object().key("request");
    write(w, r.view);
    w.member("findings", shown(r.findings));
    if (r.registered) {
        w.member("namespace", value_of(*r.registered));
        // Administrators issue tokens: these are the values for a manager of the namespace.
        w.key("manager_token").begin_object().member("role", "manager").key("prefixes").begin_array();
        w.string(r.registered->settings.nid + ":").end_array().end_object();
    }
    if (r.effect) w.member("existing_names", value_of(*r.effect));
    w.end_object();
}

void write(json::writer &w, const opened_request &o) {
    w.begin_object().key("request");
    write(w, o.view);
    w.member("secret", o.secret).member("findings", shown(o.findings)).end_object();
}

} // namespace uniform::service
