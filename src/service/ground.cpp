#include "service/ground.hpp"

#include <unordered_map>
#include <utility>

#include <uniform/check_character.hpp>
#include <uniform/namespace.hpp>
#include <uniform/resolver/life.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/names.hpp>
#include <uniform/urn.hpp>
#include <uniform/urn_equivalence.hpp>

namespace uniform::service {

namespace {

using resolver::problem;
using resolver::problem_type;

std::unexpected<problem> refuse(problem_type type, std::string detail, std::string rule = {}) {
    return std::unexpected(problem{.type = type, .detail = std::move(detail), .rule = std::move(rule)});
}

// What a body says, read once: a namespace and a delegation stand behind many names. By the body itself, so that a
// change is another entry.
template <class T, class Read>
std::shared_ptr<const T> read_once(const store::document &d, std::string_view kind, Read &&read) {
    constexpr std::size_t most = 1000;
    thread_local std::unordered_map<std::string, std::shared_ptr<const T>> kept;
    if (const auto at = kept.find(d.body); at != kept.end()) return at->second;
    auto value = read(d.body);
    if (!value) {
        throw store::failure(store::failure_kind::damaged,
                             std::string(kind) + " \"" + d.id +
                                 "\" in the store cannot be read: " + value.error().detail);
    }
    if (kept.size() >= most) kept.clear();
    return kept.emplace(d.body, std::make_shared<const T>(std::move(*value))).first->second;
}

} // namespace

std::string_view nid_of_urn(std::string_view urn) noexcept {
    constexpr std::size_t lead = 4; // "urn:", in any case of letters
    const std::size_t colon = urn.find(':', lead);
    return urn.size() < lead || colon == std::string_view::npos ? std::string_view{} : urn.substr(lead, colon - lead);
}

std::expected<read_name, problem> read_new_name(store::reading &r, std::string_view urn) {
    return read_new_name(urn, rules_of(r, nid_of_urn(urn)));
}

std::expected<read_name, problem> read_new_name(std::string_view text, const resolver::namespace_rules &rules) {
    auto key = resolver::key_of(text, rules.keys());
    if (!key) return std::unexpected(std::move(key.error()));
    const auto urn = parse_urn(text);
    if (!urn) return std::unexpected(resolver::malformed(urn.error(), text)); // key_of() has said so already
    // A namespace without a record of its syntax takes any NSS (RFC 8141 2.2).
    const auto fit = fits(*urn, rules.registry());
    if (!fit && fit.error().code != error_code::unknown_namespace) {
        problem p = resolver::malformed(fit.error(), text);
        p.type = problem_type::invalid;
        return std::unexpected(std::move(p));
    }
    const check_result c = check(*urn, rules.registry());
    if (c.state == check_state::wrong && c.strict) {
        problem p{.type = problem_type::invalid, .offset = c.offset};
        p.detail = "the check character is \"" + std::string(c.found) + "\"";
        if (c.expected.size != 0) p.detail += "; \"" + std::string(c.expected.view()) + "\" is right";
        p.rule = "RFC 8141 section 4.3; check characters: " + std::string(to_string(c.algorithm));
        return std::unexpected(std::move(p));
    }
    read_name name{.key = std::move(*key)};
    name.written = normalized_assigned_name(*urn);
    if (std::string_view(name.written).substr(4) == name.key) name.written.clear();
    return name;
}

std::shared_ptr<const resolver::namespace_settings> settings_of(const store::document &d) {
    return read_once<resolver::namespace_settings>(d, "namespace", resolver::namespace_settings_from_json);
}

std::shared_ptr<const resolver::delegation> delegation_of(const store::document &d) {
    return read_once<resolver::delegation>(d, "delegation", resolver::delegation_from_json);
}

ground ground_of(store::reading &r, std::string_view key) {
    ground g;
    const std::string_view nid = key.substr(0, std::min(key.find(':'), key.size()));
    if (const auto d = r.find("namespace", nid)) g.space = settings_of(*d);
    if (!g.space) return g;
    const auto d = r.longest_prefix("delegation", key, [&](const store::document &one) {
        g.delegation = delegation_of(one);
        return g.delegation->state == "active";
    });
    if (!d) g.delegation.reset();
    return g;
}

std::expected<void, problem> may_touch(const ground &g, const resolver::principal &who, std::string_view key) {
    if (!who.is(resolver::registrars)) {
        return refuse(problem_type::forbidden, "names are assigned and changed by registrars, managers of the "
                                               "namespace and administrators");
    }
    if (!who.reaches(key)) {
        return refuse(problem_type::forbidden, "\"urn:" + std::string(key) + "\" is not under a prefix of this token");
    }
    if (who.is(resolver::managers)) return {};
    if (!g.delegation) {
        return refuse(problem_type::forbidden,
                      "no prefix of \"urn:" + std::string(key) +
                          "\" is delegated to a registrar: only managers of the namespace assign names there");
    }
    if (who.registrar.empty() || g.delegation->registrar != who.registrar) {
        return refuse(problem_type::forbidden,
                      "\"urn:" + g.delegation->prefix + "\" belongs to " +
                          (g.delegation->registrar.empty() ? std::string("the managers of the namespace")
                                                           : "registrar \"" + g.delegation->registrar + "\""));
    }
    return {};
}

std::expected<void, problem> may_assign(const ground &g, const resolver::principal &who, std::string_view key) {
    if (!g.space) {
        const std::string nid(key.substr(0, std::min(key.find(':'), key.size())));
        return refuse(problem_type::out_of_policy,
                      "the namespace \"" + nid +
                          "\" is not kept here: an administrator adds one that IANA has registered, or one for local "
                          "use; a new one is registered by a request (POST /api/v1/requests)",
                      "RFC 8141 section 5");
    }
    if (auto may = may_touch(g, who, key); !may) return may;
    if (g.space->status != "active") {
        return refuse(problem_type::out_of_policy,
                      "the namespace \"" + g.space->nid + "\" is " + g.space->status + ": it takes no new names");
    }
    if (g.delegation && !g.delegation->resolver.empty()) {
        return refuse(problem_type::out_of_policy, "names under \"urn:" + g.delegation->prefix +
                                                       "\" are kept by another resolver: " + g.delegation->resolver);
    }
    return {};
}

std::expected<void, problem> in_policy(const ground &g, std::string_view key, const resolver::name_record &r) {
    if (!g.delegation) return {};
    return resolver::allows(*g.delegation, key, r);
}

const std::string &registrar_of(const ground &g, const resolver::principal &who) noexcept {
    return g.delegation && !g.delegation->registrar.empty() ? g.delegation->registrar : who.registrar;
}

resolver::name_record record_of(std::string_view key, std::string_view encoded) {
    auto r = resolver::decode(encoded);
    if (!r) {
        throw store::failure(store::failure_kind::damaged,
                             "the record of \"urn:" + std::string(key) + "\" cannot be read");
    }
    return std::move(*r);
}

problem taken(const store::name_row &existing, const resolver::name_record &record) {
    problem p = resolver::after(record.state, resolver::name_action::assign).error();
    p.members =
        "{\"existing\":" + to_json(outcome{.key = existing.key, .record = record, .event = existing.event}) + "}";
    return p;
}

} // namespace uniform::service
