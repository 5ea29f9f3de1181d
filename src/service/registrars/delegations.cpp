#include <uniform/service/delegations.hpp>

#include <algorithm>

#include <uniform/resolver/locator_template.hpp>
#include <uniform/resolver/mint.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/namespace_entry.hpp>
#include <uniform/service/registrar.hpp>
#include <uniform/store/pages.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/history_page.hpp"
#include "service/names/minter.hpp"
#include "service/parsed_document.hpp"
#include "service/policy_documents.hpp"
#include "service/registrars/delegation_changes.hpp"
#include "service/registrars/registrars_common.hpp"
#include "service/shown_text.hpp"

namespace uniform::service {

using namespace detail;
using resolver::delegation;
using resolver::delegation_state;
using resolver::delegation_state_names;
using resolver::principal;

namespace {

constexpr std::string_view delegation_kind = "delegation";
constexpr std::size_t delegation_page = 1000;
// An index of the prefixes of a registrar, without a look at all delegations: a document "REGISTRAR/PREFIX" for each
// that it ever had. No id of a registrar holds a "/".
constexpr std::string_view index_kind = "delegated";

std::string index_body(delegation_state s) { return json::to_text(json::object{{"state", to_string(s)}}); }

delegation_entry read_delegation(const store::document &d) {
    auto parsed = resolver::delegation_from_json(body_of(d, delegation_kind));
    if (!parsed) throw_damaged(delegation_kind, d.id, parsed.error().detail);
    return {.delegation = std::move(*parsed), .event = d.event, .version = d.version};
}

bool is_delegated(const store::document &of_index) {
    const json::value body = body_of(of_index, index_kind);
    return delegation_state_names.find(body.string_of("state")) == delegation_state::active;
}

std::string shown(std::string_view prefix) { return "\"urn:" + std::string(prefix) + "\""; }

} // namespace

json::value value_of(const delegation_entry &d) { return with_revision(value_of(d.delegation), d); }

void write(json::writer &w, const delegation_entry &d) { w.write(value_of(d)); }

std::optional<delegation_entry> delegation_for(store::reading &r, std::string_view key) {
    const auto [found, revision] = active_delegation(r, key);
    if (!found) return std::nullopt;
    return delegation_entry{.delegation = *found, .event = revision.event, .version = revision.version};
}

std::expected<void, problem> may_manage(const principal &who, std::string_view prefix) {
    if (!who.is(resolver::managers)) {
        return std::unexpected{resolver::insufficient_role(resolver::managers, who.role)};
    }
    if (!who.covers(prefix)) {
        return std::unexpected{resolver::prefix_not_covered(prefix)};
    }
    return {};
}

std::expected<void, problem> may_assign(store::reading &r, const principal &who, std::string_view key) {
    return may_change(policy_of(r, key), who, key);
}

std::optional<delegation_entry> find_delegation(store::reading &r, std::string_view prefix) {
    auto found = delegation_of(r, prefix);
    if (!found) return std::nullopt;
    return std::move(*found);
}

std::expected<delegation_entry, problem> delegation_of(store::reading &r, std::string_view prefix) {
    UNIFORM_TRY(const auto &normal, prefix_of_keys(r, prefix));
    const auto d = r.find(delegation_kind, normal);
    if (!d)
        return refuse(problem_type::not_found, shown(normal) + " is not delegated. `uniform namespace delegations " +
                                                   std::string(resolver::nid_of(normal)) + ":` lists the delegations");
    return read_delegation(*d);
}

std::expected<delegation_entry, problem> delegation_as_of(store::reading &r, std::string_view prefix,
                                                          resolver::timestamp t) {
    UNIFORM_TRY(auto &now, delegation_of(r, prefix));
    const auto e = r.as_of(delegation_kind, now.delegation.prefix, t);
    if (e) return read_delegation(store::document_after(*e));
    return refuse(problem_type::not_found,
                  shown(now.delegation.prefix) + " was not delegated yet on " + resolver::to_string(t));
}

std::expected<history_page, problem> delegation_history(store::reading &r, std::string_view prefix,
                                                        const history_request &h) {
    UNIFORM_TRY(const auto &now, delegation_of(r, prefix));
    return history_of(r, delegation_kind, now.delegation.prefix, h, [](const store::event &e) {
        return writer_of(value_of(read_delegation(store::document_after(e)).delegation));
    });
}

std::pair<std::vector<delegation_entry>, std::string> list_delegations(store::reading &r, std::string_view within,
                                                                       std::string_view after, std::size_t limit) {
    const auto page = store::documents_page(r, delegation_kind, within, after, {.rows = limit});
    std::vector<delegation_entry> result;
    result.reserve(page.rows.size());
    for (const auto &d : page.rows) result.push_back(read_delegation(d));
    return {std::move(result), page.more ? page.rows.back().id : std::string{}};
}

std::vector<std::string> prefixes_of(store::reading &r, std::string_view registrar) {
    std::vector<std::string> result;
    if (registrar.empty()) return result;
    const std::string lead = std::string(registrar) + "/";
    std::string after;
    for (;;) {
        const auto found = r.list(index_kind, lead, after, delegation_page);
        for (const auto &d : found) {
            if (is_delegated(d)) result.push_back(d.id.substr(lead.size()));
        }
        if (found.size() < delegation_page) return result;
        after = found.back().id;
    }
}

namespace detail {
store::revision write_delegation(store::writing &w, const delegation &d, std::string_view action) {
    const auto was = w.find(delegation_kind, d.prefix);
    const std::string before = was ? read_delegation(*was).delegation.registrar : std::string{};
    const bool active = d.state == delegation_state::active && !d.registrar.empty();
    const auto note = [&](std::string_view registrar, bool has_it) {
        const std::string id = std::string(registrar) + "/" + d.prefix;
        const auto is = w.find(index_kind, id);
        if ((is && is_delegated(*is)) == has_it) return;
        (void)w.put(index_kind, id, index_body(has_it ? delegation_state::active : delegation_state::ended), action);
    };
    if (!before.empty() && !(active && before == d.registrar)) note(before, false);
    if (active) note(d.registrar, true);
    return w.put(delegation_kind, d.prefix, resolver::to_json(d), action);
}
} // namespace detail

std::expected<delegation_entry, problem> put_delegation(store::writing &w, const principal &who, delegation d,
                                                        const precondition &condition) {
    UNIFORM_CHECK(check_token(w, who));
    UNIFORM_TRY(auto &prefix, prefix_of_keys(w, d.prefix));
    d.prefix = std::move(prefix);
    UNIFORM_CHECK(may_manage(who, d.prefix));
    if (d.state != delegation_state::active) {
        return refuse_member("state",
                             "\"state\" must be \"active\": POST /api/v1/delegations/PREFIX/end ends a delegation");
    }
    UNIFORM_CHECK(namespace_of(w, resolver::nid_of(d.prefix)));
    if (!d.registrar.empty()) {
        const auto r = find_registrar(w, d.registrar);
        if (!r || r->state != registrar_state::active) {
            return refuse_member("registrar", r ? "the registrar \"" + d.registrar + "\" has ended"
                                                : resolver::registrar_does_not_exist(d.registrar).detail);
        }
    }
    if (d.mint.method != resolver::minting_method::none) {
        const resolver::namespace_rules rules = rules_of(w, resolver::nid_of(d.prefix));
        UNIFORM_CHECK(resolver::check_minting(d.mint, d.prefix, rules.registry()));
        if (auto can = mints_within_policy(d, rules.registry()); !can) {
            can.error().type = problem_type::invalid;
            can.error().pointer = "/minting/pattern";
            return std::unexpected{std::move(can.error())};
        }
    }
    const auto was = w.find(delegation_kind, d.prefix);
    const auto there = was ? std::optional{was->version} : std::nullopt;
    if (auto ok = condition.check(there, "the delegation"); !ok) {
        if (was) ok.error().existing = value_of(read_delegation(*was));
        return std::unexpected{std::move(ok.error())};
    }
    std::string_view action = "delegate";
    if (!was || read_delegation(*was).delegation != d) {
        UNIFORM_CHECK(check_shown_texts("", resolver::value_of(d))); // naming, minting and all others
    }
    if (!was || read_delegation(*was).delegation.locator_template != d.locator_template) {
        UNIFORM_CHECK(resolver::check_new_locator_template(d.locator_template));
    }
    if (was) {
        auto before = read_delegation(*was);
        if (before.delegation == d) return before;
        if (before.delegation.state == delegation_state::active) {
            action = "change";
            const std::string &has = before.delegation.registrar;
            if (has != d.registrar) {
                if (!has.empty() && !d.registrar.empty() && who.role != resolver::role::administrator) {
                    auto refused = refuse(problem_type::conflict,
                                          "the prefix \"urn:" + d.prefix + "\" is delegated to the registrar \"" + has +
                                              "\": a transfer (POST /api/v1/transfers) moves it to "
                                              "another one, with the consent of both");
                    refused.error().existing = value_of(before);
                    return refused;
                }
                end_open_transfers(w, who, d.prefix, "the prefix was delegated to another registrar");
            }
        }
    }
    delegation_entry result{.delegation = std::move(d)};
    set_revision(result, write_delegation(w, result.delegation, action));
    return result;
}

std::expected<delegation_entry, problem> end_delegation(store::writing &w, const principal &who,
                                                        std::string_view prefix, const precondition &condition) {
    UNIFORM_CHECK(check_token(w, who));
    UNIFORM_TRY(const auto &normal, prefix_of_keys(w, prefix));
    UNIFORM_CHECK(may_manage(who, normal));
    auto was = delegation_of(w, normal);
    UNIFORM_CHECK(was);
    if (was->delegation.state != delegation_state::active) {
        return std::unexpected{resolver::has_ended("delegation of", "urn:" + normal)};
    }
    if (auto ok = condition.check(was->version, "the delegation"); !ok) {
        ok.error().existing = value_of(*was);
        return std::unexpected{std::move(ok.error())};
    }
    end_open_transfers(w, who, normal, "the delegation ended");
    was->delegation.state = delegation_state::ended;
    set_revision(*was, write_delegation(w, was->delegation, "end"));
    return was;
}

} // namespace uniform::service
