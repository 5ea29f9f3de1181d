#include "http/resolve/resolution.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <uniform/resolver/delegated_url.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/name.hpp>

#include "http/api/router_responses.hpp"
#include "http/metadata/catalogue.hpp"
#include "http/resolve/problems.hpp"
#include "http/resolve/resolution_services.hpp"
#include "links/link_checker_store.hpp"

namespace uniform::http {

using resolver::name_state;
using resolver::problem;
using resolver::problem_type;

namespace {

// A record may be older than the setting.
problem not_led_to(const std::string &what, std::string_view url, const own_url &own) {
    return {.type = problem_type::no_output,
            .detail = "the scheme \"" + std::string(url.substr(0, url.find(':'))) + "\" of " + what +
                      " is not one to which this service redirects: " + own.permitted_schemes(),
            .rule = "setting locators.schemes; RFC 3986 section 7.1"};
}

// A client follows the redirect, so a resolver must not redirect to itself.
resolution_result to_other_resolver(std::string location, const own_url &own) {
    const auto u = parse_uri(location);
    if (!u || !u->authority()) {
        return problem{.type = problem_type::loop, .detail = "the URL of the other resolver is malformed: " + location};
    }
    if (own.is_own(location)) {
        return problem{.type = problem_type::loop,
                       .detail = "delegation loop: the name is delegated to another resolver, but its URL is one of "
                                 "this service",
                       .rule = "RFC 9110 section 15.4"};
    }
    if (!own.may_lead_to(location)) return not_led_to("the URL of the other resolver", location, own);
    return delegated{std::move(location)};
}

// Another resolver that is responsible for the name; else the problem.
resolution_result other_resolver(const name_lookup &n, const own_url &own, problem otherwise) {
    if (n.delegation && !n.delegation->resolver.empty()) {
        if (n.loop) {
            return problem{.type = problem_type::loop,
                           .detail = "delegation loop: \"urn:" + n.delegation->prefix +
                                     "\" is delegated to another resolver, which " + *n.loop,
                           .rule = "RFC 9110 section 15.4"};
        }
        return to_other_resolver(resolver::delegated_url(n.delegation->resolver, n.requested.text()), own);
    }
    if (n.settings && n.settings->public_resolvers) {
        auto urls = resolver_addresses(n.requested.urn);
        if (!urls.empty()) {
            auto there = to_other_resolver(std::move(urls.front()), own);
            // If this service is the public resolver, the name does not exist.
            if (std::holds_alternative<delegated>(there)) return there;
        }
    }
    return otherwise;
}

// The locator of the name before the suffix, with the suffix; `otherwise` if it has none that takes a suffix.
resolution_result passed_on(const name_lookup &n, const resolver::preferences &p, resolver::timestamp now,
                            const own_url &own, problem otherwise, resolver::choice &choice) {
    const auto &[record, suffix, health, by_template] = *n.passed;
    resolver::choice of_it = resolver::choose(record.locators, p, now, health);
    for (const std::size_t i : of_it.order) {
        const std::string &url = record.locators[i].url;
        auto there = own.may_lead_to(url) ? resolver::with_suffix(url, suffix) : std::nullopt;
        if (!there) continue;
        choice.until = of_it.until;
        auto with_q = n.with_q_component(std::move(*there));
        if (!with_q) return std::move(with_q.error());
        return redirect{std::move(*with_q)};
    }
    return otherwise;
}

// The target of the name: the redirect to a locator, or to another resolver.
resolution_result target_of(const name_lookup &n, const resolver::preferences &p, resolver::timestamp now,
                            const own_url &own, resolver::choice &choice) {
    const auto shown = [&] { return "\"" + n.urn() + "\""; };
    if (!n.record) {
        problem unknown = resolver::name_does_not_exist(n.requested.key);
        if (!n.settings) unknown.detail = service::namespace_not_managed(n.requested.nid()).detail;
        unknown.rule = resolver::valid_but_nonexistent;
        if (n.passed && n.delegation->resolver.empty()) return passed_on(n, p, now, own, std::move(unknown), choice);
        return other_resolver(n, own, std::move(unknown));
    }
    if (n.is(name_state::withdrawn)) return tombstone{};
    if (n.is(name_state::reserved)) {
        return problem{.type = problem_type::no_output,
                       .detail = shown() + " is reserved: it has no locator yet",
                       .rule = std::string(resolver::no_available_output)};
    }
    choice = resolver::choose(n.record->locators, p, now, n.health);
    if (choice.order.empty()) {
        return other_resolver(n, own,
                              {.type = problem_type::no_output,
                               .detail = shown() + " has no locator that is valid now",
                               .rule = std::string(resolver::no_available_output)});
    }
    const auto permitted =
        std::ranges::find_if(choice.order, [&](std::size_t i) { return own.may_lead_to(n.record->locators[i].url); });
    if (permitted == choice.order.end()) {
        const std::string &url = n.record->locators[choice.order.front()].url;
        return not_led_to("the locator of " + shown(), url, own);
    }
    auto with_q = n.with_q_component(n.record->locators[*permitted].url);
    if (!with_q) return std::move(with_q.error());
    return redirect{std::move(*with_q)};
}

// A component that the namespace does not allow (RFC 8141 Appendix A; the drafts: or does not define).
std::optional<problem> refused_component_of(const name_lookup &n) {
    if (!n.settings) return std::nullopt;
    const auto refuse = [&](char letter, const auto &component) {
        return component ? n.settings->components.refuse(n.settings->nid, letter, *component) : std::nullopt;
    };
    if (auto r = refuse('r', n.requested.r_component())) return r;
    if (auto q = refuse('q', n.requested.q_component())) return q;
    return refuse('f', n.requested.f_component);
}

bool is_problem(const resolution_result &r, problem_type t) noexcept {
    const auto *const p = std::get_if<problem>(&r);
    return p != nullptr && p->type == t;
}

std::vector<std::string_view> lacks_for_datacite(const resolution &r) {
    return missing_for(catalogue_format::datacite, name_description{r.name.requested.key, *r.name.record});
}

// DataCite requires more than a name has to have.
std::optional<problem> not_in_datacite(const resolution &r) {
    const auto missing = lacks_for_datacite(r);
    if (missing.empty()) return std::nullopt;
    std::string members;
    for (const std::string_view m : missing) members.append(members.empty() ? "" : ", ").append(m);
    return problem{.type = problem_type::not_acceptable,
                   .detail = "the name has no DataCite metadata: its metadata lacks " + members,
                   .rule = "DataCite Metadata Schema 4.4, mandatory properties"};
}

void refuse_other_part(store::reading &r, const own_url &own, resolution &out) {
    const auto *const p = std::get_if<problem>(&out.result);
    if (p == nullptr || resolver::status(p->type) != 404) return;
    const std::string &key = out.name.requested.key;
    const settings *const now = own.settings();
    if (now != nullptr && !is_here(r, key, *now)) out.result = is_of_other_part(resolver::urn_of(key), *now);
}

resolution resolve_as_asked(const sources &s, store::reading &r, resolution_request q, const own_url &own,
                            resolver::timestamp now) {
    const auto service = q.service;
    const representation form = q.form;
    resolution out = resolve_to_target(s, r, std::move(q), own, now);
    const name_lookup &n = out.name;
    if (refused_component_of(n)) return out; // a description is refused as well
    const auto describe_as = [&](representation wanted_form) {
        if (wanted_form == representation::datacite) {
            if (auto lacking = not_in_datacite(out)) {
                out.result = std::move(*lacking);
                return;
            }
        }
        out.result = described{wanted_form};
    };
    if (form != representation::none) {
        if (n.record) {
            describe_as(form);
        } else if (const auto *const d = std::get_if<delegated>(&out.result)) {
            out.result = delegated_problem(d->location);
        } else if (std::holds_alternative<redirect>(out.result)) { // by suffix passthrough: there is no such name
            out.result = resolver::name_does_not_exist(n.requested.key);
        }
        return out;
    }
    if (service) {
        carry_out(*service, r, own, out);
        return out;
    }
    if (out.preferences.r.service && n.record) {
        carry_out({.service = *out.preferences.r.service}, r, own, out);
        return out;
    }
    const representation preferred = wanted(out.preferences.accept);
    const bool is_here =
        std::holds_alternative<redirect>(out.result) || is_problem(out.result, problem_type::no_output);
    if (preferred != representation::none && is_here && n.is(name_state::active)) {
        describe_as(preferred);
    } else if (const representation instead = description_instead(out); instead != representation::none) {
        out.result = described{instead};
    }
    return out;
}

constexpr std::size_t most_history = 20;
constexpr std::size_t most_similar = 5;

std::vector<checked_locator> checks_of(store::reading &r, const resolver::name_record &n) {
    std::vector<checked_locator> out;
    for (std::size_t i = 0; i < n.locators.size(); ++i) {
        const auto found = links::find_link(r.sql(), n.locators[i].url);
        if (!found || found->checked == 0 || found->state == links::link_state::failing) continue;
        const resolver::timestamp at{std::chrono::sys_seconds{std::chrono::seconds{found->checked}}};
        out.push_back({i, to_string(found->state), resolver::to_string(at).substr(0, 10)});
    }
    return out;
}

// Names that begin like this one, without its last one to four characters: the mistake is often at the end.
std::vector<std::string> similar_to(store::reading &r, std::string_view key) {
    const std::size_t least = key.find(':') + 2;
    for (std::size_t cut = 0; cut <= 4 && key.size() >= least + cut; ++cut) {
        const auto found = service::list(r, key.substr(0, key.size() - cut), {}, most_similar);
        if (found.names.empty()) continue;
        std::vector<std::string> out;
        out.reserve(found.names.size());
        for (const service::name_entry &n : found.names) out.push_back(resolver::urn_of(n.key, n.record));
        return out;
    }
    return {};
}

page_facts facts_for_page(store::reading &r, const name_lookup &n) {
    page_facts out;
    const std::string_view now = n.responsible();
    const std::string_view asked = now.empty() && n.record ? std::string_view{n.record->registrar} : now;
    if (auto registrar = asked.empty() ? std::nullopt : service::find_registrar(r, asked))
        out.registrar_contact = std::move(registrar->public_contact);
    if (n.record) {
        if (auto found = service::history(r, resolver::urn_of(n.requested.key), 0, most_history)) {
            out.history = std::move(*found);
        }
        out.checked = checks_of(r, *n.record);
        if (n.record->withdrawn) {
            const auto then = service::responsible_registrar(r, n.requested.key, *n.record->withdrawn);
            out.withdrawn_by = service::name_of_registrar(r, then);
        }
        // Before the oldest event that the page shows, it shows none of these either.
        const std::uint64_t since = out.history.empty() ? 0 : out.history.back().event.number;
        out.transfers = service::responsibility_changes(r, n.requested.key, since);
        for (auto &t : out.transfers) {
            t.from = service::name_of_registrar(r, t.from);
            t.to = service::name_of_registrar(r, t.to);
        }
    } else if (n.settings) {
        out.similar = similar_to(r, n.requested.key);
    }
    return out;
}

} // namespace

// RFC 8141 1.2.1: names whose resources have no representations resolve to metadata. Typed values are such, too.
representation description_instead(const resolution &r) noexcept {
    const name_lookup &n = r.name;
    if (!n.is(name_state::active) || (n.record->metadata.empty() && n.record->values.empty()) ||
        !r.choice.order.empty() || !is_problem(r.result, problem_type::no_output)) {
        return representation::none;
    }
    const representation best = best_of(r.preferences.accept, representation::record);
    if (best == representation::datacite && !lacks_for_datacite(r).empty()) return representation::record;
    if (best != representation::list) return best;
    // "text/*" admits the list, too, which would be empty.
    const auto &accept = r.preferences.accept;
    return accept.of(media_type_of(representation::page)).quality > 0 ? representation::page : representation::record;
}

resolution resolve_to_target(const sources &s, store::reading &r, resolution_request q, const own_url &own,
                             resolver::timestamp now) {
    resolution out{.name = look_up(s, r, std::move(q.name)), .preferences = std::move(q.preferences), .now = now};
    const auto r_component = out.name.requested.r_component();
    if (r_component && out.name.settings && out.name.settings->r_component) {
        out.preferences.r = resolver::read_r_component(*r_component);
    }
    if (auto refused = refused_component_of(out.name)) {
        out.result = *std::move(refused);
    } else {
        out.result = target_of(out.name, out.preferences, now, own, out.choice);
    }
    refuse_other_part(r, own, out);
    return out;
}

resolution resolve(const sources &s, store::reading &r, resolution_request q, const own_url &own,
                   resolver::timestamp now) {
    resolution out = resolve_as_asked(s, r, std::move(q), own, now);
    refuse_other_part(r, own, out);
    // A response that is not a redirect may be a page, which names the registrars; so may that of a problem. Redirects
    // are frequent and have no place for them.
    const bool leads_on = std::holds_alternative<redirect>(out.result) || std::holds_alternative<delegated>(out.result);
    if (!leads_on) {
        if (out.name.record) out.registrar = service::name_of_registrar(r, out.name.record->registrar);
        out.responsible = service::name_of_registrar(r, out.name.responsible());
    }
    const auto *const d = std::get_if<described>(&out.result);
    if (!leads_on &&
        ((d != nullptr && d->form == representation::page) || resolver::prefers_html(out.preferences.accept))) {
        out.page_facts = facts_for_page(r, out.name);
    }
    return out;
}

std::optional<problem> problem_of(const resolution &r) {
    const auto &requested = r.name.requested;
    if (const auto *const p = std::get_if<problem>(&r.result)) return with_corrections(*p, requested.corrections);
    if (std::holds_alternative<tombstone>(r.result)) {
        return with_corrections(withdrawn_problem(requested.key, *r.name.record), requested.corrections);
    }
    return std::nullopt;
}

} // namespace uniform::http
