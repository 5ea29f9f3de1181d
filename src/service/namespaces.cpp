#include <uniform/service/namespaces.hpp>

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include <uniform/namespace.hpp>
#include <uniform/nid.hpp>

#include "service/history.hpp"
#include "service/registration_record.hpp"

namespace uniform::service {

namespace {

using resolver::problem;
using resolver::problem_type;
using json = nlohmann::ordered_json;

std::string lower_case(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return result;
}

namespace_entry entry_of(const store::document &d) {
    auto s = resolver::namespace_settings_from_json(d.body);
    if (!s) {
        throw store::failure(store::failure_kind::damaged,
                             "the settings of namespace " + d.id + " cannot be read: " + s.error().detail);
    }
    return {.settings = std::move(*s), .event = d.event};
}

bool is_registered_with_iana(std::string_view nid) {
    const namespace_info *known = namespace_registry::standard().find(nid);
    return known != nullptr && known->status == namespace_status::registered;
}

// RFC 8141 5.1 (1): no request can be registered for this NID any more; what is left to each is another NID.
void overtake_requests(store::writing &w, const std::string &nid) {
    using registry::request_action;
    for (registration_request &q : registration::rivals_of(w, nid, 0)) {
        const auto to = registry::step(q.state, request_action::overtake,
                                       static_cast<registry::actors>(registry::actor::process), q.track());
        if (!to) continue;
        q.state = *to;
        q.decisions.push_back({.action = request_action::overtake,
                               .round = q.rounds,
                               .text = "the namespace \"" + nid + "\" was added by an administrator",
                               .at = w.now(),
                               .part = std::string(to_string(registry::actor::process)),
                               .who = w.by().who});
        registration::save(w, q, request_action::overtake);
    }
}

std::unexpected<problem> refuse(problem_type type, std::string detail, std::string members = {}) {
    return std::unexpected(problem{.type = type, .detail = std::move(detail), .members = std::move(members)});
}

problem taken(const namespace_entry &n) {
    json members;
    members["existing"] = json::parse(to_json(n));
    return {.type = problem_type::conflict,
            .detail = "the namespace \"" + n.settings.nid + "\" is kept here already",
            .rule = "RFC 8141 section 5.1 (1)",
            .members = members.dump()};
}

// RFC 8141 3.1, 6.4.2: a namespace that IANA has registered has the rules of its registration. Keys are made by the
// rules for equivalence, and none that is there ever changes.
std::expected<void, problem> may_have_rules(store::reading &r, const resolver::namespace_settings &s,
                                            const resolver::namespace_rules &before) {
    const auto no = [](problem_type type, std::string detail, std::string_view member, std::string_view section) {
        return std::unexpected(problem{.type = type,
                                       .detail = std::move(detail),
                                       .rule = "RFC 8141 section " + std::string(section),
                                       .members = json{{"pointer", "/" + std::string(member)}}.dump()});
    };
    if (s.rules == before) return {};
    if (!s.rules.empty() && is_registered_with_iana(s.nid)) {
        return no(problem_type::invalid,
                  "the rules of \"" + s.nid + "\" are those of its registration with IANA, and known already",
                  !s.rules.syntax().empty()        ? "syntax"
                  : !s.rules.equivalence().empty() ? "equivalence"
                                                   : "checks",
                  "6.4.2");
    }
    if (s.rules.same_names(before)) return {};
    const std::string all = s.nid + ":";
    const bool has_names = !r.names(all, "", 1).empty();
    const auto prefixes = r.list("delegation", all, all, 1);
    if (!has_names && prefixes.empty()) return {};
    return no(problem_type::conflict,
              "which names of \"" + s.nid + "\" are the same is settled: it has " +
                  (has_names ? "names" : "delegations, such as \"urn:" + prefixes.front().id + "\"") +
                  " already, and what is assigned stays what it is",
              "equivalence", "3.1");
}

// The first rule that the NID breaks, but for being registered.
std::optional<problem> reserved(const nid_verdict &v, std::string_view nid) {
    for (const nid_rule r : nid_rules) {
        if (r == nid_rule::not_registered || !v.breaks(r)) continue;
        const nid_citation why = cite(r);
        problem p{.type = problem_type::invalid, .detail = "\"", .offset = 0};
        p.detail.append(nid).append("\" cannot be the NID of a new namespace: ").append(why.says);
        p.rule.append(why.document).append(" section ").append(why.section);
        return p;
    }
    if (lower_case(nid) == "urn") {
        return problem{.type = problem_type::invalid,
                       .detail =
                           "\"urn\" cannot be the NID of a new namespace: it is reserved, to avoid confusion with "
                           "the \"urn:\" identifier",
                       .offset = 0,
                       .rule = "RFC 2141 section 2.1"};
    }
    return {};
}

} // namespace

std::optional<namespace_entry> find_namespace(store::reading &r, std::string_view nid) {
    if (nid.size() > 32) return {}; // RFC 8141 section 2: NID = (alphanum) 0*30(ldh) (alphanum)
    const auto d = r.find("namespace", lower_case(nid));
    if (!d) return {};
    return entry_of(*d);
}

std::expected<namespace_entry, problem> namespace_of(store::reading &r, std::string_view nid) {
    if (const nid_verdict v = judge_nid(nid, false); v.fault)
        return std::unexpected(resolver::malformed(*v.fault, nid));
    if (auto found = find_namespace(r, nid)) return std::move(*found);
    return refuse(problem_type::not_found, "the namespace \"" + lower_case(nid) + "\" is not kept here");
}

std::expected<namespace_entry, problem> namespace_as_of(store::reading &r, std::string_view nid,
                                                        resolver::timestamp t) {
    auto now = namespace_of(r, nid);
    if (!now) return now;
    const auto e = r.as_of("namespace", now->settings.nid, t);
    if (e) return entry_of(detail::document_of(*e));
    return refuse(problem_type::not_found,
                  "the namespace \"" + now->settings.nid + "\" was not kept here yet on " + resolver::to_string(t));
}

std::expected<history_page, problem> namespace_history(store::reading &r, std::string_view nid,
                                                       const history_request &h) {
    const auto now = namespace_of(r, nid);
    if (!now) return std::unexpected(now.error());
    return detail::history_of(r, "namespace", now->settings.nid, h, [](const store::event &e) {
        return resolver::to_json(entry_of(detail::document_of(e)).settings);
    });
}

std::expected<namespace_entry, problem> namespace_for_new_names(store::reading &r, std::string_view nid) {
    auto found = namespace_of(r, nid);
    if (found && found->settings.status != "active") {
        return refuse(problem_type::out_of_policy,
                      "the namespace \"" + found->settings.nid + "\" is closed: it takes no new names");
    }
    return found;
}

std::vector<namespace_entry> list_namespaces(store::reading &r, std::string_view after, std::size_t limit) {
    std::vector<namespace_entry> result;
    for (const store::document &d : r.list("namespace", "", after, limit)) result.push_back(entry_of(d));
    return result;
}

std::expected<namespace_entry, problem> add_namespace(store::writing &w, const resolver::principal &who,
                                                      resolver::namespace_settings s) {
    if (!who.is(resolver::administrators)) {
        return refuse(problem_type::forbidden,
                      "only an administrator adds a namespace that did not go through a registration here");
    }
    const nid_verdict v = judge_nid(s.nid, false);
    if (v.fault) return std::unexpected(resolver::malformed(*v.fault, s.nid));
    s.nid = lower_case(s.nid);
    if (!who.reaches(s.nid + ":")) {
        return refuse(problem_type::forbidden,
                      "the namespace \"" + s.nid + "\" is not within the prefixes of the token");
    }
    if (const auto existing = find_namespace(w, s.nid)) return std::unexpected(taken(*existing));
    const bool of_iana = is_registered_with_iana(s.nid);
    if (!of_iana) {
        if (auto why = reserved(v, s.nid)) return std::unexpected(std::move(*why));
    }
    const std::string_view origin = of_iana ? "iana" : "local";
    if (!s.origin.empty() && s.origin != "here" && s.origin != origin) {
        return refuse(problem_type::invalid, of_iana ? "IANA has registered \"" + s.nid + "\": its origin is \"iana\""
                                                     : "IANA has not registered \"" + s.nid +
                                                           "\", nor has this service: its origin is \"local\"");
    }
    if (!s.request.empty()) return refuse(problem_type::invalid, "the namespace comes from no request");
    if (auto may = may_have_rules(w, s, {}); !may) return std::unexpected(std::move(may).error());
    s.origin = origin;
    if (s.title.empty() && of_iana) s.title = namespace_registry::standard().find(s.nid)->title;
    namespace_entry n{.settings = std::move(s), .event = 0};
    n.event = w.put("namespace", n.settings.nid, resolver::to_json(n.settings), "add");
    overtake_requests(w, n.settings.nid);
    return n;
}

std::expected<namespace_entry, problem> change_namespace(store::writing &w, const resolver::principal &who,
                                                         resolver::namespace_settings s,
                                                         const precondition &condition) {
    auto found = namespace_of(w, s.nid);
    if (!found) return std::unexpected(std::move(found).error());
    const resolver::namespace_settings &was = found->settings;
    if (!who.is(resolver::managers) || !who.reaches(was.nid + ":")) {
        return refuse(problem_type::forbidden, "only a manager of \"" + was.nid + "\" changes its settings");
    }
    if (auto ok = condition.check(found->event, "the namespace"); !ok) return std::unexpected(std::move(ok).error());
    s.nid = was.nid;
    if (s.origin.empty()) s.origin = was.origin;
    if (s.request.empty()) s.request = was.request;
    if (s.origin != was.origin || s.request != was.request) {
        return refuse(problem_type::invalid,
                      "where a namespace comes from does not change: \"origin\" and \"request\"");
    }
    if (auto may = may_have_rules(w, s, was.rules); !may) return std::unexpected(std::move(may).error());
    if (s == was) return found;
    namespace_entry n{.settings = std::move(s), .event = 0};
    n.event = w.put("namespace", n.settings.nid, resolver::to_json(n.settings), "change");
    return n;
}

std::expected<namespace_entry, problem> put_namespace(store::writing &w, const resolver::principal &who,
                                                      resolver::namespace_settings s, const precondition &condition) {
    if (find_namespace(w, s.nid)) return change_namespace(w, who, std::move(s), condition);
    if (auto ok = condition.check(std::nullopt, "the namespace"); !ok) return std::unexpected(std::move(ok).error());
    return add_namespace(w, who, std::move(s));
}

std::optional<problem> refusal_of_nid(store::reading &r, std::string_view nid) {
    const nid_verdict v = judge_nid(nid, is_registered_with_iana(nid));
    if (v.fault) return resolver::malformed(*v.fault, nid);
    if (v.registered) {
        const namespace_info *known = namespace_registry::standard().find(nid);
        const nid_citation why = cite(nid_rule::not_registered);
        json existing{{"nid", known->nid}, {"origin", "iana"}};
        if (!known->title.empty()) existing["title"] = known->title;
        if (!known->date.empty()) existing["date"] = known->date;
        json members;
        members["existing"] = std::move(existing);
        problem p{.type = problem_type::conflict, .detail = "\"", .members = members.dump()};
        p.detail.append(nid).append("\" is registered with IANA: ").append(why.says);
        p.rule.append(why.document).append(" section ").append(why.section);
        return p;
    }
    if (const auto existing = find_namespace(r, nid)) return taken(*existing);
    return reserved(v, nid);
}

std::string to_json(const namespace_entry &n) {
    json out = json::parse(resolver::to_json(n.settings));
    out["version"] = n.event;
    return out.dump();
}

} // namespace uniform::service
