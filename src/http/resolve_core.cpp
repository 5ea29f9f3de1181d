#include "http/resolve_core.hpp"

#include <algorithm>
#include <chrono>

#include <uniform/http/settings.hpp>
#include <uniform/normalize.hpp>
#include <uniform/parse.hpp>
#include <uniform/percent.hpp>
#include <uniform/resolver/json_text.hpp>
#include <uniform/resolver/q_component.hpp>
#include <uniform/service/delegations.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/urn.hpp>
#include <uniform/urn_name.hpp>

#include "http/elsewhere.hpp"
#include "http/link_checker_store.hpp"
#include "http/link_health.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

std::unexpected<problem> no(problem_type type, std::string detail, std::string rule, std::string members = {}) {
    return std::unexpected{
        problem{.type = type, .detail = std::move(detail), .rule = std::move(rule), .members = std::move(members)}};
}

void take_components(asked_name &n, const urn_view &u) {
    n.urn = u.text().substr(0, u.f_component() ? u.text().size() - u.f_component()->size() - 1 : u.text().size());
    n.r = u.r_component();
    n.q = u.q_component();
}

std::expected<asked_name, problem> of_urn(std::string_view text, std::vector<resolver::forgiveness> forgiven) {
    const auto u = parse_urn(text);
    if (!u) return std::unexpected{resolver::malformed(u.error(), text)};
    asked_name n{.forgiven = std::move(forgiven)};
    take_components(n, *u);
    auto key = resolver::key_of(u->assigned_name());
    if (!key && key.error().type == problem_type::invalid) { // longer than any name that is here
        key.error().type = problem_type::unknown_name;
    }
    if (!key) return std::unexpected{key.error()};
    n.key = std::move(*key);
    return n;
}

std::string gone_members(const asked_name &n, const resolver::name_record &r) {
    std::string out = "{\"name\":";
    resolver::append_json_string(out, resolver::urn_of(n.key));
    const auto member = [&](std::string_view name, std::string_view value) {
        if (value.empty()) return;
        out += ",\"";
        out += name;
        out += "\":";
        resolver::append_json_string(out, value);
    };
    member("reason", r.reason);
    member("withdrawn", r.withdrawn ? resolver::to_string(*r.withdrawn) : std::string{});
    member("successor", r.successor);
    out += '}';
    return out;
}

// The client follows the redirect; so a resolver that leads back to itself would turn it in circles.
std::expected<aim, problem> lead_to(std::string location, const own_place &here) {
    const auto u = parse_uri(location);
    const auto authority = u ? u->authority() : std::nullopt;
    if (!authority) return no(problem_type::loop, "the address of the other resolver cannot be read", {});
    const std::string there = host_of(location);
    // Whether Host was meant for http or https is not known behind a proxy: the port decides.
    const bool is_own = !there.empty() && (host_of(here.base) == there || host_of("http://" + here.host) == there ||
                                           host_of("https://" + here.host) == there);
    if (is_own) {
        return no(problem_type::loop, "the name is delegated to another resolver, which is this one",
                  "RFC 9110 section 15.4");
    }
    return aim{.location = std::move(location), .delegated = true};
}

std::expected<aim, problem> elsewhere(const known_name &n, const own_place &here, problem otherwise) {
    if (n.delegation && !n.delegation->resolver.empty()) {
        if (n.circle) {
            return no(problem_type::loop,
                      "the names of \"urn:" + n.delegation->prefix +
                          "\" are delegated to another resolver, which sends them round in a circle: it " + *n.circle,
                      "RFC 9110 section 15.4");
        }
        return lead_to(address_at(n.delegation->resolver, n.asked.urn), here);
    }
    if (n.settings && n.settings->public_resolvers) {
        if (const auto u = parse_urn(n.asked.urn)) {
            auto addresses = resolver_addresses(*u);
            // Where this service is that resolver, nobody else knows the name either.
            if (!addresses.empty()) {
                if (auto there = lead_to(std::move(addresses.front()), here)) return there;
            }
        }
    }
    return std::unexpected{std::move(otherwise)};
}

} // namespace

std::expected<asked_name, problem> read_name(std::string_view text) {
    const auto meant = resolver::forgive(text);
    auto name = of_urn(meant.urn, meant.steps);
    if (!name) return std::unexpected{with_forgiven(std::move(name.error()), meant.steps)};
    return name;
}

void apply(const resolver::namespace_rules &rules, asked_name &n) {
    if (rules.empty()) return;
    const auto u = parse_urn(n.urn);
    if (!u) return;
    // What the rules make no name of was never assigned.
    if (auto key = resolver::key_of(u->assigned_name(), rules.keys())) n.key = std::move(*key);
}

const resolver::namespace_settings &known_name::settings_or_default() const noexcept {
    static const resolver::namespace_settings fallback;
    return settings ? *settings : fallback;
}

std::vector<resolver::health> health_of(const link_health *known, store::reading &r, const resolver::name_record &n) {
    if (known != nullptr) return known->of(n);
    std::vector<resolver::health> out;
    if (n.locators.size() < 2) return out;
    for (std::size_t i = 0; i < n.locators.size(); ++i) {
        const auto found = find_link(r.sql(), n.locators[i].url);
        if (!found || found->state != link_state::dead) continue;
        if (out.empty()) out.assign(n.locators.size(), resolver::health::unknown);
        out[i] = resolver::health::dead;
    }
    return out;
}

std::optional<std::string> circle_of(const link_health *known, store::reading &r, const resolver::delegation &d) {
    if (d.resolver.empty() || (known != nullptr && !known->circles(d))) return std::nullopt;
    const auto found = find_link(r.sql(), loop_key(d));
    if (!found || found->state != link_state::dead) return std::nullopt;
    return found->says;
}

known_name know(const site &s, store::reading &r, asked_name asked) {
    known_name n{.asked = std::move(asked)};
    const auto space_of = [&](asked_name &a) {
        auto space = uniform::service::find_namespace(r, a.nid());
        if (space) apply(space->settings.rules, a);
        return space;
    };
    auto space = space_of(n.asked);
    auto row = r.name(n.asked.key);
    if (!row) {
        if (auto other = resolver::second_reading(n.asked.urn)) {
            auto again = of_urn(other->urn, n.asked.forgiven);
            auto its_space = again ? space_of(*again) : std::nullopt;
            if (again && (row = r.name(again->key))) {
                for (const auto f : other->steps) {
                    if (std::ranges::find(again->forgiven, f) == again->forgiven.end()) again->forgiven.push_back(f);
                }
                n.asked = std::move(*again);
                space = std::move(its_space);
            }
        }
    }
    if (space) n.settings = std::move(space->settings);
    if (auto d = uniform::service::delegation_for(r, n.asked.key)) n.delegation = std::move(d->delegation);
    if (n.delegation) n.circle = circle_of(s.links, r, *n.delegation);
    if (row) {
        n.record = resolver::decode(row->record);
        if (!n.record) throw store::failure(store::failure_kind::damaged, "the record of " + n.asked.key);
        n.event = row->event;
        n.health = health_of(s.links, r, *n.record);
    }
    return n;
}

own_place place_of(const site &s, const request &r) {
    own_place p{.host = std::string(r.value("Host"))};
    // RFC 9112 3.2.2: the host of absolute-form takes the place of Host.
    if (const auto u = r.target.starts_with('/') ? std::nullopt : std::optional{parse_uri(r.target)}; u && *u) {
        if (const auto authority = (*u)->authority()) p.host = *authority;
    }
    if (s.settings == nullptr) return p;
    if (!s.settings->public_url.empty()) {
        p.base = s.settings->public_url;
    } else if (s.settings->port != 0 && s.settings->address.find(':') == std::string::npos) {
        p.base = std::string(s.settings->certificate.empty() ? "http://" : "https://") + s.settings->address + ":" +
                 std::to_string(s.settings->port);
    }
    return p;
}

std::string_view origin_form(const request &r) noexcept {
    if (r.target.starts_with('/')) return r.target;
    const std::size_t size = r.path.size() + (r.query ? r.query->size() + 1 : 0);
    return size <= r.target.size() ? r.target.substr(r.target.size() - size) : r.path;
}

resolver::own_addresses addresses_of(const own_place &p, std::string_view urn) {
    const std::string segment = encode_segment(urn);
    return {.page = p.base + "/about/" + segment,
            .record = p.base + "/api/v1/names/" + segment,
            .linkset = p.base + "/api/v1/linkset/" + segment};
}

resolver::wishes wishes_of(const request &r, const known_name &n) {
    auto w = resolver::wishes_of(r.value("Accept"), r.value("Accept-Language"));
    if (n.asked.r && n.settings && n.settings->r_component) w.r = resolver::read_r_component(*n.asked.r);
    return w;
}

std::expected<aim, problem> aim_at(const known_name &n, const resolver::wishes &w, resolver::timestamp now,
                                   const own_place &here) {
    const std::string urn = resolver::urn_of(n.asked.key);
    if (!n.record) {
        std::string why = n.settings ? "\"" + urn + "\" has not been assigned here"
                                     : "the namespace \"" + std::string(n.asked.nid()) + "\" is not kept here";
        return elsewhere(n, here,
                         {.type = problem_type::unknown_name,
                          .detail = std::move(why),
                          .rule = "RFC 2483 section 4.1: syntactically valid but does not exist"});
    }
    const resolver::name_record &r = *n.record;
    if (r.state == resolver::name_state::withdrawn) {
        return no(problem_type::gone,
                  "\"" + urn + "\" was withdrawn" + (r.reason.empty() ? std::string{} : ": " + r.reason),
                  "RFC 2483 section 4.1: existed in the past", gone_members(n.asked, r));
    }
    if (r.state == resolver::name_state::reserved) {
        return no(problem_type::no_output, "\"" + urn + "\" is reserved: it leads nowhere yet",
                  "RFC 2483 section 4.1: exists but there is no available output");
    }
    aim a{.choice = resolver::choose(r.locators, w, now, n.health)};
    if (a.choice.order.empty()) {
        return elsewhere(n, here,
                         {.type = problem_type::no_output,
                          .detail = "\"" + urn + "\" has no locator that is valid now",
                          .rule = "RFC 2483 section 4.1: exists but there is no available output"});
    }
    a.location = r.locators[a.choice.order.front()].url;
    if (n.asked.q) {
        auto with_q = resolver::with_q_component(a.location, *n.asked.q, n.settings_or_default().q);
        if (!with_q) return std::unexpected{with_q.error()};
        a.location = std::move(*with_q);
    }
    return a;
}

problem kept_elsewhere(const aim &a) {
    std::string members = "{\"location\":";
    resolver::append_json_string(members, a.location);
    return {.type = problem_type::no_output,
            .detail = "the name is delegated to another resolver, " + a.location,
            .rule = "RFC 2483 section 4.1: exists but there is no available output",
            .members = members + '}'};
}

std::uint32_t age_of(const known_name &n, const resolver::choice &c, resolver::timestamp now) {
    const std::uint32_t most = n.settings_or_default().max_age;
    if (!c.until) return most;
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(*c.until - now).count();
    return left < most ? static_cast<std::uint32_t>(std::max<std::int64_t>(left, 0)) : most;
}

std::string vary_of(const known_name &n) {
    const bool language = n.record && resolver::depends_on_language(n.record->locators);
    return language ? "Accept, Accept-Language" : "Accept";
}

void add_forgiven(response &r, const asked_name &n) {
    if (!n.forgiven.empty()) r.fields.emplace_back("Uniform-Forgiven", resolver::list_of(n.forgiven));
}

std::string forgiven_member(const std::vector<resolver::forgiveness> &steps) {
    std::string out = "\"forgiven\":[";
    for (const auto f : steps) {
        if (!out.ends_with('[')) out += ',';
        resolver::append_json_string(out, to_string(f));
    }
    return out += ']';
}

problem with_forgiven(problem p, const std::vector<resolver::forgiveness> &steps) {
    if (steps.empty()) return p;
    const std::string list = forgiven_member(steps) + "}";
    if (p.members.empty()) {
        p.members = "{" + list;
    } else {
        p.members.pop_back();
        p.members += (p.members.ends_with('{') ? "" : ",") + list;
    }
    return p;
}

std::optional<std::string> url_with_q(const known_name &n, const resolver::locator &l) {
    if (!n.asked.q) return l.url;
    auto out = resolver::with_q_component(l.url, *n.asked.q, n.settings_or_default().q);
    if (!out) return std::nullopt;
    return std::move(*out);
}

response redirect(const known_name &n, const aim &a, int status, resolver::timestamp now) {
    response out{.status = status};
    out.fields.emplace_back("Location", a.location);
    out.fields.emplace_back("Cache-Control", "max-age=" + std::to_string(age_of(n, a.choice, now)));
    out.fields.emplace_back("Vary", vary_of(n));
    add_forgiven(out, n.asked);
    return out;
}

void add_fields(response &r, const known_name &n) {
    const bool withdrawn = n.record && n.record->state == resolver::name_state::withdrawn;
    // A name that is unknown now may be assigned in a moment; one that was withdrawn stays so.
    r.fields.emplace_back("Cache-Control", withdrawn ? "max-age=" + std::to_string(n.settings_or_default().max_age)
                                                     : std::string("no-store"));
    if (withdrawn) {
        std::string links = "<" + resolver::urn_of(n.asked.key) + ">; rel=\"cite-as\"";
        if (!n.record->successor.empty()) links += ", <" + n.record->successor + ">; rel=\"successor-version\"";
        r.fields.emplace_back("Link", std::move(links));
    }
    add_forgiven(r, n.asked);
}

void count(const site &s, const known_name &n, outcome o) {
    if (s.statistics == nullptr) return;
    // What is not kept here is counted together: whoever asks must not fill the table with namespaces of their own.
    const std::string_view nid = n.asked.key.empty() ? std::string_view{} : n.settings ? n.asked.nid() : "*";
    s.statistics->of(nid, n.delegation ? std::string_view{n.delegation->prefix} : std::string_view{}).count(o);
    if (o == outcome::unknown) s.statistics->unknown(n.asked.key);
}

} // namespace uniform::http
