#include <uniform/service/namespaces.hpp>

#include <algorithm>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/resolver/locator_template.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/iana_registry.hpp>
#include <uniform/service/namespace_permission.hpp>
#include <uniform/store/pages.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/new_nid.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/history_page.hpp"
#include "service/namespaces/namespace_documents.hpp"
#include "service/parsed_document.hpp"
#include "service/registrars/registrars_common.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/shown_text.hpp"

namespace uniform::service {

namespace {

using resolver::problem;
using resolver::problem_type;
using resolver::refuse;

// Whether the library has rules for a NID: it has none for one that IANA registered after this release.
bool has_rules_of_iana(std::string_view nid) {
    return std::ranges::any_of(iana_namespaces(), [&](const namespace_info &n) {
        return n.status == namespace_status::registered && ascii::equal_ignoring_case(n.nid, nid);
    });
}

// RFC 8141 5.1 (1): requests for this NID can no longer be registered; each can only ask for another NID.
void supersede_requests(store::writing &w, const std::string &nid) {
    using registry::request_action;
    for (registration_request &q : registration::requests_for(w, nid, 0)) {
        const auto to = registry::next_state(q.state, request_action::supersede,
                                             static_cast<registry::actors>(registry::actor::process), q.track());
        if (!to) continue;
        q.state = *to;
        q.decisions.push_back({.action = request_action::supersede,
                               .round = q.rounds,
                               .text = "the namespace \"" + nid + "\" was added by an administrator",
                               .at = w.now(),
                               .actor = std::string(to_string(registry::actor::process)),
                               .who = w.by().who});
        registration::save(w, q, request_action::supersede);
    }
}

// RFC 8141 6.2: what a registration says of the names is changed by a revision of it. A client that does not send these
// settings leaves them as they are.
std::expected<void, problem> keep_registered_rules(resolver::namespace_settings &s,
                                                   const resolver::namespace_settings &was) {
    s.rules_from = was.rules_from;
    if (was.rules_from == resolver::rules_source::settings) return {};
    if (s.rules.empty()) s.rules = was.rules;
    if (s.components.empty()) s.components = was.components;
    if (s.rules == was.rules && s.components == was.components) return {};
    const bool open = was.rules_from == resolver::rules_source::undecided;
    problem p{.type = problem_type::conflict,
              .detail = base::concat({"the rules of the names in \"", was.nid, "\" are those of its registration: ",
                                      open ? "`uniform namespace decide " + was.request + " settle` decides them"
                                           : std::string{"a revision changes them (`uniform namespace revise`)"}}),
              .rule = open ? "RFC 8141 section 6.4.2" : "RFC 8141 section 6.2",
              .pointer = s.components != was.components           ? "/components"
                         : s.rules.syntax() != was.rules.syntax() ? "/syntax"
                         : s.rules.checks() != was.rules.checks() ? "/checks"
                                                                  : "/equivalence"};
    return std::unexpected{std::move(p)};
}

problem taken(const namespace_entry &n) {
    problem p = resolver::already_exists("namespace", n.settings.nid);
    p.rule = resolver::registered_once;
    p.existing = value_of(n);
    return p;
}

// RFC 8141 3.1, 6.4.2: a namespace that IANA has registered has the rules of its registration. Keys are made by the
// rules for equivalence, and existing keys never change.
std::expected<void, problem> may_have_rules(store::reading &r, const resolver::namespace_settings &s,
                                            const resolver::namespace_rules &before) {
    const auto no = [](problem_type type, std::string detail, std::string_view member, std::string_view section) {
        return std::unexpected{problem{.type = type,
                                       .detail = std::move(detail),
                                       .rule = "RFC 8141 section " + std::string(section),
                                       .pointer = "/" + std::string(member)}};
    };
    if (s.rules == before) return {};
    if (!s.rules.empty() && has_rules_of_iana(s.nid)) {
        return no(problem_type::invalid,
                  "the rules of \"" + s.nid + "\" are those of its registration with IANA and cannot be set",
                  !s.rules.syntax().is_null()        ? "syntax"
                  : !s.rules.equivalence().is_null() ? "equivalence"
                                                     : "checks",
                  "6.4.2");
    }
    if (s.rules.syntax() != before.syntax()) {
        UNIFORM_CHECK(resolver::check_one_syntax(s.nid, s.rules.syntax()));
    }
    if (s.rules.same_names(before)) return {};
    const std::string all = s.nid + ":";
    const bool has_names = !r.names(all, "", 1).empty();
    const auto prefixes = r.list("delegation", all, all, 1);
    if (!has_names && prefixes.empty()) return {};
    return no(problem_type::conflict,
              "the equivalence of names in \"" + s.nid + "\" cannot change: it has " +
                  (has_names ? "names" : "delegations, such as \"urn:" + prefixes.front().id + "\"") + " already",
              "equivalence", "3.1");
}

// Each text that changes; those of earlier versions stay.
std::expected<void, problem> check_texts(const resolver::namespace_settings &s,
                                         const resolver::namespace_settings &before) {
    if (s.title != before.title) UNIFORM_CHECK(check_shown_text("title", s.title));
    const json::value was = value_of(before);
    const json::value is = value_of(s);
    for (const json::member &m : is.members()) {
        const json::value *const then = was.find(m.name);
        if (then == nullptr || *then != m.value) UNIFORM_CHECK(check_shown_texts("/" + m.name, m.value));
    }
    return {};
}

std::expected<void, problem> may_add_namespaces(const resolver::principal &who) {
    if (who.is(resolver::administrators)) return {};
    problem p = resolver::insufficient_role(resolver::administrators, who.role);
    p.detail += ": a namespace without a registration here is added by an administrator";
    return std::unexpected{std::move(p)};
}

// The first rule that the NID breaks, but for being registered.
std::optional<problem> reserved(std::string_view nid) {
    const auto all = refusals_of_new_nid(nid, false);
    if (all.empty()) return {};
    const nid_citation &why = all.front();
    problem p{.type = problem_type::invalid, .detail = "\"", .offset = 0};
    p.detail.append(nid).append("\" cannot be the NID of a new namespace: ").append(why.says);
    p.rule = citation(why.document, why.section);
    return p;
}

// Compares with all managed namespaces: a namespace is seldom added, and only by an administrator.
std::string similar_to_new_namespace(store::reading &r, const std::string &nid) {
    constexpr std::size_t at_once = 500;
    std::vector<std::string> managed;
    for (;;) {
        auto some = r.list("namespace", "", managed.empty() ? std::string_view{} : managed.back(), at_once);
        for (store::document &d : some) managed.push_back(std::move(d.id));
        if (some.size() < at_once) return closest_namespace(r, nid, std::move(managed));
    }
}

problem namespace_too_similar(store::reading &r, std::string_view nid, const std::string &similar) {
    const bool managed = find_namespace(r, similar).has_value();
    problem p{.type = problem_type::invalid};
    p.detail = base::concat({"\"", nid, "\" is similar to \"", similar, "\", which is ",
                             managed ? "managed here" : "registered with IANA",
                             ", and a namespace cannot be removed. If you mean \"", similar, "\": `uniform namespace ",
                             managed ? "settings " : "add ", similar, "`; if you mean \"", nid,
                             "\": `uniform namespace add ", nid, " --force` (API: ?force=true)"});
    p.members = {{"similar", similar}};
    return p;
}

} // namespace

std::expected<namespace_entry, problem> namespace_as_of(store::reading &r, std::string_view nid,
                                                        resolver::timestamp t) {
    UNIFORM_TRY(auto &now, namespace_of(r, nid));
    const auto e = r.as_of("namespace", now.settings.nid, t);
    if (e) return namespace_in(store::document_after(*e));
    return refuse(problem_type::not_found,
                  "the namespace \"" + now.settings.nid + "\" was not managed here yet on " + resolver::to_string(t));
}

std::expected<history_page, problem> namespace_history(store::reading &r, std::string_view nid,
                                                       const history_request &h) {
    UNIFORM_TRY(const auto &now, namespace_of(r, nid));
    return detail::history_of(r, "namespace", now.settings.nid, h, [](const store::event &e) {
        return detail::writer_of(value_of(namespace_in(store::document_after(e)).settings));
    });
}

std::expected<namespace_entry, problem> namespace_for_new_names(store::reading &r, std::string_view nid) {
    auto found = namespace_of(r, nid);
    if (found && found->settings.status != resolver::namespace_status::active) {
        return refuse(problem_type::out_of_policy,
                      "the namespace \"" + found->settings.nid + "\" is closed: no names can be assigned in it");
    }
    return found;
}

std::pair<std::vector<namespace_entry>, std::string> list_namespaces(store::reading &r, std::string_view after,
                                                                     std::size_t limit) {
    const auto page = store::documents_page(r, "namespace", "", after, {.rows = limit});
    std::vector<namespace_entry> result;
    result.reserve(page.rows.size());
    for (const store::document &d : page.rows) result.push_back(namespace_in(d));
    return {std::move(result), page.more ? page.rows.back().id : std::string{}};
}

std::expected<void, problem> may_put_namespace(const resolver::principal &who, std::string_view nid, bool is_managed) {
    if (!is_managed) UNIFORM_CHECK(may_add_namespaces(who));
    return may_manage(who, ascii::lower_copy(nid) + ":");
}

std::expected<namespace_entry, problem> add_namespace(store::writing &w, const resolver::principal &who,
                                                      resolver::namespace_settings s) {
    UNIFORM_CHECK(check_token(w, who));
    UNIFORM_CHECK(may_add_namespaces(who));
    UNIFORM_CHECK(check_texts(s, {}));
    const nid_classification v = classify_nid(s.nid, false);
    if (v.fault) return std::unexpected{resolver::malformed(*v.fault, s.nid)};
    s.nid = ascii::lower_copy(s.nid);
    if (!who.covers(s.nid + ":")) {
        return std::unexpected{resolver::prefix_not_covered(s.nid + ":")};
    }
    if (const auto existing = find_namespace(w, s.nid)) return std::unexpected{taken(*existing)};
    const auto known = registry_of(w);
    const bool of_iana = is_registered_with_iana(w, s.nid);
    if (!of_iana) {
        if (auto why = reserved(s.nid)) return std::unexpected{std::move(*why)};
    }
    const std::string_view origin = of_iana ? "iana" : "local";
    if (!s.origin.empty() && s.origin != "here" && s.origin != origin) {
        return resolver::refuse_member("origin", of_iana
                                                     ? "IANA has registered \"" + s.nid + "\": its origin is \"iana\""
                                                     : "IANA has not registered \"" + s.nid +
                                                           "\", nor has this service: its origin is \"local\"");
    }
    if (!s.request.empty())
        return resolver::refuse_member("request",
                                       "\"request\" cannot be set: this namespace has no registration request");
    UNIFORM_CHECK(may_have_rules(w, s, {}));
    UNIFORM_CHECK(resolver::check_new_locator_template(s.locator_template));
    s.origin = origin;
    s.rules_from = resolver::rules_source::settings;
    if (s.title.empty() && of_iana) s.title = known->find(s.nid)->title;
    namespace_entry n{.settings = std::move(s)};
    set_revision(n, w.put("namespace", n.settings.nid, resolver::to_json(n.settings), "add"));
    supersede_requests(w, n.settings.nid);
    return n;
}

std::expected<namespace_entry, problem> change_namespace(store::writing &w, const resolver::principal &who,
                                                         resolver::namespace_settings s,
                                                         const precondition &condition) {
    UNIFORM_CHECK(check_token(w, who));
    auto found = namespace_of(w, s.nid);
    UNIFORM_CHECK(found);
    const resolver::namespace_settings &was = found->settings;
    UNIFORM_CHECK(may_put_namespace(who, was.nid, true));
    if (auto ok = condition.check(found->version, "the namespace"); !ok) {
        ok.error().existing = value_of(*found);
        return std::unexpected{std::move(ok.error())};
    }
    s.nid = was.nid;
    if (s.origin.empty()) s.origin = was.origin;
    if (s.request.empty()) s.request = was.request;
    if (s.origin != was.origin || s.request != was.request) {
        return resolver::refuse_member(s.origin != was.origin ? "origin" : "request",
                                       "\"origin\" and \"request\" of a namespace cannot change");
    }
    auto may = keep_registered_rules(s, was);
    if (may) may = may_have_rules(w, s, was.rules);
    if (may) may = check_texts(s, was);
    if (may && s.locator_template != was.locator_template)
        may = resolver::check_new_locator_template(s.locator_template);
    if (!may) {
        if (may.error().type == problem_type::conflict) may.error().existing = value_of(*found);
        return std::unexpected{std::move(may.error())};
    }
    if (s == was) return found;
    namespace_entry n{.settings = std::move(s)};
    set_revision(n, w.put("namespace", n.settings.nid, resolver::to_json(n.settings), "change"));
    return n;
}

std::expected<namespace_entry, problem> put_namespace(store::writing &w, const resolver::principal &who,
                                                      resolver::namespace_settings s, const precondition &condition,
                                                      bool force) {
    if (find_namespace(w, s.nid)) return change_namespace(w, who, std::move(s), condition);
    UNIFORM_CHECK(condition.check(std::nullopt, "the namespace"));
    // A namespace is permanent, so that a misspelt NID must not add one: the client has to ask for it.
    if (condition.none_match && condition.none_match->any) {
        const nid_classification v = classify_nid(s.nid, false);
        if (!force && who.is(resolver::administrators) && !v.fault && !is_registered_with_iana(w, s.nid) &&
            !reserved(s.nid)) {
            const std::string nid = ascii::lower_copy(s.nid);
            const std::string similar = similar_to_new_namespace(w, nid);
            // A third of the letters at most: most words of three letters differ in two from a registered NID.
            if (!similar.empty() && edit_distance(nid, similar) <= std::max<std::size_t>(1, nid.size() / 3)) {
                return std::unexpected{namespace_too_similar(w, nid, similar)};
            }
        }
        return add_namespace(w, who, std::move(s));
    }
    if (const nid_classification v = classify_nid(s.nid, false); v.fault) {
        return std::unexpected{resolver::malformed(*v.fault, s.nid)};
    }
    if (!who.covers(ascii::lower_copy(s.nid) + ":")) {
        return std::unexpected{resolver::prefix_not_covered(ascii::lower_copy(s.nid) + ":")};
    }
    return std::unexpected{namespace_not_managed(ascii::lower_copy(s.nid), similar_namespace(w, s.nid))};
}

std::optional<problem> refusal_of_nid(store::reading &r, std::string_view nid) {
    const auto registry = registry_of(r);
    const nid_classification v = classify_nid(nid, is_registered_with_iana(r, nid));
    if (v.fault) return resolver::malformed(*v.fault, nid);
    if (v.registered) {
        const namespace_info *known = registry->find(nid);
        const nid_citation why = cite(nid_rule::not_registered);
        problem p{.type = problem_type::conflict, .detail = "\""};
        p.existing.set("nid", known->nid).set("origin", "iana");
        p.existing.set_if("title", known->title).set_if("date", known->date);
        p.detail.append(nid).append("\" is registered with IANA: ").append(why.says);
        p.rule = citation(why.document, why.section);
        return p;
    }
    if (const auto existing = find_namespace(r, nid)) return taken(*existing);
    return reserved(nid);
}

} // namespace uniform::service
