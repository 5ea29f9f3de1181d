#include <uniform/service/registry.hpp>

#include <algorithm>
#include <chrono>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/registry/derived_rules.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/instance.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/urn/nid.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/namespaces/stored_iana_list.hpp"
#include "service/parsed_document.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_encoding.hpp"

namespace uniform::service {

namespace {

using resolver::problem;
using resolver::problem_type;

bool is_of_iana(const namespace_info *info) { return info != nullptr && info->status == namespace_status::registered; }

problem refused_list(problem_type type, registry::list_error e, bool has_place) {
    problem p{.type = type, .detail = std::move(e.message), .rule = "RFC 8141 section 7.2"};
    if (has_place) {
        p.offset = e.offset;
        p.members = {{"line", e.line}, {"column", e.column}};
        p.detail =
            base::concat({"line ", std::to_string(e.line), ", column ", std::to_string(e.column), ": ", p.detail});
    }
    return p;
}

std::string text_of_field(const registry::namespace_template &t, registry::field f) {
    const registry::entry *const e = t.find(f);
    return e == nullptr ? std::string{} : e->text;
}

// "Name: Quarries" of several lines, else the first line.
std::string registrant_in(std::string_view field) {
    std::string_view first;
    for (std::string_view rest = field; !rest.empty();) {
        const std::string_view line = ascii::trim(rest.substr(0, rest.find('\n')));
        rest.remove_prefix(
            std::min(rest.size(), rest.find('\n') == std::string_view::npos ? rest.size() : rest.find('\n') + 1));
        if (first.empty()) first = line;
        for (const std::string_view label : {"name:", "organization:", "registering organization:"}) {
            if (!ascii::starts_with_ignoring_case(line, label)) continue;
            if (const auto name = ascii::trim(line.substr(label.size())); !name.empty()) return std::string{name};
        }
    }
    return std::string{first};
}

// Adds the contents of the templates that were registered here, the newest first: its request, that which it revised,
// ...
void add_registration(store::reading &r, published_namespace &n, std::uint64_t number) {
    constexpr std::size_t most = 100;
    while (number != 0 && n.revisions.size() < most) {
        const auto q = registration::load(r, number);
        if (!q) break;
        const auto stored = r.find("version", registration::version_id(number, q->versions));
        if (!stored) break;
        const submitted_version v = registration::version_from(*stored);
        published_revision one{.request = number, .submission = v.number};
        if (const auto t = registration::read(v.template_text)) {
            one.version = text_of_field(*t, registry::field::version);
            one.date = text_of_field(*t, registry::field::date);
            n.first_registrant = registrant_in(text_of_field(*t, registry::field::registrant));
            if (n.revisions.empty()) {
                n.registrant = n.first_registrant;
                std::string documents = text_of_field(*t, registry::field::documentation);
                if (!documents.empty() && documents.size() <= 500) n.references.push_back(std::move(documents));
            }
        }
        n.revisions.push_back(std::move(one));
        number = q->base;
    }
    if (n.revisions.empty()) return;
    n.date = n.revisions.back().date;
    if (n.revisions.size() > 1) n.updated = n.revisions.front().date;
    const published_revision &newest = n.revisions.front();
    n.template_url = base::concat(
        {"/api/v1/requests/", std::to_string(newest.request), "/versions/", std::to_string(newest.submission)});
}

published_namespace published(store::reading &r, const std::shared_ptr<const namespace_registry> &known,
                              std::string_view nid, std::optional<namespace_entry> here) {
    published_namespace n{.nid = std::string{nid}, .registry = known};
    n.kind = informal_number(nid) ? namespace_kind::informal : namespace_kind::formal;
    if (const namespace_info *const info = known->find(nid); is_of_iana(info)) {
        n.info = info;
        n.origin = "iana";
        n.title = info->title;
        n.registrant = info->registrant;
        n.date = info->date;
        n.updated = info->updated;
        n.template_url = registry::template_url_of(*info);
        for (const std::string_view reference : info->references) {
            if (!reference.starts_with("template ")) n.references.emplace_back(reference);
        }
        // IANA refers to the template alone, where no document registered the namespace.
        if (n.references.empty()) n.references.assign(info->references.begin(), info->references.end());
    }
    if (!here) return n;
    n.managed = true;
    const resolver::namespace_settings &s = here->settings;
    if (n.info == nullptr) {
        n.origin = s.origin;
        if (const auto number = request_number(s.request)) add_registration(r, n, *number);
    }
    if (!s.title.empty()) n.title = s.title;
    n.settings = std::move(here);
    return n;
}

// The names that the registered template mentions, as far as the rules permit them.
std::vector<std::string> examples_of(store::reading &r, const published_namespace &n, const namespace_registry &rules) {
    std::vector<std::string> all;
    if (n.revisions.empty()) return all;
    const auto stored =
        r.find("version", registration::version_id(n.revisions.front().request, n.revisions.front().submission));
    const auto t = stored ? registration::read(registration::version_from(*stored).template_text)
                          : std::expected<registry::namespace_template, problem>{};
    if (!stored || !t) return all;
    for (const registry::template_example &e : derive_rules(*t).examples) {
        if (registry::fault_of_example(e.urn, rules).empty()) all.push_back(e.urn);
    }
    return all;
}

published_rules rules_of(store::reading &r, const published_namespace &n) {
    published_rules out;
    if (const namespace_info *const info = n.info) {
        out.abnf = info->syntax.abnf;
        out.pattern = info->syntax.pattern;
        out.equivalence = info->equivalence_summary;
        for (const check_rule &c : info->checks) {
            if (out.checks.contains(to_string(c.algorithm))) continue;
            out.checks.append(out.checks.empty() ? "" : ", ").append(to_string(c.algorithm));
        }
        out.r_component = info->components.r_component;
        out.q_component = info->components.q_component;
        out.f_component = info->components.f_component;
        out.examples.assign(info->examples.begin(), info->examples.end());
    }
    if (!n.settings) return out;
    const resolver::namespace_settings &s = n.settings->settings;
    if (n.info == nullptr || !s.components.empty()) {
        out.r_component = s.components.permission('r');
        out.q_component = s.components.permission('q');
        out.f_component = s.components.permission('f');
    }
    if (s.r_component) out.r_component = "allowed";
    if (n.info != nullptr) return out;
    out.from = s.rules_from;
    if (const namespace_info *const own = s.rules.empty() ? nullptr : s.rules.registry().find(s.nid)) {
        out.abnf = own->syntax.abnf;
        out.pattern = own->syntax.pattern;
    }
    if (const json::value &e = s.rules.equivalence(); !e.is_null()) {
        out.equivalence = e.string_of("summary");
        if (out.equivalence.empty()) out.equivalence = json::to_text(e);
    }
    if (!s.rules.checks().is_null()) out.checks = json::to_text(s.rules.checks());
    const namespace_registry none;
    out.examples = examples_of(r, n, s.rules.empty() ? none : s.rules.registry());
    return out;
}

bool is_wanted(const published_namespace &n, const published_filter &f) {
    if (!f.origin.empty() && n.origin != f.origin) return false;
    if (!f.kind.empty() && to_string(n.kind) != f.kind) return false;
    if (f.managed && !n.managed) return false;
    if (f.q.empty()) return true;
    return std::ranges::any_of(
        std::initializer_list<std::string_view>{n.nid, n.title, n.registrant},
        [&](std::string_view text) { return ascii::find_ignoring_case(text, f.q) != std::string_view::npos; });
}

} // namespace

registry_state state_of_registry(store::reading &r) {
    const auto known = registry_of(r);
    const auto d = r.find(stored_iana_list::kind, stored_iana_list::id);
    const auto all = known->entries();
    return {.date = std::string{known->date()},
            .release_date = std::string{iana_namespaces_date()},
            .namespaces = static_cast<std::size_t>(std::ranges::count_if(all, is_of_iana)),
            .from_store = d && stored_iana_list::list_in(*d).date >= namespace_registry::standard().date(),
            .version = d ? d->version : 0,
            .event = d ? d->event : 0};
}

std::expected<registry_update, problem> put_iana_list(store::writing &w, const resolver::principal &who,
                                                      std::string_view text, std::string_view date) {
    UNIFORM_CHECK(may_administer(w, who));
    auto list = registry::read_iana_list(text, {.date = std::string{date}});
    if (!list) return std::unexpected{refused_list(problem_type::malformed, std::move(list.error()), true)};
    const registry::iana_list before = registry::list_of(*registry_of(w));
    registry::complete(*list, before);
    // Clocks and time zones differ by a day at most.
    const std::string latest = resolver::to_string(w.now() + std::chrono::days{1}).substr(0, 10);
    if (auto fits = registry::follows(*list, before, latest); !fits) {
        return std::unexpected{refused_list(problem_type::conflict, std::move(fits.error()), false)};
    }
    registry_update u{.date = list->date, .before = before.date, .namespaces = list->namespaces.size()};
    for (const registry::iana_namespace &n : list->namespaces) {
        if (before.find(n.nid) != nullptr) continue;
        u.added.push_back(n.nid);
        if (const auto here = find_namespace(w, n.nid); here && here->settings.origin != "iana") {
            u.collisions.push_back(n.nid);
        }
    }
    const std::string body = json::to_text(value_of(*list));
    const auto stored = w.find(stored_iana_list::kind, stored_iana_list::id);
    u.changed = !stored || stored->body != body;
    if (u.changed) w.put(stored_iana_list::kind, stored_iana_list::id, body, "update");
    return u;
}

std::pair<std::vector<published_namespace>, std::string> list_published(store::reading &r, const published_filter &f,
                                                                        std::string_view after, std::size_t limit) {
    constexpr std::size_t at_once = 500;
    const auto known = registry_of(r);
    std::vector<const namespace_info *> of_iana = known->entries();
    std::erase_if(of_iana, [&](const namespace_info *info) { return !is_of_iana(info) || info->nid <= after; });
    auto next_of_iana = of_iana.begin();

    std::vector<published_namespace> found;
    std::string last{after};
    for (bool more_here = true; more_here || next_of_iana != of_iana.end();) {
        std::vector<namespace_entry> here;
        std::string next;
        if (more_here) std::tie(here, next) = list_namespaces(r, last, at_once);
        more_here = !next.empty();
        auto next_here = here.begin();
        // Up to the last one that was read: what comes after it is compared with those that are read next.
        while (next_here != here.end() || (!more_here && next_of_iana != of_iana.end())) {
            const bool is_here = next_here != here.end();
            const bool takes_iana = next_of_iana != of_iana.end() &&
                                    (!is_here || (*next_of_iana)->nid <= std::string_view{next_here->settings.nid});
            const std::string nid{takes_iana ? (*next_of_iana)->nid : std::string_view{next_here->settings.nid}};
            std::optional<namespace_entry> entry;
            if (is_here && next_here->settings.nid == nid) entry = std::move(*next_here++);
            if (takes_iana) ++next_of_iana;
            published_namespace n = published(r, known, nid, std::move(entry));
            last = nid;
            if (!is_wanted(n, f)) continue;
            if (found.size() == limit) {
                std::string last_nid = found.back().nid;
                return {std::move(found), std::move(last_nid)};
            }
            found.push_back(std::move(n));
        }
    }
    return {std::move(found), std::string{}};
}

std::expected<published_namespace, problem> find_published(store::reading &r, std::string_view nid) {
    const std::string lower = ascii::lower_copy(nid);
    const auto known = registry_of(r);
    auto here = find_namespace(r, lower);
    if (here || is_of_iana(known->find(lower))) {
        published_namespace n = published(r, known, lower, std::move(here));
        n.rules = rules_of(r, n);
        return n;
    }
    if (const nid_classification v = classify_nid(nid, false); v.fault) {
        return std::unexpected{resolver::malformed(*v.fault, nid)};
    }
    problem p{.type = problem_type::not_found, .rule = "RFC 8141 section 5"};
    p.detail = base::concat({"\"", lower, "\" is registered neither with IANA (list of ", known->date(), ") nor here"});
    if (const std::string similar = similar_namespace(r, lower); !similar.empty()) {
        p.detail += base::concat({" (did you mean \"", similar, "\"?)"});
        p.members.emplace_back("similar", similar);
    }
    return std::unexpected{std::move(p)};
}

void write(json::writer &w, const published_namespace &n, bool details) {
    w.begin_object().member("nid", n.nid).member("kind", to_string(n.kind)).member("origin", n.origin);
    w.member("managed", n.managed).member_if("title", n.title).member_if("registrant", n.registrant);
    if (n.first_registrant != n.registrant) w.member_if("first_registrant", n.first_registrant);
    w.member_if("date", n.date);
    if (n.info != nullptr) w.member_if("date_source", n.info->date_source).member_if("spec_date", n.info->spec_date);
    w.member_if("updated", n.updated).member("references", n.references).member_if("template", n.template_url);
    w.key("revisions").begin_array();
    for (const published_revision &v : n.revisions) {
        w.begin_object().member_if("version", v.version).member_if("date", v.date);
        w.member("request", std::to_string(v.request)).member("submission", v.submission).end_object();
    }
    w.end_array();
    if (n.settings) w.member("status", to_string(n.settings->settings.status));
    if (details) {
        w.member("list_date", n.registry->date()).member("release_date", iana_namespaces_date());
        const published_rules &own = n.rules;
        w.member_if("abnf", own.abnf).member_if("pattern", own.pattern).member_if("equivalence", own.equivalence);
        if (n.info != nullptr) w.member("resolution", to_string(n.info->resolution));
        w.member_if("r_component", own.r_component).member_if("q_component", own.q_component);
        w.member_if("f_component", own.f_component);
        if (n.info != nullptr) w.member_if("source", n.info->source).member_if("notes", n.info->notes);
        w.member("examples", own.examples);
        if (own.from != resolver::rules_source::settings) w.member("rules_from", to_string(own.from));
        // null: any NSS of RFC 8141, no equivalence beyond its section 3.1; as long as nobody has decided, nothing is
        // said.
        if (n.settings && own.from != resolver::rules_source::undecided) {
            const resolver::namespace_rules &rules = n.settings->settings.rules;
            w.key("rules").begin_object();
            w.member("syntax", rules.syntax()).member("equivalence", rules.equivalence());
            if (!rules.checks().is_null()) w.member("checks", rules.checks());
            if (const auto &components = n.settings->settings.components; !components.empty())
                w.member("components", components.value());
            w.end_object();
        }
    }
    w.end_object();
}

void write(json::writer &w, const registry_state &s) {
    w.begin_object().member("date", s.date).member("release_date", s.release_date);
    w.member("source", s.from_store ? "store" : "release").member("namespaces", s.namespaces);
    if (s.event != 0) w.member("version", s.version).member("event", s.event);
    w.end_object();
}

void write(json::writer &w, const registry_update &u) {
    w.begin_object().member("date", u.date).member("before", u.before).member("namespaces", u.namespaces);
    w.member("changed", u.changed).member("added", u.added).member("collisions", u.collisions).end_object();
}

} // namespace uniform::service
