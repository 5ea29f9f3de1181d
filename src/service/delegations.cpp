#include <uniform/service/delegations.hpp>

#include <algorithm>

#include <uniform/resolver/mint.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registrars.hpp>

#include "service/ground.hpp"
#include "service/history.hpp"
#include "service/minter.hpp"
#include "service/registrars_common.hpp"
#include "service/transfers_open.hpp"

namespace uniform::service {

using namespace detail;
using resolver::delegation;
using resolver::principal;

namespace {

constexpr std::string_view kind = "delegation";
constexpr std::size_t page = 1000;
// Which prefixes a registrar has, without a look at all delegations: a document "REGISTRAR/PREFIX" for each that it
// ever had. No id of a registrar holds a "/".
constexpr std::string_view index_kind = "delegated";
constexpr std::string_view is_delegated = R"({"state":"active"})";
constexpr std::string_view was_delegated = R"({"state":"ended"})";

delegation_entry read(const store::document &d) {
    auto parsed = resolver::delegation_from_json(d.body);
    if (!parsed) damaged(kind, d.id, parsed.error());
    return {.delegation = std::move(*parsed), .event = d.event};
}

bool is_active(const store::document &d) {
    // Cheaper than reading it all, and exact: this is how to_json() writes it, and no text holds a bare quote.
    return d.body.contains(R"("state":"active")");
}

std::string shown(std::string_view prefix) { return "\"urn:" + std::string(prefix) + "\""; }

} // namespace

std::string to_json(const delegation_entry &d) {
    std::string text = resolver::to_json(d.delegation);
    text.pop_back();
    return text + ",\"version\":" + std::to_string(d.event) + "}";
}

std::optional<delegation_entry> delegation_for(store::reading &r, std::string_view key) {
    const auto d = r.longest_prefix(kind, key, is_active);
    if (!d) return std::nullopt;
    return read(*d);
}

std::expected<void, problem> may_manage(const principal &who, std::string_view prefix) {
    if (!who.is(resolver::managers)) {
        const std::string_view role = to_string(who.role);
        const bool vowel = std::string_view("aeiou").contains(role.front());
        return refuse(problem_type::forbidden, "this is for managers of the namespace, and the token is " +
                                                   std::string(vowel ? "an " : "a ") + std::string(role) + "'s");
    }
    if (!who.reaches(prefix)) {
        return refuse(problem_type::forbidden, shown(prefix) + " is not within the prefixes of the token");
    }
    return {};
}

std::expected<void, problem> may_assign(store::reading &r, const principal &who, std::string_view key) {
    return may_touch(ground_of(r, key), who, key);
}

std::optional<delegation_entry> find_delegation(store::reading &r, std::string_view prefix) {
    auto found = delegation_of(r, prefix);
    if (!found) return std::nullopt;
    return std::move(*found);
}

std::expected<delegation_entry, problem> delegation_of(store::reading &r, std::string_view prefix) {
    const auto normal = prefix_of_keys(r, prefix);
    if (!normal) return std::unexpected{normal.error()};
    const auto d = r.find(kind, *normal);
    if (!d) return refuse(problem_type::not_found, shown(*normal) + " is not delegated");
    return read(*d);
}

std::expected<delegation_entry, problem> delegation_as_of(store::reading &r, std::string_view prefix,
                                                          resolver::timestamp t) {
    auto now = delegation_of(r, prefix);
    if (!now) return now;
    const auto e = r.as_of(kind, now->delegation.prefix, t);
    if (e) return read(document_of(*e));
    return refuse(problem_type::not_found,
                  shown(now->delegation.prefix) + " was not delegated yet on " + resolver::to_string(t));
}

std::expected<history_page, problem> delegation_history(store::reading &r, std::string_view prefix,
                                                        const history_request &h) {
    const auto now = delegation_of(r, prefix);
    if (!now) return std::unexpected{now.error()};
    return history_of(r, kind, now->delegation.prefix, h,
                      [](const store::event &e) { return resolver::to_json(read(document_of(e)).delegation); });
}

std::vector<delegation_entry> list_delegations(store::reading &r, std::string_view within, std::string_view after,
                                               std::size_t limit) {
    std::vector<delegation_entry> result;
    for (const auto &d : r.list(kind, within, after, limit)) result.push_back(read(d));
    return result;
}

std::vector<std::string> prefixes_of(store::reading &r, std::string_view registrar) {
    std::vector<std::string> result;
    if (registrar.empty()) return result;
    const std::string lead = std::string(registrar) + "/";
    std::string after;
    for (;;) {
        const auto found = r.list(index_kind, lead, after, page);
        for (const auto &d : found) {
            if (is_active(d)) result.push_back(d.id.substr(lead.size()));
        }
        if (found.size() < page) return result;
        after = found.back().id;
    }
}

namespace detail {
std::uint64_t write_delegation(store::writing &w, const delegation &d, std::string_view action) {
    const auto was = w.find(kind, d.prefix);
    const std::string before = was ? read(*was).delegation.registrar : std::string{};
    const bool active = d.state == "active" && !d.registrar.empty();
    const auto note = [&](std::string_view registrar, std::string_view body) {
        const std::string id = std::string(registrar) + "/" + d.prefix;
        const auto is = w.find(index_kind, id);
        if (is ? is->body != body : body == is_delegated) (void)w.put(index_kind, id, body, action);
    };
    if (!before.empty() && !(active && before == d.registrar)) note(before, was_delegated);
    if (active) note(d.registrar, is_delegated);
    return w.put(kind, d.prefix, resolver::to_json(d), action);
}
} // namespace detail

std::expected<delegation_entry, problem> put_delegation(store::writing &w, const principal &who, delegation d,
                                                        const precondition &condition) {
    auto prefix = prefix_of_keys(w, d.prefix);
    if (!prefix) return std::unexpected{std::move(prefix.error())};
    d.prefix = std::move(*prefix);
    if (auto may = may_manage(who, d.prefix); !may) return std::unexpected{std::move(may.error())};
    if (d.state != "active") {
        return refuse(problem_type::invalid, "a delegation is ended by an operation of its own",
                      R"({"pointer":"/state"})");
    }
    if (auto n = namespace_of(w, resolver::nid_of(d.prefix)); !n) return std::unexpected{std::move(n.error())};
    if (!d.registrar.empty()) {
        const auto r = find_registrar(w, d.registrar);
        if (!r || r->state != "active") {
            return refuse(problem_type::invalid,
                          r ? "the registrar \"" + d.registrar + "\" has ended"
                            : "there is no registrar \"" + d.registrar + "\"",
                          R"({"pointer":"/registrar"})");
        }
    }
    if (d.mint.method != resolver::minting_method::none) {
        const resolver::namespace_rules rules = rules_of(w, resolver::nid_of(d.prefix));
        if (auto can = resolver::check_minting(d.mint, d.prefix, rules.registry()); !can)
            return std::unexpected{std::move(can.error())};
        if (auto can = mints_within_policy(d, rules.registry()); !can) {
            can.error().type = problem_type::invalid;
            can.error().members = R"({"pointer":"/minting/pattern"})";
            return std::unexpected{std::move(can.error())};
        }
    }
    const auto was = w.find(kind, d.prefix);
    const auto there = was ? std::optional{was->event} : std::nullopt;
    if (auto ok = condition.check(there, "the delegation"); !ok) return std::unexpected{std::move(ok.error())};
    std::string_view action = "delegate";
    if (was) {
        auto before = read(*was);
        if (before.delegation == d) return before;
        if (before.delegation.state == "active") {
            action = "change";
            const std::string &has = before.delegation.registrar;
            if (has != d.registrar) {
                if (!has.empty() && !d.registrar.empty() && who.role != resolver::role::administrator) {
                    return refuse(problem_type::conflict,
                                  shown(d.prefix) + " is delegated to the registrar \"" + has +
                                      "\": it goes to another by POST /api/v1/transfers, with the consent of both");
                }
                end_open_transfers(w, who, d.prefix, "the prefix changed hands otherwise");
            }
        }
    }
    delegation_entry result{.delegation = std::move(d)};
    result.event = write_delegation(w, result.delegation, action);
    return result;
}

std::expected<delegation_entry, problem> end_delegation(store::writing &w, const principal &who,
                                                        std::string_view prefix, const precondition &condition) {
    const auto normal = prefix_of_keys(w, prefix);
    if (!normal) return std::unexpected{normal.error()};
    if (auto may = may_manage(who, *normal); !may) return std::unexpected{std::move(may.error())};
    auto was = delegation_of(w, *normal);
    if (!was) return was;
    if (was->delegation.state != "active") {
        return refuse(problem_type::wrong_state, "the delegation of " + shown(*normal) + " has ended already");
    }
    if (auto ok = condition.check(was->event, "the delegation"); !ok) return std::unexpected{std::move(ok.error())};
    end_open_transfers(w, who, *normal, "the delegation ended");
    was->delegation.state = "ended";
    was->event = write_delegation(w, was->delegation, "end");
    return was;
}

} // namespace uniform::service
