// What is known about a name that was asked for, and what follows from it: the same for GET /urn:..., for the services
// of RFC 2483, and for the answers that are kept ready.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/forgive.hpp>
#include <uniform/resolver/linkset.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/store/store.hpp>

#include "http/engine.hpp"
#include "http/site.hpp"
#include "http/statistics.hpp"

namespace uniform::http {

/// A URN as it was meant.
struct asked_name {
    std::string urn = {}; ///< with its r- and q-component, without an f-component
    std::string key = {};
    std::vector<resolver::forgiveness> forgiven = {};
    std::optional<std::string> r = {};
    std::optional<std::string> q = {};

    [[nodiscard]] std::string_view nid() const noexcept { return std::string_view{key}.substr(0, key.find(':')); }
};
/// Reads what was sent, forgiving what can be. Errors, with what was forgiven: malformed; unknown_name for a name too
/// long to be here.
[[nodiscard]] std::expected<asked_name, resolver::problem> read_name(std::string_view text);

/// Its key by the rules of its namespace, where that has its own (RFC 8141 3.1).
void apply(const resolver::namespace_rules &rules, asked_name &n);

/// A name as the store has it.
struct known_name {
    asked_name asked = {};
    std::optional<resolver::namespace_settings> settings = {};
    std::optional<resolver::delegation> delegation = {};
    std::optional<resolver::name_record> record = {};
    std::uint64_t event = 0;
    std::vector<resolver::health> health = {}; ///< of the locators, when there is more than one
    /// What the resolver that the name is delegated to was seen to do, when it sends names round in a circle.
    std::optional<std::string> circle = {};

    [[nodiscard]] const resolver::namespace_settings &settings_or_default() const noexcept;
};
/// Looks it up: a name that is not here is read a second time (resolver::second_reading).
[[nodiscard]] known_name know(const site &s, store::reading &r, asked_name asked);
/// The health of the locators as the link checker noted it; empty when it makes no difference. From memory; where there
/// is no service but the command alone, from the store.
[[nodiscard]] std::vector<resolver::health> health_of(const link_health *known, store::reading &r,
                                                      const resolver::name_record &n);

/// Whether the delegation was found to lead in a circle, and how (loop_checker.hpp).
[[nodiscard]] std::optional<std::string> circle_of(const link_health *known, store::reading &r,
                                                   const resolver::delegation &d);

/// Where the service itself is: "https://urn.example.org", or empty when nobody said; and the Host that was asked.
struct own_place {
    std::string base = {};
    std::string host = {};
};
[[nodiscard]] own_place place_of(const site &s, const request &r);

/// The path and the query of the request target, also of one in absolute-form (RFC 9112 3.2.2). A view into it.
[[nodiscard]] std::string_view origin_form(const request &r) noexcept;
[[nodiscard]] resolver::own_addresses addresses_of(const own_place &p, std::string_view urn);

/// What the client asks for: Accept, Accept-Language, and the r-component where the namespace reads it. Views into the
/// request.
[[nodiscard]] resolver::wishes wishes_of(const request &r, const known_name &n);

/// Where a name leads.
struct aim {
    std::string location = {};
    resolver::choice choice = {};
    bool delegated = false; ///< to another resolver
};
/// Errors: unknown_name, no_output, gone (with the members name, reason, withdrawn, successor), out_of_policy, loop.
[[nodiscard]] std::expected<aim, resolver::problem> aim_at(const known_name &n, const resolver::wishes &w,
                                                           resolver::timestamp now, const own_place &here);

/// What is said where this service would have to know the name itself: no_output, with the member location.
[[nodiscard]] resolver::problem kept_elsewhere(const aim &a);

/// The redirect of GET /urn:...: Location, Cache-Control, Vary.
[[nodiscard]] response redirect(const known_name &n, const aim &a, int status, resolver::timestamp now);
/// How many seconds an answer may be kept: the namespace's max_age, or less when a locator begins or ends to be valid.
[[nodiscard]] std::uint32_t age_of(const known_name &n, const resolver::choice &c, resolver::timestamp now);
/// "Accept", "Accept, Accept-Language".
[[nodiscard]] std::string vary_of(const known_name &n);

/// What a problem's answer says beside the problem: Cache-Control, Uniform-Forgiven, the links of a withdrawn name.
void add_fields(response &r, const known_name &n);
void add_forgiven(response &r, const asked_name &n);
/// "forgiven":["upper-case"], a member of an object of JSON.
[[nodiscard]] std::string forgiven_member(const std::vector<resolver::forgiveness> &steps);
/// The problem with that member, when something was forgiven.
[[nodiscard]] resolver::problem with_forgiven(resolver::problem p, const std::vector<resolver::forgiveness> &steps);

/// The locator's URL with the q-component; nothing when the namespace does not join it with the query that is there.
[[nodiscard]] std::optional<std::string> url_with_q(const known_name &n, const resolver::locator &l);

/// Counts the outcome of one resolution.
void count(const site &s, const known_name &n, outcome o);

} // namespace uniform::http
