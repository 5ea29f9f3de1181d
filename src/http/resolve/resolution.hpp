// Resolving a name: one function, in one read transaction, for GET /urn:..., for the services of RFC 2483 in all their
// forms, and for the response cache. Its result is typed; response.hpp makes the response of it, json_result.hpp the
// JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <uniform/resolver/choose.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/record.hpp>
#include <uniform/resolver/services.hpp>
#include <uniform/resolver/timestamp.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/responsibility.hpp>

#include "http/api/own_url.hpp"
#include "http/resolve/look_up.hpp"
#include "http/resolve/representation.hpp"

namespace uniform::http {

/// To the locator that was chosen.
struct redirect {
    std::string location = {};
};
/// To another resolver, which is responsible for the name.
struct delegated {
    std::string location = {};
};
/// The name was withdrawn: 410.
struct tombstone {};
/// One of our own representations of the name record, of a withdrawn name too (410).
struct described {
    representation form = representation::record;
};
/// A locator that is valid now, its URL with the q-component.
struct valid_locator {
    resolver::locator locator = {};
    std::size_t index = 0; ///< in the name record
};
/// RFC 2483 4.2: the valid locators, the best first. Those whose query the namespace does not join with a q-component
/// are left out.
struct locator_list {
    std::vector<valid_locator> all = {};
};
/// RFC 2483 4.4: the same as versions of the resource. HTTP sends those that Accept admits.
struct version_list {
    std::vector<valid_locator> all = {};
};
/// RFC 2483 4.6: URLs of the name's descriptions.
struct description_list {
    struct link {
        std::string url;
        std::string_view media_type;
    };
    std::vector<link> links = {};
};
/// RFC 2483 4.7, 4.8: other names of the same resource.
struct name_list {
    std::vector<std::string> urns = {};
    bool one = false; ///< I2N: one name is asked for
};

using resolution_result = std::variant<redirect, delegated, tombstone, described, locator_list, version_list,
                                       description_list, name_list, resolver::problem>;

/// What is asked about a name.
struct resolution_request {
    requested_name name;
    /// From Accept and Accept-Language. The r-component is added to it where the namespace interprets r-components.
    resolver::preferences preferences = {};
    /// None: GET /urn:..., a redirect or what Accept prefers, unless the r-component names a service.
    std::optional<resolver::named_service> service = {};
    /// Of /about/ and /api/v1/linkset/: this one, whatever Accept prefers.
    representation form = representation::none;
};

/// What the link checker found of a locator.
struct checked_locator {
    std::size_t index = 0;        ///< in the name record
    std::string_view health = {}; ///< "alive" or "dead"
    std::string date = {};        ///< of the check
};

/// What only pages show. It is read in the same transaction, for requests that prefer a page.
struct page_facts {
    std::vector<service::history_item> history = {}; ///< newest first, the last 20
    std::vector<checked_locator> checked = {};
    std::vector<std::string> similar = {}; ///< URNs of names that begin like one that does not exist
    /// The public contact of the registrar that is responsible now, else of the one that assigned the name.
    std::string registrar_contact = {};
    std::string withdrawn_by = {}; ///< of a withdrawn name: the registrar that was responsible then; empty: managers
    /// How its prefix moved from registrar to registrar since it exists, newest first; their names instead of their
    /// ids.
    std::vector<service::responsibility_change> transfers = {};
};

struct resolution {
    name_lookup name;
    resolver::preferences preferences = {};
    resolver::timestamp now = {};
    resolver::choice choice = {};                  ///< of the locators, if the name is active
    std::optional<resolver::service> service = {}; ///< the one that was carried out
    /// For pages, and empty for a redirect: the name of the registrar that assigned the name, and of the one that is
    /// responsible now for it, or for its prefix if it does not exist. Empty: there is none.
    std::string registrar = {};
    std::string responsible = {};
    resolution_result result = tombstone{};
    std::optional<http::page_facts> page_facts = {};
};

/// Resolves a name. Throws store::failure. Cost: that of look_up(), and sorting the locators.
[[nodiscard]] resolution resolve(const sources &s, store::reading &r, resolution_request q, const own_url &own,
                                 resolver::timestamp now);

/// The same without a service and without the representation that Accept prefers: redirect, delegated, tombstone or
/// problem. For the explanation of a choice.
[[nodiscard]] resolution resolve_to_target(const sources &s, store::reading &r, resolution_request q,
                                           const own_url &own, resolver::timestamp now);

/// The representation that GET /urn:... sends of an active name that has metadata or typed values, but no locator that
/// is valid now and no other resolver (RFC 8141 1.2.1): the best one by Accept, by default the record. None for other
/// names. Constant time, except for Accept. Example: metadata {"title":"A"}, no locators, Accept: */* ->
/// representation::record.
[[nodiscard]] representation description_instead(const resolution &r) noexcept;

/// The problem that a result is: a tombstone as withdrawn_problem(); std::nullopt for the others. With the corrections.
[[nodiscard]] std::optional<resolver::problem> problem_of(const resolution &r);

/// RFC 2483 4.9, I=I: by the equivalence of the namespace, by agreed names, and for other URIs by RFC 3986 6. Errors:
/// malformed; unknown_name if it cannot be decided because neither name exists here.
[[nodiscard]] std::expected<bool, resolver::problem> are_equal(const sources &s, store::reading &r, std::string_view a,
                                                               std::string_view b);

/// The name that the operand of a service is. Errors: unknown_name for a URI that is not a URN; no_output for a service
/// of locators ("L2N") whose operand is not the URL of a name at a resolver.
[[nodiscard]] std::expected<requested_name, resolver::problem> operand(resolver::named_service s, std::string_view uri);

} // namespace uniform::http
